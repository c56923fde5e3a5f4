/* ask_sight.c: line of sight and cover, for models and for units. */
#include "tell/ask.h"
#include "judge/sight/in_the_way.h"
#include "judge/sight/pair_margin.h"
#include "judge/special.h"
#include "tell/tell_proof.h"

#include <stdio.h>
#include <string.h>

/* --- Line of sight ------------------------------------------------------------------------------------------------ */

/* Which of two answers tells more about a unit's: yes before open before no; among yes a line that needs no hole, then
 * the clearer one; among open ones what more work may settle. */
static bool tells_more(const tl_pair_sight_result *p, const tl_pair_sight_result *q) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const tl_sight *a = &p->sight, *b = &q->sight;
    if (a->verdict != b->verdict) {
        return order[a->verdict] > order[b->verdict];
    }
    if (a->verdict == TL_VERDICT_YES && (p->holes.count > 0) != (q->holes.count > 0)) {
        return p->holes.count == 0;
    }
    if (a->verdict == TL_VERDICT_MARGINAL) {
        return tl_is_unsettled(a->verdict, a->why) && !tl_is_unsettled(b->verdict, b->why);
    }
    return a->verdict == TL_VERDICT_YES && a->clearance > b->clearance;
}

static void depth_line(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_answer *answer) {
    if (!pair->has_depth || !isfinite(pair->depth.limit_mm)) {
        return;
    }
    char passes[TL_LENGTH_SIZE], left[TL_LENGTH_SIZE], limit[TL_LENGTH_SIZE], line[TL_REASON_TEXT];
    tl_verdict verdict = pair->sight.verdict == TL_VERDICT_NO ? TL_VERDICT_NO : TL_VERDICT_YES;
    tl_say(&inquiry->words, line, sizeof(line), verdict == TL_VERDICT_NO ? TL_SAY_AREA_TOO_DEEP : TL_SAY_AREA_DEPTH,
           tl_length_text(&inquiry->words, pair->depth.distance.high, passes),
           inquiry->table->terrain[pair->depth_terrain].name,
           tl_length_text(&inquiry->words, fabs(pair->depth.margin.low), left),
           tl_length_text(&inquiry->words, pair->depth.limit_mm, limit));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_depth_cause(&pair->depth), verdict, line);
    tl_reason_number(reason, "distance_mm", pair->depth.distance.high);
    tl_reason_number(reason, "limit_mm", pair->depth.limit_mm);
    tl_reason_number(reason, "margin_mm", pair->depth.margin.low);
}

static void write_pairs(const tl_inquiry *inquiry, const tl_pair_sight_result *pairs, size_t count,
                        tl_json_writer *writer) {
    tl_json_key(writer, "pairs");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_verdict(writer, "verdict", pairs[i].sight.verdict);
        tl_json_put_string(writer, "rule", tl_cited(inquiry, pairs[i].cause));
        tl_pair_sight_json(inquiry, &pairs[i], writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* How far things are from another answer, when that was asked. */
static tl_status measure_margin(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_margin *margin,
                                tl_answer *answer, tl_error *error) {
    char target[TL_REASON_TEXT], blocker[TL_REASON_TEXT];
    *margin = (tl_pair_margin){.measured = false};
    if (!inquiry->margin) {
        return TL_OK;
    }
    if (pair->doubt.any && !pair->doubt.decides && pair->sight.verdict != TL_VERDICT_MARGINAL) {
        char list[200], off[TL_LENGTH_SIZE];
        tl_slots_text(&inquiry->words, inquiry->table, pair->doubt.slots, pair->doubt.count, list, sizeof(list));
        tl_say(&inquiry->words, target, sizeof(target), TL_SAY_MARGIN_UNCERTAIN,
               tl_length_text(&inquiry->words, pair->doubt.needed, off),
               pair->doubt.count > 0 ? list : inquiry->table->members[pair->to].name);
        tl_answer_line(answer, target);
        margin->uncertain = true;
        return TL_OK;
    }
    tl_status status = tl_pair_margin_measure(inquiry, pair, margin, error);
    tl_pair_margin_text(inquiry, pair, margin, target, blocker, sizeof(target));
    if (status == TL_OK && target[0] != '\0') {
        tl_answer_line(answer, target);
    }
    if (status == TL_OK && blocker[0] != '\0') {
        tl_answer_line(answer, blocker);
    }
    return status;
}

/* Lines there are, but the target is camouflaged: the answer becomes that. */
static void judge_unseen_words(const tl_inquiry *inquiry, const tl_unseen *unseen, const tl_party *from,
                               const tl_party *to, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (!unseen->asked) {
        return;
    }
    tl_unseen_text(inquiry, unseen, from->unit->name, to->unit->name, line, sizeof(line));
    tl_reason *reason = tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, unseen->skill->rule),
                                         unseen->verdict == TL_VERDICT_YES  ? TL_VERDICT_NO
                                         : unseen->verdict == TL_VERDICT_NO ? TL_VERDICT_YES
                                                                            : TL_VERDICT_MARGINAL,
                                         line);
    tl_reason_number(reason, "distance_mm", unseen->limit.distance);
    tl_reason_number(reason, "limit_mm", unseen->limit.limit);
    tl_reason_number(reason, "margin_mm", unseen->limit.margin);
    if (unseen->verdict == TL_VERDICT_NO) {
        tl_answer_line(answer, line);
        return;
    }
    tl_answer_line(answer, answer->summary);
    snprintf(answer->summary, sizeof(answer->summary), "%s", line);
    answer->verdict = unseen->verdict == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    answer->cause = tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, unseen->skill->rule);
}

