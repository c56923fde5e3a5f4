/* ask_close.c: the question who reaches whom in close combat. */
#include "question/ask.h"

#include "tell/tell_close.h"

tl_status tl_ask_close_combat(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                              tl_error *error) {
    tl_status status = tl_party_differs(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    tl_close_combat found;
    status = tl_close_combat_judge(inquiry, from, to, &found, error);
    if (status == TL_OK) {
        tl_tell_close_combat(inquiry, &found, answer);
        tl_tell_note_guesses(inquiry, from->first, from->count, true, found.seen, answer);
        tl_tell_note_guesses(inquiry, to->first, to->count, true, found.seen, answer);
    }
    tl_close_combat_free(inquiry, &found);
    return status;
}
