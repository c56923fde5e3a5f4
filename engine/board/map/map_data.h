/* map_data.h: what a finished map holds: its cells, its summary, its texts. */
#ifndef TL_BOARD_MAP_MAP_DATA_H
#define TL_BOARD_MAP_MAP_DATA_H

#include "board/map/plan_data.h"

struct tl_board_map {
    tl_context *context;
    tl_board_kind kind;
    tl_board_summary summary;
    tl_board_cell *cells; /* row by row */
    bool inch;            /* the scene's unit, else cm */
    double *heights;      /* of the surface in the middle of each; NAN where there is none */
    char *json, *text;
};

#endif
