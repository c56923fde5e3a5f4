/* cut.h: cutting one triangle along segments, in exact arithmetic. Internal to engine/conform.
 *
 * Points are given by their weights (x, y) of the second and third corner, whole multiples of TL_CUT_STEP: the corners
 * are (0, 0), (1, 0), (0, 1), so that a point on an edge lies there exactly and turns are decided exactly, however thin
 * the triangle is in space. What is cut this way fills the triangle once, without gaps, whatever the points do later.
 */
#ifndef TL_CONFORM_CUT_H
#define TL_CONFORM_CUT_H

#include "base/base.h"
#include "math/vec.h"

#define TL_CUT_STEP 0x1p-40
#define TL_CUT_NONE UINT32_MAX

typedef struct tl_cut {
    tl_context *context;
    tl_vec2 *points; /* the first three are the corners */
    size_t point_count, point_capacity;
    tl_vec2 x, y; /* what the weights measure: edges 0-1 and 0-2 in the triangle's plane. They say which of two
                     diagonals is the better, nothing else */
    /* the pieces; edge k of a piece runs from corner k to corner k + 1 and is number 3 * piece + k */
    uint32_t *corners;
    uint32_t *twins; /* the same edge of the neighbour, or TL_CUT_NONE */
    bool *fixed;     /* the edge is part of a segment or the triangle's own edge */
    size_t count, corner_capacity, twin_capacity, fixed_capacity;
    uint32_t *starts; /* of each point an edge that begins there; TL_CUT_NONE: it fell on another */
    size_t start_capacity;
    uint32_t *work; /* edges to look at, as pairs of points */
    size_t work_capacity;
    uint32_t last;
} tl_cut;

/* Begins a triangle; what was there is forgotten, its memory kept. False without memory; so below. */
bool tl_cut_start(tl_cut *cut, tl_context *context, tl_vec2 x, tl_vec2 y);
/* Puts in a point inside the triangle or on its edges. Its number is the count of points before. */
bool tl_cut_add(tl_cut *cut, tl_vec2 p);
/* Makes the segment of two points a chain of edges, and fixes them. `*done`: false where another segment is in the way
 * or the points are one. */
bool tl_cut_fix(tl_cut *cut, uint32_t a, uint32_t b, bool *done);
/* Turns diagonals that aren't fixed until the pieces are as round as they can be. */
bool tl_cut_improve(tl_cut *cut);
void tl_cut_free(tl_cut *cut);

#endif
