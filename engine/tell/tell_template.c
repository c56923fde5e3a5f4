/* tell_template.c: who is hit by a template, told unit by unit. */
#include "tell/tell_template.h"

#include "tell/tell_bar.h"
#include "tell/tell_guesses.h"
#include "tell/tell_holes.h"
#include "tell/tell_pair_sight.h"
#include "tell/tell_placing.h"

#include <stdio.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const tl_strike *x, size_t member) {
    return x->inquiry->table->members[member].name;
}

const char *tl_tell_template_text(const tl_inquiry *inquiry, const tl_template_rule *rule) {
    return tl_ruleset_said(inquiry->referee->ruleset, inquiry->words->language, "templates", rule->name, rule->text);
}

static void title_text(const tl_strike *x, char *buffer, size_t size) {
    const char *text = tl_tell_template_text(x->inquiry, x->placing.rule);
    snprintf(buffer, size, "%c%s", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0],
             text[0] != '\0' ? text + 1 : "");
}

static void title_line(const tl_strike *x, tl_answer *answer) {
    char title[96], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE], number[TL_WORDS_LENGTH_SIZE], count[64];
    title_text(x, title, sizeof(title));
    tl_words_decimal_text(x->inquiry->words, x->placing.at.x, 1, a);
    tl_words_decimal_text(x->inquiry->words, x->placing.at.y, 1, b);
    tl_say(x->inquiry->words, count, sizeof(count), TL_SAY_TEMPLATE_MANY, tl_tell_count_text(x->hits, number));
    tl_say(x->inquiry->words, answer->summary, sizeof(answer->summary),
           answer->verdict == TL_VERDICT_YES
               ? tl_placing_is_illegal(&x->placing) ? TL_SAY_TEMPLATE_WOULD_HIT : TL_SAY_TEMPLATE_HITS
           : answer->verdict == TL_VERDICT_NO ? TL_SAY_TEMPLATE_NOBODY
                                              : TL_SAY_TEMPLATE_OPEN,
           title, a, b, count);
}

