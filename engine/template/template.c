/* template.c: how a volume lies to a template. */
#include "template/template.h"

#include "area/area.h"
#include "body/shape.h"
#include "geom/exact.h"
#include "geom/geom.h"
#include "geom/polygon2.h"
#include "math/angle.h"
#include "math/predicates.h"
#include "template/areas.h"
#include "template/target.h"

#include <float.h>
#include <string.h>

/* Less than any difference of lengths that scenes can hold: distances that are smaller than a limit by less are taken
 * to be equal to it. */
#define TOUCH 1e-60

/* Units of work for each side of a template: against a triangle, against a point of one, against a side of a ring. */
enum { WORK_SIDE = 12, WORK_DEPTH = 2, WORK_SHARE = 16 };
/* Points of a disc that are looked at. */
#define LOOKS_IN_DISC 17U

typedef tl_template_target measured_target;

static bool go_on(measured_target *t, uint64_t work) {
    t->work += work;
    t->stopped = t->stopped || !tl_work_on(t->context, work, "template");
    return !t->stopped;
}

/* --- Templates ---------------------------------------------------------------------------------------------------- */

tl_template tl_template_disc(tl_vec2 centre, double radius) {
    return (tl_template){.disc = true,
                         .centre = centre,
                         .radius = radius,
                         .deepest = centre,
                         .low = {centre.x - radius, centre.y - radius},
                         .high = {centre.x + radius, centre.y + radius}};
}

/* Whether a corner is certainly nearer to a point than `depth`: by more than rounding does to the nearest edge, too. */
static bool is_near_corner(const tl_template *t, tl_vec2 p, double depth) {
    double near = depth > 0 ? depth * depth * (1 - 1e-9) : 0;
    for (size_t i = 0; i < t->count; i++) {
        tl_vec2 d = tl_sub2(p, t->corner[i]);
        if (tl_dot2(d, d) < near) {
            return true;
        }
    }
    return false;
}

/* Whether a point lies deeper inside than `*depth`, which it then raises: 0 for a point that doesn't lie inside. Most
 * are told by a corner that is nearer, without asking for edges or sides. */
static bool lies_deeper(const tl_template *t, tl_vec2 p, double *depth) {
    tl_vec2 nearest;
    if (is_near_corner(t, p, *depth)) {
        return false;
    }
    double d = tl_polygon2_boundary_distance(t->corner, t->count, p, &nearest);
    d = d > *depth && tl_polygon2_side(t->corner, t->count, p) == TL_SIDE_INSIDE ? d : 0;
    bool deeper = d > *depth;
    *depth = deeper ? d : *depth;
    return deeper;
}

/* The middle of a triangle or of one of its sides that lies deepest. */
static tl_vec2 find_deepest(const tl_template *t) {
    tl_vec2 best = t->corner[0];
    double depth = -1;
    for (size_t i = 0; i + 2 < t->count; i++) {
        tl_vec2 k[3];
        for (int j = 0; j < 3; j++) {
            k[j] = t->corner[t->triangles[3 * i + (size_t)j]];
        }
        tl_vec2 tries[4] = {tl_lerp2(k[0], k[1], 0.5), tl_lerp2(k[1], k[2], 0.5), tl_lerp2(k[2], k[0], 0.5),
                            tl_lerp2(tl_lerp2(k[0], k[1], 0.5), k[2], 1.0 / 3)};
        for (int j = 0; j < 4; j++) {
            best = lies_deeper(t, tries[j], &depth) ? tries[j] : best;
        }
    }
    return best;
}

uint64_t tl_template_polygon_work(size_t count) {
    return 100 + 8 * (uint64_t)count * count;
}

