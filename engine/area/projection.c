/* projection.c: the outline of a mesh seen from above.
 *
 * The union U of the projected triangles is bounded by edges that have triangles on one side only: where both sides of
 * an edge are covered it lies inside U. Let S be those silhouette edges. The unbounded face of their arrangement is
 * exactly the unbounded part of what U leaves free: it can't cross the boundary of U, which lies in S, and S lies in U.
 * So the outline with holes filled is the outer boundary of the arrangement of S, which is far smaller than the mesh:
 * snap.h makes it a planar graph, and a walk round each of its islands finds the rings.
 *
 * Triangles seen edge-on are lines, and belong to U: four upright sheets enclose a court like four walls. Where such a
 * line has nothing but air on both sides (an edge that the walk passes both ways) it is made a strip, as wide as can be
 * told from a line, and all is arranged once more. */
#include "area/area.h"
#include "area/limits.h"
#include "area/snap.h"

#include <stdlib.h>

static const char OUTLINE[] = "outline";

static tl_status cancelled(tl_error *error) {
    return tl_fail_cancelled(error, "making an outline");
}

static tl_status failed(tl_status status, tl_error *error) {
    return status == TL_ERROR_CANCELLED ? cancelled(error) : tl_fail_memory(error);
}

typedef struct side_edge {
    tl_snap_segment line;
    uint8_t sides; /* 1: a triangle on its left, 2: on its right, 0: one seen edge-on */
} side_edge;

static int compare_edges(const void *a, const void *b) {
    const side_edge *s = a;
    const side_edge *t = b;
    int order = tl_snap_compare(s->line.a, t->line.a);
    return order != 0 ? order : tl_snap_compare(s->line.b, t->line.b);
}

typedef struct raster {
    tl_vec2 origin;
    double step;
} raster;

static tl_snap_point to_grid(const raster *grid, tl_vec3 p) {
    return (tl_snap_point){(int32_t)floor((p.x - grid->origin.x) / grid->step + 0.5),
                           (int32_t)floor((p.y - grid->origin.y) / grid->step + 0.5)};
}

static tl_vec2 from_grid(const raster *grid, tl_snap_point p) {
    return (tl_vec2){grid->origin.x + p.x * grid->step, grid->origin.y + p.y * grid->step};
}

/* A grid on multiples of the step, so that it doesn't depend on what else the mesh holds. */
static raster grid_for(const tl_vec3 *vertices, const uint32_t *triangles, size_t triangle_count) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < 3 * triangle_count; i++) {
        box = tl_box3_add(box, vertices[triangles[i]]);
    }
    raster grid = {{0, 0}, TL_SNAP_FINEST_STEP};
    if (tl_box3_is_empty(box)) {
        return grid;
    }
    double size = tl_max(box.high.x - box.low.x, box.high.y - box.low.y);
    while (size / grid.step + 2 + 2 * TL_SNAP_MARGIN > TL_SNAP_REACH) {
        grid.step *= 2;
    }
    grid.origin = (tl_vec2){(floor(box.low.x / grid.step) - TL_SNAP_MARGIN) * grid.step,
                            (floor(box.low.y / grid.step) - TL_SNAP_MARGIN) * grid.step};
    return grid;
}

static tl_snap_segment segment_of(tl_snap_point a, tl_snap_point b) {
    return tl_snap_compare(a, b) < 0 ? (tl_snap_segment){a, b, 0} : (tl_snap_segment){b, a, 0};
}

/* A triangle seen edge-on: the two of its sides that make up the longest, one if it stands upright. */
static size_t add_edge_on(const tl_snap_point corner[3], side_edge *edges) {
    tl_snap_point low = corner[0], high = corner[0];
    for (int k = 1; k < 3; k++) {
        low = tl_snap_compare(corner[k], low) < 0 ? corner[k] : low;
        high = tl_snap_compare(corner[k], high) > 0 ? corner[k] : high;
    }
    if (llabs((long long)high.x - low.x) + llabs((long long)high.y - low.y) < TL_SNAP_SHORT_LINE) {
        return 0;
    }
    size_t count = 0;
    for (int k = 0; k < 3; k++) {
        tl_snap_segment line = segment_of(corner[k], corner[(k + 1) % 3]);
        bool whole = tl_snap_compare(line.a, low) == 0 && tl_snap_compare(line.b, high) == 0;
        tl_snap_point third = corner[(k + 2) % 3];
        bool upright = tl_snap_compare(third, low) == 0 || tl_snap_compare(third, high) == 0;
        if (tl_snap_compare(line.a, line.b) != 0 && (!whole || upright)) {
            edges[count++] = (side_edge){line, 0};
        }
    }
    return count;
}

