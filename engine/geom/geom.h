/* geom.h: nearest points of points, segments and triangles.
 *
 * Every function hands back points that are combinations of the given corners, so they lie on their figures up to one
 * rounding. Distances are squared millimetres (what comparing needs) unless the name says otherwise.
 *
 * Where figures meet is decided exactly (math/predicates.h): 0 means that they have a common point, and a pair that has
 * none never gets 0. Away from contact the distance of figures whose coordinates are at most M in size is within 1e-14
 * M of the true one; for needle-shaped triangles it can be too large by up to sqrt(1e-16) of their size, which
 * tl_geom_separation() shows, as it bounds the distance from below. */
#ifndef TL_GEOM_GEOM_H
#define TL_GEOM_GEOM_H

#include "math/vec.h"

#include <stddef.h>

/* The point of the segment ab nearest to p. A segment of equal ends is a point. */
tl_vec3 tl_geom_nearest_on_segment(tl_vec3 p, tl_vec3 a, tl_vec3 b);

/* The point of the triangle nearest to p. A degenerate triangle is the segment or point it is. */
tl_vec3 tl_geom_nearest_on_triangle(tl_vec3 p, const tl_vec3 corner[3]);

/* Squared distance of the segments p1-q1 and p2-q2 and the nearest points. Crossing segments of space give about 1e-32,
 * not 0: use the plan version where contact must be exact. */
double tl_geom_segment_nearest_segment(tl_vec3 p1, tl_vec3 q1, tl_vec3 p2, tl_vec3 q2, tl_vec3 *on1, tl_vec3 *on2);

/* Squared distance of a segment and a triangle, 0 exactly when they have a common point. */
double tl_geom_segment_nearest_triangle(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3], tl_vec3 *on_segment,
                                        tl_vec3 *on_triangle);

/* Squared distance of two triangles, 0 exactly when they have a common point (then both points are the same). Swapping
 * the triangles gives the same value bit for bit only as far as rounding allows; callers that need it order them. */
double tl_geom_triangle_nearest_triangle(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 *on_a, tl_vec3 *on_b);

/* Whether two triangles have a common point; exact. `common` (may be NULL) gets one, rounded. */
bool tl_geom_triangles_meet(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 *common);

/* How far the convex hulls of two sets of corners are apart along `direction` (of any length, from a to b): a lower
 * bound of their distance up to rounding, exact for the direction of the nearest points. Negative when they overlap in
 * it. */
double tl_geom_separation(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count, tl_vec3 direction);

/* A lower bound of the distance of two triangles whose nearest points are known: the best separation over the direction
 * of these points, the same made perpendicular to each edge, the normals, and the cross products of edges. Close to
 * contact, where the direction of the points drowns in rounding, the others still hold. Never negative. */
double tl_geom_triangle_separation(const tl_vec3 a[3], const tl_vec3 b[3], tl_vec3 on_a, tl_vec3 on_b);

/* Squared distance of a box and a point, two boxes (0 when they meet). */
static inline double tl_geom_box3_point_squared(tl_box3 b, tl_vec3 p) {
    double x = tl_max(tl_max(b.low.x - p.x, p.x - b.high.x), 0);
    double y = tl_max(tl_max(b.low.y - p.y, p.y - b.high.y), 0);
    double z = tl_max(tl_max(b.low.z - p.z, p.z - b.high.z), 0);
    return x * x + y * y + z * z;
}
static inline double tl_geom_box3_squared(tl_box3 a, tl_box3 b) {
    double x = tl_max(tl_max(a.low.x - b.high.x, b.low.x - a.high.x), 0);
    double y = tl_max(tl_max(a.low.y - b.high.y, b.low.y - a.high.y), 0);
    double z = tl_max(tl_max(a.low.z - b.high.z, b.low.z - a.high.z), 0);
    return x * x + y * y + z * z;
}

/* --- In plan ------------------------------------------------------------------------------------------------------ */

tl_vec2 tl_geom_nearest_on_segment2(tl_vec2 p, tl_vec2 a, tl_vec2 b);

/* Squared distance of two segments of the plane, 0 exactly when they meet (then both points are the same). */
double tl_geom_segment_nearest_segment2(tl_vec2 p1, tl_vec2 q1, tl_vec2 p2, tl_vec2 q2, tl_vec2 *on1, tl_vec2 *on2);

#endif
