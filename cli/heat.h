/* heat.h: the scale of maps, painted over the pixels of a picture. */
#ifndef TL_CLI_HEAT_H
#define TL_CLI_HEAT_H

#include <trueline/board.h>

/* Pixels from the top left corner, 4 bytes each. */
typedef struct cli_pixels {
    uint8_t *rgba;
    int width, height;
} cli_pixels;

/* Fills a rectangle of pixels with the scale, 0 at the bottom. */
void cli_heat_bar(const cli_pixels *pixels, int x, int y, int width, int height);
/* The same with stripes as cells have that are nothing or all. */
void cli_heat_stripes(const cli_pixels *pixels, int x, int y, int width, int height);

#endif
