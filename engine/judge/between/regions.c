/* regions.c: obstacles and conditions for bodies whose places are known only to a region. */
#include "judge/between/regions.h"

#include "judge/between/doubt.h"
#include "judge/between/holes.h"
#include "judge/between/shelter.h"

#include <string.h>

/* --- The same for all --------------------------------------------------------------------------------------------- */

/* Surfaces that may be off, and by how much the most. Then cells are joined only where one mesh is. */
static void find_give(tl_region_rules *rules, bool closed) {
    const tl_referee *referee = rules->inquiry->referee;
    for (size_t slot = 0; slot < rules->slots; slot++) {
        double off = rules->blockers[slot] != 0 ? tl_slot_uncertainty(referee->table, slot) : 0;
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
    tl_context *context = inquiry->context;
    *rules = (tl_region_rules){.inquiry = inquiry};
    bool closed = tl_holes_closed(inquiry);
    rules->slots = table->slot_count * (closed ? 2 : 1);
    rules->blockers = tl_alloc_array(context, rules->slots, 1);
    rules->insides = tl_alloc_array(context, rules->slots, 1);
    rules->own = tl_alloc_array(context, table->member_count, sizeof(bool));
    size_t areas = inquiry->referee->area_count, shelters = inquiry->referee->shelter_count;
    rules->prisms = tl_alloc_array(context, areas + shelters + 1, sizeof(*rules->prisms));
    rules->depths = tl_alloc_array(context, areas + 1, sizeof(*rules->depths));
    rules->area_off = tl_alloc_array(context, areas + 1, sizeof(*rules->area_off));
    rules->unsure = tl_alloc_array(context, rules->slots, 1);
    if (rules->blockers == NULL || rules->insides == NULL || rules->own == NULL || rules->prisms == NULL ||
        rules->depths == NULL || rules->area_off == NULL || rules->unsure == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < areas + shelters; i++) { /* settings are looked up by name: once is enough */
        const tl_table_area *area = i < areas ? &inquiry->referee->areas[i] : &inquiry->referee->shelters[i - areas];
        rules->prisms[i] = tl_inquiry_area(inquiry, area);
        if (i < areas) {
            rules->area_off[i] = tl_area_uncertainty(inquiry, area);
        }
        if (i < areas && area->kind->area != NULL) {
            rules->depths[i] = tl_inquiry_area_rules(inquiry, area->kind->area);
        }
    }
    rules->grain = tl_settings_is(&inquiry->settings, "area_grain", "unit", false);
    rules->sum = tl_settings_is(&inquiry->settings, "area_combine", "sum_depth", false);
    rules->blockers[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body != NULL && tl_terrain_blocks(inquiry, i, false)) {
            rules->blockers[placed->slot] = TL_ROLES_ALL;
            rules->insides[placed->slot] = placed->inside_blocks;
        }
    }
    for (size_t i = 0; i < table->member_count; i++) {
        rules->own[i] = own != NULL && own[i];
        if (!rules->own[i] && !tl_class_is_foot(tl_table_unit_of(table, i)->kind)) {
            tl_block_member(inquiry, i, rules->blockers);
        }
    }
    if (closed) {
        tl_holes_mask(inquiry, rules->blockers);
    }
    rules->common = (tl_obstacles){.world = closed ? table->closed : table->world,
                                   .blockers = rules->blockers,
                                   .insides = rules->insides,
                                   .ground_slot = table->ground.body != NULL ? 0 : -1,
                                   .single_error = tl_table_single_error(table),
                                   .joiner = closed ? inquiry->referee->closed_joiner : inquiry->referee->joiner};
    find_give(rules, closed);
    rules->clearance = tl_settings_number(&inquiry->settings, "min_clearance_mm", 0);
    rules->grown = tl_settings_is(&inquiry->settings, "los_touch", "clear", false);
    rules->never_free = tl_settings_number(&inquiry->settings, "min_visible_patch_mm", 0) > 0;
    return TL_OK;
}

