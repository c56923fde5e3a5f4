/* range.c: the shortest distance of two measuring volumes, from those of their parts.
 *
 * A volume is one of two things: triangles (a mesh; a box or polygon, whose faces are flat) or a convex body with round
 * parts. That leaves three pairings. Upright shapes are products of a plan figure and an interval of heights, so their
 * distance comes from the two parts, in closed form where the plan figures have one. */
#include "range/range.h"

#include "body/shape.h"
#include "geom/convex.h"
#include "geom/exact.h"
#include "geom/geom.h"
#include "range/inside.h"
#include "range/walk.h"

#include <float.h>
#include <string.h>

/* A volume made ready. */
typedef struct range_side {
    const tl_volume *volume;
    const tl_bvh *mesh; /* triangles, or NULL */
    tl_bvh *own;        /* mesh made here for a box or polygon */
    bool closed;
    tl_convex convex;  /* without triangles */
    tl_vec3 corner[2]; /* the convex body's, when it is a capsule or a plan disc */
    tl_vec3 inside;    /* a point of the convex body */
    double size;       /* no coordinate is larger in magnitude */
} range_side;

static double largest(tl_vec3 p) {
    return tl_max(tl_max(fabs(p.x), fabs(p.y)), fabs(p.z));
}

static double size_of_box(tl_box3 box) {
    return tl_max(largest(box.low), largest(box.high));
}

/* --- Making ready ------------------------------------------------------------------------------------------------- */

static void make_segment(range_side *s, tl_vec3 from, tl_vec3 to, double radius) {
    s->corner[0] = from;
    s->corner[1] = to;
    s->convex = (tl_convex){.corner = s->corner, .corners = tl_same_point(from, to) ? 1 : 2, .radius = radius};
    s->inside = from;
}

static void make_convex(range_side *s, const tl_shape *shape, tl_metric metric) {
    const tl_pose *pose = &shape->pose;
    if (shape->kind == TL_SHAPE_CAPSULE) {
        make_segment(s, tl_pose_point(pose, shape->from), tl_pose_point(pose, shape->to), shape->radius);
        return;
    }
    tl_vec3 low, high, u, v;
    if (shape->kind == TL_SHAPE_CYLINDER) {
        low = shape->from;
        high = shape->to;
        tl_vec3 axis = tl_normalise(tl_sub(high, low));
        tl_vec3 helper = fabs(axis.z) > 0.9 ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
        u = tl_scale(tl_normalise(tl_cross(helper, axis)), shape->radius);
        v = tl_cross(axis, u);
    } else {
        bool oval = shape->kind == TL_SHAPE_OVAL;
        low = (tl_vec3){0, 0, shape->low};
        high = (tl_vec3){0, 0, shape->high};
        u = (tl_vec3){oval ? shape->size.x : shape->radius, 0, 0};
        v = (tl_vec3){0, oval ? shape->size.y : shape->radius, 0};
    }
    low = tl_pose_point(pose, low);
    high = tl_pose_point(pose, high);
    bool round = shape->kind != TL_SHAPE_OVAL || shape->size.x == shape->size.y;
    if (metric == TL_METRIC_PLAN && round && tl_shape_is_upright(shape)) {
        /* its projection is a disc: a point with a radius */
        tl_vec3 foot = low.z < high.z ? low : high;
        make_segment(s, foot, foot, shape->kind == TL_SHAPE_OVAL ? shape->size.x : shape->radius);
        return;
    }
    s->convex = (tl_convex){.centre = tl_lerp(low, high, 0.5),
                            .u = tl_pose_direction(pose, u),
                            .v = tl_pose_direction(pose, v),
                            .w = tl_scale(tl_sub(high, low), 0.5)};
    s->inside = s->convex.centre;
}

