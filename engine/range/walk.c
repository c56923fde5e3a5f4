/* walk.c: what a descent finds, computed in doubles.
 *
 * The descent (descent.h) drops in floats what can't matter; pairs that survive are computed here, and tell it how near
 * the best is. */
#include "range/walk.h"

#include "bvh/bvh.h"
#include "geom/geom.h"
#include "geom/polygon2.h"

#include <float.h>

typedef struct range_walk {
    tl_descent descent; /* first: its callbacks get it */
    const tl_convex *body;
    tl_vec3 body_corner[2];
    bool plan;
    float slack;
    double caution; /* pairs this much farther than the best still get a certificate */
    tl_range_near *near;
    tl_range_pair_fn *visit; /* instead of near: every pair within reach */
    void *user;
} range_walk;

const tl_descent_kernels *tl_descent_choose(void) {
#if defined(TL_DESCENT_HAS_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")) {
        return &tl_descent_avx2;
    }
#endif
    return &tl_descent_plain;
}

tl_range_near tl_range_near_start(double limit) {
    return (tl_range_near){.distance = limit, .low = INFINITY};
}

static float float_up(double x) {
    return nextafterf((float)x, INFINITY);
}

static void set_cut(range_walk *w, double distance) {
    w->descent.best = float_up(distance) + w->slack;
    w->descent.cut = w->descent.best * w->descent.best * 1.00001f;
}

static void flatten(tl_vec3 corner[3], tl_vec2 plan[3]) {
    for (int i = 0; i < 3; i++) {
        plan[i] = tl_plan(corner[i]);
    }
}

tl_vec3 tl_range_lift(const tl_vec3 corner[3], tl_vec2 p) {
    /* over the longest edge's neighbourhood: weights by areas where the projection has one, else along the edge that is
     * longest in plan */
    tl_vec2 a = tl_plan(corner[0]), b = tl_plan(corner[1]), c = tl_plan(corner[2]);
    double wa = tl_cross2(tl_sub2(c, b), tl_sub2(p, b));
    double wb = tl_cross2(tl_sub2(a, c), tl_sub2(p, c));
    double wc = tl_cross2(tl_sub2(b, a), tl_sub2(p, a));
    double total = wa + wb + wc;
    double longest = 0;
    int edge = 0;
    for (int i = 0; i < 3; i++) {
        tl_vec2 d = tl_sub2(tl_plan(corner[(i + 1) % 3]), tl_plan(corner[i]));
        double length = tl_dot2(d, d);
        if (length > longest) {
            longest = length;
            edge = i;
        }
    }
    if (fabs(total) > 1e-9 * longest) {
        wa = tl_max(wa / total, 0);
        wb = tl_max(wb / total, 0);
        wc = tl_max(wc / total, 0);
        double sum = wa + wb + wc;
        return tl_add(tl_add(tl_scale(corner[0], wa / sum), tl_scale(corner[1], wb / sum)),
                      tl_scale(corner[2], wc / sum));
    }
    tl_vec3 e = corner[edge], f = corner[(edge + 1) % 3];
    tl_vec2 d = tl_sub2(tl_plan(f), tl_plan(e));
    double t = longest > 0 ? tl_dot2(tl_sub2(p, tl_plan(e)), d) / longest : 0;
    return t <= 0 ? e : t >= 1 ? f : tl_lerp(e, f, t);
}

static void aim(range_walk *w, tl_vec3 d) {
    tl_descent *descent = &w->descent;
    if (w->plan) {
        d.z = 0;
    }
    d = tl_scale(tl_normalise(d), (double)TL_DESCENT_UNIT);
    descent->direction[0] = (float)d.x;
    descent->direction[1] = (float)d.y;
    descent->direction[2] = (float)d.z;
    descent->aimed++;
    if (w->body != NULL) {
        tl_vec3 along = {(double)descent->direction[0], (double)descent->direction[1], (double)descent->direction[2]};
        tl_vec3 first = tl_convex_support(w->body, tl_scale(along, -1));
        descent->body_start = (float)tl_dot(tl_sub(first, descent->a->origin), along);
    }
}

/* Takes a pair that was computed into the result. */
static void offer(range_walk *w, double distance, double low, tl_vec3 on_a, tl_vec3 on_b, uint32_t a, uint32_t b) {
    tl_range_near *n = w->near;
    if (distance <= n->distance + w->caution) {
        n->low = tl_min(n->low, low);
    }
    bool better =
        distance < n->distance ||
        (distance == n->distance && (!n->found || a < n->triangle_a || (a == n->triangle_a && b < n->triangle_b)));
    if (!better) {
        return;
    }
    n->found = true;
    n->distance = distance;
    n->on_a = on_a;
    n->on_b = on_b;
    n->triangle_a = a;
    n->triangle_b = b;
    set_cut(w, distance);
    aim(w, tl_sub(on_b, on_a));
    w->descent.stop = distance == 0;
}

