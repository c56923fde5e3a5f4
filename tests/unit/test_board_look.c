/* test_board_look.c: what bodies anywhere in two squares see of each other, against walls whose shadows are known in
 * closed form, and against rulings about single places. */
#include "support/board_table.h"

#include "board/map/bodies.h"
#include "judge/between/between.h"

#include "judge/sight/pair_sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Both bodies are posts: cores 10 x 10 from z = 3 to 40. One stands round (1000, 1000), the other 400 mm along x. */

static const double turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* A wall across the way, seen with the way turned by quarters: from `along` to `along` + 10, beside it from y0 to y1.
 */
static void wall(board_table *b, int turn, double along, double y0, double y1, double low, double high) {
    double c = turns[turn][0], s = turns[turn][1];
    double x[2] = {along * c - y0 * s, (along + 10) * c - y1 * s},
           y[2] = {along * s + y0 * c, (along + 10) * s + y1 * c};
    static int number;
    judge_terrain(&b->t, "{'id':'w%d','kind':'wall','mesh':'box %.17g %.17g %.17g %.17g %.17g %.17g','at':[0,0,0]}",
                  number++, 1000 + fmin(x[0], x[1]), 1000 + fmin(y[0], y[1]), low, 1000 + fmax(x[0], x[1]),
                  1000 + fmax(y[0], y[1]), high);
}

static tl_board_rect other(int turn, double half) {
    return board_square(1000 + 400 * turns[turn][0], 1000 + 400 * turns[turn][1], half);
}

static tl_board_rect here(double half) {
    return board_square(1000, 1000, half);
}

/* The table is a plane, or a mesh that is one. */
static void ground(board_table *b, bool mesh) {
    if (mesh) {
        judge_ground(&b->t, "'mesh':'tile 0 0 0 3000 3000 0'");
    }
}

static const double HALVES[3] = {0, 5, 40};

static void nothing_between(void **state) {
    (void)state;
    for (int mesh = 0; mesh < 2; mesh++) {
        board_table b;
        board_begin(&b);
        ground(&b, mesh == 1);
        wall(&b, 0, 200, 120, 160, 0, 90); /* beside the way */
        board_ready(&b, "post", "post", NULL);
        assert_int_equal(b.terrain.sheet, mesh);
        uint64_t asked = 0;
        for (int turn = 0; turn < 4; turn++) {
            for (int k = 0; k < 3; k++) {
                bool likely = false;
                assert_int_equal(board_look(&b, here(HALVES[k]), other(turn, HALVES[2 - k]), &likely), TL_BOARD_ALL);
                assert_true(likely);
                asked++;
            }
        }
        assert_int_equal(b.looker.rulings, asked);
        assert_int_equal(b.looker.proofs, 0); /* no line was blocked */
        assert_false(b.looker.dark);
        board_end(&b);
    }
}

/* A long wall: who looks over it sees, to a hair; as high as both it hides everything. */
static void walls_as_high_as_bodies(void **state) {
    (void)state;
    const struct {
        double high;
        tl_board_answer answer;
    } rows[] = {{2, TL_BOARD_ALL},   {20, TL_BOARD_ALL},     {39.99, TL_BOARD_ALL},
                {40, TL_BOARD_NONE}, {40.01, TL_BOARD_NONE}, {90, TL_BOARD_NONE}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int turn = 0; turn < 4; turn++) {
            board_table b;
            board_begin(&b);
            ground(&b, turn % 2 == 1);
            wall(&b, turn, 200, -300, 300, 0, rows[i].high);
            board_ready(&b, "post", "post", NULL);
            for (int k = 0; k < 9; k++) {
                bool likely;
                double from = HALVES[k % 3], to = HALVES[k / 3];
                uint64_t before = b.looker.proofs;
                assert_int_equal(board_look(&b, here(from), other(turn, to), &likely), rows[i].answer);
                assert_int_equal(likely, rows[i].answer == TL_BOARD_ALL);
                assert_int_equal(b.looker.proofs - before, rows[i].answer == TL_BOARD_NONE);
                assert_int_equal(b.looker.dark, rows[i].answer == TL_BOARD_NONE);
            }
            board_end(&b);
        }
    }
}