/* The silhouette edges, sorted, none twice. */
static tl_status silhouette(tl_context *context, const raster *grid, const tl_vec3 *vertices, const uint32_t *triangles,
                            size_t triangle_count, tl_snap_segment **segments, size_t *count, tl_error *error) {
    *segments = NULL;
    *count = 0;
    side_edge *edges = tl_alloc_array(context, 3 * triangle_count, sizeof(*edges));
    if (edges == NULL) {
        return tl_fail_memory(error);
    }
    size_t edge_count = 0;
    for (size_t t = 0; t < triangle_count; t++) {
        tl_snap_point corner[3];
        if (!tl_work_on(context, TL_SNAP_WORK_TRIANGLE, OUTLINE)) {
            tl_free(context, edges);
            return cancelled(error);
        }
        for (size_t k = 0; k < 3; k++) {
            corner[k] = to_grid(grid, vertices[triangles[3 * t + k]]);
        }
        int64_t turn = tl_snap_turn(corner[0], corner[1], corner[2]);
        edge_count += turn == 0 ? add_edge_on(corner, edges + edge_count) : 0;
        for (int k = 0; k < 3 && turn != 0; k++) {
            tl_snap_point a = corner[k], b = corner[(k + 1) % 3];
            bool forward = tl_snap_compare(a, b) < 0;
            edges[edge_count++] = (side_edge){segment_of(a, b), (turn > 0) == forward ? 1 : 2};
        }
    }
    tl_status status = tl_sort(context, edges, edge_count, sizeof(*edges), compare_edges, OUTLINE);
    if (status != TL_OK) {
        tl_free(context, edges);
        return failed(status, error);
    }
    size_t kept = 0;
    for (size_t i = 0; i < edge_count;) {
        side_edge edge = edges[i];
        for (i++; i < edge_count && compare_edges(&edge, &edges[i]) == 0; i++) {
            edge.sides |= edges[i].sides;
        }
        if (edge.sides != 3) {
            edges[kept++] = edge;
        }
    }
    *segments = tl_alloc_array(context, kept, sizeof(**segments));
    if (*segments == NULL) {
        tl_free(context, edges);
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < kept; i++) {
        (*segments)[i] = edges[i].line;
    }
    *count = kept;
    tl_free(context, edges);
    return TL_OK;
}

/* --- What lies deep inside ------------------------------------------------------------------------------------ */

/* Cells of a coarse grid that one triangle covers wholly. Silhouette edges that run through covered cells alone lie in
 * the interior of U, so they hold nothing of its boundary: crowns of thousands of leaves lose nearly all of theirs. */
typedef struct projection_cover {
    int shift;
    int32_t columns, rows;
    int32_t *cells; /* rows of columns + 1: first differences, then counts */
} projection_cover;

/* Where the triangle meets the level line y, as [low, high]; false when it doesn't. */
static bool level_extent(const tl_snap_point corner[3], double y, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        tl_snap_point a = corner[k];
        tl_snap_point b = corner[(k + 1) % 3];
        if ((a.y < y && b.y < y) || (a.y > y && b.y > y) || a.y == b.y) {
            continue;
        }
        double x = a.x + ((double)b.x - a.x) * (y - a.y) / ((double)b.y - a.y);
        *low = tl_min(*low, x);
        *high = tl_max(*high, x);
    }
    return *low <= *high;
}

/* A cell between two level lines is covered when its four corners are, for triangles are convex; a pixel is kept off
 * the edges, which is far more than rounding. */
