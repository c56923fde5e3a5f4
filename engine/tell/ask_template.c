/* ask_template.c: the answer about a template: words, JSON, witness. */
#include "judge/template/best.h"
#include "judge/template/strike.h"
#include "tell/tell_bar.h"

#include <stdio.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const tl_strike *x, size_t member) {
    return x->inquiry->table->members[member].name;
}

static void count_text(const tl_words *words, size_t count, char *buffer, size_t size) {
    char number[TL_LENGTH_SIZE];
    tl_say(words, buffer, size, TL_SAY_TEMPLATE_MANY, tl_count_text(count, number));
}

/* What players call a template, in their language. */
static const char *text_of(const tl_inquiry *inquiry, const tl_template_rule *rule) {
    return tl_term_text(inquiry->words.language, tl_ruleset_name(inquiry->referee->ruleset), "templates", rule->name,
                        rule->text);
}

static void title_text(const tl_strike *x, char *buffer, size_t size) {
    const char *text = text_of(x->inquiry, x->placing.rule);
    snprintf(buffer, size, "%c%s", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0],
             text[0] != '\0' ? text + 1 : "");
}

/* Whether somebody lays it where he may not. */
static bool is_illegal(const tl_strike *x) {
    return x->placing.has_firer && x->placing.verdict == TL_VERDICT_NO;
}

/* What speaks for and against the place, as steps that come first; where it may not lie, that leads. */
static void placement_line(const tl_strike *x, tl_answer *answer) {
    const tl_placing *p = &x->placing;
    char line[TL_REASON_TEXT];
    const tl_reason *telling = NULL;
    for (size_t i = 0; i < p->reason_count && telling == NULL; i++) {
        telling = p->reasons[i].verdict == p->verdict ? &p->reasons[i] : NULL;
    }
    for (size_t i = 0; p->has_firer && i < p->reason_count; i++) {
        tl_reason *reason = tl_answer_reason(answer, p->reasons[i].cause, p->reasons[i].verdict, p->reasons[i].text);
        for (size_t k = 0; k < p->reasons[i].number_count; k++) {
            tl_reason_number(reason, p->reasons[i].numbers[k].key, p->reasons[i].numbers[k].value);
        }
    }
    const char *why = telling != NULL ? telling->text : "";
    if (!p->has_firer) {
        tl_answer_line(answer, why);
        return;
    }
    tl_say(&x->inquiry->words, line, sizeof(line),
           p->verdict == TL_VERDICT_YES  ? TL_SAY_TEMPLATE_LEGAL
           : p->verdict == TL_VERDICT_NO ? TL_SAY_TEMPLATE_ILLEGAL
                                         : TL_SAY_TEMPLATE_PLACE_OPEN,
           name_of(x, p->firer), why);
    if (is_illegal(x)) {
        tl_answer_lead(answer, line);
    } else {
        tl_answer_line(answer, line);
    }
}

/* What says who lies under a template. */
static tl_cause under_cause(const tl_template_rule *rule) {
    return tl_by(rule->flame ? TL_CLAUSE_FLAME_UNDER : TL_CLAUSE_TEMPLATE_UNDER);
}

