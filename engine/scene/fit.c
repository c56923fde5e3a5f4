/* fit.c: what a model meets where it stands. Footprints are compared as convex outlines, as closely as people place. */
#include "scene/fit.h"

#include "geom/hull2.h"

#include <string.h>

enum { RIM = 64, MOST_RING = 256 };

/* A convex plan outline. */
typedef struct fit_ring {
    tl_vec2 p[MOST_RING];
    size_t count;
} fit_ring;

/* A model somewhere, and what is told about it. */
typedef struct stance {
    const tl_table *table;
    const tl_model *model;
    tl_pose pose;
    fit_ring ring;
    double off; /* its rim and its height may be off by so much */
    tl_finding_fn *tell;
    void *user;
} stance;

/* By how much the rim, or the height, of something that stands there may be off. */
static double off_of(const tl_placed *placed) {
    bool based = placed->model != NULL && placed->model->base.kind != TL_SHAPE_NONE;
    return based ? tl_placed_base_uncertainty(placed) : tl_placed_uncertainty(placed);
}

static void tell(const stance *s, tl_finding_kind kind, const tl_placed *other, double amount) {
    bool counts = kind != TL_FINDING_OFF_TABLE && kind != TL_FINDING_OVERHANG;
    double off = counts ? s->off + (other != NULL ? off_of(other) : 0) : 0;
    const tl_finding finding = {.kind = kind, .other = other, .amount = amount, .off = off};
    s->tell(s->user, &finding);
}

/* The base in plan; of a model without one the hull of its core, as moves take it: a gun that sticks out over another
 * model stands on nobody (DB-MOV-03). False without memory. */
static bool footprint_ring(tl_context *context, const tl_model *model, const tl_pose *pose, fit_ring *out) {
    tl_shape base = model->base;
    base.pose = tl_pose_compose(pose, &model->base.pose);
    if (base.kind == TL_SHAPE_DISC || base.kind == TL_SHAPE_OVAL) {
        double rx = base.kind == TL_SHAPE_DISC ? base.radius : base.size.x;
        double ry = base.kind == TL_SHAPE_DISC ? base.radius : base.size.y;
        for (int i = 0; i < RIM; i++) {
            double s, c;
            tl_sincos_deg(360.0 * i / RIM, &s, &c);
            out->p[i] = tl_plan(tl_pose_point(&base.pose, (tl_vec3){rx * c, ry * s, base.low}));
        }
        out->count = RIM;
        return true;
    }
    bool polygon = base.kind == TL_SHAPE_POLYGON;
    const tl_mesh *body = model->core != NULL ? model->core : model->mesh;
    size_t count = polygon ? base.outline_count : body->vertex_count;
    tl_vec2 *points = tl_alloc_array(context, 2 * count + 1, sizeof(*points));
    if (points == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        points[i] = polygon ? tl_plan(tl_pose_point(&base.pose, (tl_vec3){base.outline[i].x, base.outline[i].y, 0}))
                            : tl_plan(tl_bvh_placed_vertex(pose, body->vertices[i]));
    }
    size_t hull = tl_geom_convex_hull2(points, count, points + count);
    size_t step = (hull + MOST_RING - 1) / MOST_RING;
    out->count = 0;
    for (size_t i = 0; i<hull; i += step> 0 ? step : 1) {
        out->p[out->count++] = points[count + i];
    }
    tl_free(context, points);
    return true;
}

/* How deep b reaches over the edges of a, at its least: negative when some edge of a keeps them apart. */
static double depth_over_edges(const fit_ring *a, const fit_ring *b) {
    double least = INFINITY;
    for (size_t i = 0; i < a->count; i++) {
        tl_vec2 p = a->p[i], d = tl_sub2(a->p[(i + 1) % a->count], p);
        double length = tl_length2(d);
        if (length == 0) {
            continue;
        }
        double deepest = -INFINITY;
        for (size_t j = 0; j < b->count; j++) {
            deepest = tl_max(deepest, tl_cross2(d, tl_sub2(b->p[j], p)) / length);
        }
        least = tl_min(least, deepest);
    }
    return least;
}

