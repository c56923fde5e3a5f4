/* verdict.c: verdicts put together. */
#include "judge/verdict.h"

tl_verdict tl_verdict_both(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_NO || b == TL_VERDICT_NO               ? TL_VERDICT_NO
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
}

tl_verdict tl_verdict_either(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_YES || b == TL_VERDICT_YES             ? TL_VERDICT_YES
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_NO;
}
