/* tell_zone.c: zones and objectives of a scenario, in words and fields. */
#include "tell/tell_zone.h"
#include "tell/tell_guesses.h"
#include "tell/tell_range.h"

#include <stdio.h>

enum { ZONE_TAPES = 16 }; /* of one picture */

/* --- Zones: words ------------------------------------------------------------------------------------------------- */

static const char *name_of(const tl_unit_zone *x) {
    return x->party.count > 0 ? x->party.name : x->inquiry->table->terrain[x->terrain].name;
}

static const tl_placed *placed_of(const tl_unit_zone *x, size_t member) {
    return member != SIZE_MAX ? &x->inquiry->table->members[member] : &x->inquiry->table->terrain[x->terrain];
}

static tl_sentence summary_of(const tl_unit_zone *x) {
    return x->inside == TL_VERDICT_YES         ? x->verdict == TL_VERDICT_YES  ? TL_SAY_ZONE_YES
                                                 : x->verdict == TL_VERDICT_NO ? TL_SAY_ZONE_TOO_NEAR
                                                                               : TL_SAY_ZONE_OPEN
           : x->inside == TL_VERDICT_MARGINAL  ? TL_SAY_ZONE_OPEN
           : x->touches == TL_VERDICT_YES      ? TL_SAY_ZONE_PARTLY
           : x->touches == TL_VERDICT_MARGINAL ? TL_SAY_ZONE_NOT_WHOLLY
                                               : TL_SAY_ZONE_OUT;
}

/* "inside", "partly", "outside"; "open". */
static const char *place_word(tl_verdict inside, tl_verdict touches) {
    return inside == TL_VERDICT_YES                               ? "inside"
           : inside == TL_VERDICT_NO && touches == TL_VERDICT_YES ? "partly"
           : inside == TL_VERDICT_NO && touches == TL_VERDICT_NO  ? "outside"
                                                                  : "open";
}

/* A zone that is the whole table has no border, and nothing a margin. */
static void put_margin(tl_json_writer *writer, const tl_region_place *place) {
    if (isfinite(place->margin_mm)) {
        tl_json_put_double(writer, "margin_mm", place->margin_mm);
    }
}

static void tell_no_border(const tl_unit_zone *x, tl_cause cause, tl_answer *answer) {
    const char *line = tl_phrase(x->inquiry->words, TL_SAY_ZONE_NO_BORDER);
    tl_answer_line(answer, line);
    (void)tl_answer_reason(answer, cause, x->inside, line);
}

/* The model with the least margin. */
static void tell_place(const tl_unit_zone *x, tl_cause cause, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    const tl_unit_zone_member *worst = &x->members[x->worst];
    const tl_region_place *place = &worst->place;
    bool out = place->touches == TL_VERDICT_NO;
    char line[TL_REASON_TEXT], length[TL_WORDS_LENGTH_SIZE], whole[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    if (!isfinite(place->margin_mm)) {
        tell_no_border(x, cause, answer);
        return;
    }
    tl_words_length_text(w, out ? place->gap_mm : fabs(place->margin_mm), length);
    tl_say(w, line, sizeof(line),
           place->inside == TL_VERDICT_YES        ? TL_SAY_ZONE_SPARE
           : place->inside == TL_VERDICT_MARGINAL ? TL_SAY_ZONE_AT_BORDER
           : out                                  ? TL_SAY_ZONE_APART
           : place->at_least                      ? TL_SAY_ZONE_OVER_LEAST
                                                  : TL_SAY_ZONE_OVER,
           placed_of(x, worst->member)->name, length);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, cause, x->inside, line);
    tl_answer_reason_number(reason, "margin_mm", place->margin_mm);
    if (place->uncertainty > 0) {
        tl_answer_reason_number(reason, "uncertainty_mm", place->uncertainty);
    }
    const tl_limit limit = {place->inside, -place->margin_mm, 0, place->margin_mm, place->uncertainty};
    tl_tell_limit(x->inquiry, &limit, answer);
    if (x->count > 1) {
        tl_tell_count_text(x->whole, whole);
        tl_tell_count_text(x->count, of);
        tl_say(w, line, sizeof(line), TL_SAY_ZONE_MODELS, whole, of);
        tl_answer_line(answer, line);
    }
}

