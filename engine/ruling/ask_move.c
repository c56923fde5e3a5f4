/* ask_move.c: may a model go this way (DB-MOV)? */
#include "ruling/ask.h"

#include "ruling/journey.h"

#include <stdio.h>

tl_status tl_ask_move(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(inquiry->referee, question->member, "member", &party, error);
    if (status != TL_OK) {
        return status;
    }
    if (party.count != 1) {
        char remedy[160];
        snprintf(remedy, sizeof(remedy), "name one of its models, such as `%.60s`",
                 inquiry->table->members[party.first].id);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", remedy, "models move one by one, and `%s` has %zu",
                       question->member, party.count);
    }
    if (party.unit->aboard != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "move its carrier",
                       "%s is aboard `%s` and moves with it", party.name, party.unit->aboard);
    }
    tl_journey journey;
    status = tl_journey_make(inquiry, party.first, question, &journey, error);
    if (status == TL_OK) {
        tl_note_guesses(inquiry, party.first, 1, true, false, answer);
        tl_journey_tell(&journey, answer);
    }
    tl_journey_free(&journey);
    return status;
}
