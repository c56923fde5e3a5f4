/* between.c: what stands between two members under the rules: blockers, areas, bunkers. */
#include "judge/between/doubt.h"
#include "judge/measure/pair.h"
#include "judge/between/holes.h"
#include "judge/between/shelter.h"

#include "math/predicates.h"

#include <string.h>

/* --- Between two members ------------------------------------------------------------------------------------------ */

tl_area tl_inquiry_area(const tl_inquiry *inquiry, const tl_table_area *area) {
    tl_area made = {&area->outline, area->bottom, area->top};
    if (area->is_smoke) {
        made.top = area->ground + tl_settings_number(&inquiry->settings, "smoke_height_mm", 50);
    }
    if (tl_settings_is(&inquiry->settings, "area_height", "infinite", false)) {
        made.top = INFINITY;
    } else if (!area->has_own_height) {
        double height = tl_settings_number(&inquiry->settings, "area_height", -1);
        const tl_placed *placed = &inquiry->table->terrain[area->terrain];
        if (height >= 0) {
            made.top = (placed->body != NULL ? placed->body->box.low.z : area->ground) + height;
        }
    }
    return made;
}

tl_area tl_inquiry_column(const tl_inquiry *inquiry, const tl_table_area *area) {
    tl_area_sight sight = {.area = tl_inquiry_area(inquiry, area)};
    if (area->kind->area != NULL) {
        sight.rules = tl_inquiry_area_rules(inquiry, area->kind->area);
    }
    return tl_area_asked_of(&sight);
}

static tl_status place_in(const tl_inquiry *inquiry, const tl_table_area *area, size_t member,
                          tl_area_placement *placement, tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_area prism = tl_inquiry_area(inquiry, area);
    tl_volume volume = tl_table_measured(inquiry->table, member);
    if (volume.shape != NULL && volume.shape == &body->base) {
        tl_outline footprint;
        tl_status status = tl_outline_of_shape(inquiry->context, volume.shape, &footprint, error);
        if (status == TL_OK) {
            *placement = tl_area_place_of(&prism, &footprint, body->box.low.z, body->box.high.z);
            tl_outline_free(&footprint);
        }
        return status;
    }
    const tl_bvh *core = body->core;
    *placement =
        tl_area_place_of_triangles(&prism, tl_bvh_vertices(core), tl_bvh_triangles(core), tl_bvh_triangle_count(core),
                                   tl_bvh_box(core).low.z, tl_bvh_box(core).high.z);
    return TL_OK;
}

tl_status tl_inquiry_place_in(const tl_inquiry *inquiry, const tl_table_area *area, size_t member,
                              tl_area_placement *placement, tl_error *error) {
    const tl_referee *r = inquiry->referee;
    size_t index = ((uintptr_t)area - (uintptr_t)r->areas) / sizeof(*area);
    if (index >= r->area_count) {
        index = r->area_count + (size_t)(area - r->shelters);
    }
    if (tl_memo_get(inquiry->placed, index, member, placement)) {
        return TL_OK;
    }
    tl_status status = place_in(inquiry, area, member, placement, error);
    if (status == TL_OK) {
        tl_memo_put(inquiry->placed, index, member, placement);
    }
    return status;
}

