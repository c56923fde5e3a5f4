/* pair_depth.h: how deep the lines between two models lie in area terrain (DB-ARE-02, DB-ARE-03). */
#ifndef TL_JUDGE_SIGHT_PAIR_DEPTH_H
#define TL_JUDGE_SIGHT_PAIR_DEPTH_H

#include "judge/sight/pair_sight_data.h"

/* Puts into the result's depth the area on the line with the least depth to spare; leaves it as it is when the line
 * passes none. */
void tl_pair_depth_explain(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result,
                           tl_vec3 from, tl_vec3 to);

/* Why the areas allow no line: the one that stands in the way, on the line that comes nearest to being allowed of those
 * looked at (the one tried last, and the straight one, p to q). An example: the verdict rests on the proof for all
 * lines. */
void tl_pair_depth_explain_no(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                              tl_pair_sight_result *result);

/* What holds a depth against its limit. */
tl_cause tl_pair_depth_cause(const tl_inquiry *inquiry, const tl_pair_sight_result *result);
/* What the area that a result names says of its line: it stands in the way, or lets it through. */
tl_verdict tl_pair_depth_verdict(const tl_pair_sight_result *result);

/* A stretch of a line inside an area. */
typedef struct tl_depth_stretch {
    tl_vec3 from, to;
    size_t area; /* the referee's */
    size_t slot;
    double edge_mm; /* near whose edge, so far, some end must be */
    bool numbered;  /* what is told of the line's depth is the length of this one */
} tl_depth_stretch;

/* What a picture shows of a sight: the free line, or one that is stopped on its way, and where it lies in areas. What
 * is told in words begins at the edge of a base, so of that area the stretch does, too. */
typedef struct tl_pair_sight_shown {
    tl_context *context;
    enum { TL_SHOWN_NOTHING, TL_SHOWN_LINE, TL_SHOWN_ATTEMPT } kind;
    tl_vec3 from, stop, to; /* stop: of an attempt; else the end */
    tl_depth_stretch *stretches;
    size_t stretch_count, stretch_capacity;
} tl_pair_sight_shown;

/* Free with tl_pair_sight_shown_free, also on failure. Error: TL_ERROR_MEMORY. */
tl_status tl_pair_sight_show(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_pair_sight_shown *shown,
                             tl_error *error);
void tl_pair_sight_shown_free(tl_pair_sight_shown *shown);

#endif