tl_status tl_template_polygon(tl_context *context, const tl_vec2 *outline, size_t count, double scale, double angle_deg,
                              tl_vec2 at, tl_template *made, tl_error *error) {
    double s, c;
    tl_sincos_deg(angle_deg, &s, &c);
    if (!tl_work_on(context, tl_template_polygon_work(count), "template")) {
        return tl_fail_cancelled(error, "laying a template");
    }
    tl_template t = {.context = context, .count = count, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    t.corner = tl_alloc_array(context, count, sizeof(*t.corner));
    t.triangles = tl_alloc_array(context, 3 * count, sizeof(*t.triangles));
    bool memory = t.corner == NULL || t.triangles == NULL;
    for (size_t i = 0; i < count && !memory; i++) {
        double x = scale * outline[i].x, y = scale * outline[i].y;
        t.corner[i] = (tl_vec2){at.x + (c * x - s * y), at.y + (s * x + c * y)};
        t.low = (tl_vec2){tl_min(t.low.x, t.corner[i].x), tl_min(t.low.y, t.corner[i].y)};
        t.high = (tl_vec2){tl_max(t.high.x, t.corner[i].x), tl_max(t.high.y, t.corner[i].y)};
    }
    if (memory || count < 3 || !tl_polygon2_triangulate(context, t.corner, count, t.triangles, &memory)) {
        tl_template_free(&t);
        return memory ? tl_fail_memory(error)
                      : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "template",
                                "draw one closed line that doesn't meet itself",
                                "the template's outline crosses or touches itself");
    }
    t.deepest = find_deepest(&t);
    *made = t;
    return TL_OK;
}

void tl_template_free(tl_template *shape) {
    if (shape != NULL) {
        if (shape->context != NULL) {
            tl_free(shape->context, shape->corner);
            tl_free(shape->context, shape->triangles);
        }
        memset(shape, 0, sizeof(*shape));
    }
}

/* --- Triangles ---------------------------------------------------------------------------------------------------- */

static void corners_of(const measured_target *t, size_t triangle, tl_vec2 k[3]) {
    for (size_t j = 0; j < 3; j++) {
        k[j] = t->corner[t->triangles[3 * triangle + j]];
    }
}

/* Distance of the triangle's box from the template's. */
static double box_gap(const tl_template *s, const tl_vec2 k[3]) {
    double x =
        tl_max(s->low.x - tl_max(tl_max(k[0].x, k[1].x), k[2].x), tl_min(tl_min(k[0].x, k[1].x), k[2].x) - s->high.x);
    double y =
        tl_max(s->low.y - tl_max(tl_max(k[0].y, k[1].y), k[2].y), tl_min(tl_min(k[0].y, k[1].y), k[2].y) - s->high.y);
    return tl_hypot(tl_max(x, 0), tl_max(y, 0));
}

/* --- Exact comparisons of distances ------------------------------------------------------------------------------- */

static tl_vec3 flat(tl_vec2 p) {
    return (tl_vec3){p.x, p.y, 0};
}

/* Distance of a point from a triangle of the plan against a sum of lengths: less (partial), equal (contact), more
 * (none). */
static tl_coverage compare(tl_vec2 p, const tl_vec2 k[3], double a, double b, bool *exact) {
    const tl_vec3 point[3] = {flat(p), flat(p), flat(p)}, corner[3] = {flat(k[0]), flat(k[1]), flat(k[2])};
    const double limit[3] = {a, b, -TOUCH};
    tl_verdict strict = tl_geom_triangles_within(point, corner, limit, 3);
    if (strict == TL_VERDICT_YES) {
        return TL_COVERAGE_PARTIAL;
    }
    tl_verdict closed = tl_geom_triangles_within(point, corner, limit, 2);
    *exact = *exact && strict != TL_VERDICT_MARGINAL && closed != TL_VERDICT_MARGINAL;
    return closed == TL_VERDICT_NO ? TL_COVERAGE_NONE : TL_COVERAGE_CONTACT;
}

static double near_enough(const tl_template *s, const measured_target *t) {
    double size = tl_max(tl_max(fabs(s->low.x), fabs(s->low.y)), tl_max(fabs(s->high.x), fabs(s->high.y)));
    return 64 * DBL_EPSILON * (size + t->radius);
}

/* --- A disc over something ---------------------------------------------------------------------------------------- */

static double distance_to_triangle(tl_vec2 p, const tl_vec2 k[3]) {
    const tl_vec3 corner[3] = {flat(k[0]), flat(k[1]), flat(k[2])};
    return tl_distance(flat(p), tl_geom_nearest_on_triangle(flat(p), corner));
}

