/* random.h: numbers that look random, the same from the same seed on every machine (splitmix64). */
#ifndef TL_MATH_RANDOM_H
#define TL_MATH_RANDOM_H

#include "base/hash.h"

/* The next 64 bits; `*state` begins as the seed. */
static inline uint64_t tl_random_next(uint64_t *state) {
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return tl_mix(*state);
}

/* A number below `count` (above 0), each as likely as the others. */
static inline uint64_t tl_random_below(uint64_t *state, uint64_t count) {
    uint64_t most = UINT64_MAX - UINT64_MAX % count, drawn;
    do {
        drawn = tl_random_next(state);
    } while (drawn >= most);
    return drawn % count;
}

#endif