void tl_region_rules_free(tl_region_rules *rules) {
    if (rules->inquiry != NULL) {
        tl_free(rules->inquiry->context, rules->blockers);
        tl_free(rules->inquiry->context, rules->insides);
        tl_free(rules->inquiry->context, rules->own);
        tl_free(rules->inquiry->context, rules->prisms);
        tl_free(rules->inquiry->context, rules->area_off);
        tl_free(rules->inquiry->context, rules->unsure);
        tl_free(rules->inquiry->context, rules->depths);
    }
    *rules = (tl_region_rules){0};
}

bool tl_region_open_holes(const tl_region_rules *rules) {
    const tl_table *table = rules->inquiry->table;
    if (table->closed == NULL || tl_settings_is(&rules->inquiry->settings, "scan_holes", "closed", false)) {
        return false;
    }
    for (size_t slot = 0; slot < table->slot_count; slot++) { /* caps of holes are in a slot of their own, behind */
        if (rules->blockers[slot] != 0 && tl_world_get(table->closed, table->slot_count + slot) != NULL) {
            return true;
        }
    }
    return false;
}

/* --- Where regions lie ----------------------------------------------------------------------------------------------
 */

/* OVER: outside by its height alone; for who asks from outside that is OUT. */
enum { OUT = TL_REGION_OUT, STRADDLES = TL_REGION_STRADDLES, IN = TL_REGION_IN, OVER = 8, WAYS = 4 };

static const tl_area *prism_of(const tl_region_rules *rules, const tl_table_area *area) {
    const tl_referee *r = rules->inquiry->referee;
    size_t index = ((uintptr_t)area - (uintptr_t)r->areas) / sizeof(*area);
    return &rules->prisms[index < r->area_count ? index : r->area_count + (size_t)(area - r->shelters)];
}

/* Everything that is measured on the body, over all places, seen from above: an octagon's reach round a rectangle. */
static tl_status footprint_of(tl_context *context, const tl_region *r, tl_outline *outline, tl_error *error) {
    double m = r->measured + 1e-6, c = m * 0.41421356237309509; /* tan 22.5 degrees: the octagon round a disc */
    const tl_vec2 corner[8] = {{r->high.x + m, r->low.y - c},  {r->high.x + m, r->high.y + c},
                               {r->high.x + c, r->high.y + m}, {r->low.x - c, r->high.y + m},
                               {r->low.x - m, r->high.y + c},  {r->low.x - m, r->low.y - c},
                               {r->low.x - c, r->low.y - m},   {r->high.x + c, r->low.y - m}};
    return tl_outline_polygon(context, corner, 8, outline, error);
}

static bool are_apart(const tl_outline_box *a, const tl_outline_box *b) {
    return a->low.x > b->high.x || a->high.x < b->low.x || a->low.y > b->high.y || a->high.y < b->low.y;
}

/* The ways in which a body may stand to an area, as bits. */
static tl_status ways_to_stand(const tl_region_rules *rules, const tl_table_area *area, const tl_region *r,
                               const tl_outline *footprint, unsigned *ways, tl_error *error) {
    tl_area_placement placement;
    if (r->member != SIZE_MAX) {
        tl_status status = tl_inquiry_place_in(rules->inquiry, area, r->member, &placement, error);
        *ways = placement.place == TL_AREA_INSIDE      ? IN
                : placement.place == TL_AREA_STRADDLES ? STRADDLES
                : placement.over                       ? OVER
                                                       : OUT;
        return status;
    }
    tl_area prism = *prism_of(rules, area);
    if (prism.outline->kind == TL_OUTLINE_RINGS && are_apart(&prism.outline->box, &footprint->box)) {
        *ways = OUT; /* without the distance, which takes more time than all the rest */
        return TL_OK;
    }
    placement = tl_area_place_of(&prism, footprint, r->bottom_low, r->bottom_high + r->tall);
    bool high_enough = r->bottom_high < prism.top && r->bottom_low + r->tall > prism.bottom;
    if (placement.certain && placement.place == TL_AREA_OUTSIDE) {
        *ways = placement.over ? OUT | OVER : OUT;
    } else if (placement.certain && placement.place == TL_AREA_INSIDE) {
        *ways = high_enough ? IN : OVER | IN;
    } else {
        *ways = OUT | STRADDLES | IN | (high_enough ? 0U : (unsigned)OVER);
    }
    return TL_OK;
}

