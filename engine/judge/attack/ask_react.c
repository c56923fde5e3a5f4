/* ask_react.c: may a unit react to the one that acts (DB-REA-01, -02, -04): range, and a weapon that can fire at it. */
#include "judge/attack/attack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A copy of the inquiry in which one model has turned on the spot. */
typedef struct turned {
    tl_inquiry inquiry;
    tl_table table;
    tl_placed *members;
    tl_body *body;
} turned;

typedef struct reaction {
    const tl_inquiry *inquiry; /* as it reacts: turned, when a facing is given */
    const tl_party *from, *to;
    const tl_document_weapon *weapons;
    size_t count;
    const tl_skill *skill; /* that changes the range, or NULL */
    tl_range_result range; /* of the nearest pair */
    size_t a, b;
    tl_limit limit;
    bool turns; /* a facing was given */
    double facing;
    bool bound;     /* its size binds it to end no farther away when it turns (DB-REA-02) */
    tl_limit after; /* the distance after turning, held against the one before */
    tl_attack attack;
    bool attacked;
    bool friends; /* of one side: there is nothing to react to */
    tl_verdict verdict;
    bool has_advice; /* it may not as it stands, but could after this turn */
    double advice;
} reaction;

/* --- Turning ------------------------------------------------------------------------------------------------------ */

static tl_status turn(const tl_inquiry *inquiry, size_t member, double facing, turned *t, tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_placed *placed = &table->members[member];
    const tl_document_pose *stated = &tl_table_member(table, member)->pose;
    tl_pose pose = tl_pose_turned_tilted(placed->body->pose.at, facing, stated->roll, stated->pitch);
    *t = (turned){.inquiry = *inquiry, .table = *table};
    t->members = tl_alloc_array(inquiry->context, table->member_count, sizeof(*t->members));
    tl_status status = t->members != NULL ? tl_body_create(inquiry->context, placed->model, &pose, &t->body, error)
                                          : tl_fail_memory(error);
    if (status == TL_OK) {
        memcpy(t->members, table->members, table->member_count * sizeof(*t->members));
        t->members[member].body = t->body;
        t->table.members = t->members;
        t->inquiry.table = &t->table;
        t->inquiry.turned = true;
        t->inquiry.turned_member = member;
        t->inquiry.turned_facing = facing;
        /* a hull that turns may come to stand in other areas than those remembered */
        t->inquiry.placed = tl_inquiry_memo(inquiry->referee);
    }
    return status;
}

static void turn_back(turned *t) {
    tl_body_destroy(t->inquiry.context, t->body);
    if (t->inquiry.turned) {
        tl_memo_destroy(t->inquiry.context, t->inquiry.placed);
    }
    tl_free(t->inquiry.context, t->members);
}

/* --- Judging ------------------------------------------------------------------------------------------------------ */

/* Whether one of a weapon's attackers fails in its field of fire alone; `*least`: the turn that it takes. */
static bool needs_turn(const reaction *x, size_t w, double *least, tl_error *error) {
    *least = INFINITY;
    for (size_t i = 0; i < x->from->count; i++) {
        const tl_shot *s = &x->attack.shots[w * x->from->count + i];
        tl_pair_arc_result arc;
        if (s->arc != TL_VERDICT_NO || s->range == TL_VERDICT_NO || s->los == TL_VERDICT_NO) {
            continue;
        }
        for (size_t j = 0; j < x->to->count; j++) {
            if (tl_attack_arc(&x->attack, &x->weapons[w], i, j, &arc, error) == TL_OK && arc.margin_deg < 0) {
                *least = fabs(arc.margin_deg) < fabs(*least) ? (arc.angle_deg > 0 ? -arc.margin_deg : arc.margin_deg)
                                                             : *least;
            }
        }
    }
    return isfinite(*least);
}

/* Whether turning took it farther away from the acting unit, and whether that matters to one of its size (DB-REA-02).
 */
