/* inner_boxes.c: a core's box is divided into small ones; those that no triangle comes near, and that are inside by the
 * parity of a line's crossings, are put together. */
#include "board/region/inner_boxes.h"

#include "board/limits.h"
#include "geom/geom.h"
#include "math/predicates.h"
#include "visibility/shaft.h"

#include <stdlib.h>
#include <string.h>

typedef struct inner_boxes_grid {
    tl_context *context;
    const tl_vec3 *vertices;
    const uint32_t *triangles;
    size_t triangle_count;
    tl_box3 box;
    double step;
    int n[3];
    uint8_t *state; /* per small box */
    int32_t *full;  /* sums of those inside, from the corner up to here */
} inner_boxes_grid;

enum { UNKNOWN, TOUCHED, INSIDE, OUTSIDE };

static size_t at(const inner_boxes_grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
}

static void corners_of(const inner_boxes_grid *g, size_t triangle, tl_vec3 corner[3]) {
    for (int k = 0; k < 3; k++) {
        corner[k] = g->vertices[g->triangles[3 * triangle + (size_t)k]];
    }
}

/* --- Is there an inside ------------------------------------------------------------------------------------------- */

static int by_ends(const void *x, const void *y) {
    const uint64_t *a = x, *b = y;
    return *a != *b ? (*a < *b ? -1 : 1) : 0;
}

/* Every edge has an even number of triangles. */
static tl_status all_even(const inner_boxes_grid *g, bool *even) {
    size_t count = 3 * g->triangle_count;
    uint64_t *edges = tl_alloc_array(g->context, count + 1, sizeof(*edges));
    if (edges == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t u = g->triangles[i], v = g->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i] = u < v ? u << 32 | v : v << 32 | u;
    }
    qsort(edges, count, sizeof(*edges), by_ends);
    *even = true;
    for (size_t i = 0; i < count && *even; i += 2) {
        *even = i + 1 < count && edges[i] == edges[i + 1];
    }
    tl_free(g->context, edges);
    return TL_OK;
}

/* Whether a line from p out of the core crosses an odd number of triangles; false too where every line tried meets an
 * edge. */
static bool is_inside(const inner_boxes_grid *g, tl_vec3 p) {
    double far = 2 * (tl_distance(g->box.low, g->box.high) + 1);
    for (int ray = 0; ray < TL_BOARD_INNER_RAYS; ray++) {
        tl_vec3 q = {p.x + far * (TL_BOARD_RAY_X + TL_BOARD_RAY_X_STEP * ray),
                     p.y + far * (TL_BOARD_RAY_Y - TL_BOARD_RAY_Y_STEP * ray),
                     p.z + far * (TL_BOARD_RAY_Z - TL_BOARD_RAY_Z_STEP * ray)};
        bool odd = false, plain = true;
        for (size_t i = 0; i < g->triangle_count && plain; i++) {
            tl_vec3 c[3];
            corners_of(g, i, c);
            tl_crossing crossing = tl_math_segment_triangle(p, q, c[0], c[1], c[2]);
            plain = crossing != TL_CROSSING_TOUCH;
            odd = odd != (crossing != TL_CROSSING_NONE);
        }
        if (plain) {
            return odd;
        }
    }
    return false;
}

/* --- Small boxes ---------------------------------------------------------------------------------------------------
 */

static tl_box3 small_box(const inner_boxes_grid *g, int x, int y, int z) {
    tl_vec3 low = {g->box.low.x + x * g->step, g->box.low.y + y * g->step, g->box.low.z + z * g->step};
    return (tl_box3){low, {low.x + g->step, low.y + g->step, low.z + g->step}};
}

static int place_in(double x, double low, double step, int n) {
    double k = floor((x - low) / step);
    return k < 0 ? 0 : k >= n ? n - 1 : (int)k;
}

static void touch(inner_boxes_grid *g, size_t triangle) {
    tl_vec3 c[3];
    corners_of(g, triangle, c);
    tl_box3 b = tl_box3_empty();
    for (int k = 0; k < 3; k++) {
        b = tl_box3_add(b, c[k]);
    }
    b = tl_box3_grow(b, 2 * TL_BOARD_INNER_CLEAR);
    int low[3] = {place_in(b.low.x, g->box.low.x, g->step, g->n[0]), place_in(b.low.y, g->box.low.y, g->step, g->n[1]),
                  place_in(b.low.z, g->box.low.z, g->step, g->n[2])};
    int high[3] = {place_in(b.high.x, g->box.low.x, g->step, g->n[0]),
                   place_in(b.high.y, g->box.low.y, g->step, g->n[1]),
                   place_in(b.high.z, g->box.low.z, g->step, g->n[2])};
    for (int z = low[2]; z <= high[2]; z++) {
        for (int y = low[1]; y <= high[1]; y++) {
            for (int x = low[0]; x <= high[0]; x++) {
                tl_vec3 corner[8];
                tl_box3_corners(small_box(g, x, y, z), corner);
                if (g->state[at(g, x, y, z)] == UNKNOWN &&
                    !tl_shaft_hulls_apart(corner, 8, c, 3, TL_BOARD_INNER_CLEAR)) {
                    g->state[at(g, x, y, z)] = TOUCHED;
                }
            }
        }
    }
}

