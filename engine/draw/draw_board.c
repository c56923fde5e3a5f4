/* draw_board.c: cells as a carpet over the relief, one mesh a colour. */
#include "draw/draw_board.h"

#include "board/map/plan.h"
#include "draw/colours.h"

#include <stdio.h>

#define OVER        1.5  /* mm above the surface */
#define NEAR_BOUNDS 0.12 /* bounds nearer than this are one colour */
#define OPACITY     1.0F /* what shines through is the drawing's choice: a tenth, seen from above */

enum { STEPS = 33, STRIPES = 6 };

/* --- The scale ---------------------------------------------------------------------------------------------------- */

/* Lightness from 14 to 92 of CIE Lab in even steps, a from 10 to -4, b from -38 to 62; as sRGB. */
static const uint8_t scale[STEPS][3] = {
    {0, 35, 90},     {0, 39, 91},     {17, 44, 92},    {32, 49, 94},    {43, 54, 95},    {53, 60, 96},
    {62, 65, 97},    {71, 71, 98},    {79, 76, 99},    {87, 82, 100},   {95, 88, 101},   {102, 94, 102},
    {110, 100, 103}, {117, 106, 104}, {125, 112, 105}, {132, 118, 105}, {140, 124, 106}, {147, 130, 107},
    {155, 137, 107}, {162, 143, 108}, {170, 150, 108}, {177, 156, 109}, {185, 163, 109}, {192, 169, 109},
    {200, 176, 110}, {207, 183, 110}, {215, 190, 110}, {222, 196, 110}, {230, 203, 110}, {238, 210, 110},
    {245, 217, 110}, {253, 224, 109}, {255, 231, 109}};

tl_colour tl_draw_heat(double share) {
    double t = (STEPS - 1) * tl_min(tl_max(share, 0), 1);
    int i = t < STEPS - 1 ? (int)t : STEPS - 2;
    float part = (float)(t - i), c[3];
    for (int k = 0; k < 3; k++) {
        c[k] = ((float)scale[i][k] + part * ((float)scale[i + 1][k] - (float)scale[i][k])) / 255.0F;
    }
    return (tl_colour){c[0], c[1], c[2], 1};
}

double tl_draw_map_scale(const tl_board_map *map) {
    const tl_board_summary *s = &map->summary;
    double most = s->in_mm ? 10 : 1;
    if (map->kind == TL_BOARD_HEIGHT) { /* nothing is known of what is taller */
        return tl_board_posts[TL_BOARD_POSTS - 1];
    }
    for (size_t k = 0; k < s->columns * s->rows && s->in_mm; k++) {
        most = map->cells[k].standing ? tl_max(most, map->cells[k].estimate) : most;
    }
    return most;
}

/* --- Carpets ------------------------------------------------------------------------------------------------------ */

/* Cells of a grid, each in a step of the scale, or striped in two; NOTHING isn't drawn. */
#define NOTHING UINT8_MAX

typedef struct carpet {
    tl_context *context;
    double x0, y0, cell;
    size_t columns, rows;
    uint8_t *steps[2]; /* where both are the same: all of the cell; else the first has two stripes of three */
    double *heights;
    tl_vec3 *vertices; /* room for four stripes of all cells */
    uint32_t *triangles;
} carpet;

static bool make_carpet(carpet *c) {
    size_t count = c->columns * c->rows;
    c->steps[0] = tl_alloc_array(c->context, count + 1, 1);
    c->steps[1] = tl_alloc_array(c->context, count + 1, 1);
    c->heights = tl_alloc_array(c->context, count + 1, sizeof(*c->heights));
    c->vertices = tl_alloc_array(c->context, 16 * count + 1, sizeof(*c->vertices));
    c->triangles = tl_alloc_array(c->context, 24 * count + 1, sizeof(*c->triangles));
    return c->steps[0] != NULL && c->steps[1] != NULL && c->heights != NULL && c->vertices != NULL &&
           c->triangles != NULL;
}

static void free_carpet(carpet *c) {
    tl_free(c->context, c->steps[0]);
    tl_free(c->context, c->steps[1]);
    tl_free(c->context, c->heights);
    tl_free(c->context, c->vertices);
    tl_free(c->context, c->triangles);
}

