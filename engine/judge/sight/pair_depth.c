/* pair_depth.c: how deep a line of sight lies in area terrain: judged, told and drawn. */
#include "judge/sight/pair_depth.h"

#include <stdio.h>
#include <string.h>

/* A line that lies less deep in an area is a dot there, mm. */
#define DEPTH_SHOWN 0.05

/* What an area says of a line, held against the limit as the rules say it: without the rounding that is passed on. */
static tl_area_ruling rule_line(const tl_inquiry *inquiry, const tl_between *between, size_t index, tl_vec3 from,
                                tl_vec3 to) {
    tl_area_ruling ruling;
    tl_area_line(&between->sights[index], from, to, &ruling);
    if (isfinite(ruling.limit_mm)) {
        const tl_area_rule *rule = inquiry->referee->areas[between->area_of[index]].kind->area;
        bool inside = ruling.clause == TL_AREA_INSIDE_CAP || ruling.clause == TL_AREA_INSIDE_DISTANCE;
        double least = ruling.verdict == TL_VERDICT_YES ? 0 : -INFINITY; /* at the limit to the last bit */
        ruling.limit_mm = (inside ? rule->inside_units : rule->edge_units) * inquiry->game_unit;
        ruling.margin.low = tl_max(ruling.limit_mm - ruling.distance.high, least);
        ruling.margin.high = tl_max(ruling.limit_mm - ruling.distance.low, least);
    }
    return ruling;
}

void tl_depth_explain(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result, tl_vec3 from,
                      tl_vec3 to) {
    for (size_t i = 0; i < between->sight_count; i++) {
        tl_area_ruling ruling = rule_line(inquiry, between, i, from, to);
        if (ruling.clause != TL_AREA_NOT_ENTERED && ruling.margin.low < INFINITY &&
            (!result->has_depth || ruling.margin.low < result->depth.margin.low)) {
            result->has_depth = true;
            result->depth = ruling;
            result->depth_from = from;
            result->depth_to = to;
            result->depth_terrain = inquiry->referee->areas[between->area_of[i]].terrain;
        }
    }
}

void tl_depth_explain_no(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                         tl_pair_sight_result *result) {
    tl_vec3 line[2][2] = {{p, q}, {result->sight.attempt_from, result->sight.attempt_to}};
    for (int k = 0; k < (result->sight.has_attempt ? 2 : 1); k++) {
        tl_pair_sight_result one = {.has_depth = false};
        tl_depth_explain(inquiry, between, &one, line[k][0], line[k][1]);
        /* of two lines the one that comes nearer to passing; of its areas the one that leaves least */
        if (one.has_depth && one.depth.verdict == TL_VERDICT_NO &&
            (!result->has_depth || one.depth.margin.high > result->depth.margin.high)) {
            result->has_depth = true;
            result->depth = one.depth;
            result->depth_from = one.depth_from;
            result->depth_to = one.depth_to;
            result->depth_terrain = one.depth_terrain;
        }
    }
}

tl_cause tl_depth_cause(const tl_area_ruling *depth) {
    return depth->clause == TL_AREA_INSIDE_CAP || depth->clause == TL_AREA_INSIDE_DISTANCE
               ? tl_by(TL_CLAUSE_AREA_INSIDE)
               : tl_by(TL_CLAUSE_AREA_EDGE);
}

void tl_depth_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer) {
    if (result->has_depth) {
        tl_json_key(writer, "depth");
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "terrain", inquiry->table->terrain[result->depth_terrain].id);
        tl_json_put_double(writer, "distance_mm", result->depth.distance.high);
        if (result->depth.in_plan) {
            tl_json_put_bool(writer, "in_plan", true);
        }
        if (isfinite(result->depth.limit_mm)) {
            tl_json_put_double(writer, "limit_mm", result->depth.limit_mm);
            tl_json_put_double(writer, "margin_mm", result->depth.margin.low);
        }
        tl_json_end_object(writer);
    }
}

static bool is_named(const tl_sight *sight, size_t slot) {
    for (size_t i = 0; i < sight->named_count; i++) {
        if (sight->named[i] == slot) {
            return true;
        }
    }
    return false;
}

/* Makes the stretch of a line of some length fit the distance that is told of it, which begins at the edge of a base:
 * one to the far edge takes all from there; one to the edge that is nearer to somebody outside is a stretch of its own.
 * Returns how many stretches there are. */