/* Small boxes with a side in common, none of which is touched, lie on the same side of the surface. */
static tl_status spread(inner_boxes_grid *g, int x, int y, int z, uint8_t state, uint32_t *stack) {
    size_t depth = 0;
    g->state[at(g, x, y, z)] = state;
    stack[depth++] = (uint32_t)at(g, x, y, z);
    while (depth > 0) {
        uint32_t here = stack[--depth];
        int p[3] = {(int)(here % (uint32_t)g->n[0]), (int)(here / (uint32_t)g->n[0] % (uint32_t)g->n[1]),
                    (int)(here / ((uint32_t)g->n[0] * (uint32_t)g->n[1]))};
        for (int side = 0; side < 6; side++) {
            int q[3] = {p[0], p[1], p[2]};
            q[side / 2] += side % 2 != 0 ? 1 : -1;
            if (q[side / 2] < 0 || q[side / 2] >= g->n[side / 2]) {
                continue;
            }
            size_t next = at(g, q[0], q[1], q[2]);
            if (g->state[next] == UNKNOWN) {
                g->state[next] = state;
                stack[depth++] = (uint32_t)next;
            }
        }
    }
    return TL_OK;
}

static tl_status fill(inner_boxes_grid *g) {
    size_t count = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
    uint32_t *stack = tl_alloc_array(g->context, count, sizeof(*stack));
    if (stack == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < g->triangle_count; i++) {
        touch(g, i);
    }
    for (int z = 0; z < g->n[2]; z++) {
        for (int y = 0; y < g->n[1]; y++) {
            for (int x = 0; x < g->n[0]; x++) {
                if (g->state[at(g, x, y, z)] == UNKNOWN) {
                    bool inside = is_inside(g, tl_box3_centre(small_box(g, x, y, z)));
                    (void)spread(g, x, y, z, inside ? INSIDE : OUTSIDE, stack);
                }
            }
        }
    }
    tl_free(g->context, stack);
    return TL_OK;
}

/* --- Rooms -------------------------------------------------------------------------------------------------------- */

static size_t sum_at(const inner_boxes_grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)(g->n[1] + 1) + (size_t)y) * (size_t)(g->n[0] + 1) + (size_t)x;
}

static void add_up(inner_boxes_grid *g) {
    for (int z = 1; z <= g->n[2]; z++) {
        for (int y = 1; y <= g->n[1]; y++) {
            int32_t row = 0;
            for (int x = 1; x <= g->n[0]; x++) {
                row += g->state[at(g, x - 1, y - 1, z - 1)] == INSIDE ? 1 : 0;
                g->full[sum_at(g, x, y, z)] = row + g->full[sum_at(g, x, y - 1, z)] + g->full[sum_at(g, x, y, z - 1)] -
                                              g->full[sum_at(g, x, y - 1, z - 1)];
            }
        }
    }
}

/* Whether all small boxes of a block are inside. */
static bool holds(const inner_boxes_grid *g, int x, int y, int z, int w, int v) {
    int32_t sum = 0;
    for (int i = 0; i < 8; i++) {
        int sign = ((i & 1) + (i >> 1 & 1) + (i >> 2)) % 2 != 0 ? 1 : -1;
        sum += sign * g->full[sum_at(g, (i & 1) != 0 ? x + w : x, (i & 2) != 0 ? y + w : y, (i & 4) != 0 ? z + v : z)];
    }
    return sum == w * w * v;
}

static tl_board_inner_box box_at(const inner_boxes_grid *g, int x, int y, int z, int w, int v) {
    tl_vec3 half = {0.5 * w * g->step, 0.5 * w * g->step, 0.5 * v * g->step};
    return (tl_board_inner_box){
        tl_add((tl_vec3){g->box.low.x + x * g->step, g->box.low.y + y * g->step, g->box.low.z + z * g->step}, half),
        half};
}

/* The block of w x w x v farthest along a direction. */
static bool farthest_block(const inner_boxes_grid *g, tl_vec3 n, int w, int v, tl_board_inner_box *box) {
    double best = -INFINITY;
    for (int z = 0; z + v <= g->n[2]; z++) {
        for (int y = 0; y + w <= g->n[1]; y++) {
            for (int x = 0; x + w <= g->n[0]; x++) {
                double d = n.x * x + n.y * y + n.z * z;
                if (d > best && holds(g, x, y, z, w, v)) {
                    best = d;
                    *box = box_at(g, x, y, z, w, v);
                }
            }
        }
    }
    return best > -INFINITY;
}

