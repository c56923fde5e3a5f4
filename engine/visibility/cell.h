/* cell.h: a cell is a part of a body's surface: convex polygons cut from its triangles.
 *
 * Cells are shared between pairs and counted. Cutting rounds the new corners (by less than an ulp of the coordinates
 * per cut), so a cell's children cover it only up to that; proofs inflate what they prove by far more (see shaft.h). */
#ifndef TL_VISIBILITY_CELL_H
#define TL_VISIBILITY_CELL_H

#include "visibility/limits.h"
#include "visibility/heights.h"
#include "visibility/line.h"

typedef struct tl_cell {
    size_t references;
    uint32_t polygon_count;
    uint32_t point_count; /* distinct corners */
    uint32_t *first;      /* polygon_count + 1 offsets into `corners` */
    uint32_t *corners;    /* indices of points */
    tl_vec3 *points;
    double *x, *y, *z; /* the same side by side, in TL_HEIGHTS_ROOM(point_count) places */
    tl_box3 box;
    double diameter;            /* no two points of the cell are farther apart */
    tl_vec3 cuts[TL_CELL_CUTS]; /* unit normals of the last cuts, newest first */
    int cut_count;
    uint32_t outer[2 * TL_CELL_OUTER]; /* some of the outermost points, perhaps repeated */
    int outer_count;
} tl_cell;

/* Scratch space for making cells, reused over a question. */
typedef struct tl_cell_scratch {
    tl_context *context;
    tl_vec3 *points;
    size_t point_capacity;
    uint32_t *sizes;
    size_t size_capacity;
    uint32_t *table;
    size_t table_capacity;
    uint32_t *kept;
    size_t kept_capacity;
    double *heights;
    size_t height_capacity;
    bool cut_off; /* no cell came of it because the work was to stop (tl_work_on), not for want of memory */
} tl_cell_scratch;

void tl_cell_scratch_free(tl_cell_scratch *scratch);

/* All triangles of a core; with `above_plane` what lies below z = 0 is cut away. NULL without memory. A cell may be
 * empty. */
tl_cell *tl_cell_from_bvh(tl_cell_scratch *scratch, const tl_bvh *bvh, bool above_plane);
tl_cell *tl_cell_from_point(tl_cell_scratch *scratch, tl_vec3 point, bool above_plane);

/* Cuts by the plane normal . x = offset (unit normal). Both children get what lies in the plane. False without memory,
 * with nothing to release. */
bool tl_cell_split(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 normal, double offset, tl_cell **low,
                   tl_cell **high);

/* The part of the cell inside a box; NULL without memory. It may be empty. */
tl_cell *tl_cell_in_box(tl_cell_scratch *scratch, const tl_cell *cell, tl_box3 box);

/* A cell of loose convex polygons, corner after corner; NULL without memory. */
tl_cell *tl_cell_from_polygons(tl_cell_scratch *scratch, const tl_vec3 *corners, const uint32_t *sizes, size_t count);

/* The corners of a box as a cell without polygons, to make shafts of; it lies in `room` and isn't released. */
typedef struct tl_cell_of_box_room {
    tl_vec3 points[8];
    double sides[24];
} tl_cell_of_box_room;
tl_cell tl_cell_of_box(tl_cell_of_box_room *room, tl_box3 box);

/* The corners of a polygon; returns how many (at most TL_CELL_CORNERS). */
size_t tl_cell_polygon(const tl_cell *cell, uint32_t polygon, tl_vec3 *corners);

/* The part of a convex polygon where normal . x <= offset; `out` has room for count + 1. */
size_t tl_cell_clip_polygon(const tl_vec3 *corner, size_t count, tl_vec3 normal, double offset, tl_vec3 *out);

/* The cell moved by a vector (each point rounded once more); NULL without memory. */
tl_cell *tl_cell_moved(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 by);
/* The same polygons, every corner moved by `by` towards a point (not beyond it). NULL without memory. */
tl_cell *tl_cell_towards(tl_cell_scratch *scratch, const tl_cell *cell, tl_vec3 point, double by);

tl_cell *tl_cell_share(tl_cell *cell);
/* NULL-safe. */
void tl_cell_release(tl_context *context, tl_cell *cell);

/* A random point of the cell: a corner half of the time, else inside a polygon (rounded: within 4 ulps of it). */
tl_vec3 tl_cell_sample(const tl_cell *cell, tl_sight_random *random);
tl_vec3 tl_cell_centre(const tl_cell *cell);
/* The range of normal . x over the cell. */
void tl_cell_extent(const tl_cell *cell, tl_vec3 normal, double *low, double *high);
double tl_cell_highest(const tl_cell *cell, tl_vec3 normal);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a cell (base/validate.h): polygons flat and convex, every point in the box. */
const char *tl_cell_broken(const tl_cell *cell);
#endif

#endif
