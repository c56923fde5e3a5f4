/* ask_measure.c: range and field of fire. */
#include "tell/ask.h"
#include "judge/special.h"

#include <stdio.h>
#include <string.h>

tl_status tl_parties_differ(const tl_party *from, const tl_party *to, tl_error *error) {
    bool overlap = from->first < to->first + to->count && to->first < from->first + from->count;
    if (overlap) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "name two different units or members",
                       "%s and %s are the same models", from->name, to->name);
    }
    return TL_OK;
}

bool tl_party_carries(const tl_party *party, size_t i, const tl_document_weapon *weapon) {
    bool all = i == SIZE_MAX || party->rider != NULL, carries = party->hands == NULL;
    for (size_t k = all ? 0 : i; k < (all ? party->hand_count : i + 1) && !carries; k++) {
        carries = tl_document_carries(party->unit, &party->hands[k], weapon);
    }
    return carries;
}

tl_status tl_party_weapons(const tl_inquiry *inquiry, const tl_party *party, const char *weapon,
                           const tl_document_weapon **weapons, size_t *count, tl_error *error) {
    *weapons = party->unit->weapons;
    *count = party->unit->weapon_count;
    if (weapon == NULL) {
        return TL_OK;
    }
    const char *names[64] = {NULL};
    size_t known = 0;
    for (size_t i = 0; i < party->unit->weapon_count; i++) {
        if (!tl_party_carries(party, SIZE_MAX, &party->unit->weapons[i])) {
            continue;
        }
        if (strcmp(party->unit->weapons[i].id, weapon) == 0) {
            *weapons = &party->unit->weapons[i];
            *count = 1;
            return TL_OK;
        }
        if (known < 64) {
            names[known++] = party->unit->weapons[i].id;
        }
    }
    const char *nearest = tl_nearest_name(weapon, names, known);
    nearest = nearest == NULL && known > 0 ? names[0] : nearest;
    char remedy[160];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "give the unit `weapons`", nearest);
    return tl_fail(error, TL_ERROR_NOT_FOUND, inquiry->table->document->file, "weapon", remedy, "%s has no weapon `%s`",
                   party->name, weapon);
}

/* --- Range -------------------------------------------------------------------------------------------------------- */

void tl_note_guesses(const tl_inquiry *inquiry, size_t first, size_t count, bool measured, bool looked,
                     tl_answer *answer) {
    for (size_t i = 0; i < count; i++) {
        const tl_placed *placed = &inquiry->table->members[first + i];
        bool by_core = looked || tl_table_measured(inquiry->table, first + i).mesh != NULL;
        if (by_core ? tl_placed_core_uncertainty(placed) > 0 : tl_placed_base_uncertainty(placed) > 0) {
            tl_answer_uncertain(answer, inquiry, placed->slot);
        }
        bool again = false;
        for (size_t j = 0; j < i && !again; j++) {
            again = inquiry->table->members[first + j].model == placed->model;
        }
        if (again) {
            continue;
        }
        char text[TL_REASON_TEXT];
        bool by_base = tl_table_measured(inquiry->table, first + i).shape == &placed->body->base;
        if (measured && by_base && placed->model->base_guessed) {
            tl_say(&inquiry->words, text, sizeof(text), TL_SAY_GUESSED_BASE, placed->name);
            tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_BASE), TL_VERDICT_YES, text);
            tl_answer_note(answer, text);
        }
        if (measured && by_base && placed->model->found.shape.kind != TL_SHAPE_NONE) {
            char size[TL_LENGTH_SIZE], off[TL_LENGTH_SIZE];
            const tl_found_base *found = &placed->model->found;
            tl_length_text(&inquiry->words, tl_max(found->size.x, found->size.y), size);
            tl_length_text(&inquiry->words, found->residual_mm, off);
            tl_say(&inquiry->words, text, sizeof(text), TL_SAY_FOUND_BASE, placed->name, size, off);
            tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_BASE), TL_VERDICT_YES, text);
            tl_answer_note(answer, text);
        }
        if ((looked || (measured && !by_base)) && placed->model->core_guessed) {
            tl_say(&inquiry->words, text, sizeof(text), TL_SAY_GUESSED_CORE, placed->name);
            tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_CORE), TL_VERDICT_YES, text);
            tl_answer_note(answer, text);
        }
    }
}

static void volume_text(const tl_inquiry *inquiry, size_t member, char *buffer, size_t size) {
    bool foot = tl_table_measured(inquiry->table, member).shape == &inquiry->table->members[member].body->base;
    tl_say(&inquiry->words, buffer, size, foot ? TL_SAY_OF_BASE : TL_SAY_OF_CORE, inquiry->table->members[member].name);
}

