/* gap.c: how near to enemies a model comes on its way. */
#include "judge/move/gap.h"

#include "judge/move/journey_steps.h"
#include "judge/verdict.h"
#include "math/angle.h"

/* How often the place of the least distance is narrowed down to two thirds, and a place of a limit halved: until
 * nothing of a double is left. */
enum { THIRDS = 120, HALVES = 60, MOST_TURNS = 4000 };
/* mm: while it turns on the spot no point moves farther between two looks. */
#define TURN_STEP 0.02
/* mm: distances are exact to far less. */
#define ROUNDING 1e-9

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

typedef struct standing_at {
    const tl_mover *mover;
    const tl_gap_other *other;
    bool spatial;
    tl_vec3 from, to; /* a straight stretch */
    double cosine, sine;
    bool upper; /* `mover` is one of its parts, and not the lowest, which goes down to the ground */
} standing_at;

static double distance_at(const standing_at *s, double share) {
    tl_vec2 at = tl_lerp2(tl_plan(s->from), tl_plan(s->to), share);
    double z = s->from.z + share * (s->to.z - s->from.z), least = INFINITY;
    for (size_t i = 0; i < s->mover->count; i++) {
        const tl_mover_part *part = &s->mover->parts[i];
        for (size_t k = 0; k < part->count; k++) {
            tl_figure placed = tl_figure_turned(&part->figures[k], s->cosine, s->sine, at);
            for (size_t o = 0; o < s->other->count; o++) {
                const tl_obstacle *item = &s->other->items[o];
                double low = z + (i > 0 || s->upper ? part->low : 0),
                       up = tl_max(item->low - (z + part->high), low - item->high);
                double plan = tl_figure_distance(&placed, &item->figure);
                least = tl_min(least, s->spatial && up > 0 ? tl_hypot(plan, up) : plan);
            }
        }
    }
    return least;
}

/* One pair of outlines: its distance is convex along a straight stretch, that of all pairs is not. What can't get below
 * `enough` isn't looked at closely: it changes by no more than the way. */
