/* rows.h: rows of pairs that were worked out, and their checkpoint: what was finished before a study was stopped, or
 * one machine's share of it.
 *
 * A study asks about pairs of places again and again: of the board, and of the board after each edit. A row is all
 * pairs of one place with those before it, and its task says which board. Rows don't depend on one another. */
#ifndef TL_BOARD_FINDINGS_ROWS_H
#define TL_BOARD_FINDINGS_ROWS_H

#include "base/digest.h"
#include "judge/referee.h"

#include <trueline/board.h>

#include <pthread.h>

typedef struct tl_board_row {
    tl_digest task;
    uint64_t index, rulings, proofs;
    uint8_t *values; /* of the pairs that were wanted, in order */
    uint64_t count;
} tl_board_row;

typedef struct tl_board_rows {
    tl_context *context;
    const char *path; /* where it is kept; NULL: nowhere */
    char *question;
    tl_digest key;
    unsigned share, shares; /* which rows are to be worked out; shares 0: all */
    bool merging;           /* rows that could have been shared must be there */
    tl_board_row *items;    /* those from the files first, sorted */
    size_t known, count, capacity;
    size_t missing; /* rows that should have been there */
    double kept;    /* when it was kept last */
    bool warned, locks;
    pthread_mutex_t lock;
} tl_board_rows;

/* For a study and the files that it begins with: its own, when it is there and fits (else it is begun anew), or those
 * that are to be put together, `files`, which must all fit. Errors: TL_ERROR_MEMORY, TL_ERROR_FILE, TL_ERROR_FORMAT.
 * Free in any case. */
tl_status tl_board_rows_open(tl_board_rows *rows, const tl_inquiry *inquiry, const tl_board_study *study,
                             const char *const *files, size_t count, tl_error *error);
void tl_board_rows_free(tl_board_rows *rows);

/* A row that is known; NULL: none. */
const tl_board_row *tl_board_rows_find(const tl_board_rows *rows, tl_digest task, uint64_t index);
/* Whether a row of tasks that can be shared is another share's: the same of all tasks, since which pairs of a variant
 * are worked out depends on what was found of the board as it is. */
bool tl_board_rows_skips(const tl_board_rows *rows, uint64_t index);
/* Adds a row; takes `row->values`, also when it fails. Any thread, with its own context. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_rows_add(tl_board_rows *rows, tl_context *context, const tl_board_row *row);
/* Keeps it in its file, when it wasn't for ten seconds or `now`. A file that can't be written is an error of shares,
 * when they are complete, and else a warning. */
tl_status tl_board_rows_keep(tl_board_rows *rows, tl_context *context, bool now, bool complete, tl_error *error);

#endif
