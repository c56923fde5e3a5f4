/* ask_template.c: who is hit by a template (DB-BLA-03 to -07, DB-FLM-03). */
#include "ruling/ask.h"

#include "area/area.h"
#include "ruling/placing.h"

#include <stdio.h>
#include <string.h>

/* One model that may be hit. */
typedef struct victim {
    size_t member;
    bool out;     /* the one who fires a flame: never under its own */
    tl_template_hold hold;
    tl_verdict under, los, hit;
    tl_pair_sight_result sight;
    size_t level; /* that it stands on */
    bool struck;  /* its level is the one that is hit (DB-BLA-05) */
    size_t struck_level;
} victim;

typedef struct strike {
    const tl_inquiry *inquiry;
    tl_placing placing;
    victim *victims; /* every model of the table */
    size_t hits, open;
} strike;

static tl_verdict both(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_NO || b == TL_VERDICT_NO                 ? TL_VERDICT_NO
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
}

/* --- Judging ------------------------------------------------------------------------------------------------------ */

/* Within the blast's radius in space as well (DB-BLA-06, reading B). Half of it is a ball, the other half a limit, so
 * that bodies that reach the centre have a distance, too. */
static tl_status within_sphere(const strike *x, const tl_volume *volume, tl_verdict *verdict, tl_error *error) {
    double half = 0.5 * x->placing.shape.radius;
    const tl_shape ball = {.kind = TL_SHAPE_CAPSULE,
                           .pose = tl_pose_identity(),
                           .from = x->placing.at,
                           .to = x->placing.at,
                           .radius = half};
    tl_volume from = {.shape = &ball};
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(x->inquiry->context, &from, volume, TL_METRIC_3D, &range, error);
    *verdict = TL_VERDICT_YES;
    if (status == TL_OK && range.distance_mm > 0) {
        status = tl_volumes_within(x->inquiry, &from, volume, &range, half, false, &limit, error);
        *verdict = limit.verdict;
    }
    return status;
}

static tl_status find_under(strike *x, victim *v, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    bool flame = x->placing.rule->flame;
    bool touch = flame ? !tl_settings_is(&inquiry->settings, "flame_touch", "needs_overlap", false)
                       : tl_settings_is(&inquiry->settings, "blast_touch", "counts", false);
    tl_volume volume = tl_table_measured(inquiry->table, v->member);
    tl_status status = tl_template_measure(inquiry->context, &x->placing.shape, &volume,
                                           tl_max(1, 2 * inquiry->tolerance), &v->hold, error);
    if (status != TL_OK) {
        return status;
    }
    v->under = tl_template_under(&v->hold, inquiry->tolerance, touch);
    if (!flame && v->under != TL_VERDICT_NO && tl_settings_is(&inquiry->settings, "blast_vertical", "sphere", false)) {
        tl_verdict reach;
        status = within_sphere(x, &volume, &reach, error);
        v->under = status == TL_OK ? both(v->under, reach) : v->under;
    }
    return status;
}

/* The building that a point of the plan lies in, or NULL. */
static const tl_table_area *building_at(const tl_inquiry *inquiry, tl_vec2 p) {
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        if (strcmp(area->kind->area->name, "building") == 0 && tl_outline_holds(&area->outline, p) > 0) {
            return area;
        }
    }
    return NULL;
}

/* In a building one level is struck: that of the centre when it lies inside the same building, else the ground floor;
 * who stands outside stands on the ground (DB-BLA-05). */
static tl_status find_level(strike *x, victim *v, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_body *body = inquiry->table->members[v->member].body;
    double tall = body->box.high.z - body->box.low.z;
    tl_vec2 middle = {0, 0}, centre = tl_plan(x->placing.at);
    tl_status status = tl_member_middle(inquiry, v->member, &middle, error);
    v->level = tl_level_at(inquiry, middle, body->box.low.z, tall);
    v->struck_level = 0;
    v->struck = true;
    if (status == TL_OK && !x->placing.rule->flame) {
        const tl_table_area *its = building_at(inquiry, middle), *here = building_at(inquiry, centre);
        v->struck_level = here != NULL ? tl_level_at(inquiry, centre, x->placing.at.z, tall) : 0;
        v->struck = its == NULL && here == NULL ? true
                    : its == here               ? v->level == v->struck_level
                                                : v->struck_level == 0 && (its == NULL || v->level == 0);
    }
    return status;
}

