/* shape.h: operations on closed-form shapes (tl_shape): bases, and cores given as primitives. */
#ifndef TL_BODY_SHAPE_H
#define TL_BODY_SHAPE_H

#include "body/body.h"

/* Whether a shape's numbers make sense: finite, sizes positive, low <= high, a polygon simple and counter-clockwise.
 * TL_ERROR_ARGUMENT with a message that names the number; `place` (may be NULL) goes into the report. */
tl_status tl_shape_check(const tl_shape *shape, const char *place, tl_error *error);

/* The smallest box in world coordinates, up to rounding outwards by a few units in the last place. */
tl_box3 tl_shape_box(const tl_shape *shape);

/* A point inside the shape, in its middle, in world coordinates: for a base, the middle of its underside's outline at
 * half height; for a polygon, the middle of the biggest triangle of a fan when the centroid is outside. */
tl_vec3 tl_shape_centre(const tl_shape *shape);

/* The point of the shape's convex hull that lies farthest in a world direction (any length). */
tl_vec3 tl_shape_support(const tl_shape *shape, tl_vec3 direction);

/* Whether the shape stands upright: its own z axis is exactly +Z (disc, oval, polygon, box), or it is a cylinder or
 * capsule along exactly +-Z. Then its plan outline is that of its cross-section. */
bool tl_shape_is_upright(const tl_shape *shape);

/* The closed surface of a BOX or POLYGON in world coordinates as a hierarchy of core triangles, without any
 * approximation but the pose's rounding (round shapes: tessellate.h). The caller destroys it. TL_ERROR_ARGUMENT for
 * other kinds and for an outline that is not simple. */
tl_status tl_shape_bvh(tl_context *context, const tl_shape *shape, tl_bvh **bvh, tl_error *error);

#endif