static tl_status make_ready(tl_context *context, const tl_volume *volume, tl_metric metric, range_side *s,
                            tl_error *error) {
    memset(s, 0, sizeof(*s));
    s->volume = volume;
    if (volume->mesh != NULL) {
        if (tl_bvh_triangle_count(volume->mesh) == 0) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give the model a core or a base",
                           "there is nothing to measure to: the volume has no triangles");
        }
        s->mesh = volume->mesh;
        s->closed = volume->mesh_closed;
        s->size = size_of_box(tl_bvh_box(s->mesh));
        return TL_OK;
    }
    if (volume->shape == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give the model a core or a base",
                       "there is nothing to measure to: the volume is empty");
    }
    tl_status status = tl_shape_check(volume->shape, NULL, error);
    if (status != TL_OK) {
        return status;
    }
    s->size = size_of_box(tl_shape_box(volume->shape));
    if (volume->shape->kind == TL_SHAPE_BOX || volume->shape->kind == TL_SHAPE_POLYGON) {
        status = tl_shape_bvh(context, volume->shape, &s->own, error);
        s->mesh = s->own;
        s->closed = true;
        return status;
    }
    make_convex(s, volume->shape, metric);
    return TL_OK;
}

/* --- Order of the arguments --------------------------------------------------------------------------------------- */

static int compare_bytes(const void *a, const void *b, size_t size) {
    int c = memcmp(a, b, size);
    return c < 0 ? -1 : c > 0 ? 1 : 0;
}

static int compare_sizes(size_t a, size_t b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

static int compare_shapes(const tl_shape *a, const tl_shape *b) {
    const double fields[][2] = {{a->kind, b->kind},     {a->radius, b->radius}, {a->size.x, b->size.x},
                                {a->size.y, b->size.y}, {a->low, b->low},       {a->high, b->high}};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (fields[i][0] != fields[i][1]) {
            return fields[i][0] < fields[i][1] ? -1 : 1;
        }
    }
    int c = compare_bytes(&a->pose, &b->pose, sizeof(a->pose));
    c = c != 0 ? c : compare_bytes(&a->from, &b->from, sizeof(a->from));
    c = c != 0 ? c : compare_bytes(&a->to, &b->to, sizeof(a->to));
    c = c != 0 ? c : compare_sizes(a->outline_count, b->outline_count);
    if (c == 0 && a->outline_count > 0) {
        c = compare_bytes(a->outline, b->outline, a->outline_count * sizeof(*a->outline));
    }
    return c;
}

/* By content, so that (a, b) and (b, a) are computed alike. Meshes come before convex bodies: the walk wants them
 * first. */
