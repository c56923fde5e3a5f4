/* descent_avx2.c: the descent for processors with AVX2; chosen when a distance is asked. */
#if defined(__x86_64__) && defined(__GNUC__)
#define TL_LANES_AVX2
#define TL_DESCENT      tl_descent_avx2
#define TL_DESCENT_NAME "avx2"
#include "range/descent_kernel.h"
#else
typedef int tl_descent_avx2_is_empty;
#endif
