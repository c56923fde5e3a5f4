/* zone_place.c: holds what is seen of a volume against the borders of a region, one border after the other.
 *
 * A region is what some parts have in common: a rectangle, perhaps a disc or an outline, and all but a hole. Something
 * lies inside when it lies inside each of them; how near the border is, wholly inside, is the least of what each says.
 */
#include "judge/group/zone_place.h"

#include "body/shape.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "judge/between/between.h"
#include "judge/measure/range.h"
#include "judge/verdict.h"
#include "math/angle.h"
#include "math/predicates.h"
#include "template/template.h"

/* What sums of coordinates of a table may be off by, mm. */
#define ROUNDING 1e-9
/* How near the greatest distance from a point the search for it comes, mm. */
#define FARTHEST 1e-8

enum { ROUND = 64 }; /* directions in which points of a rim are looked for */

typedef struct placing {
    const tl_inquiry *inquiry;
    const tl_volume *volume;
    double band;
    tl_region_place *place;
    size_t open;        /* parts that it may lie partly in, or does */
    tl_verdict touches; /* of the last of these */
} placing;

/* --- Points of a volume, seen from above -------------------------------------------------------------------------- */

/* Corner `i` (0 to three times their count) of a mesh's triangles. */
static tl_vec2 corner_of(const tl_bvh *mesh, size_t i) {
    return tl_plan(tl_bvh_vertices(mesh)[tl_bvh_triangles(mesh)[i]]);
}

/* The point farthest in a direction. */
static tl_vec2 support(const tl_volume *v, tl_vec2 direction) {
    if (v->mesh == NULL) {
        return tl_plan(tl_shape_support(v->shape, (tl_vec3){direction.x, direction.y, 0}));
    }
    tl_vec2 best = corner_of(v->mesh, 0);
    for (size_t i = 1; i < 3 * tl_bvh_triangle_count(v->mesh); i++) {
        tl_vec2 p = corner_of(v->mesh, i);
        best = tl_dot2(p, direction) > tl_dot2(best, direction) ? p : best;
    }
    return best;
}

static tl_vec2 direction_at(double degrees) {
    double s, c;
    tl_sincos_deg(degrees, &s, &c);
    return (tl_vec2){c, s};
}

/* Between `from` and `to` degrees: if the farthest point lies that way it is no farther than its height over the middle
 * direction says, divided by the cosine of half the angle. Narrowed until that is near enough. */
static double farthest_round(const tl_volume *v, tl_vec2 centre, double from, double to, double best, tl_vec2 *point) {
    tl_vec2 middle = direction_at(0.5 * (from + to)), p = support(v, middle), d = tl_sub2(p, centre);
    double height = tl_dot2(d, middle), half_cosine = direction_at(0.5 * (to - from)).x;
    if (tl_length2(d) > best) {
        best = tl_length2(d);
        *point = p;
    }
    if (to - from < 1e-6 || (half_cosine > 0 && height <= half_cosine * (best + FARTHEST))) {
        return best;
    }
    best = farthest_round(v, centre, from, 0.5 * (from + to), best, point);
    return farthest_round(v, centre, 0.5 * (from + to), to, best, point);
}

double tl_region_farthest(const tl_volume *v, tl_vec2 centre, tl_vec2 *point, double *error) {
    double best = 0;
    *error = ROUNDING;
    const tl_shape *s = v->shape;
    if (v->mesh != NULL) {
        *point = corner_of(v->mesh, 0);
        for (size_t i = 0; i < 3 * tl_bvh_triangle_count(v->mesh); i++) {
            tl_vec2 p = corner_of(v->mesh, i);
            double d = tl_length2(tl_sub2(p, centre));
            *point = d > best ? p : *point;
            best = tl_max(best, d);
        }
        return best;
    }
    if (s->kind == TL_SHAPE_DISC && tl_shape_is_upright(s)) {
        tl_vec2 middle = tl_plan(s->pose.at), d = tl_sub2(middle, centre);
        double away = tl_length2(d);
        tl_vec2 out = away > 0 ? tl_scale2(d, 1 / away) : (tl_vec2){1, 0};
        *point = tl_add2(middle, tl_scale2(out, s->radius));
        return away + s->radius;
    }
    *point = support(v, (tl_vec2){1, 0});
    *error = ROUNDING + FARTHEST;
    for (int k = 0; k < 8; k++) {
        best = farthest_round(v, centre, 45.0 * k, 45.0 * (k + 1), best, point);
    }
    return best;
}

