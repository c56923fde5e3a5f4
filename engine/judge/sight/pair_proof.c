/* pair_proof.c: the proof that no line is free between two models. */
#include "judge/sight/pair_proof.h"

static tl_status make_outline(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_proof_log *log,
                              tl_pair_proof *proof, tl_error *error) {
    const tl_bvh *core = inquiry->table->members[pair->to].body->core;
    double finest = tl_max(0.5, tl_length(tl_box3_size(tl_bvh_box(core))) / 48);
    tl_status status =
        tl_proof_outline_make(log, core, inquiry->table->ground.body == NULL, finest, &proof->outline, error);
    proof->outlined = status == TL_OK;
    if (status == TL_ERROR_CANCELLED && tl_out_of_time(inquiry->context)) { /* the verdict stands without it */
        status = TL_OK;
        if (error != NULL) {
            *error = (tl_error){0};
        }
    }
    return status;
}

tl_status tl_pair_prove(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_proof *proof,
                        tl_error *error) {
    tl_proof_log log = {.context = inquiry->referee->context,
                        .asking = inquiry->context,
                        .of_from = tl_pair_turned(inquiry, pair->from, pair->to)};
    tl_sight_recorder recorder = tl_proof_recorder(&log);
    tl_pair_sight_result again;
    *proof = (tl_pair_proof){.proved = false};
    tl_status status = tl_pair_sight_recorded(inquiry, pair->from, pair->to, &recorder, 0, &again, error);
    if (status == TL_OK && again.sight.verdict == TL_VERDICT_NO) {
        proof->proved = true;
        proof->bundles = again.sight.shafts;
        proof->depth = log.depth;
        status = log.overflow ? TL_OK : make_outline(inquiry, pair, &log, proof, error);
    }
    tl_proof_log_free(&log);
    return status;
}

void tl_pair_proof_free(tl_pair_proof *proof) {
    tl_proof_outline_free(&proof->outline);
}
