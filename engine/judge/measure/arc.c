/* arc.c: measures whether targets lie in the fields of fire of weapons. */
#include "judge/measure/arc.h"

#include "judge/between/between.h"
#include "judge/measure/flight.h"
#include "judge/measure/range.h"
#include "judge/party.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <string.h>

/* What a weapon's arc is to the measurement: which way it points from where the model looks, and how wide. */
typedef struct field_of_fire {
    tl_arc_kind kind;
    bool all_round;
    double turn_deg, half_deg;
} field_of_fire;

static field_of_fire field_of(const tl_arc_rule *arc) {
    return arc == NULL            ? (field_of_fire){TL_ARC_ANY, true, 0, 0}
           : arc->side > 0        ? (field_of_fire){TL_ARC_LEFT, false, 90, 90}
           : arc->side < 0        ? (field_of_fire){TL_ARC_RIGHT, false, -90, 90}
           : arc->half_deg >= 180 ? (field_of_fire){TL_ARC_ANY, true, 0, 0}
           : arc->axis_deg == 180 ? (field_of_fire){TL_ARC_REAR, false, 180, arc->half_deg}
                                  : (field_of_fire){TL_ARC_FRONT, false, arc->axis_deg, arc->half_deg};
}

/* Where the arc's two sides start, and how far the hull reaches beside them; `*centre`: the middle of the hull, or the
 * weapon's mount. */
static void place_apex(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, tl_arc_query *query,
                       tl_vec2 *centre) {
    double extent[4];
    bool at_mount =
        weapon->has_mount && tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_APEX, TL_CHOICE_FOF_APEX_MOUNT);
    *centre = tl_judge_hull_from(inquiry, a, query->facing_deg, at_mount ? &weapon->mount : NULL, extent);
    query->left_apex = query->right_apex = *centre;
    query->hull_left = tl_max(0, extent[1]);
    query->hull_right = tl_max(0, extent[3]);
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_APEX, TL_CHOICE_FOF_APEX_HULL_CORNERS) &&
        weapon->arc != NULL && weapon->arc->side == 0 && (weapon->arc->axis_deg == 0 || weapon->arc->axis_deg == 180)) {
        double s, c;
        tl_sincos_deg(query->facing_deg, &s, &c);
        bool rear = query->kind == TL_ARC_REAR;
        double ahead = rear ? -extent[2] : extent[0];
        double left = rear ? -extent[3] : extent[1], right = rear ? extent[1] : -extent[3];
        query->left_apex = (tl_vec2){centre->x + ahead * c - left * s, centre->y + ahead * s + left * c};
        query->right_apex = (tl_vec2){centre->x + ahead * c - right * s, centre->y + ahead * s + right * c};
    }
}

tl_status tl_judge_volume_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon,
                              const tl_volume *target, bool whole, tl_pair_arc_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count, "the member is one of the table's");
    if (weapon->arc != NULL && weapon->arc->corridor) {
        return tl_flight_corridor(inquiry, a, weapon, target, whole, result, error);
    }
    const field_of_fire field = field_of(weapon->arc);
    bool turned = field.kind == TL_ARC_FRONT; /* a sector to any side is one in front of who looks that way */
    tl_arc_query query = {.kind = field.kind, .half_width_deg = field.half_deg};
    query.facing_deg = tl_inquiry_facing(inquiry, a);
    *result = (tl_pair_arc_result){.field = weapon->arc,
                                   .rule = weapon->arc != NULL ? weapon->arc->rule : NULL,
                                   .always = field.all_round,
                                   .axis_deg = field.all_round ? 0 : query.facing_deg + field.turn_deg,
                                   .half_deg = field.half_deg};
    query.side = tl_settings_is_at(&inquiry->settings, TL_SETTING_SIDE_ARC, TL_CHOICE_SIDE_ARC_CENTRE_LINE)
                     ? TL_ARC_CENTRE_LINE
                     : TL_ARC_OUTSIDE_HULL_LINE;
    query.part =
        whole                                                                                       ? TL_ARC_WHOLE
        : tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_CENTRE) ? TL_ARC_CENTRE
        : tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_WHOLE)  ? TL_ARC_WHOLE
                                                                                                    : TL_ARC_ANY_PART;
    tl_vec2 centre;
    place_apex(inquiry, a, weapon, &query, &centre);
    query.facing_deg += turned ? field.turn_deg : 0;
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
                                       : tl_verdict_of_margin(arc.margin_mm, arc.error_mm, tolerance);
    return TL_OK;
}

