/* tell_score.c: what a score comes to, and of what rows, in words and fields. */
#include "tell/tell_score.h"

#include "tell/tell_guesses.h"
#include "tell/tell_pair_sight.h"

#include <stdio.h>
#include <string.h>

/* --- Texts ---------------------------------------------------------------------------------------------------------*/

/* A number with as many decimals as it needs, at most three. */
static const char *number_text(const tl_inquiry *inquiry, double value, char buffer[TL_WORDS_LENGTH_SIZE]) {
    static const double powers[] = {1, 10, 100};
    int decimals = 0;
    while (decimals < 3 && value * powers[decimals] != floor(value * powers[decimals])) {
        decimals++;
    }
    return tl_words_decimal_text(inquiry->words, value, decimals, buffer);
}

/* "+2", "-1" */
static const char *amount_text(const tl_inquiry *inquiry, double value, char buffer[TL_WORDS_LENGTH_SIZE]) {
    char number[TL_WORDS_LENGTH_SIZE];
    snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%s%.28s", value >= 0 ? "+" : "", number_text(inquiry, value, number));
    return buffer;
}

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return inquiry->table->members[member].name;
}

/* Who is scored: the target, and where each has a score of its own who looks at it. */
static void subject_text(const tl_inquiry *inquiry, const tl_judge_score_found *found, const tl_scored *score,
                         char *buffer, size_t size) {
    if (found->rule->each) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_AT, name_of(inquiry, score->from),
               name_of(inquiry, score->to));
    } else {
        snprintf(buffer, size, "%s", name_of(inquiry, score->to));
    }
}

/* A row's own words, or its rule's sentence. */
static const char *row_text(const tl_inquiry *inquiry, const tl_score_row *row) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    const char *text = row->text[0] != '\0' ? row->text : tl_ruleset_rule_text(ruleset, row->cite);
    return text != NULL ? tl_ruleset_said(ruleset, inquiry->words->language, "rules", row->cite, text) : row->cite;
}

static void total_text(const tl_inquiry *inquiry, const tl_judge_score_found *found, const tl_scored *score,
                       char *buffer, size_t size) {
    char subject[160], low[TL_WORDS_LENGTH_SIZE], high[TL_WORDS_LENGTH_SIZE];
    const char *means = tl_ruleset_said(inquiry->referee->ruleset, inquiry->words->language, "scores",
                                        found->rule->name, found->rule->text);
    bool none = score->verdict == TL_VERDICT_NO, wide = score->low != score->high;
    subject_text(inquiry, found, score, subject, sizeof(subject));
    number_text(inquiry, score->low, low);
    number_text(inquiry, score->high, high);
    if (none) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_NONE, subject, found->rule->name);
    } else if (score->settled == TL_VERDICT_YES && score->verdict == TL_VERDICT_YES) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_SETTLED, subject, found->rule->name);
    } else if (wide) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_BETWEEN, subject, found->rule->name, low, high, means);
    } else if (score->verdict == TL_VERDICT_MARGINAL) {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_PERHAPS, subject, found->rule->name, low, means);
    } else {
        tl_say(inquiry->words, buffer, size, TL_SAY_SCORE_IS, subject, found->rule->name, low, means);
    }
}

/* The condition of a row that is nearest to its limit; NULL: nothing was measured. */
static const tl_scored_condition *nearest_of(const tl_scored *score, const tl_scored_line *line) {
    const tl_scored_condition *nearest = NULL;
    for (size_t i = line->first; i < line->first + line->count; i++) {
        const tl_scored_condition *c = &score->conditions[i];
        bool counts = c->has_margin && isfinite(c->margin);
        nearest = counts && (nearest == NULL || fabs(c->margin) < fabs(nearest->margin)) ? c : nearest;
    }
    return nearest;
}

/* Whether a condition's number is a count, which isn't told as a length. */
static bool is_count(const tl_scored_condition *c) {
    return strcmp(c->word, "observers") == 0;
}

