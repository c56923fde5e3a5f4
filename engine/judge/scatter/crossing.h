/* crossing.h: whom a ball or anything else crosses that goes on along a straight line, in plan. */
#ifndef TL_JUDGE_SCATTER_CROSSING_H
#define TL_JUDGE_SCATTER_CROSSING_H

#include "judge/referee.h"

/* A way in plan: all that lies within `half` of the segment, whose ends may be off by `off`. Lengths in mm. */
typedef struct tl_scatter_way {
    tl_vec2 from, to;
    double half, off;
} tl_scatter_way;

/* What it is to one model. */
typedef struct tl_scatter_crossing {
    size_t member;
    tl_verdict hit;  /* it goes over the outline that the model is measured by; contact counts */
    double gap_mm;   /* what it passes it by, at least; 0 when they meet */
    double depth_mm; /* it may move so far in any direction and still meet it, at least; 0 when they don't meet */
    double error_mm; /* how far the two may be off one another: outlines, meshes, the way */
} tl_scatter_crossing;

/* Judges one model: within the tolerance and what both may be off it is marginal. Errors: TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
tl_status tl_scatter_cross(const tl_inquiry *inquiry, const tl_scatter_way *way, size_t member,
                           tl_scatter_crossing *crossing, tl_error *error);

#endif
