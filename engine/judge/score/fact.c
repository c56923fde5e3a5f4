/* fact.c: measures what the conditions of a score are about. */
#include "judge/score/fact.h"

#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/cover/pair_cover.h"
#include "judge/measure/arc.h"
#include "judge/measure/flight.h"
#include "judge/measure/range.h"
#include "judge/special.h"
#include "judge/verdict.h"
#include "template/spare.h"

#include <string.h>

/* --- Values --------------------------------------------------------------------------------------------------------*/

/* Room for so many values; none so far. */
static tl_status begin(const tl_inquiry *inquiry, size_t most, tl_fact *fact, tl_error *error) {
    fact->values = tl_alloc_array(inquiry->context, most, sizeof(*fact->values));
    fact->count = 0;
    fact->measured = fact->margin = NAN;
    return fact->values != NULL ? TL_OK : tl_fail_memory(error);
}

/* Adds a value, unless one is there that lies the same way of every limit. */
static void add_value(tl_fact *fact, double value, const tl_fact_limits *limits) {
    for (size_t i = 0; i < fact->count; i++) {
        bool same = limits != NULL || fact->values[i] == value;
        for (size_t k = 0; limits != NULL && k < limits->count && same; k++) {
            double a = fact->values[i] - limits->at[k], b = value - limits->at[k];
            same = (a > 0) == (b > 0) && (a < 0) == (b < 0);
        }
        if (same) {
            return;
        }
    }
    fact->values[fact->count++] = value;
}

/* What a number may be that was measured to within a band, and is no more than `most`: just below, on and just above
 * each limit that is so near. */
static void add_measured(tl_fact *fact, double value, double band, double most, const tl_fact_limits *limits) {
    bool near_one = false;
    for (size_t k = 0; k < limits->count; k++) {
        double limit = limits->at[k];
        const double beside[3] = {nextafter(limit, -INFINITY), limit, nextafter(limit, INFINITY)};
        bool is_near = band > 0 && fabs(value - limit) <= band;
        for (int i = 0; i < 3 && is_near; i++) {
            if (beside[i] <= most) {
                add_value(fact, beside[i], limits);
            }
        }
        near_one = near_one || is_near;
    }
    if (!near_one && value <= most) {
        add_value(fact, value, limits);
    }
}

tl_status tl_fact_of_verdict(const tl_inquiry *inquiry, tl_verdict verdict, tl_fact *fact, tl_error *error) {
    tl_status status = begin(inquiry, 2, fact, error);
    if (status == TL_OK && verdict != TL_VERDICT_NO) {
        add_value(fact, 1, NULL);
    }
    if (status == TL_OK && verdict != TL_VERDICT_YES) {
        add_value(fact, 0, NULL);
    }
    return status;
}

/* --- Distances -----------------------------------------------------------------------------------------------------*/

/* Two models' distance: what it may be, from `low` to `high`. */
typedef struct apart {
    double distance, band, uncertainty;
    bool exact; /* at tolerance 0: held exactly against the limit that it is near, and so `distance` is this */
} apart;

/* At tolerance 0 the comparison with a limit is exact; what is below it by less than a rounding is on it. */
static tl_status compare_exactly(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                 const tl_fact_limits *limits, double error_mm, apart *found, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t k = 0; k < limits->count && status == TL_OK && !found->exact; k++) {
        double limit = limits->at[k];
        tl_verdict within = TL_VERDICT_MARGINAL, below = TL_VERDICT_NO;
        tl_metric metric = tl_inquiry_metric(inquiry);
        if (!(limit >= 0 && fabs(found->distance - limit) <= error_mm)) {
            continue;
        }
        status = tl_judge_volumes_within_exactly(inquiry, a, b, metric, limit, false, &within, error);
        if (status == TL_OK && limit > TL_BETWEEN_AREA_ROUNDING) {
            status = tl_judge_volumes_within_exactly(inquiry, a, b, metric, limit - TL_BETWEEN_AREA_ROUNDING, false,
                                                     &below, error);
        }
        found->exact = status == TL_OK && within != TL_VERDICT_MARGINAL && below != TL_VERDICT_MARGINAL;
        if (found->exact) {
            found->distance = within == TL_VERDICT_NO  ? nextafter(limit, INFINITY)
                              : below == TL_VERDICT_NO ? limit
                                                       : nextafter(limit, -INFINITY);
            found->band = 0;
        }
    }
    return status;
}

