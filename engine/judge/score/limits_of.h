/* limits_of.h: the limits of a score's conditions, and of its weapon's table, in millimetres. */
#ifndef TL_JUDGE_SCORE_LIMITS_OF_H
#define TL_JUDGE_SCORE_LIMITS_OF_H

#include "judge/score/fact.h"

/* A limit as a rule file writes it, mm: a number so many times `scale`, or one of its lengths. */
double tl_limits_bound(const tl_inquiry *inquiry, const tl_score_bound *bound, double scale);
/* A weapon's longest and least range, mm; 0: it has none, or isn't given. */
double tl_limits_longest(const tl_inquiry *inquiry, const tl_document_weapon *weapon);
double tl_limits_least(const tl_inquiry *inquiry, const tl_document_weapon *weapon);
/* All limits that facts of a sort are held against in a score. `limits->at` is freed with tl_free, also on failure.
 * Errors: memory. */
tl_status tl_limits_of(const tl_inquiry *inquiry, const tl_score_rule *rule, const tl_document_weapon *weapon,
                       tl_fact_kind kind, tl_fact_limits *limits, tl_error *error);

#endif
