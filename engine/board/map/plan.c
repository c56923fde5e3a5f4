/* plan.c: a question about a board checked and made ready: who looks, what is looked at, in which grid. */
#include "board/map/plan.h"
#include "board/limits.h"
#include "board/map/mutual.h"

#include "board/map/bodies.h"
#include "board/map/mutual.h"
#include "board/map/nodes.h"
#include "geom/polygon2.h"
#include "math/predicates.h"
#include "tell/answer.h"

#include <stdio.h>
#include <string.h>

static const char *const words[TL_BOARD_KINDS] = {"fov",     "dead",   "exposure", "height",
                                                  "nearest", "length", "mutual",   "cover"};

const double tl_board_posts[TL_BOARD_POSTS] = TL_BOARD_POST_HEIGHTS;

const char *tl_board_kind_word(tl_board_kind kind) {
    return kind < TL_BOARD_KINDS ? words[kind] : NULL;
}

static tl_status find_kind(const char *word, tl_board_kind *kind, tl_error *error) {
    char list[200] = "";
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        if (word != NULL && strcmp(words[k], word) == 0) {
            *kind = (tl_board_kind)k;
            return TL_OK;
        }
        snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", k > 0 ? ", " : "use ", words[k]);
    }
    return tl_fail(error, word != NULL ? TL_ERROR_NOT_FOUND : TL_ERROR_ARGUMENT, NULL, "map", list,
                   word != NULL ? "there is no map `%s`" : "the map's name is missing", word);
}

/* A thin post, measured as it stands. */
static tl_status make_posts(tl_board_plan *plan, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t k = 0; k < TL_BOARD_POSTS && status == TL_OK; k++) {
        tl_model_options options = {.core = {.kind = TL_SHAPE_BOX,
                                             .pose = tl_pose_identity(),
                                             .from = {-TL_BOARD_POST_HALF, -TL_BOARD_POST_HALF, 0},
                                             .to = {TL_BOARD_POST_HALF, TL_BOARD_POST_HALF, tl_board_posts[k]}}};
        tl_model *model = NULL;
        status = tl_model_create(plan->context, NULL, &options, &model, error);
        if (status == TL_OK) {
            status = tl_board_body_told(tl_board_body_make(plan->context, &plan->posts[k], model, 0, NULL), error);
        }
        tl_model_destroy(model);
    }
    return status;
}

/* --- Grid
 * ------------------------------------------------------------------------------------------------------------- */

static tl_status check_effort(const tl_board_question *q, double *effort, tl_error *error) {
    *effort = q->effort == 0 ? 1 : q->effort;
    return *effort >= 1 && *effort <= TL_BOARD_MOST_EFFORT
               ? TL_OK
               : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "effort", "give a number from 1 to 1000",
                         "proofs can't get %g times the usual work", q->effort);
}

static tl_status make_grid(const tl_board_question *q, const tl_table *table, tl_board_grid *grid, tl_error *error) {
    double width = table->document->width, depth = table->document->depth;
    *grid = (tl_board_grid){0, 0, width, depth, q->cell_mm, 0, 0};
    if (!(q->cell_mm >= TL_BOARD_LEAST_CELL && q->cell_mm <= TL_BOARD_MOST_CELL)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "cell", "give millimetres from 0.5 to 1000, such as 10",
                       "the side of a cell can't be %g mm", q->cell_mm);
    }
    if (q->area != NULL) {
        grid->x0 = tl_min(q->area[0].x, q->area[1].x);
        grid->x1 = tl_max(q->area[0].x, q->area[1].x);
        grid->y0 = tl_min(q->area[0].y, q->area[1].y);
        grid->y1 = tl_max(q->area[0].y, q->area[1].y);
        if (!(grid->x0 >= 0 && grid->y0 >= 0 && grid->x1 <= width && grid->y1 <= depth)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "area", "keep to the table",
                           "the part to map reaches over the table, which is %g x %g mm", width, depth);
        }
        if (!(grid->x1 > grid->x0 && grid->y1 > grid->y0)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "area", "give two opposite corners",
                           "the part to map has no area");
        }
    }
    double nx = ceil((grid->x1 - grid->x0) / grid->cell), ny = ceil((grid->y1 - grid->y0) / grid->cell);
    if (!(nx * ny <= TL_BOARD_MOST_CELLS)) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", "take larger cells, or map a part of the table",
                       "%.0f x %.0f cells are more than four millions", nx, ny);
    }
    grid->nx = (size_t)nx;
    grid->ny = (size_t)ny;
    return TL_OK;
}

