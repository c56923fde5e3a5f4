/* placement_search_blast.c: the best centre of a blast.
 *
 * Cells are boxes that the centre may lie in, shrunk to the heights that surfaces have in them. From above a cell is
 * bounded by the enemies that some point of it could hit, less the friends that every point of it hits. An enemy is out
 * when the cell is too far from it, when another level is struck, or when it is proved that nothing in the cell sees
 * it; the cell itself when no one who fires has it in reach, in arc and, proved, in sight. Sight is proved for the
 * whole prism of eyes at once, without the depth rules of areas, which only ever take lines away. */
#include "judge/template/placement_search.h"

#include "body/shape.h"
#include "geom/polygon2.h"
#include "judge/attack/observer.h"
#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/measure/arc.h"
#include "judge/special.h"
#include "judge/template/levels.h"
#include "scene/settle.h"
#include "judge/measure/flight.h"

#include <string.h>

/* Cells are asked about in sight when they are no wider than this (mm). */
#define SIGHT_CELL 160.0
enum { SIGHT_BUDGET = 60000, MOST_HEIGHTS = 64 };

/* What bounds give way by for the sake of rounding, of heights and of lengths in plan. */
#define HAIR 1e-9 /* more of it costs only time */
#define PAD  1e-6 /* more of it costs only time */

/* Sheets this near to upright are sides: nothing lies on them. */
#define UPRIGHT 1e-6

/* --- Heights of surfaces in a cell -------------------------------------------------------------------------------- */

typedef struct blast_search_heights {
    tl_surfaces surfaces;
    tl_box3 box;
    double low, high; /* the lowest above the highest while there is none */
} blast_search_heights;

static double part(tl_vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/* Keeps what lies on one side of a plane of the box. */
static int clip(const tl_vec3 *in, int count, int axis, double limit, double sign, tl_vec3 *out) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 p = in[i], q = in[(i + 1) % count];
        double dp = sign * (part(p, axis) - limit), dq = sign * (part(q, axis) - limit);
        if (dp >= 0) {
            out[made++] = p;
        }
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            out[made++] = tl_lerp(p, q, dp / (dp - dq));
        }
    }
    return made;
}

static bool look_at_triangle(void *user, uint32_t slot, uint32_t triangle) {
    blast_search_heights *h = user;
    const tl_bvh *bvh = tl_world_get(h->surfaces.world, slot);
    tl_vec3 ring[2][16];
    tl_bvh_corners(bvh, triangle, ring[0]);
    tl_vec3 n = tl_cross(tl_sub(ring[0][1], ring[0][0]), tl_sub(ring[0][2], ring[0][0]));
    if (fabs(n.z) <= UPRIGHT * tl_length(n) || (n.z < 0 && h->surfaces.solid[slot] != 0)) {
        return true;
    }
    tl_box3 box = h->box;
    if (h->surfaces.carpet[slot] != 0) {
        box.high.z = tl_min(box.high.z, tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET);
    }
    int count = 3, now = 0;
    for (int side = 0; side < 6 && count > 0; side++) {
        double limit = side % 2 == 0 ? part(box.low, side / 2) : part(box.high, side / 2);
        count = clip(ring[now], count, side / 2, limit, side % 2 == 0 ? 1 : -1, ring[1 - now]);
        now = 1 - now;
    }
    for (int i = 0; i < count; i++) {
        h->low = tl_min(h->low, ring[now][i].z);
        h->high = tl_max(h->high, ring[now][i].z);
    }
    return true;
}

/* The most that surfaces in a cell may be off. */
static double cell_uncertainty(const tl_placement_search *search, const tl_template_search_cell *cell) {
    tl_surfaces surfaces = tl_table_surfaces(search->inquiry->table);
    tl_vec2 middle = {0.5 * (cell->low[0] + cell->high[0]), 0.5 * (cell->low[1] + cell->high[1])};
    return tl_surfaces_uncertainty(&surfaces, middle,
                                   0.5 * tl_max(cell->high[0] - cell->low[0], cell->high[1] - cell->low[1]));
}

