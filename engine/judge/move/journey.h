/* journey.h: a move that is judged: what it meets, how far it may go, where it must stop (DB-MOV). */
#ifndef TL_JUDGE_MOVE_JOURNEY_H
#define TL_JUDGE_MOVE_JOURNEY_H

#include "judge/move/journey_data.h"

/* Judges the question's path. Free with tl_journey_free, also when it fails. */
tl_status tl_journey_make(const tl_inquiry *inquiry, size_t member, const tl_question *question, tl_journey *journey,
                          tl_error *error);
void tl_journey_free(tl_journey *journey);

#endif
