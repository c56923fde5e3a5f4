/* zip_write.h: ZIP archives for tests, stored, deflated or as a bomb. */
#ifndef TESTS_SUPPORT_ZIP_WRITE_H
#define TESTS_SUPPORT_ZIP_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zip_file {
    const char *name;
    const char *text;
    /* Over 0: the entry is that many bytes of blanks, packed a thousand to one, and the directory says `claimed`. */
    uint64_t bomb;
    uint32_t claimed;
    bool deflated; /* the text is packed */
    bool wide;     /* its numbers have 64 bits, and those of the archive's end when it is the first (ZIP64) */
} zip_file;

/* The archive's bytes, which the caller frees with free; fails the test without memory. */
char *zip_make(const zip_file *files, size_t count, size_t *size);

#endif