static double least_between(const standing_at *s, double enough, double *at) {
    double first = distance_at(s, 0), last = distance_at(s, 1), low = 0, high = 1;
    *at = first <= last ? 0 : 1;
    if (0.5 * (first + last - tl_distance(s->from, s->to)) > enough) {
        return tl_min(first, last);
    }
    for (int i = 0; i < THIRDS; i++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (distance_at(s, a) <= distance_at(s, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    double middle = distance_at(s, low);
    *at = middle < tl_min(first, last) ? low : *at;
    return tl_min(middle, tl_min(first, last));
}

/* The first share of a stretch at which it is nearer than a limit, given where it is nearest. */
static double first_below(const standing_at *s, double nearest, double limit) {
    double low = 0, high = nearest;
    if (distance_at(s, 0) < limit) {
        return 0;
    }
    for (int i = 0; i < HALVES; i++) {
        double middle = 0.5 * (low + high);
        *(distance_at(s, middle) < limit ? &high : &low) = middle;
    }
    return high;
}

static void take(tl_gap_least *found, double distance, double plan) {
    if (distance < found->least) {
        found->least = distance;
        found->at = plan;
    }
}

static void pass_stretch(const standing_at *whole, const tl_path_node *a, const tl_path_node *b, double limit,
                         double tolerance, tl_gap_least *found) {
    for (size_t i = 0; i < whole->mover->count; i++) {
        for (size_t k = 0; k < whole->mover->parts[i].count; k++) {
            for (size_t o = 0; o < whole->other->count; o++) {
                tl_mover_part part = whole->mover->parts[i];
                part.figures += k;
                part.count = 1;
                const tl_mover one = {.parts = &part, .count = 1};
                const tl_gap_other other = {whole->other->items + o, 1};
                standing_at s = *whole;
                s.mover = &one;
                s.upper = i > 0;
                s.other = &other;
                double at, least = least_between(&s, tl_max(found->least, limit), &at), length = b->plan - a->plan;
                take(found, least, a->plan + at * length);
                if (least < limit) {
                    found->first = tl_min(found->first, a->plan + first_below(&s, at, limit) * length);
                }
                if (least < limit - tolerance) {
                    found->latest = tl_min(found->latest, a->plan + first_below(&s, at, limit - tolerance) * length);
                }
            }
        }
    }
}

/* While it turns on the spot; the way round that is shorter. */
static void pass_turn(standing_at *s, const tl_path_node *node, double from_deg, double to_deg, double limit,
                      double tolerance, tl_gap_least *found) {
    double by = tl_wrap_deg(to_deg - from_deg), moved = fabs(by) * TL_PI / 180 * tl_mover_reach(s->mover);
    int steps = s->mover->round || by == 0 ? 0 : (int)tl_min(MOST_TURNS, 1 + moved / TURN_STEP);
    s->from = s->to = node->at;
    for (int i = 0; i <= steps; i++) {
        tl_sincos_deg(from_deg + (steps > 0 ? by * i / steps : by), &s->sine, &s->cosine);
        double distance = distance_at(s, 0);
        take(found, distance, node->plan);
        found->first = distance < limit ? tl_min(found->first, node->plan) : found->first;
        found->latest = distance < limit - tolerance ? tl_min(found->latest, node->plan) : found->latest;
    }
    found->off = steps > 0 ? tl_max(found->off, 0.5 * moved / steps) : found->off;
}

double tl_gap_standing(const tl_mover *mover, tl_vec3 at, double facing_deg, const tl_gap_other *other, bool spatial) {
    standing_at s = {.mover = mover, .other = other, .spatial = spatial, .from = at, .to = at};
    tl_sincos_deg(facing_deg, &s.sine, &s.cosine);
    return distance_at(&s, 0);
}

tl_gap_least tl_gap_measure(const tl_mover *mover, const tl_path *path, const double *facings, double start_deg,
                            double end_deg, const tl_gap_other *other, bool spatial, double limit, double tolerance) {
    const tl_path_node *nodes = path->nodes, *last = &nodes[path->count - 1];
    tl_gap_least found = {.least = INFINITY, .first = INFINITY, .latest = INFINITY};
    standing_at s = {.mover = mover, .other = other, .spatial = spatial};
    double facing = start_deg;
    found.start = tl_gap_standing(mover, nodes[0].at, start_deg, other, spatial);
    found.end = tl_gap_standing(mover, last->at, end_deg, other, spatial);
    for (size_t i = 1; i < path->count; i++) {
        double next = facings[nodes[i].leg];
        pass_turn(&s, &nodes[i - 1], facing, next, limit, tolerance, &found);
        facing = next;
        tl_sincos_deg(facing, &s.sine, &s.cosine);
        s.from = nodes[i - 1].at;
        s.to = nodes[i].at;
        pass_stretch(&s, &nodes[i - 1], &nodes[i], limit, tolerance, &found);
    }
    pass_turn(&s, last, facing, end_deg, limit, tolerance, &found);
    return found;
}

/* --- Judging ------------------------------------------------------------------------------------------------------ */

/* As near as close combat reaches (as judge/measure/reach.c has it). */
tl_verdict tl_gap_engages(const tl_inquiry *inquiry, double end, double off) {
    double reach = tl_settings_length(&inquiry->settings, "close_combat_reach", inquiry->units);
    double tolerance = inquiry->tolerance + off, margin = reach - end + (reach > 0 ? 0 : 2 * inquiry->tolerance);
    return tolerance == 0 ? (margin >= -ROUNDING ? TL_VERDICT_YES : TL_VERDICT_NO)
                          : tl_verdict_of_margin(margin, ROUNDING, tolerance);
}

/* A distance held against what must be kept. */
static tl_verdict keeps(double distance, double start, double limit, double tolerance) {
    if (start < limit) { /* it stood nearer: it may stay as near */
        return distance >= start - ROUNDING              ? TL_VERDICT_YES
               : distance < start - tl_max(tolerance, 0) ? TL_VERDICT_NO
                                                         : TL_VERDICT_MARGINAL;
    }
    return distance >= limit + tolerance - (tolerance > 0 ? 0 : ROUNDING)  ? TL_VERDICT_YES
           : distance < limit - tolerance - (tolerance > 0 ? 0 : ROUNDING) ? TL_VERDICT_NO
                                                                           : TL_VERDICT_MARGINAL;
}

static tl_status note(tl_journey *j, const tl_journey_gap *gap, tl_error *error) {
    if (!tl_reserve(j->inquiry->context, (void **)&j->gaps, &j->gap_capacity, j->gap_count + 1, sizeof(*j->gaps))) {
        return tl_fail_memory(error);
    }
    j->gaps[j->gap_count++] = *gap;
    return TL_OK;
}

/* However it turned, discs within its outline went along. */
static double least_anyway(const tl_journey *j, const tl_gap_other *other, bool spatial) {
    tl_figure discs[2];
    tl_mover_part parts[2];
    tl_mover inner = tl_mover_core(&j->moving.mover, discs, parts);
    return inner.count == 0
               ? INFINITY
               : tl_gap_measure(&inner, &j->path, j->facings, j->moving.facing_deg, j->facing_deg, other, spatial, 0, 0)
                     .least;
}

static tl_status look_at(tl_journey *j, const tl_gap_other *other, tl_error *error) {
    bool spatial = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_3D);
    bool at_end = tl_settings_is_at(&j->inquiry->settings, TL_SETTING_ENEMY_GAP, TL_CHOICE_ENEMY_GAP_END);
    double limit = j->moving.gap, off = other->items[0].off + j->moving.own_off + (spatial ? j->height_off : 0);
    double tolerance = j->inquiry->tolerance + off;
    tl_gap_least g = tl_gap_measure(&j->moving.mover, &j->path, j->facings, j->moving.facing_deg, j->facing_deg, other,
                                    spatial, limit, tolerance);
    if (g.start < limit) { /* again, with the distance that it may keep */
        g = tl_gap_measure(&j->moving.mover, &j->path, j->facings, j->moving.facing_deg, j->facing_deg, other, spatial,
                           g.start - ROUNDING, tolerance);
    }
    tl_journey_gap gap = {.slot = other->items[0].slot, .limit = tl_min(limit, g.start)};
    gap.distance = at_end ? g.end : g.least;
    gap.engages = tl_gap_engages(j->inquiry, g.end, off);
    gap.verdict = keeps(gap.distance, g.start, limit, tolerance);
    if (!at_end && g.off > 0 && gap.verdict == TL_VERDICT_YES && g.least - g.off < gap.limit + tolerance &&
        g.least < limit + tolerance + g.off && g.start >= limit) {
        gap.verdict = TL_VERDICT_MARGINAL; /* between two looks at a turn */
    }
    if (!at_end && gap.verdict == TL_VERDICT_NO && !j->moving.mover.round && j->spend.turning == NULL &&
        keeps(least_anyway(j, other, spatial), g.start, limit, tolerance) != TL_VERDICT_NO) {
        gap.verdict = TL_VERDICT_MARGINAL; /* not all ways of turning were tried */
    }
    if (gap.engages == TL_VERDICT_YES) {
        gap.verdict = TL_VERDICT_YES;
    } else if (gap.engages == TL_VERDICT_MARGINAL && gap.verdict == TL_VERDICT_NO) {
        gap.verdict = TL_VERDICT_MARGINAL;
    }
    if (gap.verdict != TL_VERDICT_YES) {
        double end = j->path.nodes[j->path.count - 1].plan, first = at_end || !(g.first < INFINITY) ? g.at : g.first;
        double plan = at_end ? end : first;
        tl_halt *halt =
            tl_journey_halt(j, tl_by(TL_CLAUSE_MOVE_GAP), gap.verdict, TL_HALT_NEAR, plan, tl_journey_cost_at(j, plan));
        halt->latest = gap.verdict != TL_VERDICT_NO ? INFINITY : at_end || !(g.latest < INFINITY) ? end : g.latest;
        halt->slot = gap.slot;
        halt->has_slot = true;
    }
    return note(j, &gap, error);
}

tl_status tl_gap_look(tl_journey *j, tl_error *error) {
    const tl_moving_obstacles *all = &j->moving.gaps;
    tl_status status = TL_OK;
    for (size_t i = 0, end; i < all->count && status == TL_OK; i = end) {
        for (end = i + 1; end < all->count && all->items[end].slot == all->items[i].slot; end++) {
        }
        tl_work_add(j->inquiry->context, 20 * (uint64_t)j->path.count * (end - i)); /* costs only time */
        status = look_at(j, &(tl_gap_other){all->items + i, end - i}, error);
    }
    return status;
}
