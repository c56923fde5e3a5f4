/* portal.h: the lines from one cell to another that pass through a part of a plane between them.
 *
 * A plane P that keeps two cells apart is met once by every line from one to the other. Where P is divided into portals
 * (convex polygons), the lines through each of them can be proved blocked by a shell of their own: what one blocker
 * leaves open above its edge another may close. Antipenumbra: Teller, "Computing the antipenumbra of an area light
 * source" (SIGGRAPH 1992); the argument stands in docs/math/visibility.md. */
#ifndef TL_VISIBILITY_PORTAL_H
#define TL_VISIBILITY_PORTAL_H

#include "visibility/limits.h"
#include "visibility/shaft.h"

/* A convex polygon in the plane, counterclockwise. */
typedef struct tl_portal {
    int count;
    tl_vec2 corner[TL_PORTAL_CORNERS];
} tl_portal;

/* One side of the plane: the points of its cell, seen from the plane. */
typedef struct tl_portal_side {
    const tl_cell *cell;
    double *x, *y, *z; /* of each point: its place along the plane and 1, all divided by its height */
    double nearest, farthest;
} tl_portal_side;

/* Coordinates in a plane and above it. */
typedef struct tl_portal_frame {
    tl_vec3 origin, along, across, normal; /* the normal points from the first cell to the second */
} tl_portal_frame;

/* A plane between two cells. */
typedef struct tl_portal_plane {
    tl_context *context;
    tl_portal_frame frame;
    tl_portal_side side[2];
    double inflation;
    double *room;
    uint64_t looked; /* points of the cells looked at for lines, all told */
    tl_portal whole; /* every line from cell to cell meets the plane in it */
} tl_portal_plane;

/* The plane through an edge and as square to the shaft as that allows. `usable` is false where it doesn't keep the
 * cells well apart. The cells must outlive it; end it in any case. False without memory. */
bool tl_portal_start(tl_portal_plane *plane, tl_context *context, const tl_shaft *shaft, const tl_cell *a,
                     const tl_cell *b, tl_vec3 u, tl_vec3 v, bool *usable);
void tl_portal_end(tl_portal_plane *plane);

/* A point of the plane. */
tl_vec3 tl_portal_point(const tl_portal_frame *frame, tl_vec2 x);

/* A random point of a portal. */
tl_vec2 tl_portal_sample(const tl_portal *portal, tl_sight_random *random);

/* Two convex sets whose union holds the part in the shaft of every line through the portal: first the first cell's
 * side. False when certainly no line from cell to cell passes the portal. */
bool tl_portal_halves(const tl_portal_plane *plane, const tl_portal *portal, tl_shaft half[2]);

typedef enum tl_portal_found {
    TL_PORTAL_LINE,
    TL_PORTAL_EMPTY, /* certainly no line from cell to cell passes the portal */
    TL_PORTAL_NONE   /* none was found */
} tl_portal_found;

/* Looks for a line from hull to hull through the portal. */
tl_portal_found tl_portal_line(tl_portal_plane *plane, const tl_portal *portal, tl_sight_random *random, tl_vec3 *p,
                               tl_vec3 *q);

/* Divides a portal where an edge is seen in it from a cell, a little to the side of `blocked`, the line that it
 * stopped, so that the part behind the edge is free of the edge itself. Both parts together are all of the portal.
 * False when there would be only one. */
bool tl_portal_split(const tl_portal_plane *plane, const tl_portal *portal, tl_vec3 u, tl_vec3 v, tl_vec3 p, tl_vec3 q,
                     tl_portal parts[2]);
#endif
