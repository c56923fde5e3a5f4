/* tube.h: the walk for clearances: what lies nearest to a segment. Part of kernel.h, compiled with it.
 *
 * Floats tell for every triangle looked at a number that its distance is not below and one that it is not above. The
 * smallest of the latter bounds the search; the exact distance is asked of the few triangles whose former is smaller
 * still, at the end. */
#ifndef TL_QUERY_TUBE_H
#define TL_QUERY_TUBE_H

#include "query/gap.h"

/* A segment in the frame of a tree. */
typedef struct rod {
    float p[3], d[3];
    float square; /* |d|^2, about */
    float share;  /* 1 / |d|^2, about */
    float slack;  /* see rod_distances */
    float grown;  /* by how much the boxes are widened in `boxes` */
    spread boxes;
} rod;

/* Widens boxes by what is still of interest: those that the segment then misses are farther away. No tree reaches
 * farther than `all` from the segment, so a larger `by` makes no difference. */
TL_LANE void grow_rod(rod *r, tl_vec3 p, tl_vec3 d, float reach, float by) {
    float all = fabsf(r->p[0]) + fabsf(r->p[1]) + fabsf(r->p[2]) + 4 * reach;
    tl_ray ray;
    r->grown = by;
    tl_ray_boxes(&ray, p, d, reach, by < all ? by : all);
    r->boxes = spread_ray(&ray);
}

TL_LANE rod make_rod(tl_vec3 p, tl_vec3 d, float reach, float by) {
    rod r = {.p = {(float)p.x, (float)p.y, (float)p.z}, .d = {(float)d.x, (float)d.y, (float)d.z}};
    float size = 0;
    for (int k = 0; k < 3; k++) {
        r.square += r.d[k] * r.d[k];
        size += fabsf(r.p[k]) + fabsf(r.d[k]) + reach;
    }
    r.share = 1 / (r.square + 0x1p-100F);
    r.slack = 48 * 0x1p-24F * size;
    grow_rod(&r, p, d, reach, by);
    return r;
}

/* Lower bounds of the distances from the segment to the boxes in rows 0 to 2 (low) and 3 to 5 (high); 0 when they may
 * meet; without meaning for an empty lane.
 *
 * f(t), the distance from x(t) = p + t d to a box, is convex. At any t let g be the vector from the box to x(t). If
 * g is not 0, the plane square to n = g / |g| at the box's nearest point has the box behind it, so f(s) >= n.(x(s) -
 * box) = |g| + (s - t) n.d for every s: the bound is the smaller value of this line at the ends of [0, 1]. Any t will
 * do; two steps of Newton's method on f^2 from a good guess find one near the minimum, where the bound is tight.
 * Rounding (u = 2^-24, S the sum over the axes of |p| + |d| + reach): x and the gap of an axis are wrong by at most 6u
 * of the axis' share of S, |g| by 4u of itself, n.d and its product with t or 1 - t by 8u |d|: together below 24u S,
 * and 48u S is taken off. */
TL_LANE lanes rod_distances(const float *rows, const rod *r, lanes t) {
    lanes zero = lanes_all(0), one = lanes_all(1);
    lanes low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = lanes_load(rows + 8 * k);
        high[k] = lanes_load(rows + 8 * k + 24);
    }
    lanes square = zero, along = zero;
    for (int step = 0;; step++) {
        lanes bend = zero;
        square = zero;
        along = zero;
        for (int k = 0; k < 3; k++) {
            lanes d = lanes_all(r->d[k]);
            lanes x = lanes_add(lanes_all(r->p[k]), lanes_mul(t, d));
            lanes above = lanes_max(lanes_sub(x, high[k]), zero), below = lanes_max(lanes_sub(low[k], x), zero);
            lanes gap = lanes_sub(above, below);
            square = lanes_add(square, lanes_mul(gap, gap));
            along = lanes_add(along, lanes_mul(gap, d));
            bend = lanes_add(bend, lanes_where_positive(lanes_add(above, below), lanes_mul(d, d)));
        }
        if (step == 2) {
            break;
        }
        lanes change = lanes_div(along, lanes_add(bend, lanes_all(0x1p-100F)));
        t = lanes_min(lanes_max(lanes_sub(t, change), zero), one);
    }
    lanes length = lanes_sqrt(square);
    lanes slope = lanes_div(along, lanes_add(length, lanes_all(0x1p-100F)));
    lanes drop = lanes_min(lanes_sub(zero, lanes_mul(t, slope)), lanes_mul(lanes_sub(one, t), slope));
    return lanes_max(lanes_sub(lanes_add(length, lanes_min(drop, zero)), lanes_all(r->slack)), zero);
}

