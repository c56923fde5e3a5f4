/* tell_unseen.h: what is said and written of camouflage (DT-SPC-11). */
#ifndef TL_TELL_TELL_UNSEEN_H
#define TL_TELL_TELL_UNSEEN_H

#include "judge/sight/unseen.h"
#include "tell/answer.h"

/* The sentence that tells it, with the names of the two units. It was asked about. */
void tl_tell_unseen_text(const tl_inquiry *inquiry, const tl_unseen *unseen, const char *viewer, const char *target,
                         char *buffer, size_t size);
/* The field `unseen` of an object that is open. */
void tl_tell_unseen_json(const tl_inquiry *inquiry, const tl_unseen *unseen, tl_json_writer *writer);

#endif
