/* nodes.c: who looks, as squares that have parts. */
#include "board/map/nodes.h"

#include "board/limits.h"
#include "geom/polygon2.h"

#include <string.h>

tl_board_rect tl_board_grid_rect(const tl_board_grid *grid, size_t i, size_t j, size_t size) {
    double x0 = grid->x0 + grid->cell * (double)i, y0 = grid->y0 + grid->cell * (double)j;
    double x1 = grid->x0 + grid->cell * (double)(i + size), y1 = grid->y0 + grid->cell * (double)(j + size);
    return (tl_board_rect){tl_max(x0, 0), tl_max(y0, 0), tl_min(x1, grid->x1), tl_min(y1, grid->y1)};
}

static tl_status push(tl_context *context, tl_board_nodes *nodes, const tl_board_node *node, uint32_t *index,
                      tl_error *error) {
    if (!tl_reserve(context, (void **)&nodes->items, &nodes->capacity, nodes->count + 1, sizeof(*node))) {
        return tl_fail_memory(error);
    }
    *index = (uint32_t)nodes->count;
    nodes->items[nodes->count++] = *node;
    return TL_OK;
}

static tl_status push_root(tl_context *context, tl_board_nodes *nodes, uint32_t index, tl_error *error) {
    if (!tl_reserve(context, (void **)&nodes->roots, &nodes->root_capacity, nodes->root_count + 1, sizeof(uint32_t))) {
        return tl_fail_memory(error);
    }
    nodes->roots[nodes->root_count++] = index;
    return TL_OK;
}

tl_status tl_board_nodes_add(tl_context *context, tl_board_nodes *nodes, const tl_board_node *node, tl_error *error) {
    uint32_t index = 0;
    tl_status status = push(context, nodes, node, &index, error);
    status = status == TL_OK ? push_root(context, nodes, index, error) : status;
    if (status == TL_OK) {
        nodes->surely += node->partly ? 0 : node->area;
        nodes->perhaps += node->area;
    }
    return status;
}

void tl_board_nodes_free(tl_context *context, tl_board_nodes *nodes) {
    tl_free(context, nodes->items);
    tl_free(context, nodes->roots);
    *nodes = (tl_board_nodes){0};
}

/* A zone being divided. */
typedef struct division {
    tl_context *context;
    const tl_board_terrain *terrain;
    const tl_board_body *body;
    const tl_board_grid *grid;
    const tl_vec2 *corners;
    size_t corner_count, level;
    tl_board_nodes *nodes;
    tl_board_nearby nearby;
} division;

