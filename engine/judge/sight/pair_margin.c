/* pair_margin.c: margins of sight on a table under rules: what stands in the way may depend on where a model stands. */
#include "judge/sight/pair_margin.h"

#include "judge/between/between.h"
#include "judge/variant.h"

#include <string.h>

#define MOST_TRIANGLES 200000 /* a blocker with more isn't moved about */

/* --- The target --------------------------------------------------------------------------------------------------- */

/* A copy of the inquiry in which one member stands elsewhere. Everything but that member is shared. */
typedef struct elsewhere {
    const tl_inquiry *inquiry;
    size_t from, to;
    tl_variant view;
    tl_body body; /* of the one who stands elsewhere */
    tl_between between;
    tl_condition *clear; /* of every area: a line that doesn't enter it; then fields of view (DT-FRT-04) */
    tl_area *areas;      /* ... which they are about */
    size_t clear_count;
} elsewhere;

static tl_status elsewhere_begin(elsewhere *e, const tl_inquiry *inquiry, const tl_pair_sight_result *pair,
                                 const tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    size_t areas = inquiry->referee->area_count, views = between->outlook_count;
    *e = (elsewhere){.inquiry = inquiry, .from = pair->from, .to = pair->to};
    tl_status status = tl_variant_begin(&e->view, inquiry, inquiry->context, pair->to, error);
    e->clear = tl_alloc_array(inquiry->context, areas + views, sizeof(*e->clear));
    e->areas = tl_alloc_array(inquiry->context, areas, sizeof(*e->areas));
    if (status != TL_OK || e->clear == NULL || e->areas == NULL) {
        return tl_fail_memory(error);
    }
    tl_variant_give_body(&e->view, &e->body);
    for (size_t i = 0; i < areas; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        e->areas[i] = tl_inquiry_column(inquiry, area);
        e->clear[i] = tl_area_clear_condition(&e->areas[i], (uint32_t)table->terrain[area->terrain].slot);
    }
    e->clear_count = areas;
    for (size_t i = 0; i < between->obstacles.condition_count; i++) {
        const tl_condition *now = &between->obstacles.conditions[i];
        for (size_t k = 0; k < views; k++) { /* a field of view stays as long as nobody enters or leaves it */
            if (now->user == &between->outlook[k]) {
                e->clear[e->clear_count++] = *now;
            }
        }
    }
    return TL_OK;
}

static void elsewhere_end(elsewhere *e) {
    tl_between_free(&e->between);
    tl_variant_end(&e->view);
    tl_free(e->inquiry->context, e->clear);
    tl_free(e->inquiry->context, e->areas);
}

static tl_status between_elsewhere(void *user, tl_vec2 move, const tl_bvh *core, const tl_obstacles **obstacles,
                                   tl_error *error) {
    elsewhere *e = user;
    tl_vec3 by = {move.x, move.y, 0};
    const tl_body *here = e->inquiry->table->members[e->to].body;
    e->body = *here;
    e->body.core = (tl_bvh *)(uintptr_t)(const void *)core;
    e->body.pose.at = tl_add(here->pose.at, by);
    e->body.base.pose.at = tl_add(here->base.pose.at, by);
    e->body.core_shape.pose.at = tl_add(here->core_shape.pose.at, by);
    e->body.box = (tl_box3){tl_add(here->box.low, by), tl_add(here->box.high, by)};
    tl_between_free(&e->between);
    tl_status status = tl_between_sight(&e->view.inquiry, e->from, e->to, &e->between, error);
    *obstacles = &e->between.obstacles;
    return status;
}

static double plan_gap(tl_box3 a, tl_box3 b) {
    double x = tl_max(a.low.x - b.high.x, b.low.x - a.high.x), y = tl_max(a.low.y - b.high.y, b.low.y - a.high.y);
    return tl_max(0, tl_max(x, y));
}

/* Whether where it stands decides for whom a piece of terrain is transparent: a building without rooms, or what
 * shelters those in it behind walls (DT-FRT-04). */
