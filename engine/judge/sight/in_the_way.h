/* in_the_way.h: what would have to go for there to be sight, in words and fields. */
#ifndef TL_RULING_IN_THE_WAY_H
#define TL_RULING_IN_THE_WAY_H

#include "judge/measure/pair.h"
#include "visibility/blame.h"

/* Finds the smallest sets of terrain and models without which some pair would have sight. `pairs` are answered with no,
 * all of them; `cores` are theirs. A question about many pairs looks at the first TL_BLAME_PAIRS. */
tl_status tl_find_in_the_way(const tl_inquiry *inquiry, const tl_pair_sight_result *pairs, const tl_core_set *cores,
                             size_t count, tl_blame *blame, tl_error *error);

/* Makes the names of an answer those of the sets, the smallest set's first; the ground when nothing else can go. Left
 * as they are when no set is known. */
void tl_name_in_the_way(const tl_blame *blame, tl_sight *sight);

/* "A does not see B: ... in the way." for a pair that is not inside anything solid; and what would open a line, or an
 * empty text when the first sentence says as much. */
void tl_in_the_way_text(const tl_inquiry *inquiry, const tl_blame *blame, const tl_pair_sight_result *pair,
                        const char *from, const char *to, char *buffer, size_t size);
void tl_in_the_way_opens(const tl_inquiry *inquiry, const tl_blame *blame, char *buffer, size_t size);

/* The fields `opens_without` and `opens_without_all`. */
void tl_in_the_way_json(const tl_inquiry *inquiry, const tl_blame *blame, const tl_pair_sight_result *pairs,
                        tl_json_writer *writer);

#endif
