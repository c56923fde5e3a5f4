/* A board of upright walls alone is a problem of the plan: a post sees a post past walls taller than both when the
 * segment between them meets no wall's outline. What is in view of a cell is worked out here by taking the walls'
 * shadows off it, polygon by polygon, and held against the map. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/made_scene.h"

#include <trueline/board.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WALLS = 7, MOST_CORNERS = 24, MOST_PIECES = 400 };

#define CELL 20.0
#define WIDE 0.11 /* mm: more than a post is wide */

typedef struct rect {
    double x0, y0, x1, y1;
} rect;

static const rect walls[WALLS] = {{120, 150, 180, 160}, {200, 90, 210, 240},  {260, 260, 330, 300}, {60, 250, 130, 262},
                                  {330, 60, 345, 130},  {300, 180, 312, 215}, {40, 60, 75, 75}};
static const tl_vec2 eye = {101, 103};

typedef struct piece {
    long double x[MOST_CORNERS], y[MOST_CORNERS];
    int count;
} piece;

static long double area_of(const piece *p) {
    long double sum = 0;
    for (int i = 0; i < p->count; i++) {
        int k = (i + 1) % p->count;
        sum += p->x[i] * p->y[k] - p->x[k] * p->y[i];
    }
    return fabsl(sum) / 2;
}

/* The part where a x + b y <= c, or the other one. */
static piece clip(const piece *p, long double a, long double b, long double c, int side) {
    piece out = {.count = 0};
    for (int i = 0; i < p->count; i++) {
        int k = (i + 1) % p->count;
        long double d = side * (a * p->x[i] + b * p->y[i] - c), e = side * (a * p->x[k] + b * p->y[k] - c);
        if (d <= 0) {
            out.x[out.count] = p->x[i];
            out.y[out.count++] = p->y[i];
        }
        if ((d < 0 && e > 0) || (d > 0 && e < 0)) {
            long double t = d / (d - e);
            out.x[out.count] = p->x[i] + t * (p->x[k] - p->x[i]);
            out.y[out.count++] = p->y[i] + t * (p->y[k] - p->y[i]);
        }
    }
    return out;
}

/* The lines that bound a wall's shadow, wall included: a x + b y <= c inside. Two through the eye and the outermost
 * corners, and those sides of the wall that the eye is outside of. */
static int shadow(const rect *w, double grown, long double line[6][3]) {
    rect g = {w->x0 - grown, w->y0 - grown, w->x1 + grown, w->y1 + grown};
    const double cx[4] = {g.x0, g.x1, g.x1, g.x0}, cy[4] = {g.y0, g.y0, g.y1, g.y1};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int left = 0, right = 0;
        long double dx = cx[i] - eye.x, dy = cy[i] - eye.y;
        for (int k = 0; k < 4; k++) {
            long double turn = dx * (cy[k] - eye.y) - dy * (cx[k] - eye.x);
            left += turn > 0;
            right += turn < 0;
        }
        if (left == 0 || right == 0) { /* outermost: all of the wall is on one side of the ray */
            long double s = left == 0 ? 1 : -1;
            long double a = -s * dy, b = s * dx; /* turn <= 0 inside when left == 0 */
            line[n][0] = a;
            line[n][1] = b;
            line[n++][2] = a * eye.x + b * eye.y;
        }
    }
    const long double sides[4][3] = {{-1, 0, -g.x0}, {1, 0, g.x1}, {0, -1, -g.y0}, {0, 1, g.y1}};
    const int beyond[4] = {eye.x<g.x0, eye.x> g.x1, eye.y<g.y0, eye.y> g.y1};
    for (int k = 0; k < 4; k++) {
        if (beyond[k]) {
            memcpy(line[n++], sides[k], sizeof(sides[k]));
        }
    }
    return n;
}

