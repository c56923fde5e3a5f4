/* arc.c: sectors of the plan against the projections of volumes.
 *
 * A sector of at most 180 degrees is the meeting of two half-planes, one per ray, so "how far inside" is the smaller of
 * two signed distances: a concave function, whose largest value on a polygon lies on its edges (a corner, or where the
 * two distances are equal), and whose smallest lies at a corner. Round volumes are discs seen from above, ellipses, and
 * the parallelograms between them; they have the same extremes in closed form.
 *
 * Signs are decided exactly where the rays' directions are (multiples of 45 degrees); elsewhere sine and cosine are
 * rounded, and what lies within that rounding of a ray is marginal. */
#include "arc/arc.h"

#include "body/shape.h"
#include "geom/convex.h"
#include "geom/geom.h"
#include "geom/polygon2.h"

#include <float.h>
#include <string.h>

typedef struct ray {
    tl_vec2 apex;
    tl_vec2 direction; /* of unit length */
    double across;     /* +1: inside is to the left of the ray (the right-hand ray), -1: to the right */
    bool exact;        /* direction is (ux, uy) times its length, exactly */
    bool square;       /* ... and along an axis */
    double ux, uy;     /* -1, 0 or 1 */
} ray;

typedef struct sector {
    ray left, right;
    tl_vec2 middle; /* of the apexes */
    tl_vec2 axis;   /* of unit length */
    double axis_deg, half_deg;
    tl_arc_part part;
    double error; /* bound on the rounding of signed distances */
} sector;

/* What has been seen of the target. */
typedef struct arc_tally {
    double depth; /* ANY_PART: greatest, WHOLE: least signed distance inside */
    tl_vec3 point;
    size_t target;
    double outside; /* ANY_PART: least distance from the sector of anything */
    tl_vec3 outside_point;
    size_t outside_target;
    bool proved_in, proved_out; /* by exact signs: some point is inside / everything is outside */
    bool holds_apex;
    double quick_right, quick_left, quick_best; /* the same three as quick angles, to leave out most exact ones */
    double most_right, most_left;               /* greatest angle inside the right (left) ray, degrees */
    double best_turn;                           /* ANY_PART: greatest, WHOLE: least of the smaller of both */
    double best_angle;                          /* from the axis, there */
    bool has_angle;
    size_t now; /* the target being looked at */
} arc_tally;

/* --- Exact signs -------------------------------------------------------------------------------------------------- */

/* The sign of a sum of doubles, exact: grown into an expansion of parts that don't overlap. */
static int sign_of_sum(const double *term, int count) {
    double part[8];
    int n = 0;
    for (int i = 0; i < count; i++) {
        double q = term[i];
        int m = 0;
        for (int k = 0; k < n; k++) {
            double s = q + part[k];
            double bb = s - q;
            double error = (q - (s - bb)) + (part[k] - bb);
            q = s;
            if (error != 0) {
                part[m++] = error;
            }
        }
        if (q != 0 || m == 0) {
            part[m++] = q;
        }
        n = m;
    }
    return part[n - 1] > 0 ? 1 : part[n - 1] < 0 ? -1 : 0;
}

static double inside_by(const ray *r, tl_vec2 p) {
    return r->across * tl_cross2(r->direction, tl_sub2(p, r->apex));
}

static tl_vec2 inward(const ray *r) {
    return (tl_vec2){-r->across * r->direction.y, r->across * r->direction.x};
}

/* +1 inside, 0 on the line, -1 outside; 2: can't tell. `grown` (along an axis only) is added to the signed distance. */
static int sign_inside(const sector *s, const ray *r, tl_vec2 p, double grown) {
    double d = inside_by(r, p) + grown;
    if (d > s->error) {
        return 1;
    }
    if (d < -s->error) {
        return -1;
    }
    if (!r->exact || (grown != 0 && !r->square)) {
        return 2;
    }
    const double term[] = {r->ux * p.y * r->across, -r->ux * r->apex.y * r->across, -r->uy * p.x * r->across,
                           r->uy * r->apex.x * r->across, grown};
    return sign_of_sum(term, 5);
}

