/* test_board_score.c: shares, fairness, zones and halves: against every way that what is open may turn out, and against
 * sums of the test's own. */
#include "board/findings/score.h"
#include "support/board_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Tallies ------------------------------------------------------------------------------------------------------ */

static void a_tally_sums_up(void **state) {
    (void)state;
    const tl_board_tally a = {{1, 2}, {4, 8}, {16, 32}, 64};
    assert_near(tl_board_tally_sum(&a), 1 + 2 + 4 + 8 + 16 + 32, 0); /* what is likely is some of what is open */
}

/* Where perhaps nobody can stand, pairs count or not; what is open is seen or hidden: the least and the greatest share
 * of all of these. */
static void check_share(const tl_board_tally *t) {
    double low = INFINITY, high = -INFINITY;
    for (int how = 0; how < 64; how++) {
        double seen = t->all[0] + (how & 1 ? t->all[1] : 0), hidden = t->none[0] + (how & 2 ? t->none[1] : 0);
        *(how & 4 ? &seen : &hidden) += t->open[0];
        *(how & 8 ? &seen : &hidden) += how & 16 ? t->open[1] : 0;
        if (seen + hidden > 0) {
            low = fmin(low, seen / (seen + hidden));
            high = fmax(high, seen / (seen + hidden));
        }
    }
    tl_board_bounds b = tl_board_tally_share(t);
    double sum = tl_board_tally_sum(t);
    if (sum == 0) {
        assert_true(b.low == 0 && b.high == 0 && b.estimate == 0);
        return;
    }
    assert_near(b.low, low, 1e-12);
    assert_near(b.high, high, 1e-12);
    double likely = (t->all[0] + t->all[1] + t->likely) / sum;
    assert_near(b.estimate, fmin(fmax(likely, low), high), 1e-12);
    assert_true(b.low <= b.estimate && b.estimate <= b.high);
}

static void shares_hold_all_that_may_be(void **state) {
    (void)state;
    for (int k = 0; k < 729; k++) { /* 0, 1 or 3 of each */
        static const double amounts[3] = {0, 1, 3};
        double v[6];
        for (int i = 0, rest = k; i < 6; i++, rest /= 3) {
            v[i] = amounts[rest % 3];
        }
        for (int likely = 0; likely < 3; likely++) {
            const tl_board_tally t = {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}, 0.5 * likely * (v[4] + v[5])};
            check_share(&t);
        }
    }
}

/* Both shares anywhere between their bounds: the least and the greatest quotient are met at these, or both are alike.
 */
static void check_fairness(tl_board_bounds a, tl_board_bounds b) {
    double low = INFINITY, high = -INFINITY;
    for (int how = 0; how < 9; how++) {
        double middle = fmax(a.low, b.low); /* both have it where they overlap */
        const double u[3] = {a.low, a.high, fmin(middle, a.high)}, v[3] = {b.low, b.high, fmin(middle, b.high)};
        double p = u[how % 3], q = v[how / 3];
        double quotient = p == q ? 1 : fmin(p, q) / fmax(p, q);
        low = fmin(low, quotient);
        high = fmax(high, quotient);
    }
    double p = a.estimate, q = b.estimate, likely = p == q ? 1 : fmin(p, q) / fmax(p, q);
    tl_board_bounds f = tl_board_fairness(a, b), back = tl_board_fairness(b, a);
    assert_near(f.low, low, 1e-12);
    assert_near(f.high, high, 1e-12);
    assert_near(f.estimate, fmin(fmax(likely, low), high), 1e-12);
    assert_true(f.low == back.low && f.high == back.high && f.estimate == back.estimate);
}

static void fairness_is_the_lesser_part(void **state) {
    (void)state;
    static const double steps[5] = {0, 0.1, 0.4, 0.5, 1};
    tl_board_bounds all[45];
    size_t count = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = i; j < 5; j++) {
            for (int k = i; k <= j; k++) {
                all[count++] = (tl_board_bounds){steps[i], steps[j], steps[k]};
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            check_fairness(all[i], all[j]);
        }
    }
}

/* --- Zones -------------------------------------------------------------------------------------------------------- */

typedef struct lattice {
    tl_context *context;
    tl_board_pairs pairs;
    tl_board_square squares[200];
    uint8_t values[200 * 199 / 2];
    tl_board_rect table;
    tl_board_zones zones;
    tl_error error;
} lattice;

