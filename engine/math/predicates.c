/* predicates.c: filtered, then exact, orientation tests. */
#include "math/predicates.h"

#include <float.h>

/* --- Expansions: sums of doubles that don't overlap, smallest first (Shewchuk 1997). ------------------------------ */

static inline void two_difference(double a, double b, double *difference, double *error) {
    double s = a - b;
    double bb = a - s;
    *error = (a - (s + bb)) + (bb - b);
    *difference = s;
}

static inline void two_product(double a, double b, double *product, double *error) {
    *product = a * b;
    *error = fma(a, b, -*product);
}

/* e + b, zeros dropped; `h` may be `e` (Shewchuk's GROW-EXPANSION). */
static int grow(int n, const double *e, double b, double *h) {
    double q = b;
    int m = 0;
    for (int i = 0; i < n; i++) {
        double error;
        tl_two_sum(q, e[i], &q, &error);
        if (error != 0) {
            h[m++] = error;
        }
    }
    if (q != 0 || m == 0) {
        h[m++] = q;
    }
    return m;
}

/* e + f into h, which may be e and holds n + m. */
static int sum(int n, const double *e, int m, const double *f, double *h) {
    int k = n;
    if (h != e) {
        for (int i = 0; i < n; i++) {
            h[i] = e[i];
        }
    }
    for (int j = 0; j < m; j++) {
        k = grow(k, h, f[j], h);
    }
    return k;
}

/* e * b into h, which holds 2n (SCALE-EXPANSION with zero elimination). */
static int scale(int n, const double *e, double b, double *h) {
    double q, error;
    int m = 0;
    two_product(e[0], b, &q, &error);
    if (error != 0) {
        h[m++] = error;
    }
    for (int i = 1; i < n; i++) {
        double high, low, part;
        two_product(e[i], b, &high, &low);
        tl_two_sum(q, low, &part, &error);
        if (error != 0) {
            h[m++] = error;
        }
        tl_two_sum(high, part, &q, &error);
        if (error != 0) {
            h[m++] = error;
        }
    }
    if (q != 0 || m == 0) {
        h[m++] = q;
    }
    return m;
}

/* e * (f[0] + f[1]) into h, which holds 4n. */
static int product2(int n, const double *e, const double f[2], double *h) {
    double low[64], high[64];
    int nl = scale(n, e, f[0], low);
    int nh = scale(n, e, f[1], high);
    return sum(nl, low, nh, high, h);
}

static int sign_of(int n, const double *e) {
    double top = e[n - 1];
    return top > 0 ? 1 : top < 0 ? -1 : 0;
}

/* a * d - b * c of differences held as two-term expansions, into h (16 terms). */
static int minor(const double a[2], const double b[2], const double c[2], const double d[2], double *h) {
    double ad[8], bc[8];
    int n = product2(2, a, d, ad);
    int m = product2(2, b, c, bc);
    for (int i = 0; i < m; i++) {
        bc[i] = -bc[i];
    }
    return sum(n, ad, m, bc, h);
}

int tl_orient2d_exact(tl_vec2 a, tl_vec2 b, tl_vec2 c) {
    double ux[2], uy[2], vx[2], vy[2], h[16];
    two_difference(b.x, a.x, &ux[1], &ux[0]);
    two_difference(b.y, a.y, &uy[1], &uy[0]);
    two_difference(c.x, a.x, &vx[1], &vx[0]);
    two_difference(c.y, a.y, &vy[1], &vy[0]);
    return sign_of(minor(ux, uy, vx, vy, h), h);
}

int tl_orient3d_exact(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    double u[3][2], v[3][2], w[3][2];
    two_difference(b.x, a.x, &u[0][1], &u[0][0]);
    two_difference(b.y, a.y, &u[1][1], &u[1][0]);
    two_difference(b.z, a.z, &u[2][1], &u[2][0]);
    two_difference(c.x, a.x, &v[0][1], &v[0][0]);
    two_difference(c.y, a.y, &v[1][1], &v[1][0]);
    two_difference(c.z, a.z, &v[2][1], &v[2][0]);
    two_difference(d.x, a.x, &w[0][1], &w[0][0]);
    two_difference(d.y, a.y, &w[1][1], &w[1][0]);
    two_difference(d.z, a.z, &w[2][1], &w[2][0]);
    double m[16], part[64], total[192];
    int k = minor(u[1], u[2], v[1], v[2], m);
    int n = product2(k, m, w[0], total);
    k = minor(u[2], u[0], v[2], v[0], m);
    int p = product2(k, m, w[1], part);
    n = sum(n, total, p, part, total);
    k = minor(u[0], u[1], v[0], v[1], m);
    p = product2(k, m, w[2], part);
    n = sum(n, total, p, part, total);
    return sign_of(n, total);
}

/* With e = 2^-53, Shewchuk bounds the error of the plain determinants by (3 + 16e)e and (7 + 56e)e times the sum of
 * the absolute products (his ccwerrboundA and o3derrboundA). */
#define ROUND (0.5 * DBL_EPSILON)

