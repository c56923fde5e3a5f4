/* file.h: what the viewer's library puts on disk. */
#ifndef TLV_FILE_H
#define TLV_FILE_H

#include <trueline/base.h>

#include <stddef.h>

/* Puts bytes at `path`, all or nothing: they are written beside it and moved there when they are complete; permissions
 * of a file that is replaced are kept. `what` names it in messages, such as "the picture". Errors: TL_ERROR_FILE with
 * the reason and a remedy, TL_ERROR_MEMORY; then nothing is left behind. */
tl_status tlv_file_save(const char *path, const void *bytes, size_t size, const char *what, tl_error *error);

#endif
