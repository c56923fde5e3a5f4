/* tell_range.h: what is said, written and drawn of a distance. */
#ifndef TL_TELL_TELL_RANGE_H
#define TL_TELL_TELL_RANGE_H

#include "judge/measure/range.h"
#include "tell/answer.h"

/* Says that a limit is open because of what the meshes measured may be off; nothing when that isn't why. */
void tl_tell_limit(const tl_inquiry *inquiry, const tl_limit *limit, tl_answer *answer);

/* Fills the answer to `range`. */
void tl_tell_range(const tl_inquiry *inquiry, const tl_judge_range_found *found, tl_answer *answer);

#endif
