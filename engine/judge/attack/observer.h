/* observer.h: friends who see for a weapon (DT-SPC-07). */
#ifndef TL_JUDGE_ATTACK_OBSERVER_H
#define TL_JUDGE_ATTACK_OBSERVER_H

#include "judge/sight/pair_sight.h"

/* Whether a unit may see for a weapon of `firing` that has the effect TL_EFFECT_DIRECTED_BY. */
bool tl_attack_may_observe(const tl_document_unit *unit, const tl_document_unit *firing, const tl_skill_effect *effect);
/* What those who may see for a weapon see of a goal. */
typedef struct tl_observed {
    tl_verdict verdict;
    size_t observer;            /* the model that sees it, or perhaps; SIZE_MAX: nobody may see for the weapon */
    tl_pair_sight_result sight; /* ... and its line */
} tl_observed;
/* `target`: the unit of the goal, which may be unseen (DT-SPC-11); NULL for a point, whose height may be `off`, mm. */
tl_status tl_attack_look_by_observers(const tl_inquiry *inquiry, const tl_document_unit *firing,
                                      const tl_skill_effect *effect, const tl_between_end *goal, double off,
                                      const tl_document_unit *target, tl_observed *observed, tl_error *error);

#endif
