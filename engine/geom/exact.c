/* exact.c: the nearest features of two triangles, compared with a limit without rounding.
 *
 * The least distance of disjoint triangles is attained between two features (corner, edge, face) at points inside them:
 * corner-corner, corner-edge, edge-edge, corner-face. For each of these the squared distance of the features' lines and
 * planes is a quotient of polynomials, so that comparing it, and whether the feet lie inside, needs only signs. */
#include "geom/exact.h"

#include "geom/geom.h"

#define PARTS 96

typedef struct exact {
    int count; /* parts, smallest first; at least 1; -1: too long */
    double part[PARTS];
} exact;

typedef struct exact3 {
    exact x, y, z;
} exact3;

static void set(exact *e, double a) {
    e->count = 1;
    e->part[0] = a;
}

/* Shewchuk's COMPRESS: the same value in as few parts as it needs. */
static void compress(exact *e) {
    int n = e->count;
    if (n <= 1) {
        return;
    }
    double kept[PARTS];
    int bottom = n - 1;
    double q = e->part[n - 1];
    for (int i = n - 2; i >= 0; i--) {
        double s, error;
        tl_two_sum(q, e->part[i], &s, &error);
        q = s;
        if (error != 0) {
            kept[bottom--] = q;
            q = error;
        }
    }
    kept[bottom] = q;
    int top = 0;
    for (int i = bottom + 1; i < n; i++) {
        double s, error;
        tl_two_sum(kept[i], q, &s, &error);
        q = s;
        if (error != 0) {
            e->part[top++] = error;
        }
    }
    e->part[top++] = q;
    e->count = top;
}

/* e += b */
static void grow(exact *e, double b) {
    if (e->count < 0 || b == 0) {
        return;
    }
    double q = b;
    int m = 0;
    for (int i = 0; i < e->count; i++) {
        double s, error;
        tl_two_sum(q, e->part[i], &s, &error);
        q = s;
        if (error != 0) {
            e->part[m++] = error;
        }
    }
    if (m == PARTS) {
        e->count = -1;
        return;
    }
    if (q != 0 || m == 0) {
        e->part[m++] = q;
    }
    e->count = m;
}

static exact plus(const exact *a, const exact *b) {
    exact r = *a;
    if (b->count < 0) {
        r.count = -1;
    }
    for (int i = 0; i < b->count; i++) {
        grow(&r, b->part[i]);
    }
    compress(&r);
    return r;
}

static exact minus(const exact *a, const exact *b) {
    exact n = *b;
    for (int i = 0; i < n.count; i++) {
        n.part[i] = -n.part[i];
    }
    return plus(a, &n);
}

static exact times(const exact *a, const exact *b) {
    exact r;
    set(&r, 0);
    if (a->count < 0 || b->count < 0) {
        r.count = -1;
        return r;
    }
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            double p = a->part[i] * b->part[j];
            grow(&r, fma(a->part[i], b->part[j], -p));
            grow(&r, p);
        }
        compress(&r);
    }
    return r;
}

/* +1, 0, -1; 2 when too long. */
static int sign(const exact *a) {
    if (a->count < 0) {
        return 2;
    }
    double top = a->part[a->count - 1];
    return top > 0 ? 1 : top < 0 ? -1 : 0;
}

static exact3 between(tl_vec3 from, tl_vec3 to) {
    exact3 d;
    set(&d.x, to.x);
    grow(&d.x, -from.x);
    set(&d.y, to.y);
    grow(&d.y, -from.y);
    set(&d.z, to.z);
    grow(&d.z, -from.z);
    return d;
}

static exact dot(const exact3 *a, const exact3 *b) {
    exact x = times(&a->x, &b->x), y = times(&a->y, &b->y), z = times(&a->z, &b->z);
    x = plus(&x, &y);
    return plus(&x, &z);
}

static exact minor(const exact *a, const exact *b, const exact *c, const exact *d) {
    exact p = times(a, b), q = times(c, d);
    return minus(&p, &q);
}

static exact3 cross(const exact3 *a, const exact3 *b) {
    return (exact3){minor(&a->y, &b->z, &a->z, &b->y), minor(&a->z, &b->x, &a->x, &b->z),
                    minor(&a->x, &b->y, &a->y, &b->x)};
}

