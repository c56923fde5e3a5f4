/* cone.h: everything that one point sees of a target. */
#ifndef TL_COVER_CONE_H
#define TL_COVER_CONE_H

#include "visibility/search.h"

typedef enum tl_cone {
    TL_CONE_CLEAR,   /* certain: every segment from the point to the target is free */
    TL_CONE_BLOCKED, /* certain: *hidden is a point of the target (within 1e-6) whose segment is blocked */
    TL_CONE_UNSURE   /* blockers come too near to tell */
} tl_cone;

/* Looks at a whole cell from p. Exact up to an inflation of the blockers by about 1e-7, taken against `clear`; a
 * blocked point is verified exactly. */
tl_status tl_cone_look(tl_sight_search *search, tl_vec3 p, const tl_cell *target, tl_cone *answer, tl_vec3 *hidden);

/* Bounds of the visible share of the target's area that faces p; spends about `effort` looks. A target of which nothing
 * faces p counts whole. */
tl_status tl_cone_share(tl_sight_search *search, tl_vec3 p, const tl_cell *target, int effort, double *low,
                        double *high);

#endif
