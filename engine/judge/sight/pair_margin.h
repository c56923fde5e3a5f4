/* pair_margin.h: how far the target, or what is in the way, must be moved before the answer about a pair changes. */
#ifndef TL_JUDGE_SIGHT_PAIR_MARGIN_H
#define TL_JUDGE_SIGHT_PAIR_MARGIN_H

#include "judge/sight/pair_sight.h"
#include "visibility/margin.h"

/* Where a move goes, as the one sees it who looks, counter-clockwise. */
typedef enum tl_way {
    TL_WAY_AWAY,
    TL_WAY_AWAY_LEFT,
    TL_WAY_LEFT,
    TL_WAY_NEAR_LEFT,
    TL_WAY_NEARER,
    TL_WAY_NEAR_RIGHT,
    TL_WAY_RIGHT,
    TL_WAY_AWAY_RIGHT
} tl_way;

/* `ahead`: from the one who looks to the target. */
tl_way tl_pair_margin_way(tl_vec2 ahead, tl_vec2 move);

typedef struct tl_pair_margin {
    bool uncertain; /* it isn't told, since meshes may be off */
    bool measured;  /* not for marginal answers, nor where more than a line is asked for */
    tl_margin target;
    tl_way target_way; /* where its move goes, when one was found */
    bool has_blocker;  /* there is one thing that can be moved: what is in the way, or what is nearest to the line */
    size_t blocker_slot;
    tl_margin blocker;
    tl_way blocker_way;
} tl_pair_margin;

tl_status tl_pair_margin_measure(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_margin *margin,
                                 tl_error *error);

#endif
