/* validate.c: the end of a program that is wrong. */
#include "base/validate.h"

#ifdef TL_VALIDATE

#include <stdio.h>
#include <stdlib.h>

void tl_assert_failed(const char *must_hold, const char *condition, const char *file, int line) {
    fprintf(stderr, "trueline: this must hold: %s\n  %s\n  %s:%d\n", must_hold, condition, file, line);
    fflush(stderr);
    abort();
}

#else

typedef int tl_nothing_to_validate; /* a translation unit must declare something */

#endif