/* --- Pairs of triangles ------------------------------------------------------------------------------------------- */

static void pair_in_space(tl_descent *descent, uint32_t ia, uint32_t ib) {
    range_walk *w = (range_walk *)descent;
    w->near->pairs++;
    tl_vec3 a[3], b[3], on_a = {0, 0, 0}, on_b = {0, 0, 0};
    tl_bvh_corners(descent->a, ia, a);
    tl_bvh_corners(descent->b, ib, b);
    double reach = w->near->distance + w->caution;
    double d2 = tl_geom_triangle_nearest_triangle(a, b, &on_a, &on_b);
    if (d2 > reach * reach) {
        return;
    }
    double d = sqrt(d2);
    offer(w, d, d > 0 ? tl_geom_triangle_separation(a, b, on_a, on_b) : 0, on_a, on_b, ia, ib);
}

static void pair_in_plan(tl_descent *descent, uint32_t ia, uint32_t ib) {
    range_walk *w = (range_walk *)descent;
    w->near->pairs++;
    tl_vec3 a[3], b[3];
    tl_vec2 a2[3], b2[3], on_a = {0, 0}, on_b = {0, 0};
    tl_bvh_corners(descent->a, ia, a);
    tl_bvh_corners(descent->b, ib, b);
    flatten(a, a2);
    flatten(b, b2);
    double d = tl_polygon2_distance(a2, 3, b2, 3, &on_a, &on_b);
    if (d <= w->near->distance + w->caution) {
        offer(w, d, d, tl_range_lift(a, on_a), tl_range_lift(b, on_b), ia, ib);
    }
}

static void pair_shown(tl_descent *descent, uint32_t ia, uint32_t ib) {
    range_walk *w = (range_walk *)descent;
    descent->stop = !w->visit(w->user, ia, ib);
}

/* --- A triangle and a body ---------------------------------------------------------------------------------------- */

static void triangle_and_segment(range_walk *w, uint32_t ia, const tl_vec3 corner[3]) {
    const tl_convex *body = w->body;
    const tl_vec3 *end = w->body_corner;
    double r = body->radius;
    tl_vec3 on_a, on_core;
    double d, low;
    if (w->plan) {
        tl_vec2 plan[3], core[2] = {tl_plan(end[0]), tl_plan(end[1])}, p = {0, 0}, q = {0, 0};
        tl_vec3 corners[3] = {corner[0], corner[1], corner[2]};
        flatten(corners, plan);
        d = tl_polygon2_distance(plan, 3, core, 2, &p, &q);
        low = d;
        on_a = tl_range_lift(corner, p);
        double length2 = tl_dot2(tl_sub2(core[1], core[0]), tl_sub2(core[1], core[0]));
        double t = length2 > 0 ? tl_dot2(tl_sub2(q, core[0]), tl_sub2(core[1], core[0])) / length2 : 0;
        on_core = tl_lerp(end[0], end[1], tl_min(tl_max(t, 0), 1));
    } else {
        d = sqrt(tl_geom_segment_nearest_triangle(end[0], end[1], corner, &on_core, &on_a));
        tl_vec3 core[3] = {end[0], end[1], end[1]};
        low = d > 0 ? tl_geom_triangle_separation(corner, core, on_a, on_core) : 0;
    }
    if (d <= r) {
        tl_vec3 on_b = on_a;
        if (w->plan) {
            on_b.z = on_core.z;
        }
        offer(w, 0, 0, on_a, on_b, ia, 0);
        return;
    }
    tl_vec3 back = tl_sub(on_a, on_core);
    if (w->plan) {
        back.z = 0;
    }
    offer(w, d - r, low - r, on_a, tl_madd(on_core, tl_normalise(back), r), ia, 0);
}

static void triangle_and_body(tl_descent *descent, uint32_t ia, uint32_t unused) {
    (void)unused;
    range_walk *w = (range_walk *)descent;
    w->near->pairs++;
    tl_vec3 corner[3];
    tl_bvh_corners(descent->a, ia, corner);
    if (w->body->corners > 0) {
        triangle_and_segment(w, ia, corner);
        return;
    }
    tl_convex triangle = {.corner = corner, .corners = 3};
    double limit = w->near->distance + w->caution;
    tl_convex_gap gap = tl_convex_distance(&triangle, w->body, w->plan, limit);
    if (gap.lower <= limit) {
        offer(w, gap.upper, gap.lower, gap.on_a, gap.on_b, ia, 0);
    }
}