static tl_status judge_turn(const tl_inquiry *before, reaction *x, tl_error *error) {
    tl_range_result old, now;
    size_t a, b;
    tl_party acting = tl_whole_unit(before, x->to->unit);
    const tl_size_rule *size = tl_ruleset_size(before->referee->ruleset, x->from->unit->size);
    x->bound = tl_size_turns_no_farther(size, tl_class_word(x->from->unit->kind));
    tl_status status = tl_nearest_pair(before, x->from, &acting, &old, &a, &b, error);
    if (status == TL_OK) {
        status = tl_nearest_pair(x->inquiry, x->from, &acting, &now, &a, &b, error);
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
    }
    return status;
}

static tl_verdict turn_verdict(const reaction *x) {
    return x->bound ? x->after.verdict : TL_VERDICT_YES;
}

static tl_status judge(reaction *x, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_skill_effect *effect = tl_unit_effect(inquiry, x->from->unit, TL_EFFECT_REACTION_RANGE, &x->skill);
    double reach = effect != NULL ? tl_effect_length(inquiry, effect)
                                  : tl_ruleset_length(inquiry->referee->ruleset, "reaction_range", inquiry->units);
    /* between the two units, whoever of them is asked about */
    tl_party from = tl_whole_unit(inquiry, x->from->unit), to = tl_whole_unit(inquiry, x->to->unit);
    tl_status status = tl_nearest_pair(inquiry, &from, &to, &x->range, &x->a, &x->b, error);
    if (status == TL_OK) {
        status = tl_pair_within(inquiry, x->a, x->b, &x->range, reach, false, &x->limit, error);
    }
    if (status != TL_OK) {
        return status;
    }
    x->friends = !tl_are_enemies(x->from->unit, x->to->unit);
    x->verdict = x->from->unit->kind == TL_CLASS_AIRCRAFT || x->friends ? TL_VERDICT_NO : x->limit.verdict;
    if (x->turns) {
        x->verdict = tl_verdict_both(x->verdict, turn_verdict(x));
    }
    tl_verdict fires;
    status = tl_attack_begin(&x->attack, inquiry, x->from, x->to, x->weapons, x->count, error);
    x->attacked = true;
    if (status == TL_OK) {
        status = tl_attack_judge(&x->attack, &fires, error);
    }
    if (status == TL_OK) {
        fires = TL_VERDICT_NO; /* weapons for close combat don't count */
        for (size_t w = 0; w < x->count; w++) {
            fires = x->weapons[w].range != TL_WEAPON_RANGE_CLOSE
                        ? tl_verdict_either(fires, tl_attack_weapon_verdict(&x->attack, w))
                        : fires;
        }
        x->verdict = tl_verdict_both(x->verdict, fires);
    }
    return status;
}

static void end(reaction *x) {
    if (x->attacked) {
        tl_attack_end(&x->attack);
    }
}

/* Whether it may react once it is turned by so much; in whole degrees. */
static tl_status try_turn(const tl_inquiry *inquiry, reaction *x, double by, tl_error *error) {
    turned t;
    reaction tried = {.from = x->from, .to = x->to, .weapons = x->weapons, .count = x->count, .turns = true};
    tried.facing = rint(tl_inquiry_facing(inquiry, x->from->first) + by);
    tried.facing = tried.facing - 360 * floor(tried.facing / 360);
    tl_status status = turn(inquiry, x->from->first, tried.facing, &t, error);
    if (status == TL_OK) {
        tried.inquiry = &t.inquiry;
        status = judge_turn(inquiry, &tried, error);
    }
    if (status == TL_OK) {
        status = judge(&tried, error);
        x->has_advice = status == TL_OK && tried.verdict == TL_VERDICT_YES;
        x->advice = tried.facing;
    }
    end(&tried);
    turn_back(&t);
    return status;
}

/* As it stands it may not, for a field of fire alone: tries the turn that brings the target in, then farther ones to
 * either side, since a hull that turns may end farther off, or carry its own middle out of the field again. */
