/* tell_proof.h: the proof of a "no" in outline. */
#ifndef TL_RULING_TELL_PROOF_H
#define TL_RULING_TELL_PROOF_H

#include "judge/measure/pair.h"

/* Asks a pair that was answered no again, and tells from the proof which part of the target is hidden by whom: the
 * field `proof`, and the answer's own outline, for pictures. */
tl_status tl_tell_proof(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_answer *answer,
                        tl_error *error);

#endif