/* A model under the template that isn't hit, or not certainly, or through holes alone. */
static void victim_text(const tl_strike *x, const tl_victim *v, char *buffer, size_t size) {
    static const tl_sentence said[TL_VICTIM_FACTS] = {[TL_VICTIM_SPARED] = TL_SAY_TEMPLATE_SPARED,
                                                      [TL_VICTIM_SHELTERED] = TL_SAY_TEMPLATE_SHELTER,
                                                      [TL_VICTIM_LEVEL] = TL_SAY_TEMPLATE_LEVEL,
                                                      [TL_VICTIM_LEVEL_OPEN] = TL_SAY_TEMPLATE_LEVEL_OPEN,
                                                      [TL_VICTIM_UNSEEN] = TL_SAY_TEMPLATE_UNSEEN,
                                                      [TL_VICTIM_EDGE] = TL_SAY_TEMPLATE_EDGE,
                                                      [TL_VICTIM_SIGHT_OPEN] = TL_SAY_TEMPLATE_SIGHT_OPEN,
                                                      [TL_VICTIM_NOT_DIRECT] = TL_SAY_TEMPLATE_NOT_DIRECT,
                                                      [TL_VICTIM_DIRECT_OPEN] = TL_SAY_TEMPLATE_DIRECT_OPEN,
                                                      [TL_VICTIM_PARTLY] = TL_SAY_TEMPLATE_PARTLY,
                                                      [TL_VICTIM_PARTLY_OPEN] = TL_SAY_TEMPLATE_PARTLY_OPEN};
    const tl_words *words = x->inquiry->words;
    char sight[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    const char *what = NULL, *other = NULL;
    switch (v->fact) {
    case TL_VICTIM_HOLES:
        tl_tell_pair_sight_text(x->inquiry, &v->sight, buffer, size);
        return;
    case TL_VICTIM_SPARED:
        what = x->placing.weapon->name;
        break;
    case TL_VICTIM_SHELTERED:
        what = x->inquiry->table->terrain[v->bar.terrain].name;
        break;
    case TL_VICTIM_LEVEL:
        what = tl_tell_count_text(v->level, a);
        other = tl_tell_count_text(v->struck_level, b);
        break;
    case TL_VICTIM_LEVEL_OPEN:
        what = tl_tell_count_text(v->struck_level, b);
        break;
    case TL_VICTIM_UNSEEN:
        tl_tell_pair_sight_text(x->inquiry, &v->sight, sight, sizeof(sight));
        what = sight;
        break;
    case TL_VICTIM_EDGE:
        if (x->placing.rule->half && v->hold.coverage != TL_COVERAGE_CONTACT && v->hold.gap_mm == 0) {
            char share[16];
            snprintf(share, sizeof(share), "%.0f %%", 100 * v->hold.fraction);
            tl_say(words, buffer, size, TL_SAY_TEMPLATE_HALF, name_of(x, v->member), share);
            return;
        }
        what = tl_words_length_text(words, v->hold.gap_mm > 0 ? v->hold.gap_mm : v->hold.depth_mm, a);
        break;
    case TL_VICTIM_NOT_DIRECT:
    case TL_VICTIM_DIRECT_OPEN:
        what = tl_words_length_text(words, fabs(v->direct_mm), a);
        break;
    case TL_VICTIM_PARTLY:
    case TL_VICTIM_PARTLY_OPEN:
        what = tl_words_length_text(words, fabs(v->spare_mm), a);
        other = tl_tell_count_text((size_t)x->placing.rule->partly_roll, b);
        break;
    default:
        break;
    }
    tl_say(words, buffer, size, said[v->fact], name_of(x, v->member), what, other);
}

static void victim_line(const tl_strike *x, const tl_victim *v, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    if (v->fact != TL_VICTIM_PLAIN) {
        victim_text(x, v, line, sizeof(line));
        tl_answer_line(answer, line);
        tl_answer_reason(answer, v->cause, v->hit, line);
    }
}

/* What a grade of cover is called; 0: none. */
static const char *grade_text(const tl_strike *x, size_t grade) {
    const tl_ruleset *ruleset = x->inquiry->referee->ruleset;
    const tl_grade_rule *row = grade > 0 ? tl_ruleset_grade_at(ruleset, grade - 1) : NULL;
    return row == NULL ? tl_phrase(x->inquiry->words, TL_SAY_TEMPLATE_NO_COVER)
           : row->text[0] != '\0'
               ? tl_ruleset_said(ruleset, x->inquiry->words->language, "grades", row->name, row->text)
               : row->name;
}

/* How good the cover is that areas give it from what bursts at the centre. */
static void impact_line(const tl_strike *x, const tl_victim *v, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    const char *text[2] = {NULL, NULL};
    size_t count = 0;
    if (v->grades == 0 || v->hit == TL_VERDICT_NO) {
        return;
    }
    for (size_t g = 0; g < 64; g++) {
        if ((v->grades >> g & 1) != 0) {
            text[count > 0] = grade_text(x, g); /* the least and the best */
            count++;
        }
    }
    bool none = v->grades == 1;
    tl_say(x->inquiry->words, line, sizeof(line),
           count > 1           ? TL_SAY_TEMPLATE_COVER_OPEN
           : v->shared && none ? TL_SAY_TEMPLATE_COVER_SHARED
                               : TL_SAY_TEMPLATE_COVER,
           name_of(x, v->member), text[0], text[1]);
    tl_answer_line(answer, line);
    tl_answer_reason(answer, tl_by(TL_CLAUSE_TEMPLATE_COVER),
                     count > 1 ? TL_VERDICT_MARGINAL
                     : none    ? TL_VERDICT_NO
                               : TL_VERDICT_YES,
                     line);
}

/* A unit under a blast: whether it has cover from the one who fires (DB-COV-07, -10). */
static void cover_line(const tl_strike *x, size_t u, tl_answer *answer) {
    const tl_unit_cover *cover = &x->units[u].cover;
    const tl_document_unit *unit = &x->inquiry->table->document->units[u];
    char line[TL_REASON_TEXT], in[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    const char *firer = name_of(x, x->placing.firer);
    bool one = cover->of == 1;
    tl_tell_count_text(cover->in_cover + (cover->verdict == TL_VERDICT_MARGINAL ? cover->undecided : 0), in);
    tl_say(x->inquiry->words, line, sizeof(line),
           cover->verdict == TL_VERDICT_YES  ? one ? TL_SAY_COVER_ONE_YES : TL_SAY_COVER_UNIT_YES
           : cover->verdict == TL_VERDICT_NO ? one ? TL_SAY_COVER_ONE_NO : TL_SAY_COVER_UNIT_NO
                                             : TL_SAY_COVER_ONE_MARGINAL,
           unit->name, firer, in, tl_tell_count_text(cover->of, of));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_COVER_TEMPLATE), cover->verdict, line);
    tl_answer_reason_number(reason, "in_cover", (double)cover->in_cover);
    tl_answer_reason_number(reason, "of", (double)cover->of);
}

