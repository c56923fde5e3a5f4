/* hull2.h: hulls of points in the plan. */
#ifndef TL_GEOM_HULL2_H
#define TL_GEOM_HULL2_H

#include "base/base.h"
#include "math/vec.h"

/* The convex hull of `count` points, counter-clockwise from the leftmost, in `hull` (room for count + 1). `points` is
 * sorted in place. Returns the hull's size (1 or 2 when the points are equal or collinear); points on its edges
 * are left out. Exact. */
size_t tl_geom_convex_hull2(tl_vec2 *points, size_t count, tl_vec2 *hull);

/* The smallest circle round points of the plan: centre and radius, the radius rounded up so that every point is inside.
 * A count of 0 gives radius 0. */
tl_status tl_geom_smallest_circle(tl_context *context, const tl_vec2 *points, size_t count, tl_vec2 *centre,
                                  double *radius);

#endif
