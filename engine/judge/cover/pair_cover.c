/* pair_cover.c: cover of one model from another as the rules say. */
#include "judge/cover/pair_cover.h"

#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/special.h"

#include <string.h>

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Work units for how much is in view of who is in cover anyway. */
#define VIEW_BUDGET UINT64_C(2000000)

/* Whether the target stands in something that is cover by itself: a fortification or trench (DT-FRT-08), an area
 * (DB-COV-05). `*on_rim`: it touches an area's rim to within rounding. */
static tl_status look_where_it_stands(const tl_inquiry *inquiry, size_t b, tl_pair_cover_result *result, bool *on_rim,
                                      tl_error *error) {
    bool whole =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_COVER_OVERLAP, TL_CHOICE_AREA_COVER_OVERLAP_WHOLE);
    size_t shelter = SIZE_MAX;
    tl_status status = TL_OK;
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_FORT_COVER, TL_CHOICE_FORT_COVER_ALWAYS)) {
        status = tl_inquiry_shelter(inquiry, b, &shelter, error);
    }
    if (status == TL_OK && shelter != SIZE_MAX &&
        inquiry->referee->shelters[shelter].kind->grade >= inquiry->least_grade) {
        result->verdict = TL_VERDICT_YES;
        result->cause = tl_by(TL_CLAUSE_COVER_SHELTER);
        result->stands_in_area = true;
        result->area_slot = inquiry->table->terrain[inquiry->referee->shelters[shelter].terrain].slot;
    }
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK && !result->stands_in_area; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        if (!area->kind->cover || area->kind->grade < inquiry->least_grade) {
            continue;
        }
        tl_area_placement placement;
        status = tl_inquiry_place_in(inquiry, area, b, &placement, error);
        if (status != TL_OK) {
            return status;
        }
        double by = tl_uncertainty_of_area(inquiry, area) + tl_placed_core_uncertainty(&inquiry->table->members[b]);
        bool certain = placement.certain && (by == 0 || placement.gap_mm > by);
        bool in = whole ? placement.place == TL_AREA_INSIDE : placement.place != TL_AREA_OUTSIDE;
        *on_rim = *on_rim || !certain;
        if (in && certain) {
            result->verdict = TL_VERDICT_YES;
            result->cause = tl_by(TL_CLAUSE_COVER_AREA);
            result->stands_in_area = true;
            result->area_slot = inquiry->table->terrain[area->terrain].slot;
        }
    }
    return status;
}

static tl_status measure_cover(const tl_inquiry *inquiry, const tl_pair_cover_result *result,
                               const tl_obstacles *obstacles, const tl_cover_options *options, tl_cover *cover,
                               tl_error *error) {
    tl_status status = tl_cover_between(inquiry->context, obstacles, inquiry->table->members[result->from].body->core,
                                        inquiry->table->members[result->to].body->core, options, cover, error);
    size_t count = 0;
    for (size_t i = 0; i < cover->named_count; i++) { /* caps are their owners' */
        uint32_t slot = (uint32_t)tl_table_open_slot(inquiry->table, cover->named[i]);
        double share = cover->hidden_share[i];
        size_t k = 0;
        while (k < count && cover->named[k] != slot) {
            k++;
        }
        cover->named[k] = slot;
        cover->hidden_share[k] = k < count ? cover->hidden_share[k] + share : share;
        count += k == count;
    }
    cover->named_count = count;
    return status;
}

/* --- Holes -------------------------------------------------------------------------------------------------------- */

/* The holes between a viewpoint and the target's corners. */
static tl_status holes_before_target(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 eye, size_t target,
                                     bool repaired, tl_pair_holes *holes, tl_error *error) {
    const tl_bvh *core = inquiry->table->members[target].body->core;
    tl_status status =
        tl_holes_on_line(inquiry, between, eye, tl_box3_centre(tl_bvh_box(core)), 0, repaired, holes, error);
    for (size_t i = 0; i < tl_bvh_vertex_count(core) && status == TL_OK; i++) {
        status = tl_holes_on_line(inquiry, between, eye, tl_bvh_vertices(core)[i], 0, repaired, holes, error);
    }
    return status;
}

