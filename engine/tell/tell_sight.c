/* tell_sight.c: tells whether one party sees another: the answer to `los`. */
#include "tell/tell_sight.h"

#include "tell/tell_in_the_way.h"
#include "tell/tell_depth.h"
#include "tell/tell_guesses.h"
#include "tell/tell_margin.h"
#include "tell/tell_pair_sight.h"
#include "tell/tell_proof.h"
#include "tell/tell_unseen.h"

#include <stdio.h>

static const tl_sentence of_units[3] = {[TL_VERDICT_YES] = TL_SAY_SIGHT_UNIT_YES,
                                        [TL_VERDICT_NO] = TL_SAY_SIGHT_UNIT_NO,
                                        [TL_VERDICT_MARGINAL] = TL_SAY_SIGHT_UNIT_MARGINAL};

/* How many models of the one see any of the other. */
static void say_count(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                      const tl_judge_sight_found *found, tl_answer *answer) {
    char n[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    tl_verdict lines = found->told.sight.verdict; /* the pair that tells most has the verdict of all */
    tl_tell_count_text(found->yes > 0 ? found->yes : found->open, n);
    tl_tell_count_text(found->count, of);
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary), of_units[lines], from->name, to->name, n, of);
}

/* The sentence of the pair that tells most, the first one where it says all. */
static void tell_pair(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                      const tl_judge_sight_found *found, tl_answer *answer) {
    const tl_pair_sight_result *pair = &found->told;
    char line[TL_REASON_TEXT], bound[TL_REASON_TEXT];
    bool all_told = found->blocking_asked && !pair->sight.from_inside_solid && !pair->sight.to_inside_solid &&
                    !pair->holes.by_repair; /* which is to be told before who else is in the way */
    if (all_told) {
        const tl_placed *members = inquiry->table->members;
        tl_tell_in_the_way_text(inquiry, &found->blocking, pair,
                                found->count > 1 ? from->name : members[pair->from].name,
                                found->count > 1 ? to->name : members[pair->to].name, line, sizeof(line));
    } else {
        tl_tell_pair_sight_text(inquiry, pair, line, sizeof(line));
    }
    tl_reason *reason = tl_answer_reason(answer, pair->cause, pair->sight.verdict, line);
    if (pair->sight.verdict == TL_VERDICT_YES) {
        tl_answer_reason_number(reason, "clearance_mm", pair->sight.clearance);
    }
    bool bounded = tl_tell_pair_sight_bound(inquiry, pair, bound, sizeof(bound));
    if (bounded) {
        tl_answer_reason_number(reason, "max_clearance_mm", pair->sight.max_clearance);
    }
    if (found->count == 1 || all_told) {
        snprintf(answer->summary, sizeof(answer->summary), "%s", line);
    } else {
        say_count(inquiry, from, to, found, answer);
        tl_answer_line(answer, line);
    }
    if (bounded) {
        tl_answer_line(answer, bound);
    }
}

/* Camouflage: the first sentence where it decides. */
static void tell_unseen(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_unseen *unseen,
                        tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (!unseen->asked) {
        return;
    }
    tl_tell_unseen_text(inquiry, unseen, from->unit->name, to->unit->name, line, sizeof(line));
    tl_reason *reason = tl_answer_reason(answer, tl_unseen_cause(unseen), tl_unseen_sees(unseen), line);
    tl_answer_reason_number(reason, "distance_mm", unseen->limit.distance);
    tl_answer_reason_number(reason, "limit_mm", unseen->limit.limit);
    tl_answer_reason_number(reason, "margin_mm", unseen->limit.margin);
    if (unseen->verdict == TL_VERDICT_NO) {
        tl_answer_line(answer, line);
        return;
    }
    tl_answer_line(answer, answer->summary);
    snprintf(answer->summary, sizeof(answer->summary), "%s", line);
}

/* What would open a line, how far it all is from another answer, how deep the line lies in areas. */
static void tell_details(const tl_inquiry *inquiry, const tl_judge_sight_found *found, tl_answer *answer) {
    const tl_pair_sight_result *pair = &found->told;
    char lines[3][TL_REASON_TEXT];
    tl_tell_in_the_way_opens(inquiry, &found->blocking, lines[0], sizeof(lines[0]));
    tl_tell_pair_margin_text(inquiry, pair, &found->margin, lines[1], lines[2], sizeof(lines[1]));
    for (int i = 0; i < 3; i++) {
        if (lines[i][0] != '\0') {
            tl_answer_line(answer, lines[i]);
        }
    }
    tl_tell_depth(inquiry, pair, answer);
    if (pair->sight.from_inside_solid || pair->sight.to_inside_solid) {
        tl_say(inquiry->words, lines[0], sizeof(lines[0]), TL_SAY_SIGHT_INSIDE_REMEDY, NULL);
        tl_answer_line(answer, lines[0]);
    }
}

static void write_pairs(const tl_inquiry *inquiry, const tl_judge_sight_found *found, tl_json_writer *writer) {
    tl_json_open_array(writer, "pairs");
    for (size_t i = 0; i < found->count; i++) {
        const tl_pair_sight_result *pair = &found->pairs[i];
        tl_json_begin_object(writer);
        tl_tell_put_verdict(writer, "verdict", pair->sight.verdict);
        tl_json_put_string(writer, "rule", tl_tell_cited(inquiry, pair->cause));
        tl_tell_pair_sight_json(inquiry, pair, writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_sight(const tl_inquiry *inquiry, const tl_judge_sight_found *found, tl_json_writer *writer) {
    tl_tell_pair_sight_json(inquiry, &found->told, writer);
    tl_tell_pair_margin_json(inquiry, &found->margin, writer);
    if (found->unseen.asked) {
        tl_tell_unseen_json(inquiry, &found->unseen, writer);
    }
    if (found->blocking_asked) {
        tl_tell_in_the_way_json(inquiry, &found->blocking, found->pairs, writer);
    }
    tl_tell_proof_json(inquiry, &found->proof, inquiry->table->members[found->told.to].id, writer);
}

void tl_tell_sight(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                   const tl_judge_sight_found *found, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    tell_pair(inquiry, from, to, found, answer);
    tell_unseen(inquiry, from, to, &found->unseen, answer);
    tell_details(inquiry, found, answer);
    tl_tell_note_guesses(inquiry, from->first, from->count, false, true, answer);
    tl_tell_note_guesses(inquiry, to->first, to->count, false, true, answer);
    write_sight(inquiry, found, &answer->body);
    if (from->whole || to->whole) {
        write_pairs(inquiry, found, &answer->body);
    }
    tl_tell_pair_sight_draw(inquiry, &found->told, &found->shown, answer);
}
