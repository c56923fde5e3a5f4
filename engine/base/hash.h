/* hash.h: mixing keys and choosing sizes: what the hash tables of all modules share. */
#ifndef TL_BASE_HASH_H
#define TL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define TL_HASH_NOTHING UINT32_MAX

/* The finaliser of splitmix64: every input bit reaches every output bit. */
static inline uint64_t tl_mix(uint64_t h) {
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

/* Three instructions: enough for tables of points and pairs. */
static inline uint64_t tl_mix_short(uint64_t h) {
    h = (h ^ (h >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ (h >> 32);
}

/* A power of two at least twice `count`, so that probing stays short. */
static inline size_t tl_hash_table_size(size_t count) {
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    return size;
}

#endif
