/* react.c: judges a reaction, turning the model where it is asked to, and looks for a turn that would help. */
#include "judge/attack/react.h"
#include "judge/verdict.h"

#include <math.h>
#include <string.h>

/* --- Turning ------------------------------------------------------------------------------------------------------ */

static tl_status turn(const tl_inquiry *inquiry, size_t member, double facing, tl_variant *variant, tl_error *error) {
    const tl_document_pose *stated = &tl_table_member(inquiry->table, member)->pose;
    const tl_body *body = inquiry->table->members[member].body;
    tl_pose pose = tl_pose_turned_tilted(body->pose.at, facing, stated->roll, stated->pitch);
    tl_status status = tl_variant_begin(variant, inquiry, inquiry->context, member, error);
    status = status == TL_OK ? tl_variant_move(variant, &pose, error) : status;
    if (status == TL_OK) {
        tl_variant_face(variant, facing);
        /* a hull that turns may come to stand in other areas than those remembered */
        variant->inquiry.placed = tl_inquiry_memo(inquiry->referee);
    }
    return status;
}

/* --- Judging ------------------------------------------------------------------------------------------------------ */

/* The least turn that brings a target into a weapon's field of fire, of attackers who fail in that alone; INFINITY: no
 * turn is what any of them lacks. */
static tl_status find_least_turn(const tl_reaction *x, size_t w, double *least, tl_error *error) {
    *least = INFINITY;
    for (size_t i = 0; i < x->from->count; i++) {
        const tl_shot *s = &x->attack.shots[w * x->from->count + i];
        if (s->arc != TL_VERDICT_NO || s->range == TL_VERDICT_NO || s->los == TL_VERDICT_NO) {
            continue;
        }
        for (size_t j = 0; j < x->to->count; j++) {
            tl_pair_arc_result arc;
            tl_status status = tl_attack_arc(&x->attack, &x->attack.weapons[w], i, j, &arc, error);
            if (status != TL_OK) {
                return status;
            }
            if (fabs(arc.margin_deg) < fabs(*least)) { /* by which it lies outside, like all of them */
                *least = arc.angle_deg > 0 ? -arc.margin_deg : arc.margin_deg;
            }
        }
    }
    return TL_OK;
}

/* Whether turning took it farther away from the acting unit, and whether that matters to one of its size (DB-REA-02).
 */
static tl_status judge_turn(const tl_inquiry *before, tl_reaction *x, tl_error *error) {
    tl_range_result old, now;
    size_t a, b;
    tl_party acting = tl_party_of_unit(before, x->to->unit);
    const tl_size_rule *size = tl_ruleset_size(before->referee->ruleset, x->from->unit->size);
    x->bound = tl_ruleset_size_turns_no_farther(size, x->from->unit->kind->name);
    tl_status status = tl_pair_nearest(before, x->from, &acting, &old, &a, &b, error);
    if (status == TL_OK) {
        status = tl_pair_nearest(x->inquiry, x->from, &acting, &now, &a, &b, error);
    }
    if (status == TL_OK) {
        double margin = old.distance_mm - now.distance_mm, rounding = old.error_mm + now.error_mm + 1e-9;
        /* a model that turns in its own place is as far away as before; an uncertain one perhaps not */
        double off = 2 * (tl_table_measured(before->table, x->from->first).uncertainty +
                          tl_table_measured(before->table, b).uncertainty);
        x->after = (tl_limit){margin >= off - rounding                                  ? TL_VERDICT_YES
                              : margin < -tl_max(rounding, x->inquiry->tolerance) - off ? TL_VERDICT_NO
                                                                                        : TL_VERDICT_MARGINAL,
                              now.distance_mm, old.distance_mm, margin, off};
        x->turn = x->bound ? x->after.verdict : TL_VERDICT_YES;
    }
    return status;
}

/* The distance between the two units, whoever of them is asked about, held against the range of reactions. */
static tl_status judge_range(tl_reaction *x, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_skill_effect *effect = tl_special_unit_effect(inquiry, x->from->unit, TL_EFFECT_REACTION_RANGE, &x->skill);
    double reach = 0;
    tl_status status = TL_OK;
    if (effect != NULL) {
        reach = tl_special_effect_length(inquiry, effect);
    } else {
        status = tl_inquiry_length(inquiry, "reaction_range", "reactions", &reach, error);
    }
    tl_party from = tl_party_of_unit(inquiry, x->from->unit), to = tl_party_of_unit(inquiry, x->to->unit);
    x->range_cause = tl_by_row(TL_CLAUSE_REACT_RANGE, x->skill != NULL ? x->skill->rule : NULL);
    if (status == TL_OK) {
        status = tl_pair_nearest(inquiry, &from, &to, &x->range, &x->a, &x->b, error);
    }
    return status == TL_OK ? tl_pair_within(inquiry, x->a, x->b, &x->range, reach, false, &x->limit, error) : status;
}

/* Range, turning, and whether some weapon can fire; without cover, and without what is told of weapons. */
static tl_status judge(tl_reaction *x, const tl_document_weapon *weapons, size_t count, tl_error *error) {
    tl_status status = judge_range(x, error);
    if (status != TL_OK) {
        return status;
    }
    x->friends = !tl_special_are_enemies(x->from->unit, x->to->unit);
    x->aircraft = !x->from->unit->kind->reacts;
    x->verdict = x->aircraft || x->friends ? TL_VERDICT_NO : x->limit.verdict;
    if (x->turns) {
        x->verdict = tl_verdict_both(x->verdict, x->turn);
    }
    status = tl_attack_begin(&x->attack, x->inquiry, x->from, x->to, weapons, count, error);
    if (status == TL_OK) {
        status = tl_attack_judge(&x->attack, error);
    }
    if (status == TL_OK) {
        tl_verdict fires = TL_VERDICT_NO; /* weapons for close combat don't count */
        for (size_t w = 0; w < count; w++) {
            x->armed = x->armed || tl_party_carries(x->from, SIZE_MAX, &weapons[w]);
            fires = weapons[w].range != TL_WEAPON_RANGE_CLOSE
                        ? tl_verdict_either(fires, tl_attack_weapon_verdict(&x->attack, w))
                        : fires;
        }
        x->verdict = tl_verdict_both(x->verdict, fires);
    }
    return status;
}