/* Why a model under the template is not hit, or not certainly. */
static void exception_line(const tl_strike *x, const tl_victim *v, tl_answer *answer) {
    char line[TL_REASON_TEXT], text[TL_REASON_TEXT], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE];
    const char *name = name_of(x, v->member);
    tl_cause cause = under_cause(x->placing.rule);
    if (v->spared) {
        cause = tl_by(TL_CLAUSE_TEMPLATE_SPARED);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_SPARED, name, x->placing.weapon->name);
    } else if (v->bar.kind != TL_BAR_NONE) {
        cause = v->bar.cause;
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_SHELTER, name,
               x->inquiry->table->terrain[v->bar.terrain].name);
    } else if (v->struck != TL_VERDICT_YES && v->under != TL_VERDICT_NO && v->los != TL_VERDICT_NO) {
        cause = tl_by(TL_CLAUSE_TEMPLATE_LEVEL);
        tl_count_text(v->struck_level, b);
        if (v->struck == TL_VERDICT_NO) {
            tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_LEVEL, name, tl_count_text(v->level, a), b);
        } else {
            tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_LEVEL_OPEN, name, b);
        }
    } else if (v->los == TL_VERDICT_NO) {
        cause = tl_by(x->placing.rule->flame ? TL_CLAUSE_FLAME_UNDER : TL_CLAUSE_TEMPLATE_SIGHT);
        tl_pair_sight_text(x->inquiry, &v->sight, text, sizeof(text));
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_UNSEEN, name, text);
    } else if (v->under == TL_VERDICT_MARGINAL) {
        tl_length_text(&x->inquiry->words, v->hold.gap_mm > 0 ? v->hold.gap_mm : v->hold.depth_mm, a);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_EDGE, name, a);
    } else {
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_SIGHT_OPEN, name);
    }
    tl_answer_line(answer, line);
    tl_answer_reason(answer, cause, v->hit, line);
}

/* A unit under a blast: whether it has cover from the one who fires (DB-COV-07, -10). */
static void cover_line(const tl_strike *x, size_t u, tl_answer *answer) {
    const tl_unit_cover *cover = &x->of_units[u];
    const tl_document_unit *unit = &x->inquiry->table->document->units[u];
    char line[TL_REASON_TEXT], in[TL_LENGTH_SIZE], of[TL_LENGTH_SIZE];
    const char *firer = name_of(x, x->placing.firer);
    bool one = cover->of == 1;
    tl_count_text(cover->in_cover + (cover->verdict == TL_VERDICT_MARGINAL ? cover->undecided : 0), in);
    tl_say(&x->inquiry->words, line, sizeof(line),
           cover->verdict == TL_VERDICT_YES  ? one ? TL_SAY_COVER_ONE_YES : TL_SAY_COVER_UNIT_YES
           : cover->verdict == TL_VERDICT_NO ? one ? TL_SAY_COVER_ONE_NO : TL_SAY_COVER_UNIT_NO
                                             : TL_SAY_COVER_ONE_MARGINAL,
           unit->name, firer, in, tl_count_text(cover->of, of));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_COVER_TEMPLATE), cover->verdict, line);
    tl_reason_number(reason, "in_cover", (double)cover->in_cover);
    tl_reason_number(reason, "of", (double)cover->of);
}

static void unit_lines(const tl_strike *x, size_t u, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    const tl_document_unit *unit = &table->document->units[u];
    size_t first = table->first_member[u], hits = 0, figures = 0, told = 0, used = 0;
    char list[200] = "", line[TL_REASON_TEXT], count[TL_LENGTH_SIZE];
    bool touched = false;
    for (size_t i = first; i < first + unit->member_count; i++) {
        bool hit = !x->victims[i].out && x->victims[i].hit == TL_VERDICT_YES;
        hits += hit;
        figures += hit ? tl_table_figures(table, i) : 0;
        touched = touched || !x->victims[i].out;
    }
    for (size_t i = first; i < first + unit->member_count; i++) {
        if (!x->victims[i].out && x->victims[i].hit == TL_VERDICT_YES && used < sizeof(list)) {
            char glue[16] = "";
            if (told > 0) {
                tl_say(&x->inquiry->words, glue, sizeof(glue), told + 1 == hits ? TL_SAY_AND : TL_SAY_COMMA, NULL);
            }
            char several[TL_LENGTH_SIZE] = "", number[TL_LENGTH_SIZE];
            if (tl_table_figures(table, i) > 1) { /* they share a base */
                snprintf(several, sizeof(several), " (%s)", tl_count_text(tl_table_figures(table, i), number));
            }
            used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s%s", glue, name_of(x, i), several);
            told++;
        }
    }
    if (!touched) {
        return;
    }
    tl_say(&x->inquiry->words, line, sizeof(line),
           hits == 0       ? TL_SAY_TEMPLATE_UNIT_NONE
           : is_illegal(x) ? TL_SAY_TEMPLATE_UNIT_WOULD
                           : TL_SAY_TEMPLATE_UNIT,
           unit->name, tl_strike_is_friend(x, unit) ? tl_phrase(&x->inquiry->words, TL_SAY_TEMPLATE_FRIEND) : "",
           tl_count_text(figures, count), list);
    tl_answer_line(answer, line);
    tl_reason *reason =
        tl_answer_reason(answer, under_cause(x->placing.rule), hits > 0 ? TL_VERDICT_YES : TL_VERDICT_NO, line);
    tl_reason_number(reason, "count", (double)figures);
    tl_reason_number(reason, "bases", (double)hits);
    for (size_t i = first; i < first + unit->member_count; i++) {
        const tl_victim *v = &x->victims[i];
        if (!v->out && v->under != TL_VERDICT_NO && v->hit != TL_VERDICT_YES) {
            exception_line(x, v, answer);
        } else if (!v->out && v->hit == TL_VERDICT_YES && v->sight.holes.count > 0) {
            tl_pair_sight_text(x->inquiry, &v->sight, line, sizeof(line));
            tl_answer_line(answer, line);
            tl_answer_reason(answer, v->sight.cause, TL_VERDICT_YES, line);
        }
    }
    if (x->unit_covered[u]) {
        cover_line(x, u, answer);
    }
}

