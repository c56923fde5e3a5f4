/* regions.c: what stands between bodies whose places are known only to a region: what all regions of a map share. */
#include "judge/between/regions.h"

#include "judge/between/between_parts.h"
#include "judge/between/closing.h"
#include "judge/between/slot_uncertainty.h"

#include <string.h>

/* --- The same for all --------------------------------------------------------------------------------------------- */

/* Surfaces that may be off, and by how much the most. Then cells are joined only where one mesh is. */
static void find_give(tl_region_rules *rules, bool closed) {
    const tl_referee *referee = rules->inquiry->referee;
    for (size_t slot = 0; slot < rules->slots; slot++) {
        double off = rules->blockers[slot] != 0 ? tl_uncertainty_of_slot(referee->table, slot) : 0;
        if (off > 0) {
            rules->unsure[slot] = rules->blockers[slot];
            rules->give = tl_max(rules->give, off);
            rules->ground_gives = rules->ground_gives || slot == 0;
        }
    }
    tl_joiner *firm = closed ? referee->firm_closed_joiner : referee->firm_joiner;
    rules->common.joiner = firm != NULL ? firm : rules->common.joiner;
}

tl_status tl_region_rules_make(const tl_inquiry *inquiry, const bool *own, tl_region_rules *rules, tl_error *error) {
    const tl_table *table = inquiry->table;
    bool closed = tl_holes_closed(inquiry);
    *rules = (tl_region_rules){.inquiry = inquiry, .slots = table->slot_count * (closed ? 2 : 1)};
    rules->blockers = tl_alloc_array(inquiry->context, rules->slots, 3);
    rules->own = tl_alloc_array(inquiry->context, table->member_count, sizeof(bool));
    if (rules->blockers == NULL || rules->own == NULL) {
        return tl_fail_memory(error);
    }
    rules->insides = rules->blockers + rules->slots;
    rules->unsure = rules->insides + rules->slots;
    for (size_t i = 0; i < table->member_count; i++) {
        rules->own[i] = own != NULL && own[i];
    }
    tl_between_block_all(inquiry, false, tl_between_vehicles_block(inquiry, false), rules->own, rules->blockers,
                         rules->insides);
    rules->common = tl_between_obstacles(inquiry, rules->blockers, rules->insides);
    if (closed) {
        tl_holes_close(inquiry, rules->blockers, &rules->common);
    }
    find_give(rules, closed);
    rules->clearance = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_CLEARANCE_MM);
    rules->grown = tl_settings_is_at(&inquiry->settings, TL_SETTING_LOS_TOUCH, TL_CHOICE_LOS_TOUCH_CLEAR);
    rules->never_free = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_VISIBLE_PATCH_MM) > 0;
    return TL_OK;
}

void tl_region_rules_free(tl_region_rules *rules) {
    if (rules->inquiry != NULL) {
        tl_free(rules->inquiry->context, rules->blockers);
        tl_free(rules->inquiry->context, rules->own);
    }
    *rules = (tl_region_rules){.inquiry = NULL};
}

bool tl_region_open_holes(const tl_region_rules *rules) {
    const tl_table *table = rules->inquiry->table;
    if (table->closed == NULL ||
        tl_settings_is_at(&rules->inquiry->settings, TL_SETTING_SCAN_HOLES, TL_CHOICE_SCAN_HOLES_CLOSED)) {
        return false;
    }
    for (size_t slot = 0; slot < table->slot_count; slot++) { /* caps of holes are in a slot of their own, behind */
        if (rules->blockers[slot] != 0 && tl_world_get(table->closed, table->slot_count + slot) != NULL) {
            return true;
        }
    }
    return false;
}

/* --- Between ------------------------------------------------------------------------------------------------------ */

tl_status tl_region_between_make(const tl_region_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_between *between, tl_error *error) {
    const tl_between_end end[2] = {{.member = a->member, .region = a}, {.member = b->member, .region = b}};
    tl_making m = {.inquiry = rules->inquiry, .rules = rules, .end = end, .depths = true, .between = between};
    *between = (tl_between){.context = context};
    between->least = between->most = rules->common;
    between->never_free = rules->never_free;
    return tl_between_make(&m, error);
}

static bool all_satisfy(const tl_condition *condition, tl_box3 a, tl_box3 b) {
    tl_vec3 from[8], to[8];
    tl_box3_corners(a, from);
    tl_box3_corners(b, to);
    return condition->bundle(condition->user, from, 8, to, 8) == TL_BUNDLE_ALL;
}

/* An uncertain outline must not be entered by any line that near; the others must allow all of them. */
bool tl_region_areas_allow(const tl_between *between, tl_box3 a, tl_box3 b, double ends) {
    for (size_t i = 0; i < between->most.condition_count; i++) {
        const tl_between_asked_area *area = between->most.conditions[i].user;
        double off = area->off + ends, by = off > 0 ? off + 1e-5 : 0;
        tl_area column = tl_area_asked_of(&area->sights[0]);
        tl_condition clear = tl_area_clear_condition(&column, 0);
        const tl_condition *asked = area->off > 0 ? &clear : &between->most.conditions[i];
        if (!all_satisfy(asked, tl_box3_grow(a, by), tl_box3_grow(b, by))) {
            return false;
        }
    }
    return true;
}