static tl_status between_begin(const tl_inquiry *inquiry, tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    memset(between, 0, sizeof(*between));
    between->context = inquiry->context;
    size_t slots = table->slot_count * (table->closed != NULL ? 2 : 1);
    between->blockers = tl_alloc_array(inquiry->context, slots, 1);
    between->insides = tl_alloc_array(inquiry->context, slots, 1);
    size_t areas = inquiry->referee->area_count;
    between->conditions = tl_alloc_array(inquiry->context, areas + 3, sizeof(*between->conditions));
    between->sights = tl_alloc_array(inquiry->context, areas, sizeof(*between->sights));
    between->area_of = tl_alloc_array(inquiry->context, areas, sizeof(*between->area_of));
    between->area_slots = tl_alloc_array(inquiry->context, areas, sizeof(*between->area_slots));
    if (between->blockers == NULL || between->insides == NULL || between->conditions == NULL ||
        between->sights == NULL || between->area_of == NULL || between->area_slots == NULL) {
        return tl_fail_memory(error);
    }
    between->obstacles = (tl_obstacles){.world = table->world,
                                        .blockers = between->blockers,
                                        .insides = between->insides,
                                        .ground_slot = table->ground.body != NULL ? 0 : -1,
                                        .conditions = between->conditions,
                                        .single_error = tl_table_single_error(table),
                                        .joiner = inquiry->referee->joiner};
    between->blockers[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
    return TL_OK;
}

void tl_between_free(tl_between *between) {
    if (between->context == NULL) {
        return;
    }
    for (size_t i = 0; i < between->sight_count; i++) {
        tl_area_sight_release(&between->sights[i]);
    }
    tl_outline_free(&between->footprint[0]);
    tl_outline_free(&between->footprint[1]);
    tl_free(between->context, between->blockers);
    tl_free(between->context, between->insides);
    tl_free(between->context, between->conditions);
    tl_free(between->context, between->sights);
    tl_free(between->context, between->area_of);
    tl_free(between->context, between->area_slots);
    memset(between, 0, sizeof(*between));
}

bool tl_member_holds(const tl_inquiry *inquiry, size_t member, tl_vec3 point) {
    const tl_bvh *core = inquiry->table->members[member].body->core;
    tl_box3 box = tl_bvh_box(core);
    tl_vec2 p = tl_plan(point);
    if (p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y ||
        (tl_table_unit_of(inquiry->table, member)->kind == TL_CLASS_AIRCRAFT && point.z < box.low.z)) {
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

tl_volume tl_volume_of_point(tl_vec3 point, tl_shape *shape) {
    *shape = (tl_shape){.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = point, .to = point};
    return (tl_volume){.shape = shape};
}

static tl_status place_end(const tl_inquiry *inquiry, const tl_table_area *area, const tl_sight_end *end,
                           tl_area_placement *placement, tl_error *error) {
    if (!end->is_point) {
        return tl_inquiry_place_in(inquiry, area, end->member, placement, error);
    }
    tl_area prism = tl_inquiry_area(inquiry, area);
    *placement = (tl_area_placement){.place = tl_area_place_of_point(&prism, end->point), .certain = true};
    placement->over = placement->place == TL_AREA_OUTSIDE && tl_outline_holds(prism.outline, tl_plan(end->point)) > 0;
    return TL_OK;
}

static bool is_removed(const tl_inquiry *inquiry, size_t slot) {
    return inquiry->removed != NULL && inquiry->removed[slot] != 0;
}

/* A building without rooms whose walls are transparent to whoever is inside. */
static tl_status is_abstract_to(const tl_inquiry *inquiry, size_t terrain, const tl_sight_end end[2], bool *abstract,
                                tl_error *error) {
    *abstract = false;
    if (!inquiry->table->document->terrain[terrain].abstract_interior) {
        return TL_OK;
    }
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        for (int k = 0; area->terrain == terrain && k < 2; k++) {
            tl_area_placement placement;
            tl_status status = place_end(inquiry, area, &end[k], &placement, error);
            if (status != TL_OK) {
                return status;
            }
            *abstract = *abstract || placement.place != TL_AREA_OUTSIDE;
        }
    }
    return TL_OK;
}

bool tl_terrain_blocks(const tl_inquiry *inquiry, size_t terrain, bool for_cover) {
    const tl_terrain_kind *kind =
        tl_ruleset_kind(inquiry->referee->ruleset, inquiry->table->document->terrain[terrain].kind);
    return kind == NULL || (for_cover ? kind->blocks && kind->cover : kind->blocks) ||
           (strcmp(kind->name, "wood") == 0 && tl_settings_is(&inquiry->settings, "wood_models", "solid", false));
}

static tl_status block_terrain(const tl_inquiry *inquiry, const tl_sight_end end[2], bool for_cover,
                               tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        bool blocks = tl_terrain_blocks(inquiry, i, for_cover);
        bool abstract;
        tl_status status = is_abstract_to(inquiry, i, end, &abstract, error);
        if (status != TL_OK) {
            return status;
        }
        bool home = false; /* the walls of the bunker that one of the two stands in */
        for (size_t k = 0; k < between->outlook_count; k++) {
            home = home || between->outlook[k].slot == placed->slot;
        }
        if (placed->body != NULL && blocks && !abstract && !home && !is_removed(inquiry, placed->slot)) {
            between->blockers[placed->slot] = TL_ROLES_ALL;
            between->insides[placed->slot] = placed->inside_blocks;
        }
    }
    return TL_OK;
}

/* A member's own body never stands in its way, nor a vehicle in that of a point that lies on it. */
static bool is_own(const tl_inquiry *inquiry, size_t member, const tl_sight_end *end) {
    return end->is_point ? tl_member_holds(inquiry, member, end->point) : member == end->member;
}

void tl_block_member(const tl_inquiry *inquiry, size_t member, uint8_t *blockers) {
    const tl_placed *placed = &inquiry->table->members[member];
    if (!tl_settings_is(&inquiry->settings, "blocker_parts", "core", false)) {
        blockers[placed->slot] = TL_ROLES_CORE | TL_ROLE_BIT(TL_ROLE_LIMB) | TL_ROLE_BIT(TL_ROLE_GEAR);
    } else {
        blockers[placed->core_slot != 0 ? placed->core_slot : placed->slot] = TL_ROLES_CORE;
    }
}

static void block_vehicles(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between) {
    const tl_table *table = inquiry->table;
    for (size_t i = 0; i < table->member_count; i++) {
        tl_unit_class kind = tl_table_unit_of(table, i)->kind;
        if (tl_class_is_foot(kind) || is_own(inquiry, i, &end[0]) || is_own(inquiry, i, &end[1]) ||
            (inquiry->past != NULL && tl_effect_names(inquiry->past, tl_class_word(kind)))) {
            continue;
        }
        const tl_placed *placed = &table->members[i];
        if (is_removed(inquiry, placed->slot) || is_removed(inquiry, placed->core_slot)) {
            continue;
        }
        tl_block_member(inquiry, i, between->blockers);
    }
}

tl_area_rules tl_inquiry_area_rules(const tl_inquiry *inquiry, const tl_area_rule *rule) {
    const tl_settings *s = &inquiry->settings;
    /* limits are inclusive (DB-MSR-05), and lengths are known to certified bounds: a rounding more lets a line through
     * that stands at the limit to the last bit */
    double edge = rule->edge_units * inquiry->game_unit + TL_AREA_LIMIT_ROUNDING;
    return (tl_area_rules){
        .edge_limit = edge,
        .through_limit = edge,
        .inside_limit =
            rule->inside_units >= 0 ? rule->inside_units * inquiry->game_unit + TL_AREA_LIMIT_ROUNDING : INFINITY,
        .distance =
            tl_settings_is(s, "area_distance", "perpendicular", false) ? TL_AREA_PERPENDICULAR : TL_AREA_ALONG_LINE,
        .through = tl_settings_is(s, "area_through", "chord", false)      ? TL_AREA_CHORD
                   : tl_settings_is(s, "area_through", "any_edge", false) ? TL_AREA_ANY_EDGE
                                                                          : TL_AREA_FAR_EDGE,
        .near = tl_settings_is(s, "area_near", "inside_only", false) ? TL_AREA_INSIDE_ONLY : TL_AREA_EITHER,
        .cap_scope =
            tl_settings_is(s, "area_cap_scope", "both_inside", false) ? TL_AREA_CAP_BOTH_INSIDE : TL_AREA_CAP_LENGTH,
        .inside_length = tl_settings_is(s, "area_inside_length", "in_area_length", false) ? TL_AREA_IN_AREA_LENGTH
                                                                                          : TL_AREA_UNIT_DISTANCE,
        .straddle = tl_settings_is(s, "area_straddle", "any_overlap", false) ? TL_AREA_ANY_OVERLAP : TL_AREA_CUT,
        .top = tl_settings_is(s, "area_top", "edge", false) ? TL_AREA_TOP_EDGE : TL_AREA_TOP_OUTLINE};
}

/* The measured footprint of infantry, from whose rim depths start. */
static tl_status footprint_of(const tl_inquiry *inquiry, size_t member, tl_outline *outline, bool *from_footprint,
                              tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_volume volume = tl_table_measured(inquiry->table, member);
    *from_footprint = volume.shape == &body->base;
    if (volume.shape != NULL) {
        return tl_outline_of_shape(inquiry->context, volume.shape, outline, error);
    }
    /* a vehicle's core: used for perpendicular distances, and where it lies over an edge; its box in plan would be too
     * large, its hull may be */
    return tl_area_outline_of_mesh(inquiry->context, tl_bvh_vertices(volume.mesh), tl_bvh_vertex_count(volume.mesh),
                                   tl_bvh_triangles(volume.mesh), tl_bvh_triangle_count(volume.mesh), outline, error);
}

static tl_volume volume_of_end(const tl_inquiry *inquiry, const tl_sight_end *end, tl_shape *shape) {
    return end->is_point ? tl_volume_of_point(end->point, shape) : tl_table_measured(inquiry->table, end->member);
}

/* What the depth rules need of the two ends: footprints from which depths start, and the distance between them. */
typedef struct measured_ends {
    bool from_footprint[2];
    double distance;
} measured_ends;

static tl_status measure_ends(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between,
                              measured_ends *ends, tl_error *error) {
    *ends = (measured_ends){.distance = 0};
    bool perpendicular = tl_settings_is(&inquiry->settings, "area_distance", "perpendicular", false);
    tl_status status = TL_OK;
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        if (end[k].is_point) {
            continue;
        }
        size_t member = end[k].member;
        bool foot = tl_table_measured(inquiry->table, member).shape == &inquiry->table->members[member].body->base;
        if (foot || perpendicular) {
            status = footprint_of(inquiry, member, &between->footprint[k], &ends->from_footprint[k], error);
        }
    }
    if (status == TL_OK) {
        tl_shape point[2];
        tl_volume va = volume_of_end(inquiry, &end[0], &point[0]), vb = volume_of_end(inquiry, &end[1], &point[1]);
        bool plan = tl_settings_is(&inquiry->settings, "range_metric", "plan", false);
        tl_range_result range;
        status = tl_range_between(inquiry->context, &va, &vb, plan ? TL_METRIC_PLAN : TL_METRIC_3D, &range, error);
        ends->distance = status == TL_OK ? range.distance_mm : 0;
    }
    return status;
}

