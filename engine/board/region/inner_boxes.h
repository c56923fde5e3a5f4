/* inner_boxes.h: boxes wholly inside a body's core.
 *
 * A segment from outside of a core to a point inside of it passes the core's surface, so when it is free up to there,
 * the core is seen. Wherever in a small box of places the body stands, an inner box of its core that is as large as the
 * box always holds the same point: one line then shows that it is seen at all of them (docs/math/maps.md, Everything is
 * seen). */
#ifndef TL_BOARD_REGION_INNER_BOXES_H
#define TL_BOARD_REGION_INNER_BOXES_H

#include "board/limits.h"
#include "base/base.h"
#include "math/vec.h"

#include <stddef.h>
#include <stdint.h>

/* A box by its middle and half its sides, mm. */
typedef struct tl_board_inner_box {
    tl_vec3 middle, half;
} tl_board_inner_box;

/* Rooms of several sizes, each far out in some direction. `triangles`: three vertex indices each. None are found where
 * some edge has an odd number of triangles, since an inside can't be told then. At most TL_BOARD_INNER_BOXES are
 * written. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_inner_boxes_find(tl_context *context, const tl_vec3 *vertices, const uint32_t *triangles,
                                    size_t triangle_count, tl_board_inner_box *boxes, size_t *count);

#endif
