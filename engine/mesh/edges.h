/* edges.h: the half-edges of a mesh, gathered by edge. Internal to engine/mesh. */
#ifndef TL_MESH_EDGES_H
#define TL_MESH_EDGES_H

#include "mesh/mesh.h"

/* Half-edge h = 3 * triangle + k runs from corner k of its triangle to the next one. `order` holds all of them sorted
 * by (lower vertex, higher vertex, h), so that those of one edge lie together. Linear time: two counting sorts. */
typedef struct tl_half_edges {
    uint32_t *order;
    size_t count;
} tl_half_edges;

tl_status tl_half_edges_gather(const tl_mesh *mesh, tl_half_edges *half_edges, tl_error *error);
void tl_half_edges_free(const tl_mesh *mesh, tl_half_edges *half_edges);

static inline uint32_t tl_half_edge_from(const tl_mesh *mesh, uint32_t h) {
    return mesh->triangles[h];
}
static inline uint32_t tl_half_edge_to(const tl_mesh *mesh, uint32_t h) {
    return mesh->triangles[h % 3 == 2 ? h - 2 : h + 1];
}

/* The end of the run of `half_edges->order` that begins at `begin` and shares one edge. */
size_t tl_half_edges_run(const tl_mesh *mesh, const tl_half_edges *half_edges, size_t begin);

/* Numbers the sets of triangles that are connected over edges: `component[triangle]`, counted in the order of their
 * first triangles; `*count` is how many. False when it was cancelled. */
bool tl_half_edges_components(const tl_mesh *mesh, const tl_half_edges *half_edges, uint32_t *component, size_t *count);

#define TL_MESH_JOINING_PARTS "telling parts apart"

#endif
