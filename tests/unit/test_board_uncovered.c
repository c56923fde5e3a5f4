/* test_board_uncovered.c: whether bodies anywhere in a square are in cover from bodies anywhere in another one, against
 * walls whose shadows are known in closed form, and against rulings about single places. */
#include "support/board_table.h"

#include "judge/between/between.h"

#include "judge/cover/pair_cover.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Both bodies are posts: cores 10 x 10 from z = 3 to 40. One stands round (1000, 1000), the other 400 mm along x. */

static void wall(board_table *b, double x0, double y0, double x1, double y1, double high, const char *more) {
    static int number;
    judge_terrain(&b->t, "{'id':'w%d','kind':'wall','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','at':[1000,1000,0]%s}",
                  number++, x0, y0, x1, y1, high, more);
}

static tl_board_rect other(double half) {
    return board_square(1400, 1000, half);
}

static tl_board_rect here(double half) {
    return board_square(1000, 1000, half);
}

static const double HALVES[3] = {0, 5, 40};

/* With vehicles about, sight and cover have different obstacles; without they are the same. */
static void begin(board_table *b, int k) {
    board_begin(b);
    if (k % 2 == 1) {
        judge_tank(&b->t, "far", 100, 100, 0);
    }
}

static void nothing_between(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        board_table b;
        begin(&b, k);
        wall(&b, 200, 120, 210, 160, 90, "");
        board_ready(&b, "post", "post", NULL);
        for (int i = 0; i < 9; i++) {
            bool likely = false;
            assert_int_equal(board_uncovered(&b, here(HALVES[i % 3]), other(HALVES[i / 3]), &likely), TL_BOARD_ALL);
            assert_true(likely);
        }
        assert_int_equal(b.looker.proofs, 0);
        assert_int_equal(b.looker.rulings, k == 0 ? 9 : 18); /* sight is asked about by itself */
        board_end(&b);
    }
}

/* A long wall in the middle: over it the highest points of the one see all of the other down to its lowest, 3 mm above
 * the ground, while at the wall their lines are above it: at half the way (40 + 3) / 2. Right in front of the target
 * everything over 3 mm hides some of it. */
static void low_walls(void **state) {
    (void)state;
    const struct {
        double at, high;
        int first, last; /* of HALVES */
        tl_board_answer answer;
        bool likely;
    } rows[] = {{200, 2, 0, 2, TL_BOARD_ALL, true},    {200, 19.9, 0, 0, TL_BOARD_ALL, true},
                {200, 18, 0, 1, TL_BOARD_ALL, true},   {200, 16, 0, 2, TL_BOARD_ALL, true},
                {200, 21, 0, 0, TL_BOARD_NONE, false}, {200, 23, 0, 1, TL_BOARD_NONE, false},
                {200, 27, 0, 2, TL_BOARD_NONE, false}, {200, 20, 2, 2, TL_BOARD_OPEN, true},
                {200, 90, 0, 2, TL_BOARD_NONE, false}, {200, 39.9, 0, 2, TL_BOARD_NONE, false},
                {380, 3.3, 0, 0, TL_BOARD_ALL, true},  {380, 10, 0, 0, TL_BOARD_NONE, false},
                {350, 6, 0, 0, TL_BOARD_ALL, true},    {350, 12, 0, 0, TL_BOARD_NONE, false}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int k = 0; k < 2; k++) {
            board_table b;
            begin(&b, k);
            wall(&b, rows[i].at, -300, rows[i].at + 10, 300, rows[i].high, "");
            board_ready(&b, "post", "post", NULL);
            for (int n = rows[i].first; n <= rows[i].last; n++) {
                bool likely;
                assert_int_equal(board_uncovered(&b, here(HALVES[n]), other(HALVES[n]), &likely), rows[i].answer);
                assert_int_equal(likely, rows[i].likely);
            }
            board_end(&b);
        }
    }
}

