/* heat.h: colours and patterns of maps, painted over the pixels of a picture of the table from above. */
#ifndef TL_CLI_HEAT_H
#define TL_CLI_HEAT_H

#include <trueline/board.h>

/* Pixels from the top left corner, 4 bytes each. */
typedef struct cli_pixels {
    uint8_t *rgba;
    int width, height;
} cli_pixels;

/* How the table lies in the picture, seen straight from above: pixel = origin + millimetres * scale, y down. */
typedef struct cli_plan_view {
    double x0, y0; /* pixel of the place (0, 0) */
    double scale;  /* pixels a millimetre */
} cli_plan_view;

/* What a map's colours run to, and where lines are drawn. */
typedef struct cli_heat_scale {
    double most;  /* the value of the light end; 0 is that of the dark one */
    bool gradual; /* lines run at every tenth of it; else only at the half */
} cli_heat_scale;

/* Paints the map's cells: flat where the two bounds are near, striped in the colours of both where they are not, left
 * as they are where nobody can stand. Lines follow the estimate. */
void cli_heat_paint(const cli_pixels *pixels, const cli_plan_view *view, const tl_board_map *map,
                    const cli_heat_scale *scale);

/* Fills a rectangle of pixels with the scale, 0 at the bottom. */
void cli_heat_bar(const cli_pixels *pixels, int x, int y, int width, int height);

#endif