/* --- One part of a region ----------------------------------------------------------------------------------------- */

/* The part says how far from its border something lies (negative: it reaches over), and between which points. */
static void take_margin(placing *p, double margin, double error, const tl_vec2 *on_it, const tl_vec2 *on_border) {
    tl_region_place *place = p->place;
    place->error_mm = tl_max(place->error_mm, error);
    if (margin < place->margin_mm) {
        place->margin_mm = margin;
        place->has_points = on_it != NULL;
        place->on_it = on_it != NULL ? *on_it : place->on_it;
        place->on_border = on_border != NULL ? *on_border : place->on_border;
    }
}

static void take_verdicts(placing *p, tl_verdict inside, tl_verdict touches, double gap) {
    p->place->inside = tl_verdict_both(p->place->inside, inside);
    p->place->touches = tl_verdict_both(p->place->touches, touches);
    p->place->gap_mm = tl_max(p->place->gap_mm, touches == TL_VERDICT_NO ? gap : 0);
    if (inside != TL_VERDICT_YES) {
        p->open++;
        p->touches = touches;
    }
}

/* Whether some of it lies in a polygon or disc, with depth to spare; and whether all of it, exactly, at tolerance 0. */
static tl_status hold(placing *p, const tl_template *shape, double margin, double error_mm, tl_error *error) {
    tl_template_hold h;
    double enough = 2 * p->band + 0.01;
    tl_status status = tl_template_touch(p->inquiry->context, shape, p->volume, enough, &h, error);
    if (status != TL_OK) {
        return status;
    }
    bool exact = p->band == 0 && h.exact && h.error_mm == 0;
    double slack = p->band + h.error_mm;
    tl_verdict inside = exact ? h.coverage == TL_COVERAGE_FULL ? TL_VERDICT_YES : TL_VERDICT_NO
                              : tl_verdict_of_margin(margin, error_mm, p->band);
    tl_verdict touches = exact              ? h.coverage >= TL_COVERAGE_PARTIAL ? TL_VERDICT_YES : TL_VERDICT_NO
                         : h.gap_mm > slack ? TL_VERDICT_NO
                         : h.coverage >= TL_COVERAGE_PARTIAL && h.depth_mm > slack ? TL_VERDICT_YES
                                                                                   : TL_VERDICT_MARGINAL;
    take_verdicts(p, inside, inside == TL_VERDICT_YES ? TL_VERDICT_YES : touches, h.gap_mm);
    return TL_OK;
}

static tl_status hold_polygon(placing *p, const tl_vec2 *corner, size_t count, double margin, double error_mm,
                              tl_error *error) {
    tl_template shape;
    tl_status status = tl_template_polygon(p->inquiry->context, corner, count, 1, 0, (tl_vec2){0, 0}, &shape, error);
    if (status == TL_OK) {
        status = hold(p, &shape, margin, error_mm, error);
        tl_template_free(&shape);
    }
    return status;
}

/* How far it stays from the line through a and b on the left side of that; negative: it reaches over. */
static double slack_at(const tl_volume *v, tl_vec2 a, tl_vec2 b, tl_vec2 *on_it, tl_vec2 *on_border) {
    tl_vec2 along = tl_sub2(b, a), out = {along.y, -along.x};
    double length = tl_length2(out);
    out = tl_scale2(out, 1 / length);
    *on_it = support(v, out);
    double slack = tl_dot2(tl_sub2(a, *on_it), out);
    *on_border = tl_add2(*on_it, tl_scale2(out, slack));
    return slack;
}

/* The table's own edges are no borders: there the rectangle goes on. */
static tl_status place_in_rectangle(placing *p, const tl_zone_region *r, tl_error *error) {
    static const unsigned sides[4] = {TL_ZONE_SOUTH, TL_ZONE_EAST, TL_ZONE_NORTH, TL_ZONE_WEST};
    const double beyond = 10 * (r->high.x - r->low.x + r->high.y - r->low.y) + 1e4;
    const tl_vec2 low = {r->low.x - ((r->open & TL_ZONE_WEST) != 0 ? beyond : 0),
                         r->low.y - ((r->open & TL_ZONE_SOUTH) != 0 ? beyond : 0)};
    const tl_vec2 high = {r->high.x + ((r->open & TL_ZONE_EAST) != 0 ? beyond : 0),
                          r->high.y + ((r->open & TL_ZONE_NORTH) != 0 ? beyond : 0)};
    const tl_vec2 corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    double least = INFINITY;
    for (int i = 0; i < 4; i++) {
        if ((r->open & sides[i]) == 0) {
            tl_vec2 on_it, on_border;
            double slack = slack_at(p->volume, corner[i], corner[(i + 1) % 4], &on_it, &on_border);
            take_margin(p, slack, ROUNDING, &on_it, &on_border);
            least = tl_min(least, slack);
        }
    }
    return isfinite(least) ? hold_polygon(p, corner, 4, least, ROUNDING, error) : TL_OK;
}

