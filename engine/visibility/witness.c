/* witness.c: looking for a free line before anything is divided: single lines, and those that are likely to be free. */
#include "visibility/search.h"

#include "bvh/tree.h"
#include "visibility/limits.h"

/* --- Single lines ------------------------------------------------------------------------------------------------ */

tl_vec3 tl_sight_body_sample(const tl_sight_body *body, tl_sight_random *random) {
    if (body->bvh == NULL) {
        return body->point;
    }
    tl_vec3 corner[3];
    tl_bvh_corners(body->bvh, tl_sight_random_below(random, (uint32_t)tl_bvh_triangle_count(body->bvh)), corner);
    uint64_t bits = tl_sight_random_bits(random);
    if ((bits & 1) != 0) {
        return corner[(bits >> 1) % 3];
    }
    double u = tl_sight_random_unit(random), v = tl_sight_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(corner[0], tl_sub(corner[1], corner[0]), u), tl_sub(corner[2], corner[0]), v);
}

/* Lines whose ends were computed some other way may end a little off thin triangles. */
static tl_vec3 put_on_body(const tl_sight_body *body, tl_vec3 p) {
    return tl_sight_on_body(body, p) ? p : tl_sight_nearest_on_body(body, p, TL_SIGHT_OFF_BODY);
}

/* What the clearance of a yes must come to, whatever the question asks. */
static bool enough(const tl_sight_search *search, double clearance) {
    return clearance >= TL_SIGHT_LEAST_CLEARANCE && clearance > search->options.min_clearance;
}

bool tl_sight_offer(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    tl_sight *sight = search->sight;
    if (search->only_proofs || !tl_sight_ends_free(search->obstacles, p, q)) {
        return false;
    }
    uint32_t slot;
    bool quick = search->options.quick;
    double limit = quick ? tl_max(TL_SIGHT_FAR_ENOUGH, 2 * search->options.min_clearance) : TL_SIGHT_FAR_AWAY;
    p = put_on_body(&search->a, p);
    q = put_on_body(&search->b, q);
    sight->work += TL_SIGHT_WORK_CLEARANCE;
    double clearance = tl_sight_certify(search->obstacles, &search->a, &search->b, p, q, limit, &slot);
    if (!(clearance > 0) || (sight->has_line && clearance <= sight->clearance)) {
        return false;
    }
    TL_ASSERT(tl_sight_on_body(&search->a, p) && tl_sight_on_body(&search->b, q),
              "a certified line ends on its bodies");
    sight->has_line = true;
    sight->from = p;
    sight->to = q;
    sight->clearance = clearance;
    if (!quick || !enough(search, clearance)) {
        tl_sight_line line = {p, q, clearance};
        tl_sight_widen(search, quick ? tl_max(search->options.min_clearance, TL_SIGHT_LEAST_CLEARANCE) : INFINITY,
                       &line);
        /* the widening measures only as far as it needs to compare */
        clearance = tl_sight_certify(search->obstacles, &search->a, &search->b, line.from, line.to, limit, &slot);
        if (clearance >= sight->clearance) {
            sight->from = line.from;
            sight->to = line.to;
            sight->clearance = clearance;
        }
    }
    return enough(search, sight->clearance);
}

tl_sight_try_result tl_sight_try(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    tl_sight *sight = search->sight;
    if (tl_sight_below_plane(search->obstacles, p) || tl_sight_below_plane(search->obstacles, q)) {
        return TL_TRY_UNCLEAR;
    }
    sight->work += TL_SIGHT_WORK_RAY;
    tl_hit hit;
    if (!tl_world_blocked(search->obstacles->world, p, q, search->obstacles->blockers, &hit)) {
        return tl_sight_offer(search, p, q) ? TL_TRY_SEEN : TL_TRY_UNCLEAR;
    }
    if (!sight->has_attempt) {
        sight->has_attempt = true;
        sight->attempt_from = p;
        sight->attempt_to = q;
    }
    tl_sight_add_name(search->stopped_by, &search->stopped_count, hit.slot);
    return TL_TRY_BLOCKED;
}

static bool seen(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    return tl_sight_try(search, p, q) == TL_TRY_SEEN;
}

/* --- Likely lines ------------------------------------------------------------------------------------------------- */

