/* stay.h: whether a model may stay where it stands, as a move that ends there would say, whichever way it came. */
#ifndef TL_JUDGE_MOVE_STAY_H
#define TL_JUDGE_MOVE_STAY_H

#include "judge/referee.h"

/* What speaks against staying. */
typedef enum tl_stay_kind {
    TL_STAY_FREE,
    TL_STAY_IN,         /* stands in something */
    TL_STAY_IMPASSABLE, /* ... that nobody enters */
    TL_STAY_TRAP,       /* ... that its class doesn't enter */
    TL_STAY_OVERLAPS,   /* stands on another model */
    TL_STAY_EDGE,       /* reaches over the edge of the table */
    TL_STAY_SHORE,      /* reaches out of terrain that it keeps to */
    TL_STAY_ASHORE,     /* stands outside of it */
    TL_STAY_FLOOR,      /* its class changes no floors */
    TL_STAY_UNEVEN,     /* can't come down there */
    TL_STAY_NO          /* whatever else a move couldn't end at */
} tl_stay_kind;

typedef struct tl_stay {
    tl_verdict verdict; /* yes: nothing does */
    tl_cause cause;
    tl_stay_kind kind;
    uint32_t slot; /* of what it is about ... */
    bool has_slot; /* ... when it is about something */
} tl_stay;

/* Judges a member where it stands now: what a way stops at (DB-MOV-04, -07, -09, DB-UNI-03), what nobody may end on
 * (DB-MOV-03), where aircraft come down (DB-MOV-11). How far it came, and through what, is left out. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_stay_judge(const tl_inquiry *inquiry, size_t member, tl_stay *stay, tl_error *error);

#endif