static tl_status place_in_disc(placing *p, tl_vec2 centre, double radius, tl_error *error) {
    tl_vec2 on_it, on_border;
    double error_mm, away = tl_region_farthest(p->volume, centre, &on_it, &error_mm);
    on_border = away > 0 ? tl_add2(centre, tl_scale2(tl_sub2(on_it, centre), radius / away)) : on_it;
    take_margin(p, radius - away, error_mm, &on_it, &on_border);
    tl_template shape = tl_template_disc(centre, radius);
    return hold(p, &shape, radius - away, error_mm, error);
}

/* Outside of a hole: as far from its centre as its radius says. */
static tl_status place_round_hole(placing *p, tl_vec2 centre, double radius, tl_error *error) {
    const tl_inquiry *inquiry = p->inquiry;
    tl_shape shape;
    tl_range_result near;
    tl_vec2 far;
    double error_mm, away = tl_region_farthest(p->volume, centre, &far, &error_mm);
    tl_volume point = tl_between_volume_of_point((tl_vec3){centre.x, centre.y, 0}, &shape);
    tl_status status = tl_range_between(inquiry->context, p->volume, &point, TL_METRIC_PLAN, &near, error);
    if (status != TL_OK) {
        return status;
    }
    double margin = near.distance_mm - radius;
    tl_vec2 on_it = tl_plan(near.from), d = tl_sub2(on_it, centre);
    double length = tl_length2(d);
    tl_vec2 on_border = length > 0 ? tl_add2(centre, tl_scale2(d, radius / length)) : on_it;
    take_margin(p, margin, near.error_mm, &on_it, &on_border);
    tl_verdict inside = tl_verdict_of_margin(margin, near.error_mm, p->band);
    if (p->band == 0 && inside == TL_VERDICT_MARGINAL) {
        status =
            tl_judge_volumes_within_exactly(inquiry, p->volume, &point, TL_METRIC_PLAN, radius, true, &inside, error);
    }
    take_verdicts(p, inside, tl_verdict_of_margin(away - radius, error_mm, p->band), radius - away);
    return status;
}

/* --- Outlines, convex or not -------------------------------------------------------------------------------------- */

/* A part of the hull that an outline leaves out, between two corners of the hull: what reaches into it is outside. */
static tl_status keep_out_of(placing *p, const tl_vec2 *corner, size_t count, double *margin, tl_error *error) {
    tl_template pocket;
    tl_template_hold h;
    tl_status status = tl_template_polygon(p->inquiry->context, corner, count, 1, 0, (tl_vec2){0, 0}, &pocket, error);
    if (status != TL_OK) {
        return status;
    }
    double enough = p->volume->mesh != NULL ? 2 * p->band + 0.01 : INFINITY; /* of meshes that would take long */
    status = tl_template_touch(p->inquiry->context, &pocket, p->volume, enough, &h, error);
    if (status == TL_OK) {
        double m = h.coverage >= TL_COVERAGE_PARTIAL ? -h.depth_mm : h.gap_mm;
        take_margin(p, m, ROUNDING + h.error_mm, NULL, NULL);
        *margin = tl_min(*margin, m);
    }
    tl_template_free(&pocket);
    return status;
}

/* The pockets of an outline along the side of its hull from corner `first` to corner `last` of it (counted on). */
static tl_status walk_side(placing *p, const tl_vec2 *outline, size_t count, size_t first, size_t last, tl_vec2 *pocket,
                           double *margin, tl_error *error) {
    tl_vec2 a = outline[first % count], b = outline[last % count], on_it, on_border;
    double slack = slack_at(p->volume, a, b, &on_it, &on_border);
    tl_status status = TL_OK;
    take_margin(p, slack, ROUNDING, &on_it, &on_border);
    *margin = tl_min(*margin, slack);
    for (size_t i = first; i < last && status == TL_OK;) {
        size_t next = i + 1, n = 0;
        while (next < last && tl_orient2d(a, b, outline[next % count]) != 0) {
            next++;
        }
        for (size_t k = next + 1; k-- > i;) { /* backwards: counter-clockwise */
            pocket[n++] = outline[k % count];
        }
        status = n > 2 ? keep_out_of(p, pocket, n, margin, error) : TL_OK;
        i = next;
    }
    return status;
}

