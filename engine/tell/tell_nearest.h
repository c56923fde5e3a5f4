/* tell_nearest.h: telling who, or which cover, is nearest. */
#ifndef TL_TELL_TELL_NEAREST_H
#define TL_TELL_TELL_NEAREST_H

#include "judge/group/nearest.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields and witness. */
void tl_tell_nearest(const tl_closest *found, tl_answer *answer);

#endif
