/* ask_cohesion.c: does a unit keep together (DB-COH-01)? Both readings are measured, the setting says which decides. */
#include "tell/ask.h"

#include "cohesion/cohesion.h"

#include <string.h>

typedef struct cohesion {
    const tl_inquiry *inquiry;
    const tl_party *unit;
    double limit;
    bool by_disc;  /* the setting's reading */
    bool has_disc; /* bases are known */
    tl_cohesion_pairs pairs;
    tl_cohesion_disc disc;
    double uncertainty; /* of a distance, mm */
} cohesion;

static tl_status measure(cohesion *x, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    size_t count = x->unit->count;
    tl_volume *volumes = tl_alloc_array(inquiry->context, count, sizeof(*volumes));
    const tl_shape **bases = tl_alloc_array(inquiry->context, count, sizeof(*bases));
    double tolerance = inquiry->tolerance;
    tl_status status = volumes != NULL && bases != NULL ? TL_OK : tl_fail_memory(error);
    x->has_disc = tl_class_is_foot(x->unit->unit->kind);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        volumes[i] = tl_table_measured(inquiry->table, x->unit->first + i);
        bases[i] = volumes[i].shape;
        x->has_disc = x->has_disc && bases[i] != NULL;
        x->uncertainty = tl_max(x->uncertainty, 2 * volumes[i].uncertainty);
        tolerance = inquiry->tolerance + x->uncertainty;
    }
    if (status == TL_OK) {
        status = tl_cohesion_measure_pairs(inquiry->context, volumes, count, tl_inquiry_metric(inquiry), x->limit,
                                           tolerance, &x->pairs, error);
    }
    if (status == TL_OK && x->has_disc) {
        status = tl_cohesion_measure_disc(inquiry->context, bases, count, x->limit, tolerance, &x->disc, error);
    }
    tl_free(inquiry->context, volumes);
    tl_free(inquiry->context, bases);
    return status;
}

static const char *name_at(const cohesion *x, size_t i) {
    return x->inquiry->table->members[x->unit->first + i].name;
}

static const char *id_at(const cohesion *x, size_t i) {
    return x->inquiry->table->members[x->unit->first + i].id;
}

static void pair_text(const cohesion *x, char *buffer, size_t size) {
    const tl_cohesion_pair *worst = &x->pairs.worst;
    double margin = x->limit - worst->range.distance_mm;
    char distance[TL_LENGTH_SIZE], limit[TL_LENGTH_SIZE], rest[TL_LENGTH_SIZE];
    tl_length_text(&x->inquiry->words, worst->range.distance_mm, distance);
    tl_length_text(&x->inquiry->words, x->limit, limit);
    tl_length_text(&x->inquiry->words, fabs(margin), rest);
    tl_say(&x->inquiry->words, buffer, size,
           x->pairs.verdict == TL_VERDICT_YES  ? TL_SAY_COHESION_PAIR_YES
           : x->pairs.verdict == TL_VERDICT_NO ? TL_SAY_COHESION_PAIR_NO
                                               : TL_SAY_COHESION_PAIR_MARGINAL,
           name_at(x, worst->a), name_at(x, worst->b), distance, limit, rest);
}

static void disc_text(const cohesion *x, char *buffer, size_t size) {
    char diameter[TL_LENGTH_SIZE], limit[TL_LENGTH_SIZE], rest[TL_LENGTH_SIZE];
    tl_length_text(&x->inquiry->words, x->disc.diameter_mm, diameter);
    tl_length_text(&x->inquiry->words, x->limit, limit);
    tl_length_text(&x->inquiry->words, fabs(x->limit - x->disc.diameter_mm), rest);
    tl_say(&x->inquiry->words, buffer, size,
           x->disc.verdict == TL_VERDICT_YES  ? TL_SAY_COHESION_DISC_YES
           : x->disc.verdict == TL_VERDICT_NO ? TL_SAY_COHESION_DISC_NO
                                              : TL_SAY_COHESION_DISC_MARGINAL,
           limit, diameter, rest);
}

