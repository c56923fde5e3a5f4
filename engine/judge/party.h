/* party.h: parties of a question: whether two may be asked about together, what weapons one has, who may move. */
#ifndef TL_JUDGE_PARTY_H
#define TL_JUDGE_PARTY_H

#include "judge/referee.h"

/* Two parties must not be the same model. Error: TL_ERROR_ARGUMENT, which names both. */
tl_status tl_party_differs(const tl_party *from, const tl_party *to, tl_error *error);

/* The weapons of a party's unit that are meant: all, or the one of that id; some of its models may not carry them
 * (tl_party_carries). Error: no such weapon, or none of the models carries it. */
tl_status tl_party_weapons(const tl_inquiry *inquiry, const tl_party *party, const char *weapon,
                           const tl_document_weapon **weapons, size_t *count, tl_error *error);

/* Whether a party's model (0 to its count) carries one of its unit's weapons; SIZE_MAX: whether any does. Who is
 * carried fires from its carrier whatever its models carry. */
bool tl_party_carries(const tl_party *party, size_t i, const tl_document_weapon *weapon);

/* The model that a move is asked about. Errors: nobody of that name, a unit of several models, somebody aboard. */
tl_status tl_party_who_moves(const tl_inquiry *inquiry, const char *name, size_t *member, tl_error *error);

#endif
