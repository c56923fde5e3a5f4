/* compare.h: whether two pictures show the same, drawn on different machines. */
#ifndef TLV_COMPARE_H
#define TLV_COMPARE_H

#include "app.h"

/* The share of the picture, 0 to 1, that is another in `a` than in `b`: tiles of 4 by 4 pixels whose mean colour
 * differs by more than 6 in 100 in some channel. Rows of `width` pixels of 4 bytes. Letters and edges that fall a
 * little otherwise leave tiles the same; what is missing, elsewhere or in another colour doesn't. */
double tlv_compare(const uint8_t *a, const uint8_t *b, int width, int height);

#endif
