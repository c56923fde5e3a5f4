/* target.h: the surface that is looked at, as convex polygons in a tree that is divided only where it is needed. */
#ifndef TL_COVER_TARGET_H
#define TL_COVER_TARGET_H

#include "cover/limits.h"
#include "visibility/cell.h"

/* A run of polygons. */
typedef struct tl_target_node {
    uint32_t first, count; /* in the target's order */
    uint32_t children;     /* the first of two nodes side by side; 0: not divided yet */
    tl_box3 box;
} tl_target_node;

typedef struct tl_target {
    tl_context *context;
    tl_vec3 *corners;
    size_t corner_count, corner_capacity;
    uint32_t *starts; /* `count` + 1 places in `corners` */
    size_t start_capacity;
    uint32_t count; /* polygons */
    tl_vec3 *spans; /* a polygon's normal, as long as its area; made by tl_target_ready, like all below */
    double *areas;  /* of it and those before it */
    tl_box3 *boxes;
    uint32_t *order;       /* polygons, so that a node's stand together */
    tl_target_node *nodes; /* the first holds all */
    size_t node_count, node_capacity;
    double diameter; /* no two of its points are farther apart */
} tl_target;

void tl_target_start(tl_target *target, tl_context *context);
/* Adds a convex polygon of at most TL_CELL_CORNERS corners. False without memory. */
bool tl_target_add(tl_target *target, const tl_vec3 *corners, size_t count);
/* Takes the last one away again; returns its number of corners. `count` must not be 0. */
size_t tl_target_take(tl_target *target, tl_vec3 *corners);
/* To be called when all are there, before what follows. False without memory. */
bool tl_target_ready(tl_target *target);
void tl_target_free(tl_target *target);

static inline const tl_vec3 *tl_target_polygon(const tl_target *target, uint32_t polygon, size_t *count) {
    *count = target->starts[polygon + 1] - target->starts[polygon];
    return target->corners + target->starts[polygon];
}

/* Divides a node of at least two polygons, if that isn't done; `nodes` may move. False without memory. */
bool tl_target_divide(tl_target *target, uint32_t node);

/* A random point: half of the time a corner (exact), else anywhere (within 4 ulps), by area. */
tl_vec3 tl_target_sample(const tl_target *target, tl_sight_random *random);

/* The polygons of a node as a cell; those in a box, cut by it. NULL without memory. */
tl_cell *tl_target_node_cell(const tl_target *target, uint32_t node, tl_cell_scratch *scratch);
tl_cell *tl_target_box_cell(tl_target *target, tl_box3 box, tl_cell_scratch *scratch);

/* Halves a convex polygon across its longest side; false when it is no larger than `least`, or can't be halved. */
bool tl_target_polygon_halve(const tl_vec3 *corners, size_t count, double least, tl_vec3 half[2][TL_POLYGON_HALF],
                             size_t counts[2]);

/* The sides of a box as a cell. NULL without memory. */
tl_cell *tl_target_cell_of_box(tl_box3 box, tl_cell_scratch *scratch);

/* Round some points; comparisons only, since nothing here is NaN and there are many. */
static inline tl_box3 tl_cover_box_of_points(const tl_vec3 *points, size_t count) {
    tl_box3 box = count > 0 ? (tl_box3){points[0], points[0]} : tl_box3_empty();
    for (size_t i = 1; i < count; i++) {
        tl_vec3 p = points[i];
        box.low.x = p.x < box.low.x ? p.x : box.low.x;
        box.low.y = p.y < box.low.y ? p.y : box.low.y;
        box.low.z = p.z < box.low.z ? p.z : box.low.z;
        box.high.x = p.x > box.high.x ? p.x : box.high.x;
        box.high.y = p.y > box.high.y ? p.y : box.high.y;
        box.high.z = p.z > box.high.z ? p.z : box.high.z;
    }
    return box;
}

/* A polygon's normal, as long as its area. */
tl_vec3 tl_target_polygon_span(const tl_vec3 *corners, size_t count);

#endif
