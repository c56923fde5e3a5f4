/* tell_proof.h: the proof of a "no" in outline, as JSON. */
#ifndef TL_TELL_TELL_PROOF_H
#define TL_TELL_TELL_PROOF_H

#include "judge/sight/pair_proof.h"
#include "tell/answer.h"

/* The field `proof`: which part of the target is hidden by whom; nothing where there is none. `target`: its id. */
void tl_tell_proof_json(const tl_inquiry *inquiry, const tl_pair_proof *proof, const char *target,
                        tl_json_writer *writer);

#endif