static void line_text(const tl_inquiry *inquiry, const tl_scored *score, const tl_scored_line *line, char *buffer,
                      size_t size) {
    static const tl_sentence sentences[4][2] = {[TL_SCORE_ADDS] = {TL_SAY_SCORE_ADDS, TL_SAY_SCORE_MAY_ADD},
                                                [TL_SCORE_SHIFTS] = {TL_SAY_SCORE_SHIFTS, TL_SAY_SCORE_MAY_SHIFT},
                                                [TL_SCORE_BARS] = {TL_SAY_SCORE_BARS, TL_SAY_SCORE_MAY_BAR},
                                                [TL_SCORE_SETTLES] = {TL_SAY_SCORE_SETTLES, TL_SAY_SCORE_MAY_SETTLE}};
    const tl_scored_condition *c = nearest_of(score, line);
    char amount[TL_WORDS_LENGTH_SIZE], margin[TL_WORDS_LENGTH_SIZE], tail[96] = "";
    amount_text(inquiry, line->row->amount, amount);
    if (c != NULL && !is_count(c)) {
        tl_words_length_text(inquiry->words, fabs(c->margin), margin);
        tl_say(inquiry->words, tail, sizeof(tail), TL_SAY_SCORE_MARGIN, margin);
    }
    tl_say(inquiry->words, buffer, size, sentences[line->row->does][line->counts == TL_VERDICT_MARGINAL], amount,
           row_text(inquiry, line->row), tail);
}

/* --- Lines and reasons ---------------------------------------------------------------------------------------------*/

static void tell_base(const tl_inquiry *inquiry, const tl_judge_score_found *found, const tl_scored *score,
                      tl_answer *answer) {
    char line[TL_REASON_TEXT], value[TL_WORDS_LENGTH_SIZE], high[TL_WORDS_LENGTH_SIZE], far[TL_WORDS_LENGTH_SIZE];
    char margin[TL_WORDS_LENGTH_SIZE];
    const tl_scored_base *base = &score->base;
    if (!base->measured || score->barred == TL_VERDICT_YES) {
        return;
    }
    bool wide = base->low != base->high;
    tl_say(inquiry->words, line, sizeof(line), wide ? TL_SAY_SCORE_TABLE_BETWEEN : TL_SAY_SCORE_TABLE,
           number_text(inquiry, base->low, value), tl_words_length_text(inquiry->words, base->distance, far),
           tl_words_length_text(inquiry->words, base->margin, margin), number_text(inquiry, base->high, high));
    tl_answer_line(answer, line);
    tl_cause cause = tl_by_row(TL_CLAUSE_SCORE, found->weapon->kind->rule);
    tl_reason *reason = tl_answer_reason(answer, cause, wide ? TL_VERDICT_MARGINAL : TL_VERDICT_YES, line);
    tl_answer_reason_number(reason, "distance_mm", base->distance);
    tl_answer_reason_number(reason, "margin_mm", base->margin);
}

/* A row that counts, or may. */
static void tell_line(const tl_inquiry *inquiry, const tl_scored *score, const tl_scored_line *line,
                      tl_answer *answer) {
    char text[TL_REASON_TEXT];
    line_text(inquiry, score, line, text, sizeof(text));
    tl_answer_line(answer, text);
    tl_reason *reason = tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SCORE, line->row->cite), line->counts, text);
    const tl_scored_condition *c = nearest_of(score, line);
    if (line->row->does == TL_SCORE_ADDS) {
        tl_answer_reason_number(reason, "add", line->row->amount);
    }
    if (c != NULL && isfinite(c->measured) && isfinite(c->limit)) {
        tl_answer_reason_number(reason, is_count(c) ? "measured" : "measured_mm", c->measured);
        tl_answer_reason_number(reason, is_count(c) ? "limit" : "limit_mm", c->limit);
    }
    if (c != NULL) {
        tl_answer_reason_number(reason, is_count(c) ? "margin" : "margin_mm", c->margin);
    }
    if (c != NULL && c->uncertainty > 0) {
        tl_answer_reason_number(reason, "uncertainty_mm", c->uncertainty);
    }
}

