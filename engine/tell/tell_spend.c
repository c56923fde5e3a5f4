/* tell_spend.c: what a way uses of a move, and what may be done after it, in words and fields. */
#include "tell/tell_spend.h"

#include <string.h>

/* 0.5 as "50 %". */
static const char *share_text(const tl_journey *j, double share, char buffer[TL_WORDS_LENGTH_SIZE]) {
    double percent = 100 * share;
    if (!(percent < 1e6)) {
        return tl_phrase(j->inquiry->words, TL_SAY_MOVE_MORE_THAN_ALL);
    }
    bool whole = fabs(percent - floor(percent + 0.5)) < 0.05;
    tl_words_decimal_text(j->inquiry->words, percent, whole ? 0 : 1, buffer);
    strcat(buffer, "\u00a0%");
    return buffer;
}

static const char *said(const tl_journey *j, const tl_move_rule *rule) {
    return tl_ruleset_said(j->inquiry->referee->ruleset, j->inquiry->words->language, "moves", rule->name, rule->text);
}

static tl_reason *say(const tl_journey *j, tl_answer *answer, tl_cause cause, tl_verdict verdict, tl_sentence sentence,
                      const char *a, const char *b, const char *c) {
    char text[TL_REASON_TEXT];
    tl_say(j->inquiry->words, text, sizeof(text), sentence, a, b, c);
    tl_answer_line(answer, text);
    return tl_answer_reason(answer, cause, verdict, text);
}

static void shares(const tl_journey *j, tl_answer *answer) {
    char share[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->spend.row_count; i++) {
        const tl_move_rule *rule = j->spend.rows[i];
        bool spends = rule->does == TL_MOVE_DOES_SPEND;
        if (rule->does == TL_MOVE_DOES_ROLL) {
            char far[TL_WORDS_LENGTH_SIZE];
            tl_reason *rolled =
                say(j, answer, tl_by_row(TL_CLAUSE_MOVE_ROLLED, rule->rule), TL_VERDICT_YES,
                    rule->gives == TL_MOVE_GIVES_MORE ? TL_SAY_MOVE_ROLLED_MORE : TL_SAY_MOVE_ROLLED, said(j, rule),
                    tl_words_length_text(j->inquiry->words, j->spend.rolled_mm[i], far), "");
            tl_answer_reason_number(rolled, "rolled_mm", j->spend.rolled_mm[i]);
            continue;
        }
        tl_reason *reason =
            say(j, answer, tl_by_row(TL_CLAUSE_MOVE_SHARE, rule->rule), TL_VERDICT_YES,
                spends ? TL_SAY_MOVE_SPENDS : TL_SAY_MOVE_SHARE, said(j, rule), share_text(j, rule->amount, share), "");
        tl_answer_reason_number(reason, spends ? "spends" : "share", rule->amount);
    }
}

static void turns(const tl_journey *j, tl_answer *answer) {
    char degrees[TL_WORDS_LENGTH_SIZE], most[TL_WORDS_LENGTH_SIZE], least[TL_WORDS_LENGTH_SIZE];
    double sum = 0, low = 0;
    for (size_t i = 0; i < j->pivot_count; i++) {
        sum += j->pivots[i].deg;
        low += j->pivots[i].low;
    }
    if (j->pivot_count > 0) {
        bool settled = j->dear.turned - low < TL_SPEND_ROUNDING;
        bool sliced = !tl_settings_is_at(&j->inquiry->settings, TL_SETTING_TURN_COST, TL_CHOICE_TURN_COST_PROPORTIONAL);
        tl_words_decimal_text(j->inquiry->words, sum, 1, degrees);
        tl_reason *reason = say(j, answer, tl_by_row(TL_CLAUSE_MOVE_SLICES, j->spend.turning->rule),
                                settled || !sliced ? TL_VERDICT_YES : TL_VERDICT_MARGINAL,
                                settled || !sliced ? TL_SAY_MOVE_SLICES : TL_SAY_MOVE_SLICES_OPEN, degrees,
                                share_text(j, j->dear.turned, most), share_text(j, low, least));
        tl_answer_reason_number(reason, "turned_deg", sum);
        tl_answer_reason_number(reason, "share", j->dear.turned);
        tl_answer_reason_number(reason, "least_share", low);
    }
}

static void roads(const tl_journey *j, tl_answer *answer) {
    char on[TL_WORDS_LENGTH_SIZE], road[TL_WORDS_LENGTH_SIZE], beside[TL_WORDS_LENGTH_SIZE];
    if (j->spend.has_road) {
        const tl_words *words = j->inquiry->words;
        tl_reason *reason =
            say(j, answer, tl_by(TL_CLAUSE_MOVE_ROAD), TL_VERDICT_YES, TL_SAY_MOVE_ROADS,
                tl_words_length_text(words, j->dear.road, on), tl_words_length_text(words, j->spend.road, road),
                tl_words_length_text(words, j->spend.rating, beside));
        tl_answer_reason_number(reason, "road_mm", j->dear.road);
    }
}

