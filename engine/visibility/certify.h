/* certify.h: what a yes claims of the two points that are told, and the one check that every such line goes through. */
#ifndef TL_VISIBILITY_CERTIFY_H
#define TL_VISIBILITY_CERTIFY_H

#include "visibility/limits.h"
#include "visibility/sight.h"

/* One side of a question: the triangles of a core, or a point (bvh NULL). */
typedef struct tl_sight_body {
    const tl_bvh *bvh;
    tl_vec3 point;
} tl_sight_body;

/* Whether a point certainly lies within TL_SIGHT_ON_BODY of a body's triangles (or is the body's point). */
bool tl_sight_on_body(const tl_sight_body *body, tl_vec3 p);

/* The point of the body nearest to p when one lies within `limit`, else p: a combination of a triangle's corners, so at
 * most a few roundings off the triangle, however thin that is. */
tl_vec3 tl_sight_nearest_on_body(const tl_sight_body *body, tl_vec3 p, double limit);

/* Whether a body can look from a point of it: it lies on the body, outside of every solid and above the ground (exact),
 * and TL_SIGHT_LEAST_CLEARANCE or more from everything that blocks. */
bool tl_sight_may_view(const tl_obstacles *obstacles, const tl_sight_body *body, tl_vec3 p);

/* The clearance of the segment between just these two points if it is a sight line: its ends lie on their bodies, it
 * meets no blocker (exact), both ends are outside of every solid and above the ground (exact), and it satisfies the
 * conditions. Rounded down, at most `limit`; 0 when it is none. A yes takes TL_SIGHT_LEAST_CLEARANCE or more. `*slot`
 * gets the nearest blocker's, UINT32_MAX for none or the plane ground. */
double tl_sight_certify(const tl_obstacles *obstacles, const tl_sight_body *a, const tl_sight_body *b, tl_vec3 p,
                        tl_vec3 q, double limit, uint32_t *slot);

#endif
