/* landing.h: whether an aircraft's base sits reasonably flat where it comes down (DB-MOV-11). */
#ifndef TL_JUDGE_MOVE_LANDING_H
#define TL_JUDGE_MOVE_LANDING_H

#include "judge/move/moving.h"

typedef struct tl_landing {
    double high;              /* of the ground's highest point under the base, mm */
    double flat_mm, flat_deg; /* how uneven it was found to be, at least; the slope of the plane fitted to points under
                                 the base */
    tl_verdict even;          /* both within the settings: the height everywhere, the slope as fitted; marginal when
                                 ground or base may be off by as much */
    tl_verdict on_table;      /* all of the base (DB-UNI-03) */
} tl_landing;

/* Looks at the place `at` of the plan, facing `heading`. Errors: TL_ERROR_MEMORY. */
tl_status tl_landing_look(const tl_moving *moving, tl_vec2 at, tl_heading heading, tl_landing *landing,
                          tl_error *error);

#endif
