/* kernel.h: the walks, compiled once per instruction set: included by kernel_plain.c and kernel_avx2.c, which define
 * TL_KERNELS, the name of the table. */
#include "query/lanes.h"
#include "query/world.h"

#include <string.h>

#define STACK (TL_BVH_STACK)

/* --- Nodes ------------------------------------------------------------------------------------------------------ */

/* The ray's numbers spread over lanes, kept in registers while a tree is walked. */
typedef struct spread {
    lanes near_from[3], far_from[3], inverse[3];
    lanes slope_x, slope_y, centre_x, centre_y, tolerance, z_low, z_high;
    size_t near_row[3], far_row[3]; /* places of the planes in a node, as floats */
    int x, y, z;
} spread;

TL_LANE spread spread_ray(const tl_ray *ray) {
    spread s;
    for (int k = 0; k < 3; k++) {
        s.near_from[k] = lanes_all(ray->near_from[k]);
        s.far_from[k] = lanes_all(ray->far_from[k]);
        s.inverse[k] = lanes_all(ray->inverse[k]);
        size_t negative = ray->negative >> k & 1U, low = 8 * (size_t)k;
        s.near_row[k] = low + 24 * negative;
        s.far_row[k] = low + 24 - 24 * negative;
    }
    return s;
}

TL_LANE void spread_triangles(spread *s, const tl_ray *ray) {
    s->slope_x = lanes_all(ray->slope_x);
    s->slope_y = lanes_all(ray->slope_y);
    s->centre_x = lanes_all(ray->centre_x);
    s->centre_y = lanes_all(ray->centre_y);
    s->tolerance = lanes_all(ray->tolerance);
    s->z_low = lanes_all(ray->z_low);
    s->z_high = lanes_all(ray->z_high);
    s->x = ray->x;
    s->y = ray->y;
    s->z = ray->z;
}

/* The children that the segment may meet before `limit`, and where it enters them. */
TL_LANE uint32_t node_met(const tl_bvh_node *node, const spread *s, lanes limit, lanes *entry) {
    const float *rows = &node->low[0][0];
    lanes near = lanes_all(0), far = limit;
    for (int k = 0; k < 3; k++) {
        lanes a = lanes_load(rows + s->near_row[k]), b = lanes_load(rows + s->far_row[k]);
        /* Of two zeros the second is taken: `near` never becomes -0, which would sort last. */
        near = lanes_max(lanes_mul(lanes_sub(a, s->near_from[k]), s->inverse[k]), near);
        far = lanes_min(far, lanes_mul(lanes_sub(b, s->far_from[k]), s->inverse[k]));
    }
    *entry = near;
    return lanes_not_above(near, far);
}

/* Pushes the children met, lane 0 (the largest) on top. May write up to 8 places beyond the new top. */
TL_LANE int push_met(uint32_t *stack, int top, const uint32_t *child, uint32_t met) {
#if defined(TL_LANES_AVX2)
    /* Without a branch for every child: how many there are is hard to foresee. */
    __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&tl_kernels_met_lanes[met]));
    __m256i chosen = _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i *)(const void *)child), order);
    _mm256_storeu_si256((__m256i *)(void *)(stack + top), chosen);
    return top + __builtin_popcount(met);
#else
    while (met != 0) {
        int lane = 31 - __builtin_clz(met);
        met &= ~(1U << lane);
        stack[top++] = child[lane];
    }
    return top;
#endif
}

/* --- Triangles --------------------------------------------------------------------------------------------------- */

typedef struct sifted {
    uint32_t maybe; /* lanes that are not proved to miss */
    uint32_t sure;  /* lanes proved to cross the interior, a subset */
    uint32_t left;  /* of the sure ones: counter-clockwise about the axis z of the ray */
} sifted;

