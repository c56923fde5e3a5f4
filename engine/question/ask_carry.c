/* ask_carry.c: the question what is lifted, put down and landed (DT-SPC-20, -21). */
#include "question/ask.h"

#include "tell/tell_carry.h"

tl_status tl_ask_carry(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    size_t carrier = 0, other = SIZE_MAX;
    tl_carry carry;
    tl_status status = tl_party_who_moves(inquiry, question->from, &carrier, error);
    if (status == TL_OK && question->to != NULL) {
        status = tl_party_who_moves(inquiry, question->to, &other, error);
    }
    if (status == TL_OK && other == carrier) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "name two different models", "%s can't carry itself",
                         inquiry->table->members[carrier].name);
    }
    if (status == TL_OK) {
        status = tl_carry_judge(inquiry, carrier, other, &carry, error);
    }
    if (status == TL_OK) {
        tl_tell_note_guesses(inquiry, carrier, 1, true, false, answer);
        tl_tell_carry(inquiry, &carry, answer);
    }
    return status;
}