static bool cell_in(const division *d, size_t i, size_t j) {
    tl_board_rect r = tl_board_grid_rect(d->grid, i, j, 1);
    tl_vec2 middle = {0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
    return tl_polygon2_side(d->corners, d->corner_count, middle) != TL_SIDE_OUTSIDE;
}

static tl_status divide(division *d, size_t i, size_t j, size_t size, uint32_t *index, tl_error *error);

/* The four parts of a square; UINT32_MAX for those where nobody can stand. */
static tl_status divide_parts(division *d, size_t i, size_t j, size_t size, uint32_t child[4], tl_error *error) {
    size_t half = size / 2;
    for (size_t k = 0; k < 4; k++) {
        size_t ci = i + (k & 1) * half, cj = j + (k >> 1) * half;
        child[k] = UINT32_MAX;
        if (ci < d->grid->nx && cj < d->grid->ny) {
            tl_status status = divide(d, ci, cj, half, &child[k], error);
            if (status != TL_OK) {
                return status;
            }
        }
    }
    return TL_OK;
}

static tl_status make_leaf(division *d, size_t i, size_t j, uint32_t *index, tl_error *error) {
    tl_board_rect rect = tl_board_grid_rect(d->grid, i, j, 1);
    tl_board_ground ground;
    if (!cell_in(d, i, j)) {
        return TL_OK;
    }
    tl_status status = tl_board_ground_of(&d->nearby, d->terrain, d->body, rect, d->level, &ground);
    if (status != TL_OK) {
        return tl_fail_memory(error);
    }
    if (ground.standing == TL_BOARD_NOWHERE) {
        return TL_OK;
    }
    tl_board_node node = {.end = tl_board_end_in(d->body, rect, &ground),
                          .area = (rect.x1 - rect.x0) * (rect.y1 - rect.y0),
                          .partly = ground.standing != TL_BOARD_EVERYWHERE};
    d->nodes->surely += node.partly ? 0 : node.area;
    d->nodes->perhaps += node.area;
    return push(d->context, d->nodes, &node, index, error);
}

/* `*index` is UINT32_MAX when nobody can stand in any of its cells. */
static tl_status divide(division *d, size_t i, size_t j, size_t size, uint32_t *index, tl_error *error) {
    *index = UINT32_MAX;
    if (size == 1) {
        return make_leaf(d, i, j, index, error);
    }
    tl_board_ground_expect(&d->nearby, d->body, tl_board_grid_rect(d->grid, i, j, size));
    uint32_t child[4];
    tl_status status = divide_parts(d, i, j, size, child, error);
    size_t parts = 0;
    tl_board_node node = {.divided = true};
    tl_board_rect all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    tl_board_ground ground = {.standing = TL_BOARD_EVERYWHERE, .low = INFINITY, .high = -INFINITY, .over_ground = true};
    for (size_t k = 0; k < 4 && status == TL_OK; k++) {
        if (child[k] == UINT32_MAX) {
            continue;
        }
        const tl_board_node *part = &d->nodes->items[child[k]];
        tl_box3 at = part->end.places.at;
        all = (tl_board_rect){tl_min(all.x0, at.low.x), tl_min(all.y0, at.low.y), tl_max(all.x1, at.high.x),
                              tl_max(all.y1, at.high.y)};
        ground.low = tl_min(ground.low, at.low.z + d->body->low);
        ground.high = tl_max(ground.high, at.high.z + d->body->low);
        ground.over_ground = ground.over_ground && part->end.over_ground;
        node.area += part->area;
        node.partly = node.partly || part->partly;
        node.child[parts++] = child[k];
    }
    if (status != TL_OK || parts == 0) {
        return status;
    }
    if (parts == 1) {
        *index = node.child[0];
        return TL_OK;
    }
    node.end = tl_board_end_in(d->body, all, &ground);
    return push(d->context, d->nodes, &node, index, error);
}

tl_status tl_board_nodes_of_zone(tl_context *context, const tl_board_terrain *terrain, const tl_board_body *body,
                                 const tl_board_grid *grid, const tl_vec2 *corners, size_t count, size_t level,
                                 tl_board_nodes *nodes, tl_error *error) {
    division d = {context, terrain, body, grid, corners, count, level, nodes, {.context = context}};
    tl_board_nearby_start(&d.nearby, context, &terrain->surfaces);
    tl_status status = TL_OK;
    if (nodes->count == 0) { /* number 0 is no part of anything */
        tl_board_node none = {.area = 0};
        uint32_t index;
        status = push(context, nodes, &none, &index, error);
    }
    for (size_t j = 0; j < grid->ny && status == TL_OK; j += TL_BOARD_NODE_ROOT) {
        for (size_t i = 0; i < grid->nx && status == TL_OK; i += TL_BOARD_NODE_ROOT) {
            uint32_t index = UINT32_MAX;
            status = divide(&d, i, j, TL_BOARD_NODE_ROOT, &index, error);
            if (status == TL_OK && index != UINT32_MAX) {
                status = push_root(context, nodes, index, error);
            }
            if (status == TL_OK && !tl_progress(context, 0, "looking where one can stand")) {
                status = tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "the map was cancelled");
            }
        }
    }
    tl_board_nearby_end(&d.nearby);
    return status;
}