static void tell_off(const tl_unit_zone *x, const tl_unit_zone_off *off, tl_answer *answer) {
    static const tl_sentence sentences[3] = {[TL_VERDICT_YES] = TL_SAY_ZONE_OFF_YES,
                                             [TL_VERDICT_NO] = TL_SAY_ZONE_OFF_NO,
                                             [TL_VERDICT_MARGINAL] = TL_SAY_ZONE_OFF_OPEN};
    const tl_table *table = x->inquiry->table;
    const tl_words *w = x->inquiry->words;
    char line[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], least[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    if (!off->any) {
        return;
    }
    const tl_placed *other =
        off->from == TL_ZONE_OFF_ENEMIES ? &table->members[off->other] : &table->terrain[off->other];
    tl_words_length_text(w, off->limit.distance, distance);
    tl_words_length_text(w, off->limit.limit, least);
    tl_words_length_text(w, fabs(off->limit.margin), rest);
    tl_say(w, line, sizeof(line), sentences[off->limit.verdict], placed_of(x, off->member)->name, other->name, distance,
           least, rest);
    tl_answer_line(answer, line);
    tl_cause cause =
        x->zone->rule[0] != '\0' ? tl_by_row(TL_CLAUSE_ZONE_OFF, x->zone->rule) : tl_by(TL_CLAUSE_ZONE_OFF);
    tl_reason *reason = tl_answer_reason(answer, cause, off->limit.verdict, line);
    tl_answer_reason_number(reason, "distance_mm", off->limit.distance);
    tl_answer_reason_number(reason, "limit_mm", off->limit.limit);
    tl_answer_reason_number(reason, "margin_mm", off->limit.margin);
    tl_tell_limit(x->inquiry, &off->limit, answer);
}

/* --- Zones: fields ------------------------------------------------------------------------------------------------ */

static void put_place(const tl_region_place *place, tl_json_writer *writer) {
    tl_json_put_string(writer, "place", place_word(place->inside, place->touches));
    put_margin(writer, place);
    if (place->touches == TL_VERDICT_NO) {
        tl_json_put_double(writer, "gap_mm", place->gap_mm);
    }
    if (place->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", place->uncertainty);
    }
}

static void put_off(const tl_unit_zone *x, const tl_unit_zone_off *off, tl_json_writer *writer) {
    const tl_table *table = x->inquiry->table;
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "from", tl_zone_off_words[off->from]);
    tl_tell_put_verdict(writer, "verdict", off->limit.verdict);
    if (off->any) {
        tl_json_put_double(writer, "distance_mm", off->limit.distance);
        tl_json_put_double(writer, "limit_mm", off->limit.limit);
        tl_json_put_double(writer, "margin_mm", off->limit.margin);
        tl_json_put_string(writer, "of", placed_of(x, off->member)->id);
        tl_json_put_string(writer, "to",
                           off->from == TL_ZONE_OFF_ENEMIES ? table->members[off->other].id
                                                            : table->terrain[off->other].id);
    }
    tl_json_end_object(writer);
}

