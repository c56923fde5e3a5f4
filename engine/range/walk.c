/* walk.c: best-first descent into one or two 8-wide trees.
 *
 * Boxes and prefilters are floats relative to each tree's origin; b's are moved into a's frame. Their rounding is
 * covered by `slack`, so that no pair is dropped that could matter; pairs that survive are computed in doubles. */
#include "range/walk.h"

#include "geom/geom.h"
#include "geom/polygon2.h"

#include <float.h>
#include <string.h>

#define LANES TL_BVH_WIDTH

typedef struct box6 {
    float low[3], high[3];
} box6;

typedef struct entry {
    float gap2;
    uint32_t a, b;
    box6 box_a, box_b;
} entry;

/* A leaf's extents along the current direction, kept because the same leaf meets several others in a row. */
typedef struct extents {
    uint32_t leaf;
    uint32_t aimed; /* which direction they belong to */
    float first[LANES], last[LANES], lowest, highest;
} extents;

typedef struct walk {
    const tl_bvh *a, *b;
    const tl_convex *body; /* instead of b */
    tl_vec3 body_corner[2];
    float shift[3]; /* from a's frame to b's origin */
    float z_counts; /* 0 in plan */
    bool plan;
    float slack;
    float cut;          /* squared gaps above this can't matter */
    float best;         /* rounded up, slack included */
    float direction[3]; /* of the best pair, from a to b, about unit length; 0 before there is one */
    uint32_t aimed;     /* counts the directions */
    extents leaf_a, leaf_b;
    float body_low; /* where the body begins along direction number body_aimed */
    uint32_t body_aimed;
    double caution; /* pairs this much farther than the best still get a certificate */
    tl_near *near;
    tl_pair_fn *visit; /* instead of near: every pair within reach */
    void *user;
    bool stop;
} walk;

tl_near tl_near_start(double limit) {
    return (tl_near){.distance = limit, .low = INFINITY};
}

static float float_up(double x) {
    return nextafterf((float)x, INFINITY);
}

static void set_cut(walk *w, double distance) {
    w->best = float_up(distance) + w->slack;
    w->cut = w->best * w->best * 1.00001f;
}

static inline float larger(float a, float b) {
    return a > b ? a : b;
}

static inline float smaller(float a, float b) {
    return a < b ? a : b;
}

static float size_of(const box6 *b, float z_counts) {
    return b->high[0] - b->low[0] + (b->high[1] - b->low[1]) + (b->high[2] - b->low[2]) * z_counts;
}

static box6 lane_box(const tl_bvh_node *n, int lane, const float shift[3]) {
    box6 b;
    for (int k = 0; k < 3; k++) {
        b.low[k] = n->low[k][lane] + shift[k];
        b.high[k] = n->high[k][lane] + shift[k];
    }
    return b;
}

/* Squared gaps of a node's eight boxes (moved by `shift`) and one box, and what to sort them by: nearest first, and
 * among those that overlap the deepest, where a contact is likely to be found soon. */
static void lane_gaps(const tl_bvh_node *n, const float shift[3], const box6 *other, float z_counts, float gap2[LANES],
                      float key[LANES]) {
    for (int l = 0; l < LANES; l++) {
        gap2[l] = 0;
        key[l] = -INFINITY;
    }
    for (int k = 0; k < 3; k++) {
        float low = other->low[k] - shift[k], high = other->high[k] - shift[k];
        float counts = k == 2 ? z_counts : 1.0f;
        for (int l = 0; l < LANES; l++) {
            float gap = larger(n->low[k][l] - high, low - n->high[k][l]);
            gap = counts > 0 ? gap : -FLT_MAX;
            key[l] = larger(key[l], gap);
            gap = gap > 0 ? gap : 0;
            gap2[l] += gap * gap;
        }
    }
    for (int l = 0; l < LANES; l++) {
        key[l] = key[l] > 0 ? gap2[l] : key[l];
    }
}

static void flatten(tl_vec3 corner[3], tl_vec2 plan[3]) {
    for (int i = 0; i < 3; i++) {
        plan[i] = tl_plan(corner[i]);
    }
}