/* The children that may be nearer than `limit`, and how near. The widened boxes sort out most, and tell where along
 * the segment the others lie. */
TL_LANE uint32_t children_within(const tl_bvh_node *node, const rod *r, float limit, lanes *distances) {
    const float *rows = &node->low[0][0];
    const spread *s = &r->boxes;
    lanes near = lanes_all(0), far = lanes_all(1);
    for (int k = 0; k < 3; k++) {
        lanes a = lanes_load(rows + s->near_row[k]), b = lanes_load(rows + s->far_row[k]);
        near = lanes_max(lanes_mul(lanes_sub(a, s->near_from[k]), s->inverse[k]), near);
        far = lanes_min(far, lanes_mul(lanes_sub(b, s->far_from[k]), s->inverse[k]));
    }
    uint32_t met = lanes_not_above(near, far);
    *distances = lanes_all(0);
    if ((met & (met - 1)) == 0) {
        return met;
    }
    *distances = rod_distances(rows, r, lanes_mul(lanes_add(near, far), lanes_all(0.5F)));
    return lanes_not_above(*distances, lanes_all(limit)) & met;
}

enum { WAITING = 48 };

/* A triangle whose exact distance may be asked. */
typedef struct tube_candidate {
    const tl_bvh *bvh;
    const tl_bvh_block *block;
    int lane;
    uint32_t slot;
    float low; /* it is not nearer than this */
} tube_candidate;

/* What is known of the distance so far. */
typedef struct approach {
    tl_vec3 p, q;
    double best;   /* of the triangles asked exactly */
    float nearest; /* nothing farther than this matters: some triangle is certainly as near, or it is the limit */
    float n[3];    /* from the triangle that says so to the segment, length 1; 0 before there is one */
    tl_hit *hit;   /* may be NULL */
    tube_candidate waiting[WAITING];
    size_t count;
} approach;

/* The lanes of a block that may be nearer than the nearest so far by the direction in which that one lies: a triangle
 * is passed over when the plane square to n at that distance before the segment has all its corners behind it. Along a
 * smooth surface that settles all neighbours of the nearest triangle at once. Rounding as in rod_distances. */
TL_LANE uint32_t before_plane(const tl_bvh_block *block, const rod *r, const approach *a) {
    float start = 0, end = 0;
    lanes corner[3];
    for (int i = 0; i < 3; i++) {
        corner[i] = lanes_all(0);
    }
    for (int k = 0; k < 3; k++) {
        start += a->n[k] * r->p[k];
        end += a->n[k] * r->d[k];
        lanes n = lanes_all(a->n[k]);
        for (int i = 0; i < 3; i++) {
            corner[i] = lanes_add(corner[i], lanes_mul(n, lanes_load(block->corner[i][k])));
        }
    }
    float before = start + (end < 0 ? end : 0);
    lanes farthest = lanes_max(corner[0], lanes_max(corner[1], corner[2]));
    return lanes_below(lanes_all(before - a->nearest - r->slack), farthest);
}

/* The gap between the planes square to n that hold the segment and the triangle apart; 0 when they don't. Any n will
 * do. A denominator above |n| only lowers a positive gap, so tiny n do no harm; not-a-number becomes 0. */
