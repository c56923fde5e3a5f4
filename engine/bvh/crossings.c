/* crossings.c: holds a mesh against itself: finds the triangles that pass through one another. */
#include "bvh/crossings.h"
#include "bvh/tree.h"
#include "math/predicates.h"

#define MOST_TESTS ((uint64_t)1 << 28)

typedef struct crossings_finder {
    const tl_bvh *bvh;
    uint64_t tests;
    tl_crossed_pair *pairs;
    size_t count, capacity, most;
    bool limited, failed;
} crossings_finder;

/* Whether an edge of the first passes through the inside of the second, but for edges at a corner both have. */
static bool pierces(const uint32_t *a, const tl_vec3 p[3], const uint32_t *b, const tl_vec3 q[3]) {
    for (int k = 0; k < 3; k++) {
        uint32_t from = a[k];
        uint32_t to = a[(k + 1) % 3];
        bool shared = from == b[0] || from == b[1] || from == b[2] || to == b[0] || to == b[1] || to == b[2];
        if (!shared && tl_math_segment_triangle(p[k], p[(k + 1) % 3], q[0], q[1], q[2]) >= TL_CROSSING_FRONT) {
            return true;
        }
    }
    return false;
}

static bool cross(const tl_bvh *bvh, uint32_t s, uint32_t t) {
    tl_vec3 p[3], q[3];
    tl_bvh_corners(bvh, s, p);
    tl_bvh_corners(bvh, t, q);
    const uint32_t *a = bvh->triangles + 3 * (size_t)s;
    const uint32_t *b = bvh->triangles + 3 * (size_t)t;
    return pierces(a, p, b, q) || pierces(b, q, a, p);
}

static bool boxes_meet(const tl_vec3 p[3], const tl_bvh *bvh, uint32_t t) {
    tl_vec3 q[3];
    tl_bvh_corners(bvh, t, q);
    tl_box3 a = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), p[0]), p[1]), p[2]);
    tl_box3 b = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), q[0]), q[1]), q[2]);
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static void try_pair(crossings_finder *f, uint32_t s, uint32_t t) {
    f->tests++;
    if (!cross(f->bvh, s, t)) {
        return;
    }
    if (f->count == f->most) {
        f->limited = true;
    } else if (!tl_reserve(f->bvh->context, (void **)&f->pairs, &f->capacity, f->count + 1, sizeof(*f->pairs))) {
        f->failed = true;
    } else {
        f->pairs[f->count++] = (tl_crossed_pair){s, t};
    }
}

/* All triangles with a higher number whose boxes meet this one's. */
static void find_partners(crossings_finder *f, uint32_t s) {
    const tl_bvh *bvh = f->bvh;
    tl_vec3 p[3];
    tl_bvh_corners(bvh, s, p);
    float low[3], high[3];
    const double origin[3] = {bvh->origin.x, bvh->origin.y, bvh->origin.z};
    for (int axis = 0; axis < 3; axis++) {
        const double c[3] = {axis == 0   ? p[0].x
                             : axis == 1 ? p[0].y
                                         : p[0].z,
                             axis == 0   ? p[1].x
                             : axis == 1 ? p[1].y
                                         : p[1].z,
                             axis == 0   ? p[2].x
                             : axis == 1 ? p[2].y
                                         : p[2].z};
        low[axis] = tl_float_below(tl_min(c[0], tl_min(c[1], c[2])) - origin[axis]);
        high[axis] = tl_float_above(tl_max(c[0], tl_max(c[1], c[2])) - origin[axis]);
    }
    uint32_t stack[TL_BVH_STACK];
    size_t count = 0;
    if (bvh->node_count > 0) {
        stack[count++] = 0;
    }
    while (count > 0 && !f->limited && !f->failed) {
        uint32_t at = stack[--count];
        if ((at & TL_BVH_LEAF) != 0) {
            const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
            for (uint32_t lane = 0; lane < TL_BVH_LEAF_COUNT(at); lane++) {
                uint32_t t = block->triangle[lane];
                if (t > s && boxes_meet(p, bvh, t)) {
                    try_pair(f, s, t);
                }
            }
            continue;
        }
        const tl_bvh_node *node = &bvh->nodes[at];
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            if (node->child[lane] != TL_BVH_NONE && node->low[0][lane] <= high[0] && low[0] <= node->high[0][lane] &&
                node->low[1][lane] <= high[1] && low[1] <= node->high[1][lane] && node->low[2][lane] <= high[2] &&
                low[2] <= node->high[2][lane]) {
                stack[count++] = node->child[lane];
            }
        }
    }
}

tl_status tl_bvh_crossings(const tl_bvh *bvh, size_t most, tl_crossed_pair **pairs, size_t *count, bool *limited,
                           tl_error *error) {
    crossings_finder f = {.bvh = bvh, .most = most};
    bool cancelled = false;
    for (uint32_t s = 0; s < bvh->triangle_count && !f.limited && !f.failed && !cancelled; s++) {
        find_partners(&f, s);
        f.limited = f.limited || f.tests > MOST_TESTS;
        cancelled = s % 1024 == 0 && !tl_progress(bvh->context, (double)s / (double)bvh->triangle_count,
                                                  "looking for triangles that cross");
    }
    if (f.failed || cancelled) {
        tl_free(bvh->context, f.pairs);
        return cancelled ? tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "looking for crossings was cancelled")
                         : tl_fail_memory(error);
    }
    *pairs = f.pairs;
    *count = f.count;
    *limited = f.limited;
    return TL_OK;
}
