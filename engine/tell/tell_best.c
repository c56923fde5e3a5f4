/* tell_best.c: where a template lies best, and how that is known. */
#include "tell/tell_best.h"

#include "tell/tell_template.h"

static const char *number_text(const tl_words *words, double value, char buffer[TL_WORDS_LENGTH_SIZE]) {
    return tl_words_decimal_text(words, value, value == floor(value) ? 0 : 2, buffer);
}

/* No placement is worth laying. */
static void tell_none(const tl_inquiry *inquiry, const tl_best *best, tl_answer *answer) {
    char upper[TL_WORDS_LENGTH_SIZE];
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary),
           best->proved ? TL_SAY_BEST_NOWHERE : TL_SAY_BEST_NOT_FOUND, tl_tell_template_text(inquiry, best->rule),
           number_text(inquiry->words, best->upper, upper));
    tl_answer_reason(answer, answer->cause, answer->verdict, answer->summary);
}

/* The line that decides, and how it is known. */
static void tell_first(const tl_inquiry *inquiry, const tl_best *best, tl_answer *answer) {
    const tl_words *words = inquiry->words;
    char score[TL_WORDS_LENGTH_SIZE], upper[TL_WORDS_LENGTH_SIZE], enemies[TL_WORDS_LENGTH_SIZE],
        friends[TL_WORDS_LENGTH_SIZE];
    char x[TL_WORDS_LENGTH_SIZE], y[TL_WORDS_LENGTH_SIZE], room[TL_WORDS_LENGTH_SIZE], line[TL_REASON_TEXT];
    const tl_best_place *first = &best->places[0];
    tl_say(words, answer->summary, sizeof(answer->summary), TL_SAY_BEST_PLACE,
           tl_tell_template_text(inquiry, best->rule), tl_words_decimal_text(words, first->at.x, 1, x),
           tl_words_decimal_text(words, first->at.y, 1, y), tl_tell_count_text(first->enemies, enemies),
           tl_tell_count_text(first->friends, friends));
    tl_say(words, line, sizeof(line),
           best->proved      ? TL_SAY_BEST_PROVED
           : best->exhausted ? TL_SAY_BEST_OPEN
                             : TL_SAY_BEST_CLOSE,
           number_text(words, first->score, score),
           best->proved ? tl_words_length_text(words, first->margin_mm, room) : number_text(words, best->upper, upper));
    tl_answer_line(answer, line);
    tl_reason *reason =
        tl_answer_reason(answer, answer->cause, best->proved ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, line);
    tl_answer_reason_number(reason, "score", first->score);
    tl_answer_reason_number(reason, "upper_bound", best->upper);
    tl_answer_reason_number(reason, "margin_mm", first->margin_mm);
    if (best->count > 1) {
        tl_say(words, line, sizeof(line), best->count == TL_BEST_LISTED ? TL_SAY_BEST_MORE : TL_SAY_BEST_OTHERS,
               tl_tell_count_text(best->count - 1, enemies));
        tl_answer_line(answer, line);
    }
}

static void write_place(const tl_inquiry *inquiry, const tl_template_rule *rule, const tl_best_place *place,
                        tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_point(writer, "at", place->at);
    if (rule->flame) {
        tl_json_put_double(writer, "angle_deg", place->angle_deg);
    }
    if (place->firer != SIZE_MAX) {
        tl_json_put_string(writer, "from", inquiry->table->members[place->firer].id);
    }
    tl_json_put_double(writer, "score", place->score);
    tl_json_put_int(writer, "enemies", (int64_t)place->enemies);
    tl_json_put_int(writer, "friends", (int64_t)place->friends);
    tl_json_put_double(writer, "margin_mm", place->margin_mm);
    tl_json_open_array(writer, "hit");
    for (size_t m = 0; m < inquiry->table->member_count; m++) {
        if ((place->hit[m / 64] >> (m % 64) & 1) != 0) {
            tl_json_string(writer, inquiry->table->members[m].id);
        }
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void write_best(const tl_inquiry *inquiry, const tl_best *best, tl_json_writer *writer) {
    tl_json_open_object(writer, "best");
    tl_json_put_bool(writer, "proved", best->proved);
    tl_json_put_double(writer, "score", best->count > 0 ? best->places[0].score : 0);
    tl_json_put_double(writer, "upper_bound", best->upper);
    if (!best->proved) {
        tl_json_put_string(writer, "why", best->exhausted ? "budget" : best->uncertain ? "uncertainty" : "tolerance");
    }
    tl_json_put_int(writer, "enemies_on_table", (int64_t)best->enemies_on_table);
    tl_json_put_int(writer, "cells", (int64_t)best->cells);
    tl_json_open_array(writer, "places");
    for (size_t i = 0; i < best->count; i++) {
        write_place(inquiry, best->rule, &best->places[i], writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

void tl_tell_best(const tl_inquiry *inquiry, const tl_best *best, const tl_strike *first, tl_answer *answer) {
    answer->cause = best->cause;
    answer->verdict = tl_best_verdict(best, first);
    if (first == NULL) {
        tell_none(inquiry, best, answer);
        tl_json_put_string(&answer->body, "shape", best->rule->name);
        write_best(inquiry, best, &answer->body);
        return;
    }
    tell_first(inquiry, best, answer);
    tl_tell_strike_words(first, answer);
    tl_tell_strike_json(first, &answer->body);
    write_best(inquiry, best, &answer->body);
    tl_tell_strike_witness(first, answer);
    for (size_t i = 1; i < best->count; i++) {
        (void)tl_answer_witness(answer, TL_WITNESS_POINT, best->places[i].at, best->places[i].at);
    }
}
