/* shrink.h: making a part of a picture small. */
#ifndef TLV_SHRINK_H
#define TLV_SHRINK_H

#include "picture.h"

/* Averages the middle of `part` of a picture `width` pixels wide (rows from the top, 4 bytes a pixel), as much of it as
 * has the shape of the small one, into `small`. `part` must lie in the picture. */
void tlv_shrink(const uint8_t *rgba, int width, tlv_rect part, uint8_t *small, int small_width, int small_height);

#endif
