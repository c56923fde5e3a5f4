/* Where aircraft come down (judge/move/landing.c): bases that lie to one side of where they are, of several parts, so
 * narrow that points under them lie in a line or are one; ground that isn't there; outlines that may be off. What is
 * said of a plane is compared with the plane itself. */
#include "support/judge_table.h"

#include "judge/move/landing.h"

#include <math.h>
#include <stdio.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static tl_landing land(judge_table *t, tl_vec2 at, double facing) {
    tl_moving m;
    tl_landing landing;
    tl_heading heading;
    size_t who = judge_who(t, "a1");
    const tl_vec2 low = {at.x - 900, at.y - 900}, high = {at.x + 900, at.y + 900};
    tl_sincos_deg(facing, &heading.sine, &heading.cosine);
    assert_int_equal(tl_moving_make(&t->inquiry, who, low, high, &m, &error), TL_OK);
    assert_int_equal(tl_landing_look(&m, at, heading, &landing, &error), TL_OK);
    tl_moving_free(&m);
    return landing;
}

#define PLANES                                                                                                         \
    "'disc':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','diameter':60}},"       \
    "'board':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'rectangle','size':[80,40]}}" \
    ",'lath':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'rectangle','size':[80,1]}}"  \
    ",'aside':{'mesh':'box -15 -30 0 75 10 20'},'apart':{'mesh':'box -60 -10 0 -30 25 20, box 20 -45 0 70 5 20'}"

/* A table where a1 of that asset comes down; on a plate that is tilted, or on what else there is. */
static void begin(judge_table *t, const char *asset) {
    judge_begin(t);
    judge_asset(t, PLANES);
    judge_model(t, "a", "red", "aircraft", asset, 300, 1500, 0, "'move':8,'locomotion':'flying'");
}

static void begin_plate(judge_table *t, const char *asset, double roll, double pitch) {
    begin(t, asset);
    judge_terrain(
        t, "{'id':'g','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1000,1000,150],'tilt':[%g,%g]}", roll,
        pitch);
    judge_ready(t);
    judge_set(t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", "80", NULL);
}

/* The height of the highest surface at a place. */
static double height_at(const judge_table *t, tl_vec2 p) {
    double levels[8];
    const tl_surfaces surfaces = tl_table_surfaces(t->table);
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, 0, levels, 8);
    assert_true(count > 0);
    return levels[count - 1];
}

static tl_vec2 turned(tl_vec2 p, double deg) {
    double s, c;
    tl_sincos_deg(deg, &s, &c);
    return (tl_vec2){1000 + c * p.x - s * p.y, 1000 + s * p.x + c * p.y};
}

/* On a plane its slope is found, whatever lies under the base and however it is turned; its highest point at the
 * base's highest corner. */
static void planes(void **state) {
    (void)state;
    static const struct {
        const char *asset;
        tl_vec2 corners[8];
        int count;
    } cases[] = {{"aside", {{-15, -30}, {75, -30}, {75, 10}, {-15, 10}}, 4},
                 {"apart", {{-60, -10}, {-30, -10}, {-30, 25}, {-60, 25}, {20, -45}, {70, -45}, {70, 5}, {20, 5}}, 8},
                 {"board", {{-40, -20}, {40, -20}, {40, 20}, {-40, 20}}, 4}};
    for (int k = 0; k < 36; k++) {
        double roll = k / 3 % 3 == 0 ? 11 : k / 3 % 3 == 1 ? -4 : 0, pitch = k / 3 % 2 == 0 ? 6 : -9;
        double slope = acos(cos(roll * M_PI / 180) * cos(pitch * M_PI / 180)) * 180 / M_PI, facing = 37.0 * k;
        judge_table t;
        begin_plate(&t, cases[k % 3].asset, roll, pitch);
        double high = -INFINITY, low = INFINITY;
        for (int i = 0; i < cases[k % 3].count; i++) {
            double z = height_at(&t, turned(cases[k % 3].corners[i], facing));
            high = fmax(high, z);
            low = fmin(low, z);
        }
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, facing);
        assert_near(l.flat_deg, slope, 1e-6);
        assert_near(l.high, high, 1e-6);
        /* the lowest of points in rings, which come near the corners */
        assert_true(l.flat_mm < high - low + 1e-6 && l.flat_mm > 0.7 * (high - low));
        assert_int_equal(l.even, YES);
        assert_int_equal(l.on_table, YES);
        char text[32];
        for (int side = -1; side <= 1; side += 2) {
            snprintf(text, sizeof(text), "%.17g", slope + 0.01 * side);
            judge_set(&t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", text, NULL);
            assert_int_equal(land(&t, (tl_vec2){1000, 1000}, facing).even, side > 0 ? YES : NO);
        }
        judge_end(&t);
    }
}