static tl_status judge_victim(strike *x, victim *v, tl_error *error) {
    tl_status status = find_level(x, v, error);
    if (status == TL_OK && x->placing.rule->flame && x->placing.has_firer) {
        status = tl_pair_sight(x->inquiry, x->placing.firer, v->member, &v->sight, error);
    } else if (status == TL_OK) {
        /* a blast's centre; a flame that nobody is named for looks from its tip */
        status = tl_point_sight(x->inquiry, x->placing.eye, v->member, false, &v->sight, error);
    }
    v->los = v->sight.sight.verdict;
    v->hit = v->struck ? both(v->under, v->los) : TL_VERDICT_NO;
    return status;
}

static tl_status judge_all(strike *x, tl_error *error) {
    const tl_table *table = x->inquiry->table;
    tl_status status = TL_OK;
    for (size_t u = 0; u < table->document->unit_count && status == TL_OK; u++) {
        size_t first = table->first_member[u], count = table->document->units[u].member_count;
        bool touched = false;
        for (size_t i = first; i < first + count && status == TL_OK; i++) {
            victim *v = &x->victims[i];
            v->member = i;
            v->out = x->placing.rule->flame && x->placing.has_firer && i == x->placing.firer;
            v->under = TL_VERDICT_NO;
            if (!v->out) {
                status = find_under(x, v, error);
                touched = touched || v->under != TL_VERDICT_NO;
            }
        }
        for (size_t i = first; i < first + count && status == TL_OK; i++) {
            victim *v = &x->victims[i];
            if (!touched || v->out) {
                v->out = true; /* nothing to tell of it */
                continue;
            }
            status = judge_victim(x, v, error);
            x->hits += v->hit == TL_VERDICT_YES;
            x->open += v->hit == TL_VERDICT_MARGINAL;
        }
    }
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const strike *x, size_t member) {
    return x->inquiry->table->members[member].name;
}

static bool is_friend(const strike *x, const tl_document_unit *unit) {
    return x->placing.has_firer && unit->side[0] != '\0' && strcmp(unit->side, x->placing.firers.unit->side) == 0;
}

static void count_text(const tl_words *words, size_t count, char *buffer, size_t size) {
    char number[TL_LENGTH_SIZE];
    tl_say(words, buffer, size, count == 1 ? TL_SAY_TEMPLATE_ONE : TL_SAY_TEMPLATE_MANY, tl_count_text(count, number));
}

static void title_text(const strike *x, char *buffer, size_t size) {
    const char *text = x->placing.rule->text;
    snprintf(buffer, size, "%c%s", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0],
             text[0] != '\0' ? text + 1 : "");
}

static void placement_line(const strike *x, tl_answer *answer) {
    const tl_placing *p = &x->placing;
    char line[TL_REASON_TEXT];
    const tl_reason *telling = NULL;
    for (size_t i = 0; i < p->reason_count && telling == NULL; i++) {
        telling = p->reasons[i].verdict == p->verdict ? &p->reasons[i] : NULL;
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
    tl_answer_line(answer, line);
}

/* Why a model under the template is not hit, or not certainly. */
static void exception_line(const strike *x, const victim *v, tl_answer *answer) {
    char line[TL_REASON_TEXT], text[TL_REASON_TEXT], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE];
    const char *name = name_of(x, v->member);
    const char *rule = x->placing.rule->flame ? "DB-FLM-03" : "DB-BLA-03";
    if (!v->struck) {
        rule = "DB-BLA-05";
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_LEVEL, name, tl_count_text(v->level, a),
               tl_count_text(v->struck_level, b));
    } else if (v->los == TL_VERDICT_NO) {
        rule = x->placing.rule->flame ? "DB-FLM-03" : "DB-BLA-04";
        tl_pair_sight_text(x->inquiry, &v->sight, text, sizeof(text));
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_UNSEEN, name, text);
    } else if (v->under == TL_VERDICT_MARGINAL) {
        tl_length_text(&x->inquiry->words, v->hold.gap_mm > 0 ? v->hold.gap_mm : v->hold.depth_mm, a);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_EDGE, name, a);
    } else {
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_SIGHT_OPEN, name);
    }
    tl_answer_line(answer, line);
    tl_answer_reason(answer, rule, v->hit, line);
}

