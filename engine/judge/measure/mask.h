/* mask.h: whether a model's own body is in the way of what one of its weapons fires: wings and tail before a gun. */
#ifndef TL_JUDGE_MEASURE_MASK_H
#define TL_JUDGE_MEASURE_MASK_H

#include "judge/referee.h"

/* Whether some line runs from the end of a weapon of member a (its mount, where no end is given) to the core of member
 * b without meeting a's own body, base and stand apart; what else stands there doesn't count. Where that is within a's
 * body no line gets out. Errors: memory, those of looking for lines. */
tl_status tl_mask_past_own(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                           tl_verdict *past, tl_error *error);

#endif
