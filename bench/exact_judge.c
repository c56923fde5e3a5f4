/* exact_judge.c: fractions of whole numbers: coordinates are doubles times 2^SCALE, squared distances n / d. Triangles
 * out of reach are left out by boxes in doubles, widened by far more than these round. */
#include "exact_judge.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCALE = 400 };

typedef struct whole3 {
    mpz_t c[3];
} whole3;

typedef struct fraction {
    mpz_t n, d;
} fraction;

/* What every step needs, made once: the thread is alone. */
static struct {
    bool made;
    whole3 p, q, t[3], e, f, g, n, r;
    mpz_t a, b, c, s[3];
    fraction least, one, limit;
} W;

static void make3(whole3 *v) {
    for (int i = 0; i < 3; i++) {
        mpz_init(v->c[i]);
    }
}

static void make(void) {
    if (W.made) {
        return;
    }
    W.made = true;
    whole3 *all[] = {&W.p, &W.q, &W.t[0], &W.t[1], &W.t[2], &W.e, &W.f, &W.g, &W.n, &W.r};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        make3(all[i]);
    }
    mpz_inits(W.a, W.b, W.c, W.s[0], W.s[1], W.s[2], W.least.n, W.least.d, W.one.n, W.one.d, W.limit.n, W.limit.d,
              NULL);
}

/* x times 2^SCALE. */
static void take(mpz_t out, double x) {
    int e = 0;
    double m = frexp(x, &e);
    mpz_set_d(out, ldexp(m, 53));
    int up = e - 53 + SCALE;
    if (x != 0 && up < 0) {
        fprintf(stderr, "exact_judge: %g has bits below 2^-%d\n", x, SCALE);
        exit(4);
    }
    mpz_mul_2exp(out, out, x != 0 ? (mp_bitcnt_t)up : 0);
}

static void take3(whole3 *out, tl_vec3 v) {
    take(out->c[0], v.x);
    take(out->c[1], v.y);
    take(out->c[2], v.z);
}

static void sub(whole3 *out, const whole3 *x, const whole3 *y) {
    for (int i = 0; i < 3; i++) {
        mpz_sub(out->c[i], x->c[i], y->c[i]);
    }
}

static void dot(mpz_t out, const whole3 *x, const whole3 *y) {
    mpz_mul(out, x->c[0], y->c[0]);
    mpz_addmul(out, x->c[1], y->c[1]);
    mpz_addmul(out, x->c[2], y->c[2]);
}

/* `out` is none of the others. */
static void cross(whole3 *out, const whole3 *x, const whole3 *y) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(out->c[i], x->c[j], y->c[k]);
        mpz_submul(out->c[i], x->c[k], y->c[j]);
    }
}

static int compare(const fraction *x, const fraction *y) {
    mpz_t u, v;
    mpz_inits(u, v, NULL);
    mpz_mul(u, x->n, y->d);
    mpz_mul(v, y->n, x->d);
    int sign = mpz_cmp(u, v);
    mpz_clears(u, v, NULL);
    return sign;
}

static void keep_least(void) {
    if (compare(&W.one, &W.least) < 0) {
        mpz_swap(W.one.n, W.least.n);
        mpz_swap(W.one.d, W.least.d);
    }
}

/* The squared distance of p from the segment uv into the least. */
static void point_segment(const whole3 *p, const whole3 *u, const whole3 *v) {
    sub(&W.e, v, u);
    sub(&W.f, p, u);
    dot(W.a, &W.f, &W.e);
    dot(W.b, &W.e, &W.e);
    if (mpz_sgn(W.a) <= 0) {
        dot(W.one.n, &W.f, &W.f);
        mpz_set_ui(W.one.d, 1);
    } else if (mpz_cmp(W.a, W.b) >= 0) {
        sub(&W.f, p, v);
        dot(W.one.n, &W.f, &W.f);
        mpz_set_ui(W.one.d, 1);
    } else {
        cross(&W.g, &W.f, &W.e);
        dot(W.one.n, &W.g, &W.g);
        mpz_set(W.one.d, W.b);
    }
    keep_least();
}