static tl_status measure_apart(const tl_inquiry *inquiry, const tl_document_weapon *weapon, size_t a, size_t b,
                               const tl_fact_limits *limits, apart *found, tl_error *error) {
    tl_volume va = tl_table_measured(inquiry->table, a), vb = tl_flight_target(inquiry, weapon, b);
    tl_range_result range;
    tl_status status = tl_range_between(inquiry->context, &va, &vb, tl_inquiry_metric(inquiry), &range, error);
    if (status != TL_OK) {
        return status;
    }
    double uncertainty = va.uncertainty + vb.uncertainty;
    *found = (apart){.distance = range.distance_mm,
                     .band = tl_max(inquiry->tolerance + uncertainty, range.error_mm),
                     .uncertainty = uncertainty};
    return inquiry->tolerance == 0 && uncertainty == 0
               ? compare_exactly(inquiry, &va, &vb, limits, range.error_mm, found, error)
               : TL_OK;
}

/* The least of several distances, of which those that are not `certain` may not count: every value that it may have. */
static void add_least(const apart *all, const bool *certain, size_t count, const tl_fact_limits *limits,
                      tl_fact *fact) {
    double most = INFINITY, least = INFINITY; /* it is no more than this; as measured */
    for (size_t i = 0; i < count; i++) {
        most = certain[i] ? tl_min(most, all[i].distance + all[i].band) : most;
        if (all[i].distance < least) {
            least = all[i].distance;
            fact->uncertainty = all[i].uncertainty;
        }
    }
    fact->measured = least;
    for (size_t i = 0; i < count; i++) { /* what lies beyond the farthest that the nearest may be is no value of it */
        add_measured(fact, all[i].distance, all[i].band, most, limits);
    }
}

tl_status tl_fact_distance(tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error) {
    const tl_inquiry *inquiry = scene->inquiry;
    apart *all = tl_alloc_array(inquiry->context, scene->count, sizeof(*all));
    bool *certain = tl_alloc_array(inquiry->context, scene->count, sizeof(*certain));
    tl_status status = begin(inquiry, 3 * limits->count + scene->count, fact, error);
    status = status == TL_OK && (all == NULL || certain == NULL) ? tl_fail_memory(error) : status;
    double most = INFINITY;
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        certain[i] = scene->observers[i].certain;
        status =
            measure_apart(inquiry, scene->weapon, scene->observers[i].member, scene->target, limits, &all[i], error);
        most = status == TL_OK && certain[i] ? tl_min(most, all[i].distance + all[i].band) : most;
    }
    if (status == TL_OK) {
        add_least(all, certain, scene->count, limits, fact);
    }
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        scene->observers[i].may_be_nearest = all[i].distance - all[i].band <= most;
    }
    tl_free(inquiry->context, all);
    tl_free(inquiry->context, certain);
    return status;
}

tl_status tl_fact_nearest(const tl_inquiry *inquiry, size_t member, bool enemies, const tl_fact_limits *limits,
                          tl_fact *fact, tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_document_unit *own = tl_table_unit_of(table, member);
    apart *all = tl_alloc_array(inquiry->context, table->member_count, sizeof(*all));
    bool *certain = tl_alloc_array(inquiry->context, table->member_count, sizeof(*certain));
    tl_status status = begin(inquiry, 3 * limits->count + table->member_count + 1, fact, error);
    size_t count = 0;
    status = status == TL_OK && (all == NULL || certain == NULL) ? tl_fail_memory(error) : status;
    for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
        const tl_document_unit *unit = tl_table_unit_of(table, i);
        if (i != member && unit->aboard == NULL && tl_special_are_enemies(own, unit) == enemies) {
            certain[count] = true;
            status = measure_apart(inquiry, NULL, member, i, limits, &all[count++], error);
        }
    }
    if (status == TL_OK && count > 0) {
        add_least(all, certain, count, limits, fact);
    } else if (status == TL_OK) {
        add_value(fact, INFINITY, limits);
        fact->measured = INFINITY;
    }
    tl_free(inquiry->context, all);
    tl_free(inquiry->context, certain);
    return status;
}

/* --- What the scene says of models --------------------------------------------------------------------------------*/

