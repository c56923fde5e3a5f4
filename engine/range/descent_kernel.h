/* descent_kernel.h: the descent, compiled once per instruction set: included by descent_plain.c and descent_avx2.c,
 * which define TL_DESCENT and its name. What the bounds rest on stands in descent.h. */
#include "range/descent.h"

#include "query/lanes.h"

#include <math.h>
#include <string.h>

#define LANES TL_BVH_WIDTH

static const float nowhere[3] = {0, 0, 0};

/* Two children, and where their boxes stand: node * 8 + lane, or TL_BVH_NONE for the whole tree's. */
typedef struct descent_kernel_entry {
    float gap2, key; /* key: what the children of a node are sorted by */
    uint32_t a, b, box_a, box_b;
} descent_kernel_entry;

/* Pairs of triangles side by side. */
typedef struct descent_kernel_pending {
    _Alignas(32) float a[3][3][LANES];
    _Alignas(32) float b[3][3][LANES];
    uint32_t triangle_a[LANES], triangle_b[LANES];
    int count;
} descent_kernel_pending;

/* --- Eight points ------------------------------------------------------------------------------------------------- */

typedef struct descent_kernel_points {
    lanes x, y, z;
} descent_kernel_points;

TL_LANE descent_kernel_points points_sub(descent_kernel_points p, descent_kernel_points q) {
    return (descent_kernel_points){lanes_sub(p.x, q.x), lanes_sub(p.y, q.y), lanes_sub(p.z, q.z)};
}

TL_LANE lanes points_dot(descent_kernel_points p, descent_kernel_points q) {
    return lanes_add(lanes_add(lanes_mul(p.x, q.x), lanes_mul(p.y, q.y)), lanes_mul(p.z, q.z));
}

/* p - q s */
TL_LANE descent_kernel_points points_less(descent_kernel_points p, descent_kernel_points q, lanes s) {
    return (descent_kernel_points){lanes_sub(p.x, lanes_mul(q.x, s)), lanes_sub(p.y, lanes_mul(q.y, s)),
                                   lanes_sub(p.z, lanes_mul(q.z, s))};
}

TL_LANE descent_kernel_points points_cross(descent_kernel_points p, descent_kernel_points q) {
    return (descent_kernel_points){lanes_sub(lanes_mul(p.y, q.z), lanes_mul(p.z, q.y)),
                                   lanes_sub(lanes_mul(p.z, q.x), lanes_mul(p.x, q.z)),
                                   lanes_sub(lanes_mul(p.x, q.y), lanes_mul(p.y, q.x))};
}

/* Made at most 1 long; 0 when it is so short or long that its square says nothing. */
TL_LANE descent_kernel_points points_unit(descent_kernel_points p) {
    lanes square = points_dot(p, p);
    lanes clear = lanes_sub(square, lanes_all(1e-30f));
    lanes by = lanes_where_positive(clear, lanes_div(lanes_all(TL_DESCENT_UNIT), lanes_sqrt(square)));
    return (descent_kernel_points){lanes_mul(p.x, by), lanes_mul(p.y, by), lanes_mul(p.z, by)};
}

TL_LANE descent_kernel_points points_load(float (*at)[LANES]) {
    return (descent_kernel_points){lanes_load(at[0]), lanes_load(at[1]), lanes_load(at[2])};
}

TL_LANE void points_store(float (*at)[LANES], descent_kernel_points p) {
    lanes_store_aligned(at[0], p.x);
    lanes_store_aligned(at[1], p.y);
    lanes_store_aligned(at[2], p.z);
}

typedef struct bounds {
    lanes low, high;
} bounds;

TL_LANE bounds bounds_of(lanes p, lanes q, lanes r) {
    return (bounds){lanes_min(lanes_min(p, q), r), lanes_max(lanes_max(p, q), r)};
}