static void unit_lines(const strike *x, size_t u, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    const tl_document_unit *unit = &table->document->units[u];
    size_t first = table->first_member[u], hits = 0, told = 0, used = 0;
    char list[200] = "", line[TL_REASON_TEXT], count[TL_LENGTH_SIZE];
    bool touched = false;
    for (size_t i = first; i < first + unit->member_count; i++) {
        hits += !x->victims[i].out && x->victims[i].hit == TL_VERDICT_YES;
        touched = touched || !x->victims[i].out;
    }
    for (size_t i = first; i < first + unit->member_count; i++) {
        if (!x->victims[i].out && x->victims[i].hit == TL_VERDICT_YES && used < sizeof(list)) {
            char glue[16] = "";
            if (told > 0) {
                tl_say(&x->inquiry->words, glue, sizeof(glue), told + 1 == hits ? TL_SAY_AND : TL_SAY_COMMA, NULL);
            }
            used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", glue, name_of(x, i));
            told++;
        }
    }
    if (!touched) {
        return;
    }
    tl_say(&x->inquiry->words, line, sizeof(line), hits > 0 ? TL_SAY_TEMPLATE_UNIT : TL_SAY_TEMPLATE_UNIT_NONE,
           unit->name, is_friend(x, unit) ? tl_phrase(&x->inquiry->words, TL_SAY_TEMPLATE_FRIEND) : "",
           tl_count_text(hits, count), list);
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, x->placing.rule->flame ? "DB-FLM-03" : "DB-BLA-03",
                                         hits > 0 ? TL_VERDICT_YES : TL_VERDICT_NO, line);
    tl_reason_number(reason, "count", (double)hits);
    for (size_t i = first; i < first + unit->member_count; i++) {
        const victim *v = &x->victims[i];
        if (!v->out && v->under != TL_VERDICT_NO && v->hit != TL_VERDICT_YES) {
            exception_line(x, v, answer);
        }
    }
}

