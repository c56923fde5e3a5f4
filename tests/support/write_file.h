/* write_file.h: files that tests read once: written without waiting for the disk, as saving for good does. */
#ifndef TESTS_SUPPORT_WRITE_FILE_H
#define TESTS_SUPPORT_WRITE_FILE_H

#include <stddef.h>

/* Fails the test when it can't. */
void test_write_file(const char *path, const void *bytes, size_t size);

#endif