/* --- Making the sector -------------------------------------------------------------------------------------------- */

static ray make_ray(tl_vec2 apex, double degrees, double across) {
    ray r = {.apex = apex, .across = across};
    double turn = tl_wrap_deg(degrees);
    tl_sincos_deg(turn, &r.direction.y, &r.direction.x);
    double eighth = turn / 45;
    if (eighth == rint(eighth)) {
        static const double ux[] = {1, 1, 0, -1, -1, -1, 0, 1}, uy[] = {0, 1, 1, 1, 0, -1, -1, -1};
        int k = ((int)eighth % 8 + 8) % 8;
        r.exact = true;
        r.square = k % 2 == 0;
        r.ux = ux[k];
        r.uy = uy[k];
        double unit = r.square ? 1 : sqrt(0.5);
        r.direction = (tl_vec2){r.ux * unit, r.uy * unit};
    }
    return r;
}

static sector make_sector(const tl_arc_query *q) {
    sector s = {.part = q->part, .half_deg = q->half_width_deg == 0 ? 45 : q->half_width_deg};
    tl_vec2 left = q->left_apex, right = q->right_apex;
    s.middle = tl_lerp2(left, right, 0.5);
    s.axis_deg = q->facing_deg;
    if (q->kind == TL_ARC_REAR) {
        s.axis_deg += 180;
    } else if (q->kind == TL_ARC_LEFT || q->kind == TL_ARC_RIGHT) {
        bool is_left = q->kind == TL_ARC_LEFT;
        s.axis_deg += is_left ? 90 : -90;
        s.half_deg = 90;
        double out = q->side == TL_ARC_CENTRE_LINE ? 0 : is_left ? q->hull_left : q->hull_right;
        double sine, cosine;
        tl_sincos_deg(s.axis_deg, &sine, &cosine);
        s.middle = (tl_vec2){s.middle.x + out * cosine, s.middle.y + out * sine};
        left = right = s.middle;
    }
    s.axis_deg = tl_wrap_deg(s.axis_deg);
    tl_sincos_deg(s.axis_deg, &s.axis.y, &s.axis.x);
    s.left = make_ray(left, s.axis_deg + s.half_deg, -1);
    s.right = make_ray(right, s.axis_deg - s.half_deg, 1);
    return s;
}

/* --- Angles ------------------------------------------------------------------------------------------------------- */

static double angle_from(const sector *s, tl_vec2 apex, tl_vec2 p) {
    return tl_wrap_deg(tl_atan2_deg(p.y - apex.y, p.x - apex.x) - s->axis_deg);
}

/* Grows with the angle of (x, y), odd, from -2 to 2: compares angles at a fraction of the cost. */
static double quick_angle(const sector *s, tl_vec2 apex, tl_vec2 p) {
    tl_vec2 r = tl_sub2(p, apex);
    double x = tl_dot2(s->axis, r), y = tl_cross2(s->axis, r), size = fabs(x) + fabs(y);
    if (!(size > 0)) {
        return 0;
    }
    return x >= 0 ? y / size : y >= 0 ? 2 - y / size : -2 - y / size;
}

/* Whether a point can change what has been seen of angles; rounding (some 1e-15) to spare. Next to the jump behind the
 * axis the quick angle may be on the wrong side: there every point is looked at. */
static bool changes_angles(const sector *s, arc_tally *t, tl_vec2 p) {
    double right = quick_angle(s, s->right.apex, p), left = -quick_angle(s, s->left.apex, p);
    double least = right < left ? right : left;
    bool changes = !t->has_angle || right > t->quick_right - 1e-12 || left > t->quick_left - 1e-12 ||
                   fabs(right) > 2 - 1e-9 || fabs(left) > 2 - 1e-9 ||
                   (s->part == TL_ARC_WHOLE ? least < t->quick_best + 1e-12 : least > t->quick_best - 1e-12);
    if (!changes) {
        return false;
    }
    t->quick_right = t->has_angle ? tl_max(t->quick_right, right) : right;
    t->quick_left = t->has_angle ? tl_max(t->quick_left, left) : left;
    t->quick_best = !t->has_angle             ? least
                    : s->part == TL_ARC_WHOLE ? tl_min(t->quick_best, least)
                                              : tl_max(t->quick_best, least);
    return true;
}