static void title_line(const tl_strike *x, tl_answer *answer) {
    char title[96], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE], count[64];
    title_text(x, title, sizeof(title));
    tl_decimal_text(&x->inquiry->words, x->placing.at.x, 1, a);
    tl_decimal_text(&x->inquiry->words, x->placing.at.y, 1, b);
    count_text(&x->inquiry->words, x->hits, count, sizeof(count));
    tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
           answer->verdict == TL_VERDICT_YES  ? is_illegal(x) ? TL_SAY_TEMPLATE_WOULD_HIT : TL_SAY_TEMPLATE_HITS
           : answer->verdict == TL_VERDICT_NO ? TL_SAY_TEMPLATE_NOBODY
                                              : TL_SAY_TEMPLATE_OPEN,
           title, a, b, count);
}

static void words(const tl_strike *x, tl_answer *answer, bool titled) {
    char line[TL_REASON_TEXT];
    if (titled) {
        title_line(x, answer);
    }
    placement_line(x, answer);
    size_t placed = answer->reason_count;
    for (size_t u = 0; u < x->inquiry->table->document->unit_count; u++) {
        unit_lines(x, u, answer);
    }
    if (answer->reason_count == 0) {
        tl_answer_reason(answer, answer->cause, TL_VERDICT_NO, answer->summary);
    }
    for (size_t i = placed; i < answer->reason_count; i++) {
        answer->reasons[i].moot = is_illegal(x);
    }
    answer->placed = x->placing.has_firer;
    answer->placement = x->placing.verdict;
    answer->unarmed = x->placing.has_firer && x->placing.weapon == NULL;
    const tl_table *table = x->inquiry->table;
    for (size_t u = 0; u < table->document->unit_count; u++) {
        size_t first = table->first_member[u], members = table->document->units[u].member_count;
        bool touched = false;
        for (size_t i = first; i < first + members; i++) {
            touched = touched || !x->victims[i].out;
        }
        if (touched) {
            tl_note_guesses(x->inquiry, first, members, true, true, answer);
        }
    }
    if (x->placing.muzzle_guessed) {
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_PLACE_GUESSED_MUZZLE, name_of(x, x->placing.firer));
        tl_answer_note(answer, line);
    }
    if (x->placing.rule->placeholder) {
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_PLACEHOLDER, x->placing.rule->name);
        tl_answer_note(answer, line);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void write_outline(const tl_strike *x, tl_json_writer *writer) {
    enum { CORNERS = 72 };
    const tl_template *shape = &x->placing.shape;
    tl_json_key(writer, "outline");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < (shape->disc ? CORNERS : shape->count); i++) {
        double point[2];
        if (shape->disc) {
            tl_sincos_deg(360.0 * (double)i / CORNERS, &point[1], &point[0]);
            point[0] = shape->centre.x + shape->radius * point[0];
            point[1] = shape->centre.y + shape->radius * point[1];
        } else {
            point[0] = shape->corner[i].x;
            point[1] = shape->corner[i].y;
        }
        tl_json_numbers(writer, point, 2);
    }
    tl_json_end_array(writer);
}