/* Those of a unit that are hit, by name: "a, b (2) and c". */
static void hit_list(const tl_strike *x, size_t u, char *list, size_t size) {
    const tl_table *table = x->inquiry->table;
    size_t first = table->first_member[u], told = 0, used = 0;
    list[0] = '\0';
    for (size_t i = first; i < first + table->document->units[u].member_count && used < size; i++) {
        if (x->victims[i].out || x->victims[i].hit != TL_VERDICT_YES) {
            continue;
        }
        char glue[16] = "", several[TL_WORDS_LENGTH_SIZE] = "", number[TL_WORDS_LENGTH_SIZE];
        if (told > 0) {
            tl_say(x->inquiry->words, glue, sizeof(glue), told + 1 == x->units[u].bases ? TL_SAY_AND : TL_SAY_COMMA,
                   NULL);
        }
        if (tl_table_figures(table, i) > 1) { /* they share a base */
            snprintf(several, sizeof(several), " (%s)", tl_tell_count_text(tl_table_figures(table, i), number));
        }
        used += (size_t)snprintf(list + used, size - used, "%s%s%s", glue, name_of(x, i), several);
        told++;
    }
}

static void unit_lines(const tl_strike *x, size_t u, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    const tl_document_unit *unit = &table->document->units[u];
    const tl_struck_unit *struck = &x->units[u];
    char list[200], line[TL_REASON_TEXT], count[TL_WORDS_LENGTH_SIZE];
    if (!struck->told) {
        return;
    }
    hit_list(x, u, list, sizeof(list));
    tl_say(x->inquiry->words, line, sizeof(line),
           struck->bases == 0                   ? TL_SAY_TEMPLATE_UNIT_NONE
           : tl_placing_is_illegal(&x->placing) ? TL_SAY_TEMPLATE_UNIT_WOULD
                                                : TL_SAY_TEMPLATE_UNIT,
           unit->name, struck->friends ? tl_phrase(x->inquiry->words, TL_SAY_TEMPLATE_FRIEND) : "",
           tl_tell_count_text(struck->hits, count), list);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, x->cause, struck->bases > 0 ? TL_VERDICT_YES : TL_VERDICT_NO, line);
    tl_answer_reason_number(reason, "count", (double)struck->hits);
    tl_answer_reason_number(reason, "bases", (double)struck->bases);
    for (size_t i = table->first_member[u]; i < table->first_member[u] + unit->member_count; i++) {
        victim_line(x, &x->victims[i], answer);
        impact_line(x, &x->victims[i], answer);
    }
    if (struck->covered) {
        cover_line(x, u, answer);
    }
}

void tl_tell_strike_units(const tl_strike *x, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    const tl_template_rule *rule = x->placing.rule;
    char line[TL_REASON_TEXT];
    size_t placed = answer->reason_count;
    for (size_t u = 0; u < table->document->unit_count; u++) {
        unit_lines(x, u, answer);
    }
    if (answer->reason_count == 0) {
        tl_answer_reason(answer, answer->cause, TL_VERDICT_NO, answer->summary);
    }
    for (size_t i = placed; i < answer->reason_count; i++) {
        answer->reasons[i].moot = tl_placing_is_illegal(&x->placing);
    }
    for (size_t u = 0; u < table->document->unit_count; u++) {
        if (x->units[u].told) {
            tl_tell_note_guesses(x->inquiry, table->first_member[u], table->document->units[u].member_count, true, true,
                                 answer);
        }
    }
    tl_tell_placing_note(x->inquiry, &x->placing, answer);
    if (rule->placeholder) {
        tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_PLACEHOLDER, rule->name);
        tl_answer_note(answer, line);
    }
}

