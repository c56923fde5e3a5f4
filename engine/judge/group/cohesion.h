/* cohesion.h: does a unit keep together (DB-COH-01)? All readings are measured, the setting says which decides. */
#ifndef TL_JUDGE_GROUP_COHESION_H
#define TL_JUDGE_GROUP_COHESION_H

#include "cohesion/cohesion.h"
#include "judge/measure/range.h"

/* How a unit stands around one model. */
typedef struct tl_unit_star {
    size_t leader;    /* that model, a member of the table */
    bool named;       /* the scene says so; else the one of the unit's own that it stands around best */
    size_t farthest;  /* a member of the table; the leader itself: there is no other */
    tl_vec3 from, to; /* the tape from the leader to it */
    double distance_mm;
    tl_limit limit; /* what it was held against; its verdict is that of all */
} tl_unit_star;

typedef struct tl_unit_cohesion {
    tl_party unit; /* all of it; its models are named from 0 in what follows */
    tl_verdict verdict;
    tl_cause cause;
    double limit_mm;
    bool free;     /* a unit that isn't on foot needn't keep together */
    bool by_disc;  /* the setting's reading */
    bool by_chain; /* ... that stepping from model to model by no more than the length reaches them all */
    bool has_disc; /* bases are known */
    bool by_star;  /* ... that each is within the length of the leader */
    tl_unit_star star;
    tl_cohesion_pairs pairs;
    tl_cohesion_disc disc;
    double uncertainty_mm; /* of a distance */
    tl_limit decides;      /* what the reading that decides measured, held against the limit */
} tl_unit_cohesion;

/* Asked of a member, its unit is meant. A unit of one model, and one that needn't, keeps together whatever was
 * measured. Errors: memory; what measuring fails with. */
tl_status tl_unit_cohesion_judge(const tl_inquiry *inquiry, const tl_party *named, tl_unit_cohesion *found,
                                 tl_error *error);

#endif