/* Whether all of the target lies within the disc; not known to, when stopped. */
static bool disc_holds(const tl_template *s, measured_target *t, double band, bool *exact) {
    if (t->disc) {
        double spare = s->radius - t->radius - tl_length2(tl_sub2(t->centre, s->centre));
        const tl_vec2 k[3] = {t->centre, t->centre, t->centre};
        return spare > band || (spare >= -band && s->radius >= t->radius &&
                                compare(s->centre, k, s->radius, -t->radius, exact) != TL_COVERAGE_NONE);
    }
    for (size_t i = 0; i < 3 * t->triangle_count; i++) {
        tl_vec2 p = t->corner[t->triangles[i]];
        if (!go_on(t, 1)) {
            return false;
        }
        double spare = s->radius - tl_length2(tl_sub2(p, s->centre));
        const tl_vec2 k[3] = {p, p, p};
        if (spare < -band || (spare <= band && compare(s->centre, k, s->radius, 0, exact) == TL_COVERAGE_NONE)) {
            return false;
        }
    }
    return true;
}

static void disc_over(const tl_template *s, measured_target *t, tl_template_hold *hold) {
    double band = near_enough(s, t), least = INFINITY;
    tl_coverage best = TL_COVERAGE_NONE;
    if (t->disc) {
        least = tl_length2(tl_sub2(t->centre, s->centre)) - t->radius;
        const tl_vec2 k[3] = {t->centre, t->centre, t->centre};
        best = least < s->radius - band   ? TL_COVERAGE_PARTIAL
               : least > s->radius + band ? TL_COVERAGE_NONE
                                          : compare(s->centre, k, s->radius, t->radius, &hold->exact);
    }
    for (size_t i = 0; i < t->triangle_count; i++) {
        tl_vec2 k[3];
        if (!go_on(t, 2)) {
            return;
        }
        corners_of(t, i, k);
        if (box_gap(s, k) > tl_max(least - s->radius, band)) {
            continue;
        }
        double d = distance_to_triangle(s->centre, k);
        least = tl_min(least, d);
        if (d < s->radius - band) {
            best = TL_COVERAGE_PARTIAL;
        } else if (d <= s->radius + band && best != TL_COVERAGE_PARTIAL) {
            tl_coverage c = compare(s->centre, k, s->radius, 0, &hold->exact);
            best = c > best ? c : best;
        }
    }
    if (best == TL_COVERAGE_PARTIAL) {
        hold->exact = true; /* whatever was open elsewhere doesn't matter */
        hold->depth_mm = tl_min(tl_max(s->radius - tl_max(least, 0) - band, 0), s->radius);
        bool sure = true;
        best = disc_holds(s, t, band, &sure) && sure ? TL_COVERAGE_FULL : best;
    } else if (best == TL_COVERAGE_NONE) {
        hold->gap_mm = tl_max(least - s->radius, 0);
    }
    hold->coverage = best;
}

/* --- A polygon over a disc ---------------------------------------------------------------------------------------- */

static double depth_at(const tl_template *s, tl_vec2 p) {
    tl_vec2 nearest;
    return tl_polygon2_side(s->corner, s->count, p) == TL_SIDE_INSIDE
               ? tl_polygon2_boundary_distance(s->corner, s->count, p, &nearest)
               : 0;
}

/* Where the disc's rim next crosses the template's, counter-clockwise: its angle, more than `after`; 360 when nowhere.
 */
static double next_crossing_round(const tl_template *s, const measured_target *t, double after) {
    double next = 360;
    for (size_t i = 0; i < s->count; i++) {
        tl_vec2 a = tl_sub2(s->corner[i], t->centre), b = tl_sub2(s->corner[(i + 1) % s->count], t->centre);
        tl_vec2 way = tl_sub2(b, a);
        double length = tl_length2(way), foot = -tl_dot2(a, way) / length, off = tl_cross2(a, way) / length;
        double half = t->radius * t->radius - off * off;
        for (int side = -1; side <= 1 && half > 0; side += 2) {
            double share = (foot + side * sqrt(half)) / length;
            tl_vec2 on = tl_add2(a, tl_scale2(way, share));
            double angle = tl_atan2_deg(on.y, on.x);
            angle += angle < 0 ? 360 : 0;
            next = share >= 0 && share <= 1 && angle > after && angle < next ? angle : next;
        }
    }
    return next;
}

