/* pair_depth.c: how deep a line of sight lies in area terrain. */
#include "judge/sight/pair_depth.h"

#include "judge/between/between.h"

/* A line that lies less deep in an area is a dot there, mm. */
#define DEPTH_SHOWN 0.05
enum { MOST_STRETCHES = 8 }; /* of a line in one area */

/* How near its edge somebody must be, for pictures, game units; 0 where that isn't asked. */
static double edge_shown(const tl_area_rule *rule) {
    return isfinite(rule->into_units) ? tl_max(rule->into_units, 0) : 0;
}

/* What an area says of a line, held against the limit as the rules say it: without the rounding that is passed on. */
static tl_area_ruling rule_line(const tl_inquiry *inquiry, const tl_between *between, size_t index, tl_vec3 from,
                                tl_vec3 to) {
    tl_area_ruling ruling;
    tl_area_line(&between->sights[index], from, to, &ruling);
    if (isfinite(ruling.limit_mm)) {
        const tl_area_rule *rule = inquiry->referee->areas[between->area_of[index]].kind->area;
        bool inside = ruling.clause == TL_AREA_INSIDE_CAP || ruling.clause == TL_AREA_INSIDE_DISTANCE;
        double least = ruling.verdict == TL_VERDICT_YES ? 0 : -INFINITY; /* at the limit to the last bit */
        double units = inside                             ? rule->inside_units
                       : ruling.clause == TL_AREA_THROUGH ? rule->through_units
                                                          : rule->into_units;
        ruling.limit_mm = tl_max(units, 0) * inquiry->game_unit; /* never: not at all */
        ruling.margin.low = tl_max(ruling.limit_mm - ruling.distance.high, least);
        ruling.margin.high = tl_max(ruling.limit_mm - ruling.distance.low, least);
    }
    return ruling;
}

void tl_pair_depth_explain(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result,
                           tl_vec3 from, tl_vec3 to) {
    for (size_t i = 0; i < between->sight_count; i++) {
        tl_area_ruling ruling = rule_line(inquiry, between, i, from, to);
        if (ruling.margin.low < INFINITY && /* it enters, and there is a limit */
            (!result->has_depth || ruling.margin.low < result->depth.margin.low)) {
            result->has_depth = true;
            result->depth = ruling;
            result->depth_from = from;
            result->depth_to = to;
            result->depth_terrain = inquiry->referee->areas[between->area_of[i]].terrain;
        }
    }
}