tl_status tl_region_ways(const tl_region_rules *rules, tl_context *context, const tl_table_area *area,
                         const tl_region *r, unsigned *ways, tl_error *error) {
    tl_outline made = {.kind = TL_OUTLINE_NONE};
    tl_status status = footprint_of(context, r, &made, error);
    *ways = OUT | STRADDLES | IN;
    if (status == TL_OK) {
        status = ways_to_stand(rules, area, r, &made, ways, error);
        *ways = (*ways & OVER) != 0 ? (*ways & ~(unsigned)OVER) | OUT : *ways;
    }
    tl_outline_free(&made);
    return status;
}

bool tl_region_overlaps(const tl_region_rules *rules, tl_context *context, const tl_table_area *area,
                        const tl_region *r) {
    tl_area prism = *prism_of(rules, area);
    if (r->member != SIZE_MAX || !(r->bottom_high < prism.top && r->bottom_low + r->tall > prism.bottom)) {
        return false;
    }
    tl_vec3 middle = {0.5 * (r->low.x + r->high.x), 0.5 * (r->low.y + r->high.y), 0};
    tl_shape disc = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .high = 1};
    disc.radius = r->covers - 0.5 * tl_hypot(r->high.x - r->low.x, r->high.y - r->low.y) - 1e-6;
    disc.pose.at = middle;
    tl_outline outline;
    if (!(disc.radius > 0.1) || tl_outline_of_shape(context, &disc, &outline, NULL) != TL_OK) {
        return false;
    }
    tl_area_placement placement = tl_area_place_of(&prism, &outline, r->bottom_low, r->bottom_high + r->tall);
    tl_outline_free(&outline);
    return placement.certain && placement.place != TL_AREA_OUTSIDE;
}

static tl_box3 box_of(const tl_region *r) {
    return (tl_box3){{r->low.x - r->measured, r->low.y - r->measured, r->bottom_low},
                     {r->high.x + r->measured, r->high.y + r->measured, r->bottom_high + r->tall}};
}

/* Lines all stay in the box round both. */
static bool off_the_way(const tl_region_rules *rules, const tl_table_area *area, tl_box3 ends) {
    tl_area prism = *prism_of(rules, area);
    const tl_outline_box *box = &prism.outline->box;
    double room = rules->inquiry->game_unit;
    return prism.outline->kind != TL_OUTLINE_NONE &&
           (box->low.x > ends.high.x + room || box->high.x < ends.low.x - room || box->low.y > ends.high.y + room ||
            box->high.y < ends.low.y - room || prism.bottom > ends.high.z + room || prism.top < ends.low.z - room);
}

/* --- Areas ----------------------------------------------------------------------------------------------------------
 */

static bool relaxed_line(const void *user, tl_vec3 p, tl_vec3 q) {
    const tl_region_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_line(&area->sights[i], p, q, &ruling);
        if (ruling.verdict != TL_VERDICT_NO) {
            return true;
        }
    }
    return false;
}

static tl_bundle relaxed_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    const tl_region_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_bundle(&area->sights[i], a, a_count, b, b_count, &ruling);
        if (ruling.verdict != TL_VERDICT_NO) {
            return TL_BUNDLE_SPLIT;
        }
    }
    return TL_BUNDLE_NONE;
}

static bool strict_line(const void *user, tl_vec3 p, tl_vec3 q) {
    const tl_region_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_line(&area->sights[i], p, q, &ruling);
        if (ruling.verdict != TL_VERDICT_YES) {
            return false;
        }
    }
    return true;
}

static tl_bundle strict_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count) {
    const tl_region_area *area = user;
    tl_area_ruling ruling;
    for (size_t i = 0; i < area->count; i++) {
        tl_area_bundle(&area->sights[i], a, a_count, b, b_count, &ruling);
        if (ruling.verdict != TL_VERDICT_YES) {
            return TL_BUNDLE_SPLIT;
        }
    }
    return TL_BUNDLE_ALL;
}