/* Squares of a table of nx x ny, each 100 along its sides. */
static void set_up(lattice *l, size_t nx, size_t ny) {
    memset(l, 0, sizeof(*l));
    l->context = tl_context_create(NULL);
    l->table = (tl_board_rect){0, 0, 100 * (double)nx, 100 * (double)ny};
    l->pairs = (tl_board_pairs){.context = l->context, .count = nx * ny, .squares = l->squares, .pairs = l->values};
    for (size_t k = 0; k < nx * ny; k++) {
        double x = 100 * (double)(k % nx), y = 100 * (double)(k / nx);
        l->squares[k] = (tl_board_square){.rect = {x, y, x + 100, y + 100}, .area = 1};
    }
}

static void tear_down(lattice *l) {
    tl_board_zones_free(l->context, &l->zones);
    assert_null(l->zones.classes);
    tl_context_destroy(l->context);
}

static tl_status make_zones(lattice *l, const tl_vec2 *a, size_t a_count, const tl_vec2 *b, size_t b_count) {
    const tl_vec2 *const zone[2] = {a, b};
    const size_t count[2] = {a_count, b_count};
    tl_board_zones_free(l->context, &l->zones);
    memset(&l->error, 0, sizeof(l->error));
    return tl_board_zones_make(&l->pairs, l->table, zone, count, &l->zones, &l->error);
}

static tl_vec2 middle_of(const lattice *l, size_t k) {
    tl_board_rect r = l->squares[k].rect;
    return (tl_vec2){0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)};
}

/* A quarter of the table along its longer sides; of a square one along y. */
static void strips_lie_along_the_long_sides(void **state) {
    (void)state;
    static const size_t sizes[4][2] = {{12, 8}, {8, 12}, {8, 8}, {9, 8}};
    for (int s = 0; s < 4; s++) {
        lattice l;
        set_up(&l, sizes[s][0], sizes[s][1]);
        bool wide = l.table.x1 >= l.table.y1;
        double deep = wide ? l.table.y1 : l.table.x1, along = wide ? l.table.x1 : l.table.y1;
        assert_int_equal(make_zones(&l, NULL, 0, NULL, 0), TL_OK);
        assert_true(l.zones.along_x == wide);
        for (size_t k = 0; k < l.pairs.count; k++) {
            tl_vec2 m = middle_of(&l, k);
            double into = wide ? m.y : m.x, across = wide ? m.x : m.y;
            int expected = into < 0.25 * deep ? TL_BOARD_IN_A : into > 0.75 * deep ? TL_BOARD_IN_B : 0;
            expected |= across + 50 <= 0.5 * along   ? TL_BOARD_LEFT
                        : across - 50 >= 0.5 * along ? TL_BOARD_RIGHT
                                                     : 0; /* 9 squares: the middle one is on neither side */
            assert_int_equal(l.zones.classes[k], expected);
        }
        for (int z = 0; z < 2; z++) {
            assert_int_equal(l.zones.count[z], 4);
            for (int c = 0; c < 4; c++) { /* counter-clockwise from the lowest corner */
                double into = deep * (z == 0 ? 0.25 : 0.75), edge = z == 0 ? 0 : deep;
                double u = c == 1 || c == 2 ? 1 : 0, v = c >= 2 ? 1 : 0, low = fmin(into, edge),
                       high = fmax(into, edge);
                tl_vec2 p =
                    wide ? (tl_vec2){u * along, v == 1 ? high : low} : (tl_vec2){u == 1 ? high : low, v * along};
                assert_near(l.zones.corners[z][c].x, p.x, 0);
                assert_near(l.zones.corners[z][c].y, p.y, 0);
            }
        }
        tear_down(&l);
    }
}

/* Zones of one's own: a triangle, whose boundary belongs to it, and a square; which lies further off decides which way
 * the halves run. */