/* Adds what an area asks of lines between the two ends. */
static tl_status add_area(const tl_inquiry *inquiry, const tl_sight_end end[2], const measured_ends *ends, size_t index,
                          tl_between *between, tl_error *error) {
    const tl_table_area *area = &inquiry->referee->areas[index];
    uint32_t slot = (uint32_t)inquiry->table->terrain[area->terrain].slot;
    tl_area_sight *sight = &between->sights[between->sight_count];
    tl_status status = TL_OK;
    memset(sight, 0, sizeof(*sight));
    sight->area = tl_inquiry_area(inquiry, area);
    sight->rules = tl_inquiry_area_rules(inquiry, area->kind->area);
    sight->unit_distance = ends->distance;
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        tl_area_placement placement;
        status = place_end(inquiry, area, &end[k], &placement, error);
        sight->end[k] =
            (tl_area_end){.place = placement.place, .over = placement.over, .from_footprint = ends->from_footprint[k]};
        if (status == TL_OK && placement.place == TL_AREA_STRADDLES && !end[k].is_point &&
            between->footprint[k].kind == TL_OUTLINE_NONE && sight->rules.straddle == TL_AREA_CUT) {
            bool foot; /* a hull that lies over the edge */
            status = footprint_of(inquiry, end[k].member, &between->footprint[k], &foot, error);
        }
        if (between->footprint[k].kind != TL_OUTLINE_NONE) {
            sight->end[k].footprint = &between->footprint[k];
        }
    }
    if (status == TL_OK) {
        status = tl_area_sight_prepare(inquiry->context, sight, error);
    }
    if (status == TL_OK) {
        between->area_of[between->sight_count] = index;
        between->area_slots[between->sight_count] = slot;
        between->conditions[between->sight_count] = tl_area_condition(sight, slot);
        between->sight_count++;
    }
    return status;
}