static void see_angle(const sector *s, arc_tally *t, tl_vec2 p) {
    if (!changes_angles(s, t, p)) {
        return;
    }
    double right = s->half_deg + angle_from(s, s->right.apex, p);
    double left = s->half_deg - angle_from(s, s->left.apex, p);
    double least = tl_min(right, left);
    t->most_right = tl_max(t->most_right, right);
    t->most_left = tl_max(t->most_left, left);
    if (!t->has_angle || (s->part == TL_ARC_WHOLE ? least < t->best_turn : least > t->best_turn)) {
        t->has_angle = true;
        t->best_turn = least;
        t->best_angle = angle_from(s, s->middle, p);
    }
}

/* Where the edge crosses the axis, ahead or behind, the angle jumps to 0 or 180 between the corners. */
static void see_edge_angle(const sector *s, arc_tally *t, tl_vec2 a, tl_vec2 b) {
    tl_vec2 axis = s->axis;
    double ha = tl_cross2(axis, tl_sub2(a, s->middle)), hb = tl_cross2(axis, tl_sub2(b, s->middle));
    if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0)) {
        tl_vec2 p = tl_lerp2(a, b, ha / (ha - hb));
        double ahead = tl_dot2(axis, tl_sub2(p, s->middle));
        if (ahead > 0) {
            see_angle(s, t, tl_add2(s->middle, tl_scale2(axis, ahead)));
            if (s->part == TL_ARC_ANY_PART && t->best_angle != 0 && fabs(t->best_angle) < 1e-6) {
                t->best_angle = 0;
            }
        } else {
            t->most_right = t->most_left = 180 + s->half_deg;
            if (s->part == TL_ARC_WHOLE) {
                t->has_angle = true;
                t->best_turn = tl_min(t->best_turn, s->half_deg - 180);
                t->best_angle = 180;
            }
        }
    }
}

/* --- Distances ---------------------------------------------------------------------------------------------------- */

static double depth_of(const sector *s, tl_vec2 p) {
    return tl_min(inside_by(&s->left, p), inside_by(&s->right, p));
}

static void see_depth(const sector *s, arc_tally *t, double depth, tl_vec3 point) {
    if (s->part == TL_ARC_WHOLE ? depth < t->depth : depth > t->depth) {
        t->depth = depth;
        t->point = point;
        t->target = t->now;
    }
}

static void see_outside(arc_tally *t, double distance, tl_vec3 point) {
    if (distance < t->outside) {
        t->outside = distance;
        t->outside_point = point;
        t->outside_target = t->now;
    }
}

static double ray_reach(const ray *r, tl_vec2 a, tl_vec2 b) {
    return tl_max(tl_max(tl_dot2(tl_sub2(a, r->apex), r->direction), tl_dot2(tl_sub2(b, r->apex), r->direction)), 0) +
           1;
}

/* The distance of an edge from a ray. */
static void see_edge_outside(const sector *s, arc_tally *t, tl_vec3 a, tl_vec3 b) {
    const ray *rays[2] = {&s->left, &s->right};
    for (int i = 0; i < 2; i++) {
        tl_vec2 p = tl_plan(a), q = tl_plan(b), on_edge = p, on_ray;
        tl_vec2 end = tl_add2(rays[i]->apex, tl_scale2(rays[i]->direction, ray_reach(rays[i], p, q)));
        double d = sqrt(tl_geom_segment_nearest_segment2(p, q, rays[i]->apex, end, &on_edge, &on_ray));
        double length2 = tl_dot2(tl_sub2(q, p), tl_sub2(q, p));
        double u = length2 > 0 ? tl_min(tl_max(tl_dot2(tl_sub2(on_edge, p), tl_sub2(q, p)) / length2, 0), 1) : 0;
        see_outside(t, d, tl_lerp(a, b, u));
    }
}

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

