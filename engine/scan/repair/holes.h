/* holes.h: which open edges are holes, and what would close them.
 *
 * A *hole* is a closed loop of open edges (edges of one triangle) of a welded mesh, unless
 * - it is the rim of an open sheet: its longest side is at least half of that of the part it belongs to (a part is what
 *   hangs together over edges);
 * - it is the underside left open: no corner of it is higher than a millimetre, or a hundredth of the mesh's height,
 *   above the mesh's lowest point.
 * An opening that is modelled, with a sill and jambs of its own, has no open edges and is none. */
#ifndef TL_SCAN_REPAIR_HOLES_H
#define TL_SCAN_REPAIR_HOLES_H

#include "mesh/caps.h"

/* Finds the holes of a welded mesh in millimetres, Z up, and makes their caps; `*caps` is NULL when there are none.
 * With `meant` its open edges are as they should be: none is a hole. Pieces named TL_CLOSED_HOLE are what repairs made;
 * what hangs together of them over edges is one hole. Frees nothing of the mesh. Errors: TL_ERROR_MEMORY. */
tl_status tl_scan_caps_make(const tl_mesh *mesh, bool meant, tl_caps **caps, tl_error *error);

#endif