static tl_status advise(const tl_inquiry *inquiry, reaction *x, tl_error *error) {
    const double step = 15;
    double least = INFINITY;
    for (size_t w = 0; w < x->count; w++) {
        double turn_deg;
        if (x->weapons[w].range != TL_WEAPON_RANGE_CLOSE && needs_turn(x, w, &turn_deg, error)) {
            least = fabs(turn_deg) < fabs(least) ? turn_deg : least;
        }
    }
    /* who is carried doesn't turn what carries it */
    if (!isfinite(least) || x->from->count != 1 || x->from->rider != NULL || x->limit.verdict != TL_VERDICT_YES ||
        x->from->unit->kind == TL_CLASS_AIRCRAFT || x->friends) {
        return TL_OK;
    }
    tl_status status = try_turn(inquiry, x, least + (least > 0 ? 1 : -1), error);
    for (int i = 2; i <= 24 && status == TL_OK && !x->has_advice; i++) { /* 15, -15, 30, ..., 180 */
        double by = step * (i / 2) * (i % 2 == 0 ? 1 : -1);
        status = try_turn(inquiry, x, least > 0 ? by : -by, error);
    }
    return status;
}

/* --- Telling ------------------------------------------------------------------------------------------------------ */

static void degrees_text(const tl_words *words, double degrees, char buffer[TL_LENGTH_SIZE]) {
    tl_decimal_text(words, degrees, 0, buffer);
    strcat(buffer, "\xc2\xb0");
}

/* How far it reacts: by the common rule, or by a special one. */
static tl_cause range_cause(const reaction *x) {
    return (tl_cause){TL_CLAUSE_REACT_RANGE, x->skill != NULL ? x->skill->rule : NULL};
}

static void tell_range(const reaction *x, tl_answer *answer) {
    const tl_words *w = &x->inquiry->words;
    const tl_placed *members = x->inquiry->table->members;
    char line[TL_REASON_TEXT], distance[TL_LENGTH_SIZE], limit[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    tl_length_text(w, x->limit.distance, distance);
    tl_length_text(w, x->limit.limit, limit);
    tl_length_text(w, fabs(x->limit.margin), margin);
    tl_say(w, line, sizeof(line),
           x->limit.verdict == TL_VERDICT_YES  ? TL_SAY_REACT_RANGE_YES
           : x->limit.verdict == TL_VERDICT_NO ? TL_SAY_REACT_RANGE_NO
                                               : TL_SAY_REACT_RANGE_MARGINAL,
           members[x->a].name, members[x->b].name, distance, limit, margin);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, range_cause(x), x->limit.verdict, line);
    tl_reason_number(reason, "distance_mm", x->limit.distance);
    tl_reason_number(reason, "limit_mm", x->limit.limit);
    tl_reason_number(reason, "margin_mm", x->limit.margin);
    tl_limit_tell(x->inquiry, &x->limit, answer);
    tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, x->range.from, x->range.to);
    if (tape != NULL) {
        snprintf(tape->label, sizeof(tape->label), "%s", distance);
    }
    tl_answer_rings(answer, w, x->from->first, x->from->count, (tl_vec3){0, 0, 0}, x->limit.limit, NULL);
    if (x->friends) {
        tl_say(w, line, sizeof(line), TL_SAY_REACT_FRIENDS, x->from->name, x->to->name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_RANGE), TL_VERDICT_NO, line);
    }
    if (x->from->unit->kind == TL_CLASS_AIRCRAFT) {
        tl_say(w, line, sizeof(line), TL_SAY_REACT_AIRCRAFT, NULL);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_CLASS), TL_VERDICT_NO, line);
    }
}

