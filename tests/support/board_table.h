/* board_table.h: tables in memory (judge_table.h) made ready for bodies that may be anywhere in a rectangle. */
#ifndef TL_TESTS_BOARD_TABLE_H
#define TL_TESTS_BOARD_TABLE_H

#include "board/map/map.h"
#include "board/region/uncovered.h"
#include "support/judge_table.h"

/* Two bodies, and what is shared by all looks from the one to the other. */
typedef struct board_table {
    judge_table t;
    bool *own; /* per member; NULL: nothing below is there */
    tl_region_rules rules;
    tl_shield_rules shields;
    tl_board_terrain terrain;
    tl_board_body body[2];
    tl_board_looker looker;
    tl_board_uncovered barer;
    bool ready; /* the two */
    tl_error error;
} board_table;

/* A table with a man and a post far off, so that they can be named: `a1` at (300, 2900), `b1` at (500, 2900). Add
 * terrain and more units to `t`. */
void board_begin(board_table *b);
/* Makes the table, with settings (names and values, NULL at the end) and two assets as the bodies, facing along x. */
void board_ready(board_table *b, const char *from, const char *to, ...) __attribute__((sentinel));
void board_end(board_table *b);
/* Looks anew: all cores are between these heights. board_ready has those of bodies that stand on the ground. */
void board_start(board_table *b, double low, double high);

/* A body in a square, on the ground or at other heights. */
tl_board_end board_at(const board_table *b, int which, tl_board_rect rect, double low, double high);
/* A square by its middle and half its side. */
tl_board_rect board_square(double x, double y, double half);
/* The same on whatever is there, level 0; false where nobody can stand. */
bool board_stand(const board_table *b, int which, tl_board_rect rect, tl_board_end *end);
/* Looks from the first body to the second; the test fails on errors. `likely` may be NULL. */
tl_board_answer board_look(board_table *b, tl_board_rect from, tl_board_rect to, bool *likely);
tl_board_answer board_look_ends(board_table *b, const tl_board_end *from, const tl_board_end *to, bool thorough,
                                bool *likely);
/* The same for cover: TL_BOARD_ALL: in none. */
tl_board_answer board_uncovered(board_table *b, tl_board_rect from, tl_board_rect to, bool *likely);

/* A map of the table; the test fails where there is none. The caller destroys it. */
tl_board_map *board_map(board_table *b, const tl_board_question *question);
/* A question that must be refused with such a status, a message with these words, and a remedy. */
void board_refused(board_table *b, const tl_board_question *question, tl_status status, const char *words);

#endif
