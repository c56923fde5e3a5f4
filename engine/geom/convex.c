/* convex.c: Gilbert, Johnson and Keerthi's iteration (1988) with bounds from both sides.
 *
 * The bodies are at the distance of their difference body from the origin. The iteration keeps up to four points of
 * that body (each a difference of a support point of a and one of b) and v, the point of their hull nearest to the
 * origin. |v| bounds the distance from above. The support point in direction -v gives the supporting plane
 * perpendicular to v, whose distance from the origin bounds it from below. On curved bodies both close in by about a
 * factor of four a step when the curvatures are alike, and slowly when one is a thousand times the other: so now and
 * then Newton's method runs on the parameters of the round parts, with the features that the simplex shows held fixed.
 * It has to prove itself by the same two bounds. Every bound is kept, so that the gap never grows when rounding takes
 * over. */
#include "geom/convex.h"

#include <float.h>

/* A point of a body's core by its parameters: x, y, h of a round body, or the number of a corner. */
typedef struct convex_place {
    double x, y, h;
    size_t corner;
} convex_place;

typedef struct corner {
    tl_vec3 a, b; /* the points of the bodies */
    tl_vec3 d;    /* a - b, flattened in plan */
    double weight;
    convex_place on_a, on_b;
} corner;

typedef struct convex_simplex {
    corner c[4];
    int count;
} convex_simplex;

static tl_vec3 round_point(const tl_convex *body, double x, double y, double h) {
    return tl_madd(tl_madd(tl_madd(body->centre, body->w, h), body->u, x), body->v, y);
}

static tl_vec3 core_support(const tl_convex *body, tl_vec3 d, convex_place *at) {
    *at = (convex_place){0, 0, 0, 0};
    if (body->corners > 0) {
        double most = tl_dot(body->corner[0], d);
        for (size_t i = 1; i < body->corners; i++) {
            double along = tl_dot(body->corner[i], d);
            if (along > most) {
                most = along;
                at->corner = i;
            }
        }
        return body->corner[at->corner];
    }
    double du = tl_dot(body->u, d), dv = tl_dot(body->v, d);
    double length = sqrt(du * du + dv * dv);
    at->h = tl_dot(body->w, d) > 0 ? 1 : -1;
    if (length > 0) {
        at->x = du / length;
        at->y = dv / length;
    }
    return round_point(body, at->x, at->y, at->h);
}

tl_vec3 tl_convex_support(const tl_convex *body, tl_vec3 direction) {
    convex_place at;
    return tl_madd(core_support(body, direction, &at), tl_normalise(direction), body->radius);
}

static corner difference(const tl_convex *a, const tl_convex *b, bool plan, tl_vec3 direction) {
    corner c;
    c.a = core_support(a, direction, &c.on_a);
    c.b = core_support(b, tl_scale(direction, -1), &c.on_b);
    c.d = tl_sub(c.a, c.b);
    if (plan) {
        c.d.z = 0;
    }
    c.weight = 0;
    return c;
}

/* The nearest point of a sub-simplex's inside: weights of its corners, when the foot of the origin lies inside. */
static bool edge_weights(tl_vec3 p, tl_vec3 q, double w[2]) {
    tl_vec3 d = tl_sub(q, p);
    double dd = tl_dot(d, d);
    if (!(dd > 0)) {
        return false;
    }
    double t = -tl_dot(p, d) / dd;
    w[0] = 1 - t;
    w[1] = t;
    return t > 0 && t < 1;
}

static bool face_weights(tl_vec3 p, tl_vec3 q, tl_vec3 r, double w[3]) {
    tl_vec3 pq = tl_sub(q, p), qr = tl_sub(r, q), rp = tl_sub(p, r);
    double a = tl_dot(pq, pq), b = tl_dot(qr, qr), c = tl_dot(rp, rp);
    tl_vec3 n = a >= b && a >= c ? tl_cross(qr, rp) : b >= c ? tl_cross(rp, pq) : tl_cross(pq, qr);
    if (!(tl_dot(n, n) > 0)) {
        return false;
    }
    w[0] = -tl_dot(tl_cross(qr, q), n);
    w[1] = -tl_dot(tl_cross(rp, r), n);
    w[2] = -tl_dot(tl_cross(pq, p), n);
    if (!(w[0] > 0 && w[1] > 0 && w[2] > 0)) {
        return false;
    }
    double total = w[0] + w[1] + w[2];
    w[0] /= total;
    w[1] /= total;
    w[2] /= total;
    return true;
}

