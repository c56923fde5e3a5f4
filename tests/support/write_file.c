/* write_file.c: writes files that tests read once, without waiting for the disk. */
#include "support/write_file.h"
#include "support/assert_geom.h"

#include <stdio.h>

void test_write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}
