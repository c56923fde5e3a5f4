/* tell_close.c: close combat, in words and fields. */
#include "tell/tell_close.h"
#include "tell/tell_range.h"
#include "tell/tell_pair_sight.h"

enum { CLOSE_WITNESSES = 16 }; /* tapes of one picture */

static const tl_sentence summaries[3] = {[TL_VERDICT_YES] = TL_SAY_CLOSE_YES,
                                         [TL_VERDICT_NO] = TL_SAY_CLOSE_NO,
                                         [TL_VERDICT_MARGINAL] = TL_SAY_CLOSE_MARGINAL};

static const tl_melee *best_of(const tl_close_combat *x) {
    return &x->pairs[x->best];
}

static const tl_placed *best_attacker(const tl_inquiry *inquiry, const tl_close_combat *x) {
    return &inquiry->table->members[x->from->first + x->best / x->to->count];
}

static const tl_placed *best_target(const tl_inquiry *inquiry, const tl_close_combat *x) {
    return &inquiry->table->members[x->to->first + x->best % x->to->count];
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void tell_summary(const tl_inquiry *inquiry, const tl_close_combat *x, tl_answer *answer) {
    char able[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    tl_tell_count_text(x->able, able);
    tl_tell_count_text(x->from->count, of);
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary),
           x->hidden ? TL_SAY_CLOSE_HIDDEN : summaries[x->verdict], x->from->name, x->to->name, able, of);
}

static void tell_reach(const tl_inquiry *inquiry, const tl_close_combat *x, tl_answer *answer) {
    const tl_words *w = inquiry->words;
    const tl_reach *reach = &best_of(x)->reach;
    const char *a = best_attacker(inquiry, x)->name, *b = best_target(inquiry, x)->name;
    char line[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], gap[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE],
        margin[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(w, reach->range.distance_mm, distance);
    tl_words_length_text(w, reach->gap, gap);
    tl_words_length_text(w, reach->limit.limit, limit);
    tl_words_length_text(w, fabs(reach->limit.margin), margin);
    if (reach->has_gap) {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_NEAREST_GAP, a, b, distance, gap);
    } else {
        tl_say(w, line, sizeof(line), TL_SAY_CLOSE_NEAREST, a, b, distance);
    }
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_REACH), reach->limit.verdict, line);
    tl_answer_reason_number(reason, "distance_mm", reach->range.distance_mm);
    if (reach->has_gap) {
        tl_answer_reason_number(reason, "gap_mm", reach->gap);
    }
    tl_answer_reason_number(reason, "limit_mm", reach->limit.limit);
    tl_answer_reason_number(reason, "margin_mm", reach->limit.margin);
    tl_say(w, line, sizeof(line), reach->limit.margin >= 0 ? TL_SAY_REACH_SPARE : TL_SAY_REACH_SHORT, limit, margin);
    tl_answer_line(answer, line);
    tl_tell_limit(inquiry, &reach->limit, answer);
}

static void tell_sight(const tl_inquiry *inquiry, const tl_close_combat *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    const tl_melee *best = best_of(x);
    tl_tell_pair_sight_text(inquiry, &best->sight, line, sizeof(line));
    if (best->sees != TL_VERDICT_YES || best->sight.holes.count > 0) {
        tl_answer_line(answer, line);
    }
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_SIGHT), best->sees, line);
    if (best->sees == TL_VERDICT_YES) {
        tl_answer_reason_number(reason, "clearance_mm", best->sight.sight.clearance);
    }
}

