/* ask_cohesion.c: the question whether a unit keeps together. */
#include "question/ask.h"

#include "tell/tell_cohesion.h"

tl_status tl_ask_cohesion(const tl_inquiry *inquiry, const tl_party *unit, tl_answer *answer, tl_error *error) {
    tl_unit_cohesion found;
    tl_status status = tl_unit_cohesion_judge(inquiry, unit, &found, error);
    if (status == TL_OK) {
        tl_tell_cohesion(inquiry, &found, answer);
    }
    return status;
}