static void put_zone(const tl_unit_zone *x, tl_json_writer *writer) {
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "zone", x->zone->id);
    tl_json_put_string(writer, "side", x->zone->side);
    tl_tell_put_verdict(writer, "verdict", x->verdict);
    tl_json_put_string(writer, "place", place_word(x->inside, x->touches));
    tl_json_put_int(writer, "whole", (int64_t)x->whole);
    tl_json_put_int(writer, "of", (int64_t)x->count);
    put_margin(writer, &x->members[x->worst].place);
    tl_json_open_array(writer, "members");
    for (size_t i = 0; i < x->count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", placed_of(x, x->members[i].member)->id);
        put_place(&x->members[i].place, writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_open_array(writer, "off");
    for (size_t k = 0; k < x->off_count; k++) {
        put_off(x, &x->off[k], writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

/* --- Zones: pictures, and the whole ------------------------------------------------------------------------------- */

/* Between a model and the border that it has least to spare of, or reaches over; and to what it is kept away from. */
static void add_tapes(const tl_unit_zone *x, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    for (size_t i = 0; i < x->count && i < ZONE_TAPES; i++) {
        const tl_region_place *place = &x->members[i].place;
        double z = placed_of(x, x->members[i].member)->body != NULL
                       ? placed_of(x, x->members[i].member)->body->box.low.z + 1
                       : 1;
        tl_witness *tape =
            place->has_points && place->touches != TL_VERDICT_NO && (i == x->worst || place->inside != TL_VERDICT_YES)
                ? tl_answer_witness(answer, TL_WITNESS_MEASURE, (tl_vec3){place->on_it.x, place->on_it.y, z},
                                    (tl_vec3){place->on_border.x, place->on_border.y, z})
                : NULL;
        if (tape != NULL) {
            tl_words_length_text(w, fabs(place->margin_mm), tape->label);
        }
    }
    for (size_t k = 0; k < x->off_count; k++) {
        tl_witness *tape = x->off[k].any
                               ? tl_answer_witness(answer, TL_WITNESS_MEASURE, x->off[k].range.from, x->off[k].range.to)
                               : NULL;
        if (tape != NULL) {
            tl_words_length_text(w, x->off[k].limit.distance, tape->label);
        }
    }
}

static void name_uncertain(const tl_unit_zone *x, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    for (size_t i = 0; i < x->count; i++) {
        if (x->members[i].place.uncertainty > 0) {
            tl_answer_uncertain(answer, x->inquiry, placed_of(x, x->members[i].member)->slot);
        }
    }
    for (size_t k = 0; k < x->off_count; k++) {
        if (x->off[k].any && x->off[k].limit.uncertainty > 0) {
            tl_answer_uncertain(answer, x->inquiry,
                                x->off[k].from == TL_ZONE_OFF_ENEMIES ? table->members[x->off[k].other].slot
                                                                      : table->terrain[x->off[k].other].slot);
        }
    }
}

void tl_tell_zones(const tl_unit_zone *zones, size_t count, size_t best, const char *from, tl_answer *answer) {
    const tl_unit_zone *x = &zones[best];
    const tl_document_scenario *scenario = &x->inquiry->table->document->scenario;
    tl_json_writer *writer = &answer->body;
    answer->verdict = x->verdict;
    answer->cause =
        x->zone->rule[0] != '\0' ? tl_by_row(TL_CLAUSE_ZONE_INSIDE, x->zone->rule) : tl_by(TL_CLAUSE_ZONE_INSIDE);
    tl_say(x->inquiry->words, answer->summary, sizeof(answer->summary), summary_of(x), name_of(x), x->zone->name);
    tell_place(x, answer->cause, answer);
    for (size_t k = 0; k < x->off_count; k++) {
        tell_off(x, &x->off[k], answer);
    }
    if (x->party.count > 0) {
        tl_tell_note_guesses(x->inquiry, x->party.first, x->party.count, true, false, answer);
    }
    tl_json_put_string(writer, "from", from);
    tl_json_put_string(writer, "zone", x->zone->id);
    tl_json_put_string(writer, "place", place_word(x->inside, x->touches));
    put_margin(writer, &x->members[x->worst].place);
    tl_json_open_array(writer, "zones");
    for (size_t i = 0; i < count; i++) {
        put_zone(&zones[i], writer);
        tl_witness *drawn = tl_answer_witness(answer, TL_WITNESS_ZONE, (tl_vec3){0, 0, 0}, (tl_vec3){0, 0, 0});
        if (drawn != NULL) {
            drawn->item = (size_t)(zones[i].zone - scenario->zones);
        }
    }
    tl_json_end_array(writer);
    add_tapes(x, answer);
    name_uncertain(x, answer);
}

/* --- Objectives --------------------------------------------------------------------------------------------------- */

static void put_side(const tl_objective *x, const tl_objective_side *side, tl_json_writer *writer) {
    const tl_table *table = x->inquiry->table;
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "side", side->side);
    tl_tell_put_verdict(writer, "takes", side->takes);
    tl_tell_put_verdict(writer, "contests", side->contests);
    tl_tell_put_verdict(writer, "holds", side->holds);
    tl_json_put_string(writer, "member", table->members[side->member].id);
    tl_json_put_double(writer, "distance_mm", side->limit.distance);
    tl_json_put_double(writer, "margin_mm", side->limit.margin);
    if (side->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", side->limit.uncertainty);
    }
    tl_json_end_object(writer);
}

static void tell_side(const tl_objective *x, const tl_objective_side *side, tl_cause cause, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    const tl_placed *placed = &x->inquiry->table->members[side->member];
    char line[TL_REASON_TEXT], tail[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], rest[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(w, side->limit.distance, distance);
    tl_words_length_text(w, fabs(side->limit.margin), rest);
    tl_say(w, tail, sizeof(tail), side->limit.margin >= 0 ? TL_SAY_WITHIN_TO_SPARE : TL_SAY_WITHIN_TOO_FAR, rest);
    tl_say(w, line, sizeof(line), side->marched ? TL_SAY_OBJECTIVE_MARCHED : TL_SAY_OBJECTIVE_SIDE, side->side,
           placed->name, distance, tail);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, cause, side->contests, line);
    tl_answer_reason_number(reason, "distance_mm", side->limit.distance);
    tl_answer_reason_number(reason, "limit_mm", side->limit.limit);
    tl_answer_reason_number(reason, "margin_mm", side->limit.margin);
    tl_tell_limit(x->inquiry, &side->limit, answer);
    tl_witness *tape = tl_answer_witness(answer, TL_WITNESS_MEASURE, side->range.from, side->range.to);
    if (tape != NULL) {
        tl_words_length_text(w, side->limit.distance, tape->label);
    }
    if (side->limit.uncertainty > 0) {
        tl_answer_uncertain(answer, x->inquiry, placed->slot);
        tl_answer_uncertain(answer, x->inquiry, x->inquiry->table->terrain[x->source->terrain].slot);
    }
}

void tl_tell_objective(const tl_objective *x, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    const tl_placed *marker = &x->inquiry->table->terrain[x->source->terrain];
    tl_json_writer *writer = &answer->body;
    char limit[TL_WORDS_LENGTH_SIZE], line[TL_REASON_TEXT];
    tl_words_length_text(w, x->limit_mm, limit);
    answer->verdict = x->verdict;
    answer->cause = tl_by(TL_CLAUSE_OBJECTIVE_HELD);
    tl_say(w, answer->summary, sizeof(answer->summary),
           x->verdict == TL_VERDICT_YES        ? TL_SAY_OBJECTIVE_HELD
           : x->verdict == TL_VERDICT_MARGINAL ? TL_SAY_OBJECTIVE_OPEN
           : x->contested                      ? TL_SAY_OBJECTIVE_CONTESTED
                                               : TL_SAY_OBJECTIVE_NOBODY,
           marker->name, x->holder != SIZE_MAX ? x->sides[x->holder].side : "", limit);
    tl_json_put_string(writer, "from", marker->id);
    tl_json_put_string(writer, "marker", marker->id);
    tl_json_put_double(writer, "limit_mm", x->limit_mm);
    tl_json_put_string(writer, "taken_by", x->holder != SIZE_MAX ? x->sides[x->holder].side : "");
    tl_json_put_string(writer, "held_by", x->source->held_by);
    tl_json_put_bool(writer, "contested", x->contested);
    tl_json_open_array(writer, "sides");
    for (size_t i = 0; i < x->side_count; i++) {
        put_side(x, &x->sides[i], writer);
    }
    tl_json_end_array(writer);
    for (size_t i = 0; i < x->side_count; i++) {
        tell_side(x, &x->sides[i], answer->cause, answer);
    }
    if (x->side_count == 0) {
        (void)tl_answer_reason(answer, answer->cause, TL_VERDICT_NO, answer->summary);
    }
    if (x->source->held_by[0] != '\0') {
        tl_say(w, line, sizeof(line), TL_SAY_OBJECTIVE_BEFORE, x->source->held_by);
        tl_answer_note(answer, line);
    }
}
