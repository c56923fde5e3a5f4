/* ask_attack.c: the question whether a party can attack another. */
#include "question/ask.h"

#include "tell/tell_attack.h"

tl_status tl_ask_barred(const tl_inquiry *inquiry, const tl_question *question, tl_vec2 *marker, tl_inquiry *barred,
                        tl_error *error) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    bool known = question->at_count == 0;
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset) && !known; i++) {
        known = tl_ruleset_setting(ruleset, i)->id == TL_SETTING_BARRED_ZONE;
    }
    *barred = *inquiry;
    if (!known) {
        return tl_fail(error, TL_ERROR_NO_RULE, NULL, "at",
                       "if the game has one, give its file the setting `barred_zone`",
                       "the rule system %s has no rule for barred zones", tl_ruleset_name(ruleset));
    }
    if (question->at_count > 0) {
        if (!(fabs(question->at[0]) <= TL_DOCUMENT_REACH && fabs(question->at[1]) <= TL_DOCUMENT_REACH)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give millimetres", "`at` is too far away");
        }
        *marker = (tl_vec2){question->at[0], question->at[1]};
        barred->barred = marker;
    }
    return TL_OK;
}

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