tl_cause tl_pair_arc_cause(const tl_pair_arc_result *result) {
    if (result->aspect == TL_PAIR_ARC_BARRED) {
        return tl_by(TL_CLAUSE_ARC_BARRED);
    }
    bool by_row = result->rule != NULL && result->rule[0] != '\0';
    return by_row ? tl_by_row(TL_CLAUSE_ARC_FIELD, result->rule) : tl_by(TL_CLAUSE_ARC_FIELD);
}

/* mm: nearer than this to the side of a wedge it isn't told on which side one is, at tolerance 0: its direction is that
 * to a marker, which is off by a rounding. */
#define BARRED_ROUNDING 1e-9

/* A disc round the marker: who is in it, at least in part. */
static tl_status bar_disc(const tl_inquiry *inquiry, const tl_volume *target, tl_pair_arc_result *zone,
                          tl_error *error) {
    double radius;
    tl_shape shape;
    tl_range_result range;
    tl_limit limit;
    tl_vec3 at = {inquiry->barred->x, inquiry->barred->y, 0};
    tl_volume marker = tl_between_volume_of_point(at, &shape);
    tl_status status = tl_inquiry_length(inquiry, "barred_disc", "barred zones", &radius, error);
    if (status == TL_OK) {
        status = tl_range_between(inquiry->context, &marker, target, TL_METRIC_PLAN, &range, error);
    }
    if (status != TL_OK) {
        return status;
    }
    status = tl_judge_volumes_within(inquiry, &marker, target, &range, radius, false, &limit, error);
    if (status == TL_OK && inquiry->tolerance == 0 && limit.uncertainty == 0) {
        status = tl_judge_volumes_within_exactly(inquiry, &marker, target, TL_METRIC_PLAN, radius, false,
                                                 &limit.verdict, error);
    }
    zone->verdict = limit.verdict;
    zone->margin_mm = limit.margin;
    zone->margin_deg = 0;
    zone->point = range.to;
    return status;
}

/* A wedge about the way to the marker, from the middle of who fires. */
static tl_status bar_wedge(const tl_inquiry *inquiry, size_t a, const tl_volume *target, double wide_deg,
                           tl_pair_arc_result *zone, tl_error *error) {
    double extent[4];
    tl_vec2 apex = tl_judge_hull(inquiry, a, extent), d = tl_sub2(*inquiry->barred, apex);
    if (d.x == 0 && d.y == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "put the marker beside it",
                       "the marker lies under the middle of %s: that is no direction", inquiry->table->members[a].name);
    }
    tl_arc_query query = {
        .kind = TL_ARC_FRONT, .half_width_deg = 0.5 * wide_deg, .left_apex = apex, .right_apex = apex};
    query.facing_deg = tl_atan2_deg(d.y, d.x);
    query.part =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_CENTRE)  ? TL_ARC_CENTRE
        : tl_settings_is_at(&inquiry->settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_WHOLE) ? TL_ARC_WHOLE
                                                                                                   : TL_ARC_ANY_PART;
    tl_arc_result arc;
    tl_status status = tl_arc_test(inquiry->context, &query, target, 1, &arc, error);
    if (status == TL_OK) {
        double off = 1.4143 * (target->uncertainty + tl_placed_core_uncertainty(&inquiry->table->members[a]));
        *zone = (tl_pair_arc_result){.angle_deg = arc.angle_deg,
                                     .margin_deg = arc.margin_deg,
                                     .margin_mm = arc.margin_mm,
                                     .point = arc.point,
                                     .apex = {apex.x, apex.y, inquiry->table->members[a].body->box.low.z},
                                     .axis_deg = query.facing_deg,
                                     .half_deg = query.half_width_deg};
        zone->verdict =
            tl_verdict_of_margin(arc.margin_mm, tl_max(arc.error_mm, BARRED_ROUNDING), inquiry->tolerance + off);
    }
    return status;
}