static bool lists_one(const tl_json_value *words, const char *const *skills, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (tl_score_lists(words, skills[i])) {
            return true;
        }
    }
    return false;
}

bool tl_fact_has_skill(const tl_document_unit *unit, const tl_document_weapon *weapon, const tl_json_value *words) {
    return lists_one(words, unit->skills, unit->skill_count) ||
           (weapon != NULL && lists_one(words, weapon->skills, weapon->skill_count));
}

bool tl_fact_has_stance(const tl_inquiry *inquiry, size_t member, const tl_json_value *words) {
    const tl_stance_rule *stance = tl_table_member(inquiry->table, member)->stance;
    stance = stance != NULL ? stance : tl_ruleset_stance_at(inquiry->referee->ruleset, 0);
    return stance != NULL && tl_score_lists(words, stance->name);
}

/* All of it is 1, nothing 0, and a part is neither: what isn't settled of these is every one that it may be. */
tl_status tl_fact_under(const tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error) {
    const tl_inquiry *inquiry = scene->inquiry;
    tl_volume volume = tl_table_measured(inquiry->table, scene->target), wide = volume;
    tl_template_hold hold, share;
    double spare = 0, tolerance = inquiry->tolerance + volume.uncertainty, enough = tl_max(1, 2 * tolerance);
    tl_status status = begin(inquiry, 3 * limits->count + 3, fact, error);
    if (status == TL_OK) {
        status = tl_template_measure(inquiry->context, scene->laid, &volume, enough, &hold, error);
    }
    wide.uncertainty = tolerance;
    if (status == TL_OK) {
        status = tl_template_measure(inquiry->context, scene->laid, &wide, enough, &share, error);
    }
    tl_verdict under = status == TL_OK ? tl_template_under(&hold, tolerance, false) : TL_VERDICT_NO;
    if (status == TL_OK && under != TL_VERDICT_NO) {
        status = tl_template_spare(inquiry->context, scene->laid, &volume, &hold, &spare, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tl_verdict whole = under != TL_VERDICT_NO ? tl_template_whole(&hold, spare, tolerance) : TL_VERDICT_NO;
    fact->measured = under == TL_VERDICT_NO ? 0 : whole == TL_VERDICT_YES ? 1 : hold.fraction;
    fact->uncertainty = volume.uncertainty;
    if (under != TL_VERDICT_YES) {
        add_value(fact, 0, limits);
    }
    if (whole != TL_VERDICT_NO) {
        add_value(fact, 1, limits);
    }
    if (under != TL_VERDICT_NO && whole != TL_VERDICT_YES) { /* a part */
        double part = tl_min(tl_max(hold.fraction, nextafter(0, 1)), nextafter(1, 0));
        add_measured(fact, part, tl_min(share.fraction_error, tl_min(part, 1 - part)), nextafter(1, 0), limits);
    }
    return TL_OK;
}

/* --- Where models are ----------------------------------------------------------------------------------------------*/

tl_vec3 tl_fact_middle_of(const tl_inquiry *inquiry, size_t member, double *off) {
    const tl_placed *placed = &inquiry->table->members[member];
    double extent[4];
    tl_box3 core = tl_bvh_box(placed->body->core);
    bool by_base = tl_table_measured(inquiry->table, member).shape == &placed->body->base;
    tl_vec2 at = by_base ? tl_plan(placed->body->pose.at) : tl_judge_hull(inquiry, member, extent);
    *off = by_base ? tl_placed_base_uncertainty(placed) : 1.4143 * tl_placed_core_uncertainty(placed);
    return (tl_vec3){at.x, at.y, 0.5 * (core.low.z + core.high.z)};
}

/* Whether an area holds a member's middle, how far inside of its edge that is (negative: outside), and how far it may
 * be off for uncertain meshes. */
typedef struct area_held {
    tl_verdict verdict;
    double margin, uncertainty;
} area_held;

tl_verdict tl_fact_area_holds(const tl_inquiry *inquiry, const tl_referee_area *area, tl_vec2 at, double off,
                              double low, double high, double *margin) {
    tl_area prism = tl_inquiry_area(inquiry, area);
    tl_outline dot = tl_outline_disc(at, 1e-7);
    tl_area_placement placement = tl_area_place_of(&prism, &dot, low, high);
    double band = inquiry->tolerance + off + tl_uncertainty_of_area(inquiry, area), kept;
    int side = tl_outline_holds(&area->outline, at);
    margin = margin != NULL ? margin : &kept;
    *margin = NAN;
    if (placement.over) {
        return placement.certain ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    }
    *margin = side >= 0 ? placement.gap_mm : -placement.gap_mm;
    return placement.gap_mm <= band && band > 0 ? TL_VERDICT_MARGINAL
           : side >= 0                          ? TL_VERDICT_YES /* who stands on the edge stands in it */
                                                : TL_VERDICT_NO;
}

static area_held area_holds(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member) {
    double off;
    tl_vec3 middle = tl_fact_middle_of(inquiry, member, &off);
    const tl_body *body = inquiry->table->members[member].body;
    area_held held = {.uncertainty = off + tl_uncertainty_of_area(inquiry, area)};
    held.verdict =
        tl_fact_area_holds(inquiry, area, tl_plan(middle), off, body->box.low.z, body->box.high.z, &held.margin);
    return held;
}

tl_verdict tl_fact_place_lit(const tl_inquiry *inquiry, tl_vec3 at, double off) {
    tl_verdict lit = TL_VERDICT_NO;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        if (area->kind->lights) {
            lit = tl_verdict_either(lit, tl_fact_area_holds(inquiry, area, tl_plan(at), off, at.z, at.z, NULL));
        }
    }
    return lit;
}

/* What may be off of the areas that a fact was asked of. */
static void note_uncertain(const tl_inquiry *inquiry, const tl_referee_area *area, const area_held *held,
                           tl_fact *fact) {
    fact->uncertainty = tl_max(fact->uncertainty, held->uncertainty);
    if (tl_uncertainty_of_area(inquiry, area) > 0) {
        fact->slot = inquiry->table->terrain[area->terrain].slot;
    }
}

/* `kinds` NULL: those that light. */
static tl_status inside_of(const tl_inquiry *inquiry, size_t member, const tl_json_value *kinds, tl_fact *fact,
                           tl_error *error) {
    tl_verdict verdict = TL_VERDICT_NO;
    double margin = NAN;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        if (kinds != NULL ? tl_score_lists(kinds, area->kind->name) : area->kind->lights) {
            area_held held = area_holds(inquiry, area, member);
            verdict = tl_verdict_either(verdict, held.verdict);
            margin = isnan(margin) || held.margin > margin ? held.margin : margin;
            note_uncertain(inquiry, area, &held, fact);
        }
    }
    tl_status status = tl_fact_of_verdict(inquiry, verdict, fact, error);
    fact->margin = margin;
    return status;
}