static uint8_t step_of(double share) {
    return (uint8_t)((STEPS - 1) * tl_min(tl_max(share, 0), 1) + 0.5);
}

/* Heights side by side that differ by no more are a slope, even a steep one; by more, another storey. */
static double same_slope(const carpet *c) {
    return tl_max(0.75 * c->cell, tl_min(2 * c->cell, 16));
}

/* The height of a corner: of the cells round it that go on from this one, not those of another storey; between their
 * mean and the highest, so that rims of slopes don't come through. */
static double corner_height(const carpet *c, size_t i, size_t j, int right, int up) {
    double own = c->heights[j * c->columns + i], sum = 0, top = own;
    int count = 0;
    for (int k = 0; k < 4; k++) {
        size_t x = i + (size_t)(k & 1 ? right : 0), y = j + (size_t)(k & 2 ? up : 0);
        x -= k & 1 && !right ? 1 : 0; /* wraps below zero: no cell */
        y -= k & 2 && !up ? 1 : 0;
        double z = x < c->columns && y < c->rows ? c->heights[y * c->columns + x] : NAN;
        if (fabs(z - own) <= same_slope(c)) {
            sum += z;
            top = tl_max(top, z);
            count++;
        }
    }
    return (count > 0 ? 0.5 * (sum / count + top) : own) + OVER;
}

/* The part of a cell from one share of its width to another. */
static void lay_part(const carpet *c, size_t k, double from, double to, size_t *count) {
    static const uint32_t corners[6] = {0, 1, 3, 0, 3, 2};
    size_t i = k % c->columns, j = k / c->columns;
    for (int v = 0; v < 4; v++) {
        double along = (v & 1) != 0 ? to : from;
        int up = v >> 1;
        double left = corner_height(c, i, j, 0, up), right = corner_height(c, i, j, 1, up);
        c->vertices[4 * *count + (size_t)v] =
            (tl_vec3){c->x0 + c->cell * ((double)i + along), c->y0 + c->cell * (double)(j + (size_t)up),
                      left + along * (right - left)};
    }
    for (size_t t = 0; t < 6; t++) {
        c->triangles[6 * *count + t] = (uint32_t)(4 * *count) + corners[t];
    }
    ++*count;
}

static void lay_step(const carpet *c, int step, const tl_draw_sink *sink) {
    size_t count = 0;
    for (size_t k = 0; k < c->columns * c->rows; k++) {
        bool first = c->steps[0][k] == step, second = c->steps[1][k] == step;
        if (!(c->heights[k] == c->heights[k])) {
            continue;
        }
        if (first && second) {
            lay_part(c, k, 0, 1, &count);
        }
        for (int stripe = 0; stripe < STRIPES && first != second; stripe++) {
            if ((stripe % 3 == 1) == second) {
                lay_part(c, k, (double)stripe / STRIPES, (stripe + 1.0) / STRIPES, &count);
            }
        }
    }
    if (count > 0) {
        const tl_draw_mesh mesh = {.vertices = c->vertices,
                                   .vertex_count = 4 * count,
                                   .triangles = c->triangles,
                                   .triangle_count = 2 * count,
                                   .colour = tl_with_alpha(tl_draw_heat(step / (double)(STEPS - 1)), OPACITY),
                                   .style = TL_DRAW_TRANSLUCENT};
        sink->mesh(sink->user, &mesh);
    }
}

static void lay(const carpet *c, const tl_draw_sink *sink) {
    for (int step = 0; step < STEPS && sink->mesh != NULL; step++) {
        lay_step(c, step, sink);
    }
}

