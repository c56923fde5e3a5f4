/* between.c: what stands between two ends under the rules: who blocks, whose walls are open, what areas ask. */
#include "judge/between/between_parts.h"

#include "judge/between/between.h"
#include "judge/between/closing.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/measure/range.h"
#include "math/predicates.h"

#include <string.h>

/* --- Who blocks --------------------------------------------------------------------------------------------------- */

bool tl_between_terrain_blocks(const tl_inquiry *inquiry, size_t terrain, bool for_cover) {
    TL_ASSERT(terrain < inquiry->table->terrain_count, "the terrain is the table's");
    const tl_terrain_kind *kind =
        tl_ruleset_kind(inquiry->referee->ruleset, inquiry->table->document->terrain[terrain].kind);
    if (for_cover && (kind != NULL ? kind->grade : 0) < inquiry->least_grade) {
        return false;
    }
    return kind == NULL || (for_cover ? kind->blocks && kind->cover : kind->blocks) ||
           (kind->blocks_if_solid &&
            tl_settings_is_at(&inquiry->settings, TL_SETTING_WOOD_MODELS, TL_CHOICE_WOOD_MODELS_SOLID));
}

bool tl_between_vehicles_block(const tl_inquiry *inquiry, bool for_cover) {
    return !for_cover || (inquiry->least_grade == 0 && tl_settings_is_at(&inquiry->settings, TL_SETTING_COVER_BLOCKERS,
                                                                         TL_CHOICE_COVER_BLOCKERS_PLUS_VEHICLES));
}

bool tl_inquiry_is_seen_past(const tl_inquiry *inquiry, const char *word) {
    return inquiry->past != NULL && tl_skills_effect_names(inquiry->past, word);
}

static void block_vehicle(const tl_inquiry *inquiry, size_t member, uint8_t *blockers) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_class_rule *kind = tl_table_unit_of(inquiry->table, member)->kind;
    if (!kind->blocks_sight || tl_inquiry_is_without(inquiry, placed->slot) ||
        tl_inquiry_is_without(inquiry, placed->core_slot) || tl_inquiry_is_seen_past(inquiry, kind->name)) {
        return;
    }
    if (!tl_settings_is_at(&inquiry->settings, TL_SETTING_BLOCKER_PARTS, TL_CHOICE_BLOCKER_PARTS_CORE)) {
        blockers[placed->slot] = TL_ROLES_CORE | TL_ROLE_BIT(TL_ROLE_LIMB) | TL_ROLE_BIT(TL_ROLE_GEAR);
    } else {
        blockers[placed->core_slot != 0 ? placed->core_slot : placed->slot] = TL_ROLES_CORE;
    }
}

void tl_between_block_all(const tl_inquiry *inquiry, bool for_cover, bool vehicles, const bool *own, uint8_t *blockers,
                          uint8_t *insides) {
    const tl_table *table = inquiry->table;
    blockers[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body != NULL && tl_between_terrain_blocks(inquiry, i, for_cover) &&
            !tl_inquiry_is_without(inquiry, placed->slot)) {
            blockers[placed->slot] = TL_ROLES_ALL;
            insides[placed->slot] = placed->inside_blocks;
        }
    }
    for (size_t i = 0; i < table->member_count && vehicles; i++) {
        if (own == NULL || !own[i]) {
            block_vehicle(inquiry, i, blockers);
        }
    }
}

tl_obstacles tl_between_obstacles(const tl_inquiry *inquiry, const uint8_t *blockers, const uint8_t *insides) {
    const tl_table *table = inquiry->table;
    return (tl_obstacles){.world = table->world,
                          .blockers = blockers,
                          .insides = insides,
                          .ground_slot = table->ground.body != NULL ? 0 : -1,
                          .single_error = tl_table_single_error(table),
                          .joiner = inquiry->referee->joiner};
}

/* --- Walls that are open, and bodies that aren't in their own way ------------------------------------------------- */

static size_t slot_count(const tl_making *m) {
    return m->rules != NULL ? m->rules->slots
                            : m->inquiry->table->slot_count * (m->inquiry->table->closed != NULL ? 2 : 1);
}

/* Blockers that others share are copied before some are opened. */
static tl_status own_masks(tl_making *m, tl_error *error) {
    tl_between *b = m->between;
    size_t slots = slot_count(m);
    if (b->masks != NULL) {
        return TL_OK;
    }
    b->masks = tl_alloc(b->context, 4 * slots);
    if (b->masks == NULL) {
        return tl_fail_memory(error);
    }
    tl_obstacles *const of[2] = {&b->least, &b->most};
    for (int k = 0; k < 2; k++) {
        uint8_t *blockers = b->masks + 2 * (size_t)k * slots, *insides = blockers + slots;
        memcpy(blockers, of[k]->blockers, slots);
        memcpy(insides, of[k]->insides, slots);
        of[k]->blockers = blockers;
        of[k]->insides = insides;
    }
    b->own_least = true;
    return TL_OK;
}