static int compare_sides(const range_side *a, const range_side *b) {
    if ((a->mesh != NULL) != (b->mesh != NULL)) {
        return a->mesh != NULL ? -1 : 1;
    }
    if (a->volume->mesh == NULL && b->volume->mesh == NULL) {
        return compare_shapes(a->volume->shape, b->volume->shape);
    }
    if (a->volume->mesh == NULL || b->volume->mesh == NULL) {
        return a->volume->mesh != NULL ? -1 : 1;
    }
    const tl_bvh *m = a->mesh, *n = b->mesh;
    int c = compare_sizes(tl_bvh_triangle_count(n), tl_bvh_triangle_count(m));
    c = c != 0 ? c : compare_sizes(tl_bvh_vertex_count(n), tl_bvh_vertex_count(m));
    c = c != 0 ? c : compare_bytes(tl_bvh_vertices(m), tl_bvh_vertices(n), tl_bvh_vertex_count(m) * sizeof(tl_vec3));
    return c != 0 ? c
                  : compare_bytes(tl_bvh_triangles(m), tl_bvh_triangles(n),
                                  3 * tl_bvh_triangle_count(m) * sizeof(uint32_t));
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

typedef struct measured {
    double distance, low;
    tl_vec3 on_a, on_b;
    bool found, contained;
} measured;

/* Two bodies of which at least one is round, without triangles. */
static void measure_convex(const range_side *a, const range_side *b, tl_metric metric, double limit, measured *m) {
    bool plan = metric == TL_METRIC_PLAN;
    const tl_convex *p = &a->convex, *q = &b->convex;
    m->found = true;
    if (p->corners > 0 && q->corners > 0) {
        /* segments with radii: closed form */
        double r = p->radius + q->radius, d;
        tl_vec3 on_a, on_b;
        if (plan) {
            tl_vec3 fa[2] = {a->corner[0], a->corner[1]}, fb[2] = {b->corner[0], b->corner[1]};
            tl_vec2 x = {0, 0}, y = {0, 0};
            d = tl_geom_segment_nearest_segment2(tl_plan(fa[0]), tl_plan(fa[1]), tl_plan(fb[0]), tl_plan(fb[1]), &x,
                                                 &y);
            /* back to the heights of the segments */
            tl_vec3 ta[3] = {fa[0], fa[1], fa[1]}, tb[3] = {fb[0], fb[1], fb[1]};
            on_a = tl_range_lift(ta, x);
            on_b = tl_range_lift(tb, y);
        } else {
            d = tl_geom_segment_nearest_segment(a->corner[0], a->corner[1], b->corner[0], b->corner[1], &on_a, &on_b);
        }
        d = sqrt(d);
        tl_vec3 apart = tl_sub(on_b, on_a);
        if (plan) {
            apart.z = 0;
        }
        tl_vec3 direction = tl_normalise(apart);
        if (d <= r) {
            double into = tl_min(p->radius, d);
            m->on_a = tl_madd(on_a, direction, into);
            m->on_b = tl_madd(on_b, direction, into - d);
            m->distance = m->low = 0;
            return;
        }
        m->on_a = tl_madd(on_a, direction, p->radius);
        m->on_b = tl_madd(on_b, direction, -q->radius);
        m->distance = m->low = d - r;
        return;
    }
    tl_convex_gap gap = tl_convex_distance(p, q, plan, limit);
    m->distance = gap.upper;
    m->low = gap.lower;
    m->on_a = gap.on_a;
    m->on_b = gap.on_b;
}

/* The heights that an upright shape takes up. */
static void heights_of(const tl_shape *s, double *low, double *high) {
    bool ends = s->kind == TL_SHAPE_CYLINDER || s->kind == TL_SHAPE_BOX;
    double l = ends ? tl_min(s->from.z, s->to.z) : s->low;
    double h = ends ? tl_max(s->from.z, s->to.z) : s->high;
    *low = l + s->pose.at.z;
    *high = h + s->pose.at.z;
}

static bool is_upright_prism(const range_side *s) {
    const tl_shape *shape = s->volume->mesh == NULL ? s->volume->shape : NULL;
    return shape != NULL && shape->kind != TL_SHAPE_CAPSULE && tl_shape_is_upright(shape);
}

/* Units of work: the nearest points of two bodies, without the pairs of their triangles; such a pair; one exactly. */
enum { WORK_MEASURE = 100, WORK_PAIR = 60, WORK_EXACT = 100 };

static tl_status measure(tl_context *context, const range_side *a, const range_side *b, tl_metric metric, double limit,
                         measured *m, tl_error *error);

/* Upright prisms: the plan distance and the gap of heights, one across the other. */
static tl_status measure_prisms(tl_context *context, const range_side *a, const range_side *b, double limit,
                                measured *m, tl_error *error) {
    double a_low, a_high, b_low, b_high;
    heights_of(a->volume->shape, &a_low, &a_high);
    heights_of(b->volume->shape, &b_low, &b_high);
    double gap = tl_max(tl_max(a_low - b_high, b_low - a_high), 0);
    range_side pa = *a, pb = *b;
    if (a->mesh == NULL) {
        make_convex(&pa, a->volume->shape, TL_METRIC_PLAN);
        pa.convex.corner = pa.convex.corners > 0 ? pa.corner : NULL;
    }
    if (b->mesh == NULL) {
        make_convex(&pb, b->volume->shape, TL_METRIC_PLAN);
        pb.convex.corner = pb.convex.corners > 0 ? pb.corner : NULL;
    }
    tl_status status = measure(context, &pa, &pb, TL_METRIC_PLAN, limit, m, error);
    if (status != TL_OK || !m->found) {
        return status;
    }
    m->distance = gap > 0 ? tl_hypot(m->distance, gap) : m->distance;
    m->low = gap > 0 ? tl_hypot(m->low, gap) : m->low;
    double common = tl_max(a_low, b_low);
    m->on_a.z = gap > 0 ? (a_low > b_high ? a_low : a_high) : common;
    m->on_b.z = gap > 0 ? (a_low > b_high ? b_high : b_low) : common;
    return TL_OK;
}

/* Whether something of `inner` lies inside the closed mesh `outer`, the surfaces being apart: then all of that
 * connected piece does, so one point of each piece tells. */
static tl_status look_inside(tl_context *context, const range_side *outer, const range_side *inner, bool *held,
                             tl_vec3 *where, tl_error *error) {
    *held = false;
    tl_box3 box = tl_bvh_box(outer->mesh);
    if (inner->mesh != NULL ? !tl_box3_overlap(box, tl_bvh_box(inner->mesh))
                            : tl_geom_box3_point_squared(box, inner->inside) > 0) {
        return TL_OK;
    }
    tl_shells shells, pieces;
    tl_status status = tl_shells_find(context, outer->mesh, &shells, error);
    if (status != TL_OK) {
        return status;
    }
    if (inner->mesh == NULL) {
        *where = inner->inside;
        status = tl_shells_hold(&shells, outer->mesh, *where, held, error);
        tl_shells_free(&shells);
        return status;
    }
    status = tl_shells_find(context, inner->mesh, &pieces, error);
    for (size_t i = 0; status == TL_OK && i < pieces.count && !*held; i++) {
        *where = tl_bvh_vertices(inner->mesh)[pieces.member[i]];
        status = tl_shells_hold(&shells, outer->mesh, *where, held, error);
    }
    tl_shells_free(&pieces);
    tl_shells_free(&shells);
    return status;
}

static tl_status measure(tl_context *context, const range_side *a, const range_side *b, tl_metric metric, double limit,
                         measured *m, tl_error *error) {
    bool plan = metric == TL_METRIC_PLAN;
    *m = (measured){.distance = limit, .low = limit};
    if (!plan && is_upright_prism(a) && is_upright_prism(b)) {
        return measure_prisms(context, a, b, limit, m, error);
    }
    if (a->mesh == NULL) {
        measure_convex(a, b, metric, limit, m);
        return TL_OK;
    }
    tl_range_near near = tl_range_near_start(limit);
    if (b->mesh != NULL) {
        tl_walk_trees(tl_descent_choose(), a->mesh, b->mesh, plan, &near);
    } else {
        tl_walk_convex(tl_descent_choose(), a->mesh, &b->convex, plan, &near);
    }
    tl_work_add(context, WORK_MEASURE + WORK_PAIR * near.pairs);
    if (near.found) {
        *m = (measured){near.distance, tl_min(near.low, near.distance), near.on_a, near.on_b, true, false};
    }
    if (plan || (near.found && near.distance == 0)) {
        return TL_OK;
    }
    bool held = false;
    tl_vec3 where = {0, 0, 0};
    tl_status status = TL_OK;
    if (a->closed) {
        status = look_inside(context, a, b, &held, &where, error);
    }
    if (status == TL_OK && !held && b->mesh != NULL && b->closed) {
        status = look_inside(context, b, a, &held, &where, error);
    }
    if (held) {
        *m = (measured){0, 0, where, where, true, true};
    }
    return status;
}

/* Rounding that no certificate sees: of differences of coordinates, of nearest points, and of the shapes' poses. */
static double rounding_of(const range_side *a, const range_side *b) {
    double posed = a->volume->mesh == NULL || b->volume->mesh == NULL ? 24 : 8;
    return posed * DBL_EPSILON * (a->size + b->size);
}

/* Both sides made ready and put in order; `swapped` tells whether they changed places. */
static tl_status make_pair(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric,
                           range_side pair[2], bool *swapped, tl_error *error) {
    *swapped = false;
    memset(pair, 0, 2 * sizeof(*pair));
    tl_status status = make_ready(context, a, metric, &pair[0], error);
    if (status == TL_OK) {
        status = make_ready(context, b, metric, &pair[1], error);
    }
    if (status == TL_OK && compare_sides(&pair[0], &pair[1]) > 0) {
        range_side first = pair[0];
        pair[0] = pair[1];
        pair[1] = first;
        *swapped = true;
    }
    for (int i = 0; i < 2; i++) {
        if (pair[i].convex.corners > 0) {
            pair[i].convex.corner = pair[i].corner;
        }
    }
    return status;
}

static void free_pair(range_side pair[2]) {
    tl_bvh_destroy(pair[0].own);
    tl_bvh_destroy(pair[1].own);
}

tl_status tl_range_between(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric,
                           tl_range_result *result, tl_error *error) {
    range_side pair[2];
    bool swapped;
    measured m;
    tl_status status = make_pair(context, a, b, metric, pair, &swapped, error);
    if (status == TL_OK) {
        status = measure(context, &pair[0], &pair[1], metric, INFINITY, &m, error);
    }
    if (status == TL_OK) {
        double rounding = rounding_of(&pair[0], &pair[1]);
        tl_vec3 from = swapped ? m.on_b : m.on_a, to = swapped ? m.on_a : m.on_b;
        *result = (tl_range_result){
            .distance_mm = m.distance,
            .error_mm = tl_min(tl_max(m.distance - m.low, 0) + rounding, tl_max(m.distance, rounding)),
            .from = from,
            .to = to,
            .plan_mm = tl_hypot(to.x - from.x, to.y - from.y),
            .height_mm = fabs(to.z - from.z),
            .metric = metric,
            .contained = m.contained,
        };
    }
    free_pair(pair);
    return status;
}

/* --- Limits met exactly --------------------------------------------------------------------------------------------
 */

/* Pairs of triangles that the bounds can't part from the limit, asked again exactly. */
typedef struct closer_look {
    const tl_bvh *a, *b;
    const tl_vec3 *core; /* instead of b: a point or segment as a triangle */
    bool plan;
    const double *limit; /* a sum */
    int terms;
    double about; /* its rounded value */
    double rounding;
    const double *slab; /* NULL, or heights between which the point found in plan must lie to count */
    bool found, unclear;
    tl_context *context;
    bool cut_off; /* by the caller or the clock */
} closer_look;

static void flatten(tl_vec3 corner[3]) {
    for (int i = 0; i < 3; i++) {
        corner[i].z = 0;
    }
}

/* Whether the triangle reaches the plan point nearest to `centre` at a height in the slab: for a projection that is not
 * a segment that point is unique, and for one that is, a run of heights; heights are taken where its edges pass, and
 * count only where rounding can't matter. */
static bool reaches_slab(const tl_vec3 corner[3], tl_vec3 centre, const double slab[2]) {
    tl_vec2 flat[3] = {tl_plan(corner[0]), tl_plan(corner[1]), tl_plan(corner[2])}, c = tl_plan(centre);
    double nearest = INFINITY, low = INFINITY, high = -INFINITY;
    bool exact = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++) {
            tl_vec3 p = corner[i], q = corner[(i + 1) % 3];
            tl_vec2 foot = tl_geom_nearest_on_segment2(c, flat[i], flat[(i + 1) % 3]);
            double d = tl_length2(tl_sub2(foot, c));
            if (pass == 0) {
                nearest = tl_min(nearest, d);
                continue;
            }
            if (d > nearest + 1e-9) {
                continue;
            }
            tl_vec2 along = tl_sub2(tl_plan(q), tl_plan(p));
            double length2 = tl_dot2(along, along);
            if (!(length2 > 1e-18)) {
                low = tl_min(low, tl_min(p.z, q.z));
                high = tl_max(high, tl_max(p.z, q.z));
                continue;
            }
            double t = tl_min(tl_max(tl_dot2(tl_sub2(foot, tl_plan(p)), along) / length2, 0), 1);
            double z = p.z + (q.z - p.z) * t;
            low = tl_min(low, z);
            high = tl_max(high, z);
            /* a level edge, or a whole edge within: no rounding */
            exact = exact || (tl_min(p.z, q.z) >= slab[0] && tl_max(p.z, q.z) <= slab[1]);
        }
    }
    return exact || (high >= slab[0] + 1e-9 && low <= slab[1] - 1e-9);
}

