/* region_rules.h: what is kept of the rules for bodies in regions of a map (regions.h). */
#ifndef TL_JUDGE_BETWEEN_REGION_RULES_H
#define TL_JUDGE_BETWEEN_REGION_RULES_H

#include "judge/between/ends.h"

/* What holds for all regions of a map. */
typedef struct tl_region_rules {
    const tl_inquiry *inquiry;
    tl_obstacles common;         /* for bodies that stand in nothing */
    size_t slots;                /* of its world: twice those of the table where holes of meshes are closed */
    uint8_t *blockers, *insides; /* of it */
    double give;                 /* the most that a surface that blocks may be off, mm; 0: all are as they are */
    uint8_t *unsure;             /* ... blockers of these surfaces alone */
    bool ground_gives;           /* ... the table's mesh is one of them */
    bool *own;                   /* per member: asks, so that it doesn't block */
    double clearance;            /* lines must stay so far from blockers */
    bool grown;      /* lines that touch may pass: proofs that nothing is seen need bodies a little larger */
    bool never_free; /* a setting asks for more than a line */
} tl_region_rules;

#endif
