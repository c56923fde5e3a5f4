/* tell_range.c: what is said, written and drawn of a distance. */
#include "tell/tell_range.h"

#include "tell/tell_guesses.h"

static const tl_sentence held[3] = {
    [TL_VERDICT_YES] = TL_SAY_WITHIN, [TL_VERDICT_NO] = TL_SAY_BEYOND, [TL_VERDICT_MARGINAL] = TL_SAY_AT_LIMIT};

static void limit_text(const tl_inquiry *inquiry, const tl_limit *limit, char *buffer, size_t size) {
    char a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE], side[32];
    tl_words_length_text(inquiry->words, limit->limit, a);
    tl_words_length_text(inquiry->words, fabs(limit->margin), b);
    tl_say(inquiry->words, side, sizeof(side), limit->margin >= 0 ? TL_SAY_TO_SPARE : TL_SAY_SHORT_BY, NULL);
    tl_say(inquiry->words, buffer, size, held[limit->verdict], a, b, side);
}

void tl_tell_limit(const tl_inquiry *inquiry, const tl_limit *limit, tl_answer *answer) {
    char line[TL_REASON_TEXT], off[TL_WORDS_LENGTH_SIZE], margin[TL_WORDS_LENGTH_SIZE];
    if (limit->verdict == TL_VERDICT_MARGINAL && limit->uncertainty > 0 && fabs(limit->margin) > inquiry->tolerance) {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_LIMIT_UNCERTAIN,
               tl_words_length_text(inquiry->words, limit->uncertainty, off),
               tl_words_length_text(inquiry->words, fabs(limit->margin), margin));
        tl_answer_line(answer, line);
        tl_answer_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_LIMIT), TL_VERDICT_MARGINAL, line),
                                "uncertainty_mm", limit->uncertainty);
    }
}

static void volume_text(const tl_inquiry *inquiry, size_t member, char *buffer, size_t size) {
    bool foot = tl_table_measured(inquiry->table, member).shape == &inquiry->table->members[member].body->base;
    tl_say(inquiry->words, buffer, size, foot ? TL_SAY_OF_BASE : TL_SAY_OF_CORE, inquiry->table->members[member].name);
}

/* The first sentence: how far, or that they touch. */
static void say_distance(const tl_inquiry *inquiry, const tl_judge_range_found *found, tl_answer *answer) {
    char d[TL_WORDS_LENGTH_SIZE], u[TL_WORDS_LENGTH_SIZE];
    const char *from = inquiry->table->members[found->from].name, *to = inquiry->table->members[found->to].name;
    double distance = found->range.distance_mm;
    if (distance == 0) {
        tl_say(inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_RANGE_TOUCH, from, to);
    } else {
        tl_say(inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_RANGE, to,
               tl_words_length_text(inquiry->words, distance, d), from,
               tl_words_decimal_text(inquiry->words, distance / inquiry->game_unit, 2, u));
    }
}

/* From what it was measured, and how. */
static void tell_method(const tl_inquiry *inquiry, const tl_judge_range_found *found, tl_answer *answer) {
    const tl_range_result *range = &found->range;
    char plan[TL_WORDS_LENGTH_SIZE], height[TL_WORDS_LENGTH_SIZE], from[128], to[128], note[128] = "",
                                                                                       line[TL_REASON_TEXT];
    volume_text(inquiry, found->from, from, sizeof(from));
    volume_text(inquiry, found->to, to, sizeof(to));
    if (range->metric == TL_METRIC_PLAN) {
        tl_say(inquiry->words, note, sizeof(note), TL_SAY_RANGE_PLAN_NOTE, NULL);
    } else if (range->height_mm > 0.05) {
        tl_say(inquiry->words, note, sizeof(note), TL_SAY_RANGE_HEIGHT_NOTE,
               tl_words_length_text(inquiry->words, range->plan_mm, plan),
               tl_words_length_text(inquiry->words, range->height_mm, height));
    }
    tl_say(inquiry->words, line, sizeof(line), TL_SAY_RANGE_METHOD, from, to, note);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, found->measured, TL_VERDICT_YES, line);
    tl_answer_reason_number(reason, "distance_mm", range->distance_mm);
    tl_answer_reason_number(reason, "error_mm", range->error_mm);
}

static void tell_limit(const tl_inquiry *inquiry, const tl_limit *limit, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    limit_text(inquiry, limit, line, sizeof(line));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_LIMIT), limit->verdict, line);
    tl_answer_reason_number(reason, "limit_mm", limit->limit);
    tl_answer_reason_number(reason, "margin_mm", limit->margin);
    tl_tell_limit(inquiry, limit, answer);
}

static void write_range(const tl_inquiry *inquiry, const tl_judge_range_found *found, tl_json_writer *writer) {
    const tl_range_result *range = &found->range;
    tl_json_put_string(writer, "from", inquiry->table->members[found->from].id);
    tl_json_put_string(writer, "to", inquiry->table->members[found->to].id);
    tl_json_put_double(writer, "distance_mm", range->distance_mm);
    tl_json_put_double(writer, "game_units", range->distance_mm / inquiry->game_unit);
    tl_json_put_point(writer, "from_point", range->from);
    tl_json_put_point(writer, "to_point", range->to);
    tl_json_put_string(writer, "metric", range->metric == TL_METRIC_PLAN ? "plan" : "3d");
    tl_json_put_double(writer, "plan_mm", range->plan_mm);
    tl_json_put_double(writer, "height_mm", range->height_mm);
    tl_json_put_double(writer, "error_mm", range->error_mm);
    if (found->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", found->uncertainty);
    }
    if (found->has_limit) {
        tl_json_put_double(writer, "limit_mm", found->limit.limit);
        tl_json_put_double(writer, "margin_mm", found->limit.margin);
    }
}

void tl_tell_range(const tl_inquiry *inquiry, const tl_judge_range_found *found, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    say_distance(inquiry, found, answer);
    tell_method(inquiry, found, answer);
    if (found->has_limit) {
        tell_limit(inquiry, &found->limit, answer);
    }
    write_range(inquiry, found, &answer->body);
    tl_tell_note_guesses(inquiry, found->from, 1, true, false, answer);
    tl_tell_note_guesses(inquiry, found->to, 1, true, false, answer);
    tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_MEASURE, found->range.from, found->range.to);
    if (witness != NULL) {
        tl_words_length_text(inquiry->words, found->range.distance_mm, witness->label);
    }
}