TL_LANE lanes gap_along_lanes(const tl_bvh_block *block, const rod *r, const lanes n[3]) {
    lanes zero = lanes_all(0), start = zero, run = zero, square = zero;
    lanes corner[3] = {zero, zero, zero};
    for (int k = 0; k < 3; k++) {
        start = lanes_add(start, lanes_mul(n[k], lanes_all(r->p[k])));
        run = lanes_add(run, lanes_mul(n[k], lanes_all(r->d[k])));
        square = lanes_add(square, lanes_mul(n[k], n[k]));
        for (int i = 0; i < 3; i++) {
            corner[i] = lanes_add(corner[i], lanes_mul(n[k], lanes_load(block->corner[i][k])));
        }
    }
    lanes segment_low = lanes_add(start, lanes_min(run, zero)), segment_high = lanes_add(start, lanes_max(run, zero));
    lanes low = lanes_min(corner[0], lanes_min(corner[1], corner[2]));
    lanes high = lanes_max(corner[0], lanes_max(corner[1], corner[2]));
    lanes gap = lanes_max(lanes_sub(segment_low, high), lanes_sub(low, segment_high));
    lanes length = lanes_max(lanes_sqrt(square), lanes_all(1e-12F));
    return lanes_max(lanes_sub(lanes_div(gap, length), lanes_all(r->slack)), zero);
}

/* The distances from the segment to the triangles of a block, from below and from above, and the direction n in which
 * they were found.
 *
 * Nearest points of the segment and the three edges are found in floats, without care. Their distance is one from
 * above. The line that joins them, and the triangle's normal, are directions in which the two may face each other, and
 * the larger of the gaps along these alone is one from below. With n given, its scalar products with rounded points are
 * wrong by at most 4u |n| of the points' coordinates, the difference and the quotient by 6u of themselves: together
 * below 14u S; the vector between two points given by their places is wrong by 12u S. 48u S is taken off, or added (u,
 * S as in rod_distances). */
TL_LANE void triangle_distances(const tl_bvh_block *block, const rod *r, lanes *below, lanes *above, lanes n[3]) {
    const lanes zero = lanes_all(0), one = lanes_all(1), tiny = lanes_all(0x1p-100F);
    lanes best = lanes_all(INFINITY), edges[3][3];
    for (int k = 0; k < 3; k++) {
        n[k] = zero;
    }
    for (int i = 0; i < 3; i++) {
        lanes ee = zero, de = zero, dw = zero, ew = zero, w[3];
        for (int k = 0; k < 3; k++) {
            lanes from = lanes_load(block->corner[i][k]), d = lanes_all(r->d[k]);
            lanes e = lanes_sub(lanes_load(block->corner[i == 2 ? 0 : i + 1][k]), from);
            edges[i][k] = e;
            w[k] = lanes_sub(lanes_all(r->p[k]), from);
            ee = lanes_add(ee, lanes_mul(e, e));
            de = lanes_add(de, lanes_mul(d, e));
            dw = lanes_add(dw, lanes_mul(d, w[k]));
            ew = lanes_add(ew, lanes_mul(e, w[k]));
        }
        lanes apart = lanes_sub(lanes_mul(lanes_all(r->square), ee), lanes_mul(de, de));
        lanes s = lanes_div(lanes_sub(lanes_mul(de, ew), lanes_mul(ee, dw)), lanes_max(apart, tiny));
        s = lanes_min(lanes_max(s, zero), one);
        lanes t = lanes_div(lanes_add(ew, lanes_mul(s, de)), lanes_max(ee, tiny));
        t = lanes_min(lanes_max(t, zero), one);
        s = lanes_mul(lanes_sub(lanes_mul(t, de), dw), lanes_all(r->share));
        s = lanes_min(lanes_max(s, zero), one);
        lanes away = zero;
        for (int k = 0; k < 3; k++) {
            w[k] = lanes_sub(lanes_add(w[k], lanes_mul(s, lanes_all(r->d[k]))), lanes_mul(t, edges[i][k]));
            away = lanes_add(away, lanes_mul(w[k], w[k]));
        }
        for (int k = 0; k < 3; k++) {
            n[k] = lanes_where_below(away, best, w[k], n[k]);
        }
        best = lanes_min(away, best); /* of two the second when one is no number */
    }
    lanes normal[3];
    for (int k = 0; k < 3; k++) {
        int y = k == 2 ? 0 : k + 1, z = k == 0 ? 2 : k - 1;
        normal[k] = lanes_sub(lanes_mul(edges[0][y], edges[1][z]), lanes_mul(edges[0][z], edges[1][y]));
    }
    *below = lanes_max(gap_along_lanes(block, r, n), gap_along_lanes(block, r, normal));
    *above = lanes_add(lanes_sqrt(best), lanes_all(r->slack));
}

