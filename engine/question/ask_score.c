/* ask_score.c: the question after a score of the rule system: judged, then told. */
#include "question/ask.h"

#include "tell/tell_score.h"

tl_status tl_ask_score(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *score,
                       const char *weapon, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_judge_score_found found;
    tl_status status = tl_judge_score(inquiry, from, to, score, weapon, question, &found, error);
    if (status == TL_OK) {
        tl_tell_score(inquiry, &found, answer);
    }
    tl_judge_score_found_free(&found);
    return status;
}