/* The grid that a zone's squares belong to: of the same cells, over all of the table. */
static tl_board_grid zone_grid(const tl_board_plan *plan, const tl_vec2 *corners, size_t count) {
    tl_board_grid grid = plan->grid;
    tl_board_rect box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        box = (tl_board_rect){tl_min(box.x0, corners[i].x), tl_min(box.y0, corners[i].y), tl_max(box.x1, corners[i].x),
                              tl_max(box.y1, corners[i].y)};
    }
    grid.x0 = floor(box.x0 / grid.cell) * grid.cell;
    grid.y0 = floor(box.y0 / grid.cell) * grid.cell;
    grid.x1 = tl_min(plan->terrain.rect.x1, ceil(box.x1 / grid.cell) * grid.cell);
    grid.y1 = tl_min(plan->terrain.rect.y1, ceil(box.y1 / grid.cell) * grid.cell);
    grid.nx = (size_t)ceil((grid.x1 - grid.x0) / grid.cell);
    grid.ny = (size_t)ceil((grid.y1 - grid.y0) / grid.cell);
    return grid;
}

/* --- Who looks
 * -------------------------------------------------------------------------------------------------------- */

static tl_status members_look(tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    const tl_referee *referee = plan->inquiry.referee;
    const tl_table *table = referee->table;
    tl_party party;
    tl_status status = tl_referee_party(referee, q->from, "from", &party, error);
    if (status != TL_OK) {
        return status;
    }
    plan->members = tl_alloc_array(plan->context, party.count, sizeof(*plan->members));
    if (plan->members == NULL) {
        return tl_fail_memory(error);
    }
    plan->member_count = party.count;
    for (size_t i = 0; i < party.count && status == TL_OK; i++) {
        size_t member = party.first + i;
        status = tl_board_body_told(tl_board_body_placed(plan->context, &plan->members[i], table->members[member].body,
                                                         tl_table_unit_of(table, member)->kind),
                                    error);
        if (status != TL_OK) {
            return status;
        }
        plan->members[i].off = tl_placed_core_uncertainty(&table->members[member]);
        tl_board_node node = {.end = tl_board_end_of(&plan->members[i], table, member), .area = 1};
        status = tl_board_nodes_add(plan->context, &plan->nodes, &node, error);
    }
    return status;
}

static tl_status place_looks(tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    double x = q->place[0], y = q->place[1];
    tl_board_rect table = plan->terrain.rect;
    if (!(x >= 0 && y >= 0 && x <= table.x1 && y <= table.y1)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "give a place on the table",
                       "(%g, %g) is off the table, which is %g x %g mm", x, y, table.x1, table.y1);
    }
    tl_board_ground ground;
    tl_board_rect rect = {x, y, x, y};
    tl_status status = tl_board_ground_once(plan->context, &plan->terrain, &plan->observer, rect, plan->level, &ground);
    if (status != TL_OK) {
        return tl_fail_memory(error);
    }
    if (ground.standing == TL_BOARD_NOWHERE) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "choose another place, another level or a smaller body",
                       "the body that looks can't stand at (%g, %g) on level %zu", x, y, plan->level);
    }
    tl_board_node node = {.end = tl_board_end_in(&plan->observer, rect, &ground), .area = 1};
    return tl_board_nodes_add(plan->context, &plan->nodes, &node, error);
}

tl_status tl_board_zone_check(tl_board_rect table, const tl_vec2 *zone, size_t count, const char *place,
                              tl_error *error) {
    for (size_t i = 0; i < count; i++) {
        tl_vec2 p = zone[i];
        if (!(p.x >= 0 && p.y >= 0 && p.x <= table.x1 && p.y <= table.y1)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, "keep the zone on the table",
                           "the zone's corner (%g, %g) is off the table, which is %g x %g mm", p.x, p.y, table.x1,
                           table.y1);
        }
    }
    if (count < 3 || !tl_polygon2_is_simple(zone, count) || tl_polygon2_orientation(zone, count) == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, "give three corners or more, in order, round the zone",
                       "the zone's corners make no simple polygon");
    }
    return TL_OK;
}

