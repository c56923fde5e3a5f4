/* unseen.h: camouflage: units that aren't seen although there are lines (DT-SPC-11). */
#ifndef TL_JUDGE_SIGHT_UNSEEN_H
#define TL_JUDGE_SIGHT_UNSEEN_H

#include "judge/measure/range.h"

/* Camouflage (DT-SPC-11): whether a unit is unseen by an enemy one although there are lines. */
typedef struct tl_unseen {
    bool asked; /* the unit has such a skill, and the two are enemies */
    tl_verdict verdict;
    const tl_skill *skill;
    tl_limit limit;   /* the distance of the two units held against the skill's */
    size_t from, to;  /* the nearest models */
    tl_verdict cover; /* in cover from every model of the enemy unit; no when it is too near to ask */
} tl_unseen;
tl_status tl_judge_unseen(const tl_inquiry *inquiry, const tl_document_unit *viewer, const tl_document_unit *target,
                          tl_unseen *unseen, tl_error *error);
/* What it leaves of sight of the unit. */
tl_verdict tl_unseen_sees(const tl_unseen *unseen);
/* The skill that decides it; it was asked about. */
tl_cause tl_unseen_cause(const tl_unseen *unseen);

#endif
