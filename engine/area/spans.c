/* spans.c: crossings of region boundaries by lines and bundles.
 *
 * A bundle's points with parameter u form the slice (1 - u) hull(a) + u hull(b). Its extent along any direction n is
 * linear in u: [(1 - u) a_low + u b_low, (1 - u) a_high + u b_high]. A line can meet something convex at u only when
 * the extents overlap for every n (separating axes), which leaves an interval of u for each n; we intersect those of
 * the edge's normal and direction and of the bundle's axes. As the bundle shrinks to a line that crosses an edge, its
 * interval shrinks to the crossing; when the line passes the edge at a distance, it becomes empty. */
#include "area/spans.h"

#include "math/predicates.h"

#include <float.h>
#include <string.h>

#define MANY_POINTS 12 /* from here on a cell is bounded by its box along the axes */

static double largest(tl_vec2 low, tl_vec2 high) {
    return tl_max(tl_max(fabs(low.x), fabs(low.y)), tl_max(fabs(high.x), fabs(high.y)));
}

/* A coordinate along a unit direction is a sum of two products: wrong by at most 2 eps M for coordinates up to M, and
 * directions are unit to 2 eps; 32 leaves room for the differences taken before and after. */
static double pad_for(double coordinate) {
    return 32 * DBL_EPSILON * coordinate;
}

