/* tell_cover.c: what is said, written and drawn of cover. */
#include "tell/tell_cover.h"

#include "tell/tell_guesses.h"
#include "tell/tell_holes.h"

#include <stdio.h>
#include <string.h>

enum { MODELS_TOLD = 8 }; /* of a unit, in reasons */

static const tl_sentence of_unit[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_UNIT_YES,
                                       [TL_VERDICT_NO] = TL_SAY_COVER_UNIT_NO,
                                       [TL_VERDICT_MARGINAL] = TL_SAY_COVER_UNIT_MARGINAL};
static const tl_sentence of_all[3] = {[TL_VERDICT_YES] = TL_SAY_COVER_ALL_YES,
                                      [TL_VERDICT_NO] = TL_SAY_COVER_ALL_NO,
                                      [TL_VERDICT_MARGINAL] = TL_SAY_COVER_ALL_MARGINAL};

/* --- One model ---------------------------------------------------------------------------------------------------- */

/* What nobody knows: between what shares it is in view, and what is in the way. */
static void say_marginal(const tl_inquiry *inquiry, const tl_pair_cover_result *result, const char *from,
                         const char *to, char *buffer, size_t size) {
    char list[200], low[TL_WORDS_LENGTH_SIZE], high[TL_WORDS_LENGTH_SIZE], way[240] = "", note[256] = "";
    double share[2];
    tl_pair_cover_share(result, share);
    tl_words_decimal_text(inquiry->words, floor(100 * share[0]), 0, low);
    tl_words_decimal_text(inquiry->words, ceil(100 * share[1]), 0, high);
    strcat(low, " %");
    strcat(high, " %");
    if (result->cover.named_count > 0) {
        tl_tell_slots_text(inquiry->words, inquiry->table, result->cover.named, result->cover.named_count, list,
                           sizeof(list));
        tl_say(inquiry->words, way, sizeof(way), result->cover.named_count > 1 ? TL_SAY_ARE : TL_SAY_IS, list);
        tl_say(inquiry->words, note, sizeof(note), TL_SAY_COVER_IN_WAY, way);
    }
    tl_say(inquiry->words, buffer, size, TL_SAY_COVER_MARGINAL, to, from, low, high, note);
}

/* What hides it, or what its answer owes to holes and to uncertain meshes. */
static void say_as_seen(const tl_inquiry *inquiry, const tl_pair_cover_result *result, const char *from, const char *to,
                        char *buffer, size_t size) {
    char list[200], off[TL_WORDS_LENGTH_SIZE], holes[TL_REASON_TEXT];
    if (tl_pair_cover_rests_on_holes(result)) {
        tl_tell_holes_text(inquiry, &result->holes, holes, sizeof(holes));
        tl_say(inquiry->words, buffer, size,
               result->holes.by_repair                   ? TL_SAY_COVER_REPAIR
               : result->holes.through == TL_VERDICT_YES ? TL_SAY_COVER_THROUGH
                                                         : TL_SAY_COVER_PERHAPS_THROUGH,
               to, from, holes);
    } else if (result->verdict == TL_VERDICT_YES) {
        tl_tell_slots_text(inquiry->words, inquiry->table, result->cover.named, result->cover.named_count, list,
                           sizeof(list));
        tl_say(inquiry->words, buffer, size,
               result->unseen        ? TL_SAY_COVER_UNSEEN
               : result->behind_area ? TL_SAY_COVER_BEHIND
                                     : TL_SAY_COVER_YES,
               to, from, list);
    } else if (result->verdict == TL_VERDICT_NO) {
        tl_say(inquiry->words, buffer, size, TL_SAY_COVER_NO, to, from);
    } else if (result->uncertainty.decides && result->cover.why == TL_WHY_UNCERTAINTY) {
        tl_tell_slots_text(inquiry->words, inquiry->table, result->uncertainty.slots, result->uncertainty.count, list,
                           sizeof(list));
        tl_say(inquiry->words, buffer, size, TL_SAY_COVER_UNCERTAIN, to, from,
               tl_words_length_text(inquiry->words, result->uncertainty.needed, off),
               result->uncertainty.count > 0 ? list : to);
    } else {
        say_marginal(inquiry, result, from, to, buffer, size);
    }
}

/* The sentence that tells one model's. `from`: what the attacker is called; NULL: its name. */
static void pair_cover_text(const tl_inquiry *inquiry, const tl_pair_cover_result *result, const char *from,
                            char *buffer, size_t size) {
    const char *to = inquiry->table->members[result->to].name;
    from = from != NULL ? from : inquiry->table->members[result->from].name;
    if (result->by_skill) {
        tl_say(inquiry->words, buffer, size,
               result->verdict == TL_VERDICT_YES ? TL_SAY_COVER_SKILL_YES : TL_SAY_COVER_SKILL_NO, to, from,
               result->skill->name);
    } else if (result->stands_in_area) {
        tl_say(inquiry->words, buffer, size, TL_SAY_COVER_AREA, to, from,
               tl_tell_slot_name(inquiry->words, inquiry->table, result->area_slot));
    } else {
        say_as_seen(inquiry, result, from, to, buffer, size);
    }
}