/* Shrinks a cell to the heights that something can lie at; false: none. */
static bool shrink(const tl_placement_search *search, tl_template_search_cell *cell) {
    double off = cell_uncertainty(search, cell);
    blast_search_heights h = {.surfaces = tl_table_surfaces(search->inquiry->table),
                              .box = {{cell->low[0] - off, cell->low[1] - off, cell->low[2] - off},
                                      {cell->high[0] + off, cell->high[1] + off, cell->high[2] + off}},
                              .low = INFINITY,
                              .high = -INFINITY};
    tl_world_in_box(h.surfaces.world, h.box, h.surfaces.stand, look_at_triangle, &h);
    tl_world_in_box(h.surfaces.world, h.box, h.surfaces.carpet, look_at_triangle, &h);
    if (h.surfaces.table_plane && h.box.low.z <= 0 && h.box.high.z >= 0) {
        h.low = tl_min(h.low, 0);
        h.high = tl_max(h.high, 0);
    }
    if (h.low > h.high) {
        return false;
    }
    cell->low[2] = tl_max(cell->low[2], h.low - off - HAIR);
    cell->high[2] = tl_min(cell->high[2], h.high + off + HAIR);
    return true;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

static tl_shape cell_shape(const tl_template_search_cell *cell, double lift, double pad) {
    return (tl_shape){.kind = TL_SHAPE_BOX,
                      .pose = tl_pose_identity(),
                      .from = {cell->low[0], cell->low[1], cell->low[2] + lift - pad},
                      .to = {cell->high[0], cell->high[1], cell->high[2] + lift + pad}};
}

static double plan_size(const tl_template_search_cell *cell) {
    return tl_hypot(cell->high[0] - cell->low[0], cell->high[1] - cell->low[1]);
}

static double whole_size(const tl_template_search_cell *cell) {
    return tl_hypot(plan_size(cell), cell->high[2] - cell->low[2]);
}

static bool boxes_meet(tl_box3 box, const tl_template_search_cell *cell) {
    return box.low.x <= cell->high[0] && box.high.x >= cell->low[0] && box.low.y <= cell->high[1] &&
           box.high.y >= cell->low[1];
}

/* A single place of the plan. */
static tl_template_search_cell cell_at(tl_vec2 p) {
    return (tl_template_search_cell){.low = {p.x, p.y}, .high = {p.x, p.y}};
}

static tl_vec3 cell_middle(const tl_template_search_cell *cell) {
    return (tl_vec3){0.5 * (cell->low[0] + cell->high[0]), 0.5 * (cell->low[1] + cell->high[1]),
                     0.5 * (cell->low[2] + cell->high[2])};
}

/* What stands without what is uncertain stands. */
static void leave_uncertain_out(const tl_placement_search *search, tl_between *between) {
    const tl_referee *referee = search->inquiry->referee;
    if (referee->firm_joiner == NULL) { /* there is nothing uncertain */
        return;
    }
    size_t slots = tl_world_slot_count(between->obstacles.world);
    for (size_t slot = 0; slot < slots; slot++) {
        if (tl_uncertainty_of_slot(search->inquiry->table, slot) > 0) {
            between->blockers[slot] = between->insides[slot] = 0;
        }
    }
    between->obstacles.joiner = between->closed ? referee->firm_closed_joiner : referee->firm_joiner;
    if (tl_uncertainty_of_slot(search->inquiry->table, 0) > 0) {
        between->obstacles.ground_slot = TL_SIGHT_NO_GROUND;
    }
}

/* What may not stand in the way of some eyes in a cell: vehicles that they lie on, buildings without rooms and bunkers
 * that they are in. */
static void leave_enclosing_out(const tl_inquiry *inquiry, const tl_template_search_cell *cell, tl_between *between) {
    const tl_table *table = inquiry->table;
    for (size_t i = 0; i < table->member_count; i++) {
        if (boxes_meet(table->members[i].body->box, cell)) {
            between->blockers[table->members[i].slot] = 0;
            if (table->members[i].core_slot != 0) {
                between->blockers[table->members[i].core_slot] = 0;
            }
        }
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (table->document->terrain[i].abstract_interior && table->terrain[i].body != NULL &&
            boxes_meet(table->terrain[i].body->box, cell)) {
            between->blockers[table->terrain[i].slot] = between->insides[table->terrain[i].slot] = 0;
        }
    }
    for (size_t i = 0; i < inquiry->referee->shelter_count; i++) {
        const tl_placed *placed = &table->terrain[inquiry->referee->shelters[i].terrain];
        if (placed->body != NULL && boxes_meet(placed->body->box, cell)) {
            between->blockers[placed->slot] = between->insides[placed->slot] = 0;
        }
    }
}

/* Whether it is proved that no eye in the cell is joined to a member by a free line. `weapon`: whose sight counts;
 * NULL: an ordinary one's. */
static tl_status proved_hidden(tl_placement_search *search, const tl_template_search_cell *cell, size_t member,
                               const tl_document_weapon *weapon, bool *hidden, tl_error *error) {
    const tl_inquiry own = tl_inquiry_of_weapon(search->inquiry, search->firers.unit, weapon), *inquiry = &own;
    const tl_table *table = inquiry->table;
    const tl_bvh *core = table->members[member].body->core;
    tl_shape prism = cell_shape(cell, search->height, 0.01);
    tl_vec3 eye = cell_middle(cell);
    eye.z += search->height;
    *hidden = false;
    tl_box3 eyes = {prism.from, prism.to}, box = tl_bvh_box(core);
    if (boxes_meet(box, cell) && box.low.z <= eyes.high.z && box.high.z >= eyes.low.z) {
        return TL_OK; /* an eye may lie in its body */
    }
    const tl_between_end end[2] = {{.is_point = true, .point = eye}, {.member = member}};
    tl_between between;
    tl_status status = tl_between_ends(inquiry, end, &between, error);
    if (status != TL_OK) {
        return status;
    }
    between.obstacles.conditions = NULL;
    between.obstacles.condition_count = 0;
    double ends = tl_max(cell_uncertainty(search, cell), tl_placed_core_uncertainty(&table->members[member]));
    leave_uncertain_out(search, &between);
    leave_enclosing_out(inquiry, cell, &between);
    tl_bvh *bvh = NULL;
    status = tl_shape_bvh(inquiry->context, &prism, &bvh, error);
    if (status == TL_OK) {
        tl_sight sight;
        tl_sight_options options = {.seed = tl_hash(member, cell->low, sizeof(cell->low)),
                                    .prove = true,
                                    .quick = true,
                                    .budget = SIGHT_BUDGET,
                                    .slack = ends};
        status = tl_visibility_between(inquiry->context, &between.obstacles, bvh, core, &options, &sight, error);
        *hidden = sight.verdict == TL_VERDICT_NO;
        search->work += sight.work;
    }
    tl_bvh_destroy(bvh);
    tl_between_free(&between);
    return status;
}

/* Whether a weapon of a firer could reach some point of the cell, by range and arc. */
static tl_status weapon_reaches(const tl_placement_search *search, const tl_template_search_cell *cell, size_t member,
                                const tl_document_weapon *weapon, bool *reaches, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    tl_shape box = cell_shape(cell, 0, 0);
    tl_volume there = {.shape = &box}, from = tl_table_measured(inquiry->table, member);
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1 : inquiry->game_unit, size = whole_size(cell);
    tl_status status = TL_OK;
    *reaches = weapon->range != TL_WEAPON_RANGE_CLOSE;
    if (*reaches && weapon->range != TL_WEAPON_RANGE_UNSTATED) {
        tl_range_result range;
        status = tl_range_between(inquiry->context, &from, &there, tl_inquiry_metric(inquiry), &range, error);
        double slack = range.error_mm + HAIR + from.uncertainty + cell_uncertainty(search, cell);
        *reaches = range.distance_mm - slack <= tl_flight_reach(inquiry, weapon) - inquiry->tolerance &&
                   range.distance_mm + size + slack >= weapon->range_min * unit;
    }
    if (status == TL_OK && *reaches) {
        tl_pair_arc_result arc;
        status = tl_party_arc(inquiry, &search->firers, member, weapon, &there, false, &arc, error);
        double off = 1.4143 * tl_placed_core_uncertainty(&inquiry->table->members[member]);
        *reaches = arc.always || arc.margin_mm + size + off + HAIR >= inquiry->tolerance;
    }
    return status;
}

/* Whether it is proved that neither the firer nor anybody who may see for the weapon sees a point of the cell. */
static tl_status proved_unseen(tl_placement_search *search, const tl_template_search_cell *cell, size_t member,
                               const tl_document_weapon *weapon, bool *unseen, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    const tl_document_unit *own = search->firers.unit;
    const tl_skill_effect *directed = tl_special_weapon_effect(inquiry, own, weapon, TL_EFFECT_DIRECTED_BY, NULL);
    tl_status status = proved_hidden(search, cell, member, weapon, unseen, error);
    for (size_t u = 0; directed != NULL && u < inquiry->table->document->unit_count; u++) {
        const tl_document_unit *unit = &inquiry->table->document->units[u];
        tl_party party = tl_party_of_unit(inquiry, unit);
        bool may = tl_attack_may_observe(unit, own, directed);
        for (size_t m = 0; may && m < party.count && status == TL_OK && *unseen; m++) {
            status = proved_hidden(search, cell, party.first + m, NULL, unseen, error);
        }
    }
    return status;
}

static tl_status can_fire(tl_placement_search *search, const tl_template_search_cell *cell, bool look, bool *can,
                          tl_error *error) {
    tl_status status = TL_OK;
    *can = !search->has_firer;
    for (size_t k = 0; k < search->firers.count * search->weapon_count && !*can; k++) {
        size_t member = search->firers.first + k / search->weapon_count;
        const tl_document_weapon *weapon = &search->weapons[k % search->weapon_count];
        bool unseen = false;
        tl_bar bar = {.kind = TL_BAR_NONE};
        if (!tl_placement_armed(search, k / search->weapon_count, k % search->weapon_count)) {
            continue;
        }
        status = tl_bar_find(search->inquiry, &search->firers, member, weapon, NULL, &bar, error);
        if (status == TL_OK && bar.kind == TL_BAR_NONE) {
            status = weapon_reaches(search, cell, member, weapon, can, error);
        }
        if (status == TL_OK && *can && look) {
            status = proved_unseen(search, cell, member, weapon, &unseen, error);
            *can = !unseen;
        }
        if (status != TL_OK) {
            return status;
        }
    }
    return status;
}

/* The levels alone: whether a member could be struck from some point of the cell. */
static bool can_be_struck(const tl_placement_search *search, const tl_template_search_cell *cell,
                          const tl_candidate *candidate) {
    const tl_inquiry *inquiry = search->inquiry;
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_ALL_SEEN) ||
        search->uncertain) {
        return true;
    }
    tl_vec3 middle = cell_middle(cell);
    const tl_referee_area *other;
    const tl_referee_area *here =
        tl_level_building_at(inquiry, tl_plan(middle), 0.5 * plan_size(cell) + inquiry->tolerance, &other);
    if (here != other) {
        return true;
    }
    if (here == NULL) {
        return !candidate->in_building || candidate->level == 0;
    }
    if (!candidate->in_building &&
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_LEVEL_AND_OUTSIDE)) {
        return true;
    }
    return candidate->foot < cell->high[2] + TL_STOREY + PAD && candidate->foot > cell->low[2] - TL_STOREY - PAD;
}

