/* output.h: files that a command is to write: looked at before the work begins, and put there as a whole. */
#ifndef TL_CLI_OUTPUT_H
#define TL_CLI_OUTPUT_H

#include "cli.h"

#include <stddef.h>

/* Whether a file can be written at `path`, as far as can be told before: a folder that is there and may be written to,
 * nothing but a file in its place, and room for `least` bytes. `what` names it in messages. Errors: TL_ERROR_FILE. */
tl_status cli_output_check(const char *path, const char *what, double least, tl_error *error);

/* Puts bytes at `path`, all or nothing: what was there stays until they are complete. Errors: TL_ERROR_FILE. */
tl_status cli_output_save(const char *path, const char *what, const void *bytes, size_t size, tl_error *error);

/* Whether a path ends in an extension such as ".tif". */
bool cli_ends_in(const char *path, const char *extension);

#endif