static void limit_text(const tl_inquiry *inquiry, const tl_limit *limit, char *buffer, size_t size) {
    char a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE], side[32];
    tl_length_text(&inquiry->words, limit->limit, a);
    tl_length_text(&inquiry->words, fabs(limit->margin), b);
    tl_say(&inquiry->words, side, sizeof(side), limit->margin >= 0 ? TL_SAY_TO_SPARE : TL_SAY_SHORT_BY, NULL);
    tl_say(&inquiry->words, buffer, size,
           limit->verdict == TL_VERDICT_YES  ? TL_SAY_WITHIN
           : limit->verdict == TL_VERDICT_NO ? TL_SAY_BEYOND
                                             : TL_SAY_AT_LIMIT,
           a, b, side);
}

void tl_limit_tell(const tl_inquiry *inquiry, const tl_limit *limit, tl_answer *answer) {
    char line[TL_REASON_TEXT], off[TL_LENGTH_SIZE], margin[TL_LENGTH_SIZE];
    if (limit->verdict == TL_VERDICT_MARGINAL && limit->uncertainty > 0 && fabs(limit->margin) > inquiry->tolerance) {
        tl_say(&inquiry->words, line, sizeof(line), TL_SAY_LIMIT_UNCERTAIN,
               tl_length_text(&inquiry->words, limit->uncertainty, off),
               tl_length_text(&inquiry->words, fabs(limit->margin), margin));
        tl_answer_line(answer, line);
        tl_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_LIMIT), TL_VERDICT_MARGINAL, line),
                         "uncertainty_mm", limit->uncertainty);
    }
}

static void range_words(const tl_inquiry *inquiry, size_t a, size_t b, const tl_range_result *best, tl_answer *answer) {
    char d[TL_LENGTH_SIZE], u[TL_LENGTH_SIZE], plan[TL_LENGTH_SIZE], height[TL_LENGTH_SIZE];
    char from[128], to[128], note[128] = "", line[TL_REASON_TEXT];
    const char *name_a = inquiry->table->members[a].name, *name_b = inquiry->table->members[b].name;
    if (best->distance_mm == 0) {
        tl_say(&inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_RANGE_TOUCH, name_a, name_b);
    } else {
        tl_say(&inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_RANGE, name_b,
               tl_length_text(&inquiry->words, best->distance_mm, d), name_a,
               tl_decimal_text(&inquiry->words, best->distance_mm / inquiry->game_unit, 2, u));
    }
    volume_text(inquiry, a, from, sizeof(from));
    volume_text(inquiry, b, to, sizeof(to));
    if (best->metric == TL_METRIC_PLAN) {
        tl_say(&inquiry->words, note, sizeof(note), TL_SAY_RANGE_PLAN_NOTE, NULL);
    } else if (best->height_mm > 0.05) {
        tl_say(&inquiry->words, note, sizeof(note), TL_SAY_RANGE_HEIGHT_NOTE,
               tl_length_text(&inquiry->words, best->plan_mm, plan),
               tl_length_text(&inquiry->words, best->height_mm, height));
    }
    tl_say(&inquiry->words, line, sizeof(line), TL_SAY_RANGE_METHOD, from, to, note);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, answer->cause, TL_VERDICT_YES, line);
    tl_reason_number(reason, "distance_mm", best->distance_mm);
    tl_reason_number(reason, "error_mm", best->error_mm);
}

/* At tolerance 0 the nearest pair by rounded distance need not be the nearest: asks every pair that may be within the
 * limit, until one is. */
static tl_status any_pair_within(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, double limit_mm,
                                 tl_verdict *verdict, tl_error *error) {
    for (size_t k = 0; k < from->count * to->count && *verdict != TL_VERDICT_YES; k++) {
        size_t a = from->first + k / to->count, b = to->first + k % to->count;
        tl_range_result range;
        tl_limit limit = {.verdict = TL_VERDICT_NO};
        tl_status status = tl_pair_range(inquiry, a, b, &range, error);
        if (status == TL_OK && range.distance_mm - range.error_mm <= limit_mm) {
            status = tl_pair_within(inquiry, a, b, &range, limit_mm, false, &limit, error);
        }
        if (status != TL_OK) {
            return status;
        }
        *verdict = limit.verdict == TL_VERDICT_NO ? *verdict : limit.verdict;
    }
    return TL_OK;
}

