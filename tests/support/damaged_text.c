/* damaged_text.c: cuts pieces out of a JSON text, doubles them, or writes others over them. */
#include "support/damaged_text.h"

#include <stdlib.h>
#include <string.h>

void test_damage_text(const char *text, size_t size, int copies, uint64_t *random,
                      int (*harness)(const uint8_t *data, size_t size)) {
    char *copy = malloc(2 * size + 64);
    if (copy == NULL || size < 4) {
        free(copy);
        return;
    }
    static const char *const pieces[] = {"-1", "1e400",   "null", "{}",   "[",      "]",
                                         "\"", "\\u0000", ",",    "\xff", "1e-320", "true"};
    for (int round = 0; round < copies; round++) {
        size_t length = size;
        memcpy(copy, text, size);
        for (int change = 0; change <= round % 3; change++) {
            *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            size_t at = (size_t)(*random >> 33) % length;
            const char *piece = pieces[(*random >> 20) % (sizeof(pieces) / sizeof(pieces[0]))];
            size_t run = (size_t)(*random >> 45) % 24;
            run = run < length - at ? run : length - at;
            if ((*random >> 60) % 3 == 0) {
                memmove(copy + at, copy + at + run, length - at - run);
                length -= run;
            } else if ((*random >> 60) % 3 == 1 && length + run < 2 * size) {
                memmove(copy + at + run, copy + at, length - at);
                length += run;
            } else if (at + strlen(piece) < length) {
                memcpy(copy + at, piece, strlen(piece));
            }
            if (length < 4) {
                break;
            }
        }
        harness((const uint8_t *)copy, length);
    }
    free(copy);
}
