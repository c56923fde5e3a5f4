/* ellipse2.c: the smallest enclosing ellipse by weights of points. */
#include "geom/ellipse2.h"

#include "math/angle.h"

#define NEAR   1e-10 /* of a point's distance in lengths of the ellipse's half axes */
#define WORK   4e6   /* looks at points: a fraction of a second */
#define FEWEST 60    /* rounds, however many points */

/* Middle and second moments of the points as weighted. */
typedef struct ellipse2_moments {
    tl_vec2 middle;
    double xx, xy, yy;
} ellipse2_moments;

static ellipse2_moments weigh(const tl_vec2 *points, const double *weight, size_t count) {
    ellipse2_moments m = {.xx = 0};
    for (size_t i = 0; i < count; i++) {
        m.middle = tl_add2(m.middle, tl_scale2(points[i], weight[i]));
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec2 d = tl_sub2(points[i], m.middle);
        m.xx += weight[i] * d.x * d.x;
        m.xy += weight[i] * d.x * d.y;
        m.yy += weight[i] * d.y * d.y;
    }
    return m;
}

/* d . S^-1 d: 2 on the ellipse that the weights mean. */
static double reach_of(const ellipse2_moments *m, tl_vec2 p) {
    tl_vec2 d = tl_sub2(p, m->middle);
    double det = m->xx * m->yy - m->xy * m->xy;
    return (m->yy * d.x * d.x - 2 * m->xy * d.x * d.y + m->xx * d.y * d.y) / det;
}

/* One step: weight goes to the point that stands out farthest, or leaves the one that lies deepest inside and has some,
 * whichever is farther off; how much makes the determinant largest. False when all are where they belong. */
static bool improve(const tl_vec2 *points, double *weight, size_t count, const ellipse2_moments *m) {
    size_t out = 0, in = 0;
    double most = -INFINITY, least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double reach = reach_of(m, points[i]) + 1; /* of the point lifted by one into space, where the optimum is 3 */
        if (reach > most) {
            most = reach;
            out = i;
        }
        if (weight[i] > 0 && reach < least) {
            least = reach;
            in = i;
        }
    }
    if (!(most - 3 > NEAR || 3 - least > NEAR) || !isfinite(most)) {
        return false;
    }
    if (most - 3 >= 3 - least) {
        double step = (most - 3) / (3 * (most - 1));
        for (size_t i = 0; i < count; i++) {
            weight[i] *= 1 - step;
        }
        weight[out] += step;
        return true;
    }
    double all = weight[in] / (1 - weight[in]);
    double step = least > 1 ? tl_min((3 - least) / (3 * (least - 1)), all) : all;
    for (size_t i = 0; i < count; i++) {
        weight[i] *= 1 + step;
    }
    weight[in] = step < all ? weight[in] - step : 0;
    return true;
}

/* Axes of the moments, the one within 45 degrees of x first. */
static tl_ellipse2 ellipse_of(const ellipse2_moments *m) {
    double turn = 0.5 * tl_atan2_deg(2 * m->xy, m->xx - m->yy);
    tl_vec2 u, v;
    turn = turn > 45 ? turn - 90 : turn < -45 ? turn + 90 : turn;
    tl_sincos_deg(turn, &u.y, &u.x);
    v = (tl_vec2){-u.y, u.x};
    double along = m->xx * u.x * u.x + 2 * m->xy * u.x * u.y + m->yy * u.y * u.y;
    double across = m->xx * v.x * v.x + 2 * m->xy * v.x * v.y + m->yy * v.y * v.y;
    return (tl_ellipse2){m->middle, {sqrt(2 * tl_max(0, along)), sqrt(2 * tl_max(0, across))}, turn};
}

tl_status tl_geom_smallest_ellipse(tl_context *context, const tl_vec2 *points, size_t count, tl_ellipse2 *ellipse) {
    *ellipse = (tl_ellipse2){.turn_deg = 0};
    if (count == 0) {
        return TL_OK;
    }
    double *weight = tl_alloc_array(context, count, sizeof(*weight));
    if (weight == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        weight[i] = 1.0 / (double)count;
    }
    const double rounds = FEWEST + WORK / (double)count;
    ellipse2_moments m = weigh(points, weight, count);
    const bool flat = !(m.xx * m.yy - m.xy * m.xy > 1e-18 * (m.xx + m.yy) * (m.xx + m.yy));
    for (double round = 0; !flat && round < rounds && improve(points, weight, count, &m); round++) {
        m = weigh(points, weight, count);
    }
    tl_free(context, weight);
    if (!flat) {
        *ellipse = ellipse_of(&m);
    }
    return TL_OK;
}
