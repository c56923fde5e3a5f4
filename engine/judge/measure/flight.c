/* flight.c: corridors, altitudes, who flies overhead: what of a field of fire isn't a direction. */
#include "judge/measure/flight.h"

#include "body/shape.h"
#include "judge/measure/hull.h"
#include "judge/measure/mask.h"
#include "judge/verdict.h"
#include "range/range.h"
#include "template/spare.h"

/* A share that is larger than half by less than this is half, where tolerance is 0 and outlines are exact. */
#define HALF_ROUNDING 1e-6

double tl_flight_altitude(const tl_inquiry *inquiry, size_t member, double *off) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_body *body = placed->body;
    bool stands = body->base.kind != TL_SHAPE_NONE;
    if (off != NULL) {
        *off = stands ? body->core_uncertainty + body->base_uncertainty : tl_placed_core_uncertainty(placed);
    }
    return tl_bvh_box(body->core).low.z - (stands ? tl_shape_box(&body->base).low.z : 0);
}

double tl_flight_reach(const tl_inquiry *inquiry, const tl_document_weapon *weapon) {
    const char *farther = weapon->arc != NULL ? weapon->arc->farther : "";
    double more = farther[0] != '\0' ? tl_settings_length(&inquiry->settings, farther, inquiry->units) : 0;
    return more + (weapon->range == TL_WEAPON_RANGE_UNITS ? weapon->range_max * inquiry->game_unit
                   : weapon->range == TL_WEAPON_RANGE_MM  ? weapon->range_max
                                                          : 0);
}

tl_volume tl_flight_target(const tl_inquiry *inquiry, const tl_document_weapon *weapon, size_t target) {
    bool hull = weapon != NULL && weapon->arc != NULL && weapon->arc->to_hull &&
                tl_settings_is_at(&inquiry->settings, TL_SETTING_AIR_DISTANCE, TL_CHOICE_AIR_DISTANCE_HULL);
    return hull ? tl_body_core_volume(inquiry->table->members[target].body) : tl_table_measured(inquiry->table, target);
}

/* --- Corridors ---------------------------------------------------------------------------------------------------- */

static void begin(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon, double extent[4],
                  tl_pair_arc_result *result) {
    tl_vec2 middle = tl_judge_hull(inquiry, member, extent);
    double z = inquiry->table->members[member].body->box.low.z;
    *result = (tl_pair_arc_result){.field = weapon->arc,
                                   .rule = weapon->arc->rule,
                                   .corridor = true,
                                   .aspect = TL_PAIR_ARC_CORRIDOR,
                                   .verdict = TL_VERDICT_NO,
                                   .axis_deg = tl_inquiry_facing(inquiry, member) + weapon->arc->axis_deg,
                                   .apex = {middle.x, middle.y, z},
                                   .point = {middle.x, middle.y, z}};
}

/* The strip ahead of a point, as long as it takes to pass all of a volume. */
static tl_status lay_strip(const tl_inquiry *inquiry, const tl_pair_arc_result *result, double right, double left,
                           const tl_volume *target, tl_template *strip, tl_error *error) {
    tl_box3 box = target->shape != NULL ? tl_shape_box(target->shape) : tl_bvh_box(target->mesh);
    double x = tl_max(fabs(box.low.x - result->apex.x), fabs(box.high.x - result->apex.x));
    double y = tl_max(fabs(box.low.y - result->apex.y), fabs(box.high.y - result->apex.y));
    double length = x + y + 1000;
    const tl_vec2 corner[4] = {{0, -right}, {length, -right}, {length, left}, {0, left}};
    return tl_template_polygon(inquiry->context, corner, 4, 1, result->axis_deg, tl_plan(result->apex), strip, error);
}

