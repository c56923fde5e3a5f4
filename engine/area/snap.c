/* snap.c: makes a planar graph of segments by snap rounding on a bucket grid. */
#include "area/snap.h"
#include "area/limits.h"
#include "math/scalar.h"

#include <stdlib.h>
#include <string.h>

static const char OUTLINE[] = "outline";

static tl_status failed(tl_status status, tl_error *error) {
    return status == TL_ERROR_CANCELLED ? tl_fail_cancelled(error, "making an outline") : tl_fail_memory(error);
}

__extension__ typedef __int128 wide;

int tl_snap_compare(tl_snap_point a, tl_snap_point b) {
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

int64_t tl_snap_turn(tl_snap_point a, tl_snap_point b, tl_snap_point c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static int compare_points(const void *a, const void *b) {
    return tl_snap_compare(*(const tl_snap_point *)a, *(const tl_snap_point *)b);
}

static int compare_segments(const void *a, const void *b) {
    const tl_snap_segment *s = a;
    const tl_snap_segment *t = b;
    int order = tl_snap_compare(s->a, t->a);
    return order != 0 ? order : tl_snap_compare(s->b, t->b);
}

/* --- Buckets -------------------------------------------------------------------------------------------------- */

/* A grid of cells, each 2^shift wide; lists of items per cell in one array. */
typedef struct buckets {
    int shift;
    int32_t columns, rows;
    size_t *starts; /* columns * rows + 1 */
    uint32_t *items;
} buckets;

static size_t cell_of(const buckets *grid, tl_snap_point p) {
    return (size_t)(p.y >> grid->shift) * (size_t)grid->columns + (size_t)(p.x >> grid->shift);
}

static int32_t cell_index(const buckets *grid, double x, int32_t count) {
    int32_t cell = x <= 0 ? 0 : (int32_t)tl_min(x, TL_SNAP_REACH) >> grid->shift;
    return cell < count ? cell : count - 1;
}

/* The columns of a row of cells that a segment, made a pixel wider on all sides, may touch. Rounding is far below the
 * second pixel that is added. */
static void columns_in_row(const buckets *grid, const tl_snap_segment *s, int32_t row, int32_t *first, int32_t *last) {
    double low = (double)row * (double)(1 << grid->shift) - 2;
    double high = (double)(row + 1) * (double)(1 << grid->shift) + 2;
    double x0 = s->a.x;
    double x1 = s->b.x;
    if (s->a.y != s->b.y) {
        double slope = ((double)s->b.x - s->a.x) / ((double)s->b.y - s->a.y);
        double at_low = s->a.x + (low - s->a.y) * slope;
        double at_high = s->a.x + (high - s->a.y) * slope;
        x0 = tl_max(x0, tl_min(at_low, at_high));
        x1 = tl_min(x1, tl_max(at_low, at_high));
    }
    *first = cell_index(grid, floor(x0) - 2, grid->columns);
    *last = cell_index(grid, ceil(x1) + 2, grid->columns);
}

static void rows_of(const buckets *grid, const tl_snap_segment *s, int32_t *first, int32_t *last) {
    int32_t low = s->a.y < s->b.y ? s->a.y : s->b.y;
    int32_t high = s->a.y < s->b.y ? s->b.y : s->a.y;
    *first = cell_index(grid, low - 2.0, grid->rows);
    *last = cell_index(grid, high + 2.0, grid->rows);
}

static void grid_shape(buckets *grid, const tl_snap_segment *segments, size_t count, size_t items) {
    tl_snap_point high = {0, 0};
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        high.x = segments[i].b.x > high.x ? segments[i].b.x : high.x;
        int32_t y = segments[i].a.y > segments[i].b.y ? segments[i].a.y : segments[i].b.y;
        high.y = y > high.y ? y : high.y;
        total += tl_hypot((double)segments[i].b.x - segments[i].a.x, (double)segments[i].b.y - segments[i].a.y);
    }
    /* cells about as wide as a segment is long, but no more than four times as many as there are items */
    grid->shift = 4;
    while (grid->shift < TL_SNAP_BITS) {
        double width = (double)(1 << grid->shift);
        double cells = (high.x / width + 1) * (high.y / width + 1);
        if (cells <= TL_SNAP_CELLS * (double)items + TL_SNAP_LEAST_CELLS && width >= 0.5 * total / (double)count) {
            break;
        }
        grid->shift++;
    }
    grid->columns = (high.x >> grid->shift) + 1;
    grid->rows = (high.y >> grid->shift) + 1;
}

static void counts_to_starts(buckets *grid) {
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    size_t sum = 0;
    for (size_t i = 0; i <= cells; i++) {
        size_t count = grid->starts[i];
        grid->starts[i] = sum;
        sum += count;
    }
}

static void free_buckets(tl_context *context, buckets *grid) {
    tl_free(context, grid->starts);
    tl_free(context, grid->items);
    *grid = (buckets){0};
}

/* Calls for cells: in the first pass counts, in the second places and lets starts run ahead; then shifts them back. */
static tl_status bucket_segments(tl_context *context, buckets *grid, const tl_snap_segment *segments, size_t count) {
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    grid->starts = tl_alloc_array(context, cells + 1, sizeof(*grid->starts));
    if (grid->starts == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            int32_t row, last_row;
            if (!tl_work_on(context, TL_SNAP_WORK_BUCKET, OUTLINE)) {
                return TL_ERROR_CANCELLED;
            }
            rows_of(grid, &segments[i], &row, &last_row);
            for (; row <= last_row; row++) {
                int32_t column, last_column;
                columns_in_row(grid, &segments[i], row, &column, &last_column);
                for (; column <= last_column; column++) {
                    size_t cell = (size_t)row * (size_t)grid->columns + (size_t)column;
                    if (pass == 0) {
                        grid->starts[cell]++;
                    } else {
                        grid->items[grid->starts[cell]++] = (uint32_t)i;
                    }
                }
            }
        }
        if (pass == 0) {
            counts_to_starts(grid);
            grid->items = tl_alloc_array(context, grid->starts[cells], sizeof(*grid->items));
            if (grid->items == NULL) {
                return TL_ERROR_MEMORY;
            }
        }
    }
    memmove(grid->starts + 1, grid->starts, cells * sizeof(*grid->starts));
    grid->starts[0] = 0;
    return TL_OK;
}