tl_status tl_fact_inside(const tl_inquiry *inquiry, size_t member, const tl_json_value *kinds, tl_fact *fact,
                         tl_error *error) {
    TL_ASSERT(kinds != NULL, "kinds of areas are named");
    return inside_of(inquiry, member, kinds, fact, error);
}

tl_status tl_fact_lit(const tl_inquiry *inquiry, size_t member, tl_fact *fact, tl_error *error) {
    return inside_of(inquiry, member, NULL, fact, error);
}

/* Of grades that are reached surely, perhaps, or not, those that may be the best. */
static tl_status best_grades(const tl_inquiry *inquiry, const tl_verdict *reached, size_t grades, tl_fact *fact,
                             tl_error *error) {
    tl_status status = begin(inquiry, grades + 1, fact, error);
    bool surpassed = false;
    for (size_t g = grades + 1; g-- > 0 && status == TL_OK && !surpassed;) {
        if (g == 0 || reached[g] != TL_VERDICT_NO) {
            add_value(fact, (double)g, NULL);
        }
        surpassed = g > 0 && reached[g] == TL_VERDICT_YES;
    }
    return status;
}

tl_status tl_fact_grade(const tl_inquiry *inquiry, size_t member, tl_fact *fact, tl_error *error) {
    tl_verdict reached[TL_RULESET_MOST_WORDS + 1];
    size_t grades = tl_ruleset_grade_count(inquiry->referee->ruleset);
    double least = NAN;
    for (size_t g = 0; g <= grades; g++) {
        reached[g] = TL_VERDICT_NO;
    }
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        size_t g = area->kind->grade;
        if (g > 0) {
            area_held held = area_holds(inquiry, area, member);
            reached[g] = tl_verdict_either(reached[g], held.verdict);
            least = isnan(least) || fabs(held.margin) < fabs(least) ? held.margin : least;
            note_uncertain(inquiry, area, &held, fact);
        }
    }
    tl_status status = best_grades(inquiry, reached, grades, fact, error);
    fact->margin = least;
    return status;
}