/* From where it is seen, and how much of it. */
static void write_view(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer) {
    const tl_cover *cover = &result->cover;
    if (tl_pair_cover_rests_on_holes(result)) {
        tl_tell_holes_json(inquiry, &result->holes, writer);
    }
    if (cover->has_viewpoint) {
        tl_json_put_point(writer, result->verdict == TL_VERDICT_NO ? "witness_viewpoint" : "best_viewpoint",
                          cover->viewpoint);
    }
    if (result->verdict != TL_VERDICT_NO && !result->stands_in_area) {
        tl_tell_put_slots(writer, "hidden_by", inquiry->table, cover->named, cover->named_count);
    }
    double share[2];
    tl_pair_cover_share(result, share);
    tl_json_put_numbers(writer, "visible_fraction", share, 2);
    if (share[0] != cover->visible_low || share[1] != cover->visible_high) {
        const double as_is[2] = {cover->visible_low, cover->visible_high};
        tl_json_put_numbers(writer, "mesh_visible_fraction", as_is, 2);
    }
    if (result->verdict == TL_VERDICT_MARGINAL) {
        tl_json_put_string(writer, "why", tl_why_word(cover->why));
        if (cover->why == TL_WHY_UNCERTAINTY) {
            tl_json_put_double(writer, "uncertainty_mm", result->uncertainty.needed);
        }
    }
    if (result->verdict != TL_VERDICT_NO && cover->closed_gap > 1e-6) {
        tl_json_put_double(writer, "closed_gap_mm", cover->closed_gap);
    }
    if (cover->target_in_solid) {
        tl_json_put_bool(writer, "target_in_solid", true);
    }
}

/* What hides it, from where it is seen, and how much: fields of an object that is open. */
static void write_numbers(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer) {
    if (result->by_skill) {
        tl_json_put_string(writer, "skill", result->skill->name);
        tl_tell_put_verdict(writer, "as_seen", result->as_seen);
    }
    if (result->stands_in_area) {
        uint32_t slot = (uint32_t)result->area_slot;
        tl_tell_put_slots(writer, "hidden_by", inquiry->table, &slot, 1);
    }
    if (result->looked) {
        write_view(inquiry, result, writer);
    }
}

static void draw_pair(const tl_inquiry *inquiry, const tl_pair_cover_result *pair, tl_answer *answer) {
    const tl_cover *cover = &pair->cover;
    tl_answer_witness(answer, TL_WITNESS_POINT, cover->viewpoint, cover->viewpoint);
    tl_tell_holes_witness(inquiry, &pair->holes, answer);
    for (size_t i = 0; i < pair->uncertainty.count; i++) {
        tl_answer_uncertain(answer, inquiry, pair->uncertainty.slots[i]);
    }
    if (!cover->has_hidden_point) {
        return;
    }
    tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_ATTEMPT, cover->viewpoint, cover->hidden_point);
    if (witness != NULL) {
        witness->c = cover->hidden_point;
        witness->from_slot = inquiry->table->members[pair->from].slot;
        witness->to_slot = inquiry->table->members[pair->to].slot;
    }
    for (size_t i = 0; i < cover->named_count; i++) {
        witness = tl_answer_witness(answer, TL_WITNESS_BLOCKER, cover->hidden_point, cover->hidden_point);
        if (witness != NULL) {
            witness->slot = cover->named[i];
        }
    }
}

/* --- Attackers ---------------------------------------------------------------------------------------------------- */

/* `from`: what the attacker is called. */
static void say_attacker(const tl_inquiry *inquiry, const tl_attacker_cover *cover, const tl_party *to,
                         const char *from, char *buffer, size_t size) {
    char a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    const tl_unit_cover *unit = &cover->unit;
    if (to->count == 1) {
        pair_cover_text(inquiry, &cover->pairs[0], from, buffer, size);
        return;
    }
    tl_tell_count_text(unit->in_cover, a);
    tl_tell_count_text(unit->verdict == TL_VERDICT_MARGINAL ? unit->in_cover + unit->undecided : unit->of, b);
    tl_say(inquiry->words, buffer, size, of_unit[unit->verdict], to->name, from, a, b);
}

/* Whether the same is to be said about two attackers. */
static bool is_alike(const tl_inquiry *inquiry, const tl_attacker_cover *a, const tl_attacker_cover *b,
                     const tl_party *to) {
    char line[TL_REASON_TEXT], other[TL_REASON_TEXT];
    say_attacker(inquiry, a, to, "", line, sizeof(line));
    say_attacker(inquiry, b, to, "", other, sizeof(other));
    return strcmp(line, other) == 0;
}

/* "A, B and C": all attackers from one on about whom the same is to be said as about it; `alike`: how many these are.
 */
static void name_alike(const tl_inquiry *inquiry, const tl_judge_cover_found *found, size_t first, size_t alike,
                       const tl_party *to, char *names, size_t size) {
    size_t told = 0, used = 0;
    for (size_t j = first; j < found->attacker_count && used < size; j++) {
        if (is_alike(inquiry, &found->attackers[first], &found->attackers[j], to)) {
            told++;
            const char *glue = tl_phrase(inquiry->words, told == alike ? TL_SAY_AND : TL_SAY_COMMA);
            used += (size_t)snprintf(names + used, size - used, "%s%s", told > 1 ? glue : "",
                                     inquiry->table->members[found->attackers[j].attacker].name);
        }
    }
}

