/* copy.c: copies bytes and texts for a thread, and frees them. */
#include "session/copy.h"

#include <stdlib.h>
#include <string.h>

/* The same of `size` bytes, with a NUL behind them. */
static char *copy_bytes(const char *bytes, size_t size, bool *failed) {
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, bytes, size);
        copy[size] = '\0';
    }
    *failed = *failed || !copy;
    return copy;
}

char *tlv_copy_text(const char *text, bool *failed) {
    return text ? copy_bytes(text, strlen(text), failed) : NULL;
}

char **tlv_copy_set(const char *const *set, bool *failed) {
    size_t count = 0;
    while (set && set[count]) {
        count++;
    }
    char **copy = calloc(count + 1, sizeof(*copy));
    *failed = *failed || !copy;
    for (size_t i = 0; i < count && copy; i++) {
        copy[i] = tlv_copy_text(set[i], failed);
    }
    return copy;
}

void tlv_free_set(char **set) {
    for (char **text = set; text && *text; text++) {
        free(*text);
    }
    free(set);
}
