/* stay.h: whether a model may stay where it stands, as a move that ends there would say, whichever way it came. */
#ifndef TL_RULING_STAY_H
#define TL_RULING_STAY_H

#include "tell/answer.h"

/* What speaks against it, or may. */
typedef struct tl_stay {
    tl_verdict verdict; /* yes: nothing does */
    tl_cause cause;
    char text[256]; /* why not, in a few words: "stands in tank-traps"; "" */
} tl_stay;

/* Judges a member where it stands now: what a way stops at (DB-MOV-04, -07, -09, DB-UNI-03), what nobody may end on
 * (DB-MOV-03), where aircraft come down (DB-MOV-11). How far it came, and through what, is left out. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_stay_judge(const tl_inquiry *inquiry, size_t member, tl_stay *stay, tl_error *error);

#endif
