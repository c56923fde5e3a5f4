/* barrier.h: how long lines of a bundle are between two upright planes that all of them cross. Internal to area. */
#ifndef TL_AREA_BARRIER_H
#define TL_AREA_BARRIER_H

#include "area/limits.h"
#include "area/lines.h"

/* A plane n . x = at, seen from above a line; or the lines' own end. */
typedef struct tl_barrier {
    bool own;
    tl_vec2 n; /* unit, pointing the lines' way */
    double at;
} tl_barrier;

/* The corners of a bundle's cells. */
typedef struct tl_barrier_lines {
    tl_vec3 a[TL_BARRIER_CORNERS], b[TL_BARRIER_CORNERS];
    size_t a_count, b_count;
    double pad; /* as of the bundle */
} tl_barrier_lines;

/* `plan`: seen from above, all at height 0. False: in space they are too many. */
bool tl_barrier_lines_make(const tl_area_lines *lines, bool plan, tl_barrier_lines *corners);

/* A lower bound of the signed length from the crossing with `from` (own: the first end) to that with `to` (own: the
 * second end) of every line (mm). It falls short by terms of second order in the sizes of the cells. -INFINITY where
 * not every line crosses both planes its way. */
double tl_barrier_apart(const tl_barrier_lines *lines, tl_barrier from, tl_barrier to);

#endif
