/* mutual.h: what two zones see of one another: each pair of squares is looked at once, and counts for both. */
#ifndef TL_BOARD_MAP_MUTUAL_H
#define TL_BOARD_MAP_MUTUAL_H

#include "board/map/map_data.h"
#include "board/map/tiles.h"

/* Finds in which cells of the other zone one can stand. The nodes are there already. Errors: TL_ERROR_ARGUMENT when the
 * zones share cells, or nobody can stand in the other one; TL_ERROR_MEMORY, TL_ERROR_LIMIT. */
tl_status tl_board_mutual_prepare(tl_board_plan *plan, tl_error *error);

/* The area of a square's cells in the other zone, where one can surely and perhaps stand. */
void tl_board_mutual_area(const tl_board_plan *plan, size_t i, size_t j, size_t size, double *sure, double *perhaps);

/* Puts what the tiles found together: the cells of the first zone, and the means. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_mutual_finish(tl_board_map *map, const tl_board_plan *plan, const tl_board_tiles *tiles,
                                 tl_error *error);

#endif