/* The deepest of the middles of what the disc's rim has inside. */
static double depth_round(const tl_template *s, const measured_target *t) {
    double depth = 0;
    for (double from = 0, to; from < 360; from = to) {
        double sine, cosine, shrunk = t->radius * (1 - 1e-12);
        to = next_crossing_round(s, t, from);
        tl_sincos_deg(0.5 * (from + to), &sine, &cosine);
        depth = tl_max(depth, depth_at(s, tl_add2(t->centre, (tl_vec2){shrunk * cosine, shrunk * sine})));
    }
    return depth;
}

static void polygon_over_disc(const tl_template *s, measured_target *t, double enough, tl_template_hold *hold) {
    double band = near_enough(s, t);
    tl_vec2 nearest;
    double rim = tl_polygon2_boundary_distance(s->corner, s->count, t->centre, &nearest);
    bool inside = tl_polygon2_side(s->corner, s->count, t->centre) != TL_SIDE_OUTSIDE;
    tl_coverage best = inside || rim < t->radius - band ? TL_COVERAGE_PARTIAL : TL_COVERAGE_NONE;
    bool holds = inside && rim > t->radius + band;
    if (fabs(rim - t->radius) <= band) {
        /* against every edge: the nearest decides */
        tl_coverage edge = TL_COVERAGE_NONE;
        bool exact = true;
        for (size_t i = 0; i < s->count && edge != TL_COVERAGE_PARTIAL; i++) {
            const tl_vec2 k[3] = {s->corner[i], s->corner[(i + 1) % s->count], s->corner[i]};
            tl_coverage c = compare(t->centre, k, t->radius, 0, &exact);
            edge = c > edge ? c : edge;
        }
        hold->exact = inside || exact || edge == TL_COVERAGE_PARTIAL;
        best = inside ? TL_COVERAGE_PARTIAL : edge;
        holds = inside && exact && edge != TL_COVERAGE_PARTIAL;
    }
    hold->coverage = holds ? TL_COVERAGE_FULL : best;
    hold->gap_mm = best == TL_COVERAGE_NONE ? tl_max(rim - t->radius, 0) : 0;
    if (!go_on(t, s->count * WORK_DEPTH * (best == TL_COVERAGE_PARTIAL ? LOOKS_IN_DISC : 1U)) ||
        best != TL_COVERAGE_PARTIAL) {
        return;
    }
    /* points of the disc that may lie deep: its middle, and steps from the rim's nearest point or the middle towards
     * the template's own middle; a narrow template, its tip perhaps, passes between them, but not between the middles
     * of what the disc's rim has inside */
    double shrunk = t->radius * (1 - 1e-12);
    tl_vec2 to[2] = {tl_sub2(nearest, t->centre), tl_sub2(s->deepest, t->centre)};
    hold->depth_mm = depth_at(s, t->centre);
    for (int k = 0; k < 2; k++) {
        double length = tl_length2(to[k]);
        for (int i = 1; i <= 8 && length > 0; i++) {
            double reach = k == 1 ? tl_min(shrunk, length) * i / 8 : (rim < shrunk ? rim + (shrunk - rim) * i / 8 : 0);
            hold->depth_mm = tl_max(hold->depth_mm, depth_at(s, tl_add2(t->centre, tl_scale2(to[k], reach / length))));
        }
    }
    if (hold->depth_mm <= enough) {
        hold->depth_mm = tl_max(hold->depth_mm, depth_round(s, t));
    }
}

/* --- A polygon over triangles ------------------------------------------------------------------------------------- */

/* Whether the direction from corner i towards `p` runs into the interior (side 1) or the exterior (side -1) right
 * there.
 */
static bool enters_at(const tl_template *s, size_t i, tl_vec2 p, int side) {
    tl_vec2 before = s->corner[(i + s->count - 1) % s->count], at = s->corner[i], after = s->corner[(i + 1) % s->count];
    bool by_after = tl_orient2d(at, after, p) * side > 0, by_before = tl_orient2d(before, at, p) * side > 0;
    int turn = tl_orient2d(before, at, after) * side;
    if (turn == 0) {
        return by_after;
    }
    return turn > 0 ? by_after && by_before : by_after || by_before;
}

