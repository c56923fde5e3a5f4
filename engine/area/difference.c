/* difference.c: one outline without another, on an integer grid.
 *
 * The edges of both are arranged (snap.h); each edge of the arrangement knows of how many edges of the one and of the
 * other it is a part, so on its two sides one is inside or outside of each by parity. What separates what stays from
 * what goes is the boundary. All decisions are made on integers. */
#include "area/difference.h"

#include "area/snap.h"
#include "math/angle.h"

#include <stdlib.h>
#include <string.h>

static const char OUTLINE[] = "outline";

/* Bits of an edge's tag: it parts inside from outside of ... */
enum { OF_FROM = 1, OF_LESS = 2 };

typedef struct difference_grid {
    tl_vec2 origin;
    double step;
} difference_grid;

typedef struct difference_lines {
    tl_context *context;
    tl_snap_segment *items;
    size_t count, capacity;
} difference_lines;

/* --- Onto the grid ------------------------------------------------------------------------------------------------ */

static tl_snap_point to_grid(const difference_grid *grid, tl_vec2 p) {
    return (tl_snap_point){(int32_t)floor((p.x - grid->origin.x) / grid->step + 0.5),
                           (int32_t)floor((p.y - grid->origin.y) / grid->step + 0.5)};
}

static tl_vec2 from_grid(const difference_grid *grid, tl_snap_point p) {
    return (tl_vec2){grid->origin.x + p.x * grid->step, grid->origin.y + p.y * grid->step};
}

static bool grid_for(const tl_outline *a, const tl_outline *b, difference_grid *grid) {
    const tl_vec2 low = {tl_min(a->box.low.x, b->box.low.x), tl_min(a->box.low.y, b->box.low.y)};
    const tl_vec2 high = {tl_max(a->box.high.x, b->box.high.x), tl_max(a->box.high.y, b->box.high.y)};
    const double size = tl_max(high.x - low.x, high.y - low.y);
    grid->step = TL_SNAP_FINEST_STEP;
    while (size / grid->step + 2 + 2 * TL_SNAP_MARGIN > TL_SNAP_REACH) {
        grid->step *= 2;
    }
    grid->origin = (tl_vec2){(floor(low.x / grid->step) - TL_SNAP_MARGIN) * grid->step,
                             (floor(low.y / grid->step) - TL_SNAP_MARGIN) * grid->step};
    return isfinite(size);
}

static bool add_line(difference_lines *lines, tl_snap_point a, tl_snap_point b, uint32_t tag) {
    const int order = tl_snap_compare(a, b);
    if (order == 0) {
        return true;
    }
    if (!tl_reserve(lines->context, (void **)&lines->items, &lines->capacity, lines->count + 1,
                    sizeof(*lines->items))) {
        return false;
    }
    lines->items[lines->count++] = order < 0 ? (tl_snap_segment){a, b, tag} : (tl_snap_segment){b, a, tag};
    return true;
}

/* How many sides a polygon has in a disc, no farther inside of it than that: r (1 - cos(pi / n)) is at most r / 2
 * (pi / n)^2. */
static int sides_of_disc(double radius) {
    const double sides = ceil(TL_PI * sqrt(radius / (2 * TL_OUTLINE_CUT_SAGITTA)));
    return (int)tl_max(8, tl_min(sides, TL_OUTLINE_CUT_CORNERS));
}

static bool add_outline(difference_lines *lines, const difference_grid *grid, const tl_outline *outline, uint32_t tag) {
    bool good = true;
    const int sides = outline->kind == TL_OUTLINE_DISC ? sides_of_disc(outline->radius) : 0;
    tl_snap_point first = {0, 0}, before = {0, 0};
    for (int i = 0; good && i <= sides && sides > 0; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / sides, &s, &c);
        const tl_vec2 p = {outline->centre.x + outline->radius * c, outline->centre.y + outline->radius * s};
        const tl_snap_point now = i == sides ? first : to_grid(grid, p);
        good = i == 0 || add_line(lines, before, now, tag);
        first = i == 0 ? now : first;
        before = now;
    }
    for (size_t i = 0; good && outline->kind == TL_OUTLINE_RINGS && i < outline->edge_count; i++) {
        good = add_line(lines, to_grid(grid, outline->edges[i].a), to_grid(grid, outline->edges[i].b), tag);
    }
    return good;
}

static int compare_lines(const void *a, const void *b) {
    const tl_snap_segment *s = a, *t = b;
    const int order = tl_snap_compare(s->a, t->a);
    return order != 0 ? order : tl_snap_compare(s->b, t->b);
}