/* How far a member's measured volume is from the cell, in plan: at least `*least`, whatever it is like in truth. */
static tl_status plan_distance(const tl_placement_search *search, const tl_template_search_cell *cell, size_t member,
                               double *least, tl_error *error) {
    const tl_box3 b = search->candidates[member].box;
    double x = tl_max(b.low.x - cell->high[0], cell->low[0] - b.high.x);
    double y = tl_max(b.low.y - cell->high[1], cell->low[1] - b.high.y);
    double off = tl_table_measured(search->inquiry->table, member).uncertainty;
    *least = tl_hypot(tl_max(x, 0), tl_max(y, 0)) - 1e-6 - off;
    if (*least > search->radius) {
        return TL_OK;
    }
    tl_shape box = cell_shape(cell, 0, 0);
    tl_volume there = {.shape = &box}, volume = tl_table_measured(search->inquiry->table, member);
    tl_range_result range;
    tl_status status = tl_range_between(search->inquiry->context, &there, &volume, TL_METRIC_PLAN, &range, error);
    *least = range.distance_mm - range.error_mm - off;
    return status;
}

/* Whether every point of the cell hits a friend: it is under all of them, and the line from the middle is clear by more
 * than the cell is wide. Where levels, areas or bunkers have a say nothing is claimed. */
