/* tell_move.h: a judged move, and the ground that a model reaches, in words, fields and pictures. */
#ifndef TL_TELL_TELL_MOVE_H
#define TL_TELL_TELL_MOVE_H

#include "judge/move/journey.h"
#include "judge/move/reach.h"
#include "tell/answer.h"

void tl_tell_journey(const tl_journey *journey, tl_answer *answer);
/* `name`: the model's. False without memory. */
bool tl_tell_reach(const tl_inquiry *inquiry, size_t member, bool march, const tl_reach_map *reach, tl_answer *answer);

#endif
