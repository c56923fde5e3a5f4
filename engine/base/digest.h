/* digest.h: 128 bits that stand for content: cache keys and checksums. */
#ifndef TL_BASE_DIGEST_H
#define TL_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Fast (several gigabytes a second), the same on every machine of one byte order; finds damage and tells contents
 * apart, but is no cryptographic hash: who wants two contents with one digest can make them. */
typedef struct tl_digest {
    uint64_t a, b;
} tl_digest;

/* Chained: pass the last result as `seed`, zeroes to begin. The result depends on where the pieces begin. */
tl_digest tl_digest_add(tl_digest seed, const void *data, size_t size);

static inline int tl_digest_equal(tl_digest p, tl_digest q) {
    return p.a == q.a && p.b == q.b;
}

#endif
