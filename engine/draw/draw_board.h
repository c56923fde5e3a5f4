/* draw_board.h: maps and firing positions laid over the table. */
#ifndef TL_DRAW_DRAW_BOARD_H
#define TL_DRAW_DRAW_BOARD_H

#include <trueline/board.h>
#include <trueline/draw.h>

#include "board/firing/firing.h"
#include "board/map/map.h"

/* As tl_board_colour, tl_board_map_scale, tl_board_map_contours, tl_board_map_draw and tl_firing_draw. */
tl_colour tl_draw_heat(double share);
double tl_draw_map_scale(const tl_board_map *map);
size_t tl_draw_map_levels(const tl_board_map *map, double levels[TL_BOARD_CONTOURS]);
void tl_draw_map_contours(const tl_board_map *map, const tl_draw_sink *sink); /* the lines alone */
void tl_draw_map(const tl_board_map *map, const tl_draw_sink *sink);
void tl_draw_firing(const tl_firing *firing, const tl_draw_sink *sink);

#endif