/* A gap below: as low as the cores begin, at 3 mm, one sees through under it. */
static void walls_in_the_air(void **state) {
    (void)state;
    const double low[4] = {2.9, 3, 3.01, 30};
    for (int i = 0; i < 8; i++) {
        board_table b;
        board_begin(&b);
        ground(&b, i >= 4);
        wall(&b, 0, 200, -300, 300, low[i % 4], 90);
        board_ready(&b, "post", "post", NULL);
        for (int k = 0; k < 3; k++) {
            tl_board_answer answer = board_look(&b, here(HALVES[k]), other(0, HALVES[k]), NULL);
            assert_int_equal(answer, i % 4 < 2 ? TL_BOARD_NONE : TL_BOARD_ALL);
        }
        board_end(&b);
    }
}

/* A wall that ends beside the way: past it one sees from all places, from some, or from none. */
static void walls_that_end(void **state) {
    (void)state;
    const struct {
        double end; /* squares of half side 5: cores are somewhere in +-10, and always have a part in +-0 */
        tl_board_answer answer;
    } rows[] = {{-12, TL_BOARD_ALL}, {-1, TL_BOARD_ALL},   {2, TL_BOARD_OPEN},
                {5, TL_BOARD_OPEN},  {9.9, TL_BOARD_OPEN}, {10.1, TL_BOARD_NONE}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int turn = 0; turn < 4; turn++) {
            for (int side = -1; side <= 1; side += 2) {
                board_table b;
                board_begin(&b);
                wall(&b, turn, 200, side < 0 ? -300 : -rows[i].end, side < 0 ? rows[i].end : 300, 0, 90);
                board_ready(&b, "post", "post", NULL);
                bool likely;
                assert_int_equal(board_look(&b, here(5), other(turn, 5), &likely), rows[i].answer);
                assert_int_equal(likely, rows[i].end < 5); /* in the middle cores end at +-5 */
                board_end(&b);
            }
        }
    }
}

/* Past the end of a wall one sees from one corner of a square and from no other: what lines tell there is enough to
 * know that nothing can be proved, whichever corner it is, from it and to it. */
static void one_corner_sees(void **state) {
    (void)state;
    for (int turn = 0; turn < 4; turn++) {
        for (int side = -1; side <= 1; side += 2) {
            board_table b;
            board_begin(&b);
            wall(&b, turn, 60, side > 0 ? -300 : -20, side > 0 ? 20 : 300, 0, 90);
            board_ready(&b, "post", "post", NULL);
            double c = turns[turn][0], s = turns[turn][1], y = -100 * side;
            tl_board_rect square = here(40), place = board_square(1000 + 400 * c - y * s, 1000 + 400 * s + y * c, 0);
            bool likely;
            assert_int_equal(board_look(&b, square, place, &likely), TL_BOARD_OPEN);
            assert_false(likely);
            assert_int_equal(board_look(&b, place, square, &likely), TL_BOARD_OPEN);
            assert_false(likely);
            assert_int_equal(b.looker.proofs, 0);
            /* the square without that corner sees nothing */
            for (int k = 0; k < 4; k++) {
                tl_board_rect part = {k % 2 == 0 ? 960 : 1010, k / 2 == 0 ? 960 : 1010, k % 2 == 0 ? 990 : 1040,
                                      k / 2 == 0 ? 990 : 1040};
                double along = (part.x0 - 985) * c + (part.y0 - 985) * s,
                       beside = (part.y0 - 985) * c - (part.x0 - 985) * s;
                assert_int_equal(board_look(&b, part, place, &likely),
                                 along > 0 && beside * side > 0 ? TL_BOARD_OPEN : TL_BOARD_NONE);
            }
            board_end(&b);
        }
    }
}

