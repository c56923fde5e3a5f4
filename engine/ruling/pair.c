/* pair.c: measuring between two models as the rules say. */
#include "ruling/pair.h"

#include "visibility/line.h"
#include "visibility/margin.h"

#include <string.h>

/* A line that passes something nearer than this is said to pass it, mm. */
#define NARROW 10.0

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return member == TL_THE_CENTRE ? tl_phrase(&inquiry->words, TL_SAY_THE_CENTRE)
                                   : inquiry->table->members[member].name;
}

static size_t slot_of(const tl_inquiry *inquiry, size_t member) {
    return member == TL_THE_CENTRE ? 0 : inquiry->table->members[member].slot;
}

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

/* Who mans a strongpoint is reached anywhere along its walls (DT-FRT-06): these are what is measured to. */
static tl_status reached_volume(const tl_inquiry *inquiry, size_t member, bool whole, tl_volume *volume, tl_box3 *box,
                                tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    size_t shelter;
    tl_status status = tl_inquiry_shelter(inquiry, member, &shelter, error);
    *volume =
        whole ? (tl_volume){.mesh = body->solid, .uncertainty = tl_placed_uncertainty(&inquiry->table->members[member])}
              : tl_table_measured(inquiry->table, member);
    *box = body->box;
    if (status == TL_OK && shelter != SIZE_MAX) {
        const tl_table_area *in = &inquiry->referee->shelters[shelter];
        const tl_placed *walls = &inquiry->table->terrain[in->terrain];
        if (in->kind->shelter_reach && walls->body != NULL) {
            *volume = (tl_volume){.mesh = walls->body->solid,
                                  .mesh_closed = walls->inside_blocks,
                                  .uncertainty = tl_placed_uncertainty(walls)};
            *box = walls->body->box;
        }
    }
    return status;
}

