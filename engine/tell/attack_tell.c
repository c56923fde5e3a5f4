/* attack_tell.c: an attack in words and fields. */
#include "judge/attack/attack.h"

#include <stdio.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* The attacker that got farthest in the rules' order among those that are open or out, and the test it stands at: 0
 * arc, 1 range, 2 sight, 3 all three by one target; -1: a bar (bar.h). NULL when there is none.
 */
static const tl_shot *farthest(const tl_shot *shots, size_t count, bool open, int *best_stage) {
    const tl_shot *best = NULL;
    *best_stage = -2;
    for (size_t i = 0; i < count; i++) {
        tl_verdict bad = open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        int stage = shots[i].bar.kind != TL_BAR_NONE ? -1
                    : shots[i].arc == bad            ? 0
                    : shots[i].range == bad          ? 1
                    : shots[i].los == bad            ? 2
                                                     : 3;
        if (!shots[i].absent && (!open || shots[i].verdict == TL_VERDICT_MARGINAL) &&
            (best == NULL || stage > *best_stage)) {
            *best_stage = stage;
            best = &shots[i];
        }
    }
    return best;
}

static tl_cause range_cause(const tl_document_weapon *weapon, const tl_shot *s) {
    return tl_by(weapon->range == TL_WEAPON_RANGE_CLOSE ? TL_CLAUSE_RANGE_CLOSE
                 : s->too_near                          ? TL_CLAUSE_RANGE_MINIMUM
                                                        : TL_CLAUSE_RANGE_WEAPON);
}

/* The rule that keeps a weapon from seeing. */
static tl_cause sight_cause(const tl_attack *x, size_t weapon, size_t i) {
    const tl_pair_sight_result *sight = tl_attack_sight(x, weapon, i, 0);
    return x->unseen.asked && x->unseen.verdict != TL_VERDICT_NO && sight->sight.verdict != TL_VERDICT_NO
               ? tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, x->unseen.skill->rule)
               : sight->cause;
}

/* What decided when no weapon may fire: the test that the weapon which got farthest stands at. */
void tl_attack_name_rule(const tl_attack *x, bool also_close, tl_answer *answer) {
    const tl_document_weapon *weapons = x->weapons;
    int most = -2;
    bool open = answer->verdict == TL_VERDICT_MARGINAL;
    for (size_t w = 0; w < x->weapon_count && answer->verdict != TL_VERDICT_YES; w++) {
        if (!also_close && weapons[w].range == TL_WEAPON_RANGE_CLOSE) {
            continue;
        }
        int stage;
        const tl_shot *shots = x->shots + w * x->from->count;
        const tl_shot *best = farthest(shots, x->from->count, open, &stage);
        if (best == NULL || stage <= most) {
            continue;
        }
        most = stage;
        size_t i = (size_t)(best - shots);
        answer->cause = stage == -1  ? best->bar.cause
                        : stage == 0 ? tl_by(TL_CLAUSE_ARC_FIELD)
                        : stage == 1 ? range_cause(&weapons[w], best)
                        : stage == 2 ? sight_cause(x, w, i)
                                     : tl_by(TL_CLAUSE_ATTACK_TARGET);
    }
}

/* Why nobody of a weapon's attackers may fire, or what is open: the test that got farthest. */
void tl_attack_failure_text(const tl_attack *x, const tl_shot *shots, size_t count, bool open, char *buffer,
                            size_t size) {
    char distance[TL_LENGTH_SIZE], reach[TL_LENGTH_SIZE];
    int best_stage;
    const tl_shot *best = farthest(shots, count, open, &best_stage);
    if (best == NULL) {
        buffer[0] = '\0';
        return;
    }
    if (best_stage == -1) {
        tl_bar_text(x->inquiry, &best->bar, x->from->unit, x->to->unit, buffer, size);
        return;
    }
    tl_length_text(&x->inquiry->words, best_stage == 1 && open ? fabs(best->limit.margin) : best->limit.distance,
                   distance);
    tl_length_text(&x->inquiry->words, best->limit.limit, reach);
    static const tl_sentence closed[4] = {TL_SAY_FAIL_ARC, TL_SAY_FAIL_RANGE, TL_SAY_FAIL_SIGHT, TL_SAY_FAIL_VALID};
    static const tl_sentence undecided[4] = {TL_SAY_OPEN_ARC, TL_SAY_OPEN_RANGE, TL_SAY_OPEN_SIGHT, TL_SAY_OPEN_SIGHT};
    char margin[TL_LENGTH_SIZE];
    tl_length_text(&x->inquiry->words, fabs(best->limit.margin), margin);
    tl_sentence sentence = open ? undecided[best_stage] : closed[best_stage];
    if (sentence == TL_SAY_FAIL_RANGE && best->too_near) {
        sentence = TL_SAY_FAIL_TOO_NEAR;
    }
    tl_say(&x->inquiry->words, buffer, size, sentence, distance, reach, margin);
}

