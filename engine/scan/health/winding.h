/* winding.h: which triangles of a mesh are turned the wrong way round. Internal to engine/scan. */
#ifndef TL_SCAN_HEALTH_WINDING_H
#define TL_SCAN_HEALTH_WINDING_H

#include "mesh/edges.h"

enum { TL_SCAN_WINDING_KEPT, TL_SCAN_WINDING_TURNED, TL_SCAN_WINDING_INSIDE_OUT };

typedef struct tl_scan_winding {
    tl_context *context;
    uint32_t *partner; /* of each half-edge: the one other on its edge, UINT32_MAX where there is none or more */
    uint8_t *state;    /* of each triangle, as above; INSIDE_OUT: its whole closed part is, and nothing of it else */
} tl_scan_winding;

/* Gives what hangs together over edges of two triangles one winding. A closed part has its fronts outside; an open one
 * keeps the winding that most of its triangles have. Linear time; changes nothing of the mesh. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED; tl_scan_winding_free in any case. */
tl_status tl_scan_winding_find(const tl_mesh *mesh, const tl_half_edges *half_edges, tl_scan_winding *winding,
                               tl_error *error);
void tl_scan_winding_free(tl_scan_winding *winding);

#endif