tl_status tl_ask_los(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof, tl_answer *answer,
                     tl_error *error) {
    tl_status status = tl_parties_differ(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    size_t count = from->count * to->count;
    tl_pair_sight_result *pairs = tl_alloc_array(inquiry->context, count, sizeof(*pairs));
    if (pairs == NULL) {
        return tl_fail_memory(error);
    }
    tl_core_set *cores = tl_alloc_array(inquiry->context, count, sizeof(*cores));
    status = cores != NULL ? TL_OK : tl_fail_memory(error);
    size_t best = 0, yes = 0, open = 0;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        tl_sight_recorder recorder = tl_core_recorder(&cores[i]);
        status = tl_pair_sight_recorded(inquiry, from->first + i / to->count, to->first + i % to->count, &recorder, 0,
                                        &pairs[i], error);
        if (status == TL_OK) {
            yes += pairs[i].sight.verdict == TL_VERDICT_YES;
            open += pairs[i].sight.verdict == TL_VERDICT_MARGINAL;
            best = tells_more(&pairs[i], &pairs[best]) ? i : best;
        }
    }
    tl_blame blame = {.count = 0};
    bool blamed = status == TL_OK && yes + open == 0;
    for (size_t i = 0; i < count; i++) {
        blamed = blamed && !pairs[i].patch.decides; /* lines there are: no set of things in the way explains it */
    }
    if (blamed) {
        status = tl_find_in_the_way(inquiry, pairs, cores, count, &blame, error);
    }
    if (status == TL_OK) {
        tl_pair_sight_result told = pairs[best], *pair = &told;
        tl_pair_margin margin;
        tl_unseen unseen = {.asked = false};
        if (yes + open > 0) {
            status = tl_judge_unseen(inquiry, from->unit, to->unit, &unseen, error);
        }
        if (blamed) {
            tl_name_in_the_way(&blame, &told.sight);
        }
        char line[TL_REASON_TEXT], bound[TL_REASON_TEXT], n[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE];
        answer->verdict = yes > 0 ? TL_VERDICT_YES : open > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        answer->cause = pair->cause;
        tl_pair_sight_text(inquiry, pair, line, sizeof(line));
        bool all_told = blamed && !pair->sight.from_inside_solid && !pair->sight.to_inside_solid &&
                        !pair->holes.by_repair; /* which is to be told before who else is in the way */
        if (all_told) {
            const tl_placed *members = inquiry->table->members;
            tl_in_the_way_text(inquiry, &blame, pair, count > 1 ? from->name : members[pair->from].name,
                               count > 1 ? to->name : members[pair->to].name, line, sizeof(line));
        }
        tl_reason *reason = tl_answer_reason(answer, pair->cause, pair->sight.verdict, line);
        if (pair->sight.verdict == TL_VERDICT_YES) {
            tl_reason_number(reason, "clearance_mm", pair->sight.clearance);
        }
        bool bounded = tl_pair_sight_bound(inquiry, pair, bound, sizeof(bound));
        if (bounded) {
            tl_reason_number(reason, "max_clearance_mm", pair->sight.max_clearance);
        }
        if (count == 1 || all_told) {
            snprintf(answer->summary, sizeof(answer->summary), "%s", line);
        } else {
            tl_count_text(yes > 0 ? yes : open, n);
            tl_count_text(count, of);
            tl_say(&inquiry->words, answer->summary, sizeof(answer->summary),
                   yes > 0    ? TL_SAY_SIGHT_UNIT_YES
                   : open > 0 ? TL_SAY_SIGHT_UNIT_MARGINAL
                              : TL_SAY_SIGHT_UNIT_NO,
                   from->name, to->name, n, of);
            tl_answer_line(answer, line);
        }
        if (bounded) {
            tl_answer_line(answer, bound);
        }
        judge_unseen_words(inquiry, &unseen, from, to, answer);
        tl_in_the_way_opens(inquiry, &blame, line, sizeof(line));
        if (line[0] != '\0') {
            tl_answer_line(answer, line);
        }
        margin = (tl_pair_margin){.measured = false};
        if (status == TL_OK) {
            status = measure_margin(inquiry, pair, &margin, answer, error);
        }
        depth_line(inquiry, pair, answer);
        if (pair->sight.from_inside_solid || pair->sight.to_inside_solid) {
            tl_say(&inquiry->words, line, sizeof(line), TL_SAY_SIGHT_INSIDE_REMEDY, NULL);
            tl_answer_line(answer, line);
        }
        tl_note_guesses(inquiry, from->first, from->count, false, true, answer);
        tl_note_guesses(inquiry, to->first, to->count, false, true, answer);
        tl_pair_sight_json(inquiry, pair, &answer->body);
        tl_pair_margin_json(inquiry, &margin, &answer->body);
        if (unseen.asked) {
            tl_unseen_json(inquiry, &unseen, &answer->body);
        }
        if (blamed) {
            tl_in_the_way_json(inquiry, &blame, pairs, &answer->body);
        }
        if (blamed && proof) {
            status = tl_tell_proof(inquiry, pair, answer, error);
        }
        if (from->whole || to->whole) {
            write_pairs(inquiry, pairs, count, &answer->body);
        }
        tl_pair_sight_witness(inquiry, pair, answer);
    }
    tl_free(inquiry->context, cores);
    tl_free(inquiry->context, pairs);
    return status;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

tl_unit_cover tl_judge_unit_cover(const tl_inquiry *inquiry, const tl_party *to, const tl_verdict *members) {
    tl_unit_cover cover = {.of = 0};
    bool figures = tl_settings_is(&inquiry->settings, "half_rule_members", "figures", true);
    for (size_t i = 0; i < to->count; i++) {
        size_t weight = figures ? tl_table_figures(inquiry->table, to->first + i) : 1;
        cover.of += weight;
        cover.in_cover += members[i] == TL_VERDICT_YES ? weight : 0;
        cover.undecided += members[i] == TL_VERDICT_MARGINAL ? weight : 0;
    }
    /* half of the unit for infantry; vehicles are single models, where half is the model itself */
    size_t needed = tl_class_is_foot(to->unit->kind) ? (cover.of + 1) / 2 : cover.of;
    cover.verdict = cover.in_cover >= needed                     ? TL_VERDICT_YES
                    : cover.in_cover + cover.undecided >= needed ? TL_VERDICT_MARGINAL
                                                                 : TL_VERDICT_NO;
    return cover;
}

typedef struct attacker_cover {
    tl_unit_cover unit;
    tl_pair_cover_result *pairs;
    tl_verdict sees; /* any of the targets */
} attacker_cover;

static tl_status cover_from(const tl_inquiry *inquiry, size_t attacker, const tl_party *to, attacker_cover *result,
                            tl_error *error) {
    memset(result, 0, sizeof(*result));
    result->pairs = tl_alloc_array(inquiry->context, to->count, sizeof(*result->pairs));
    tl_verdict *verdicts = tl_alloc_array(inquiry->context, to->count, sizeof(*verdicts));
    tl_status status = result->pairs != NULL && verdicts != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t j = 0; j < to->count && status == TL_OK; j++) {
        status = tl_pair_cover(inquiry, attacker, to->first + j, &result->pairs[j], error);
        if (status == TL_OK) {
            verdicts[j] = result->pairs[j].verdict;
        }
    }
    if (status == TL_OK) {
        result->unit = tl_judge_unit_cover(inquiry, to, verdicts);
    }
    tl_free(inquiry->context, verdicts);
    return status;
}