void tl_attack_line(const tl_attack *x, const tl_document_weapon *weapon, const tl_shot *shots, tl_verdict verdict,
                    tl_answer *answer) {
    char line[TL_REASON_TEXT], why[160], fire[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE], hit[TL_LENGTH_SIZE],
        targets[TL_LENGTH_SIZE], tail[128] = "", near[TL_LENGTH_SIZE], spare[TL_LENGTH_SIZE], cover[96];
    const tl_shot *nearest = NULL;
    if (verdict != TL_VERDICT_YES) {
        tl_attack_failure_text(x, shots, x->from->count, verdict == TL_VERDICT_MARGINAL, why, sizeof(why));
        tl_say(&x->inquiry->words, line, sizeof(line),
               verdict == TL_VERDICT_NO ? TL_SAY_WEAPON_NO : TL_SAY_WEAPON_MARGINAL, weapon->name, why);
    } else {
        size_t able = 0, most = 0, covered = 0, bare = 0;
        for (size_t i = 0; i < x->from->count; i++) {
            if (shots[i].verdict == TL_VERDICT_YES) {
                able++;
                nearest = nearest == NULL || shots[i].limit.distance < nearest->limit.distance ? &shots[i] : nearest;
                most = shots[i].targets > most ? shots[i].targets : most;
                covered += tl_attack_cover(x, weapon, i) == TL_VERDICT_YES;
                bare += tl_attack_cover(x, weapon, i) == TL_VERDICT_NO;
            }
        }
        const tl_skill *skill;
        tl_say(&x->inquiry->words, cover, sizeof(cover),
               tl_attack_ignores_cover(x, weapon, &skill) ? TL_SAY_COVER_TAIL_IGNORED
               : covered == able                          ? TL_SAY_COVER_TAIL_YES
               : bare == able                             ? TL_SAY_COVER_TAIL_NO
               : covered + bare == able                   ? TL_SAY_COVER_TAIL_SPLIT
                                                          : TL_SAY_COVER_TAIL_OPEN,
               NULL);
        if (nearest != NULL && isfinite(nearest->limit.margin) && nearest->limit.margin >= 0) {
            tl_say(&x->inquiry->words, tail, sizeof(tail), TL_SAY_RANGE_TAIL,
                   tl_length_text(&x->inquiry->words, nearest->limit.distance, near),
                   tl_length_text(&x->inquiry->words, nearest->limit.margin, spare), cover);
        } else {
            snprintf(tail, sizeof(tail), "%s", cover);
        }
        tl_count_text(able, fire);
        size_t carriers = tl_attack_carriers(x, shots, &nearest);
        tl_count_text(carriers, of);
        tl_count_text(most, hit);
        tl_count_text(x->to->count, targets);
        bool one = carriers == 1;
        if (x->to->count == 1) {
            tl_say(&x->inquiry->words, line, sizeof(line), one ? TL_SAY_WEAPON_YES_ALONE : TL_SAY_WEAPON_YES_AT_ONE,
                   weapon->name, one ? tail : fire, of, tail);
        } else {
            tl_say(&x->inquiry->words, line, sizeof(line), one ? TL_SAY_WEAPON_YES_BY_ONE : TL_SAY_WEAPON_YES,
                   weapon->name, one ? hit : fire, one ? targets : of, one ? tail : hit, targets, tail);
        }
    }
    tl_answer_line(answer, line);
}