static tl_status surely_hit(tl_placement_search *search, const tl_template_search_cell *cell, size_t member, bool *sure,
                            tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    *sure = false;
    double half = 0.5 * whole_size(cell);
    if (search->rule->sees_from != TL_SEES_FROM_CENTRE || search->rule->half || half > search->height ||
        cell_uncertainty(search, cell) > 0 || inquiry->referee->shelter_count > 0 ||
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_VERTICAL, TL_CHOICE_BLAST_VERTICAL_SPHERE)) {
        return TL_OK;
    }
    for (size_t w = 0; w < search->weapon_count; w++) {
        if (search->weapons[w].template_against != 0) {
            return TL_OK;
        }
    }
    tl_vec3 middle = cell_middle(cell);
    const tl_template_search_cell point = cell_at(tl_plan(middle));
    double least;
    tl_status status = plan_distance(search, &point, member, &least, error);
    least += 2 * tl_table_measured(inquiry->table, member).uncertainty;
    if (status != TL_OK || least + PAD + 0.5 * plan_size(cell) > search->radius) {
        return status;
    }
    tl_box3 box = search->candidates[member].box;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_outline_box *a = &inquiry->referee->areas[i].outline.box;
        if (a->low.x <= tl_max(box.high.x, cell->high[0]) && a->high.x >= tl_min(box.low.x, cell->low[0]) &&
            a->low.y <= tl_max(box.high.y, cell->high[1]) && a->high.y >= tl_min(box.low.y, cell->low[1])) {
            return TL_OK;
        }
    }
    tl_pair_sight_result sight;
    tl_inquiry careful = *inquiry;
    careful.quick = false; /* the line must be as clear as can be */
    middle.z += search->height;
    status = tl_pair_point_sight(&careful, middle, 0, member, false, &sight, error);
    search->work += sight.sight.work;
    *sure = status == TL_OK && sight.sight.verdict == TL_VERDICT_YES && !sight.within && !sight.uncertainty.any &&
            sight.sight.clearance > half;
    return status;
}