/* Bounds of the distance between what is measured on the two: in plan from below, in space from above. */
static void distances(const tl_region *a, const tl_region *b, double *low, double *high) {
    double gap[2] = {tl_max(0, tl_max(a->low.x - b->high.x, b->low.x - a->high.x)),
                     tl_max(0, tl_max(a->low.y - b->high.y, b->low.y - a->high.y))};
    double span[3] = {
        tl_max(fabs(a->high.x - b->low.x), fabs(b->high.x - a->low.x)),
        tl_max(fabs(a->high.y - b->low.y), fabs(b->high.y - a->low.y)),
        tl_max(fabs(a->bottom_high + a->tall - b->bottom_low), fabs(b->bottom_high + b->tall - a->bottom_low))};
    *low = tl_max(0, tl_hypot(gap[0], gap[1]) - a->measured - b->measured - 1e-6);
    *high = tl_hypot(tl_hypot(span[0], span[1]), span[2]) + a->measured + b->measured + 1e-6;
}

/* Longer footprints make shorter depths, and shorter distances: lines are judged leniently from the footprint over all
 * places, and strictly from their own ends. */
static tl_status add_sight(const tl_region_between *between, tl_context *context, const tl_table_area *area,
                           const tl_region *const r[2], const unsigned way[2], bool strict, tl_area_sight *sight,
                           tl_error *error) {
    double low, high;
    memset(sight, 0, sizeof(*sight));
    distances(r[0], r[1], &low, &high);
    sight->area = *prism_of(between->rules, area);
    sight->rules = between->rules->depths[area - between->rules->inquiry->referee->areas];
    sight->unit_distance = strict ? high : low;
    for (int k = 0; k < 2; k++) {
        sight->end[k] = (tl_area_end){.place = way[k] == IN          ? TL_AREA_INSIDE
                                               : way[k] == STRADDLES ? TL_AREA_STRADDLES
                                                                     : TL_AREA_OUTSIDE,
                                      .over = way[k] == OVER};
        if (!strict) {
            sight->end[k].footprint = &between->footprint[k];
            sight->end[k].from_footprint = r[k]->from_base;
        }
    }
    return tl_area_sight_prepare(context, sight, error);
}

static tl_status add_area(tl_region_between *between, tl_context *context, const tl_table_area *area,
                          const tl_region *const r[2], const unsigned ways[2], tl_error *error) {
    tl_region_area *made[2] = {&between->relaxed[between->area_count], &between->strict[between->area_count]};
    tl_status status = TL_OK;
    made[0]->off = made[1]->off = between->rules->area_off[area - between->rules->inquiry->referee->areas];
    between->any_off = between->any_off || made[0]->off > 0;
    between->area_count++;
    for (int i = 0; i < WAYS * WAYS && status == TL_OK; i++) {
        const unsigned way[2] = {1U << (i / WAYS), 1U << (i % WAYS)};
        if ((ways[0] & way[0]) == 0 || (ways[1] & way[1]) == 0) {
            continue;
        }
        for (int strict = 0; strict < 2 && status == TL_OK; strict++) {
            status = add_sight(between, context, area, r, way, strict == 1, &made[strict]->sights[made[strict]->count],
                               error);
            made[strict]->count += status == TL_OK ? 1U : 0U;
        }
    }
    return status;
}

static tl_status add_areas(tl_region_between *between, tl_context *context, const tl_region *const r[2],
                           tl_error *error) {
    const tl_inquiry *inquiry = between->rules->inquiry;
    const tl_referee *referee = inquiry->referee;
    tl_box3 ends = tl_box3_union(box_of(r[0]), box_of(r[1]));
    tl_status status = TL_OK;
    for (size_t i = 0; i < referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &referee->areas[i];
        if (off_the_way(between->rules, area, ends)) {
            continue;
        }
        if (between->relaxed == NULL) {
            between->relaxed = tl_alloc_array(context, referee->area_count, sizeof(*between->relaxed));
            between->strict = tl_alloc_array(context, referee->area_count, sizeof(*between->strict));
            between->conditions = tl_alloc_array(context, 2 * referee->area_count, sizeof(*between->conditions));
            status = between->relaxed != NULL && between->strict != NULL && between->conditions != NULL
                         ? TL_OK
                         : tl_fail_memory(error);
            for (int k = 0; k < 2 && status == TL_OK; k++) {
                status = footprint_of(context, r[k], &between->footprint[k], error);
            }
        }
        unsigned ways[2] = {0, 0};
        for (int k = 0; k < 2 && status == TL_OK; k++) {
            status = ways_to_stand(between->rules, area, r[k], &between->footprint[k], &ways[k], error);
        }
        if (status == TL_OK) {
            status = add_area(between, context, area, r, ways, error);
        }
    }
    size_t count = between->area_count;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        between->conditions[i] =
            (tl_condition){.user = &between->relaxed[i], .line = relaxed_line, .bundle = relaxed_bundle};
        between->conditions[count + i] =
            (tl_condition){.user = &between->strict[i], .line = strict_line, .bundle = strict_bundle};
    }
    between->least.conditions = between->conditions;
    between->least.condition_count = between->rules->grain || between->any_off
                                         ? 0
                                         : count; /* another pair of the units may be allowed what this one isn't */
    between->most.conditions = between->conditions != NULL ? between->conditions + count : NULL;
    between->most.condition_count = count;
    between->never_free = between->never_free || (count > 1 && between->rules->sum);
    return status;
}

