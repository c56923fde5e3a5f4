/* gap.h: a lower bound of the distance between a segment and a triangle that rounding can't spoil. Compiled once per
 * instruction set, as the walks are: fused products are single instructions on some machines, slow calls on others, and
 * the same numbers on all.
 *
 * First the nearest points are found in plain arithmetic. They suggest a direction n, and the bound comes from n alone:
 * whatever n is, the distance is at least (min over the segment's ends of n.v - max over the corners of n.w) / |n|, the
 * gap between two parallel planes that separate both (exact when n joins the nearest points). So only this last
 * expression needs an error bound:
 * with u = 2^-53 and all points relative to the first corner, M the sum of the absolute coordinates: a difference of
 * two points is wrong by u of itself, a scalar product of rounded factors by less than 4u |n| M in all, twice; dividing
 * by a length that is wrong by 4u adds 5u of a quotient below 2M. Less than 24u M; 32u M is taken off. */
#ifndef TL_QUERY_GAP_H
#define TL_QUERY_GAP_H

#include "query/lanes.h"
#include "query/world.h"

#define ROUND 0x1p-53

typedef struct gap_nearest {
    double squared; /* distance of the points found */
    double s;       /* place along the segment */
    tl_vec3 n;      /* from the triangle to the segment */
} gap_nearest;

/* a * b - c * d with one rounding error of the result and one of c * d's error term (Kahan): no cancellation. */
TL_KERNEL static double difference_of_products(double a, double b, double c, double d) {
    double cd = c * d;
    double error = fma(-c, d, cd);
    return fma(a, b, -cd) + error;
}

TL_KERNEL static tl_vec3 sharp_cross(tl_vec3 a, tl_vec3 b) {
    return (tl_vec3){difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
                     difference_of_products(a.x, b.y, a.y, b.x)};
}

/* v - s * e, each coordinate rounded once. */
TL_KERNEL static tl_vec3 less(tl_vec3 v, tl_vec3 e, double s) {
    return (tl_vec3){fma(-s, e.x, v.x), fma(-s, e.y, v.y), fma(-s, e.z, v.z)};
}

