/* nodes.h: the squares of a zone that somebody looks from. */
#ifndef TL_BOARD_MAP_NODES_H
#define TL_BOARD_MAP_NODES_H

#include "board/map/plan_data.h"

/* Cell of a grid as a rectangle, and a square of `size` cells from (i, j) on; cut off where the grid ends. */
tl_board_rect tl_board_grid_rect(const tl_board_grid *grid, size_t i, size_t j, size_t size);

/* Squares of a zone in a grid: cells whose middle lies in the polygon and where the body can stand. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_nodes_of_zone(tl_context *context, const tl_board_terrain *terrain, const tl_board_body *body,
                                 const tl_board_grid *grid, const tl_vec2 *corners, size_t count, size_t level,
                                 tl_board_nodes *nodes, tl_error *error);
/* Adds a root that isn't divided. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_nodes_add(tl_context *context, tl_board_nodes *nodes, const tl_board_node *node, tl_error *error);
void tl_board_nodes_free(tl_context *context, tl_board_nodes *nodes);

#endif
