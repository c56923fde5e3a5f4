/* evenness.h: how even the ground is under a footprint. */
#ifndef TL_SCENE_EVENNESS_H
#define TL_SCENE_EVENNESS_H

#include "scene/place.h"

/* A convex polygon of the plan, counter-clockwise. */
typedef struct tl_table_plan_piece {
    const tl_vec2 *corner;
    size_t count;
} tl_table_plan_piece;

typedef struct tl_evenness {
    double high; /* of the highest point under the footprint, mm */
    bool pit;    /* somewhere under it the highest surface lies lower than allowed ... */
    tl_vec3 at;  /* ... here */
} tl_evenness;

/* Whether the highest surface under a footprint, given as convex pieces, lies nowhere more than `allowed` mm below the
 * footprint's highest point. Both are looked at on the triangles, not in samples: the highest point is that of all
 * triangles cut to the footprint, and a place that no triangle high enough covers is a pit. Gaps narrower than
 * TL_EVENNESS_GAP are none. Errors: TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
#define TL_EVENNESS_GAP 0.01
tl_status tl_surface_evenness(tl_context *context, const tl_surfaces *surfaces, const tl_table_plan_piece *pieces,
                              size_t count, double allowed, tl_evenness *evenness, tl_error *error);

#endif
