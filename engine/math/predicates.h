/* predicates.h: signs of determinants that are never wrong.
 *
 * Each predicate first evaluates in doubles with a proven error bound; where the bound can't tell, it evaluates again
 * exactly with floating-point expansions (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates", 1997). Coordinates must be finite, with magnitudes in {0} and [1e-60, 1e60]: then nothing
 * overflows and no rounding error underflows.
 *
 * Laws: swapping two points flips the sign; zero means exactly degenerate. */
#ifndef TL_MATH_PREDICATES_H
#define TL_MATH_PREDICATES_H

#include "math/vec.h"

/* +1 when a, b, c turn counter-clockwise, -1 clockwise, 0 exactly collinear. */
int tl_orient2d(tl_vec2 a, tl_vec2 b, tl_vec2 c);

/* The sign of det[b-a, c-a, d-a]: +1 when d lies on the side of the plane abc that (b-a) x (c-a) points to, -1 on the
 * other, 0 exactly coplanar. */
int tl_orient3d(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d);

/* How a closed segment and a closed triangle lie to each other. */
typedef enum tl_crossing {
    TL_CROSSING_NONE,  /* no common point: proved */
    TL_CROSSING_TOUCH, /* a common point, but not a plain crossing: an edge, corner or end point is involved, or they
                          are coplanar and meet */
    TL_CROSSING_FRONT, /* crosses the interior once, from the side the normal points to */
    TL_CROSSING_BACK   /* crosses the interior once, from behind */
} tl_crossing;

/* Exact. A degenerate triangle counts as the segment or point it is; a segment of equal ends as a point. */
tl_crossing tl_math_segment_triangle(tl_vec3 p, tl_vec3 q, tl_vec3 a, tl_vec3 b, tl_vec3 c);

/* Whether two closed segments in the plane have a common point. Exact. */
bool tl_math_segments_meet2(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d);

/* For tests and statistics: the same decisions without the floating-point filter. */
int tl_orient2d_exact(tl_vec2 a, tl_vec2 b, tl_vec2 c);
int tl_orient3d_exact(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d);

#endif
