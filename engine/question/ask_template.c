/* ask_template.c: who is hit by a template (DB-BLA, DB-FLM), and where does it lie best? */
#include "question/ask.h"

#include "tell/tell_best.h"
#include "tell/tell_template.h"

static tl_status ask_placed(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer,
                            tl_error *error) {
    tl_strike strike;
    tl_status status = tl_strike_make(inquiry, question, &strike, error);
    if (status == TL_OK) {
        tl_tell_strike(&strike, answer);
        tl_strike_free(&strike);
    }
    return status;
}

static tl_status ask_best(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_best best;
    tl_strike strike;
    tl_status status = tl_best_find(inquiry, question, &best, error);
    if (status != TL_OK) {
        return status;
    }
    if (best.count == 0) {
        tl_tell_best(inquiry, &best, NULL, answer);
    } else {
        tl_question first = tl_best_first(inquiry, question, &best);
        status = tl_strike_make(inquiry, &first, &strike, error);
        if (status == TL_OK) {
            tl_tell_best(inquiry, &best, &strike, answer);
            tl_strike_free(&strike);
        }
    }
    tl_best_free(&best);
    return status;
}

tl_status tl_ask_template(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    if (!question->best && (question->side != NULL || question->has_friends_weight)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, question->side != NULL ? "side" : "friends_weight",
                       "ask for the `best` place, or leave it out",
                       "sides and weights are for the search for the best place");
    }
    return question->best ? ask_best(inquiry, question, answer, error) : ask_placed(inquiry, question, answer, error);
}