/* Through a window as wide as a line: between the two cores' sides, tops and bottoms. */
static void through_a_window(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        const double width[4] = {30, 11, 8, 1};
        board_table b;
        board_begin(&b);
        double w = width[i % 4] / 2, low = i < 4 ? 15 : 31, high = i < 4 ? 22 : 60;
        wall(&b, 0, 200, -300, -w, 0, 90);
        wall(&b, 0, 200, w, 300, 0, 90);
        wall(&b, 0, 200, -w, w, 0, low);
        wall(&b, 0, 200, -w, w, high, 90);
        board_ready(&b, "post", "post", NULL);
        bool likely;
        tl_board_end ends[2] = {board_at(&b, 0, here(0), 0, 0), board_at(&b, 1, other(0, 0), 0, 0)};
        tl_board_answer answer = board_look_ends(&b, &ends[0], &ends[1], true, &likely);
        assert_int_not_equal(answer, TL_BOARD_NONE); /* there are lines from place to place */
        assert_true(i % 4 == 3 || likely);
        assert_true(i % 4 == 3 || answer == TL_BOARD_ALL);
        board_end(&b);
    }
}

/* Heights that aren't known to a hair: all of them count. */
static void heights_in_doubt(void **state) {
    (void)state;
    const struct {
        double wall, low, high; /* the heights of who looks; the other stands on the ground */
        double other;
        tl_board_answer answer;
    } rows[] = {{39, 0, 20, 0, TL_BOARD_ALL},   {49, 0, 20, 0, TL_BOARD_OPEN},  {61, 0, 20, 20, TL_BOARD_NONE},
                {59, 0, 20, 20, TL_BOARD_OPEN}, {55, 0, 20, 20, TL_BOARD_OPEN}, {45, 20, 20, 20, TL_BOARD_ALL},
                {60, 20, 20, 20, TL_BOARD_NONE}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int k = 0; k < 3; k++) {
            board_table b;
            board_begin(&b);
            wall(&b, 0, 200, -300, 300, 0, rows[i].wall);
            board_ready(&b, "post", "post", NULL);
            tl_board_end from = board_at(&b, 0, here(HALVES[k]), rows[i].low, rows[i].high),
                         to = board_at(&b, 1, other(0, HALVES[k]), rows[i].low < rows[i].other ? 0 : rows[i].other,
                                       rows[i].other);
            board_start(&b, 3, 60);
            assert_int_equal(board_look_ends(&b, &from, &to, false, NULL), rows[i].answer);
            board_start(&b, 3, 60);
            assert_int_equal(board_look_ends(&b, &to, &from, true, NULL), rows[i].answer); /* the other way round */
            board_end(&b);
        }
    }
}

/* Lines that touch, lines that must keep clear: as the settings have it. */
static void settings_of_lines(void **state) {
    (void)state;
    const struct {
        const char *name, *value;
        double wall;
        tl_board_answer answer;
    } rows[] = {{"los_touch", "clear", 39.9, TL_BOARD_ALL},       {"los_touch", "clear", 41, TL_BOARD_NONE},
                {"min_clearance_mm", "5", 30, TL_BOARD_ALL},      {"min_clearance_mm", "5", 35.1, TL_BOARD_OPEN},
                {"min_clearance_mm", "5", 40, TL_BOARD_NONE},     {"min_visible_patch_mm", "2", 2, TL_BOARD_OPEN},
                {"min_visible_patch_mm", "2", 40, TL_BOARD_NONE}, {"los_touch", "clear", 40, TL_BOARD_OPEN}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int k = 0; k < 3; k++) {
            board_table b;
            board_begin(&b);
            wall(&b, 0, 200, -300, 300, 0, rows[i].wall);
            board_ready(&b, "post", "post", rows[i].name, rows[i].value, NULL);
            assert_int_equal(board_look(&b, here(HALVES[k]), other(0, HALVES[k]), NULL), rows[i].answer);
            board_end(&b);
        }
    }
}