tl_status tl_open_walls(tl_making *m, size_t slot, bool surely, tl_error *error) {
    tl_between *b = m->between;
    size_t slots = slot_count(m);
    if (b->least.blockers[slot] == 0 && b->most.blockers[slot] == 0) {
        return TL_OK;
    }
    tl_status status = own_masks(m, error);
    for (size_t at = slot; at < slots && status == TL_OK; at += m->inquiry->table->slot_count) {
        b->masks[at] = b->masks[slots + at] = 0; /* itself, and its caps */
        if (surely && m->rules != NULL) {
            b->masks[2 * slots + at] = b->masks[3 * slots + at] = 0;
        }
    }
    return status;
}

bool tl_between_member_holds(const tl_inquiry *inquiry, size_t member, tl_vec3 point) {
    const tl_bvh *core = inquiry->table->members[member].body->core;
    tl_box3 box = tl_bvh_box(core);
    tl_vec2 p = tl_plan(point);
    if (p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y ||
        (tl_table_unit_of(inquiry->table, member)->kind->flies && point.z < box.low.z)) {
        return false;
    }
    for (uint32_t i = 0; i < tl_bvh_triangle_count(core); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(core, i, c);
        int turn = tl_orient2d(tl_plan(c[0]), tl_plan(c[1]), tl_plan(c[2])), in = 0;
        for (int k = 0; k < 3; k++) {
            in += tl_orient2d(tl_plan(c[k]), tl_plan(c[(k + 1) % 3]), p) * turn >= 0;
        }
        if (turn != 0 && in == 3) {
            return true;
        }
    }
    return false;
}

/* A member never stands in its own way, nor a vehicle in that of a point that lies on it. */
static tl_status open_bodies(tl_making *m, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    tl_status status = TL_OK;
    for (int k = 0; k < 2; k++) {
        const tl_between_end *end = &m->end[k];
        size_t first = end->is_point ? 0 : end->member, last = end->is_point ? table->member_count : end->member + 1;
        for (size_t i = first; i < last && status == TL_OK; i++) {
            const size_t slots[2] = {table->members[i].slot, table->members[i].core_slot};
            for (int s = 0; s < 2 && status == TL_OK; s++) {
                if (slots[s] != 0 && m->between->most.blockers[slots[s]] != 0 &&
                    (!end->is_point || tl_between_member_holds(m->inquiry, i, end->point))) {
                    status = tl_open_walls(m, slots[s], true, error);
                }
            }
        }
    }
    return status;
}

/* --- Between ------------------------------------------------------------------------------------------------------ */

void tl_between_free(tl_between *between) {
    if (between->context == NULL) {
        return;
    }
    for (size_t i = 0; i < between->prepared; i++) {
        tl_area_sight_release(&between->sights[i]);
    }
    tl_outline_free(&between->footprint[0]);
    tl_outline_free(&between->footprint[1]);
    tl_free(between->context, between->masks);
    tl_free(between->context, between->conditions);
    tl_free(between->context, between->sights);
    tl_free(between->context, between->area_of);
    tl_free(between->context, between->area_slots);
    tl_free(between->context, between->asked);
    *between = (tl_between){.context = NULL};
}

tl_status tl_between_begin(tl_making *m, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    tl_between *b = m->between;
    size_t slots = slot_count(m);
    *b = (tl_between){.context = inquiry->context};
    b->masks = tl_alloc_array(b->context, slots, 2);
    b->conditions = tl_alloc_array(b->context, inquiry->referee->area_count + 3, sizeof(*b->conditions));
    if (b->masks == NULL || b->conditions == NULL) {
        return tl_fail_memory(error);
    }
    b->blockers = b->masks;
    b->insides = b->masks + slots;
    b->obstacles = tl_between_obstacles(inquiry, b->blockers, b->insides);
    b->obstacles.conditions = b->conditions;
    b->most = b->obstacles;
    return TL_OK;
}

tl_status tl_between_make(tl_making *m, tl_error *error) {
    tl_status status = TL_OK;
    if (!m->for_cover ||
        m->rules == NULL) { /* for cover of regions vehicles are in the most alone, whoever's they are */
        status = open_bodies(m, error);
    }
    if (status == TL_OK) {
        status = tl_shelter_open_all(m, error);
    }
    if (status == TL_OK) {
        status = tl_between_meet_areas(m, error);
    }
    return status;
}

/* Between ends where they stand: everything blocks, then what doesn't between these is opened. */
static tl_status make_exactly(tl_making *m, tl_error *error) {
    tl_status status = tl_between_begin(m, error);
    if (status == TL_OK) {
        tl_between *b = m->between;
        tl_between_block_all(m->inquiry, m->for_cover, tl_between_vehicles_block(m->inquiry, m->for_cover), NULL,
                             b->blockers, b->insides);
        status = tl_between_make(m, error);
    }
    return status;
}

static tl_status finish_exactly(tl_making *m, tl_status status) {
    if (status == TL_OK) {
        tl_between_close_as_set(m->inquiry, m->between);
        m->between->most = m->between->least;
    } else {
        tl_between_free(m->between);
    }
    return status;
}

