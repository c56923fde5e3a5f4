/* cited.c: what a rule system calls what a finding rests on. */
#include "tell/answer.h"

const char *tl_tell_cited(const tl_inquiry *inquiry, tl_cause cause) {
    return tl_ruleset_cited(inquiry->referee->ruleset, cause);
}