/* The deciding reading first, then the other, then the chain. */
static void words(const cohesion *x, tl_answer *answer) {
    char text[2][TL_REASON_TEXT], line[TL_REASON_TEXT], length[TL_LENGTH_SIZE];
    pair_text(x, text[0], sizeof(text[0]));
    if (x->has_disc) {
        disc_text(x, text[1], sizeof(text[1]));
    }
    for (int k = 0; k < (x->has_disc ? 2 : 1); k++) {
        bool disc = x->by_disc ? k == 0 : k == 1;
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_COHESION),
                                             disc ? x->disc.verdict : x->pairs.verdict, text[disc ? 1 : 0]);
        tl_reason_number(reason, disc ? "diameter_mm" : "worst_mm",
                         disc ? x->disc.diameter_mm : x->pairs.worst.range.distance_mm);
        tl_reason_number(reason, "limit_mm", x->limit);
        tl_reason_number(reason, "margin_mm",
                         x->limit - (disc ? x->disc.diameter_mm : x->pairs.worst.range.distance_mm));
        if (k == 0) {
            tl_answer_line(answer, text[disc ? 1 : 0]);
        } else {
            tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_COHESION_OTHER, text[disc ? 1 : 0]);
            tl_answer_line(answer, line);
        }
    }
    bool disc = x->by_disc && x->has_disc;
    double measured = disc ? x->disc.diameter_mm : x->pairs.worst.range.distance_mm;
    const tl_limit limit = {disc ? x->disc.verdict : x->pairs.verdict, measured, x->limit, x->limit - measured,
                            x->uncertainty};
    tl_limit_tell(x->inquiry, &limit, answer);
    if (x->unit->count > 2) {
        tl_length_text(&x->inquiry->words, x->pairs.link.range.distance_mm, length);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_COHESION_CHAIN, length, name_at(x, x->pairs.link.a),
               name_at(x, x->pairs.link.b));
        tl_answer_line(answer, line);
    }
}

static void put_pair(const cohesion *x, const char *key, const tl_cohesion_pair *pair, tl_json_writer *writer) {
    tl_json_key(writer, key);
    tl_json_begin_array(writer);
    if (x->unit->count > 1) {
        tl_json_string(writer, id_at(x, pair->a));
        tl_json_string(writer, id_at(x, pair->b));
    }
    tl_json_end_array(writer);
}

static void write(const cohesion *x, tl_json_writer *writer) {
    const tl_cohesion_pairs *pairs = &x->pairs;
    double worst = pairs->worst.range.distance_mm;
    tl_json_put_string(writer, "unit", x->unit->unit->id);
    tl_json_put_string(writer, "reading", x->by_disc ? "disc" : "pairwise");
    tl_json_put_double(writer, "limit_mm", x->limit);
    tl_json_put_double(writer, "worst_mm", worst);
    put_pair(x, "pair", &pairs->worst, writer);
    if (x->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", x->uncertainty);
    }
    tl_json_put_double(writer, "margin_mm", x->limit - (x->by_disc ? x->disc.diameter_mm : worst));
    tl_json_put_string(writer, "metric", tl_inquiry_metric(x->inquiry) == TL_METRIC_PLAN ? "plan" : "3d");
    tl_json_key(writer, "pairwise");
    tl_json_begin_object(writer);
    tl_json_put_verdict(writer, "verdict", pairs->verdict);
    tl_json_put_double(writer, "worst_mm", worst);
    tl_json_put_double(writer, "error_mm", pairs->worst.range.error_mm);
    tl_json_put_double(writer, "margin_mm", x->limit - worst);
    tl_json_put_int(writer, "beyond", (int64_t)pairs->beyond);
    if (x->unit->count > 1) {
        tl_json_put_point(writer, "from_point", pairs->worst.range.from);
        tl_json_put_point(writer, "to_point", pairs->worst.range.to);
    }
    tl_json_end_object(writer);
    if (x->has_disc) {
        const double centre[2] = {x->disc.centre.x, x->disc.centre.y};
        tl_json_key(writer, "disc");
        tl_json_begin_object(writer);
        tl_json_put_verdict(writer, "verdict", x->disc.verdict);
        tl_json_put_double(writer, "diameter_mm", x->disc.diameter_mm);
        tl_json_put_double(writer, "error_mm", x->disc.error_mm);
        tl_json_put_double(writer, "margin_mm", x->limit - x->disc.diameter_mm);
        tl_json_put_numbers(writer, "centre", centre, 2);
        tl_json_key(writer, "held_by");
        tl_json_begin_array(writer);
        for (size_t i = 0; i < x->disc.support_count; i++) {
            tl_json_string(writer, id_at(x, x->disc.support[i]));
        }
        tl_json_end_array(writer);
        tl_json_end_object(writer);
    }
    tl_json_key(writer, "chain");
    tl_json_begin_object(writer);
    tl_json_put_double(writer, "longest_mm", pairs->link.range.distance_mm);
    put_pair(x, "pair", &pairs->link, writer);
    tl_json_end_object(writer);
}

