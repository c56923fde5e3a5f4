/* tell_in_the_way.h: what is said and written of what would have to go for there to be sight. */
#ifndef TL_TELL_TELL_IN_THE_WAY_H
#define TL_TELL_TELL_IN_THE_WAY_H

#include "judge/sight/pair_sight.h"
#include "tell/answer.h"
#include "visibility/blocking_sets.h"

/* "A does not see B: ... in the way." for a pair that is not inside anything solid; and what would open a line, or an
 * empty text when the first sentence says as much. */
void tl_tell_in_the_way_text(const tl_inquiry *inquiry, const tl_blocking_sets *blocking,
                             const tl_pair_sight_result *pair, const char *from, const char *to, char *buffer,
                             size_t size);
void tl_tell_in_the_way_opens(const tl_inquiry *inquiry, const tl_blocking_sets *blocking, char *buffer, size_t size);

/* The fields `opens_without` and `opens_without_all`. */
void tl_tell_in_the_way_json(const tl_inquiry *inquiry, const tl_blocking_sets *blocking,
                             const tl_pair_sight_result *pairs, tl_json_writer *writer);

#endif
