/* descent_plain.c: the descent for every machine: SSE2 on x86-64, plain C elsewhere. */
#define TL_DESCENT      tl_descent_plain
#define TL_DESCENT_NAME "plain"
#include "range/descent_kernel.h"