/* A wall that may be off by so much hides for sure what is lower by more, and leaves in view what is higher by more. */
static void uncertain_walls(void **state) {
    (void)state;
    const struct {
        double high, off;
        tl_board_answer answer;
    } rows[] = {{39, 0.9, TL_BOARD_ALL},  {39, 1.1, TL_BOARD_OPEN}, {41.2, 1, TL_BOARD_NONE},
                {40.8, 1, TL_BOARD_OPEN}, {36, 3.9, TL_BOARD_ALL},  {36, 4.1, TL_BOARD_OPEN}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int k = 0; k < 3; k++) {
            board_table b;
            board_begin(&b);
            judge_terrain(&b.t,
                          "{'id':'u','kind':'wall','mesh':'box 1200 600 0 1210 1400 %g','at':[0,0,0],'uncertainty':%g}",
                          rows[i].high, rows[i].off);
            board_ready(&b, "post", "post", NULL);
            assert_true(b.rules.give == rows[i].off);
            /* of single places a few lines are tried, not the highest */
            if (k > 0 || rows[i].answer != TL_BOARD_ALL) {
                assert_int_equal(board_look(&b, here(HALVES[k]), other(0, HALVES[k]), NULL), rows[i].answer);
            }
            assert_near(tl_board_slack(&b.rules, 0.25), rows[i].off + 0.25 + 1e-5, 1e-12);
            assert_near(tl_board_slack(&b.rules, 0), rows[i].off + 1e-5, 1e-12);
            board_end(&b);
        }
    }
    /* where the bodies may be off, they are larger, and walls as much lower */
    const double top[4] = {41.6, 41.4, 38.8, 39.2}; /* half way between 41 and 40, and 1 of slack */
    const tl_board_answer expected[4] = {TL_BOARD_NONE, TL_BOARD_OPEN, TL_BOARD_ALL, TL_BOARD_OPEN};
    for (int i = 0; i < 4; i++) {
        for (int who = 0; who < 2; who++) {
            board_table b;
            board_begin(&b);
            wall(&b, 0, 200, -300, 300, 0, top[i]);
            board_ready(&b, "post", "post", NULL);
            assert_true(tl_board_slack(&b.rules, 0) == 0);
            assert_near(tl_board_slack(&b.rules, 0.25), 0.25 + 1e-5, 1e-12);
            b.body[who].off = 1;
            b.body[who].inner_count = 0;
            tl_board_end from = board_at(&b, 0, here(5), 0, 0), to = board_at(&b, 1, other(0, 5), 0, 0);
            assert_true(tl_board_ends_off(&from, &to) == 1);
            assert_int_equal(board_look(&b, here(5), other(0, 5), NULL), expected[i]);
            board_end(&b);
        }
    }
}

/* --- Ends --------------------------------------------------------------------------------------------------------- */

