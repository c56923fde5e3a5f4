/* snap.h: segments on an integer grid made into a planar graph by snap rounding. Internal to area.
 *
 * Every end point and every crossing of two segments, rounded to the grid, makes its pixel hot; every segment is then
 * bent through the centres of the hot pixels it passes. The result has no crossings: edges meet at grid points alone,
 * no point has moved by more than 0.71 of the grid's step, and nothing has moved past anything (Hobby 1999; Guibas and
 * Marimont 1998). All decisions are made on integers. */
#ifndef TL_AREA_SNAP_H
#define TL_AREA_SNAP_H

#include "area/limits.h"
#include "base/base.h"

#define TL_SNAP_REACH (1 << TL_SNAP_BITS) /* coordinates are 0 to this: products of three differences fit 128 bits */

typedef struct tl_snap_point {
    int32_t x, y;
} tl_snap_point;

typedef struct tl_snap_segment {
    tl_snap_point a, b; /* a before b (x, then y) */
    uint32_t tag; /* bits of the caller's: an edge has those that an odd number of the segments it is part of have */
} tl_snap_segment;

/* Order of x, then y. */
int tl_snap_compare(tl_snap_point a, tl_snap_point b);
/* Twice the signed area of a, b, c: fits without loss. */
int64_t tl_snap_turn(tl_snap_point a, tl_snap_point b, tl_snap_point c);

/* Makes `*edges` of `segments` (each with a before b, none twice): sorted, none twice. The caller frees them with
 * tl_free. TL_ERROR_LIMIT beyond `crossing_limit` crossings. */
tl_status tl_snap_arrange(tl_context *context, const tl_snap_segment *segments, size_t segment_count,
                          size_t crossing_limit, tl_snap_segment **edges, size_t *edge_count, tl_error *error);

#endif
