/* tell_cohesion.c: whether a unit keeps together, in words and fields. */
#include "tell/tell_cohesion.h"
#include "tell/tell_guesses.h"
#include "tell/tell_range.h"

static const tl_sentence summaries[3] = {[TL_VERDICT_YES] = TL_SAY_COHESION_YES,
                                         [TL_VERDICT_NO] = TL_SAY_COHESION_NO,
                                         [TL_VERDICT_MARGINAL] = TL_SAY_COHESION_MARGINAL};
static const tl_sentence pair_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_COHESION_PAIR_YES,
                                              [TL_VERDICT_NO] = TL_SAY_COHESION_PAIR_NO,
                                              [TL_VERDICT_MARGINAL] = TL_SAY_COHESION_PAIR_MARGINAL};
static const tl_sentence disc_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_COHESION_DISC_YES,
                                              [TL_VERDICT_NO] = TL_SAY_COHESION_DISC_NO,
                                              [TL_VERDICT_MARGINAL] = TL_SAY_COHESION_DISC_MARGINAL};

static const tl_sentence link_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_COHESION_LINK_YES,
                                              [TL_VERDICT_NO] = TL_SAY_COHESION_LINK_NO,
                                              [TL_VERDICT_MARGINAL] = TL_SAY_COHESION_LINK_MARGINAL};

static const tl_sentence star_sentences[3] = {[TL_VERDICT_YES] = TL_SAY_COHESION_STAR_YES,
                                              [TL_VERDICT_NO] = TL_SAY_COHESION_STAR_NO,
                                              [TL_VERDICT_MARGINAL] = TL_SAY_COHESION_STAR_MARGINAL};

static const tl_placed *model_at(const tl_inquiry *inquiry, const tl_unit_cohesion *x, size_t i) {
    return &inquiry->table->members[x->unit.first + i];
}

static void pair_text(const tl_inquiry *inquiry, const tl_unit_cohesion *x, char *buffer, size_t size) {
    const tl_cohesion_pair *worst = &x->pairs.worst;
    char distance[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(inquiry->words, worst->range.distance_mm, distance);
    tl_words_length_text(inquiry->words, x->limit_mm, limit);
    tl_words_length_text(inquiry->words, fabs(x->limit_mm - worst->range.distance_mm), rest);
    tl_say(inquiry->words, buffer, size, pair_sentences[x->pairs.verdict], model_at(inquiry, x, worst->a)->name,
           model_at(inquiry, x, worst->b)->name, distance, limit, rest);
}

static void disc_text(const tl_inquiry *inquiry, const tl_unit_cohesion *x, char *buffer, size_t size) {
    char diameter[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(inquiry->words, x->disc.diameter_mm, diameter);
    tl_words_length_text(inquiry->words, x->limit_mm, limit);
    tl_words_length_text(inquiry->words, fabs(x->limit_mm - x->disc.diameter_mm), rest);
    tl_say(inquiry->words, buffer, size, disc_sentences[x->disc.verdict], limit, diameter, rest);
}

/* The chain, where it decides. */
static void tell_link(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_answer *answer) {
    const tl_cohesion_pair *link = &x->pairs.link;
    char line[TL_REASON_TEXT], step[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(inquiry->words, link->range.distance_mm, step);
    tl_words_length_text(inquiry->words, x->limit_mm, limit);
    tl_words_length_text(inquiry->words, fabs(x->limit_mm - link->range.distance_mm), rest);
    tl_say(inquiry->words, line, sizeof(line), link_sentences[x->decides.verdict], model_at(inquiry, x, link->a)->name,
           model_at(inquiry, x, link->b)->name, step, limit, rest);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, x->cause, x->decides.verdict, line);
    tl_answer_reason_number(reason, "longest_mm", link->range.distance_mm);
    tl_answer_reason_number(reason, "limit_mm", x->limit_mm);
    tl_answer_reason_number(reason, "margin_mm", x->limit_mm - link->range.distance_mm);
    tl_tell_limit(inquiry, &x->decides, answer);
}

/* The leader, where that decides. */
static void tell_star(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_answer *answer) {
    const tl_unit_star *star = &x->star;
    const tl_placed *models = inquiry->table->members;
    char line[TL_REASON_TEXT], step[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(inquiry->words, star->distance_mm, step);
    tl_words_length_text(inquiry->words, x->limit_mm, limit);
    tl_words_length_text(inquiry->words, fabs(x->limit_mm - star->distance_mm), rest);
    tl_say(inquiry->words, line, sizeof(line), star_sentences[x->decides.verdict], models[star->farthest].name,
           models[star->leader].name, step, limit, rest);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, x->cause, x->decides.verdict, line);
    tl_answer_reason_number(reason, "farthest_mm", star->distance_mm);
    tl_answer_reason_number(reason, "limit_mm", x->limit_mm);
    tl_answer_reason_number(reason, "margin_mm", x->limit_mm - star->distance_mm);
    if (!star->named) {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_COHESION_STAR_ANY, models[star->leader].name);
        tl_answer_line(answer, line);
    }
    tl_tell_limit(inquiry, &x->decides, answer);
}

/* One reading: the one that decides, or the other. */
static void tell_reading(const tl_inquiry *inquiry, const tl_unit_cohesion *x, bool disc, bool decides,
                         tl_answer *answer) {
    char text[TL_REASON_TEXT], line[TL_REASON_TEXT];
    double measured = disc ? x->disc.diameter_mm : x->pairs.worst.range.distance_mm;
    (disc ? disc_text : pair_text)(inquiry, x, text, sizeof(text));
    tl_reason *reason = tl_answer_reason(answer, x->cause, disc ? x->disc.verdict : x->pairs.verdict, text);
    tl_answer_reason_number(reason, disc ? "diameter_mm" : "worst_mm", measured);
    tl_answer_reason_number(reason, "limit_mm", x->limit_mm);
    tl_answer_reason_number(reason, "margin_mm", x->limit_mm - measured);
    if (decides) {
        tl_answer_line(answer, text);
    } else {
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_COHESION_OTHER, text);
        tl_answer_line(answer, line);
    }
}