static void ends_of_bodies(void **state) {
    (void)state;
    board_table b;
    board_begin(&b);
    judge_model(&b.t, "m", "red", "infantry", "post", 700, 800, 30, "");
    judge_model(&b.t, "n", "red", "vehicle", "tank", 700, 1200, 0, "");
    board_ready(&b, "post", "tank", NULL);
    const tl_board_rect r = {10, 20, 40, 60};
    tl_board_end e = board_at(&b, 0, r, 7, 9);
    assert_true(e.over_ground && e.places.body == &b.body[0] && e.region.member == SIZE_MAX);
    assert_true(e.region.low.x == 10 && e.region.low.y == 20 && e.region.high.x == 40 && e.region.high.y == 60);
    assert_true(e.region.from_base && strcmp(e.region.kind->name, "infantry") == 0);
    assert_near(e.region.measured, 12.5, 1e-9);
    assert_near(e.region.covers, 12.5, 1e-9);
    assert_near(e.region.bottom_low, 7, 1e-9); /* measured from the base's underside to the body's top */
    assert_near(e.region.bottom_high, 9, 1e-9);
    assert_near(e.region.tall, 40, 1e-9);
    tl_box3 box = tl_board_core_box(&e);
    assert_near(box.low.x, 5, 1e-9);
    assert_near(box.low.y, 15, 1e-9);
    assert_near(box.low.z, 10, 1e-9);
    assert_near(box.high.x, 45, 1e-9);
    assert_near(box.high.y, 65, 1e-9);
    assert_near(box.high.z, 49, 1e-9);
    e = board_at(&b, 1, r, 0, 2);
    assert_false(e.region.from_base);
    assert_near(e.region.measured, hypot(50, 30), 1e-9);
    assert_true(e.region.covers == 0 && e.region.bottom_low == 0 && e.region.bottom_high == 2 && e.region.tall == 40);
    /* a hull above the ground is measured from its own lowest point */
    assert_int_equal(tl_board_body_named(b.t.table, "vehicle", "body", 0, &b.body[1], &b.error), TL_OK);
    e = board_at(&b, 1, r, 1, 2);
    assert_near(e.region.bottom_low, 7, 1e-9);
    assert_near(e.region.bottom_high, 8, 1e-9);
    assert_near(e.region.tall, 34, 1e-9);
    for (int k = 0; k < 2; k++) {
        size_t member = judge_who(&b.t, k == 0 ? "m1" : "n1");
        const tl_table *table = b.t.table;
        static tl_board_body placed;
        assert_int_equal(tl_board_body_placed(b.t.context, &placed, table->members[member].body,
                                              tl_table_unit_of(table, member)->kind),
                         TL_OK);
        e = tl_board_end_of(&placed, table, member);
        assert_true(e.region.member == member && !e.over_ground && e.places.body == &placed);
        assert_true(tl_length(e.places.at.low) == 0 && tl_length(e.places.at.high) == 0);
        assert_true(e.region.low.x == 700 && e.region.high.x == 700 && e.region.low.y == (k == 0 ? 800 : 1200));
        assert_true(e.region.high.y == e.region.low.y && e.region.from_base == (k == 0));
        assert_near(e.region.bottom_low, 0, 1e-9);
        assert_near(e.region.bottom_high, 0, 1e-9);
        assert_near(e.region.tall, 40, 1e-9);
        assert_near(e.region.measured, k == 0 ? 12.5 : hypot(50, 30), 1e-9);
        assert_near(e.region.covers, k == 0 ? 12.5 : 0, 1e-9);
        assert_true(e.region.kind == tl_table_unit_of(table, member)->kind);
    }
    board_end(&b);
}

/* A single line: what stands in the way, the ground, and areas. */
static void single_lines(void **state) {
    (void)state;
    board_table b;
    board_begin(&b);
    wall(&b, 0, 200, -50, 50, 0, 30);
    judge_area(&b.t, "wood", "wood", (tl_vec2){1900, 900}, (tl_vec2){2600, 1100}, 60);
    board_ready(&b, "post", "post", NULL);
    const tl_obstacles *o = &b.rules.common;
    assert_false(tl_board_line_free(o, (tl_vec3){1000, 1000, 20}, (tl_vec3){1400, 1000, 20}));
    assert_true(tl_board_line_free(o, (tl_vec3){1000, 1000, 31}, (tl_vec3){1400, 1000, 31}));
    assert_true(tl_board_line_free(o, (tl_vec3){1000, 1000, 20}, (tl_vec3){1190, 1000, 20}));
    assert_false(tl_board_line_free(o, (tl_vec3){1000, 1000, 0}, (tl_vec3){1190, 1000, 20}));
    assert_false(tl_board_line_free(o, (tl_vec3){1000, 1000, 20}, (tl_vec3){1190, 1000, 0}));
    assert_true(tl_board_line_free(o, (tl_vec3){1000, 1000, 1e-9}, (tl_vec3){1190, 1000, 1e-9}));
    tl_board_end from = board_at(&b, 0, board_square(1700, 1000, 0), 0, 0),
                 to = board_at(&b, 1, board_square(2800, 1000, 0), 0, 0);
    tl_between between;
    assert_int_equal(tl_region_between_make(&b.rules, b.t.context, &from.region, &to.region, &between, &b.error),
                     TL_OK);
    assert_false(tl_board_line_free(&between.most, (tl_vec3){1700, 1000, 20}, (tl_vec3){2800, 1000, 20}));
    assert_true(tl_board_line_free(&between.most, (tl_vec3){1700, 1000, 61}, (tl_vec3){2800, 1000, 61}));
    tl_between_free(&between);
    /* 700 mm of wood are too deep for anybody, and what goes over it isn't in it */
    assert_int_equal(board_look(&b, board_square(1700, 1000, 5), board_square(2800, 1000, 5), NULL), TL_BOARD_NONE);
    assert_int_equal(board_look(&b, board_square(1700, 1200, 5), board_square(2800, 1200, 5), NULL), TL_BOARD_ALL);
    board_end(&b);
}