/* A line for all attackers about whom the same is to be said. */
static void tell_attackers(const tl_inquiry *inquiry, const tl_judge_cover_found *found, const tl_party *from,
                           const tl_party *to, tl_answer *answer) {
    char line[TL_REASON_TEXT], names[TL_REASON_TEXT];
    for (size_t i = 0; i < found->attacker_count; i++) {
        size_t alike = 0;
        bool before = false;
        for (size_t j = 0; j < found->attacker_count && !before; j++) {
            bool same = is_alike(inquiry, &found->attackers[i], &found->attackers[j], to);
            before = same && j < i;
            alike += same;
        }
        if (!before) {
            name_alike(inquiry, found, i, alike, to, names, sizeof(names));
            say_attacker(inquiry, &found->attackers[i], to, alike == found->attacker_count ? from->name : names, line,
                         sizeof(line));
            tl_answer_line(answer, line);
        }
    }
}

static void write_attacker(const tl_inquiry *inquiry, const tl_attacker_cover *cover, size_t count,
                           tl_json_writer *writer) {
    tl_json_put_int(writer, "in_cover", (int64_t)cover->unit.in_cover);
    tl_json_put_int(writer, "of", (int64_t)cover->unit.of);
    tl_json_open_array(writer, "members");
    for (size_t j = 0; j < count; j++) {
        const tl_pair_cover_result *pair = &cover->pairs[j];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", inquiry->table->members[pair->to].id);
        tl_tell_put_verdict(writer, "verdict", pair->verdict);
        tl_json_put_string(writer, "rule", tl_tell_cited(inquiry, pair->cause));
        write_numbers(inquiry, pair, writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* The field `attackers`. */
static void write_attackers(const tl_inquiry *inquiry, const tl_judge_cover_found *found, tl_json_writer *writer) {
    tl_json_open_array(writer, "attackers");
    for (size_t i = 0; i < found->attacker_count; i++) {
        const tl_attacker_cover *attacker = &found->attackers[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", inquiry->table->members[attacker->attacker].id);
        tl_tell_put_verdict(writer, "verdict", attacker->unit.verdict);
        tl_tell_put_verdict(writer, "los", attacker->sees);
        write_attacker(inquiry, attacker, found->target_count, writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* A single attacker: a sentence, and one for each of the unit's models. */
static void tell_one(const tl_inquiry *inquiry, const tl_judge_cover_found *found, const tl_party *to,
                     tl_answer *answer) {
    char line[TL_REASON_TEXT];
    const tl_attacker_cover *attacker = &found->attackers[0];
    say_attacker(inquiry, attacker, to, inquiry->table->members[attacker->attacker].name, answer->summary,
                 sizeof(answer->summary));
    tl_answer_reason(answer, found->cause, found->verdict, answer->summary);
    for (size_t j = 0; to->count > 1 && j < to->count && j < MODELS_TOLD; j++) {
        pair_cover_text(inquiry, &attacker->pairs[j], NULL, line, sizeof(line));
        tl_answer_reason(answer, attacker->pairs[j].cause, attacker->pairs[j].verdict, line);
        tl_answer_line(answer, line);
    }
}

/* Several attackers: a reason for each. */
static void tell_all(const tl_inquiry *inquiry, const tl_judge_cover_found *found, const tl_party *from,
                     const tl_party *to, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary), of_all[found->verdict], to->name, from->name);
    for (size_t i = 0; i < found->attacker_count; i++) {
        const tl_attacker_cover *attacker = &found->attackers[i];
        say_attacker(inquiry, attacker, to, inquiry->table->members[attacker->attacker].name, line, sizeof(line));
        tl_answer_reason(answer, attacker->cause, attacker->unit.verdict, line);
    }
    tell_attackers(inquiry, found, from, to, answer);
}

void tl_tell_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                   const tl_judge_cover_found *found, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    const tl_attacker_cover *first = &found->attackers[0];
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    tl_json_put_string(writer, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
    tl_json_put_string(writer, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
    if (found->attacker_count > 1) {
        tell_all(inquiry, found, from, to, answer);
    } else {
        tell_one(inquiry, found, to, answer);
        if (found->target_count == 1) {
            write_numbers(inquiry, &first->pairs[0], writer);
        }
        write_attacker(inquiry, first, found->target_count, writer);
    }
    if (from->whole) {
        write_attackers(inquiry, found, writer);
    }
    for (size_t j = 0; j < found->target_count; j++) {
        if (first->pairs[j].looked && first->pairs[j].cover.has_viewpoint) {
            draw_pair(inquiry, &first->pairs[j], answer);
        }
    }
    tl_tell_note_guesses(inquiry, from->first, from->count, false, true, answer);
    tl_tell_note_guesses(inquiry, to->first, to->count, false, true, answer);
}