static void deeds(const tl_journey *j, tl_answer *answer) {
    char used[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->deed_count; i++) {
        const tl_journey_deed *d = &j->deeds[i];
        tl_sentence sentence = d->verdict == TL_VERDICT_YES  ? TL_SAY_MOVE_AFTER_YES
                               : d->verdict == TL_VERDICT_NO ? TL_SAY_MOVE_AFTER_NO
                                                             : TL_SAY_MOVE_AFTER_MARGINAL;
        tl_reason *reason = say(j, answer, tl_by_row(TL_CLAUSE_MOVE_SHARE, d->rule->rule), d->verdict, sentence,
                                said(j, d->rule), share_text(j, d->used, used), share_text(j, d->limit, limit));
        tl_answer_reason_number(reason, "limit_share", d->limit);
        if (d->used < INFINITY) {
            tl_answer_reason_number(reason, "used_share", d->used);
            tl_answer_reason_number(reason, "margin_mm", d->margin);
        }
    }
}

/* Terrain that it crosses from contact, and how far it may go behind it. */
static void crossing(const tl_journey *j, tl_answer *answer) {
    char behind[TL_WORDS_LENGTH_SIZE], clear[TL_WORDS_LENGTH_SIZE];
    if (!j->crosses) {
        return;
    }
    const tl_placed *terrain = &j->inquiry->table->terrain[j->crossed];
    const tl_terrain_kind *kind =
        tl_ruleset_kind(j->inquiry->referee->ruleset, j->inquiry->table->document->terrain[j->crossed].kind);
    bool rolled = j->spend.behind != NULL;
    tl_words_length_text(j->inquiry->words, rolled ? j->spend.behind_mm : 0, behind);
    tl_words_length_text(j->inquiry->words, j->clear[1], clear);
    tl_reason *reason = say(j, answer, tl_by_row(TL_CLAUSE_MOVE_CROSSED, rolled ? j->spend.behind->rule : kind->rule),
                            j->maybe_crosses ? TL_VERDICT_MARGINAL : TL_VERDICT_YES,
                            j->maybe_crosses ? TL_SAY_MOVE_CROSSES_OPEN
                            : rolled         ? TL_SAY_MOVE_CROSSES_ROLLED
                                             : TL_SAY_MOVE_CROSSES,
                            terrain->name, clear, behind);
    tl_answer_reason_number(reason, "clear_mm", j->clear[1]);
    if (rolled) {
        tl_answer_reason_number(reason, "behind_mm", j->spend.behind_mm);
    }
}

void tl_tell_spend_reasons(const tl_journey *j, tl_answer *answer) {
    crossing(j, answer);
    shares(j, answer);
    roads(j, answer);
    turns(j, answer);
    deeds(j, answer);
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void put_finite(tl_json_writer *writer, const char *key, double value) {
    if (value < INFINITY && value > -INFINITY) {
        tl_json_put_double(writer, key, value);
    }
}

static void write_spent(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_object(writer, "spent");
    put_finite(writer, "share", j->dear.used);
    put_finite(writer, "least_share", j->cheap.used);
    tl_json_put_double(writer, "before_share", j->spend.spent);
    tl_json_put_double(writer, "turns_share", j->dear.turned);
    put_finite(writer, "way_share", j->dear.way);
    if (j->spend.has_road) {
        tl_json_put_double(writer, "road_mm", j->dear.road);
        tl_json_put_double(writer, "road_rating_mm", j->spend.road);
    }
    tl_json_open_array(writer, "by");
    for (size_t i = 0; i < j->spend.row_count; i++) {
        const tl_move_rule *rule = j->spend.rows[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", rule->name);
        tl_json_put_string(writer, "rule", rule->rule);
        if (rule->does == TL_MOVE_DOES_ROLL) {
            tl_json_put_double(writer, "rolled_mm", j->spend.rolled_mm[i]);
        } else {
            tl_json_put_double(writer, rule->does == TL_MOVE_DOES_SPEND ? "spends" : "share", rule->amount);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void write_turning(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_array(writer, "turning");
    for (size_t i = 0; i < j->pivot_count; i++) {
        const tl_spend_pivot *p = &j->pivots[i];
        tl_json_begin_object(writer);
        tl_json_put_double(writer, "after_mm", p->at);
        tl_json_put_double(writer, "deg", p->deg);
        tl_json_put_double(writer, "share", p->high);
        tl_json_put_double(writer, "least_share", p->low);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_after(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_array(writer, "after");
    for (size_t i = 0; i < j->deed_count; i++) {
        const tl_journey_deed *d = &j->deeds[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", d->rule->name);
        tl_json_put_string(writer, "rule", d->rule->rule);
        tl_tell_put_verdict(writer, "verdict", d->verdict);
        put_finite(writer, "used_share", d->used);
        tl_json_put_double(writer, "limit_share", d->limit);
        put_finite(writer, "margin_mm", d->margin);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void write_crossing(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_object(writer, "crosses");
    tl_json_put_string(writer, "terrain", j->inquiry->table->document->terrain[j->crossed].id);
    tl_tell_put_verdict(writer, "verdict", j->maybe_crosses ? TL_VERDICT_MARGINAL : TL_VERDICT_YES);
    tl_json_put_double(writer, "clear_mm", j->clear[1]);
    if (j->spend.behind != NULL) {
        tl_json_put_double(writer, "behind_mm", j->spend.behind_mm);
    }
    tl_json_end_object(writer);
}

void tl_tell_spend_fields(const tl_journey *j, tl_json_writer *writer) {
    if (j->crosses) {
        write_crossing(j, writer);
    }
    if (j->spend.counts) {
        write_spent(j, writer);
    }
    if (j->spend.turning != NULL) {
        write_turning(j, writer);
    }
    if (j->deed_count > 0) {
        write_after(j, writer);
    }
}