/* A filled polygon (corners in space, in order). */
static void see_polygon(const sector *s, arc_tally *t, const tl_vec3 *corner, size_t count) {
    bool beside_left = true, beside_right = true;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 p = tl_plan(corner[i]);
        int left = sign_inside(s, &s->left, p, 0), right = sign_inside(s, &s->right, p, 0);
        beside_left = beside_left && left == -1;
        beside_right = beside_right && right == -1;
        bool in = (left == 0 || left == 1) && (right == 0 || right == 1);
        if (s->part == TL_ARC_WHOLE) {
            t->proved_in = t->proved_in && in;
            t->proved_out = t->proved_out || left == -1 || right == -1;
        } else {
            t->proved_in = t->proved_in || in;
        }
        see_depth(s, t, depth_of(s, p), corner[i]);
        see_angle(s, t, p);
    }
    if (s->part != TL_ARC_WHOLE) {
        t->proved_out = t->proved_out && (beside_left || beside_right);
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec3 a = corner[i], b = corner[(i + 1) % count];
        see_edge_angle(s, t, tl_plan(a), tl_plan(b));
        if (s->part == TL_ARC_WHOLE) {
            continue;
        }
        /* where both distances are equal */
        double da = inside_by(&s->left, tl_plan(a)) - inside_by(&s->right, tl_plan(a));
        double db = inside_by(&s->left, tl_plan(b)) - inside_by(&s->right, tl_plan(b));
        double deepest = tl_max(depth_of(s, tl_plan(a)), depth_of(s, tl_plan(b)));
        if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
            tl_vec3 p = tl_lerp(a, b, da / (da - db));
            double depth = depth_of(s, tl_plan(p));
            deepest = tl_max(deepest, depth);
            see_depth(s, t, depth, p);
        }
        /* from outside the sector is at least as far as the line that is crossed farthest */
        if (t->depth < s->error && -deepest <= t->outside) {
            see_edge_outside(s, t, a, b);
        }
    }
}

/* A filled ellipse: centre + x u + y v, in space. */
static tl_vec3 ellipse_point(const tl_convex *e, double x, double y) {
    return tl_madd(tl_madd(e->centre, e->u, x), e->v, y);
}

static tl_vec3 ellipse_support(const tl_convex *e, tl_vec2 n) {
    double a = e->u.x * n.x + e->u.y * n.y, b = e->v.x * n.x + e->v.y * n.y;
    double length = tl_hypot(a, b);
    return length > 0 ? ellipse_point(e, a / length, b / length) : e->centre;
}

/* The points where an ellipse is seen from an apex at its widest; false when the apex is in it. */
static bool tangent_points(const tl_convex *e, tl_vec2 apex, tl_vec2 tangent[2]) {
    double det = e->u.x * e->v.y - e->u.y * e->v.x;
    tl_vec2 r = tl_sub2(apex, tl_plan(e->centre));
    double scale = (fabs(e->u.x) + fabs(e->u.y)) * (fabs(e->v.x) + fabs(e->v.y));
    if (!(fabs(det) > 1e-12 * scale)) {
        /* seen from its edge: a segment */
        tl_vec2 along = tl_dot2(tl_plan(e->u), tl_plan(e->u)) >= tl_dot2(tl_plan(e->v), tl_plan(e->v)) ? tl_plan(e->u)
                                                                                                       : tl_plan(e->v);
        tangent[0] = tl_plan(ellipse_support(e, along));
        tangent[1] = tl_plan(ellipse_support(e, tl_scale2(along, -1)));
        return true;
    }
    /* in the frame where it is the unit circle, a tangent from (x, y) touches where x cos + y sin = 1 */
    double x = (r.x * e->v.y - r.y * e->v.x) / det, y = (e->u.x * r.y - e->u.y * r.x) / det;
    double d2 = x * x + y * y;
    if (!(d2 > 1)) {
        return false;
    }
    double h = sqrt(d2 - 1);
    for (int i = 0; i < 2; i++) {
        double sign = i == 0 ? 1 : -1;
        tangent[i] = tl_plan(ellipse_point(e, (x - sign * y * h) / d2, (y + sign * x * h) / d2));
    }
    return true;
}

