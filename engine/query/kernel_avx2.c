/* kernel_avx2.c: the walks for processors with AVX2; chosen when a world is made. */
#if defined(__x86_64__) && defined(__GNUC__)
#define TL_LANES_AVX2
#define TL_KERNELS      tl_kernels_avx2
#define TL_KERNELS_NAME "avx2"
#include "query/kernel.h"
#endif
