/* lines.c: extents of a bundle of lines.
 *
 * A bundle's points with parameter u form the slice (1 - u) hull(a) + u hull(b). Its extent along any direction n is
 * linear in u: [(1 - u) a_low + u b_low, (1 - u) a_high + u b_high]. A line can meet something convex at u only when
 * the extents overlap for every n (separating axes), which leaves an interval of u for each n; we intersect those of
 * the edge's normal and direction and of the bundle's axes. As the bundle shrinks to a line that crosses an edge, its
 * interval shrinks to the crossing; when the line passes the edge at a distance, it becomes empty. */
#include "area/lines.h"

#include "area/limits.h"
#include "base/validate.h"

#include <float.h>

static double largest(tl_vec2 low, tl_vec2 high) {
    return tl_max(tl_max(fabs(low.x), fabs(low.y)), tl_max(fabs(high.x), fabs(high.y)));
}

/* A coordinate along a unit direction is a sum of two products: wrong by at most 2 eps M for coordinates up to M, and
 * directions are unit to 2 eps; 32 leaves room for the differences taken before and after. */
static double pad_for(double coordinate) {
    return TL_AREA_LINES_ROUNDING * DBL_EPSILON * coordinate;
}

double tl_area_lines_pad(const tl_area_lines *lines, tl_vec2 low, tl_vec2 high) {
    return 2 * (lines->pad + pad_for(largest(low, high)));
}

tl_area_lines tl_area_lines_make(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    TL_ASSERT(a_count > 0 && b_count > 0, "both ends of a bundle have points");
    tl_area_lines lines = {.a = a, .b = b, .a_count = a_count, .b_count = b_count};
    lines.single = a_count == 1 && b_count == 1;
    const tl_vec3 *points[2] = {a, b};
    const size_t counts[2] = {a_count, b_count};
    lines.low = (tl_vec2){INFINITY, INFINITY};
    lines.high = (tl_vec2){-INFINITY, -INFINITY};
    for (int end = 0; end < 2; end++) {
        tl_vec2 low = {INFINITY, INFINITY};
        tl_vec2 high = {-INFINITY, -INFINITY};
        lines.z_low[end] = INFINITY;
        lines.z_high[end] = -INFINITY;
        for (size_t i = 0; i < counts[end]; i++) {
            tl_vec3 p = points[end][i];
            low = (tl_vec2){tl_min(low.x, p.x), tl_min(low.y, p.y)};
            high = (tl_vec2){tl_max(high.x, p.x), tl_max(high.y, p.y)};
            lines.z_low[end] = tl_min(lines.z_low[end], p.z);
            lines.z_high[end] = tl_max(lines.z_high[end], p.z);
        }
        lines.centre[end] =
            counts[end] == 1 ? tl_plan(points[end][0]) : (tl_vec2){0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
        lines.low = (tl_vec2){tl_min(lines.low.x, low.x), tl_min(lines.low.y, low.y)};
        lines.high = (tl_vec2){tl_max(lines.high.x, high.x), tl_max(lines.high.y, high.y)};
    }
    lines.pad = pad_for(largest(lines.low, lines.high));
    tl_vec2 d = tl_sub2(lines.centre[1], lines.centre[0]);
    double length = tl_length2(d);
    lines.plan_point = lines.single && d.x == 0 && d.y == 0;
    lines.axis[0] = length > 0 ? tl_scale2(d, 1 / length) : (tl_vec2){1, 0};
    lines.axis[1] = (tl_vec2){-lines.axis[0].y, lines.axis[0].x};
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 2; k++) {
            lines.axis_low[k][end] = INFINITY;
            lines.axis_high[k][end] = -INFINITY;
        }
        for (size_t i = 0; i < counts[end]; i++) {
            tl_vec2 p = tl_plan(points[end][i]);
            for (int k = 0; k < 2; k++) {
                double x = tl_dot2(lines.axis[k], p);
                lines.axis_low[k][end] = tl_min(lines.axis_low[k][end], x);
                lines.axis_high[k][end] = tl_max(lines.axis_high[k][end], x);
            }
            lines.radius[end] = tl_max(lines.radius[end], tl_length2(tl_sub2(p, lines.centre[end])));
        }
    }
    /* Lengths: separation and reach along three orthogonal directions. */
    double z_pad = pad_for(tl_max(tl_max(fabs(lines.z_low[0]), fabs(lines.z_high[0])),
                                  tl_max(fabs(lines.z_low[1]), fabs(lines.z_high[1]))));
    if (lines.single) {
        double distance = tl_distance(a[0], b[0]);
        double error = 2 * DBL_EPSILON * (distance + 2 * (largest(lines.low, lines.high) + z_pad));
        error = a[0].x == b[0].x && a[0].y == b[0].y && a[0].z == b[0].z ? 0 : error;
        lines.length_low = tl_max(0, distance - error);
        lines.length_high = distance + error;
        lines.plan_low = tl_max(0, length - error);
        lines.plan_high = length + error;
        return lines;
    }
    double gap = 0;
    double reach = 0;
    for (int k = 0; k < 3; k++) {
        double low0 = k < 2 ? lines.axis_low[k][0] : lines.z_low[0];
        double high0 = k < 2 ? lines.axis_high[k][0] : lines.z_high[0];
        double low1 = k < 2 ? lines.axis_low[k][1] : lines.z_low[1];
        double high1 = k < 2 ? lines.axis_high[k][1] : lines.z_high[1];
        double pad = k < 2 ? 2 * lines.pad : z_pad;
        double apart = tl_max(0, tl_max(low1 - high0, low0 - high1) - pad);
        double far = tl_max(high1 - low0, high0 - low1) + pad;
        gap += apart * apart;
        reach += far * far;
        if (k == 1) {
            lines.plan_low = sqrt(gap) * (1 - 8 * DBL_EPSILON);
            lines.plan_high = sqrt(reach) * (1 + 8 * DBL_EPSILON);
        }
    }
    lines.length_low = sqrt(gap) * (1 - 8 * DBL_EPSILON);
    lines.length_high = sqrt(reach) * (1 + 8 * DBL_EPSILON);
    return lines;
}