/* What skills add: an observer, camouflage, cover that is ignored, a victim that is named. */
static void explain_specials(const tl_attack *x, const tl_document_weapon *weapon, const tl_shot *s,
                             tl_answer *answer) {
    const tl_document_unit *unit = x->from->unit;
    const tl_skill *skill;
    char text[TL_REASON_TEXT];
    if (s->bar.kind != TL_BAR_NONE) {
        tl_bar_text(x->inquiry, &s->bar, unit, x->to->unit, text, sizeof(text));
        tl_answer_reason(answer, s->bar.cause, TL_VERDICT_NO, text);
    }
    if (x->unseen.asked) {
        tl_unseen_text(x->inquiry, &x->unseen, unit->name, x->to->unit->name, text, sizeof(text));
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, x->unseen.skill->rule),
                         x->unseen.verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                         : x->unseen.verdict == TL_VERDICT_NO ? TL_VERDICT_YES
                                                              : TL_VERDICT_MARGINAL,
                         text);
    }
    if (s->observer != SIZE_MAX) {
        tl_say(&x->inquiry->words, text, sizeof(text), TL_SAY_OBSERVED, x->inquiry->table->members[s->observer].name,
               weapon->name);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_SIGHT_OBSERVER), TL_VERDICT_YES, text);
        tl_answer_line(answer, text);
    }
    if (tl_attack_ignores_cover(x, weapon, &skill)) {
        tl_say(&x->inquiry->words, text, sizeof(text), skill != NULL ? TL_SAY_COVER_IGNORED : TL_SAY_COVER_IN_CLOSE,
               weapon->name, skill != NULL ? skill->name : "");
        tl_answer_reason(answer, skill != NULL ? tl_by_row(TL_CLAUSE_SKILL, skill->rule) : tl_by(TL_CLAUSE_CLOSE_COVER),
                         TL_VERDICT_YES, text);
    }
    if (s->verdict == TL_VERDICT_YES && tl_weapon_effect(x->inquiry, unit, weapon, TL_EFFECT_CHOOSES, &skill) != NULL) {
        tl_say(&x->inquiry->words, text, sizeof(text), TL_SAY_CHOOSES, weapon->name);
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SKILL, skill->rule), TL_VERDICT_YES, text);
    }
}

