/* sight.c: questions of sight and their answers as data. */
#include "visibility/sight.h"

#include "visibility/limits.h"

const char *tl_why_word(tl_why why) {
    return why == TL_WHY_TIME          ? "time"
           : why == TL_WHY_BUDGET      ? "budget"
           : why == TL_WHY_UNCERTAINTY ? "uncertainty"
                                       : "tolerance";
}

uint64_t tl_sight_budget(uint64_t usual, double effort) {
    double work = effort > 0 ? (double)usual * effort : (double)usual;
    return work < 1 ? 1 : work < TL_SIGHT_MOST_BUDGET ? (uint64_t)work : UINT64_MAX;
}

void tl_sight_turn_round(tl_sight *sight) {
    tl_vec3 p = sight->from;
    sight->from = sight->to;
    sight->to = p;
    p = sight->attempt_from;
    sight->attempt_from = sight->attempt_to;
    sight->attempt_to = p;
    bool inside = sight->from_inside_solid;
    sight->from_inside_solid = sight->to_inside_solid;
    sight->to_inside_solid = inside;
}
