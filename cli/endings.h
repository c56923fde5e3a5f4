/* endings.h: what kind of file is to be written, told by the ending of its name. */
#ifndef TL_CLI_ENDINGS_H
#define TL_CLI_ENDINGS_H

#include <stdbool.h>
#include <string.h>

/* Whether a path ends in an extension such as ".tif", with a name before it. */
static inline bool cli_ends_in(const char *path, const char *extension) {
    size_t length = strlen(path), own = strlen(extension);
    return length > own && strcmp(path + length - own, extension) == 0;
}

#endif
