/* area.c: the depth rules for single lines and for bundles of lines.
 *
 * One evaluation serves both: a line is a bundle of one. It cuts [0, 1] into pieces that lie inside the prism, outside,
 * or either (spans.h), and from these follow ranges for entry, exit and length inside that hold for every line of the
 * bundle. Ranges shrink to the line's own numbers as the bundle shrinks to a line, except where the numbers themselves
 * jump (a line that only touches a corner beside lines that cut it): there a verdict that is the same on both sides of
 * the jump is still found, and one that differs is on its border and can't be. So the search converges.
 *
 * Ends are put into a fixed order first (by coordinates), so that swapping them changes no bit. */
#include "area/area.h"

#include "area/limits.h"
#include "area/measure.h"

#include <float.h>

/* The two limits that a line is held against. */
typedef struct demand {
    bool asked;
    tl_area_clause clause;
    double limit;
    tl_area_range distance;
    int end; /* in the lines' order */
} demand;

/* --- Rules ---------------------------------------------------------------------------------------------------- */

static demand nearer(demand made, int end, tl_area_range distance) {
    if (made.end < 0 || distance.low + distance.high < made.distance.low + made.distance.high) {
        made.end = end;
    }
    made.distance = tl_area_range_min(made.distance, distance);
    return made;
}

/* What the edge rules compare, for lines that enter and whose ends stand so: DB-ARE-02, -05, -06, -12. */
static demand edge_demand(const tl_area_measure *m, const tl_area_standing standing[2]) {
    const tl_area_rules *rules = &m->sight->rules;
    demand made = {.asked = true, .limit = rules->edge_limit, .distance = {INFINITY, INFINITY}, .end = -1};
    if (standing[0] == TL_AREA_STANDING_ON || standing[1] == TL_AREA_STANDING_ON) {
        made.clause = TL_AREA_AT_EDGE;
        return nearer(made, standing[0] == TL_AREA_STANDING_ON ? 0 : 1, (tl_area_range){0, 0});
    }
    if (standing[0] == TL_AREA_STANDING_IN || standing[1] == TL_AREA_STANDING_IN) {
        int inside = standing[0] == TL_AREA_STANDING_IN ? 0 : 1;
        made.clause = TL_AREA_NEAR_EDGE;
        made = nearer(made, inside, tl_area_measure_distance(m, inside, true));
        return rules->near == TL_AREA_INSIDE_ONLY
                   ? made
                   : nearer(made, 1 - inside, tl_area_measure_distance(m, 1 - inside, false));
    }
    made.clause = TL_AREA_THROUGH;
    made.limit = rules->through_limit;
    if (rules->through == TL_AREA_CHORD) {
        made.distance = m->length;
        return made;
    }
    bool far = rules->through == TL_AREA_FAR_EDGE;
    made = nearer(made, 0, tl_area_measure_distance(m, 0, far));
    return nearer(made, 1, tl_area_measure_distance(m, 1, far));
}

/* DB-ARE-03, -06 (companion cap), -07. */
static demand inside_demand(const tl_area_measure *m, bool both_inside) {
    const tl_area_rules *rules = &m->sight->rules;
    demand made = {.clause = TL_AREA_INSIDE_CAP, .limit = rules->inside_limit, .distance = m->length, .end = -1};
    made.asked = both_inside || (rules->cap_scope == TL_AREA_CAP_LENGTH && isfinite(rules->inside_limit));
    if (both_inside && rules->inside_length == TL_AREA_UNIT_DISTANCE) {
        made.clause = TL_AREA_INSIDE_DISTANCE;
        made.distance = (tl_area_range){m->sight->unit_distance, m->sight->unit_distance};
    }
    return made;
}

static tl_area_range margin_of(const demand *d) {
    return isfinite(d->limit) ? (tl_area_range){d->limit - d->distance.high, d->limit - d->distance.low}
                              : (tl_area_range){INFINITY, INFINITY};
}

/* The demand with less to spare; one that surely fails comes before one that may. */
static bool tighter(tl_area_range a, tl_area_range b) {
    if ((a.high < 0) != (b.high < 0)) {
        return a.high < 0;
    }
    return a.low < b.low;
}