static void ellipse_angles(const sector *s, arc_tally *t, const tl_convex *e) {
    tl_vec2 tangent[2];
    if (!tangent_points(e, s->middle, tangent) || !tangent_points(e, s->left.apex, tangent) ||
        !tangent_points(e, s->right.apex, tangent)) {
        t->holds_apex = true;
        return;
    }
    const tl_vec2 apex[3] = {s->middle, s->left.apex, s->right.apex};
    for (int i = 0; i < 3; i++) {
        if (tangent_points(e, apex[i], tangent)) {
            see_angle(s, t, tangent[0]);
            see_angle(s, t, tangent[1]);
            see_edge_angle(s, t, tangent[0], tangent[1]);
        }
    }
}

/* ANY_PART: deepest inside. */
static void ellipse_depth(const sector *s, arc_tally *t, const tl_convex *e) {
    tl_vec3 best = ellipse_support(e, inward(&s->left));
    if (inside_by(&s->right, tl_plan(best)) < inside_by(&s->left, tl_plan(best))) {
        best = ellipse_support(e, inward(&s->right));
        if (inside_by(&s->left, tl_plan(best)) < inside_by(&s->right, tl_plan(best))) {
            /* neither wall alone decides: on the line between them, at the far end */
            tl_vec2 n = tl_sub2(inward(&s->left), inward(&s->right));
            double g0 = inside_by(&s->left, tl_plan(e->centre)) - inside_by(&s->right, tl_plan(e->centre));
            double gu = tl_dot2(n, tl_plan(e->u)), gv = tl_dot2(n, tl_plan(e->v));
            double size = tl_hypot(gu, gv);
            if (size > 0) {
                double k = tl_min(tl_max(-g0 / size, -1), 1), h = sqrt(1 - k * k);
                tl_vec3 p = ellipse_point(e, (k * gu - h * gv) / size, (k * gv + h * gu) / size);
                tl_vec3 q = ellipse_point(e, (k * gu + h * gv) / size, (k * gv - h * gu) / size);
                best = depth_of(s, tl_plan(p)) >= depth_of(s, tl_plan(q)) ? p : q;
            }
        }
    }
    see_depth(s, t, depth_of(s, tl_plan(best)), best);
    if (t->depth >= s->error) {
        return;
    }
    const ray *rays[2] = {&s->left, &s->right};
    for (int i = 0; i < 2; i++) {
        tl_vec2 far = tl_plan(ellipse_support(e, rays[i]->direction));
        tl_vec2 end = tl_add2(rays[i]->apex, tl_scale2(rays[i]->direction, ray_reach(rays[i], far, far)));
        tl_vec3 corner[2] = {{rays[i]->apex.x, rays[i]->apex.y, 0}, {end.x, end.y, 0}};
        tl_convex line = {.corner = corner, .corners = 2};
        tl_convex_gap gap = tl_convex_distance(e, &line, true, INFINITY);
        see_outside(t, gap.upper, gap.on_a);
    }
}