/* Of what a weapon's arc holds only what lies where a direction is barred counts, where that is asked for. */
static tl_status bar(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_arc_result *result, tl_error *error) {
    bool by_disc = tl_settings_is_at(&inquiry->settings, TL_SETTING_BARRED_ZONE, TL_CHOICE_BARRED_ZONE_AT_MARKER);
    if (inquiry->barred == NULL || result->verdict == TL_VERDICT_NO) {
        return TL_OK;
    }
    tl_pair_arc_result zone = *result;
    tl_volume target = tl_table_measured(inquiry->table, b);
    double wide = tl_settings_number_or(&inquiry->settings, TL_SETTING_BARRED_ZONE, 0);
    tl_status status =
        by_disc ? bar_disc(inquiry, &target, &zone, error) : bar_wedge(inquiry, a, &target, wide, &zone, error);
    if (status == TL_OK && (zone.verdict != TL_VERDICT_YES || result->verdict == TL_VERDICT_YES)) {
        zone.field = result->field;
        zone.always = false;
        zone.aspect = TL_PAIR_ARC_BARRED;
        zone.verdict = tl_verdict_both(zone.verdict, result->verdict);
        *result = zone;
    }
    return status;
}

tl_status tl_pair_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                      tl_pair_arc_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    tl_volume target = tl_table_measured(inquiry->table, b);
    tl_status status = weapon->arc != NULL && weapon->arc->corridor
                           ? tl_flight_share(inquiry, a, weapon, b, result, error)
                           : tl_judge_volume_arc(inquiry, a, weapon, &target, false, result, error);
    status = status == TL_OK ? tl_flight_limit(inquiry, a, weapon, b, result, error) : status;
    return status == TL_OK ? bar(inquiry, a, b, result, error) : status;
}

/* --- Parties ------------------------------------------------------------------------------------------------------ */

tl_status tl_party_arc(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                       const tl_document_weapon *weapon, const tl_volume *target, bool whole, tl_pair_arc_result *arc,
                       tl_error *error) {
    const tl_document_unit *carrier = tl_table_unit_of(inquiry->table, member);
    if (party->rider == NULL || tl_special_unit_effect(inquiry, carrier, TL_EFFECT_RIDER_ARC, NULL) == NULL) {
        return tl_judge_volume_arc(inquiry, member, weapon, target, whole, arc, error);
    }
    static const tl_arc_rule left = {
        .name = "", .text = "", .rule = "", .side = 1, .band = "", .from_below = "", .farther = ""};
    static const tl_arc_rule right_side = {
        .name = "", .text = "", .rule = "", .side = -1, .band = "", .from_below = "", .farther = ""};
    tl_document_weapon side = *weapon;
    tl_pair_arc_result right;
    side.arc = &left;
    tl_status status = tl_judge_volume_arc(inquiry, member, &side, target, whole, arc, error);
    side.arc = &right_side;
    if (status == TL_OK) {
        status = tl_judge_volume_arc(inquiry, member, &side, target, whole, &right, error);
    }
    if (status == TL_OK && right.margin_mm > arc->margin_mm) {
        *arc = right;
    }
    return status;
}

