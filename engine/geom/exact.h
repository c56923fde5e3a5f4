/* exact.h: distances compared with limits in exact arithmetic.
 *
 * Numbers are expansions, sums of doubles that don't overlap (Shewchuk 1997), of bounded length; where a computation
 * would need more, the answer is "can't tell". Coordinates with few bits, as scenes have them, need one or two parts.
 */
#ifndef TL_GEOM_EXACT_H
#define TL_GEOM_EXACT_H

#include "math/vec.h"

#include <trueline/base.h>

/* Whether the distance of two triangles is at most a limit given as a sum of up to 4 doubles (a length and radii, say),
 * inclusive; a negative sum is never reached. Degenerate triangles are the segments or points they are. Never wrong;
 * marginal only when the numbers are too long. */
tl_verdict tl_geom_triangles_within(const tl_vec3 a[3], const tl_vec3 b[3], const double *limit, int terms);

#endif
