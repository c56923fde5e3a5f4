/* geom.c: nearest points of segments and triangles.
 *
 * Parameters on lines come from cross products, not from Gram determinants (a*c - b*b): for lines at a small angle phi
 * the latter lose twice as many digits. With cross products the parameters are off by eps*r/phi, but along a direction
 * in which the distance changes by phi only, so the distance is off by eps*r whatever the angle. */
#include "geom/geom.h"

#include "math/predicates.h"

#include <float.h>

static inline double clamp01(double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

tl_vec3 tl_geom_nearest_on_segment(tl_vec3 p, tl_vec3 a, tl_vec3 b) {
    tl_vec3 d = tl_sub(b, a);
    double dd = tl_dot(d, d);
    if (!(dd > 0)) {
        return a;
    }
    double t = tl_dot(tl_sub(p, a), d) / dd;
    return t <= 0 ? a : t >= 1 ? b : tl_madd(a, d, t);
}

/* The segments p1 + s*d1 and p2 + t*d2: the parameters of the nearest points. `dd1` and `dd2` are squared lengths.
 * Minimises a convex quadratic over the unit square: the free minimum when it is inside, else s clamped, t for it, and
 * s once more when t had to be clamped (Ericson, Real-Time Collision Detection, 5.1.9). */
static inline void segment_parameters(tl_vec3 p1, tl_vec3 d1, double dd1, tl_vec3 p2, tl_vec3 d2, double dd2, double *s,
                                      double *t) {
    tl_vec3 r = tl_sub(p2, p1);
    if (!(dd1 > 0)) {
        *s = 0;
        *t = dd2 > 0 ? clamp01(-tl_dot(r, d2) / dd2) : 0;
        return;
    }
    if (!(dd2 > 0)) {
        *t = 0;
        *s = clamp01(tl_dot(r, d1) / dd1);
        return;
    }
    tl_vec3 n = tl_cross(d1, d2);
    double nn = tl_dot(n, n);
    double along = 0;
    if (nn > 0) {
        along = tl_dot(tl_cross(r, d2), n) / nn;
        double other = tl_dot(tl_cross(r, d1), n) / nn;
        if (along >= 0 && along <= 1 && other >= 0 && other <= 1) {
            *s = along;
            *t = other;
            return;
        }
        along = clamp01(along); /* NaN (overflowed products) becomes NaN here and is caught below */
        if (!(along >= 0)) {
            along = 0;
        }
    }
    double other = (tl_dot(d2, d1) * along - tl_dot(r, d2)) / dd2;
    if (other < 0) {
        other = 0;
        along = clamp01(tl_dot(r, d1) / dd1);
    } else if (other > 1) {
        other = 1;
        along = clamp01(tl_dot(tl_add(r, d2), d1) / dd1);
    }
    *s = along;
    *t = other;
}

/* The ends themselves at 0 and 1, so that a corner comes back bit for bit. */
static inline tl_vec3 at_parameter(tl_vec3 p, tl_vec3 q, tl_vec3 d, double s) {
    return s == 0 ? p : s == 1 ? q : tl_madd(p, d, s);
}

double tl_geom_segment_nearest_segment(tl_vec3 p1, tl_vec3 q1, tl_vec3 p2, tl_vec3 q2, tl_vec3 *on1, tl_vec3 *on2) {
    tl_vec3 d1 = tl_sub(q1, p1);
    tl_vec3 d2 = tl_sub(q2, p2);
    double s, t;
    segment_parameters(p1, d1, tl_dot(d1, d1), p2, d2, tl_dot(d2, d2), &s, &t);
    *on1 = at_parameter(p1, q1, d1, s);
    *on2 = at_parameter(p2, q2, d2, t);
    return tl_length_squared(tl_sub(*on1, *on2));
}

/* A triangle with what nearest-point tests need again and again. */
typedef struct prepared {
    const tl_vec3 *corner;
    tl_vec3 edge[3]; /* from corner i to i + 1 */
    double length2[3];
    tl_vec3
        normal; /* not of unit length; taken at the corner between the two shorter edges, where it is most accurate */
    double normal2;
} prepared;

static inline void prepare(const tl_vec3 corner[3], prepared *t) {
    t->corner = corner;
    for (int i = 0; i < 3; i++) {
        t->edge[i] = tl_sub(corner[i == 2 ? 0 : i + 1], corner[i]);
        t->length2[i] = tl_dot(t->edge[i], t->edge[i]);
    }
    /* e0 x e1 = e1 x e2 = e2 x e0; leave out the longest */
    if (t->length2[0] >= t->length2[1] && t->length2[0] >= t->length2[2]) {
        t->normal = tl_cross(t->edge[1], t->edge[2]);
    } else if (t->length2[1] >= t->length2[2]) {
        t->normal = tl_cross(t->edge[2], t->edge[0]);
    } else {
        t->normal = tl_cross(t->edge[0], t->edge[1]);
    }
    t->normal2 = tl_dot(t->normal, t->normal);
}

/* The foot of p when it lies strictly inside the triangle. */
static inline bool foot_inside(const prepared *t, tl_vec3 p, tl_vec3 *foot) {
    if (!(t->normal2 > 0)) {
        return false;
    }
    double w[3];
    for (int i = 0; i < 3; i++) {
        /* the area opposite to corner i + 2 */
        w[i] = tl_dot(tl_cross(t->edge[i], tl_sub(p, t->corner[i])), t->normal);
        if (!(w[i] > 0)) {
            return false;
        }
    }
    double total = w[0] + w[1] + w[2];
    /* from corner 0 by the weights of corners 1 and 2 (edge 2 runs from corner 2 to corner 0) */
    *foot = tl_madd(tl_madd(t->corner[0], t->edge[0], w[2] / total), t->edge[2], -(w[0] / total));
    return true;
}

tl_vec3 tl_geom_nearest_on_triangle(tl_vec3 p, const tl_vec3 corner[3]) {
    prepared t;
    prepare(corner, &t);
    tl_vec3 best;
    if (foot_inside(&t, p, &best)) {
        return best;
    }
    double least = INFINITY;
    best = corner[0];
    for (int i = 0; i < 3; i++) {
        tl_vec3 q = tl_geom_nearest_on_segment(p, corner[i], corner[i == 2 ? 0 : i + 1]);
        double d = tl_length_squared(tl_sub(p, q));
        if (d < least) {
            least = d;
            best = q;
        }
    }
    return best;
}

/* Whether all points lie clearly on one side of the triangle's plane. The rounding of normal . (p - corner) is below
 * 16 eps times the product of sizes; a generous 64 eps only sends more pairs to the exact test. */
static bool clearly_beside(const prepared *t, const tl_vec3 *p, int count) {
    double reach = 0, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        tl_vec3 r = tl_sub(p[i], t->corner[0]);
        double h = tl_dot(t->normal, r);
        double size = fabs(r.x) + fabs(r.y) + fabs(r.z);
        low = h < low ? h : low;
        high = h > high ? h : high;
        reach = size > reach ? size : reach;
    }
    double longest = t->length2[0] > t->length2[1] ? t->length2[0] : t->length2[1];
    longest = longest > t->length2[2] ? longest : t->length2[2];
    double bound = 64 * DBL_EPSILON * longest * reach;
    return low > bound || high < -bound;
}

