/* contact.c: pairs of triangles from a hierarchy of boxes; what their points and edges do to each other. */
#include "conform/contact.h"

#include "bvh/tree.h"
#include "math/predicates.h"

#include <float.h>

#define CANCEL_EVERY 512

/* A triangle at hand. */
typedef struct contact_face {
    uint32_t number;
    uint32_t id[3];
    tl_vec3 p[3];
    tl_vec3 normal; /* not of length 1 */
    double area2;   /* its length */
    double longest; /* edge */
    tl_box3 box;
} contact_face;

typedef struct contact_finder {
    tl_contacts *out;
    tl_complex *complex;
    const tl_neighbours *neighbours;
    double reach; /* of points beside edges and triangles */
    double edge_reach, rounding, drift;
    uint32_t *load; /* meetings of each triangle */
    size_t most_each, most;
    bool failed; /* no memory */
    /* the pair at hand: which corners of one lie on which edges (bits) or inside (8) of the other; which edges cross */
    int t_on_u[3], u_on_t[3];
    int crossed[3]; /* bits: edges of u that edge k of t crosses */
    bool met;
} contact_finder;

/* Plain comparisons: fmin and fmax are calls. */
static double least3(double a, double b, double c) {
    double ab = a < b ? a : b;
    return ab < c ? ab : c;
}
static double most3(double a, double b, double c) {
    double ab = a < b ? b : a;
    return ab < c ? c : ab;
}

static void load_corners(const tl_complex *complex, uint32_t number, contact_face *f) {
    f->number = number;
    for (int k = 0; k < 3; k++) {
        f->id[k] = complex->corners[3 * (size_t)number + (size_t)k];
        f->p[k] = complex->points[f->id[k]];
    }
    const tl_vec3 *p = f->p;
    f->box = (tl_box3){{least3(p[0].x, p[1].x, p[2].x), least3(p[0].y, p[1].y, p[2].y), least3(p[0].z, p[1].z, p[2].z)},
                       {most3(p[0].x, p[1].x, p[2].x), most3(p[0].y, p[1].y, p[2].y), most3(p[0].z, p[1].z, p[2].z)}};
}

static void load_plane(contact_face *f) {
    tl_vec3 u = tl_sub(f->p[1], f->p[0]), v = tl_sub(f->p[2], f->p[0]), w = tl_sub(f->p[2], f->p[1]);
    f->normal = tl_cross(u, v);
    f->area2 = tl_length(f->normal);
    f->longest = sqrt(tl_max(tl_length_squared(u), tl_max(tl_length_squared(v), tl_length_squared(w))));
}

static bool has_corner(const contact_face *f, uint32_t id) {
    return f->id[0] == id || f->id[1] == id || f->id[2] == id;
}

/* --- Far apart ---------------------------------------------------------------------------------------------------- */

/* Whether the corners of u that aren't f's all lie beyond the reach on one side of f's plane. The plane's direction is
 * good to about 4 eps * longest / height, and heights are what the direction is worth times how far the corner is. */
static bool beyond_plane(const contact_face *f, const contact_face *u, double reach) {
    if (!(f->area2 > 0)) {
        return false;
    }
    double tilt = 8 * DBL_EPSILON * f->longest * f->longest / f->area2, low = INFINITY, high = -INFINITY, slack = 0;
    for (int k = 0; k < 3; k++) {
        if (!has_corner(f, u->id[k])) {
            tl_vec3 r = tl_sub(u->p[k], f->p[0]);
            double h = tl_dot(f->normal, r) / f->area2;
            low = tl_min(low, h);
            high = tl_max(high, h);
            slack = tl_max(slack, tilt * tl_length(r));
        }
    }
    return low > reach + slack || high < -reach - slack;
}

/* Whether some edge of f has all of u beyond the reach on its outer side (seen against f's normal). Any direction that
 * parts them serves, so rounding of the direction does no harm: heights are compared along it. */