static tl_status zone_looks(tl_board_plan *plan, const tl_vec2 *zone, size_t count, tl_error *error) {
    tl_status status = tl_board_zone_check(plan->terrain.rect, zone, count, "zone", error);
    if (status != TL_OK) {
        return status;
    }
    /* squares that become cells of the map lie in its grid */
    tl_board_grid grid = plan->kind == TL_BOARD_MUTUAL ? plan->grid : zone_grid(plan, zone, count);
    status = tl_board_nodes_of_zone(plan->context, &plan->terrain, &plan->observer, &grid, zone, count, plan->level,
                                    &plan->nodes, error);
    if (status == TL_OK && plan->nodes.root_count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone", "take a larger zone, smaller cells or another level",
                       "the body that looks can stand nowhere in the zone: it holds no cell's middle that is free");
    }
    return status;
}

/* Cells whose middle lies in the zone that is looked at. */
static tl_status choose_cells(tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    if (q->to == NULL) {
        return TL_OK;
    }
    tl_status status = tl_board_zone_check(plan->terrain.rect, q->to, q->to_count, "to", error);
    plan->inside = status == TL_OK ? tl_alloc_array(plan->context, plan->grid.nx * plan->grid.ny, sizeof(bool)) : NULL;
    if (status == TL_OK && plan->inside == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t k = 0; status == TL_OK && k < plan->grid.nx * plan->grid.ny; k++) {
        tl_board_rect r = tl_board_grid_rect(&plan->grid, k % plan->grid.nx, k / plan->grid.nx, 1);
        tl_vec2 middle = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
        plan->inside[k] = tl_polygon2_side(q->to, q->to_count, middle) != TL_SIDE_OUTSIDE;
    }
    return status;
}

static tl_status who_looks(tl_board_plan *plan, const tl_board_question *q, tl_error *error) {
    tl_board_rect t = plan->terrain.rect;
    const tl_vec2 table[4] = {{0, 0}, {t.x1, 0}, {t.x1, t.y1}, {0, t.y1}};
    return q->from != NULL   ? members_look(plan, q, error)
           : q->has_place    ? place_looks(plan, q, error)
           : q->zone != NULL ? zone_looks(plan, q->zone, q->zone_count, error)
                             : zone_looks(plan, table, 4, error);
}

/* Boxes that hold every core that looks, and every one that is looked at. */
static void find_boxes(tl_board_plan *plan) {
    plan->from = tl_box3_empty();
    for (size_t i = 0; i < plan->nodes.root_count; i++) {
        plan->from = tl_box3_union(plan->from, tl_board_core_box(&plan->nodes.items[plan->nodes.roots[i]].end));
    }
    tl_box3 all = tl_table_box(plan->terrain.table);
    const tl_board_body *b = &plan->target;
    double tall = tl_max(b->core_high - b->low, tl_board_posts[TL_BOARD_POSTS - 1]);
    plan->to =
        (tl_box3){{plan->grid.x0 - b->core_reach, plan->grid.y0 - b->core_reach, all.low.z - 1},
                  {plan->grid.x1 + b->core_reach, plan->grid.y1 + b->core_reach, all.high.z + tall + TL_SURFACE_LIFT}};
}

