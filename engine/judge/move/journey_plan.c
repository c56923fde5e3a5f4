/* journey_plan.c: flights that stay in the air: altitudes, the least that is flown, turns, entering and leaving. */
#include "judge/move/journey_steps.h"

#include "judge/measure/flight.h"
#include "judge/verdict.h"
#include "math/angle.h"

#include <trueline/ruling.h>

/* Degrees: angles come from arctangents. */
#define ANGLE_ROUNDING 1e-9

/* The rows that hold for this flight. */
static void find_rows(tl_journey *j) {
    tl_journey_plan *p = &j->plan;
    const tl_move_rule *rule;
    for (size_t i = 0; (rule = tl_ruleset_move_at(j->inquiry->referee->ruleset, i)) != NULL; i++) {
        const tl_move_rule **place = rule->does == TL_MOVE_DOES_LEAST   ? &p->least
                                     : rule->does == TL_MOVE_DOES_CLIMB ? &p->climb
                                     : rule->does == TL_MOVE_DOES_TURN  ? &p->turn
                                                                        : NULL;
        if (place != NULL && tl_moving_row_holds(j->inquiry, j->moving.member, j->march, rule)) {
            *place = rule;
        }
    }
}

/* How many bands there are between two altitudes, each of which may be off: at least, and at most. */
static void count_bands(const double altitude[2], const double off[2], double height, double bands[2]) {
    double low[2], high[2];
    for (int i = 0; i < 2; i++) {
        low[i] = floor(tl_max(0, altitude[i] - off[i]) / height);
        high[i] = floor((altitude[i] + off[i]) / height);
    }
    bands[0] = tl_max(0, tl_max(low[1] - high[0], low[0] - high[1]));
    bands[1] = tl_max(fabs(high[1] - low[0]), fabs(high[0] - low[1]));
}

void tl_journey_plan_begin(tl_journey *j, const tl_question *question) {
    tl_journey_plan *p = &j->plan;
    const tl_path_point *last = &question->path[question->path_count - 1];
    if (!j->moving.flies || last->count != 3) {
        return;
    }
    find_rows(j);
    p->asked = p->least != NULL || p->climb != NULL || p->turn != NULL;
    double off[2] = {0, j->inquiry->tolerance};
    p->altitude[0] = tl_flight_altitude(j->inquiry, j->moving.member, &off[0]);
    p->altitude[1] = last->at[2];
    off[0] += j->inquiry->tolerance;
    double height = p->climb != NULL ? tl_settings_length(&j->inquiry->settings, p->climb->band, j->inquiry->units) : 0;
    if (height > 0) {
        count_bands(p->altitude, off, height, p->bands);
        for (int i = 0; i < 2; i++) {
            j->spend.climb[i] = p->climb->amount * p->bands[i];
        }
        j->spend.counts = true;
    }
}

/* --- Turns -------------------------------------------------------------------------------------------------------- */

/* All that it turns, and by how much that may be off; `*facing_deg`: how it looks at the end. */
static double turned(const tl_journey *j, double *off, double *facing_deg) {
    tl_vec2 at = tl_plan(j->moving.start);
    double facing = j->moving.facing_deg, facing_off = j->spend.turn_off, sum = 0;
    *off = 0;
    for (size_t i = 0; i <= j->path.corner_count; i++) {
        bool end = i == j->path.corner_count;
        tl_vec2 to = end ? at : tl_plan(j->path.nodes[j->path.corners[i]].at), d = tl_sub2(to, at);
        double length = tl_length2(d);
        if (end ? !j->facing_asked : length == 0) {
            continue;
        }
        double next = end ? j->facing_deg : tl_atan2_deg(d.y, d.x);
        double next_off = end ? j->spend.turn_off : tl_atan2_deg(j->inquiry->tolerance, length);
        double by = fabs(tl_wrap_deg(next - facing));
        if (by > facing_off + next_off + ANGLE_ROUNDING) {
            sum += by;
            *off += facing_off + next_off;
        }
        facing = next;
        facing_off = next_off;
        at = to;
    }
    *facing_deg = facing;
    return sum;
}

/* --- Edges -------------------------------------------------------------------------------------------------------- */

/* How far a place lies inside of each edge. */
static void inside_of(const tl_journey *j, tl_vec2 p, double inside[TL_JOURNEY_SIDES]) {
    const tl_document *document = j->inquiry->table->document;
    inside[TL_JOURNEY_WEST] = p.x;
    inside[TL_JOURNEY_EAST] = document->width - p.x;
    inside[TL_JOURNEY_SOUTH] = p.y;
    inside[TL_JOURNEY_NORTH] = document->depth - p.y;
}

static tl_journey_side least_of(const double inside[TL_JOURNEY_SIDES]) {
    int least = 0;
    for (int i = 1; i < TL_JOURNEY_SIDES; i++) {
        least = inside[i] < inside[least] ? i : least;
    }
    return (tl_journey_side)least;
}