static bool beyond_edge(const contact_face *f, const contact_face *u, double reach) {
    for (int k = 0; k < 3; k++) {
        tl_vec3 d = tl_sub(f->p[(k + 1) % 3], f->p[k]), out = tl_cross(d, f->normal);
        double length = tl_length(out);
        if (!(length > 0)) {
            continue;
        }
        double mine = tl_max(0, tl_dot(out, d) / length), least = INFINITY;
        mine = tl_max(mine, tl_dot(out, tl_sub(f->p[(k + 2) % 3], f->p[k])) / length);
        for (int i = 0; i < 3; i++) {
            least = tl_min(least, tl_dot(out, tl_sub(u->p[i], f->p[k])) / length);
        }
        double rounding = 16 * DBL_EPSILON * (f->longest + u->longest);
        if (least - mine > reach + rounding) {
            return true;
        }
    }
    return false;
}

/* Two triangles with one common point v: whether a plane through it has the other corners of t beyond the reach on one
 * side and those of u on the other. Then nothing but v is near. */
static bool parted_at(const contact_face *t, const contact_face *u, int i, int j, double reach) {
    tl_vec3 v = t->p[i];
    tl_vec3 a = tl_sub(t->p[(i + 1) % 3], v), b = tl_sub(t->p[(i + 2) % 3], v);
    tl_vec3 c = tl_sub(u->p[(j + 1) % 3], v), d = tl_sub(u->p[(j + 2) % 3], v);
    tl_vec3 n =
        tl_normalise(tl_sub(tl_add(tl_normalise(c), tl_normalise(d)), tl_add(tl_normalise(a), tl_normalise(b))));
    double margin = reach + 16 * DBL_EPSILON * (t->longest + u->longest);
    return tl_dot(n, a) < -margin && tl_dot(n, b) < -margin && tl_dot(n, c) > margin && tl_dot(n, d) > margin;
}

static bool far_apart(const contact_face *t, const contact_face *u, double reach) {
    int shared = 0, i = 0, j = 0;
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            if (t->id[k] == u->id[l]) {
                shared++;
                i = k;
                j = l;
            }
        }
    }
    bool one = beyond_plane(t, u, reach);
    if (shared == 0) {
        return one || beyond_plane(u, t, reach) || beyond_edge(t, u, reach) || beyond_edge(u, t, reach);
    }
    /* with common points each plane must have the other's corners on one side: then each stays off the other's edges */
    return (one && beyond_plane(u, t, reach)) || (shared == 1 && parted_at(t, u, i, j, reach));
}

/* --- Contacts ----------------------------------------------------------------------------------------------------- */

static void add_split(contact_finder *f, uint32_t low, uint32_t high, uint32_t point, double at) {
    tl_contacts *out = f->out;
    f->met = true;
    if (point == low || point == high) {
        return;
    }
    if (!tl_reserve(f->complex->context, (void **)&out->splits, &out->split_capacity, out->split_count + 1,
                    sizeof(*out->splits))) {
        f->failed = true;
        return;
    }
    out->splits[out->split_count++] = (tl_split){low, high, point, at};
}

static void add_inside(contact_finder *f, uint32_t triangle, uint32_t point, double b, double c) {
    tl_contacts *out = f->out;
    if (!tl_reserve(f->complex->context, (void **)&out->insides, &out->inside_capacity, out->inside_count + 1,
                    sizeof(*out->insides))) {
        f->failed = true;
        return;
    }
    out->insides[out->inside_count++] = (tl_inside){triangle, point, b, c};
    f->met = true;
}

/* Something is bent to a point that lies so far off. */
static void heat(contact_finder *f, uint32_t point, double off) {
    if (off > f->rounding) {
        f->complex->hot[point] = true;
    }
}

/* An edge from its lower to its higher point. */
typedef struct contact_side {
    uint32_t low, high;
    tl_vec3 p, d; /* where it begins, where it goes */
} contact_side;

static contact_side side_of(const contact_face *f, int k) {
    int a = k, b = (k + 1) % 3;
    if (f->id[a] > f->id[b]) {
        a = b;
        b = k;
    }
    return (contact_side){f->id[a], f->id[b], f->p[a], tl_sub(f->p[b], f->p[a])};
}

static bool spans(double a, double b, double low, double high) {
    return (a <= high || b <= high) && (a >= low || b >= low);
}