/* A wall beside: near the target it hides one side of it, or ends short of it. */
static void walls_beside(void **state) {
    (void)state;
    const struct {
        double end;
        int half;
        tl_board_answer answer;
    } rows[] = {{-5.5, 0, TL_BOARD_ALL},  {-4, 0, TL_BOARD_NONE},   {0, 0, TL_BOARD_NONE}, {4, 0, TL_BOARD_NONE},
                {-10.5, 1, TL_BOARD_ALL}, {-7.5, 1, TL_BOARD_OPEN}, {1, 1, TL_BOARD_NONE}, {20, 1, TL_BOARD_NONE}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (int side = -1; side <= 1; side += 2) {
            board_table b;
            begin(&b, side > 0);
            wall(&b, 375, side < 0 ? -300 : -rows[i].end, 385, side < 0 ? rows[i].end : 300, 90, "");
            board_ready(&b, "post", "post", NULL);
            double half = HALVES[rows[i].half];
            assert_int_equal(board_uncovered(&b, here(half), other(half), NULL), rows[i].answer);
            board_end(&b);
        }
    }
}

/* Past the end of a wall all is seen from one corner of a square and from no other: that is enough to know that nothing
 * can be proved, whichever corner it is, from it and to it. */
static void one_corner_sees_all(void **state) {
    (void)state;
    static const double turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int turn = 0; turn < 4; turn++) {
        for (int side = -1; side <= 1; side += 2) {
            board_table b;
            begin(&b, turn);
            double c = turns[turn][0], s = turns[turn][1], y = -100 * side;
            double from = side > 0 ? -300 : -20, to = side > 0 ? 20 : 300;
            double xs[2] = {60 * c - from * s, 70 * c - to * s}, ys[2] = {60 * s + from * c, 70 * s + to * c};
            wall(&b, fmin(xs[0], xs[1]), fmin(ys[0], ys[1]), fmax(xs[0], xs[1]), fmax(ys[0], ys[1]), 90, "");
            board_ready(&b, "post", "post", NULL);
            tl_board_rect square = here(40), place = board_square(1000 + 400 * c - y * s, 1000 + 400 * s + y * c, 0);
            bool likely;
            assert_int_equal(board_uncovered(&b, square, place, &likely), TL_BOARD_OPEN);
            assert_false(likely);
            assert_int_equal(b.looker.proofs, 0);
            /* the other way round the square's places are seen in part past the wall's end */
            assert_int_not_equal(board_uncovered(&b, place, square, &likely), TL_BOARD_ALL);
            assert_false(likely);
            board_end(&b);
        }
    }
}

/* A vehicle in between takes sight away, and gives cover only where the setting says so. */
static void vehicles_between(void **state) {
    (void)state;
    const double beside[3] = {31, 0, 80};
    const tl_board_answer expected[2][3] = {{TL_BOARD_ALL, TL_BOARD_NONE, TL_BOARD_ALL},
                                            {TL_BOARD_OPEN, TL_BOARD_NONE, TL_BOARD_ALL}};
    for (int k = 0; k < 6; k++) {
        board_table b;
        board_begin(&b);
        judge_tank(&b.t, "tank", 1300, 1000 + beside[k % 3], 0);
        board_ready(&b, "post", "post", "cover_blockers", k / 3 == 0 ? "terrain_smoke" : "plus_vehicles", NULL);
        assert_false(b.shields.holds_sight && k / 3 == 0);
        bool likely;
        assert_int_equal(board_uncovered(&b, here(0), other(0), &likely), expected[k / 3][k % 3]);
        assert_int_equal(likely, expected[k / 3][k % 3] == TL_BOARD_ALL);
        assert_int_equal(board_uncovered(&b, here(1), other(1), &likely),
                         k == 0 ? TL_BOARD_ALL : expected[k / 3][k % 3]);
        board_end(&b);
    }
}

/* Rules under which less is known: then only what is out of sight altogether is surely in cover. */
static void settings_of_cover(void **state) {
    (void)state;
    const char *names[2][2] = {{"cover_near_shooter", "30"}, {"cover_min_fraction", "0.25"}};
    const double high[4] = {2, 16, 30, 90};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 4; i++) {
            for (int n = 0; n < 3; n++) {
                board_table b;
                begin(&b, i);
                wall(&b, 200, -300, 210, 300, high[i], "");
                board_ready(&b, "post", "post", names[k][0], names[k][1], NULL);
                assert_int_equal(board_uncovered(&b, here(HALVES[n]), other(HALVES[n]), NULL), i < 2 ? TL_BOARD_ALL
                                                                                               : i == 2
                                                                                                   ? TL_BOARD_OPEN
                                                                                                   : TL_BOARD_NONE);
                board_end(&b);
            }
        }
    }
}

