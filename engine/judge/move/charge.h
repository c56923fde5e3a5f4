/* charge.h: which enemies a model can end in contact with by one move (LW-MOV-05): a way there that was judged, or that
 * there is none.
 *
 * A yes is a way whose move was judged and may be gone, and which ends in contact: anyone can go it again. A no is
 * proved: the enemy is farther than the move is long, as the crow flies, or no square from which it could be touched
 * can be reached (reach.h). Between the two the enemy is told as open. */
#ifndef TL_JUDGE_MOVE_CHARGE_H
#define TL_JUDGE_MOVE_CHARGE_H

#include "judge/move/reach.h"

enum { TL_CHARGE_CORNERS = 32 };

typedef struct tl_charge {
    size_t member; /* the enemy */
    tl_verdict verdict;
    double apart;                       /* mm in plan, from outline to outline: no way is shorter */
    double margin;                      /* the farthest that it moves, less that */
    tl_vec2 corners[TL_CHARGE_CORNERS]; /* of a yes: the way */
    size_t corner_count;
    double length; /* ... and how long it is, mm */
} tl_charge;

typedef struct tl_charges {
    tl_context *context;
    tl_charge *items; /* in the order of the scene; whoever is too far by more than the move is left out */
    size_t count, capacity;
} tl_charges;

/* Looks at every enemy near a model's reach; `reach` was found for the same move. Empty for classes that don't charge.
 * Free with tl_charges_free in any case. Errors: memory, cancelled, those of judging a move. */
tl_status tl_charge_find(const tl_inquiry *inquiry, size_t member, bool march, const tl_reach_map *reach,
                         tl_charges *charges, tl_error *error);
void tl_charges_free(tl_charges *charges);

#endif
