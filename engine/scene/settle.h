/* settle.h: by how much the height may be off at which something rests, or that is taken from a surface, where surfaces
 * are uncertain (docs/math/uncertainty.md). */
#ifndef TL_SCENE_SETTLE_H
#define TL_SCENE_SETTLE_H

#include "scene/surface.h"

/* A model that rests; see tl_surface_rest_model. */
typedef struct tl_settling {
    const tl_surfaces *surfaces;
    const tl_shape *footprint; /* where it stands, in plan */
    bool lifted;               /* surfaces under the footprint lift it */
    tl_vec2 centre;
    double tall;
    size_t level;
} tl_settling;

/* A bound on the difference between `top`, where it rests on the surfaces as they are, and where it rests on the true
 * ones, mm. Which triangles bear is judged on the surfaces as they are; which level it stands on is looked at in points
 * round the centre. 0 where nothing near is uncertain. */
double tl_surface_rest_off(const tl_settling *settling, double top);

/* The same for the height of a level at a place of the plan (tl_surface_levels with its arguments). */
double tl_surface_off(const tl_surfaces *surfaces, tl_vec2 at, double tall, size_t level, double height);

/* The most that surfaces within `reach` of a place of the plan may be off, mm. */
double tl_surfaces_uncertainty(const tl_surfaces *surfaces, tl_vec2 at, double reach);

#endif