int tl_orient2d(tl_vec2 a, tl_vec2 b, tl_vec2 c) {
    double left = (b.x - a.x) * (c.y - a.y);
    double right = (b.y - a.y) * (c.x - a.x);
    double det = left - right;
    double bound = (3.0 + 16.0 * ROUND) * ROUND * (fabs(left) + fabs(right));
    if (det > bound) {
        return 1;
    }
    if (-det > bound) {
        return -1;
    }
    return tl_orient2d_exact(a, b, c);
}

int tl_orient3d(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    double vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    double wx = d.x - a.x, wy = d.y - a.y, wz = d.z - a.z;
    double uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx, uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
    double det = wx * (uyvz - uzvy) + wy * (uzvx - uxvz) + wz * (uxvy - uyvx);
    double permanent = (fabs(uyvz) + fabs(uzvy)) * fabs(wx) + (fabs(uzvx) + fabs(uxvz)) * fabs(wy) +
                       (fabs(uxvy) + fabs(uyvx)) * fabs(wz);
    double bound = (7.0 + 56.0 * ROUND) * ROUND * permanent;
    if (det > bound) {
        return 1;
    }
    if (-det > bound) {
        return -1;
    }
    return tl_orient3d_exact(a, b, c, d);
}

/* --- Segments and triangles ------------------------------------------------------------------------------------- */

static bool between(double a, double b, double x) {
    return (a <= x && x <= b) || (b <= x && x <= a);
}

/* c is collinear with ab: is it on the segment? */
static bool on_segment2(tl_vec2 a, tl_vec2 b, tl_vec2 c) {
    return between(a.x, b.x, c.x) && between(a.y, b.y, c.y);
}

bool tl_math_segments_meet2(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d) {
    int abc = tl_orient2d(a, b, c);
    int abd = tl_orient2d(a, b, d);
    int cda = tl_orient2d(c, d, a);
    int cdb = tl_orient2d(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) {
        return true;
    }
    return (abc == 0 && on_segment2(a, b, c)) || (abd == 0 && on_segment2(a, b, d)) ||
           (cda == 0 && on_segment2(c, d, a)) || (cdb == 0 && on_segment2(c, d, b));
}

static tl_vec2 drop_axis(tl_vec3 p, int axis) {
    switch (axis) {
    case 0:
        return (tl_vec2){p.y, p.z};
    case 1:
        return (tl_vec2){p.z, p.x};
    default:
        return (tl_vec2){p.x, p.y};
    }
}

/* All five points lie in one plane. Some axis-parallel projection keeps the triangle from collapsing; if all collapse
 * the triangle is a segment or point, and a common point must show in every projection where things stay distinct.
 * Two coplanar convex sets are disjoint iff they are disjoint in a projection that is injective on their plane. */
static bool coplanar_meet(tl_vec3 p, tl_vec3 q, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    for (int axis = 0; axis < 3; axis++) {
        tl_vec2 p2 = drop_axis(p, axis), q2 = drop_axis(q, axis);
        tl_vec2 a2 = drop_axis(a, axis), b2 = drop_axis(b, axis), c2 = drop_axis(c, axis);
        int turn = tl_orient2d(a2, b2, c2);
        if (turn == 0) {
            continue;
        }
        if (tl_math_segments_meet2(p2, q2, a2, b2) || tl_math_segments_meet2(p2, q2, b2, c2) ||
            tl_math_segments_meet2(p2, q2, c2, a2)) {
            return true;
        }
        return tl_orient2d(a2, b2, p2) == turn && tl_orient2d(b2, c2, p2) == turn && tl_orient2d(c2, a2, p2) == turn;
    }
    /* A degenerate triangle: the union of its edges. Two segments of space meet iff they are coplanar and meet in all
     * three projections: a projection that is injective on their common plane is among them, and where they are
     * collinear the projection onto the longest axis decides. */
    const tl_vec3 corner[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        tl_vec3 e = corner[i], f = corner[(i + 1) % 3];
        if (tl_orient3d(p, q, e, f) != 0) {
            continue;
        }
        bool meet = true;
        for (int axis = 0; axis < 3 && meet; axis++) {
            meet =
                tl_math_segments_meet2(drop_axis(p, axis), drop_axis(q, axis), drop_axis(e, axis), drop_axis(f, axis));
        }
        if (meet) {
            return true;
        }
    }
    return false;
}

tl_crossing tl_math_segment_triangle(tl_vec3 p, tl_vec3 q, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    int sp = tl_orient3d(a, b, c, p);
    int sq = tl_orient3d(a, b, c, q);
    if (sp * sq > 0) {
        return TL_CROSSING_NONE;
    }
    if (sp == 0 && sq == 0) {
        return coplanar_meet(p, q, a, b, c) ? TL_CROSSING_TOUCH : TL_CROSSING_NONE;
    }
    /* the plane is met in one point, which is inside iff pq passes all three edges on the same side */
    int ab = tl_orient3d(p, q, a, b);
    int bc = tl_orient3d(p, q, b, c);
    int ca = tl_orient3d(p, q, c, a);
    if ((ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0)) {
        return TL_CROSSING_NONE;
    }
    if (ab == 0 || bc == 0 || ca == 0 || sp == 0 || sq == 0) {
        return TL_CROSSING_TOUCH;
    }
    return sp > 0 ? TL_CROSSING_FRONT : TL_CROSSING_BACK;
}
