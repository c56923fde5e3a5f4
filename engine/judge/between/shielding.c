/* shielding.c: obstacles to cover between bodies whose places are known only to a region. */
#include "judge/between/shielding.h"

#include "judge/between/holes.h"

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

static void add_areas(tl_shield_rules *rules) {
    const tl_inquiry *inquiry = rules->sight->inquiry;
    size_t count = 0;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        if (area->kind->cover) {
            rules->prisms[count] = tl_inquiry_area(inquiry, area);
            rules->areas_off = tl_max(rules->areas_off, rules->sight->area_off[i]);
            rules->conditions[count] =
                tl_area_clear_condition(&rules->prisms[count], (uint32_t)inquiry->table->terrain[area->terrain].slot);
            count++;
        }
    }
    rules->most.conditions = rules->least.conditions = rules->conditions;
    rules->most.condition_count = count;
    rules->least.condition_count = rules->areas_off > 0 ? 0 : count; /* an uncertain outline hides nobody for certain */
}

tl_status tl_shield_rules_make(const tl_region_rules *sight, tl_shield_rules *rules, tl_error *error) {
    const tl_inquiry *inquiry = sight->inquiry;
    const tl_table *table = inquiry->table;
    tl_context *context = inquiry->context;
    size_t slots = sight->slots, areas = inquiry->referee->area_count;
    *rules = (tl_shield_rules){.sight = sight};
    rules->blockers = tl_alloc_array(context, 2 * slots, 1);
    rules->insides = tl_alloc_array(context, 2 * slots, 1);
    rules->prisms = tl_alloc_array(context, areas + 1, sizeof(*rules->prisms));
    rules->conditions = tl_alloc_array(context, areas + 1, sizeof(*rules->conditions));
    if (rules->blockers == NULL || rules->insides == NULL || rules->prisms == NULL || rules->conditions == NULL) {
        return tl_fail_memory(error);
    }
    for (int most = 0; most < 2; most++) {
        uint8_t *blockers = rules->blockers + (most == 1 ? slots : 0),
                *insides = rules->insides + (most == 1 ? slots : 0);
        blockers[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
        for (size_t i = 0; i < table->terrain_count; i++) {
            const tl_placed *placed = &table->terrain[i];
            if (placed->body != NULL && tl_terrain_blocks(inquiry, i, true)) {
                blockers[placed->slot] = TL_ROLES_ALL;
                insides[placed->slot] = placed->inside_blocks;
            }
        }
        for (size_t i = 0; most == 1 && i < table->member_count; i++) {
            if (tl_settings_is(&inquiry->settings, "cover_blockers", "plus_vehicles", false) && !sight->own[i] &&
                !tl_class_is_foot(tl_table_unit_of(table, i)->kind)) {
                tl_block_member(inquiry, i, blockers);
            }
        }
        if (tl_holes_closed(inquiry)) {
            tl_holes_mask(inquiry, blockers);
        }
    }
    rules->least = rules->most = sight->common;
    rules->least.blockers = rules->blockers;
    rules->least.insides = rules->insides;
    rules->most.blockers = rules->blockers + slots;
    rules->most.insides = rules->insides + slots;
    add_areas(rules);
    rules->never_hidden = tl_settings_number(&inquiry->settings, "cover_near_shooter", -1) >= 0;
    rules->some_hidden = tl_settings_number(&inquiry->settings, "cover_min_fraction", 0) > 0;
    rules->holds_sight = !any_blocks_sight_alone(rules) && !(sight->clearance > 0) && !sight->never_free;
    return TL_OK;
}

void tl_shield_rules_free(tl_shield_rules *rules) {
    if (rules->sight != NULL) {
        tl_context *context = rules->sight->inquiry->context;
        tl_free(context, rules->blockers);
        tl_free(context, rules->insides);
        tl_free(context, rules->prisms);
        tl_free(context, rules->conditions);
    }
    *rules = (tl_shield_rules){0};
}

/* --- Between ------------------------------------------------------------------------------------------------------ */

static tl_status open_walls(tl_shield_between *between, const tl_shield_rules *rules, tl_context *context, size_t slot,
                            bool surely, tl_error *error) {
    size_t slots = rules->sight->slots, own = rules->sight->inquiry->table->slot_count;
    if (between->masks == NULL) {
        between->masks = tl_alloc(context, 4 * slots);
        if (between->masks == NULL) {
            return tl_fail_memory(error);
        }
        memcpy(between->masks, rules->blockers, 2 * slots);
        memcpy(between->masks + 2 * slots, rules->insides, 2 * slots);
        between->least.blockers = between->masks;
        between->most.blockers = between->masks + slots;
        between->least.insides = between->masks + 2 * slots;
        between->most.insides = between->masks + 3 * slots;
        between->own_least = true;
    }
    for (size_t at = slot; at < slots; at += own) { /* itself, and its caps */
        between->masks[at] = between->masks[2 * slots + at] = 0;
        if (surely) {
            between->masks[slots + at] = between->masks[3 * slots + at] = 0;
        }
    }
    return TL_OK;
}

/* Whether the target stands in what is cover by itself (DB-COV-05). */
static tl_status look_at_area(const tl_shield_rules *rules, tl_context *context, const tl_table_area *area,
                              const tl_region *b, tl_shield_between *between, tl_error *error) {
    const tl_inquiry *inquiry = rules->sight->inquiry;
    double off = rules->sight->area_off[area - inquiry->referee->areas];
    tl_region wide = *b;
    wide.measured += off;
    wide.covers = off > 0 ? 0 : wide.covers;
    unsigned ways;
    tl_status status = tl_region_ways(rules->sight, context, area, &wide, &ways, error);
    bool whole = tl_settings_is(&inquiry->settings, "area_cover_overlap", "whole", false);
    if (status == TL_OK && ways != TL_REGION_OUT) {
        between->never_bare = true;
        between->in_cover = between->in_cover || (whole ? ways == TL_REGION_IN
                                                        : (ways & TL_REGION_OUT) == 0 ||
                                                              tl_region_overlaps(rules->sight, context, area, &wide));
    }
    return status;
}

/* Fortifications and trenches (DT-FRT-08), and their walls, which are open to who looks from within. */
static tl_status look_at_shelters(const tl_shield_rules *rules, tl_context *context, const tl_region *a,
                                  const tl_region *b, tl_shield_between *between, tl_error *error) {
    const tl_inquiry *inquiry = rules->sight->inquiry;
    bool always = tl_settings_is(&inquiry->settings, "fort_cover", "always", true);
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->shelter_count && status == TL_OK; i++) {
        const tl_table_area *shelter = &inquiry->referee->shelters[i];
        unsigned ways = TL_REGION_OUT;
        if (always && tl_class_is_foot(b->kind)) {
            status = tl_region_ways(rules->sight, context, shelter, b, &ways, error);
            between->in_cover = between->in_cover || (ways & TL_REGION_OUT) == 0;
            between->never_bare = between->never_bare || ways != TL_REGION_OUT;
        }
        ways = TL_REGION_OUT;
        if (status == TL_OK && tl_class_is_foot(a->kind) && shelter->kind->blocks) {
            status = tl_region_ways(rules->sight, context, shelter, a, &ways, error);
        }
        if (status == TL_OK && ways != TL_REGION_OUT) {
            between->never_bare = true;
            status = open_walls(between, rules, context, inquiry->table->terrain[shelter->terrain].slot, false, error);
        }
    }
    return status;
}

