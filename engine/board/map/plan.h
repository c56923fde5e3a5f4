/* plan.h: maps of a table: what is seen from where, cell by cell, with proofs.
 *
 * A map is a grid of square cells. Large blocks of cells are settled at once where one proof does for all of them, and
 * divided where it doesn't; docs/math/maps.md has the argument. The grid is worked on in tiles of fixed size, each by
 * itself, so that the result doesn't depend on how many threads or machines share them. */
#ifndef TL_BOARD_MAP_PLAN_H
#define TL_BOARD_MAP_PLAN_H

#include "board/map/plan_data.h"
#include "board/limits.h"

/* The word on the command line; NULL behind the last. */
const char *tl_board_kind_word(tl_board_kind kind);

/* Heights that are tried, mm. */
extern const double tl_board_posts[TL_BOARD_POSTS];

/* Whether corners make a zone on the table. Errors: TL_ERROR_ARGUMENT. */
tl_status tl_board_zone_check(tl_board_rect table, const tl_vec2 *zone, size_t count, const char *place,
                              tl_error *error);

/* Makes a plan of a question, after everything about it was checked. Free with tl_board_plan_free in any case. */
tl_status tl_board_plan_make(const tl_referee *referee, const tl_board_question *question, tl_board_plan *plan,
                             tl_error *error);
void tl_board_plan_free(tl_board_plan *plan);

#endif
