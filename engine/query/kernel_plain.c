/* kernel_plain.c: the walks for every machine: SSE2 on x86-64, plain C elsewhere. */
#define TL_KERNELS      tl_kernels_plain
#define TL_KERNELS_NAME "plain"
#include "query/kernel.h"