/* See ray.h for the bound. */
TL_LANE sifted sift_block(const tl_bvh_block *block, uint32_t count, const spread *s) {
    lanes X[3], Y[3], z[3];
    for (int i = 0; i < 3; i++) {
        z[i] = lanes_load(block->corner[i][s->z]);
        X[i] = lanes_sub(lanes_sub(lanes_load(block->corner[i][s->x]), lanes_mul(s->slope_x, z[i])), s->centre_x);
        Y[i] = lanes_sub(lanes_sub(lanes_load(block->corner[i][s->y]), lanes_mul(s->slope_y, z[i])), s->centre_y);
    }
    lanes U = lanes_sub(lanes_mul(X[1], Y[2]), lanes_mul(Y[1], X[2]));
    lanes V = lanes_sub(lanes_mul(X[2], Y[0]), lanes_mul(Y[2], X[0]));
    lanes W = lanes_sub(lanes_mul(X[0], Y[1]), lanes_mul(Y[0], X[1]));
    lanes sum =
        lanes_add(lanes_add(lanes_add(lanes_abs(X[0]), lanes_abs(Y[0])), lanes_add(lanes_abs(X[1]), lanes_abs(Y[1]))),
                  lanes_add(lanes_add(lanes_abs(X[2]), lanes_abs(Y[2])), s->tolerance));
    lanes error = lanes_mul(s->tolerance, sum);
    lanes low = lanes_min(U, lanes_min(V, W)), high = lanes_max(U, lanes_max(V, W));
    lanes minus = lanes_sub(lanes_all(0), error);
    uint32_t right_of_one = lanes_below(low, minus), left_of_one = lanes_below(error, high);
    sifted result;
    result.maybe = ~(right_of_one & left_of_one) & ((1U << count) - 1U);
    result.sure = 0;
    result.left = 0;
    if (result.maybe != 0) {
        uint32_t left = lanes_below(error, low), right = lanes_below(high, minus);
        uint32_t within = lanes_below(s->z_low, lanes_min(z[0], lanes_min(z[1], z[2]))) &
                          lanes_below(lanes_max(z[0], lanes_max(z[1], z[2])), s->z_high);
        result.sure = (left | right) & within & result.maybe;
        result.left = left;
    }
    return result;
}

/* Walking against the normal means coming from the front. */
TL_LANE tl_crossing sure_crossing(bool left, bool backward) {
    return left == backward ? TL_CROSSING_FRONT : TL_CROSSING_BACK;
}

/* --- One hierarchy ------------------------------------------------------------------------------------------------ */

typedef struct kernel_walk {
    tl_vec3 p, q;
    uint32_t slot;
    uint8_t roles;
    tl_hit_fn *visit; /* each hit */
    void *user;
    bool with_place;
    tl_hit *best; /* nearest hit */
    bool found;
} kernel_walk;

TL_LANE tl_crossing decide(const kernel_walk *w, const tl_ray *ray, const sifted *lanes_left, int lane,
                           const tl_vec3 *corner) {
    if ((lanes_left->sure >> lane & 1U) != 0) {
        return sure_crossing((lanes_left->left >> lane & 1U) != 0, ray->backward);
    }
    return tl_math_segment_triangle(w->p, w->q, corner[0], corner[1], corner[2]);
}

/* Starts to load what will be looked at after the next: large trees don't fit the caches. */
TL_LANE void fetch_early(const tl_bvh *bvh, uint32_t child) {
    bool leaf = (child & TL_BVH_LEAF) != 0;
    const char *node = (const char *)(bvh->nodes + (leaf ? 0 : child));
    const char *block = (const char *)(bvh->blocks + (leaf ? TL_BVH_LEAF_BLOCK(child) : 0));
    const char *start = leaf ? block : node;
    for (int i = 0; i < 6; i++) { /* of a node the first four; no harm in two more */
        __builtin_prefetch(start + 64 * i);
    }
}

/* Starts to load the exact corners of a leaf that is about to be sifted: few leaves are looked at in vain, and what the
 * walk does next depends on where the triangle is met. */
TL_LANE void fetch_corners(const tl_bvh *bvh, uint32_t leaf) {
    size_t at = TL_BVH_WIDTH * (size_t)TL_BVH_LEAF_BLOCK(leaf);
    bool copied = bvh->corners != NULL;
    const char *start = copied ? (const char *)(bvh->corners + at) : (const char *)(bvh->places + at);
    for (int i = 0; i < (copied ? 9 : 2); i++) {
        __builtin_prefetch(start + 64 * i);
    }
}

