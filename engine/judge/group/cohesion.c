/* cohesion.c: measures how far a unit's models stand apart, and holds it against the rules' length. */
#include "judge/group/cohesion.h"

#include "judge/template/anchor.h"
#include "judge/verdict.h"

/* Less than this below a limit is on it, mm, where tolerance is 0 and middles are measured. */
#define ON_LIMIT 1e-9

static tl_status measure(const tl_inquiry *inquiry, tl_unit_cohesion *x, tl_error *error) {
    size_t count = x->unit.count;
    tl_volume *volumes = tl_alloc_array(inquiry->context, count, sizeof(*volumes));
    const tl_shape **bases = tl_alloc_array(inquiry->context, count, sizeof(*bases));
    double tolerance = inquiry->tolerance;
    tl_status status = volumes != NULL && bases != NULL ? TL_OK : tl_fail_memory(error);
    x->has_disc = !x->free;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        volumes[i] = tl_table_measured(inquiry->table, x->unit.first + i);
        bases[i] = volumes[i].shape;
        x->has_disc = x->has_disc && bases[i] != NULL;
        x->uncertainty_mm = tl_max(x->uncertainty_mm, 2 * volumes[i].uncertainty);
        tolerance = inquiry->tolerance + x->uncertainty_mm;
    }
    if (status == TL_OK) {
        status = tl_cohesion_measure_pairs(inquiry->context, volumes, count, tl_inquiry_metric(inquiry), x->limit_mm,
                                           tolerance, &x->pairs, error);
    }
    if (status == TL_OK && x->by_chain) {
        status = tl_judge_volumes_within(inquiry, &volumes[x->pairs.link.a], &volumes[x->pairs.link.b],
                                         &x->pairs.link.range, x->limit_mm, false, &x->decides, error);
    }
    if (status == TL_OK && x->has_disc) {
        status = tl_cohesion_measure_disc(inquiry->context, bases, count, x->limit_mm, tolerance, &x->disc, error);
    }
    tl_free(inquiry->context, volumes);
    tl_free(inquiry->context, bases);
    return status;
}

/* From middle to middle of the bases. */
static tl_status middles_within(const tl_inquiry *inquiry, size_t a, size_t b, double length, tl_unit_star *star,
                                tl_error *error) {
    tl_vec2 from, to;
    tl_status status = tl_member_middle(inquiry, a, &from, error);
    status = status == TL_OK ? tl_member_middle(inquiry, b, &to, error) : status;
    if (status != TL_OK) {
        return status;
    }
    bool plan = tl_inquiry_metric(inquiry) == TL_METRIC_PLAN;
    star->from = (tl_vec3){from.x, from.y, inquiry->table->members[a].body->box.low.z};
    star->to = (tl_vec3){to.x, to.y, plan ? star->from.z : inquiry->table->members[b].body->box.low.z};
    star->distance_mm = tl_distance(star->from, star->to);
    double off = tl_member_middle_off(inquiry, a) + tl_member_middle_off(inquiry, b);
    double margin = length - star->distance_mm, band = inquiry->tolerance + off;
    star->limit = (tl_limit){band > 0 && fabs(margin) <= band ? TL_VERDICT_MARGINAL
                             : margin >= -ON_LIMIT            ? TL_VERDICT_YES
                                                              : TL_VERDICT_NO,
                             star->distance_mm, length, margin, off};
    return TL_OK;
}

/* Two models, as the setting cohesion_from measures them. */
static tl_status step_within(const tl_inquiry *inquiry, size_t a, size_t b, double length, tl_unit_star *star,
                             tl_error *error) {
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION_FROM, TL_CHOICE_COHESION_FROM_CENTRE)) {
        return middles_within(inquiry, a, b, length, star, error);
    }
    tl_range_result range;
    tl_status status = tl_pair_range(inquiry, a, b, &range, error);
    if (status == TL_OK) {
        star->from = range.from;
        star->to = range.to;
        star->distance_mm = range.distance_mm;
        status = tl_pair_within(inquiry, a, b, &range, length, false, &star->limit, error);
    }
    return status;
}

