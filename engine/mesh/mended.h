/* mended.h: what was done to a mesh on request (scan/repair does it): models and reports remember it. */
#ifndef TL_MESH_MENDED_H
#define TL_MESH_MENDED_H

#include <stddef.h>

/* Cracks that were joined. */
typedef struct tl_mesh_joined {
    size_t vertices; /* that were drawn into another */
    size_t edges;    /* open ones that are open no longer */
    double bound;    /* no point of the surface is moved farther than this; at most what was asked for */
} tl_mesh_joined;

typedef struct tl_repair_report {
    tl_mesh_joined joined;
    size_t specks_dropped, speck_triangles;
    size_t triangles_turned;
    size_t holes_closed, triangles_added;
    size_t holes_left; /* of those small enough: they cross themselves, or are no loops */
} tl_repair_report;

typedef struct tl_simplified {
    size_t before, after; /* triangles */
    double bound;         /* no point is moved farther than this, rounded up; at most what was asked for */
} tl_simplified;

#endif
