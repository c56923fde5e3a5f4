/* arc.c: measures whether targets lie in the fields of fire of weapons. */
#include "judge/measure/arc.h"

#include "judge/measure/flight.h"
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
    bool by_row = result->rule != NULL && result->rule[0] != '\0';
    return by_row ? tl_by_row(TL_CLAUSE_ARC_FIELD, result->rule) : tl_by(TL_CLAUSE_ARC_FIELD);
}

tl_status tl_pair_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                      tl_pair_arc_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    tl_volume target = tl_table_measured(inquiry->table, b);
    tl_status status = weapon->arc != NULL && weapon->arc->corridor
                           ? tl_flight_share(inquiry, a, weapon, b, result, error)
                           : tl_judge_volume_arc(inquiry, a, weapon, &target, false, result, error);
    return status == TL_OK ? tl_flight_limit(inquiry, a, weapon, b, result, error) : status;
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