/* Who stands in a wood is in cover, who may stand in it perhaps; one in between hides what it stands before. */
static void areas_and_cover(void **state) {
    (void)state;
    const struct {
        double x0, x1;
        tl_board_answer answer;
    } rows[] = {{350, 450, TL_BOARD_NONE}, /* all of it */
                {396, 450, TL_BOARD_NONE}, /* half of its base at every place */
                {410, 450, TL_BOARD_OPEN}, /* at some places its base reaches in */
                {430, 450, TL_BOARD_ALL},  /* behind it */
                {200, 220, TL_BOARD_NONE}, /* in between */
                {-60, -20, TL_BOARD_ALL}}; /* behind who looks */
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        board_table b;
        begin(&b, (int)i);
        judge_area(&b.t, "area", "wood", (tl_vec2){1000 + rows[i].x0, 900}, (tl_vec2){1000 + rows[i].x1, 1100}, 60);
        board_ready(&b, "post", "post", NULL);
        bool likely;
        assert_int_equal(board_uncovered(&b, here(5), other(5), &likely), rows[i].answer);
        assert_int_equal(likely, rows[i].answer == TL_BOARD_ALL || i == 2);
        board_end(&b);
    }
}

/* In a shelter infantry is in cover, or where the setting says so is hidden by it as by anything else. Its walls are
 * open to who looks from within: they hide nobody for sure, but a wall before them does. */
static void in_a_shelter(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        const double high[3] = {2, 45, 90};
        bool target = k >= 6;
        board_table b;
        begin(&b, k);
        judge_terrain(&b.t, "{'id':'s','kind':'bunker','mesh':'box -50 -50 0 50 50 80','at':[%d,1000,0]}",
                      target ? 1400 : 1000);
        wall(&b, 200, -300, 210, 300, high[k % 3], "");
        board_ready(&b, "post", "post", "fort_cover", k % 6 < 3 ? "always" : "test", NULL);
        tl_board_end from = board_at(&b, 0, here(5), 0, 0), to = board_at(&b, 1, other(5), 0, 0);
        tl_between between;
        assert_int_equal(tl_shield_between_make(&b.shields, b.t.context, &from.region, &to.region, &between, &b.error),
                         TL_OK);
        assert_true(between.own_least == !target && between.in_cover == (target && k % 6 < 3));
        tl_between_free(&between);
        bool likely;
        assert_int_equal(board_uncovered(&b, here(5), other(5), &likely),
                         target || k % 3 > 0 ? TL_BOARD_NONE : TL_BOARD_OPEN);
        assert_false(likely);
        /* whoever stands behind it is hidden by it */
        assert_int_equal(
            board_uncovered(&b, board_square(target ? 1000 : 900, 1000, 5), board_square(1500, 1000, 5), NULL),
            TL_BOARD_NONE);
        board_end(&b);
    }
}

/* An outline, or a mesh, that may be off: clear of it by as much, or hidden by as much more. */
static void uncertain_cover(void **state) {
    (void)state;
    const struct {
        double high, off;
        tl_board_answer answer;
    } rows[] = {{15, 1, TL_BOARD_ALL}, {15, 6, TL_BOARD_OPEN}, {30, 1, TL_BOARD_NONE}, {25, 5, TL_BOARD_OPEN}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        board_table b;
        begin(&b, (int)i);
        char more[40];
        snprintf(more, sizeof(more), ",'uncertainty':%g", rows[i].off);
        wall(&b, 200, -300, 210, 300, rows[i].high, more);
        board_ready(&b, "post", "post", NULL);
        assert_int_equal(board_uncovered(&b, here(5), other(5), NULL), rows[i].answer);
        board_end(&b);
    }
    const double top[4] = {16, 19, 30, 60}; /* parts so low that they may be on the ground prove nothing */
    const tl_board_answer expected[4] = {TL_BOARD_ALL, TL_BOARD_OPEN, TL_BOARD_OPEN, TL_BOARD_NONE};
    for (int i = 0; i < 4; i++) {
        board_table b;
        begin(&b, i);
        wall(&b, 200, -300, 210, 300, top[i], "");
        board_ready(&b, "post", "post", NULL);
        for (int k = 0; k < 2; k++) {
            b.body[k].off = 2;
            b.body[k].inner_count = 0;
        }
        board_start(&b, 0, 50);
        assert_int_equal(board_uncovered(&b, here(1), other(1), NULL), expected[i]);
        board_end(&b);
    }
}