tl_status tl_placement_blast_bound(void *user, tl_template_search_cell *cell, int stage, double best, double *value,
                                   tl_error *error) {
    tl_placement_search *search = user;
    *value = -INFINITY;
    if (stage == 0 && !shrink(search, cell)) {
        return TL_OK;
    }
    bool look = stage == 1 && plan_size(cell) <= SIGHT_CELL, can;
    tl_status status = can_fire(search, cell, look, &can, error);
    if (status != TL_OK || !can) {
        return status;
    }
    size_t members = search->inquiry->table->member_count, count = 0;
    for (size_t i = 0; i < members && status == TL_OK; i++) {
        tl_candidate *candidate = &search->candidates[i];
        candidate->near = false;
        if (candidate->role == TL_CANDIDATE_ENEMY && can_be_struck(search, cell, candidate)) {
            double least;
            status = plan_distance(search, cell, i, &least, error);
            candidate->near = least <= search->radius - search->inquiry->tolerance;
            count += candidate->near ? candidate->figures : 0;
        }
    }
    for (size_t i = 0; i < members && status == TL_OK && look; i++) {
        bool hidden, hopeless = (double)count < tl_max(best, 1e-9); /* costs only time */
        if (hopeless) {
            break;
        }
        if (search->candidates[i].near && search->rule->sees_from == TL_SEES_FROM_CENTRE) {
            status = proved_hidden(search, cell, i, NULL, &hidden, error);
            count -= hidden ? search->candidates[i].figures : 0;
        }
    }
    double score = (double)count;
    for (size_t i = 0; i < members && status == TL_OK && look; i++) {
        bool hopeless = score < best || search->friends_weight == 0; /* costs only time */
        if (hopeless) {
            break;
        }
        bool sure = false;
        if (search->candidates[i].role == TL_CANDIDATE_FRIEND) {
            status = surely_hit(search, cell, i, &sure, error);
            score -= sure ? search->friends_weight * (double)search->candidates[i].figures : 0;
        }
    }
    *value = score > 0 ? score : -INFINITY;
    return status;
}

