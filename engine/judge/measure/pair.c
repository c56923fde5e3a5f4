/* pair.c: distance and field of fire between two models, as the rules say. Sight: pair_sight.c. */
#include "judge/measure/pair.h"

#include "body/shape.h"

#include <string.h>

uint64_t tl_pair_seed(const tl_inquiry *inquiry, size_t a, size_t b) {
    const tl_body *p = inquiry->table->members[a].body, *q = inquiry->table->members[b].body;
    uint64_t seed = tl_hash(0, &p->pose, sizeof(p->pose));
    return tl_hash(seed, &q->pose, sizeof(q->pose));
}

/* --- Range -------------------------------------------------------------------------------------------------------- */

tl_metric tl_inquiry_metric(const tl_inquiry *inquiry) {
    return tl_settings_is(&inquiry->settings, "range_metric", "plan", false) ? TL_METRIC_PLAN : TL_METRIC_3D;
}

tl_status tl_pair_range(const tl_inquiry *inquiry, size_t a, size_t b, tl_range_result *range, tl_error *error) {
    tl_volume va = tl_table_measured(inquiry->table, a), vb = tl_table_measured(inquiry->table, b);
    return tl_range_between(inquiry->context, &va, &vb, tl_inquiry_metric(inquiry), range, error);
}

static tl_verdict judge(double margin, double error, double tolerance) {
    double band = tolerance > error ? tolerance : error;
    return margin > band ? TL_VERDICT_YES : margin < -band ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

/* At tolerance 0 a limit is compared exactly and inclusive. */
static tl_status exact_within(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b, tl_metric metric,
                              double limit, bool at_least, tl_verdict *verdict, tl_error *error) {
    tl_range_decision decision;
    /* "at least" is "not less than": not within the largest length below the limit */
    tl_status status =
        tl_range_within(inquiry->context, a, b, metric, at_least ? nextafter(limit, 0) : limit, &decision, error);
    if (status == TL_OK) {
        *verdict = decision.verdict;
        if (at_least && decision.verdict != TL_VERDICT_MARGINAL) {
            *verdict = decision.verdict == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_YES;
        }
    }
    return status;
}

tl_status tl_volumes_within(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                            const tl_range_result *range, double limit, bool at_least, tl_limit *result,
                            tl_error *error) {
    double margin = at_least ? range->distance_mm - limit : limit - range->distance_mm;
    double uncertainty = a->uncertainty + b->uncertainty;
    *result = (tl_limit){judge(margin, range->error_mm, inquiry->tolerance + uncertainty), range->distance_mm, limit,
                         margin, uncertainty};
    if (inquiry->tolerance == 0 && uncertainty == 0 && result->verdict == TL_VERDICT_MARGINAL) {
        if (at_least && limit <= 0) {
            result->verdict = TL_VERDICT_YES;
            return TL_OK;
        }
        return exact_within(inquiry, a, b, tl_inquiry_metric(inquiry), limit, at_least, &result->verdict, error);
    }
    return TL_OK;
}

tl_status tl_pair_within(const tl_inquiry *inquiry, size_t a, size_t b, const tl_range_result *range, double limit,
                         bool at_least, tl_limit *result, tl_error *error) {
    tl_volume va = tl_table_measured(inquiry->table, a), vb = tl_table_measured(inquiry->table, b);
    return tl_volumes_within(inquiry, &va, &vb, range, limit, at_least, result, error);
}

/* What of a model is reached, as one volume or, of a model that is shapes alone, as its core and its base. */
typedef struct reached {
    tl_volume parts[2];
    size_t count;
    tl_box3 box; /* of the whole model */
} reached;

/* The whole model and its box. Triangles only come near to what a shape is: a model that is shapes alone is measured
 * by these, and lies within their boxes (upright ones in the box of its triangles, to the last bit). */
static void reach_whole(const tl_inquiry *inquiry, size_t member, reached *r) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_body *body = placed->body;
    const tl_shape *shapes[2] = {&body->core_shape, &body->base};
    *r = (reached){.box = body->box};
    bool of_shapes = placed->model->core_physical && body->core_shape.kind != TL_SHAPE_NONE;
    for (size_t k = 0; k < 2 && of_shapes; k++) {
        if (shapes[k]->kind != TL_SHAPE_NONE && !(k == 1 && placed->model->base_guessed)) {
            r->parts[r->count++] = (tl_volume){.shape = shapes[k], .uncertainty = tl_placed_uncertainty(placed)};
            r->box = tl_shape_is_upright(shapes[k]) ? r->box : tl_box3_union(r->box, tl_shape_box(shapes[k]));
        }
    }
    if (!of_shapes) {
        r->parts[r->count++] = (tl_volume){.mesh = body->solid, .uncertainty = tl_placed_uncertainty(placed)};
    }
}