/* `radius` > 0 says that it is an upright disc of that radius, for exact signs. */
static void see_ellipse(const sector *s, arc_tally *t, const tl_convex *e, double radius) {
    tl_vec2 c = tl_plan(e->centre);
    const ray *rays[2] = {&s->left, &s->right};
    int sign[2];
    ellipse_angles(s, t, e);
    if (s->part == TL_ARC_WHOLE) {
        for (int i = 0; i < 2; i++) {
            tl_vec2 n = inward(rays[i]);
            tl_vec3 worst = ellipse_support(e, tl_scale2(n, -1));
            double d = inside_by(rays[i], tl_plan(worst));
            see_depth(s, t, d, worst);
            sign[i] = radius > 0 ? sign_inside(s, rays[i], c, -radius) : d > s->error ? 1 : d < -s->error ? -1 : 2;
            t->proved_in = t->proved_in && (sign[i] == 0 || sign[i] == 1);
            t->proved_out = t->proved_out || sign[i] == -1;
        }
        return;
    }
    ellipse_depth(s, t, e);
    bool touches = false, apart = false;
    for (int i = 0; i < 2; i++) {
        tl_vec3 best = ellipse_support(e, inward(rays[i]));
        double d = inside_by(rays[i], tl_plan(best));
        sign[i] = radius > 0 ? sign_inside(s, rays[i], c, radius) : d > s->error ? 1 : d < -s->error ? -1 : 2;
        apart = apart || sign[i] == -1;
        /* the point of touch must lie clearly inside the other ray, or both rays make one line */
        bool one_line = s->half_deg == 90 && s->left.apex.x == s->right.apex.x && s->left.apex.y == s->right.apex.y;
        touches = touches || (sign[i] == 0 && (one_line || inside_by(rays[1 - i], tl_plan(best)) > s->error));
    }
    t->proved_in = t->proved_in || touches;
    t->proved_out = t->proved_out && apart;
}

/* --- Volumes ------------------------------------------------------------------------------------------------------ */

static void see_mesh(const sector *s, arc_tally *t, const tl_bvh *mesh) {
    size_t count = tl_bvh_triangle_count(mesh);
    for (uint32_t i = 0; i < count; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(mesh, i, corner);
        see_polygon(s, t, corner, 3);
        if (!t->holds_apex) {
            tl_vec2 plan[3] = {tl_plan(corner[0]), tl_plan(corner[1]), tl_plan(corner[2])};
            t->holds_apex = tl_polygon2_side(plan, 3, s->left.apex) != TL_SIDE_OUTSIDE ||
                            tl_polygon2_side(plan, 3, s->right.apex) != TL_SIDE_OUTSIDE ||
                            tl_polygon2_side(plan, 3, s->middle) != TL_SIDE_OUTSIDE;
        }
    }
}

/* Two equal ellipses and what lies between them. */
static void see_swept(const sector *s, arc_tally *t, tl_convex e, tl_vec3 from, tl_vec3 to, double radius) {
    e.centre = from;
    see_ellipse(s, t, &e, radius);
    tl_vec2 along = {to.x - from.x, to.y - from.y};
    if (along.x == 0 && along.y == 0) {
        return;
    }
    tl_vec3 side = tl_sub(ellipse_support(&e, (tl_vec2){-along.y, along.x}), from);
    e.centre = to;
    see_ellipse(s, t, &e, radius);
    const tl_vec3 between[4] = {tl_add(from, side), tl_sub(from, side), tl_sub(to, side), tl_add(to, side)};
    see_polygon(s, t, between, 4);
    tl_vec2 plan[4];
    for (int i = 0; i < 4; i++) {
        plan[i] = tl_plan(between[i]);
    }
    t->holds_apex = t->holds_apex || tl_polygon2_side(plan, 4, s->left.apex) != TL_SIDE_OUTSIDE ||
                    tl_polygon2_side(plan, 4, s->right.apex) != TL_SIDE_OUTSIDE ||
                    tl_polygon2_side(plan, 4, s->middle) != TL_SIDE_OUTSIDE;
}

