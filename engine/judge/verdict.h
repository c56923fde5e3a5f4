/* verdict.h: verdicts joined, and numbers with an error held against a band. */
#ifndef TL_JUDGE_VERDICT_H
#define TL_JUDGE_VERDICT_H

#include <trueline/base.h>

/* Of two things that must both hold: no when either doesn't, else marginal when either may not. */
static inline tl_verdict tl_verdict_both(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_NO || b == TL_VERDICT_NO               ? TL_VERDICT_NO
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
}

/* Of two things of which one must hold: yes when either does, else marginal when either may. */
static inline tl_verdict tl_verdict_either(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_YES || b == TL_VERDICT_YES             ? TL_VERDICT_YES
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_NO;
}

/* The opposite: what may hold may not hold, too. */
static inline tl_verdict tl_verdict_not(tl_verdict a) {
    return a == TL_VERDICT_YES ? TL_VERDICT_NO : a == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

/* What tells more has more: no, marginal, yes. */
static inline int tl_verdict_rank(tl_verdict a) {
    return a == TL_VERDICT_YES ? 2 : a == TL_VERDICT_MARGINAL ? 1 : 0;
}

/* Of many things of which one must hold, by how many do and how many may. */
static inline tl_verdict tl_verdict_any(bool yes, bool open) {
    return yes ? TL_VERDICT_YES : open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}

/* A margin (what is to spare, mm) that may be off by `error`: yes or no when it is clearer than that and than the
 * tolerance, else marginal. */
static inline tl_verdict tl_verdict_of_margin(double margin, double error, double tolerance) {
    double band = tolerance > error ? tolerance : error;
    return margin > band ? TL_VERDICT_YES : margin < -band ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

#endif
