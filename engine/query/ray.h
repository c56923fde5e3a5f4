/* ray.h: a segment made ready for walking a hierarchy in floats without ever losing a triangle. For this module.
 *
 * Notation: u = 2^-24 (half a float's unit in the last place, relative), the segment is x(t) = p + t d with d = q - p
 * and t in [0, 1], all coordinates relative to the hierarchy's origin, R = its reach.
 *
 * Boxes. With P and D the floats nearest to p and d, the slab test computes near = (low - (P + E)) * (1 / D') and
 * far = (high - (P - E)) * (1 / D') (planes swapped for D' < 0), where |D'| = max(|D|, m) keeps the inverse finite.
 * Replacing d by D' moves points by at most m. Subtraction, inverse and product each round once, so a positive `near`
 * is too large by a factor of at most 1 + 4u. With s = |P| + |D| + R, m = u s and E = 12 u s (rounding of P: u |P|; of
 * P + E: u (|P| + E)) the plane is moved by at least m + 4u |D'| beyond the true one, that is by 4u in t, which
 * outweighs the factor for every t <= 1; likewise for `far`, and signs are never rounded away. So a box that holds x(t)
 * is never refused by max(0, near) <= min(limit, far) for any limit >= t. No infinity is multiplied by 0: E > 0 and the
 * inverse is finite; an empty lane gives near = +infinity.
 *
 * Triangles. With z the axis of the largest |d| and S = (dx / dz, dy / dz), |S| <= 1, the line is the point
 * C = p.xy - S p.z in the plane of (x - Sx z, y - Sy z). For a corner v computed in floats, X = (v.x - Sx v.z) - C.x
 * has an error below u (8 R + 2 |C.x|) from roundings of v (u R, twice), S (u R), the product (u R), the two
 * differences (u 2R, u (2R + |C|)) and C (u |C|), plus 2^-50 (R + |p|) from computing C and S in doubles. `tolerance`
 * is e = 2 (u (10 R + 3 |C|) + 2^-49 (R + |p|)), more than twice that. An edge function U = X1 Y2 - Y1 X2 is then wrong
 * by at most e/2 (|X1| + |Y1| + |X2| + |Y2|) + e^2/2 + 3u (|X1 Y2| + |Y1 X2|), and since u |X| <= u (2R + |C|)(1 + 3u)
 * is below e/6, by less than e (sum + e), where sum is over all corners. Signs beyond that bound are true. Mixed true
 * signs: the line misses the closed triangle. Equal true signs of all three: the line crosses its interior, and if all
 * corners lie between p.z and q.z, so does the crossing. */
#ifndef TL_QUERY_RAY_H
#define TL_QUERY_RAY_H

#include "bvh/tree.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct tl_ray {
    /* boxes; the fourth places are unused */
    float near_from[4], far_from[4], inverse[4];
    unsigned negative; /* bit k: the step along axis k is negative, so that the near plane is the high one */
    /* triangles */
    int x, y, z; /* axes, cyclic, so that the orientation is kept */
    float slope_x, slope_y, centre_x, centre_y, tolerance;
    float z_low, z_high; /* floats of corners strictly between these lie truly between the ends */
    bool backward;       /* d.z < 0 */
} tl_ray;