/* Both segments' insides; the ends are looked at apart. */
static void segments(const whole3 *p, const whole3 *q, const whole3 *u, const whole3 *v) {
    sub(&W.e, q, p);
    sub(&W.f, v, u);
    cross(&W.n, &W.e, &W.f);
    dot(W.c, &W.n, &W.n);
    if (mpz_sgn(W.c) == 0) {
        return;
    }
    sub(&W.r, u, p);
    cross(&W.g, &W.r, &W.f);
    dot(W.a, &W.g, &W.n);
    cross(&W.g, &W.r, &W.e);
    dot(W.b, &W.g, &W.n);
    if (mpz_sgn(W.a) < 0 || mpz_cmp(W.a, W.c) > 0 || mpz_sgn(W.b) < 0 || mpz_cmp(W.b, W.c) > 0) {
        return;
    }
    dot(W.a, &W.r, &W.n);
    mpz_mul(W.one.n, W.a, W.a);
    mpz_set(W.one.d, W.c);
    keep_least();
}

/* The foot of p on the triangle's plane, if it lies in the triangle. */
static void point_face(const whole3 *p) {
    sub(&W.e, &W.t[1], &W.t[0]);
    sub(&W.f, &W.t[2], &W.t[0]);
    cross(&W.n, &W.e, &W.f);
    dot(W.c, &W.n, &W.n);
    if (mpz_sgn(W.c) == 0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        sub(&W.e, &W.t[(i + 1) % 3], &W.t[i]);
        sub(&W.f, p, &W.t[i]);
        cross(&W.g, &W.e, &W.f);
        dot(W.a, &W.g, &W.n);
        if (mpz_sgn(W.a) < 0) {
            return;
        }
    }
    dot(W.a, &W.f, &W.n);
    mpz_mul(W.one.n, W.a, W.a);
    mpz_set(W.one.d, W.c);
    keep_least();
}

/* The sign of det[v - u, a - u, b - u]. */
static int side(const whole3 *u, const whole3 *v, const whole3 *a, const whole3 *b) {
    sub(&W.e, v, u);
    sub(&W.f, a, u);
    sub(&W.r, b, u);
    cross(&W.g, &W.e, &W.f);
    dot(W.a, &W.g, &W.r);
    return mpz_sgn(W.a);
}

/* 1: pq goes through the inside of the triangle, ends off its plane; 0: it doesn't come through; -1: by an edge, a
 * corner or an end. */
static int through(void) {
    int at_p = side(&W.t[0], &W.t[1], &W.t[2], &W.p), at_q = side(&W.t[0], &W.t[1], &W.t[2], &W.q);
    if (at_p * at_q > 0) {
        return 0;
    }
    int s[3];
    for (int i = 0; i < 3; i++) {
        s[i] = side(&W.p, &W.q, &W.t[i], &W.t[(i + 1) % 3]);
    }
    bool up = s[0] > 0 || s[1] > 0 || s[2] > 0, down = s[0] < 0 || s[1] < 0 || s[2] < 0;
    if (up && down) {
        return 0;
    }
    return at_p != 0 && at_q != 0 && s[0] != 0 && s[1] != 0 && s[2] != 0 ? 1 : -1;
}

static void load_triangle(tl_vec3 *t) {
    for (int k = 0; k < 3; k++) {
        take3(&W.t[k], t[k]);
    }
}

/* The squared distance of pq and the triangle, into the least. */
static void segment_triangle(void) {
    if (through() == 1) {
        mpz_set_ui(W.least.n, 0);
        return;
    }
    point_face(&W.p);
    point_face(&W.q);
    for (int i = 0; i < 3; i++) {
        const whole3 *u = &W.t[i], *v = &W.t[(i + 1) % 3];
        segments(&W.p, &W.q, u, v);
        point_segment(&W.p, u, v);
        point_segment(&W.q, u, v);
        point_segment(u, &W.p, &W.q);
    }
}

