/* guess.h: what of a model was guessed or found in its mesh, where an answer rests on it. */
#ifndef TL_JUDGE_MEASURE_GUESS_H
#define TL_JUDGE_MEASURE_GUESS_H

#include "judge/referee.h"

typedef struct tl_guess {
    bool uncertain;               /* what counts of it may be off */
    bool base_guessed;            /* the scene gives no base: one was made up */
    const tl_found_base *found;   /* the base is one found in the mesh; NULL: it isn't */
    bool core_guessed;            /* the scene doesn't say what of the mesh is the body */
    const tl_stance_rule *stance; /* it is looked from or at, and doesn't stand upright; NULL: it does */
    double tall;                  /* ... and its body reaches so high over its ground, mm */
} tl_guess;

/* Of a member whose base or core is `measured`, whose core is `looked` from or at. */
tl_guess tl_guess_of(const tl_inquiry *inquiry, size_t member, bool measured, bool looked);

#endif
