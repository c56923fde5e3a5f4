/* colours.h: colours that colour-blind people can tell apart (Okabe and Ito, "Color Universal Design", 2008). */
#ifndef TL_DRAW_COLOURS_H
#define TL_DRAW_COLOURS_H

#include <trueline/draw.h>

static inline tl_colour tl_rgb(unsigned hex, float alpha) {
    return (tl_colour){(float)((hex >> 16) & 255U) / 255.0f, (float)((hex >> 8) & 255U) / 255.0f,
                       (float)(hex & 255U) / 255.0f, alpha};
}

#define TL_COLOUR_BLUE       tl_rgb(0x0072B2, 1)
#define TL_COLOUR_ORANGE     tl_rgb(0xE69F00, 1)
#define TL_COLOUR_GREEN      tl_rgb(0x009E73, 1)
#define TL_COLOUR_PURPLE     tl_rgb(0xCC79A7, 1)
#define TL_COLOUR_VERMILLION tl_rgb(0xD55E00, 1)
#define TL_COLOUR_SKY        tl_rgb(0x56B4E9, 1)
#define TL_COLOUR_INK        tl_rgb(0x1A1A1A, 1)
#define TL_COLOUR_YELLOW     tl_rgb(0xF0E442, 1)

static inline tl_colour tl_darker(tl_colour c, float by) {
    return (tl_colour){c.r * (1 - by), c.g * (1 - by), c.b * (1 - by), c.a};
}

static inline tl_colour tl_lighter(tl_colour c, float by) {
    return (tl_colour){c.r + (1 - c.r) * by, c.g + (1 - c.g) * by, c.b + (1 - c.b) * by, c.a};
}

static inline tl_colour tl_with_alpha(tl_colour c, float alpha) {
    c.a = alpha;
    return c;
}

#endif
