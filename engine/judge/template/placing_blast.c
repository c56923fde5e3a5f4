/* placing_blast.c: whether a blast's centre may lie where it does: range, arc and sight of who fires (DB-BLA-01). */
#include "judge/template/placing_steps.h"

#include "judge/attack/observer.h"
#include "judge/between/between.h"
#include "judge/measure/arc.h"
#include "judge/party.h"
#include "judge/special.h"
#include "judge/template/filling.h"
#include "judge/measure/flight.h"
#include "judge/verdict.h"
#include "judge/score/reach.h"
#include "ruleset/score.h"

/* mm: nearer to a rim than this is on it. Derived: distances in plan are off by some 1e-12 of coordinates below 1e5. */
#define ON_RIM 1e-9

/* ... against the farthest that the weapon reaches, or that anybody does who fires there (`reaches`): what isn't
 * settled there is certain only where both ways say the same. */
static tl_status judge_farthest(const tl_inquiry *inquiry, tl_placing *p, const tl_reach_cap *cap,
                                const tl_volume *from, const tl_volume *centre, const tl_range_result *range,
                                tl_error *error) {
    bool stated = p->weapon->range != TL_WEAPON_RANGE_UNSTATED;
    double own = stated ? tl_flight_reach(inquiry, p->weapon) : INFINITY;
    bool open = cap->surely > cap->perhaps && cap->perhaps < own;
    tl_limit far = {.verdict = TL_VERDICT_YES};
    tl_status status =
        tl_judge_volumes_within(inquiry, from, centre, range, tl_min(own, cap->perhaps), false, &p->range, error);
    p->shortened = cap->perhaps < own ? cap->row : NULL;
    if (status == TL_OK && open && tl_min(own, cap->surely) < INFINITY) {
        status = tl_judge_volumes_within(inquiry, from, centre, range, tl_min(own, cap->surely), false, &far, error);
    }
    if (status == TL_OK && open && far.verdict != p->range.verdict) {
        p->range.verdict = TL_VERDICT_MARGINAL;
    }
    return status;
}

/* The distance to the centre held against the weapon's range, and against its minimum. */
static tl_status judge_range(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    const tl_document_weapon *weapon = p->weapon;
    tl_reach_cap cap = {.surely = INFINITY, .perhaps = INFINITY};
    tl_status status = TL_OK;
    p->shortened = NULL;
    if (weapon->range != TL_WEAPON_RANGE_CLOSE) {
        status = tl_reach_of_place(inquiry, p->firer, p->at, p->shape.error_mm, weapon, &cap, error);
    }
    if (status != TL_OK || (weapon->range == TL_WEAPON_RANGE_UNSTATED && cap.row == NULL)) {
        return status;
    }
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        tl_placing_find(p, TL_PLACING_CLOSE_RANGE, tl_by(TL_CLAUSE_RANGE_CLOSE), TL_VERDICT_NO);
        return TL_OK;
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1 : inquiry->game_unit;
    tl_shape shape;
    tl_volume centre = tl_between_volume_of_point(p->at, &shape), from = tl_table_measured(inquiry->table, p->firer);
    centre.uncertainty = tl_max(p->at_off, p->shape.error_mm);
    tl_range_result range;
    tl_limit least;
    status = tl_range_between(inquiry->context, &from, &centre, tl_inquiry_metric(inquiry), &range, error);
    if (status == TL_OK) {
        status = judge_farthest(inquiry, p, &cap, &from, &centre, &range, error);
    }
    bool too_near = false;
    if (status == TL_OK && weapon->range_min > 0) {
        status =
            tl_judge_volumes_within(inquiry, &from, &centre, &range, weapon->range_min * unit, true, &least, error);
        too_near = status == TL_OK && least.verdict != TL_VERDICT_YES && p->range.verdict != TL_VERDICT_NO;
        p->range = too_near ? least : p->range;
    }
    if (status == TL_OK) {
        tl_placing_find(p, too_near ? TL_PLACING_TOO_NEAR : TL_PLACING_RANGE,
                        too_near               ? tl_by(TL_CLAUSE_RANGE_MINIMUM)
                        : p->shortened != NULL ? tl_by_row(TL_CLAUSE_RANGE_WEAPON, p->shortened->rule)
                                               : tl_by(TL_CLAUSE_TEMPLATE_AIM),
                        p->range.verdict);
    }
    return status;
}

