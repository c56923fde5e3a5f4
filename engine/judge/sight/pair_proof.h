/* pair_proof.h: the proof that no line is free between two models, in outline. */
#ifndef TL_JUDGE_SIGHT_PAIR_PROOF_H
#define TL_JUDGE_SIGHT_PAIR_PROOF_H

#include "judge/sight/pair_sight.h"
#include "visibility/proof_parts.h"

typedef struct tl_pair_proof {
    bool proved; /* asked again, the answer is no again */
    uint64_t bundles;
    uint32_t depth;           /* how often a body was cut at most */
    bool outlined;            /* it isn't too long to tell, and there was time to */
    tl_proof_outline outline; /* which part of the target is hidden by whom */
} tl_pair_proof;

/* Asks a pair that was answered no again, and makes the outline of the proof. Free with tl_pair_proof_free, also on
 * failure. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_pair_prove(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_proof *proof,
                        tl_error *error);
void tl_pair_proof_free(tl_pair_proof *proof);

#endif
