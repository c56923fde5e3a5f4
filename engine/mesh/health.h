/* health.h: what is wrong with a mesh, and where.
 *
 * Everything is counted on the welded mesh as it is, nothing is repaired here (repair.h). Lengths and places are those
 * of the mesh's own frame; the report turns them into millimetres. */
#ifndef TL_MESH_HEALTH_H
#define TL_MESH_HEALTH_H

#include "mesh/mesh.h"

/* A loop of edges that have a triangle on one side only. The rim of a sheet is one, too. */
typedef struct tl_hole {
    size_t first, count; /* its corners, in order, in `loops` */
    bool closed;         /* false: a chain that doesn't come back */
    bool against;        /* it runs against most of the triangles beside it: their winding turns over */
    double perimeter;
    tl_box3 box;
    size_t cropped_edges;  /* of them, on the border of a crop (tl_health_mark_crop) */
    double cropped_length; /* ... together */
} tl_hole;

/* A set of triangles connected over edges. */
typedef struct tl_loose_part {
    size_t triangles;
    tl_box3 box;
} tl_loose_part;

/* Triangles connected over edges that are wound against the rest of their part; or a closed part whose fronts are all
 * inside, and which is not the wall of a hollow: its box doesn't lie in that of another part. tl_repairs turns both. */
typedef struct tl_turned_patch {
    size_t triangles;
    tl_box3 box;
    uint32_t first; /* one of them */
    bool whole;     /* a whole part */
} tl_turned_patch;

/* Two corners of an edge. */
typedef struct tl_edge {
    uint32_t a, b;
} tl_edge;

/* Two triangles that pass through one another. */
typedef struct tl_crossed_pair {
    uint32_t a, b;
} tl_crossed_pair;

typedef struct tl_mesh_health {
    const tl_mesh *mesh; /* must outlive this */
    tl_hole *holes;      /* the largest first */
    size_t hole_count;
    uint32_t *loops;
    tl_edge *non_manifold; /* of three triangles or more */
    size_t non_manifold_count;
    tl_edge *flipped; /* where the winding turns over */
    size_t flipped_count;
    tl_turned_patch *turned; /* those of most triangles first */
    size_t turned_count, turned_triangles;
    uint32_t *turned_of; /* of each triangle its patch as they were found, UINT32_MAX: none; NULL without any */
    uint32_t *part_of;   /* of each triangle */
    tl_loose_part *parts;
    size_t part_count;
    size_t specks, speck_triangles; /* parts smaller than TL_SPECK_SHARE of the mesh */
    size_t far_vertices;            /* five times the size of the rest away from it, or more */
    bool cropped;                   /* tl_health_mark_crop was told of a border: */
    tl_vec2 crop_low, crop_high;
    /* Of whoever has a hierarchy (bvh/crossings.h); none and `crossings_known` false until then. */
    tl_crossed_pair *crossings;
    size_t crossing_count;
    bool crossings_known, crossings_limited; /* limited: there may be more */
} tl_mesh_health;

/* A loose part whose longest side is a smaller share of the mesh's than this is a speck. */
#define TL_SPECK_SHARE 0.005

/* Looks at a welded mesh. Linear time and memory but for sorting what is found. Free with tl_mesh_health_free. */
tl_status tl_mesh_health_make(const tl_mesh *mesh, tl_mesh_health *health, tl_error *error);
/* Zeroed and NULL are fine. */
void tl_mesh_health_free(tl_mesh_health *health);

/* Whether a crop has made all of it: a rim, no hole. */
static inline bool tl_hole_is_crop(const tl_hole *hole) {
    return hole->cropped_edges > 0 && hole->cropped_edges == hole->count - (hole->closed ? 0 : 1);
}

static inline double tl_box3_longest(tl_box3 box) {
    tl_vec3 size = tl_box3_size(box);
    return tl_max(size.x, tl_max(size.y, size.z));
}

#endif
