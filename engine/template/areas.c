/* areas.c: areas of intersections, as sums over edges of signed triangles. */
#include "template/areas.h"

#include "math/angle.h"

static double angle_between(tl_vec2 p, tl_vec2 q) {
    return tl_atan2_deg(tl_cross2(p, q), tl_dot2(p, q)) * (TL_PI / 180);
}

double tl_template_area_of_discs(tl_vec2 a, double ra, tl_vec2 b, double rb) {
    double d = tl_length2(tl_sub2(b, a));
    if (d >= ra + rb) {
        return 0;
    }
    if (d <= fabs(ra - rb)) {
        return TL_PI * tl_min(ra, rb) * tl_min(ra, rb);
    }
    /* where the chord through the two crossings stands on the line of centres, and half of it; the difference of
     * squares written as a product keeps its digits where the circles nearly touch */
    double x = 0.5 * (d + (ra - rb) * (ra + rb) / d);
    double h = 0.5 * sqrt(tl_max((ra + rb - d) * (ra + rb + d) * (d - ra + rb) * (d + ra - rb), 0)) / d;
    double half_a = tl_atan2_deg(h, x) * (TL_PI / 180), half_b = tl_atan2_deg(h, d - x) * (TL_PI / 180);
    return ra * ra * half_a + rb * rb * half_b - d * h;
}

double tl_template_area_of_wedge(tl_vec2 centre, double radius, tl_vec2 p, tl_vec2 q) {
    tl_vec2 a = tl_sub2(p, centre), b = tl_sub2(q, centre), d = tl_sub2(b, a);
    double dd = tl_dot2(d, d);
    if (!(dd > 0)) {
        return 0;
    }
    double middle = -tl_dot2(a, d) / dd, off = tl_cross2(a, d);
    double root = radius * radius - off * off / dd;
    double half = root > 0 ? sqrt(root / dd) : 0;
    double enter = tl_min(tl_max(middle - half, 0), 1), leave = tl_min(tl_max(middle + half, 0), 1);
    if (root <= 0 || enter >= leave) {
        return 0.5 * radius * radius * angle_between(a, b);
    }
    tl_vec2 in = tl_lerp2(a, b, enter), out = tl_lerp2(a, b, leave);
    double sectors = (enter > 0 ? angle_between(a, in) : 0) + (leave < 1 ? angle_between(out, b) : 0);
    return 0.5 * radius * radius * sectors + 0.5 * tl_cross2(in, out);
}

double tl_template_area_of_sliver(const tl_vec2 k[3], tl_vec2 origin, tl_vec2 p, tl_vec2 q) {
    tl_vec2 in[8] = {{0, 0}, tl_sub2(p, origin), tl_sub2(q, origin)}, out[8];
    double turn = tl_cross2(in[1], in[2]);
    size_t count = 3;
    for (int side = 0; side < 3 && count > 0; side++) {
        tl_vec2 a = tl_sub2(k[side], origin), d = tl_sub2(k[(side + 1) % 3], k[side]);
        size_t made = 0;
        for (size_t i = 0; i < count; i++) {
            tl_vec2 u = in[i], v = in[(i + 1) % count];
            double du = tl_cross2(d, tl_sub2(u, a)), dv = tl_cross2(d, tl_sub2(v, a));
            if (du >= 0) {
                out[made++] = u;
            }
            if ((du > 0 && dv < 0) || (du < 0 && dv > 0)) {
                out[made++] = tl_lerp2(u, v, du / (du - dv));
            }
        }
        count = made;
        for (size_t i = 0; i < count; i++) {
            in[i] = out[i];
        }
    }
    double twice = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        twice += tl_cross2(tl_sub2(in[i], in[0]), tl_sub2(in[i + 1], in[0]));
    }
    return 0.5 * (turn < 0 ? -fabs(twice) : fabs(twice));
}
