/* crop.h: what of a mesh lies over a rectangle of the plan. */
#ifndef TL_SCAN_SHAPING_CROP_H
#define TL_SCAN_SHAPING_CROP_H

#include "scan/health/health.h"
#include "mesh/mesh.h"

typedef struct tl_scan_crop {
    tl_vec2 low, high; /* in the mesh's own x and y; the border belongs to it */
    bool whole;        /* triangles that reach in are kept whole instead of being cut */
} tl_scan_crop;

typedef struct tl_scan_crop_report {
    size_t dropped;   /* triangles that lie outside */
    size_t cut;       /* that were cut at the border; 0 with `whole` */
    size_t reach_out; /* that were kept whole and reach over it; 0 without */
} tl_scan_crop_report;

/* Cuts a welded mesh at the four sides of a rectangle. Which side a corner lies on is decided exactly; triangles that
 * share an edge get one and the same new corner on it, which lies on the border bit for bit, so no crack arises. Pieces
 * keep their names, and what loses all its triangles goes. The mesh is welded again; counts of earlier welding stay.
 * Errors: TL_ERROR_ARGUMENT, the mesh unchanged, for an empty rectangle and where nothing would be left;
 * TL_ERROR_MEMORY, the mesh sound but perhaps cut in part. */
tl_status tl_scan_crop_mesh(tl_mesh *mesh, const tl_scan_crop *crop, tl_scan_crop_report *report, tl_error *error);

/* Tells rims that a crop has left from holes: sets `cropped_edges` and `cropped_length`. */
void tl_scan_health_mark_crop(tl_scan_health *health, const tl_scan_crop *crop);
/* Whether an edge between two vertices lies on the border of that crop; false without one. */
bool tl_scan_health_is_cropped(const tl_scan_health *health, uint32_t a, uint32_t b);

#endif