/* Whose walls are open to who stands in them: a shelter hides its own men from nobody for sure, but a wall before it
 * does, and it hides others. */
static void walls_that_may_be_open(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double wall;
        bool inside, beside; /* who looks stands in one; the other does */
        tl_board_answer answer;
    } rows[] = {{"bunker", 90, false, true, TL_BOARD_NONE},    {"bunker", 90, true, false, TL_BOARD_NONE},
                {"bunker", 90, true, true, TL_BOARD_NONE},     {"bunker", 20, false, true, TL_BOARD_OPEN},
                {"bunker", 20, true, false, TL_BOARD_OPEN},    {"strongpoint", 90, false, true, TL_BOARD_NONE},
                {"strongpoint", 90, true, true, TL_BOARD_NONE}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int k = 0; k < 2; k++) {
            board_table b;
            board_begin(&b);
            wall(&b, 0, 200, -300, 300, 0, rows[i].wall);
            for (int n = 0; n < 2; n++) {
                if (n == 0 ? rows[i].inside : rows[i].beside) {
                    judge_terrain(&b.t, "{'id':'s%d','kind':'%s','mesh':'box -50 -50 0 50 50 80','at':[%d,1000,0]}", n,
                                  rows[i].kind, 1000 + 400 * n);
                }
            }
            board_ready(&b, "post", "post", NULL);
            tl_board_end from = board_at(&b, 0, here(HALVES[k]), 0, 0), to = board_at(&b, 1, other(0, HALVES[k]), 0, 0);
            tl_between between;
            assert_int_equal(
                tl_region_between_make(&b.rules, b.t.context, &from.region, &to.region, &between, &b.error), TL_OK);
            assert_true(between.own_least);
            tl_between_free(&between);
            uint64_t before = b.looker.proofs;
            assert_int_equal(board_look(&b, here(HALVES[k]), other(0, HALVES[k]), NULL), rows[i].answer);
            assert_int_equal(b.looker.proofs - before, 1); /* while it may be closed, no line is free */
            /* somebody behind it is hidden by it, whoever was asked about before */
            assert_int_equal(
                board_look(&b, board_square(880, 1000, HALVES[k]), board_square(1520, 1000, HALVES[k]), NULL),
                TL_BOARD_NONE);
            board_end(&b);
        }
    }
}

/* What stopped a line of somebody outside stops none of those who stand within. */
static void out_of_a_building(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        board_table b;
        board_begin(&b);
        judge_terrain(&b.t, "{'id':'s','kind':'building','interior':'abstract','mesh':'box -50 -50 0 50 50 80',"
                            "'at':[1000,1000,0]}");
        board_ready(&b, "post", "post", NULL);
        for (int n = 0; n < 3; n++) {
            assert_int_equal(board_look(&b, board_square(880, 1000, HALVES[k]), other(0, HALVES[k]), NULL),
                             TL_BOARD_NONE);
            bool likely;
            assert_int_equal(board_look(&b, here(HALVES[k]), other(0, HALVES[k]), &likely), TL_BOARD_ALL);
            assert_true(likely);
            /* at the wall it isn't certain who is inside */
            assert_int_equal(board_look(&b, board_square(948, 1000, 5), other(0, HALVES[k]), &likely), TL_BOARD_OPEN);
        }
        board_end(&b);
    }
}