/* --- Points ------------------------------------------------------------------------------------------------------- */

/* How many figures of enemies lie under a disc, whatever is seen: what a placement there is worth at most. */
static tl_status most_at(const tl_placement_search *search, tl_vec2 p, double *most, tl_error *error) {
    const tl_template_search_cell point = cell_at(p);
    tl_status status = TL_OK;
    *most = 0;
    for (size_t i = 0; i < search->inquiry->table->member_count && status == TL_OK; i++) {
        double least = INFINITY;
        if (search->candidates[i].role == TL_CANDIDATE_ENEMY) {
            status = plan_distance(search, &point, i, &least, error);
        }
        *most += least <= search->radius - search->inquiry->tolerance ? (double)search->candidates[i].figures : 0;
    }
    return status;
}

/* How far a placement could slip before someone it catches gets out, or a friend beside it gets in. */
static tl_status room(const tl_placement_search *search, tl_vec2 p, const uint64_t *hit, double *least_room,
                      tl_error *error) {
    tl_status status = TL_OK;
    const tl_template_search_cell point = cell_at(p);
    *least_room = INFINITY;
    for (size_t i = 0; i < search->inquiry->table->member_count && status == TL_OK; i++) {
        bool in = (hit[i / 64] >> (i % 64) & 1) != 0;
        double least;
        if (search->candidates[i].role == TL_CANDIDATE_NONE ||
            (search->candidates[i].role == TL_CANDIDATE_ENEMY && !in)) {
            continue;
        }
        status = plan_distance(search, &point, i, &least, error);
        bool enemy = search->candidates[i].role == TL_CANDIDATE_ENEMY;
        double space = enemy ? search->radius - least : in ? INFINITY : least - search->radius;
        *least_room = tl_min(*least_room, space);
    }
    return status;
}

