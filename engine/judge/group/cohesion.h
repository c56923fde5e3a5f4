/* cohesion.h: does a unit keep together (DB-COH-01)? Both readings are measured, the setting says which decides. */
#ifndef TL_JUDGE_GROUP_COHESION_H
#define TL_JUDGE_GROUP_COHESION_H

#include "cohesion/cohesion.h"
#include "judge/measure/range.h"

typedef struct tl_unit_cohesion {
    tl_party unit; /* all of it; its models are named from 0 in what follows */
    tl_verdict verdict;
    tl_cause cause;
    double limit_mm;
    bool free;     /* a unit that isn't on foot needn't keep together */
    bool by_disc;  /* the setting's reading */
    bool has_disc; /* bases are known */
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