static void write_attacker(const tl_inquiry *inquiry, const attacker_cover *cover, size_t count,
                           tl_json_writer *writer) {
    tl_json_put_int(writer, "in_cover", (int64_t)cover->unit.in_cover);
    tl_json_put_int(writer, "of", (int64_t)cover->unit.of);
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t j = 0; j < count; j++) {
        tl_json_begin_object(writer);
        tl_pair_cover_json(inquiry, &cover->pairs[j], writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* `from`: what the attacker is called. */
static void cover_words(const tl_inquiry *inquiry, const attacker_cover *cover, const tl_party *to, const char *from,
                        char *buffer, size_t size) {
    char a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE];
    if (to->count == 1) {
        tl_pair_cover_text(inquiry, &cover->pairs[0], from, buffer, size);
        return;
    }
    tl_count_text(cover->unit.in_cover, a);
    tl_count_text(
        cover->unit.verdict == TL_VERDICT_MARGINAL ? cover->unit.in_cover + cover->unit.undecided : cover->unit.of, b);
    tl_say(&inquiry->words, buffer, size,
           cover->unit.verdict == TL_VERDICT_YES  ? TL_SAY_COVER_UNIT_YES
           : cover->unit.verdict == TL_VERDICT_NO ? TL_SAY_COVER_UNIT_NO
                                                  : TL_SAY_COVER_UNIT_MARGINAL,
           to->name, from, a, b);
}

/* A line for all attackers about whom the same is to be said. */
static void tell_attackers(const tl_inquiry *inquiry, const attacker_cover *attackers, const tl_party *from,
                           const tl_party *to, tl_answer *answer) {
    char line[TL_REASON_TEXT], other[TL_REASON_TEXT], names[TL_REASON_TEXT];
    for (size_t i = 0; i < from->count; i++) {
        size_t alike = 0, told = 0, used = 0;
        bool before = false;
        cover_words(inquiry, &attackers[i], to, "", line, sizeof(line));
        for (size_t j = 0; j < from->count && !before; j++) {
            cover_words(inquiry, &attackers[j], to, "", other, sizeof(other));
            bool same = strcmp(line, other) == 0;
            before = same && j < i;
            alike += same;
        }
        for (size_t j = i; j < from->count && !before && used < sizeof(names); j++) {
            cover_words(inquiry, &attackers[j], to, "", other, sizeof(other));
            if (strcmp(line, other) == 0) {
                told++;
                const char *glue = tl_phrase(&inquiry->words, told == alike ? TL_SAY_AND : TL_SAY_COMMA);
                used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", told > 1 ? glue : "",
                                         inquiry->table->members[from->first + j].name);
            }
        }
        if (!before) {
            cover_words(inquiry, &attackers[i], to, alike == from->count ? from->name : names, line, sizeof(line));
            tl_answer_line(answer, line);
        }
    }
}

