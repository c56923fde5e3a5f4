/* lines.h: a bundle of lines: how far it reaches in each direction, and where it may meet a segment. Internal to area.
 *
 * A point of a line from p to q has the parameter u, 0 at p, 1 at q. */
#ifndef TL_AREA_LINES_H
#define TL_AREA_LINES_H

#include "math/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* A bundle: all segments from the hull of `a` to the hull of `b`. */
typedef struct tl_area_lines {
    const tl_vec3 *a, *b;
    size_t a_count, b_count;
    bool single;
    bool plan_point; /* single, and p and q are one point in plan */
    double pad;      /* bound on the rounding of a coordinate along a unit direction */
    tl_vec2 centre[2];
    double radius[2]; /* in plan, about the centres */
    double z_low[2], z_high[2];
    tl_vec2 low, high;                      /* plan box of everything */
    tl_vec2 axis[2];                        /* orthonormal: from centre to centre, and across */
    double axis_low[2][2], axis_high[2][2]; /* [axis][end] */
    double length_low, length_high;
    double plan_low, plan_high; /* their lengths seen from above */
} tl_area_lines;

/* `a` and `b` must outlive it. */
tl_area_lines tl_area_lines_make(const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count);

/* The parameters at which some line may meet the closed segment e0-e1 in plan; false: none does, proved. */
bool tl_area_lines_meets(const tl_area_lines *lines, tl_vec2 e0, tl_vec2 e1, double *low, double *high);
/* Of the parameters from `*low` to `*high` those at which some line may be at a height; false: none is. */
bool tl_area_lines_reaches(const tl_area_lines *lines, double height, double *low, double *high);
/* Bound on the rounding of the difference between a coordinate of the bundle and one of a thing between two places. */
double tl_area_lines_pad(const tl_area_lines *lines, tl_vec2 low, tl_vec2 high);

#endif