/* Sight of the centre: the firer's own, as the weapon sees, or that of a friend who may see for it (DT-SPC-07). */
static tl_status judge_sight(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    tl_inquiry own = tl_inquiry_of_weapon(inquiry, p->firers.unit, p->weapon);
    const tl_skill_effect *directed =
        p->weapon != NULL ? tl_special_weapon_effect(inquiry, p->firers.unit, p->weapon, TL_EFFECT_DIRECTED_BY, NULL)
                          : NULL;
    const tl_between_end centre = {.is_point = true, .point = p->eye};
    double off = tl_max(p->at_off, p->shape.error_mm);
    tl_observed observed = {.verdict = TL_VERDICT_NO};
    tl_status status = tl_pair_point_sight(&own, p->eye, off, p->firer, true, &p->sight, error);
    if (status == TL_OK && directed != NULL && p->sight.sight.verdict != TL_VERDICT_YES) {
        status = tl_attack_look_by_observers(inquiry, p->firers.unit, directed, &centre, off, NULL, &observed, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (observed.verdict == TL_VERDICT_YES) {
        p->observer = observed.observer;
        tl_placing_find(p, TL_PLACING_OBSERVED, tl_by(TL_CLAUSE_SIGHT_OBSERVER), TL_VERDICT_YES);
        return TL_OK;
    }
    bool by_observer = observed.verdict == TL_VERDICT_MARGINAL && p->sight.sight.verdict == TL_VERDICT_NO;
    if (by_observer) {
        p->sight = observed.sight;
    }
    tl_placing_find(p, TL_PLACING_SIGHT, tl_by(by_observer ? TL_CLAUSE_SIGHT_OBSERVER : TL_CLAUSE_TEMPLATE_AIM),
                    p->sight.sight.verdict);
    return TL_OK;
}

/* Where the weapon stands, arc, range and sight of one firer's weapon (NULL: none of its weapons has such a template).
 */
static tl_status judge_firer(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                             tl_error *error) {
    p->firer = member;
    p->weapon = weapon;
    p->finding_count = 0;
    p->has_arc = false;
    p->observer = SIZE_MAX;
    tl_status status = tl_placing_find_bar(inquiry, p, error);
    if (status != TL_OK) {
        return status;
    }
    if (weapon == NULL) {
        tl_placing_find(p, TL_PLACING_NO_WEAPON, tl_by_row(TL_CLAUSE_TEMPLATE_AIM, p->rule->rule), TL_VERDICT_MARGINAL);
    } else {
        tl_shape shape;
        tl_volume centre = tl_between_volume_of_point(p->at, &shape);
        centre.uncertainty = p->shape.error_mm;
        status = tl_party_arc(inquiry, &p->firers, member, weapon, &centre, false, &p->arc, error);
        if (status == TL_OK) {
            tl_placing_find_arc(p, TL_PLACING_CENTRE_ARC, tl_by(TL_CLAUSE_TEMPLATE_AIM));
            status = judge_range(inquiry, p, error);
        }
    }
    if (status == TL_OK) {
        status = judge_sight(inquiry, p, error);
    }
    tl_placing_conclude(p);
    return status;
}

/* The best of all firers and weapons: legal before open before not. */
static tl_status judge_firers(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    tl_placing best = *p, trial = *p;
    bool any = false, somebody = false; /* has a weapon for it: then it is none of the others */
    for (size_t w = 0; status == TL_OK && w < count; w++) {
        somebody = somebody || (tl_placing_weapon_is_meant(p->rule, &weapons[w], q->weapon) &&
                                tl_party_carries(&p->firers, SIZE_MAX, &weapons[w]));
    }
    for (size_t i = 0; i < p->firers.count && status == TL_OK; i++) {
        bool armed = somebody;
        for (size_t w = 0; w <= count && status == TL_OK; w++) {
            if (w < count ? !tl_placing_weapon_is_meant(p->rule, &weapons[w], q->weapon) ||
                                !tl_party_carries(&p->firers, i, &weapons[w])
                          : armed) {
                continue;
            }
            armed = true;
            status = judge_firer(inquiry, &trial, p->firers.first + i, w < count ? &weapons[w] : NULL, error);
            if (status == TL_OK && (!any || order[trial.verdict] > order[best.verdict])) {
                best = trial;
                any = true;
            }
        }
    }
    *p = best;
    return status;
}

/* A centre inside something solid sees nobody, whoever fires. */
static tl_status judge_place(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    const tl_between_end end[2] = {{.is_point = true, .point = p->eye}, {.is_point = true, .point = p->eye}};
    tl_between between;
    tl_status status = tl_between_ends(inquiry, end, &between, error);
    if (status != TL_OK) {
        return status;
    }
    if (!tl_visibility_live(&between.obstacles, p->eye)) {
        tl_placing_find(p, TL_PLACING_SOLID, tl_by(TL_CLAUSE_TEMPLATE_SIGHT), TL_VERDICT_NO);
        p->verdict = TL_VERDICT_NO;
    }
    tl_between_free(&between);
    return TL_OK;
}

/* How far a disc is from an area that it keeps out of (its centre, or all of it, setting template_keeps_out), mm:
 * negative when it lies in it, 0 when that hangs on its height. Infinitely far when it lies above or below. */
static double room_outside(const tl_inquiry *inquiry, const tl_placing *p, const tl_referee_area *area) {
    bool whole =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_TEMPLATE_KEEPS_OUT, TL_CHOICE_TEMPLATE_KEEPS_OUT_OUTLINE);
    tl_area prism = tl_inquiry_area(inquiry, area);
    double off = tl_max(p->at_off + tl_placed_uncertainty(&inquiry->table->terrain[area->terrain]), inquiry->tolerance);
    double below = prism.top - p->at.z, above = p->at.z - prism.bottom;
    if (below <= ON_RIM - p->at_off || above < -ON_RIM - off) {
        return INFINITY;
    }
    double rim = tl_outline_border_distance(prism.outline, p->shape.centre);
    double outside = tl_outline_holds(prism.outline, p->shape.centre) > 0 ? -rim : rim;
    double room = whole ? outside - p->shape.radius : outside;
    return room < 0 && (below <= off || above < -ON_RIM) ? 0 : room;
}

/* Terrain that the rule keeps a disc out of (DT-SPC-09): what is nearest, or what it lies deepest in. Its rim is no
 * part of it. */
static void judge_kept_out(const tl_inquiry *inquiry, tl_placing *p) {
    const tl_referee *referee = inquiry->referee;
    tl_placing_finding nearest = {.off_mm = INFINITY};
    double off = 0;
    for (size_t i = 0; i < referee->area_count; i++) {
        const tl_referee_area *area = &referee->areas[i];
        double room = tl_score_lists(p->rule->keeps_out, area->kind->name) ? room_outside(inquiry, p, area) : INFINITY;
        if (room < nearest.off_mm) {
            nearest.off_mm = room;
            nearest.terrain = area->terrain;
            off = tl_placed_uncertainty(&inquiry->table->terrain[area->terrain]);
        }
    }
    if (nearest.off_mm < INFINITY) {
        tl_verdict verdict = tl_verdict_of_margin(nearest.off_mm, off, inquiry->tolerance);
        if (inquiry->tolerance <= 0 && off <= 0 && fabs(nearest.off_mm) <= ON_RIM) {
            verdict = TL_VERDICT_YES;
        }
        if (verdict == TL_VERDICT_YES && !p->has_firer) {
            return; /* what is told is that nobody was named */
        }
        tl_placing_finding *found =
            tl_placing_find(p, TL_PLACING_KEPT_OUT, tl_by_row(TL_CLAUSE_TEMPLATE_AIM, p->rule->rule), verdict);
        found->off_mm = nearest.off_mm;
        found->terrain = nearest.terrain;
        p->verdict = tl_verdict_both(p->verdict, verdict);
    }
}

tl_status tl_placing_judge_blast(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    tl_status status = p->has_firer ? judge_firers(inquiry, q, p, error) : TL_OK;
    if (status == TL_OK && p->has_firer && p->rule->against != NULL) {
        status = tl_filling_judge_against(inquiry, p, error);
    }
    if (status == TL_OK) {
        judge_kept_out(inquiry, p);
    }
    return status == TL_OK ? judge_place(inquiry, p, error) : status;
}
