/* tell_spend.h: what a way uses of a move, and what may be done after it, in words and fields. */
#ifndef TL_TELL_TELL_SPEND_H
#define TL_TELL_TELL_SPEND_H

#include "judge/move/journey.h"
#include "tell/answer.h"

/* Reasons: what shortens the move, what was spent of it, turns, roads, and what may be done afterwards. Nothing, where
 * the rule system says nothing of the kind. */
void tl_tell_spend_reasons(const tl_journey *journey, tl_answer *answer);
/* The fields `spent`, `turning` and `after`. */
void tl_tell_spend_fields(const tl_journey *journey, tl_json_writer *writer);

#endif