/* A disc on a plane that falls along x or y: points on its rim lie there, so that it is uneven by all of the fall. */
static void discs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double roll = k == 0 ? 12 : k == 1 ? -5 : 0, pitch = k == 2 ? 12 : k == 3 ? -5 : 0;
        double fall = 60 * tan((k % 2 == 0 ? 12 : 5) * M_PI / 180);
        judge_table t;
        begin_plate(&t, "disc", roll, pitch);
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
        assert_near(l.flat_mm, fall, 1e-6);
        assert_near(l.high, 150 + fall / 2, 1e-6);
        assert_near(l.flat_deg, k % 2 == 0 ? 12 : 5, 1e-6);
        char text[32];
        for (int side = -1; side <= 1; side += 2) {
            snprintf(text, sizeof(text), "%.17g", fall + 0.001 * side);
            judge_set(&t, 0.05, "flat_tolerance_mm", text, "flat_tolerance_deg", "80", NULL);
            assert_int_equal(land(&t, (tl_vec2){1000, 1000}, 0).even, side > 0 ? YES : NO);
        }
        judge_end(&t);
    }
}

/* Under a lath points lie in a line where it lies along a spoke of the rings, of which there are 24: the slope along it
 * is what is known. Between spokes there is its middle alone, which has none. */
static void laths(void **state) {
    (void)state;
    for (int k = 0; k < 24; k++) {
        judge_table t;
        begin_plate(&t, "lath", 9, k % 2 == 0 ? 5 : -14);
        double facing = 15.0 * k;
        double rise =
            height_at(&t, turned((tl_vec2){30, 0}, facing)) - height_at(&t, turned((tl_vec2){-30, 0}, facing));
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, facing);
        assert_near(l.flat_deg, atan2(fabs(rise), 60) * 180 / M_PI, 1e-4);
        l = land(&t, (tl_vec2){1000, 1000}, facing + 7.5);
        assert_near(l.flat_deg, 0, 1e-9);
        double high = -INFINITY;
        for (int i = 0; i < 4; i++) {
            tl_vec2 corner = {i & 1 ? 40 : -40, i & 2 ? 0.5 : -0.5};
            high = fmax(high, height_at(&t, turned(corner, facing + 7.5)));
        }
        assert_near(l.high, high, 1e-6);
        assert_near(l.flat_mm, high - height_at(&t, (tl_vec2){1000, 1000}), 1e-6);
        judge_end(&t);
    }
}

static double det3(double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* On rough ground the slope is that of the plane nearest to the middle and to 24 points on each of six rings, by the
 * sum of squares: here from the three normal equations as they are; the lowest of these points tells the unevenness. */
static void rough_ground(void **state) {
    (void)state;
    test_random random = test_random_start("landing-rough", 11);
    for (int k = 0; k < 40; k++) {
        judge_table t;
        begin(&t, "disc");
        for (int i = 0; i < 5; i++) {
            double x = 1000 + test_random_between(&random, -40, 20), y = 1000 + test_random_between(&random, -40, 20);
            judge_terrain(&t, "{'id':'g%d','kind':'ground','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g'}", i, x, y,
                          x + test_random_between(&random, 10, 40), y + test_random_between(&random, 10, 40),
                          test_random_between(&random, 1, 25));
        }
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "30", "flat_tolerance_deg", "80", NULL);
        double m[3][3] = {{0}}, right[3] = {0}, low = INFINITY;
        for (int i = 0; i <= 6 * 24; i++) {
            double s, c, r = i == 0 ? 0 : 5.0 * (double)((i - 1) / 24 + 1);
            tl_sincos_deg(15.0 * (double)((i + 23) % 24), &s, &c);
            const double row[3] = {1, r * c, r * s}, z = height_at(&t, (tl_vec2){1000 + r * c, 1000 + r * s});
            low = fmin(low, z);
            for (int a = 0; a < 3; a++) {
                right[a] += row[a] * z;
                for (int b = 0; b < 3; b++) {
                    m[a][b] += row[a] * row[b];
                }
            }
        }
        double slope[3];
        for (int a = 1; a < 3; a++) { /* Cramer's rule */
            double with[3][3];
            for (int b = 0; b < 9; b++) {
                with[b / 3][b % 3] = b % 3 == a ? right[b / 3] : m[b / 3][b % 3];
            }
            slope[a] = det3(with) / det3(m);
        }
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
        assert_near(l.flat_deg, atan(hypot(slope[1], slope[2])) * 180 / M_PI, 1e-6);
        assert_near(l.flat_mm, l.high - low, 1e-9);
        judge_end(&t);
    }
}

/* A dip too shallow to forbid it, wide enough that some point of six rings and twenty-four spokes lies in it wherever
 * it is: as deep as it is the ground is uneven. */
