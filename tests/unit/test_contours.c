/* Lines of equal value over maps: where closed forms have them, closed where those are, each once; none across storeys
 * or holes. */
#include "support/assert_geom.h"

#include "draw/draw_board.h"

#include <stdlib.h>

enum { COLUMNS = 60, ROWS = 44, MOST_LINES = 64 };
#define CELL 10.0

static tl_context *context;
static tl_board_cell cells[COLUMNS * ROWS];
static double heights[COLUMNS * ROWS];

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_board_map map_of(tl_board_kind kind, double (*value)(double x, double y)) {
    tl_board_map map = {.context = context, .kind = kind, .cells = cells, .heights = heights};
    map.summary = (tl_board_summary){.columns = COLUMNS, .rows = ROWS, .x0 = 100, .y0 = 50, .cell_mm = CELL};
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        double v = value(100 + CELL * ((double)(k % COLUMNS) + 0.5), 50 + CELL * ((double)(k / COLUMNS) + 0.5));
        cells[k] = (tl_board_cell){.low = v, .high = v, .estimate = v, .standing = true};
        heights[k] = 3;
    }
    return map;
}

typedef struct seen {
    size_t lines, points, closed;
    double least, most;    /* of what `measure` says of the points */
    double length, across; /* of all lines; longest step */
    double (*measure)(tl_vec3 p);
} seen;

static void take_line(void *user, const tl_draw_line *line) {
    seen *s = user;
    s->lines++;
    s->points += line->count;
    tl_vec3 ends = tl_sub(line->points[0], line->points[line->count - 1]);
    s->closed += ends.x == 0 && ends.y == 0 && ends.z == 0;
    for (size_t i = 0; i < line->count; i++) {
        double m = s->measure(line->points[i]);
        s->least = fmin(s->least, m), s->most = fmax(s->most, m);
        if (i > 0) {
            double step = tl_length(tl_sub(line->points[i], line->points[i - 1]));
            s->length += step;
            s->across = fmax(s->across, step);
        }
    }
}

static seen lines_of(const tl_board_map *map, double (*measure)(tl_vec3 p)) {
    seen s = {.least = INFINITY, .most = -INFINITY, .measure = measure};
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &s, .line = take_line};
    tl_draw_map_contours(map, &sink);
    return s;
}

static double from_middle(tl_vec3 p) {
    return hypot(p.x - 390, p.y - 280);
}

static double cone(double x, double y) {
    return from_middle((tl_vec3){x, y, 0}) / 320;
}

static double slope(double x, double y) {
    (void)y;
    return (x - 100) / (CELL * COLUMNS);
}

static void lines_of_a_cone_are_circles(void **state) {
    (void)state;
    tl_board_map map = map_of(TL_BOARD_FOV, cone);
    seen s = lines_of(&map, from_middle);
    assert_int_equal(s.lines, 1);
    assert_int_equal(s.closed, 1);
    /* Linear between middles: the chord of a cell's width lies at most CELL^2 / (8 * 160) inside; and no farther out.
     */
    assert_true(s.least >= 160 - 0.2 && s.most <= 160 + 1e-9);
    assert_near(s.length, 2 * 3.14159265358979 * 160, 5);
    assert_true(s.across <= CELL * sqrt(2) + 1e-9);
}

/* The meshes of a map's cells. */
typedef struct paint {
    size_t meshes;
    tl_colour colour; /* of the last */
} paint;

static void take_paint(void *user, const tl_draw_mesh *mesh) {
    paint *p = user;
    p->meshes++;
    p->colour = mesh->colour;
}

static double abscissa(tl_vec3 p) {
    return p.x;
}

static void quarters_of_gradual_maps(void **state) {
    (void)state;
    double levels[TL_BOARD_CONTOURS];
    tl_board_map map = map_of(TL_BOARD_EXPOSURE, slope);
    assert_int_equal(tl_draw_map_levels(&map, levels), 3);
    seen s = lines_of(&map, abscissa);
    assert_int_equal(s.lines, 3); /* a mean of neighbours of a plane is itself, but at its rims */
    assert_int_equal(s.closed, 0);
    assert_near(s.least, 100 + 0.25 * CELL * COLUMNS, 1e-6);
    assert_near(s.most, 100 + 0.75 * CELL * COLUMNS, 1e-6);
    assert_near(s.length, 3 * CELL * (ROWS - 1), 1e-6);
}