static tl_status make(tl_board_plan *plan, const tl_referee *referee, const tl_board_question *q, tl_error *error) {
    const tl_table *table = referee->table;
    tl_status status = find_kind(q->map, &plan->kind, error);
    if (status == TL_OK) {
        status = check_effort(q, &plan->effort, error);
    }
    if (status == TL_OK) {
        status = make_grid(q, table, &plan->grid, error);
    }
    int said = (q->from != NULL) + q->has_place + (q->zone != NULL);
    if (status == TL_OK && said != 1 && !(said == 0 && plan->kind == TL_BOARD_LENGTH)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from",
                         "name a unit or a member, give a place, or a zone, and only one of them",
                         q->from != NULL || q->has_place ? "who looks is given twice" : "who looks is missing");
    }
    if (status == TL_OK && plan->kind == TL_BOARD_MUTUAL && (q->zone == NULL || q->to == NULL || q->area != NULL)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone", "give two zones, and no part of the table",
                         "what two zones see of one another needs both of them, and all of each");
    }
    if (status == TL_OK) {
        status = tl_inquiry_begin(referee, q->set, -1, &plan->inquiry, error);
        plan->began = status == TL_OK;
        tl_tell_in_language_of(&plan->inquiry, NULL, &plan->words);
    }
    if (status == TL_OK && !(fabs(q->facing_deg) <= TL_BOARD_LARGEST)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "give degrees", "that is no facing");
    }
    if (status == TL_OK) {
        status = tl_board_body_named(table, q->target, "target", q->facing_deg, &plan->target, error);
    }
    if (status == TL_OK) {
        status = tl_board_body_named(table, q->observer, "observer", q->facing_deg, &plan->observer, error);
    }
    if (status == TL_OK && tl_board_terrain_make(plan->context, table, &plan->terrain) != TL_OK) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        plan->most = tl_hypot(plan->terrain.rect.x1, plan->terrain.rect.y1);
        status = who_looks(plan, q, error);
    }
    if (status == TL_OK) {
        status = choose_cells(plan, q, error);
    }
    if (status == TL_OK && plan->kind == TL_BOARD_MUTUAL) {
        status = tl_board_mutual_prepare(plan, error);
    }
    if (status == TL_OK && plan->kind == TL_BOARD_HEIGHT) {
        status = make_posts(plan, error);
    }
    return status;
}

tl_status tl_board_plan_make(const tl_referee *referee, const tl_board_question *q, tl_board_plan *plan,
                             tl_error *error) {
    memset(plan, 0, sizeof(*plan));
    plan->context = referee->context;
    plan->level = q->level;
    tl_status status = make(plan, referee, q, error);
    bool *own = status == TL_OK ? tl_alloc_array(plan->context, referee->table->member_count, sizeof(bool)) : NULL;
    if (status == TL_OK && own == NULL) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        for (size_t i = 0; i < plan->nodes.root_count; i++) {
            size_t member = plan->nodes.items[plan->nodes.roots[i]].end.region.member;
            if (member != SIZE_MAX) {
                own[member] = plan->nodes.root_count == 1; /* of several each still blocks the others' lines */
            }
        }
        status = tl_region_rules_make(&plan->inquiry, own, &plan->rules, error);
    }
    if (status == TL_OK && plan->kind == TL_BOARD_COVER) {
        status = tl_shield_rules_make(&plan->rules, &plan->shields, error);
    }
    tl_free(plan->context, own);
    if (status == TL_OK) {
        find_boxes(plan);
        plan->refine =
            plan->kind == TL_BOARD_FOV || plan->kind == TL_BOARD_DEAD || plan->kind == TL_BOARD_COVER ? 1 : 0;
        plan->tile = 1;
        double wide = plan->kind == TL_BOARD_MUTUAL ? TL_BOARD_BACK_MM : TL_BOARD_TILE_MM;
        while (plan->tile < TL_BOARD_MOST_TILE && plan->grid.cell * (double)plan->tile * 2 <= wide) {
            plan->tile *= 2;
        }
        plan->tile_nx = (plan->grid.nx + plan->tile - 1) / plan->tile;
        plan->tile_ny = (plan->grid.ny + plan->tile - 1) / plan->tile;
    }
    return status;
}

void tl_board_plan_free(tl_board_plan *plan) {
    if (plan->context == NULL) {
        return;
    }
    tl_board_nodes_free(plan->context, &plan->nodes);
    tl_board_terrain_free(plan->context, &plan->terrain);
    tl_shield_rules_free(&plan->shields);
    tl_region_rules_free(&plan->rules);
    tl_free(plan->context, plan->members);
    tl_free(plan->context, plan->inside);
    tl_free(plan->context, plan->stands);
    if (plan->began) {
        tl_inquiry_free(&plan->inquiry);
    }
    memset(plan, 0, sizeof(*plan));
}
