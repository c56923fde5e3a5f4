/* react.h: may a unit react to the one that acts (DB-REA-01, -02, -04): range, and a weapon that can fire at it. */
#ifndef TL_JUDGE_ATTACK_REACT_H
#define TL_JUDGE_ATTACK_REACT_H

#include "judge/attack/attack.h"
#include "judge/variant.h"

/* It holds pointers into itself: don't copy it. */
typedef struct tl_reaction {
    const tl_inquiry *inquiry; /* as it reacts: in which it has turned, when a facing is given */
    const tl_party *from, *to;
    tl_verdict verdict;
    tl_cause cause;
    const tl_skill *skill; /* that changes the range, or NULL */
    tl_cause range_cause;  /* the common rule, or the skill's */
    tl_range_result range; /* of the nearest pair of the two units */
    size_t a, b;
    tl_limit limit;
    bool friends;  /* of one side: there is nothing to react to */
    bool aircraft; /* it doesn't react (DB-REA-04) */
    bool turns;    /* a facing was given */
    double facing_deg;
    bool bound;       /* its size binds it to end no farther away when it turns (DB-REA-02) */
    tl_limit after;   /* the distance after turning, held against the one before */
    tl_verdict turn;  /* may it turn so? */
    tl_attack attack; /* summed up; weapons for close combat don't count */
    bool armed;       /* somebody carries a weapon */
    bool has_advice;  /* it may not as it stands, but could after this turn */
    double advice_deg;
    tl_variant turned; /* what `inquiry` points to when a facing is given */
} tl_reaction;

/* Whether `from` may react to `to` with some of these weapons of its unit; `facing_deg` (NULL: as it stands): once it
 * has turned so. The parties must stay. Free with tl_reaction_free in any case. Errors: several models that turn, one
 * that is carried, a facing that is no number; memory; what measuring fails with. */
tl_status tl_reaction_judge(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                            const tl_document_weapon *weapons, size_t count, const double *facing_deg,
                            tl_reaction *found, tl_error *error);
void tl_reaction_free(tl_reaction *found);

#endif