/* Why there is none, or perhaps none: the answer that sight has for it. */
static void tell_sight(const tl_inquiry *inquiry, const tl_scored *score, tl_answer *answer) {
    char text[TL_REASON_TEXT];
    if (!score->looked || score->sees == TL_VERDICT_YES) {
        return;
    }
    tl_cause cause = score->line.cause;
    if (score->line.sight.verdict != TL_VERDICT_NO && score->unseen.asked) {
        cause = tl_unseen_cause(&score->unseen);
    }
    tl_tell_pair_sight_text(inquiry, &score->line, text, sizeof(text));
    tl_answer_line(answer, text);
    tl_answer_reason(answer, cause, score->sees, text);
}

static void tell_one(const tl_inquiry *inquiry, const tl_judge_score_found *found, const tl_scored *score, bool first,
                     tl_answer *answer) {
    char text[TL_REASON_TEXT];
    total_text(inquiry, found, score, text, sizeof(text));
    tl_reason *reason = tl_answer_reason(answer, found->cause, score->verdict, text);
    if (score->verdict != TL_VERDICT_NO) {
        tl_answer_reason_number(reason, "low", score->low);
        tl_answer_reason_number(reason, "high", score->high);
    }
    if (first) {
        snprintf(answer->summary, sizeof(answer->summary), "%s", text);
    } else {
        tl_answer_line(answer, text);
    }
    if (found->rule->sight) {
        tell_sight(inquiry, score, answer);
    }
    bool none = score->verdict == TL_VERDICT_NO;
    tell_base(inquiry, found, score, answer);
    for (size_t i = 0; i < score->line_count; i++) {
        bool bars = score->lines[i].row->does == TL_SCORE_BARS;
        if (score->lines[i].counts != TL_VERDICT_NO && (!none || bars)) {
            tell_line(inquiry, score, &score->lines[i], answer);
        }
    }
}

/* --- Fields --------------------------------------------------------------------------------------------------------*/

static void put_condition(const tl_scored_condition *c, tl_json_writer *writer) {
    bool count = is_count(c);
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "condition", c->word);
    if (c->whose[0] != '\0' && strcmp(c->whose, c->word) != 0) {
        tl_json_put_string(writer, "of", c->whose);
    }
    if (c->unless) {
        tl_json_put_bool(writer, "unless", true);
    }
    tl_tell_put_verdict(writer, "verdict", c->holds);
    if (c->has_margin && isfinite(c->measured)) {
        tl_json_put_double(writer, count ? "measured" : "measured_mm", c->measured);
    }
    if (c->has_margin && isfinite(c->limit)) {
        tl_json_put_double(writer, count ? "limit" : "limit_mm", c->limit);
    }
    if (c->has_margin && isfinite(c->margin)) {
        tl_json_put_double(writer, count ? "margin" : "margin_mm", c->margin);
    }
    if (c->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", c->uncertainty);
    }
    tl_json_end_object(writer);
}