/* --- Hot pixels -----------------------------------------------------------------------------------------------------
 */

typedef struct snap_points {
    tl_snap_point *items;
    size_t count, capacity;
} snap_points;

static bool add_point(tl_context *context, snap_points *list, tl_snap_point p) {
    if (!tl_reserve(context, (void **)&list->items, &list->capacity, list->count + 1, sizeof(*list->items))) {
        return false;
    }
    list->items[list->count++] = p;
    return true;
}

static wide floor_divide(wide a, wide b) { /* b > 0 */
    wide q = a / b;
    return a % b < 0 ? q - 1 : q;
}

/* The pixel of the crossing of two segments that cross properly; pixels are closed below and left. */
static bool crossing(const tl_snap_segment *s, const tl_snap_segment *t, tl_snap_point *pixel) {
    int64_t ta = tl_snap_turn(s->a, s->b, t->a);
    int64_t tb = tl_snap_turn(s->a, s->b, t->b);
    if ((ta >= 0 && tb >= 0) || (ta <= 0 && tb <= 0)) {
        return false;
    }
    int64_t sa = tl_snap_turn(t->a, t->b, s->a);
    int64_t sb = tl_snap_turn(t->a, t->b, s->b);
    if ((sa >= 0 && sb >= 0) || (sa <= 0 && sb <= 0)) {
        return false;
    }
    wide above = sa;
    wide below = (wide)sa - sb;
    if (below < 0) {
        above = -above;
        below = -below;
    }
    /* s.a + (s.b - s.a) above / below, rounded: floor(x + 1/2) */
    wide x = 2 * ((wide)s->b.x - s->a.x) * above + below;
    wide y = 2 * ((wide)s->b.y - s->a.y) * above + below;
    pixel->x = (int32_t)(s->a.x + floor_divide(x, 2 * below));
    pixel->y = (int32_t)(s->a.y + floor_divide(y, 2 * below));
    return true;
}

static bool boxes_apart(const tl_snap_segment *s, const tl_snap_segment *t) {
    int32_t s_low = s->a.y < s->b.y ? s->a.y : s->b.y;
    int32_t s_high = s->a.y < s->b.y ? s->b.y : s->a.y;
    int32_t t_low = t->a.y < t->b.y ? t->a.y : t->b.y;
    int32_t t_high = t->a.y < t->b.y ? t->b.y : t->a.y;
    return s->b.x < t->a.x || t->b.x < s->a.x || s_high < t_low || t_high < s_low;
}