static void words(const strike *x, tl_answer *answer) {
    char title[96], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE], count[64], line[TL_REASON_TEXT];
    title_text(x, title, sizeof(title));
    tl_decimal_text(&x->inquiry->words, x->placing.at.x, 1, a);
    tl_decimal_text(&x->inquiry->words, x->placing.at.y, 1, b);
    count_text(&x->inquiry->words, x->hits, count, sizeof(count));
    tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
           answer->verdict == TL_VERDICT_YES  ? TL_SAY_TEMPLATE_HITS
           : answer->verdict == TL_VERDICT_NO ? TL_SAY_TEMPLATE_NOBODY
                                              : TL_SAY_TEMPLATE_OPEN,
           title, a, b, count);
    placement_line(x, answer);
    for (size_t u = 0; u < x->inquiry->table->document->unit_count; u++) {
        unit_lines(x, u, answer);
    }
    if (answer->reason_count == 0) {
        tl_answer_reason(answer, answer->rule, TL_VERDICT_NO, answer->summary);
    }
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
    if (x->placing.rule->placeholder) {
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_TEMPLATE_PLACEHOLDER, x->placing.rule->name);
        tl_answer_note(answer, line);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void write_outline(const strike *x, tl_json_writer *writer) {
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

static void write_placement(const strike *x, tl_json_writer *writer) {
    const tl_placing *p = &x->placing;
    tl_json_key(writer, "placement");
    tl_json_begin_object(writer);
    tl_json_put_verdict(writer, "verdict", p->verdict);
    if (p->has_firer) {
        tl_json_put_string(writer, "from", x->inquiry->table->members[p->firer].id);
    }
    tl_json_key(writer, "reasons");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < p->reason_count; i++) {
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "rule", p->reasons[i].rule);
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

static void write_victim(const strike *x, const victim *v, tl_json_writer *writer) {
    const tl_sight *sight = &v->sight.sight;
    static const char *const coverage[] = {"none", "contact", "partial", "full"};
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", x->inquiry->table->members[v->member].id);
    tl_json_put_verdict(writer, "under", v->under);
    tl_json_put_double(writer, "fraction", v->hold.fraction);
    tl_json_put_verdict(writer, "los", v->los);
    tl_json_put_int(writer, "level", (int64_t)v->level);
    tl_json_put_verdict(writer, "hit", v->hit);
    tl_json_put_string(writer, "coverage", coverage[v->hold.coverage]);
    tl_json_put_double(writer, "fraction_error", v->hold.fraction_error);
    tl_json_put_double(writer, "gap_mm", v->hold.gap_mm);
    if (!v->struck) {
        tl_json_put_int(writer, "struck_level", (int64_t)v->struck_level);
    }
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

static void write(const strike *x, tl_json_writer *writer) {
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
    tl_json_put_bool(writer, "placeholder", p->rule->placeholder);
    write_placement(x, writer);
    write_outline(x, writer);
    tl_json_put_int(writer, "count", (int64_t)x->hits);
    tl_json_key(writer, "units");
    tl_json_begin_array(writer);
    for (size_t u = 0; u < table->document->unit_count; u++) {
        const tl_document_unit *unit = &table->document->units[u];
        size_t first = table->first_member[u], hits = 0, open = 0;
        bool begun = false;
        for (size_t i = first; i < first + unit->member_count; i++) {
            const victim *v = &x->victims[i];
            if (v->out) {
                continue;
            }
            if (!begun) {
                tl_json_begin_object(writer);
                tl_json_put_string(writer, "unit", unit->id);
                tl_json_put_string(writer, "side", unit->side);
                if (p->has_firer) {
                    tl_json_put_bool(writer, "friend", is_friend(x, unit));
                }
                tl_json_key(writer, "members");
                tl_json_begin_array(writer);
                begun = true;
            }
            write_victim(x, v, writer);
            hits += v->hit == TL_VERDICT_YES;
            open += v->hit == TL_VERDICT_MARGINAL;
        }
        if (begun) {
            tl_json_end_array(writer);
            tl_json_put_int(writer, "count", (int64_t)hits);
            tl_json_put_int(writer, "undecided", (int64_t)open);
            tl_json_end_object(writer);
        }
    }
    tl_json_end_array(writer);
}

static void witness(const strike *x, tl_answer *answer) {
    const tl_placing *p = &x->placing;
    if (p->has_arc) {
        tl_witness *fan = tl_answer_witness(answer, TL_WITNESS_FAN, p->arc.apex, p->arc.point);
        if (fan != NULL) {
            fan->facing_deg = p->arc.axis_deg;
            fan->half_deg = p->arc.half_deg;
        }
    }
    for (size_t i = 0; i < x->inquiry->table->member_count && answer->witness_count < 40; i++) {
        const victim *v = &x->victims[i];
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

tl_status tl_ask_template(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    strike x = {.inquiry = inquiry};
    tl_status status = tl_placing_make(inquiry, question, &x.placing, error);
    if (status != TL_OK) {
        return status;
    }
    x.victims = tl_alloc_array(inquiry->context, inquiry->table->member_count, sizeof(*x.victims));
    status = x.victims != NULL ? judge_all(&x, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        answer->rule = x.placing.rule->flame ? "DB-FLM-03" : "DB-BLA-03";
        answer->verdict = x.hits > 0 ? TL_VERDICT_YES : x.open > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        words(&x, answer);
        write(&x, &answer->body);
        witness(&x, answer);
    }
    tl_free(inquiry->context, x.victims);
    tl_placing_free(&x.placing);
    return status;
}
