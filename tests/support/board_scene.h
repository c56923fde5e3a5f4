/* board_scene.h: small boards read from memory, for the tests of studies and firing positions.
 *
 * Texts are JSON with ' for ". Ready made is the asset `man` (a disc of 25, core a cylinder of radius 8 from 3 to 30,
 * as in judge_table.h) and `tank` (core a box 100 x 60 x 40). No file is read: terrain is drawn, as outlines with a
 * height. Answers are read with made_number and so on. */
#ifndef TL_TESTS_BOARD_SCENE_H
#define TL_TESTS_BOARD_SCENE_H

#include "board/change.h"
#include "support/made_scene.h"
#include "support/purse.h"

#include <trueline/board.h>

typedef struct board_scene {
    test_purse purse;
    made_scene made; /* its context, scene, last answer and last error */
    tl_scene *copy;  /* that the editor works on */
    char *told;      /* the last findings or firing positions in words */
} board_scene;

/* A table of so many millimetres; `terrain` and `units` are lists without their brackets, `more` further fields of the
 * scene ("'settings':{...},") or "". The test fails where that is no scene. */
void board_scene_begin(board_scene *b, double width, double depth, const char *more, const char *terrain,
                       const char *units);
/* Frees all of it; the test fails when memory is left over. */
void board_scene_end(board_scene *b);

/* The text of an upright wall from corner to corner, in a buffer of the test's own that lives until eight more. */
const char *board_wall(const char *id, double x0, double y0, double x1, double y1, double height);
/* ... of a unit of infantry of one man; `more`: further fields, each with a comma before it. */
const char *board_man(const char *id, const char *side, double x, double y, const char *more);

const tl_referee *board_referee(const board_scene *b);
/* Edits a copy of the scene. */
tl_board_editor board_editor(board_scene *b);

/* Studies of the scene, a share of one, shares put together, and firing positions. */
tl_status board_try_study(board_scene *b, const tl_board_study *study, tl_board_findings **findings, tl_error *error);
tl_status board_try_share(board_scene *b, const tl_board_study *study, tl_error *error);
tl_status board_try_merge(board_scene *b, const char *const *files, size_t count, tl_board_findings **findings,
                          tl_error *error);
tl_status board_try_firing(board_scene *b, const tl_firing_question *question, tl_firing **firing, tl_error *error);

/* Looks into it; the test fails where that fails. The JSON goes to `made.answer`. The caller destroys the findings. */
tl_board_findings *board_study(board_scene *b, tl_board_study study);
/* The same of firing positions. */
tl_firing *board_firing(board_scene *b, tl_firing_question question);
/* Reads any text of JSON as the last answer. */
void board_answer(board_scene *b, const char *json);

/* A number at a path that is made first. */
double board_number(const board_scene *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* How many items the list at a path has. */
size_t board_count(const board_scene *b, const char *path);
/* The test fails where the last error doesn't say so, in its message or its remedy. */
void board_says(const tl_error *error, tl_status status, const char *words);

#endif
