/* ask_move.c: may a model go this way (DB-MOV), and where can it go (DB-MOV-01, -05)? */
#include "judge/party.h"
#include "question/ask.h"

#include "tell/tell_move.h"
#include "tell/tell_ways.h"

tl_status tl_ask_move(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    size_t member = 0;
    tl_status status = tl_party_who_moves(inquiry, question->member, &member, error);
    if (status != TL_OK) {
        return status;
    }
    tl_journey journey;
    status = tl_journey_make(inquiry, member, question, &journey, error);
    if (status == TL_OK) {
        tl_tell_note_guesses(inquiry, member, 1, true, false, answer);
        tl_tell_journey(&journey, answer);
    }
    tl_journey_free(&journey);
    return status;
}

tl_status tl_ask_reach(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    size_t member = 0;
    tl_status status = tl_party_who_moves(inquiry, question->member, &member, error);
    tl_reach_map reach = {.context = inquiry->context};
    if (status == TL_OK) {
        status = tl_reach_find(inquiry, member, question->march, &reach, error);
    }
    tl_charges charges = {.context = inquiry->context};
    if (status == TL_OK) {
        status = tl_charge_find(inquiry, member, question->march, &reach, &charges, error);
    }
    if (status == TL_OK) {
        bool told = tl_tell_reach(inquiry, member, question->march, &reach, answer);
        tl_tell_note_guesses(inquiry, member, 1, true, false, answer);
        if (tl_table_unit_of(inquiry->table, member)->kind->charges) {
            tl_tell_charges(inquiry, &charges, answer);
        }
        status = told ? TL_OK : tl_fail_memory(error);
    }
    tl_charges_free(&charges);
    tl_reach_free(&reach);
    return status;
}