/* Asks a triangle's distance exactly. */
TL_KERNEL static void ask(approach *a, const tube_candidate *c) {
    tl_vec3 room[3];
    const tl_vec3 *corner = tl_bvh_block_corners(c->bvh, c->block, c->lane, room);
    double place, distance = segment_triangle_gap(a->p, a->q, corner, &place);
    if (!(distance < a->best)) {
        return;
    }
    a->best = distance;
    float from_above = tl_float_above(distance);
    a->nearest = from_above < a->nearest ? from_above : a->nearest;
    if (a->hit != NULL) {
        tl_crossing crossing = TL_CROSSING_NONE;
        if (distance == 0) {
            crossing = tl_math_segment_triangle(a->p, a->q, corner[0], corner[1], corner[2]);
            place = crossing != TL_CROSSING_NONE ? tl_world_hit_place(a->p, a->q, corner) : place;
        }
        *a->hit = (tl_hit){c->slot, c->block->triangle[c->lane], place, crossing};
    }
}

/* Asks those that wait, the one with the lowest bound first, until the rest are farther than what is known. */
TL_KERNEL static void ask_waiting(approach *a) {
    while (a->count > 0) {
        size_t first = 0;
        for (size_t i = 1; i < a->count; i++) {
            first = a->waiting[i].low < a->waiting[first].low ? i : first;
        }
        tube_candidate c = a->waiting[first];
        if (c.low > a->nearest) {
            break;
        }
        a->waiting[first] = a->waiting[--a->count];
        ask(a, &c);
    }
    a->count = 0;
}

TL_KERNEL static void let_wait(approach *a, const tube_candidate *c) {
    if (a->count == WAITING) {
        size_t kept = 0;
        for (size_t i = 0; i < a->count; i++) {
            if (a->waiting[i].low <= a->nearest) {
                a->waiting[kept++] = a->waiting[i];
            }
        }
        a->count = kept;
        if (kept > WAITING / 2) {
            ask_waiting(a);
        }
    }
    a->waiting[a->count++] = *c;
}

/* A block of triangles, those of the lanes in `counted`. */
TL_LANE void approach_block(const tl_bvh *bvh, const kernel_walk *w, const rod *r, const tl_bvh_block *block,
                            uint32_t counted, approach *a) {
    counted &= before_plane(block, r, a);
    if (counted == 0) {
        return;
    }
    lanes low, high, n[3];
    triangle_distances(block, r, &low, &high, n);
    counted &= lanes_not_above(low, lanes_all(a->nearest));
    if (counted == 0) {
        return;
    }
    float lows[8], highs[8], directions[3][8];
    lanes_store(lows, low);
    lanes_store(highs, high);
    int closest = -1;
    for (uint32_t left = counted; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (highs[lane] < a->nearest) {
            a->nearest = highs[lane];
            closest = lane;
        }
    }
    if (closest >= 0) {
        float square = 0;
        for (int k = 0; k < 3; k++) {
            lanes_store(directions[k], n[k]);
            square += directions[k][closest] * directions[k][closest];
        }
        float inverse = square > 1e-24F ? 1 / sqrtf(square) : 0;
        for (int k = 0; k < 3; k++) {
            a->n[k] = directions[k][closest] * inverse;
        }
    }
    for (uint32_t left = counted; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (lows[lane] > a->nearest) {
            continue;
        }
        tube_candidate c = {bvh, block, lane, w->slot, lows[lane]};
        if (lows[lane] == 0) {
            ask(a, &c); /* perhaps a touch, and then nothing else matters */
        } else {
            let_wait(a, &c);
        }
    }
}

