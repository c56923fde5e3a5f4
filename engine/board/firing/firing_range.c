/* firing_range.c: range and field of fire of cells: measured in the middle of a cell, and no farther off at its other
 * places than these are from the middle. */
#include "board/firing/firing.h"

#include "base/thread_pool.h"
#include "board/limits.h"
#include "judge/measure/arc.h"
#include "judge/measure/flight.h"
#include "judge/score/reach.h"
#include "judge/special.h"
#include "judge/verdict.h"
#include "judge/variant.h"

#include <string.h>

typedef struct firing_range_job {
    tl_firing_work *w;
} firing_range_job;

/* The mover as a thread sets it here and there. */
static tl_status begin(const tl_firing_work *w, tl_context *context, tl_variant *view, tl_error *error) {
    tl_status status = tl_variant_begin(view, &w->inquiry, context, w->mover, error);
    tl_variant_face(view, w->facing);
    return status;
}

/* What is known of the way from a cell to one model of the target. */
typedef struct firing_range_line {
    double low, high; /* range */
    tl_verdict los;
} firing_range_line;

static tl_verdict between(double low, double high, double limit, double tolerance) {
    return high <= limit - tolerance ? TL_VERDICT_YES : low > limit + tolerance ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

static tl_verdict not_verdict(tl_verdict v) {
    return v == TL_VERDICT_YES ? TL_VERDICT_NO : v == TL_VERDICT_NO ? TL_VERDICT_YES : v;
}

/* How far off measurements to a model of the target may be before limits aren't certain. */
static double slack(const tl_firing_work *w, const tl_table *table, size_t member) {
    double off = tl_table_measured(table, w->mover).uncertainty + tl_table_measured(table, member).uncertainty;
    return w->inquiry.tolerance + off + TL_BOARD_FIRING_ROUNDING;
}

static tl_verdict in_range(const tl_firing_work *w, const tl_variant *s, const tl_document_weapon *weapon,
                           const firing_range_line *lines, size_t j, const tl_reach_cap *reach) {
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1 : w->inquiry.game_unit;
    double off = slack(w, &s->table, w->others[j].member);
    tl_verdict most = weapon->range == TL_WEAPON_RANGE_UNSTATED
                          ? TL_VERDICT_YES
                          : between(lines[j].low, lines[j].high, tl_flight_reach(&w->inquiry, weapon), off);
    if (reach->perhaps < INFINITY) {
        const tl_verdict near = between(lines[j].low, lines[j].high, reach->perhaps, off);
        const tl_verdict far = between(lines[j].low, lines[j].high, reach->surely, off);
        most = tl_verdict_both(most, near == far ? near : TL_VERDICT_MARGINAL);
    }
    if (weapon->range == TL_WEAPON_RANGE_UNSTATED || weapon->range_min <= 0) {
        return most;
    }
    bool each = tl_settings_is_at(&w->inquiry.settings, TL_SETTING_MIN_RANGE, TL_CHOICE_MIN_RANGE_PER_MINIATURE);
    double low = lines[j].low, high = lines[j].high;
    for (size_t k = 0; k < w->target_count && !each; k++) { /* that of the nearest model counts */
        low = tl_min(low, lines[k].low);
        high = tl_min(high, lines[k].high);
        off = tl_max(off, slack(w, &s->table, w->others[k].member));
    }
    return tl_verdict_both(most, not_verdict(between(low, high, weapon->range_min * unit, off)));
}

/* The boundary of a field of fire moves with the model: its distance changes by no more than the way. */
static tl_status in_arc(const tl_firing_work *w, const tl_variant *s, const tl_document_weapon *weapon, size_t member,
                        double way, tl_verdict *verdict, tl_error *error) {
    tl_pair_arc_result arc;
    tl_status status = tl_pair_arc(&s->inquiry, w->mover, weapon, member, &arc, error);
    double off = way + slack(w, &s->table, member) +
                 TL_BOARD_ROOT_2 * (tl_table_measured(&s->table, member).uncertainty +
                                    tl_placed_core_uncertainty(&s->table.members[w->mover]));
    *verdict = status != TL_OK || arc.always ? TL_VERDICT_YES
               : arc.margin_mm > off         ? TL_VERDICT_YES
               : arc.margin_mm < -off        ? TL_VERDICT_NO
                                             : TL_VERDICT_MARGINAL;
    return status;
}

/* Whether somewhere in a cell the mover may stand in a fortification from which nothing like the target is hit. */
static bool may_be_barred(const tl_firing_work *w, size_t k) {
    const tl_referee *referee = w->referee;
    tl_board_rect r = tl_firing_rect(w, k);
    double reach = w->body.measured;
    for (size_t i = 0; i < referee->shelter_count && w->unit->kind->shelters; i++) {
        const tl_referee_area *shelter = &referee->shelters[i];
        const tl_outline_box *box = &shelter->outline.box;
        if (tl_ruleset_kind_never_hits(shelter->kind, w->target.unit->kind->name) && box->low.x <= r.x1 + reach &&
            box->high.x >= r.x0 - reach && box->low.y <= r.y1 + reach && box->high.y >= r.y0 - reach) {
            return true;
        }
    }
    return false;
}

/* What depends on more than lines, lengths and angles: told by the rulings at a place. */
static tl_verdict as_far_as_told(const tl_firing_work *w, const tl_document_weapon *weapon, size_t k, tl_verdict v) {
    const bool lit = tl_reach_asks_of_firer(&w->inquiry); /* light falls where the mover may stand */
    bool more = lit || tl_special_weapon_effect(&w->inquiry, w->unit, weapon, TL_EFFECT_SEES_PAST, NULL) != NULL ||
                tl_special_weapon_effect(&w->inquiry, w->unit, weapon, TL_EFFECT_DIRECTED_BY, NULL) != NULL;
    bool less = lit || w->camouflaged || may_be_barred(w, k) ||
                tl_special_weapon_effect(&w->inquiry, w->unit, weapon, TL_EFFECT_NOT_FROM_AREA, NULL) != NULL;
    return (v == TL_VERDICT_NO && more) || (v == TL_VERDICT_YES && less) ? TL_VERDICT_MARGINAL : v;
}

static tl_status judge_weapon(const tl_firing_work *w, const tl_variant *s, size_t number,
                              const firing_range_line *lines, double way, size_t k, tl_firing_square *candidate,
                              tl_error *error) {
    const tl_document_weapon *weapon = &w->weapons[number];
    bool independent =
        tl_settings_is_at(&w->inquiry.settings, TL_SETTING_VALID_TARGET, TL_CHOICE_VALID_TARGET_INDEPENDENT);
    tl_verdict shot = TL_VERDICT_NO, any[3] = {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_NO};
    for (size_t j = 0; j < w->target_count; j++) {
        tl_reach_cap reach; /* which doesn't depend on where the mover stands */
        tl_verdict arc;
        tl_status status = tl_reach_of(&w->inquiry, w->mover, w->others[j].member, weapon, &reach, error);
        status = status == TL_OK ? in_arc(w, s, weapon, w->others[j].member, way, &arc, error) : status;
        if (status != TL_OK) {
            return status;
        }
        const tl_verdict range = in_range(w, s, weapon, lines, j, &reach);
        shot = tl_verdict_either(shot, tl_verdict_both(tl_verdict_both(arc, range), lines[j].los));
        any[0] = tl_verdict_either(any[0], arc);
        any[1] = tl_verdict_either(any[1], range);
        any[2] = tl_verdict_either(any[2], lines[j].los);
    }
    shot = independent ? tl_verdict_both(tl_verdict_both(any[0], any[1]), any[2]) : shot;
    candidate->fires |= shot == TL_VERDICT_YES ? UINT64_C(1) << number : 0;
    candidate->cell.shot = tl_verdict_either(candidate->cell.shot, as_far_as_told(w, weapon, k, shot));
    return TL_OK;
}

static tl_status measure_cell(const tl_firing_work *w, tl_variant *s, size_t k, firing_range_line *lines,
                              tl_error *error) {
    tl_firing_square *candidate = &w->made->candidates[k];
    tl_board_rect r = tl_firing_rect(w, k);
    double up = 0.5 * (candidate->high - candidate->low);
    tl_vec3 at = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1), 0.5 * (candidate->low + candidate->high) - w->body.low};
    double way = 0.5 * tl_hypot(r.x1 - r.x0, r.y1 - r.y0);
    double off =
        (tl_inquiry_metric(&w->inquiry) == TL_METRIC_PLAN ? way : tl_hypot(way, up)) + TL_BOARD_FIRING_ROUNDING;
    tl_pose pose = tl_pose_turned(at, w->facing);
    tl_status status = tl_variant_move(s, &pose, error);
    candidate->cell.range_low = candidate->cell.range_high = INFINITY;
    for (size_t j = 0; j < w->target_count && status == TL_OK; j++) {
        tl_range_result range;
        const tl_board_cell *seen = &w->others[j].cells[k];
        status = tl_pair_range(&s->inquiry, w->mover, w->others[j].member, &range, error);
        lines[j] = (firing_range_line){.low = tl_max(0, range.distance_mm - range.error_mm - off),
                                       .high = range.distance_mm + range.error_mm + off,
                                       .los = seen->low == 1    ? TL_VERDICT_YES
                                              : seen->high == 0 ? TL_VERDICT_NO
                                                                : TL_VERDICT_MARGINAL};
        candidate->cell.range_low = tl_min(candidate->cell.range_low, lines[j].low);
        candidate->cell.range_high = tl_min(candidate->cell.range_high, lines[j].high);
    }
    candidate->cell.shot = TL_VERDICT_NO;
    for (size_t i = 0; i < w->weapon_count && status == TL_OK; i++) {
        if ((w->meant >> i & 1) != 0 && !tl_bar_unit_is_inside(&w->inquiry, w->target.unit)) { /* DT-SPC-18 */
            status = judge_weapon(w, s, i, lines, way + TL_BOARD_FIRING_ROUNDING, k, candidate, error);
        }
    }
    return status;
}