tl_status tl_shield_between_make(const tl_shield_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_shield_between *between, tl_error *error) {
    const tl_inquiry *inquiry = rules->sight->inquiry;
    *between = (tl_shield_between){.least = rules->least, .most = rules->most};
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        unsigned ways[2] = {TL_REGION_OUT, TL_REGION_OUT};
        if (area->kind->cover) {
            status = look_at_area(rules, context, area, b, between, error);
        }
        size_t slot = inquiry->table->terrain[area->terrain].slot;
        if (status != TL_OK || !inquiry->table->document->terrain[area->terrain].abstract_interior ||
            rules->most.blockers[slot] == 0) {
            continue;
        }
        status = tl_region_ways(rules->sight, context, area, a, &ways[0], error);
        status = status == TL_OK ? tl_region_ways(rules->sight, context, area, b, &ways[1], error) : status;
        if (status == TL_OK && (ways[0] != TL_REGION_OUT || ways[1] != TL_REGION_OUT)) {
            bool surely = (ways[0] & TL_REGION_OUT) == 0 || (ways[1] & TL_REGION_OUT) == 0;
            status = open_walls(between, rules, context, slot, surely, error);
        }
    }
    return status == TL_OK ? look_at_shelters(rules, context, a, b, between, error) : status;
}

void tl_shield_between_free(tl_context *context, tl_shield_between *between) {
    tl_free(context, between->masks);
    *between = (tl_shield_between){0};
}