static bool look_at_pair(void *user, uint32_t ia, uint32_t ib) {
    closer_look *look = user;
    tl_vec3 a[3], b[3], p, q;
    look->cut_off = !tl_work_on(look->context, WORK_EXACT, "measuring");
    if (look->cut_off) {
        return false;
    }
    tl_bvh_corners(look->a, ia, a);
    if (look->core != NULL) {
        memcpy(b, look->core, sizeof(b));
    } else {
        tl_bvh_corners(look->b, ib, b);
    }
    tl_vec3 whole[3] = {a[0], a[1], a[2]};
    if (look->plan) {
        flatten(a);
        flatten(b);
    }
    /* most pairs in reach are decided by their rounded distance */
    double d = sqrt(tl_geom_triangle_nearest_triangle(a, b, &p, &q));
    if (tl_geom_triangle_separation(a, b, p, q) > look->about + look->rounding) {
        return true;
    }
    tl_verdict verdict =
        d < look->about - look->rounding ? TL_VERDICT_YES : tl_geom_triangles_within(a, b, look->limit, look->terms);
    if (verdict == TL_VERDICT_YES && look->slab != NULL && !reaches_slab(whole, look->core[0], look->slab)) {
        verdict = TL_VERDICT_MARGINAL;
    }
    look->found = look->found || verdict == TL_VERDICT_YES;
    look->unclear = look->unclear || verdict == TL_VERDICT_MARGINAL;
    return !look->found;
}

