/* caps.h: the holes of a mesh, with the surfaces that would close them, or that a repair has closed them with. Which
 * open edges are holes, scan/repair/holes.h says, and makes them. */
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

/* NULL-safe. */
void tl_caps_destroy(tl_caps *caps);
/* Which hole a triangle of `caps->mesh` belongs to. */
size_t tl_caps_of_triangle(const tl_caps *caps, uint32_t triangle);

#endif