static void put_line(const tl_inquiry *inquiry, const tl_scored *score, const tl_scored_line *line,
                     tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "rule", line->row->cite);
    tl_json_put_string(writer, "text", row_text(inquiry, line->row));
    if (line->row->does == TL_SCORE_BARS || line->row->does == TL_SCORE_SETTLES) {
        tl_json_put_string(writer, "add", line->row->does == TL_SCORE_BARS ? "never" : "always");
    } else {
        tl_json_put_double(writer, line->row->does == TL_SCORE_SHIFTS ? "shift" : "add", line->row->amount);
    }
    tl_tell_put_verdict(writer, "holds", line->holds);
    tl_tell_put_verdict(writer, "counts", line->counts);
    tl_json_open_array(writer, "conditions");
    for (size_t i = line->first; i < line->first + line->count; i++) {
        put_condition(&score->conditions[i], writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void put_pair(tl_json_writer *writer, const char *key, double low, double high) {
    tl_json_open_array(writer, key);
    tl_json_double(writer, low);
    tl_json_double(writer, high);
    tl_json_end_array(writer);
}

static void put_score(const tl_inquiry *inquiry, const tl_judge_score_found *found, const tl_scored *score,
                      tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, found->rule->each ? "from" : "nearest", inquiry->table->members[score->from].id);
    tl_json_put_string(writer, "to", inquiry->table->members[score->to].id);
    tl_tell_put_verdict(writer, "verdict", score->verdict);
    if (score->settled != TL_VERDICT_NO) {
        tl_tell_put_verdict(writer, "settled", score->settled);
    }
    if (score->looked) {
        tl_tell_put_verdict(writer, "los", score->sees);
    }
    if (score->verdict != TL_VERDICT_NO) {
        put_pair(writer, "total", score->low, score->high);
        put_pair(writer, "base", score->base.low, score->base.high);
        if (score->base.measured) {
            tl_json_put_double(writer, "distance_mm", score->base.distance);
            tl_json_put_double(writer, "margin_mm", score->base.margin);
        }
    }
    tl_json_open_array(writer, "lines");
    for (size_t i = 0; i < score->line_count; i++) {
        put_line(inquiry, score, &score->lines[i], writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void put_fields(const tl_inquiry *inquiry, const tl_judge_score_found *found, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    tl_json_put_string(writer, "score", found->rule->name);
    tl_json_put_string(writer, "from",
                       found->from.whole ? found->from.unit->id : inquiry->table->members[found->from.first].id);
    tl_json_put_string(writer, "to",
                       found->to.whole ? found->to.unit->id : inquiry->table->members[found->to.first].id);
    if (found->weapon != NULL) {
        tl_json_put_string(writer, "weapon", found->weapon->id);
    }
    tl_json_put_string(writer, "combine", found->rule->best ? "best" : "sum");
    tl_json_open_array(writer, "scores");
    for (size_t i = 0; i < found->count; i++) {
        put_score(inquiry, found, &found->scores[i], writer);
    }
    tl_json_end_array(writer);
}

/* What was measured from and to, where it is uncertain. */
static void name_uncertain(const tl_inquiry *inquiry, const tl_judge_score_found *found, tl_answer *answer) {
    for (size_t i = 0; i < found->count; i++) {
        const tl_scored *score = &found->scores[i];
        for (size_t k = 0; k < score->fact_count; k++) {
            if (score->facts[k].uncertainty > 0) {
                tl_answer_uncertain(answer, inquiry, inquiry->table->members[score->from].slot);
                tl_answer_uncertain(answer, inquiry, inquiry->table->members[score->to].slot);
            }
            if (score->facts[k].slot > 0) {
                tl_answer_uncertain(answer, inquiry, score->facts[k].slot);
            }
        }
    }
}

void tl_tell_score(const tl_inquiry *inquiry, const tl_judge_score_found *found, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    put_fields(inquiry, found, answer);
    for (size_t i = 0; i < found->count; i++) {
        const tl_scored *score = &found->scores[i];
        tell_one(inquiry, found, score, i == 0, answer);
        if (score->looked && i == 0) {
            tl_tell_pair_sight_witness(inquiry, &score->line, answer);
        }
    }
    bool looked = found->count > 0 && found->scores[0].looked;
    tl_tell_note_guesses(inquiry, found->from.first, found->from.count, true, looked, answer);
    tl_tell_note_guesses(inquiry, found->to.first, found->to.count, true, looked, answer);
    name_uncertain(inquiry, found, answer);
}