/* The area of a cell that is in view, with all walls grown by so much. */
static long double in_view(rect cell, double grown) {
    static piece pieces[MOST_PIECES];
    int count = 1;
    pieces[0] = (piece){{cell.x0, cell.x1, cell.x1, cell.x0}, {cell.y0, cell.y0, cell.y1, cell.y1}, 4};
    for (int w = 0; w < WALLS; w++) {
        long double line[6][3];
        int lines = shadow(&walls[w], grown, line), kept = 0;
        static piece left[MOST_PIECES];
        for (int i = 0; i < count; i++) {
            piece rest = pieces[i]; /* what is inside all lines so far */
            for (int k = 0; k < lines && rest.count > 0; k++) {
                piece outside = clip(&rest, line[k][0], line[k][1], line[k][2], -1);
                if (outside.count >= 3 && area_of(&outside) > 0) {
                    assert_true(kept < MOST_PIECES);
                    left[kept++] = outside;
                }
                rest = clip(&rest, line[k][0], line[k][1], line[k][2], 1);
            }
        }
        count = kept;
        memcpy(pieces, left, (size_t)kept * sizeof(*left));
    }
    long double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += area_of(&pieces[i]);
    }
    return sum;
}

/* A table with these walls, so high, and a post that looks. */
static void make_board(made_scene *made, const char *name, double height, const char *more) {
    made_begin(made, name);
    made_box boxes[WALLS];
    for (int i = 0; i < WALLS; i++) {
        boxes[i] = (made_box){{walls[i].x0, walls[i].y0, -1}, {walls[i].x1, walls[i].y1, height}};
    }
    made_boxes(made, "walls.obj", boxes, WALLS);
    char text[1000];
    snprintf(text, sizeof(text),
             "{'trueline': 1, 'table': {'width': 400, 'depth': 320}, "
             "'assets': {'post': {'base': {'shape': 'disc', 'diameter': 0.1}, "
             "'core': {'shape': 'box', 'min': [-0.05, -0.05, 5], 'max': [0.05, 0.05, 25]}}}, "
             "'terrain': [{'id': 'walls', 'kind': 'wall', %s'mesh': 'walls.obj'}], "
             "'units': [{'id': 'a', 'class': 'infantry', 'members': [{'id': 'a-1', 'asset': 'post', "
             "'at': [101, 103]}]}]}",
             more);
    made_load(made, "%s", text);
}