/* --- Walls that are open to who stands in them ----------------------------------------------------------------------
 */

/* `least` and `most` get blockers of their own. */
static tl_status own_masks(tl_region_between *between, tl_context *context, tl_error *error) {
    size_t slots = between->rules->slots;
    if (between->masks != NULL) {
        return TL_OK;
    }
    between->masks = tl_alloc(context, 4 * slots);
    if (between->masks == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t k = 0; k < 4; k++) {
        memcpy(between->masks + k * slots, (k & 1) == 0 ? between->rules->blockers : between->rules->insides, slots);
    }
    between->least.blockers = between->masks;
    between->least.insides = between->masks + slots;
    between->most.blockers = between->masks + 2 * slots;
    between->most.insides = between->masks + 3 * slots;
    between->own_least = true;
    return TL_OK;
}

static void open_walls(tl_region_between *between, size_t slot, bool surely) {
    size_t slots = between->rules->slots, own = between->rules->inquiry->table->slot_count;
    for (size_t at = slot; at < slots; at += own) { /* itself, and its caps */
        between->masks[at] = between->masks[slots + at] = 0;
        if (surely) {
            between->masks[2 * slots + at] = between->masks[3 * slots + at] = 0;
        }
    }
}

/* How the two may stand to an area or a shelter. */
static tl_status both_ways(tl_region_between *between, tl_context *context, const tl_table_area *area,
                           const tl_region *const r[2], unsigned ways[2], tl_error *error) {
    tl_status status = TL_OK;
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        status = tl_region_ways(between->rules, context, area, r[k], &ways[k], error);
    }
    return status;
}

static tl_status open_abstract(tl_region_between *between, tl_context *context, const tl_region *const r[2],
                               tl_error *error) {
    const tl_inquiry *inquiry = between->rules->inquiry;
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        size_t slot = inquiry->table->terrain[area->terrain].slot;
        unsigned ways[2] = {OUT, OUT};
        if (!inquiry->table->document->terrain[area->terrain].abstract_interior ||
            between->rules->blockers[slot] == 0) {
            continue;
        }
        status = both_ways(between, context, area, r, ways, error);
        if (status == TL_OK && (ways[0] != OUT || ways[1] != OUT)) {
            status = own_masks(between, context, error);
        }
        if (status == TL_OK && between->masks != NULL && (ways[0] != OUT || ways[1] != OUT)) {
            open_walls(between, slot, (ways[0] & OUT) == 0 || (ways[1] & OUT) == 0);
        }
    }
    return status;
}

/* Who may stand in a bunker may see through its walls, and may see less for its field of view. */
static tl_status open_shelters(tl_region_between *between, tl_context *context, const tl_region *const r[2],
                               tl_error *error) {
    const tl_inquiry *inquiry = between->rules->inquiry;
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->shelter_count && status == TL_OK; i++) {
        const tl_table_area *shelter = &inquiry->referee->shelters[i];
        size_t slot = inquiry->table->terrain[shelter->terrain].slot;
        unsigned ways[2] = {OUT, OUT};
        if (!shelter->kind->blocks || between->rules->blockers[slot] == 0 ||
            (!tl_class_is_foot(r[0]->kind) && !tl_class_is_foot(r[1]->kind))) {
            continue;
        }
        status = both_ways(between, context, shelter, r, ways, error);
        bool open = false;
        for (int k = 0; k < 2; k++) {
            open = open || (tl_class_is_foot(r[k]->kind) && ways[k] != OUT);
        }
        if (status == TL_OK && open) {
            status = own_masks(between, context, error);
            between->never_free = between->never_free || shelter->kind->shelter_half_deg < 180;
        }
        if (status == TL_OK && open) {
            open_walls(between, slot, false);
        }
    }
    return status;
}

