/* moving_row.h: whether a row of `moves` holds for a model: what shortens a move, what isn't gone through. */
#ifndef TL_JUDGE_MOVE_MOVING_ROW_H
#define TL_JUDGE_MOVE_MOVING_ROW_H

#include "judge/referee.h"

/* Whether the conditions of a row hold for a member. */
bool tl_moving_row_holds(const tl_inquiry *inquiry, size_t member, bool march, const tl_move_rule *rule);
/* The first row that holds and keeps it out of terrain of a kind (may be NULL); NULL: none does. */
const tl_move_rule *tl_moving_row_forbids(const tl_inquiry *inquiry, size_t member, bool march,
                                          const tl_terrain_kind *kind);

#endif