tl_vec3 tl_lift(const tl_vec3 corner[3], tl_vec2 p) {
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
        wa = fmax(wa / total, 0);
        wb = fmax(wb / total, 0);
        wc = fmax(wc / total, 0);
        double sum = wa + wb + wc;
        return tl_add(tl_add(tl_scale(corner[0], wa / sum), tl_scale(corner[1], wb / sum)),
                      tl_scale(corner[2], wc / sum));
    }
    tl_vec3 e = corner[edge], f = corner[(edge + 1) % 3];
    tl_vec2 d = tl_sub2(tl_plan(f), tl_plan(e));
    double t = longest > 0 ? tl_dot2(tl_sub2(p, tl_plan(e)), d) / longest : 0;
    return t <= 0 ? e : t >= 1 ? f : tl_lerp(e, f, t);
}

static void aim(walk *w, tl_vec3 d) {
    if (w->plan) {
        d.z = 0;
    }
    d = tl_normalise(d);
    w->direction[0] = (float)d.x;
    w->direction[1] = (float)d.y;
    w->direction[2] = (float)d.z;
    w->aimed++;
}

/* Takes a pair that was computed into the result. */
static void offer(walk *w, double distance, double low, tl_vec3 on_a, tl_vec3 on_b, uint32_t a, uint32_t b) {
    tl_near *n = w->near;
    if (distance <= n->distance + w->caution) {
        n->low = fmin(n->low, low);
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
    w->stop = distance == 0;
}

/* Whether the plane of `a` alone shows that b lies beyond `reach`. */
static bool beyond_plane(const tl_vec3 a[3], const tl_vec3 b[3], double reach) {
    tl_vec3 n = tl_cross(tl_sub(a[1], a[0]), tl_sub(a[2], a[0]));
    double h0 = tl_dot(n, tl_sub(b[0], a[0])), h1 = tl_dot(n, tl_sub(b[1], a[0])), h2 = tl_dot(n, tl_sub(b[2], a[0]));
    double low = h0 < h1 ? h0 : h1, high = h0 < h1 ? h1 : h0;
    low = low < h2 ? low : h2;
    high = high > h2 ? high : h2;
    double apart = low > -high ? low : -high;
    return apart > 0 && apart * apart > reach * reach * tl_dot(n, n);
}

/* The same across the line of the middles. */
static bool beyond_middle(const tl_vec3 a[3], const tl_vec3 b[3], double reach) {
    tl_vec3 d = tl_sub(tl_add(tl_add(b[0], b[1]), b[2]), tl_add(tl_add(a[0], a[1]), a[2]));
    double a1 = tl_dot(d, tl_sub(a[1], a[0])), a2 = tl_dot(d, tl_sub(a[2], a[0]));
    double b0 = tl_dot(d, tl_sub(b[0], a[0])), b1 = tl_dot(d, tl_sub(b[1], a[0])), b2 = tl_dot(d, tl_sub(b[2], a[0]));
    double high = a1 > a2 ? a1 : a2, low = b0 < b1 ? b0 : b1;
    high = high > 0 ? high : 0;
    low = low < b2 ? low : b2;
    double apart = low - high;
    return apart > 0 && apart * apart > reach * reach * tl_dot(d, d);
}

static void pair_in_space(walk *w, uint32_t ia, uint32_t ib) {
    tl_vec3 a[3], b[3], on_a = {0, 0, 0}, on_b = {0, 0, 0};
    tl_bvh_corners(w->a, ia, a);
    tl_bvh_corners(w->b, ib, b);
    double reach = w->near->distance + w->caution;
    if (beyond_plane(a, b, reach) || beyond_plane(b, a, reach) || beyond_middle(a, b, reach)) {
        return;
    }
    double d2 = tl_triangle_nearest_triangle(a, b, &on_a, &on_b);
    if (d2 > reach * reach) {
        return;
    }
    double d = sqrt(d2);
    offer(w, d, d > 0 ? tl_triangle_separation(a, b, on_a, on_b) : 0, on_a, on_b, ia, ib);
}

static void pair_in_plan(walk *w, uint32_t ia, uint32_t ib) {
    tl_vec3 a[3], b[3];
    tl_vec2 a2[3], b2[3], on_a = {0, 0}, on_b = {0, 0};
    tl_bvh_corners(w->a, ia, a);
    tl_bvh_corners(w->b, ib, b);
    flatten(a, a2);
    flatten(b, b2);
    double d = tl_polygon2_distance(a2, 3, b2, 3, &on_a, &on_b);
    if (d <= w->near->distance + w->caution) {
        offer(w, d, d, tl_lift(a, on_a), tl_lift(b, on_b), ia, ib);
    }
}

/* The extents of a leaf's triangles along the direction: each lane's and the whole block's. Spare lanes repeat the
 * first triangle. */
static const extents *extents_of(walk *w, uint32_t leaf, bool of_a) {
    extents *e = of_a ? &w->leaf_a : &w->leaf_b;
    if (e->leaf == leaf && e->aimed == w->aimed) {
        return e;
    }
    const tl_bvh_block *block = &(of_a ? w->a : w->b)->blocks[TL_BVH_LEAF_BLOCK(leaf)];
    const float x = w->direction[0], y = w->direction[1], z = w->direction[2];
    const float from = of_a ? 0 : w->shift[0] * x + w->shift[1] * y + w->shift[2] * z;
    float along[3][LANES];
    for (int v = 0; v < 3; v++) {
        for (int l = 0; l < LANES; l++) {
            along[v][l] = from + block->corner[v][0][l] * x + block->corner[v][1][l] * y + block->corner[v][2][l] * z;
        }
    }
    float lowest[LANES], highest[LANES];
    for (int l = 0; l < LANES; l++) {
        lowest[l] = e->first[l] = smaller(smaller(along[0][l], along[1][l]), along[2][l]);
        highest[l] = e->last[l] = larger(larger(along[0][l], along[1][l]), along[2][l]);
    }
    for (int half = LANES / 2; half > 0; half /= 2) {
        for (int l = 0; l < half; l++) {
            lowest[l] = smaller(lowest[l], lowest[l + half]);
            highest[l] = larger(highest[l], highest[l + half]);
        }
    }
    e->lowest = lowest[0];
    e->highest = highest[0];
    e->leaf = leaf;
    e->aimed = w->aimed;
    return e;
}

static void block_boxes(const tl_bvh_block *block, const float shift[3], float low[3][LANES], float high[3][LANES]) {
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < LANES; l++) {
            float x = block->corner[0][k][l], y = block->corner[1][k][l], z = block->corner[2][k][l];
            low[k][l] = smaller(smaller(x, y), z) + shift[k];
            high[k][l] = larger(larger(x, y), z) + shift[k];
        }
    }
}