static void zones_may_be_given(void **state) {
    (void)state;
    lattice l;
    set_up(&l, 10, 10);
    const tl_vec2 a[3] = {{0, 0}, {500, 0}, {0, 500}};
    const tl_vec2 beside[4] = {{600, 100}, {1000, 100}, {1000, 600}, {600, 600}};
    const tl_vec2 above[4] = {{100, 600}, {600, 600}, {600, 1000}, {100, 1000}};
    for (int turned = 0; turned < 2; turned++) {
        const tl_vec2 *b = turned ? above : beside;
        assert_int_equal(make_zones(&l, a, 3, b, 4), TL_OK);
        assert_ptr_equal(l.zones.corners[0], a);
        assert_true(l.zones.along_x == (turned == 1));
        for (size_t k = 0; k < l.pairs.count; k++) {
            tl_vec2 m = middle_of(&l, k);
            bool in_a = m.x + m.y <= 500;
            bool in_b = m.x >= b[0].x && m.x <= b[1].x && m.y >= b[0].y && m.y <= b[2].y;
            double across = turned ? m.x : m.y;
            int expected = (in_a ? TL_BOARD_IN_A : 0) | (in_b ? TL_BOARD_IN_B : 0) |
                           (across < 500 ? TL_BOARD_LEFT : TL_BOARD_RIGHT);
            assert_int_equal(l.zones.classes[k], expected);
        }
    }
    /* one given, one a strip; as far off both ways, halves run along x */
    const tl_vec2 corner[4] = {{0, 0}, {200, 0}, {200, 200}, {0, 200}};
    const tl_vec2 other[4] = {{800, 800}, {1000, 800}, {1000, 1000}, {800, 1000}};
    assert_int_equal(make_zones(&l, corner, 4, NULL, 0), TL_OK);
    assert_near(l.zones.corners[1][0].y, 750, 0);
    assert_int_equal(make_zones(&l, corner, 4, other, 4), TL_OK);
    assert_true(l.zones.along_x);
    tear_down(&l);
}

static void zones_that_make_no_sense_are_refused(void **state) {
    (void)state;
    lattice l;
    set_up(&l, 6, 4);
    const tl_vec2 low[4] = {{0, 0}, {600, 0}, {600, 180}, {0, 180}},
                  across[4] = {{0, 100}, {600, 100}, {600, 400}, {0, 400}},
                  small[4] = {{10, 10}, {40, 10}, {40, 40}, {10, 40}}, off[3] = {{0, 0}, {601, 0}, {0, 100}};
    const tl_vec2 high[4] = {{0, 300}, {600, 300}, {600, 400}, {0, 400}};
    make_zones(&l, low, 4, across, 4);
    board_says(&l.error, TL_ERROR_ARGUMENT, "(50, 150) is in both zones");
    assert_string_equal(l.error.place, "to");
    make_zones(&l, small, 4, high, 4);
    board_says(&l.error, TL_ERROR_ARGUMENT, "no cell's middle");
    assert_string_equal(l.error.place, "zone");
    make_zones(&l, high, 4, small, 4);
    board_says(&l.error, TL_ERROR_ARGUMENT, "no cell's middle");
    assert_string_equal(l.error.place, "to");
    make_zones(&l, off, 3, high, 4);
    board_says(&l.error, TL_ERROR_ARGUMENT, "off the table");
    make_zones(&l, high, 4, low, 2);
    board_says(&l.error, TL_ERROR_ARGUMENT, "no simple polygon");
    tear_down(&l);
}

/* --- Scores ------------------------------------------------------------------------------------------------------- */

static bool counts(int a, int b, int group) {
    bool a_a = a & 1, a_b = a & 2, b_a = b & 1, b_b = b & 2, a_out = !(a & 3), b_out = !(b & 3);
    switch (group) {
    case TL_BOARD_VIEW_A:
        return (a_a && b_out) || (b_a && a_out);
    case TL_BOARD_VIEW_B:
        return (a_b && b_out) || (b_b && a_out);
    case TL_BOARD_BETWEEN:
        return (a_a && b_b) || (a_b && b_a);
    case TL_BOARD_VIEW_LEFT:
        return (a & 4) || (b & 4);
    case TL_BOARD_VIEW_RIGHT:
        return (a & 8) || (b & 8);
    default:
        return true;
    }
}

static void groups_are_what_they_say(void **state) {
    (void)state;
    uint8_t classes[2];
    const tl_board_zones zones = {.classes = classes};
    for (int a = 0; a < 12; a++) {
        for (int b = 0; b < 12; b++) {
            if ((a & 3) == 3 || (b & 3) == 3) {
                continue; /* nothing is in both zones */
            }
            classes[0] = (uint8_t)a;
            classes[1] = (uint8_t)b;
            for (int g = 0; g < TL_BOARD_GROUPS; g++) {
                assert_true(tl_board_pair_in(&zones, 0, 1, (tl_board_group)g) == counts(a, b, g));
                assert_true(tl_board_pair_in(&zones, 1, 0, (tl_board_group)g) == counts(a, b, g));
            }
        }
    }
}