/* Whether an area allows some line between two models, whatever else is in the way. */
static tl_status area_allows(const tl_inquiry *inquiry, size_t a, size_t b, size_t area, tl_verdict *verdict,
                             tl_error *error) {
    const tl_sight_end end[2] = {{.member = a}, {.member = b}};
    tl_between between;
    measured_ends ends;
    tl_status status = between_begin(inquiry, &between, error);
    if (status == TL_OK) {
        between.blockers[0] = 0;
        status = measure_ends(inquiry, end, &between, &ends, error);
    }
    if (status == TL_OK) {
        status = add_area(inquiry, end, &ends, area, &between, error);
    }
    if (status == TL_OK) {
        between.obstacles.condition_count = between.sight_count;
        tl_sight_options options = {.tolerance = 0.05, .prove = true, .quick = true};
        tl_sight sight;
        status = tl_visibility_between(inquiry->context, &between.obstacles, inquiry->table->members[a].body->core,
                                       inquiry->table->members[b].body->core, &options, &sight, error);
        *verdict = sight.verdict;
    }
    tl_between_free(&between);
    return status;
}

static void unit_of(const tl_inquiry *inquiry, size_t member, size_t *first, size_t *count) {
    const tl_document_member *own = tl_table_member(inquiry->table, member);
    *first = inquiry->table->first_member[own->unit];
    *count = inquiry->table->document->units[own->unit].member_count;
}

