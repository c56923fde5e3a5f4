/* tell_within.c: who is within a radius, in words and fields. */
#include "tell/tell_within.h"
#include "judge/verdict.h"
#include "tell/tell_guesses.h"
#include "tell/tell_holes.h"
#include "tell/tell_range.h"
#include "tell/tell_pair_sight.h"
#include "tell/tell_unseen.h"

#include <stdio.h>
#include <string.h>

enum { WITHIN_WITNESSES = 16 }; /* tapes of one picture */

const char *tl_tell_within_centre_name(const tl_inquiry *inquiry, const tl_within_centre *centre) {
    return centre->is_point              ? tl_phrase(inquiry->words, TL_SAY_THE_POINT)
           : centre->terrain != SIZE_MAX ? inquiry->table->terrain[centre->terrain].name
                                         : centre->party.name;
}

static const char *name_of(const tl_within *x, const tl_within_unit *unit) {
    return unit->terrain != SIZE_MAX ? x->inquiry->table->terrain[unit->terrain].name : unit->party.name;
}

static const tl_within_member *told_of(const tl_within_unit *unit) {
    return &unit->members[unit->told];
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

/* A distance held against the radius. */
static void put_distance(const tl_limit *limit, tl_json_writer *writer) {
    tl_json_put_double(writer, "distance_mm", limit->distance);
    if (limit->uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", limit->uncertainty);
    }
    if (isfinite(limit->margin)) {
        tl_json_put_double(writer, "margin_mm", limit->margin);
    }
}

/* What a line rests on, and why it isn't decided. */
static void put_line(const tl_within *x, const tl_within_member *m, tl_answer *answer) {
    tl_tell_holes_json(x->inquiry, &m->line.holes, &answer->body);
    if (m->seen == TL_VERDICT_MARGINAL) {
        tl_json_put_string(&answer->body, "why", tl_why_word(m->line.sight.why));
    }
    for (size_t i = 0; i < m->line.uncertainty.count; i++) {
        tl_answer_uncertain(answer, x->inquiry, m->line.uncertainty.slots[i]);
    }
}

static void put_member(const tl_within *x, const tl_within_member *m, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", x->inquiry->table->members[m->member].id);
    tl_tell_put_verdict(writer, "verdict", m->verdict);
    put_distance(&m->limit, writer);
    if (m->looked) {
        tl_tell_put_verdict(writer, "los", m->seen);
        if (m->line.cause.clause != TL_CLAUSE_NONE) {
            put_line(x, m, answer);
        }
    }
    tl_json_end_object(writer);
}

/* When, or for whom, the skill has an effect: not now. */
static const char *idle_word(const tl_within *x) {
    bool night = x->inquiry->table->document->night;
    return x->idle->night < 0 || night == (x->idle->night == 1) ? "skill" : night ? "night" : "day";
}

/* Who it is, model by model. */
static void put_party(const tl_within *x, const tl_within_unit *unit, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    tl_json_put_string(writer, "unit", unit->party.unit->id);
    tl_json_put_string(writer, "side", unit->party.unit->side);
    if (x->centre.unit != NULL) {
        tl_json_put_bool(writer, "friend", !tl_special_are_enemies(x->centre.unit, unit->party.unit));
    }
    tl_json_open_array(writer, "members");
    for (size_t i = 0; i < unit->party.count; i++) {
        put_member(x, &unit->members[i], answer);
    }
    tl_json_end_array(writer);
}

static void put_unit(const tl_within *x, const tl_within_unit *unit, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    const tl_within_member *told = told_of(unit);
    bool terrain = unit->terrain != SIZE_MAX;
    tl_json_begin_object(writer);
    if (terrain) {
        tl_json_put_string(writer, "terrain", x->inquiry->table->terrain[unit->terrain].id);
    } else {
        put_party(x, unit, answer);
    }
    tl_tell_put_verdict(writer, "verdict", unit->verdict);
    tl_json_put_int(writer, "count", (int64_t)unit->count);
    put_distance(&told->limit, writer);
    if (told->walls) {
        tl_json_put_string(writer, "rule", tl_tell_cited(x->inquiry, tl_by(TL_CLAUSE_SHELTER_WALLS)));
    }
    if (x->sight && !terrain) {
        tl_tell_put_verdict(writer, "los", unit->los);
    }
    if (!terrain && x->centre.party.count > 0) {
        tl_json_open_array(writer, "pair");
        tl_json_string(writer, x->inquiry->table->members[told->from].id);
        tl_json_string(writer, x->inquiry->table->members[told->member].id);
        tl_json_end_array(writer);
    }
    tl_json_end_object(writer);
}

/* The fields up to the units, and these; models whose bases or bodies are guesses are noted unit by unit. */
static void put_fields(const tl_within *x, const char *from, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    if (from != NULL) {
        tl_json_put_string(writer, "from", from);
    } else {
        tl_json_put_point(writer, "at", x->centre.point);
    }
    if (x->skill != NULL) {
        tl_json_put_string(writer, "skill", x->skill->name);
    }
    if (isfinite(x->radius_mm)) {
        tl_json_put_double(writer, "limit_mm", x->radius_mm);
    }
    if (x->exclusive) {
        tl_json_put_bool(writer, "exclusive", true);
    }
    if (x->idle != NULL) {
        tl_json_put_string(writer, "idle", idle_word(x));
    }
    if (x->forbids) {
        tl_tell_put_verdict(writer, "allowed", tl_verdict_not(x->verdict));
    }
    tl_json_put_string(writer, "metric", tl_inquiry_metric(x->inquiry) == TL_METRIC_PLAN ? "plan" : "3d");
    tl_json_open_array(writer, "units");
    for (size_t i = 0; i < x->unit_count; i++) {
        put_unit(x, &x->units[i], answer);
        tl_tell_note_guesses(x->inquiry, x->units[i].party.first, x->units[i].party.count, true, false, answer);
    }
    tl_json_end_array(writer);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* "(3 cm to spare), behind walls, not in sight" */
static void tail_text(const tl_within *x, const tl_within_unit *unit, char *tail, size_t size) {
    const tl_words *w = x->inquiry->words;
    const tl_within_member *told = told_of(unit);
    char margin[TL_WORDS_LENGTH_SIZE];
    size_t used;
    tail[0] = '\0';
    if (isfinite(x->radius_mm)) {
        tl_words_length_text(w, fabs(told->limit.margin), margin);
        tl_say(w, tail, size, told->limit.margin >= 0 ? TL_SAY_WITHIN_TO_SPARE : TL_SAY_WITHIN_TOO_FAR, margin);
    }
    if (told->walls) {
        used = strlen(tail);
        tl_say(w, tail + used, size - used, TL_SAY_WITHIN_INDOORS, NULL);
    }
    if (x->sight && told->limit.verdict != TL_VERDICT_NO && unit->los != TL_VERDICT_YES) {
        used = strlen(tail);
        tl_say(w, tail + used, size - used,
               unit->los == TL_VERDICT_NO ? TL_SAY_WITHIN_UNSEEN : TL_SAY_WITHIN_SIGHT_OPEN, NULL);
    }
}

static void distance_line(const tl_within *x, const tl_within_unit *unit, char *line, size_t size) {
    const tl_words *w = x->inquiry->words;
    const tl_within_member *told = told_of(unit);
    const char *name = name_of(x, unit);
    char tail[160], distance[TL_WORDS_LENGTH_SIZE], count[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    tail_text(x, unit, tail, sizeof(tail));
    tl_words_length_text(w, told->limit.distance, distance);
    if (unit->party.count <= 1) {
        tl_say(w, line, size, TL_SAY_WITHIN_ONE, name, distance, tail);
        return;
    }
    const char *member = x->inquiry->table->members[told->member].name;
    if (x->each) {
        tl_say(w, line, size, TL_SAY_WITHIN_FARTHEST, name, member, distance, tail);
    } else {
        tl_tell_count_text(unit->count, count);
        tl_tell_count_text(unit->party.count, of);
        tl_say(w, line, size, TL_SAY_WITHIN_UNIT, name, count, of, member, distance, tail);
    }
}

static void tell_distance(const tl_within *x, const tl_within_unit *unit, tl_answer *answer) {
    const tl_limit *limit = &told_of(unit)->limit;
    char line[TL_REASON_TEXT];
    distance_line(x, unit, line, sizeof(line));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, x->cause, unit->verdict, line);
    tl_answer_reason_number(reason, "distance_mm", limit->distance);
    if (isfinite(x->radius_mm)) {
        tl_answer_reason_number(reason, "limit_mm", limit->limit);
        tl_answer_reason_number(reason, "margin_mm", limit->margin);
    }
    if (limit->uncertainty > 0) {
        tl_answer_reason_number(reason, "uncertainty_mm", limit->uncertainty);
    }
    tl_tell_limit(x->inquiry, limit, answer);
}

static void tell_sight(const tl_within *x, const tl_within_unit *unit, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (unit->line != SIZE_MAX) {
        const tl_pair_sight_result *sight = &unit->members[unit->line].line;
        tl_tell_pair_sight_text(x->inquiry, sight, line, sizeof(line));
        tl_answer_line(answer, line);
        tl_answer_reason(answer, sight->cause, sight->sight.verdict, line);
        tl_tell_holes_witness(x->inquiry, &sight->holes, answer);
    }
    if (unit->unseen.asked && unit->unseen.verdict != TL_VERDICT_NO) {
        tl_tell_unseen_text(x->inquiry, &unit->unseen, tl_tell_within_centre_name(x->inquiry, &x->centre),
                            name_of(x, unit), line, sizeof(line));
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, unit->unseen.skill->rule),
                         unit->unseen.verdict == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, line);
    }
}

