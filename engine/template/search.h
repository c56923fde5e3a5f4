/* search.h: where a function over boxes is largest: branch and bound, best bound first.
 *
 * The caller bounds the function over a cell from above and tries points of it; what is left unsearched when the work
 * is spent still bounds the largest value. Counts its work and never looks at the clock, apart from a question's own
 * time limit: the same problem ends at the same cell everywhere. (Land and Doig 1960, for the idea.) */
#ifndef TL_TEMPLATE_SEARCH_H
#define TL_TEMPLATE_SEARCH_H

#include "base/base.h"
#include "math/vec.h"

enum { TL_SEARCH_DIMENSIONS = 3 };

typedef struct tl_template_search_cell {
    double low[TL_SEARCH_DIMENSIONS], high[TL_SEARCH_DIMENSIONS];
    uint32_t family; /* cells of several families are searched together: whose angles, for example */
    uint32_t depth;  /* how often it was cut */
    int stage;       /* 0: bounded cheaply; 1: with all that the caller knows */
    double bound;
} tl_template_search_cell;

typedef struct tl_template_search_problem {
    void *user;
    /* An upper bound over the cell, which it may shrink to where anything can be; -INFINITY: nothing can. Stage 1 is
     * asked for when the cell's turn has come, `best` being what is to be beaten. */
    tl_status (*bound)(void *user, tl_template_search_cell *cell, int stage, double best, double *bound,
                       tl_error *error);
    /* Tries points of a cell: raises *best to the largest value met. */
    tl_status (*explore)(void *user, const tl_template_search_cell *cell, double *best, tl_error *error);
    /* Work spent so far, in the caller's own measure. */
    uint64_t (*work)(void *user);
    double smallest[TL_SEARCH_DIMENSIONS]; /* not cut below this */
    double weight[TL_SEARCH_DIMENSIONS];   /* the side of most weight times length is cut */
    uint64_t most_work;
    size_t most_cells;
    size_t most_ties; /* cells that can only equal the best and are explored all the same, to list several */
} tl_template_search_problem;

typedef struct tl_template_search_result {
    double best;    /* the largest value met; -INFINITY: none */
    double upper;   /* no value is larger */
    size_t cells;   /* visited */
    bool exhausted; /* the work or the time was spent before `upper` came down to `best` */
    bool undecided; /* a cell of the smallest size was left open */
} tl_template_search_result;

/* Searches the cells given (copied). Errors: those of the callbacks, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_template_search_largest(tl_context *context, const tl_template_search_problem *problem,
                                     const tl_template_search_cell *cells, size_t count,
                                     tl_template_search_result *result, tl_error *error);

#endif