tl_status tl_pair_reach(const tl_inquiry *inquiry, size_t a, size_t b, tl_reach *reach, tl_error *error) {
    bool whole = tl_settings_is(&inquiry->settings, "cc_metric", "3d_full", false);
    bool plan = tl_settings_is(&inquiry->settings, "cc_metric", "plan_with_gap", true);
    tl_metric metric = plan ? TL_METRIC_PLAN : TL_METRIC_3D;
    double length = tl_ruleset_length(inquiry->referee->ruleset, "close_combat_reach", inquiry->units);
    tl_volume va, vb;
    tl_box3 p, q;
    *reach = (tl_reach){.has_gap = plan};
    tl_status status = reached_volume(inquiry, a, whole, &va, &p, error);
    if (status == TL_OK) {
        status = reached_volume(inquiry, b, whole, &vb, &q, error);
    }
    if (status == TL_OK) {
        status = tl_range_between(inquiry->context, &va, &vb, metric, &reach->range, error);
    }
    if (status != TL_OK) {
        return status;
    }
    double distance = reach->range.distance_mm;
    double margin = length - distance;
    double uncertainty = va.uncertainty + vb.uncertainty, tolerance = inquiry->tolerance + uncertainty;
    tl_verdict verdict = judge(margin, reach->range.error_mm, tolerance);
    if (tolerance == 0 && verdict == TL_VERDICT_MARGINAL) {
        status = exact_within(inquiry, &va, &vb, metric, length, false, &verdict, error);
    }
    if (plan) {
        double gap = tl_max(0, tl_max(p.low.z - q.high.z, q.low.z - p.high.z));
        tl_verdict vertical =
            tolerance == 0 ? (gap <= length ? TL_VERDICT_YES : TL_VERDICT_NO) : judge(length - gap, 1e-9, tolerance);
        reach->gap = gap;
        if (length - gap < margin) {
            margin = length - gap;
            distance = gap;
        }
        verdict = verdict == TL_VERDICT_NO || vertical == TL_VERDICT_NO ? TL_VERDICT_NO
                  : verdict == TL_VERDICT_YES                           ? vertical
                                                                        : TL_VERDICT_MARGINAL;
    }
    reach->limit = (tl_limit){verdict, distance, length, margin, uncertainty};
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

/* --- Sight -------------------------------------------------------------------------------------------------------- */

static bool is_transparent_area(const tl_inquiry *inquiry, const tl_between *between, size_t slot) {
    if (slot == 0 || slot > inquiry->table->terrain_count || between->blockers[slot] != 0) {
        return false;
    }
    for (size_t i = 0; i < between->sight_count; i++) {
        if (inquiry->table->terrain[inquiry->referee->areas[between->area_of[i]].terrain].slot == slot) {
            return true;
        }
    }
    return false;
}

/* What an area says of a line, held against the limit as the rules say it: without the rounding that is passed on. */
static tl_area_ruling rule_line(const tl_inquiry *inquiry, const tl_between *between, size_t index, tl_vec3 from,
                                tl_vec3 to) {
    tl_area_ruling ruling;
    tl_area_line(&between->sights[index], from, to, &ruling);
    if (isfinite(ruling.limit_mm)) {
        const tl_area_rule *rule = inquiry->referee->areas[between->area_of[index]].kind->area;
        bool inside = ruling.clause == TL_AREA_INSIDE_CAP || ruling.clause == TL_AREA_INSIDE_DISTANCE;
        double least = ruling.verdict == TL_VERDICT_YES ? 0 : -INFINITY; /* at the limit to the last bit */
        ruling.limit_mm = (inside ? rule->inside_units : rule->edge_units) * inquiry->game_unit;
        ruling.margin.low = tl_max(ruling.limit_mm - ruling.distance.high, least);
        ruling.margin.high = tl_max(ruling.limit_mm - ruling.distance.low, least);
    }
    return ruling;
}

/* The area on the line with the least depth to spare. */
static void explain_depth(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result,
                          tl_vec3 from, tl_vec3 to) {
    for (size_t i = 0; i < between->sight_count; i++) {
        tl_area_ruling ruling = rule_line(inquiry, between, i, from, to);
        if (ruling.clause != TL_AREA_NOT_ENTERED && ruling.margin.low < INFINITY &&
            (!result->has_depth || ruling.margin.low < result->depth.margin.low)) {
            result->has_depth = true;
            result->depth = ruling;
            result->depth_from = from;
            result->depth_to = to;
            result->depth_terrain = inquiry->referee->areas[between->area_of[i]].terrain;
        }
    }
}

/* Why the areas allow no line: the one that stands in the way, on the line that comes nearest to being allowed of those
 * looked at (the one tried last, and the straight one). An example: the verdict rests on the proof for all lines. */
static void explain_too_deep(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                             tl_pair_sight_result *result) {
    tl_vec3 line[2][2] = {{p, q}, {result->sight.attempt_from, result->sight.attempt_to}};
    for (int k = 0; k < (result->sight.has_attempt ? 2 : 1); k++) {
        for (size_t i = 0; i < between->sight_count; i++) {
            tl_area_ruling ruling = rule_line(inquiry, between, i, line[k][0], line[k][1]);
            if (ruling.verdict == TL_VERDICT_NO &&
                (!result->has_depth || ruling.margin.high > result->depth.margin.high)) {
                result->has_depth = true;
                result->depth = ruling;
                result->depth_from = line[k][0];
                result->depth_to = line[k][1];
                result->depth_terrain = inquiry->referee->areas[between->area_of[i]].terrain;
            }
        }
    }
}

const char *tl_depth_rule(const tl_area_ruling *depth) {
    return depth->clause == TL_AREA_INSIDE_CAP || depth->clause == TL_AREA_INSIDE_DISTANCE ? "DB-ARE-03" : "DB-ARE-02";
}

/* Work for one of many questions: some three milliseconds. */
enum { QUICK_BUDGET = 400000 };

/* Where two cores are nearest; left as it is when one of them is empty. */
static tl_status between_cores(const tl_inquiry *inquiry, size_t a, size_t b, tl_range_result *nearest,
                               tl_error *error) {
    const tl_body *p = inquiry->table->members[a].body, *q = inquiry->table->members[b].body;
    tl_volume from = {.mesh = p->core, .mesh_closed = p->core_closed};
    tl_volume to = {.mesh = q->core, .mesh_closed = q->core_closed};
    if (tl_bvh_triangle_count(p->core) == 0 || tl_bvh_triangle_count(q->core) == 0) {
        return TL_OK;
    }
    return tl_range_between(inquiry->context, &from, &to, TL_METRIC_3D, nearest, error);
}

static tl_vec3 core_middle(const tl_inquiry *inquiry, size_t member) {
    return tl_box3_centre(tl_bvh_box(inquiry->table->members[member].body->core));
}

/* Who keeps the line from being clearer: whoever lies no farther from it than its clearance, which is rounded down. */
static void explain_clearance(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result) {
    const tl_sight *sight = &result->sight;
    double limit = sight->clearance * (1 + 1e-6) + 1e-6;
    uint32_t slot;
    double clearance = tl_sight_clearance(&between->obstacles, sight->from, sight->to, limit, &slot);
    result->has_nearest = clearance < limit;
    result->nearest = slot != UINT32_MAX ? (uint32_t)tl_table_open_slot(inquiry->table, slot) : 0;
}

/* Which rule decided, and what the areas had to say. `p` and `q`: where the two ends are nearest, or their middles. */
static void judge_sight(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                        tl_pair_sight_result *result) {
    tl_sight *sight = &result->sight;
    result->by_area = sight->named_count > 0;
    for (size_t i = 0; i < sight->named_count; i++) {
        result->by_area = result->by_area && is_transparent_area(inquiry, between, sight->named[i]);
    }
    result->rule = "DB-LOS-01";
    if (sight->verdict == TL_VERDICT_NO) {
        result->rule = "DB-LOS-02";
        for (size_t i = 0; i < between->outlook_count && sight->named_count > 0; i++) {
            result->rule = between->outlook[i].slot == sight->named[0] ? "DT-FRT-04" : result->rule;
        }
        if (result->by_area && !sight->from_inside_solid && !sight->to_inside_solid) {
            explain_too_deep(inquiry, between, p, q, result);
            result->rule = result->has_depth ? tl_depth_rule(&result->depth) : "DB-ARE-02";
        }
    }
    if (sight->has_line) {
        explain_depth(inquiry, between, result, sight->from, sight->to);
        explain_clearance(inquiry, between, result);
    }
}

/* Lines turned round, as if asked from the other end: the blocked one is then stopped by what it meets first from
 * there. */
static void turn_sight(const tl_obstacles *obstacles, tl_pair_sight_result *result) {
    tl_sight *sight = &result->sight;
    tl_area_ruling *depth = &result->depth;
    tl_area_range range = depth->to_far[0];
    depth->to_far[0] = depth->to_far[1];
    depth->to_far[1] = range;
    range = depth->to_near[0];
    depth->to_near[0] = depth->to_near[1];
    depth->to_near[1] = range;
    depth->end = depth->end < 0 ? -1 : 1 - depth->end;
    tl_vec3 end = result->depth_from;
    result->depth_from = result->depth_to;
    result->depth_to = end;
    tl_vec3 point = sight->from;
    sight->from = sight->to;
    sight->to = point;
    point = sight->attempt_from;
    sight->attempt_from = sight->attempt_to;
    sight->attempt_to = point;
    bool inside = sight->from_inside_solid;
    sight->from_inside_solid = sight->to_inside_solid;
    sight->to_inside_solid = inside;
    tl_hit hit;
    if (sight->has_attempt &&
        tl_world_nearest_hit(obstacles->world, sight->attempt_from, sight->attempt_to, obstacles->blockers, &hit)) {
        sight->attempt_stop = tl_lerp(sight->attempt_from, sight->attempt_to, hit.t);
    }
}

/* Whether the areas and fields of view alone allow no line, whatever is in the way. */
static tl_status conditions_forbid(const tl_inquiry *inquiry, const tl_between *between, size_t p, size_t q,
                                   const tl_sight_options *options, bool *forbidden, tl_error *error) {
    *forbidden = false;
    if (between->obstacles.condition_count == 0) {
        return TL_OK;
    }
    uint8_t *nobody = tl_alloc_array(inquiry->context, tl_world_slot_count(between->obstacles.world), 1);
    if (nobody == NULL) {
        return tl_fail_memory(error);
    }
    tl_obstacles obstacles = between->obstacles;
    obstacles.blockers = obstacles.insides = nobody;
    tl_sight sight;
    tl_sight_options quick = *options;
    quick.quick = true;
    quick.recorder = NULL;
    tl_status status = tl_visibility_between(inquiry->context, &obstacles, inquiry->table->members[p].body->core,
                                             inquiry->table->members[q].body->core, &quick, &sight, error);
    *forbidden = status == TL_OK && sight.verdict == TL_VERDICT_NO;
    tl_free(inquiry->context, nobody);
    return status;
}

/* A no that holds for lines which touch nothing may not hold where touching is allowed (DB-LOS-03 with `clear`): it
 * stays when both bodies, grown a little on all sides, are still hidden from each other. Nor does it hold while another
 * pair of the units may pass an area (DB-ARE-08). */
static tl_status open_what_is_not_proved(const tl_inquiry *inquiry, const tl_between *between, size_t p, size_t q,
                                         const tl_sight_options *options, tl_sight *sight, tl_error *error) {
    if (sight->verdict != TL_VERDICT_NO || sight->from_inside_solid || sight->to_inside_solid) {
        return TL_OK;
    }
    bool open = between->grain_open;
    if (!open && tl_settings_is(&inquiry->settings, "los_touch", "clear", false)) {
        bool hidden = false;
        uint64_t work = 0;
        tl_sight_options quiet = *options;
        quiet.recorder = NULL;
        tl_status status = conditions_forbid(inquiry, between, p, q, options, &hidden, error);
        if (status == TL_OK && !hidden) {
            status = tl_margin_hidden(inquiry->context, &between->obstacles, inquiry->table->members[p].body->core,
                                      inquiry->table->members[q].body->core, tl_max(inquiry->tolerance, 1e-4), true, 16,
                                      &quiet, &hidden, &work, error);
        }
        if (status != TL_OK) {
            return status;
        }
        open = !hidden;
    }
    if (open) {
        sight->verdict = TL_VERDICT_MARGINAL;
        sight->why = TL_WHY_TOLERANCE;
        sight->max_clearance = between->grain_open ? INFINITY : 0;
    }
    return TL_OK;
}

bool tl_pair_turned(const tl_inquiry *inquiry, size_t a, size_t b) {
    const tl_vec3 p = inquiry->table->members[a].body->pose.at, q = inquiry->table->members[b].body->pose.at;
    return p.x != q.x ? p.x > q.x : p.y != q.y ? p.y > q.y : p.z != q.z ? p.z > q.z : a > b;
}

tl_status tl_pair_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *result, tl_error *error) {
    return tl_pair_sight_recorded(inquiry, a, b, NULL, 0, result, error);
}