tl_status tl_ask_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                       double limit_mm, tl_answer *answer, tl_error *error) {
    tl_status status = tl_parties_differ(from, to, error);
    tl_range_result best = {.distance_mm = INFINITY};
    double least = INFINITY; /* no pair is nearer */
    size_t a = from->first, b = to->first;
    for (size_t i = 0; i < from->count && status == TL_OK; i++) {
        for (size_t j = 0; j < to->count && status == TL_OK; j++) {
            tl_range_result range;
            status = tl_pair_range(inquiry, from->first + i, to->first + j, &range, error);
            least = status == TL_OK ? tl_min(least, range.distance_mm - range.error_mm) : least;
            if (status == TL_OK && range.distance_mm < best.distance_mm) {
                best = range;
                a = from->first + i;
                b = to->first + j;
            }
        }
    }
    if (status != TL_OK) {
        return status;
    }
    bool foot = tl_class_is_foot(from->unit->kind) && tl_class_is_foot(to->unit->kind);
    answer->verdict = TL_VERDICT_YES;
    answer->cause = tl_by(foot ? TL_CLAUSE_MEASURE_BASE : TL_CLAUSE_MEASURE_CORE);
    range_words(inquiry, a, b, &best, answer);
    tl_json_writer *writer = &answer->body;
    tl_json_put_string(writer, "from", inquiry->table->members[a].id);
    tl_json_put_string(writer, "to", inquiry->table->members[b].id);
    tl_json_put_double(writer, "distance_mm", best.distance_mm);
    tl_json_put_double(writer, "game_units", best.distance_mm / inquiry->game_unit);
    tl_json_put_point(writer, "from_point", best.from);
    tl_json_put_point(writer, "to_point", best.to);
    tl_json_put_string(writer, "metric", best.metric == TL_METRIC_PLAN ? "plan" : "3d");
    tl_json_put_double(writer, "plan_mm", best.plan_mm);
    tl_json_put_double(writer, "height_mm", best.height_mm);
    tl_json_put_double(writer, "error_mm", best.error_mm);
    double off = tl_table_measured(inquiry->table, a).uncertainty + tl_table_measured(inquiry->table, b).uncertainty;
    if (off > 0) {
        tl_json_put_double(writer, "uncertainty_mm", off);
    }
    if (has_limit) {
        tl_limit limit;
        status = tl_pair_within(inquiry, a, b, &best, limit_mm, false, &limit, error);
        if (status == TL_OK && inquiry->tolerance == 0 && least <= limit_mm) {
            status = any_pair_within(inquiry, from, to, limit_mm, &limit.verdict, error);
        }
        if (status != TL_OK) {
            return status;
        }
        char line[TL_REASON_TEXT];
        limit_text(inquiry, &limit, line, sizeof(line));
        answer->verdict = limit.verdict;
        answer->cause = tl_by(TL_CLAUSE_MEASURE_LIMIT);
        tl_answer_line(answer, line);
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MEASURE_LIMIT), limit.verdict, line);
        tl_reason_number(reason, "limit_mm", limit.limit);
        tl_reason_number(reason, "margin_mm", limit.margin);
        tl_limit_tell(inquiry, &limit, answer);
        tl_json_put_double(writer, "limit_mm", limit.limit);
        tl_json_put_double(writer, "margin_mm", limit.margin);
    }
    tl_note_guesses(inquiry, a, 1, true, false, answer);
    tl_note_guesses(inquiry, b, 1, true, false, answer);
    tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_MEASURE, best.from, best.to);
    if (witness != NULL) {
        tl_length_text(&inquiry->words, best.distance_mm, witness->label);
    }
    return TL_OK;
}

/* --- Field of fire ------------------------------------------------------------------------------------------------ */

static void degrees_text(const tl_words *words, double degrees, char buffer[TL_LENGTH_SIZE]) {
    tl_decimal_text(words, degrees, 1, buffer);
    strcat(buffer, "\xc2\xb0");
}

/* The best of a party's targets for one attacker and weapon. */
static tl_status best_arc(const tl_inquiry *inquiry, const tl_party *from, size_t attacker,
                          const tl_document_weapon *weapon, const tl_party *to, tl_pair_arc_result *best,
                          size_t *target, tl_error *error) {
    for (size_t j = 0; j < to->count; j++) {
        tl_pair_arc_result arc;
        tl_volume volume = tl_table_measured(inquiry->table, to->first + j);
        tl_status status = tl_party_arc(inquiry, from, attacker, weapon, &volume, false, &arc, error);
        if (status != TL_OK) {
            return status;
        }
        if (j == 0 || arc.margin_mm > best->margin_mm) {
            *best = arc;
            *target = to->first + j;
        }
    }
    return TL_OK;
}