TL_KERNEL static double clamp01(double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* r turned square to e: what rounding left of r along e is taken off. */
TL_KERNEL static tl_vec3 square_to(tl_vec3 r, tl_vec3 e) {
    double ee = tl_length_squared(e);
    return ee > 0 ? less(r, e, tl_dot(r, e) / ee) : r;
}

TL_KERNEL static void offer(gap_nearest *best, double s, tl_vec3 n) {
    double squared = tl_length_squared(n);
    if (squared < best->squared) {
        *best = (gap_nearest){squared, s, n};
    }
}

/* Nearest points of the segment w + s d and the edge t e, s and t in [0, 1] (Ericson, "Real-Time Collision Detection",
 * 5.1.9). */
TL_KERNEL static void offer_edge(gap_nearest *best, tl_vec3 w, tl_vec3 d, tl_vec3 e) {
    double dd = tl_length_squared(d), ee = tl_length_squared(e), de = tl_dot(d, e);
    double dw = tl_dot(d, w), ew = tl_dot(e, w);
    double s = 0, t = 0;
    tl_vec3 square = sharp_cross(d, e);
    double apart = tl_length_squared(square); /* dd * ee - de * de */
    if (dd > 0) {
        s = apart > 0 ? clamp01((de * ew - ee * dw) / apart) : 0;
    }
    if (ee > 0) {
        t = clamp01((ew + s * de) / ee);
    }
    if (dd > 0) {
        s = clamp01((t * de - dw) / dd);
    }
    if (ee > 0) {
        t = clamp01((ew + s * de) / ee);
    }
    tl_vec3 n = less(tl_madd(w, d, s), e, t);
    bool along_d = s > 0 && s<1, along_e = t> 0 && t < 1;
    if (along_d && along_e) {
        /* The common perpendicular, when it is well defined; its length is that of n. */
        if (apart > 1e-12 * dd * ee) {
            double size = tl_dot(n, square) / apart;
            double squared = tl_length_squared(n);
            tl_vec3 straight = tl_scale(square, size != 0 ? size : 1);
            if (squared < best->squared) {
                *best = (gap_nearest){squared, s, straight};
            }
            return;
        }
        n = square_to(square_to(n, e), d);
    } else if (along_d) {
        n = square_to(n, d);
    } else if (along_e) {
        n = square_to(n, e);
    }
    offer(best, s, n);
}

/* The foot of r (relative to the first corner) in the plane, when it lies inside the triangle. */
TL_KERNEL static void offer_face(gap_nearest *best, double s, tl_vec3 r, tl_vec3 b, tl_vec3 c, tl_vec3 normal) {
    double nn = tl_length_squared(normal);
    if (!(nn > 0)) {
        return;
    }
    tl_vec3 rb = tl_cross(r, c), rc = tl_cross(b, r);
    double v = tl_dot(rb, normal), w = tl_dot(rc, normal);
    if (v < 0 || w < 0 || v + w > nn) {
        return;
    }
    double height = tl_dot(r, normal);
    double squared = height * height / nn;
    if (squared < best->squared) {
        *best = (gap_nearest){squared, s, tl_scale(normal, height < 0 ? -1 : 1)};
    }
}

/* The gap between the planes square to n; see above. -INFINITY when n is too small to be used. */
TL_KERNEL static double gap_along(tl_vec3 n, tl_vec3 p, tl_vec3 q, tl_vec3 b, tl_vec3 c, double slack) {
    double largest = tl_max(fabs(n.x), tl_max(fabs(n.y), fabs(n.z)));
    if (!(largest > 1e-280 && largest < 1e280)) {
        return -INFINITY;
    }
    n = tl_scale(n, 1 / largest);
    double low = tl_min(tl_dot(n, p), tl_dot(n, q));
    double high = tl_max(0, tl_max(tl_dot(n, b), tl_dot(n, c)));
    return (low - high) / tl_length(n) - slack;
}

TL_KERNEL static double extent_of(tl_vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* A lower bound of the distance between a closed segment and a closed triangle, and where on the segment they are
 * nearest. */
TL_KERNEL static double segment_triangle_gap(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3], double *place) {
    tl_vec3 a = corner[0];
    tl_vec3 b = tl_sub(corner[1], a), c = tl_sub(corner[2], a);
    tl_vec3 from = tl_sub(p, a), to = tl_sub(q, a), d = tl_sub(q, p), bc = tl_sub(corner[2], corner[1]);
    tl_vec3 normal = sharp_cross(b, c);
    gap_nearest best = {INFINITY, 0, {0, 0, 0}};
    offer_face(&best, 0, from, b, c, normal);
    offer_face(&best, 1, to, b, c, normal);
    offer_edge(&best, from, d, b);
    offer_edge(&best, from, d, c);
    offer_edge(&best, tl_sub(p, corner[1]), d, bc);
    *place = best.s;
    double size = extent_of(from) + extent_of(to) + extent_of(b) + extent_of(c);
    double slack = 32 * ROUND * size;
    double bound = gap_along(best.n, from, to, b, c, slack);
    double found = sqrt(best.squared);
    if (bound >= found - 1e-12 * size) {
        return tl_max(0, bound);
    }
    /* Near a touch or between two features: every direction in which two features can face each other. */
    const tl_vec3 along[7] = {normal,
                              sharp_cross(d, b),
                              sharp_cross(d, c),
                              sharp_cross(d, bc),
                              square_to(normal, d),
                              square_to(from, d),
                              square_to(tl_sub(p, corner[1]), d)};
    for (int i = 0; i < 7; i++) {
        bound = tl_max(bound, gap_along(along[i], from, to, b, c, slack));
        bound = tl_max(bound, gap_along(tl_scale(along[i], -1), from, to, b, c, slack));
    }
    return tl_max(0, bound);
}

#endif