/* Any hit. */
TL_KERNEL static bool blocked_by(const tl_bvh *bvh, const kernel_walk *w, tl_hit *hit) {
    if (bvh->node_count == 0) {
        return false;
    }
    tl_ray ray;
    tl_ray_make(&ray, tl_sub(w->p, bvh->origin), tl_sub(w->q, w->p), bvh->reach);
    spread s = spread_ray(&ray);
    spread_triangles(&s, &ray);
    bool all = (bvh->roles_present & ~w->roles) == 0;
    lanes limit = lanes_all(1);
    uint32_t stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top];
        if ((at & TL_BVH_LEAF) == 0) {
            const tl_bvh_node *node = &bvh->nodes[at];
            lanes entry;
            uint32_t met = node_met(node, &s, limit, &entry);
            top = push_met(stack, top, node->child, met);
            fetch_early(bvh, stack[top > 1 ? top - 2 : 0]);
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
        sifted left = sift_block(block, TL_BVH_LEAF_COUNT(at), &s);
        if (hit == NULL && all && left.sure != 0) {
            return true;
        }
        for (uint32_t maybe = left.maybe; maybe != 0; maybe &= maybe - 1) {
            int lane = __builtin_ctz(maybe);
            uint32_t triangle = block->triangle[lane];
            if ((block->role_bit[lane] & w->roles) == 0) {
                continue;
            }
            tl_vec3 room[3];
            const tl_vec3 *corner = tl_bvh_block_corners(bvh, block, lane, room);
            tl_crossing crossing = decide(w, &ray, &left, lane, corner);
            if (crossing != TL_CROSSING_NONE) {
                if (hit != NULL) {
                    *hit = (tl_hit){w->slot, triangle, tl_world_hit_place(w->p, w->q, corner), crossing};
                }
                return true;
            }
        }
    }
    return false;
}