void tl_tell_strike_words(const tl_strike *x, tl_answer *answer) {
    tl_tell_placing(x->inquiry, &x->placing, answer);
    tl_tell_strike_units(x, answer);
    answer->placed = x->placing.has_firer;
    answer->placement = x->placing.verdict;
    answer->unarmed = x->placing.has_firer && x->placing.weapon == NULL;
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void write_outline(const tl_strike *x, tl_json_writer *writer) {
    enum { CORNERS = 72 };
    const tl_template *shape = &x->placing.shape;
    tl_json_open_array(writer, "outline");
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

/* Of templates with a roll for those that lie only partly under it. */
static void write_roll(const tl_strike *x, const tl_victim *v, tl_json_writer *writer) {
    if (x->placing.rule->partly_roll > 0) {
        tl_tell_put_verdict(writer, "whole", v->whole);
        if (v->under != TL_VERDICT_NO) {
            tl_json_put_double(writer, "spare_mm", v->spare_mm);
        }
        if (v->rolled != TL_VERDICT_NO) {
            tl_json_put_int(writer, "roll", x->placing.rule->partly_roll);
        }
    }
}

/* What a disc's centre does to it. */
static void write_impact(const tl_strike *x, const tl_victim *v, tl_json_writer *writer) {
    if (v->direct_asked) {
        tl_tell_put_verdict(writer, "direct", v->direct);
        tl_json_put_double(writer, "direct_mm", v->direct_mm);
    }
    if (v->grades != 0) {
        tl_json_open_array(writer, "impact_cover");
        for (size_t g = 0; g < 64; g++) {
            if ((v->grades >> g & 1) != 0) {
                tl_json_string(writer, g > 0 ? tl_ruleset_grade_at(x->inquiry->referee->ruleset, g - 1)->name
                                             : TL_SCORE_UNGRADED);
            }
        }
        tl_json_end_array(writer);
    }
}

static void write_victim(const tl_strike *x, const tl_victim *v, tl_json_writer *writer) {
    const tl_sight *sight = &v->sight.sight;
    static const char *const coverage[] = {"none", "contact", "partial", "full"};
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", x->inquiry->table->members[v->member].id);
    if (tl_table_figures(x->inquiry->table, v->member) > 1) {
        tl_json_put_int(writer, "figures", (int64_t)tl_table_figures(x->inquiry->table, v->member));
    }
    tl_tell_put_verdict(writer, "under", v->under);
    tl_json_put_double(writer, "fraction", v->hold.fraction);
    if (!v->unasked) {
        tl_tell_put_verdict(writer, "los", v->los);
    }
    tl_json_put_int(writer, "level", (int64_t)v->level);
    tl_tell_put_verdict(writer, "hit", v->hit);
    tl_json_put_string(writer, "coverage", coverage[v->hold.coverage]);
    tl_json_put_double(writer, "fraction_error", v->hold.fraction_error);
    tl_json_put_double(writer, "gap_mm", v->hold.gap_mm);
    tl_json_put_double(writer, "depth_mm", v->hold.depth_mm);
    write_roll(x, v, writer);
    write_impact(x, v, writer);
    tl_tell_put_verdict(writer, "struck", v->struck);
    if (v->struck != TL_VERDICT_YES) {
        tl_json_put_int(writer, "struck_level", (int64_t)v->struck_level);
    }
    if (v->spared) {
        tl_json_put_bool(writer, "spared", true);
    }
    if (v->bar.kind != TL_BAR_NONE) {
        tl_json_put_string(writer, "barred", tl_tell_bar_word(v->bar.kind));
    }
    if (v->covered) {
        tl_tell_put_verdict(writer, "cover", v->cover);
    }
    tl_tell_holes_json(x->inquiry, &v->sight.holes, writer);
    if (v->unasked) {
        tl_json_put_bool(writer, "seen_or_not", true);
    } else if (v->los == TL_VERDICT_YES && v->sight.within) {
        tl_json_put_bool(writer, "centre_inside", true);
    } else if (v->los == TL_VERDICT_YES) {
        tl_json_open_object(writer, "witness");
        tl_json_put_point(writer, "from", sight->from);
        tl_json_put_point(writer, "to", sight->to);
        tl_json_put_double(writer, "clearance_mm", sight->clearance);
        tl_json_end_object(writer);
        if (sight->clearance <= x->inquiry->tolerance) {
            tl_json_put_bool(writer, "close", true);
        }
    } else {
        tl_tell_put_slots(writer, "blockers", x->inquiry->table, sight->named, sight->named_count);
        if (v->los == TL_VERDICT_MARGINAL) {
            tl_json_put_string(writer, "why", tl_why_word(sight->why));
        }
    }
    tl_json_end_object(writer);
}

static void write_unit(const tl_strike *x, size_t u, tl_json_writer *writer) {
    const tl_table *table = x->inquiry->table;
    const tl_document_unit *unit = &table->document->units[u];
    const tl_struck_unit *struck = &x->units[u];
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "unit", unit->id);
    tl_json_put_string(writer, "side", unit->side);
    if (x->placing.has_firer) {
        tl_json_put_bool(writer, "friend", struck->friends);
    }
    tl_json_open_array(writer, "members");
    for (size_t i = table->first_member[u]; i < table->first_member[u] + unit->member_count; i++) {
        if (!x->victims[i].out) {
            write_victim(x, &x->victims[i], writer);
        }
    }
    tl_json_end_array(writer);
    tl_json_put_int(writer, "count", (int64_t)struck->hits);
    tl_json_put_int(writer, "bases", (int64_t)struck->bases);
    tl_json_put_int(writer, "undecided", (int64_t)struck->open);
    if (x->placing.rule->partly_roll > 0) {
        tl_json_put_int(writer, "rolls", (int64_t)struck->rolls);
    }
    if (struck->covered) {
        tl_json_open_object(writer, "cover");
        tl_tell_put_verdict(writer, "verdict", struck->cover.verdict);
        tl_json_put_int(writer, "in_cover", (int64_t)struck->cover.in_cover);
        tl_json_put_int(writer, "undecided", (int64_t)struck->cover.undecided);
        tl_json_put_int(writer, "of", (int64_t)struck->cover.of);
        tl_json_end_object(writer);
    }
    tl_json_end_object(writer);
}

void tl_tell_strike_json(const tl_strike *x, tl_json_writer *writer) {
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
    tl_tell_placing_json(x->inquiry, p, writer);
    write_outline(x, writer);
    tl_json_put_int(writer, "count", (int64_t)x->hits);
    tl_json_put_int(writer, "bases", (int64_t)x->bases);
    if (p->rule->partly_roll > 0) {
        tl_json_put_int(writer, "rolls", (int64_t)x->rolls);
    }
    tl_json_open_array(writer, "units");
    for (size_t u = 0; u < x->inquiry->table->document->unit_count; u++) {
        if (x->units[u].told) {
            write_unit(x, u, writer);
        }
    }
    tl_json_end_array(writer);
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

void tl_tell_strike_witness(const tl_strike *x, tl_answer *answer) {
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
        if (!v->out && v->under != TL_VERDICT_NO && !v->sight.within && !v->unasked) {
            tl_tell_pair_sight_witness(x->inquiry, &v->sight, answer);
        }
    }
    if (p->shape.disc) {
        tl_answer_disc(answer, p->shape.centre, p->shape.radius, p->at.z);
    } else {
        tl_answer_outline(answer, p->shape.corner, p->shape.count, p->at.z);
    }
}

void tl_tell_strike(const tl_strike *x, tl_answer *answer) {
    answer->cause = x->cause;
    answer->verdict = x->verdict;
    title_line(x, answer);
    tl_tell_strike_words(x, answer);
    tl_tell_strike_json(x, &answer->body);
    tl_tell_strike_witness(x, answer);
}
