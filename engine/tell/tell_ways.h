/* tell_ways.h: what happens on a move besides how far it goes: dice, who is run over, contact, turning round, flights.
 */
#ifndef TL_TELL_TELL_WAYS_H
#define TL_TELL_TELL_WAYS_H

#include "judge/move/charge.h"
#include "judge/move/journey.h"
#include "tell/answer.h"

/* Their reasons, and their fields of the answer. */
void tl_tell_ways_reasons(const tl_journey *journey, tl_answer *answer);
void tl_tell_ways_fields(const tl_journey *journey, tl_json_writer *writer);
/* The summary of a flight that stays in the air; false: the journey is none. */
bool tl_tell_plan_summary(const tl_journey *journey, const char *halt, tl_answer *answer);
/* Who can be charged: reasons, fields and the ways. */
void tl_tell_charges(const tl_inquiry *inquiry, const tl_charges *charges, tl_answer *answer);

#endif
