/* verdict.h: verdicts put together: marginal where one of them doesn't settle it. */
#ifndef TL_JUDGE_VERDICT_H
#define TL_JUDGE_VERDICT_H

#include "base/base.h"

/* Of two things that must both hold. */
tl_verdict tl_verdict_both(tl_verdict a, tl_verdict b);
/* Of two of which one must hold. */
tl_verdict tl_verdict_either(tl_verdict a, tl_verdict b);

#endif