static void cover_triangle(projection_cover *grid, const tl_snap_point corner[3]) {
    int32_t low = corner[0].y;
    int32_t high = corner[0].y;
    for (int k = 1; k < 3; k++) {
        low = corner[k].y < low ? corner[k].y : low;
        high = corner[k].y > high ? corner[k].y : high;
    }
    double width = (double)(1 << grid->shift);
    int32_t last = high >> grid->shift;
    for (int32_t row = (low >> grid->shift) + 1; row < last; row++) {
        double low0, high0, low1, high1;
        if (!level_extent(corner, row * width, &low0, &high0) ||
            !level_extent(corner, (row + 1) * width, &low1, &high1)) {
            continue;
        }
        double first = ceil((tl_max(low0, low1) + 1) / width);
        double end = floor((tl_min(high0, high1) - 1) / width);
        if (first < end) {
            grid->cells[(size_t)row * (size_t)(grid->columns + 1) + (size_t)first]++;
            grid->cells[(size_t)row * (size_t)(grid->columns + 1) + (size_t)end]--;
        }
    }
}

static bool is_covered(const projection_cover *grid, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && column < grid->columns && row < grid->rows &&
           grid->cells[(size_t)row * (size_t)(grid->columns + 1) + (size_t)column] > 0;
}

/* All cells that the segment, made two pixels wider, may touch. */
static bool runs_covered(const projection_cover *grid, const tl_snap_segment *s) {
    int32_t low = s->a.y < s->b.y ? s->a.y : s->b.y;
    int32_t high = s->a.y < s->b.y ? s->b.y : s->a.y;
    for (int32_t row = (low - 2) >> grid->shift; row <= (high + 2) >> grid->shift; row++) {
        double x0 = s->a.x;
        double x1 = s->b.x;
        if (s->a.y != s->b.y) {
            double slope = ((double)s->b.x - s->a.x) / ((double)s->b.y - s->a.y);
            double width = (double)(1 << grid->shift);
            double bottom = s->a.x + (row * width - 2 - s->a.y) * slope;
            double top = s->a.x + ((row + 1) * width + 2 - s->a.y) * slope;
            x0 = tl_max(x0, tl_min(bottom, top));
            x1 = tl_min(x1, tl_max(bottom, top));
        }
        int32_t last = (int32_t)(x1 + 3) >> grid->shift;
        for (int32_t column = (int32_t)floor(x0 - 3) >> grid->shift; column <= last; column++) {
            if (!is_covered(grid, column, row)) {
                return false;
            }
        }
    }
    return true;
}