/* However many proofs have failed: what a wall hides is still proved hidden. */
static void failures_change_little(void **state) {
    (void)state;
    board_table b;
    board_begin(&b);
    wall(&b, 0, 200, -300, 300, 0, 90);
    for (int i = 0; i < 12; i++) { /* a fence with gaps that few lines pass */
        double y = 600 + 22.0 * i;
        wall(&b, 0, 200, y, y + 21.5, 0, 90);
        wall(&b, 0, 230, y + 11, y + 11 + 21.5, 0, 90);
    }
    board_ready(&b, "post", "post", NULL);
    for (int i = 0; i < 40; i++) {
        (void)board_look(&b, board_square(1000, 1730 + i, 3), board_square(1400, 1730 - i, 3), NULL);
    }
    assert_int_equal(b.looker.rulings, 40);
    assert_int_equal(board_look(&b, here(5), other(0, 5), NULL), TL_BOARD_NONE);
    assert_int_equal(board_look(&b, board_square(1000, 300, 5), board_square(1400, 300, 5), NULL), TL_BOARD_ALL);
    board_end(&b);
}

/* --- Rulings ------------------------------------------------------------------------------------------------------ */

typedef struct tally {
    int all, none, open, likely;
    int seen, hidden; /* of those where every ruling said the same */
    int proved_seen, proved_hidden;
    int middle_seen; /* the ruling in the middle */
} tally;

static tl_verdict ruling(board_table *b, size_t from, size_t to, const tl_vec2 at[2]) {
    for (int k = 0; k < 2; k++) {
        const double where[2] = {at[k].x, at[k].y};
        assert_int_equal(tl_table_place(b->t.table, k == 0 ? from : to, where, 2, 0, 0, &b->error), TL_OK);
    }
    tl_inquiry fresh = b->t.inquiry;
    fresh.placed = NULL;
    tl_pair_sight_result result;
    assert_int_equal(tl_pair_sight(&fresh, from, to, &result, &b->error), TL_OK);
    return result.sight.verdict;
}

static double between(test_random *random, double low, double high) {
    return test_random_between(random, low, high);
}

static tl_vec2 in(test_random *random, tl_board_rect r) {
    return (tl_vec2){between(random, r.x0, r.x1), between(random, r.y0, r.y1)};
}

static void random_table(board_table *b, test_random *random, int kind) {
    for (int i = 0; i < 7; i++) {
        double x = between(random, 1030, 1330), y = between(random, 800, 1150), wide = between(random, 10, 60),
               deep = between(random, 20, 160), high = between(random, 8, 90);
        if (kind != 1 || i > 3) {
            judge_wall(&b->t, (const char[]){'r', (char)('0' + i), '\0'}, (tl_vec2){x, y},
                       (tl_vec2){x + wide, y + deep}, high);
        } else {
            judge_area(&b->t, (const char[]){'r', (char)('0' + i), '\0'}, i % 2 == 0 ? "wood" : "smoke",
                       (tl_vec2){x, y}, (tl_vec2){x + 3 * wide, y + deep}, 60);
        }
    }
}