/* Whether pq comes into the triangle's box widened by `by`: false only if it surely doesn't. */
static bool near_box(tl_vec3 *t, tl_vec3 p, tl_vec3 q, double by) {
    double low = 0, high = 1;
    const double a[3] = {p.x, p.y, p.z}, b[3] = {q.x, q.y, q.z};
    const double c[3][3] = {{t[0].x, t[1].x, t[2].x}, {t[0].y, t[1].y, t[2].y}, {t[0].z, t[1].z, t[2].z}};
    double wide = by * 1.001 + 1e-6;
    for (int i = 0; i < 3; i++) {
        double from = fmin(c[i][0], fmin(c[i][1], c[i][2])) - wide, to = fmax(c[i][0], fmax(c[i][1], c[i][2])) + wide;
        double d = b[i] - a[i];
        if (fabs(d) < 1e-3) {
            if (fmax(a[i], b[i]) < from || fmin(a[i], b[i]) > to) {
                return false;
            }
            continue;
        }
        double s = (from - a[i]) / d, e = (to - a[i]) / d;
        low = fmax(low, fmin(s, e) - 1e-9);
        high = fmin(high, fmax(s, e) + 1e-9);
    }
    return low <= high;
}

bool judge_meets(const judge_part *part, tl_vec3 p, tl_vec3 q) {
    return judge_closer(part, p, q, 0, NULL);
}

/* Closer than `far`; for far = 0: as close as that. */
bool judge_closer(const judge_part *part, tl_vec3 p, tl_vec3 q, double far, double *distance) {
    make();
    bool closer = false;
    for (size_t i = 0; i < part->count; i++) {
        if (!near_box(part->triangles[i], p, q, far)) {
            continue;
        }
        take3(&W.p, p);
        take3(&W.q, q);
        load_triangle(part->triangles[i]);
        mpz_set_ui(W.least.n, 1);
        mpz_mul_2exp(W.least.n, W.least.n, 4 * SCALE);
        mpz_set_ui(W.least.d, 1);
        segment_triangle();
        take(W.limit.n, far);
        mpz_mul(W.limit.n, W.limit.n, W.limit.n);
        mpz_set_ui(W.limit.d, 1);
        int sign = compare(&W.least, &W.limit);
        if (sign < 0 || (far == 0 && sign == 0)) {
            mpz_mul_2exp(W.least.n, W.least.n, 400);
            mpz_tdiv_q(W.least.n, W.least.n, W.least.d);
            signed long e = 0;
            double m = mpz_get_d_2exp(&e, W.least.n);
            double d = sqrt(ldexp(m, (int)e - 400 - 2 * SCALE));
            if (distance == NULL) {
                return true;
            }
            *distance = closer ? fmin(*distance, d) : d;
            closer = true;
        }
    }
    return closer;
}

bool judge_point_within(const judge_part *part, tl_vec3 p, double far) {
    return judge_closer(part, p, p, nextafter(far, INFINITY), NULL);
}

bool judge_inside(const judge_part *part, tl_vec3 p) {
    static const tl_vec3 far[] = {{3131.7, 1777.3, 2911.1},
                                  {-2717.9, 3001.3, 1234.5},
                                  {1019.3, -3317.7, 2221.9},
                                  {-1717.1, -2939.3, -2803.7},
                                  {37.7, 29.3, 4001.9}};
    make();
    if (judge_meets(part, p, p)) {
        return true;
    }
    for (size_t k = 0; k < sizeof(far) / sizeof(far[0]); k++) {
        bool odd = false, clean = true;
        for (size_t i = 0; i < part->count && clean; i++) {
            if (!near_box(part->triangles[i], p, far[k], 0)) {
                continue;
            }
            take3(&W.p, p);
            take3(&W.q, far[k]);
            load_triangle(part->triangles[i]);
            int how = through();
            clean = how >= 0;
            odd ^= how == 1;
        }
        if (clean) {
            return odd;
        }
    }
    fprintf(stderr, "exact_judge: no clean ray\n");
    exit(4);
}
