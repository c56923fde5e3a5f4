/* tell_shelter.h: what is said of those who stand in something with walls. */
#ifndef TL_TELL_TELL_SHELTER_H
#define TL_TELL_TELL_SHELTER_H

#include "judge/between/open_walls.h"
#include "tell/answer.h"

/* Says whose walls don't stand in the way of somebody inside, so that nobody wonders at a line through them; nothing
 * when nobody is inside. */
void tl_tell_open_walls(const tl_inquiry *inquiry, const tl_open_walls *walls, tl_answer *answer);

#endif