static bool boxes_near(tl_vec3 a, tl_vec3 b, tl_box3 box, double reach) {
    return spans(a.x, b.x, box.low.x - reach, box.high.x + reach) &&
           spans(a.y, b.y, box.low.y - reach, box.high.y + reach) &&
           spans(a.z, b.z, box.low.z - reach, box.high.z + reach);
}

/* Whether corner `id` at p lies on an edge, within the reach and beside its ends. */
static bool on_side(const contact_side *e, tl_vec3 p, double reach, double *at, double *off) {
    double dd = tl_length_squared(e->d);
    tl_vec3 r = tl_sub(p, e->p);
    double s = tl_dot(r, e->d) / dd;
    if (!(s > 0 && s < 1)) {
        return false;
    }
    *at = s;
    *off = tl_length(tl_sub(r, tl_scale(e->d, s)));
    return *off <= reach;
}

/* The weights of corners 1 and 2 at the foot of p, if that lies inside; `height` above the plane. */
static bool foot_inside(const contact_face *f, tl_vec3 p, double *b, double *c, double *height) {
    double nn = f->area2 * f->area2;
    tl_vec3 r = tl_sub(p, f->p[0]);
    *c = tl_dot(tl_cross(tl_sub(f->p[1], f->p[0]), r), f->normal) / nn;
    *b = tl_dot(tl_cross(r, tl_sub(f->p[2], f->p[0])), f->normal) / nn;
    *height = tl_dot(r, f->normal) / f->area2;
    return *b > 0 && *c > 0 && *b + *c < 1;
}

/* A triangle that is thinner than this has no inside beside its edges. */
static bool is_thin(const contact_face *f, double reach) {
    return !(f->area2 > 2 * reach * f->longest);
}

/* The corners of `from` on edges and inside of `to`. */
static void corners_on(contact_finder *f, const contact_face *from, const contact_face *to, int on[3]) {
    for (int i = 0; i < 3; i++) {
        on[i] = 0;
        if (has_corner(to, from->id[i]) || !boxes_near(from->p[i], from->p[i], to->box, f->reach)) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            contact_side e = side_of(to, k);
            double at, off;
            if (on_side(&e, from->p[i], f->reach, &at, &off)) {
                add_split(f, e.low, e.high, from->id[i], at);
                heat(f, from->id[i], off);
                on[i] |= 1 << k;
            }
        }
        double b, c, height;
        if (on[i] == 0 && !is_thin(to, f->reach) && foot_inside(to, from->p[i], &b, &c, &height) &&
            fabs(height) <= f->reach) {
            add_inside(f, to->number, from->id[i], b, c);
            heat(f, from->id[i], fabs(height));
            on[i] = 8;
        }
    }
}

/* Two edges without common points that pass each other within the reach, each beside the other's ends. */
static bool sides_cross(const contact_side *a, const contact_side *b, double reach, double *s, double *t) {
    tl_vec3 n = tl_cross(a->d, b->d), r = tl_sub(b->p, a->p);
    double nn = tl_length_squared(n);
    if (!(nn > 0)) {
        return false;
    }
    *s = tl_dot(tl_cross(r, b->d), n) / nn;
    *t = tl_dot(tl_cross(r, a->d), n) / nn;
    if (!(*s > 0 && *s < 1 && *t > 0 && *t < 1)) {
        return false;
    }
    tl_vec3 x = tl_madd(a->p, a->d, *s), y = tl_madd(b->p, b->d, *t);
    return tl_length_squared(tl_sub(x, y)) <= reach * reach;
}