/* Whether the origin lies strictly inside a tetrahedron, well clear of rounding; its weights. */
static bool solid_weights(const convex_simplex *s, double w[4]) {
    tl_vec3 p[4];
    double size = 0;
    for (int i = 0; i < 4; i++) {
        p[i] = s->c[i].d;
        size = tl_max(size, tl_length_squared(p[i]));
    }
    double total = 0;
    double bound = 16 * DBL_EPSILON * size * sqrt(size);
    for (int i = 0; i < 4; i++) {
        tl_vec3 a = p[(i + 1) & 3], b = p[(i + 2) & 3], c = p[(i + 3) & 3];
        w[i] = tl_dot(a, tl_cross(b, c)) * ((i & 1) == 0 ? 1 : -1);
        total += w[i];
    }
    double sign = total > 0 ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        w[i] *= sign;
        if (!(w[i] > bound)) {
            return false;
        }
        w[i] /= fabs(total);
    }
    return true;
}

static void keep(convex_simplex *s, const int *index, const double *weight, int count) {
    convex_simplex kept;
    kept.count = count;
    for (int i = 0; i < count; i++) {
        kept.c[i] = s->c[index[i]];
        kept.c[i].weight = weight[i];
    }
    *s = kept;
}

/* Reduces the simplex to the corners that carry the point nearest to the origin, and returns that point. The nearest
 * over all sub-simplices whose inside holds its own foot: no chain of signs that rounding could break. */
static tl_vec3 reduce(convex_simplex *s) {
    double w[4];
    if (s->count == 4 && solid_weights(s, w)) {
        for (int i = 0; i < 4; i++) {
            s->c[i].weight = w[i];
        }
        return (tl_vec3){0, 0, 0};
    }
    double least = INFINITY;
    tl_vec3 best = {0, 0, 0};
    int index[3] = {0, 0, 0}, count = 0;
    double weight[3] = {1, 0, 0};
    for (int subset = 1; subset < 1 << s->count; subset++) {
        int at[4], n = 0;
        for (int i = 0; i < s->count; i++) {
            if ((subset >> i & 1) != 0) {
                at[n++] = i;
            }
        }
        if (n > 3) {
            continue;
        }
        tl_vec3 v;
        if (n == 1) {
            w[0] = 1;
            v = s->c[at[0]].d;
        } else if (n == 2) {
            if (!edge_weights(s->c[at[0]].d, s->c[at[1]].d, w)) {
                continue;
            }
            v = tl_madd(tl_scale(s->c[at[0]].d, w[0]), s->c[at[1]].d, w[1]);
        } else {
            if (!face_weights(s->c[at[0]].d, s->c[at[1]].d, s->c[at[2]].d, w)) {
                continue;
            }
            v = tl_madd(tl_madd(tl_scale(s->c[at[0]].d, w[0]), s->c[at[1]].d, w[1]), s->c[at[2]].d, w[2]);
        }
        double d = tl_length_squared(v);
        if (d < least) {
            least = d;
            best = v;
            count = n;
            for (int i = 0; i < n; i++) {
                index[i] = at[i];
                weight[i] = w[i];
            }
        }
    }
    keep(s, index, weight, count);
    return best;
}

static void witness(const convex_simplex *s, tl_vec3 *on_a, tl_vec3 *on_b) {
    *on_a = *on_b = (tl_vec3){0, 0, 0};
    for (int i = 0; i < s->count; i++) {
        *on_a = tl_madd(*on_a, s->c[i].a, s->c[i].weight);
        *on_b = tl_madd(*on_b, s->c[i].b, s->c[i].weight);
    }
}

static tl_vec3 middle(const tl_convex *body) {
    return body->corners > 0 ? body->corner[0] : body->centre;
}

static double magnitude(const tl_convex *body) {
    tl_vec3 m = middle(body);
    double size = fabs(m.x) + fabs(m.y) + fabs(m.z);
    if (body->corners == 0) {
        size += tl_length(body->u) + tl_length(body->v) + tl_length(body->w);
    }
    return size;
}

/* Takes the balls into account: cores at most `radii` apart overlap in a point between them. */
static tl_convex_gap swell(const tl_convex *a, const tl_convex *b, bool plan, tl_convex_gap gap) {
    double radii = a->radius + b->radius;
    if (!(radii > 0)) {
        return gap;
    }
    tl_vec3 d = tl_sub(gap.on_b, gap.on_a);
    if (plan) {
        d.z = 0;
    }
    double length = tl_length(d);
    if (gap.upper <= radii) {
        tl_vec3 at = length > 0 ? tl_madd(gap.on_a, d, tl_min(a->radius, length) / length) : gap.on_a;
        if (plan) {
            gap.on_b.x = at.x;
            gap.on_b.y = at.y;
            gap.on_a = at;
        } else {
            gap.on_a = gap.on_b = at;
        }
        gap.upper = gap.lower = 0;
        return gap;
    }
    gap.on_a = tl_madd(gap.on_a, d, a->radius / length);
    gap.on_b = tl_madd(gap.on_b, d, -b->radius / length);
    gap.upper -= radii;
    gap.lower = tl_max(gap.lower - radii, 0);
    return gap;
}