/* Who mans a strongpoint is reached anywhere along its walls (DT-FRT-06), but by those inside it with him: these are
 * what is measured to. */
static tl_status find_reached(const tl_inquiry *inquiry, size_t member, size_t other, bool whole, reached *r,
                              tl_error *error) {
    size_t shelter, with = SIZE_MAX;
    tl_status status = tl_inquiry_shelter(inquiry, member, &shelter, error);
    if (status == TL_OK && shelter != SIZE_MAX) {
        status = tl_inquiry_shelter(inquiry, other, &with, error);
    }
    reach_whole(inquiry, member, r);
    if (!whole) {
        r->parts[0] = tl_table_measured(inquiry->table, member);
        r->count = 1;
    }
    if (status == TL_OK && shelter != with) {
        const tl_table_area *in = &inquiry->referee->shelters[shelter];
        const tl_placed *walls = &inquiry->table->terrain[in->terrain];
        if (in->kind->shelter_reach && walls->body != NULL) {
            r->parts[0] = (tl_volume){.mesh = walls->body->solid,
                                      .mesh_closed = walls->inside_blocks,
                                      .uncertainty = tl_placed_uncertainty(walls)};
            r->count = 1;
            r->box = walls->body->box;
        }
    }
    return status;
}

/* From part to part; of the nearest two the tape. */
static tl_status measure_parts(const tl_inquiry *inquiry, const reached *a, const reached *b, tl_metric metric,
                               double length, tl_reach *reach, tl_error *error) {
    for (size_t k = 0; k < a->count * b->count; k++) {
        const tl_volume *p = &a->parts[k / b->count], *q = &b->parts[k % b->count];
        double uncertainty = p->uncertainty + q->uncertainty, tolerance = inquiry->tolerance + uncertainty;
        tl_range_result range;
        tl_status status = tl_range_between(inquiry->context, p, q, metric, &range, error);
        double margin = length - range.distance_mm;
        tl_verdict verdict = judge(margin, range.error_mm, tolerance);
        if (status == TL_OK && tolerance == 0 && verdict == TL_VERDICT_MARGINAL) {
            status = exact_within(inquiry, p, q, metric, length, false, &verdict, error);
        }
        if (status != TL_OK) {
            return status;
        }
        verdict = k > 0 ? tl_verdict_either(verdict, reach->limit.verdict) : verdict;
        if (k == 0 || range.distance_mm < reach->range.distance_mm) {
            reach->range = range;
            reach->limit = (tl_limit){verdict, range.distance_mm, length, margin, uncertainty};
        }
        reach->limit.verdict = verdict;
    }
    return TL_OK;
}