static void cross_sides(contact_finder *f, const contact_face *t, const contact_face *u) {
    for (int k = 0; k < 3; k++) {
        f->crossed[k] = 0;
        int k1 = (k + 1) % 3;
        if (!boxes_near(t->p[k], t->p[k1], u->box, f->reach)) {
            continue;
        }
        for (int l = 0; l < 3; l++) {
            int l1 = (l + 1) % 3;
            bool touch =
                ((f->t_on_u[k] | f->t_on_u[k1]) & (1 << l)) != 0 || ((f->u_on_t[l] | f->u_on_t[l1]) & (1 << k)) != 0;
            contact_side a = side_of(t, k), b = side_of(u, l);
            if (touch || a.low == b.low || a.low == b.high || a.high == b.low || a.high == b.high) {
                continue;
            }
            bool swap = a.low > b.low || (a.low == b.low && a.high > b.high);
            const contact_side *first = swap ? &b : &a, *second = swap ? &a : &b;
            double at_first, at_second;
            if (!sides_cross(first, second, f->edge_reach, &at_first, &at_second)) {
                continue;
            }
            tl_vec3 x = tl_madd(first->p, first->d, at_first), y = tl_madd(second->p, second->d, at_second);
            uint32_t key[4] = {first->low, first->high, second->low, second->high};
            uint32_t point = tl_complex_make(f->complex, &f->out->made, key, tl_lerp(x, y, 0.5));
            if (point == UINT32_MAX) {
                f->failed = true;
                return;
            }
            add_split(f, first->low, first->high, point, at_first);
            add_split(f, second->low, second->high, point, at_second);
            heat(f, point, tl_distance(x, y));
            f->crossed[k] |= 1 << l;
        }
    }
}

/* An edge of `from` that passes through the inside of `to`, and touches it nowhere else. */
static void pierce(contact_finder *f, const contact_face *from, int k, const contact_face *to) {
    contact_side e = side_of(from, k);
    tl_vec3 q = tl_add(e.p, e.d);
    int a = from->id[k] == e.low ? k : (k + 1) % 3, b = a == k ? (k + 1) % 3 : k;
    q = from->p[b];
    if (has_corner(to, e.low) || has_corner(to, e.high) || is_thin(to, 0)) {
        return;
    }
    tl_crossing crossing = tl_math_segment_triangle(from->p[a], q, to->p[0], to->p[1], to->p[2]);
    if (crossing != TL_CROSSING_FRONT && crossing != TL_CROSSING_BACK) {
        return;
    }
    double ha = tl_dot(tl_sub(from->p[a], to->p[0]), to->normal), hb = tl_dot(tl_sub(q, to->p[0]), to->normal);
    double at = ha / (ha - hb), wb, wc, height;
    if (!(at > 0 && at < 1)) {
        return;
    }
    tl_vec3 x = tl_madd(e.p, e.d, at);
    uint32_t key[4] = {e.low, e.high, to->number, UINT32_MAX};
    if (!foot_inside(to, x, &wb, &wc, &height) || fabs(height) > f->reach) {
        return;
    }
    uint32_t point = tl_complex_make(f->complex, &f->out->made, key, x);
    if (point == UINT32_MAX) {
        f->failed = true;
        return;
    }
    add_split(f, e.low, e.high, point, at);
    if (!has_corner(to, point)) {
        add_inside(f, to->number, point, wb, wc);
    }
}

static void look_at_pair(contact_finder *f, const contact_face *t, const contact_face *u) {
    if (far_apart(t, u, f->reach)) {
        return;
    }
    f->met = false;
    corners_on(f, t, u, f->t_on_u);
    corners_on(f, u, t, f->u_on_t);
    cross_sides(f, t, u);
    for (int k = 0; k < 3; k++) {
        int k1 = (k + 1) % 3, bit = 1 << k;
        if (f->t_on_u[k] == 0 && f->t_on_u[k1] == 0 && f->crossed[k] == 0 &&
            ((f->u_on_t[0] | f->u_on_t[1] | f->u_on_t[2]) & bit) == 0 && boxes_near(t->p[k], t->p[k1], u->box, 0)) {
            pierce(f, t, k, u);
        }
        if (f->u_on_t[k] == 0 && f->u_on_t[k1] == 0 && ((f->crossed[0] | f->crossed[1] | f->crossed[2]) & bit) == 0 &&
            ((f->t_on_u[0] | f->t_on_u[1] | f->t_on_u[2]) & bit) == 0 && boxes_near(u->p[k], u->p[k1], t->box, 0)) {
            pierce(f, u, k, t);
        }
    }
    if (f->met) {
        tl_contacts *out = f->out;
        if (!tl_reserve(f->complex->context, (void **)&out->meetings, &out->meeting_capacity, out->meeting_count + 1,
                        sizeof(*out->meetings))) {
            f->failed = true;
            return;
        }
        out->meetings[out->meeting_count++] = (tl_meeting){t->number, u->number};
        f->load[t->number]++;
        f->load[u->number]++;
    }
}

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