static void leaf_pairs(walk *w, uint32_t ref_a, uint32_t ref_b) {
    const tl_bvh_block *block_a = &w->a->blocks[TL_BVH_LEAF_BLOCK(ref_a)];
    const tl_bvh_block *block_b = &w->b->blocks[TL_BVH_LEAF_BLOCK(ref_b)];
    int count_a = (int)TL_BVH_LEAF_COUNT(ref_a), count_b = (int)TL_BVH_LEAF_COUNT(ref_b);
    static const float none[3] = {0, 0, 0};
    /* a plane across the direction of the best pair often parts them farther than that pair */
    const extents *along_a = extents_of(w, ref_a, true), *along_b = extents_of(w, ref_b, false);
    if (along_b->lowest - along_a->highest > w->best) {
        return;
    }
    float last_a[LANES], first_b[LANES], lowest_b = along_b->lowest;
    memcpy(last_a, along_a->last, sizeof(last_a));
    memcpy(first_b, along_b->first, sizeof(first_b));
    float low_a[3][LANES], high_a[3][LANES], low_b[3][LANES], high_b[3][LANES];
    block_boxes(block_a, none, low_a, high_a);
    block_boxes(block_b, w->shift, low_b, high_b);
    for (int i = 0; i < count_a && !w->stop; i++) {
        if (lowest_b - last_a[i] > w->best) {
            continue;
        }
        float gap2[LANES];
        for (int l = 0; l < LANES; l++) {
            gap2[l] = 0;
        }
        for (int k = 0; k < 3; k++) {
            float counts = k == 2 ? w->z_counts : 1.0f;
            for (int l = 0; l < LANES; l++) {
                float gap = larger(low_a[k][i] - high_b[k][l], low_b[k][l] - high_a[k][i]);
                gap = (gap > 0 ? gap : 0) * counts;
                gap2[l] += gap * gap;
            }
        }
        for (int l = 0; l < count_b && !w->stop; l++) {
            if (gap2[l] > w->cut || first_b[l] - last_a[i] > w->best) {
                continue;
            }
            uint32_t ia = block_a->triangle[i], ib = block_b->triangle[l];
            if (w->visit != NULL) {
                w->stop = !w->visit(w->user, ia, ib);
            } else if (w->plan) {
                pair_in_plan(w, ia, ib);
            } else {
                pair_in_space(w, ia, ib);
            }
        }
    }
}