/* A hierarchy against a core of one or two corners: as pairs with its triangles in reach. */
static void look_at_core(closer_look *look, double reach) {
    size_t count = tl_bvh_triangle_count(look->a);
    for (uint32_t i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_bvh_corners(look->a, i, c);
        tl_box3 t = tl_box3_empty(), k = tl_box3_empty();
        for (int j = 0; j < 3; j++) {
            t = tl_box3_add(t, look->plan ? (tl_vec3){c[j].x, c[j].y, 0} : c[j]);
            k = tl_box3_add(k, look->plan ? (tl_vec3){look->core[j].x, look->core[j].y, 0} : look->core[j]);
        }
        if (tl_geom_box3_squared(t, k) <= reach * reach && !look_at_pair(look, i, 0)) {
            return;
        }
    }
}

static bool is_upright_disc(const range_side *s) {
    const tl_shape *shape = s->volume->mesh == NULL ? s->volume->shape : NULL;
    return shape != NULL && tl_shape_is_upright(shape) &&
           (shape->kind == TL_SHAPE_DISC || shape->kind == TL_SHAPE_CYLINDER ||
            (shape->kind == TL_SHAPE_OVAL && shape->size.x == shape->size.y));
}

/* The plan disc of an upright disc, or the capsule's segment, as a triangle with a radius; false for other bodies. */
static bool core_of(const range_side *s, tl_metric metric, tl_vec3 core[3], double *radius, bool *only_plan) {
    range_side disc = *s;
    *only_plan = false;
    if (s->convex.corners == 0) {
        if (!is_upright_disc(s)) {
            return false;
        }
        make_convex(&disc, s->volume->shape, TL_METRIC_PLAN);
        *only_plan = metric == TL_METRIC_3D;
    }
    core[0] = disc.corner[0];
    core[1] = core[2] = disc.corner[1];
    *radius = disc.convex.radius;
    return true;
}