/* Lines that lie on one another become one, which parts what an odd number of them part. */
static void merge_lines(difference_lines *lines) {
    size_t kept = 0;
    if (lines->count > 0) {
        qsort(lines->items, lines->count, sizeof(*lines->items), compare_lines);
    }
    for (size_t i = 0; i < lines->count; i++) {
        if (kept > 0 && compare_lines(&lines->items[kept - 1], &lines->items[i]) == 0) {
            lines->items[kept - 1].tag ^= lines->items[i].tag;
        } else {
            lines->items[kept++] = lines->items[i];
        }
    }
    lines->count = kept;
}

/* --- The boundary ------------------------------------------------------------------------------------------------- */

/* On which side of a line half the point `m` lies: positive to its left. Coordinates have TL_SNAP_BITS bits, so twice
 * their differences, multiplied, fit without loss. */
static int side_of(const tl_snap_segment *line, int64_t mx, int64_t my) {
    const int64_t ax = 2 * (int64_t)line->a.x, ay = 2 * (int64_t)line->a.y;
    const int64_t turn = (2 * (int64_t)line->b.x - ax) * (my - ay) - (2 * (int64_t)line->b.y - ay) * (mx - ax);
    return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

/* What lies to the right of an edge's middle: below it, or of one that stands upright at larger x. By how many edges a
 * ray from there downwards, or to larger x, passes. */
static uint32_t right_of(const tl_snap_segment *edges, size_t count, const tl_snap_segment *edge) {
    const int64_t mx = (int64_t)edge->a.x + edge->b.x, my = (int64_t)edge->a.y + edge->b.y;
    const bool upright = edge->a.x == edge->b.x;
    uint32_t inside = 0;
    for (size_t i = 0; i < count; i++) {
        const tl_snap_segment *e = &edges[i];
        if (e == edge) {
            continue;
        }
        if (!upright) {
            const bool spans = 2 * (int64_t)e->a.x <= mx && mx < 2 * (int64_t)e->b.x;
            inside ^= spans && side_of(e, mx, my) > 0 ? e->tag : 0;
        } else {
            const bool rises = e->a.y < e->b.y;
            const int64_t low = 2 * (int64_t)(rises ? e->a.y : e->b.y), high = 2 * (int64_t)(rises ? e->b.y : e->a.y);
            const int side = side_of(e, mx, my); /* of one that rises, its left is at lesser x */
            inside ^= low <= my && my < high && (rises ? side > 0 : side < 0) ? e->tag : 0;
        }
    }
    return inside;
}

static bool stays(uint32_t inside) {
    return (inside & OF_FROM) != 0 && (inside & OF_LESS) == 0;
}

/* The edges that part what stays from what goes, turned so that what stays is on their left. */
static tl_status find_boundary(tl_context *context, const tl_snap_segment *edges, size_t count, difference_lines *out,
                               tl_error *error) {
    for (size_t i = 0; i < count; i++) {
        if (!tl_work_on(context, count / TL_OUTLINE_CUT_LOOKS + 1, OUTLINE)) {
            return tl_fail_cancelled(error, "making an outline");
        }
        const uint32_t right = right_of(edges, count, &edges[i]), left = right ^ edges[i].tag;
        if (stays(left) == stays(right)) {
            continue;
        }
        if (!tl_reserve(context, (void **)&out->items, &out->capacity, out->count + 1, sizeof(*out->items))) {
            return tl_fail_memory(error);
        }
        out->items[out->count++] = stays(left) ? edges[i] : (tl_snap_segment){edges[i].b, edges[i].a, edges[i].tag};
    }
    return TL_OK;
}

/* --- Rings -------------------------------------------------------------------------------------------------------- */

/* The first of the edges, sorted by where they begin, that begins there; `count` when none does. */
static size_t first_from(const tl_snap_segment *edges, size_t count, tl_snap_point p) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (tl_snap_compare(edges[middle].a, p) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether, having come along a to b, going on to c is farther to the left than going on to d. */
static bool more_left(tl_snap_point a, tl_snap_point b, tl_snap_point c, tl_snap_point d) {
    const int64_t to_c = tl_snap_turn(a, b, c), to_d = tl_snap_turn(a, b, d);
    if ((to_c >= 0) != (to_d >= 0)) {
        return to_c >= 0;
    }
    return tl_snap_turn(b, d, c) > 0;
}

/* Walks rings with what stays on the left, always as far to the left as it goes, so that each bounds one piece. `used`:
 * a byte for each edge, 0. */
static tl_status walk(tl_context *context, const difference_grid *grid, const difference_lines *edges, uint8_t *used,
                      tl_outline *made, tl_error *error) {
    tl_vec2 *points = tl_alloc_array(context, edges->count + 1, sizeof(*points));
    uint32_t *ends = tl_alloc_array(context, edges->count + 1, sizeof(*ends));
    tl_status status = points != NULL && ends != NULL ? TL_OK : tl_fail_memory(error);
    size_t point_count = 0, ring_count = 0;
    for (size_t i = 0; status == TL_OK && i < edges->count; i++) {
        size_t at = i;
        const size_t begin = point_count;
        while (used[at] == 0) {
            used[at] = 1;
            points[point_count++] = from_grid(grid, edges->items[at].a);
            const tl_snap_segment *last = &edges->items[at];
            size_t best = SIZE_MAX;
            for (size_t k = first_from(edges->items, edges->count, last->b);
                 k < edges->count && tl_snap_compare(edges->items[k].a, last->b) == 0; k++) {
                const bool better =
                    best == SIZE_MAX || more_left(last->a, last->b, edges->items[k].b, edges->items[best].b);
                best = used[k] == 0 && better ? k : best;
            }
            at = best != SIZE_MAX ? best : at;
        }
        if (point_count > begin) {
            ends[ring_count++] = (uint32_t)point_count;
        }
    }
    if (status == TL_OK && ring_count > 0) {
        status = tl_outline_rings(context, points, ends, ring_count, made, error);
    }
    tl_free(context, points);
    tl_free(context, ends);
    return status;
}

/* The rings of the edges of an arrangement; `*cut`: some of the one lies in the other. */
static tl_status difference_of(tl_context *context, const difference_grid *grid, const tl_snap_segment *edges,
                               size_t count, tl_outline *made, bool *cut, tl_error *error) {
    difference_lines boundary = {.context = context};
    tl_status status = find_boundary(context, edges, count, &boundary, error);
    if (status == TL_OK) { /* the boundary of `from` alone: nothing was taken away */
        size_t whole = 0, same = 0;
        for (size_t i = 0; i < count; i++) {
            whole += (edges[i].tag & OF_FROM) != 0;
        }
        for (size_t i = 0; i < boundary.count; i++) {
            same += (boundary.items[i].tag & OF_FROM) != 0;
        }
        *cut = same != whole || same != boundary.count;
    }
    uint8_t *used = status == TL_OK && *cut ? tl_alloc_array(context, boundary.count + 1, 1) : NULL;
    if (status == TL_OK && *cut && used == NULL) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK && *cut) {
        if (boundary.count > 0) {
            qsort(boundary.items, boundary.count, sizeof(*boundary.items), compare_lines);
        }
        status = walk(context, grid, &boundary, used, made, error);
    }
    tl_free(context, used);
    tl_free(context, boundary.items);
    return status;
}

tl_status tl_outline_without(tl_context *context, const tl_outline *from, const tl_outline *less, tl_outline *made,
                             bool *cut, tl_error *error) {
    TL_ASSERT(from->kind != TL_OUTLINE_OVAL && less->kind != TL_OUTLINE_OVAL, "ovals are footprints alone");
    *made = (tl_outline){.kind = TL_OUTLINE_NONE};
    *cut = false;
    const bool apart = from->kind == TL_OUTLINE_NONE || less->kind == TL_OUTLINE_NONE ||
                       from->box.low.x >= less->box.high.x || less->box.low.x >= from->box.high.x ||
                       from->box.low.y >= less->box.high.y || less->box.low.y >= from->box.high.y;
    difference_grid grid;
    if (apart) {
        return TL_OK;
    }
    if (!grid_for(from, less, &grid) || from->edge_count + less->edge_count > TL_OUTLINE_CUT_CORNERS * 4) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "give both an outline of fewer corners by hand",
                       "outlines of so many corners aren't taken from one another");
    }
    difference_lines lines = {.context = context};
    tl_snap_segment *edges = NULL;
    size_t count = 0;
    tl_status status = add_outline(&lines, &grid, from, OF_FROM) && add_outline(&lines, &grid, less, OF_LESS)
                           ? TL_OK
                           : tl_fail_memory(error);
    if (status == TL_OK) {
        merge_lines(&lines);
        status = tl_snap_arrange(context, lines.items, lines.count, TL_SNAP_CROSSINGS, &edges, &count, error);
    }
    if (status == TL_OK) {
        status = difference_of(context, &grid, edges, count, made, cut, error);
    }
    tl_free(context, edges);
    tl_free(context, lines.items);
    return status;
}