/* The first step that isn't yes, in the rules' order. */
static tl_cause decided_by(const tl_reaction *x) {
    if (x->aircraft) {
        return tl_by(TL_CLAUSE_REACT_CLASS);
    }
    if (x->friends) {
        return tl_by(TL_CLAUSE_REACT_RANGE);
    }
    if (x->limit.verdict != TL_VERDICT_YES || x->verdict == TL_VERDICT_YES) {
        return x->range_cause;
    }
    return x->turns && x->turn != TL_VERDICT_YES
               ? tl_by(TL_CLAUSE_REACT_TURN)
               : tl_attack_decided_by(&x->attack, x->verdict, tl_by(TL_CLAUSE_REACT_WEAPON));
}

/* Turns it, and judges that. */
static tl_status turn_to(const tl_inquiry *inquiry, double facing, tl_reaction *x, tl_error *error) {
    x->turns = true;
    x->facing_deg = facing;
    tl_status status = turn(inquiry, x->from->first, facing, &x->turned, error);
    if (status == TL_OK) {
        x->inquiry = &x->turned.inquiry;
        status = judge_turn(inquiry, x, error);
    }
    return status;
}

/* Whether it may react once it is turned by so much; in whole degrees. */
static tl_status try_turn(const tl_inquiry *inquiry, tl_reaction *x, double by, tl_error *error) {
    double facing = rint(tl_inquiry_facing(inquiry, x->from->first) + by);
    facing = facing - 360 * floor(facing / 360);
    tl_reaction tried = {.inquiry = inquiry, .from = x->from, .to = x->to};
    tl_status status = turn_to(inquiry, facing, &tried, error);
    if (status == TL_OK) {
        status = judge(&tried, x->attack.weapons, x->attack.weapon_count, error);
        x->has_advice = status == TL_OK && tried.verdict == TL_VERDICT_YES;
        x->advice_deg = facing;
    }
    tl_reaction_free(&tried);
    return status;
}

/* As it stands it may not, for a field of fire alone: tries the turn that brings the target in, then farther ones to
 * either side, since a hull that turns may end farther off, or carry its own middle out of the field again. */
static tl_status advise(const tl_inquiry *inquiry, tl_reaction *x, tl_error *error) {
    const double step = 15;
    double least = INFINITY;
    tl_status status = TL_OK;
    for (size_t w = 0; w < x->attack.weapon_count && status == TL_OK; w++) {
        double own = INFINITY;
        if (x->attack.weapons[w].range != TL_WEAPON_RANGE_CLOSE) {
            status = find_least_turn(x, w, &own, error);
        }
        least = fabs(own) < fabs(least) ? own : least;
    }
    bool never = x->aircraft || x->friends; /* no turn helps these: costs only time */
    /* who is carried doesn't turn what carries it */
    if (status != TL_OK || !isfinite(least) || x->from->count != 1 || x->from->rider != NULL ||
        x->limit.verdict != TL_VERDICT_YES || never) {
        return status;
    }
    status = try_turn(inquiry, x, least + (least > 0 ? 1 : -1), error);
    for (int i = 2; i <= 24 && status == TL_OK && !x->has_advice; i++) { /* 15, -15, 30, ..., 180 */
        double by = step * (i / 2) * (i % 2 == 0 ? 1 : -1);
        status = try_turn(inquiry, x, least > 0 ? by : -by, error);
    }
    return status;
}

/* --- The reaction ------------------------------------------------------------------------------------------------- */

static tl_status check_facing(const tl_party *from, double facing, tl_error *error) {
    if (from->count != 1 || !isfinite(facing)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "name one of its members, and degrees",
                       "`facing` turns one model, not %zu", from->count);
    }
    if (from->rider != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "leave it out",
                       "%s is aboard `%s` and doesn't turn it", from->name, from->rider->aboard);
    }
    return TL_OK;
}

tl_status tl_reaction_judge(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                            const tl_document_weapon *weapons, size_t count, const double *facing_deg,
                            tl_reaction *found, tl_error *error) {
    TL_ASSERT(from->count > 0 && to->count > 0, "both parties have models");
    *found = (tl_reaction){.inquiry = inquiry, .from = from, .to = to};
    tl_status status = facing_deg != NULL ? check_facing(from, *facing_deg, error) : TL_OK;
    if (status == TL_OK && facing_deg != NULL) {
        status = turn_to(inquiry, *facing_deg, found, error);
    }
    if (status == TL_OK) {
        status = judge(found, weapons, count, error);
    }
    if (status == TL_OK && !found->turns && found->verdict == TL_VERDICT_NO) {
        status = advise(inquiry, found, error);
    }
    if (status == TL_OK) {
        status = tl_attack_judge_cover(&found->attack, error);
    }
    if (status == TL_OK) {
        status = tl_attack_sum_up(&found->attack, false, error);
    }
    if (status == TL_OK) {
        found->cause = decided_by(found);
    }
    return status;
}

void tl_reaction_free(tl_reaction *x) {
    if (x->attack.inquiry != NULL) {
        tl_attack_end(&x->attack);
        x->attack.inquiry = NULL;
    }
    if (x->turns) {
        tl_variant_end(&x->turned);
    }
}
