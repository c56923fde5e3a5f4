/* tell_stay.h: why a model may not stay where it stands, in a few words. */
#ifndef TL_TELL_TELL_STAY_H
#define TL_TELL_TELL_STAY_H

#include "judge/move/stay.h"
#include "tell/answer.h"

/* "stands in tank-traps"; "" when nothing speaks against it. */
void tl_tell_stay_text(const tl_inquiry *inquiry, const tl_stay *stay, char *buffer, size_t size);

#endif