/* --- Newton ------------------------------------------------------------------------------------------------------- */

/* A body's point with the parameters that may move. */
typedef struct moving {
    const tl_convex *body;
    bool round, rim;  /* a round body; its point is held on the rim, where one angle moves it */
    bool free_height; /* h moves */
    double x, y, h;   /* round */
    size_t corner[3]; /* else: a hull of up to three corners, with weights */
    double weight[3];
    int corners;
} moving;

static moving moving_of(const tl_convex *body, const convex_simplex *s, bool of_a) {
    moving m = {.body = body, .round = body->corners == 0};
    for (int i = 0; i < s->count; i++) {
        const convex_place *at = of_a ? &s->c[i].on_a : &s->c[i].on_b;
        double w = s->c[i].weight;
        if (m.round) {
            m.x += w * at->x;
            m.y += w * at->y;
            m.h += w * at->h;
            continue;
        }
        int k = 0;
        while (k < m.corners && m.corner[k] != at->corner) {
            k++;
        }
        if (k == m.corners) {
            m.corner[m.corners++] = at->corner;
            m.weight[k] = 0;
        }
        m.weight[k] += w;
    }
    if (m.round) {
        double length = tl_hypot(m.x, m.y);
        m.rim = length > 0.99;
        if (m.rim) {
            m.x /= length;
            m.y /= length;
        }
        m.free_height = fabs(m.h) < 1 - 1e-9;
    }
    return m;
}

static tl_vec3 moving_point(const moving *m) {
    if (m->round) {
        return round_point(m->body, m->x, m->y, m->h);
    }
    tl_vec3 p = m->body->corner[m->corner[0]];
    tl_vec3 from = p;
    for (int i = 1; i < m->corners; i++) {
        p = tl_madd(p, tl_sub(m->body->corner[m->corner[i]], from), m->weight[i]);
    }
    return p;
}

/* Derivatives of the point by the parameters; for a rim, `bend` gets the second one by the angle, which comes first. */
static int moving_columns(const moving *m, tl_vec3 column[3], tl_vec3 *bend) {
    int n = 0;
    *bend = (tl_vec3){0, 0, 0};
    if (!m->round) {
        for (int i = 1; i < m->corners; i++) {
            column[n++] = tl_sub(m->body->corner[m->corner[i]], m->body->corner[m->corner[0]]);
        }
        return n;
    }
    if (m->rim) {
        column[n++] = tl_add(tl_scale(m->body->u, -m->y), tl_scale(m->body->v, m->x));
        *bend = tl_add(tl_scale(m->body->u, -m->x), tl_scale(m->body->v, -m->y));
    } else {
        column[n++] = m->body->u;
        column[n++] = m->body->v;
    }
    if (m->free_height) {
        column[n++] = m->body->w;
    }
    return n;
}

/* Moves the parameters; false when the point leaves the body, so the features were not the right ones. */
static bool moving_step(moving *m, const double *step) {
    int n = 0;
    if (!m->round) {
        double first = 1;
        for (int i = 1; i < m->corners; i++) {
            m->weight[i] += step[n++];
            first -= m->weight[i];
            if (!(m->weight[i] >= 0)) {
                return false;
            }
        }
        m->weight[0] = first;
        return first >= 0;
    }
    if (m->rim) {
        /* a turn by the angle whose half has this tangent: close enough to it, and exactly on the rim */
        double t = 0.5 * step[n++];
        double c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
        double x = m->x * c - m->y * s, y = m->x * s + m->y * c, length = tl_hypot(x, y);
        m->x = x / length;
        m->y = y / length;
    } else {
        m->x += step[n++];
        m->y += step[n++];
        if (!(m->x * m->x + m->y * m->y <= 1)) {
            return false;
        }
    }
    if (m->free_height) {
        m->h += step[n++];
    }
    return fabs(m->h) <= 1;
}

/* Gaussian elimination with pivots on the diagonal of a symmetric matrix, a little of which is added where it is
 * singular (parallel faces: any solution will do). */
static bool solve(double m[6][7], int n) {
    double trace = 0;
    for (int i = 0; i < n; i++) {
        trace = tl_max(trace, fabs(m[i][i]));
    }
    for (int i = 0; i < n; i++) {
        m[i][i] += 1e-14 * trace;
    }
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++) {
            pivot = fabs(m[r][c]) > fabs(m[pivot][c]) ? r : pivot;
        }
        if (!(fabs(m[pivot][c]) > 0)) {
            return false;
        }
        for (int k = 0; k <= n; k++) {
            double t = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = t;
        }
        for (int r = c + 1; r < n; r++) {
            double f = m[r][c] / m[c][c];
            for (int k = c; k <= n; k++) {
                m[r][k] -= f * m[c][k];
            }
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++) {
            m[c][n] -= m[c][k] * m[k][n];
        }
        m[c][n] /= m[c][c];
    }
    return true;
}

