/* ask_watch.c: the question from where on its way a model is seen (LW-LOS-03). */
#include "question/ask.h"

#include "tell/tell_watch.h"

tl_status tl_ask_watch(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error) {
    tl_watch watch = {.inquiry = inquiry, .journey = {.inquiry = inquiry}};
    size_t member = 0;
    tl_status status = tl_party_differs(from, to, error);
    if (status == TL_OK) {
        status = tl_party_who_moves(inquiry, question->to, &member, error);
    }
    if (status == TL_OK) {
        status = tl_watch_find(inquiry, from, member, question, &watch, error);
    }
    if (status == TL_OK) {
        tl_tell_note_guesses(inquiry, from->first, from->count, false, true, answer);
        tl_tell_note_guesses(inquiry, member, 1, true, true, answer);
        tl_tell_watch(&watch, answer);
    }
    tl_watch_free(&watch);
    return status;
}
