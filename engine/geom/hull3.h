/* hull3.h: hulls of points in space. */
#ifndef TL_GEOM_HULL3_H
#define TL_GEOM_HULL3_H

#include "base/base.h"
#include "math/vec.h"

/* Triangles of the convex hull, three indices of `points` each, outward. */
typedef struct tl_hull3 {
    tl_context *context;
    uint32_t *triangles;
    size_t count, capacity; /* of triangles; capacity of numbers */
} tl_hull3;

/* The hull of `count` points: a closed surface (every directed edge has its reverse). In rounded arithmetic: points
 * that stand out by less than `slack` may be left out, so whoever needs certainty checks what was made. The same points
 * in the same order give the same triangles everywhere. No triangles when the points lie in a plane to within `slack`,
 * or where rounding leads the surface astray, which then has more triangles than any hull of so many points. `*tested`
 * is raised by how often a point was held against a triangle. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED (also when
 * the time is up). Free with tl_hull3_free in any case. */
tl_status tl_hull3_make(tl_context *context, const tl_vec3 *points, size_t count, double slack, tl_hull3 *hull,
                        uint64_t *tested);
void tl_hull3_free(tl_hull3 *hull);

#endif