/* Keeps of [low, high] the u with (1 - u) at0 + u at1 <= limit; false when nothing is left. The quotient is right to
 * 4 eps, and only quotients up to 1 matter. */
static bool keep_below(double at0, double at1, double limit, double *low, double *high) {
    if (at0 <= limit && at1 <= limit) {
        return true;
    }
    if (at0 > limit && at1 > limit) {
        return false;
    }
    double u = (limit - at0) / (at1 - at0);
    if (at0 <= limit) {
        *high = tl_min(*high, u + 4 * DBL_EPSILON);
    } else {
        *low = tl_max(*low, u - 4 * DBL_EPSILON);
    }
    return *low <= *high;
}

/* The slices' extent [a_low, a_high] to [b_low, b_high] must overlap [low_limit, high_limit]. */
static bool keep_overlap(double a_low, double a_high, double b_low, double b_high, double low_limit, double high_limit,
                         double *low, double *high) {
    return keep_below(a_low, b_low, high_limit, low, high) && keep_below(-a_high, -b_high, -low_limit, low, high);
}

static void extent(const tl_area_lines *lines, int end, tl_vec2 n, double *low, double *high) {
    const tl_vec3 *points = end == 0 ? lines->a : lines->b;
    size_t count = end == 0 ? lines->a_count : lines->b_count;
    if (count > TL_AREA_LINES_MANY_POINTS) {
        *low = *high = 0;
        for (int k = 0; k < 2; k++) {
            double share = tl_dot2(n, lines->axis[k]);
            double x = share * lines->axis_low[k][end];
            double y = share * lines->axis_high[k][end];
            *low += tl_min(x, y);
            *high += tl_max(x, y);
        }
        return;
    }
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double x = n.x * points[i].x + n.y * points[i].y;
        *low = tl_min(*low, x);
        *high = tl_max(*high, x);
    }
}

static bool keep_direction(const tl_area_lines *lines, tl_vec2 n, tl_vec2 e0, tl_vec2 e1, double pad, double *low,
                           double *high) {
    double a_low, a_high, b_low, b_high;
    extent(lines, 0, n, &a_low, &a_high);
    extent(lines, 1, n, &b_low, &b_high);
    double x0 = tl_dot2(n, e0);
    double x1 = tl_dot2(n, e1);
    return keep_overlap(a_low, a_high, b_low, b_high, tl_min(x0, x1) - pad, tl_max(x0, x1) + pad, low, high);
}

bool tl_area_lines_meets(const tl_area_lines *lines, tl_vec2 e0, tl_vec2 e1, double *low, double *high) {
    double pad = tl_area_lines_pad(lines, e0, e1);
    *low = 0;
    *high = 1;
    for (int k = 1; k >= 0; k--) {
        double x0 = tl_dot2(lines->axis[k], e0);
        double x1 = tl_dot2(lines->axis[k], e1);
        if (!keep_overlap(lines->axis_low[k][0], lines->axis_high[k][0], lines->axis_low[k][1], lines->axis_high[k][1],
                          tl_min(x0, x1) - pad, tl_max(x0, x1) + pad, low, high)) {
            return false;
        }
    }
    tl_vec2 d = tl_sub2(e1, e0);
    double length = tl_length2(d);
    if (length > 0) {
        d = tl_scale2(d, 1 / length);
        if (!keep_direction(lines, (tl_vec2){-d.y, d.x}, e0, e1, pad, low, high) ||
            !keep_direction(lines, d, e0, e1, pad, low, high)) {
            return false;
        }
    }
    *low = tl_max(*low, 0);
    *high = tl_min(*high, 1);
    return *low <= *high;
}

bool tl_area_lines_reaches(const tl_area_lines *lines, double height, double *low, double *high) {
    /* heights are given, not computed: extents are exact, the quotient is padded in keep_below */
    return keep_overlap(lines->z_low[0], lines->z_high[0], lines->z_low[1], lines->z_high[1], height, height, low,
                        high);
}