tl_status tl_pair_sight_recorded(const tl_inquiry *inquiry, size_t a, size_t b, const tl_sight_recorder *recorder,
                                 uint64_t budget, tl_pair_sight_result *result, tl_error *error) {
    memset(result, 0, sizeof(*result));
    bool swapped = tl_pair_turned(inquiry, a, b);
    size_t p = swapped ? b : a, q = swapped ? a : b;
    tl_between between;
    tl_status status = tl_between_sight(inquiry, p, q, &between, error);
    if (status != TL_OK) {
        return status;
    }
    tl_sight_options options = {.tolerance = inquiry->tolerance > 0 ? inquiry->tolerance : 0.05,
                                .min_clearance = tl_settings_number(&inquiry->settings, "min_clearance_mm", 0),
                                .seed = tl_pair_seed(inquiry, p, q),
                                .prove = true,
                                .quick = inquiry->quick,
                                .budget = inquiry->quick ? QUICK_BUDGET : budget,
                                .recorder = recorder};
    tl_open_record record = {inquiry->table, recorder};
    tl_sight_recorder open;
    if (between.closed && recorder != NULL) {
        open = tl_open_recorder(&record);
        options.recorder = &open;
    }
    const tl_body *from = inquiry->table->members[p].body, *to = inquiry->table->members[q].body;
    const tl_line_asked asked = {.from = from->core,
                                 .to = to->core,
                                 .uncertainty = tl_max(tl_placed_core_uncertainty(&inquiry->table->members[p]),
                                                       tl_placed_core_uncertainty(&inquiry->table->members[q])),
                                 .options = options};
    status = tl_line_ask(inquiry, &between.obstacles, &asked, &result->sight, error);
    tl_open_names(inquiry->table, &result->sight);
    if (status == TL_OK) {
        status = open_what_is_not_proved(inquiry, &between, p, q, &options, &result->sight, error);
    }
    if (status == TL_OK) {
        status = tl_doubt_sight(inquiry, &between, &asked, &result->sight, &result->doubt, error);
    }
    if (status == TL_OK) {
        status = tl_holes_look(inquiry, &between, &asked, &result->doubt, &result->sight, &result->holes, error);
    }
    tl_doubt_free(&result->doubt);
    if (status == TL_OK) {
        result->from = a;
        result->to = b;
        tl_sight *sight = &result->sight;
        tl_range_result nearest = {.from = core_middle(inquiry, p), .to = core_middle(inquiry, q)};
        if (sight->verdict == TL_VERDICT_NO && between.sight_count > 0) {
            status = between_cores(inquiry, p, q, &nearest, error);
        }
        judge_sight(inquiry, &between, nearest.from, nearest.to, result);
        if (swapped) {
            turn_sight(&between.obstacles, result);
            tl_holes_turn(&result->holes);
        }
    }
    tl_between_free(&between);
    return status == TL_OK ? tl_pair_patch_look(inquiry, result, error) : status;
}

