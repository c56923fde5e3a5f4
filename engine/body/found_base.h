/* found_base.h: the base that is part of a mesh: a flat disc or oval at its bottom. */
#ifndef TL_BODY_FOUND_BASE_H
#define TL_BODY_FOUND_BASE_H

#include "body/body.h"

typedef struct tl_found_base {
    tl_shape shape;     /* DISC or OVAL, its middle in `pose`; kind NONE: there is none */
    tl_vec2 size;       /* diameters along its own x and y, mm */
    double turn_deg;    /* ... which are turned by so much, -45 to 45; 0 for a disc */
    double residual_mm; /* how far the outline keeps inside the shape where it is farthest from it */
    bool height_seen;   /* a level face tells where the base ends; else it is taken as 3 mm high */
} tl_found_base;

/* Looks at the bottom of a mesh in millimetres, Z up: corners within 0.15 mm (or a five-hundredth of its height) of its
 * lowest. Their outline must fill the smallest disc round it, or the smallest ellipse, to within a twenty-fifth of the
 * radius (so polygons of a dozen corners count, an octagon doesn't), be at least 8 mm across and a third as wide as
 * the whole, and not widen at once above (as what is round below does). Its top is the level face with the most area in
 * the lowest 10 mm, if there is one. `residual_mm` is a bound, whatever the mesh. Errors: TL_ERROR_MEMORY. */
tl_status tl_found_base_find(const tl_mesh *mesh, tl_found_base *found, tl_error *error);

/* The nearest size that bases are sold in, or 0 when none is within half a millimetre. For remarks only. */
double tl_found_base_common_size(double diameter);

#endif
