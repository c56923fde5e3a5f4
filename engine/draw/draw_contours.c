/* draw_contours.c: lines of equal value over a map.
 *
 * The estimates of cells are values in their middles. Each square between four middles is crossed by a line as its
 * corners say (Lorensen and Cline's marching cubes, in the plane); where the lines of two squares meet on the edge
 * between them they are joined. */
#include "draw/draw_board.h"

#include "draw/colours.h"

#include <stdio.h>

#define OVER  3.0 /* mm above the surface: over the carpet */
#define SHORT 6.0 /* lines of fewer cells than this are left out */

/* Edges between neighbouring middles: 2 * cell to the right, 2 * cell + 1 upwards. Each is met by at most two squares.
 */
typedef struct contours {
    const tl_board_map *map;
    size_t columns, rows;
    double *values;      /* of cells; NAN: none */
    uint32_t (*next)[2]; /* of edges: the edge at the other end of the line through a square, plus 1; 0: none */
    tl_vec3 *points;     /* of the line being followed */
} contours;

size_t tl_draw_map_levels(const tl_board_map *map, double levels[TL_BOARD_CONTOURS]) {
    static const double cm[] = {5, 10, 20, 50, 100, 200, 500}, inches[] = {1, 2, 4, 6, 12, 24, 48};
    bool view = map->kind == TL_BOARD_FOV || map->kind == TL_BOARD_DEAD || map->kind == TL_BOARD_COVER;
    if (!map->summary.in_mm) { /* where nearly every cell is nothing or all, one line tells everything */
        const double quarters[] = {0.25, 0.5, 0.75};
        for (int i = 0; i < 3; i++) {
            levels[i] = view ? 0.5 : quarters[i];
        }
        return view ? 1 : 3;
    }
    double most = tl_draw_map_scale(map), step = 0;
    for (size_t i = 0; i < sizeof(cm) / sizeof(*cm) && (i == 0 || most / step > TL_BOARD_CONTOURS); i++) {
        step = map->inch ? inches[i] * 25.4 : cm[i] * 10;
    }
    size_t count = 0;
    for (; count < TL_BOARD_CONTOURS && (double)(count + 1) * step < most; count++) {
        levels[count] = (double)(count + 1) * step;
    }
    return count;
}

static double value_at(const contours *c, size_t i, size_t j) {
    const tl_board_cell *cell = &c->map->cells[j * c->columns + i];
    return cell->standing ? cell->estimate : NAN;
}

/* The estimates; of gradual maps their means with the neighbours', one, two and one parts each way. */
static void take_values(contours *c, bool gradual) {
    for (size_t k = 0; k < c->columns * c->rows; k++) {
        size_t i = k % c->columns, j = k / c->columns;
        double own = value_at(c, i, j), sum = 0, weights = 0;
        for (int n = 0; n < 9 && gradual && own == own; n++) {
            size_t x = i + (size_t)(n % 3) - 1, y = j + (size_t)(n / 3) - 1; /* below zero wraps: no cell */
            double v = x < c->columns && y < c->rows ? value_at(c, x, y) : NAN;
            double weight = (n % 3 == 1 ? 2 : 1) * (n / 3 == 1 ? 2 : 1);
            sum += v == v ? weight * v : 0;
            weights += v == v ? weight : 0;
        }
        c->values[k] = weights > 0 ? sum / weights : own;
    }
}

/* The two cells of an edge. */
static size_t other_cell(const contours *c, size_t edge) {
    return edge / 2 + ((edge & 1) != 0 ? c->columns : 1);
}

static void join(contours *c, size_t a, size_t b) {
    c->next[a][c->next[a][0] != 0] = (uint32_t)(b + 1);
    c->next[b][c->next[b][0] != 0] = (uint32_t)(a + 1);
}