/* A member never stands in its own way. */
static tl_status open_self(tl_region_between *between, tl_context *context, const tl_region *r, tl_error *error) {
    const tl_table *table = between->rules->inquiry->table;
    tl_status status = TL_OK;
    if (r->member == SIZE_MAX) {
        return TL_OK;
    }
    const size_t slots[2] = {table->members[r->member].slot, table->members[r->member].core_slot};
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        if (slots[k] != 0 && between->rules->blockers[slots[k]] != 0) {
            status = own_masks(between, context, error);
            if (status == TL_OK) {
                open_walls(between, slots[k], true);
            }
        }
    }
    return status;
}

/* --- Between --------------------------------------------------------------------------------------------------------
 */

tl_status tl_region_between_make(const tl_region_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_region_between *between, tl_error *error) {
    const tl_region *const r[2] = {a, b};
    memset(between, 0, sizeof(*between));
    between->rules = rules;
    between->never_free = rules->never_free;
    between->least = rules->common;
    between->most = between->least;
    tl_status status = TL_OK;
    if (rules->inquiry->referee->area_count > 0) {
        status = add_areas(between, context, r, error);
        status = status == TL_OK ? open_abstract(between, context, r, error) : status;
    }
    if (status == TL_OK && rules->inquiry->referee->shelter_count > 0) {
        status = open_shelters(between, context, r, error);
    }
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        status = open_self(between, context, r[k], error);
    }
    return status;
}

static bool all_satisfy(const tl_condition *condition, tl_box3 a, tl_box3 b) {
    tl_vec3 from[8], to[8];
    for (int i = 0; i < 8; i++) {
        from[i] = (tl_vec3){(i & 1) != 0 ? a.high.x : a.low.x, (i & 2) != 0 ? a.high.y : a.low.y,
                            (i & 4) != 0 ? a.high.z : a.low.z};
        to[i] = (tl_vec3){(i & 1) != 0 ? b.high.x : b.low.x, (i & 2) != 0 ? b.high.y : b.low.y,
                          (i & 4) != 0 ? b.high.z : b.low.z};
    }
    return condition->bundle(condition->user, from, 8, to, 8) == TL_BUNDLE_ALL;
}

/* An uncertain outline must not be entered by any line that near; the others must allow all of them. */
bool tl_region_areas_allow(const tl_region_between *between, tl_box3 a, tl_box3 b, double ends) {
    for (size_t i = 0; i < between->most.condition_count; i++) {
        const tl_region_area *area = &between->strict[i];
        double by = area->off > 0 ? area->off + ends + 1e-5 : ends > 0 ? ends + 1e-5 : 0;
        tl_area column = area->count > 0 ? tl_area_asked_of(&area->sights[0]) : (tl_area){0};
        tl_condition clear = area->count > 0 ? tl_area_clear_condition(&column, 0) : (tl_condition){0};
        const tl_condition *asked = area->off > 0 && area->count > 0 ? &clear : &between->most.conditions[i];
        if (!all_satisfy(asked, tl_box3_grow(a, by), tl_box3_grow(b, by))) {
            return false;
        }
    }
    return true;
}

void tl_region_between_free(tl_context *context, tl_region_between *between) {
    for (size_t i = 0; i < between->area_count; i++) {
        for (size_t k = 0; k < between->relaxed[i].count; k++) {
            tl_area_sight_release(&between->relaxed[i].sights[k]);
        }
        for (size_t k = 0; k < between->strict[i].count; k++) {
            tl_area_sight_release(&between->strict[i].sights[k]);
        }
    }
    tl_outline_free(&between->footprint[0]);
    tl_outline_free(&between->footprint[1]);
    tl_free(context, between->relaxed);
    tl_free(context, between->strict);
    tl_free(context, between->conditions);
    tl_free(context, between->masks);
    memset(between, 0, sizeof(*between));
}
