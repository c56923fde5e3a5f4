/* objective.h: who holds an objective of the scene's scenario: the distances decide (DT-SCN-02). */
#ifndef TL_JUDGE_GROUP_OBJECTIVE_H
#define TL_JUDGE_GROUP_OBJECTIVE_H

#include "judge/measure/range.h"

/* The most sides that are told apart. */
enum { TL_OBJECTIVE_SIDES = 16 };

/* A side, and its model nearest to the marker of those that count. */
typedef struct tl_objective_side {
    const char *side;
    tl_verdict takes;    /* one of its models is near enough that may take it */
    tl_verdict contests; /* ... or keep others from it */
    tl_verdict holds;    /* it takes it, and nobody contests it */
    size_t member;       /* the nearest that counts; SIZE_MAX: none does */
    tl_limit limit;
    tl_range_result range;
    bool marched; /* that one's last action was a march: it takes nothing */
} tl_objective_side;

typedef struct tl_objective {
    const tl_inquiry *inquiry;
    const tl_document_objective *source;
    double limit_mm;
    tl_verdict verdict; /* some side holds it */
    bool contested;     /* more sides than one are near, certainly */
    size_t holder;      /* of `sides`; SIZE_MAX: nobody, certainly */
    tl_objective_side sides[TL_OBJECTIVE_SIDES];
    size_t side_count;
} tl_objective;

/* Judges an objective. Errors: TL_ERROR_NO_RULE: the rule system doesn't say how near one must be; more sides than
 * TL_OBJECTIVE_SIDES; what measuring fails with. */
tl_status tl_objective_judge(const tl_inquiry *inquiry, const tl_document_objective *source, tl_objective *found,
                             tl_error *error);

#endif