static bool opens_to_those_inside(const tl_inquiry *inquiry, size_t terrain) {
    const tl_referee *referee = inquiry->referee;
    bool opens = inquiry->table->document->terrain[terrain].abstract_interior;
    for (size_t i = 0; i < referee->shelter_count && !opens; i++) {
        opens = referee->shelters[i].terrain == terrain && referee->shelters[i].kind->blocks;
    }
    return opens;
}

/* How far a member may be moved before it comes to a building whose walls are transparent from inside, or into or out
 * of a fortification; 0: any way. */
static tl_status reach_of(const tl_inquiry *inquiry, size_t member, double *reach, tl_error *error) {
    tl_status status = TL_OK;
    *reach = INFINITY;
    for (size_t i = 0; i < inquiry->table->terrain_count; i++) {
        const tl_placed *placed = &inquiry->table->terrain[i];
        if (inquiry->table->document->terrain[i].abstract_interior) {
            double gap = placed->body != NULL
                             ? plan_gap(inquiry->table->members[member].body->box, tl_box3_grow(placed->body->box, 1))
                             : 0;
            *reach = tl_min(*reach, tl_max(gap, 1e-6));
        }
    }
    bool on_foot = tl_table_unit_of(inquiry->table, member)->kind->shelters;
    for (size_t i = 0; i < inquiry->referee->shelter_count && on_foot && status == TL_OK; i++) {
        tl_area_placement placement = {.gap_mm = INFINITY};
        if (inquiry->referee->shelters[i].kind->blocks) {
            status = tl_inquiry_place_in(inquiry, &inquiry->referee->shelters[i], member, &placement, error);
            *reach = tl_min(*reach, tl_max(placement.gap_mm - 1e-6, 1e-6));
        }
    }
    *reach = isfinite(*reach) ? *reach : 0;
    return status;
}

static tl_margin_question question_of(const tl_inquiry *inquiry, const tl_pair_sight_result *pair,
                                      const tl_obstacles *obstacles) {
    return (tl_margin_question){
        .obstacles = obstacles,
        .a = inquiry->table->members[pair->from].body->core,
        .b = inquiry->table->members[pair->to].body->core,
        .sight = {.tolerance = inquiry->tolerance > 0 ? inquiry->tolerance : 0.05,
                  .min_clearance = tl_settings_number_of(&inquiry->settings, TL_SETTING_MIN_CLEARANCE_MM)}};
}

static tl_status move_target(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_between *between,
                             tl_margin *margin, tl_error *error) {
    tl_margin_question question = question_of(inquiry, pair, &between->obstacles);
    elsewhere e = {.inquiry = inquiry};
    tl_status status = reach_of(inquiry, pair->to, &question.reach, error);
    if (status == TL_OK) {
        status = elsewhere_begin(&e, inquiry, pair, between, error);
    }
    bool in_area = pair->by_area || pair->has_depth;
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK && !in_area; i++) {
        for (int k = 0; k < 2 && status == TL_OK; k++) {
            tl_area_placement placement;
            status = tl_inquiry_place_in(inquiry, &inquiry->referee->areas[i], k == 0 ? pair->from : pair->to,
                                         &placement, error);
            in_area = in_area || (status == TL_OK && placement.place != TL_AREA_OUTSIDE);
        }
    }
    /* a line that enters no area is subject to none of their rules, wherever the model stands; where that is too much
     * to ask for, the rules are applied anew to every place */
    question.conditions_move = inquiry->referee->area_count > 0;
    question.sure = e.clear;
    question.sure_count = e.clear_count;
    question.obstacles_at = in_area || question.reach > 0 ? between_elsewhere : NULL;
    question.user = &e;
    if (status == TL_OK) {
        status = tl_margin_measure(inquiry->context, &question, &pair->sight, margin, error);
    }
    elsewhere_end(&e);
    return status;
}

/* --- What is in the way ------------------------------------------------------------------------------------------- */