static tl_board_map *analyze(const made_scene *made, const tl_board_question *question) {
    tl_board_map *map = NULL;
    tl_error error = {0};
    if (tl_scene_analyze(made->scene, question, &map, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return map;
}

/* `turned`: the map tells what is not in view. */
static void hold_against_the_plan(const tl_board_map *map, bool turned) {
    tl_board_summary s = tl_board_map_summary(map);
    size_t all = 0, none = 0, mixed = 0, border = 0;
    for (size_t j = 0; j < s.rows; j++) {
        for (size_t i = 0; i < s.columns; i++) {
            rect cell = {CELL * (double)i, CELL * (double)j, CELL * (double)(i + 1), CELL * (double)(j + 1)};
            tl_board_cell c = tl_board_map_cell(map, i, j);
            if (turned) {
                c = (tl_board_cell){1 - c.high, 1 - c.low, 1 - c.estimate, c.standing, c.partly};
            }
            long double whole = CELL * CELL, most = in_view(cell, -WIDE), least = in_view(cell, WIDE);
            border += most > 0.01L && least < whole - 0.01L;
            if (!c.standing) {
                continue;
            }
            /* where walls a little smaller hide all of it, or walls a little larger none, there is no doubt */
            assert_true(c.high > 0 || least < 0.01L);
            assert_true(c.low < 1 || most > whole - 0.01L);
            assert_true(c.low <= (double)(most / whole) + 1e-6 || c.partly);
            assert_true(c.high >= (double)(least / whole) - 1e-6 || c.partly);
            none += c.high == 0;
            all += c.low == 1;
            mixed += c.high > 0 && c.low < 1;
        }
    }
    print_message("%zu all, %zu none, %zu mixed, %zu on borders\n", all, none, mixed, border);
    assert_true(all > 60 && none > 20);
    assert_true(mixed <= border + border / 4); /* little else than the borders is left open */
}

/* Posts are as good as lines: who is seen at all is seen wholly, so the cover of high walls is their shadow. */
static void shadows_are_those_of_the_plan(void **state) {
    (void)state;
    made_scene made;
    make_board(&made, "shadows", 60, "");
    tl_board_question question = {
        .struct_size = sizeof(tl_board_question), .map = "fov", .from = "a", .target = "post", .cell_mm = CELL};
    tl_board_map *map = analyze(&made, &question);
    hold_against_the_plan(map, false);
    tl_board_map_destroy(map);
    question.map = "cover";
    map = analyze(&made, &question);
    hold_against_the_plan(map, true);
    tl_board_map_destroy(map);
    made_end(&made);
}

/* Whether a segment of the plan meets a wall that is larger by so much all round. */
static bool meets(tl_vec2 p, tl_vec2 q, const rect *w, double grown) {
    double from = 0, to = 1;
    const double start[2] = {p.x, p.y}, way[2] = {q.x - p.x, q.y - p.y};
    const double low[2] = {w->x0 - grown, w->y0 - grown}, high[2] = {w->x1 + grown, w->y1 + grown};
    for (int k = 0; k < 2; k++) {
        if (way[k] == 0) {
            if (start[k] < low[k] || start[k] > high[k]) {
                return false;
            }
            continue;
        }
        double a = (low[k] - start[k]) / way[k], b = (high[k] - start[k]) / way[k];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to;
}

/* The best view is from the top of a post, 25 mm up. The line from there to the foot of the other, at 5 mm, is at 12 mm
 * or less where 0.65 of its way lies behind it: so a wall 12 mm high gives cover where it meets the rest of the way. */
static bool behind_low_wall(tl_vec2 q, double grown, double from) {
    tl_vec2 p = {eye.x + from * (q.x - eye.x), eye.y + from * (q.y - eye.y)};
    for (int i = 0; i < WALLS; i++) {
        if (meets(p, q, &walls[i], grown)) {
            return true;
        }
    }
    return false;
}

static void low_walls_cover_what_is_near_behind_them(void **state) {
    (void)state;
    enum { PLACES = 9 };
    made_scene made;
    make_board(&made, "low", 12, "");
    const tl_board_question question = {
        .struct_size = sizeof(tl_board_question), .map = "cover", .from = "a", .target = "post", .cell_mm = CELL};
    tl_board_map *map = analyze(&made, &question);
    tl_board_summary s = tl_board_map_summary(map);
    size_t all = 0, none = 0;
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_board_cell c = tl_board_map_cell(map, k % s.columns, k / s.columns);
        if (!c.standing || (c.low < 1 && c.high > 0)) {
            continue;
        }
        bool low_ground = false;
        for (int i = 0; i < PLACES * PLACES; i++) {
            tl_vec2 q = {CELL * ((double)(k % s.columns) + (i % PLACES) / (PLACES - 1.0)),
                         CELL * ((double)(k / s.columns) + (i / PLACES) / (PLACES - 1.0))};
            for (int w = 0; w < WALLS; w++) { /* on top of a wall it stands higher */
                low_ground = low_ground || meets(q, q, &walls[w], WIDE);
            }
            assert_true(low_ground || c.low < 1 || behind_low_wall(q, WIDE, 0.64));
            assert_true(low_ground || c.high > 0 || !behind_low_wall(q, -WIDE, 0.66));
        }
        all += c.low == 1 && !low_ground;
        none += c.high == 0 && !low_ground;
    }
    print_message("%zu in cover, %zu in none\n", all, none);
    assert_true(all > 8 && none > 100);
    tl_board_map_destroy(map);
    made_end(&made);
}

/* The share of a zone, in plan, that a place sees, by a fine lattice. */
static double share_seen(tl_vec2 p, rect zone, double grown) {
    size_t seen = 0, all = 0;
    for (double y = zone.y0 + 1; y < zone.y1; y += 2) {
        for (double x = zone.x0 + 1; x < zone.x1; x += 2, all++) {
            bool free = true;
            for (int i = 0; i < WALLS && free; i++) {
                free = !meets(p, (tl_vec2){x, y}, &walls[i], grown);
            }
            seen += free;
        }
    }
    return (double)seen / (double)all;
}

static void zones_see_one_another_as_in_the_plan(void **state) {
    (void)state;
    enum { PLACES = 3 };
    made_scene made;
    make_board(&made, "mutual", 60, "");
    const rect zones[2] = {{20, 20, 380, 60}, {20, 264, 380, 320}}; /* the second ends between cells */
    const tl_vec2 a[4] = {{20, 20}, {380, 20}, {380, 60}, {20, 60}},
                  b[4] = {{20, 264}, {380, 264}, {380, 320}, {20, 320}};
    tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                  .map = "mutual",
                                  .zone = a,
                                  .zone_count = 4,
                                  .to = b,
                                  .to_count = 4,
                                  .cell_mm = 8,
                                  .observer = "post",
                                  .target = "post"};
    tl_board_map *map = analyze(&made, &question);
    tl_board_summary s = tl_board_map_summary(map);
    assert_true(s.mutual && s.pairs.low <= s.pairs.high);
    double mean[2] = {0, 0};
    size_t cells[2] = {0, 0};
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_board_cell c = tl_board_map_cell(map, k % s.columns, k / s.columns);
        int zone = 8 * (double)(k / s.columns) > 160;
        if (!c.standing || k % 7 != 0 || c.partly) {
            continue;
        }
        for (int i = 0; i < PLACES * PLACES; i++) {
            tl_vec2 p = {8 * ((double)(k % s.columns) + (i % PLACES + 0.5) / PLACES),
                         8 * ((double)(k / s.columns) + (i / PLACES + 0.5) / PLACES)};
            assert_true(share_seen(p, zones[1 - zone], -WIDE) >= c.low - 0.03);
            double share = share_seen(p, zones[1 - zone], WIDE);
            assert_true(share <= c.high + 0.03);
            mean[zone] += share / (PLACES * PLACES);
        }
        cells[zone]++;
    }
    assert_true(cells[0] > 25 && cells[1] > 20);
    for (int zone = 0; zone < 2; zone++) {
        tl_board_bounds m = zone == 0 ? s.from_zone : s.from_to;
        double share = mean[zone] / (double)cells[zone];
        print_message("%.3f is within %.3f to %.3f (%.3f)\n", share, m.low, m.high, m.estimate);
        assert_true(share >= m.low - 0.05 && share <= m.high + 0.05);
        assert_true(m.high - m.low < 0.4 && fabs(m.estimate - share) < 0.06);
    }
    tl_board_map_destroy(map);
    made_end(&made);
}