/* Where pq crosses the triangle's plane, kept on pq; for a segment in the plane, a common point with it. */
static tl_vec3 crossing_point(tl_vec3 p, tl_vec3 q, const prepared *t) {
    tl_vec3 d = tl_sub(q, p);
    double hp = tl_dot(t->normal, tl_sub(t->corner[0], p));
    double hd = tl_dot(t->normal, d);
    double longest = sqrt(tl_max(tl_max(t->length2[0], t->length2[1]), t->length2[2]) * tl_dot(d, d));
    if (fabs(hd) > 1e-10 * longest * sqrt(t->normal2)) {
        double s = hp / hd;
        return s <= 0 ? p : s >= 1 ? q : tl_madd(p, d, s);
    }
    /* nearly in the plane: the nearest of the pairs end-face and edge-edge */
    tl_vec3 best = p, on, other;
    double least = tl_length_squared(tl_sub(p, tl_geom_nearest_on_triangle(p, t->corner)));
    double at_q = tl_length_squared(tl_sub(q, tl_geom_nearest_on_triangle(q, t->corner)));
    if (at_q < least) {
        least = at_q;
        best = q;
    }
    for (int i = 0; i < 3; i++) {
        double d2 = tl_geom_segment_nearest_segment(p, q, t->corner[i], t->corner[i == 2 ? 0 : i + 1], &on, &other);
        if (d2 < least) {
            least = d2;
            best = on;
        }
    }
    return best;
}

