/* tiles.h: the tiles of a map: which are finished, and their checkpoint, of a run that was stopped or of one machine's
 * share.
 */
#ifndef TL_BOARD_MAP_TILES_H
#define TL_BOARD_MAP_TILES_H

#include "board/map/plan_data.h"

#include "base/digest.h"

/* The tiles of a grid, and which of them are there. */
typedef struct tl_board_tiles {
    tl_board_cell *cells; /* of the whole grid, row by row */
    bool *done;           /* per tile */
    tl_board_work *work;  /* per tile */
    tl_board_seen *back;  /* per tile, of each node: TL_BOARD_MUTUAL; else NULL */
    size_t nodes;         /* how many of them; else 0 */
    size_t count;
} tl_board_tiles;

tl_status tl_board_tiles_make(const tl_board_plan *plan, tl_board_tiles *tiles, tl_error *error);
void tl_board_tiles_free(tl_context *context, tl_board_tiles *tiles);

/* Writes the tiles that are done, all or nothing, as a checkpoint; `question` is its JSON. Errors: TL_ERROR_FILE,
 * TL_ERROR_MEMORY. */
tl_status tl_board_tiles_save(const tl_board_plan *plan, tl_context *context, const char *path, tl_digest key,
                              const char *question, const tl_board_tiles *tiles, tl_error *error);

/* Adds the tiles of a checkpoint that was made for this key to those that are there. Errors: TL_ERROR_FILE;
 * TL_ERROR_FORMAT for a file that is none, is damaged, or was made for something else; TL_ERROR_MEMORY. */
tl_status tl_board_tiles_load(const tl_board_plan *plan, const char *path, tl_digest key, tl_board_tiles *tiles,
                              tl_error *error);

/* Which tiles are to be worked out, and where they are kept. */
typedef struct tl_board_share {
    size_t number, count; /* those whose number leaves `number` when divided by `count`; count 0: all */
    const char *path;     /* NULL: nowhere */
    double every;         /* seconds between that they are kept while others are worked out */
    tl_digest key;
    const char *question;
} tl_board_share;

/* Works out the share's tiles that aren't there yet, in so many threads, and keeps them. Errors: TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED (what is finished is kept all the same), TL_ERROR_FILE. */
tl_status tl_board_work_out(const tl_board_plan *plan, unsigned threads, const tl_board_share *share,
                            tl_board_tiles *tiles, tl_error *error);

#endif
