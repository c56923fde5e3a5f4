/* outline.c: making regions of the plan, and asking what is in them and how far they are. */
#include "area/outline.h"

#include "area/limits.h"

#include <string.h>

#include "math/predicates.h"

#include <float.h>

static tl_outline_box box_empty(void) {
    return (tl_outline_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

static void box_add(tl_outline_box *box, tl_vec2 p) {
    box->low = (tl_vec2){tl_min(box->low.x, p.x), tl_min(box->low.y, p.y)};
    box->high = (tl_vec2){tl_max(box->high.x, p.x), tl_max(box->high.y, p.y)};
}

tl_outline tl_outline_disc(tl_vec2 centre, double radius) {
    TL_ASSERT(radius > 0 && isfinite(radius), "a disc has a radius");
    return (tl_outline){.kind = TL_OUTLINE_DISC,
                        .centre = centre,
                        .radius = radius,
                        .axis = {{radius, 0}, {0, radius}},
                        .side_count = 1,
                        .box = {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}}};
}

tl_outline tl_outline_oval(tl_vec2 centre, tl_vec2 axis0, tl_vec2 axis1) {
    TL_ASSERT(isfinite(axis0.x + axis0.y + axis1.x + axis1.y), "an oval has two half-diameters");
    tl_vec2 reach = {tl_hypot(axis0.x, axis1.x), tl_hypot(axis0.y, axis1.y)};
    return (tl_outline){.kind = TL_OUTLINE_OVAL,
                        .centre = centre,
                        .axis = {axis0, axis1},
                        .side_count = 1,
                        .box = {tl_sub2(centre, reach), tl_add2(centre, reach)}};
}

/* Appends a ring's edges; false when it has no three points or no area. */
static bool add_ring(tl_outline *outline, const tl_vec2 *points, size_t count) {
    size_t first = outline->edge_count;
    tl_vec2 last = points[0];
    for (size_t i = 1; i <= count; i++) {
        tl_vec2 next = points[i % count];
        if (next.x != last.x || next.y != last.y) {
            outline->edges[outline->edge_count++] = (tl_outline_edge){last, next, 0};
            last = next;
        }
    }
    if (outline->edge_count - first < 3) {
        return false;
    }
    tl_vec2 origin = outline->edges[first].a;
    bool flat = true;
    for (size_t i = first; i < outline->edge_count && flat; i++) {
        flat = tl_orient2d(origin, outline->edges[i].a, outline->edges[i].b) == 0;
    }
    return !flat;
}

/* Neighbouring edges that turn by less than 30 degrees share a side; a ring without a sharper corner is one side. */
static void number_sides(tl_outline *outline, size_t first) {
    size_t count = outline->edge_count - first;
    size_t corner = count; /* the first edge that begins a side */
    for (size_t pass = 0; pass < 2; pass++) {
        size_t begin = pass == 0 ? 0 : (corner == count ? 0 : corner);
        for (size_t k = 0; k < count; k++) {
            size_t i = (begin + k) % count;
            tl_outline_edge *edge = &outline->edges[first + i];
            const tl_outline_edge *before = &outline->edges[first + (i + count - 1) % count];
            tl_vec2 d = tl_sub2(edge->b, edge->a);
            tl_vec2 e = tl_sub2(before->b, before->a);
            bool sharp = tl_dot2(d, e) < TL_OUTLINE_SIDE_COSINE * tl_length2(d) * tl_length2(e);
            if (pass == 0) {
                corner = sharp && corner == count ? i : corner;
                continue;
            }
            if (k == 0 || sharp) {
                outline->side_count++;
            }
            edge->side = (uint32_t)(outline->side_count - 1);
        }
    }
}

tl_status tl_outline_rings(tl_context *context, const tl_vec2 *points, const uint32_t *ring_ends, size_t ring_count,
                           tl_outline *outline, tl_error *error) {
    TL_ASSERT(points != NULL || ring_count == 0 || ring_ends[ring_count - 1] == 0,
              "points are given where there are rings");
    TL_ASSERT(ring_ends != NULL || ring_count == 0, "rings end somewhere");
    *outline = (tl_outline){.context = context};
    size_t count = ring_count > 0 ? ring_ends[ring_count - 1] : 0;
    if (count >= UINT32_MAX - 1) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "use a simpler outline", "an outline has too many points");
    }
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(points[i].x) <= TL_OUTLINE_FARTHEST && fabs(points[i].y) <= TL_OUTLINE_FARTHEST)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give finite coordinates in millimetres",
                           "point %zu of an outline is (%g, %g)", i, points[i].x, points[i].y);
        }
    }
    tl_outline made = {.kind = TL_OUTLINE_RINGS, .context = context, .box = box_empty()};
    made.edges = tl_alloc_array(context, count, sizeof(*made.edges));
    made.ring_ends = tl_alloc_array(context, ring_count, sizeof(*made.ring_ends));
    made.runs = tl_alloc_array(context, count / TL_OUTLINE_RUN + 1, sizeof(*made.runs));
    if (made.edges == NULL || made.ring_ends == NULL || made.runs == NULL) {
        tl_outline_free(&made);
        return tl_fail_memory(error);
    }
    size_t begin = 0;
    for (size_t ring = 0; ring < ring_count; ring++) {
        size_t first = made.edge_count;
        size_t size = ring_ends[ring] > begin ? ring_ends[ring] - begin : 0;
        if (size < 3 || !add_ring(&made, points + begin, size)) {
            tl_outline_free(&made);
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give at least three points that are not in one line",
                           "ring %zu of an outline encloses nothing", ring);
        }
        begin = ring_ends[ring];
        number_sides(&made, first);
        made.ring_ends[made.ring_count++] = (uint32_t)made.edge_count;
    }
    if (made.edge_count == 0) {
        tl_outline_free(&made);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give at least one ring", "an outline has no points");
    }
    for (size_t i = 0; i < made.edge_count; i++) {
        if (i % TL_OUTLINE_RUN == 0) {
            made.runs[made.run_count++] = box_empty();
        }
        box_add(&made.runs[made.run_count - 1], made.edges[i].a);
        box_add(&made.runs[made.run_count - 1], made.edges[i].b);
        box_add(&made.box, made.edges[i].a);
    }
    TL_CHECK_INVARIANT(tl_outline_broken(&made));
    *outline = made;
    return TL_OK;
}