static void add_box(tl_board_inner_box box, tl_board_inner_box *boxes, size_t *count) {
    for (size_t i = 0; i < *count; i++) {
        if (tl_same_point(boxes[i].middle, box.middle) && tl_same_point(boxes[i].half, box.half)) {
            return;
        }
    }
    if (*count < TL_BOARD_INNER_BOXES) {
        boxes[(*count)++] = box;
    }
}

/* The tallest block of w x w anywhere. */
static int tallest(const inner_boxes_grid *g, int w) {
    tl_board_inner_box box;
    int v = 1;
    while (v < g->n[2] && farthest_block(g, (tl_vec3){0, 0, 1}, w, v + 1, &box)) {
        v++;
    }
    return v;
}

/* Flat ones, which lie farthest out, and tall ones, for bodies whose height isn't known well. */
static void choose(const inner_boxes_grid *g, tl_board_inner_box *boxes, size_t *count) {
    static const double share[TL_BOARD_INNER_SIZES] = TL_BOARD_INNER_SHARES;
    static const tl_vec3 way[TL_BOARD_INNER_DIRECTIONS] = {
        {0, 0, 1},    {1, 0, 0.5},   {-1, 0, 0.5}, {0, 1, 0.5}, {0, -1, 0.5}, {1, 1, 0.5}, {1, -1, 0.5},
        {-1, 1, 0.5}, {-1, -1, 0.5}, {0, 0, -1},   {1, 0, 0},   {-1, 0, 0},   {0, 1, 0},   {0, -1, 0}};
    tl_board_inner_box box;
    int most = g->n[0] < g->n[1] ? g->n[0] : g->n[1];
    while (most > 0 && !farthest_block(g, way[0], most, most / 2 > 0 ? most / 2 : 1, &box)) {
        most--;
    }
    for (int s = 0; s < TL_BOARD_INNER_SIZES && most > 0; s++) {
        int w = (int)(share[s] * most + 0.5), flat = w / 2 > 0 ? w / 2 : 1;
        int tall = w > 0 ? tallest(g, w) : 0;
        for (int i = 0; i < TL_BOARD_INNER_DIRECTIONS && w > 0; i++) {
            if (farthest_block(g, way[i], w, flat, &box)) {
                add_box(box, boxes, count);
            }
            if (i < TL_BOARD_INNER_TALL && tall > 2 * flat) {
                for (int v = tall; v > 2 * flat; v = v / 2) {
                    if (farthest_block(g, way[i], w, v, &box)) {
                        add_box(box, boxes, count);
                    }
                }
            }
        }
    }
}

tl_status tl_board_inner_boxes_find(tl_context *context, const tl_vec3 *vertices, const uint32_t *triangles,
                                    size_t triangle_count, tl_board_inner_box *boxes, size_t *count) {
    inner_boxes_grid g = {.context = context,
                          .vertices = vertices,
                          .triangles = triangles,
                          .triangle_count = triangle_count,
                          .box = tl_box3_empty()};
    *count = 0;
    for (size_t i = 0; i < 3 * triangle_count; i++) {
        g.box = tl_box3_add(g.box, vertices[triangles[i]]);
    }
    tl_vec3 size = tl_box3_size(g.box); /* without a triangle less than nothing */
    g.step = tl_max(size.x, tl_max(size.y, size.z)) / TL_BOARD_INNER_ACROSS;
    bool even = false;
    if (!(g.step > TL_BOARD_INNER_LEAST_SIDE) || triangle_count > TL_BOARD_INNER_MOST) {
        return TL_OK;
    }
    tl_status status = all_even(&g, &even);
    if (status != TL_OK || !even) {
        return status;
    }
    const double side[3] = {size.x, size.y, size.z};
    for (int k = 0; k < 3; k++) {
        g.n[k] = (int)ceil(side[k] / g.step);
        g.n[k] = g.n[k] < 1 ? 1 : g.n[k];
    }
    size_t cells = (size_t)g.n[0] * (size_t)g.n[1] * (size_t)g.n[2];
    size_t sums = (size_t)(g.n[0] + 1) * (size_t)(g.n[1] + 1) * (size_t)(g.n[2] + 1);
    g.state = tl_alloc_array(context, cells, sizeof(*g.state));
    g.full = tl_alloc_array(context, sums, sizeof(*g.full));
    status = g.state != NULL && g.full != NULL ? fill(&g) : TL_ERROR_MEMORY;
    if (status == TL_OK) {
        add_up(&g);
        choose(&g, boxes, count);
    }
    tl_free(context, g.state);
    tl_free(context, g.full);
    return status;
}
