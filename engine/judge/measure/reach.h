/* reach.h: what close combat reaches (DB-CC-01, DT-FRT-06). */
#ifndef TL_JUDGE_MEASURE_REACH_H
#define TL_JUDGE_MEASURE_REACH_H

#include "judge/measure/range.h"

/* Close-combat reach (DB-CC-01): under the reading of the plan the height between the two is held against it apart. */
typedef struct tl_reach {
    tl_limit limit; /* of the two the one with less to spare */
    tl_range_result range;
    bool has_gap;
    double gap; /* between the highest and the lowest point, mm */
} tl_reach;

tl_status tl_pair_reach(const tl_inquiry *inquiry, size_t a, size_t b, tl_reach *reach, tl_error *error);
/* The same, the limit alone. */
tl_status tl_pair_close_combat(const tl_inquiry *inquiry, size_t a, size_t b, tl_limit *result, tl_error *error);

#endif
