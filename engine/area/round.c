/* round.c: where lines and bundles cross circles: a single line exactly at its ends. */
#include "area/spans.h"

#include <float.h>

static void two_product(double a, double b, double *terms) {
    terms[0] = a * b;
    terms[1] = fma(a, b, -terms[0]);
}

/* Exact sign of a sum: terms are added one by one to an expansion without overlaps. */
static int sign_of_sum(const double *terms, int count) {
    double e[32];
    int n = 0;
    for (int t = 0; t < count; t++) {
        double q = terms[t];
        int m = 0;
        for (int i = 0; i < n; i++) {
            double s = q + e[i];
            double bb = s - q;
            double error = (q - (s - bb)) + (e[i] - bb);
            if (error != 0) {
                e[m++] = error;
            }
            q = s;
        }
        if (q != 0) {
            e[m++] = q;
        }
        n = m;
    }
    return n == 0 ? 0 : e[n - 1] > 0 ? 1 : -1;
}

/* A difference as the exact sum of two doubles. */
static void two_difference(double a, double b, double d[2]) {
    d[0] = a - b;
    double bb = a - d[0];
    d[1] = (a - (d[0] + bb)) + (bb - b);
}

/* Exact sign of |p - c| - r. */
static int circle_side(tl_vec2 p, tl_vec2 c, double r) {
    double dx[2], dy[2], t[14];
    two_difference(p.x, c.x, dx);
    two_difference(p.y, c.y, dy);
    two_product(dx[0], dx[0], t);
    two_product(2 * dx[0], dx[1], t + 2);
    two_product(dx[1], dx[1], t + 4);
    two_product(dy[0], dy[0], t + 6);
    two_product(2 * dy[0], dy[1], t + 8);
    two_product(dy[1], dy[1], t + 10);
    two_product(-r, r, t + 12);
    return sign_of_sum(t, 14);
}

/* The line through p and q exactly touches the circle. Only told when every step is free of rounding, as with round
 * numbers; otherwise false. */
static bool touches_circle(tl_vec2 p, tl_vec2 q, tl_vec2 c, double r) {
    double dx[2], dy[2], vx[2], vy[2], t[8];
    two_difference(p.x, c.x, dx);
    two_difference(p.y, c.y, dy);
    two_difference(q.x, p.x, vx);
    two_difference(q.y, p.y, vy);
    two_product(dx[0], vy[0], t);
    two_product(dy[0], vx[0], t + 2);
    double cross[2];
    two_difference(t[0], t[2], cross);
    double lost = fabs(dx[1]) + fabs(dy[1]) + fabs(vx[1]) + fabs(vy[1]) + fabs(t[1]) + fabs(t[3]) + fabs(cross[1]);
    two_product(vx[0], vx[0], t);
    two_product(vy[0], vy[0], t + 2);
    two_product(r, r, t + 4);
    double square = t[0] + t[2];
    lost += fabs(t[1]) + fabs(t[3]) + fabs(t[5]);
    lost += square - t[0] == t[2] && square - t[2] == t[0] ? 0 : 1;
    double left[2], right[2];
    two_product(cross[0], cross[0], left);
    two_product(t[4], square, right);
    return lost == 0 && left[0] == right[0] && left[1] == right[1];
}

/* The u in [0, 1] at which m0 + u v is within `reach` of the origin, widened (by > 0) or narrowed (by < 0) by a
 * rounding `pad`; false: none. */
static bool chord(tl_vec2 m0, tl_vec2 v, double reach, double pad, double by, double *low, double *high) {
    double length = tl_length2(v);
    double r = reach + by * pad;
    if (r < 0) {
        return false;
    }
    if (length <= pad) {
        double d = tl_length2(m0);
        *low = 0;
        *high = 1;
        return by > 0 ? d <= r + 2 * pad : d <= r - 2 * pad;
    }
    double d = fabs(tl_cross2(m0, v)) / length;
    if (d > r) {
        return false;
    }
    double foot = -tl_dot2(m0, v) / (length * length);
    double half = sqrt((r - d) * (r + d)) / length + by * (pad / length + 4 * DBL_EPSILON);
    *low = tl_max(0, foot - half);
    *high = tl_min(1, foot + half);
    return *low <= *high;
}

/* Every point of a slice is within the larger of the cells' radii of the axis m0 + u v, so lines are inside where the
 * axis is within R - rho of the centre, outside where it is not within R + rho. */
