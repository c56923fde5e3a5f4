/* pairs.h: the pairs of cells still to be looked at: best first for a while, then depth first. */
#ifndef TL_VISIBILITY_PAIRS_H
#define TL_VISIBILITY_PAIRS_H

#include "visibility/cell.h"

typedef struct tl_sight_pair {
    tl_cell *a, *b; /* each held by a reference */
    double key;     /* small is looked at first */
    double bound;   /* no line of the pair is clearer than this */
    uint32_t depth;
    uint32_t serial; /* breaks ties, so that the order is the same everywhere */
} tl_sight_pair;

typedef struct tl_sight_pairs {
    tl_context *context;
    tl_sight_pair *items;
    size_t count;
    size_t capacity;
    uint32_t pops;
    uint32_t serial;
} tl_sight_pairs;

/* Takes over the references of a and b, also when it fails. False without memory. */
bool tl_sight_pairs_push(tl_sight_pairs *pairs, tl_cell *a, tl_cell *b, double key, double bound, uint32_t depth);
/* The caller releases the cells. False when there is none. */
bool tl_sight_pairs_pop(tl_sight_pairs *pairs, tl_sight_pair *pair);
void tl_sight_pairs_free(tl_sight_pairs *pairs);

#endif