static tl_status find_crossings(tl_context *context, const buckets *grid, const tl_snap_segment *segments, size_t limit,
                                snap_points *hot, tl_error *error) {
    size_t crossings = 0;
    for (int32_t row = 0; row < grid->rows; row++) {
        if (!tl_progress(context, TL_SNAP_CROSSING_BEGINS + 0.5 * row / grid->rows, OUTLINE)) {
            return tl_fail_cancelled(error, "making an outline");
        }
        for (int32_t column = 0; column < grid->columns; column++) {
            size_t cell = (size_t)row * (size_t)grid->columns + (size_t)column;
            for (size_t i = grid->starts[cell]; i < grid->starts[cell + 1]; i++) {
                const tl_snap_segment *s = &segments[grid->items[i]];
                if (!tl_work_on(context, 1 + (grid->starts[cell + 1] - i) / TL_SNAP_PAIRS_A_UNIT, OUTLINE)) {
                    return tl_fail_cancelled(error, "making an outline");
                }
                for (size_t k = i + 1; k < grid->starts[cell + 1]; k++) {
                    const tl_snap_segment *t = &segments[grid->items[k]];
                    tl_snap_point pixel;
                    /* both are listed in the cell of their crossing: it is taken there alone */
                    if (boxes_apart(s, t) || !crossing(s, t, &pixel) || cell_of(grid, pixel) != cell) {
                        continue;
                    }
                    if (++crossings > limit) {
                        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "give the area an outline by hand",
                                       "a mesh's projection crosses itself more than %zu times", limit);
                    }
                    if (!add_point(context, hot, pixel)) {
                        return tl_fail_memory(error);
                    }
                }
            }
        }
    }
    return TL_OK;
}

/* Sorts points and drops those that are there twice. */
static tl_status sort_unique(tl_context *context, snap_points *list, tl_error *error) {
    tl_snap_point *items = list->items;
    size_t count = list->count, kept = 0;
    tl_status status = tl_sort(context, items, count, sizeof(*items), compare_points, OUTLINE);
    if (status != TL_OK) {
        return failed(status, error);
    }
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || tl_snap_compare(items[kept - 1], items[i]) != 0) {
            items[kept++] = items[i];
        }
    }
    list->count = kept;
    return TL_OK;
}

/* --- Bending -------------------------------------------------------------------------------------------------- */

/* Does a segment pass the pixel of p, a square closed below and left? The segment's ends are centres of pixels, so only
 * a corner can lie on it by itself; the lower left one belongs to the pixel. In doubled coordinates. */
static bool passes_pixel(const tl_snap_segment *s, tl_snap_point p) {
    int32_t low = s->a.y < s->b.y ? s->a.y : s->b.y;
    int32_t high = s->a.y < s->b.y ? s->b.y : s->a.y;
    if (p.x < s->a.x || p.x > s->b.x || p.y < low || p.y > high) {
        return false;
    }
    int64_t dx = 2 * ((int64_t)s->b.x - s->a.x);
    int64_t dy = 2 * ((int64_t)s->b.y - s->a.y);
    int64_t px = 2 * ((int64_t)p.x - s->a.x);
    int64_t py = 2 * ((int64_t)p.y - s->a.y);
    int64_t lower_left = dx * (py - 1) - dy * (px - 1);
    int64_t lower_right = dx * (py - 1) - dy * (px + 1);
    int64_t upper_left = dx * (py + 1) - dy * (px - 1);
    int64_t upper_right = dx * (py + 1) - dy * (px + 1);
    bool left_of = lower_left > 0 || lower_right > 0 || upper_left > 0 || upper_right > 0;
    bool right_of = lower_left < 0 || lower_right < 0 || upper_left < 0 || upper_right < 0;
    return (left_of && right_of) || lower_left == 0;
}

typedef struct edge_list {
    tl_snap_segment *items;
    size_t count, capacity;
} edge_list;

static int compare_rising(const void *a, const void *b) {
    return compare_points(a, b);
}

static int compare_falling(const void *a, const void *b) {
    tl_snap_point p = *(const tl_snap_point *)a;
    tl_snap_point q = *(const tl_snap_point *)b;
    return p.x != q.x ? (p.x < q.x ? -1 : 1) : p.y != q.y ? (p.y > q.y ? -1 : 1) : 0;
}

/* The hot pixels on the way, in the order the segment passes them: it only ever goes right, and up or down. */
static bool bend(tl_context *context, const buckets *grid, const tl_snap_point *hot, const tl_snap_segment *s,
                 snap_points *way, edge_list *edges) {
    way->count = 0;
    int32_t row, last_row;
    rows_of(grid, s, &row, &last_row);
    for (; row <= last_row; row++) {
        int32_t first, last;
        columns_in_row(grid, s, row, &first, &last);
        size_t begin = grid->starts[(size_t)row * (size_t)grid->columns + (size_t)first];
        size_t end = grid->starts[(size_t)row * (size_t)grid->columns + (size_t)last + 1];
        for (size_t i = begin; i < end; i++) {
            tl_snap_point p = hot[grid->items[i]];
            if (passes_pixel(s, p) && !add_point(context, way, p)) {
                return false;
            }
        }
    }
    qsort(way->items, way->count, sizeof(*way->items), s->b.y >= s->a.y ? compare_rising : compare_falling);
    for (size_t i = 1; i < way->count; i++) {
        tl_snap_segment edge = {way->items[i - 1], way->items[i], s->tag};
        if (tl_snap_compare(edge.a, edge.b) > 0) {
            edge = (tl_snap_segment){edge.b, edge.a, s->tag};
        }
        if (!tl_reserve(context, (void **)&edges->items, &edges->capacity, edges->count + 1, sizeof(*edges->items))) {
            return false;
        }
        edges->items[edges->count++] = edge;
    }
    return true;
}