static void tell_unit(const tl_within *x, const tl_within_unit *unit, bool with_tape, tl_answer *answer) {
    const tl_within_member *told = told_of(unit);
    tell_distance(x, unit, answer);
    tell_sight(x, unit, answer);
    tl_witness *tape = with_tape && answer->witness_count < WITHIN_WITNESSES
                           ? tl_answer_witness(answer, TL_WITNESS_MEASURE, told->range.from, told->range.to)
                           : NULL;
    if (tape != NULL) {
        tl_words_length_text(x->inquiry->words, told->limit.distance, tape->label);
    }
}

/* Who certainly counts. */
static void names_text(const tl_within *x, char *names, size_t size) {
    bool fits = true;
    names[0] = '\0';
    for (size_t i = 0; i < x->unit_count && fits; i++) {
        if (x->units[i].verdict == TL_VERDICT_YES) {
            fits = tl_say_name(names, size, tl_phrase(x->inquiry->words, TL_SAY_COMMA), name_of(x, &x->units[i]));
        }
    }
}

/* The skill's effect doesn't hold: nobody is asked about. */
static void tell_idle(const tl_within *x, tl_answer *answer) {
    const char *why = idle_word(x);
    tl_sentence said = why[0] == 'd'   ? TL_SAY_WITHIN_BY_NIGHT_ALONE
                       : why[0] == 'n' ? TL_SAY_WITHIN_BY_DAY_ALONE
                                       : TL_SAY_WITHIN_NOT_FOR;
    tl_say(x->inquiry->words, answer->summary, sizeof(answer->summary), said, x->skill->name,
           tl_tell_within_centre_name(x->inquiry, &x->centre));
    tl_answer_reason(answer, x->cause, TL_VERDICT_NO, answer->summary);
}

