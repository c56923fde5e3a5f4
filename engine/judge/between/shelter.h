/* shelter.h: infantry in bunkers, strongpoints and trenches (DT-FRT): whose walls are open to it, in words. */
#ifndef TL_RULING_SHELTER_H
#define TL_RULING_SHELTER_H

#include "tell/answer.h"

/* Says whose walls don't stand in the way of a party's models, so that nobody wonders at a line through them: of the
 * bunker or strongpoint that they man (DT-FRT-04), and of a house without rooms (`interior`). Once for each. */
tl_status tl_tell_open_walls(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer, tl_error *error);

#endif
