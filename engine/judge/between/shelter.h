/* shelter.h: infantry in bunkers, strongpoints and trenches (DT-FRT): what it sees, and how it is covered and reached.
 */
#ifndef TL_RULING_SHELTER_H
#define TL_RULING_SHELTER_H

#include "tell/answer.h"

/* Which of the two ends stand in something with walls: these are open to them, and what they see may be limited to a
 * field of view (DT-FRT-04). Fills `between->outlook`. */
tl_status tl_find_outlooks(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error);
/* Makes conditions on lines of them, behind those that are there. The `between` must stay where it is. */
void tl_add_outlooks(tl_between *between);

/* Says whose walls don't stand in the way of a party's models, so that nobody wonders at a line through them: of the
 * bunker or strongpoint that they man (DT-FRT-04), and of a house without rooms (`interior`). Once for each. */
tl_status tl_tell_open_walls(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer, tl_error *error);

#endif