tl_status tl_pair_reach(const tl_inquiry *inquiry, size_t a, size_t b, tl_reach *reach, tl_error *error) {
    bool whole = tl_settings_is(&inquiry->settings, "cc_metric", "3d_full", false);
    bool plan = tl_settings_is(&inquiry->settings, "cc_metric", "plan_with_gap", true);
    double length = tl_ruleset_length(inquiry->referee->ruleset, "close_combat_reach", inquiry->units);
    reached from, to;
    *reach = (tl_reach){.has_gap = plan};
    tl_status status = find_reached(inquiry, a, b, whole, &from, error);
    if (status == TL_OK) {
        status = find_reached(inquiry, b, a, whole, &to, error);
    }
    if (status == TL_OK) {
        status = measure_parts(inquiry, &from, &to, plan ? TL_METRIC_PLAN : TL_METRIC_3D, length, reach, error);
    }
    if (status == TL_OK && plan) {
        tl_limit *limit = &reach->limit;
        double gap = tl_max(0, tl_max(from.box.low.z - to.box.high.z, to.box.low.z - from.box.high.z));
        double tolerance = inquiry->tolerance + limit->uncertainty;
        tl_verdict vertical =
            tolerance == 0 ? (gap <= length ? TL_VERDICT_YES : TL_VERDICT_NO) : judge(length - gap, 1e-9, tolerance);
        reach->gap = gap;
        if (length - gap < limit->margin) {
            limit->margin = length - gap;
            limit->distance = gap;
        }
        limit->verdict = tl_verdict_both(limit->verdict, vertical);
    }
    return status;
}

tl_status tl_pair_close_combat(const tl_inquiry *inquiry, size_t a, size_t b, tl_limit *result, tl_error *error) {
    tl_reach reach;
    tl_status status = tl_pair_reach(inquiry, a, b, &reach, error);
    *result = reach.limit;
    return status;
}

/* --- Field of fire ------------------------------------------------------------------------------------------------ */

/* The core in plan: where its middle is, and how far it reaches from there ahead, to the left, behind and to the right.
 * Taken in the model's own frame and placed at the end: a model that is symmetric about its origin has its middle
 * exactly where it stands, and limits that are reached exactly stay exact. */
static void hull_extent(const tl_inquiry *inquiry, size_t member, double facing_deg, const tl_vec3 *mount,
                        tl_vec2 *centre, double extent[4]) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_document_pose *stated = &tl_table_member(inquiry->table, member)->pose;
    tl_pose tilt = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, stated->roll, stated->pitch);
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < placed->model->core->vertex_count; i++) {
        box = tl_box3_add(box, tl_pose_point(&tilt, placed->model->core->vertices[i]));
    }
    double s, c, x = 0.5 * (box.low.x + box.high.x), y = 0.5 * (box.low.y + box.high.y);
    if (mount != NULL) { /* seen from there instead */
        tl_vec3 at = tl_pose_point(&tilt, *mount);
        x = at.x;
        y = at.y;
    }
    tl_sincos_deg(facing_deg, &s, &c);
    *centre = (tl_vec2){placed->body->pose.at.x + (x * c - y * s), placed->body->pose.at.y + (x * s + y * c)};
    extent[0] = box.high.x - x;
    extent[1] = box.high.y - y;
    extent[2] = x - box.low.x;
    extent[3] = y - box.low.y;
}

