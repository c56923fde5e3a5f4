/* tell_zone.h: telling who stands in a zone of the scenario, and who holds an objective, in words and fields. */
#ifndef TL_TELL_TELL_ZONE_H
#define TL_TELL_TELL_ZONE_H

#include "judge/group/objective.h"
#include "judge/group/zone.h"
#include "tell/answer.h"

/* Fills the answer about one party, or piece of terrain, in some zones (at least one); `best` is the one that is told.
 * `from`: the name that was asked with. */
void tl_tell_zones(const tl_unit_zone *zones, size_t count, size_t best, const char *from, tl_answer *answer);

/* ... about an objective. */
void tl_tell_objective(const tl_objective *found, tl_answer *answer);

#endif