/* The box of the model's mesh, core and ring where it stands. */
static tl_box3 box_of(const stance *s) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < s->model->mesh->vertex_count; i++) {
        box = tl_box3_add(box, tl_bvh_placed_vertex(&s->pose, s->model->mesh->vertices[i]));
    }
    for (size_t i = 0; s->model->core != NULL && i < s->model->core->vertex_count; i++) {
        box = tl_box3_add(box, tl_bvh_placed_vertex(&s->pose, s->model->core->vertices[i]));
    }
    for (size_t i = 0; i < s->ring.count; i++) {
        box = tl_box3_add(box, (tl_vec3){s->ring.p[i].x, s->ring.p[i].y, box.low.z});
    }
    return box;
}

static bool look_at_others(const stance *s, size_t member, bool before) {
    const tl_table *table = s->table;
    tl_box3 box = box_of(s);
    for (size_t i = 0; i < (before ? member : table->member_count); i++) {
        const tl_placed *other = &table->members[i];
        if (i == member || box.low.z >= other->body->box.high.z || other->body->box.low.z >= box.high.z) {
            continue;
        }
        double reach = tl_max(other->model->base.radius, tl_max(other->model->base.size.x, other->model->base.size.y));
        tl_vec2 at = tl_plan(other->body->base.pose.at);
        tl_box3 its = other->body->box; /* a base may be wider than its mesh */
        if (other->model->base.kind == TL_SHAPE_DISC || other->model->base.kind == TL_SHAPE_OVAL) {
            its = tl_box3_add(its, (tl_vec3){at.x - reach, at.y - reach, its.low.z});
            its = tl_box3_add(its, (tl_vec3){at.x + reach, at.y + reach, its.low.z});
        }
        bool apart =
            box.low.x > its.high.x || its.low.x > box.high.x || box.low.y > its.high.y || its.low.y > box.high.y;
        if (apart && other->model->base.kind != TL_SHAPE_POLYGON) {
            continue;
        }
        fit_ring its_ring;
        if (!footprint_ring(table->context, other->model, &other->body->pose, &its_ring)) {
            return false;
        }
        double depth = tl_min(depth_over_edges(&its_ring, &s->ring), depth_over_edges(&s->ring, &its_ring));
        if (depth > 0.05) {
            tell(s, TL_FINDING_MODEL, other, depth);
        }
    }
    return true;
}

/* Heights at a point that something could rest on, whatever the headroom; the highest not above `limit`. */
static double support_below(const tl_surfaces *surfaces, double x, double y, double limit) {
    double heights[64];
    size_t count = tl_surface_levels(surfaces, x, y, 0, heights, 64);
    double best = -INFINITY;
    for (size_t i = 0; i < count && i < 64; i++) {
        if (heights[i] <= limit) {
            best = tl_max(best, heights[i]);
        }
    }
    return best;
}

static double over_edge(const stance *s) {
    const tl_document *document = s->table->document;
    double over = 0;
    for (size_t i = 0; i < s->ring.count; i++) {
        tl_vec2 p = s->ring.p[i];
        over = tl_max(over, tl_max(tl_max(-p.x, p.x - document->width), tl_max(-p.y, p.y - document->depth)));
    }
    return over;
}

/* What rises under the base: surfaces up to the model's own height, and sides, which may go on above it. */
static void look_up(const stance *s, const tl_surfaces *surfaces, double low) {
    tl_shape footprint = s->model->base;
    if (footprint.kind == TL_SHAPE_NONE) {
        return;
    }
    footprint.pose = tl_pose_compose(&s->pose, &s->model->base.pose);
    footprint.pose.at.z = 0;
    const double from = low + TL_SURFACE_LIFT + 0.05, high = s->pose.at.z + s->model->high, least = from + 0.05;
    uint32_t slot = 0, side_slot = 0;
    double top = tl_surface_under(surfaces, &footprint, from, high, &slot), side_from, side_top;
    bool sides = tl_surface_sides(surfaces, &footprint, from, high, &side_from, &side_top, &side_slot, NULL, NULL);
    if (sides && side_top > top) {
        top = side_top;
        slot = side_slot;
    }
    if (top > least) {
        tell(s, TL_FINDING_TERRAIN, tl_table_slot_owner(s->table, slot), top - low);
    }
}

/* Walls that a body runs into which is not held upright: it may be longer than its base. What rises less than half as
 * high as the body is ground. False without memory. */
