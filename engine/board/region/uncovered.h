/* uncovered.h: looking (look.h) at a body that isn't in cover from who looks. */
#ifndef TL_BOARD_REGION_UNCOVERED_H
#define TL_BOARD_REGION_UNCOVERED_H

#include "board/region/look.h"
#include "judge/between/shielding.h"

/* What looking shares. Belongs to one thread. */
typedef struct tl_board_uncovered {
    const tl_shield_rules *rules;
    tl_board_looker *sight; /* of the same ends */
    tl_obstacles least;
    tl_board_proofs shared; /* by proofs of the same ends */
} tl_board_uncovered;

/* `sight` was started for the same ends, and must outlive it. End it in any case. */
void tl_board_uncovered_start(tl_board_uncovered *barer, const tl_shield_rules *rules, tl_board_looker *sight);
void tl_board_uncovered_end(tl_board_uncovered *barer);

/* TL_BOARD_ALL: wherever the two stand, `to` is in no cover from `from`; TL_BOARD_NONE: it is, or isn't seen. The rest
 * as tl_board_look has it. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_look_uncovered(tl_board_uncovered *barer, const tl_board_end *from, const tl_board_end *to,
                                  bool thorough, tl_board_answer *answer, bool *likely, tl_error *error);

#endif
