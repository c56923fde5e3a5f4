/* digest.c: four lanes of multiply, rotate and add over blocks of 32 bytes, then a strong mix. */
#include "base/digest.h"
#include "base/hash.h"

#include <string.h>

/* Odd numbers from the digits of the square roots of 2, 3, 5 and 7. */
static const uint64_t factors[4] = {UINT64_C(0x6a09e667f3bcc909), UINT64_C(0xbb67ae8584caa73b),
                                    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1)};

static uint64_t turn(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

/* Every step is a bijection of the lane for given input, and of the input for a given lane: no single change is lost.
 */
static void take_block(uint64_t lane[4], const unsigned char *block) {
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, block + 8 * i, 8);
        lane[i] = turn(lane[i] + word * factors[i], 29) * factors[3 - i];
    }
}

tl_digest tl_digest_add(tl_digest seed, const void *data, size_t size) {
    const unsigned char *at = data;
    uint64_t lane[4] = {seed.a, tl_mix(seed.a + factors[1]), seed.b, tl_mix(seed.b + factors[2])};
    size_t left = size;
    for (; left >= 32; left -= 32, at += 32) {
        take_block(lane, at);
    }
    unsigned char last[32] = {0};
    if (left > 0) {
        memcpy(last, at, left);
    }
    take_block(lane, last);
    uint64_t a = tl_mix(lane[0] + (uint64_t)size);
    uint64_t b = tl_mix(lane[1] ^ factors[0]);
    for (int i = 0; i < 2; i++) {
        a = tl_mix(a ^ turn(lane[2 + i], 17));
        b = tl_mix(b + a + lane[3 - i]);
    }
    return (tl_digest){tl_mix(a + b), tl_mix(b ^ turn(a, 31))};
}