/* What only touches hides nothing for sure: parts that a wall comes near to don't count. */
static void contact_alone(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        board_table b;
        begin(&b, k);
        /* a shell round the target's lower half, and nothing else */
        double gap = k == 0 ? 0.3 : 4;
        wall(&b, 400 - 5 - gap - 2, -5 - gap - 2, 400 - 5 - gap, 5 + gap + 2, 12, "");
        wall(&b, 400 + 5 + gap, -5 - gap - 2, 400 + 5 + gap + 2, 5 + gap + 2, 12, "");
        wall(&b, 400 - 5 - gap, -5 - gap - 2, 400 + 5 + gap, -5 - gap, 12, "");
        wall(&b, 400 - 5 - gap, 5 + gap, 400 + 5 + gap, 5 + gap + 2, 12, "");
        board_ready(&b, "post", "post", NULL);
        assert_int_equal(board_uncovered(&b, here(0), other(0), NULL), k == 0 ? TL_BOARD_OPEN : TL_BOARD_NONE);
        board_end(&b);
    }
}

/* --- Rulings ------------------------------------------------------------------------------------------------------ */

typedef struct tally {
    int all, none, open, likely;
    int bare, covered; /* of those where every ruling said the same */
    int proved_bare, proved_covered;
    int middle_bare; /* the ruling in the middle */
} tally;

static tl_verdict ruling(board_table *b, size_t from, size_t to, const tl_vec2 at[2]) {
    for (int k = 0; k < 2; k++) {
        const double where[2] = {at[k].x, at[k].y};
        assert_int_equal(tl_table_place(b->t.table, k == 0 ? from : to, where, 2, 0, 0, &b->error), TL_OK);
    }
    tl_inquiry fresh = b->t.inquiry;
    fresh.placed = NULL;
    tl_pair_cover_result result;
    assert_int_equal(tl_pair_cover(&fresh, from, to, &result, &b->error), TL_OK);
    return result.verdict;
}

static double between(test_random *random, double low, double high) {
    return test_random_between(random, low, high);
}

static void random_table(board_table *b, test_random *random, int kind) {
    for (int i = 0; i < 5; i++) {
        double x = between(random, 1030, 1335), y = between(random, 800, 1150), wide = between(random, 10, 40),
               deep = between(random, 20, 120), high = between(random, 1, 40);
        if (kind == 0 || i > 2) {
            wall(b, x - 1000, y - 1000, x - 1000 + wide, y - 1000 + deep, high, "");
        } else {
            const char *const kinds[3] = {"wood", "smoke", "trench"};
            judge_area(&b->t, (const char[]){'r', (char)('0' + i), '\0'}, kinds[i], (tl_vec2){x, y},
                       (tl_vec2){x + 3 * wide, y + deep}, i == 2 ? -1 : 60);
        }
    }
    if (kind == 2) {
        judge_tank(&b->t, "tank", between(random, 1100, 1300), between(random, 900, 1100), between(random, 0, 360));
    }
}

