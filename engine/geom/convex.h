/* convex.h: the distance of two convex bodies with round parts, with a certificate.
 *
 * A body is given by what every direction's farthest point is. Two kinds cover all that stands on a table: the hull of
 * a few corners, and the linear image of a cylinder (discs, ovals, their prisms and projections). Either may be swollen
 * by a ball. */
#ifndef TL_GEOM_CONVEX_H
#define TL_GEOM_CONVEX_H

#include "math/vec.h"

#include <stddef.h>

typedef struct tl_convex {
    /* The hull of these corners, when `corners` is not 0 ... */
    const tl_vec3 *corner;
    size_t corners;
    /* ... else all centre + x u + y v + h w with x^2 + y^2 <= 1 and -1 <= h <= 1. */
    tl_vec3 centre, u, v, w;
    double radius; /* of the ball added to it */
} tl_convex;

typedef struct tl_convex_gap {
    double upper; /* the distance of the two points: the true distance is not larger */
    double lower; /* proved by a separating plane, up to rounding: the true distance is not smaller; never negative */
    tl_vec3 on_a, on_b;
} tl_convex_gap;

/* The distance of a and b; with `plan` that of their projections along z (the points keep the heights they have). Ends
 * when upper - lower is below 1e-11 or rounding stops progress, or as soon as `lower` exceeds `limit` (INFINITY:
 * never); then `upper` may be anything above it. Both are 0 when the bodies are found to overlap. */
tl_convex_gap tl_convex_distance(const tl_convex *a, const tl_convex *b, bool plan, double limit);

/* The point of a body farthest in a direction, the ball included. */
tl_vec3 tl_convex_support(const tl_convex *body, tl_vec3 direction);

#endif