/* The deciding reading first, then the other, then the chain. */
static void tell_distances(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_answer *answer) {
    char line[TL_REASON_TEXT], length[TL_WORDS_LENGTH_SIZE];
    if (x->by_star) {
        tell_star(inquiry, x, answer);
        return;
    }
    if (x->by_chain) {
        tell_link(inquiry, x, answer);
        return;
    }
    tell_reading(inquiry, x, x->by_disc, true, answer);
    if (x->has_disc) {
        tell_reading(inquiry, x, !x->by_disc, false, answer);
    }
    tl_tell_limit(inquiry, &x->decides, answer);
    if (x->unit.count > 2) {
        tl_words_length_text(inquiry->words, x->pairs.link.range.distance_mm, length);
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_COHESION_CHAIN, length,
               model_at(inquiry, x, x->pairs.link.a)->name, model_at(inquiry, x, x->pairs.link.b)->name);
        tl_answer_line(answer, line);
    }
}

static void put_pair(const tl_inquiry *inquiry, const tl_unit_cohesion *x, const char *key,
                     const tl_cohesion_pair *pair, tl_json_writer *writer) {
    tl_json_open_array(writer, key);
    if (x->unit.count > 1) {
        tl_json_string(writer, model_at(inquiry, x, pair->a)->id);
        tl_json_string(writer, model_at(inquiry, x, pair->b)->id);
    }
    tl_json_end_array(writer);
}

static void put_pairwise(const tl_unit_cohesion *x, tl_json_writer *writer) {
    const tl_range_result *worst = &x->pairs.worst.range;
    tl_json_open_object(writer, "pairwise");
    tl_tell_put_verdict(writer, "verdict", x->pairs.verdict);
    tl_json_put_double(writer, "worst_mm", worst->distance_mm);
    tl_json_put_double(writer, "error_mm", worst->error_mm);
    tl_json_put_double(writer, "margin_mm", x->limit_mm - worst->distance_mm);
    tl_json_put_int(writer, "beyond", (int64_t)x->pairs.beyond);
    if (x->unit.count > 1) {
        tl_json_put_point(writer, "from_point", worst->from);
        tl_json_put_point(writer, "to_point", worst->to);
    }
    tl_json_end_object(writer);
}