/* A condition as if what it is about were moved. */
typedef struct shifted {
    tl_condition inner;
    tl_vec3 by;
    tl_vec3 *points; /* scratch */
    size_t capacity;
    tl_context *context;
} shifted;

/* A world in which one thing stands elsewhere, and one in which it stands alone. */
typedef struct rearranged {
    const tl_inquiry *inquiry;
    size_t slot;
    const tl_bvh *here;
    tl_bvh *there;
    tl_vec3 *corners;
    tl_world *world, *alone_world;
    tl_joiner *joiner, *alone_joiner;
    tl_obstacles obstacles, alone;
    tl_condition *conditions;
    tl_area area;
    shifted shift;
} rearranged;

static bool shifted_line(const void *user, tl_vec3 p, tl_vec3 q) {
    const shifted *s = user;
    return s->inner.line(s->inner.user, tl_sub(p, s->by), tl_sub(q, s->by));
}

static tl_condition_bundle shifted_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                          size_t b_count) {
    shifted *s = (shifted *)(uintptr_t)user;
    if (!tl_reserve(s->context, (void **)&s->points, &s->capacity, a_count + b_count, sizeof(tl_vec3))) {
        return TL_BUNDLE_SPLIT;
    }
    for (size_t i = 0; i < a_count; i++) {
        s->points[i] = tl_sub(a[i], s->by);
    }
    for (size_t i = 0; i < b_count; i++) {
        s->points[a_count + i] = tl_sub(b[i], s->by);
    }
    return s->inner.bundle(s->inner.user, s->points, a_count, s->points + a_count, b_count);
}

/* The depth rules of what is moved: to be seen, a line must stay out of its area; to be hidden, it isn't needed. Either
 * is on the safe side. */
static void shift_conditions(rearranged *r, const tl_between *between, bool to_be_seen) {
    const tl_referee *referee = r->inquiry->referee;
    r->obstacles.conditions = r->conditions;
    r->obstacles.condition_count = 0;
    for (size_t i = 0; i < between->obstacles.condition_count; i++) {
        tl_condition condition = between->obstacles.conditions[i];
        if (condition.slot == r->slot) {
            for (size_t k = 0; k < referee->area_count; k++) {
                if (r->inquiry->table->terrain[referee->areas[k].terrain].slot == r->slot) {
                    r->area = tl_inquiry_column(r->inquiry, &referee->areas[k]);
                }
            }
            r->shift.inner = tl_area_clear_condition(&r->area, condition.slot);
            condition = (tl_condition){
                .user = &r->shift, .line = shifted_line, .bundle = shifted_bundle, .slot = condition.slot};
            if (!to_be_seen) {
                continue;
            }
        }
        r->conditions[r->obstacles.condition_count++] = condition;
    }
}

static tl_status join(const rearranged *r, bool alone, tl_joiner **joiner, tl_error *error) {
    const tl_table *table = r->inquiry->table;
    tl_conform_part *parts = tl_alloc_array(r->inquiry->context, table->slot_count, sizeof(*parts));
    if (parts == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t slot = 0; slot < table->slot_count && !alone; slot++) {
        parts[slot].bvh = tl_world_get(table->world, slot);
    }
    for (size_t i = 0; i < table->member_count && !alone; i++) {
        const tl_placed *placed = &table->members[i];
        parts[placed->slot].own_frame = placed->body->solid != NULL ? tl_bvh_vertices(placed->body->solid) : NULL;
    }
    parts[r->slot].bvh = alone ? r->here : r->there;
    parts[r->slot].own_frame = tl_bvh_vertices(r->here);
    tl_status status = tl_joiner_create(r->inquiry->context, parts, table->slot_count, joiner, error);
    tl_free(r->inquiry->context, parts);
    return status;
}