static bool is_corner_of(const tl_vec2 *hull, size_t count, tl_vec2 p) {
    for (size_t i = 0; i < count; i++) {
        if (hull[i].x == p.x && hull[i].y == p.y) {
            return true;
        }
    }
    return false;
}

static tl_status walk_outline(placing *p, const tl_vec2 *outline, size_t count, const tl_vec2 *hull, size_t hull_count,
                              tl_vec2 *pocket, double *margin, tl_error *error) {
    size_t first = 0;
    while (!is_corner_of(hull, hull_count, outline[first])) {
        first++;
    }
    tl_status status = TL_OK;
    for (size_t from = first; from < first + count && status == TL_OK;) {
        size_t to = from + 1;
        while (!is_corner_of(hull, hull_count, outline[to % count])) {
            to++;
        }
        status = walk_side(p, outline, count, from, to, pocket, margin, error);
        from = to;
    }
    return status;
}

/* How far points of its rim lie outside: more than the pockets told, where it reaches through one. */
static void reach_over(placing *p, const tl_vec2 *outline, size_t count) {
    size_t points = p->volume->mesh != NULL ? 3 * tl_bvh_triangle_count(p->volume->mesh) : ROUND;
    for (size_t i = 0; i < points; i++) {
        tl_vec2 nearest, at = p->volume->mesh != NULL ? corner_of(p->volume->mesh, i)
                                                      : support(p->volume, direction_at(360.0 * (double)i / ROUND));
        if (tl_polygon2_side(outline, count, at) == TL_SIDE_OUTSIDE) {
            take_margin(p, -tl_polygon2_boundary_distance(outline, count, at, &nearest), ROUNDING, &at, &nearest);
        }
    }
    p->place->at_least = true;
}

static tl_status place_in_outline(placing *p, const tl_vec2 *outline, size_t count, tl_error *error) {
    tl_context *context = p->inquiry->context;
    tl_vec2 *points = tl_alloc_array(context, 3 * count + 2, sizeof(*points));
    double margin = INFINITY;
    if (points == NULL) {
        return tl_fail_memory(error);
    }
    tl_vec2 *hull = points + count, *pocket = hull + count + 1;
    for (size_t i = 0; i < count; i++) {
        points[i] = outline[i];
    }
    size_t hull_count = tl_geom_convex_hull2(points, count, hull);
    tl_status status = walk_outline(p, outline, count, hull, hull_count, pocket, &margin, error);
    if (status == TL_OK && margin < 0) {
        reach_over(p, outline, count);
    }
    if (status == TL_OK) {
        status = hold_polygon(p, outline, count, margin, p->place->error_mm, error);
    }
    tl_free(context, points);
    return status;
}

/* --- Several parts at once ---------------------------------------------------------------------------------------- */

/* Whether some point of the volume that is found lies inside the region, with more to spare than the tolerance. */
static bool some_point_inside(const placing *p, const tl_zone_region *r) {
    const tl_volume *v = p->volume;
    double least = p->band + ROUNDING;
    if (v->mesh != NULL) {
        for (size_t t = 0; t < tl_bvh_triangle_count(v->mesh); t++) {
            tl_vec2 a = corner_of(v->mesh, 3 * t), b = corner_of(v->mesh, 3 * t + 1), c = corner_of(v->mesh, 3 * t + 2);
            tl_vec2 middle = tl_scale2(tl_add2(tl_add2(a, b), c), 1.0 / 3);
            if (tl_zone_region_depth(r, a) > least || tl_zone_region_depth(r, b) > least ||
                tl_zone_region_depth(r, c) > least || tl_zone_region_depth(r, middle) > least) {
                return true;
            }
        }
        return false;
    }
    tl_vec2 centre = tl_plan(tl_shape_centre(v->shape));
    bool convex = v->shape->kind != TL_SHAPE_POLYGON;
    for (int i = 0; i < ROUND; i++) {
        tl_vec2 rim = support(v, direction_at(360.0 * i / ROUND));
        if (tl_zone_region_depth(r, rim) > least ||
            (convex && (tl_zone_region_depth(r, tl_lerp2(centre, rim, 0.5)) > least ||
                        tl_zone_region_depth(r, tl_lerp2(centre, rim, 0.97)) > least))) {
            return true;
        }
    }
    return tl_zone_region_depth(r, centre) > least;
}