/* Every hit. */
TL_KERNEL static bool visit_hits_of(const tl_bvh *bvh, const kernel_walk *w) {
    if (bvh->node_count == 0) {
        return true;
    }
    tl_ray ray;
    tl_ray_make(&ray, tl_sub(w->p, bvh->origin), tl_sub(w->q, w->p), bvh->reach);
    spread s = spread_ray(&ray);
    spread_triangles(&s, &ray);
    lanes limit = lanes_all(1);
    uint32_t stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top];
        if ((at & TL_BVH_LEAF) == 0) {
            const tl_bvh_node *node = &bvh->nodes[at];
            lanes entry;
            uint32_t met = node_met(node, &s, limit, &entry);
            top = push_met(stack, top, node->child, met);
            fetch_early(bvh, stack[top > 1 ? top - 2 : 0]);
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
        sifted left = sift_block(block, TL_BVH_LEAF_COUNT(at), &s);
        for (uint32_t maybe = left.maybe; maybe != 0; maybe &= maybe - 1) {
            int lane = __builtin_ctz(maybe);
            uint32_t triangle = block->triangle[lane];
            if ((block->role_bit[lane] & w->roles) == 0) {
                continue;
            }
            tl_vec3 room[3];
            const tl_vec3 *corner = tl_bvh_block_corners(bvh, block, lane, room);
            tl_crossing crossing = decide(w, &ray, &left, lane, corner);
            if (crossing != TL_CROSSING_NONE) {
                tl_hit hit = {w->slot, triangle, w->with_place ? tl_world_hit_place(w->p, w->q, corner) : 0, crossing};
                if (!w->visit(w->user, &hit)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* A child to look at and where it is entered: the bits of a float >= 0, which are ordered as the float is, above; the
 * child below. The last three bits of the float make way for the lane, so that no two of one node are equal; that only
 * lowers it. */
typedef uint64_t kernel_entry;

TL_LANE uint32_t entry_child(kernel_entry e) {
    return (uint32_t)e;
}

TL_LANE int entry_lane(kernel_entry e) {
    return (int)(e >> 32 & 7U);
}

TL_LANE uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

/* Whether the entry lies beyond a place, given as bits_of. */
TL_LANE bool entry_beyond(kernel_entry e, uint32_t place) {
    return (uint32_t)(e >> 32) > place;
}

TL_LANE kernel_entry make_entry(const uint32_t *at, const uint32_t *child, int lane) {
    return (uint64_t)((at[lane] & ~7U) | (uint32_t)lane) << 32 | child[lane];
}

/* Pushes the children met, the nearest on top. */
TL_LANE int push_sorted(kernel_entry *stack, int top, const uint32_t *child, uint32_t met, lanes places) {
    uint32_t at[8];
    lanes_store((float *)(void *)at, places);
    if (met == 0) {
        return top;
    }
    int lane = __builtin_ctz(met);
    met &= met - 1;
    kernel_entry a = make_entry(at, child, lane);
    if (met == 0) {
        stack[top] = a;
        return top + 1;
    }
    lane = __builtin_ctz(met);
    met &= met - 1;
    kernel_entry b = make_entry(at, child, lane);
    /* Up to three without a branch on their order, which is as good as random. */
    kernel_entry far = a > b ? a : b, near = a > b ? b : a;
    stack[top] = far;
    stack[top + 1] = near;
    if (met == 0) {
        return top + 2;
    }
    lane = __builtin_ctz(met);
    met &= met - 1;
    kernel_entry c = make_entry(at, child, lane);
    kernel_entry middle = c > near ? c : near;
    stack[top] = middle > far ? middle : far;
    stack[top + 1] = middle > far ? far : middle;
    stack[top + 2] = c > near ? near : c;
    int first = top;
    top += 3;
    for (; met != 0; met &= met - 1) {
        kernel_entry moving = make_entry(at, child, __builtin_ctz(met));
        int j = top++;
        for (; j > first && stack[j - 1] < moving; j--) {
            stack[j] = stack[j - 1];
        }
        stack[j] = moving;
    }
    return top;
}

/* Everything at `place` or before stays: rounded places are off by far less than the float's margin. */
TL_LANE float limit_at(double place) {
    return (float)place * (1 + 0x1p-20F) + 0x1p-100F;
}

TL_KERNEL static void nearest_of(const tl_bvh *bvh, kernel_walk *w) {
    if (bvh->node_count == 0) {
        return;
    }
    tl_ray ray;
    tl_ray_make(&ray, tl_sub(w->p, bvh->origin), tl_sub(w->q, w->p), bvh->reach);
    spread s = spread_ray(&ray);
    spread_triangles(&s, &ray);
    float last = w->found ? limit_at(w->best->t) : 1;
    kernel_entry stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        kernel_entry at = stack[--top];
        if (entry_beyond(at, bits_of(last))) {
            continue;
        }
        if ((entry_child(at) & TL_BVH_LEAF) == 0) {
            const tl_bvh_node *node = &bvh->nodes[entry_child(at)];
            lanes places;
            uint32_t met = node_met(node, &s, lanes_all(last), &places);
            top = push_sorted(stack, top, node->child, met, places);
            fetch_early(bvh, entry_child(stack[top > 1 ? top - 2 : 0]));
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(entry_child(at))];
        fetch_corners(bvh, entry_child(at));
        sifted left = sift_block(block, TL_BVH_LEAF_COUNT(entry_child(at)), &s);
        for (uint32_t maybe = left.maybe; maybe != 0; maybe &= maybe - 1) {
            int lane = __builtin_ctz(maybe);
            uint32_t triangle = block->triangle[lane];
            if ((block->role_bit[lane] & w->roles) == 0) {
                continue;
            }
            tl_vec3 room[3];
            const tl_vec3 *corner = tl_bvh_block_corners(bvh, block, lane, room);
            tl_crossing crossing = decide(w, &ray, &left, lane, corner);
            if (crossing == TL_CROSSING_NONE) {
                continue;
            }
            double t = tl_world_hit_place(w->p, w->q, corner);
            tl_hit *b = w->best;
            if (!w->found || t < b->t ||
                (t == b->t && (w->slot < b->slot || (w->slot == b->slot && triangle < b->triangle)))) {
                *b = (tl_hit){w->slot, triangle, t, crossing};
                w->found = true;
                last = limit_at(t) < last ? limit_at(t) : last;
            }
        }
    }
}

/* --- The world ---------------------------------------------------------------------------------------------------- */

TL_LANE tl_ray world_ray(const tl_world *world, tl_vec3 p, tl_vec3 q) {
    tl_ray ray;
    tl_ray_boxes(&ray, tl_sub(p, world->origin), tl_sub(q, p), world->reach, 0);
    return ray;
}

TL_KERNEL static bool world_blocked(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit) {
    if (world->only_slot != TL_BVH_NONE) {
        kernel_walk w = {.p = p, .q = q, .slot = world->only_slot};
        w.roles = tl_world_roles(world, w.slot, blockers);
        return w.roles != 0 && blocked_by(world->slots[w.slot], &w, hit);
    }
    if (world->node_count == 0) {
        return false;
    }
    tl_ray ray = world_ray(world, p, q);
    spread s = spread_ray(&ray);
    uint32_t stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top];
        if ((at & TL_BVH_LEAF) != 0) {
            uint32_t slot = at & ~TL_BVH_LEAF;
            kernel_walk w = {.p = p, .q = q, .slot = slot, .roles = tl_world_roles(world, slot, blockers)};
            if (w.roles != 0 && blocked_by(world->slots[slot], &w, hit)) {
                return true;
            }
            continue;
        }
        lanes places;
        uint32_t met = node_met(&world->nodes[at], &s, lanes_all(1), &places);
        top = push_met(stack, top, world->nodes[at].child, met);
    }
    return false;
}

TL_KERNEL static bool world_each_hit(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers,
                                     tl_hit_fn *visit, void *user) {
    if (world->node_count == 0) {
        return true;
    }
    tl_ray ray = world_ray(world, p, q);
    spread s = spread_ray(&ray);
    uint32_t stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top];
        if ((at & TL_BVH_LEAF) != 0) {
            uint32_t slot = at & ~TL_BVH_LEAF;
            kernel_walk w = {.p = p,
                             .q = q,
                             .slot = slot,
                             .roles = tl_world_roles(world, slot, blockers),
                             .visit = visit,
                             .user = user,
                             .with_place = true};
            if (w.roles != 0 && !visit_hits_of(world->slots[slot], &w)) {
                return false;
            }
            continue;
        }
        lanes places;
        uint32_t met = node_met(&world->nodes[at], &s, lanes_all(1), &places);
        top = push_met(stack, top, world->nodes[at].child, met);
    }
    return true;
}

