/* polygon2_weak.h: plane polygons that touch themselves without crossing, as programs write faces with holes: the
 * outline, a bridge to the hole's rim, the rim, and back along the bridge. */
#ifndef TL_GEOM_POLYGON2_WEAK_H
#define TL_GEOM_POLYGON2_WEAK_H

#include "base/base.h"
#include "math/vec.h"

/* Cuts a polygon whose inside lies left of its edges into count - 2 triangles, counter-clockwise or without area, as
 * corner indices in `triangles` (room for 3 * (count - 2)). Corners may stand in one place, edges may touch and run
 * along one another in opposite directions. True only when the triangles were verified, exactly, to turn left and not
 * to overlap: then they cover what the polygon goes round, once. False when none such were found, as for polygons that
 * cross themselves or run clockwise (`triangles` is then undefined), or when there is no memory (`*memory` is set).
 * O(n^3) at worst, O(n^2) on common ones. */
bool tl_polygon2_triangulate_weak(tl_context *context, const tl_vec2 *corner, size_t count, uint32_t *triangles,
                                  bool *memory);

#endif
