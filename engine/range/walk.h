/* walk.h: the nearest triangles of two hierarchies, or of a hierarchy and a convex body. Internal to range. */
#ifndef TL_RANGE_WALK_H
#define TL_RANGE_WALK_H

#include "bvh/tree.h"
#include "geom/convex.h"
#include "range/descent.h"

/* The nearest pair so far. */
typedef struct tl_range_near {
    bool found;
    double distance; /* of on_a and on_b: not smaller than the true one; before anything is found, the limit */
    double low;      /* no pair looked at is nearer than this; INFINITY before anything is found */
    tl_vec3 on_a, on_b;
    uint32_t triangle_a, triangle_b; /* triangle_b is 0 for a convex body */
    size_t pairs;                    /* that were measured */
} tl_range_near;

/* Starts a search that need not find anything farther than `limit` (INFINITY: everything). */
tl_range_near tl_range_near_start(double limit);

/* Looks at all pairs of triangles that can be nearest: every pair whose rounded distance is the least is looked at, so
 * that the result, ties included (lowest triangle of a, then of b), does not depend on the trees' shape; at contact the
 * search ends with the first pair found. In plan the triangles are projected along z, and the points lifted back. */
void tl_walk_trees(const tl_descent_kernels *kernels, const tl_bvh *a, const tl_bvh *b, bool plan, tl_range_near *near);

/* The same for the triangles of a and one convex body. */
void tl_walk_convex(const tl_descent_kernels *kernels, const tl_bvh *a, const tl_convex *b, bool plan,
                    tl_range_near *near);

/* Calls back for every pair of triangles that may be at most `reach` apart; false stops. `direction` is from a to b
 * about where they are nearest: a good one saves work. */
typedef bool tl_range_pair_fn(void *user, uint32_t triangle_a, uint32_t triangle_b);
void tl_walk_pairs(const tl_bvh *a, const tl_bvh *b, bool plan, double reach, tl_vec3 direction,
                   tl_range_pair_fn *visit, void *user);

/* The point of a triangle above or below a point of its projection (the triangle's corners as given). */
tl_vec3 tl_range_lift(const tl_vec3 corner[3], tl_vec2 p);

#endif
