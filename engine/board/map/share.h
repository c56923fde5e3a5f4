/* share.h: what a place sees, told as a share of an area. */
#ifndef TL_BOARD_MAP_SHARE_H
#define TL_BOARD_MAP_SHARE_H

#include "board/map/plan_data.h"

/* Bounds of the share that is seen of an area, `perhaps` of which can be stood in: docs/math/maps.md. */
void tl_board_share_bounds(double perhaps, const tl_board_seen *t, double *low, double *high);

#endif
