/* tell_cover.h: what is said, written and drawn of cover. */
#ifndef TL_TELL_TELL_COVER_H
#define TL_TELL_TELL_COVER_H

#include "judge/cover/unit.h"
#include "tell/answer.h"

/* Fills the answer to `cover`. */
void tl_tell_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                   const tl_judge_cover_found *found, tl_answer *answer);

#endif