static void try_squares(board_table *b, test_random *random, tally *sum) {
    double half[2] = {between(random, 0, 8), between(random, 0, 8)};
    tl_board_rect r[2] = {board_square(between(random, 960, 1000), between(random, 940, 1060), half[0]),
                          board_square(between(random, 1400, 1460), between(random, 940, 1060), half[1])};
    bool likely;
    tl_board_end ends[2];
    tl_board_answer answer;
    if (!board_stand(b, 0, r[0], &ends[0]) || !board_stand(b, 1, r[1], &ends[1])) {
        return;
    }
    assert_int_equal(tl_board_look_uncovered(&b->barer, &ends[0], &ends[1], false, &answer, &likely, &b->error), TL_OK);
    size_t who[2] = {judge_who(&b->t, "a1"), judge_who(&b->t, "b1")};
    int told[3] = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
        tl_vec2 at[2];
        for (int k = 0; k < 2; k++) {
            at[k] = i == 0 ? (tl_vec2){0.5 * (r[k].x0 + r[k].x1), 0.5 * (r[k].y0 + r[k].y1)}
                           : (tl_vec2){between(random, r[k].x0, r[k].x1), between(random, r[k].y0, r[k].y1)};
        }
        tl_verdict verdict = ruling(b, who[0], who[1], at);
        told[verdict == TL_VERDICT_YES ? 0 : verdict == TL_VERDICT_NO ? 1 : 2]++;
        if ((answer == TL_BOARD_ALL && verdict == TL_VERDICT_YES) ||
            (answer == TL_BOARD_NONE && verdict == TL_VERDICT_NO)) {
            fail_msg("answer %d: not so from (%.17g, %.17g) to (%.17g, %.17g)", answer, at[0].x, at[0].y, at[1].x,
                     at[1].y);
        }
        sum->middle_bare += i == 0 && verdict == TL_VERDICT_NO;
    }
    sum->likely += likely;
    *(answer == TL_BOARD_ALL ? &sum->all : answer == TL_BOARD_NONE ? &sum->none : &sum->open) += 1;
    sum->covered += told[0] == 5;
    sum->proved_covered += told[0] == 5 && answer == TL_BOARD_NONE;
    sum->bare += told[1] == 5;
    sum->proved_bare += told[1] == 5 && answer == TL_BOARD_ALL;
    const double away[2][2] = {{300, 2900}, {500, 2900}};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(tl_table_place(b->t.table, who[k], away[k], 2, 0, 0, &b->error), TL_OK);
    }
}

static void squares_against_rulings(void **state) {
    (void)state;
    test_random random = test_random_start("board-uncovered", 37);
    for (int kind = 0; kind < 4; kind++) {
        tally sum = {0};
        for (int n = 0; n < 12; n++) {
            board_table b;
            board_begin(&b);
            if (kind == 3) { /* a slope */
                judge_ground(&b.t, "'mesh':'tile 0 0 0 3000 3000 %d'", n % 2 == 0 ? 6 : 24);
            }
            random_table(&b, &random, kind % 3);
            board_ready(&b, "man", "post", NULL);
            board_start(&b, 0, kind == 3 ? 700 : 40);
            for (int k = 0; k < 8; k++) {
                try_squares(&b, &random, &sum);
            }
            board_end(&b);
        }
        print_message("%d all, %d none, %d open; %d of %d bare, %d of %d covered; likely %d of %d\n", sum.all, sum.none,
                      sum.open, sum.proved_bare, sum.bare, sum.proved_covered, sum.covered, sum.likely,
                      sum.middle_bare);
        bool slope = kind == 3; /* what hides the lowest part of a body at one height seldom does so at another */
        assert_true(sum.all > 10 && sum.none > (slope ? 2 : 15) && sum.open > 2);
        assert_true(100 * sum.proved_bare >= 80 * sum.bare &&
                    100 * sum.proved_covered >= (slope ? 8 : 78) * sum.covered);
        assert_true(10 * sum.likely >= 9 * sum.middle_bare);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_between),
        cmocka_unit_test(low_walls),
        cmocka_unit_test(walls_beside),
        cmocka_unit_test(one_corner_sees_all),
        cmocka_unit_test(vehicles_between),
        cmocka_unit_test(settings_of_cover),
        cmocka_unit_test(areas_and_cover),
        cmocka_unit_test(in_a_shelter),
        cmocka_unit_test(uncertain_cover),
        cmocka_unit_test(contact_alone),
        cmocka_unit_test(squares_against_rulings),
    };
    return cmocka_run_group_tests_name("board uncovered", tests, NULL, NULL);
}
