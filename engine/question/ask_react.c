/* ask_react.c: the question whether a unit may react to the one that acts. */
#include "question/ask.h"

#include "tell/tell_react.h"

tl_status tl_ask_react(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_differs(from, to, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, from, question->weapon, &weapons, &count, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tl_reaction found;
    status = tl_reaction_judge(inquiry, from, to, weapons, count, question->has_facing ? &question->facing_deg : NULL,
                               &found, error);
    if (status == TL_OK) {
        tl_tell_reaction(&found, answer);
    }
    tl_reaction_free(&found);
    return status;
}
