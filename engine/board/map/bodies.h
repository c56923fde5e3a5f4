/* bodies.h: bodies by the names that questions give them. */
#ifndef TL_BOARD_MAP_BODIES_H
#define TL_BOARD_MAP_BODIES_H

#include "board/map/plan_data.h"

/* What a standard body is called when a question names none: the first class that is measured from its base. */
const char *tl_board_standard_name(const tl_ruleset *rules);
/* A body by the name that a question gives it: infantry (NULL), vehicle, or an asset that a member has; `place` is what
 * the question calls it. Errors: TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_body_named(const tl_table *table, const char *name, const char *place, double facing,
                              tl_board_body *body, tl_error *error);
/* Errors as above. Free in any case where the context was set. */
tl_status tl_board_core_named(const tl_table *table, const char *name, const char *place, double facing,
                              tl_board_core *core, tl_error *error);
void tl_board_core_free(tl_board_core *core);

#endif