/* Where triangles begin and end along a direction. */
TL_LANE bounds bounds_along(const descent_kernel_points corner[3], descent_kernel_points d) {
    return bounds_of(points_dot(corner[0], d), points_dot(corner[1], d), points_dot(corner[2], d));
}

/* How far apart, whichever comes first. */
TL_LANE lanes bounds_apart(bounds p, bounds q) {
    return lanes_max(lanes_sub(p.low, q.high), lanes_sub(q.low, p.high));
}

/* --- Pairs of triangles, eight at a time ------------------------------------------------------------------------- */

/* The nearest pair of points so far: their difference, from a to b, and its square. */
typedef struct descent_kernel_nearest {
    lanes square;
    descent_kernel_points apart;
} descent_kernel_nearest;

TL_LANE void keep_nearer(descent_kernel_nearest *n, descent_kernel_points apart) {
    lanes square = points_dot(apart, apart);
    n->apart.x = lanes_where_below(square, n->square, apart.x, n->apart.x);
    n->apart.y = lanes_where_below(square, n->square, apart.y, n->apart.y);
    n->apart.z = lanes_where_below(square, n->square, apart.z, n->apart.z);
    n->square = lanes_min(square, n->square);
}

/* Not a number becomes 0. */
TL_LANE lanes clamp01(lanes t) {
    return lanes_min(lanes_max(t, lanes_all(0)), lanes_all(1));
}

/* An edge from p along d, with d's square and its inverse. */
typedef struct descent_kernel_edge {
    descent_kernel_points p, d;
    lanes square, inverse;
} descent_kernel_edge;

TL_LANE descent_kernel_edge make_edge(descent_kernel_points p, descent_kernel_points q) {
    descent_kernel_edge e = {.p = p, .d = points_sub(q, p)};
    e.square = points_dot(e.d, e.d);
    e.inverse = lanes_div(lanes_all(1), e.square);
    return e;
}

/* Two points of two edges, the nearest but for rounding (Ericson, Real-Time Collision Detection, 5.1.9). */
TL_LANE void edges_apart(descent_kernel_nearest *n, const descent_kernel_edge *e, const descent_kernel_edge *f) {
    descent_kernel_points between = points_sub(f->p, e->p);
    lanes b = points_dot(e->d, f->d), on_e = points_dot(e->d, between), on_f = points_dot(f->d, between);
    lanes turn = lanes_sub(lanes_mul(e->square, f->square), lanes_mul(b, b));
    lanes s = clamp01(lanes_div(lanes_sub(lanes_mul(on_e, f->square), lanes_mul(on_f, b)), turn));
    lanes t = clamp01(lanes_mul(lanes_sub(lanes_mul(s, b), on_f), f->inverse));
    s = clamp01(lanes_mul(lanes_add(lanes_mul(t, b), on_e), e->inverse));
    /* (f.p + t f.d) - (e.p + s e.d) */
    descent_kernel_points apart = points_less(between, e->d, s);
    apart.x = lanes_add(apart.x, lanes_mul(f->d.x, t));
    apart.y = lanes_add(apart.y, lanes_mul(f->d.y, t));
    apart.z = lanes_add(apart.z, lanes_mul(f->d.z, t));
    keep_nearer(n, apart);
}

/* A triangle's face by two of its edges, with their products. */
typedef struct descent_kernel_face {
    descent_kernel_points p, d, e;
    lanes dd, de, ee, inverse;
} descent_kernel_face;

TL_LANE descent_kernel_face make_face(const descent_kernel_points corner[3]) {
    descent_kernel_face f = {
        .p = corner[0], .d = points_sub(corner[1], corner[0]), .e = points_sub(corner[2], corner[0])};
    f.dd = points_dot(f.d, f.d);
    f.de = points_dot(f.d, f.e);
    f.ee = points_dot(f.e, f.e);
    f.inverse = lanes_div(lanes_all(1), lanes_sub(lanes_mul(f.dd, f.ee), lanes_mul(f.de, f.de)));
    return f;
}