tl_status tl_flight_corridor(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon,
                             const tl_volume *target, bool whole, tl_pair_arc_result *result, tl_error *error) {
    double extent[4], spare = 0, off = target->uncertainty;
    tl_template strip = {0};
    tl_template_hold hold;
    begin(inquiry, member, weapon, extent, result);
    off += 1.4143 * tl_placed_core_uncertainty(&inquiry->table->members[member]);
    if (!(extent[1] + extent[3] > 0)) {
        return TL_OK; /* of no width: nothing lies in it */
    }
    tl_status status = lay_strip(inquiry, result, extent[3], extent[1], target, &strip, error);
    if (status == TL_OK) {
        status = tl_template_touch(inquiry->context, &strip, target, 1e6, &hold, error);
    }
    if (status == TL_OK && whole) {
        status = tl_template_spare(inquiry->context, &strip, target, &hold, &spare, error);
        result->margin_mm = spare;
        result->verdict = tl_template_whole(&hold, spare, inquiry->tolerance + off);
    } else if (status == TL_OK) {
        result->margin_mm = hold.gap_mm > 0 ? -hold.gap_mm : hold.depth_mm;
        result->verdict = tl_template_under(&hold, inquiry->tolerance + off, true);
    }
    tl_template_free(&strip);
    return status;
}

/* The share of it, and a margin that no move of either shortens by more than its length. */
static tl_status measure_share(const tl_inquiry *inquiry, const tl_template *strip, tl_volume volume, double off,
                               tl_pair_arc_result *result, tl_error *error) {
    tl_template_hold hold;
    double per_mm = INFINITY;
    volume.uncertainty = 0;
    tl_status status = tl_template_measure(inquiry->context, strip, &volume, 0, &hold, error);
    if (status == TL_OK) {
        status = tl_template_rim(inquiry->context, &volume, &per_mm, error);
    }
    if (status != TL_OK) {
        return status;
    }
    double over = hold.fraction - 0.5, open = hold.fraction_error + (off > 0 ? off * per_mm : 0);
    bool exact = off == 0 && hold.error_mm == 0 && hold.fraction_error < HALF_ROUNDING;
    result->share = hold.fraction;
    result->share_error = tl_min(open, 1);
    result->margin_mm = over / per_mm;
    result->verdict = exact          ? over > HALF_ROUNDING ? TL_VERDICT_YES : TL_VERDICT_NO
                      : over > open  ? TL_VERDICT_YES
                      : over < -open ? TL_VERDICT_NO
                                     : TL_VERDICT_MARGINAL;
    return TL_OK;
}

tl_status tl_flight_share(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                          tl_pair_arc_result *result, tl_error *error) {
    const tl_placed *from = &inquiry->table->members[a], *to = &inquiry->table->members[b];
    tl_volume volume = tl_body_core_volume(to->body);
    double extent[4], its[4];
    tl_template strip = {0};
    begin(inquiry, a, weapon, extent, result);
    tl_vec2 middle = tl_judge_hull(inquiry, b, its);
    result->point = (tl_vec3){middle.x, middle.y, to->body->box.low.z};
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_CORRIDOR_WIDTH, TL_CHOICE_CORRIDOR_WIDTH_TARGET)) {
        extent[1] = extent[3] = 0.5 * (its[1] + its[3]);
    }
    if (!(extent[1] + extent[3] > 0)) {
        return TL_OK; /* of no width: nothing lies in it */
    }
    double off = inquiry->tolerance + tl_placed_core_uncertainty(to) + 1.4143 * tl_placed_core_uncertainty(from);
    tl_status status = lay_strip(inquiry, result, extent[3], extent[1], &volume, &strip, error);
    if (status == TL_OK) {
        status = measure_share(inquiry, &strip, volume, off, result, error);
    }
    tl_template_free(&strip);
    return status;
}

/* --- Altitudes ---------------------------------------------------------------------------------------------------- */

/* Takes in one more thing that must hold. */
static void add(tl_pair_arc_result *result, tl_pair_arc_aspect aspect, tl_verdict verdict, double margin) {
    if (tl_verdict_rank(verdict) < tl_verdict_rank(result->verdict)) {
        result->aspect = aspect;
    }
    result->verdict = tl_verdict_both(result->verdict, verdict);
    result->margin_mm = tl_min(result->margin_mm, margin);
    result->always = result->always && verdict == TL_VERDICT_YES;
}

static double apart(double x, double low, double high) {
    return x < low ? low - x : x >= high ? x - high : 0;
}