static void arc_words(const tl_inquiry *inquiry, const tl_document_weapon *weapon, size_t attacker, bool first,
                      size_t target, const tl_pair_arc_result *arc, tl_answer *answer) {
    char margin[TL_LENGTH_SIZE], kind[32], who[128], line[TL_REASON_TEXT];
    degrees_text(&inquiry->words, fabs(arc->margin_deg), margin);
    tl_say(&inquiry->words, kind, sizeof(kind), arc->name, NULL);
    snprintf(who, sizeof(who), "%.100s", inquiry->table->members[attacker].name);
    tl_say(&inquiry->words, line, sizeof(line),
           arc->always                      ? TL_SAY_ARC_ALWAYS
           : arc->verdict == TL_VERDICT_YES ? TL_SAY_ARC_YES
           : arc->verdict == TL_VERDICT_NO  ? TL_SAY_ARC_NO
                                            : TL_SAY_ARC_MARGINAL,
           who, inquiry->table->members[target].name, kind, weapon->name, margin);
    if (answer->summary[0] == '\0') {
        snprintf(answer->summary, sizeof(answer->summary), "%s", line);
    } else if (!arc->always || first) {
        tl_answer_line(answer, line); /* all round is all round for every model */
    }
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_ARC_FIELD), arc->verdict, line);
    tl_reason_number(reason, "angle_deg", arc->angle_deg);
    tl_reason_number(reason, "margin_deg", arc->margin_deg);
}

/* The first sentence is that of a weapon which decides, and what was first comes behind it. */
static void lead_with_verdict(tl_answer *answer) {
    for (size_t i = 0; i < answer->reason_count; i++) {
        const tl_reason *reason = &answer->reasons[i];
        if (reason->verdict == answer->verdict && strcmp(reason->text, answer->summary) == 0) {
            return;
        }
    }
    for (size_t i = 0; i < answer->reason_count; i++) {
        if (answer->reasons[i].verdict == answer->verdict) {
            tl_answer_lead(answer, answer->reasons[i].text);
            return;
        }
    }
}

tl_status tl_ask_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                     tl_answer *answer, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_parties_differ(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    answer->cause = tl_by(TL_CLAUSE_ARC_FIELD);
    answer->verdict = TL_VERDICT_NO;
    tl_json_writer *writer = &answer->body;
    tl_json_put_string(writer, "from", from->whole ? from->unit->id : inquiry->table->members[from->first].id);
    tl_json_put_string(writer, "to", to->whole ? to->unit->id : inquiry->table->members[to->first].id);
    tl_json_key(writer, "weapons");
    tl_json_begin_array(writer);
    bool open = false, yes = false;
    /* a unit without weapons in the scene still looks all round or not at all: nothing can be said but that */
    for (size_t w = 0; w < count; w++) {
        if (!tl_party_carries(from, SIZE_MAX, &weapons[w])) {
            continue;
        }
        bool first = true;
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", weapons[w].id);
        bool weapon_yes = false, weapon_open = false;
        tl_json_key(writer, "members");
        tl_json_begin_array(writer);
        for (size_t i = 0; i < from->count && status == TL_OK; i++) {
            tl_pair_arc_result arc = {0};
            size_t target = to->first;
            if (!tl_party_carries(from, i, &weapons[w])) {
                continue;
            }
            status = best_arc(inquiry, from, from->first + i, &weapons[w], to, &arc, &target, error);
            if (status != TL_OK) {
                break;
            }
            weapon_yes = weapon_yes || arc.verdict == TL_VERDICT_YES;
            weapon_open = weapon_open || arc.verdict == TL_VERDICT_MARGINAL;
            tl_json_begin_object(writer);
            tl_json_put_string(writer, "id", inquiry->table->members[from->first + i].id);
            tl_json_put_verdict(writer, "verdict", arc.verdict);
            tl_json_put_string(writer, "target", inquiry->table->members[target].id);
            tl_json_put_double(writer, "angle_deg", arc.angle_deg);
            tl_json_put_double(writer, "margin_deg", arc.margin_deg);
            if (isfinite(arc.margin_mm)) {
                tl_json_put_double(writer, "margin_mm", arc.margin_mm);
            }
            tl_json_put_point(writer, "point", arc.point);
            tl_json_end_object(writer);
            arc_words(inquiry, &weapons[w], from->first + i, first, target, &arc, answer);
            first = false;
            if (!arc.always && answer->witness_count < 8) {
                tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_FAN, arc.apex, arc.point);
                if (witness != NULL) {
                    witness->facing_deg = arc.axis_deg;
                    witness->half_deg = arc.half_deg;
                }
            }
        }
        tl_json_end_array(writer);
        tl_json_put_verdict(writer, "verdict",
                            weapon_yes    ? TL_VERDICT_YES
                            : weapon_open ? TL_VERDICT_MARGINAL
                                          : TL_VERDICT_NO);
        tl_json_end_object(writer);
        yes = yes || weapon_yes;
        open = open || weapon_open;
    }
    tl_json_end_array(writer);
    if (count == 0) {
        tl_say(&inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_ARC_NONE, from->name);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_ARC_FIELD), TL_VERDICT_NO, answer->summary);
    }
    answer->verdict = yes ? TL_VERDICT_YES : open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
    lead_with_verdict(answer);
    tl_note_guesses(inquiry, from->first, from->count, false, true, answer); /* an arc starts in the body's middle */
    tl_note_guesses(inquiry, to->first, to->count, true, false, answer);
    return status;
}