/* From a point to its foot on a face; where the foot lies outside, to some point of the face. `sign` is 1, or -1 for
 * the way back. */
TL_LANE void face_apart(descent_kernel_nearest *n, const descent_kernel_face *f, descent_kernel_points p, float sign) {
    descent_kernel_points from = points_sub(p, f->p);
    lanes on_d = points_dot(f->d, from), on_e = points_dot(f->e, from), zero = lanes_all(0), one = lanes_all(1);
    lanes s = lanes_mul(lanes_sub(lanes_mul(on_d, f->ee), lanes_mul(on_e, f->de)), f->inverse);
    lanes t = lanes_mul(lanes_sub(lanes_mul(on_e, f->dd), lanes_mul(on_d, f->de)), f->inverse);
    s = lanes_min(lanes_max(s, zero), one);
    t = lanes_min(lanes_max(t, zero), lanes_sub(one, s));
    descent_kernel_points apart = points_less(points_less(from, f->d, s), f->e, t);
    lanes way = lanes_all(sign);
    apart = (descent_kernel_points){lanes_mul(apart.x, way), lanes_mul(apart.y, way), lanes_mul(apart.z, way)};
    keep_nearer(n, apart);
}

/* About how far the pairs are apart, squared, and how far at least: a plane across the nearest points parts them by
 * `low`, less the slack. */
TL_LANE void measure_pairs(descent_kernel_pending *p, float square[LANES], float low[LANES]) {
    descent_kernel_points a[3], b[3];
    descent_kernel_edge edge_a[3], edge_b[3];
    for (int v = 0; v < 3; v++) {
        a[v] = points_load(p->a[v]);
        b[v] = points_load(p->b[v]);
    }
    for (int v = 0; v < 3; v++) {
        edge_a[v] = make_edge(a[v], a[v == 2 ? 0 : v + 1]);
        edge_b[v] = make_edge(b[v], b[v == 2 ? 0 : v + 1]);
    }
    descent_kernel_points zero = {lanes_all(0), lanes_all(0), lanes_all(0)};
    descent_kernel_nearest n = {lanes_all(INFINITY), zero};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            edges_apart(&n, &edge_a[i], &edge_b[j]);
        }
    }
    descent_kernel_face face_a = make_face(a), face_b = make_face(b);
    for (int v = 0; v < 3; v++) {
        face_apart(&n, &face_a, b[v], 1);
        face_apart(&n, &face_b, a[v], -1);
    }
    descent_kernel_points d = points_unit(n.apart);
    lanes_store(square, n.square);
    lanes_store(low, lanes_sub(bounds_along(b, d).low, bounds_along(a, d).high));
}

