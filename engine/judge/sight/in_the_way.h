/* in_the_way.h: what would have to go for there to be sight. */
#ifndef TL_JUDGE_SIGHT_IN_THE_WAY_H
#define TL_JUDGE_SIGHT_IN_THE_WAY_H

#include "judge/sight/pair_sight.h"
#include "visibility/blocking_sets.h"

/* Finds the smallest sets of terrain and models without which some pair would have sight. `pairs` are answered with no,
 * all of them; `cores` are theirs. A question about many pairs looks at the first TL_BLOCKING_PAIRS. */
tl_status tl_in_the_way_find(const tl_inquiry *inquiry, const tl_pair_sight_result *pairs,
                             const tl_blocking_core *cores, size_t count, tl_blocking_sets *blocking, tl_error *error);

/* Makes the names of an answer those of the sets, the smallest set's first; the ground when nothing else can go. Left
 * as they are when no set is known. */
void tl_in_the_way_name(const tl_blocking_sets *blocking, tl_sight *sight);

#endif
