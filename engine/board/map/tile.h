/* tile.h: one tile of a map worked out. */
#ifndef TL_BOARD_MAP_TILE_H
#define TL_BOARD_MAP_TILE_H

#include "board/map/plan_data.h"

/* Works one tile out; `cells` has room for tile * tile, `back` for what each node sees of the tile (TL_BOARD_MUTUAL;
 * else NULL), zeros. Uses nothing but the plan. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_tile(const tl_board_plan *plan, tl_context *context, size_t tile, tl_board_cell *cells,
                        tl_board_seen *back, tl_board_work *work, tl_error *error);

#endif
