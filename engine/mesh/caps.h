/* caps.h: the holes of a mesh, with the surfaces that would close them, or that a repair has closed them with.
 *
 * A *hole* is a closed loop of open edges (edges of one triangle) of a welded mesh, unless
 * - it is the rim of an open sheet: its longest side is at least half of that of the part it belongs to (a part is what
 *   hangs together over edges);
 * - it is the underside left open: no corner of it is higher than a millimetre, or a hundredth of the mesh's height,
 *   above the mesh's lowest point.
 * An opening that is modelled, with a sill and jambs of its own, has no open edges and is none. */
#ifndef TL_MESH_CAPS_H
#define TL_MESH_CAPS_H

#include "mesh/mesh.h"

typedef struct tl_cap {
    double across;                           /* the longest side of its rim's box */
    tl_vec3 at;                              /* the middle of that box */
    bool repaired;                           /* the mesh is closed here already, by a repair */
    uint32_t beside;                         /* an open one: a triangle of the mesh at its rim */
    uint32_t first_triangle, triangle_count; /* in `mesh` */
    size_t first_corner, corner_count;       /* its rim, in order, in `rims`; a repaired one has none */
} tl_cap;

typedef struct tl_caps {
    tl_mesh *mesh; /* what closes the holes, and copies of what repairs closed others with */
    tl_cap *items; /* the open ones by size, the longest rim first, then the repaired ones */
    size_t count, open_count;
    uint32_t *rims; /* vertices of `mesh` */
} tl_caps;

/* Finds the holes of a welded mesh in millimetres, Z up, and makes their caps; `*caps` is NULL when there are none.
 * With `meant` its open edges are as they should be: none is a hole. Pieces named TL_CLOSED_HOLE are what repairs made;
 * what hangs together of them over edges is one hole. Frees nothing of the mesh. Errors: TL_ERROR_MEMORY. */
tl_status tl_caps_make(const tl_mesh *mesh, bool meant, tl_caps **caps, tl_error *error);
/* NULL-safe. */
void tl_caps_destroy(tl_caps *caps);
/* Which hole a triangle of `caps->mesh` belongs to. */
size_t tl_caps_of_triangle(const tl_caps *caps, uint32_t triangle);

/* Whether a piece is what a repair closed a hole with. */
bool tl_piece_is_repair(const tl_piece *piece);

#endif
