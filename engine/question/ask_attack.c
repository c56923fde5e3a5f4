/* ask_attack.c: the question whether a party can attack another. */
#include "question/ask.h"

#include "tell/tell_attack.h"

tl_status tl_ask_attack(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                        tl_answer *answer, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_attack attack;
    tl_status status = tl_party_differs(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    status = tl_attack_begin(&attack, inquiry, from, to, weapons, count, error);
    if (status == TL_OK) {
        status = tl_attack_judge(&attack, error);
    }
    if (status == TL_OK) {
        status = tl_attack_judge_cover(&attack, error);
    }
    if (status == TL_OK) {
        status = tl_attack_sum_up(&attack, true, error);
    }
    if (status == TL_OK) {
        tl_tell_attack(&attack, answer);
    }
    tl_attack_end(&attack);
    return status;
}