tl_status tl_outline_polygon(tl_context *context, const tl_vec2 *points, size_t count, tl_outline *outline,
                             tl_error *error) {
    uint32_t end = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    return tl_outline_rings(context, points, &end, 1, outline, error);
}

static void *copy_of(tl_context *context, const void *items, size_t count, size_t size, bool *good) {
    void *copy = tl_alloc_array(context, count, size);
    if (copy != NULL && count > 0) {
        memcpy(copy, items, count * size);
    }
    *good = *good && copy != NULL;
    return copy;
}

tl_status tl_outline_copy(tl_context *context, const tl_outline *from, tl_outline *outline, tl_error *error) {
    TL_ASSERT(from != outline, "a copy has a place of its own");
    bool good = true;
    *outline = *from;
    if (from->kind == TL_OUTLINE_RINGS) {
        outline->context = context;
        outline->edges = copy_of(context, from->edges, from->edge_count, sizeof(*from->edges), &good);
        outline->ring_ends = copy_of(context, from->ring_ends, from->ring_count, sizeof(*from->ring_ends), &good);
        outline->runs = copy_of(context, from->runs, from->run_count, sizeof(*from->runs), &good);
    }
    if (!good) {
        tl_outline_free(outline);
        return tl_fail_memory(error);
    }
    return TL_OK;
}

void tl_outline_free(tl_outline *outline) {
    if (outline == NULL) {
        return;
    }
    if (outline->context != NULL) {
        tl_free(outline->context, outline->edges);
        tl_free(outline->context, outline->ring_ends);
        tl_free(outline->context, outline->runs);
    }
    *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
}

/* --- From shapes ---------------------------------------------------------------------------------------------- */