/* Whether an answer rests on holes: that the target is seen whole with them closed, too, or hidden without repairs. */
static tl_status look_at_holes(const tl_inquiry *inquiry, tl_pair_cover_result *result, const tl_between *between,
                               const tl_cover_options *options, tl_error *error) {
    tl_cover *told = &result->cover, view;
    bool hidden = told->verdict == TL_VERDICT_YES;
    const tl_placed *members = inquiry->table->members;
    tl_box3 box =
        tl_box3_union(tl_bvh_box(members[result->from].body->core), tl_bvh_box(members[result->to].body->core));
    if (told->verdict == TL_VERDICT_MARGINAL || !tl_holes_matter(inquiry, between) ||
        !tl_holes_near(inquiry, between, box, hidden)) {
        return TL_OK;
    }
    tl_between other;
    tl_status status = tl_between_otherwise(inquiry, between, hidden, &other, error);
    if (status != TL_OK) {
        return status;
    }
    status = measure_cover(inquiry, result, &other.obstacles, options, &view, error);
    tl_between_other_free(&other);
    if (status == TL_OK && !hidden && view.verdict == TL_VERDICT_NO) {
        if (!result->uncertainty.any) {
            *told = view; /* no hole is needed */
        }
    } else if (status == TL_OK && !hidden) {
        status = holes_before_target(inquiry, between, told->viewpoint, result->to, false, &result->holes, error);
        result->holes.through = view.verdict == TL_VERDICT_YES ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    } else if (status == TL_OK && view.verdict == TL_VERDICT_NO) {
        status = holes_before_target(inquiry, between, view.viewpoint, result->to, true, &result->holes, error);
        result->holes.by_repair = true;
    }
    return status;
}

/* How many of what hides the target are areas. */
static size_t areas_that_hide(const tl_between *between, const tl_cover *cover) {
    size_t count = 0;
    for (size_t k = 0; k < cover->named_count; k++) {
        bool area = false;
        for (size_t i = 0; i < between->obstacles.condition_count; i++) {
            area = area || between->conditions[i].slot == cover->named[k];
        }
        count += area;
    }
    return count;
}

/* How much is in view of a target that areas give cover: they let lines through as they do for sight, though every such
 * line is one that cover forbids. `cover`: where lines must be clear of areas; NULL: that wasn't asked. */
static tl_status look_through_areas(const tl_inquiry *inquiry, tl_pair_cover_result *result, const tl_between *cover,
                                    tl_cover_options options, tl_error *error) {
    tl_between between;
    tl_status status = tl_between_cover(inquiry, result->from, result->to, TL_BETWEEN_COVER_AREAS_AS_FOR_SIGHT, false,
                                        &between, error);
    if (status != TL_OK) {
        return status;
    }
    tl_cover view, *told = &result->cover;
    options.sight.budget = VIEW_BUDGET;
    options.min_fraction = 0;
    status = measure_cover(inquiry, result, &between.obstacles, &options, &view, error);
    tl_between_free(&between);
    if (status == TL_OK && cover == NULL) {
        *told = view;
    } else if (status == TL_OK && view.has_viewpoint) {
        told->has_viewpoint = true;
        told->viewpoint = view.viewpoint;
        told->visible_low = view.visible_low;
        told->visible_high = view.visible_high;
        told->closed_gap = tl_max(told->closed_gap, view.closed_gap);
        told->why = view.why == TL_WHY_TIME ? view.why : told->why;
        told->hidden_point = view.has_hidden_point ? view.hidden_point : told->hidden_point;
        told->has_hidden_point =
            view.has_hidden_point ||
            (told->has_hidden_point && !tl_visibility_line_free(&cover->obstacles, view.viewpoint, told->hidden_point));
    }
    return status;
}

/* How much of the target is in view past terrain and smoke. With `drop_open` terrain at the limit of what the attacker
 * leans on is left out; `*near_open`: there is such. */
static tl_status look_past_terrain(const tl_inquiry *inquiry, tl_pair_cover_result *result, bool drop_open,
                                   bool *near_open, tl_error *error) {
    tl_cover_options options = {
        .sight = {.tolerance = inquiry->tolerance,
                  .seed = tl_pair_seed(inquiry, result->from, result->to),
                  .prove = true,
                  .effort = inquiry->effort},
        .contact_skirt = tl_settings_number_of(&inquiry->settings, TL_SETTING_CONTACT_SKIRT_MM),
        .min_fraction = tl_settings_number_of(&inquiry->settings, TL_SETTING_COVER_MIN_FRACTION),
        .union_of_views =
            tl_settings_is_at(&inquiry->settings, TL_SETTING_COVER_VANTAGE, TL_CHOICE_COVER_VANTAGE_UNION)};
    result->looked = true;
    if (result->stands_in_area) {
        return look_through_areas(inquiry, result, NULL, options, error);
    }
    tl_between between;
    tl_status status =
        tl_between_cover(inquiry, result->from, result->to, TL_BETWEEN_COVER_AREAS_HIDE, drop_open, &between, error);
    if (status != TL_OK) {
        return status;
    }
    *near_open = between.near_open;
    status = measure_cover(inquiry, result, &between.obstacles, &options, &result->cover, error);
    if (status == TL_OK) {
        status = tl_uncertainty_cover(inquiry, &between, result->from, result->to, &options, &result->cover,
                                      &result->uncertainty, error);
        tl_uncertainty_free(&result->uncertainty);
    }
    if (status == TL_OK && !drop_open) {
        status = look_at_holes(inquiry, result, &between, &options, error);
    }
    /* where a share decides, lines through an area count as hidden in it */
    size_t areas = status == TL_OK ? areas_that_hide(&between, &result->cover) : 0;
    result->behind_area = areas > 0;
    if (result->behind_area && areas == result->cover.named_count && result->cover.verdict == TL_VERDICT_YES) {
        result->cause = tl_by(TL_CLAUSE_COVER_AREA);
    }
    if (result->behind_area && !drop_open && result->cover.verdict == TL_VERDICT_YES && !(options.min_fraction > 0)) {
        status = look_through_areas(inquiry, result, &between, options, error);
    }
    tl_between_free(&between);
    return status;
}

