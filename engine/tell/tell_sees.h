/* tell_sees.h: one against all, in words, fields and pictures. */
#ifndef TL_TELL_TELL_SEES_H
#define TL_TELL_TELL_SEES_H

#include "judge/group/sees.h"
#include "tell/answer.h"

void tl_tell_sees(const tl_sees *sees, tl_answer *answer);

#endif