static bool on_segment(tl_vec2 p, tl_vec2 q, tl_vec2 x) {
    return tl_orient2d(p, q, x) == 0 && x.x >= tl_min(p.x, q.x) && x.x <= tl_max(p.x, q.x) && x.y >= tl_min(p.y, q.y) &&
           x.y <= tl_max(p.y, q.y);
}

static bool same2(tl_vec2 a, tl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether a closed segment has a point in the template's interior (side 1) or exterior (side -1); `touches`: whether it
 * has one on its boundary. A stretch inside begins at an end of the segment, in the middle of an edge that is crossed,
 * or at a corner. Exact. */
static bool segment_enters(const tl_template *s, tl_vec2 p, tl_vec2 q, int side, bool *touches) {
    tl_side2 wanted = side > 0 ? TL_SIDE_INSIDE : TL_SIDE_OUTSIDE;
    if (tl_polygon2_side(s->corner, s->count, p) == wanted || tl_polygon2_side(s->corner, s->count, q) == wanted) {
        return true;
    }
    for (size_t i = 0; i < s->count; i++) {
        tl_vec2 a = s->corner[i], b = s->corner[(i + 1) % s->count];
        if (on_segment(p, q, a)) {
            *touches = true;
            if ((!same2(a, p) && enters_at(s, i, p, side)) || (!same2(a, q) && enters_at(s, i, q, side))) {
                return true;
            }
        }
        if (!tl_math_segments_meet2(p, q, a, b)) {
            continue;
        }
        *touches = true;
        int tp = tl_orient2d(a, b, p), tq = tl_orient2d(a, b, q), ta = tl_orient2d(p, q, a), tb = tl_orient2d(p, q, b);
        if (tp * tq < 0 && ta * tb < 0) {
            return true;
        }
        bool p_on = tp == 0 && on_segment(a, b, p) && !same2(p, a) && !same2(p, b);
        bool q_on = tq == 0 && on_segment(a, b, q) && !same2(q, a) && !same2(q, b);
        if ((p_on && tq * side > 0) || (q_on && tp * side > 0)) {
            return true;
        }
    }
    return false;
}

static bool in_triangle(const tl_vec2 k[3], tl_vec2 p) {
    int turn = tl_orient2d(k[0], k[1], k[2]);
    return turn != 0 && tl_orient2d(k[0], k[1], p) * turn >= 0 && tl_orient2d(k[1], k[2], p) * turn >= 0 &&
           tl_orient2d(k[2], k[0], p) * turn >= 0;
}

/* How a triangle lies to the template's interior. */
static tl_coverage triangle_under(const tl_template *s, const tl_vec2 k[3]) {
    bool touches = false;
    for (int i = 0; i < 3; i++) {
        if (segment_enters(s, k[i], k[(i + 1) % 3], 1, &touches)) {
            return TL_COVERAGE_PARTIAL;
        }
    }
    /* no side comes in: the template lies wholly in the triangle, or they have no inner point in common */
    bool within = true;
    for (size_t i = 0; i < s->count && within; i++) {
        within = in_triangle(k, s->corner[i]);
    }
    return within ? TL_COVERAGE_PARTIAL : touches ? TL_COVERAGE_CONTACT : TL_COVERAGE_NONE;
}

/* Where a segment next crosses the template's rim: its share of the way, more than `after`; 1 when nowhere. */
static double next_crossing(const tl_template *s, tl_vec2 p, tl_vec2 q, double after) {
    tl_vec2 way = tl_sub2(q, p);
    double next = 1;
    for (size_t i = 0; i < s->count; i++) {
        tl_vec2 a = tl_sub2(s->corner[i], p), b = tl_sub2(s->corner[(i + 1) % s->count], p);
        double left = tl_cross2(way, a), right = tl_cross2(way, b);
        if ((left > 0) != (right > 0)) {
            tl_vec2 on = tl_lerp2(a, b, left / (left - right));
            double share = tl_dot2(on, way) / tl_dot2(way, way);
            next = share > after && share < next ? share : next;
        }
    }
    return next;
}

/* Points of the triangle that may lie deep: its corners, the middles of what its sides have inside and more points of
 * them, the template's own middle. */
static double depth_of(const tl_template *s, measured_target *t, const tl_vec2 k[3], double enough) {
    enum { STEPS = 16 };
    size_t looks = 4;
    double depth = in_triangle(k, s->deepest) ? depth_at(s, s->deepest) : 0;
    for (int i = 0; i < 3 && depth <= enough; i++) {
        depth = tl_max(depth, depth_at(s, k[i]));
    }
    for (int i = 0; i < 3; i++) {
        tl_vec2 p = k[i], q = k[(i + 1) % 3];
        for (double from = 0, to; from < 1 && depth <= enough; from = to) {
            to = next_crossing(s, p, q, from);
            looks += 2;
            depth = tl_max(depth, depth_at(s, tl_lerp2(p, q, 0.5 * (from + to))));
        }
        for (int j = 1; j < STEPS && depth <= enough; j++, looks++) {
            depth = tl_max(depth, depth_at(s, tl_lerp2(p, q, (double)j / STEPS)));
        }
    }
    (void)go_on(t, looks * WORK_DEPTH * s->count);
    return depth;
}

/* Whether a triangle lies in the closed template: its sides do, and a simple polygon has no holes. */
static bool polygon_holds(const tl_template *s, const tl_vec2 k[3]) {
    bool touches;
    for (int i = 0; i < 3; i++) {
        if (segment_enters(s, k[i], k[(i + 1) % 3], -1, &touches)) {
            return false;
        }
    }
    return true;
}

static void polygon_over_triangles(const tl_template *s, measured_target *t, double enough, tl_template_hold *hold) {
    tl_coverage best = TL_COVERAGE_NONE;
    double least = INFINITY;
    bool whole = true;
    for (size_t i = 0; i < t->triangle_count; i++) {
        tl_vec2 k[3], on[2];
        corners_of(t, i, k);
        double far = box_gap(s, k);
        if (!go_on(t, 2)) {
            return;
        }
        whole = whole && far == 0;
        if (far > 0 && (best != TL_COVERAGE_NONE || far >= least)) {
            continue;
        }
        if (best == TL_COVERAGE_PARTIAL && hold->depth_mm > enough && !whole) {
            break;
        }
        if (!go_on(t, WORK_SIDE * s->count)) {
            return;
        }
        tl_coverage c = far == 0 ? triangle_under(s, k) : TL_COVERAGE_NONE;
        best = c > best ? c : best;
        if (c == TL_COVERAGE_PARTIAL) {
            hold->depth_mm =
                hold->depth_mm > enough ? hold->depth_mm : tl_max(hold->depth_mm, depth_of(s, t, k, enough));
        } else if (c == TL_COVERAGE_NONE && best == TL_COVERAGE_NONE) {
            least = tl_min(least, tl_polygon2_distance(s->corner, s->count, k, 3, &on[0], &on[1]));
        }
        whole = whole && c == TL_COVERAGE_PARTIAL && polygon_holds(s, k);
    }
    hold->gap_mm = best == TL_COVERAGE_NONE ? least : 0;
    hold->coverage = best == TL_COVERAGE_PARTIAL && whole ? TL_COVERAGE_FULL : best;
}

/* --- Shares ------------------------------------------------------------------------------------------------------- */

static double disc_and_ring(tl_vec2 centre, double radius, const tl_vec2 *corner, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += tl_template_area_of_wedge(centre, radius, corner[i], corner[(i + 1) % count]);
    }
    return fabs(sum);
}

