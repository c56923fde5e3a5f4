/* tell_carry.h: what is lifted, put down and landed, in words. */
#ifndef TL_TELL_TELL_CARRY_H
#define TL_TELL_TELL_CARRY_H

#include "judge/group/carry.h"
#include "tell/answer.h"

/* Fills in the answer. */
void tl_tell_carry(const tl_inquiry *inquiry, const tl_carry *carry, tl_answer *answer);

#endif