static tl_status drop_covered(tl_context *context, const raster *grid, const tl_vec3 *vertices,
                              const uint32_t *triangles, size_t triangle_count, tl_snap_segment *segments,
                              size_t *count) {
    projection_cover coarse = {.shift = 0};
    tl_snap_point high = {0, 0};
    for (size_t i = 0; i < *count; i++) {
        high.x = segments[i].b.x > high.x ? segments[i].b.x : high.x;
        high.y = segments[i].a.y > high.y ? segments[i].a.y : high.y;
        high.y = segments[i].b.y > high.y ? segments[i].b.y : high.y;
    }
    while ((high.x >> coarse.shift) >= TL_SNAP_COVER_CELLS || (high.y >> coarse.shift) >= TL_SNAP_COVER_CELLS) {
        coarse.shift++;
    }
    coarse.columns = (high.x >> coarse.shift) + 1;
    coarse.rows = (high.y >> coarse.shift) + 1;
    coarse.cells = tl_alloc_array(context, (size_t)(coarse.columns + 1) * (size_t)coarse.rows, sizeof(*coarse.cells));
    if (coarse.cells == NULL) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (size_t t = 0; t < triangle_count && status == TL_OK; t++) {
        tl_snap_point corner[3];
        for (size_t k = 0; k < 3; k++) {
            corner[k] = to_grid(grid, vertices[triangles[3 * t + k]]);
        }
        cover_triangle(&coarse, corner);
        status = tl_work_on(context, TL_SNAP_WORK_COVER, OUTLINE) ? TL_OK : TL_ERROR_CANCELLED;
    }
    for (int32_t row = 0; row < coarse.rows; row++) {
        int32_t *cells = coarse.cells + (size_t)row * (size_t)(coarse.columns + 1);
        for (int32_t column = 1; column <= coarse.columns; column++) {
            cells[column] += cells[column - 1];
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < *count && status == TL_OK; i++) {
        status = tl_work_on(context, TL_SNAP_WORK_EDGE, OUTLINE) ? TL_OK : TL_ERROR_CANCELLED;
        if (!runs_covered(&coarse, &segments[i])) {
            segments[kept++] = segments[i];
        }
    }
    *count = kept;
    tl_free(context, coarse.cells);
    return status;
}

/* --- The graph ------------------------------------------------------------------------------------------------ */

/* Half-edges sorted by where they start and then counter-clockwise by direction, beginning just after straight down:
 * from the leftmost point of an island, whose edges all go right (or straight up), the last one has the outside on its
 * left. */
typedef struct projection_half_edge {
    tl_snap_point from, to;
} projection_half_edge;

static bool goes_right(const projection_half_edge *h) {
    return h->to.x > h->from.x || (h->to.x == h->from.x && h->to.y > h->from.y);
}

static int compare_half_edges(const void *a, const void *b) {
    const projection_half_edge *s = a;
    const projection_half_edge *t = b;
    int order = tl_snap_compare(s->from, t->from);
    if (order != 0) {
        return order;
    }
    if (goes_right(s) != goes_right(t)) {
        return goes_right(s) ? -1 : 1;
    }
    int64_t turn = tl_snap_turn(s->from, s->to, t->to);
    return turn > 0 ? -1 : turn < 0 ? 1 : 0;
}

typedef struct graph {
    projection_half_edge *halves;
    size_t half_count;
    uint32_t *starts; /* per vertex: its first half-edge; one more at the end */
    uint32_t *target; /* per half-edge: the vertex it goes to */
    size_t vertex_count;
    uint8_t *seen;   /* per vertex: its island has been walked round */
    uint32_t *place; /* per vertex: 1 + position on the walk's stack, 0 when not on it */
    uint32_t *stack;
    size_t stack_capacity;
} graph;

static void free_graph(tl_context *context, graph *g) {
    tl_free(context, g->halves);
    tl_free(context, g->starts);
    tl_free(context, g->target);
    tl_free(context, g->seen);
    tl_free(context, g->place);
    tl_free(context, g->stack);
}

static tl_snap_point point_of(const graph *g, uint32_t vertex) {
    return g->halves[g->starts[vertex]].from;
}

static uint32_t vertex_at(const graph *g, tl_snap_point p) {
    size_t low = 0;
    size_t high = g->vertex_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (tl_snap_compare(point_of(g, (uint32_t)middle), p) <= 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

static tl_status make_graph(tl_context *context, const tl_snap_segment *edges, size_t count, graph *g) {
    *g = (graph){.half_count = 2 * count};
    g->halves = tl_alloc_array(context, 2 * count, sizeof(*g->halves));
    g->target = tl_alloc_array(context, 2 * count, sizeof(*g->target));
    g->starts = tl_alloc_array(context, 2 * count + 1, sizeof(*g->starts));
    if (g->halves == NULL || g->target == NULL || g->starts == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        g->halves[2 * i] = (projection_half_edge){edges[i].a, edges[i].b};
        g->halves[2 * i + 1] = (projection_half_edge){edges[i].b, edges[i].a};
    }
    tl_status status = tl_sort(context, g->halves, g->half_count, sizeof(*g->halves), compare_half_edges, OUTLINE);
    if (status != TL_OK) {
        return status;
    }
    for (size_t i = 0; i < g->half_count; i++) {
        if (i == 0 || tl_snap_compare(g->halves[i - 1].from, g->halves[i].from) != 0) {
            g->starts[g->vertex_count++] = (uint32_t)i;
        }
    }
    g->starts[g->vertex_count] = (uint32_t)g->half_count;
    for (size_t i = 0; i < g->half_count && status == TL_OK; i++) {
        status = tl_work_on(context, TL_SNAP_WORK_EDGE, OUTLINE) ? TL_OK : TL_ERROR_CANCELLED;
        g->target[i] = vertex_at(g, g->halves[i].to);
    }
    g->seen = tl_alloc_array(context, g->vertex_count, sizeof(*g->seen));
    g->place = tl_alloc_array(context, g->vertex_count, sizeof(*g->place));
    return status != TL_OK ? status : g->seen != NULL && g->place != NULL ? TL_OK : TL_ERROR_MEMORY;
}

/* The half-edge after `h` round the face on its left: at its end, the next one clockwise from the way back. */
static uint32_t next_round(const graph *g, uint32_t from, uint32_t h) {
    uint32_t at = g->target[h];
    uint32_t first = g->starts[at];
    uint32_t end = g->starts[at + 1];
    for (uint32_t k = first; k < end; k++) {
        if (g->target[k] == from) {
            return k == first ? end - 1 : k - 1;
        }
    }
    return h; /* can't be: every edge has its way back */
}

/* --- Rings ---------------------------------------------------------------------------------------------------- */

typedef struct projection_rings {
    tl_snap_point *points;
    size_t count, capacity;
    uint32_t *ends;
    size_t ring_count, ends_capacity;
    tl_snap_segment *lines; /* edges with air on both sides */
    size_t line_count, line_capacity;
} projection_rings;

static void free_rings(tl_context *context, projection_rings *made) {
    tl_free(context, made->points);
    tl_free(context, made->ends);
    tl_free(context, made->lines);
}

static double off_line(tl_snap_point a, tl_snap_point b, tl_snap_point p) {
    double length = tl_hypot((double)b.x - a.x, (double)b.y - a.y);
    if (length == 0) {
        return tl_hypot((double)p.x - a.x, (double)p.y - a.y);
    }
    return fabs((double)tl_snap_turn(a, b, p)) / length;
}

/* Adds a ring given clockwise as a counter-clockwise one without the corners that are not needed: from each corner
 * kept, the next is the last one to which all between lie within the tolerance of the straight line. */
static bool add_ring(tl_context *context, const graph *g, const uint32_t *loop, size_t count, double tolerance,
                     projection_rings *made) {
    size_t first = made->count;
    int64_t twice = 0;
    tl_snap_point origin = point_of(g, loop[0]);
    for (size_t i = 1; i + 1 < count; i++) {
        twice += tl_snap_turn(origin, point_of(g, loop[i]), point_of(g, loop[i + 1]));
    }
    if (count == 2) { /* an edge walked both ways */
        if (!tl_reserve(context, (void **)&made->lines, &made->line_capacity, made->line_count + 1,
                        sizeof(*made->lines))) {
            return false;
        }
        made->lines[made->line_count++] = segment_of(origin, point_of(g, loop[1]));
    }
    if (count < 3 || twice == 0) {
        return true;
    }
    size_t i = 0; /* loop[count - i] going backwards */
    while (i < count) {
        tl_snap_point a = point_of(g, loop[(count - i) % count]);
        if (!tl_reserve(context, (void **)&made->points, &made->capacity, made->count + 1, sizeof(*made->points))) {
            return false;
        }
        made->points[made->count++] = a;
        size_t next = i + 1;
        while (next < count && next - i < TL_SNAP_STRAIGHT_RUN) {
            tl_snap_point b = point_of(g, loop[(count - next - 1) % count]);
            bool straight = true;
            for (size_t k = i + 1; k <= next && straight; k++) {
                tl_snap_point p = point_of(g, loop[count - k]);
                /* between the ends, not behind them */
                int64_t along =
                    ((int64_t)p.x - a.x) * ((int64_t)b.x - a.x) + ((int64_t)p.y - a.y) * ((int64_t)b.y - a.y);
                int64_t back =
                    ((int64_t)p.x - b.x) * ((int64_t)a.x - b.x) + ((int64_t)p.y - b.y) * ((int64_t)a.y - b.y);
                straight = off_line(a, b, p) <= tolerance && along >= 0 && back >= 0;
            }
            if (!straight) {
                break;
            }
            next++;
        }
        i = next;
    }
    if (made->count - first < 3) {
        made->count = first;
        return true;
    }
    if (!tl_reserve(context, (void **)&made->ends, &made->ends_capacity, made->ring_count + 1, sizeof(*made->ends))) {
        return false;
    }
    made->ends[made->ring_count++] = (uint32_t)made->count;
    return true;
}

/* Walks round an island from its leftmost vertex with the outside on the left. Where the walk comes back to a vertex it
 * has passed, what lies between is a ring of its own (or an edge walked both ways). */
static bool walk_round(tl_context *context, graph *g, uint32_t start, double tolerance, projection_rings *made) {
    uint32_t first = g->starts[start + 1] - 1;
    uint32_t from = start;
    uint32_t h = first;
    size_t depth = 0;
    size_t steps = 0;
    do {
        if (!tl_reserve(context, (void **)&g->stack, &g->stack_capacity, depth + 1, sizeof(*g->stack))) {
            return false;
        }
        g->stack[depth++] = from;
        g->place[from] = (uint32_t)depth;
        uint32_t at = g->target[h];
        if (g->place[at] != 0) {
            size_t begin = g->place[at] - 1;
            if (!add_ring(context, g, g->stack + begin, depth - begin, tolerance, made)) {
                return false;
            }
            while (depth > begin) {
                g->place[g->stack[--depth]] = 0;
            }
        }
        uint32_t next = next_round(g, from, h);
        from = at;
        h = next;
        steps++;
    } while (h != first && steps <= g->half_count);
    while (depth > 0) {
        g->place[g->stack[--depth]] = 0;
    }
    return true;
}

/* Marks a whole island as seen; the stack holds vertices to visit. */
static bool mark_island(tl_context *context, graph *g, uint32_t start) {
    size_t depth = 0;
    uint32_t at = start;
    g->seen[start] = 1;
    for (;;) {
        for (uint32_t k = g->starts[at]; k < g->starts[at + 1]; k++) {
            uint32_t to = g->target[k];
            if (!g->seen[to]) {
                g->seen[to] = 1;
                if (!tl_reserve(context, (void **)&g->stack, &g->stack_capacity, depth + 1, sizeof(*g->stack))) {
                    return false;
                }
                g->stack[depth++] = to;
            }
        }
        if (depth == 0) {
            return true;
        }
        at = g->stack[--depth];
    }
}

/* Is p inside one of the rings? (Islands don't touch, so it is on none.) */
static bool in_rings(const projection_rings *made, tl_snap_point p) {
    size_t first = 0;
    for (size_t r = 0; r < made->ring_count; r++) {
        bool inside = false;
        size_t end = made->ends[r];
        for (size_t i = first; i < end; i++) {
            tl_snap_point a = made->points[i];
            tl_snap_point b = made->points[i + 1 < end ? i + 1 : first];
            if ((a.y > p.y) != (b.y > p.y) && (tl_snap_turn(a, b, p) > 0) == (b.y > a.y)) {
                inside = !inside;
            }
        }
        if (inside) {
            return true;
        }
        first = end;
    }
    return false;
}

static tl_status find_rings(tl_context *context, graph *g, double tolerance, projection_rings *made) {
    for (uint32_t v = 0; v < g->vertex_count; v++) {
        g->seen[v] = 0;
    }
    /* vertices come from left to right, so what surrounds an island has been walked before it */
    for (uint32_t v = 0; v < g->vertex_count; v++) {
        if (g->seen[v]) {
            continue;
        }
        uint64_t inside = made->count / 4; /* corners of rings that it may lie in */
        if (!tl_work_on(context, TL_SNAP_WORK_EDGE + inside, OUTLINE)) {
            return TL_ERROR_CANCELLED;
        }
        if (!mark_island(context, g, v) ||
            (!in_rings(made, point_of(g, v)) && !walk_round(context, g, v, tolerance, made))) {
            return TL_ERROR_MEMORY;
        }
    }
    return TL_OK;
}

static tl_status to_outline(tl_context *context, const raster *grid, const projection_rings *made, tl_outline *outline,
                            tl_error *error) {
    if (made->ring_count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give the area an outline by hand",
                       "a mesh seen from above has no area");
    }
    tl_vec2 *points = tl_alloc_array(context, made->count, sizeof(*points));
    if (points == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < made->count; i++) {
        points[i] = from_grid(grid, made->points[i]);
    }
    tl_status status = tl_outline_rings(context, points, made->ends, made->ring_count, outline, error);
    tl_free(context, points);
    return status;
}

/* Straightens what bends by less than TL_SNAP_STRAIGHT steps, unless rings then touch; exactly straight corners go
 * always. With `lines` those edges are handed over instead, where there are any, and there is no outline. */
static tl_status rings_of(tl_context *context, const raster *grid, graph *g, projection_rings *lines,
                          tl_outline *outline, tl_error *error) {
    tl_status status = TL_OK;
    const double tolerances[] = {TL_SNAP_STRAIGHT, 0};
    for (int attempt = 0; attempt < 2; attempt++) {
        projection_rings made = {0};
        status = find_rings(context, g, tolerances[attempt], &made);
        status = status == TL_OK ? TL_OK : failed(status, error);
        if (status == TL_OK && lines != NULL && made.line_count > 0) {
            *lines = made;
            return TL_OK;
        }
        status = status == TL_OK ? to_outline(context, grid, &made, outline, error) : status;
        free_rings(context, &made);
        if (status != TL_OK || attempt == 1 || tl_outline_is_simple(outline, NULL)) {
            break;
        }
        tl_outline_free(outline);
    }
    return status;
}

static tl_status arrange(tl_context *context, const raster *grid, const tl_snap_segment *segments, size_t count,
                         projection_rings *lines, tl_outline *outline, tl_error *error) {
    tl_snap_segment *edges = NULL;
    size_t edge_count = 0;
    tl_status status = tl_snap_arrange(context, segments, count, TL_SNAP_CROSSINGS, &edges, &edge_count, error);
    if (status == TL_OK) {
        graph g = {0};
        status = edge_count < UINT32_MAX / 4 ? make_graph(context, edges, edge_count, &g) : TL_ERROR_MEMORY;
        status = status == TL_OK ? rings_of(context, grid, &g, lines, outline, error) : failed(status, error);
        free_graph(context, &g);
    }
    tl_free(context, edges);
    return status;
}

static int compare_segments(const void *a, const void *b) {
    const tl_snap_segment *s = a, *t = b;
    int order = tl_snap_compare(s->a, t->a);
    return order != 0 ? order : tl_snap_compare(s->b, t->b);
}

/* Puts the sides of strips round lines behind the segments; sorted, none twice. */
static tl_status add_strips(tl_context *context, const projection_rings *lines, tl_snap_segment **segments,
                            size_t *count, tl_error *error) {
    tl_snap_segment *all = tl_resize(context, *segments, *count + 4 * lines->line_count, sizeof(*all));
    if (all == NULL) {
        return tl_fail_memory(error);
    }
    *segments = all;
    size_t n = *count;
    for (size_t i = 0; i < lines->line_count; i++) {
        tl_snap_point a = lines->lines[i].a, b = lines->lines[i].b;
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y, by = TL_SNAP_STRIP / tl_hypot(dx, dy);
        int32_t x = (int32_t)floor(-dy * by + 0.5), y = (int32_t)floor(dx * by + 0.5);
        const tl_snap_point corner[4] = {
            {a.x - x, a.y - y}, {b.x - x, b.y - y}, {b.x + x, b.y + y}, {a.x + x, a.y + y}};
        for (int k = 0; k < 4; k++) {
            all[n++] = segment_of(corner[k], corner[(k + 1) % 4]);
        }
    }
    tl_status status = tl_sort(context, all, n, sizeof(*all), compare_segments, OUTLINE);
    if (status != TL_OK) {
        return failed(status, error);
    }
    *count = n > 0 ? 1 : 0;
    for (size_t i = 1; i < n; i++) {
        if (compare_segments(&all[i], &all[*count - 1]) != 0) {
            all[(*count)++] = all[i];
        }
    }
    return TL_OK;
}

tl_status tl_area_outline_of_mesh(tl_context *context, const tl_vec3 *vertices, size_t vertex_count,
                                  const uint32_t *triangles, size_t triangle_count, tl_outline *outline,
                                  tl_error *error) {
    *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
    for (size_t i = 0; i < vertex_count; i++) {
        if (!(fabs(vertices[i].x) <= TL_OUTLINE_FARTHEST && fabs(vertices[i].y) <= TL_OUTLINE_FARTHEST)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "check the mesh's unit and scale",
                           "vertex %zu of a mesh is at (%g, %g)", i, vertices[i].x, vertices[i].y);
        }
    }
    raster grid = grid_for(vertices, triangles, triangle_count);
    tl_snap_segment *segments = NULL;
    size_t count = 0;
    projection_rings lines = {0};
    tl_status status = silhouette(context, &grid, vertices, triangles, triangle_count, &segments, &count, error);
    if (status == TL_OK && count > TL_SNAP_MANY) {
        status = drop_covered(context, &grid, vertices, triangles, triangle_count, segments, &count);
        status = status == TL_OK ? TL_OK : failed(status, error);
    }
    status = status == TL_OK ? arrange(context, &grid, segments, count, &lines, outline, error) : status;
    if (status == TL_OK && lines.line_count > 0) {
        status = add_strips(context, &lines, &segments, &count, error);
        status = status == TL_OK ? arrange(context, &grid, segments, count, NULL, outline, error) : status;
    }
    free_rings(context, &lines);
    tl_free(context, segments);
    return status;
}