/* Walls that may be off by so much: what is proved must be so of walls that much larger and that much smaller. */
static void uncertain_walls_prove_less(void **state) {
    (void)state;
    const double off = 2.5;
    made_scene made;
    make_board(&made, "uncertain", 60, "'uncertainty': 2.5, ");
    tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                  .map = "fov",
                                  .has_place = true,
                                  .place = {eye.x, eye.y},
                                  .observer = "post",
                                  .target = "post",
                                  .cell_mm = CELL};
    for (int turned = 0; turned < 2; turned++) {
        question.map = turned == 1 ? "cover" : "fov";
        tl_board_map *map = analyze(&made, &question);
        tl_board_summary s = tl_board_map_summary(map);
        size_t all = 0, none = 0;
        for (size_t k = 0; k < s.columns * s.rows; k++) {
            double x = CELL * (double)(k % s.columns), y = CELL * (double)(k / s.columns);
            rect cell = {x, y, x + CELL, y + CELL};
            tl_board_cell c = tl_board_map_cell(map, k % s.columns, k / s.columns);
            double low = turned == 1 ? 1 - c.high : c.low, high = turned == 1 ? 1 - c.low : c.high;
            if (c.standing) {
                assert_true(high > 0 || in_view(cell, -off - WIDE) < 0.01L);
                assert_true(low < 1 || in_view(cell, off + WIDE) > CELL * CELL - 0.01L);
                none += high == 0;
                all += low == 1;
            }
        }
        print_message("%zu all, %zu none, with walls that may be off\n", all, none);
        assert_true(all > 60 && none > 40);
        tl_board_map_destroy(map);
    }
    made_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadows_are_those_of_the_plan), cmocka_unit_test(low_walls_cover_what_is_near_behind_them),
        cmocka_unit_test(zones_see_one_another_as_in_the_plan), cmocka_unit_test(uncertain_walls_prove_less)};
    return cmocka_run_group_tests_name("api_shadows", tests, NULL, NULL);
}
