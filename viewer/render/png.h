/* png.h: writing a picture. */
#ifndef TLV_PNG_H
#define TLV_PNG_H

#include <trueline/base.h>

/* Rows from the top, 4 bytes a pixel; alpha is not kept. The file is written beside `path` and moved there when it is
 * complete. */
tl_status tlv_png_save(const char *path, const uint8_t *rgba, int width, int height, tl_error *error);

/* Reads a picture of at most `most` pixels each way: 4 bytes a pixel, freed by the caller with free. NULL when it
 * can't. */
uint8_t *tlv_png_load(const char *path, int most, int *width, int *height);

#endif
