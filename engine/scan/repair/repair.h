/* repair.h: repairs that are only made on request, because they change what a mesh is. */
#ifndef TL_SCAN_REPAIR_REPAIR_H
#define TL_SCAN_REPAIR_REPAIR_H

#include "scan/health/loops.h"
#include "mesh/mended.h"

/* What is wanted; zero: nothing. Lengths in the mesh's own frame. */
typedef struct tl_scan_repairs {
    double join;        /* vertices of open edges that lie no farther apart are joined (join.h) */
    double drop_specks; /* loose parts whose longest side is shorter than this go */
    bool reorient;      /* neighbours wound the same way, closed parts with their fronts outside */
    double close_holes; /* loops of open edges whose longest side is no longer than this are closed */
} tl_scan_repairs;

/* Makes them on a welded mesh, in the order above. A hole is closed with triangles between its corners, in a piece of
 * their own named "closed hole", one for each hole: they don't cross one another, have no edge in common with the mesh
 * but the hole's own, and are wound as their neighbours are. Where no such triangles are found the hole stays. Rims of
 * open sheets are holes too: choose the length below theirs. A mesh of specks alone stays as it is. Without memory, or
 * cancelled (TL_ERROR_CANCELLED), the mesh may be repaired in part, and is sound. */
tl_status tl_scan_repair(tl_mesh *mesh, const tl_scan_repairs *repairs, tl_repair_report *report, tl_error *error);

/* Appends triangles that close one loop to a mesh that holds its corners and nothing that would be in their way: as a
 * repair does, and where that can't, a fan round the middle of the corners. They are turned round when the loop runs
 * against the triangles beside it. No piece is ended. TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_scan_close_loop(tl_mesh *mesh, uint32_t *corners, const tl_scan_hole *hole, tl_error *error);

#endif
