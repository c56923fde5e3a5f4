/* hull.h: how far a model's core reaches from its middle. */
#ifndef TL_JUDGE_MEASURE_HULL_H
#define TL_JUDGE_MEASURE_HULL_H

#include "judge/referee.h"

/* The middle of a member's core in plan, and how far the core reaches from there ahead, to the left, behind and to the
 * right of where the member looks, mm. */
tl_vec2 tl_judge_hull(const tl_inquiry *inquiry, size_t member, double extent[4]);
/* The same of who looks that way, and seen from a `mount` in the model's own frame instead of from the middle (may be
 * NULL), whose place is returned then. */
tl_vec2 tl_judge_hull_from(const tl_inquiry *inquiry, size_t member, double facing_deg, const tl_vec3 *mount,
                           double extent[4]);

#endif
