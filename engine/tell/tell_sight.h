/* tell_sight.h: telling whether one party sees another: the answer to `los`. */
#ifndef TL_TELL_TELL_SIGHT_H
#define TL_TELL_TELL_SIGHT_H

#include "judge/sight/sight.h"
#include "tell/answer.h"

/* Fills the answer, but for the outline of a proof that pictures show. */
void tl_tell_sight(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                   const tl_judge_sight_found *found, tl_answer *answer);

#endif