static bool comes_first(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    if (a_count != b_count) {
        return a_count < b_count;
    }
    for (size_t i = 0; i < a_count; i++) {
        if (a[i].x != b[i].x) {
            return a[i].x < b[i].x;
        }
        if (a[i].y != b[i].y) {
            return a[i].y < b[i].y;
        }
        if (a[i].z != b[i].z) {
            return a[i].z < b[i].z;
        }
    }
    return true;
}

/* What is asked of the lines of a bundle. Distances hold for every way in which its ends may stand. */
typedef struct evaluation {
    bool may_enter, must_enter;
    demand edge, inside;
    bool edge_always, inside_always; /* ... asked in each of these ways */
    tl_area_range length;
} evaluation;

/* Adds what is asked when the ends stand in one more way. */
static void join_demand(demand *all, bool *always, const demand *one, bool first) {
    *always = (first || *always) && one->asked;
    if (!one->asked) {
        return;
    }
    if (!all->asked) {
        *all = *one;
        return;
    }
    *always = *always && all->limit == one->limit;
    all->distance =
        (tl_area_range){tl_min(all->distance.low, one->distance.low), tl_max(all->distance.high, one->distance.high)};
    all->limit = tl_min(all->limit, one->limit);
}

/* Of one way to stand: the demand that decides, its margin, and whether lines that enter pass. */
static demand decide_way(const demand *edge, const demand *inside, tl_area_range *least, bool *fails, bool *holds) {
    const demand *asked[2] = {edge, inside}, *decides = NULL;
    *fails = false;
    *holds = true;
    for (int i = 0; i < 2; i++) {
        if (!asked[i]->asked) {
            continue;
        }
        tl_area_range margin = margin_of(asked[i]);
        *fails = *fails || margin.high < 0;
        *holds = *holds && margin.low >= 0;
        if (decides == NULL || tighter(margin, *least)) {
            decides = asked[i];
            *least = margin;
        }
    }
    return decides != NULL ? *decides : *edge;
}

/* Holds the measures against the limits, for each way in which the ends may stand; returns the demand that decides and
 * its margin. */
static demand decide(const tl_area_measure *m, evaluation *parts, tl_area_range *least, tl_verdict *verdict) {
    demand told = {.clause = TL_AREA_THROUGH, .limit = INFINITY, .end = -1};
    bool all_fail = true, all_hold = true, first = true;
    parts->edge = parts->inside = (demand){.asked = false};
    for (int way = 0; way < 4; way++) {
        tl_area_standing standing[2];
        bool known = true;
        for (int end = 0; end < 2; end++) {
            bool either = m->standing[end] == TL_AREA_STANDING_EITHER, second = (way >> end & 1) != 0;
            standing[end] = !either ? m->standing[end] : second ? TL_AREA_STANDING_OUT : TL_AREA_STANDING_IN;
            known = known && (either || !second);
        }
        if (!known) {
            continue;
        }
        bool both = standing[0] == TL_AREA_STANDING_IN && standing[1] == TL_AREA_STANDING_IN, fails, holds;
        demand edge = {.asked = false}, inside = inside_demand(m, both);
        edge = both ? edge : edge_demand(m, standing);
        tl_area_range margin = {INFINITY, INFINITY};
        demand decides = decide_way(&edge, &inside, &margin, &fails, &holds);
        join_demand(&parts->edge, &parts->edge_always, &edge, first);
        join_demand(&parts->inside, &parts->inside_always, &inside, first);
        if (first) {
            told = decides;
            *least = margin;
        } else {
            told = tighter(margin, *least) ? decides : told;
            *least = (tl_area_range){tl_min(least->low, margin.low), tl_max(least->high, margin.high)};
        }
        all_fail = all_fail && fails;
        all_hold = all_hold && holds;
        first = false;
    }
    *verdict = all_hold ? TL_VERDICT_YES : all_fail && m->must_enter ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    return told;
}