/* One reason per step, in the rules' order, for the first attacker that may fire, else the first. */
tl_status tl_attack_explain(const tl_attack *x, size_t number, const tl_document_weapon *weapon, const tl_shot *shots,
                            tl_answer *answer, tl_error *error) {
    const tl_shot *first;
    tl_attack_carriers(x, shots, &first);
    size_t i = (size_t)(first - shots);
    for (size_t k = x->from->count; k-- > 0;) {
        i = shots[k].verdict == TL_VERDICT_YES ? k : i;
    }
    const tl_shot *s = &shots[i];
    size_t j = 0;
    for (size_t k = x->to->count; k-- > 0;) {
        j = s->valid[k] == TL_VERDICT_YES ? k : j;
    }
    char text[TL_REASON_TEXT], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE], kind[32], margin[TL_LENGTH_SIZE];
    tl_pair_arc_result arc = {0};
    tl_status status = tl_attack_arc(x, weapon, i, j, &arc, error);
    if (status != TL_OK) {
        return status;
    }
    tl_say(&x->inquiry->words, kind, sizeof(kind), tl_arc_name(arc.field), NULL);
    tl_decimal_text(&x->inquiry->words, fabs(arc.margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(&x->inquiry->words, text, sizeof(text),
           arc.always                      ? TL_SAY_ARC_ALWAYS
           : arc.verdict == TL_VERDICT_YES ? TL_SAY_ARC_YES
           : arc.verdict == TL_VERDICT_NO  ? TL_SAY_ARC_NO
                                           : TL_SAY_ARC_MARGINAL,
           x->inquiry->table->members[x->from->first + i].name, x->inquiry->table->members[x->to->first + j].name, kind,
           weapon->name, margin);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_ARC_FIELD), arc.verdict, text);
    tl_reason_number(reason, "angle_deg", arc.angle_deg);
    tl_reason_number(reason, "margin_deg", arc.margin_deg);

    tl_cause cause = range_cause(weapon, s);
    tl_length_text(&x->inquiry->words, s->limit.distance, a);
    tl_length_text(&x->inquiry->words, s->limit.limit, b);
    const char *nearest = x->inquiry->table->members[s->nearest].name;
    if (isfinite(s->limit.margin)) {
        tl_length_text(&x->inquiry->words, fabs(s->limit.margin), margin);
        tl_say(&x->inquiry->words, text, sizeof(text),
               s->limit.margin >= 0 ? TL_SAY_RANGE_REASON
               : s->too_near        ? TL_SAY_RANGE_REASON_NEAR
                                    : TL_SAY_RANGE_REASON_SHORT,
               a, b, margin, nearest);
    } else {
        tl_say(&x->inquiry->words, text, sizeof(text), TL_SAY_RANGE_REASON_ANY, a, nearest);
    }
    reason = tl_answer_reason(answer, cause, s->range, text);
    tl_reason_number(reason, "distance_mm", s->limit.distance);
    tl_reason_number(reason, "limit_mm", s->limit.limit);
    tl_reason_number(reason, "margin_mm", s->limit.margin);

    const tl_pair_sight_result *sight = tl_attack_sight(x, number, i, j);
    if (weapon->range != TL_WEAPON_RANGE_CLOSE || tl_close_needs_sight(x->inquiry)) {
        tl_pair_sight_text(x->inquiry, sight, text, sizeof(text));
        reason = tl_answer_reason(answer, sight->cause, sight->sight.verdict, text);
        if (sight->holes.by_repair && s->los == TL_VERDICT_NO) {
            tl_answer_line(answer, text);
        }
        if (sight->sight.verdict == TL_VERDICT_YES) {
            tl_reason_number(reason, "clearance_mm", sight->sight.clearance);
        }
    }
    explain_specials(x, weapon, s, answer);
    const tl_unit_cover *cover = tl_attack_unit_cover(x, number, i);
    if (cover != NULL) {
        static const tl_sentence unit[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_UNIT_YES,
                                            [TL_VERDICT_NO] = TL_SAY_COVER_UNIT_NO,
                                            [TL_VERDICT_MARGINAL] = TL_SAY_COVER_UNIT_MARGINAL};
        static const tl_sentence one[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_ONE_YES,
                                           [TL_VERDICT_NO] = TL_SAY_COVER_ONE_NO,
                                           [TL_VERDICT_MARGINAL] = TL_SAY_COVER_ONE_MARGINAL};
        tl_count_text(cover->in_cover, a);
        tl_count_text(cover->verdict == TL_VERDICT_MARGINAL ? cover->in_cover + cover->undecided : cover->of, b);
        tl_say(&x->inquiry->words, text, sizeof(text), cover->of == 1 ? one[cover->verdict] : unit[cover->verdict],
               x->to->name, x->inquiry->table->members[x->from->first + i].name, a, b);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_COVER_UNIT), cover->verdict, text);
    }
    return TL_OK;
}