static void tell_summary(const tl_within *x, tl_answer *answer) {
    const tl_words *w = x->inquiry->words;
    const char *middle = tl_tell_within_centre_name(x->inquiry, &x->centre);
    char length[TL_WORDS_LENGTH_SIZE], names[TL_REASON_TEXT - 128]; /* the rest is for the sentence */
    bool limited = isfinite(x->radius_mm);
    tl_sentence missing = x->exclusive           ? TL_SAY_WITHIN_NOBODY_NEARER
                          : x->sight && !x->each ? TL_SAY_WITHIN_NOBODY_SEEN
                                                 : TL_SAY_WITHIN_NOBODY;
    tl_sentence some = x->exclusive ? TL_SAY_WITHIN_SOME_NEARER : TL_SAY_WITHIN_SOME;
    if (x->idle != NULL) {
        tell_idle(x, answer);
        return;
    }
    if (limited) {
        tl_words_length_text(w, x->radius_mm, length);
    }
    if (x->verdict == TL_VERDICT_YES) {
        names_text(x, names, sizeof(names));
        tl_say(w, answer->summary, sizeof(answer->summary), limited ? some : TL_SAY_WITHIN_ANYWHERE,
               limited ? length : x->skill->name, middle, names);
    } else if (!limited) {
        tl_say(w, answer->summary, sizeof(answer->summary), TL_SAY_WITHIN_NOBODY_ELSE, middle);
    } else {
        tl_say(w, answer->summary, sizeof(answer->summary),
               x->verdict == TL_VERDICT_NO ? missing
               : x->exclusive              ? TL_SAY_WITHIN_OPEN_NEARER
                                           : TL_SAY_WITHIN_OPEN,
               length, middle);
    }
}

