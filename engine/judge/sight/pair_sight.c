/* pair_sight.c: whether one model sees another, or a point, and which rule decides it. */
#include "judge/sight/pair_sight.h"

#include "judge/between/between.h"
#include "judge/between/closing.h"
#include "judge/between/line_asked.h"
#include "judge/order.h"
#include "judge/sight/pair_depth.h"
#include "judge/verdict.h"
#include "visibility/line.h"
#include "visibility/margin.h"

#include <string.h>

uint64_t tl_pair_seed(const tl_inquiry *inquiry, size_t a, size_t b) {
    const tl_body *p = inquiry->table->members[a].body, *q = inquiry->table->members[b].body;
    uint64_t seed = tl_hash(0, &p->pose, sizeof(p->pose));
    return tl_hash(seed, &q->pose, sizeof(q->pose));
}

/* Whether a slot is that of an area of which lines are asked something, and stands in the way besides. */
static bool is_walled_area(const tl_inquiry *inquiry, const tl_between *between, size_t slot) {
    for (size_t i = 0; i < between->sight_count; i++) {
        if (inquiry->table->terrain[inquiry->referee->areas[between->area_of[i]].terrain].slot == slot) {
            return between->blockers[slot] != 0;
        }
    }
    return false;
}

static bool is_transparent_area(const tl_inquiry *inquiry, const tl_between *between, size_t slot) {
    for (size_t i = 0; i < between->sight_count; i++) {
        if (inquiry->table->terrain[inquiry->referee->areas[between->area_of[i]].terrain].slot == slot) {
            return between->blockers[slot] == 0;
        }
    }
    return false;
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

/* Who keeps the line from being clearer: whoever lies no farther from it than its clearance, which is rounded down and
 * told less by what single precision makes of files. */
static void explain_clearance(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result) {
    const tl_sight *sight = &result->sight;
    double limit = (sight->clearance + between->obstacles.single_error) * (1 + 1e-6) + 1e-6;
    uint32_t slot;
    double clearance = tl_sight_clearance(&between->obstacles, sight->from, sight->to, limit, &slot);
    result->has_nearest = clearance < limit;
    result->nearest = slot != UINT32_MAX ? (uint32_t)tl_table_open_slot(inquiry->table, slot) : 0;
}

/* Of a house through whose windows there are lines it isn't the walls that hide: the lines run too deep in it. One that
 * nothing solid stops is looked for, and held against the areas. */
static tl_status look_past_walls(const tl_inquiry *inquiry, const tl_between *between,
                                 const tl_between_line_asked *asked, tl_pair_sight_result *result, tl_error *error) {
    tl_sight *sight = &result->sight, open;
    bool walled = false;
    for (size_t i = 0; i < sight->named_count; i++) {
        walled = walled || is_walled_area(inquiry, between, sight->named[i]);
    }
    if (!walled || sight->verdict != TL_VERDICT_NO || sight->from_inside_solid || sight->to_inside_solid ||
        inquiry->quick || asked->options.budget != 0) { /* one of many */
        return TL_OK;
    }
    tl_obstacles obstacles = between->obstacles;
    obstacles.conditions += between->sight_count;
    obstacles.condition_count -= between->sight_count;
    tl_between_line_asked again = *asked;
    again.options.prove = false;
    again.options.recorder = NULL;
    tl_status status = tl_between_line_ask(inquiry, &obstacles, &again, &open, error);
    if (status == TL_OK && open.verdict == TL_VERDICT_YES) {
        tl_pair_depth_explain_no(inquiry, between, open.from, open.to, result);
        if (result->has_depth) {
            sight->named[0] = (uint32_t)inquiry->table->terrain[result->depth_terrain].slot;
            sight->named_count = 1;
            result->by_area = true;
            result->cause = tl_pair_depth_cause(inquiry, result);
        }
    }
    return status;
}

/* Which rule decided, and what the areas had to say. `p` and `q`: where the two ends are nearest, or their middles. */
static void judge_sight(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                        tl_pair_sight_result *result) {
    tl_sight *sight = &result->sight;
    result->by_area = sight->named_count > 0;
    for (size_t i = 0; i < sight->named_count; i++) {
        result->by_area = result->by_area && is_transparent_area(inquiry, between, sight->named[i]);
    }
    result->cause = tl_by(TL_CLAUSE_SIGHT_FREE);
    if (sight->verdict == TL_VERDICT_NO) {
        result->cause = tl_by(TL_CLAUSE_SIGHT_BLOCKED);
        for (size_t i = 0; i < between->outlook_count && sight->named_count > 0; i++) {
            result->cause = between->outlook[i].slot == sight->named[0] ? tl_by(TL_CLAUSE_SHELTER_VIEW) : result->cause;
        }
        if (result->by_area && !sight->from_inside_solid && !sight->to_inside_solid) {
            tl_pair_depth_explain_no(inquiry, between, p, q, result);
            result->cause = result->has_depth ? tl_pair_depth_cause(inquiry, result) : tl_by(TL_CLAUSE_AREA_EDGE);
        }
    }
    if (sight->has_line) {
        tl_pair_depth_explain(inquiry, between, result, sight->from, sight->to);
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
    tl_sight_turn_round(sight);
    tl_hit hit;
    if (sight->has_attempt &&
        tl_world_nearest_hit(obstacles->world, sight->attempt_from, sight->attempt_to, obstacles->blockers, &hit)) {
        sight->attempt_stop = tl_lerp(sight->attempt_from, sight->attempt_to, hit.t);
    }
    tl_holes_turn(&result->holes);
}

/* Whether the areas and fields of view alone allow no line, whatever is in the way. */
static tl_status conditions_forbid(const tl_inquiry *inquiry, const tl_between *between,
                                   const tl_between_line_asked *asked, bool *forbidden, tl_error *error) {
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
    tl_sight_options quick = asked->options;
    quick.quick = true;
    quick.recorder = NULL;
    tl_status status =
        tl_visibility_between(inquiry->context, &obstacles, asked->from, asked->to, &quick, &sight, error);
    *forbidden = status == TL_OK && sight.verdict == TL_VERDICT_NO;
    tl_free(inquiry->context, nobody);
    return status;
}

/* A no that holds for lines which touch nothing may not hold where touching is allowed (DB-LOS-03 with `clear`): it
 * stays when both bodies, grown a little on all sides, are still hidden from each other. Nor does it hold while another
 * pair of the units may pass an area (DB-ARE-08). */
static tl_status open_what_is_not_proved(const tl_inquiry *inquiry, const tl_between *between,
                                         const tl_between_line_asked *asked, tl_sight *sight, tl_error *error) {
    if (sight->verdict != TL_VERDICT_NO || sight->from_inside_solid || sight->to_inside_solid) {
        return TL_OK;
    }
    bool open = between->grain_open;
    if (!open && tl_settings_is_at(&inquiry->settings, TL_SETTING_LOS_TOUCH, TL_CHOICE_LOS_TOUCH_CLEAR)) {
        bool hidden = false;
        uint64_t work = 0;
        tl_sight_options quiet = asked->options;
        quiet.recorder = NULL;
        tl_status status = conditions_forbid(inquiry, between, asked, &hidden, error);
        /* small enclosures often have triangles too thin to be trusted; hidden in a larger one is hidden, too */
        double by = tl_max(inquiry->tolerance, 1e-4);
        for (int i = 0; i < 3 && status == TL_OK && !hidden; i++, by = tl_max(5 * by, 0.25)) {
            status = tl_margin_hidden(inquiry->context, &between->obstacles, asked->from, asked->to, by, true, 16,
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

/* Sight that is asked by the thousand, or as if somebody weren't there, is no part of the answer by itself. */
static void note_unsettled(const tl_inquiry *inquiry, const tl_sight *sight) {
    if (inquiry->unsettled != NULL && !inquiry->quick && !tl_inquiry_leaves_out(inquiry) &&
        tl_inquiry_is_unsettled(sight->verdict, sight->why)) {
        inquiry->unsettled->sight = true;
    }
}

/* How lines are searched for. */
static tl_sight_options options_of(const tl_inquiry *inquiry, uint64_t seed, uint64_t budget) {
    return (tl_sight_options){.tolerance = inquiry->tolerance,
                              .min_clearance = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_CLEARANCE_MM),
                              .seed = seed,
                              .prove = true,
                              .quick = inquiry->quick,
                              .budget = inquiry->quick ? QUICK_BUDGET : budget,
                              .effort = inquiry->effort};
}

/* Asks for a line, and holds the answer against what isn't proved of two bodies, what uncertain meshes leave of it and
 * what it owes to holes. */
static tl_status ask_for_line(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                              tl_pair_sight_result *result, tl_error *error) {
    tl_status status = tl_between_line_ask(inquiry, &between->obstacles, asked, &result->sight, error);
    tl_between_open_names(inquiry->table, &result->sight);
    if (status == TL_OK && asked->from != NULL) {
        status = open_what_is_not_proved(inquiry, between, asked, &result->sight, error);
    }
    if (status == TL_OK) {
        status = tl_uncertainty_sight(inquiry, between, asked, &result->sight, &result->uncertainty, error);
    }
    if (status == TL_OK) {
        status = tl_holes_look(inquiry, between, asked, &result->uncertainty, &result->sight, &result->holes, error);
    }
    tl_uncertainty_free(&result->uncertainty);
    return status;
}

bool tl_pair_turned(const tl_inquiry *inquiry, size_t a, size_t b) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    const tl_vec3 p = inquiry->table->members[a].body->pose.at, q = inquiry->table->members[b].body->pose.at;
    int by = tl_order(p.x, q.x);
    by = by != 0 ? by : tl_order(p.y, q.y);
    by = by != 0 ? by : tl_order(p.z, q.z);
    return by != 0 ? by > 0 : a > b;
}

tl_status tl_pair_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    return tl_pair_sight_recorded(inquiry, a, b, NULL, 0, result, error);
}

tl_status tl_pair_sight_recorded(const tl_inquiry *inquiry, size_t a, size_t b, const tl_sight_recorder *recorder,
                                 uint64_t budget, tl_pair_sight_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    memset(result, 0, sizeof(*result));
    bool swapped = tl_pair_turned(inquiry, a, b);
    size_t p = swapped ? b : a, q = swapped ? a : b;
    tl_between between;
    tl_status status = tl_between_sight(inquiry, p, q, &between, error);
    if (status != TL_OK) {
        return status;
    }
    tl_sight_options options = options_of(inquiry, tl_pair_seed(inquiry, p, q), budget);
    options.recorder = recorder;
    tl_between_open_record record = {inquiry->table, recorder};
    tl_sight_recorder open;
    if (between.closed && recorder != NULL) {
        open = tl_between_open_recorder(&record);
        options.recorder = &open;
    }
    const tl_body *from = inquiry->table->members[p].body, *to = inquiry->table->members[q].body;
    const tl_between_line_asked asked = {.from = from->core,
                                         .to = to->core,
                                         .uncertainty = tl_max(tl_placed_core_uncertainty(&inquiry->table->members[p]),
                                                               tl_placed_core_uncertainty(&inquiry->table->members[q])),
                                         .options = options};
    status = ask_for_line(inquiry, &between, &asked, result, error);
    if (status == TL_OK) {
        result->from = a;
        result->to = b;
        tl_sight *sight = &result->sight;
        tl_range_result nearest = {.from = core_middle(inquiry, p), .to = core_middle(inquiry, q)};
        if (sight->verdict == TL_VERDICT_NO && between.sight_count > 0) { /* costs only time */
            status = between_cores(inquiry, p, q, &nearest, error);
        }
        judge_sight(inquiry, &between, nearest.from, nearest.to, result);
        status = status == TL_OK ? look_past_walls(inquiry, &between, &asked, result, error) : status;
        if (swapped) {
            turn_sight(&between.obstacles, result);
        }
    }
    tl_between_free(&between);
    status = status == TL_OK ? tl_pair_patch_look(inquiry, result, error) : status;
    if (status == TL_OK) {
        note_unsettled(inquiry, &result->sight);
    }
    return status;
}

tl_status tl_pair_point_sight(const tl_inquiry *inquiry, tl_vec3 point, double point_off, size_t member, bool to_centre,
                              tl_pair_sight_result *result, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    TL_ASSERT(point_off >= 0, "a point is off by a length");
    *result = (tl_pair_sight_result){.from = to_centre ? member : TL_THE_CENTRE,
                                     .to = to_centre ? TL_THE_CENTRE : member,
                                     .cause = tl_by(TL_CLAUSE_SIGHT_FREE)};
    const tl_body *body = inquiry->table->members[member].body;
    tl_shape shape;
    tl_volume here = tl_between_volume_of_point(point, &shape);
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
    const tl_between_end end[2] = {{.is_point = true, .point = point}, {.member = member}};
    tl_between between;
    status = tl_between_ends(inquiry, end, &between, error);
    if (status != TL_OK) {
        return status;
    }
    uint64_t seed = tl_hash(tl_hash(0, &point, sizeof(point)), &body->pose, sizeof(body->pose));
    const tl_between_line_asked asked = {
        .point = point,
        .to = body->core,
        .uncertainty = tl_max(point_off, tl_placed_core_uncertainty(&inquiry->table->members[member])),
        .options = options_of(inquiry, seed, 0)};
    status = ask_for_line(inquiry, &between, &asked, result, error);
    if (status == TL_OK) {
        judge_sight(inquiry, &between, point, core_middle(inquiry, member), result);
        status = look_past_walls(inquiry, &between, &asked, result, error);
        if (to_centre) {
            turn_sight(&between.obstacles, result);
        }
        note_unsettled(inquiry, &result->sight);
    }
    tl_between_free(&between);
    return status;
}

tl_status tl_sees_any(const tl_inquiry *inquiry, size_t member, const tl_party *to, tl_verdict *verdict,
                      tl_error *error) {
    *verdict = TL_VERDICT_NO;
    for (size_t j = 0; j < to->count && *verdict != TL_VERDICT_YES; j++) {
        tl_pair_sight_result sight;
        tl_status status = tl_pair_sight(inquiry, member, to->first + j, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        *verdict = tl_verdict_either(*verdict, sight.sight.verdict);
    }
    return TL_OK;
}