tl_status tl_between_ends(const tl_inquiry *inquiry, const tl_between_end end[2], tl_between *between,
                          tl_error *error) {
    tl_making m = {.inquiry = inquiry, .end = end, .depths = true, .between = between};
    tl_status status = make_exactly(&m, error);
    if (status == TL_OK) {
        tl_shelter_add_outlooks(between);
    }
    return finish_exactly(&m, status);
}

tl_status tl_between_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_between *between, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    const tl_between_end end[2] = {{.member = a}, {.member = b}};
    return tl_between_ends(inquiry, end, between, error);
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Whoever cover is asked from, and what it leans on (DB-COV-06), where the setting leaves that out. */
typedef struct leaning {
    size_t attacker;
    double reach;   /* negative: nothing is left out */
    bool drop_open; /* so is what stands at that limit */
} leaning;

static tl_status is_leant_on(const tl_inquiry *inquiry, const leaning *by, const tl_placed *terrain,
                             tl_verdict *verdict, tl_error *error) {
    tl_volume own = tl_table_measured(inquiry->table, by->attacker),
              its = {.mesh = terrain->body->solid, .uncertainty = tl_placed_uncertainty(terrain)};
    its.mesh_closed = terrain->inside_blocks;
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(inquiry->context, &own, &its, tl_inquiry_metric(inquiry), &range, error);
    if (status == TL_OK) {
        status = tl_judge_volumes_within(inquiry, &own, &its, &range, by->reach, false, &limit, error);
        *verdict = limit.verdict;
    }
    return status;
}

static tl_status leave_out_leant_on(const tl_inquiry *inquiry, const leaning *by, tl_between *between,
                                    tl_error *error) {
    const tl_table *table = inquiry->table;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body == NULL || between->blockers[placed->slot] == 0) {
            continue;
        }
        tl_verdict near;
        tl_status status = is_leant_on(inquiry, by, placed, &near, error);
        if (status != TL_OK) {
            return status;
        }
        between->near_open = between->near_open || near == TL_VERDICT_MARGINAL;
        if (near == TL_VERDICT_YES || (near == TL_VERDICT_MARGINAL && by->drop_open)) {
            between->blockers[placed->slot] = 0;
            between->insides[placed->slot] = 0;
        }
    }
    return TL_OK;
}

/* The same for an area; what the attacker stands in, it leans on. */
static tl_status is_area_leant_on(const tl_inquiry *inquiry, const leaning *by, const tl_referee_area *area,
                                  tl_between *between, bool *leant, tl_error *error) {
    tl_area_placement placement;
    tl_status status = tl_inquiry_place_in(inquiry, area, by->attacker, &placement, error);
    /* the gap is rounded up: who stands at the limit to the last bit is within it (DB-MSR-05) */
    double margin =
        placement.place != TL_AREA_OUTSIDE ? by->reach : by->reach + TL_BETWEEN_AREA_ROUNDING - placement.gap_mm;
    double off = inquiry->tolerance + tl_uncertainty_of_area(inquiry, area) +
                 tl_table_measured(inquiry->table, by->attacker).uncertainty;
    bool open = fabs(margin) <= off && off > 0;
    between->near_open = between->near_open || open;
    *leant = open ? by->drop_open : margin >= 0;
    return status;
}

/* An area in between gives cover, however shallow. */
static tl_status add_cover_areas(tl_making *m, const leaning *by, tl_error *error) {
    const tl_inquiry *inquiry = m->inquiry;
    tl_between *b = m->between;
    tl_status status = tl_between_areas_room(m, error);
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        tl_area_sight *sight = &b->sights[b->sight_count];
        bool leant = false;
        *sight = (tl_area_sight){.area = tl_inquiry_area(inquiry, area)};
        if (tl_between_area_hides(inquiry, area, &sight->area, &b->conditions[b->sight_count])) {
            if (by->reach >= 0) {
                status = is_area_leant_on(inquiry, by, area, b, &leant, error);
            }
            if (!leant) {
                b->area_of[b->sight_count++] = i;
            }
        }
    }
    b->prepared = b->obstacles.condition_count = b->sight_count;
    return status;
}

tl_status tl_between_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_between_cover_areas areas, bool drop_open,
                           tl_between *between, tl_error *error) {
    TL_ASSERT(a < inquiry->table->member_count && b < inquiry->table->member_count, "both are members of the table");
    const tl_between_end end[2] = {{.member = a}, {.member = b}};
    const leaning by = {a, tl_settings_number_or(&inquiry->settings, TL_SETTING_COVER_NEAR_SHOOTER, -1), drop_open};
    tl_making m = {.inquiry = inquiry,
                   .end = end,
                   .for_cover = true,
                   .depths = areas == TL_BETWEEN_COVER_AREAS_AS_FOR_SIGHT,
                   .between = between};
    tl_status status = make_exactly(&m, error);
    if (status == TL_OK && by.reach >= 0) {
        status = leave_out_leant_on(inquiry, &by, between, error);
    }
    if (status == TL_OK && areas == TL_BETWEEN_COVER_AREAS_HIDE) {
        status = add_cover_areas(&m, &by, error);
    }
    return finish_exactly(&m, status);
}