/* Lanes of a node or block whose box may come within the query's: bits. */
typedef struct query {
    float low[3], high[3];
} query;

static unsigned near_lanes(const query *q, float low[3][TL_BVH_WIDTH], float high[3][TL_BVH_WIDTH]) {
    int near[TL_BVH_WIDTH];
    for (int i = 0; i < TL_BVH_WIDTH; i++) {
        near[i] = (low[0][i] <= q->high[0]) & (high[0][i] >= q->low[0]) & (low[1][i] <= q->high[1]) &
                  (high[1][i] >= q->low[1]) & (low[2][i] <= q->high[2]) & (high[2][i] >= q->low[2]);
    }
    unsigned bits = 0;
    for (int i = 0; i < TL_BVH_WIDTH; i++) {
        bits |= (unsigned)near[i] << i;
    }
    return bits;
}

/* The boxes of a block's triangles; corners are rounded by at most `slack`, which the query's box has been grown by. */
static unsigned near_triangles(const query *q, const tl_bvh_block *block) {
    float low[3][TL_BVH_WIDTH], high[3][TL_BVH_WIDTH];
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < TL_BVH_WIDTH; i++) {
            float a = block->corner[0][axis][i], b = block->corner[1][axis][i], c = block->corner[2][axis][i];
            float ab = a < b ? a : b, most = a < b ? b : a;
            low[axis][i] = ab < c ? ab : c;
            high[axis][i] = most < c ? c : most;
        }
    }
    return near_lanes(q, low, high);
}

static query query_of(const tl_bvh *bvh, tl_box3 box, double reach) {
    double grow = reach + (double)bvh->reach * 0x1p-22;
    const double low[3] = {box.low.x - bvh->origin.x, box.low.y - bvh->origin.y, box.low.z - bvh->origin.z};
    const double high[3] = {box.high.x - bvh->origin.x, box.high.y - bvh->origin.y, box.high.z - bvh->origin.z};
    query q;
    for (int k = 0; k < 3; k++) {
        q.low[k] = tl_float_below(low[k] - grow);
        q.high[k] = tl_float_above(high[k] + grow);
    }
    return q;
}

static void look_at_piece(contact_finder *f, const contact_face *t, uint32_t number) {
    const tl_complex *complex = f->complex;
    contact_face u;
    load_corners(complex, number, &u);
    if (complex->fresh[number] && number < t->number) {
        return; /* looked at from the other side */
    }
    if (!tl_box3_overlap(tl_box3_grow(t->box, f->reach), u.box)) {
        return;
    }
    if (f->load[number] >= f->most_each || f->load[t->number] >= f->most_each || f->out->meeting_count >= f->most) {
        f->out->limited = true;
        return;
    }
    load_plane(&u);
    look_at_pair(f, t, &u);
}

static void look_at_block(contact_finder *f, const contact_face *t, const query *q, const tl_bvh_block *block,
                          unsigned count) {
    const tl_neighbours *n = f->neighbours;
    unsigned lanes = near_triangles(q, block) & ((1U << count) - 1U);
    for (unsigned lane = 0; lane < count; lane++) {
        uint32_t parent = n->parents[block->triangle[lane]];
        if ((lanes >> lane & 1U) == 0 || parent == f->complex->parents[t->number]) {
            continue; /* pieces of one triangle fit together as they are */
        }
        for (size_t i = n->first[parent]; i < n->first[parent + 1] && !f->failed; i++) {
            look_at_piece(f, t, n->pieces[i]);
        }
    }
}