static void triangle_and_segment(walk *w, uint32_t ia, const tl_vec3 corner[3]) {
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
        on_a = tl_lift(corner, p);
        double length2 = tl_dot2(tl_sub2(core[1], core[0]), tl_sub2(core[1], core[0]));
        double t = length2 > 0 ? tl_dot2(tl_sub2(q, core[0]), tl_sub2(core[1], core[0])) / length2 : 0;
        on_core = tl_lerp(end[0], end[1], fmin(fmax(t, 0), 1));
    } else {
        d = sqrt(tl_segment_nearest_triangle(end[0], end[1], corner, &on_core, &on_a));
        tl_vec3 core[3] = {end[0], end[1], end[1]};
        low = d > 0 ? tl_triangle_separation(corner, core, on_a, on_core) : 0;
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

/* Where the body begins along the current direction, in a's frame. */
static float body_start(walk *w) {
    if (w->body_aimed != w->aimed) {
        tl_vec3 d = {(double)w->direction[0], (double)w->direction[1], (double)w->direction[2]};
        tl_vec3 p = tl_convex_support(w->body, tl_scale(d, -1));
        w->body_low = (float)tl_dot(tl_sub(p, w->a->origin), d);
        w->body_aimed = w->aimed;
    }
    return w->body_low;
}

static void leaf_and_convex(walk *w, const entry *e) {
    static const float none[3] = {0, 0, 0};
    uint32_t ref = e->a;
    const tl_bvh_block *block = &w->a->blocks[TL_BVH_LEAF_BLOCK(ref)];
    int count = (int)TL_BVH_LEAF_COUNT(ref);
    if (body_start(w) - extents_of(w, ref, true)->highest > w->best) {
        return;
    }
    float low[3][LANES], high[3][LANES], gap2[LANES] = {0};
    block_boxes(block, none, low, high);
    for (int k = 0; k < 3; k++) {
        float counts = k == 2 ? w->z_counts : 1.0f;
        for (int l = 0; l < LANES; l++) {
            float gap = larger(low[k][l] - e->box_b.high[k], e->box_b.low[k] - high[k][l]);
            gap = (gap > 0 ? gap : 0) * counts;
            gap2[l] += gap * gap;
        }
    }
    for (int i = 0; i < count && !w->stop; i++) {
        if (gap2[i] > w->cut || body_start(w) - extents_of(w, ref, true)->last[i] > w->best) {
            continue;
        }
        uint32_t ia = block->triangle[i];
        tl_vec3 corner[3];
        tl_bvh_corners(w->a, ia, corner);
        if (w->body->corners > 0) {
            triangle_and_segment(w, ia, corner);
            continue;
        }
        tl_convex triangle = {.corner = corner, .corners = 3};
        double limit = w->near->distance + w->caution;
        tl_convex_gap gap = tl_convex_distance(&triangle, w->body, w->plan, limit);
        if (gap.lower <= limit) {
            offer(w, gap.upper, gap.lower, gap.on_a, gap.on_b, ia, 0);
        }
    }
}

/* Rules out children whose boxes lie beyond reach of a leaf along the current direction: the leaf's own extent is
 * tight, where its box may not be. */
static void part_from_leaf(walk *w, const tl_bvh_node *node, bool of_a, uint32_t leaf, float gap2[LANES]) {
    const extents *e = extents_of(w, leaf, !of_a);
    const float *d = w->direction;
    float from = of_a ? 0 : w->shift[0] * d[0] + w->shift[1] * d[1] + w->shift[2] * d[2];
    float end[LANES];
    for (int l = 0; l < LANES; l++) {
        end[l] = from;
    }
    for (int k = 0; k < 3; k++) {
        /* the far end of the children's boxes: a's highest, b's lowest */
        const float *corner = (d[k] > 0) == of_a ? node->high[k] : node->low[k];
        for (int l = 0; l < LANES; l++) {
            end[l] += corner[l] * d[k];
        }
    }
    for (int l = 0; l < LANES; l++) {
        float apart = of_a ? e->lowest - end[l] : end[l] - e->highest;
        gap2[l] = apart > w->best ? INFINITY : gap2[l];
    }
}

/* Pushes a node's children that can matter, the nearest last. */
static void push_children(walk *w, const entry *e, bool of_a, entry *stack, int *top) {
    static const float none[3] = {0, 0, 0};
    const float *shift = of_a ? none : w->shift;
    const tl_bvh_node *node = of_a ? &w->a->nodes[e->a] : &w->b->nodes[e->b];
    const box6 *other = of_a ? &e->box_b : &e->box_a;
    float gap2[LANES], key[LANES];
    lane_gaps(node, shift, other, w->z_counts, gap2, key);
    uint32_t other_leaf = of_a ? e->b : e->a;
    if (w->body == NULL && (other_leaf & TL_BVH_LEAF) != 0) {
        part_from_leaf(w, node, of_a, other_leaf, gap2);
    }
    int order[LANES], count = 0;
    for (int l = 0; l < LANES; l++) {
        if (node->child[l] == TL_BVH_NONE || gap2[l] > w->cut) {
            continue;
        }
        int at = count++;
        while (at > 0 && key[order[at - 1]] < key[l]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = l;
    }
    for (int i = 0; i < count; i++) {
        entry *child = &stack[(*top)++];
        *child = *e;
        child->gap2 = gap2[order[i]];
        if (of_a) {
            child->a = node->child[order[i]];
            child->box_a = lane_box(node, order[i], shift);
        } else {
            child->b = node->child[order[i]];
            child->box_b = lane_box(node, order[i], shift);
        }
    }
}

/* Sums of float coordinates as they occur in gaps and projections stay within 2^-20 of their size in total: at most 8
 * operations on numbers below it, each within 2^-24. */
static float slack_for(double size) {
    return (float)(size * 0x1p-20) + FLT_MIN;
}

static double largest(tl_vec3 p) {
    return fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z));
}