TL_KERNEL static bool bvh_each_crossing(const tl_bvh *bvh, tl_vec3 p, tl_vec3 q, uint8_t roles, uint32_t slot,
                                        tl_hit_fn *visit, void *user) {
    kernel_walk w = {.p = p, .q = q, .slot = slot, .roles = roles, .visit = visit, .user = user};
    return visit_hits_of(bvh, &w);
}

TL_KERNEL static bool world_nearest(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit) {
    kernel_walk w = {.p = p, .q = q, .best = hit};
    if (world->only_slot != TL_BVH_NONE) {
        w.slot = world->only_slot;
        w.roles = tl_world_roles(world, w.slot, blockers);
        if (w.roles != 0) {
            nearest_of(world->slots[w.slot], &w);
        }
        return w.found;
    }
    if (world->node_count == 0) {
        return false;
    }
    tl_ray ray = world_ray(world, p, q);
    spread s = spread_ray(&ray);
    float last = 1;
    kernel_entry stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        kernel_entry at = stack[--top];
        if (entry_beyond(at, bits_of(last))) {
            continue;
        }
        if ((entry_child(at) & TL_BVH_LEAF) != 0) {
            w.slot = entry_child(at) & ~TL_BVH_LEAF;
            w.roles = tl_world_roles(world, w.slot, blockers);
            if (w.roles != 0) {
                nearest_of(world->slots[w.slot], &w);
                last = w.found ? limit_at(hit->t) : last;
            }
            continue;
        }
        const tl_bvh_node *node = &world->nodes[entry_child(at)];
        lanes places;
        uint32_t met = node_met(node, &s, lanes_all(last), &places);
        top = push_sorted(stack, top, node->child, met, places);
    }
    return w.found;
}

#include "query/tube.h"

const tl_kernels TL_KERNELS = {
    TL_KERNELS_NAME, world_blocked, world_nearest, world_each_hit, bvh_each_crossing, world_clearance,
};
