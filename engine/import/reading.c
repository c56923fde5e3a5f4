/* reading.c: what comes of reading a mesh file, freed, and the digest that stands for its bytes. */
#include "import/reading.h"

void tl_import_reading_free(tl_context *context, tl_import_reading *reading) {
    for (size_t i = 0; i < reading->companion_count; i++) {
        tl_free(context, reading->companions[i]);
    }
    tl_free(context, reading->companions);
    tl_free(context, reading->companion_digests);
    reading->companions = NULL;
    reading->companion_digests = NULL;
    reading->companion_count = 0;
}

tl_digest tl_import_content_digest(const void *bytes, size_t size) {
    const char *at = bytes;
    tl_digest digest = {0, 0};
    for (; size >= TL_CONTENT_CHUNK; at += TL_CONTENT_CHUNK, size -= TL_CONTENT_CHUNK) {
        digest = tl_digest_add(digest, at, TL_CONTENT_CHUNK);
    }
    return tl_digest_add(digest, at, size);
}