/* DB-ARE-08, units: what an area allows one pair of models it allows all pairs of their units. Looks at the others. */
static tl_status units_allowed(const tl_inquiry *inquiry, const tl_sight_end end[2], size_t area, tl_verdict *verdict,
                               tl_error *error) {
    size_t first[2], count[2];
    unit_of(inquiry, end[0].member, &first[0], &count[0]);
    unit_of(inquiry, end[1].member, &first[1], &count[1]);
    *verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < count[0] * count[1] && *verdict != TL_VERDICT_YES; i++) {
        size_t a = first[0] + i / count[1], b = first[1] + i % count[1];
        tl_verdict one = TL_VERDICT_NO;
        tl_status status = TL_OK;
        if (a != b && (a != end[0].member || b != end[1].member)) {
            status = area_allows(inquiry, a, b, area, &one, error);
        }
        if (status != TL_OK) {
            return status;
        }
        *verdict = one == TL_VERDICT_NO ? *verdict : one;
    }
    return TL_OK;
}

/* Where both ends are, with room for what they stand on. */
static tl_box3 box_of_ends(const tl_inquiry *inquiry, const tl_sight_end end[2]) {
    tl_box3 box = tl_box3_empty();
    for (int k = 0; k < 2; k++) {
        if (end[k].is_point) {
            box = tl_box3_add(box, end[k].point);
        } else {
            const tl_body *body = inquiry->table->members[end[k].member].body;
            box = tl_box3_union(box, tl_box3_union(body->box, tl_bvh_box(body->core)));
        }
    }
    return tl_box3_grow(box, inquiry->game_unit);
}