/* A row of cells. */
static tl_status measure_row(void *user, tl_context *context, size_t row, tl_error *error) {
    const tl_firing_work *w = ((firing_range_job *)user)->w;
    tl_variant s;
    firing_range_line *lines = tl_alloc_array(context, w->target_count + 1, sizeof(*lines));
    tl_status status = begin(w, context, &s, error);
    status = status == TL_OK && lines == NULL ? tl_fail_memory(error) : status;
    for (size_t i = 0; i < w->grid.nx && status == TL_OK; i++) {
        if (w->made->candidates[row * w->grid.nx + i].cell.standing) {
            size_t k = row * w->grid.nx + i;
            status = measure_cell(w, &s, k, lines, error);
        }
    }
    tl_variant_end(&s);
    tl_free(context, lines);
    return status;
}

tl_status tl_firing_measure(tl_firing_work *w, tl_error *error) {
    firing_range_job j = {w};
    const tl_thread_pool pool = {.context = w->context,
                                 .threads = w->question->threads,
                                 .count = w->grid.ny,
                                 .what = "measuring ranges",
                                 .first = TL_BOARD_FIRING_MAPPED,
                                 .last = TL_BOARD_FIRING_MEASURED,
                                 .user = &j,
                                 .work = measure_row};
    return tl_thread_pool_run(&pool, error);
}
