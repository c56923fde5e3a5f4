/* heat.c: maps as colours. */
#include "heat.h"

#include <math.h>
#include <stdlib.h>

#define NEAR_BOUNDS 0.12 /* bounds nearer than this are one colour */

/* --- The scale ---------------------------------------------------------------------------------------------------- */

static void colour_of(double share, uint8_t rgb[3]) {
    tl_colour c = tl_board_colour(share);
    const float channels[3] = {c.r, c.g, c.b};
    for (int k = 0; k < 3; k++) {
        rgb[k] = (uint8_t)(255 * channels[k] + 0.5f);
    }
}

void cli_heat_bar(const cli_pixels *pixels, int x, int y, int width, int height) {
    for (int j = 0; j < height; j++) {
        uint8_t rgb[3];
        colour_of(1 - (j + 0.5) / height, rgb);
        for (int i = 0; i < width; i++) {
            if (x + i >= 0 && x + i < pixels->width && y + j >= 0 && y + j < pixels->height) {
                uint8_t *p = pixels->rgba + 4 * ((size_t)(y + j) * (size_t)pixels->width + (size_t)(x + i));
                bool rim = i == 0 || j == 0 || i == width - 1 || j == height - 1;
                for (int k = 0; k < 3; k++) {
                    p[k] = rim ? 30 : rgb[k];
                }
            }
        }
    }
}

/* --- Cells -------------------------------------------------------------------------------------------------------- */

typedef struct field {
    const tl_board_map *map;
    tl_board_summary s;
    cli_heat_scale scale;
} field;

static bool cell_at(const field *f, double x, double y, tl_board_cell *cell) {
    double i = floor((x - f->s.x0) / f->s.cell_mm), j = floor((y - f->s.y0) / f->s.cell_mm);
    if (!(i >= 0 && j >= 0 && i < (double)f->s.columns && j < (double)f->s.rows)) {
        return false;
    }
    *cell = tl_board_map_cell(f->map, (size_t)i, (size_t)j);
    return cell->standing;
}

/* The estimate as a share of the scale, between the middles of cells; below 0 where a cell is missing. */
static double smooth(const field *f, double x, double y) {
    double u = (x - f->s.x0) / f->s.cell_mm - 0.5, v = (y - f->s.y0) / f->s.cell_mm - 0.5;
    double i = floor(u), j = floor(v), sum = 0;
    for (int k = 0; k < 4; k++) {
        double ci = i + (k & 1), cj = j + (k >> 1);
        tl_board_cell cell;
        if (!cell_at(f, f->s.x0 + (ci + 0.5) * f->s.cell_mm, f->s.y0 + (cj + 0.5) * f->s.cell_mm, &cell)) {
            return -1;
        }
        double weight = ((k & 1) != 0 ? u - i : 1 - (u - i)) * (k >> 1 != 0 ? v - j : 1 - (v - j));
        sum += weight * cell.estimate / f->scale.most;
    }
    return sum;
}

/* Which tenth, or which half, a value is in. */
static int band(const field *f, double value) {
    return value < 0 ? -1 : f->scale.gradual ? (int)(value * 10 + 0.5) : value >= 0.5 ? 1 : 0;
}

static void paint(uint8_t *p, const uint8_t rgb[3]) {
    /* the table's own light and shade stay: its lightness against a middle grey */
    double light = (0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]) / 150.0;
    double shade = 0.45 + 0.55 * (light > 1.25 ? 1.25 : light);
    for (int k = 0; k < 3; k++) {
        double v = 0.82 * shade * rgb[k] + 0.18 * p[k];
        p[k] = (uint8_t)(v > 255 ? 255 : v);
    }
}

static void paint_pixel(const field *f, const cli_plan_view *view, int x, int y, uint8_t *p) {
    double mm_x = (x + 0.5 - view->x0) / view->scale, mm_y = (view->y0 - (y + 0.5)) / view->scale;
    tl_board_cell cell;
    if (!cell_at(f, mm_x, mm_y, &cell)) {
        return;
    }
    double low = cell.low / f->scale.most, high = cell.high / f->scale.most, value = 0.5 * (low + high);
    if (high - low > NEAR_BOUNDS) { /* stripes, twice as much of what the estimate is nearer to */
        bool near_high = cell.estimate - cell.low > cell.high - cell.estimate, thin = (x + y) / 3 % 3 == 0;
        value = thin != near_high ? high : low;
    }
    uint8_t rgb[3];
    colour_of(value, rgb);
    paint(p, rgb);
}

/* A thin line where the band changes to the right or below. */
static bool on_contour(const field *f, const cli_plan_view *view, int x, int y) {
    double mm_x = (x + 0.5 - view->x0) / view->scale, mm_y = (view->y0 - (y + 0.5)) / view->scale;
    int here = band(f, smooth(f, mm_x, mm_y)), right = band(f, smooth(f, mm_x + 1 / view->scale, mm_y));
    int below = band(f, smooth(f, mm_x, mm_y - 1 / view->scale));
    return here >= 0 && right >= 0 && below >= 0 && (here != right || here != below);
}

void cli_heat_paint(const cli_pixels *pixels, const cli_plan_view *view, const tl_board_map *map,
                    const cli_heat_scale *scale) {
    field f = {map, tl_board_map_summary(map), *scale};
    for (int y = 0; y < pixels->height; y++) {
        for (int x = 0; x < pixels->width; x++) {
            uint8_t *p = pixels->rgba + 4 * ((size_t)y * (size_t)pixels->width + (size_t)x);
            paint_pixel(&f, view, x, y, p);
            if (on_contour(&f, view, x, y)) {
                for (int k = 0; k < 3; k++) {
                    p[k] = (uint8_t)(p[k] * 0.5);
                }
            }
        }
    }
}
