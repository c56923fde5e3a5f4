/* tell_depth.h: what is said, written and drawn of how deep a line lies in area terrain. */
#ifndef TL_TELL_TELL_DEPTH_H
#define TL_TELL_TELL_DEPTH_H

#include "judge/sight/pair_depth.h"
#include "tell/answer.h"

/* Adds the line and the reason; nothing where the result has no depth that is held against a limit. */
void tl_tell_depth(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer);
/* The field `depth`; nothing where the result has none. */
void tl_tell_depth_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);
/* Where the line that is shown lies inside areas. */
void tl_tell_depth_draw(const tl_inquiry *inquiry, const tl_pair_sight_result *result, const tl_pair_sight_shown *shown,
                        tl_answer *answer);

#endif