static double polygon_and_ring(const tl_template *s, measured_target *t, const tl_vec2 *corner, size_t count) {
    double sum = 0;
    for (size_t k = 0; k + 2 < s->count && go_on(t, WORK_SHARE * count); k++) {
        const tl_vec2 triangle[3] = {s->corner[s->triangles[3 * k]], s->corner[s->triangles[3 * k + 1]],
                                     s->corner[s->triangles[3 * k + 2]]};
        for (size_t i = 0; i < count; i++) {
            sum += tl_template_area_of_sliver(triangle, corner[0], corner[i], corner[(i + 1) % count]);
        }
    }
    return fabs(sum);
}

static double common_area(const tl_template *s, measured_target *t, const tl_vec2 *corner, size_t count) {
    (void)go_on(t, WORK_SHARE * count);
    return s->disc ? disc_and_ring(s->centre, s->radius, corner, count) : polygon_and_ring(s, t, corner, count);
}

static double ring_length(const tl_vec2 *corner, size_t count) {
    double length = 0;
    for (size_t i = 0; i < count; i++) {
        length += tl_length2(tl_sub2(corner[(i + 1) % count], corner[i]));
    }
    return length;
}

/* Of a mesh: ring by ring of its silhouette. */
static tl_status mesh_share(const tl_template *s, measured_target *t, double *common, double *area, double *rim,
                            tl_error *error) {
    const tl_bvh *mesh = t->mesh;
    tl_outline outline;
    tl_error cause = {0};
    tl_status status = tl_area_outline_of_mesh(t->context, tl_bvh_vertices(mesh), tl_bvh_vertex_count(mesh),
                                               tl_bvh_triangles(mesh), tl_bvh_triangle_count(mesh), &outline, &cause);
    if (status != TL_OK) {
        /* without area or too tangled: the share stays open */
        return status == TL_ERROR_MEMORY || status == TL_ERROR_CANCELLED
                   ? tl_fail(error, status, NULL, NULL, NULL, "%s", cause.message)
                   : TL_OK;
    }
    tl_vec2 *corner = tl_alloc_array(t->context, outline.edge_count, sizeof(*corner));
    size_t begin = 0;
    for (size_t r = 0; r < outline.ring_count && corner != NULL; r++) {
        size_t count = outline.ring_ends[r] - begin;
        for (size_t i = 0; i < count; i++) {
            corner[i] = outline.edges[begin + i].a;
        }
        *common += common_area(s, t, corner, count);
        *area += fabs(tl_polygon2_area(corner, count));
        *rim += ring_length(corner, count);
        begin = outline.ring_ends[r];
    }
    status = corner != NULL ? TL_OK : tl_fail_memory(error);
    tl_free(t->context, corner);
    tl_outline_free(&outline);
    return status;
}