/* Improves both bounds of `gap` (cores only). */
static void newton(const tl_convex *a, const tl_convex *b, bool plan, const convex_simplex *s, tl_convex_gap *gap) {
    if (s->count > 3) {
        return;
    }
    moving ma = moving_of(a, s, true), mb = moving_of(b, s, false);
    for (int iteration = 0; iteration < 6; iteration++) {
        tl_vec3 pa = moving_point(&ma), pb = moving_point(&mb);
        tl_vec3 r = tl_sub(pa, pb);
        tl_vec3 column[6], bend_a, bend_b;
        int na = moving_columns(&ma, column, &bend_a);
        int n = na + moving_columns(&mb, column + na, &bend_b);
        for (int i = na; i < n; i++) {
            column[i] = tl_scale(column[i], -1);
        }
        if (plan) {
            r.z = 0;
            for (int i = 0; i < n; i++) {
                column[i].z = 0;
            }
        }
        double length = tl_length(r);
        if (length < gap->upper) {
            gap->upper = length;
            gap->on_a = pa;
            gap->on_b = pb;
        }
        if (!(length > 0)) {
            return;
        }
        corner c = difference(a, b, plan, tl_scale(r, -1));
        gap->lower = tl_max(gap->lower, tl_dot(r, c.d) / length);
        if (gap->upper - gap->lower <= 1e-13 || n == 0) {
            return;
        }
        double m[6][7];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                m[i][j] = tl_dot(column[i], column[j]);
            }
            m[i][n] = -tl_dot(column[i], r);
        }
        if (ma.round && ma.rim) {
            m[0][0] += tl_dot(bend_a, r);
        }
        if (mb.round && mb.rim) {
            m[na][na] -= tl_dot(bend_b, r);
        }
        double step[6];
        if (!solve(m, n)) {
            return;
        }
        for (int i = 0; i < n; i++) {
            step[i] = m[i][n];
        }
        if (!moving_step(&ma, step) || !moving_step(&mb, step + na)) {
            return;
        }
    }
}

tl_convex_gap tl_convex_distance(const tl_convex *a, const tl_convex *b, bool plan, double limit) {
    double radii = a->radius + b->radius;
    double rounding = 4 * DBL_EPSILON * (magnitude(a) + magnitude(b));
    tl_vec3 v = tl_sub(middle(a), middle(b));
    if (plan) {
        v.z = 0;
    }
    if (!(tl_length_squared(v) > 0)) {
        v = (tl_vec3){1, 0, 0};
    }
    convex_simplex s;
    s.count = 1;
    s.c[0] = difference(a, b, plan, tl_scale(v, -1));
    s.c[0].weight = 1;
    v = s.c[0].d;
    tl_convex_gap gap = {.upper = tl_length(v), .lower = 0};
    witness(&s, &gap.on_a, &gap.on_b);
    double reached = gap.upper;
    for (int step = 0; step < 200; step++) {
        double length = tl_length(v);
        if (!(length > rounding)) {
            /* as good as the origin: they touch or overlap */
            gap.upper = 0;
            gap.lower = 0;
            witness(&s, &gap.on_a, &gap.on_b);
            return swell(a, b, plan, gap);
        }
        corner next = difference(a, b, plan, tl_scale(v, -1));
        gap.lower = tl_max(gap.lower, tl_dot(v, next.d) / length);
        if (gap.upper - gap.lower <= tl_max(rounding, 1e-12) || gap.lower - radii > limit) {
            break;
        }
        if (step % 12 == 11) {
            newton(a, b, plan, &s, &gap);
            if (gap.upper - gap.lower <= tl_max(rounding, 1e-12)) {
                break;
            }
        }
        bool known = false;
        for (int i = 0; i < s.count; i++) {
            known = known || tl_same_point(s.c[i].d, next.d);
        }
        if (known) {
            break;
        }
        s.c[s.count++] = next;
        v = reduce(&s);
        double now = tl_length(v);
        if (now < gap.upper) {
            gap.upper = now;
            witness(&s, &gap.on_a, &gap.on_b);
        } else if (now > reached + rounding) {
            break; /* the hull has grown, so only rounding can take the nearest point away */
        }
        reached = now;
        if (s.count == 4) {
            gap.upper = 0;
            gap.lower = 0;
            witness(&s, &gap.on_a, &gap.on_b);
            return swell(a, b, plan, gap);
        }
    }
    if (gap.upper - gap.lower > tl_max(rounding, 1e-12) && gap.lower - radii <= limit) {
        newton(a, b, plan, &s, &gap);
    }
    gap.lower = tl_min(gap.lower, gap.upper);
    return swell(a, b, plan, gap);
}
