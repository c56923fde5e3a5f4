/* tell_score.h: telling scores, row by row, in words and fields. */
#ifndef TL_TELL_TELL_SCORE_H
#define TL_TELL_TELL_SCORE_H

#include "judge/score/score.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields, witness and notes. */
void tl_tell_score(const tl_inquiry *inquiry, const tl_judge_score_found *found, tl_answer *answer);

#endif