typedef struct trial {
    exact limit2;
    bool found;   /* a pair of features is within the limit */
    bool unclear; /* some pair was too long */
} trial;

/* numerator / denominator <= limit^2, for a positive denominator */
static void compare(trial *t, const exact *numerator, const exact *denominator) {
    exact right = times(&t->limit2, denominator);
    exact over = minus(numerator, &right);
    int s = sign(&over);
    t->found = t->found || s == 0 || s == -1;
    t->unclear = t->unclear || s == 2;
}

static void try_corners(trial *t, tl_vec3 p, tl_vec3 q) {
    exact3 r = between(p, q);
    exact rr = dot(&r, &r), one;
    set(&one, 1);
    compare(t, &rr, &one);
}

static void try_corner_edge(trial *t, tl_vec3 p, tl_vec3 a, tl_vec3 b) {
    exact3 d = between(a, b), r = between(a, p);
    exact along = dot(&r, &d), whole = dot(&d, &d);
    exact rest = minus(&whole, &along);
    int first = sign(&along), second = sign(&rest);
    if (first == 2 || second == 2) {
        t->unclear = true;
    } else if (first > 0 && second > 0) {
        exact3 c = cross(&r, &d);
        exact cc = dot(&c, &c);
        compare(t, &cc, &whole);
    }
}

/* 0 < x < whole */
static int strictly_between(const exact *x, const exact *whole) {
    exact rest = minus(whole, x);
    int first = sign(x), second = sign(&rest);
    return first == 2 || second == 2 ? 2 : first > 0 && second > 0;
}

static void try_edges(trial *t, tl_vec3 p1, tl_vec3 q1, tl_vec3 p2, tl_vec3 q2) {
    exact3 d1 = between(p1, q1), d2 = between(p2, q2), r = between(p1, p2);
    exact3 n = cross(&d1, &d2);
    exact nn = dot(&n, &n);
    if (sign(&nn) <= 0) {
        return;
    }
    exact3 rd2 = cross(&r, &d2), rd1 = cross(&r, &d1);
    exact s = dot(&rd2, &n), u = dot(&rd1, &n);
    int first = strictly_between(&s, &nn), second = strictly_between(&u, &nn);
    if (first == 0 || second == 0) {
        return;
    }
    if (first == 2 || second == 2) {
        t->unclear = true;
        return;
    }
    exact h = dot(&r, &n);
    exact hh = times(&h, &h);
    compare(t, &hh, &nn);
}

static void try_corner_face(trial *t, tl_vec3 p, const tl_vec3 c[3]) {
    exact3 u = between(c[0], c[1]), v = between(c[0], c[2]);
    exact3 n = cross(&u, &v);
    exact nn = dot(&n, &n);
    if (sign(&nn) <= 0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        exact3 e = between(c[i], c[(i + 1) % 3]), r = between(c[i], p);
        exact3 across = cross(&e, &r);
        exact side = dot(&across, &n);
        int s = sign(&side);
        if (s == 2) {
            t->unclear = true;
        }
        if (s != 1) {
            return;
        }
    }
    exact3 r = between(c[0], p);
    exact h = dot(&r, &n);
    exact hh = times(&h, &h);
    compare(t, &hh, &nn);
}

tl_verdict tl_geom_triangles_within(const tl_vec3 a[3], const tl_vec3 b[3], const double *limit, int terms) {
    exact length;
    set(&length, 0);
    for (int i = 0; i < terms; i++) {
        grow(&length, limit[i]);
    }
    compress(&length);
    if (sign(&length) < 0) {
        return TL_VERDICT_NO;
    }
    if (tl_geom_triangles_meet(a, b, NULL)) {
        return TL_VERDICT_YES;
    }
    trial t = {.limit2 = times(&length, &length)};
    for (int i = 0; i < 3 && !t.found; i++) {
        for (int j = 0; j < 3 && !t.found; j++) {
            int ni = (i + 1) % 3, nj = (j + 1) % 3;
            try_corners(&t, a[i], b[j]);
            try_corner_edge(&t, a[i], b[j], b[nj]);
            try_corner_edge(&t, b[j], a[i], a[ni]);
            try_edges(&t, a[i], a[ni], b[j], b[nj]);
        }
        try_corner_face(&t, a[i], b);
        try_corner_face(&t, b[i], a);
    }
    return t.found ? TL_VERDICT_YES : t.unclear ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}