tl_status tl_point_sight(const tl_inquiry *inquiry, tl_vec3 point, double point_off, size_t member, bool to_centre,
                         tl_pair_sight_result *result, tl_error *error) {
    memset(result, 0, sizeof(*result));
    result->from = to_centre ? member : TL_THE_CENTRE;
    result->to = to_centre ? TL_THE_CENTRE : member;
    result->rule = "DB-LOS-01";
    const tl_body *body = inquiry->table->members[member].body;
    tl_shape shape;
    tl_volume here = tl_volume_of_point(point, &shape);
    tl_volume core = {.mesh = body->core, .mesh_closed = body->core_closed};
    tl_range_result range;
    tl_status status = tl_range_between(inquiry->context, &here, &core, TL_METRIC_3D, &range, error);
    if (status != TL_OK) {
        return status;
    }
    if (range.distance_mm == 0) {
        result->sight = (tl_sight){.verdict = TL_VERDICT_YES, .has_line = true, .from = point, .to = point};
        result->within = true;
        return TL_OK;
    }
    const tl_sight_end end[2] = {{.is_point = true, .point = point}, {.member = member}};
    tl_between between;
    status = tl_between_ends(inquiry, end, &between, error);
    if (status != TL_OK) {
        return status;
    }
    tl_sight_options options = {.tolerance = inquiry->tolerance > 0 ? inquiry->tolerance : 0.05,
                                .min_clearance = tl_settings_number(&inquiry->settings, "min_clearance_mm", 0),
                                .seed = tl_hash(tl_hash(0, &point, sizeof(point)), &body->pose, sizeof(body->pose)),
                                .prove = true,
                                .quick = inquiry->quick,
                                .budget = inquiry->quick ? QUICK_BUDGET : 0};
    const tl_line_asked asked = {.point = point,
                                 .to = body->core,
                                 .uncertainty =
                                     tl_max(point_off, tl_placed_core_uncertainty(&inquiry->table->members[member])),
                                 .options = options};
    status = tl_line_ask(inquiry, &between.obstacles, &asked, &result->sight, error);
    tl_open_names(inquiry->table, &result->sight);
    if (status == TL_OK) {
        status = tl_doubt_sight(inquiry, &between, &asked, &result->sight, &result->doubt, error);
    }
    if (status == TL_OK) {
        status = tl_holes_look(inquiry, &between, &asked, &result->doubt, &result->sight, &result->holes, error);
    }
    tl_doubt_free(&result->doubt);
    if (status == TL_OK) {
        judge_sight(inquiry, &between, point, core_middle(inquiry, member), result);
        if (to_centre) {
            turn_sight(&between.obstacles, result);
            tl_holes_turn(&result->holes);
        }
    }
    tl_between_free(&between);
    return status;
}

