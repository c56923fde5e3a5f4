/* visibility.h: does some free segment join two bodies? Certified both ways. */
#ifndef TL_VISIBILITY_VISIBILITY_H
#define TL_VISIBILITY_VISIBILITY_H

#include "visibility/line.h"
#include "visibility/limits.h"

/* Is there a segment from a point of `a`'s triangles to a point of `b`'s that touches no blocker, with both ends
 * outside every solid and above the ground? (DB-LOS-01 to -03.) A body's own slots must be 0 in `obstacles->blockers`.
 * Symmetric: swapping a and b gives the same verdict, clearance and line, turned round. Conditions are handed lines
 * from a to b; with any, the search runs in the order given, and a caller who wants symmetry asks in one order. */
tl_status tl_visibility_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                                const tl_sight_options *options, tl_sight *sight, tl_error *error);

/* The same from a single point (a template's centre). */
tl_status tl_visibility_from_point(tl_context *context, const tl_obstacles *obstacles, tl_vec3 point, const tl_bvh *b,
                                   const tl_sight_options *options, tl_sight *sight, tl_error *error);

#endif