/* Lines across the square whose lowest corner is cell `k`. */
static void cross_square(contours *c, size_t k, double level) {
    const size_t corner[4] = {k, k + 1, k + c->columns + 1, k + c->columns};          /* counterclockwise */
    const size_t edge[4] = {2 * k, 2 * (k + 1) + 1, 2 * (k + c->columns), 2 * k + 1}; /* from each corner to the next */
    double sum = 0, low = INFINITY, high = -INFINITY;
    size_t crossed[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        double v = c->values[corner[i]], z = c->map->heights[corner[i]];
        sum += v + 0 * z; /* NAN when either is */
        low = tl_min(low, z), high = tl_max(high, z);
        if ((v >= level) != (c->values[corner[(i + 1) % 4]] >= level)) {
            crossed[count++] = edge[i];
        }
    }
    if (!(sum == sum) || high - low > c->map->summary.cell_mm) { /* another storey */
        return;
    }
    if (count == 2) {
        join(c, crossed[0], crossed[1]);
    } else if (count == 4) { /* a saddle: its middle goes with the first corner, or with the second */
        bool with = (sum / 4 >= level) == (c->values[k] >= level);
        join(c, crossed[0], crossed[with ? 1 : 3]);
        join(c, crossed[2], crossed[with ? 3 : 1]);
    }
}

static tl_vec3 point_on(const contours *c, size_t edge, double level) {
    const tl_board_summary *s = &c->map->summary;
    size_t a = edge / 2, b = other_cell(c, edge);
    double va = c->values[a], vb = c->values[b], t = (level - va) / (vb - va);
    double x = (double)(a % c->columns) + ((edge & 1) != 0 ? 0 : t), y = (double)(a / c->columns);
    y += (edge & 1) != 0 ? t : 0;
    return (tl_vec3){s->x0 + (x + 0.5) * s->cell_mm, s->y0 + (y + 0.5) * s->cell_mm,
                     c->map->heights[a] + t * (c->map->heights[b] - c->map->heights[a]) + OVER};
}

/* Follows a line from an edge and takes it away; returns how many points it has. */
static size_t follow(contours *c, size_t edge, double level) {
    size_t count = 0;
    for (size_t at = edge;;) {
        c->points[count++] = point_on(c, at, level);
        int way = c->next[at][0] != 0 ? 0 : 1;
        if (c->next[at][way] == 0) {
            return count;
        }
        size_t to = c->next[at][way] - 1;
        c->next[at][way] = 0;
        c->next[to][c->next[to][0] == at + 1 ? 0 : 1] = 0;
        at = to;
    }
}

static void draw_level(contours *c, double level, bool strong, const tl_draw_sink *sink) {
    size_t cells = c->columns * c->rows;
    for (size_t k = 0; k < 2 * cells; k++) {
        c->next[k][0] = c->next[k][1] = 0;
    }
    for (size_t j = 0; j + 1 < c->rows; j++) {
        for (size_t i = 0; i + 1 < c->columns; i++) {
            cross_square(c, j * c->columns + i, level);
        }
    }
    for (int closed = 0; closed < 2; closed++) { /* those with ends first: what is left then are rings */
        for (size_t k = 0; k < 2 * cells; k++) {
            int ends = (c->next[k][0] != 0) + (c->next[k][1] != 0);
            size_t count = ends == 1 + closed ? follow(c, k, level) : 0;
            if ((double)count > SHORT) {
                const tl_draw_line line = {
                    .points = c->points, .count = count, .colour = {1, 1, 1, 1}, .width_px = strong ? 1.8F : 1.0F};
                sink->line(sink->user, &line);
            }
        }
    }
}

void tl_draw_map_contours(const tl_board_map *map, const tl_draw_sink *sink) {
    size_t cells = map->summary.columns * map->summary.rows;
    contours c = {.map = map, .columns = map->summary.columns, .rows = map->summary.rows};
    double levels[TL_BOARD_CONTOURS];
    size_t count = tl_draw_map_levels(map, levels);
    c.values = tl_alloc_array(map->context, cells + 1, sizeof(*c.values));
    c.next = tl_alloc_array(map->context, 2 * cells + 1, sizeof(*c.next));
    c.points = tl_alloc_array(map->context, 2 * cells + 2, sizeof(*c.points));
    if (c.values != NULL && c.next != NULL && c.points != NULL && sink->line != NULL) {
        take_values(&c, count > 1);
        for (size_t i = 0; i < count; i++) { /* halves, and every other length, are stronger */
            draw_level(&c, levels[i], count == 1 || i % 2 == 1, sink);
        }
    }
    tl_free(map->context, c.values);
    tl_free(map->context, c.next);
    tl_free(map->context, c.points);
}