static void add_pair(const lattice *l, size_t i, size_t j, tl_board_tally *t) {
    double area = l->squares[i].area * l->squares[j].area;
    int k = l->squares[i].partly || l->squares[j].partly ? 1 : 0;
    switch (l->values[j * (j - 1) / 2 + i]) { /* i before j */
    case TL_BOARD_PAIR_SEEN:
        t->all[k] += area;
        break;
    case TL_BOARD_PAIR_HIDDEN:
        t->none[k] += area;
        break;
    case TL_BOARD_PAIR_LIKELY:
        t->likely += area;
        t->open[k] += area;
        break;
    case TL_BOARD_PAIR_OPEN:
        t->open[k] += area;
        break;
    default:
        break;
    }
}

static void check_bounds(tl_board_bounds a, tl_board_bounds b) {
    assert_near(a.low, b.low, 1e-12);
    assert_near(a.high, b.high, 1e-12);
    assert_near(a.estimate, b.estimate, 1e-12);
}

/* Random pairs, summed once more; with the zones exchanged both views are. */
static void scores_sum_up_all_pairs(void **state) {
    (void)state;
    test_random random = test_random_start("board-score", 11);
    lattice l;
    for (int round = 0; round < 30; round++) {
        set_up(&l, 5 + (size_t)test_random_below(&random, 5), 4 + (size_t)test_random_below(&random, 4));
        for (size_t k = 0; k < l.pairs.count; k++) {
            l.squares[k].area = 1 + test_random_below(&random, 4);
            l.squares[k].partly = test_random_below(&random, 5) == 0;
        }
        for (size_t k = 0; k < l.pairs.count * (l.pairs.count - 1) / 2; k++) {
            l.values[k] = (uint8_t)test_random_below(&random, 5);
        }
        assert_int_equal(make_zones(&l, NULL, 0, NULL, 0), TL_OK);
        tl_board_score score = tl_board_score_of(&l.pairs, &l.zones);
        for (int g = 0; g < TL_BOARD_GROUPS; g++) {
            tl_board_tally t = {.likely = 0};
            for (size_t j = 1; j < l.pairs.count; j++) {
                for (size_t i = 0; i < j; i++) {
                    if (counts(l.zones.classes[i], l.zones.classes[j], g)) {
                        add_pair(&l, i, j, &t);
                    }
                }
            }
            check_bounds(score.share[g], tl_board_tally_share(&t));
            assert_near(tl_board_tally_sum(&score.tally[g]), tl_board_tally_sum(&t), 1e-9);
        }
        check_bounds(score.zones, tl_board_fairness(score.share[TL_BOARD_VIEW_A], score.share[TL_BOARD_VIEW_B]));
        check_bounds(score.sides, tl_board_fairness(score.share[TL_BOARD_VIEW_LEFT], score.share[TL_BOARD_VIEW_RIGHT]));
        tl_vec2 zone[2][4];
        memcpy(zone[0], l.zones.own[1], sizeof(zone[0]));
        memcpy(zone[1], l.zones.own[0], sizeof(zone[1]));
        assert_int_equal(make_zones(&l, zone[0], 4, zone[1], 4), TL_OK);
        tl_board_score back = tl_board_score_of(&l.pairs, &l.zones);
        check_bounds(back.share[TL_BOARD_VIEW_A], score.share[TL_BOARD_VIEW_B]);
        check_bounds(back.share[TL_BOARD_VIEW_B], score.share[TL_BOARD_VIEW_A]);
        check_bounds(back.share[TL_BOARD_BETWEEN], score.share[TL_BOARD_BETWEEN]);
        check_bounds(back.zones, score.zones);
        tear_down(&l);
    }
}

/* --- Pairs of places ---------------------------------------------------------------------------------------------- */

/* Every pair has a place of its own among n (n - 1) / 2. */
static void pairs_have_places_of_their_own(void **state) {
    (void)state;
    bool taken[45] = {false};
    for (size_t j = 0; j < 10; j++) {
        for (size_t i = 0; i < j; i++) {
            size_t k = tl_board_pair_index(i, j);
            assert_int_equal(k, tl_board_pair_index(j, i));
            assert_true(k < 45 && !taken[k]);
            taken[k] = true;
        }
    }
}

