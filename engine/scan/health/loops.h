/* loops.h: open edges, chained. Internal to engine/scan. */
#ifndef TL_SCAN_HEALTH_LOOPS_H
#define TL_SCAN_HEALTH_LOOPS_H

#include "mesh/edges.h"

/* A loop of edges that have a triangle on one side only. The rim of a sheet is one, too. */
typedef struct tl_scan_hole {
    size_t first, count; /* its corners, in order, in `loops` */
    bool closed;         /* false: a chain that doesn't come back */
    bool against;        /* it runs against most of the triangles beside it: their winding turns over */
    double perimeter;
    tl_box3 box;
    size_t cropped_edges;  /* of them, on the border of a crop (tl_scan_health_mark_crop) */
    double cropped_length; /* ... together */
} tl_scan_hole;

/* Whether a crop has made all of it: a rim, no hole. */
static inline bool tl_scan_hole_is_crop(const tl_scan_hole *hole) {
    return hole->cropped_edges > 0 && hole->cropped_edges == hole->count - (hole->closed ? 0 : 1);
}

typedef struct tl_scan_loops {
    tl_scan_hole *holes;
    size_t count;
    uint32_t *corners;
} tl_scan_loops;

/* Chains the edges of one triangle each, from the lowest corner on: in the direction of their triangles where that
 * leads on, else against it. Where several rims meet in one corner, each gap between them is a loop of its own. The
 * longest comes first. */
tl_status tl_scan_loops_find(const tl_mesh *mesh, const tl_half_edges *half_edges, tl_scan_loops *loops,
                             tl_error *error);
void tl_scan_loops_free(const tl_mesh *mesh, tl_scan_loops *loops);

#endif