void tl_pair_sight_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size) {
    const char *from = name_of(inquiry, result->from), *to = name_of(inquiry, result->to);
    const tl_sight *sight = &result->sight;
    char number[TL_LENGTH_SIZE], list[200], way[240];
    if (result->patch.decides) {
        tl_pair_patch_text(inquiry, result, buffer, size);
        return;
    }
    if (result->holes.count > 0) {
        char holes[TL_REASON_TEXT];
        tl_holes_text(inquiry, &result->holes, holes, sizeof(holes));
        tl_say(&inquiry->words, buffer, size,
               result->holes.by_repair                   ? TL_SAY_SIGHT_NO_REPAIR
               : result->holes.through == TL_VERDICT_YES ? TL_SAY_SIGHT_THROUGH
                                                         : TL_SAY_SIGHT_PERHAPS_THROUGH,
               from, to, holes);
        return;
    }
    if (sight->verdict == TL_VERDICT_YES) {
        bool close = sight->clearance <= inquiry->tolerance, past = result->has_nearest && sight->clearance < NARROW;
        tl_say(&inquiry->words, buffer, size,
               close  ? past ? TL_SAY_SIGHT_CLOSE_PAST : TL_SAY_SIGHT_CLOSE
               : past ? TL_SAY_SIGHT_PAST
                      : TL_SAY_SIGHT_YES,
               from, to, tl_length_text(&inquiry->words, sight->clearance, number),
               past && result->nearest == 0 ? tl_phrase(&inquiry->words, TL_SAY_THE_GROUND)
               : past                       ? tl_slot_display_name(&inquiry->words, inquiry->table, result->nearest)
                                            : NULL);
        return;
    }
    if (sight->from_inside_solid || sight->to_inside_solid) {
        tl_say(&inquiry->words, buffer, size, TL_SAY_SIGHT_INSIDE, from, to, sight->from_inside_solid ? from : to);
        return;
    }
    if (result->doubt.decides) {
        char clear[TL_LENGTH_SIZE];
        tl_slots_text(&inquiry->words, inquiry->table, result->doubt.slots, result->doubt.count, list, sizeof(list));
        tl_say(&inquiry->words, buffer, size, sight->has_line ? TL_SAY_SIGHT_UNCERTAIN : TL_SAY_SIGHT_UNCERTAIN_HIDDEN,
               from, to, tl_length_text(&inquiry->words, result->doubt.needed, number),
               tl_length_text(&inquiry->words, sight->clearance, clear), result->doubt.count > 0 ? list : from);
        return;
    }
    tl_slots_text(&inquiry->words, inquiry->table, sight->named, sight->named_count, list, sizeof(list));
    tl_say(&inquiry->words, way, sizeof(way), sight->named_count > 1 ? TL_SAY_ARE : TL_SAY_IS, list);
    if (sight->verdict == TL_VERDICT_NO) {
        tl_say(&inquiry->words, buffer, size, result->by_area ? TL_SAY_SIGHT_NO_AREA : TL_SAY_SIGHT_NO, from, to,
               result->by_area ? list : way);
    } else if (sight->has_line && sight->clearance > 0) {
        char wanted[TL_LENGTH_SIZE];
        double least = tl_settings_number(&inquiry->settings, "min_clearance_mm", 0);
        tl_say(&inquiry->words, buffer, size, TL_SAY_SIGHT_MARGINAL_NARROW, from, to,
               tl_length_text(&inquiry->words, sight->clearance, number),
               tl_length_text(&inquiry->words, least, wanted));
    } else if (sight->max_clearance < 10) {
        tl_say(&inquiry->words, buffer, size, TL_SAY_SIGHT_MARGINAL_BEST, from, to,
               tl_length_text(&inquiry->words, sight->max_clearance, number));
    } else {
        tl_say(&inquiry->words, buffer, size,
               sight->named_count > 0 ? TL_SAY_SIGHT_MARGINAL_IN_WAY : TL_SAY_SIGHT_MARGINAL, from, to, way);
    }
}