/* Slides the placement tried last to where it has the most room, and tries that. */
static tl_status improve(tl_placement_search *search, const tl_question *tried, tl_error *error) {
    tl_best *best = search->best;
    const tl_best_place *place = NULL;
    for (size_t i = 0; i < best->count; i++) {
        const tl_best_place *one = &best->places[i];
        place = one->at.x == tried->at[0] && one->at.y == tried->at[1] ? one : place;
    }
    if (place == NULL) {
        return TL_OK;
    }
    static const double way[8][2] = {{1, 0},     {0, 1},      {-1, 0},      {0, -1},
                                     {0.7, 0.7}, {-0.7, 0.7}, {-0.7, -0.7}, {0.7, -0.7}};
    tl_vec2 p = tl_plan(place->at);
    double most;
    tl_status status = room(search, p, place->hit, &most, error);
    for (double step = search->radius / 6; step > 0.4 && status == TL_OK;) {
        bool moved = false;
        for (int i = 0; i < 8 && status == TL_OK; i++) {
            tl_vec2 q = {p.x + step * way[i][0], p.y + step * way[i][1]};
            double there;
            status = room(search, q, place->hit, &there, error);
            if (status == TL_OK && there > most + 1e-6) {
                most = there;
                p = q;
                moved = true;
            }
        }
        step = moved ? step : 0.5 * step;
    }
    tl_surfaces surfaces = tl_table_surfaces(search->inquiry->table);
    double levels[MOST_HEIGHTS], z = place->at.z, none;
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, search->height, levels, MOST_HEIGHTS);
    for (size_t i = 0; i < count; i++) {
        z = i == 0 || fabs(levels[i] - place->at.z) < fabs(z - place->at.z) ? levels[i] : z;
    }
    tl_question there = *tried;
    there.at[0] = p.x;
    there.at[1] = p.y;
    there.at[2] = z;
    return status == TL_OK && count > 0 ? tl_placement_try(search, &there, &none, error) : status;
}

static tl_status explore(void *user, const tl_template_search_cell *cell, double *best, tl_error *error) {
    tl_placement_search *search = user;
    tl_vec3 c = cell_middle(cell);
    double most, levels[MOST_HEIGHTS];
    tl_status status = most_at(search, tl_plan(c), &most, error);
    bool hopeless = most < *best || most == 0; /* costs only time */
    if (status != TL_OK || hopeless || (most == *best && search->best->count == TL_BEST_LISTED)) {
        return status;
    }
    tl_surfaces surfaces = tl_table_surfaces(search->inquiry->table);
    size_t count = tl_surface_levels(&surfaces, c.x, c.y, search->height, levels, MOST_HEIGHTS);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        if (levels[i] < cell->low[2] - 1e-6 || levels[i] > cell->high[2] + 1e-6) {
            continue;
        }
        tl_question q = search->question;
        double score;
        q.at_count = 3;
        q.at[0] = c.x;
        q.at[1] = c.y;
        q.at[2] = levels[i];
        status = tl_placement_try(search, &q, &score, error);
        if (status == TL_OK && score > -INFINITY) {
            status = improve(search, &q, error);
        }
        *best = tl_max(*best, search->best_score);
    }
    return status;
}

static uint64_t work_of(void *user) {
    return ((tl_placement_search *)user)->work;
}

tl_status tl_placement_search_blast(tl_placement_search *search, tl_template_search_result *result, tl_error *error) {
    const tl_inquiry *inquiry = search->inquiry;
    const tl_document *document = inquiry->table->document;
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < inquiry->table->member_count; i++) {
        box = search->candidates[i].role == TL_CANDIDATE_ENEMY ? tl_box3_union(box, search->candidates[i].box) : box;
    }
    tl_box3 all = tl_table_box(inquiry->table);
    tl_template_search_cell cell = {
        .low = {tl_max(box.low.x - search->radius, 0), tl_max(box.low.y - search->radius, 0), all.low.z - 1},
        .high = {tl_min(box.high.x + search->radius, document->width),
                 tl_min(box.high.y + search->radius, document->depth), all.high.z + 1}};
    const tl_template_search_problem problem = {.user = search,
                                                .bound = tl_placement_blast_bound,
                                                .explore = explore,
                                                .work = work_of,
                                                .smallest = {0.02, 0.02, 25},
                                                .weight = {1, 1, 2},
                                                .most_work = tl_sight_budget(TL_PLACEMENT_WORK, inquiry->effort),
                                                .most_cells =
                                                    (size_t)tl_sight_budget(TL_PLACEMENT_CELLS, inquiry->effort),
                                                .most_ties = TL_PLACEMENT_TIES};
    bool any = cell.low[0] <= cell.high[0] && cell.low[1] <= cell.high[1];
    return tl_template_search_largest(inquiry->context, &problem, &cell, any ? 1 : 0, result, error);
}
