/* shelter.h: infantry in bunkers, strongpoints and trenches (DT-FRT): what it sees, and how it is covered and reached.
 */
#ifndef TL_RULING_SHELTER_H
#define TL_RULING_SHELTER_H

#include "judge/referee.h"

/* Which of the two ends stand in something with walls: these are open to them, and what they see may be limited to a
 * field of view (DT-FRT-04). Fills `between->outlook`. */
tl_status tl_find_outlooks(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error);
/* Makes conditions on lines of them, behind those that are there. The `between` must stay where it is. */
void tl_add_outlooks(tl_between *between);

#endif