/* Both in the same band: [k * height, (k + 1) * height). */
static void same_band(const double altitude[2], const double off[2], double height, tl_pair_arc_result *result) {
    double low[2], high[2], band[2];
    for (int i = 0; i < 2; i++) {
        low[i] = floor((altitude[i] - off[i]) / height);
        high[i] = floor((altitude[i] + off[i]) / height);
        band[i] = floor(altitude[i] / height);
    }
    bool sure = low[0] == high[0] && low[1] == high[1];
    bool never = high[0] < low[1] || high[1] < low[0];
    double margin = INFINITY;
    for (int i = 0; i < 2; i++) {
        double edge = tl_min(altitude[i] - band[i] * height, (band[i] + 1) * height - altitude[i]);
        double gap = apart(altitude[i], band[1 - i] * height, (band[1 - i] + 1) * height);
        margin = tl_min(margin, band[0] == band[1] ? edge : gap);
    }
    add(result, TL_PAIR_ARC_BAND,
        never  ? TL_VERDICT_NO
        : sure ? TL_VERDICT_YES
               : TL_VERDICT_MARGINAL,
        band[0] == band[1] ? margin : -margin);
}

/* Who stands under what flies doesn't fire at it. */
static tl_status not_under(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_arc_result *result, tl_error *error) {
    tl_volume own = tl_table_measured(inquiry->table, a), over = tl_body_core_volume(inquiry->table->members[b].body);
    double off = inquiry->tolerance + own.uncertainty + tl_placed_core_uncertainty(&inquiry->table->members[b]);
    bool round = own.shape != NULL && own.shape->kind == TL_SHAPE_DISC && tl_shape_is_upright(own.shape);
    tl_range_result range;
    tl_status status = tl_range_between(inquiry->context, &own, &over, TL_METRIC_PLAN, &range, error);
    if (status != TL_OK) {
        return status;
    }
    double margin = range.distance_mm;
    tl_verdict clear = range.distance_mm > off + range.error_mm ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    if (round) {
        tl_template_hold hold;
        tl_vec2 middle = tl_plan(tl_pose_point(&own.shape->pose, (tl_vec3){0, 0, own.shape->low}));
        tl_template base = tl_template_disc(middle, own.shape->radius);
        status = tl_template_touch(inquiry->context, &base, &over, 1e6, &hold, error);
        margin = hold.gap_mm > 0 ? hold.gap_mm : -hold.depth_mm;
        clear = status == TL_OK ? tl_verdict_not(tl_template_under(&hold, off, false)) : clear;
    }
    if (status == TL_OK) {
        add(result, TL_PAIR_ARC_UNDER, clear, margin);
    }
    return status;
}

tl_status tl_flight_limit(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                          tl_pair_arc_result *result, tl_error *error) {
    static const tl_arc_rule plain = {.name = "", .text = "", .rule = "", .band = "", .from_below = "", .farther = ""};
    const tl_arc_rule *arc = weapon->arc != NULL ? weapon->arc : &plain;
    const tl_class_rule *target = tl_table_unit_of(inquiry->table, b)->kind;
    double off[2];
    if (target->only_in != NULL && !tl_score_lists(target->only_in, arc->name)) {
        result->rule = result->verdict != TL_VERDICT_NO ? target->rule : result->rule;
        add(result, TL_PAIR_ARC_ONLY, TL_VERDICT_NO, -INFINITY);
    }
    result->altitude[0] = tl_flight_altitude(inquiry, a, &off[0]);
    result->altitude[1] = tl_flight_altitude(inquiry, b, &off[1]);
    off[0] += inquiry->tolerance;
    off[1] += inquiry->tolerance;
    if (arc->band[0] != '\0') {
        result->height = tl_settings_length(&inquiry->settings, arc->band, inquiry->units);
        same_band(result->altitude, off, result->height, result);
    }
    if (arc->from_below[0] != '\0') {
        result->below = tl_settings_length(&inquiry->settings, arc->from_below, inquiry->units);
        double margin = result->below - result->altitude[0];
        bool open = off[0] > 0 && fabs(margin) <= off[0];
        add(result, TL_PAIR_ARC_BELOW,
            open         ? TL_VERDICT_MARGINAL
            : margin > 0 ? TL_VERDICT_YES
                         : TL_VERDICT_NO,
            margin);
    }
    tl_status status = arc->not_under ? not_under(inquiry, a, b, result, error) : TL_OK;
    if (status == TL_OK && arc->masked && (weapon->has_muzzle || weapon->has_mount)) {
        tl_verdict past;
        status = tl_mask_past_own(inquiry, a, weapon, b, &past, error);
        if (status == TL_OK) {
            add(result, TL_PAIR_ARC_MASKED, past, INFINITY);
        }
    }
    return status;
}