double tl_geom_segment_nearest_triangle(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3], tl_vec3 *on_segment,
                                        tl_vec3 *on_triangle) {
    prepared t;
    prepare(corner, &t);
    const tl_vec3 end[2] = {p, q};
    if (!clearly_beside(&t, end, 2) &&
        tl_math_segment_triangle(p, q, corner[0], corner[1], corner[2]) != TL_CROSSING_NONE) {
        *on_segment = *on_triangle = crossing_point(p, q, &t);
        return 0;
    }
    tl_vec3 d = tl_sub(q, p);
    double dd = tl_dot(d, d);
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double s, u;
        segment_parameters(p, d, dd, corner[i], t.edge[i], t.length2[i], &s, &u);
        tl_vec3 a = at_parameter(p, q, d, s);
        tl_vec3 b = at_parameter(corner[i], corner[i == 2 ? 0 : i + 1], t.edge[i], u);
        double d2 = tl_length_squared(tl_sub(a, b));
        if (d2 < least) {
            least = d2;
            *on_segment = a;
            *on_triangle = b;
        }
    }
    for (int i = 0; i < 2; i++) {
        tl_vec3 foot;
        if (foot_inside(&t, end[i], &foot)) {
            double d2 = tl_length_squared(tl_sub(end[i], foot));
            if (d2 < least) {
                least = d2;
                *on_segment = end[i];
                *on_triangle = foot;
            }
        }
    }
    /* proved apart: never report contact because of an underflow or cancellation */
    return least > 0 ? least : DBL_MIN;
}

static bool meet_prepared(const prepared *a, const prepared *b, tl_vec3 *common) {
    for (int side = 0; side < 2; side++) {
        const prepared *e = side == 0 ? a : b;
        const prepared *f = side == 0 ? b : a;
        for (int i = 0; i < 3; i++) {
            tl_vec3 p = e->corner[i], q = e->corner[i == 2 ? 0 : i + 1];
            if (tl_math_segment_triangle(p, q, f->corner[0], f->corner[1], f->corner[2]) != TL_CROSSING_NONE) {
                if (common != NULL) {
                    *common = crossing_point(p, q, f);
                }
                return true;
            }
        }
    }
    return false;
}

bool tl_geom_triangles_meet(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 *common) {
    prepared ta, tb;
    prepare(a, &ta);
    prepare(b, &tb);
    return !clearly_beside(&ta, b, 3) && !clearly_beside(&tb, a, 3) && meet_prepared(&ta, &tb, common);
}