tl_bundle_lines tl_bundle_make(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    tl_bundle_lines lines = {.a = a, .b = b, .a_count = a_count, .b_count = b_count};
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

static void extent(const tl_bundle_lines *lines, int end, tl_vec2 n, double *low, double *high) {
    const tl_vec3 *points = end == 0 ? lines->a : lines->b;
    size_t count = end == 0 ? lines->a_count : lines->b_count;
    if (count > MANY_POINTS) {
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

static bool keep_direction(const tl_bundle_lines *lines, tl_vec2 n, tl_vec2 e0, tl_vec2 e1, double pad, double *low,
                           double *high) {
    double a_low, a_high, b_low, b_high;
    extent(lines, 0, n, &a_low, &a_high);
    extent(lines, 1, n, &b_low, &b_high);
    double x0 = tl_dot2(n, e0);
    double x1 = tl_dot2(n, e1);
    return keep_overlap(a_low, a_high, b_low, b_high, tl_min(x0, x1) - pad, tl_max(x0, x1) + pad, low, high);
}

bool tl_bundle_meets(const tl_bundle_lines *lines, tl_vec2 e0, tl_vec2 e1, double *low, double *high) {
    double pad = 2 * (lines->pad + pad_for(largest(e0, e1)));
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

/* --- Gathering ------------------------------------------------------------------------------------------------ */

/* Joins `from` into `to`, and everything between them. */
static void join(tl_span *to, const tl_span *from) {
    bool same = to->one_place && from->one_place && to->place.x == from->place.x && to->place.y == from->place.y;
    if (!same) {
        to->one_place = false;
        to->edge = TL_SPAN_NO_EDGE;
        to->plane = NAN;
    }
    to->low = tl_min(to->low, from->low);
    to->high = tl_max(to->high, from->high);
    to->left = to->left != from->left;
    to->right = to->right != from->right;
}

static void add(tl_spans *spans, tl_span span) {
    size_t i = 0;
    while (i < spans->count && spans->items[i].high < span.low) {
        i++;
    }
    size_t after = i;
    while (after < spans->count && spans->items[after].low <= span.high) {
        join(&span, &spans->items[after]);
        after++;
    }
    if (after == i) {
        if (spans->count == TL_SPAN_CAPACITY) {
            /* no room: the nearer neighbour takes it in, with the stretch between, which nobody then knows */
            bool before =
                i > 0 && (i == spans->count || span.low - spans->items[i - 1].high < spans->items[i].low - span.high);
            join(&spans->items[before ? i - 1 : i], &span);
            return;
        }
        memmove(&spans->items[i + 1], &spans->items[i], (spans->count - i) * sizeof(tl_span));
        spans->count++;
    } else if (after > i + 1) {
        memmove(&spans->items[i + 1], &spans->items[after], (spans->count - after) * sizeof(tl_span));
        spans->count -= after - i - 1;
    }
    spans->items[i] = span;
}

static void drop(tl_spans *spans, size_t i) {
    memmove(&spans->items[i], &spans->items[i + 1], (spans->count - i - 1) * sizeof(tl_span));
    spans->count--;
}

/* --- Rings, a single line: exact ------------------------------------------------------------------------------ */

/* Just left of the line and just right of it, inside and outside alternate at the edges that reach over to that side.
 * A stretch of the line is inside when both its sides are; where they differ the line runs along the boundary, which is
 * not entering. Signs are exact, so every stretch gets its right state; only where it ends is rounded. An edge that
 * turns from right to left (turn +1) or back crosses at u with sign(u) = sign of p against the edge times turn, and
 * sign(u - 1) = sign of q against it times turn. */
static void line_through_rings(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
    tl_vec2 p = tl_plan(lines->a[0]);
    tl_vec2 q = tl_plan(lines->b[0]);
    int start = tl_outline_holds(outline, p);
    spans->count = 0;
    if (lines->plan_point) {
        spans->inside_first = start > 0;
        return;
    }
    bool left = start > 0;
    bool right = start > 0;
    for (size_t run = 0; run < outline->run_count; run++) {
        const tl_outline_box *box = &outline->runs[run];
        /* when p is on the boundary, crossings behind it tell the sides it starts on */
        if (start != 0 && (box->low.x > lines->high.x || box->high.x < lines->low.x || box->low.y > lines->high.y ||
                           box->high.y < lines->low.y)) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        tl_vec2 last = {NAN, NAN};
        int s1 = 0;
        for (size_t i = run * TL_OUTLINE_RUN; i < end; i++) {
            const tl_outline_edge *edge = &outline->edges[i];
            int s0 = edge->a.x == last.x && edge->a.y == last.y ? s1 : tl_orient2d(p, q, edge->a);
            s1 = tl_orient2d(p, q, edge->b);
            last = edge->b;
            tl_span span = {.left = (s0 > 0) != (s1 > 0), .right = (s0 < 0) != (s1 < 0), .edge = (uint32_t)i};
            if (!span.left && !span.right) {
                continue;
            }
            span.turn = s1 > s0 ? 1 : -1;
            span.plane = NAN;
            int from_p = tl_orient2d(edge->a, edge->b, p) * span.turn;
            int from_q = tl_orient2d(edge->a, edge->b, q) * span.turn;
            if (from_p <= 0) {
                /* behind or at p: only counted when p is on the boundary; else holds() has done it */
                if (start == 0) {
                    left = left != span.left;
                    right = right != span.right;
                }
                continue;
            }
            if (from_q >= 0) {
                continue; /* at or beyond q */
            }
            if (!tl_bundle_meets(lines, edge->a, edge->b, &span.low, &span.high)) {
                span.low = 0; /* can't be: the crossing is proved */
                span.high = 1;
            }
            span.one_place = true;
            span.place = s0 == 0 ? edge->a : edge->b;
            if (s0 != 0 && s1 != 0) {
                /* a proper crossing: no corner of another edge lies there unless rings touch; tell edges apart */
                span.place = (tl_vec2){(double)i, INFINITY};
            }
            add(spans, span);
        }
    }
    spans->inside_first = left && right;
    for (size_t i = 0; i < spans->count;) {
        tl_span *span = &spans->items[i];
        bool before = left && right;
        left = left != span->left;
        right = right != span->right;
        span->inside_after = left && right;
        if (span->one_place && before == span->inside_after) {
            drop(spans, i); /* passes a corner, or begins or ends to run along the boundary: a touch */
        } else {
            i++;
        }
    }
}

/* --- Rings, a bundle ------------------------------------------------------------------------------------------ */

static tl_vec2 sample(const tl_bundle_lines *lines, double u) {
    return tl_lerp2(tl_plan(lines->a[0]), tl_plan(lines->b[0]), u);
}

#define NARROW 1e-12 /* gaps between spans that are not worth a sample: joined */

static void bundle_through_rings(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
    spans->count = 0;
    double pad = 2 * (lines->pad + pad_for(largest(outline->box.low, outline->box.high)));
    for (size_t run = 0; run < outline->run_count; run++) {
        const tl_outline_box *box = &outline->runs[run];
        if (box->low.x > lines->high.x + pad || box->high.x < lines->low.x - pad || box->low.y > lines->high.y + pad ||
            box->high.y < lines->low.y - pad) {
            continue;
        }
        tl_vec2 n = lines->axis[1];
        double middle = 0.5 * (n.x * (box->low.x + box->high.x) + n.y * (box->low.y + box->high.y));
        double reach = 0.5 * (fabs(n.x) * (box->high.x - box->low.x) + fabs(n.y) * (box->high.y - box->low.y)) + pad;
        if (middle - reach > tl_max(lines->axis_high[1][0], lines->axis_high[1][1]) ||
            middle + reach < tl_min(lines->axis_low[1][0], lines->axis_low[1][1])) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        for (size_t i = run * TL_OUTLINE_RUN; i < end; i++) {
            tl_span span = {.edge = TL_SPAN_NO_EDGE, .plane = NAN};
            if (tl_bundle_meets(lines, outline->edges[i].a, outline->edges[i].b, &span.low, &span.high)) {
                span.low -= NARROW;
                add(spans, span);
            }
        }
    }
    /* Between spans no line of the bundle meets the boundary, and the pairs (line, u) are connected: one sample tells.
     * It is off its exact place by less than the pad that separates the gap from every edge. */
    spans->inside_first = false;
    for (size_t i = 0; i <= spans->count; i++) {
        double low = i == 0 ? 0 : spans->items[i - 1].high;
        double high = i == spans->count ? 1 : spans->items[i].low;
        bool inside = high > low && tl_outline_holds(outline, sample(lines, 0.5 * (low + high))) > 0;
        if (i == 0) {
            spans->inside_first = inside;
        } else {
            spans->items[i - 1].inside_after = inside;
        }
    }
    for (size_t i = 0; i < spans->count; i++) {
        spans->items[i].low = tl_max(0, spans->items[i].low);
    }
}

/* --- Circles -------------------------------------------------------------------------------------------------- */

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
static void refine_disc_line(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
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
        drop(spans, 0);
    }
    if (spans->count > 0 && spans->items[spans->count - 1].high >= 1 && !spans->items[spans->count - 1].inside_after &&
        q_side <= 0 && (spans->count > 1 || spans->inside_first)) {
        spans->count--;
    }
}

static void through_disc(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
    double pad = 2 * (lines->pad + pad_for(largest(outline->box.low, outline->box.high)));
    through_circle(tl_sub2(lines->centre[0], outline->centre), tl_sub2(lines->centre[1], outline->centre),
                   tl_max(lines->radius[0], lines->radius[1]), outline->radius, pad, spans);
    if (lines->single) {
        refine_disc_line(lines, outline, spans);
    }
}

/* An oval is a disc in coordinates along its half-diameters. */
static void through_oval(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
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
    double pad = 8 * stretch * (lines->pad + pad_for(largest(outline->box.low, outline->box.high)));
    through_circle(centre[0], centre[1], tl_max(radius[0], radius[1]), 1, pad, spans);
}

void tl_spans_of_outline(const tl_bundle_lines *lines, const tl_outline *outline, tl_spans *spans) {
    spans->inside_first = false;
    spans->count = 0;
    double pad = 2 * (lines->pad + pad_for(largest(outline->box.low, outline->box.high)));
    if (outline->kind == TL_OUTLINE_NONE || lines->low.x > outline->box.high.x + pad ||
        lines->high.x < outline->box.low.x - pad || lines->low.y > outline->box.high.y + pad ||
        lines->high.y < outline->box.low.y - pad) {
        return;
    }
    switch (outline->kind) {
    case TL_OUTLINE_DISC:
        through_disc(lines, outline, spans);
        break;
    case TL_OUTLINE_OVAL:
        through_oval(lines, outline, spans);
        break;
    default:
        if (lines->single) {
            line_through_rings(lines, outline, spans);
        } else {
            bundle_through_rings(lines, outline, spans);
        }
    }
}

/* --- Heights -------------------------------------------------------------------------------------------------- */

void tl_spans_of_heights(const tl_bundle_lines *lines, double bottom, double top, tl_spans *spans) {
    const double planes[2] = {bottom, top};
    spans->count = 0;
    double z0 = lines->z_low[0];
    double z1 = lines->z_low[1];
    for (int k = 0; k < 2; k++) {
        double plane = planes[k];
        if (!isfinite(plane)) {
            continue;
        }
        tl_span span = {.edge = TL_SPAN_NO_EDGE, .plane = plane, .high = 1};
        if (lines->single) {
            /* comparisons of the given numbers are exact; an end on the plane is no crossing beyond that end */
            if ((z0 < plane) == (z1 < plane) || z0 == plane || z1 == plane) {
                continue;
            }
        }
        /* heights are given, not computed: extents are exact, the quotient is padded in keep_below */
        if (keep_overlap(lines->z_low[0], lines->z_high[0], lines->z_low[1], lines->z_high[1], plane, plane, &span.low,
                         &span.high)) {
            span.low = tl_max(0, span.low);
            span.high = tl_min(1, span.high);
            add(spans, span);
        }
    }
    for (size_t i = 0; i <= spans->count; i++) {
        double low = i == 0 ? 0 : spans->items[i - 1].high;
        double high = i == spans->count ? 1 : spans->items[i].low;
        double u = 0.5 * (low + high);
        bool inside;
        if (lines->single && spans->count == 0) {
            /* no crossing inside: an end that is not on a plane tells; both on planes: in unless it is the same one */
            inside =
                z0 >= bottom && z1 >= bottom && z0 <= top && z1 <= top && !(z0 == z1 && (z0 == bottom || z0 == top));
        } else {
            double z = (1 - u) * z0 + u * z1;
            inside = high > low && z > bottom && z < top;
        }
        if (i == 0) {
            spans->inside_first = inside;
        } else {
            spans->items[i - 1].inside_after = inside;
        }
    }
}

/* --- Walls and heights together ------------------------------------------------------------------------------- */

/* Sign of the height of the line over the plane where it crosses the wall of an edge, exactly. With E on the plane and
 * h the side of a point against the edge, orient3d(E0, E1, p, q) = q.z h(p) - p.z h(q) (heights over the plane), and
 * the height at the crossing is that over h(p) - h(q), whose sign is the edge's turn. */
static int height_at_wall(const tl_bundle_lines *lines, const tl_outline_edge *edge, int turn, double plane) {
    tl_vec3 e0 = {edge->a.x, edge->a.y, plane};
    tl_vec3 e1 = {edge->b.x, edge->b.y, plane};
    return tl_orient3d(e0, e1, lines->a[0], lines->b[0]) * turn;
}

/* A single line that passes the rim: comes over the wall where it leaves by the top, or the other way. Which comes
 * first is decided exactly; when the line is not inside between, the two spans are put in an order that shows it. */
static void order_at_rim(const tl_bundle_lines *lines, const tl_outline *outline, double bottom, double top,
                         tl_spans *plan, tl_spans *heights) {
    for (size_t i = 0; i < plan->count; i++) {
        tl_span *wall = &plan->items[i];
        bool wall_before = i == 0 ? plan->inside_first : plan->items[i - 1].inside_after;
        if (wall->edge == TL_SPAN_NO_EDGE || wall_before == wall->inside_after) {
            continue;
        }
        for (size_t j = 0; j < heights->count; j++) {
            tl_span *level = &heights->items[j];
            bool level_before = j == 0 ? heights->inside_first : heights->items[j - 1].inside_after;
            if (isnan(level->plane) || level_before == level->inside_after ||
                level->inside_after == wall->inside_after || level->low > wall->high || wall->low > level->high) {
                continue;
            }
            int height = height_at_wall(lines, &outline->edges[wall->edge], wall->turn, level->plane);
            bool within = (level->plane == bottom && height > 0) || (level->plane == top && height < 0);
            if (within) {
                continue;
            }
            double meet = tl_min(wall->high, level->high);
            tl_span *first = wall->inside_after ? level : wall;
            tl_span *second = wall->inside_after ? wall : level;
            first->high = tl_min(first->high, meet);
            second->low = tl_max(second->low, meet);
        }
    }
}

typedef struct cursor {
    const tl_spans *spans;
    size_t index; /* 2k: the gap before span k; 2k + 1: span k */
} cursor;

static tl_piece_state state_at(const cursor *c, double *high) {
    size_t k = c->index / 2;
    const tl_spans *spans = c->spans;
    bool before = k == 0 ? spans->inside_first : spans->items[k - 1].inside_after;
    if (c->index % 2 == 1) {
        *high = spans->items[k].high;
        return TL_PIECE_MAYBE;
    }
    *high = k < spans->count ? spans->items[k].low : 1;
    return before ? TL_PIECE_IN : TL_PIECE_OUT;
}

static uint32_t edge_before(const cursor *plan, double u) {
    size_t k = plan->index / 2;
    return plan->index % 2 == 0 && k > 0 && plan->spans->items[k - 1].high == u ? plan->spans->items[k - 1].edge
                                                                                : TL_SPAN_NO_EDGE;
}

static uint32_t edge_after(const cursor *plan, double u) {
    size_t k = plan->index / 2;
    return plan->index % 2 == 0 && k < plan->spans->count && plan->spans->items[k].low == u ? plan->spans->items[k].edge
                                                                                            : TL_SPAN_NO_EDGE;
}

void tl_pieces_of_prism(const tl_bundle_lines *lines, const tl_outline *outline, double bottom, double top,
                        tl_pieces *pieces) {
    tl_spans plan, heights;
    pieces->count = 0;
    tl_spans_of_heights(lines, bottom, top, &heights);
    if (heights.count == 0 && !heights.inside_first) {
        plan.inside_first = false;
        plan.count = 0;
    } else {
        tl_spans_of_outline(lines, outline, &plan);
        if (lines->single && heights.count > 0 && outline->kind == TL_OUTLINE_RINGS) {
            order_at_rim(lines, outline, bottom, top, &plan, &heights);
        }
    }
    cursor walls = {&plan, 0};
    cursor levels = {&heights, 0};
    double u = 0;
    for (;;) {
        double wall_high, level_high;
        tl_piece_state wall = state_at(&walls, &wall_high);
        tl_piece_state level = state_at(&levels, &level_high);
        double high = tl_min(wall_high, level_high);
        tl_piece_state state = wall == TL_PIECE_OUT || level == TL_PIECE_OUT ? TL_PIECE_OUT
                               : wall == TL_PIECE_IN && level == TL_PIECE_IN ? TL_PIECE_IN
                                                                             : TL_PIECE_MAYBE;
        if (high > u) {
            tl_span_piece *last = pieces->count > 0 ? &pieces->items[pieces->count - 1] : NULL;
            if (last != NULL && last->state == state && state != TL_PIECE_IN) {
                last->high = high;
            } else {
                pieces->items[pieces->count++] =
                    (tl_span_piece){u, high, state, edge_before(&walls, u), edge_after(&walls, high)};
            }
            u = high;
        }
        bool walls_end = walls.index == 2 * plan.count;
        bool levels_end = levels.index == 2 * heights.count;
        if (walls_end && levels_end) {
            break;
        }
        /* the one that ends first moves on */
        if (levels_end || (!walls_end && wall_high <= level_high)) {
            walls.index++;
        } else {
            levels.index++;
        }
    }
}