/* --- Walks -------------------------------------------------------------------------------------------------------- */

static double largest(tl_vec3 p) {
    return tl_max(tl_max(fabs(p.x), fabs(p.y)), fabs(p.z));
}

/* 48 u R of descent.h, and what `caution` adds. */
static float slack_for(double size, double caution) {
    return (float)(48 * 0x1p-24 * size) + (float)caution + FLT_MIN;
}

static tl_descent_box box_from(tl_vec3 origin, tl_box3 box) {
    tl_vec3 low = tl_sub(box.low, origin), high = tl_sub(box.high, origin);
    return (tl_descent_box){{(float)low.x, (float)low.y, (float)low.z}, {(float)high.x, (float)high.y, (float)high.z}};
}

/* Everything but what to do with a pair and how far to look. */
static range_walk start_trees(const tl_bvh *a, const tl_bvh *b, bool plan, double caution_rate) {
    tl_vec3 shift = tl_sub(b->origin, a->origin);
    range_walk w = {
        .descent = {.a = a,
                    .b = b,
                    .whole_a = box_from(a->origin, tl_bvh_box(a)),
                    .whole_b = box_from(a->origin, tl_bvh_box(b)),
                    .shift = {(float)shift.x, (float)shift.y, (float)shift.z},
                    .z_counts = plan ? 0.0f : 1.0f},
        .plan = plan,
    };
    double reach = (double)a->reach + (double)b->reach;
    w.caution = caution_rate * reach;
    w.slack = slack_for(reach + largest(shift), w.caution);
    return w;
}

void tl_walk_trees(const tl_descent_kernels *kernels, const tl_bvh *a, const tl_bvh *b, bool plan,
                   tl_range_near *near) {
    if (a->node_count == 0 || b->node_count == 0) {
        return;
    }
    range_walk w = start_trees(a, b, plan, 1e-7);
    w.near = near;
    w.descent.pair = plan ? pair_in_plan : pair_in_space;
    w.descent.stop = near->distance == 0 && near->found;
    set_cut(&w, near->distance);
    aim(&w, tl_sub(b->origin, a->origin)); /* until a pair is found */
    kernels->trees(&w.descent);
}

void tl_walk_pairs(const tl_bvh *a, const tl_bvh *b, bool plan, double reach, tl_vec3 direction,
                   tl_range_pair_fn *visit, void *user) {
    if (a->node_count == 0 || b->node_count == 0) {
        return;
    }
    range_walk w = start_trees(a, b, plan, 0);
    w.visit = visit;
    w.user = user;
    w.descent.pair = pair_shown;
    set_cut(&w, reach);
    aim(&w, direction);
    tl_descent_choose()->trees(&w.descent);
}

void tl_walk_convex(const tl_descent_kernels *kernels, const tl_bvh *a, const tl_convex *b, bool plan,
                    tl_range_near *near) {
    if (a->node_count == 0) {
        return;
    }
    tl_box3 box;
    box.low.x = tl_convex_support(b, (tl_vec3){-1, 0, 0}).x;
    box.low.y = tl_convex_support(b, (tl_vec3){0, -1, 0}).y;
    box.low.z = tl_convex_support(b, (tl_vec3){0, 0, -1}).z;
    box.high.x = tl_convex_support(b, (tl_vec3){1, 0, 0}).x;
    box.high.y = tl_convex_support(b, (tl_vec3){0, 1, 0}).y;
    box.high.z = tl_convex_support(b, (tl_vec3){0, 0, 1}).z;
    range_walk w = {
        .descent = {.a = a,
                    .whole_a = box_from(a->origin, tl_bvh_box(a)),
                    .whole_b = box_from(a->origin, box),
                    .z_counts = plan ? 0.0f : 1.0f,
                    .pair = triangle_and_body,
                    .stop = near->distance == 0 && near->found},
        .body = b,
        .plan = plan,
        .near = near,
        .caution = 1e-7 * ((double)a->reach + largest(tl_box3_size(box))),
    };
    double size = tl_max(largest(tl_sub(box.low, a->origin)), largest(tl_sub(box.high, a->origin)));
    w.slack = slack_for((double)a->reach + size, w.caution);
    if (b->corners > 0) {
        w.body_corner[0] = b->corner[0];
        w.body_corner[1] = b->corner[b->corners - 1];
    }
    set_cut(&w, near->distance);
    aim(&w, tl_sub(tl_box3_centre(box), a->origin));
    kernels->body(&w.descent);
}