static int compare_points(tl_vec2 a, tl_vec2 b) {
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

/* Convex hull in place (monotone chain), counter-clockwise; `hull` has room for count + 1 points. */
static size_t convex_hull(tl_vec2 *points, size_t count, tl_vec2 *hull) {
    for (size_t i = 1; i < count; i++) { /* few points: insertion */
        tl_vec2 p = points[i];
        size_t k = i;
        while (k > 0 && compare_points(points[k - 1], p) > 0) {
            points[k] = points[k - 1];
            k--;
        }
        points[k] = p;
    }
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        while (n >= 2 && tl_orient2d(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    size_t lower = n + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (n >= lower && tl_orient2d(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    return n > 1 ? n - 1 : n;
}

static tl_outline oval_of_disc(const tl_shape *shape, double rx, double ry) {
    const tl_pose *pose = &shape->pose;
    tl_vec2 centre = tl_plan(tl_pose_point(pose, (tl_vec3){0, 0, shape->low}));
    if (pose->z.z == 1 && rx == ry) {
        return tl_outline_disc(centre, rx);
    }
    return tl_outline_oval(centre, tl_scale2(tl_plan(pose->x), rx), tl_scale2(tl_plan(pose->y), ry));
}

/* Circles about the axis ends of a capsule or cylinder are seen as ovals (a capsule's balls as discs); the hull of
 * polygons round them. */
static tl_status outline_of_round(tl_context *context, const tl_shape *shape, tl_outline *outline, tl_error *error) {
    tl_vec2 *points = tl_alloc_array(context, 4 * TL_OUTLINE_ROUND_SIDES + 1, sizeof(*points));
    if (points == NULL) {
        return tl_fail_memory(error);
    }
    tl_vec3 from = tl_pose_point(&shape->pose, shape->from);
    tl_vec3 to = tl_pose_point(&shape->pose, shape->to);
    tl_vec3 axis = tl_normalise(tl_sub(to, from));
    tl_vec2 along = {1, 0};
    double narrowing = 1; /* how much narrower a cylinder's end looks along the axis */
    double plan_length = tl_hypot(axis.x, axis.y);
    if (shape->kind == TL_SHAPE_CYLINDER && plan_length > 0) {
        along = (tl_vec2){axis.x / plan_length, axis.y / plan_length};
        narrowing = fabs(axis.z);
    }
    double half_s, half_c;
    tl_sincos_deg(180.0 / TL_OUTLINE_ROUND_SIDES, &half_s, &half_c);
    double radius = shape->radius / half_c;
    for (int i = 0; i < TL_OUTLINE_ROUND_SIDES; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / TL_OUTLINE_ROUND_SIDES, &s, &c);
        tl_vec2 d = {radius * (c * narrowing * along.x - s * along.y),
                     radius * (c * narrowing * along.y + s * along.x)};
        points[2 * i] = tl_add2(tl_plan(from), d);
        points[2 * i + 1] = tl_add2(tl_plan(to), d);
    }
    tl_vec2 *hull = points + 2 * TL_OUTLINE_ROUND_SIDES;
    size_t count = convex_hull(points, 2 * TL_OUTLINE_ROUND_SIDES, hull);
    tl_status status = tl_outline_polygon(context, hull, count, outline, error);
    tl_free(context, points);
    return status;
}

tl_status tl_outline_of_shape(tl_context *context, const tl_shape *shape, tl_outline *outline, tl_error *error) {
    *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
    switch (shape->kind) {
    case TL_SHAPE_NONE:
        return TL_OK;
    case TL_SHAPE_DISC:
        *outline = oval_of_disc(shape, shape->radius, shape->radius);
        return TL_OK;
    case TL_SHAPE_OVAL:
        *outline = oval_of_disc(shape, shape->size.x, shape->size.y);
        return TL_OK;
    case TL_SHAPE_POLYGON: {
        tl_vec2 *points = tl_alloc_array(context, shape->outline_count, sizeof(*points));
        if (points == NULL) {
            return tl_fail_memory(error);
        }
        for (size_t i = 0; i < shape->outline_count; i++) {
            tl_vec3 p = {shape->outline[i].x, shape->outline[i].y, shape->low};
            points[i] = tl_plan(tl_pose_point(&shape->pose, p));
        }
        tl_status status = tl_outline_polygon(context, points, shape->outline_count, outline, error);
        tl_free(context, points);
        return status;
    }
    case TL_SHAPE_BOX: {
        tl_vec2 corners[8], hull[9];
        for (int i = 0; i < 8; i++) {
            tl_vec3 p = {i & 1 ? shape->to.x : shape->from.x, i & 2 ? shape->to.y : shape->from.y,
                         i & 4 ? shape->to.z : shape->from.z};
            corners[i] = tl_plan(tl_pose_point(&shape->pose, p));
        }
        return tl_outline_polygon(context, hull, convex_hull(corners, 8, hull), outline, error);
    }
    case TL_SHAPE_CAPSULE:
    case TL_SHAPE_CYLINDER:
        return outline_of_round(context, shape, outline, error);
    }
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "an unknown kind of shape");
}

/* --- Questions ------------------------------------------------------------------------------------------------ */

double tl_outline_area(const tl_outline *outline) {
    if (outline->kind == TL_OUTLINE_DISC || outline->kind == TL_OUTLINE_OVAL) {
        return TL_PI * fabs(tl_cross2(outline->axis[0], outline->axis[1]));
    }
    double total = 0;
    size_t first = 0;
    for (size_t ring = 0; ring < outline->ring_count; ring++) {
        tl_vec2 origin = outline->edges[first].a;
        double twice = 0;
        for (size_t i = first; i < outline->ring_ends[ring]; i++) {
            twice += tl_cross2(tl_sub2(outline->edges[i].a, origin), tl_sub2(outline->edges[i].b, origin));
        }
        /* a ring inside another one is a hole */
        int depth = 0;
        tl_vec2 p = outline->edges[first].a;
        size_t other_first = 0;
        for (size_t other = 0; other < outline->ring_count; other++) {
            bool inside = false;
            for (size_t i = other_first; other != ring && i < outline->ring_ends[other]; i++) {
                tl_vec2 a = outline->edges[i].a;
                tl_vec2 b = outline->edges[i].b;
                if ((a.y > p.y) != (b.y > p.y) && tl_orient2d(a, b, p) * (b.y > a.y ? 1 : -1) > 0) {
                    inside = !inside;
                }
            }
            depth += inside;
            other_first = outline->ring_ends[other];
        }
        total += depth % 2 == 0 ? 0.5 * fabs(twice) : -0.5 * fabs(twice);
        first = outline->ring_ends[ring];
    }
    return total;
}

static bool same2(tl_vec2 a, tl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Edges may share a corner, but not lie on one another from there. */
static bool edges_clash(const tl_outline_edge *e, const tl_outline_edge *f) {
    if (!tl_math_segments_meet2(e->a, e->b, f->a, f->b)) {
        return false;
    }
    bool at_a = same2(e->a, f->a) || same2(e->a, f->b);
    bool at_b = same2(e->b, f->a) || same2(e->b, f->b);
    if (at_a == at_b) {
        return true; /* no common corner, or twice the same edge */
    }
    tl_vec2 corner = at_a ? e->a : e->b;
    tl_vec2 x = at_a ? e->b : e->a;
    tl_vec2 y = same2(corner, f->a) ? f->b : f->a;
    return tl_orient2d(x, corner, y) == 0 && tl_dot2(tl_sub2(x, corner), tl_sub2(y, corner)) > 0;
}

bool tl_outline_is_simple(const tl_outline *outline, size_t edge[2]) {
    for (size_t i = 0; i < outline->edge_count; i++) {
        const tl_outline_edge *e = &outline->edges[i];
        tl_outline_box box = box_empty();
        box_add(&box, e->a);
        box_add(&box, e->b);
        for (size_t run = i / TL_OUTLINE_RUN; run < outline->run_count; run++) {
            const tl_outline_box *r = &outline->runs[run];
            if (r->low.x > box.high.x || r->high.x < box.low.x || r->low.y > box.high.y || r->high.y < box.low.y) {
                continue;
            }
            size_t end = (run + 1) * TL_OUTLINE_RUN;
            end = end < outline->edge_count ? end : outline->edge_count;
            for (size_t k = run * TL_OUTLINE_RUN; k < end; k++) {
                if (k > i && edges_clash(e, &outline->edges[k])) {
                    if (edge != NULL) {
                        edge[0] = i;
                        edge[1] = k;
                    }
                    return false;
                }
            }
        }
    }
    return true;
}

int tl_outline_holds(const tl_outline *outline, tl_vec2 p) {
    switch (outline->kind) {
    case TL_OUTLINE_NONE:
        return -1;
    case TL_OUTLINE_DISC: {
        double d = tl_length2(tl_sub2(p, outline->centre));
        double rounding = 4 * DBL_EPSILON * (d + fabs(p.x) + fabs(p.y) + outline->radius);
        return d < outline->radius - rounding ? 1 : d > outline->radius + rounding ? -1 : 0;
    }
    case TL_OUTLINE_OVAL: {
        tl_vec2 d = tl_sub2(p, outline->centre);
        double det = tl_cross2(outline->axis[0], outline->axis[1]);
        double x = tl_cross2(d, outline->axis[1]) / det;
        double y = tl_cross2(outline->axis[0], d) / det;
        double size = tl_hypot(x, y);
        double stretch = (tl_length2(outline->axis[0]) + tl_length2(outline->axis[1])) / fabs(det);
        double rounding = 8 * DBL_EPSILON * (1 + size + stretch * (fabs(p.x) + fabs(p.y)));
        return size < 1 - rounding ? 1 : size > 1 + rounding ? -1 : 0;
    }
    default:
        break;
    }
    if (p.x < outline->box.low.x || p.x > outline->box.high.x || p.y < outline->box.low.y ||
        p.y > outline->box.high.y) {
        return -1;
    }
    bool inside = false;
    for (size_t run = 0; run < outline->run_count; run++) {
        const tl_outline_box *box = &outline->runs[run];
        if (box->low.y > p.y || box->high.y < p.y || box->high.x < p.x) {
            continue;
        }
        size_t end = (run + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        for (size_t i = run * TL_OUTLINE_RUN; i < end; i++) {
            tl_vec2 a = outline->edges[i].a;
            tl_vec2 b = outline->edges[i].b;
            if (tl_min(a.y, b.y) > p.y || tl_max(a.y, b.y) < p.y || tl_max(a.x, b.x) < p.x) {
                continue;
            }
            int side = tl_orient2d(a, b, p);
            if (side == 0 && tl_min(a.x, b.x) <= p.x) {
                return 0;
            }
            /* the ray from p to +x crosses where the edge passes p's height on its right */
            if ((a.y > p.y) != (b.y > p.y) && side * (b.y > a.y ? 1 : -1) > 0) {
                inside = !inside;
            }
        }
    }
    return inside ? 1 : -1;
}

/* --- Distances ------------------------------------------------------------------------------------------------ */

double tl_outline_plan_distance(tl_vec2 p, tl_vec2 a, tl_vec2 b) {
    tl_vec2 ab = tl_sub2(b, a);
    tl_vec2 ap = tl_sub2(p, a);
    double square = tl_dot2(ab, ab);
    double t = square > 0 ? tl_dot2(ap, ab) / square : 0;
    if (t <= 0) {
        return tl_length2(ap);
    }
    if (t >= 1) {
        return tl_length2(tl_sub2(p, b));
    }
    return fabs(tl_cross2(ab, ap)) / sqrt(square);
}

static double segment_distance(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d) {
    if (tl_math_segments_meet2(a, b, c, d)) {
        return 0;
    }
    return tl_min(tl_min(tl_outline_plan_distance(a, c, d), tl_outline_plan_distance(b, c, d)),
                  tl_min(tl_outline_plan_distance(c, a, b), tl_outline_plan_distance(d, a, b)));
}

/* The distance from an oval to a segment: the oval lies between the polygon of its points and the one of the tangents
 * there (TL_OUTLINE_OVAL_ERROR). */
static double oval_distance(const tl_outline *oval, tl_vec2 a, tl_vec2 b) {
    double best = INFINITY;
    tl_vec2 last = tl_add2(oval->centre, oval->axis[0]);
    for (int i = 1; i <= TL_OUTLINE_OVAL_POINTS; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / TL_OUTLINE_OVAL_POINTS, &s, &c);
        tl_vec2 next = {oval->centre.x + c * oval->axis[0].x + s * oval->axis[1].x,
                        oval->centre.y + c * oval->axis[0].y + s * oval->axis[1].y};
        best = tl_min(best, segment_distance(last, next, a, b));
        last = next;
    }
    return best;
}

void tl_outline_distance(const tl_outline *outline, tl_vec2 a, tl_vec2 b, double *low, double *high) {
    double size = tl_max(tl_max(fabs(a.x) + fabs(a.y), fabs(b.x) + fabs(b.y)),
                         tl_max(tl_max(fabs(outline->box.low.x), fabs(outline->box.high.x)),
                                tl_max(fabs(outline->box.low.y), fabs(outline->box.high.y))));
    double rounding = TL_OUTLINE_ROUNDING * DBL_EPSILON * size;
    double distance = INFINITY;
    if (outline->kind == TL_OUTLINE_DISC) {
        distance = tl_max(0, tl_outline_plan_distance(outline->centre, a, b) - outline->radius);
    } else if (tl_outline_holds(outline, a) >= 0 || tl_outline_holds(outline, b) >= 0) {
        distance = 0;
    } else if (outline->kind == TL_OUTLINE_OVAL) {
        distance = oval_distance(outline, a, b);
        *low =
            tl_max(0, distance - TL_OUTLINE_OVAL_ERROR * (tl_length2(outline->axis[0]) + tl_length2(outline->axis[1])) -
                          rounding);
        *high = distance + rounding;
        return;
    } else {
        for (size_t i = 0; i < outline->edge_count; i++) {
            distance = tl_min(distance, segment_distance(outline->edges[i].a, outline->edges[i].b, a, b));
        }
    }
    *low = tl_max(0, distance - rounding);
    *high = distance == 0 ? 0 : distance + rounding;
}

double tl_outline_border_distance(const tl_outline *outline, tl_vec2 p) {
    if (outline->kind == TL_OUTLINE_DISC) {
        return fabs(tl_length2(tl_sub2(p, outline->centre)) - outline->radius);
    }
    double best = INFINITY;
    for (size_t i = 0; i < outline->edge_count; i++) {
        best = tl_min(best, tl_outline_plan_distance(p, outline->edges[i].a, outline->edges[i].b));
    }
    return best;
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

static bool holds(const tl_outline_box *box, tl_vec2 p) {
    return box->low.x <= p.x && p.x <= box->high.x && box->low.y <= p.y && p.y <= box->high.y;
}

const char *tl_outline_broken(const tl_outline *outline) {
    size_t begin = 0;
    if (outline->kind != TL_OUTLINE_RINGS) {
        return outline->edge_count == 0 ? NULL : "only rings have edges";
    }
    if (outline->run_count != (outline->edge_count + TL_OUTLINE_RUN - 1) / TL_OUTLINE_RUN) {
        return "every run of edges has a box";
    }
    for (size_t ring = 0; ring < outline->ring_count; ring++) {
        size_t end = outline->ring_ends[ring];
        if (end < begin + 3 || end > outline->edge_count) {
            return "a ring has three edges or more";
        }
        for (size_t i = begin; i < end; i++) {
            const tl_outline_edge *edge = &outline->edges[i], *next = &outline->edges[i + 1 < end ? i + 1 : begin];
            if (edge->b.x != next->a.x || edge->b.y != next->a.y) {
                return "a ring's edges run one into the next, and the last into the first";
            }
            if (edge->a.x == edge->b.x && edge->a.y == edge->b.y) {
                return "no edge of an outline has length 0";
            }
            if (!holds(&outline->runs[i / TL_OUTLINE_RUN], edge->a) ||
                !holds(&outline->runs[i / TL_OUTLINE_RUN], edge->b) || !holds(&outline->box, edge->a)) {
                return "boxes hold their edges";
            }
            if (edge->side >= outline->side_count) {
                return "an edge belongs to a side";
            }
        }
        begin = end;
    }
    return begin == outline->edge_count ? NULL : "every edge belongs to a ring";
}

#endif