static box6 whole(const tl_bvh *bvh, tl_vec3 origin) {
    tl_box3 b = tl_bvh_box(bvh);
    tl_vec3 low = tl_sub(b.low, origin), high = tl_sub(b.high, origin);
    return (box6){{(float)low.x, (float)low.y, (float)low.z}, {(float)high.x, (float)high.y, (float)high.z}};
}

static void run_trees(walk *w) {
    const tl_bvh *a = w->a, *b = w->b;
    tl_vec3 shift = tl_sub(b->origin, a->origin);
    w->shift[0] = (float)shift.x;
    w->shift[1] = (float)shift.y;
    w->shift[2] = (float)shift.z;
    w->z_counts = w->plan ? 0.0f : 1.0f;
    entry stack[2 * TL_BVH_STACK];
    int top = 0;
    stack[top++] = (entry){0, 0, 0, whole(a, a->origin), whole(b, a->origin)};
    while (top > 0 && !w->stop) {
        entry e = stack[--top];
        if (e.gap2 > w->cut) {
            continue;
        }
        bool leaf_a = (e.a & TL_BVH_LEAF) != 0, leaf_b = (e.b & TL_BVH_LEAF) != 0;
        if (leaf_a && leaf_b) {
            leaf_pairs(w, e.a, e.b);
            continue;
        }
        bool of_a = !leaf_a && (leaf_b || size_of(&e.box_a, w->z_counts) >= size_of(&e.box_b, w->z_counts));
        push_children(w, &e, of_a, stack, &top);
    }
}

