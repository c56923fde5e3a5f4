/* pair_cover.h: cover of one model from another (DB-COV). */
#ifndef TL_JUDGE_COVER_PAIR_COVER_H
#define TL_JUDGE_COVER_PAIR_COVER_H

#include "judge/sight/pair_sight.h"

/* Cover of b from a. */
typedef struct tl_pair_cover_result {
    size_t from, to;
    tl_verdict verdict;
    tl_cause cause;
    tl_cover cover; /* when lines were looked at */
    bool looked;
    bool stands_in_area; /* yes because the target stands in area terrain (DB-COV-05) */
    size_t area_slot;
    bool behind_area;      /* an area in between is among what gives the cover */
    bool unseen;           /* yes because there is no sight at all, not for what hides a part */
    bool by_skill;         /* a skill of the target decides ... */
    const tl_skill *skill; /* ... this one */
    tl_verdict as_seen;    /* ... and this is what it would be without */
    tl_pair_holes holes;   /* that it rests on */
    tl_uncertainty uncertainty;
} tl_pair_cover_result;
tl_status tl_pair_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_cover_result *result, tl_error *error);
/* The share of the target that is in view, from both sides: with something uncertain about it, it is known only when
 * all is seen. */
void tl_pair_cover_share(const tl_pair_cover_result *result, double share[2]);
/* Whether its verdict is what the holes met, or what repairs closed, make of it. */
bool tl_pair_cover_rests_on_holes(const tl_pair_cover_result *result);

#endif