/* `doubt`: the target itself may be off by so much. */
static tl_status find_share(const tl_template *s, measured_target *t, double uncertainty, tl_template_hold *hold,
                            tl_error *error) {
    if (hold->coverage != TL_COVERAGE_PARTIAL) {
        hold->fraction = hold->coverage == TL_COVERAGE_FULL ? 1 : 0;
        hold->fraction_error = 0;
        if (t->error + s->error_mm > 0) {
            hold->fraction_error = 1e-3;
        }
        if (uncertainty > 0 && hold->gap_mm <= uncertainty + t->error + s->error_mm) {
            hold->fraction_error = 1;
        }
        return TL_OK;
    }
    double common = 0, area = 0, rim = 0, off = t->error + s->error_mm;
    tl_status status = TL_OK;
    if (t->disc) {
        area = TL_PI * t->radius * t->radius;
        rim = 2 * TL_PI * t->radius;
        common = s->disc ? tl_template_area_of_discs(s->centre, s->radius, t->centre, t->radius)
                         : disc_and_ring(t->centre, t->radius, s->corner, s->count);
    } else if (t->mesh == NULL) {
        area = fabs(tl_polygon2_area(t->corner, t->corners));
        rim = ring_length(t->corner, t->corners);
        common = common_area(s, t, t->corner, t->corners);
    } else {
        off = 0.004 + s->error_mm;
        status = mesh_share(s, t, &common, &area, &rim, error);
    }
    off += uncertainty;
    if (!(area > 0)) {
        hold->fraction = 0.5;
        hold->fraction_error = 0.5;
        return status;
    }
    hold->fraction = tl_min(common / area, 1);
    /* an outline off by `off` changes both areas by at most its length times that */
    hold->fraction_error = tl_min(2 * off * rim / area + 1e-9 * (1 + rim * rim / area), 1);
    return status;
}

/* --- The answer --------------------------------------------------------------------------------------------------- */

