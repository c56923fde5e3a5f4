/* tell_close.h: telling who reaches whom in close combat, in words and fields. */
#ifndef TL_TELL_TELL_CLOSE_H
#define TL_TELL_TELL_CLOSE_H

#include "judge/attack/close.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields and witness. */
void tl_tell_close_combat(const tl_inquiry *inquiry, const tl_close_combat *found, tl_answer *answer);

#endif
