/* carry.h: taking aboard from straight above, putting down there, and a bow that touches land (DT-SPC-20, -21). */
#ifndef TL_JUDGE_GROUP_CARRY_H
#define TL_JUDGE_GROUP_CARRY_H

#include "judge/move/standing.h"

typedef struct tl_carry {
    tl_verdict verdict;
    tl_cause cause;
    size_t carrier, other; /* members; `other` SIZE_MAX: nobody was named */
    /* From above, with somebody named: */
    const tl_skill *lifts; /* NULL: the carrier lifts nobody */
    bool liftable;         /* the other has a skill that is lifted */
    tl_verdict above;      /* the carrier's hull is over the other's outline */
    double depth;          /* mm: so deep they lie in one another, seen from above; negative: so far apart */
    tl_vec3 under;         /* on the ground straight under the middle of the carrier */
    tl_verdict room;       /* the other may be put down there, as it faces */
    uint32_t room_slot;    /* ... what is in the way, or perhaps */
    /* Landing, with nobody named: */
    const tl_skill *lands;
    tl_verdict touches;
    double afloat;  /* mm: so far the bow is from land; negative: so far it is on it */
    tl_vec3 bow[2]; /* its ends, port and starboard */
} tl_carry;

/* Judges a carrier, and whom it lifts (SIZE_MAX: nobody, then its landing). Errors: TL_ERROR_NO_RULE where the carrier
 * has no such skill, memory. */
tl_status tl_carry_judge(const tl_inquiry *inquiry, size_t carrier, size_t other, tl_carry *carry, tl_error *error);

#endif