static tl_status measure(tl_context *context, const tl_template *shape, const tl_volume *volume, double enough,
                         bool shares, tl_template_hold *hold, tl_error *error) {
    measured_target t;
    *hold = (tl_template_hold){.exact = true};
    tl_status status = tl_template_target_make(context, volume, &t, error);
    if (status == TL_OK) {
        if (shape->disc) {
            disc_over(shape, &t, hold);
        } else if (t.disc) {
            polygon_over_disc(shape, &t, enough, hold);
        } else {
            polygon_over_triangles(shape, &t, enough, hold);
        }
        hold->error_mm = t.error + shape->error_mm;
        hold->fraction_error = 1;
        status = shares && !t.stopped ? find_share(shape, &t, volume->uncertainty, hold, error) : TL_OK;
        hold->work = t.work;
        if (t.stopped && status == TL_OK) {
            status = tl_fail_cancelled(error, "measuring what lies under a template");
        }
    }
    tl_template_target_free(&t);
    return status;
}

tl_status tl_template_measure(tl_context *context, const tl_template *shape, const tl_volume *volume, double enough,
                              tl_template_hold *hold, tl_error *error) {
    return measure(context, shape, volume, enough, true, hold, error);
}

tl_status tl_template_touch(tl_context *context, const tl_template *shape, const tl_volume *volume, double enough,
                            tl_template_hold *hold, tl_error *error) {
    return measure(context, shape, volume, enough, false, hold, error);
}

tl_status tl_template_rim(tl_context *context, const tl_volume *volume, double *per_mm, tl_error *error) {
    measured_target t;
    const tl_template nothing = tl_template_disc((tl_vec2){0, 0}, 0);
    double common = 0, area = 0, rim = 0;
    tl_status status = tl_template_target_make(context, volume, &t, error);
    if (status == TL_OK && t.disc) {
        area = TL_PI * t.radius * t.radius;
        rim = 2 * TL_PI * t.radius;
    } else if (status == TL_OK && t.mesh == NULL) {
        area = fabs(tl_polygon2_area(t.corner, t.corners));
        rim = ring_length(t.corner, t.corners);
    } else if (status == TL_OK) {
        status = mesh_share(&nothing, &t, &common, &area, &rim, error);
    }
    if (status == TL_OK && t.stopped) {
        status = tl_fail_cancelled(error, "measuring what lies under a template");
    }
    *per_mm = area > 0 ? rim / area : INFINITY;
    tl_template_target_free(&t);
    return status;
}

double tl_template_deepest(const tl_template *shape, const tl_volume *volume) {
    const tl_shape *s = volume->shape;
    bool round = s != NULL && tl_shape_is_upright(s) &&
                 (s->kind == TL_SHAPE_DISC || s->kind == TL_SHAPE_CAPSULE || s->kind == TL_SHAPE_CYLINDER);
    if (!round || shape->disc) {
        return INFINITY;
    }
    tl_vec3 from = s->kind == TL_SHAPE_DISC ? (tl_vec3){0, 0, s->low} : s->from;
    tl_vec2 centre = tl_plan(tl_pose_point(&s->pose, from)), nearest;
    double rim = tl_polygon2_boundary_distance(shape->corner, shape->count, centre, &nearest);
    /* depth changes by no more than one moves */
    bool inside = tl_polygon2_side(shape->corner, shape->count, centre) == TL_SIDE_INSIDE;
    return (inside ? rim : -rim) + s->radius + 1e-9;
}

tl_verdict tl_template_under(const tl_template_hold *hold, double tolerance, bool touch_counts) {
    double band = tolerance + hold->error_mm;
    if (hold->gap_mm > band) {
        return TL_VERDICT_NO;
    }
    if (hold->coverage >= TL_COVERAGE_PARTIAL && hold->depth_mm > band) {
        return TL_VERDICT_YES;
    }
    if (band > 0 || !hold->exact) {
        return TL_VERDICT_MARGINAL;
    }
    return hold->coverage == TL_COVERAGE_CONTACT ? (touch_counts ? TL_VERDICT_YES : TL_VERDICT_NO)
           : hold->coverage == TL_COVERAGE_NONE  ? TL_VERDICT_NO
                                                 : TL_VERDICT_YES;
}