static void tell_steps(const tl_inquiry *inquiry, const tl_close_combat *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    tell_reach(inquiry, x, answer);
    if (x->inside != NULL) {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_CLOSE_INSIDE, x->inside->name,
               inquiry->table->members[x->inside->first].name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_ABOARD_INSIDE), TL_VERDICT_NO, line);
    } else if (x->seen) {
        tell_sight(inquiry, x, answer);
    }
    if (x->aircraft) {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_CLOSE_CLASS,
               (x->from->unit->kind->close_combat ? x->to : x->from)->unit->name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_CLOSE_CLASS), TL_VERDICT_NO, line);
    }
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void put_reach(const tl_reach *reach, tl_json_writer *writer) {
    tl_json_put_double(writer, "distance_mm", reach->range.distance_mm);
    if (reach->has_gap) {
        tl_json_put_double(writer, "gap_mm", reach->gap);
    }
    tl_json_put_double(writer, "limit_mm", reach->limit.limit);
    if (reach->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", reach->limit.uncertainty);
    }
    tl_json_put_double(writer, "margin_mm", reach->limit.margin);
    tl_json_put_point(writer, "from_point", reach->range.from);
    tl_json_put_point(writer, "to_point", reach->range.to);
    tl_json_put_string(writer, "metric", reach->has_gap ? "plan" : "3d");
    tl_tell_put_verdict(writer, "reach", reach->limit.verdict);
}

/* The targets of one attacker that fit: in reach and seen, or in reach and certainly not seen. */
static void put_targets(const tl_inquiry *inquiry, const tl_close_combat *x, size_t attacker, bool seen,
                        tl_json_writer *writer) {
    const tl_melee *own = &x->pairs[attacker * x->to->count];
    tl_json_open_array(writer, seen ? "targets" : "unseen");
    for (size_t j = 0; j < x->to->count; j++) {
        bool fits = seen ? own[j].verdict == TL_VERDICT_YES : own[j].looked && own[j].sees == TL_VERDICT_NO;
        if (fits) {
            tl_json_string(writer, inquiry->table->members[x->to->first + j].id);
        }
    }
    tl_json_end_array(writer);
}

static void put_fields(const tl_inquiry *inquiry, const tl_close_combat *x, tl_json_writer *writer) {
    tl_json_put_string(writer, "from", best_attacker(inquiry, x)->id);
    tl_json_put_string(writer, "to", best_target(inquiry, x)->id);
    put_reach(&best_of(x)->reach, writer);
    if (x->seen) {
        tl_tell_put_verdict(writer, "los", best_of(x)->sees);
        tl_json_open_object(writer, "sight");
        tl_tell_pair_sight_json(inquiry, &best_of(x)->sight, writer);
        tl_json_end_object(writer);
    }
    tl_json_put_int(writer, "count", (int64_t)x->able);
    tl_json_put_int(writer, "of", (int64_t)x->from->count);
    tl_json_open_array(writer, "members");
    for (size_t i = 0; i < x->from->count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", inquiry->table->members[x->from->first + i].id);
        put_targets(inquiry, x, i, true, writer);
        put_targets(inquiry, x, i, false, writer);
        tl_tell_put_verdict(writer, "verdict", x->attackers[i]);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void add_witness(const tl_inquiry *inquiry, const tl_close_combat *x, tl_answer *answer) {
    tl_answer_rings(answer, inquiry->words, x->from->first, x->from->count, (tl_vec3){0, 0, 0},
                    best_of(x)->reach.limit.limit, NULL);
    for (size_t k = 0; k < x->from->count * x->to->count && answer->witness_count < CLOSE_WITNESSES; k++) {
        const tl_range_result *range = &x->pairs[k].reach.range;
        if (k == x->best || x->pairs[k].verdict == TL_VERDICT_YES) {
            tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, range->from, range->to);
            if (tape != NULL && k == x->best) {
                tl_words_length_text(inquiry->words, range->distance_mm, tape->label);
            }
        }
    }
}

void tl_tell_close_combat(const tl_inquiry *inquiry, const tl_close_combat *found, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    tell_summary(inquiry, found, answer);
    tell_steps(inquiry, found, answer);
    put_fields(inquiry, found, &answer->body);
    add_witness(inquiry, found, answer);
}