/* Decides exactly what the bounds leave open, where it can. */
static tl_verdict look_closer(tl_context *context, const range_side *a, const range_side *b, tl_metric metric,
                              double limit, double rounding, tl_vec3 direction, bool *cut_off) {
    bool plan = metric == TL_METRIC_PLAN;
    double terms[3] = {limit, 0, 0};
    double slab[2];
    closer_look look = {.context = context,
                        .a = a->mesh,
                        .b = b->mesh,
                        .plan = plan,
                        .limit = terms,
                        .terms = 3,
                        .rounding = rounding + 1e-9};
    tl_vec3 core_a[3], core_b[3];
    bool plan_a = false, plan_b = false;
    if (!plan && is_upright_prism(a) && is_upright_prism(b)) {
        /* level with one another, upright prisms are as far apart as in plan */
        double a_low, a_high, b_low, b_high;
        heights_of(a->volume->shape, &a_low, &a_high);
        heights_of(b->volume->shape, &b_low, &b_high);
        if (a_low <= b_high && b_low <= a_high) {
            look.plan = true;
        } else if (a->mesh == NULL || b->mesh == NULL) {
            return TL_VERDICT_MARGINAL;
        }
    }
    if (a->mesh == NULL && !core_of(a, metric, core_a, &terms[1], &plan_a)) {
        return TL_VERDICT_MARGINAL;
    }
    if (b->mesh == NULL && !core_of(b, metric, core_b, &terms[2], &plan_b)) {
        return TL_VERDICT_MARGINAL;
    }
    look.about = terms[0] + terms[1] + terms[2];
    double reach = look.about + look.rounding;
    if (a->mesh == NULL) {
        if ((plan_a || plan_b) && !look.plan) {
            return TL_VERDICT_MARGINAL;
        }
        if (look.plan) {
            flatten(core_a);
            flatten(core_b);
        }
        return tl_geom_triangles_within(core_a, core_b, terms, 3);
    }
    if (b->mesh != NULL) {
        tl_walk_pairs(a->mesh, b->mesh, look.plan, reach, direction, look_at_pair, &look);
    } else {
        look.core = core_b;
        if (plan_b && !look.plan) {
            /* a disc against triangles in space: never nearer than in plan, and as near where they are level with it */
            heights_of(b->volume->shape, &slab[0], &slab[1]);
            look.slab = slab;
            look.plan = true;
        }
        look_at_core(&look, reach);
    }
    *cut_off = look.cut_off;
    return look.found ? TL_VERDICT_YES : look.unclear ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}