void tl_draw_map(const tl_board_map *map, const tl_draw_sink *sink) {
    const tl_board_summary *s = &map->summary;
    carpet c = {
        .context = map->context, .x0 = s->x0, .y0 = s->y0, .cell = s->cell_mm, .columns = s->columns, .rows = s->rows};
    double most = tl_draw_map_scale(map);
    bool made = make_carpet(&c);
    for (size_t k = 0; k < s->columns * s->rows && made; k++) {
        const tl_board_cell *cell = &map->cells[k];
        double low = tl_min(cell->low, most), high = tl_min(cell->high, most), likely = tl_min(cell->estimate, most);
        bool open = (high - low) / most > NEAR_BOUNDS;
        bool upper = high - likely < likely - low; /* the bound that is likelier */
        double first = !open ? 0.5 * (low + high) : upper ? high : low;
        double second = !open ? first : upper ? low : high;
        c.steps[0][k] = !cell->standing ? NOTHING : step_of(first / most);
        c.steps[1][k] = !cell->standing ? NOTHING : step_of(second / most);
        c.heights[k] = map->heights[k];
    }
    if (made) {
        lay(&c, sink);
    }
    free_carpet(&c);
    tl_draw_map_contours(map, sink);
}

/* --- Firing positions --------------------------------------------------------------------------------------------- */

/* Striped in the colours of seen and unseen; with gaps where it isn't certain that the model gets there. */
static void choose_steps(const tl_firing *f, const tl_firing_square *candidate, uint8_t *first, uint8_t *second) {
    const tl_firing_cell *c = &candidate->cell;
    double sheltered = f->summary.foes > 0 ? (double)c->covered / (double)f->summary.foes : 1;
    uint8_t seen = step_of(0.5 + 0.5 * sheltered), unseen = step_of(0);
    *first = !c->standing ? NOTHING : c->high == 0 ? unseen : seen;
    *second = !c->standing || !c->certain ? NOTHING : c->low < 1 ? unseen : seen;
}

static void draw_place(const tl_firing *f, size_t index, const tl_draw_sink *sink) {
    const tl_firing_listed *l = &f->listed[index];
    double z = l->place.at.z + 3;
    tl_vec3 *points = tl_alloc_array(f->context, l->corner_count + l->ring_count + 1, sizeof(*points));
    for (size_t r = 0; r < l->ring_count && points != NULL && sink->line != NULL; r++) {
        const tl_firing_loop *loop = &l->rings[r];
        for (size_t i = 0; i <= loop->count; i++) {
            tl_vec2 corner = l->corners[loop->first + i % loop->count];
            points[i] = (tl_vec3){corner.x, corner.y, z};
        }
        const tl_draw_line line = {.points = points,
                                   .count = loop->count + 1,
                                   .colour = TL_COLOUR_INK,
                                   .width_px = 1.6F,
                                   .style = TL_DRAW_ON_TOP};
        sink->line(sink->user, &line);
    }
    tl_free(f->context, points);
    const tl_vec3 post[2] = {l->place.at, {l->place.at.x, l->place.at.y, l->place.at.z + 25}};
    const tl_draw_line pin = {.points = post,
                              .count = 2,
                              .colour = TL_COLOUR_VERMILLION,
                              .width_px = 3,
                              .end_dots = true,
                              .style = TL_DRAW_ON_TOP};
    char number[24];
    snprintf(number, sizeof(number), "%zu", index + 1);
    const tl_draw_label label = {
        .at = post[1], .text = number, .colour = TL_COLOUR_INK, .size = 1.1F, .style = TL_DRAW_ON_TOP};
    if (sink->line != NULL) {
        sink->line(sink->user, &pin);
    }
    if (sink->label != NULL) {
        sink->label(sink->user, &label);
    }
}

void tl_draw_firing(const tl_firing *f, const tl_draw_sink *sink) {
    const tl_firing_summary *s = &f->summary;
    carpet c = {
        .context = f->context, .x0 = s->x0, .y0 = s->y0, .cell = s->cell_mm, .columns = s->columns, .rows = s->rows};
    bool made = make_carpet(&c);
    for (size_t k = 0; k < s->columns * s->rows && made; k++) {
        choose_steps(f, &f->candidates[k], &c.steps[0][k], &c.steps[1][k]);
        c.heights[k] = f->candidates[k].height;
    }
    if (made) {
        lay(&c, sink);
    }
    free_carpet(&c);
    for (size_t i = s->places; i > 0; i--) { /* the best last, over the others */
        draw_place(f, i - 1, sink);
    }
}