/* Cuts a convex polygon at a line along an axis; what lies below `at` stays, or above. Room for one corner more. */
static size_t cut_at(const tl_vec2 *from, size_t count, bool along_x, bool below, double at, tl_vec2 *to) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = from[i], b = from[(i + 1) % count];
        double da = (along_x ? a.x : a.y) - at, db = (along_x ? b.x : b.y) - at;
        da = below ? -da : da;
        db = below ? -db : db;
        if (da >= 0) {
            to[n++] = a;
        }
        if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
            to[n++] = tl_lerp2(a, b, da / (da - db));
        }
    }
    return n;
}

/* Whether all of it that lies within `out` of the rectangle certainly lies in the hole, so far from its rim at least,
 * and so as far from the region: a polygon round it, cut, tells. */
static bool hole_takes_all(const placing *p, const tl_zone_region *r, double out) {
    tl_vec2 one[ROUND + 8], two[ROUND + 8];
    const double step = 360.0 / ROUND;
    for (int i = 0; i < ROUND; i++) {
        /* where the tangents at two directions meet */
        tl_vec2 u = direction_at(step * i), w = direction_at(step * (i + 1));
        double du = tl_dot2(u, support(p->volume, u)), dw = tl_dot2(w, support(p->volume, w)), sine = tl_cross2(u, w);
        one[i] = (tl_vec2){(du * w.y - dw * u.y) / sine, (dw * u.x - du * w.x) / sine};
    }
    const double far = 1e7; /* where the rectangle goes on */
    size_t n = cut_at(one, ROUND, true, false, (r->open & TL_ZONE_WEST) != 0 ? -far : r->low.x - out, two);
    n = cut_at(two, n, true, true, (r->open & TL_ZONE_EAST) != 0 ? far : r->high.x + out, one);
    n = cut_at(one, n, false, false, (r->open & TL_ZONE_SOUTH) != 0 ? -far : r->low.y - out, two);
    n = cut_at(two, n, false, true, (r->open & TL_ZONE_NORTH) != 0 ? far : r->high.y + out, one);
    for (size_t i = 0; i < n; i++) {
        if (tl_length2(tl_sub2(one[i], r->hole_centre)) > r->hole_radius - out) {
            return false;
        }
    }
    return true;
}

/* Of what is partly in several parts of the region: has it something of what they have in common? */
static void place_in_several(const placing *p, const tl_zone_region *r, tl_region_place *place) {
    enum { HALVINGS = 24 };
    double low = p->band + ROUNDING, high = r->hole_radius;
    if (some_point_inside(p, r)) {
        place->touches = TL_VERDICT_YES;
    } else if (!r->hole || !hole_takes_all(p, r, low)) {
        place->touches = TL_VERDICT_MARGINAL;
    } else {
        place->touches = TL_VERDICT_NO;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            *(hole_takes_all(p, r, middle) ? &low : &high) = middle;
        }
        place->gap_mm = low;
    }
}

tl_status tl_region_place_of(const tl_inquiry *inquiry, const tl_zone_region *r, const tl_volume *volume,
                             tl_region_place *place, tl_error *error) {
    placing p = {
        .inquiry = inquiry, .volume = volume, .band = inquiry->tolerance + volume->uncertainty, .place = place};
    *place = (tl_region_place){
        .inside = TL_VERDICT_YES, .touches = TL_VERDICT_YES, .margin_mm = INFINITY, .uncertainty = volume->uncertainty};
    tl_status status = place_in_rectangle(&p, r, error);
    if (status == TL_OK && r->disc) {
        status = place_in_disc(&p, r->centre, r->radius, error);
    }
    if (status == TL_OK && r->outline != NULL) {
        status = place_in_outline(&p, r->outline, r->outline_count, error);
    }
    if (status == TL_OK && r->hole) {
        status = place_round_hole(&p, r->hole_centre, r->hole_radius, error);
    }
    /* partly in two parts is not yet partly in what they have in common */
    if (status == TL_OK && p.open > 1 && place->touches != TL_VERDICT_NO) {
        place_in_several(&p, r, place);
    }
    return status;
}
