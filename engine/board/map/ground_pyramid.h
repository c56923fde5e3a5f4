/* ground_pyramid.h: the ground of all squares of a tile, those of larger ones put together from their cells.
 *
 * A survey of a large square has to look at every triangle in it, and can't tell apart what its cells can: a floor and
 * a roof beside it are one layer as soon as some wall joins them. So cells are surveyed, each once, and a larger square
 * is what its four parts are. */
#ifndef TL_BOARD_MAP_GROUND_PYRAMID_H
#define TL_BOARD_MAP_GROUND_PYRAMID_H

#include "board/map/plan_data.h"

/* Belongs to one thread. Squares are told by their first cell in the grid and their size in cells, a power of two; they
 * lie in the tile at multiples of their size. */
typedef struct tl_board_ground_pyramid {
    const tl_board_plan *plan;
    tl_board_nearby nearby;
    const tl_board_body *body;
    size_t i0, j0; /* the tile's first cell */
    tl_board_ground *items;
    uint8_t *known; /* per item */
} tl_board_ground_pyramid;

/* Errors: TL_ERROR_MEMORY. End it in any case. */
tl_status tl_board_ground_pyramid_start(tl_board_ground_pyramid *grounds, tl_context *context,
                                        const tl_board_plan *plan, size_t i0, size_t j0);
void tl_board_ground_pyramid_end(tl_board_ground_pyramid *grounds);

/* From here on of this body. */
void tl_board_ground_pyramid_of_body(tl_board_ground_pyramid *grounds, const tl_board_body *body);

/* The ground of a square; cells beyond the grid don't count, but one is in it. It stays where it is until another body
 * is asked about. NULL without memory. */
const tl_board_ground *tl_board_ground_pyramid_at(tl_board_ground_pyramid *grounds, size_t i, size_t j, size_t size);

/* The ground of a part of a cell. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_ground_pyramid_within(tl_board_ground_pyramid *grounds, tl_board_rect part, tl_board_ground *ground);

#endif