/* Of heights that are tried up to 120 mm nothing is known beyond: all that is hidden so high has the lightest colour.
 */
static void heights_end_at_the_tallest_post(void **state) {
    (void)state;
    double levels[TL_BOARD_CONTOURS];
    tl_board_map map = map_of(TL_BOARD_HEIGHT, slope);
    map.summary.in_mm = true;
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        cells[k] = (tl_board_cell){.low = 110, .high = 2163, .estimate = 2163, .standing = true};
    }
    assert_near(tl_draw_map_scale(&map), 120, 0);
    assert_int_equal(tl_draw_map_levels(&map, levels), 2); /* 5 and 10 cm */
    paint p = {.meshes = 0};
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &p, .mesh = take_paint};
    tl_draw_map(&map, &sink);
    tl_colour light = tl_draw_heat(31.0 / 32);
    assert_int_equal(p.meshes, 1); /* no stripes */
    assert_true(p.colour.r == light.r && p.colour.g == light.g && p.colour.b == light.b);
}

static void lengths_have_round_steps(void **state) {
    (void)state;
    double levels[TL_BOARD_CONTOURS];
    tl_board_map map = map_of(TL_BOARD_LENGTH, slope);
    map.summary.in_mm = true;
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        cells[k].estimate *= 1000;
    }
    assert_int_equal(tl_draw_map_levels(&map, levels), 4); /* every 20 cm to 99 */
    assert_near(levels[0], 200, 1e-9);
    assert_near(levels[3], 800, 1e-9);
    map.inch = true;
    assert_int_equal(tl_draw_map_levels(&map, levels), 3); /* every foot to 39 inches */
    assert_near(levels[2], 36 * 25.4, 1e-9);
}

static void holes_and_storeys_cut_lines(void **state) {
    (void)state;
    tl_board_map map = map_of(TL_BOARD_FOV, slope);
    for (size_t k = 0; k < COLUMNS * ROWS; k++) {
        cells[k].standing = k / COLUMNS != 20;  /* nobody stands in this row, */
        heights[k] = k / COLUMNS < 33 ? 3 : 90; /* and those behind the other are on a roof */
    }
    seen s = lines_of(&map, abscissa);
    assert_int_equal(s.lines, 3);
    assert_near(s.length, CELL * (19 + 11 + 10), 1e-6);
}

/* Any values: each pair of neighbours on both sides of the level has one point of one line between them. */
static void every_crossing_is_met_once(void **state) {
    (void)state;
    test_random random = test_random_start("every_crossing_is_met_once", 17);
    for (int round = 0; round < 20; round++) {
        tl_board_map map = map_of(TL_BOARD_FOV, slope);
        for (size_t k = 0; k < COLUMNS * ROWS;
             k++) { /* a checkered middle, so that saddles are many; rims are nothing */
            size_t i = k % COLUMNS, j = k / COLUMNS;
            bool rim = i < 2 || j < 2 || i + 3 > COLUMNS || j + 3 > ROWS;
            cells[k].estimate = rim ? 0 : test_random_between(&random, 0, 1);
        }
        size_t crossings = 0;
        for (size_t k = 0; k < COLUMNS * ROWS; k++) {
            bool in = cells[k].estimate >= 0.5;
            crossings += k % COLUMNS + 1 < COLUMNS && in != (cells[k + 1].estimate >= 0.5);
            crossings += k / COLUMNS + 1 < ROWS && in != (cells[k + COLUMNS].estimate >= 0.5);
        }
        seen s = lines_of(&map, abscissa);
        assert_int_equal(s.closed, s.lines); /* nothing ends but at the rim */
        size_t met = s.points - s.lines;
        assert_true(met <= crossings); /* specks of fewer than six cells are left out */
        assert_true(met > crossings / 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_cone_are_circles), cmocka_unit_test(quarters_of_gradual_maps),
        cmocka_unit_test(lengths_have_round_steps),    cmocka_unit_test(holes_and_storeys_cut_lines),
        cmocka_unit_test(every_crossing_is_met_once),  cmocka_unit_test(heights_end_at_the_tallest_post),
    };
    return cmocka_run_group_tests_name("contours", tests, setup, teardown);
}
