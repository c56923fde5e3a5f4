/* heat.c: paints the scale of a map, and its stripes, over the pixels of a picture. */
#include "heat.h"

static void colour_of(double share, uint8_t rgb[3]) {
    tl_colour c = tl_board_colour(share);
    const float channels[3] = {c.r, c.g, c.b};
    for (int k = 0; k < 3; k++) {
        rgb[k] = (uint8_t)(255 * channels[k] + 0.5f);
    }
}

/* A field of colours by their place in it, from 0 to 1 either way, with a rim. */
static void paint(const cli_pixels *pixels, int x, int y, int width, int height, double (*share)(double u, double v)) {
    for (int j = 0; j < height; j++) {
        for (int i = 0; i < width; i++) {
            if (x + i >= 0 && x + i < pixels->width && y + j >= 0 && y + j < pixels->height) {
                uint8_t rgb[3];
                colour_of(share((i + 0.5) / width, (j + 0.5) / height), rgb);
                uint8_t *p = pixels->rgba + 4 * ((size_t)(y + j) * (size_t)pixels->width + (size_t)(x + i));
                bool rim = i == 0 || j == 0 || i == width - 1 || j == height - 1;
                for (int k = 0; k < 3; k++) {
                    p[k] = rim ? 30 : rgb[k];
                }
            }
        }
    }
}

static double up(double u, double v) {
    (void)u;
    return 1 - v;
}

/* As cells are striped: two stripes of three in the one colour. */
static double striped(double u, double v) {
    (void)v;
    return (int)(6 * u) % 3 == 1 ? 0 : 1;
}

void cli_heat_bar(const cli_pixels *pixels, int x, int y, int width, int height) {
    paint(pixels, x, y, width, height, up);
}

void cli_heat_stripes(const cli_pixels *pixels, int x, int y, int width, int height) {
    paint(pixels, x, y, width, height, striped);
}
