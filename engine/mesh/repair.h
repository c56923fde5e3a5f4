/* repair.h: repairs that are only made on request, because they change what a mesh is. */
#ifndef TL_MESH_REPAIR_H
#define TL_MESH_REPAIR_H

#include "mesh/health.h"

/* What is wanted; zero: nothing. Lengths in the mesh's own frame. */
typedef struct tl_repairs {
    double drop_specks; /* loose parts whose longest side is shorter than this go */
    bool reorient;      /* neighbours wound the same way, closed parts with their fronts outside */
    double close_holes; /* loops of open edges whose longest side is no longer than this are closed */
} tl_repairs;

typedef struct tl_repair_report {
    size_t specks_dropped, speck_triangles;
    size_t triangles_turned;
    size_t holes_closed, triangles_added;
} tl_repair_report;

/* Makes them on a welded mesh, in the order above. A hole is closed with triangles in a piece of their own, named
 * "closed hole": one for a hole of three edges, else a fan round the middle of its corners. Rims of open sheets are
 * holes too: choose the length below theirs. A mesh of specks alone stays as it is. Without memory the mesh may be
 * repaired in part, and is sound. */
/* The name of the pieces that hold what closes holes. */
#define TL_CLOSED_HOLE "closed hole"

tl_status tl_mesh_repair(tl_mesh *mesh, const tl_repairs *repairs, tl_repair_report *report, tl_error *error);

/* Appends triangles that close one loop to a mesh; its corners are turned round when it runs against the triangles
 * beside it. No piece is ended. False without memory. */
bool tl_mesh_close_loop(tl_mesh *mesh, uint32_t *corners, const tl_hole *hole, size_t *triangles_added);

#endif