/* How far the boxes of a node's children reach in a direction; -INFINITY without a child. */
static void node_reach(const tl_bvh_node *node, const float direction[3], float reach[TL_BVH_WIDTH]) {
    for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
        reach[lane] = 0;
    }
    for (int k = 0; k < 3; k++) {
        const float *row = direction[k] > 0 ? node->high[k] : node->low[k];
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            reach[lane] += direction[k] * row[lane];
        }
    }
    for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
        reach[lane] = node->child[lane] != TL_BVH_NONE ? reach[lane] : -INFINITY;
    }
}

tl_vec3 tl_sight_body_extreme(const tl_sight_body *body, tl_vec3 direction) {
    const tl_bvh *bvh = body->bvh;
    if (bvh == NULL) {
        return body->point;
    }
    const float along[3] = {(float)direction.x, (float)direction.y, (float)direction.z};
    struct {
        uint32_t child;
        float reach;
    } stack[TL_BVH_STACK];
    int top = 0;
    tl_vec3 out = bvh->origin;
    double best = -INFINITY;
    stack[top].reach = INFINITY;
    stack[top++].child = 0;
    while (top > 0) {
        top--;
        uint32_t at = stack[top].child;
        if ((double)stack[top].reach <= best) {
            continue;
        }
        if ((at & TL_BVH_LEAF) != 0) {
            const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
            for (uint32_t i = 0; i < 3 * TL_BVH_LEAF_COUNT(at); i++) {
                tl_vec3 room[3], corner = tl_bvh_block_corners(bvh, block, (int)(i / 3), room)[i % 3];
                double s = tl_dot(direction, tl_sub(corner, bvh->origin));
                if (s > best) {
                    best = s;
                    out = corner;
                }
            }
            continue;
        }
        float reach[TL_BVH_WIDTH];
        node_reach(&bvh->nodes[at], along, reach);
        int first = top; /* the one that reaches farthest comes to lie on top */
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            if ((double)reach[lane] > best) {
                int i = top++;
                for (; i > first && stack[i - 1].reach > reach[lane]; i--) {
                    stack[i] = stack[i - 1];
                }
                stack[i].reach = reach[lane];
                stack[i].child = bvh->nodes[at].child[lane];
            }
        }
    }
    return out;
}

static bool seen_at_random(tl_sight_search *search, int count) {
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        tl_vec3 p = tl_sight_body_sample(&search->a, &search->random);
        tl_vec3 q = tl_sight_body_sample(&search->b, &search->random);
        found = seen(search, p, q);
    }
    return found;
}

bool tl_sight_likely_lines(tl_sight_search *search) {
    tl_vec3 axis = tl_sub(tl_box3_centre(tl_sight_body_box(&search->b)), tl_box3_centre(tl_sight_body_box(&search->a)));
    axis = tl_normalise(axis);
    tl_vec3 up = fabs(axis.z) < TL_SIGHT_UPRIGHT ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0};
    tl_vec3 u = tl_normalise(tl_cross(axis, up)), v = tl_cross(u, axis);
    const double h = TL_SIGHT_COSINE_45;
    /* where most tables are open first: over the top, then past the sides */
    const tl_vec3 direction[TL_SIGHT_LIKELY_DIRECTIONS] = {{0, 0, 1},
                                                           u,
                                                           tl_scale(u, -1),
                                                           tl_scale(tl_sub(v, u), h),
                                                           tl_scale(tl_add(u, v), h),
                                                           tl_scale(v, -1),
                                                           tl_scale(tl_sub(u, v), h),
                                                           tl_scale(tl_add(u, v), -h),
                                                           v};
    tl_vec3 pa[TL_SIGHT_LIKELY_DIRECTIONS], pb[TL_SIGHT_LIKELY_DIRECTIONS];
    for (int d = 0; d < TL_SIGHT_LIKELY_DIRECTIONS; d++) {
        pa[d] = tl_sight_body_extreme(&search->a, direction[d]);
        pb[d] = tl_sight_body_extreme(&search->b, direction[d]);
        if (seen(search, pa[d], pb[d]) || seen_at_random(search, 2)) {
            return true;
        }
    }
    if (seen_at_random(search, TL_SIGHT_LAST_LINES)) {
        return true;
    }
    for (int d = 1; d < TL_SIGHT_LIKELY_DIRECTIONS; d++) {
        if (seen(search, pa[0], pb[d]) || seen(search, pa[d], pb[0])) {
            return true;
        }
    }
    return false;
}
