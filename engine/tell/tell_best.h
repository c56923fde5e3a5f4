/* tell_best.h: the best placements of a template, in words, fields and pictures. */
#ifndef TL_TELL_TELL_BEST_H
#define TL_TELL_TELL_BEST_H

#include "judge/template/best.h"
#include "tell/answer.h"

/* Everything, cause and verdict included. `first`: who is hit where the first of the places is; NULL when none is worth
 * laying. */
void tl_tell_best(const tl_inquiry *inquiry, const tl_best *best, const tl_strike *first, tl_answer *answer);

#endif