static tl_status sees_any(const tl_inquiry *inquiry, size_t attacker, const tl_party *to, tl_verdict *verdict,
                          tl_error *error) {
    *verdict = TL_VERDICT_NO;
    for (size_t j = 0; j < to->count && *verdict != TL_VERDICT_YES; j++) {
        tl_pair_sight_result sight;
        tl_status status = tl_pair_sight(inquiry, attacker, to->first + j, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        if (sight.sight.verdict != TL_VERDICT_NO) {
            *verdict = sight.sight.verdict;
        }
    }
    return TL_OK;
}

static void cover_witness(const tl_inquiry *inquiry, const attacker_cover *cover, size_t count, tl_answer *answer) {
    for (size_t j = 0; j < count; j++) {
        const tl_pair_cover_result *pair = &cover->pairs[j];
        if (!pair->looked || !pair->cover.has_viewpoint) {
            continue;
        }
        tl_answer_witness(answer, TL_WITNESS_POINT, pair->cover.viewpoint, pair->cover.viewpoint);
        tl_holes_witness(inquiry, &pair->holes, answer);
        for (size_t i = 0; i < pair->doubt.count; i++) {
            tl_answer_uncertain(answer, inquiry, pair->doubt.slots[i]);
        }
        if (pair->cover.has_hidden_point) {
            tl_witness *witness =
                tl_answer_witness(answer, TL_WITNESS_ATTEMPT, pair->cover.viewpoint, pair->cover.hidden_point);
            if (witness != NULL) {
                witness->c = pair->cover.hidden_point;
                witness->from_slot = inquiry->table->members[pair->from].slot;
                witness->to_slot = inquiry->table->members[pair->to].slot;
            }
            for (size_t i = 0; i < pair->cover.named_count; i++) {
                witness =
                    tl_answer_witness(answer, TL_WITNESS_BLOCKER, pair->cover.hidden_point, pair->cover.hidden_point);
                if (witness != NULL) {
                    witness->slot = pair->cover.named[i];
                }
            }
        }
    }
}

/* From several attackers: in cover when it is from every one that has sight. */
static tl_verdict judge_attackers(const attacker_cover *attackers, size_t count) {
    bool any = false, open = false;
    for (size_t i = 0; i < count; i++) {
        if (attackers[i].sees == TL_VERDICT_NO) {
            continue;
        }
        any = true;
        if (attackers[i].unit.verdict == TL_VERDICT_NO && attackers[i].sees == TL_VERDICT_YES) {
            return TL_VERDICT_NO;
        }
        open = open || attackers[i].unit.verdict != TL_VERDICT_YES;
    }
    return any && open ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
}

/* The rule that decides for one attacker. */
static tl_cause cover_cause(const attacker_cover *cover, const tl_party *to) {
    return to->count > 1 ? tl_by(TL_CLAUSE_COVER_UNIT) : cover->pairs[0].cause;
}

/* Which of several attackers decides: of those that have sight the first from whom the answer is the same. */
static size_t deciding_attacker(const attacker_cover *attackers, size_t count, tl_verdict verdict) {
    size_t decides = 0;
    for (size_t i = count; i-- > 0;) {
        decides = attackers[i].sees != TL_VERDICT_NO && attackers[i].unit.verdict == verdict ? i : decides;
    }
    return decides;
}

tl_status tl_ask_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                       tl_error *error) {
    tl_status status = tl_parties_differ(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    attacker_cover *attackers = tl_alloc_array(inquiry->context, from->count, sizeof(*attackers));
    if (attackers == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < from->count && status == TL_OK; i++) {
        status = cover_from(inquiry, from->first + i, to, &attackers[i], error);
        attackers[i].sees = TL_VERDICT_YES;
        if (status == TL_OK && from->count > 1) {
            status = sees_any(inquiry, from->first + i, to, &attackers[i].sees, error);
        }
    }
    if (status == TL_OK) {
        char line[TL_REASON_TEXT];
        tl_json_writer *writer = &answer->body;
        answer->verdict = judge_attackers(attackers, from->count);
        answer->cause = cover_cause(&attackers[deciding_attacker(attackers, from->count, answer->verdict)], to);
        tl_json_put_string(writer, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
        tl_json_put_string(writer, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
        if (from->count == 1) {
            cover_words(inquiry, &attackers[0], to, inquiry->table->members[from->first].name, answer->summary,
                        sizeof(answer->summary));
            tl_answer_reason(answer, answer->cause, answer->verdict, answer->summary);
        } else {
            tl_say(&inquiry->words, answer->summary, sizeof(answer->summary),
                   answer->verdict == TL_VERDICT_YES  ? TL_SAY_COVER_ALL_YES
                   : answer->verdict == TL_VERDICT_NO ? TL_SAY_COVER_ALL_NO
                                                      : TL_SAY_COVER_ALL_MARGINAL,
                   to->name, from->name);
        }
        size_t shown = 0;
        for (size_t i = 0; i < from->count; i++) {
            if (from->count > 1) {
                cover_words(inquiry, &attackers[i], to, inquiry->table->members[from->first + i].name, line,
                            sizeof(line));
                tl_answer_reason(answer, cover_cause(&attackers[i], to), attackers[i].unit.verdict, line);
            } else if (to->count > 1) {
                for (size_t j = 0; j < to->count && shown < 8; j++, shown++) {
                    tl_pair_cover_text(inquiry, &attackers[i].pairs[j], NULL, line, sizeof(line));
                    tl_answer_reason(answer, attackers[i].pairs[j].cause, attackers[i].pairs[j].verdict, line);
                    tl_answer_line(answer, line);
                }
            }
        }
        if (from->count > 1) {
            tell_attackers(inquiry, attackers, from, to, answer);
        }
        if (from->count == 1) {
            if (to->count == 1) {
                tl_pair_cover_numbers(inquiry, &attackers[0].pairs[0], writer);
            }
            write_attacker(inquiry, &attackers[0], to->count, writer);
        }
        if (from->whole) {
            tl_json_key(writer, "attackers");
            tl_json_begin_array(writer);
            for (size_t i = 0; i < from->count; i++) {
                tl_json_begin_object(writer);
                tl_json_put_string(writer, "id", inquiry->table->members[from->first + i].id);
                tl_json_put_verdict(writer, "verdict", attackers[i].unit.verdict);
                tl_json_put_verdict(writer, "los", attackers[i].sees);
                write_attacker(inquiry, &attackers[i], to->count, writer);
                tl_json_end_object(writer);
            }
            tl_json_end_array(writer);
        }
        cover_witness(inquiry, &attackers[0], to->count, answer);
        tl_note_guesses(inquiry, from->first, from->count, false, true, answer);
        tl_note_guesses(inquiry, to->first, to->count, false, true, answer);
    }
    for (size_t i = 0; i < from->count; i++) {
        tl_free(inquiry->context, attackers[i].pairs);
    }
    tl_free(inquiry->context, attackers);
    return status;
}