double tl_geom_triangle_nearest_triangle(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 *on_a, tl_vec3 *on_b) {
    prepared ta, tb;
    prepare(a, &ta);
    prepare(b, &tb);
    if (!clearly_beside(&ta, b, 3) && !clearly_beside(&tb, a, 3) && meet_prepared(&ta, &tb, on_a)) {
        *on_b = *on_a;
        return 0;
    }
    double least = INFINITY;
    /* Disjoint triangles are nearest at a pair of edges (their ends included) or at a corner over a face's inside. */
    for (int i = 0; i < 3; i++) {
        tl_vec3 next_a = a[i == 2 ? 0 : i + 1];
        for (int j = 0; j < 3; j++) {
            double s, t;
            segment_parameters(a[i], ta.edge[i], ta.length2[i], b[j], tb.edge[j], tb.length2[j], &s, &t);
            tl_vec3 p = at_parameter(a[i], next_a, ta.edge[i], s);
            tl_vec3 q = at_parameter(b[j], b[j == 2 ? 0 : j + 1], tb.edge[j], t);
            double d2 = tl_length_squared(tl_sub(p, q));
            if (d2 < least) {
                least = d2;
                *on_a = p;
                *on_b = q;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        tl_vec3 foot;
        if (foot_inside(&ta, b[i], &foot)) {
            double d2 = tl_length_squared(tl_sub(b[i], foot));
            if (d2 < least) {
                least = d2;
                *on_a = foot;
                *on_b = b[i];
            }
        }
        if (foot_inside(&tb, a[i], &foot)) {
            double d2 = tl_length_squared(tl_sub(a[i], foot));
            if (d2 < least) {
                least = d2;
                *on_a = a[i];
                *on_b = foot;
            }
        }
    }
    return least > 0 ? least : DBL_MIN;
}

double tl_geom_separation(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count, tl_vec3 direction) {
    double length = tl_length(direction);
    if (!(length > 0) || a_count == 0) {
        return 0;
    }
    /* measured from a corner of a, so that far from the origin no digits are lost */
    double a_high = -INFINITY, b_low = INFINITY;
    for (size_t i = 0; i < a_count; i++) {
        a_high = tl_max(a_high, tl_dot(tl_sub(a[i], a[0]), direction));
    }
    for (size_t i = 0; i < b_count; i++) {
        b_low = tl_min(b_low, tl_dot(tl_sub(b[i], a[0]), direction));
    }
    return (b_low - a_high) / length;
}

/* The better of both senses of a direction. */
static double separation_both(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 d) {
    double length2 = tl_dot(d, d);
    if (!(length2 > 0)) {
        return 0;
    }
    double a_low = 0, a_high = 0, b_low = INFINITY, b_high = -INFINITY;
    for (int i = 1; i < 3; i++) {
        double along = tl_dot(tl_sub(a[i], a[0]), d);
        a_low = tl_min(a_low, along);
        a_high = tl_max(a_high, along);
    }
    for (int i = 0; i < 3; i++) {
        double along = tl_dot(tl_sub(b[i], a[0]), d);
        b_low = tl_min(b_low, along);
        b_high = tl_max(b_high, along);
    }
    return tl_max(b_low - a_high, a_low - b_high) / sqrt(length2);
}

double tl_geom_triangle_separation(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 on_a, tl_vec3 on_b) {
    tl_vec3 apart = tl_sub(on_b, on_a);
    double distance = tl_length(apart);
    double best = tl_max(tl_geom_separation(a, 3, b, 3, apart), 0);
    if (distance - best <= 1e-12) {
        return best;
    }
    tl_vec3 edge[6];
    for (int i = 0; i < 3; i++) {
        edge[i] = tl_sub(a[(i + 1) % 3], a[i]);
        edge[3 + i] = tl_sub(b[(i + 1) % 3], b[i]);
    }
    for (int i = 0; i < 6; i++) {
        double length2 = tl_dot(edge[i], edge[i]);
        if (length2 > 0) {
            tl_vec3 across = tl_madd(apart, edge[i], -tl_dot(apart, edge[i]) / length2);
            across = tl_madd(across, edge[i], -tl_dot(across, edge[i]) / length2);
            best = tl_max(best, separation_both(a, b, across));
        }
        for (int j = i + 1; j < 6; j++) {
            /* of one triangle: its normal; of both: the common perpendicular of two edges */
            best = tl_max(best, separation_both(a, b, tl_cross(edge[i], edge[j])));
        }
    }
    return best;
}

tl_vec2 tl_geom_nearest_on_segment2(tl_vec2 p, tl_vec2 a, tl_vec2 b) {
    tl_vec2 d = tl_sub2(b, a);
    double dd = tl_dot2(d, d);
    if (!(dd > 0)) {
        return a;
    }
    double t = tl_dot2(tl_sub2(p, a), d) / dd;
    return t <= 0 ? a : t >= 1 ? b : (tl_vec2){a.x + d.x * t, a.y + d.y * t};
}

double tl_geom_segment_nearest_segment2(tl_vec2 p1, tl_vec2 q1, tl_vec2 p2, tl_vec2 q2, tl_vec2 *on1, tl_vec2 *on2) {
    const tl_vec2 from[4] = {p1, q1, p2, q2};
    double least = INFINITY;
    for (int i = 0; i < 4; i++) {
        bool first = i < 2;
        tl_vec2 near =
            first ? tl_geom_nearest_on_segment2(from[i], p2, q2) : tl_geom_nearest_on_segment2(from[i], p1, q1);
        tl_vec2 d = tl_sub2(near, from[i]);
        double d2 = tl_dot2(d, d);
        if (d2 < least) {
            least = d2;
            *on1 = first ? from[i] : near;
            *on2 = first ? near : from[i];
        }
    }
    if (!tl_math_segments_meet2(p1, q1, p2, q2)) {
        return least > 0 ? least : DBL_MIN;
    }
    /* They meet: in the crossing of their lines, unless an end already lies on the other or they are parallel. */
    tl_vec2 d1 = tl_sub2(q1, p1), d2 = tl_sub2(q2, p2);
    double turn = tl_cross2(d1, d2);
    if (least > 0 && turn != 0) {
        double s = clamp01(tl_cross2(tl_sub2(p2, p1), d2) / turn);
        *on1 = (tl_vec2){p1.x + d1.x * s, p1.y + d1.y * s};
    }
    *on2 = *on1;
    return 0;
}