static void depth_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    if (result->has_depth) {
        tl_json_key(writer, "depth");
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "terrain", inquiry->table->terrain[result->depth_terrain].id);
        tl_json_put_double(writer, "distance_mm", result->depth.distance.high);
        if (isfinite(result->depth.limit_mm)) {
            tl_json_put_double(writer, "limit_mm", result->depth.limit_mm);
            tl_json_put_double(writer, "margin_mm", result->depth.margin.low);
        }
        tl_json_end_object(writer);
    }
}

void tl_pair_sight_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    const tl_sight *sight = &result->sight;
    tl_json_put_string(writer, "from", inquiry->table->members[result->from].id);
    tl_json_put_string(writer, "to", inquiry->table->members[result->to].id);
    tl_pair_patch_json(inquiry, result, writer);
    tl_holes_json(inquiry, &result->holes, writer);
    if (sight->verdict == TL_VERDICT_YES) {
        tl_json_key(writer, "witness");
        tl_json_begin_object(writer);
        tl_json_put_point(writer, "from", sight->from);
        tl_json_put_point(writer, "to", sight->to);
        tl_json_put_double(writer, "clearance_mm", sight->clearance);
        if (result->has_nearest) {
            tl_json_put_string(writer, "nearest", tl_table_slot_name(inquiry->table, result->nearest));
        }
        tl_json_end_object(writer);
        if (sight->clearance <= inquiry->tolerance) {
            tl_json_put_bool(writer, "close", true);
        }
        depth_json(inquiry, result, writer);
        return;
    }
    if (sight->from_inside_solid || sight->to_inside_solid) {
        tl_json_put_string(writer, "reason", "inside_solid");
        tl_json_put_string(writer, "inside",
                           inquiry->table->members[sight->from_inside_solid ? result->from : result->to].id);
    }
    tl_json_put_slots(writer, "blockers", inquiry->table, sight->named, sight->named_count);
    depth_json(inquiry, result, writer);
    if (sight->verdict == TL_VERDICT_NO && sight->closed_gap > 1e-6) {
        tl_json_put_double(writer, "closed_gap_mm", sight->closed_gap);
    }
    if (sight->verdict == TL_VERDICT_MARGINAL) {
        tl_json_put_string(writer, "why", tl_why_word(sight->why));
        tl_json_put_double(writer, "clearance_mm", sight->has_line ? sight->clearance : 0);
        if (result->doubt.decides) {
            tl_json_put_double(writer, "uncertainty_mm", result->doubt.needed);
        }
        if (isfinite(sight->max_clearance)) {
            tl_json_put_double(writer, "max_clearance_mm", sight->max_clearance);
        }
    }
}