/* Areas that no line from one end to the other comes near change nothing; most of a table's are. Whoever asks what a
 * move would change asks for all of them. */
static bool is_off_the_way(const tl_inquiry *inquiry, const tl_table_area *area, tl_box3 ends) {
    tl_area prism = tl_inquiry_area(inquiry, area);
    const tl_outline_box *box = &prism.outline->box;
    return !inquiry->margin && prism.outline->kind != TL_OUTLINE_NONE &&
           (box->low.x > ends.high.x || box->high.x < ends.low.x || box->low.y > ends.high.y ||
            box->high.y < ends.low.y || prism.bottom > ends.high.z || prism.top < ends.low.z);
}

static tl_status add_areas(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error) {
    measured_ends ends;
    bool units =
        tl_settings_is(&inquiry->settings, "area_grain", "unit", false) && !end[0].is_point && !end[1].is_point;
    tl_status status = measure_ends(inquiry, end, between, &ends, error);
    tl_box3 box = box_of_ends(inquiry, end);
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        tl_verdict others = TL_VERDICT_NO;
        if (is_off_the_way(inquiry, area, box) || is_removed(inquiry, inquiry->table->terrain[area->terrain].slot) ||
            (inquiry->past != NULL && tl_effect_names(inquiry->past, area->kind->name))) {
            continue;
        }
        if (units) {
            status = units_allowed(inquiry, end, i, &others, error);
            between->grain_open = between->grain_open || others == TL_VERDICT_MARGINAL;
        }
        if (status == TL_OK && others != TL_VERDICT_YES) {
            status = add_area(inquiry, end, &ends, i, between, error);
        }
    }
    between->obstacles.condition_count = between->sight_count;
    if (status == TL_OK && between->sight_count > 1 &&
        tl_settings_is(&inquiry->settings, "area_combine", "sum_depth", false)) {
        between->sum = (tl_area_sum){between->sights, between->sight_count};
        tl_condition *sum = &between->conditions[between->obstacles.condition_count++];
        *sum = tl_area_sum_condition(&between->sum, between->conditions[0].slot);
        sum->owners = between->area_slots;
        sum->owner_count = between->sight_count;
    }
    return status;
}

tl_status tl_between_ends(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error) {
    tl_status status = between_begin(inquiry, between, error);
    if (status == TL_OK) {
        status = tl_find_outlooks(inquiry, end, between, error);
    }
    if (status == TL_OK) {
        status = block_terrain(inquiry, end, false, between, error);
    }
    if (status == TL_OK) {
        block_vehicles(inquiry, end, between);
        if (inquiry->referee->area_count > 0) {
            status = add_areas(inquiry, end, between, error);
        }
    }
    if (status == TL_OK) {
        tl_add_outlooks(between);
        tl_between_close_as_set(inquiry, between);
    } else {
        tl_between_free(between);
    }
    return status;
}

tl_status tl_between_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_between *between, tl_error *error) {
    const tl_sight_end end[2] = {{.member = a}, {.member = b}};
    return tl_between_ends(inquiry, end, between, error);
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Terrain that the attacker leans on (DB-COV-06), where the setting leaves it out. */
static tl_status is_leant_on(const tl_inquiry *inquiry, size_t a, const tl_placed *terrain, double reach,
                             tl_verdict *verdict, tl_error *error) {
    tl_volume own = tl_table_measured(inquiry->table, a),
              its = {.mesh = terrain->body->solid, .uncertainty = tl_placed_uncertainty(terrain)};
    its.mesh_closed = terrain->inside_blocks;
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(inquiry->context, &own, &its, tl_inquiry_metric(inquiry), &range, error);
    if (status == TL_OK) {
        status = tl_volumes_within(inquiry, &own, &its, &range, reach, false, &limit, error);
        *verdict = limit.verdict;
    }
    return status;
}

static tl_status leave_out_leant_on(const tl_inquiry *inquiry, size_t a, double reach, bool drop_open,
                                    tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body == NULL || between->blockers[placed->slot] == 0) {
            continue;
        }
        tl_verdict near;
        tl_status status = is_leant_on(inquiry, a, placed, reach, &near, error);
        if (status != TL_OK) {
            return status;
        }
        between->near_open = between->near_open || near == TL_VERDICT_MARGINAL;
        if (near == TL_VERDICT_YES || (near == TL_VERDICT_MARGINAL && drop_open)) {
            between->blockers[placed->slot] = 0;
            between->insides[placed->slot] = 0;
        }
    }
    return TL_OK;
}

