/* slivers.h: triangles without area that hold a closed surface together. Internal to engine/mesh.
 *
 * Programs that cut solids close the T-junctions they leave with triangles a, b, c where b lies on the edge ac.
 * Dropping such a sliver would open its three edges, and a solid would no longer be one. Instead the triangle on its
 * other side, a, c, d, is split at b: the same points of space, and every edge keeps its parity. */
#ifndef TL_MESH_SLIVERS_H
#define TL_MESH_SLIVERS_H

#include "mesh/mesh.h"

typedef struct tl_slivers {
    uint32_t *triangles; /* in order */
    size_t count, capacity;
    uint32_t *table; /* a hash from long edges to places in `triangles` */
    size_t table_size;
    uint32_t *match; /* for each sliver a half-edge that shares its long edge */
} tl_slivers;

/* Zero area, exactly. */
bool tl_sliver_is_flat(const tl_vec3 p[3]);
/* Finds the slivers: exactly collinear, three different places. */
tl_status tl_slivers_find(const tl_mesh *mesh, tl_slivers *slivers, tl_error *error);
/* Absorbs what it can, within pieces; the others get two equal corners. Vertices must be joined by now. Returns how
 * many were absorbed. */
size_t tl_slivers_absorb(tl_mesh *mesh, tl_slivers *slivers);
void tl_slivers_free(const tl_mesh *mesh, tl_slivers *slivers);

#endif