tl_status tl_range_within(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric, double limit,
                          tl_range_decision *decision, tl_error *error) {
    if (!(limit >= 0 && isfinite(limit))) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "a limit must be a number that is not negative");
    }
    range_side pair[2];
    bool swapped;
    measured m;
    tl_status status = make_pair(context, a, b, metric, pair, &swapped, error);
    double rounding = 0, search = 0;
    if (status == TL_OK) {
        rounding = rounding_of(&pair[0], &pair[1]);
        search = limit + 1e-6 + rounding;
        status = measure(context, &pair[0], &pair[1], metric, search, &m, error);
    }
    if (status == TL_OK) {
        double low = tl_max(m.low - rounding, 0), high = m.found ? m.distance + rounding : INFINITY;
        if (m.found && m.distance == 0) {
            high = low = 0;
        }
        decision->low_mm = low;
        decision->high_mm = high;
        decision->verdict = high <= limit ? TL_VERDICT_YES : low > limit ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
        if (decision->verdict == TL_VERDICT_MARGINAL) {
            bool cut_off = false;
            decision->verdict =
                look_closer(context, &pair[0], &pair[1], metric, limit, rounding, tl_sub(m.on_b, m.on_a), &cut_off);
            status = cut_off ? tl_fail_cancelled(error, "measuring") : TL_OK;
        }
    }
    free_pair(pair);
    return status;
}