static void through_circle(tl_vec2 m0, tl_vec2 m1, double rho, double radius, double pad, tl_spans *spans) {
    tl_vec2 v = tl_sub2(m1, m0);
    double outer_low, outer_high, inner_low, inner_high;
    const tl_span blank = {.edge = TL_SPAN_NO_EDGE, .plane = NAN};
    spans->count = 0;
    spans->inside_first = false;
    if (!chord(m0, v, radius + rho, pad, 1, &outer_low, &outer_high)) {
        return;
    }
    if (!chord(m0, v, radius - rho, pad, -1, &inner_low, &inner_high)) {
        spans->items[0] = blank;
        spans->items[0].low = outer_low;
        spans->items[0].high = outer_high;
        spans->count = 1;
        return;
    }
    if (inner_low > 0) {
        tl_span *span = &spans->items[spans->count++];
        *span = blank;
        span->low = outer_low;
        span->high = inner_low;
        span->inside_after = true;
    } else {
        spans->inside_first = true;
    }
    if (inner_high < 1) {
        tl_span *span = &spans->items[spans->count++];
        *span = blank;
        span->low = inner_high;
        span->high = outer_high;
    }
}

/* Nothing of a closed stretch is inside: a single line that ends on the circle and goes away from it, or touches it. */
static void refine_disc_line(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    tl_vec2 p = tl_plan(lines->a[0]);
    tl_vec2 q = tl_plan(lines->b[0]);
    if (spans->count == 0) {
        return;
    }
    int p_side = circle_side(p, outline->centre, outline->radius);
    int q_side = circle_side(q, outline->centre, outline->radius);
    tl_vec2 from_p = tl_sub2(p, outline->centre);
    tl_vec2 from_q = tl_sub2(q, outline->centre);
    tl_vec2 v = tl_sub2(q, p);
    double rounding = lines->pad * (tl_length2(v) + tl_length2(from_p) + tl_length2(from_q));
    bool p_leaves = p_side >= 0 && tl_dot2(from_p, v) > rounding;
    bool q_leaves = q_side >= 0 && -tl_dot2(from_q, v) > rounding;
    if (p_leaves || q_leaves || (lines->plan_point && p_side >= 0) ||
        touches_circle(p, q, outline->centre, outline->radius)) {
        spans->count = 0;
        spans->inside_first = false;
        return;
    }
    /* an end that is strictly inside starts inside; an end on the circle is the crossing itself */
    if (spans->items[0].low <= 0 && spans->items[0].inside_after && p_side <= 0) {
        spans->inside_first = true;
        tl_spans_drop(spans, 0);
    }
    if (spans->count > 0 && spans->items[spans->count - 1].high >= 1 && !spans->items[spans->count - 1].inside_after &&
        q_side <= 0 && (spans->count > 1 || spans->inside_first)) {
        spans->count--;
    }
}

void tl_spans_of_disc(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    TL_ASSERT(outline->kind == TL_OUTLINE_DISC, "the outline is a disc");
    TL_ASSERT(spans->count == 0, "there are no spans so far");
    double pad = tl_area_lines_pad(lines, outline->box.low, outline->box.high);
    through_circle(tl_sub2(lines->centre[0], outline->centre), tl_sub2(lines->centre[1], outline->centre),
                   tl_max(lines->radius[0], lines->radius[1]), outline->radius, pad, spans);
    if (lines->single) {
        refine_disc_line(lines, outline, spans);
    }
}

/* An oval is a disc in coordinates along its half-diameters. */
void tl_spans_of_oval(const tl_area_lines *lines, const tl_outline *outline, tl_spans *spans) {
    TL_ASSERT(outline->kind == TL_OUTLINE_OVAL, "the outline is an oval");
    TL_ASSERT(spans->count == 0, "there are no spans so far");
    tl_vec2 a = outline->axis[0];
    tl_vec2 b = outline->axis[1];
    double det = tl_cross2(a, b);
    double stretch = (tl_length2(a) + tl_length2(b)) / fabs(det); /* bounds the inverse's norm */
    tl_vec2 centre[2];
    double radius[2] = {0, 0};
    for (int end = 0; end < 2; end++) {
        tl_vec2 d = tl_sub2(lines->centre[end], outline->centre);
        centre[end] = (tl_vec2){tl_cross2(d, b) / det, tl_cross2(a, d) / det};
        const tl_vec3 *points = end == 0 ? lines->a : lines->b;
        size_t count = end == 0 ? lines->a_count : lines->b_count;
        for (size_t i = 0; i < count && count > 1; i++) {
            d = tl_sub2(tl_plan(points[i]), lines->centre[end]);
            radius[end] = tl_max(radius[end], tl_hypot(tl_cross2(d, b) / det, tl_cross2(a, d) / det));
        }
    }
    double pad = 4 * stretch * tl_area_lines_pad(lines, outline->box.low, outline->box.high);
    through_circle(centre[0], centre[1], tl_max(radius[0], radius[1]), 1, pad, spans);
}
