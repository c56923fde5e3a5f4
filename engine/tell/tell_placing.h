/* tell_placing.h: whether a template may lie where it does, in words and fields. */
#ifndef TL_TELL_TELL_PLACING_H
#define TL_TELL_TELL_PLACING_H

#include "judge/template/placing.h"
#include "tell/answer.h"

/* The findings as reasons that come first, and a line; where it may not lie, that leads. Nothing but a line when nobody
 * lays it. */
void tl_tell_placing(const tl_inquiry *inquiry, const tl_placing *placing, tl_answer *answer);
/* Where the weapon of who lays it ends was guessed. */
void tl_tell_placing_note(const tl_inquiry *inquiry, const tl_placing *placing, tl_answer *answer);
/* The field `placement`. */
void tl_tell_placing_json(const tl_inquiry *inquiry, const tl_placing *placing, tl_json_writer *writer);

#endif
