/* pairs.h: places of a board, the middles of its squares, and of each two whether bodies there see one another: proved.
 *
 * The same body looks and is looked at, so what holds one way holds the other way too. Each pair is worked out by
 * itself: its result depends on it and on what stands between the two, so that after an edit only the pairs have to be
 * worked out again that what was edited can have come between (docs/math/maps.md, What a piece changes). */
#ifndef TL_BOARD_FINDINGS_PAIRS_H
#define TL_BOARD_FINDINGS_PAIRS_H

#include "board/limits.h"
#include "board/map/plan.h"
#include "board/findings/rows.h"

/* A table ready to be asked about. */
typedef struct tl_board_stage {
    tl_context *context;
    tl_inquiry inquiry;
    tl_words words; /* that it is told in */
    bool began;
    tl_region_rules rules;
    tl_board_terrain terrain;
} tl_board_stage;

/* Errors: TL_ERROR_MEMORY, those of settings. Free in any case. */
tl_status tl_board_stage_make(const tl_referee *referee, const char *const *set, tl_board_stage *stage,
                              tl_error *error);
void tl_board_stage_free(tl_board_stage *stage);

/* Pairs of places, each counted by what its squares cover (mm^4); index 1: where perhaps nobody can stand. */
typedef struct tl_board_tally {
    double all[2], none[2], open[2]; /* seen for sure, hidden for sure, neither proved */
    double likely;                   /* of `open`: a line was found */
} tl_board_tally;

double tl_board_tally_sum(const tl_board_tally *t);
/* The share that is seen, of what can be stood on. Nothing at all: 0 to 0. */
tl_board_bounds tl_board_tally_share(const tl_board_tally *t);

/* The place in the middle of a square. */
typedef struct tl_board_square {
    tl_board_end end;
    tl_board_rect rect; /* the square */
    double area;        /* of it; 0: nobody can stand in its middle */
    bool partly;        /* perhaps nobody can */
} tl_board_square;

typedef enum tl_board_pair {
    TL_BOARD_PAIR_NOWHERE, /* nobody can stand at one of them */
    TL_BOARD_PAIR_SEEN,
    TL_BOARD_PAIR_HIDDEN,
    TL_BOARD_PAIR_OPEN,  /* neither is proved, and no line was found */
    TL_BOARD_PAIR_LIKELY /* ... but a line was */
} tl_board_pair;

typedef struct tl_board_pairs {
    tl_context *context;
    const tl_board_body *body;
    tl_board_grid grid;
    size_t level;
    size_t count; /* squares */
    tl_board_square *squares;
    uint8_t *pairs; /* tl_board_pair, of i < j at tl_board_pair_index */
    uint64_t rulings, proofs;
} tl_board_pairs;

static inline size_t tl_board_pair_index(size_t i, size_t j) {
    return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j;
}

/* How pairs are worked out. */
typedef struct tl_board_effort {
    unsigned threads;
    double first, last;  /* of the caller's progress; both 0: all of it */
    bool rough;          /* nothing is proved: where no line is found, that is open */
    const bool *wanted;  /* per pair; NULL: all */
    tl_board_rows *rows; /* rows that are known, and where they are kept; NULL: none */
    const char *task;    /* what these pairs are called there */
    bool shared;         /* the task is one that shares are made of */
} tl_board_effort;

/* Room for the pairs, and where the body can stand. Errors: TL_ERROR_LIMIT (too many squares), TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. Free in any case. */
tl_status tl_board_pairs_make(const tl_board_stage *stage, const tl_board_body *body, const tl_board_grid *grid,
                              size_t level, unsigned threads, tl_board_pairs *pairs, tl_error *error);
/* Where one can stand, again, for the places near one of the boxes; `at`: how far the caller is. Errors as above. */
tl_status tl_board_pairs_stand(const tl_board_stage *stage, const tl_box3 *boxes, size_t count, unsigned threads,
                               double at, tl_board_pairs *pairs, tl_error *error);
/* A copy with room of its own. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_pairs_copy(const tl_board_pairs *from, tl_board_pairs *pairs, tl_error *error);
void tl_board_pairs_free(tl_board_pairs *pairs);

/* Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_pairs_work(const tl_board_stage *stage, const tl_board_effort *effort, tl_board_pairs *pairs,
                              tl_error *error);

/* What a pair adds to a tally. */
void tl_board_pair_count(const tl_board_pairs *pairs, size_t i, size_t j, tl_board_tally *sum);

/* Whether something in one of the boxes can come between bodies at two places, or lift them: seen in plan. */
bool tl_board_pair_meets(const tl_board_pairs *pairs, size_t i, size_t j, const tl_box3 *boxes, size_t count);

#endif
