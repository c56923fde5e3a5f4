/* arc_data.h: what is found of a weapon's field of fire (arc.h, flight.h). */
#ifndef TL_JUDGE_MEASURE_ARC_DATA_H
#define TL_JUDGE_MEASURE_ARC_DATA_H

#include "arc/arc.h"
#include "judge/referee.h"

/* What of a field of fire is told: the first that doesn't hold, or isn't certain, else how it lies. */
typedef enum tl_pair_arc_aspect {
    TL_PAIR_ARC_DIRECTION, /* `margin_deg` */
    TL_PAIR_ARC_CORRIDOR,  /* `share` */
    TL_PAIR_ARC_ONLY,      /* the target's class is fired at from other arcs alone */
    TL_PAIR_ARC_BAND,      /* `altitude`, `height` */
    TL_PAIR_ARC_BELOW,     /* `altitude`, `below` */
    TL_PAIR_ARC_UNDER,     /* who fires stands under the target */
    TL_PAIR_ARC_BARRED,    /* the zone that is barred: `margin_mm` */
    TL_PAIR_ARC_MASKED     /* its own body is in the way */
} tl_pair_arc_aspect;

/* One weapon's field of fire. `always`: it fires all round. */
typedef struct tl_pair_arc_result {
    tl_verdict verdict;
    bool always;
    double angle_deg, margin_deg;
    double margin_mm; /* -INFINITY: no move of either changes it */
    tl_vec3 point;
    const tl_arc_rule *field; /* the weapon's; NULL: all round */
    const char *rule;         /* of the row that decides: the arc's, or the target's class's; NULL, "": it has none */
    tl_vec3 apex;
    double axis_deg, half_deg; /* for pictures */
    tl_pair_arc_aspect aspect;
    bool corridor;
    double share, share_error; /* of a corridor: how much of the target's plan lies in it */
    double altitude[2];        /* of who fires, and of the target, mm */
    double height, below;      /* of a band; that who fires must be below; 0: not asked */
} tl_pair_arc_result;

#endif
