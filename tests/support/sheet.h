/* sheet.h: upright sheets with rectangular holes, whose free lines are known in closed form. */
#ifndef TL_TESTS_SHEET_H
#define TL_TESTS_SHEET_H

#include "math/vec.h"

#include <stddef.h>

/* Along y and z. */
typedef struct sheet_rect {
    double y0, y1, z0, z1;
} sheet_rect;

enum { SHEET_HOLES = 8, SHEET_MOST = 2 * (2 * SHEET_HOLES + 1) * (2 * SHEET_HOLES + 1) };

/* The sheet at x without the holes (of which none touches another or the rim), as triangles that share their corners.
 * Returns how many, at most SHEET_MOST. */
size_t sheet_make(double x, sheet_rect sheet, const sheet_rect *holes, size_t count, tl_vec3 (*triangles)[3]);

#endif