/* All of a unit around one model. */
static tl_status stand_around(const tl_inquiry *inquiry, const tl_unit_cohesion *x, size_t leader, tl_unit_star *star,
                              tl_error *error) {
    tl_verdict all = TL_VERDICT_YES;
    *star = (tl_unit_star){.leader = leader, .farthest = leader, .distance_mm = -1};
    for (size_t i = x->unit.first; i < x->unit.first + x->unit.count; i++) {
        tl_unit_star step = {.leader = leader, .farthest = i};
        tl_status status = i != leader ? step_within(inquiry, leader, i, x->limit_mm, &step, error) : TL_OK;
        if (status != TL_OK) {
            return status;
        }
        if (i != leader) {
            all = tl_verdict_both(all, step.limit.verdict);
            *star = step.distance_mm > star->distance_mm ? step : *star;
        }
    }
    star->limit.verdict = all;
    star->distance_mm = tl_max(star->distance_mm, 0);
    return TL_OK;
}

/* The star around the leader; where none is named around the model that makes the best of it. */
static tl_status measure_star(const tl_inquiry *inquiry, tl_unit_cohesion *x, tl_error *error) {
    if (x->unit.unit->leader != NULL) {
        tl_party leader;
        tl_status status = tl_referee_party(inquiry->referee, x->unit.unit->leader, "unit", &leader, error);
        status = status == TL_OK ? stand_around(inquiry, x, leader.first, &x->star, error) : status;
        x->star.named = true;
        return status;
    }
    for (size_t i = x->unit.first; i < x->unit.first + x->unit.count; i++) {
        tl_unit_star star;
        tl_status status = stand_around(inquiry, x, i, &star, error);
        if (status != TL_OK) {
            return status;
        }
        int by = tl_verdict_rank(star.limit.verdict) - tl_verdict_rank(x->star.limit.verdict);
        bool better = i == x->unit.first || by > 0 || (by == 0 && star.distance_mm < x->star.distance_mm);
        x->star = better ? star : x->star;
    }
    return TL_OK;
}

/* The unit that a party is, or is of. */
static tl_party unit_of(const tl_inquiry *inquiry, const tl_party *named) {
    tl_party unit = *named;
    while (!unit.whole && unit.first > 0 && tl_table_unit_of(inquiry->table, unit.first - 1) == unit.unit) {
        unit.first--;
    }
    unit.count = unit.unit->member_count;
    unit.name = unit.unit->name;
    return unit;
}

tl_status tl_unit_cohesion_judge(const tl_inquiry *inquiry, const tl_party *named, tl_unit_cohesion *found,
                                 tl_error *error) {
    *found = (tl_unit_cohesion){.unit = unit_of(inquiry, named), .cause = tl_by(TL_CLAUSE_COHESION)};
    found->free = !found->unit.unit->kind->together ||
                  tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION, TL_CHOICE_COHESION_OFF);
    found->by_chain =
        found->unit.count > 1 && tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION, TL_CHOICE_COHESION_CHAIN);
    tl_status status =
        tl_inquiry_length(inquiry, "cohesion", "how near the models of a unit must be", &found->limit_mm, error);
    found->limit_mm = tl_settings_number_or(&inquiry->settings, TL_SETTING_COHESION_MM, found->limit_mm);
    status = status == TL_OK ? measure(inquiry, found, error) : status;
    found->by_star = (found->unit.count > 1 || found->unit.unit->leader != NULL) &&
                     tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION, TL_CHOICE_COHESION_LEADER);
    status = status == TL_OK && found->by_star ? measure_star(inquiry, found, error) : status;
    if (status != TL_OK) {
        return status;
    }
    if (found->by_star) {
        found->decides = found->star.limit;
    } else if (!found->by_chain) {
        found->by_disc =
            found->has_disc && tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION, TL_CHOICE_COHESION_DISC);
        double measured = found->by_disc ? found->disc.diameter_mm : found->pairs.worst.range.distance_mm;
        found->decides = (tl_limit){found->by_disc ? found->disc.verdict : found->pairs.verdict, measured,
                                    found->limit_mm, found->limit_mm - measured, found->uncertainty_mm};
    }
    found->verdict = found->free ? TL_VERDICT_YES : found->decides.verdict;
    return TL_OK;
}
