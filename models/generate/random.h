/* A small fixed random sequence: the same numbers on every machine. */
#pragma once

#include <stdint.h>

typedef struct dice {
    uint64_t state;
} dice;

static inline uint32_t dice_next(dice *d) {
    d->state += 0x9E3779B97F4A7C15u;
    uint64_t z = d->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline double dice_between(dice *d, double low, double high) {
    return low + (high - low) * ((double)dice_next(d) / 4294967296.0);
}
