/* png.h: pictures as PNG, in memory and in files. */
#ifndef TLV_PNG_H
#define TLV_PNG_H

#include <trueline/base.h>

/* Rows from the top, 4 bytes a pixel; alpha is not kept. `*png` gets `*size` bytes that the caller frees with free();
 * `small` takes longer and makes fewer. */
tl_status tlv_png_encode(const uint8_t *rgba, int width, int height, bool small, uint8_t **png, size_t *size,
                         tl_error *error);
/* The same as a file, all or nothing. */
tl_status tlv_png_save(const char *path, const uint8_t *rgba, int width, int height, tl_error *error);

/* Reads a picture of at most `most` pixels each way: 4 bytes a pixel, freed by the caller with free. NULL when it
 * can't. */
uint8_t *tlv_png_load(const char *path, int most, int *width, int *height);

#endif