/* Whether the unit may do what the skill says, when somebody within keeps it from it. */
static void tell_allowed(const tl_within *x, tl_answer *answer) {
    static const tl_sentence said[3] = {[TL_VERDICT_NO] = TL_SAY_WITHIN_FORBIDDEN,
                                        [TL_VERDICT_MARGINAL] = TL_SAY_WITHIN_ALLOWED_OPEN,
                                        [TL_VERDICT_YES] = TL_SAY_WITHIN_ALLOWED};
    char line[TL_REASON_TEXT];
    if (x->forbids) {
        tl_verdict allowed = tl_verdict_not(x->verdict);
        tl_say(x->inquiry->words, line, sizeof(line), said[allowed], tl_tell_within_centre_name(x->inquiry, &x->centre),
               x->skill->name);
        tl_answer_line(answer, line);
        tl_answer_reason(answer, x->cause, allowed, line);
    }
}

static void note_skill(const tl_within *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (x->skill != NULL) {
        const char *text = tl_ruleset_said(x->inquiry->referee->ruleset, x->inquiry->words->language, "skills",
                                           x->reach->name, x->reach->text);
        tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_WITHIN_BY_SKILL, x->reach->name, text);
        tl_answer_note(answer, line);
    }
}

/* --- Pictures, and what is uncertain ------------------------------------------------------------------------------ */

static void add_ring(const tl_within *x, tl_answer *answer) {
    const tl_within_centre *middle = &x->centre;
    const tl_shape *shape = &middle->shape;
    if (!isfinite(x->radius_mm)) {
        return;
    }
    if (middle->is_point || middle->party.count > 0) {
        tl_answer_rings(answer, x->inquiry->words, middle->party.first, middle->party.count, middle->point,
                        x->radius_mm, NULL);
    } else if (shape->kind == TL_SHAPE_DISC) {
        tl_answer_disc(answer, tl_plan(shape->pose.at), x->radius_mm + shape->radius, 0);
    } else if (shape->kind == TL_SHAPE_BOX && shape->from.x == shape->to.x) {
        tl_answer_disc(answer, tl_plan(shape->from), x->radius_mm, 0);
    }
}

/* What the distances were measured to and from, where it is uncertain. */
static void name_uncertain(const tl_within *x, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    const tl_within_centre *middle = &x->centre;
    for (size_t i = middle->party.first; i < middle->party.first + middle->party.count; i++) {
        if (tl_table_measured(table, i).uncertainty > 0) {
            tl_answer_uncertain(answer, x->inquiry, table->members[i].slot);
        }
    }
    if (middle->terrain != SIZE_MAX && table->terrain[middle->terrain].slot != 0) {
        tl_answer_uncertain(answer, x->inquiry, table->terrain[middle->terrain].slot);
    }
    for (size_t i = 0; i < x->unit_count; i++) {
        if (x->units[i].terrain != SIZE_MAX) {
            tl_answer_uncertain(answer, x->inquiry, table->terrain[x->units[i].terrain].slot);
        }
    }
    if (middle->point_off_mm > 0) {
        tl_json_put_double(&answer->body, "at_uncertainty_mm", middle->point_off_mm);
    }
}

void tl_tell_within(const tl_within *found, const char *from, tl_answer *answer) {
    answer->verdict = found->verdict;
    answer->cause = found->cause;
    put_fields(found, from, answer);
    for (size_t k = 0; k < 2 * found->unit_count; k++) { /* first who counts, or may */
        const tl_within_unit *unit = &found->units[k % found->unit_count];
        bool first = k < found->unit_count;
        if ((unit->verdict != TL_VERDICT_NO) == first) {
            tell_unit(found, unit, first || found->verdict == TL_VERDICT_NO, answer);
        }
    }
    tell_summary(found, answer);
    tell_allowed(found, answer);
    note_skill(found, answer);
    add_ring(found, answer);
    name_uncertain(found, answer);
}