/* `closely`: lower bounds are raised even where the area alone is decided. */
static void evaluate(const tl_area_sight *sight, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                     bool closely, tl_area_ruling *ruling, evaluation *parts) {
    tl_area_measure m = {.sight = sight, .flip = !comes_first(a, a_count, b, b_count)};
    tl_area_lines lines =
        m.flip ? tl_area_lines_make(b, b_count, a, a_count) : tl_area_lines_make(a, a_count, b, b_count);
    m.lines = &lines;
    tl_area_measure_take(&m);
    *parts = (evaluation){.may_enter = m.may_enter, .must_enter = m.must_enter, .length = m.length};
    *ruling = (tl_area_ruling){.verdict = TL_VERDICT_YES,
                               .clause = TL_AREA_NOT_ENTERED,
                               .limit_mm = INFINITY,
                               .margin = {INFINITY, INFINITY},
                               .end = -1};
    if (!m.may_enter) {
        return;
    }
    tl_verdict verdict = TL_VERDICT_MARGINAL;
    demand decides = decide(&m, parts, &ruling->margin, &verdict);
    if ((verdict == TL_VERDICT_MARGINAL || closely) && m.must_enter && !lines.single) {
        tl_area_measure_tighten(&m);
        decides = decide(&m, parts, &ruling->margin, &verdict);
        parts->length = m.length;
    }
    ruling->verdict = verdict;
    ruling->clause = decides.clause;
    ruling->limit_mm = decides.limit;
    ruling->distance = decides.distance;
    ruling->end = decides.end < 0 ? -1 : m.flip ? 1 - decides.end : decides.end;
    ruling->in_plan = !m.space;
    ruling->length = m.length;
    for (int end = 0; end < 2; end++) {
        ruling->to_far[m.flip ? 1 - end : end] = m.to_far[end];
        ruling->to_near[m.flip ? 1 - end : end] = m.to_near[end];
    }
}

tl_status tl_area_sight_prepare(tl_context *context, tl_area_sight *sight, tl_error *error) {
    TL_ASSERT(sight->area.outline != NULL, "an area has an outline");
    TL_ASSERT(sight->context == NULL, "a sight is prepared once");
    tl_area_sight_release(sight);
    sight->context = context;
    const tl_outline *outline = sight->area.outline;
    if (sight->rules.distance != TL_AREA_PERPENDICULAR || outline->kind != TL_OUTLINE_RINGS) {
        return TL_OK;
    }
    for (int end = 0; end < 2; end++) {
        const tl_outline *footprint = sight->end[end].footprint;
        if (footprint == NULL) {
            continue;
        }
        double *known = tl_alloc_array(context, 2 * outline->side_count, sizeof(*known));
        if (known == NULL) {
            tl_area_sight_release(sight);
            return tl_fail_memory(error);
        }
        for (size_t side = 0; side < outline->side_count; side++) {
            known[2 * side] = known[2 * side + 1] = INFINITY;
        }
        for (size_t i = 0; i < outline->edge_count; i++) {
            const tl_outline_edge *edge = &outline->edges[i];
            double low, high;
            tl_outline_distance(footprint, edge->a, edge->b, &low, &high);
            known[2 * edge->side] = tl_min(known[2 * edge->side], low);
            known[2 * edge->side + 1] = tl_min(known[2 * edge->side + 1], high);
        }
        sight->side_distance[end] = known;
    }
    return TL_OK;
}

void tl_area_sight_release(tl_area_sight *sight) {
    for (int end = 0; end < 2; end++) {
        if (sight->context != NULL) {
            tl_free(sight->context, sight->side_distance[end]);
        }
        sight->side_distance[end] = NULL;
    }
}

tl_area tl_area_asked_of(const tl_area_sight *sight) {
    tl_area asked = sight->area;
    if (sight->rules.top == TL_AREA_TOP_OUTLINE) {
        asked.bottom = -INFINITY;
        asked.top = INFINITY;
    }
    return asked;
}

void tl_area_line(const tl_area_sight *sight, tl_vec3 p, tl_vec3 q, tl_area_ruling *ruling) {
    TL_ASSERT(sight->area.bottom <= sight->area.top, "an area's bottom is below its top");
    evaluation parts;
    evaluate(sight, &p, 1, &q, 1, false, ruling, &parts);
}

void tl_area_bundle(const tl_area_sight *sight, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                    tl_area_ruling *ruling) {
    TL_ASSERT(a_count > 0 && b_count > 0, "both ends of a bundle have points");
    evaluation parts;
    evaluate(sight, a, a_count, b, b_count, false, ruling, &parts);
}

/* --- Several areas -------------------------------------------------------------------------------------------- */

