/* board_places.h: places of a table made in memory (judge_table.h), and of each two whether they see each other: what a
 * study begins with. */
#ifndef TL_TESTS_BOARD_PLACES_H
#define TL_TESTS_BOARD_PLACES_H

#include "board/findings/lanes.h"
#include "support/judge_table.h"

typedef struct board_places {
    judge_table t;
    tl_board_stage stage;
    tl_board_body body;
    tl_board_pairs pairs;
    tl_board_zones zones;
    tl_error error;
} board_places;

/* A bare table; terrain is added to `t`. */
void board_places_begin(board_places *p, double width, double depth);
/* Makes the table and its places, squares of `cell`, which comes out even; strips as zones; looks between all of them.
 * `set`: settings, or NULL. */
void board_places_look(board_places *p, double cell, const char *const *set);
/* Frees all of it; the test fails when memory is left over. */
void board_places_end(board_places *p);

/* The middle of a place. */
tl_vec2 board_place(const board_places *p, size_t k);
/* What is known of two places. */
tl_board_pair board_pair(const board_places *p, size_t i, size_t j);

#endif
