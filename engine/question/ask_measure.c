/* ask_measure.c: the questions after range and field of fire: judged, then told. */
#include "question/ask.h"

tl_status tl_ask_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                       double limit_mm, tl_answer *answer, tl_error *error) {
    tl_judge_range_found found;
    tl_status status = tl_judge_range(inquiry, from, to, has_limit, limit_mm, &found, error);
    if (status == TL_OK) {
        tl_tell_range(inquiry, &found, answer);
    }
    return status;
}

tl_status tl_ask_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                     tl_answer *answer, tl_error *error) {
    tl_judge_arc_found found;
    tl_status status = tl_judge_arc(inquiry, from, to, weapon, &found, error);
    if (status == TL_OK) {
        tl_tell_arc(inquiry, from, to, &found, answer);
    }
    tl_judge_arc_found_free(&found);
    return status;
}