static void dips(void **state) {
    (void)state;
    test_random random = test_random_start("landing-dips", 3);
    for (int k = 0; k < 120; k++) {
        double r = test_random_between(&random, 0, 26), angle = test_random_between(&random, 0, 2 * M_PI);
        double depth = test_random_between(&random, 1, 9), half = 1.02 * hypot(2.5, M_PI * (r + 2.5) / 24);
        double x = 1000 + r * cos(angle), y = 1000 + r * sin(angle);
        judge_table t;
        begin(&t, "disc");
        judge_terrain(&t,
                      "{'id':'g','kind':'ground','mesh':'box 900 900 0 %.17g 1100 40, box %.17g 900 0 1100 1100 40, "
                      "box %.17g 900 0 %.17g %.17g 40, box %.17g %.17g 0 %.17g 1100 40, box %.17g %.17g 0 %.17g %.17g "
                      "%.17g'}",
                      x - half, x + half, x - half, x + half, y - half, x - half, y + half, x + half, x - half,
                      y - half, x + half, y + half, 40 - depth);
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89.9", NULL);
        tl_landing l = land(&t, (tl_vec2){1000, 1000}, 0);
        assert_near(l.high, 40, 1e-9);
        if (fabs(l.flat_mm - depth) > 1e-9) {
            fail_msg("a dip of %g, %g from the middle: uneven by %g", depth, r, l.flat_mm);
        }
        assert_int_equal(l.even, YES);
        judge_end(&t);
    }
}

/* Where the table's own mesh ends there is nothing to come down on: it counts as a table's top, at 0. */
static void nothing_there(void **state) {
    (void)state;
    const struct {
        double x, flat, high;
        tl_verdict even;
    } cases[] = {{900, 0, 8, YES}, {969, 0, 8, YES}, {971, 8, 8, NO},
                 {1000, 8, 8, NO}, {1029, 8, 8, NO}, {1031, 0, 0, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "disc");
        judge_ground(&t, "'mesh':'box 0 0 -20 1000 3000 8'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "7", "flat_tolerance_deg", "80", NULL);
        tl_landing l = land(&t, (tl_vec2){cases[i].x, 1000}, 0);
        assert_near(l.high, cases[i].high, 1e-9);
        assert_near(l.flat_mm, cases[i].flat, 1e-9);
        assert_int_equal(l.even, cases[i].even);
        assert_int_equal(l.on_table, YES);
        judge_set(&t, 0.05, "flat_tolerance_mm", "9", "flat_tolerance_deg", "80", NULL);
        l = land(&t, (tl_vec2){cases[i].x, 1000}, 0);
        assert_near(l.flat_mm, cases[i].flat, 1e-9);
        assert_int_equal(l.even, YES);
        judge_end(&t);
    }
}

/* What the base's outline may be off leaves open whether it is over the table's edge, and whether it reaches a step; a
 * base that may not be there at all is never uneven for certain. */
static void uncertain_outlines(void **state) {
    (void)state;
    const struct {
        const char *asset;
        double x, off;
        tl_verdict even, on_table;
    } cases[] = {/* the step begins at 1000, the table at 0; the disc reaches 30, the board 40, the lath 0.5 aside */
                 {"disc", 969.4, 0.5, YES, YES}, {"disc", 969.6, 0.5, OPEN, YES}, {"disc", 970.4, 0.5, OPEN, YES},
                 {"disc", 970.6, 0.5, NO, YES},  {"disc", 30.6, 0.5, YES, YES},   {"disc", 30.4, 0.5, YES, OPEN},
                 {"disc", 29.6, 0.5, YES, OPEN}, {"disc", 29.4, 0.5, YES, NO},    {"board", 957.9, 2, YES, YES},
                 {"board", 958.1, 2, OPEN, YES}, {"board", 961.9, 2, OPEN, YES},  {"board", 962.1, 2, NO, YES},
                 {"board", 42.1, 2, YES, YES},   {"board", 41.9, 2, YES, OPEN},   {"board", 38.1, 2, YES, OPEN},
                 {"board", 37.9, 2, YES, NO},    {"lath", 1000, 0.4, NO, YES},    {"lath", 1000, 0.6, OPEN, YES},
                 {"disc", 1000, 29, NO, YES},    {"disc", 1000, 31, OPEN, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, cases[i].asset);
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 1000 500 0 1500 1500 60'}");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89.9", NULL);
        t.table->members[judge_who(&t, "a1")].body->base_uncertainty = cases[i].off;
        tl_landing l = land(&t, (tl_vec2){cases[i].x, 1000}, 0);
        if (l.even != cases[i].even || l.on_table != cases[i].on_table) {
            fail_msg("case %zu: even %d, on the table %d", i, (int)l.even, (int)l.on_table);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes),
        cmocka_unit_test(discs),
        cmocka_unit_test(laths),
        cmocka_unit_test(dips),
        cmocka_unit_test(rough_ground),
        cmocka_unit_test(nothing_there),
        cmocka_unit_test(uncertain_outlines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