/* The same for an area; what the attacker stands in, it leans on. */
static tl_status is_area_leant_on(const tl_inquiry *inquiry, size_t a, const tl_table_area *area, double reach,
                                  bool drop_open, tl_between *between, bool *leant, tl_error *error) {
    tl_area_placement placement;
    tl_status status = tl_inquiry_place_in(inquiry, area, a, &placement, error);
    /* the gap is rounded up: who stands at the limit to the last bit is within it (DB-MSR-05) */
    double margin = placement.place != TL_AREA_OUTSIDE ? reach : reach + TL_AREA_LIMIT_ROUNDING - placement.gap_mm;
    double by =
        inquiry->tolerance + tl_area_uncertainty(inquiry, area) + tl_table_measured(inquiry->table, a).uncertainty;
    bool open = fabs(margin) <= by && by > 0;
    between->near_open = between->near_open || open;
    *leant = open ? drop_open : margin >= 0;
    return status;
}

/* An area in between gives cover, however shallow: lines must stay clear of it (DB-COV-05). */
static tl_status add_cover_areas(const tl_inquiry *inquiry, size_t a, double reach, bool drop_open, tl_between *between,
                                 tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        bool leant = false;
        if (area->kind->cover && reach >= 0) {
            status = is_area_leant_on(inquiry, a, area, reach, drop_open, between, &leant, error);
        }
        if (!area->kind->cover || leant) {
            continue;
        }
        tl_area_sight *sight = &between->sights[between->sight_count];
        memset(sight, 0, sizeof(*sight));
        sight->area = tl_inquiry_area(inquiry, area);
        between->area_of[between->sight_count] = i;
        between->conditions[between->sight_count] =
            tl_area_clear_condition(&sight->area, (uint32_t)inquiry->table->terrain[area->terrain].slot);
        between->sight_count++;
    }
    between->obstacles.condition_count = between->sight_count;
    return status;
}

tl_status tl_between_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_cover_areas areas, bool drop_open,
                           tl_between *between, tl_error *error) {
    const tl_sight_end end[2] = {{.member = a}, {.member = b}};
    const tl_sight_end attacker[2] = {{.member = a}, {.is_point = true}};
    double reach = tl_settings_number(&inquiry->settings, "cover_near_shooter", -1);
    tl_status status = between_begin(inquiry, between, error);
    if (status == TL_OK) {
        status = tl_find_outlooks(inquiry, attacker, between, error); /* the target's own walls do hide it */
    }
    if (status == TL_OK) {
        status = block_terrain(inquiry, end, true, between, error);
    }
    if (status == TL_OK && reach >= 0) {
        status = leave_out_leant_on(inquiry, a, reach, drop_open, between, error);
    }
    if (status == TL_OK && tl_settings_is(&inquiry->settings, "cover_blockers", "plus_vehicles", false)) {
        block_vehicles(inquiry, end, between);
    }
    if (status == TL_OK && areas == TL_COVER_AREAS_HIDE) {
        status = add_cover_areas(inquiry, a, reach, drop_open, between, error);
    } else if (status == TL_OK && inquiry->referee->area_count > 0) {
        status = add_areas(inquiry, end, between, error);
    }
    if (status != TL_OK) {
        tl_between_free(between);
    } else {
        tl_between_close_as_set(inquiry, between);
    }
    return status;
}