tl_status tl_party_arc_on(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                          const tl_document_weapon *weapon, size_t target, tl_pair_arc_result *arc, tl_error *error) {
    const tl_document_unit *carrier = tl_table_unit_of(inquiry->table, member);
    if (party->rider == NULL || tl_special_unit_effect(inquiry, carrier, TL_EFFECT_RIDER_ARC, NULL) == NULL) {
        return tl_pair_arc(inquiry, member, weapon, target, arc, error);
    }
    tl_volume volume = tl_table_measured(inquiry->table, target);
    tl_status status = tl_party_arc(inquiry, party, member, weapon, &volume, false, arc, error);
    return status == TL_OK ? tl_flight_limit(inquiry, member, weapon, target, arc, error) : status;
}

/* The best of a party's targets for one attacker and weapon. */
static tl_status find_best_target(const tl_inquiry *inquiry, const tl_party *from, const tl_document_weapon *weapon,
                                  const tl_party *to, tl_judge_arc_shot *shot, tl_error *error) {
    for (size_t j = 0; j < to->count; j++) {
        tl_pair_arc_result arc;
        tl_status status = tl_party_arc_on(inquiry, from, shot->attacker, weapon, to->first + j, &arc, error);
        if (status != TL_OK) {
            return status;
        }
        if (j == 0 || arc.margin_mm > shot->arc.margin_mm) {
            shot->arc = arc;
            shot->target = to->first + j;
        }
    }
    return TL_OK;
}

/* All models that carry a weapon. */
static tl_status judge_weapon(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                              tl_judge_arc_found *found, tl_judge_arc_weapon *w, tl_error *error) {
    bool yes = false, open = false;
    for (size_t i = 0; i < from->count; i++) {
        if (!tl_party_carries(from, i, w->weapon)) {
            continue;
        }
        tl_judge_arc_shot *shot = &found->shots[w->first_shot + w->shot_count];
        *shot = (tl_judge_arc_shot){.attacker = from->first + i, .target = to->first};
        tl_status status = find_best_target(inquiry, from, w->weapon, to, shot, error);
        if (status != TL_OK) {
            return status;
        }
        yes = yes || shot->arc.verdict == TL_VERDICT_YES;
        open = open || shot->arc.verdict == TL_VERDICT_MARGINAL;
        w->shot_count++;
    }
    w->verdict = tl_verdict_any(yes, open);
    return TL_OK;
}

tl_status tl_judge_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                       tl_judge_arc_found *found, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count, shots = 0;
    *found = (tl_judge_arc_found){
        .context = inquiry->context, .verdict = TL_VERDICT_NO, .cause = tl_by(TL_CLAUSE_ARC_FIELD)};
    tl_status status = tl_party_differs(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    found->unarmed = count == 0;
    found->weapons = tl_alloc_array(inquiry->context, count, sizeof(*found->weapons));
    found->shots = tl_alloc_array(inquiry->context, count * from->count, sizeof(*found->shots));
    status = found->weapons != NULL && found->shots != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t w = 0; w < count && status == TL_OK; w++) {
        if (tl_party_carries(from, SIZE_MAX, &weapons[w])) {
            tl_judge_arc_weapon *one = &found->weapons[found->weapon_count++];
            *one = (tl_judge_arc_weapon){.weapon = &weapons[w], .first_shot = shots};
            status = judge_weapon(inquiry, from, to, found, one, error);
            shots += one->shot_count;
            found->verdict = tl_verdict_either(found->verdict, one->verdict);
        }
    }
    for (size_t i = shots; i-- > 0 && status == TL_OK;) { /* the first that says what all of them together do */
        const tl_pair_arc_result *arc = &found->shots[i].arc;
        found->cause = arc->verdict == found->verdict ? tl_pair_arc_cause(arc) : found->cause;
    }
    return status;
}

void tl_judge_arc_found_free(tl_judge_arc_found *found) {
    tl_free(found->context, found->weapons);
    tl_free(found->context, found->shots);
    *found = (tl_judge_arc_found){.context = found->context};
}