void tl_pair_depth_explain_no(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                              tl_pair_sight_result *result) {
    tl_vec3 line[2][2] = {{p, q}, {result->sight.attempt_from, result->sight.attempt_to}};
    for (int k = 0; k < (result->sight.has_attempt ? 2 : 1); k++) {
        tl_pair_sight_result one = {.has_depth = false};
        tl_pair_depth_explain(inquiry, between, &one, line[k][0], line[k][1]);
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

tl_cause tl_pair_depth_cause(const tl_inquiry *inquiry, const tl_pair_sight_result *result) {
    const tl_document_terrain *terrain = &inquiry->table->document->terrain[result->depth_terrain];
    const tl_area_rule *rule = tl_ruleset_kind(inquiry->referee->ruleset, terrain->kind)->area;
    bool inside = result->depth.clause == TL_AREA_INSIDE_CAP || result->depth.clause == TL_AREA_INSIDE_DISTANCE;
    const char *own = inside ? rule->inside_rule : rule->edge_rule;
    return (tl_cause){inside ? TL_CLAUSE_AREA_INSIDE : TL_CLAUSE_AREA_EDGE, own[0] != '\0' ? own : NULL};
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

tl_verdict tl_pair_depth_verdict(const tl_pair_sight_result *result) {
    return result->sight.verdict == TL_VERDICT_NO ? TL_VERDICT_NO : TL_VERDICT_YES;
}

/* The stretches of a line in one area, fitted to what is told of it; returns how many. `*numbered`: which of them has
 * the number; SIZE_MAX: none. */
static size_t find_stretches(const tl_inquiry *inquiry, const tl_pair_sight_result *result, const tl_referee_area *area,
                             tl_vec3 p, tl_vec3 q, double (*stretches)[2], size_t *numbered) {
    bool told = result->has_depth && result->depth_terrain == area->terrain;
    bool plan = told && result->depth.in_plan; /* what passes over its outline is told, and drawn, from there */
    tl_area prism = told ? tl_inquiry_column(inquiry, area) : tl_inquiry_area(inquiry, area);
    size_t count = tl_area_stretches(&prism, p, q, stretches, MOST_STRETCHES);
    bool fits = told && count == 1 && result->depth.end >= 0 &&
                (result->depth.clause == TL_AREA_NEAR_EDGE || result->depth.clause == TL_AREA_THROUGH);
    if (fits) {
        count = fit_stretch(&result->depth, length_of(p, q, plan), stretches);
    }
    *numbered = told ? told_stretch(stretches, count, fits) : SIZE_MAX;
    if (told && count > 0 && result->depth.distance.high < DEPTH_SHOWN) { /* it stands on the edge: a dot */
        stretches[0][1] = stretches[0][0];
        *numbered = 0;
        count = 1;
    }
    return count;
}

/* Whether a picture shows where the line lies in an area: it is not already shown as standing in the way. */
static bool is_shown(const tl_inquiry *inquiry, const tl_pair_sight_result *result, const tl_referee_area *area,
                     tl_vec3 p, tl_vec3 q) {
    const tl_outline_box *box = &area->outline.box;
    bool solid = !result->sight.has_line && !result->by_area;
    bool near = box->low.x <= tl_max(p.x, q.x) && box->high.x >= tl_min(p.x, q.x) && /* costs only time */
                box->low.y <= tl_max(p.y, q.y) && box->high.y >= tl_min(p.y, q.y);   /* costs only time */
    return near && !(solid && is_named(&result->sight, inquiry->table->terrain[area->terrain].slot));
}

static tl_status add_stretches(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_vec3 p, tl_vec3 q,
                               tl_pair_sight_shown *shown, tl_error *error) {
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        double stretches[MOST_STRETCHES][2];
        size_t numbered = SIZE_MAX, count = 0;
        if (is_shown(inquiry, result, area, p, q)) {
            count = find_stretches(inquiry, result, area, p, q, stretches, &numbered);
        }
        if (!tl_reserve(shown->context, (void **)&shown->stretches, &shown->stretch_capacity,
                        shown->stretch_count + count, sizeof(*shown->stretches))) {
            return tl_fail_memory(error);
        }
        for (size_t k = 0; k < count; k++) {
            shown->stretches[shown->stretch_count++] =
                (tl_depth_stretch){.from = tl_lerp(p, q, stretches[k][0]),
                                   .to = tl_lerp(p, q, stretches[k][1]),
                                   .area = i,
                                   .slot = inquiry->table->terrain[area->terrain].slot,
                                   .edge_mm = edge_shown(area->kind->area) * inquiry->game_unit,
                                   .numbered = k == numbered};
        }
    }
    return TL_OK;
}

tl_status tl_pair_sight_show(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_pair_sight_shown *shown,
                             tl_error *error) {
    const tl_sight *sight = &result->sight;
    *shown = (tl_pair_sight_shown){.context = inquiry->referee->context};
    if (sight->has_line) {
        shown->kind = TL_SHOWN_LINE;
        shown->from = sight->from;
        shown->stop = shown->to = sight->to;
        return add_stretches(inquiry, result, sight->from, sight->to, shown, error);
    }
    if (sight->has_attempt) {
        shown->kind = TL_SHOWN_ATTEMPT;
        shown->from = sight->attempt_from;
        shown->stop = sight->attempt_stop;
        shown->to = sight->attempt_to;
        return add_stretches(inquiry, result, shown->from, result->by_area ? shown->to : shown->stop, shown, error);
    }
    if (result->by_area && result->has_depth) {
        shown->kind = TL_SHOWN_ATTEMPT;
        shown->from = result->depth_from;
        shown->stop = shown->to = result->depth_to;
        return add_stretches(inquiry, result, shown->from, shown->to, shown, error);
    }
    return TL_OK;
}

void tl_pair_sight_shown_free(tl_pair_sight_shown *shown) {
    tl_free(shown->context, shown->stretches);
    *shown = (tl_pair_sight_shown){.context = shown->context};
}
