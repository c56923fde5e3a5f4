/* pair_close.h: close combat between two models: reach and sight (DB-CC-03). */
#ifndef TL_JUDGE_SIGHT_PAIR_CLOSE_H
#define TL_JUDGE_SIGHT_PAIR_CLOSE_H

#include "judge/measure/reach.h"
#include "judge/sight/pair_sight.h"

/* Close combat between two models: reach, and for whom is in reach sight (DB-CC-03). */
typedef struct tl_melee {
    tl_reach reach;
    bool looked; /* he is in reach, or may be */
    tl_pair_sight_result sight;
    tl_verdict sees; /* ... as the setting `cc_sight` counts it */
    tl_verdict verdict;
} tl_melee;
tl_status tl_pair_melee(const tl_inquiry *inquiry, size_t a, size_t b, tl_melee *melee, tl_error *error);
/* Makes the ordinary sight of two models that for close combat: who mans a bunker also reaches, and is reached, through
 * its doors: where its mesh is open (DT-FRT-06). */
tl_status tl_pair_close_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *sight,
                              tl_error *error);
/* Whether close combat needs sight, and what sight then counts for it. */
bool tl_pair_close_needs_sight(const tl_inquiry *inquiry);
tl_verdict tl_pair_close_sight_verdict(const tl_inquiry *inquiry, const tl_pair_sight_result *sight);

#endif
