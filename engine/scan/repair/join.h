/* join.h: hair cracks: open edges that lie beside one another because coordinates differ in their last digits.
 *
 * Reading joins vertices that are equal to the last bit (tl_mesh_weld). What lies apart by less than anybody made or
 * measured is left as the file has it, told, and joined on request only: that moves the surface, by a known bound. */
#ifndef TL_SCAN_REPAIR_JOIN_H
#define TL_SCAN_REPAIR_JOIN_H

#include "mesh/mended.h"
#include "mesh/mesh.h"

/* Joins vertices of open edges with those that lie within `within` (in the mesh's own units), each with the nearest of
 * the earlier ones that stay where they are. Two that a triangle has both are never joined, and none where a triangle
 * would lose its area: so every triangle stays, its points are moved linearly with its corners, and the bound holds
 * for all of the surface. What has no open edge stays as it was. The result is the same everywhere. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED; the mesh is then sound, and as it was or joined. */
tl_status tl_scan_join(tl_mesh *mesh, double within, tl_mesh_joined *joined, tl_error *error);

/* Hair cracks, and what joining them gives. */
typedef struct tl_scan_cracks {
    size_t edges;     /* open edges that joining closes; 0: there are no cracks */
    size_t left;      /* open edges that remain */
    double width;     /* the widest gap between what is joined, in the mesh's own units */
    double within;    /* join within this: `width` rounded up, two digits in millimetres */
    bool solid_after; /* the mesh is not solid, and would be */
} tl_scan_cracks;

/* Cracks are never wider than this share of the mesh's longest side, or than some roundings of single precision at its
 * farthest coordinate. */
#define TL_SCAN_CRACK_SHARE 1e-5

/* `within` in millimetres, as `join` takes it: two digits. */
double tl_scan_cracks_within(const tl_scan_cracks *cracks, double mm);

/* Looks for cracks of a welded mesh by joining a copy; `mm` is how long its unit is, for `within`. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_scan_cracks_find(const tl_mesh *mesh, double mm, tl_scan_cracks *cracks, tl_error *error);

#endif
