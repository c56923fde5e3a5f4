/* ask_sight.c: the questions after line of sight and cover: judged, then told. */
#include "question/ask.h"

#include "judge/sight/sight.h"
#include "tell/tell_sight.h"

tl_status tl_ask_los(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof, tl_answer *answer,
                     tl_error *error) {
    tl_judge_sight_found found;
    tl_status status = tl_judge_sight(inquiry, from, to, proof, &found, error);
    if (status == TL_OK) {
        tl_tell_sight(inquiry, from, to, &found, answer);
        answer->proof = found.proof.outline; /* for pictures: it is the answer's from now on */
        answer->proof_from = found.told.from;
        answer->proof_to = found.told.to;
        found.proof.outline = (tl_proof_outline){.context = NULL};
    }
    tl_judge_sight_found_free(&found);
    return status;
}

tl_status tl_ask_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                       tl_error *error) {
    tl_judge_cover_found found;
    tl_status status = tl_judge_cover(inquiry, from, to, &found, error);
    if (status == TL_OK) {
        tl_tell_cover(inquiry, from, to, &found, answer);
    }
    tl_judge_cover_found_free(&found);
    return status;
}
