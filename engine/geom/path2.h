/* path2.h: SVG path data as a polygon. */
#ifndef TL_GEOM_PATH2_H
#define TL_GEOM_PATH2_H

#include "base/base.h"
#include "math/vec.h"

/* Flattens one closed path, as the `d` of an SVG path writes it: M L H V C S Q T A Z and their relative forms. Axes are
 * the plan's: x along the axis, y to its left (SVG's own y points down; who draws upside down gets the mirror image).
 * No point of the curve is farther than `tolerance` from the polygon and none of the polygon's from the curve. The
 * corners are those met on the way, without repetition, in the path's direction; `*points` is freed with tl_free.
 * TL_ERROR_FORMAT names the place in the text; TL_ERROR_LIMIT above 100,000 corners. */
tl_status tl_path2_flatten(tl_context *context, const char *text, double tolerance, tl_vec2 **points, size_t *count,
                           tl_error *error);

#endif