void tl_walk_trees(const tl_bvh *a, const tl_bvh *b, bool plan, tl_near *near) {
    if (a->node_count == 0 || b->node_count == 0) {
        return;
    }
    walk w = {.a = a, .b = b, .plan = plan, .near = near};
    w.caution = 1e-7 * ((double)a->reach + (double)b->reach);
    tl_vec3 shift = tl_sub(b->origin, a->origin);
    w.slack = slack_for(3 * ((double)a->reach + (double)b->reach + largest(shift))) + (float)w.caution;
    w.leaf_a.leaf = w.leaf_b.leaf = TL_BVH_NONE;
    set_cut(&w, near->distance);
    w.stop = near->distance == 0 && near->found;
    aim(&w, shift); /* until a pair is found */
    run_trees(&w);
}

void tl_walk_pairs(const tl_bvh *a, const tl_bvh *b, bool plan, double reach, tl_vec3 direction, tl_pair_fn *visit,
                   void *user) {
    if (a->node_count == 0 || b->node_count == 0) {
        return;
    }
    walk w = {.a = a, .b = b, .plan = plan, .visit = visit, .user = user};
    tl_vec3 shift = tl_sub(b->origin, a->origin);
    w.slack = slack_for(3 * ((double)a->reach + (double)b->reach + largest(shift)));
    w.leaf_a.leaf = w.leaf_b.leaf = TL_BVH_NONE;
    set_cut(&w, reach);
    aim(&w, direction);
    run_trees(&w);
}

void tl_walk_convex(const tl_bvh *a, const tl_convex *b, bool plan, tl_near *near) {
    if (a->node_count == 0) {
        return;
    }
    walk w = {.a = a, .body = b, .plan = plan, .near = near};
    tl_box3 box;
    box.low.x = tl_convex_support(b, (tl_vec3){-1, 0, 0}).x;
    box.low.y = tl_convex_support(b, (tl_vec3){0, -1, 0}).y;
    box.low.z = tl_convex_support(b, (tl_vec3){0, 0, -1}).z;
    box.high.x = tl_convex_support(b, (tl_vec3){1, 0, 0}).x;
    box.high.y = tl_convex_support(b, (tl_vec3){0, 1, 0}).y;
    box.high.z = tl_convex_support(b, (tl_vec3){0, 0, 1}).z;
    tl_vec3 low = tl_sub(box.low, a->origin), high = tl_sub(box.high, a->origin);
    double size = fmax(largest(low), largest(high));
    w.caution = 1e-7 * ((double)a->reach + largest(tl_box3_size(box)));
    w.slack = slack_for(3 * ((double)a->reach + size)) + (float)w.caution;
    w.z_counts = plan ? 0.0f : 1.0f;
    w.leaf_a.leaf = TL_BVH_NONE;
    aim(&w, tl_sub(tl_box3_centre(box), a->origin));
    if (b->corners > 0) {
        w.body_corner[0] = b->corner[0];
        w.body_corner[1] = b->corner[b->corners - 1];
    }
    set_cut(&w, near->distance);
    w.stop = near->distance == 0 && near->found;
    entry stack[TL_BVH_STACK];
    int top = 0;
    stack[top++] = (entry){0,
                           0,
                           0,
                           whole(a, a->origin),
                           {{(float)low.x, (float)low.y, (float)low.z}, {(float)high.x, (float)high.y, (float)high.z}}};
    while (top > 0 && !w.stop) {
        entry e = stack[--top];
        if (e.gap2 > w.cut) {
            continue;
        }
        if ((e.a & TL_BVH_LEAF) != 0) {
            leaf_and_convex(&w, &e);
        } else {
            push_children(&w, &e, true, stack, &top);
        }
    }
}