/* Who starts on an edge comes in straight, along its heading. */
static void judge_entry(tl_journey *j, const double inside[TL_JOURNEY_SIDES]) {
    static const double inward[TL_JOURNEY_SIDES] = {0, 180, 90, -90};
    tl_journey_plan *p = &j->plan;
    tl_vec2 d = tl_sub2(tl_plan(j->path.nodes[j->path.count - 1].at), tl_plan(j->moving.start));
    double length = tl_length2(d), heading = length > 0 ? tl_atan2_deg(d.y, d.x) : j->moving.facing_deg;
    double off = j->spend.turn_off + (length > 0 ? tl_atan2_deg(j->inquiry->tolerance, length) : 0);
    double aside = fabs(tl_wrap_deg(heading - j->moving.facing_deg));
    p->enters_by = least_of(inside);
    p->entry_deg = tl_wrap_deg(heading - inward[p->enters_by]);
    bool straight = aside <= off + ANGLE_ROUNDING && j->path.corner_count == 1 &&
                    (!j->facing_asked || fabs(tl_wrap_deg(j->facing_deg - j->moving.facing_deg)) <= off);
    p->entry = straight && fabs(p->entry_deg) < 90 ? TL_VERDICT_YES : TL_VERDICT_NO;
}

/* Who ends beyond an edge has left by the one that it crossed first. */
static void judge_exit(tl_journey *j, const double start[TL_JOURNEY_SIDES]) {
    tl_journey_plan *p = &j->plan;
    double best = INFINITY, second = INFINITY;
    for (size_t i = 1; i < j->path.count && !(p->leaves_after < INFINITY); i++) {
        double a[TL_JOURNEY_SIDES], b[TL_JOURNEY_SIDES], first = INFINITY;
        inside_of(j, tl_plan(j->path.nodes[i - 1].at), a);
        inside_of(j, tl_plan(j->path.nodes[i].at), b);
        for (int side = 0; side < TL_JOURNEY_SIDES; side++) {
            double share = b[side] < 0 && a[side] >= 0 ? a[side] / (a[side] - b[side]) : INFINITY;
            p->leaves_by = share < first ? (tl_journey_side)side : p->leaves_by;
            first = tl_min(first, share);
        }
        if (first < INFINITY) {
            const tl_path_node *from = &j->path.nodes[i - 1], *to = &j->path.nodes[i];
            p->leaves_after = from->cost + first * (to->cost - from->cost);
        }
    }
    for (int side = 0; side < TL_JOURNEY_SIDES; side++) {
        second = start[side] < best ? best : tl_min(second, start[side]);
        best = tl_min(best, start[side]);
    }
    double tolerance = j->inquiry->tolerance;
    p->by_nearest = start[p->leaves_by] - best > tolerance        ? TL_VERDICT_NO
                    : tolerance > 0 && second - best <= tolerance ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* A share held against the least; a share is worth the rating. */
static tl_verdict long_enough(const tl_journey *j) {
    const tl_journey_plan *p = &j->plan;
    double tolerance = j->inquiry->tolerance + j->cost_off;
    double share = j->spend.rating > 0 ? tolerance / j->spend.rating : 0, least = p->least->amount;
    return p->flown[0] >= least + (share > 0 ? share : -TL_SPEND_ROUNDING)  ? TL_VERDICT_YES
           : p->flown[1] <= least - (share > 0 ? share : TL_SPEND_ROUNDING) ? TL_VERDICT_NO
                                                                            : TL_VERDICT_MARGINAL;
}

void tl_journey_plan_judge(tl_journey *j) {
    tl_journey_plan *p = &j->plan;
    double start[TL_JOURNEY_SIDES], end[TL_JOURNEY_SIDES], off, facing;
    if (!p->asked) {
        return;
    }
    bool climbed = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_CLIMB_COUNTS, TL_CHOICE_CLIMB_COUNTS_CLIMBED);
    inside_of(j, tl_plan(j->moving.start), start);
    inside_of(j, tl_plan(j->path.nodes[j->path.count - 1].at), end);
    p->nearest = least_of(start);
    p->nearest_mm = start[p->nearest];
    p->enters = p->nearest_mm <= j->inquiry->tolerance;
    p->leaves = end[least_of(end)] < 0;
    p->flown[0] = j->cheap.way + (climbed ? j->spend.climb[0] : 0);
    p->flown[1] = j->dear.way + (climbed ? j->spend.climb[1] : 0);
    p->long_enough = p->least != NULL && !p->enters ? long_enough(j) : TL_VERDICT_YES;
    p->turned_deg = turned(j, &off, &facing);
    double limit = p->turn != NULL ? p->turn->amount : 360;
    p->straight_enough = p->turn == NULL                                ? TL_VERDICT_YES
                         : p->turned_deg + off <= limit                 ? TL_VERDICT_YES
                         : p->turned_deg - off > limit + ANGLE_ROUNDING ? TL_VERDICT_NO
                         : off > 0                                      ? TL_VERDICT_MARGINAL
                                                                        : TL_VERDICT_YES;
    p->entry = TL_VERDICT_YES;
    if (p->enters) {
        judge_entry(j, start);
    }
    p->leaves_after = INFINITY;
    if (p->leaves) {
        judge_exit(j, start);
    }
    p->verdict = tl_verdict_both(tl_verdict_both(p->long_enough, p->straight_enough), p->entry);
    j->facing_deg = facing;
}