static void add_up(const tl_area_sum *sum, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                   bool closely, tl_area_ruling *ruling) {
    /* limits of areas that are surely entered can only be lowered by others: these serve to forbid, those of areas
     * that may be entered to allow */
    demand total[2] = {{.clause = TL_AREA_THROUGH, .limit = INFINITY, .end = -1},
                       {.clause = TL_AREA_INSIDE_CAP, .limit = INFINITY, .end = -1}};
    double sure_limit[2] = {INFINITY, INFINITY};
    *ruling = (tl_area_ruling){.verdict = TL_VERDICT_YES,
                               .clause = TL_AREA_NOT_ENTERED,
                               .limit_mm = INFINITY,
                               .margin = {INFINITY, INFINITY},
                               .end = -1};
    bool undecided = false;
    for (size_t i = 0; i < sum->count; i++) {
        tl_area_ruling one;
        evaluation parts;
        evaluate(&sum->sights[i], a, a_count, b, b_count, closely, &one, &parts);
        if (one.verdict == TL_VERDICT_NO) {
            *ruling = one;
            return;
        }
        if (!parts.may_enter) {
            continue;
        }
        undecided = undecided || one.verdict == TL_VERDICT_MARGINAL;
        if (ruling->clause == TL_AREA_NOT_ENTERED || tighter(one.margin, ruling->margin)) {
            *ruling = one;
        }
        parts.inside.distance = parts.length; /* distances between miniatures don't add up, lengths do */
        const demand *asked[2] = {&parts.edge, &parts.inside};
        const bool always[2] = {parts.edge_always, parts.inside_always};
        for (int k = 0; k < 2; k++) {
            if (!asked[k]->asked || !isfinite(asked[k]->limit)) {
                continue;
            }
            total[k].asked = true;
            total[k].limit = tl_min(total[k].limit, asked[k]->limit);
            total[k].distance.high += asked[k]->distance.high;
            if (parts.must_enter && always[k]) {
                sure_limit[k] = tl_min(sure_limit[k], asked[k]->limit);
                total[k].distance.low += asked[k]->distance.low;
            }
        }
    }
    bool forbidden = false;
    for (int k = 0; k < 2; k++) {
        if (!total[k].asked) {
            continue;
        }
        /* sums of a few rounded lengths */
        double blur = TL_AREA_SUM_ROUNDING * DBL_EPSILON * (double)sum->count * total[k].distance.high;
        tl_area_range margin = {total[k].limit - total[k].distance.high - blur,
                                sure_limit[k] - total[k].distance.low + blur};
        forbidden = forbidden || margin.high < 0;
        undecided = undecided || margin.low < 0;
        if (tighter(margin, ruling->margin)) {
            ruling->clause = total[k].clause;
            ruling->limit_mm = total[k].limit;
            ruling->distance = total[k].distance;
            ruling->margin = margin;
            ruling->end = -1;
        }
    }
    ruling->verdict = forbidden ? TL_VERDICT_NO : undecided ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
}

/* Each area may allow what together is too deep: then bounds that decide nothing alone are worth raising. */
static void evaluate_sum(const tl_area_sum *sum, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                         tl_area_ruling *ruling) {
    add_up(sum, a, a_count, b, b_count, false, ruling);
    if (ruling->verdict == TL_VERDICT_MARGINAL && (a_count > 1 || b_count > 1)) {
        add_up(sum, a, a_count, b, b_count, true, ruling);
    }
}

void tl_area_sum_line(const tl_area_sum *sum, tl_vec3 p, tl_vec3 q, tl_area_ruling *ruling) {
    evaluate_sum(sum, &p, 1, &q, 1, ruling);
}

/* --- Conditions ----------------------------------------------------------------------------------------------- */

static tl_condition_bundle bundle_of(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? TL_BUNDLE_ALL : verdict == TL_VERDICT_NO ? TL_BUNDLE_NONE : TL_BUNDLE_SPLIT;
}

static bool sight_line(const void *user, tl_vec3 p, tl_vec3 q) {
    tl_area_ruling ruling;
    tl_area_line(user, p, q, &ruling);
    return ruling.verdict == TL_VERDICT_YES;
}

static tl_condition_bundle sight_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                        size_t b_count) {
    tl_area_ruling ruling;
    tl_area_bundle(user, a, a_count, b, b_count, &ruling);
    return bundle_of(ruling.verdict);
}