static bool is_named(const tl_sight *sight, size_t slot) {
    for (size_t i = 0; i < sight->named_count; i++) {
        if (sight->named[i] == slot) {
            return true;
        }
    }
    return false;
}

/* Makes the stretch of a line of some length fit the distance that is told of it, which begins at the edge of a base:
 * one to the far edge takes all from there; one to the edge that is nearer to somebody outside is a stretch of its own.
 * Returns how many stretches there are. */
static size_t fit_stretch(const tl_area_ruling *depth, double length, double (*stretches)[2]) {
    double told = depth->distance.high / length, *inside = stretches[0], *before = stretches[1];
    bool out = depth->end == 0 ? inside[0] > 0 : inside[1] < 1;
    bool far = depth->clause == TL_AREA_THROUGH && depth->distance.high == depth->to_far[depth->end].high;
    if (out && !far) {
        before[0] = depth->end == 0 ? tl_max(0, inside[0] - told) : inside[1];
        before[1] = depth->end == 0 ? inside[0] : tl_min(1, inside[1] + told);
        return 2;
    }
    if (depth->end == 0) {
        inside[0] = tl_max(0, inside[1] - told);
    } else {
        inside[1] = tl_min(1, inside[0] + told);
    }
    return 1;
}

/* Where the line that is shown lies inside areas. What is told in words begins at the edge of a base, so of that area
 * the stretch does, too. */