static void try_squares(board_table *b, test_random *random, tally *sum) {
    double half[2] = {between(random, 0, 12), between(random, 0, 12)};
    tl_board_rect from = board_square(between(random, 960, 1000), between(random, 940, 1060), half[0]),
                  to = board_square(between(random, 1420, 1460), between(random, 940, 1060), half[1]);
    tl_board_end ends[2];
    if (!board_stand(b, 0, from, &ends[0]) || !board_stand(b, 1, to, &ends[1])) {
        return;
    }
    bool likely;
    tl_board_answer answer = board_look_ends(b, &ends[0], &ends[1], false, &likely);
    size_t a = judge_who(&b->t, "a1"), c = judge_who(&b->t, "b1");
    int told[3] = {0, 0, 0};
    for (int i = 0; i < 8; i++) {
        tl_vec2 at[2] = {in(random, from), in(random, to)};
        if (i == 0) {
            at[0] = (tl_vec2){0.5 * (from.x0 + from.x1), 0.5 * (from.y0 + from.y1)};
            at[1] = (tl_vec2){0.5 * (to.x0 + to.x1), 0.5 * (to.y0 + to.y1)};
        }
        tl_verdict verdict = ruling(b, a, c, at);
        told[verdict == TL_VERDICT_YES ? 0 : verdict == TL_VERDICT_NO ? 1 : 2]++;
        if ((answer == TL_BOARD_ALL && verdict == TL_VERDICT_NO) ||
            (answer == TL_BOARD_NONE && verdict == TL_VERDICT_YES) || (i == 0 && likely && verdict == TL_VERDICT_NO)) {
            fail_msg("answer %d, likely %d: not so from (%.17g, %.17g) to (%.17g, %.17g)", answer, likely, at[0].x,
                     at[0].y, at[1].x, at[1].y);
        }
        sum->middle_seen += i == 0 && verdict == TL_VERDICT_YES;
    }
    sum->likely += likely;
    *(answer == TL_BOARD_ALL ? &sum->all : answer == TL_BOARD_NONE ? &sum->none : &sum->open) += 1;
    if (told[0] == 8) {
        sum->seen++;
        sum->proved_seen += answer == TL_BOARD_ALL;
    }
    if (told[1] == 8) {
        sum->hidden++;
        sum->proved_hidden += answer == TL_BOARD_NONE;
    }
    const double away[2][2] = {{300, 2900}, {500, 2900}};
    assert_int_equal(tl_table_place(b->t.table, a, away[0], 2, 0, 0, &b->error), TL_OK);
    assert_int_equal(tl_table_place(b->t.table, c, away[1], 2, 0, 0, &b->error), TL_OK);
}

static void squares_against_rulings(void **state) {
    (void)state;
    test_random random = test_random_start("board-look", 31);
    for (int kind = 0; kind < 3; kind++) {
        tally sum = {0};
        for (int n = 0; n < 20; n++) {
            board_table b;
            board_begin(&b);
            if (kind == 2) { /* a slope, with walls that stand in it */
                judge_ground(&b.t, "'mesh':'tile 0 0 0 3000 3000 %d'", n % 2 == 0 ? 60 : 600);
            }
            random_table(&b, &random, kind);
            board_ready(&b, "man", "post", NULL);
            if (kind == 2) {
                board_start(&b, 0, 700);
            }
            for (int k = 0; k < 12; k++) {
                try_squares(&b, &random, &sum);
            }
            board_end(&b);
        }
        print_message("%d all, %d none, %d open; %d of %d seen, %d of %d hidden; likely %d of %d\n", sum.all, sum.none,
                      sum.open, sum.proved_seen, sum.seen, sum.proved_hidden, sum.hidden, sum.likely, sum.middle_seen);
        assert_true(sum.all > 10 && sum.none > 100 && sum.open > 10);
        assert_true(100 * sum.proved_seen >= (kind == 1 ? 65 : 80) * sum.seen);
        assert_true(100 * sum.proved_hidden >= (kind == 1 ? 88 : 90) * sum.hidden);
        assert_true(100 * sum.likely >= 85 * sum.middle_seen);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_between),
        cmocka_unit_test(walls_as_high_as_bodies),
        cmocka_unit_test(walls_in_the_air),
        cmocka_unit_test(walls_that_end),
        cmocka_unit_test(one_corner_sees),
        cmocka_unit_test(through_a_window),
        cmocka_unit_test(heights_in_doubt),
        cmocka_unit_test(settings_of_lines),
        cmocka_unit_test(uncertain_walls),
        cmocka_unit_test(ends_of_bodies),
        cmocka_unit_test(single_lines),
        cmocka_unit_test(walls_that_may_be_open),
        cmocka_unit_test(out_of_a_building),
        cmocka_unit_test(failures_change_little),
        cmocka_unit_test(squares_against_rulings),
    };
    return cmocka_run_group_tests_name("board look", tests, NULL, NULL);
}