static void write_placement(const tl_strike *x, tl_json_writer *writer) {
    const tl_placing *p = &x->placing;
    tl_json_key(writer, "placement");
    tl_json_begin_object(writer);
    tl_json_put_verdict(writer, "verdict", p->verdict);
    if (p->has_firer) {
        tl_json_put_string(writer, "from", x->inquiry->table->members[p->firer].id);
    }
    if (p->weapon != NULL) {
        tl_json_put_string(writer, "weapon", p->weapon->id);
    }
    if (p->observer != SIZE_MAX) {
        tl_json_put_string(writer, "observer", x->inquiry->table->members[p->observer].id);
    }
    if (p->bar.kind != TL_BAR_NONE) {
        tl_json_put_string(writer, "barred", tl_bar_word(p->bar.kind));
    }
    if (p->bar.terrain != SIZE_MAX) {
        tl_json_put_string(writer, "forbidden_in", x->inquiry->table->terrain[p->bar.terrain].id);
    }
    if (p->rule->flame && p->has_firer) {
        tl_json_put_string(writer, "anchor", p->from_muzzle ? "muzzle" : "edge");
    }
    tl_json_key(writer, "reasons");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < p->reason_count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "rule", tl_cited(x->inquiry, p->reasons[i].cause));
        tl_json_put_verdict(writer, "verdict", p->reasons[i].verdict);
        tl_json_put_string(writer, "text", p->reasons[i].text);
        for (size_t j = 0; j < p->reasons[i].number_count; j++) {
            tl_json_put_double(writer, p->reasons[i].numbers[j].key, p->reasons[i].numbers[j].value);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void write_victim(const tl_strike *x, const tl_victim *v, tl_json_writer *writer) {
    const tl_sight *sight = &v->sight.sight;
    static const char *const coverage[] = {"none", "contact", "partial", "full"};
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", x->inquiry->table->members[v->member].id);
    if (tl_table_figures(x->inquiry->table, v->member) > 1) {
        tl_json_put_int(writer, "figures", (int64_t)tl_table_figures(x->inquiry->table, v->member));
    }
    tl_json_put_verdict(writer, "under", v->under);
    tl_json_put_double(writer, "fraction", v->hold.fraction);
    tl_json_put_verdict(writer, "los", v->los);
    tl_json_put_int(writer, "level", (int64_t)v->level);
    tl_json_put_verdict(writer, "hit", v->hit);
    tl_json_put_string(writer, "coverage", coverage[v->hold.coverage]);
    tl_json_put_double(writer, "fraction_error", v->hold.fraction_error);
    tl_json_put_double(writer, "gap_mm", v->hold.gap_mm);
    tl_json_put_double(writer, "depth_mm", v->hold.depth_mm);
    tl_json_put_verdict(writer, "struck", v->struck);
    if (v->struck != TL_VERDICT_YES) {
        tl_json_put_int(writer, "struck_level", (int64_t)v->struck_level);
    }
    if (v->spared) {
        tl_json_put_bool(writer, "spared", true);
    }
    if (v->bar.kind != TL_BAR_NONE) {
        tl_json_put_string(writer, "barred", tl_bar_word(v->bar.kind));
    }
    if (v->covered) {
        tl_json_put_verdict(writer, "cover", v->cover);
    }
    tl_holes_json(x->inquiry, &v->sight.holes, writer);
    if (v->los == TL_VERDICT_YES && v->sight.within) {
        tl_json_put_bool(writer, "centre_inside", true);
    } else if (v->los == TL_VERDICT_YES) {
        tl_json_key(writer, "witness");
        tl_json_begin_object(writer);
        tl_json_put_point(writer, "from", sight->from);
        tl_json_put_point(writer, "to", sight->to);
        tl_json_put_double(writer, "clearance_mm", sight->clearance);
        tl_json_end_object(writer);
        if (sight->clearance <= x->inquiry->tolerance) {
            tl_json_put_bool(writer, "close", true);
        }
    } else {
        tl_json_put_slots(writer, "blockers", x->inquiry->table, sight->named, sight->named_count);
        if (v->los == TL_VERDICT_MARGINAL) {
            tl_json_put_string(writer, "why", tl_why_word(sight->why));
        }
    }
    tl_json_end_object(writer);
}

static void write(const tl_strike *x, tl_json_writer *writer) {
    const tl_table *table = x->inquiry->table;
    const tl_placing *p = &x->placing;
    tl_json_put_string(writer, "shape", p->rule->name);
    tl_json_put_point(writer, "at", p->at);
    if (p->rule->flame) {
        tl_json_put_double(writer, "angle_deg", p->angle_deg);
    } else {
        tl_json_put_double(writer, "diameter_mm", 2 * p->shape.radius);
        tl_json_put_point(writer, "eye", p->eye);
    }
    if (x->indoors) {
        tl_json_put_int(writer, "struck_level", (int64_t)x->level);
    }
    tl_json_put_bool(writer, "placeholder", p->rule->placeholder);
    write_placement(x, writer);
    write_outline(x, writer);
    tl_json_put_int(writer, "count", (int64_t)x->hits);
    tl_json_put_int(writer, "bases", (int64_t)x->bases);
    tl_json_key(writer, "units");
    tl_json_begin_array(writer);
    for (size_t u = 0; u < table->document->unit_count; u++) {
        const tl_document_unit *unit = &table->document->units[u];
        size_t first = table->first_member[u], hits = 0, bases = 0, open = 0;
        bool begun = false;
        for (size_t i = first; i < first + unit->member_count; i++) {
            const tl_victim *v = &x->victims[i];
            if (v->out) {
                continue;
            }
            if (!begun) {
                tl_json_begin_object(writer);
                tl_json_put_string(writer, "unit", unit->id);
                tl_json_put_string(writer, "side", unit->side);
                if (p->has_firer) {
                    tl_json_put_bool(writer, "friend", tl_strike_is_friend(x, unit));
                }
                tl_json_key(writer, "members");
                tl_json_begin_array(writer);
                begun = true;
            }
            write_victim(x, v, writer);
            bases += v->hit == TL_VERDICT_YES;
            hits += v->hit == TL_VERDICT_YES ? tl_table_figures(table, i) : 0;
            open += v->hit == TL_VERDICT_MARGINAL ? tl_table_figures(table, i) : 0;
        }
        if (begun) {
            tl_json_end_array(writer);
            tl_json_put_int(writer, "count", (int64_t)hits);
            tl_json_put_int(writer, "bases", (int64_t)bases);
            tl_json_put_int(writer, "undecided", (int64_t)open);
            if (x->unit_covered[u]) {
                tl_json_key(writer, "cover");
                tl_json_begin_object(writer);
                tl_json_put_verdict(writer, "verdict", x->of_units[u].verdict);
                tl_json_put_int(writer, "in_cover", (int64_t)x->of_units[u].in_cover);
                tl_json_put_int(writer, "undecided", (int64_t)x->of_units[u].undecided);
                tl_json_put_int(writer, "of", (int64_t)x->of_units[u].of);
                tl_json_end_object(writer);
            }
            tl_json_end_object(writer);
        }
    }
    tl_json_end_array(writer);
}

static void witness(const tl_strike *x, tl_answer *answer) {
    const tl_placing *p = &x->placing;
    if (p->has_arc) {
        tl_witness *fan = tl_answer_witness(answer, TL_WITNESS_FAN, p->arc.apex, p->arc.point);
        if (fan != NULL) {
            fan->facing_deg = p->arc.axis_deg;
            fan->half_deg = p->arc.half_deg;
        }
    }
    for (size_t i = 0; i < x->inquiry->table->member_count && answer->witness_count < 40; i++) {
        const tl_victim *v = &x->victims[i];
        if (!v->out && v->under != TL_VERDICT_NO && !v->sight.within) {
            tl_pair_sight_witness(x->inquiry, &v->sight, answer);
        }
    }
    if (p->shape.disc) {
        tl_answer_disc(answer, p->shape.centre, p->shape.radius, p->at.z);
    } else {
        tl_answer_outline(answer, p->shape.corner, p->shape.count, p->at.z);
    }
}

/* --- The best place ----------------------------------------------------------------------------------------------- */

static void write_best(const tl_inquiry *inquiry, const tl_template_rule *rule, const tl_best *best,
                       tl_json_writer *writer) {
    tl_json_key(writer, "best");
    tl_json_begin_object(writer);
    tl_json_put_bool(writer, "proved", best->proved);
    tl_json_put_double(writer, "score", best->count > 0 ? best->places[0].score : 0);
    tl_json_put_double(writer, "upper_bound", best->upper);
    if (!best->proved) {
        tl_json_put_string(writer, "why", best->exhausted ? "budget" : best->uncertain ? "uncertainty" : "tolerance");
    }
    tl_json_put_int(writer, "enemies_on_table", (int64_t)best->enemies_on_table);
    tl_json_put_int(writer, "cells", (int64_t)best->cells);
    tl_json_key(writer, "places");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < best->count; i++) {
        const tl_best_place *place = &best->places[i];
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
        tl_json_key(writer, "hit");
        tl_json_begin_array(writer);
        for (size_t m = 0; m < inquiry->table->member_count; m++) {
            if ((place->hit[m / 64] >> (m % 64) & 1) != 0) {
                tl_json_string(writer, inquiry->table->members[m].id);
            }
        }
        tl_json_end_array(writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

/* The line that decides, and how it is known. */
static void best_words(const tl_inquiry *inquiry, const tl_template_rule *rule, const tl_best *best,
                       tl_answer *answer) {
    char score[TL_LENGTH_SIZE], upper[TL_LENGTH_SIZE], enemies[TL_LENGTH_SIZE], friends[TL_LENGTH_SIZE];
    char x[TL_LENGTH_SIZE], y[TL_LENGTH_SIZE], room[TL_LENGTH_SIZE], line[TL_REASON_TEXT];
    const tl_best_place *first = &best->places[0];
    tl_decimal_text(&inquiry->words, best->upper, best->upper == floor(best->upper) ? 0 : 2, upper);
    if (best->count == 0) {
        tl_say(&inquiry->words, answer->summary, sizeof(answer->summary),
               best->proved ? TL_SAY_BEST_NOWHERE : TL_SAY_BEST_NOT_FOUND, text_of(inquiry, rule), upper);
        tl_answer_reason(answer, answer->cause, answer->verdict, answer->summary);
        return;
    }
    tl_decimal_text(&inquiry->words, first->score, first->score == floor(first->score) ? 0 : 2, score);
    tl_say(&inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_BEST_PLACE, text_of(inquiry, rule),
           tl_decimal_text(&inquiry->words, first->at.x, 1, x), tl_decimal_text(&inquiry->words, first->at.y, 1, y),
           tl_count_text(first->enemies, enemies), tl_count_text(first->friends, friends));
    tl_say(&inquiry->words, line, sizeof(line),
           best->proved      ? TL_SAY_BEST_PROVED
           : best->exhausted ? TL_SAY_BEST_OPEN
                             : TL_SAY_BEST_CLOSE,
           score, best->proved ? tl_length_text(&inquiry->words, first->margin_mm, room) : upper);
    tl_answer_line(answer, line);
    tl_reason *reason =
        tl_answer_reason(answer, answer->cause, best->proved ? TL_VERDICT_YES : TL_VERDICT_MARGINAL, line);
    tl_reason_number(reason, "score", first->score);
    tl_reason_number(reason, "upper_bound", best->upper);
    tl_reason_number(reason, "margin_mm", first->margin_mm);
    if (best->count > 1) {
        tl_say(&inquiry->words, line, sizeof(line),
               best->count == TL_BEST_LISTED ? TL_SAY_BEST_MORE : TL_SAY_BEST_OTHERS,
               tl_count_text(best->count - 1, enemies));
        tl_answer_line(answer, line);
    }
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

static tl_status tell(const tl_inquiry *inquiry, const tl_question *question, const tl_best *best, tl_answer *answer,
                      tl_error *error) {
    tl_placing placing;
    tl_strike x;
    tl_status status = tl_placing_make(inquiry, question, &placing, error);
    if (status == TL_OK) {
        status = tl_strike_begin(&x, inquiry, &placing, error);
    }
    if (status != TL_OK) {
        return status;
    }
    status = tl_strike_judge(&x, false, error);
    if (status == TL_OK) {
        status = tl_strike_judge_cover(&x, error);
    }
    if (status == TL_OK) {
        answer->cause = under_cause(x.placing.rule);
        answer->verdict = best != NULL && !best->proved ? TL_VERDICT_MARGINAL
                          : x.hits > 0                  ? TL_VERDICT_YES
                          : x.open > 0                  ? TL_VERDICT_MARGINAL
                                                        : TL_VERDICT_NO;
        if (best != NULL) {
            best_words(inquiry, x.placing.rule, best, answer);
        }
        words(&x, answer, best == NULL);
        write(&x, &answer->body);
        if (best != NULL) {
            write_best(inquiry, x.placing.rule, best, &answer->body);
        }
        witness(&x, answer);
        for (size_t i = 1; best != NULL && i < best->count; i++) {
            (void)tl_answer_witness(answer, TL_WITNESS_POINT, best->places[i].at, best->places[i].at);
        }
    }
    tl_strike_free(&x);
    return status;
}

static tl_status ask_best(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_best best;
    const tl_template_rule *rule;
    tl_status status = tl_best_find(inquiry, question, &best, error);
    if (status == TL_OK && best.count == 0) {
        status = tl_placing_rule(inquiry, question->shape, &rule, error);
        answer->cause = under_cause(rule);
        answer->verdict = best.proved ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
        best_words(inquiry, rule, &best, answer);
        tl_json_put_string(&answer->body, "shape", rule->name);
        write_best(inquiry, rule, &best, &answer->body);
        return status;
    }
    if (status != TL_OK) {
        return status;
    }
    tl_question first = *question;
    const tl_best_place *place = &best.places[0];
    first.best = false;
    first.from = place->firer != SIZE_MAX ? inquiry->table->members[place->firer].id : NULL;
    /* a flame is laid anew; a blast exactly where it was found */
    first.at_count = tl_ruleset_template(inquiry->referee->ruleset, question->shape)->flame ? 0 : 3;
    first.has_angle = first.at_count == 0;
    first.angle_deg = place->angle_deg;
    first.at[0] = place->at.x;
    first.at[1] = place->at.y;
    first.at[2] = place->at.z;
    status = tell(inquiry, &first, &best, answer, error);
    tl_best_free(&best);
    return status;
}

tl_status tl_ask_template(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    if (!question->best && (question->side != NULL || question->has_friends_weight)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, question->side != NULL ? "side" : "friends_weight",
                       "ask for the `best` place, or leave it out",
                       "sides and weights are for the search for the best place");
    }
    return question->best ? ask_best(inquiry, question, answer, error) : tell(inquiry, question, NULL, answer, error);
}