static bool look_along(const stance *s, const tl_surfaces *surfaces, double low) {
    const tl_mesh *core = s->model->core;
    tl_vec2 *points = tl_alloc_array(s->table->context, 2 * core->vertex_count + 1, sizeof(*points));
    if (points == NULL) {
        return false;
    }
    double top = low;
    for (size_t i = 0; i < core->vertex_count; i++) {
        const tl_vec3 p = tl_bvh_placed_vertex(&s->pose, core->vertices[i]);
        points[i] = tl_plan(p);
        top = tl_max(top, p.z);
    }
    tl_shape footprint = {.kind = TL_SHAPE_POLYGON, .pose = tl_pose_identity(), .outline = points + core->vertex_count};
    footprint.outline_count = tl_geom_convex_hull2(points, core->vertex_count, footprint.outline);
    double from, to;
    uint32_t slot = 0;
    if (footprint.outline_count >= 3 &&
        tl_surface_sides(surfaces, &footprint, low + TL_SURFACE_LIFT, top, &from, &to, &slot, NULL, NULL) &&
        to > 0.5 * (low + top)) {
        tell(s, TL_FINDING_BODY, tl_table_slot_owner(s->table, slot), to - low);
    }
    tl_free(s->table->context, points);
    return true;
}

static void look_below(const stance *s, int at_count) {
    tl_surfaces surfaces = tl_table_surfaces(s->table);
    tl_vec3 at = s->pose.at;
    double low = at.z + s->model->low, over = over_edge(s);
    if (over > TL_FIT_CARELESS) {
        tell(s, TL_FINDING_OVER_EDGE, NULL, over);
    }
    double below = support_below(&surfaces, at.x, at.y, low + 0.5);
    if (at_count == 3 && low - below > TL_FIT_CARELESS) {
        tell(s, TL_FINDING_FLOATS, NULL, below == -INFINITY ? low : low - below);
    } else if (over <= TL_FIT_CARELESS) {
        size_t hanging = 0;
        for (size_t i = 0; i < s->ring.count; i++) {
            /* just inside the rim */
            tl_vec2 p = tl_lerp2(s->ring.p[i], tl_plan(at), 0.02);
            hanging += support_below(&surfaces, p.x, p.y, low + 0.5) < low - TL_SURFACE_LIFT &&
                       !tl_surface_inside(&surfaces, (tl_vec3){p.x, p.y, low + 0.25});
        }
        if (hanging > 0 && s->model->base.kind != TL_SHAPE_NONE) {
            tell(s, TL_FINDING_OVERHANG, NULL, (double)(100 * hanging / s->ring.count));
        }
    }
    look_up(s, &surfaces, low);
}

tl_status tl_table_fit(const tl_table *table, size_t member, const tl_document_pose *pose, bool before,
                       tl_finding_fn *teller, void *user, tl_rest *rest, tl_error *error) {
    const tl_placed *placed = &table->members[member];
    const tl_document_pose *where = pose != NULL ? pose : &tl_table_member(table, member)->pose;
    tl_rest found = placed->rest;
    tl_status status = pose != NULL ? tl_table_rest(table, member, pose, &found, error) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    stance s = {.table = table, .model = placed->model, .pose = found.pose, .tell = teller, .user = user};
    s.off = off_of(placed) - placed->rest.off + found.off;
    if (!footprint_ring(table->context, placed->model, &found.pose, &s.ring)) {
        return tl_fail_memory(error);
    }
    if (!(where->at[0] >= 0 && where->at[0] <= table->document->width && where->at[1] >= 0 &&
          where->at[1] <= table->document->depth)) {
        tell(&s, TL_FINDING_OFF_TABLE, NULL, 0);
    }
    if (!found.found) {
        tell(&s, TL_FINDING_NO_LEVEL, NULL, found.pose.at.z + placed->model->low);
    }
    if (where->roll == 0 && where->pitch == 0) { /* a tilted base touches where it touches */
        look_below(&s, where->at_count);
    }
    const tl_surfaces surfaces = tl_table_surfaces(table);
    if (placed->model->posed && !look_along(&s, &surfaces, found.pose.at.z + placed->model->low)) {
        return tl_fail_memory(error);
    }
    if (!look_at_others(&s, member, before)) {
        return tl_fail_memory(error);
    }
    if (rest != NULL) {
        *rest = found;
    }
    return TL_OK;
}
