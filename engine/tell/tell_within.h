/* tell_within.h: telling who is within a radius, in words and fields. */
#ifndef TL_TELL_TELL_WITHIN_H
#define TL_TELL_TELL_WITHIN_H

#include "judge/group/within.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields, witness and notes. `from`: the name that was asked with, NULL of a
 * point. */
void tl_tell_within(const tl_within *found, const char *from, tl_answer *answer);

/* What the middle is called. */
const char *tl_tell_within_centre_name(const tl_inquiry *inquiry, const tl_within_centre *centre);

#endif