static size_t fit_stretch(const tl_area_ruling *depth, double length, double (*stretches)[2]) {
    double told = depth->distance.high / length, *inside = stretches[0], *before = stretches[1];
    bool out = depth->end == 0 ? inside[0] > 0 : inside[1] < 1;
    bool far = depth->clause == TL_AREA_THROUGH && depth->distance.high == depth->to_far[depth->end].high;
    if (out && !far) {
        before[0] = depth->end == 0 ? tl_max(0, inside[0] - told) : inside[1];
        before[1] = depth->end == 0 ? inside[0] : tl_min(1, inside[1] + told);
        return 2;
    }
    if (depth->end == 0) {
        inside[0] = tl_max(0, inside[1] - told);
    } else {
        inside[1] = tl_min(1, inside[0] + told);
    }
    return 1;
}

static double length_of(tl_vec3 a, tl_vec3 b, bool plan) {
    return plan ? tl_length2(tl_sub2(tl_plan(b), tl_plan(a))) : tl_distance(a, b);
}

/* Which of the stretches in an area has the number that is told of it: the one that was made to fit, else the longest.
 * A stretch has no other number: what is drawn and what is said come from one place. */
static size_t told_stretch(double (*stretches)[2], size_t count, bool fitted) {
    size_t longest = 0;
    for (size_t k = 1; k < count; k++) {
        bool longer = stretches[k][1] - stretches[k][0] > stretches[longest][1] - stretches[longest][0];
        longest = longer ? k : longest;
    }
    return fitted ? count - 1 : longest;
}

void tl_depth_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_vec3 p, tl_vec3 q,
                      tl_answer *answer) {
    enum { MOST = 8 };
    double stretches[MOST][2];
    bool solid = !result->sight.has_line && !result->by_area;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        const tl_outline_box *box = &area->outline.box;
        if (area->kind->area == NULL || box->low.x > tl_max(p.x, q.x) || box->high.x < tl_min(p.x, q.x) ||
            box->low.y > tl_max(p.y, q.y) || box->high.y < tl_min(p.y, q.y)) {
            continue;
        }
        if (solid && is_named(&result->sight, inquiry->table->terrain[area->terrain].slot)) {
            continue;
        }
        bool told = result->has_depth && result->depth_terrain == area->terrain;
        bool plan = told && result->depth.in_plan; /* what passes over its outline is told, and drawn, from there */
        tl_area prism = told ? tl_inquiry_column(inquiry, area) : tl_inquiry_area(inquiry, area);
        size_t count = tl_area_stretches(&prism, p, q, stretches, MOST);
        bool fits = told && count == 1 && result->depth.end >= 0 &&
                    (result->depth.clause == TL_AREA_NEAR_EDGE || result->depth.clause == TL_AREA_THROUGH);
        if (fits) {
            count = fit_stretch(&result->depth, length_of(p, q, plan), stretches);
        }
        /* other questions don't tell how deep a line is, so nothing on the table does */
        size_t numbered = told && strcmp(answer->query, "los") == 0 ? told_stretch(stretches, count, fits) : SIZE_MAX;
        if (told && count > 0 && result->depth.distance.high < DEPTH_SHOWN) { /* it stands on the edge: a dot */
            stretches[0][1] = stretches[0][0];
            count = 1;
            numbered = numbered != SIZE_MAX ? 0 : numbered;
        }
        for (size_t k = 0; k < count; k++) {
            tl_vec3 a = tl_lerp(p, q, stretches[k][0]), b = tl_lerp(p, q, stretches[k][1]);
            tl_witness *witness = tl_answer_witness(answer, TL_WITNESS_DEPTH, a, b);
            if (witness != NULL) {
                witness->slot = inquiry->table->terrain[area->terrain].slot;
                witness->item = i;
                witness->width = area->kind->area->edge_units * inquiry->game_unit;
                const char *name = tl_slot_display_name(&inquiry->words, inquiry->table, witness->slot);
                char length[TL_LENGTH_SIZE];
                if (k == numbered) {
                    tl_say(&inquiry->words, witness->label, sizeof(witness->label), TL_SAY_AREA_LENGTH,
                           tl_length_text(&inquiry->words, result->depth.distance.high, length), name);
                } else {
                    snprintf(witness->label, sizeof(witness->label), "%s", name);
                }
            }
        }
    }
}
