/* health.h: what is wrong with a mesh, and where.
 *
 * Everything is counted on the welded mesh as it is, nothing is repaired here (repair.h). Lengths and places are those
 * of the mesh's own frame; the report turns them into millimetres. */
#ifndef TL_SCAN_HEALTH_HEALTH_H
#define TL_SCAN_HEALTH_HEALTH_H

#include "bvh/crossings.h"
#include "scan/health/loops.h"

/* A set of triangles connected over edges. */
typedef struct tl_scan_loose_part {
    size_t triangles;
    tl_box3 box;
} tl_scan_loose_part;

/* Triangles connected over edges that are wound against the rest of their part; or a closed part whose fronts are all
 * inside, and which is not the wall of a hollow: its box doesn't lie in that of another part. tl_scan_repairs turns
 * both. */
typedef struct tl_scan_turned_patch {
    size_t triangles;
    tl_box3 box;
    uint32_t first; /* one of them */
    bool whole;     /* a whole part */
} tl_scan_turned_patch;

/* Two corners of an edge. */
typedef struct tl_scan_edge {
    uint32_t a, b;
} tl_scan_edge;

typedef struct tl_scan_health {
    const tl_mesh *mesh; /* must outlive this */
    tl_scan_hole *holes; /* the largest first */
    size_t hole_count;
    uint32_t *loops;
    tl_scan_edge *non_manifold; /* of three triangles or more */
    size_t non_manifold_count;
    tl_scan_edge *flipped; /* where the winding turns over */
    size_t flipped_count;
    tl_scan_turned_patch *turned; /* those of most triangles first */
    size_t turned_count, turned_triangles;
    uint32_t *turned_of; /* of each triangle its patch as they were found, UINT32_MAX: none; NULL without any */
    uint32_t *part_of;   /* of each triangle */
    tl_scan_loose_part *parts;
    size_t part_count;
    size_t specks, speck_triangles; /* parts smaller than TL_SCAN_SPECK_SHARE of the mesh */
    size_t far_vertices;            /* five times the size of the rest away from it, or more */
    bool cropped;                   /* tl_scan_health_mark_crop was told of a border: */
    tl_vec2 crop_low, crop_high;
    /* Of tl_scan_health_cross; none and `crossings_known` false until then. */
    tl_crossed_pair *crossings;
    size_t crossing_count;
    bool crossings_known, crossings_limited; /* limited: there may be more */
} tl_scan_health;

/* A loose part whose longest side is a smaller share of the mesh's than this is a speck. */
#define TL_SCAN_SPECK_SHARE 0.005

/* Looks at a welded mesh. Linear time and memory but for sorting what is found. Free with tl_scan_health_free. */
tl_status tl_scan_health_make(const tl_mesh *mesh, tl_scan_health *health, tl_error *error);
/* Adds the triangles that pass through one another, a hundred thousand pairs at most; where coordinates are too large
 * for a hierarchy they stay unknown. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_scan_health_cross(tl_scan_health *health, tl_error *error);
/* Zeroed and NULL are fine. */
void tl_scan_health_free(tl_scan_health *health);

#endif
