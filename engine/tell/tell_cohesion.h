/* tell_cohesion.h: telling whether a unit keeps together. */
#ifndef TL_TELL_TELL_COHESION_H
#define TL_TELL_TELL_COHESION_H

#include "judge/group/cohesion.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields and witness. */
void tl_tell_cohesion(const tl_inquiry *inquiry, const tl_unit_cohesion *found, tl_answer *answer);

#endif
