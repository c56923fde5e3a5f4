/* heights.h: how far many points reach along a direction, four at a time: the inner loops of making shafts.
 *
 * Coordinates lie side by side, in whole groups of four (the last one filled up with points that occur anyway).
 * Products and sums round as in tl_dot, and greatest and least don't depend on the order, so every processor gives the
 * same bits. */
#ifndef TL_VISIBILITY_HEIGHTS_H
#define TL_VISIBILITY_HEIGHTS_H

#include "visibility/limits.h"
#include "math/vec.h"

#include <stddef.h>
#include <stdint.h>

#define TL_HEIGHTS_ROOM(count)                                                                                         \
    (((count) + TL_HEIGHTS_LANES - 1) / TL_HEIGHTS_LANES * TL_HEIGHTS_LANES) /* places for so many points */

/* The greatest n . p; -INFINITY when `room` is 0. */
double tl_heights_top(const double *x, const double *y, const double *z, size_t room, tl_vec3 n);

/* The least and the greatest. */
void tl_heights_range(const double *x, const double *y, const double *z, size_t room, tl_vec3 n, double *low,
                      double *high);

/* Bit i: n[i] . p > offset[i], for `room` planes side by side (at most 64). */
uint64_t tl_heights_above(const double *x, const double *y, const double *z, const double *offset, size_t room,
                          tl_vec3 p);

#endif
