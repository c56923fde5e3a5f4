/* sight.h: whether one party sees another, and all that is found out about it (DB-LOS). */
#ifndef TL_JUDGE_SIGHT_SIGHT_H
#define TL_JUDGE_SIGHT_SIGHT_H

#include "judge/sight/in_the_way.h"
#include "judge/sight/pair_depth.h"
#include "judge/sight/pair_margin.h"
#include "judge/sight/pair_proof.h"
#include "judge/sight/unseen.h"

typedef struct tl_judge_sight_found {
    tl_context *context;
    tl_verdict verdict;
    tl_cause cause;
    tl_pair_sight_result *pairs; /* every model of the one, with every model of the other */
    size_t count;
    size_t yes, open;          /* how many see, and how many may */
    tl_pair_sight_result told; /* the one that tells most of all; whoever is in the way of all is named */
    bool blocking_asked;       /* no line at all: who would have to go for one was looked for */
    tl_blocking_sets blocking;
    tl_unseen unseen;          /* lines there are, but the target may be camouflaged */
    tl_pair_margin margin;     /* when it was asked for: how far the told one is from another answer */
    tl_pair_proof proof;       /* of a `no`, when it was asked for */
    tl_pair_sight_shown shown; /* the picture of the told one */
} tl_judge_sight_found;

/* Sight of two parties: of every pair of models (DB-LOS-06), and what explains the answer. `proof`: a `no` tells its
 * proof in outline. Free with tl_judge_sight_found_free, also on failure. Errors: the parties overlap; TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
tl_status tl_judge_sight(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof,
                         tl_judge_sight_found *found, tl_error *error);
void tl_judge_sight_found_free(tl_judge_sight_found *found);

#endif
