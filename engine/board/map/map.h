/* map.h: a finished map and what is told of it. */
#ifndef TL_BOARD_MAP_MAP_H
#define TL_BOARD_MAP_MAP_H

#include "board/map/map_data.h"

/* Answers a question about a board. */
tl_status tl_board_ask(const tl_referee *referee, const tl_board_question *question, tl_board_map **map,
                       tl_error *error);
/* As tl_scene_analyze_share and tl_scene_analyze_merge. */
tl_status tl_board_ask_share(const tl_referee *referee, const tl_board_question *question, tl_error *error);
tl_status tl_board_merge(const tl_referee *referee, const char *const *files, size_t count, tl_board_map **map,
                         tl_error *error);

#endif