static void rearranged_end(rearranged *r) {
    tl_context *context = r->inquiry->context;
    tl_joiner_destroy(r->joiner);
    tl_joiner_destroy(r->alone_joiner);
    tl_world_destroy(r->world);
    tl_world_destroy(r->alone_world);
    tl_bvh_destroy(r->there);
    tl_free(context, r->corners);
    tl_free(context, r->conditions);
    tl_free(context, r->shift.points);
}

static tl_status rearranged_begin(rearranged *r, const tl_inquiry *inquiry, const tl_between *between, size_t slot,
                                  bool to_be_seen, tl_error *error) {
    tl_context *context = inquiry->context;
    const tl_table *table = inquiry->table;
    const tl_bvh *here = tl_world_get(table->world, slot);
    *r = (rearranged){.inquiry = inquiry, .slot = slot, .here = here, .shift = {.context = context}};
    size_t count = tl_bvh_vertex_count(here), triangles = tl_bvh_triangle_count(here);
    r->corners = tl_alloc_array(context, count, sizeof(*r->corners));
    r->conditions = tl_alloc_array(context, between->obstacles.condition_count, sizeof(*r->conditions));
    uint8_t *roles = tl_alloc_array(context, triangles, sizeof(*roles));
    tl_status status = r->corners != NULL && r->conditions != NULL && roles != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < triangles && status == TL_OK; i++) {
        roles[i] = (uint8_t)tl_bvh_role(here, (uint32_t)i);
    }
    if (status == TL_OK) {
        status = tl_bvh_build(context, tl_bvh_vertices(here), count, tl_bvh_triangles(here), triangles, roles,
                              &r->there, error);
    }
    if (status == TL_OK) {
        status = tl_world_create(context, table->slot_count, &r->world, error);
    }
    if (status == TL_OK) {
        status = tl_world_create(context, table->slot_count, &r->alone_world, error);
    }
    if (status == TL_OK) {
        for (size_t i = 0; i < table->slot_count; i++) {
            tl_world_set(r->world, i, i == slot ? r->there : tl_world_get(table->world, i));
        }
        tl_world_set(r->alone_world, slot, here);
        status = join(r, false, &r->joiner, error);
    }
    if (status == TL_OK) {
        status = join(r, true, &r->alone_joiner, error);
    }
    if (status == TL_OK) {
        r->obstacles = r->alone = between->obstacles;
        r->obstacles.world = r->world;
        r->obstacles.joiner = r->joiner;
        r->alone.world = r->alone_world;
        r->alone.joiner = r->alone_joiner;
        r->alone.condition_count = 0;
        shift_conditions(r, between, to_be_seen);
    }
    tl_free(context, roles);
    return status;
}

static tl_status obstacles_rearranged(void *user, tl_vec2 move, const tl_bvh *b, const tl_obstacles **obstacles,
                                      tl_error *error) {
    (void)b;
    (void)error;
    rearranged *r = user;
    r->shift.by = (tl_vec3){move.x, move.y, 0};
    size_t count = tl_bvh_vertex_count(r->here);
    const tl_vec3 *from = tl_bvh_vertices(r->here);
    for (size_t i = 0; i < count; i++) {
        r->corners[i] = tl_add(from[i], r->shift.by);
    }
    tl_bvh_refit(r->there, r->corners);
    tl_world_set(r->world, r->slot, r->there);
    *obstacles = &r->obstacles;
    return TL_OK;
}

/* What is in the way, or nearest to the line: a piece of terrain or a vehicle that can be moved by itself. */
static bool find_blocker(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_between *between,
                         size_t *slot) {
    const tl_sight *sight = &pair->sight;
    uint32_t found = UINT32_MAX;
    if (sight->verdict == TL_VERDICT_YES) {
        tl_sight_nearest_blocker(&between->obstacles, sight->from, sight->to, &found);
    } else if (sight->named_count > 0) {
        found = sight->named[0];
    }
    const tl_table *table = inquiry->table;
    if (found == 0 || between->closed || found >= table->slot_count || between->blockers[found] == 0 ||
        tl_world_get(table->world, found) == NULL ||
        tl_bvh_triangle_count(tl_world_get(table->world, found)) > MOST_TRIANGLES ||
        between->obstacles.condition_count > between->sight_count) {
        return false;
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (table->terrain[i].slot == found && opens_to_those_inside(inquiry, i)) {
            return false;
        }
    }
    *slot = found;
    return true;
}

