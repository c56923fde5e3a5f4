/* sha256.h: SHA-256 (FIPS 180-4), for content that others can check with a program of their own. */
#ifndef TL_BASE_SHA256_H
#define TL_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { TL_SHA256_TEXT = 65 };

typedef struct tl_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes taken */
    unsigned char block[64];
} tl_sha256;

void tl_sha256_begin(tl_sha256 *sha);
void tl_sha256_add(tl_sha256 *sha, const void *data, size_t size);
/* Ends it: 64 lower-case hexadecimal digits. */
void tl_sha256_text(tl_sha256 *sha, char text[TL_SHA256_TEXT]);

#endif
