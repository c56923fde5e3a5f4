/* loops.h: the rims of a mesh: its open edges, chained. Internal to engine/mesh. */
#ifndef TL_MESH_LOOPS_H
#define TL_MESH_LOOPS_H

#include "mesh/edges.h"
#include "mesh/health.h"

typedef struct tl_loops {
    tl_hole *holes;
    size_t count;
    uint32_t *corners;
} tl_loops;

/* Chains the edges of one triangle each, from the lowest corner on: in the direction of their triangles where that
 * leads on, else against it. Where several rims meet in one corner, each gap between them is a loop of its own. The
 * longest comes first. */
tl_status tl_loops_find(const tl_mesh *mesh, const tl_half_edges *half_edges, tl_loops *loops, tl_error *error);
void tl_loops_free(const tl_mesh *mesh, tl_loops *loops);

#endif
