/* ask.h: the questions: range, arc, line of sight, cover, attack, cohesion, template, move. Each fills an answer. */
#ifndef TL_RULING_ASK_H
#define TL_RULING_ASK_H

#include "judge/measure/pair.h"

#include <trueline/ruling.h>

tl_status tl_ask_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                       double limit_mm, tl_answer *answer, tl_error *error);
tl_status tl_ask_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                     tl_answer *answer, tl_error *error);
/* `proof`: a `no` tells its proof in outline. */
tl_status tl_ask_los(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof, tl_answer *answer,
                     tl_error *error);
tl_status tl_ask_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                       tl_error *error);
tl_status tl_ask_attack(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                        tl_answer *answer, tl_error *error);

tl_status tl_ask_close_combat(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                              tl_error *error);
tl_status tl_ask_within(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_react(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error);

tl_status tl_ask_template(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
/* The model that a move is asked about. Errors: nobody of that name, a unit of several models, somebody aboard. */
tl_status tl_who_moves(const tl_inquiry *inquiry, const char *name, size_t *member, tl_error *error);
tl_status tl_ask_reach(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_sees(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_move(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_cohesion(const tl_inquiry *inquiry, const tl_party *unit, tl_answer *answer, tl_error *error);

/* The weapons of a party's unit that are meant: all, or the one of that id; some of its models may not carry them
 * (tl_party_carries). Error: no such weapon, or none of the models carries it. */
tl_status tl_party_weapons(const tl_inquiry *inquiry, const tl_party *party, const char *weapon,
                           const tl_document_weapon **weapons, size_t *count, tl_error *error);
/* Whether a party's model (0 to its count) carries one of its unit's weapons; SIZE_MAX: whether any does. Who is
 * carried fires from its carrier whatever its models carry. */
bool tl_party_carries(const tl_party *party, size_t i, const tl_document_weapon *weapon);
/* Two parties must not be the same model. */
tl_status tl_parties_differ(const tl_party *from, const tl_party *to, tl_error *error);

/* Notes that an answer rests on guesses, once for each asset: on bases or cores that are `measured`, on cores that are
 * `looked` from or at. */
void tl_note_guesses(const tl_inquiry *inquiry, size_t first, size_t count, bool measured, bool looked,
                     tl_answer *answer);

/* One unit's cover from one attacker (DB-COV-07): at least half of its figures, or of its bases. */
typedef struct tl_unit_cover {
    tl_verdict verdict;
    size_t in_cover; /* certainly */
    size_t undecided;
    size_t of;
} tl_unit_cover;
tl_unit_cover tl_judge_unit_cover(const tl_inquiry *inquiry, const tl_party *to, const tl_verdict *members);

#endif