static void tell_turn(const reaction *x, tl_answer *answer) {
    const tl_words *w = &x->inquiry->words;
    char line[TL_REASON_TEXT], facing[TL_LENGTH_SIZE], distance[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    if (x->has_advice) {
        degrees_text(w, x->advice, facing);
        tl_say(w, line, sizeof(line), TL_SAY_REACT_TURN, x->from->name, facing);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_TURN), TL_VERDICT_YES, line);
    }
    if (x->turns) {
        degrees_text(w, x->facing, facing);
        tl_length_text(w, x->after.distance, distance);
        tl_length_text(w, fabs(x->after.margin), margin);
        tl_say(w, line, sizeof(line),
               x->after.verdict == TL_VERDICT_YES  ? TL_SAY_REACT_TURNED_YES
               : !x->bound                         ? TL_SAY_REACT_TURNED_FREE
               : x->after.verdict == TL_VERDICT_NO ? TL_SAY_REACT_TURNED_NO
                                                   : TL_SAY_REACT_TURNED_MARGINAL,
               x->from->name, facing, distance, margin);
        tl_answer_line(answer, line);
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_TURN), turn_verdict(x), line);
        tl_reason_number(reason, "distance_mm", x->after.distance);
        tl_reason_number(reason, "limit_mm", x->after.limit);
        tl_reason_number(reason, "margin_mm", x->after.margin);
    }
}

static tl_status tell_weapons(reaction *x, tl_answer *answer, tl_error *error) {
    const tl_words *words = &x->inquiry->words;
    char line[TL_REASON_TEXT], why[200];
    tl_status status = TL_OK;
    size_t carried = 0;
    tl_json_key(&answer->body, "weapons");
    tl_json_begin_array(&answer->body);
    for (size_t w = 0; w < x->count && status == TL_OK; w++) {
        const tl_shot *shots = x->attack.shots + w * x->from->count;
        if (!tl_party_carries(x->from, SIZE_MAX, &x->weapons[w])) {
            continue;
        }
        carried++;
        bool close = x->weapons[w].range == TL_WEAPON_RANGE_CLOSE;
        tl_verdict verdict = close ? TL_VERDICT_NO : tl_attack_weapon_verdict(&x->attack, w);
        tl_attack_write_weapon(&x->attack, &x->weapons[w], shots, verdict, &answer->body);
        if (close) {
            tl_say(words, line, sizeof(line), TL_SAY_REACT_CLOSE_ONLY, x->weapons[w].name);
            tl_answer_line(answer, line);
            tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_WEAPON), TL_VERDICT_NO, line);
            continue;
        }
        if (verdict == TL_VERDICT_YES) {
            tl_say(words, line, sizeof(line), TL_SAY_REACT_WEAPON_YES, x->weapons[w].name);
        } else {
            tl_attack_failure_text(&x->attack, shots, x->from->count, verdict == TL_VERDICT_MARGINAL, why, sizeof(why));
            tl_say(words, line, sizeof(line), verdict == TL_VERDICT_NO ? TL_SAY_WEAPON_NO : TL_SAY_WEAPON_MARGINAL,
                   x->weapons[w].name, why);
        }
        tl_attack_tell_holes(&x->attack, w, answer);
        tl_answer_line(answer, line);
        status = tl_attack_explain(&x->attack, w, &x->weapons[w], shots, answer, error);
    }
    tl_json_end_array(&answer->body);
    if (carried == 0) {
        tl_say(words, line, sizeof(line), TL_SAY_REACT_NO_WEAPON, x->from->name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_REACT_WEAPON), TL_VERDICT_NO, line);
    }
    return status;
}

static void write(const reaction *x, tl_json_writer *writer) {
    const tl_placed *members = x->inquiry->table->members;
    tl_json_put_string(writer, "from", x->from->whole ? x->from->unit->id : members[x->from->first].id);
    tl_json_put_string(writer, "to", x->to->whole ? x->to->unit->id : members[x->to->first].id);
    tl_json_put_double(writer, "distance_mm", x->limit.distance);
    tl_json_put_double(writer, "limit_mm", x->limit.limit);
    if (x->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", x->limit.uncertainty);
    }
    tl_json_put_double(writer, "margin_mm", x->limit.margin);
    tl_json_put_verdict(writer, "in_range", x->limit.verdict);
    tl_json_key(writer, "pair");
    tl_json_begin_array(writer);
    tl_json_string(writer, members[x->a].id);
    tl_json_string(writer, members[x->b].id);
    tl_json_end_array(writer);
    if (x->skill != NULL) {
        tl_json_put_string(writer, "skill", x->skill->name);
    }
    if (x->turns) {
        tl_json_put_double(writer, "facing_deg", x->facing);
        tl_json_put_verdict(writer, "turn", turn_verdict(x));
        tl_json_put_bool(writer, "turn_bound", x->bound);
        tl_json_put_double(writer, "turn_margin_mm", x->after.margin);
    } else if (x->has_advice) {
        tl_json_put_double(writer, "turn_to_deg", x->advice);
    }
}