static void see_round(const sector *s, arc_tally *t, const tl_shape *shape) {
    const tl_pose *pose = &shape->pose;
    tl_convex e = {0};
    if (shape->kind == TL_SHAPE_CAPSULE) {
        /* seen from above a disc, whatever the pose */
        e.u = (tl_vec3){shape->radius, 0, 0};
        e.v = (tl_vec3){0, shape->radius, 0};
        see_swept(s, t, e, tl_pose_point(pose, shape->from), tl_pose_point(pose, shape->to), shape->radius);
        return;
    }
    tl_vec3 low = {0, 0, shape->low}, high = {0, 0, shape->high};
    double rx = shape->radius, ry = shape->radius;
    tl_vec3 u = {1, 0, 0}, v = {0, 1, 0};
    if (shape->kind == TL_SHAPE_OVAL) {
        rx = shape->size.x;
        ry = shape->size.y;
    } else if (shape->kind == TL_SHAPE_CYLINDER) {
        low = shape->from;
        high = shape->to;
        tl_vec3 axis = tl_normalise(tl_sub(high, low));
        tl_vec3 helper = fabs(axis.z) > 0.9 ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
        u = tl_normalise(tl_cross(helper, axis));
        v = tl_cross(axis, u);
    }
    e.u = tl_pose_direction(pose, tl_scale(u, rx));
    e.v = tl_pose_direction(pose, tl_scale(v, ry));
    bool disc = rx == ry && tl_shape_is_upright(shape);
    see_swept(s, t, e, tl_pose_point(pose, low), tl_pose_point(pose, high), disc ? rx : 0);
}

static tl_status see_volume(tl_context *context, const sector *s, arc_tally *t, const tl_volume *volume,
                            tl_error *error) {
    if (volume->mesh != NULL) {
        see_mesh(s, t, volume->mesh);
        return TL_OK;
    }
    if (volume->shape->kind == TL_SHAPE_BOX || volume->shape->kind == TL_SHAPE_POLYGON) {
        tl_bvh *faces = NULL;
        tl_status status = tl_shape_bvh(context, volume->shape, &faces, error);
        if (status == TL_OK) {
            see_mesh(s, t, faces);
        }
        tl_bvh_destroy(faces);
        return status;
    }
    see_round(s, t, volume->shape);
    return TL_OK;
}

static tl_vec3 centre_of(const tl_volume *volume) {
    return volume->mesh != NULL ? tl_box3_centre(tl_bvh_box(volume->mesh)) : tl_shape_centre(volume->shape);
}

static double size_of(const tl_volume *volume) {
    tl_box3 b = volume->mesh != NULL ? tl_bvh_box(volume->mesh) : tl_shape_box(volume->shape);
    return tl_max(tl_max(fabs(b.low.x), fabs(b.high.x)), tl_max(fabs(b.low.y), fabs(b.high.y)));
}

static tl_status check(const tl_arc_query *q, const tl_volume *targets, size_t count, tl_error *error) {
    const double numbers[] = {q->facing_deg,   q->half_width_deg, q->left_apex.x, q->left_apex.y,
                              q->right_apex.x, q->right_apex.y,   q->hull_left,   q->hull_right};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (!isfinite(numbers[i])) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "an arc's numbers must be finite");
        }
    }
    if (!(q->half_width_deg >= 0 && q->half_width_deg <= 90)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "half an arc's width must be 0 to 90 degrees");
    }
    if (count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "an arc needs a target");
    }
    for (size_t i = 0; i < count; i++) {
        if (targets[i].mesh != NULL ? tl_bvh_triangle_count(targets[i].mesh) == 0 : targets[i].shape == NULL) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give the model a core or a base",
                           "the target of an arc is empty");
        }
        tl_status status = targets[i].mesh == NULL ? tl_shape_check(targets[i].shape, NULL, error) : TL_OK;
        if (status != TL_OK) {
            return status;
        }
    }
    return TL_OK;
}

/* --- Verdicts ----------------------------------------------------------------------------------------------------- */

static void answer_centre(const sector *s, tl_vec3 centre, tl_arc_result *result) {
    tl_vec2 p = tl_plan(centre);
    int left = sign_inside(s, &s->left, p, 0), right = sign_inside(s, &s->right, p, 0);
    bool out = left == -1 || right == -1;
    bool in = (left == 0 || left == 1) && (right == 0 || right == 1);
    arc_tally t = {.depth = -INFINITY, .outside = INFINITY};
    see_angle(s, &t, p);
    result->inside = out ? TL_VERDICT_NO : in ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    result->angle_deg = t.best_angle;
    result->margin_deg = t.best_turn;
    result->margin_mm = depth_of(s, p);
    if (result->margin_mm < 0) {
        see_edge_outside(s, &t, centre, centre);
        result->margin_mm = -t.outside;
    }
    result->point = centre;
    result->target = 0;
}

