/* best.h: the placements of a template that catch the most enemies and the fewest friends, certified by a search that
 * bounds every placement from above. */
#ifndef TL_JUDGE_TEMPLATE_BEST_H
#define TL_JUDGE_TEMPLATE_BEST_H

#include "judge/template/best_place.h"
#include "judge/template/strike.h"

/* Searches. `question`: shape, from, weapon, side, friends_weight. Free with tl_best_free. Errors: an unknown side, a
 * firer without such a weapon, a flame without a firer, a place that is given although it is asked for. */
tl_status tl_best_find(const tl_inquiry *inquiry, const tl_question *question, tl_best *best, tl_error *error);

/* The question that lays the first of the places listed (there is one), for tl_strike_make: a flame is laid anew, a
 * blast exactly where it was found. */
tl_question tl_best_first(const tl_inquiry *inquiry, const tl_question *question, const tl_best *best);
/* Is somebody hit by it? Open while the search proved nothing. `first`: what the first of the places hits; NULL when
 * none is worth laying. */
tl_verdict tl_best_verdict(const tl_best *best, const tl_strike *first);

#endif
