/* standing.h: whether a model may end its move at a place, for what stands and rises there. */
#ifndef TL_JUDGE_MOVE_STANDING_H
#define TL_JUDGE_MOVE_STANDING_H

#include "judge/move/halt.h"
#include "judge/move/moving.h"

/* What speaks against ending somewhere. */
typedef struct tl_standing {
    tl_verdict verdict; /* yes: nothing */
    tl_cause cause;
    tl_halt_kind kind;
    uint32_t slot; /* whose */
} tl_standing;

/* Looks at a place, `at` on the ground there: terrain that rises under the base, models that it would lie on
 * (DB-MOV-03), and for who flies over terrain what it may not end in (DT-SPC-14). What the model's outline meets of
 * other bases is not looked at again. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_standing_look(const tl_moving *moving, tl_vec3 at, double facing_deg, tl_standing *standing,
                           tl_error *error);
/* Whether the ground is even, or slopes evenly, under all of a disc round a place: nothing rises from it that a base
 * would have to stand in. False also when that isn't sure. */
bool tl_standing_even(const tl_moving *moving, tl_vec3 at, double radius);
/* Whether the ground goes on to everywhere in a disc from the place in its middle, without a ledge: whose middle is
 * anywhere in it stands on the same surface. */
bool tl_standing_level(const tl_moving *moving, tl_vec3 at, double radius);
/* Whether who flies over terrain may end anywhere in a disc round a place, as far as terrain that nobody enters goes.
 */
bool tl_standing_enters(const tl_moving *moving, tl_vec2 at, double radius);

#endif