void tl_attack_tell_holes(const tl_attack *x, size_t weapon, tl_answer *answer) {
    const tl_pair_sight_result *told = NULL;
    for (size_t k = 0; k < x->from->count * x->to->count; k++) {
        size_t i = k / x->to->count, j = k % x->to->count;
        if (x->shots[weapon * x->from->count + i].valid[j] == TL_VERDICT_YES) {
            const tl_pair_sight_result *sight = tl_attack_sight(x, weapon, i, j);
            if (sight->holes.count == 0) {
                return;
            }
            told = told == NULL ? sight : told;
        }
    }
    if (told != NULL) {
        char text[TL_REASON_TEXT];
        tl_pair_sight_text(x->inquiry, told, text, sizeof(text));
        tl_answer_line(answer, text);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

/* Of targets that are seen through holes alone, and those that only what repairs made hides. */
static void write_holes(const tl_attack *x, size_t weapon, size_t i, const tl_shot *s, tl_json_writer *writer) {
    for (int repairs = 0; repairs < 2; repairs++) {
        bool begun = false;
        for (size_t j = 0; j < x->to->count; j++) {
            const tl_pair_holes *holes = &tl_attack_sight(x, weapon, i, j)->holes;
            if (holes->count == 0 || holes->by_repair != (repairs == 1) ||
                (repairs == 0 && s->valid[j] != TL_VERDICT_YES)) {
                continue;
            }
            if (!begun) {
                tl_json_key(writer, repairs == 1 ? "by_repair" : "through_hole");
                tl_json_begin_array(writer);
                begun = true;
            }
            tl_holes_items(x->inquiry, holes, x->inquiry->table->members[x->to->first + j].id, writer);
        }
        if (begun) {
            tl_json_end_array(writer);
        }
    }
}

void tl_attack_write_weapon(const tl_attack *x, const tl_document_weapon *weapon, const tl_shot *shots,
                            tl_verdict verdict, tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", weapon->id);
    tl_json_put_verdict(writer, "verdict", verdict);
    if (tl_weapon_effect(x->inquiry, x->from->unit, weapon, TL_EFFECT_CHOOSES, NULL) != NULL) {
        tl_json_put_bool(writer, "chooses", true);
    }
    const tl_skill *skill;
    if (tl_attack_ignores_cover(x, weapon, &skill)) {
        tl_json_put_bool(writer, "ignores_cover", true);
    }
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < x->from->count; i++) {
        const tl_shot *s = &shots[i];
        if (s->absent) {
            continue;
        }
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", x->inquiry->table->members[x->from->first + i].id);
        tl_json_put_verdict(writer, "verdict", s->verdict);
        tl_json_put_verdict(writer, "arc", s->arc);
        tl_json_put_verdict(writer, "range", s->range);
        tl_json_put_verdict(writer, "los", s->los);
        tl_json_put_string(writer, "nearest", x->inquiry->table->members[s->nearest].id);
        tl_json_put_double(writer, "distance_mm", s->limit.distance);
        if (isfinite(s->limit.margin)) {
            tl_json_put_double(writer, "limit_mm", s->limit.limit);
            if (s->limit.uncertainty > 0) {
                tl_json_put_double(writer, "uncertainty_mm", s->limit.uncertainty);
            }
            tl_json_put_double(writer, "margin_mm", s->limit.margin);
        }
        tl_json_key(writer, "targets");
        tl_json_begin_array(writer);
        for (size_t j = 0; j < x->to->count; j++) {
            if (s->valid[j] == TL_VERDICT_YES) {
                tl_json_string(writer, x->inquiry->table->members[x->to->first + j].id);
            }
        }
        tl_json_end_array(writer);
        write_holes(x, (size_t)(weapon - x->weapons), i, s, writer);
        tl_json_put_verdict(writer, "cover", tl_attack_cover(x, weapon, i));
        if (s->observer != SIZE_MAX) {
            tl_json_put_string(writer, "observer", x->inquiry->table->members[s->observer].id);
        }
        if (s->bar.kind != TL_BAR_NONE) {
            tl_json_put_string(writer, "barred", tl_bar_word(s->bar.kind));
        }
        if (s->bar.terrain != SIZE_MAX) {
            tl_json_put_string(writer, "forbidden_in", x->inquiry->table->terrain[s->bar.terrain].id);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

/* Who rolls together: attackers of one weapon whose target is in the same state of cover (DB-COV-08). */
void tl_attack_write_dice_groups(const tl_attack *x, const tl_document_weapon *weapons, size_t count,
                                 tl_json_writer *writer) {
    static const tl_verdict states[3] = {TL_VERDICT_NO, TL_VERDICT_YES, TL_VERDICT_MARGINAL};
    tl_json_key(writer, "dice_groups");
    tl_json_begin_array(writer);
    for (size_t w = 0; w < count; w++) {
        for (size_t k = 0; k < 3; k++) {
            bool begun = false;
            size_t figures = 0;
            for (size_t i = 0; i < x->from->count; i++) {
                const tl_shot *s = &x->shots[w * x->from->count + i];
                if (s->verdict != TL_VERDICT_YES || tl_attack_cover(x, &weapons[w], i) != states[k]) {
                    continue;
                }
                if (!begun) {
                    tl_json_begin_object(writer);
                    tl_json_put_string(writer, "weapon", weapons[w].id);
                    tl_json_put_verdict(writer, "cover", states[k]);
                    tl_json_key(writer, "members");
                    tl_json_begin_array(writer);
                    begun = true;
                }
                tl_json_string(writer, x->inquiry->table->members[x->from->first + i].id);
                figures += tl_table_figures(x->inquiry->table, x->from->first + i);
            }
            if (begun) {
                tl_json_end_array(writer);
                tl_json_put_int(writer, "figures", (int64_t)figures);
                tl_json_end_object(writer);
            }
        }
    }
    tl_json_end_array(writer);
}
