/* ellipse2.h: the smallest ellipse round points of the plan. */
#ifndef TL_GEOM_ELLIPSE2_H
#define TL_GEOM_ELLIPSE2_H

#include "base/base.h"
#include "math/vec.h"

typedef struct tl_ellipse2 {
    tl_vec2 middle;
    tl_vec2 half;    /* half axes, along x and y turned by `turn_deg` */
    double turn_deg; /* -45 to 45, counter-clockwise */
} tl_ellipse2;

/* The ellipse of least area round `count` points, by the ascent of Todd and Yildirim (On Khachiyan's algorithm for the
 * computation of minimum volume enclosing ellipsoids, 2007): weights of the points whose moments give it. Within 1e-9
 * for the corners of what is an ellipse; for other outlines the search may end early, and points stand out by a little:
 * whoever needs a bound measures what came out. The same bits for the same points. Half axes of 0 for points in a line.
 * Errors: TL_ERROR_MEMORY. */
tl_status tl_geom_smallest_ellipse(tl_context *context, const tl_vec2 *points, size_t count, tl_ellipse2 *ellipse);

#endif