static void answer_parts(const sector *s, const arc_tally *t, tl_arc_result *result) {
    bool outside = s->part == TL_ARC_ANY_PART && t->depth < s->error && !t->proved_in && !t->holds_apex;
    result->margin_mm = t->depth;
    result->point = t->point;
    result->target = t->target;
    if (outside && t->depth < 0) {
        result->margin_mm = -t->outside;
        result->point = t->outside_point;
        result->target = t->outside_target;
    }
    if (t->proved_in) {
        result->inside = TL_VERDICT_YES;
    } else if (t->proved_out) {
        result->inside = TL_VERDICT_NO;
    } else {
        result->inside = result->margin_mm > s->error    ? TL_VERDICT_YES
                         : result->margin_mm < -s->error ? TL_VERDICT_NO
                                                         : TL_VERDICT_MARGINAL;
    }
    result->angle_deg = t->best_angle;
    result->margin_deg = t->best_turn;
    if (s->part == TL_ARC_ANY_PART) {
        if (t->holds_apex) {
            result->inside = TL_VERDICT_YES;
            result->angle_deg = 0;
            result->margin_deg = 180;
            result->margin_mm = tl_max(result->margin_mm, 0);
        } else if (t->best_turn >= 0) {
            result->margin_deg = tl_min(tl_min(t->most_left, t->most_right), 180);
        }
    } else if (t->holds_apex) {
        /* all directions are in it */
        result->margin_deg = s->half_deg - 180;
        result->angle_deg = 180;
    }
}

tl_status tl_arc_test(tl_context *context, const tl_arc_query *query, const tl_volume *targets, size_t target_count,
                      tl_arc_result *result, tl_error *error) {
    tl_status status = check(query, targets, target_count, error);
    if (status != TL_OK) {
        return status;
    }
    tl_arc_result made;
    memset(&made, 0, sizeof(made));
    sector s = make_sector(query);
    double size =
        tl_max(tl_max(fabs(s.left.apex.x), fabs(s.left.apex.y)), tl_max(fabs(s.right.apex.x), fabs(s.right.apex.y)));
    for (size_t i = 0; i < target_count; i++) {
        size = tl_max(size, size_of(&targets[i]));
    }
    /* differences, a product of two sums, poses, and directions within 1e-15: some 12 roundings of numbers below 2 size
     */
    s.error = 32 * DBL_EPSILON * size;
    made.error_mm = s.error;
    if (query->kind == TL_ARC_ANY) {
        tl_vec3 c = centre_of(&targets[0]);
        made.inside = TL_VERDICT_YES;
        made.angle_deg = angle_from(&s, s.middle, tl_plan(c));
        made.margin_deg = 180;
        made.margin_mm = INFINITY;
        made.point = c;
    } else if (query->part == TL_ARC_CENTRE) {
        answer_centre(&s, centre_of(&targets[0]), &made);
    } else {
        bool whole = query->part == TL_ARC_WHOLE;
        arc_tally t = {.depth = whole ? INFINITY : -INFINITY,
                       .outside = INFINITY,
                       .proved_in = whole,
                       .proved_out = !whole,
                       .most_left = -INFINITY,
                       .most_right = -INFINITY,
                       .best_turn = whole ? INFINITY : -INFINITY};
        for (size_t i = 0; i < target_count && status == TL_OK; i++) {
            t.now = i;
            status = see_volume(context, &s, &t, &targets[i], error);
        }
        if (status != TL_OK) {
            return status;
        }
        answer_parts(&s, &t, &made);
    }
    *result = made;
    return TL_OK;
}
