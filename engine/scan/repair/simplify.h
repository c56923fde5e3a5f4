/* simplify.h: fewer triangles, by a map whose displacement is known.
 *
 * Vertices are drawn into neighbours, one by one (half-edge collapses), where the mesh round them is a disc of one
 * piece and stays one: rims, borders between pieces and edges of three triangles keep their vertices. Where the points
 * of the surface go meanwhile is followed (overlay.h): a continuous map from the surface as it was onto the one that is
 * left moves no point by more than `bound`, as docs/math/uncertainty.md asks of an uncertainty, so neither surface has
 * a point farther than that from the other. The bound is close to that distance. Link condition: T. K. Dey,
 * H. Edelsbrunner, S. Guha, D. V. Nekhayev, "Topology preserving edge contraction" (1999). Following points through
 * collapses: A. W. F. Lee et al., "MAPS: Multiresolution adaptive parameterization of surfaces" (1998). */
#ifndef TL_SCAN_REPAIR_SIMPLIFY_H
#define TL_SCAN_REPAIR_SIMPLIFY_H

#include "mesh/mended.h"
#include "mesh/mesh.h"

/* Simplifies a welded mesh; `most` in its own units. The same mesh gives the same result everywhere. Unused vertices
 * are dropped, pieces keep their order. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED; the mesh is then as it was. */
tl_status tl_scan_simplify(tl_mesh *mesh, double most, tl_simplified *simplified, tl_error *error);

#endif
