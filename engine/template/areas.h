/* areas.h: areas of intersections in the plan. */
#ifndef TL_TEMPLATE_AREAS_H
#define TL_TEMPLATE_AREAS_H

#include "base/base.h"
#include "math/vec.h"

/* Two discs. */
double tl_template_area_of_discs(tl_vec2 a, double ra, tl_vec2 b, double rb);

/* The signed area of the triangle (centre, p, q) within a disc: summed over the edges of a ring it is the area of what
 * the ring and the disc have in common, positive for counter-clockwise rings. */
double tl_template_area_of_wedge(tl_vec2 centre, double radius, tl_vec2 p, tl_vec2 q);

/* The signed area of the triangle (origin, p, q) within a triangle k that runs counter-clockwise. */
double tl_template_area_of_sliver(const tl_vec2 k[3], tl_vec2 origin, tl_vec2 p, tl_vec2 q);

#endif
