/* certify.c: the one check that every line goes through before it is told as a sight line. */
#include "visibility/certify.h"

#include "bvh/tree.h"
#include "geom/geom.h"
#include "visibility/limits.h"
#include "visibility/line.h"

#include <float.h>

/* --- Points of bodies --------------------------------------------------------------------------------------------- */

typedef struct nearest_point {
    tl_vec3 at;    /* a combination of the triangle's corners, rounded; a corner itself where that is nearest */
    double square; /* of its distance as computed */
    bool corner;
    bool found;
} nearest_point;

static double box_distance(const tl_bvh_node *node, int lane, const double at[3]) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double gap = tl_max(tl_max((double)node->low[k][lane] - at[k], at[k] - (double)node->high[k][lane]), 0);
        square += gap * gap;
    }
    return square;
}

static void look_at_leaf(const tl_bvh *bvh, uint32_t leaf, tl_vec3 p, nearest_point *nearest) {
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(leaf)];
    for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(leaf); i++) {
        tl_vec3 room[3];
        const tl_vec3 *corner = tl_bvh_block_corners(bvh, block, (int)i, room);
        tl_vec3 x = tl_geom_nearest_on_triangle(p, corner);
        double square = tl_length_squared(tl_sub(x, p));
        if (square < nearest->square) {
            bool is_corner = tl_same_point(x, corner[0]) || tl_same_point(x, corner[1]) || tl_same_point(x, corner[2]);
            *nearest = (nearest_point){x, square, is_corner, true};
        }
    }
}

static nearest_point nearest_within(const tl_bvh *bvh, tl_vec3 p, double limit) {
    nearest_point nearest = {.at = p, .square = limit * limit};
    tl_vec3 local = tl_sub(p, bvh->origin);
    const double at[3] = {local.x, local.y, local.z};
    uint32_t stack[TL_BVH_STACK];
    int top = 0;
    if (bvh->node_count > 0) {
        stack[top++] = 0;
    }
    while (top > 0) {
        uint32_t next = stack[--top];
        if ((next & TL_BVH_LEAF) != 0) {
            look_at_leaf(bvh, next, p, &nearest);
            continue;
        }
        const tl_bvh_node *node = &bvh->nodes[next];
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            if (node->child[lane] != TL_BVH_NONE && box_distance(node, lane, at) < nearest.square) {
                stack[top++] = node->child[lane];
            }
        }
    }
    return nearest;
}

tl_vec3 tl_sight_nearest_on_body(const tl_sight_body *body, tl_vec3 p, double limit) {
    TL_ASSERT(limit > 0, "the nearest point is looked for within some length");
    return body->bvh != NULL ? nearest_within(body->bvh, p, limit).at : body->point;
}

/* The nearest point is computed by a dozen operations on coordinates of size M or less, each off by half a unit in the
 * last place: it lies within 8 eps M of its triangle, and a corner exactly on it. The box in front of `nearest_within`
 * is rounded outwards but p's place in it isn't, so the search reaches a little farther than what is asked. */
bool tl_sight_on_body(const tl_sight_body *body, tl_vec3 p) {
    if (body->bvh == NULL) {
        return tl_same_point(p, body->point);
    }
    nearest_point nearest = nearest_within(body->bvh, p, 2 * TL_SIGHT_ON_BODY);
    if (!nearest.found) {
        return false;
    }
    tl_box3 box = tl_bvh_box(body->bvh);
    double most = tl_max(tl_max(tl_max(fabs(box.low.x), fabs(box.high.x)), tl_max(fabs(box.low.y), fabs(box.high.y))),
                         tl_max(fabs(box.low.z), fabs(box.high.z)));
    double rounding = nearest.corner ? 0 : TL_SIGHT_NEAREST_ROUNDING * DBL_EPSILON * most;
    return sqrt(nearest.square) * (1 + TL_SIGHT_NEAREST_ROUNDING * DBL_EPSILON) + rounding <= TL_SIGHT_ON_BODY;
}

/* --- Lines ---------------------------------------------------------------------------------------------------------
 */

bool tl_sight_may_view(const tl_obstacles *obstacles, const tl_sight_body *body, tl_vec3 p) {
    uint32_t slot;
    return !tl_sight_below_plane(obstacles, p) && tl_visibility_live(obstacles, p) && tl_sight_on_body(body, p) &&
           tl_sight_clearance(obstacles, p, p, TL_SIGHT_LEAST_CLEARANCE, &slot) >= TL_SIGHT_LEAST_CLEARANCE;
}

double tl_sight_certify(const tl_obstacles *obstacles, const tl_sight_body *a, const tl_sight_body *b, tl_vec3 p,
                        tl_vec3 q, double limit, uint32_t *slot) {
    TL_ASSERT(limit > 0, "a clearance is measured up to some length");
    TL_ASSERT(isfinite(p.x + p.y + p.z) && isfinite(q.x + q.y + q.z), "a line that is certified has finite ends");
    *slot = UINT32_MAX;
    if (!tl_sight_on_body(a, p) || !tl_sight_on_body(b, q) || !tl_visibility_line_free(obstacles, p, q)) {
        return 0;
    }
    return tl_sight_clearance(obstacles, p, q, limit, slot);
}