/* A vehicle in between gives no cover, but what it hides wholly isn't seen, and that is cover, too (DB-COV-01, -03); an
 * open question of cover is settled when there is no sight at all. */
static tl_status look_for_sight(const tl_inquiry *inquiry, tl_pair_cover_result *result, tl_error *error) {
    tl_pair_sight_result sight;
    tl_status status = tl_pair_sight(inquiry, result->from, result->to, &sight, error);
    if (status == TL_OK && (sight.sight.verdict == TL_VERDICT_NO ||
                            (sight.sight.verdict == TL_VERDICT_MARGINAL && result->verdict == TL_VERDICT_NO))) {
        bool vehicles = result->verdict == TL_VERDICT_NO && sight.cause.clause == TL_CLAUSE_SIGHT_BLOCKED;
        result->cause = tl_by(vehicles ? TL_CLAUSE_COVER_UNSEEN : TL_CLAUSE_COVER_VIEW);
        result->verdict = sight.sight.verdict == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
        result->unseen = result->verdict == TL_VERDICT_YES;
        result->cover.why = sight.sight.why;
        result->cover.closed_gap = tl_max(result->cover.closed_gap, sight.sight.closed_gap);
        result->cover.named_count = sight.sight.named_count;
        memcpy(result->cover.named, sight.sight.named, sizeof(result->cover.named));
    }
    return status;
}

static tl_status judge_cover(const tl_inquiry *inquiry, tl_pair_cover_result *result, tl_error *error) {
    bool on_rim = false, near_open = false;
    tl_status status = look_where_it_stands(inquiry, result->to, result, &on_rim, error);
    if (status == TL_OK) {
        status = look_past_terrain(inquiry, result, false, &near_open, error);
    }
    if (status != TL_OK || result->stands_in_area) {
        return status; /* the verdict is known; what was looked for is how much is in view */
    }
    result->verdict = result->cover.verdict;
    if (near_open && result->verdict != TL_VERDICT_NO) {
        tl_pair_cover_result without = *result;
        status = look_past_terrain(inquiry, &without, true, &near_open, error);
        if (status == TL_OK && without.cover.verdict != result->verdict) {
            result->verdict = TL_VERDICT_MARGINAL;
            result->cause = tl_by(TL_CLAUSE_COVER_LEANING);
            result->cover.why = TL_WHY_TOLERANCE;
        }
    }
    if (status == TL_OK && result->verdict == TL_VERDICT_NO && on_rim) {
        /* it touches an area's rim to within rounding: standing in it would be cover */
        result->verdict = TL_VERDICT_MARGINAL;
        result->cause = tl_by(TL_CLAUSE_COVER_AREA);
        result->cover.why = TL_WHY_TOLERANCE;
    }
    return status == TL_OK && result->verdict != TL_VERDICT_YES ? look_for_sight(inquiry, result, error) : status;
}

tl_status tl_pair_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_cover_result *result, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    *result = (tl_pair_cover_result){.from = a, .to = b, .cause = tl_by(TL_CLAUSE_COVER_VIEW)};
    tl_status status = judge_cover(inquiry, result, error);
    tl_effect_cover effect = tl_special_unit_cover_effect(inquiry, tl_table_unit_of(inquiry->table, b), &result->skill);
    if (status == TL_OK && effect != TL_EFFECT_COVER_AS_SEEN) {
        result->as_seen = result->verdict;
        result->by_skill = true;
        result->cause = tl_by_row(TL_CLAUSE_COVER_SKILL, result->skill->rule);
        result->verdict = effect == TL_EFFECT_COVER_ALWAYS ? TL_VERDICT_YES : TL_VERDICT_NO;
    }
    if (status == TL_OK && inquiry->unsettled != NULL && !inquiry->quick &&
        tl_inquiry_is_unsettled(result->verdict, result->cover.why)) {
        inquiry->unsettled->cover = true;
    }
    return status;
}

void tl_pair_cover_share(const tl_pair_cover_result *result, double share[2]) {
    bool whole = result->cover.verdict == TL_VERDICT_NO && result->cover.visible_low == 1;
    bool open = result->uncertainty.any && !whole;
    share[0] = open ? 0 : result->cover.visible_low;
    share[1] = open ? 1 : result->cover.visible_high;
}

bool tl_pair_cover_rests_on_holes(const tl_pair_cover_result *result) {
    return !result->by_skill && result->holes.count > 0 &&
           result->verdict == (result->holes.by_repair ? TL_VERDICT_YES : TL_VERDICT_NO);
}