static void put_disc(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_json_writer *writer) {
    tl_json_open_object(writer, "disc");
    tl_tell_put_verdict(writer, "verdict", x->disc.verdict);
    tl_json_put_double(writer, "diameter_mm", x->disc.diameter_mm);
    tl_json_put_double(writer, "error_mm", x->disc.error_mm);
    tl_json_put_double(writer, "margin_mm", x->limit_mm - x->disc.diameter_mm);
    tl_json_put_place(writer, "centre", x->disc.centre);
    tl_json_open_array(writer, "held_by");
    for (size_t i = 0; i < x->disc.support_count; i++) {
        tl_json_string(writer, model_at(inquiry, x, x->disc.support[i])->id);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void put_fields(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_json_writer *writer) {
    tl_json_put_string(writer, "unit", x->unit.unit->id);
    tl_json_put_string(writer, "reading",
                       x->by_star    ? "leader"
                       : x->by_chain ? "chain"
                       : x->by_disc  ? "disc"
                                     : "pairwise");
    tl_json_put_double(writer, "limit_mm", x->limit_mm);
    tl_json_put_double(writer, "worst_mm", x->pairs.worst.range.distance_mm);
    put_pair(inquiry, x, "pair", &x->pairs.worst, writer);
    if (x->uncertainty_mm > 0) {
        tl_json_put_double(writer, "uncertainty_mm", x->uncertainty_mm);
    }
    tl_json_put_double(writer, "margin_mm", x->decides.margin);
    tl_json_put_string(writer, "metric", tl_inquiry_metric(inquiry) == TL_METRIC_PLAN ? "plan" : "3d");
    put_pairwise(x, writer);
    if (x->has_disc) {
        put_disc(inquiry, x, writer);
    }
    if (x->by_star) {
        tl_json_open_object(writer, "star");
        tl_json_put_string(writer, "leader", inquiry->table->members[x->star.leader].id);
        tl_json_put_bool(writer, "named", x->star.named);
        tl_json_put_string(writer, "farthest", inquiry->table->members[x->star.farthest].id);
        tl_json_put_double(writer, "farthest_mm", x->star.distance_mm);
        tl_json_put_point(writer, "from_point", x->star.from);
        tl_json_put_point(writer, "to_point", x->star.to);
        tl_json_end_object(writer);
    }
    tl_json_open_object(writer, "chain");
    tl_json_put_double(writer, "longest_mm", x->pairs.link.range.distance_mm);
    put_pair(inquiry, x, "pair", &x->pairs.link, writer);
    tl_json_end_object(writer);
}

static void add_star(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_answer *answer) {
    tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, x->star.from, x->star.to);
    if (tape != NULL) {
        tape->from_slot = inquiry->table->members[x->star.leader].slot;
        tape->to_slot = inquiry->table->members[x->star.farthest].slot;
        tl_words_length_text(inquiry->words, x->star.distance_mm, tape->label);
    }
}

static void add_witness(const tl_inquiry *inquiry, const tl_unit_cohesion *x, tl_answer *answer) {
    if (x->by_star) {
        add_star(inquiry, x, answer);
        return;
    }
    const tl_cohesion_pair *worst = x->by_chain ? &x->pairs.link : &x->pairs.worst;
    if (x->unit.count > 1) {
        tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, worst->range.from, worst->range.to);
        if (tape != NULL) {
            tape->from_slot = model_at(inquiry, x, worst->a)->slot;
            tape->to_slot = model_at(inquiry, x, worst->b)->slot;
            tl_words_length_text(inquiry->words, worst->range.distance_mm, tape->label);
        }
    }
    if (x->by_disc) {
        tl_answer_disc(answer, x->disc.centre, 0.5 * x->limit_mm, model_at(inquiry, x, worst->a)->body->box.low.z);
    }
}

void tl_tell_cohesion(const tl_inquiry *inquiry, const tl_unit_cohesion *found, tl_answer *answer) {
    const tl_party *unit = &found->unit;
    answer->cause = found->cause;
    answer->verdict = found->verdict;
    tl_say(inquiry->words, answer->summary, sizeof(answer->summary),
           unit->count == 1 && !found->by_star ? TL_SAY_COHESION_ALONE
           : found->free                       ? TL_SAY_COHESION_FREE
                                               : summaries[found->verdict],
           unit->name);
    if ((unit->count == 1 && !found->by_star) || found->free) {
        tl_answer_reason(answer, found->cause, TL_VERDICT_YES, answer->summary);
    }
    if (unit->count > 1 || found->by_star) {
        tell_distances(inquiry, found, answer);
    }
    tl_tell_note_guesses(inquiry, unit->first, unit->count, true, false, answer);
    put_fields(inquiry, found, &answer->body);
    add_witness(inquiry, found, answer);
}