tl_status tl_fact_height(const tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error) {
    const tl_placed *members = scene->inquiry->table->members, *target = &members[scene->target];
    tl_status status = begin(scene->inquiry, 3 * limits->count + scene->count, fact, error);
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        const tl_placed *from = &members[scene->observers[i].member];
        double height = target->body->box.low.z - from->body->box.low.z;
        double uncertainty = tl_placed_uncertainty(from) + tl_placed_uncertainty(target);
        if (scene->observers[i].may_be_nearest) {
            add_measured(fact, height, scene->inquiry->tolerance + uncertainty, INFINITY, limits);
            fact->measured = height;
            fact->uncertainty = uncertainty;
        }
    }
    return status;
}

tl_status tl_fact_observers(const tl_fact_scene *scene, tl_fact *fact, tl_error *error) {
    size_t sure = 0, open = 0;
    for (size_t i = 0; i < scene->count; i++) {
        sure += scene->observers[i].sees == TL_VERDICT_YES;
        open += scene->observers[i].sees == TL_VERDICT_MARGINAL;
    }
    tl_status status = begin(scene->inquiry, open + 1, fact, error);
    for (size_t i = 0; i <= open && status == TL_OK; i++) {
        if (sure + i > 0 || sure + open == 0) { /* without any there is no score to tell of */
            add_value(fact, (double)(sure + i), NULL);
        }
    }
    fact->measured = (double)sure;
    return status;
}

/* --- Sides ---------------------------------------------------------------------------------------------------------*/

/* Adds the sides of the target from which a point may lie, for an error of `band`. Front and rear have their edges. */
static void add_sides(const tl_inquiry *inquiry, size_t target, tl_vec2 p, double band, tl_fact *fact) {
    double extent[4], s, c;
    tl_vec2 centre = tl_judge_hull(inquiry, target, extent), d = tl_sub2(p, centre);
    bool corners = tl_settings_is_at(&inquiry->settings, TL_SETTING_HIT_ARC, TL_CHOICE_HIT_ARC_CORNER_DIAGONALS) &&
                   extent[0] > 0 && extent[1] > 0;
    double long_half = corners ? extent[0] : 1, wide_half = corners ? extent[1] : 1;
    tl_sincos_deg(tl_inquiry_facing(inquiry, target), &s, &c);
    double x = d.x * c + d.y * s, y = d.y * c - d.x * s;
    double edge = (fabs(x) * wide_half - fabs(y) * long_half) / tl_hypot(long_half, wide_half); /* > 0: an end */
    bool ends = edge >= -band && !(edge < 0 && band == 0), flanks = edge <= band && !(edge >= 0 && band == 0);
    if (ends && (x >= 0 || fabs(x) <= band)) {
        add_value(fact, TL_SCORE_FRONT, NULL);
    }
    if (ends && (x < 0 || fabs(x) <= band)) {
        add_value(fact, TL_SCORE_REAR, NULL);
    }
    if (flanks && (y >= 0 || fabs(y) <= band)) {
        add_value(fact, TL_SCORE_LEFT, NULL);
    }
    if (flanks && (y < 0 || fabs(y) <= band)) {
        add_value(fact, TL_SCORE_RIGHT, NULL);
    }
    fact->margin = isnan(fact->margin) ? fabs(edge) : tl_min(fact->margin, fabs(edge));
}

tl_status tl_fact_side(const tl_fact_scene *scene, tl_fact *fact, tl_error *error) {
    const tl_inquiry *inquiry = scene->inquiry;
    tl_status status = begin(inquiry, TL_SCORE_SIDES, fact, error);
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        double off;
        tl_vec2 p = tl_plan(tl_fact_middle_of(inquiry, scene->observers[i].member, &off));
        double its = 1.4143 * tl_placed_core_uncertainty(&inquiry->table->members[scene->target]);
        if (scene->observers[i].may_be_nearest) {
            add_sides(inquiry, scene->target, p, inquiry->tolerance + off + its, fact);
            fact->uncertainty = off + its;
        }
    }
    return status;
}