static bool bucket_points(tl_context *context, buckets *grid, const tl_snap_point *hot, size_t count) {
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    grid->starts = tl_alloc_array(context, cells + 1, sizeof(*grid->starts));
    grid->items = tl_alloc_array(context, count, sizeof(*grid->items));
    if (grid->starts == NULL || grid->items == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        grid->starts[cell_of(grid, hot[i])]++;
    }
    counts_to_starts(grid);
    for (size_t i = 0; i < count; i++) {
        grid->items[grid->starts[cell_of(grid, hot[i])]++] = (uint32_t)i;
    }
    memmove(grid->starts + 1, grid->starts, cells * sizeof(*grid->starts));
    grid->starts[0] = 0;
    return true;
}

static tl_status bend_all(tl_context *context, const snap_points *hot, const tl_snap_segment *segments, size_t count,
                          edge_list *edges, tl_error *error) {
    buckets grid = {0};
    snap_points way = {0};
    tl_status status = TL_OK;
    grid_shape(&grid, segments, count, hot->count);
    if (!bucket_points(context, &grid, hot->items, hot->count)) {
        status = tl_fail_memory(error);
    }
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        if (i % TL_SNAP_POLL == 0 &&
            !tl_progress(context, TL_SNAP_BENDING_BEGINS + TL_SNAP_BENDING_TAKES * (double)i / (double)count,
                         OUTLINE)) {
            status = tl_fail_cancelled(error, "making an outline");
        } else if (!tl_work_on(context, TL_SNAP_WORK_BEND, OUTLINE)) {
            status = tl_fail_cancelled(error, "making an outline");
        } else if (!bend(context, &grid, hot->items, &segments[i], &way, edges)) {
            status = tl_fail_memory(error);
        }
    }
    tl_free(context, way.items);
    free_buckets(context, &grid);
    return status;
}

tl_status tl_snap_arrange(tl_context *context, const tl_snap_segment *segments, size_t segment_count,
                          size_t crossing_limit, tl_snap_segment **edges, size_t *edge_count, tl_error *error) {
    TL_ASSERT(segments != NULL || segment_count == 0, "segments are given where there are any");
    *edges = NULL;
    *edge_count = 0;
    buckets grid = {0};
    snap_points hot = {0};
    edge_list made = {0};
    tl_status status = TL_OK;
    if (segment_count == 0) {
        return TL_OK;
    }
    if (segment_count >= UINT32_MAX) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "give the area an outline by hand",
                       "a mesh's projection has too many edges");
    }
    for (size_t i = 0; i < segment_count && status == TL_OK; i++) {
        if (!add_point(context, &hot, segments[i].a) || !add_point(context, &hot, segments[i].b)) {
            status = tl_fail_memory(error);
        }
    }
    if (status == TL_OK) {
        grid_shape(&grid, segments, segment_count, segment_count);
        status = bucket_segments(context, &grid, segments, segment_count);
        status = status == TL_OK ? find_crossings(context, &grid, segments, crossing_limit, &hot, error)
                                 : failed(status, error);
        free_buckets(context, &grid);
    }
    if (status == TL_OK) {
        status = sort_unique(context, &hot, error);
    }
    if (status == TL_OK) {
        status = bend_all(context, &hot, segments, segment_count, &made, error);
    }
    if (status == TL_OK) {
        status = tl_sort(context, made.items, made.count, sizeof(*made.items), compare_segments, OUTLINE);
        status = status == TL_OK ? TL_OK : failed(status, error);
    }
    tl_free(context, hot.items);
    if (status != TL_OK) {
        tl_free(context, made.items);
        return status;
    }
    for (size_t i = 0; i < made.count; i++) {
        if (*edge_count == 0 || compare_segments(&made.items[*edge_count - 1], &made.items[i]) != 0) {
            made.items[(*edge_count)++] = made.items[i];
        } else {
            made.items[*edge_count - 1].tag ^= made.items[i].tag;
        }
    }
    *edges = made.items;
    return TL_OK;
}
