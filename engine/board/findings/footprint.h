/* footprint.h: what pieces of terrain cover, seen from above. */
#ifndef TL_BOARD_FINDINGS_FOOTPRINT_H
#define TL_BOARD_FINDINGS_FOOTPRINT_H

#include "scene/table.h"

/* Convex hull of all of a piece of terrain in plan, counter-clockwise: mesh, outline and disc (an octagon round it).
 * `*hull` is freed by the caller; `*count` may be less than 3 for what has no area. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_hull_of(tl_context *context, const tl_table *table, size_t terrain, tl_vec2 **hull, size_t *count);

/* Whether a piece has room where it stands: all of it on the table, its hull apart from those of all others and from
 * all members' boxes. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_has_room(tl_context *context, const tl_table *table, size_t terrain, bool *room);

#endif