/* The first step that isn't yes, in the rules' order. */
static tl_cause decided_by(const reaction *x) {
    if (x->from->unit->kind == TL_CLASS_AIRCRAFT) {
        return tl_by(TL_CLAUSE_REACT_CLASS);
    }
    if (x->friends) {
        return tl_by(TL_CLAUSE_REACT_RANGE);
    }
    if (x->limit.verdict != TL_VERDICT_YES || x->verdict == TL_VERDICT_YES) {
        return range_cause(x);
    }
    return x->turns && turn_verdict(x) != TL_VERDICT_YES ? tl_by(TL_CLAUSE_REACT_TURN) : tl_by(TL_CLAUSE_NONE);
}

static tl_status react(const tl_inquiry *inquiry, reaction *x, tl_answer *answer, tl_error *error) {
    tl_status status = judge(x, error);
    if (status == TL_OK && !x->turns && x->verdict == TL_VERDICT_NO) {
        status = advise(inquiry, x, error);
    }
    if (status == TL_OK) {
        status = tl_attack_judge_cover(&x->attack, error);
    }
    if (status != TL_OK) {
        return status;
    }
    answer->verdict = x->verdict;
    answer->cause = decided_by(x);
    if (answer->cause.clause == TL_CLAUSE_NONE) { /* no weapon can fire */
        answer->cause = tl_by(TL_CLAUSE_REACT_WEAPON);
        tl_attack_name_rule(&x->attack, false, answer);
    }
    tl_say(&inquiry->words, answer->summary, sizeof(answer->summary),
           x->verdict == TL_VERDICT_YES  ? TL_SAY_REACT_YES
           : x->verdict == TL_VERDICT_NO ? TL_SAY_REACT_NO
                                         : TL_SAY_REACT_MARGINAL,
           x->from->name, x->to->name);
    write(x, &answer->body);
    tell_range(x, answer);
    tell_turn(x, answer);
    status = tell_weapons(x, answer, error);
    tl_attack_witness(&x->attack, answer);
    tl_note_guesses(inquiry, x->from->first, x->from->count, true, true, answer);
    tl_note_guesses(inquiry, x->to->first, x->to->count, true, true, answer);
    return status;
}

tl_status tl_ask_react(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error) {
    reaction x = {
        .inquiry = inquiry, .from = from, .to = to, .turns = question->has_facing, .facing = question->facing_deg};
    tl_status status = tl_parties_differ(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, question->weapon, &x.weapons, &x.count, error);
    }
    if (status == TL_OK && x.turns && (from->count != 1 || !isfinite(x.facing))) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "name one of its members, and degrees",
                         "`facing` turns one model, not %zu", from->count);
    }
    if (status == TL_OK && x.turns && from->rider != NULL) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "leave it out",
                         "%s is aboard `%s` and doesn't turn it", from->name, from->rider->aboard);
    }
    turned t = {.body = NULL};
    if (status == TL_OK && x.turns) {
        t.inquiry.context = inquiry->context;
        status = turn(inquiry, from->first, x.facing, &t, error);
        x.inquiry = &t.inquiry;
        if (status == TL_OK) {
            status = judge_turn(inquiry, &x, error);
        }
    }
    if (status == TL_OK) {
        status = react(inquiry, &x, answer, error);
    }
    end(&x);
    if (x.inquiry == &t.inquiry) {
        turn_back(&t);
    }
    return status;
}