tl_status tl_volume_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, const tl_volume *target,
                        bool whole, tl_pair_arc_result *result, tl_error *error) {
    memset(result, 0, sizeof(*result));
    tl_arc_query query = {.kind = TL_ARC_ANY, .half_width_deg = 45};
    query.facing_deg = tl_inquiry_facing(inquiry, a);
    result->name = TL_SAY_ARC_TURRET;
    switch (weapon->arc) {
    case TL_WEAPON_ARC_FRONT:
        query.kind = TL_ARC_FRONT;
        result->name = TL_SAY_ARC_FRONT;
        result->axis_deg = query.facing_deg;
        result->half_deg = 45;
        break;
    case TL_WEAPON_ARC_REAR:
        query.kind = TL_ARC_REAR;
        result->name = TL_SAY_ARC_REAR;
        result->axis_deg = query.facing_deg + 180;
        result->half_deg = 45;
        break;
    case TL_WEAPON_ARC_LEFT:
        query.kind = TL_ARC_LEFT;
        result->name = TL_SAY_ARC_LEFT;
        result->axis_deg = query.facing_deg + 90;
        result->half_deg = 90;
        break;
    case TL_WEAPON_ARC_RIGHT:
        query.kind = TL_ARC_RIGHT;
        result->name = TL_SAY_ARC_RIGHT;
        result->axis_deg = query.facing_deg - 90;
        result->half_deg = 90;
        break;
    case TL_WEAPON_ARC_TURRET:
    case TL_WEAPON_ARC_ANY:
    case TL_WEAPON_ARC_UNSTATED:
        result->always = true;
        break;
    }
    query.side = tl_settings_is(&inquiry->settings, "side_arc", "centre_line", false) ? TL_ARC_CENTRE_LINE
                                                                                      : TL_ARC_OUTSIDE_HULL_LINE;
    query.part = whole                                                               ? TL_ARC_WHOLE
                 : tl_settings_is(&inquiry->settings, "fof_target", "centre", false) ? TL_ARC_CENTRE
                 : tl_settings_is(&inquiry->settings, "fof_target", "whole", false)  ? TL_ARC_WHOLE
                                                                                     : TL_ARC_ANY_PART;
    double extent[4];
    tl_vec2 centre;
    bool at_mount = weapon->has_mount && tl_settings_is(&inquiry->settings, "fof_apex", "mount", false);
    hull_extent(inquiry, a, query.facing_deg, at_mount ? &weapon->mount : NULL, &centre, extent);
    query.left_apex = query.right_apex = centre;
    query.hull_left = tl_max(0, extent[1]);
    query.hull_right = tl_max(0, extent[3]);
    if (tl_settings_is(&inquiry->settings, "fof_apex", "hull_corners", false) &&
        (query.kind == TL_ARC_FRONT || query.kind == TL_ARC_REAR)) {
        double s, c;
        tl_sincos_deg(query.facing_deg, &s, &c);
        bool rear = query.kind == TL_ARC_REAR;
        double ahead = rear ? -extent[2] : extent[0];
        double left = rear ? -extent[3] : extent[1], right = rear ? extent[1] : -extent[3];
        query.left_apex = (tl_vec2){centre.x + ahead * c - left * s, centre.y + ahead * s + left * c};
        query.right_apex = (tl_vec2){centre.x + ahead * c - right * s, centre.y + ahead * s + right * c};
    }
    result->apex = (tl_vec3){centre.x, centre.y, inquiry->table->members[a].body->box.low.z};
    tl_arc_result arc;
    tl_status status = tl_arc_test(inquiry->context, &query, target, 1, &arc, error);
    if (status != TL_OK) {
        return status;
    }
    result->angle_deg = arc.angle_deg;
    result->margin_deg = arc.margin_deg;
    result->margin_mm = arc.margin_mm;
    result->point = arc.point;
    /* the apex is told from the box of the firer's core, whose sides may each be off: the root of two in plan; so is
     * the middle of the target, where that counts */
    double seen = query.part == TL_ARC_CENTRE && target->mesh != NULL ? 1.4143 : 1;
    double tolerance = inquiry->tolerance + seen * target->uncertainty +
                       1.4143 * tl_placed_core_uncertainty(&inquiry->table->members[a]);
    result->verdict = result->always   ? TL_VERDICT_YES
                      : tolerance == 0 ? arc.inside
                                       : judge(arc.margin_mm, arc.error_mm, tolerance);
    return TL_OK;
}

tl_status tl_pair_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                      tl_pair_arc_result *result, tl_error *error) {
    tl_volume target = tl_table_measured(inquiry->table, b);
    return tl_volume_arc(inquiry, a, weapon, &target, false, result, error);
}