/* --- Cover, and what is in between ---------------------------------------------------------------------------------*/

/* Whether the target is in cover of at least a grade from one model. A special rule that gives cover has no grade. */
static tl_status cover_from(const tl_fact_scene *scene, size_t from, size_t grade, tl_verdict *verdict,
                            tl_error *error) {
    tl_inquiry own = *scene->inquiry;
    tl_pair_cover_result cover;
    own.least_grade = grade;
    tl_status status = tl_pair_cover(&own, from, scene->target, &cover, error);
    bool given = cover.by_skill && cover.verdict == TL_VERDICT_YES && grade > 0;
    *verdict = status != TL_OK ? TL_VERDICT_MARGINAL : given ? cover.as_seen : cover.verdict;
    return status;
}

tl_status tl_fact_cover(const tl_fact_scene *scene, bool graded, tl_fact *fact, tl_error *error) {
    size_t grades = graded ? tl_ruleset_grade_count(scene->inquiry->referee->ruleset) : 1;
    tl_verdict reached[TL_RULESET_MOST_WORDS + 1];
    bool first = true;
    tl_status status = TL_OK;
    for (size_t i = 0; i < scene->count && status == TL_OK; i++) {
        for (size_t g = grades; g > 0 && scene->observers[i].may_be_nearest && status == TL_OK; g--) {
            tl_verdict one;
            status = cover_from(scene, scene->observers[i].member, graded ? g : 0, &one, error);
            reached[g] = first || reached[g] == one ? one : TL_VERDICT_MARGINAL;
        }
        first = first && !scene->observers[i].may_be_nearest;
    }
    return status == TL_OK ? best_grades(scene->inquiry, reached, grades, fact, error) : status;
}

tl_verdict tl_fact_line_enters(const tl_area *area, tl_vec3 p, tl_vec3 q, double band) {
    tl_verdict all = tl_area_enters(area, p, q);
    tl_vec2 along = tl_sub2(tl_plan(q), tl_plan(p));
    double length = tl_max(tl_hypot(along.x, along.y), 1e-9);
    tl_vec3 aside = {-along.y / length * band, along.x / length * band, 0}, ahead = {aside.y, -aside.x, 0};
    const tl_vec3 moved[][2] = {{aside, aside},
                                {tl_scale(aside, -1), tl_scale(aside, -1)},
                                {ahead, tl_scale(ahead, -1)},
                                {tl_scale(ahead, -1), ahead},
                                {{0, 0, band}, {0, 0, band}},
                                {{0, 0, -band}, {0, 0, -band}}};
    for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]) && band > 0; i++) {
        tl_verdict one = tl_area_enters(area, tl_add(p, moved[i][0]), tl_add(q, moved[i][1]));
        all = one == all ? all : TL_VERDICT_MARGINAL;
    }
    return all;
}

tl_status tl_fact_crosses(const tl_fact_scene *scene, const tl_json_value *kinds, tl_fact *fact, tl_error *error) {
    const tl_inquiry *inquiry = scene->inquiry;
    tl_verdict all = TL_VERDICT_NO;
    bool first = true;
    for (size_t i = 0; i < scene->count; i++) {
        tl_verdict verdict = TL_VERDICT_NO;
        double off[2];
        tl_vec3 p = tl_fact_middle_of(inquiry, scene->observers[i].member, &off[0]);
        tl_vec3 q = tl_fact_middle_of(inquiry, scene->target, &off[1]);
        for (size_t k = 0; k < inquiry->referee->area_count; k++) {
            const tl_referee_area *area = &inquiry->referee->areas[k];
            tl_area prism = tl_inquiry_area(inquiry, area);
            double band = inquiry->tolerance + tl_max(off[0], off[1]) + tl_uncertainty_of_area(inquiry, area);
            if (tl_score_lists(kinds, area->kind->name)) {
                verdict = tl_verdict_either(verdict, tl_fact_line_enters(&prism, p, q, band));
            }
        }
        if (scene->observers[i].may_be_nearest) {
            all = first || all == verdict ? verdict : TL_VERDICT_MARGINAL;
            first = false;
        }
    }
    return tl_fact_of_verdict(inquiry, all, fact, error);
}