/* From (100, 100) to (400, 500), 500 long; the body reaches 18, so the strip is 20 wide on either side. */
static void strips_meet_what_comes_between(void **state) {
    (void)state;
    tl_board_square squares[2] = {{.rect = {50, 50, 150, 150}}, {.rect = {380, 480, 420, 520}}};
    for (int reach = 0; reach < 2; reach++) { /* the wider of both counts */
        const tl_board_body body = {.footprint = reach ? 18 : 4, .core_reach = reach ? 4 : 18};
        const tl_board_pairs pairs = {.body = &body, .count = 2, .squares = squares};
        for (int side = -1; side <= 1; side += 2) {
            for (int beyond = 0; beyond < 2; beyond++) {
                /* a corner of a box that far to the side of (250, 300), the middle: the normal is (-4, 3) / 5 */
                double far = beyond ? 20.01 : 19.99;
                tl_vec2 c = {250 - side * far * 0.8, 300 + side * far * 0.6};
                tl_box3 box = {{side > 0 ? c.x - 5 : c.x, side > 0 ? c.y : c.y - 5, 0},
                               {side > 0 ? c.x : c.x + 5, side > 0 ? c.y + 5 : c.y, 9}};
                assert_true(tl_board_pair_meets(&pairs, 0, 1, &box, 1) == !beyond);
                assert_true(tl_board_pair_meets(&pairs, 1, 0, &box, 1) == !beyond);
            }
        }
    }
}

/* Beside, before and behind both ends, exactly at the strip's rim and a hair beyond. */
static void strips_end_with_the_bodies(void **state) {
    (void)state;
    tl_board_square squares[2] = {{.rect = {0, 0, 200, 200}},
                                  {.rect = {300, 0, 500, 200}}}; /* (100, 100), (400, 100) */
    const tl_board_body body = {.footprint = 8, .core_reach = 5};
    for (int turned = 0; turned < 2; turned++) {
        const tl_board_pairs pairs = {.body = &body, .count = 2, .squares = squares};
        for (int beyond = 0; beyond < 2; beyond++) {
            double far = beyond ? 10.001 : 10;
            const tl_box3 boxes[4] = {{{100 - far - 7, 95, 0}, {100 - far, 105, 9}},  /* behind the one */
                                      {{400 + far, 95, 0}, {400 + far + 7, 105, 9}},  /* ... the other */
                                      {{200, 100 - far - 7, 0}, {300, 100 - far, 9}}, /* beside */
                                      {{200, 100 + far, 0}, {300, 100 + far + 7, 9}}};
            for (int k = 0; k < 4; k++) {
                tl_box3 box = boxes[k];
                if (turned) {
                    box = (tl_box3){{box.low.y, box.low.x, 0}, {box.high.y, box.high.x, 9}};
                }
                assert_true(tl_board_pair_meets(&pairs, 0, 1, &box, 1) == !beyond);
                /* any one of several boxes will do */
                const tl_box3 several[3] = {{{900, 900, 0}, {910, 910, 1}}, {{-90, -90, 0}, {-80, -80, 1}}, box};
                assert_true(tl_board_pair_meets(&pairs, 0, 1, several, 3) == !beyond);
                assert_false(tl_board_pair_meets(&pairs, 0, 1, several, 2));
                assert_false(tl_board_pair_meets(&pairs, 0, 1, &box, 0));
            }
        }
        squares[0].rect = (tl_board_rect){0, 0, 200, 200};
        squares[1].rect = (tl_board_rect){0, 300, 200, 500};
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tally_sums_up),
        cmocka_unit_test(shares_hold_all_that_may_be),
        cmocka_unit_test(fairness_is_the_lesser_part),
        cmocka_unit_test(strips_lie_along_the_long_sides),
        cmocka_unit_test(zones_may_be_given),
        cmocka_unit_test(zones_that_make_no_sense_are_refused),
        cmocka_unit_test(groups_are_what_they_say),
        cmocka_unit_test(scores_sum_up_all_pairs),
        cmocka_unit_test(pairs_have_places_of_their_own),
        cmocka_unit_test(strips_meet_what_comes_between),
        cmocka_unit_test(strips_end_with_the_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
