/* shielding.c: obstacles to cover between bodies whose places are known only to a region. */
#include "judge/between/shielding.h"

#include "judge/between/between.h"
#include "judge/between/between_parts.h"
#include "judge/between/closing.h"
#include "judge/between/slot_uncertainty.h"

#include <string.h>

/* --- The same for all --------------------------------------------------------------------------------------------- */

static bool any_blocks_sight_alone(const tl_shield_rules *rules) {
    for (size_t slot = 0; slot < rules->sight->slots; slot++) {
        if ((rules->sight->blockers[slot] & ~rules->most.blockers[slot]) != 0) {
            return true;
        }
    }
    const tl_referee *referee = rules->sight->inquiry->referee;
    for (size_t i = 0; i < referee->area_count; i++) {
        if (!referee->areas[i].kind->cover) {
            return true;
        }
    }
    return false;
}

/* Areas in between, however shallow. An uncertain outline hides nobody for certain. */
static void add_areas(tl_shield_rules *rules) {
    const tl_region_rules *sight = rules->sight;
    size_t count = 0;
    for (size_t i = 0; i < sight->inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &sight->inquiry->referee->areas[i];
        rules->prisms[count] = tl_inquiry_area(sight->inquiry, area);
        if (tl_between_area_hides(sight->inquiry, area, &rules->prisms[count], &rules->conditions[count])) {
            rules->areas_off = tl_max(rules->areas_off, tl_uncertainty_of_area(sight->inquiry, area));
            count++;
        }
    }
    rules->most.conditions = rules->least.conditions = rules->conditions;
    rules->most.condition_count = count;
    rules->least.condition_count = rules->areas_off > 0 ? 0 : count;
}

tl_status tl_shield_rules_make(const tl_region_rules *sight, tl_shield_rules *rules, tl_error *error) {
    const tl_inquiry *inquiry = sight->inquiry;
    tl_context *context = inquiry->context;
    size_t slots = sight->slots, areas = inquiry->referee->area_count;
    *rules = (tl_shield_rules){.sight = sight};
    rules->masks = tl_alloc_array(context, slots, 4);
    rules->prisms = tl_alloc_array(context, areas, sizeof(*rules->prisms));
    rules->conditions = tl_alloc_array(context, areas, sizeof(*rules->conditions));
    if (rules->masks == NULL || rules->prisms == NULL || rules->conditions == NULL) {
        return tl_fail_memory(error);
    }
    rules->least = rules->most = sight->common;
    for (size_t k = 0; k < 2; k++) { /* vehicles are in the most alone */
        tl_obstacles *of = k == 0 ? &rules->least : &rules->most;
        uint8_t *blockers = rules->masks + 2 * k * slots, *insides = blockers + slots;
        tl_between_block_all(inquiry, true, k == 1 && tl_between_vehicles_block(inquiry, true), sight->own, blockers,
                             insides);
        if (tl_holes_closed(inquiry)) {
            tl_holes_mask(inquiry, blockers);
        }
        of->blockers = blockers;
        of->insides = insides;
    }
    add_areas(rules);
    rules->never_hidden = tl_settings_number_or(&inquiry->settings, TL_SETTING_COVER_NEAR_SHOOTER, -1) >= 0;
    rules->some_hidden = tl_settings_number_of(&inquiry->settings, TL_SETTING_COVER_MIN_FRACTION) > 0;
    rules->holds_sight = !any_blocks_sight_alone(rules) && !(sight->clearance > 0) && !sight->never_free;
    return TL_OK;
}

void tl_shield_rules_free(tl_shield_rules *rules) {
    if (rules->sight != NULL) {
        tl_context *context = rules->sight->inquiry->context;
        tl_free(context, rules->masks);
        tl_free(context, rules->prisms);
        tl_free(context, rules->conditions);
    }
    *rules = (tl_shield_rules){.sight = NULL};
}

/* --- Between ------------------------------------------------------------------------------------------------------ */

/* Whether the target stands in an area that is cover by itself (DB-COV-05). */
static tl_status look_at_area(tl_making *m, const tl_referee_area *area, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    double off = tl_uncertainty_of_area(inquiry, area);
    tl_region wide = *m->end[1].region;
    const tl_between_end widened[2] = {m->end[0], {.member = wide.member, .region = &wide}};
    tl_between apart = {.context = m->between->context};
    tl_making m_wide = *m;
    if (off > 0) {
        wide.measured += off;
        wide.covers = 0;
        m_wide.end = widened;
        m_wide.between = &apart;
    }
    unsigned ways;
    tl_status status = tl_between_end_ways(&m_wide, area, 1, &ways, error);
    tl_outline_free(&apart.footprint[1]);
    bool whole =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_COVER_OVERLAP, TL_CHOICE_AREA_COVER_OVERLAP_WHOLE);
    if (status == TL_OK && tl_ways_may_be_in(ways)) {
        m->between->never_free = true;
        m->between->in_cover =
            m->between->in_cover ||
            (whole ? ways == TL_WAY_IN
                   : tl_ways_must_be_in(ways) || tl_region_overlaps(m->rules, apart.context, area, &wide));
    }
    return status;
}

/* ... or infantry in a fortification or trench (DT-FRT-08). */
static tl_status look_at_shelter(tl_making *m, const tl_referee_area *shelter, tl_error *error) {
    unsigned ways = TL_WAY_OUT;
    tl_status status = tl_between_end_ways(m, shelter, 1, &ways, error);
    if (status == TL_OK) {
        m->between->in_cover = m->between->in_cover || tl_ways_must_be_in(ways);
        m->between->never_free = m->between->never_free || tl_ways_may_be_in(ways);
    }
    return status;
}

tl_status tl_shield_between_make(const tl_shield_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_between *between, tl_error *error) {
    const tl_inquiry *inquiry = rules->sight->inquiry;
    const tl_referee *referee = inquiry->referee;
    const tl_between_end end[2] = {{.member = a->member, .region = a}, {.member = b->member, .region = b}};
    tl_making m = {.inquiry = inquiry, .rules = rules->sight, .end = end, .for_cover = true, .between = between};
    *between = (tl_between){.context = context, .least = rules->least, .most = rules->most};
    tl_status status = tl_between_make(&m, error);
    for (size_t i = 0; i < referee->area_count && status == TL_OK; i++) {
        if (referee->areas[i].kind->cover) {
            status = look_at_area(&m, &referee->areas[i], error);
        }
    }
    bool sheltered =
        b->kind->shelters && tl_settings_is_at(&inquiry->settings, TL_SETTING_FORT_COVER, TL_CHOICE_FORT_COVER_ALWAYS);
    for (size_t i = 0; i < referee->shelter_count && sheltered && status == TL_OK; i++) {
        status = look_at_shelter(&m, &referee->shelters[i], error);
    }
    return status;
}