/* Hands over those that may matter, the nearest first. */
TL_KERNEL static void settle(tl_descent *w, descent_kernel_pending *p) {
    float square[LANES], low[LANES];
    int order[LANES], count = 0;
    measure_pairs(p, square, low);
    for (int l = 0; l < p->count; l++) {
        if (low[l] > w->best) {
            continue;
        }
        int at = count++;
        for (; at > 0 && square[order[at - 1]] > square[l]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = l;
    }
    for (int i = 0; i < count && !w->stop; i++) {
        int l = order[i];
        if (!(low[l] > w->best)) {
            w->pair(w, p->triangle_a[l], p->triangle_b[l]);
        }
    }
    p->count = 0;
}

/* --- Leaves ------------------------------------------------------------------------------------------------------- */

/* The triangles of a block in a's frame. */
TL_LANE void load_corners(const tl_bvh_block *block, const float shift[3], float z_counts,
                          descent_kernel_points corner[3]) {
    for (int v = 0; v < 3; v++) {
        corner[v].x = lanes_add(lanes_load(block->corner[v][0]), lanes_all(shift[0]));
        corner[v].y = lanes_add(lanes_load(block->corner[v][1]), lanes_all(shift[1]));
        corner[v].z = lanes_mul(lanes_add(lanes_load(block->corner[v][2]), lanes_all(shift[2])), lanes_all(z_counts));
    }
}

/* A leaf's extents along the direction: each triangle's, and the whole block's. Spare lanes repeat the first. */
TL_LANE const tl_descent_extents *extents_of(tl_descent *w, uint32_t leaf, bool of_a) {
    tl_descent_extents *e = of_a ? &w->leaf_a : &w->leaf_b;
    if (e->leaf == leaf && e->aimed == w->aimed) {
        return e;
    }
    descent_kernel_points corner[3],
        d = {lanes_all(w->direction[0]), lanes_all(w->direction[1]), lanes_all(w->direction[2])};
    load_corners(&(of_a ? w->a : w->b)->blocks[TL_BVH_LEAF_BLOCK(leaf)], of_a ? nowhere : w->shift, w->z_counts,
                 corner);
    bounds along = bounds_along(corner, d);
    lanes_store_aligned(e->first, along.low);
    lanes_store_aligned(e->last, along.high);
    float lowest = INFINITY, highest = -INFINITY;
    for (int l = 0; l < LANES; l++) {
        lowest = e->first[l] < lowest ? e->first[l] : lowest;
        highest = e->last[l] > highest ? e->last[l] : highest;
    }
    e->lowest = lowest;
    e->highest = highest;
    e->leaf = leaf;
    e->aimed = w->aimed;
    return e;
}

typedef struct boxes {
    bounds x, y, z;
} boxes;

TL_LANE boxes boxes_of(const descent_kernel_points corner[3]) {
    return (boxes){bounds_of(corner[0].x, corner[1].x, corner[2].x), bounds_of(corner[0].y, corner[1].y, corner[2].y),
                   bounds_of(corner[0].z, corner[1].z, corner[2].z)};
}

/* The square of the gap of intervals, 0 when they overlap. */
TL_LANE lanes gap_squared(bounds p, bounds q) {
    lanes gap = lanes_max(bounds_apart(p, q), lanes_all(0));
    return lanes_mul(gap, gap);
}

TL_LANE lanes boxes_gap2(boxes p, boxes q) {
    return lanes_add(lanes_add(gap_squared(p.x, q.x), gap_squared(p.y, q.y)), gap_squared(p.z, q.z));
}

/* Normals, or 0 where the triangle is too small to tell. */
TL_LANE descent_kernel_points normals_of(const descent_kernel_points corner[3]) {
    return points_unit(points_cross(points_sub(corner[1], corner[0]), points_sub(corner[2], corner[0])));
}

/* The triangles of a block, to take one at a time: its corners, its normal, where it begins and ends along this, its
 * box. */
typedef struct descent_kernel_table {
    _Alignas(32) float corner[3][3][LANES];
    _Alignas(32) float normal[3][LANES];
    _Alignas(32) float along[2][LANES];
    _Alignas(32) float box[6][LANES];
} descent_kernel_table;

TL_LANE void make_table(descent_kernel_table *t, const descent_kernel_points corner[3]) {
    for (int v = 0; v < 3; v++) {
        points_store(t->corner[v], corner[v]);
    }
    descent_kernel_points normal = normals_of(corner);
    bounds along = bounds_along(corner, normal);
    boxes box = boxes_of(corner);
    points_store(t->normal, normal);
    lanes_store_aligned(t->along[0], along.low);
    lanes_store_aligned(t->along[1], along.high);
    points_store(t->box, (descent_kernel_points){box.x.low, box.y.low, box.z.low});
    points_store(t->box + 3, (descent_kernel_points){box.x.high, box.y.high, box.z.high});
}

TL_LANE descent_kernel_points points_repeat(float (*at)[LANES], int lane) {
    return (descent_kernel_points){lanes_all(at[0][lane]), lanes_all(at[1][lane]), lanes_all(at[2][lane])};
}

TL_LANE bounds bounds_repeat(const float *low, const float *high, int lane) {
    return (bounds){lanes_all(low[lane]), lanes_all(high[lane])};
}

/* The triangles of a block, to take all at once. */
typedef struct columns {
    descent_kernel_points corner[3], normal;
    bounds along;
    boxes box;
    _Alignas(32) float single[3][3][LANES]; /* the corners again */
} columns;

TL_LANE void make_columns(columns *c, const descent_kernel_points corner[3]) {
    for (int v = 0; v < 3; v++) {
        c->corner[v] = corner[v];
        points_store(c->single[v], corner[v]);
    }
    c->normal = normals_of(corner);
    c->along = bounds_along(corner, c->normal);
    c->box = boxes_of(corner);
}

/* Which pairs of one triangle with eight may matter by their boxes and both planes. */
TL_LANE uint32_t sift_row(const tl_descent *w, descent_kernel_table *a, int i, const columns *b) {
    boxes box = {bounds_repeat(a->box[0], a->box[3], i), bounds_repeat(a->box[1], a->box[4], i),
                 bounds_repeat(a->box[2], a->box[5], i)};
    uint32_t left = lanes_not_above(boxes_gap2(box, b->box), lanes_all(w->cut));
    if (left == 0) {
        return 0;
    }
    descent_kernel_points corner[3];
    for (int v = 0; v < 3; v++) {
        corner[v] = points_repeat(a->corner[v], i);
    }
    lanes by_a =
        bounds_apart(bounds_repeat(a->along[0], a->along[1], i), bounds_along(b->corner, points_repeat(a->normal, i)));
    lanes by_b = bounds_apart(b->along, bounds_along(corner, b->normal));
    return left & ~lanes_below(lanes_all(w->best), lanes_max(by_a, by_b));
}

TL_LANE void wait(descent_kernel_pending *p, descent_kernel_table *a, int i, uint32_t triangle_a, columns *b, int l,
                  uint32_t triangle_b) {
    int n = p->count++;
    for (int v = 0; v < 3; v++) {
        for (int k = 0; k < 3; k++) {
            p->a[v][k][n] = a->corner[v][k][i];
            p->b[v][k][n] = b->single[v][k][l];
        }
    }
    p->triangle_a[n] = triangle_a;
    p->triangle_b[n] = triangle_b;
}

/* Leaves against one another: boxes, the plane across the best pair's direction and both triangles' planes sift the
 * pairs; what is left waits until there are eight. */
TL_KERNEL static void leaf_pairs(tl_descent *w, uint32_t ref_a, uint32_t ref_b, descent_kernel_pending *p) {
    const tl_descent_extents *along_a = extents_of(w, ref_a, true), *along_b = extents_of(w, ref_b, false);
    if (along_b->lowest - along_a->highest > w->best) {
        return;
    }
    const tl_bvh_block *block_a = &w->a->blocks[TL_BVH_LEAF_BLOCK(ref_a)];
    const tl_bvh_block *block_b = &w->b->blocks[TL_BVH_LEAF_BLOCK(ref_b)];
    descent_kernel_points a[3], b[3];
    load_corners(block_a, nowhere, w->z_counts, a);
    load_corners(block_b, w->shift, w->z_counts, b);
    descent_kernel_table of_a;
    make_table(&of_a, a);
    columns of_b;
    make_columns(&of_b, b);
    const uint32_t all = (1U << TL_BVH_LEAF_COUNT(ref_b)) - 1;
    for (int i = 0; i < (int)TL_BVH_LEAF_COUNT(ref_a) && !w->stop; i++) {
        if (along_b->lowest - along_a->last[i] > w->best) {
            continue;
        }
        lanes apart = lanes_sub(lanes_load(along_b->first), lanes_all(along_a->last[i]));
        uint32_t left = all & ~lanes_below(lanes_all(w->best), apart) & sift_row(w, &of_a, i, &of_b);
        for (int l = 0; left != 0; l++, left >>= 1) {
            if ((left & 1) != 0) {
                wait(p, &of_a, i, block_a->triangle[i], &of_b, l, block_b->triangle[l]);
            }
            if (p->count == LANES) {
                settle(w, p);
            }
        }
    }
    if (p->count > 0 && w->best == INFINITY) {
        settle(w, p); /* any bound is better than none */
    }
}

/* A leaf against the body. */
TL_KERNEL static void leaf_and_body(tl_descent *w, uint32_t ref) {
    const tl_descent_extents *along = extents_of(w, ref, true);
    if (w->body_start - along->highest > w->best) {
        return;
    }
    const tl_bvh_block *block = &w->a->blocks[TL_BVH_LEAF_BLOCK(ref)];
    descent_kernel_points corner[3];
    load_corners(block, nowhere, w->z_counts, corner);
    boxes own = boxes_of(corner);
    const tl_descent_box *other = &w->whole_b;
    boxes body = {{lanes_all(other->low[0]), lanes_all(other->high[0])},
                  {lanes_all(other->low[1]), lanes_all(other->high[1])},
                  {lanes_all(other->low[2] * w->z_counts), lanes_all(other->high[2] * w->z_counts)}};
    float gap2[LANES];
    lanes_store(gap2, boxes_gap2(own, body));
    for (int i = 0; i < (int)TL_BVH_LEAF_COUNT(ref) && !w->stop; i++) {
        along = extents_of(w, ref, true); /* the direction may have changed */
        if (!(gap2[i] > w->cut) && !(w->body_start - along->last[i] > w->best)) {
            w->pair(w, block->triangle[i], 0);
        }
    }
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

static tl_descent_box box_at(const tl_bvh *bvh, uint32_t place, const float shift[3], const tl_descent_box *whole) {
    if (place == TL_BVH_NONE) {
        return *whole;
    }
    const tl_bvh_node *node = &bvh->nodes[place / LANES];
    uint32_t lane = place % LANES;
    tl_descent_box box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = node->low[k][lane] + shift[k];
        box.high[k] = node->high[k][lane] + shift[k];
    }
    return box;
}

static float size_of(const tl_descent_box *b, float z_counts) {
    return b->high[0] - b->low[0] + (b->high[1] - b->low[1]) + (b->high[2] - b->low[2]) * z_counts;
}

/* Which children lie beyond reach of a leaf along the current direction: the leaf's own extent is tight, where its box
 * may not be. */
TL_LANE uint32_t beyond_leaf(tl_descent *w, const tl_bvh_node *node, bool of_a, uint32_t leaf) {
    const tl_descent_extents *e = extents_of(w, leaf, !of_a);
    const float *d = w->direction;
    lanes end = lanes_all(of_a ? 0 : w->shift[0] * d[0] + w->shift[1] * d[1] + w->shift[2] * d[2]);
    for (int k = 0; k < 3; k++) {
        /* the near end of the children's boxes: a's highest, b's lowest */
        const float *corner = (d[k] > 0) == of_a ? node->high[k] : node->low[k];
        /* spare lanes are infinite, and no child is there */
        end = lanes_add(end, lanes_mul(lanes_load(corner), lanes_all(d[k])));
    }
    lanes apart = of_a ? lanes_sub(lanes_all(e->lowest), end) : lanes_sub(end, lanes_all(e->highest));
    return lanes_below(lanes_all(w->best), apart);
}

/* Pushes a node's children that can matter, the nearest last; among those that overlap the other box the deepest, where
 * a contact is likely to be found soon. */
TL_LANE void push_children(tl_descent *w, const descent_kernel_entry *e, bool of_a, const tl_descent_box *other,
                           descent_kernel_entry *stack, int *top) {
    const float *shift = of_a ? nowhere : w->shift;
    const tl_bvh_node *node = of_a ? &w->a->nodes[e->a] : &w->b->nodes[e->b];
    lanes zero = lanes_all(0), gap2 = zero, deepest = lanes_all(-INFINITY);
    for (int k = 0; k < (w->z_counts > 0 ? 3 : 2); k++) {
        bounds far = {lanes_all(other->low[k] - shift[k]), lanes_all(other->high[k] - shift[k])};
        lanes gap = bounds_apart((bounds){lanes_load(node->low[k]), lanes_load(node->high[k])}, far);
        deepest = lanes_max(gap, deepest);
        gap = lanes_max(gap, zero);
        gap2 = lanes_add(gap2, lanes_mul(gap, gap));
    }
    uint32_t left = lanes_not_above(gap2, lanes_all(w->cut)), leaf = of_a ? e->b : e->a;
    if (w->b != NULL && (leaf & TL_BVH_LEAF) != 0) {
        left &= ~beyond_leaf(w, node, of_a, leaf);
    }
    float gap[LANES], key[LANES];
    lanes_store(gap, gap2);
    lanes_store(key, lanes_where_below(zero, deepest, gap2, deepest));
    int first = *top;
    for (uint32_t l = 0; left != 0; l++, left >>= 1) {
        if ((left & 1) == 0 || node->child[l] == TL_BVH_NONE) {
            continue;
        }
        descent_kernel_entry child = *e;
        child.gap2 = gap[l];
        child.key = key[l];
        *(of_a ? &child.a : &child.b) = node->child[l];
        *(of_a ? &child.box_a : &child.box_b) = (of_a ? e->a : e->b) * LANES + l;
        int at = (*top)++;
        for (; at > first && stack[at - 1].key < child.key; at--) {
            stack[at] = stack[at - 1];
        }
        stack[at] = child;
    }
}

TL_KERNEL static void descend_trees(tl_descent *w) {
    descent_kernel_entry stack[2 * TL_BVH_STACK];
    descent_kernel_pending waiting;
    memset(&waiting, 0, sizeof(waiting));
    w->leaf_a.leaf = w->leaf_b.leaf = TL_BVH_NONE;
    int top = 0;
    stack[top++] = (descent_kernel_entry){0, 0, 0, 0, TL_BVH_NONE, TL_BVH_NONE};
    while (top > 0 && !w->stop) {
        descent_kernel_entry e = stack[--top];
        if (e.gap2 > w->cut) {
            continue;
        }
        bool leaf_a = (e.a & TL_BVH_LEAF) != 0, leaf_b = (e.b & TL_BVH_LEAF) != 0;
        if (leaf_a && leaf_b) {
            leaf_pairs(w, e.a, e.b, &waiting);
            continue;
        }
        tl_descent_box box_a = box_at(w->a, e.box_a, nowhere, &w->whole_a);
        tl_descent_box box_b = box_at(w->b, e.box_b, w->shift, &w->whole_b);
        bool of_a = !leaf_a && (leaf_b || size_of(&box_a, w->z_counts) >= size_of(&box_b, w->z_counts));
        push_children(w, &e, of_a, of_a ? &box_b : &box_a, stack, &top);
    }
    if (!w->stop) {
        settle(w, &waiting);
    }
}

TL_KERNEL static void descend_to_body(tl_descent *w) {
    descent_kernel_entry stack[TL_BVH_STACK];
    w->leaf_a.leaf = TL_BVH_NONE;
    int top = 0;
    stack[top++] = (descent_kernel_entry){0, 0, 0, 0, TL_BVH_NONE, TL_BVH_NONE};
    while (top > 0 && !w->stop) {
        descent_kernel_entry e = stack[--top];
        if (e.gap2 > w->cut) {
            continue;
        }
        if ((e.a & TL_BVH_LEAF) != 0) {
            leaf_and_body(w, e.a);
        } else {
            push_children(w, &e, true, &w->whole_b, stack, &top);
        }
    }
}

const tl_descent_kernels TL_DESCENT = {
    .name = TL_DESCENT_NAME,
    .trees = descend_trees,
    .body = descend_to_body,
};