TL_LANE uint32_t lanes_counted(const tl_bvh_block *block, uint32_t count, uint8_t roles) {
    uint32_t counted = 0;
    for (uint32_t lane = 0; lane < count; lane++) {
        counted |= (uint32_t)((block->role_bit[lane] & roles) != 0) << lane;
    }
    return counted;
}

/* What this hierarchy has near the segment. */
TL_KERNEL static void approach_hierarchy(const tl_bvh *bvh, const kernel_walk *w, approach *a) {
    if (bvh->node_count == 0) {
        return;
    }
    tl_vec3 p = tl_sub(a->p, bvh->origin), d = tl_sub(a->q, a->p);
    rod r = make_rod(p, d, bvh->reach, a->nearest);
    bool all = (bvh->roles_present & ~w->roles) == 0;
    kernel_entry stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0 && a->best > 0) {
        kernel_entry at = stack[--top];
        if (entry_beyond(at, bits_of(a->nearest))) {
            continue;
        }
        if ((entry_child(at) & TL_BVH_LEAF) == 0) {
            if (a->nearest < 0.9F * r.grown) {
                grow_rod(&r, p, d, bvh->reach, a->nearest);
            }
            lanes distances;
            const tl_bvh_node *node = &bvh->nodes[entry_child(at)];
            uint32_t near = children_within(node, &r, a->nearest, &distances);
            top = push_sorted(stack, top, node->child, near, distances);
            fetch_early(bvh, entry_child(stack[top > 1 ? top - 2 : 0]));
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(entry_child(at))];
        uint32_t count = TL_BVH_LEAF_COUNT(entry_child(at));
        approach_block(bvh, w, &r, block, all ? (1U << count) - 1U : lanes_counted(block, count, w->roles), a);
    }
}

TL_KERNEL static double world_clearance(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers,
                                        double limit, tl_hit *hit) {
    if (world->node_count == 0) {
        return limit;
    }
    approach a;
    a.p = p;
    a.q = q;
    a.best = limit;
    a.nearest = tl_float_above(limit);
    a.n[0] = a.n[1] = a.n[2] = 0;
    a.hit = hit;
    a.count = 0;
    tl_vec3 from = tl_sub(p, world->origin), d = tl_sub(q, p);
    rod r = make_rod(from, d, world->reach, a.nearest);
    kernel_entry stack[STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0 && a.best > 0) {
        kernel_entry at = stack[--top];
        if (entry_beyond(at, bits_of(a.nearest))) {
            continue;
        }
        if ((entry_child(at) & TL_BVH_LEAF) != 0) {
            kernel_walk w = {.p = p, .q = q, .slot = entry_child(at) & ~TL_BVH_LEAF};
            w.roles = tl_world_roles(world, w.slot, blockers);
            if (w.roles != 0) {
                approach_hierarchy(world->slots[w.slot], &w, &a);
            }
            continue;
        }
        if (a.nearest < 0.9F * r.grown) {
            grow_rod(&r, from, d, world->reach, a.nearest);
        }
        const tl_bvh_node *node = &world->nodes[entry_child(at)];
        lanes distances;
        uint32_t near = children_within(node, &r, a.nearest, &distances);
        top = push_sorted(stack, top, node->child, near, distances);
    }
    if (a.best > 0) {
        ask_waiting(&a);
    }
    return a.best;
}

#endif
