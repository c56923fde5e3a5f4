/* tessellate.h: triangles for closed-form shapes, inscribed: every vertex lies on the shape, no triangle leaves it. */
#ifndef TL_BODY_TESSELLATE_H
#define TL_BODY_TESSELLATE_H

#include "body/body.h"

/* How far a flat facet may lie below the curved surface, mm. A fifth of the decision tolerance. */
#define TL_TESSELLATION_SAGITTA 0.01

/* Appends a closed, outward oriented tessellation of a shape (in world coordinates: the shape's pose is applied) to a
 * mesh, as one piece of the given role. Curved surfaces are inscribed within TL_TESSELLATION_SAGITTA, for radii up to
 * 1,600 mm; above that they keep 512 facets. Errors: TL_ERROR_ARGUMENT for a polygon that is not simple,
 * TL_ERROR_MEMORY. */
tl_status tl_shape_tessellate(const tl_shape *shape, const char *name, tl_role role, tl_mesh *mesh, tl_error *error);

#endif
