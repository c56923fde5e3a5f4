/* polygon2.h: polygons of the plane, given as corners in order without repeating the first.
 *
 * Decisions (turn, inside, crossing) are exact; areas and distances are rounded. A polygon has at least 3 corners. */
#ifndef TL_GEOM_POLYGON2_H
#define TL_GEOM_POLYGON2_H

#include "base/base.h"
#include "math/vec.h"

typedef enum tl_side2 { TL_SIDE_OUTSIDE, TL_SIDE_BOUNDARY, TL_SIDE_INSIDE } tl_side2;

/* Where a point lies, by the even-odd rule; exact. */
tl_side2 tl_polygon2_side(const tl_vec2 *corner, size_t count, tl_vec2 p);

/* Signed area: positive when the corners run counter-clockwise. */
double tl_polygon2_area(const tl_vec2 *corner, size_t count);

/* The area's centre of gravity; the mean of the corners when the area is 0. */
tl_vec2 tl_polygon2_centroid(const tl_vec2 *corner, size_t count);

/* +1 counter-clockwise, -1 clockwise, 0 when all corners lie on one line; for a simple polygon, exact. */
int tl_polygon2_orientation(const tl_vec2 *corner, size_t count);

/* Whether a simple polygon is convex (straight corners allowed), in either direction; exact. */
bool tl_polygon2_is_convex(const tl_vec2 *corner, size_t count);

/* Whether no two edges meet except neighbours in their common corner, and no edge has length 0; exact. O(n^2). */
bool tl_polygon2_is_simple(const tl_vec2 *corner, size_t count);

/* Cuts a simple polygon into count - 2 triangles, counter-clockwise, as corner indices in `triangles` (room for
 * 3 * (count - 2)). No corner is added; collinear corners may give triangles without area. False when the polygon is
 * not simple or has no area (`triangles` is then undefined), or when there is no memory (`*memory` is set; may be
 * NULL). */
bool tl_polygon2_triangulate(tl_context *context, const tl_vec2 *corner, size_t count, uint32_t *triangles,
                             bool *memory);

/* The distance of two filled polygons, 0 exactly when they have a common point, and the nearest points. O(n m). */
double tl_polygon2_distance(const tl_vec2 *a, size_t a_count, const tl_vec2 *b, size_t b_count, tl_vec2 *on_a,
                            tl_vec2 *on_b);

/* The distance of a point from the boundary, and the boundary's nearest point. */
double tl_polygon2_boundary_distance(const tl_vec2 *corner, size_t count, tl_vec2 p, tl_vec2 *nearest);

#endif