/* Between the bottom and the top of the prism only the plan tells where lines enter. */
static bool is_flat(const tl_area_sight *sight, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    bool flat = true;
    for (size_t i = 0; i < a_count + b_count && flat; i++) {
        double z = i < a_count ? a[i].z : b[i - a_count].z;
        flat = z > sight->area.bottom && z < sight->area.top;
    }
    return flat;
}

static bool sight_flat(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    return is_flat(user, a, a_count, b, b_count);
}

static bool sum_flat(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    const tl_area_sum *sum = user;
    bool flat = true;
    for (size_t i = 0; i < sum->count && flat; i++) {
        flat = is_flat(&sum->sights[i], a, a_count, b, b_count);
    }
    return flat;
}

static bool sum_line(const void *user, tl_vec3 p, tl_vec3 q) {
    tl_area_ruling ruling;
    tl_area_sum_line(user, p, q, &ruling);
    return ruling.verdict == TL_VERDICT_YES;
}

static tl_condition_bundle sum_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                      size_t b_count) {
    tl_area_ruling ruling;
    evaluate_sum(user, a, a_count, b, b_count, &ruling);
    return bundle_of(ruling.verdict);
}

size_t tl_area_stretches(const tl_area *area, tl_vec3 p, tl_vec3 q, double (*stretches)[2], size_t most) {
    TL_ASSERT(stretches != NULL || most == 0, "there is room for the stretches");
    tl_area_lines lines = tl_area_lines_make(&p, 1, &q, 1);
    tl_span_pieces pieces;
    size_t count = 0;
    tl_spans_of_prism(&lines, area->outline, area->bottom, area->top, &pieces);
    for (size_t i = 0; i < pieces.count && count < most; i++) {
        const tl_span_piece *piece = &pieces.items[i];
        if (piece->state == TL_SPAN_PIECE_IN && piece->high > piece->low) {
            stretches[count][0] = piece->low;
            stretches[count++][1] = piece->high;
        }
    }
    return count;
}

/* Does a bundle enter: yes (all lines), no (none), marginal. */
static tl_verdict enters(const tl_area *area, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    bool flip = !comes_first(a, a_count, b, b_count);
    tl_area_lines lines =
        flip ? tl_area_lines_make(b, b_count, a, a_count) : tl_area_lines_make(a, a_count, b, b_count);
    tl_span_pieces pieces;
    tl_spans_of_prism(&lines, area->outline, area->bottom, area->top, &pieces);
    tl_verdict verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < pieces.count; i++) {
        if (pieces.items[i].state == TL_SPAN_PIECE_IN) {
            return TL_VERDICT_YES;
        }
        verdict = pieces.items[i].state == TL_SPAN_PIECE_MAYBE ? TL_VERDICT_MARGINAL : verdict;
    }
    return verdict;
}

static bool clear_line(const void *user, tl_vec3 p, tl_vec3 q) {
    return tl_area_enters(user, p, q) == TL_VERDICT_NO;
}

static tl_condition_bundle clear_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                        size_t b_count) {
    tl_verdict verdict = enters(user, a, a_count, b, b_count);
    return verdict == TL_VERDICT_NO ? TL_BUNDLE_ALL : verdict == TL_VERDICT_YES ? TL_BUNDLE_NONE : TL_BUNDLE_SPLIT;
}

tl_verdict tl_area_enters(const tl_area *area, tl_vec3 p, tl_vec3 q) {
    return enters(area, &p, 1, &q, 1);
}

tl_condition tl_area_condition(const tl_area_sight *sight, uint32_t slot) {
    return (tl_condition){.user = sight, .line = sight_line, .bundle = sight_bundle, .flat = sight_flat, .slot = slot};
}

tl_condition tl_area_sum_condition(const tl_area_sum *sum, uint32_t slot) {
    TL_ASSERT(sum->count > 0, "depths of something add up");
    return (tl_condition){.user = sum, .line = sum_line, .bundle = sum_bundle, .flat = sum_flat, .slot = slot};
}

tl_condition tl_area_clear_condition(const tl_area *area, uint32_t slot) {
    return (tl_condition){.user = area, .line = clear_line, .bundle = clear_bundle, .slot = slot};
}