static tl_status move_blocker(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_between *between,
                              size_t slot, tl_margin *margin, tl_error *error) {
    rearranged r;
    tl_margin_question question = question_of(inquiry, pair, &between->obstacles);
    tl_status status = rearranged_begin(&r, inquiry, between, slot, pair->sight.verdict == TL_VERDICT_NO, error);
    if (status == TL_OK) {
        question.moves_obstacle = true;
        question.alone = &r.alone;
        question.obstacles_at = obstacles_rearranged;
        question.user = &r;
        status = tl_margin_measure(inquiry->context, &question, &pair->sight, margin, error);
    }
    rearranged_end(&r);
    return status;
}

tl_way tl_pair_margin_way(tl_vec2 ahead, tl_vec2 move) {
    double along = tl_dot2(ahead, move), left = tl_cross2(ahead, move);
    /* eighths of a turn: tan 22.5 degrees */
    double t = 0.41421356237309503;
    int side = fabs(left) < t * fabs(along) ? 1 : left > 0 ? 2 : 0;
    int onward = fabs(along) < t * fabs(left) ? 1 : along > 0 ? 2 : 0;
    static const tl_way ways[3][3] = {{TL_WAY_NEAR_RIGHT, TL_WAY_RIGHT, TL_WAY_AWAY_RIGHT},
                                      {TL_WAY_NEARER, TL_WAY_NEARER, TL_WAY_AWAY},
                                      {TL_WAY_NEAR_LEFT, TL_WAY_LEFT, TL_WAY_AWAY_LEFT}};
    return ways[side][onward];
}

static tl_way way_of(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_margin *margin) {
    const tl_placed *members = inquiry->table->members;
    tl_vec3 p = tl_box3_centre(tl_bvh_box(members[pair->from].body->core));
    tl_vec3 q = tl_box3_centre(tl_bvh_box(members[pair->to].body->core));
    return tl_pair_margin_way(tl_sub2(tl_plan(q), tl_plan(p)), margin->move);
}

tl_status tl_pair_margin_measure(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_margin *margin,
                                 tl_error *error) {
    const tl_sight *sight = &pair->sight;
    *margin = (tl_pair_margin){.uncertain = pair->uncertainty.any && !pair->uncertainty.decides &&
                                            sight->verdict != TL_VERDICT_MARGINAL};
    if (sight->verdict == TL_VERDICT_MARGINAL || pair->uncertainty.any || pair->patch.side_mm > 0 ||
        sight->from_inside_solid || sight->to_inside_solid || tl_out_of_time(inquiry->context)) {
        return TL_OK;
    }
    tl_between between;
    tl_status status = tl_between_sight(inquiry, pair->from, pair->to, &between, error);
    if (status != TL_OK) {
        return status;
    }
    status = move_target(inquiry, pair, &between, &margin->target, error);
    margin->measured = status == TL_OK;
    margin->has_blocker = status == TL_OK && find_blocker(inquiry, pair, &between, &margin->blocker_slot);
    if (margin->has_blocker) {
        status = move_blocker(inquiry, pair, &between, margin->blocker_slot, &margin->blocker, error);
    }
    tl_between_free(&between);
    margin->target_way = way_of(inquiry, pair, &margin->target);
    margin->blocker_way = way_of(inquiry, pair, &margin->blocker);
    if (status == TL_ERROR_CANCELLED && tl_out_of_time(inquiry->context)) { /* the answer stands without its margin */
        *margin = (tl_pair_margin){.uncertain = false};
        if (error != NULL) {
            *error = (tl_error){0};
        }
        return TL_OK;
    }
    return status;
}