static void depth_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_vec3 p, tl_vec3 q,
                          tl_answer *answer) {
    enum { MOST = 8 };
    double stretches[MOST][2];
    bool solid = !result->sight.has_line && !result->by_area;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        const tl_outline_box *box = &area->outline.box;
        if (area->kind->area == NULL || box->low.x > tl_max(p.x, q.x) || box->high.x < tl_min(p.x, q.x) ||
            box->low.y > tl_max(p.y, q.y) || box->high.y < tl_min(p.y, q.y)) {
            continue;
        }
        if (solid && is_named(&result->sight, inquiry->table->terrain[area->terrain].slot)) {
            continue;
        }
        tl_area prism = tl_inquiry_area(inquiry, area);
        size_t count = tl_area_stretches(&prism, p, q, stretches, MOST);
        if (result->has_depth && result->depth_terrain == area->terrain && count == 1 && result->depth.end >= 0 &&
            (result->depth.clause == TL_AREA_NEAR_EDGE || result->depth.clause == TL_AREA_THROUGH)) {
            count = fit_stretch(&result->depth, tl_length(tl_sub(q, p)), stretches);
        }
        for (size_t k = 0; k < count; k++) {
            tl_vec3 a = tl_lerp(p, q, stretches[k][0]), b = tl_lerp(p, q, stretches[k][1]);
            tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_DEPTH, a, b);
            if (witness != NULL) {
                witness->slot = inquiry->table->terrain[area->terrain].slot;
                witness->item = i;
                witness->width = area->kind->area->edge_units * inquiry->game_unit;
                tl_length_text(&inquiry->words, tl_length(tl_sub(b, a)), witness->label);
            }
        }
    }
}

void tl_pair_sight_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer) {
    const tl_sight *sight = &result->sight;
    tl_witness *witness = NULL;
    tl_holes_witness(inquiry, &result->holes, answer);
    for (size_t i = 0; i < result->doubt.count; i++) {
        tl_answer_uncertain(answer, inquiry, result->doubt.slots[i]);
    }
    if (sight->has_line) {
        witness = tl_answer_witness(answer, TL_WITNESS_SIGHT, sight->from, sight->to);
        if (witness != NULL) {
            witness->width = sight->clearance;
            witness->from_slot = slot_of(inquiry, result->from);
            witness->to_slot = slot_of(inquiry, result->to);
        }
        depth_witness(inquiry, result, sight->from, sight->to, answer);
        return;
    }
    if (sight->has_attempt) {
        witness = tl_answer_witness(answer, TL_WITNESS_ATTEMPT, sight->attempt_from, sight->attempt_stop);
        if (witness != NULL) {
            witness->c = sight->attempt_to;
            witness->from_slot = slot_of(inquiry, result->from);
            witness->to_slot = slot_of(inquiry, result->to);
        }
        depth_witness(inquiry, result, sight->attempt_from, result->by_area ? sight->attempt_to : sight->attempt_stop,
                      answer);
    } else if (result->by_area && result->has_depth) {
        witness = tl_answer_witness(answer, TL_WITNESS_ATTEMPT, result->depth_from, result->depth_to);
        if (witness != NULL) {
            witness->c = result->depth_to;
            witness->from_slot = slot_of(inquiry, result->from);
            witness->to_slot = slot_of(inquiry, result->to);
        }
        depth_witness(inquiry, result, result->depth_from, result->depth_to, answer);
    }
    for (size_t i = 0; i < sight->named_count; i++) {
        witness = tl_answer_witness(answer, TL_WITNESS_BLOCKER, sight->attempt_stop, sight->attempt_stop);
        if (witness != NULL) {
            witness->slot = sight->named[i];
        }
    }
}
