/* blocking_sets.h: what stands in the way when no line is free: the smallest sets of owners without which one would be.
 *
 * Taking away never closes a line, so the sets that open one are all that contain a minimal one. Every proof of "no"
 * names a core: owners that block by themselves. A set that opens takes someone out of every core (it hits them all),
 * and no set that misses one need be asked about. So candidates are tried by size: the smallest sets that hit all cores
 * known so far; each either opens a line, and no smaller part of it does, since that would miss a core; or its proof
 * gives another core, which it misses. */
#ifndef TL_VISIBILITY_BLOCKING_SETS_H
#define TL_VISIBILITY_BLOCKING_SETS_H

#include "visibility/limits.h"
#include "visibility/search.h"

/* Owners that close all lines of a question together. */
typedef struct tl_blocking_core {
    uint32_t owners[TL_SIGHT_OWNERS];
    size_t count;
    bool unknown; /* there may be others */
} tl_blocking_core;

/* A recorder that collects a question's core; start with an empty one. */
tl_sight_recorder tl_blocking_core_recorder(tl_blocking_core *core);
void tl_blocking_core_add(tl_blocking_core *core, uint32_t owner);

/* A set of owners without which a line is free. */
typedef struct tl_opening {
    uint32_t owners[TL_SIGHT_NAMED]; /* in their order */
    size_t count;
    bool certain;   /* with any one of them put back there is none: proved */
    size_t pair;    /* who then sees whom */
    tl_sight sight; /* ... along this line: verdict yes */
} tl_opening;

typedef struct tl_blocking_question {
    void *user;
    /* Asks about one pair with some owners taken away (their slots are not 0 in `removed`), with a recorder and a
     * budget. */
    tl_status (*ask)(void *user, size_t pair, const uint8_t *removed, const tl_sight_recorder *recorder,
                     uint64_t budget, tl_sight *sight, tl_error *error);
    size_t pair_count;             /* at most TL_BLOCKING_PAIRS; the answer is no for each of them */
    const tl_blocking_core *cores; /* of these answers */
    size_t slot_count;
    const uint8_t *fixed; /* per slot: not 0 when it can't be taken away, as the ground; may be NULL */
    uint64_t budget;      /* work in all; 0: the default, some 50 ms */
} tl_blocking_question;

typedef struct tl_blocking_sets {
    tl_opening sets[TL_BLOCKING_SETS]; /* by size, then by the order of their owners; none is part of another */
    size_t count;
    bool complete; /* no other minimal set exists */
    bool fixed;    /* nothing that can be taken away opens a line: proved */
    uint64_t work;
    size_t asked;
} tl_blocking_sets;

/* Which of the pairs' questions would be answered yes, if what were taken away? Errors: TL_ERROR_MEMORY, and what `ask`
 * returns. */
tl_status tl_blocking_sets_find(tl_context *context, const tl_blocking_question *question, tl_blocking_sets *blocking,
                                tl_error *error);

#endif