static void witness(const cohesion *x, tl_answer *answer) {
    const tl_cohesion_pair *worst = &x->pairs.worst;
    const tl_table *table = x->inquiry->table;
    if (x->unit->count > 1) {
        tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, worst->range.from, worst->range.to);
        if (tape != NULL) {
            tape->from_slot = table->members[x->unit->first + worst->a].slot;
            tape->to_slot = table->members[x->unit->first + worst->b].slot;
            tl_length_text(&x->inquiry->words, worst->range.distance_mm, tape->label);
        }
    }
    if (x->has_disc && x->by_disc) {
        tl_answer_disc(answer, x->disc.centre, 0.5 * x->limit,
                       table->members[x->unit->first + worst->a].body->box.low.z);
    }
}

tl_status tl_ask_cohesion(const tl_inquiry *inquiry, const tl_party *named, tl_answer *answer, tl_error *error) {
    /* asked of a member, its unit is meant */
    tl_party unit = *named;
    while (!unit.whole && unit.first > 0 && tl_table_unit_of(inquiry->table, unit.first - 1) == unit.unit) {
        unit.first--;
    }
    unit.count = unit.unit->member_count;
    unit.name = unit.unit->name;
    cohesion x = {.inquiry = inquiry,
                  .unit = &unit,
                  .limit = tl_ruleset_length(inquiry->referee->ruleset, "cohesion", inquiry->units)};
    tl_status status = measure(&x, error);
    if (status != TL_OK) {
        return status;
    }
    bool foot = tl_class_is_foot(unit.unit->kind);
    x.by_disc = x.has_disc && tl_settings_is(&inquiry->settings, "cohesion", "disc", false);
    answer->cause = tl_by(TL_CLAUSE_COHESION);
    answer->verdict = !foot ? TL_VERDICT_YES : x.by_disc ? x.disc.verdict : x.pairs.verdict;
    tl_say(&inquiry->words, answer->summary, sizeof(answer->summary),
           unit.count == 1                     ? TL_SAY_COHESION_ALONE
           : !foot                             ? TL_SAY_COHESION_FREE
           : answer->verdict == TL_VERDICT_YES ? TL_SAY_COHESION_YES
           : answer->verdict == TL_VERDICT_NO  ? TL_SAY_COHESION_NO
                                               : TL_SAY_COHESION_MARGINAL,
           unit.name);
    if (unit.count == 1 || !foot) {
        tl_answer_reason(answer, tl_by(TL_CLAUSE_COHESION), TL_VERDICT_YES, answer->summary);
    }
    if (unit.count > 1) {
        words(&x, answer);
    }
    tl_note_guesses(inquiry, unit.first, unit.count, true, false, answer);
    write(&x, &answer->body);
    witness(&x, answer);
    return TL_OK;
}