static inline double tl_kernel_axis_of(tl_vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* For walking boxes only; `grow` widens every box (for distances) and counts in s. Directions are random, so a branch
 * on their signs costs more than all the arithmetic: none here. */
static inline void tl_ray_boxes(tl_ray *ray, tl_vec3 p, tl_vec3 d, float reach, float grow) {
#if defined(__SSE2__)
    __m128 start = _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(&p.x)), _mm_cvtpd_ps(_mm_set_sd(p.z)));
    __m128 step = _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(&d.x)), _mm_cvtpd_ps(_mm_set_sd(d.z)));
    __m128 sign = _mm_set1_ps(-0.0F), length = _mm_andnot_ps(sign, step);
    __m128 size =
        _mm_add_ps(_mm_add_ps(_mm_add_ps(_mm_andnot_ps(sign, start), length), _mm_set1_ps(reach)), _mm_set1_ps(grow));
    __m128 least = _mm_add_ps(_mm_mul_ps(_mm_set1_ps(0x1p-24F), size), _mm_set1_ps(0x1p-100F));
    __m128 pad = _mm_add_ps(_mm_mul_ps(_mm_set1_ps(12), least), _mm_set1_ps(grow));
    __m128 negative = _mm_cmplt_ps(step, _mm_setzero_ps());
    __m128 one = _mm_or_ps(_mm_set1_ps(1), _mm_and_ps(negative, sign));
    __m128 low_from = _mm_add_ps(start, pad), high_from = _mm_sub_ps(start, pad);
    _mm_storeu_ps(ray->inverse, _mm_div_ps(one, _mm_max_ps(length, least)));
    _mm_storeu_ps(ray->near_from, _mm_or_ps(_mm_and_ps(negative, high_from), _mm_andnot_ps(negative, low_from)));
    _mm_storeu_ps(ray->far_from, _mm_or_ps(_mm_and_ps(negative, low_from), _mm_andnot_ps(negative, high_from)));
    ray->negative = (unsigned)_mm_movemask_ps(negative) & 7U;
#else
    const double from[3] = {p.x, p.y, p.z}, along[3] = {d.x, d.y, d.z};
    ray->negative = 0;
    for (int k = 0; k < 3; k++) {
        float start = (float)from[k], step = (float)along[k];
        float size = fabsf(start) + fabsf(step) + reach + grow;
        float least = 0x1p-24F * size + 0x1p-100F;
        float pad = 12 * least + grow;
        bool negative = step < 0;
        float used = fabsf(step) > least ? fabsf(step) : least;
        ray->inverse[k] = (negative ? -1.0F : 1.0F) / used;
        float low_from = start + pad, high_from = start - pad;
        ray->near_from[k] = negative ? high_from : low_from;
        ray->far_from[k] = negative ? low_from : high_from;
        ray->negative |= (unsigned)negative << k;
    }
#endif
}

/* `p` relative to the hierarchy's origin; `d` is the whole segment. */
static inline void tl_ray_make(tl_ray *ray, tl_vec3 p, tl_vec3 d, float reach) {
    tl_ray_boxes(ray, p, d, reach, 0);
    const double from[3] = {p.x, p.y, p.z}, along[3] = {d.x, d.y, d.z};
    double ax = fabs(d.x), ay = fabs(d.y), az = fabs(d.z);
    int wider = ay > ax, z = az > tl_max(ax, ay) ? 2 : wider;
    int x = z == 2 ? 0 : z + 1, y = z == 0 ? 2 : z - 1;
    double step = along[z], start = from[z];
    /* Denormal steps would spoil the quotient; such a segment is left to the exact test. */
    bool short_step = !(fabs(step) > 0x1p-900);
    double inverse = 1 / (short_step ? INFINITY : step);
    double slope_x = along[x] * inverse, slope_y = along[y] * inverse;
    double centre_x = from[x] - slope_x * start, centre_y = from[y] - slope_y * start;
    ray->x = x;
    ray->y = y;
    ray->z = z;
    ray->slope_x = (float)slope_x;
    ray->slope_y = (float)slope_y;
    ray->centre_x = (float)centre_x;
    ray->centre_y = (float)centre_y;
    double centre = tl_max(fabs(centre_x), fabs(centre_y));
    double size = fabs(p.x) + fabs(p.y) + fabs(p.z) + ax + ay + az + (double)reach;
    double e = 2 * (0x1p-24 * (10 * (double)reach + 3 * centre) + 0x1p-49 * size) + 0x1p-60;
    ray->tolerance = tl_float_above(e);
    double low = tl_min(start, start + step), high = tl_max(start, start + step);
    double slack = 0x1p-22 * (double)reach + 0x1p-49 * size;
    ray->z_low = short_step ? INFINITY : tl_float_above(low + slack);
    ray->z_high = short_step ? -INFINITY : tl_float_below(high - slack);
    ray->backward = step < 0;
}

#endif