static void look_round(contact_finder *f, const contact_face *t) {
    const tl_bvh *bvh = f->neighbours->bvh;
    uint32_t stack[TL_BVH_STACK];
    size_t depth = 0;
    query q = query_of(bvh, t->box, f->reach + f->drift);
    stack[depth++] = 0;
    while (depth > 0 && !f->failed) {
        tl_bvh_node *node = &bvh->nodes[stack[--depth]];
        unsigned lanes = near_lanes(&q, node->low, node->high);
        for (int lane = TL_BVH_WIDTH - 1; lane >= 0; lane--) {
            uint32_t child = node->child[lane];
            if ((lanes >> lane & 1U) == 0 || child == TL_BVH_NONE) {
                continue;
            }
            if ((child & TL_BVH_LEAF) == 0) {
                stack[depth++] = child;
            } else {
                look_at_block(f, t, &q, &bvh->blocks[TL_BVH_LEAF_BLOCK(child)], TL_BVH_LEAF_COUNT(child));
            }
        }
    }
}

/* The pieces that each parent has now. */
static bool list_pieces(tl_neighbours *n, const tl_complex *complex) {
    tl_free(complex->context, n->first);
    tl_free(complex->context, n->pieces);
    n->first = tl_alloc_array(complex->context, n->parent_count + 2, sizeof(uint32_t));
    n->pieces = tl_alloc_array(complex->context, complex->count, sizeof(uint32_t));
    if (n->first == NULL || n->pieces == NULL) {
        return false;
    }
    for (size_t i = 0; i < complex->count; i++) {
        n->first[complex->parents[i] + 2]++;
    }
    for (size_t i = 2; i < n->parent_count + 2; i++) {
        n->first[i] += n->first[i - 1];
    }
    for (size_t i = 0; i < complex->count; i++) {
        n->pieces[n->first[complex->parents[i] + 1]++] = (uint32_t)i;
    }
    return true;
}

tl_status tl_neighbours_start(tl_neighbours *n, const tl_complex *complex, size_t parent_count) {
    *n = (tl_neighbours){.parent_count = parent_count};
    n->parents = tl_alloc_array(complex->context, complex->count, sizeof(uint32_t));
    if (n->parents == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < complex->count; i++) {
        n->parents[i] = complex->parents[i];
    }
    return tl_bvh_build(complex->context, complex->points, complex->point_count, complex->corners, complex->count, NULL,
                        &n->bvh, NULL);
}

void tl_neighbours_free(tl_context *context, tl_neighbours *n) {
    tl_bvh_destroy(n->bvh);
    tl_free(context, n->parents);
    tl_free(context, n->first);
    tl_free(context, n->pieces);
    *n = (tl_neighbours){0};
}

tl_status tl_contacts_find(tl_contacts *contacts, tl_complex *complex, tl_neighbours *neighbours,
                           const tl_reaches *reach, size_t most_each, size_t most) {
    *contacts = (tl_contacts){0};
    tl_context *context = complex->context;
    contact_finder f = {.out = contacts,
                        .complex = complex,
                        .neighbours = neighbours,
                        .reach = reach->beside,
                        .edge_reach = reach->crossing,
                        .rounding = reach->rounding,
                        .drift = reach->drift,
                        .load = tl_alloc_array(context, complex->count, sizeof(uint32_t)),
                        .most_each = most_each,
                        .most = most};
    tl_status status = TL_OK;
    f.failed = f.load == NULL || !list_pieces(neighbours, complex);
    for (size_t i = 0; i < complex->point_count; i++) {
        complex->hot[i] = false;
    }
    for (size_t i = 0; i < complex->count && !f.failed && status == TL_OK; i++) {
        if (complex->fresh[i]) {
            contact_face t;
            load_corners(complex, (uint32_t)i, &t);
            load_plane(&t);
            look_round(&f, &t);
        }
        if (i % CANCEL_EVERY == 0 && !tl_go_on(context, "joining triangles")) {
            status = TL_ERROR_CANCELLED;
        }
    }
    tl_free(context, f.load);
    return f.failed ? TL_ERROR_MEMORY : status;
}

void tl_contacts_free(tl_context *context, tl_contacts *contacts) {
    tl_free(context, contacts->splits);
    tl_free(context, contacts->insides);
    tl_free(context, contacts->meetings);
    tl_complex_points_free(context, &contacts->made);
    *contacts = (tl_contacts){0};
}
