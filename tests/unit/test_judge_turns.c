/* Vehicles that turn, and where aircraft come down (judge/move): what turning gains by all corners, ways of turning
 * through corridors, ground in stripes. */
#include "support/judge_table.h"

#include "judge/move/journey.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static tl_journey go(judge_table *t, const tl_vec2 *corners, size_t count, bool turns, double facing) {
    tl_path_point path[8];
    for (size_t i = 0; i < count; i++) {
        path[i] = (tl_path_point){{corners[i].x, corners[i].y, 0}, 2};
    }
    const tl_question question = {
        .query = "move", .path = path, .path_count = count, .has_facing = turns, .facing_deg = facing};
    tl_journey j;
    if (tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, &j, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    double length = j.path.nodes[j.path.count - 1].plan;
    for (size_t i = 0; i < j.halt_count; i++) { /* what is certain says when it is too late, and nothing else does */
        const tl_halt *halt = &j.halts[i];
        if (halt->verdict == TL_VERDICT_NO && halt->kind != TL_HALT_TURN) {
            assert_true(halt->latest >= halt->plan - 1e-9 && halt->latest <= length + 1e-6);
        } else if (halt->kind != TL_HALT_TURN) {
            assert_true(halt->latest == INFINITY);
        }
    }
    return j;
}

/* --- What turning gains ------------------------------------------------------------------------------------------- */

typedef struct hull {
    tl_vec2 low, high; /* with facing 0, about the model's origin */
} hull;

static tl_vec2 turned(tl_vec2 p, double facing, tl_vec2 at) {
    double a = facing * M_PI / 180;
    return (tl_vec2){at.x + p.x * cos(a) - p.y * sin(a), at.y + p.x * sin(a) + p.y * cos(a)};
}

static double distance_from(const hull *h, double facing, tl_vec2 at, tl_vec2 p) {
    tl_vec2 q = turned(tl_sub2(p, at), -facing, (tl_vec2){0, 0});
    return hypot(fmax(fmax(h->low.x - q.x, q.x - h->high.x), 0), fmax(fmax(h->low.y - q.y, q.y - h->high.y), 0));
}

/* Distances from a rectangle are greatest at corners; the point that goes farthest is a corner, too (DB-MOV-02). */
static void corners_gain(void **state) {
    (void)state;
    test_random random = test_random_start("turns", 3);
    const hull hulls[2] = {{{-50, -30}, {50, 30}}, {{-20, -25}, {80, 15}}};
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 120; round++) {
        const hull *h = &hulls[round % 2];
        bool by_point = round % 4 < 2, exact = round % 3 == 0;
        double from = test_random_between(&random, -180, 180), to = test_random_between(&random, -180, 180);
        size_t legs = 1 + (size_t)test_random_below(&random, 3);
        tl_vec2 path[4] = {{1500, 1500}};
        double before_last = 0, length = 0;
        for (size_t i = 1; i <= legs; i++) {
            double a = test_random_between(&random, 0, 2 * M_PI), leg = test_random_between(&random, 5, 90);
            path[i] = (tl_vec2){path[i - 1].x + leg * cos(a), path[i - 1].y + leg * sin(a)};
            before_last = length;
            length += leg;
        }
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'long':{'core':{'shape':'box','min':[-20,-25,0],'max':[80,15,40]}}");
        judge_model(&t, "a", "red", "vehicle", round % 2 ? "long" : "tank", 1500, 1500, from, "'move':2");
        judge_ready(&t);
        double tolerance = exact ? 0 : 0.05;
        judge_set(&t, tolerance, "rotation", by_point ? "max_point" : "dilation", NULL);
        tl_journey j = go(&t, path + 1, legs, true, to);
        double farthest = 0;
        for (int k = 0; k < 4; k++) {
            tl_vec2 corner = {k & 1 ? h->high.x : h->low.x, k & 2 ? h->high.y : h->low.y};
            tl_vec2 after = turned(corner, to, path[legs]), before = turned(corner, from, path[legs - 1]);
            farthest = fmax(farthest, by_point ? before_last + tl_length2(tl_sub2(after, before))
                                               : distance_from(h, from, path[0], after));
        }
        if (length < 199) {
            assert_true(j.rotation_looked);
            assert_near(j.rotation_mm, farthest, 1e-6);
            tl_verdict verdict = farthest > 200 ? NO : YES;
            if (fabs(farthest - 200) > 0.1) {
                assert_int_equal(j.rotation, verdict);
                assert_int_equal(j.verdict, verdict);
                met[verdict]++;
            }
        } else if (length > 201) {
            assert_int_equal(j.verdict, NO);
            assert_false(j.rotation_looked);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
    assert_true(met[YES] > 30 && met[NO] > 10);
}

/* --- Corridors ---------------------------------------------------------------------------------------------------- */

static void water(judge_table *t, const char *id, double x0, double y0, double x1, double y1) {
    judge_area(t, id, "deep-water", (tl_vec2){x0, y0}, (tl_vec2){x1, y1}, -1);
}

/* Along x, with no room to turn, into a yard with room, and along y: of four ways of turning the one that fits. */
static void corridors(void **state) {
    (void)state;
    const struct {
        double narrow, start, end;
        bool second; /* the corridor along y, too */
        tl_turning_way way;
        tl_verdict verdict;
    } cases[] = {{70, 0, 0, false, TL_TURNING_LAST, YES},       {70, 0, 90, false, TL_TURNING_LAST, YES},
                 {70, 0, 90, true, TL_TURNING_ALONG, YES},      {70, 180, 270, true, TL_TURNING_BACKWARD, YES},
                 {70, 180, 180, false, TL_TURNING_LAST, YES},   {110, 90, 90, true, TL_TURNING_LAST, YES},
                 {130, 0, 90, true, TL_TURNING_FIRST, YES},     {58, 0, 0, false, TL_TURNING_LAST, NO},
                 {70, 0, 450, true, TL_TURNING_ALONG, YES},     {62, 0, 90, true, TL_TURNING_ALONG, YES},
                 {62, 180, -90, true, TL_TURNING_BACKWARD, YES}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        double half = cases[k].narrow / 2;
        judge_begin(&t);
        water(&t, "w0", 900, 800, 1200, 1000 - half);
        water(&t, "w1", 900, 1000 + half, 1200, 1200);
        if (cases[k].second) {
            water(&t, "w2", 1201, 1110, 1265, 1300);
            water(&t, "w3", 1335, 1110, 1700, 1300);
        }
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, cases[k].start, "'move':8");
        judge_ready(&t);
        const tl_vec2 path[2] = {{1300, 1000}, {1300, 1220}};
        tl_journey j = go(&t, path, cases[k].second ? 2 : 1, true, cases[k].end);
        if (j.verdict != cases[k].verdict || (j.verdict == YES && j.way != cases[k].way)) {
            fail_msg("case %zu: %d by %d", k, (int)j.verdict, (int)j.way);
        }
        if (j.verdict == YES) {
            static const double along[2] = {0, 90};
            for (size_t leg = 0; leg < j.path.corner_count; leg++) {
                double facing = j.way == TL_TURNING_LAST    ? cases[k].start
                                : j.way == TL_TURNING_FIRST ? cases[k].end
                                : j.way == TL_TURNING_ALONG ? along[leg]
                                                            : along[leg] + 180;
                assert_near(j.headings[leg].cosine, cos(facing * M_PI / 180), 1e-9);
                assert_near(j.headings[leg].sine, sin(facing * M_PI / 180), 1e-9);
            }
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Somebody in the way of a turn on the spot: the corner reaches sqrt(50^2 + 30^2) = 58.3 mm far. */
static void turns_on_the_spot(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        static const double at[4] = {58.3 + 12.5 + 0.5, 58.3 + 12.5 - 1.5, 30 + 12.5 + 1, 58.3 + 12.5 - 1.5};
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':4");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 1000 + at[k], 0, "");
        if (k > 0) { /* the other way round is no better */
            judge_model(&t, "c", "blue", "infantry", "man", 1000, 1000 - at[k], 0, "");
        }
        judge_ready(&t);
        const tl_vec2 here = {1000, 1000};
        tl_journey j = go(&t, &here, 1, true, k == 3 ? 0 : 180);
        assert_int_equal(j.verdict == YES, k == 0 || k == 3);
        if (j.verdict != YES) {
            assert_true(j.stop->has_slot);
            assert_int_equal(j.stop->kind, TL_HALT_TURN);
            assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_MODELS);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Into a corridor and crosswise at its end: no way of turning does it, but not all were tried. */
static void crosswise(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) { /* end: along, or across */
        judge_table t;
        judge_begin(&t);
        water(&t, "w0", 1100, 800, 1400, 965);
        water(&t, "w1", 1100, 1035, 1400, 1200);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':8");
        judge_ready(&t);
        const tl_vec2 there = {1250, 1000};
        tl_journey j = go(&t, &there, 1, true, k ? 90 : 180);
        assert_int_equal(j.verdict, k ? OPEN : YES);
        if (k) {
            assert_int_equal(j.stop->kind, TL_HALT_TURN);
            assert_true(j.stop->cost <= 250);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A strider: hull from 20 to 50 above the ground, legs 45 beside its middle, guns 60 beside it at 30; a small base.
 * What is low meets the legs, what is high the hull, or the guns where all parts count (DB-MOV-08). */
static void parts(void **state) {
    (void)state;
    const struct {
        double beside, low, high;
        const char *fit, *sweep;
        tl_verdict verdict;
    } cases[] = {{44, 0, 10, "core_limbs", "base_core", NO},   {46, 0, 10, "core_limbs", "base_core", YES},
                 {44, 0, 10, "core_limbs", "base", YES},       {19, 0, 10, "core_limbs", "base", NO},
                 {21, 0, 10, "core_limbs", "base", YES},       {29, 25, 45, "core_limbs", "base_core", NO},
                 {59, 25, 45, "core_limbs", "base_core", YES}, {59, 25, 45, "all", "base_core", NO},
                 {61, 25, 45, "all", "base_core", YES},        {44, 0, 10, "all", "base_core", NO}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'strider':{'mesh':'box -50 -30 20 50 30 50, box -10 -45 0 10 -35 20, box -10 35 0 10 45 20, box "
                    "-5 30 30 5 60 35, box -5 -60 30 5 -30 35','parts':{'core':['box0'],'limb':['box1','box2'],'gear':["
                    "'box3','box4']},'base':{'shape':'rectangle','size':[40,40]}}");
        judge_terrain(&t, "{'id':'block','kind':'building','mesh':'box 1150 %.17g %g 1200 1300 %g'}",
                      1000 + cases[k].beside, cases[k].low, cases[k].high);
        judge_model(&t, "a", "red", "vehicle", "strider", 1000, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_set(&t, 0.05, "fit_parts", cases[k].fit, "sweep", cases[k].sweep, NULL);
        const tl_vec2 there = {1390, 1000};
        tl_journey j = go(&t, &there, 1, false, 0);
        if ((j.verdict == YES) != (cases[k].verdict == YES)) {
            fail_msg("case %zu: %d", k, (int)j.verdict);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* --- Coming down -------------------------------------------------------------------------------------------------- */

#define PLANE                                                                                                          \
    "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','diameter':60}},"      \
    "'scan':{'mesh':'box -40 -20 0 40 20 20','uncertainty':1}"

/* Ground in stripes: the base lies from the lowest to the highest of those below it (DB-MOV-11). */
static void stripes(void **state) {
    (void)state;
    test_random random = test_random_start("stripes", 4);
    int even = 0, uneven = 0;
    for (int round = 0; round < 60; round++) {
        judge_table t;
        double x = 1400, low = INFINITY, high = -INFINITY;
        bool thin = false;
        judge_begin(&t);
        judge_asset(&t, PLANE);
        for (int i = 0; x < 1600; i++) {
            double wide = test_random_between(&random, 7, 45), tall = test_random_between(&random, 1, 12);
            judge_terrain(&t, "{'id':'s%d','kind':'ground','mesh':'box %.17g 1300 0 %.17g 1700 %.17g'}", i, x, x + wide,
                          tall);
            double below = fmin(x + wide, 1530) - fmax(x, 1470);
            thin = thin || (below > -0.1 && below < 6);
            low = below > 0 ? fmin(low, tall) : low;
            high = below > 0 ? fmax(high, tall) : high;
            x += wide;
        }
        judge_model(&t, "a", "red", "aircraft", "plane", 1000, 1500, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        double allowed = test_random_between(&random, 2, 12);
        char text[32];
        snprintf(text, sizeof(text), "%.17g", allowed);
        judge_set(&t, 0.05, "flat_tolerance_mm", text, "flat_tolerance_deg", "89", NULL);
        const tl_vec2 there = {1500, 1500};
        tl_journey j = go(&t, &there, 1, false, 0);
        if (!thin && fabs(high - low - allowed) > 0.01) {
            assert_near(j.flat_mm, high - low, 1e-6);
            assert_int_equal(j.flat, high - low <= allowed ? YES : NO);
            assert_int_equal(j.end, j.flat);
            assert_int_equal(j.verdict, j.flat);
            assert_near(j.path.nodes[j.path.count - 1].at.z, high, 1e-6);
            even += j.flat == YES;
            uneven += j.flat == NO;
            if (j.flat == NO) {
                assert_int_equal(j.stop->kind, TL_HALT_UNEVEN);
                assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_LANDING);
                assert_near(j.stop->plan, 500, 1e-6);
            }
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
    assert_true(even > 8 && uneven > 8);
}

/* On a tilted plate the slope is the plate's (DB-MOV-11), and infantry stands on it: what rises evenly is no ledge. */
static void tilted(void **state) {
    (void)state;
    test_random random = test_random_start("tilted", 5);
    for (int round = 0; round < 24; round++) {
        judge_table t;
        double roll = test_random_between(&random, -15, 15), pitch = test_random_between(&random, -15, 15);
        double slope = acos(cos(roll * M_PI / 180) * cos(pitch * M_PI / 180)) * 180 / M_PI;
        judge_begin(&t);
        judge_asset(&t, PLANE);
        judge_terrain(&t,
                      "{'id':'s','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1500,1500,120],'tilt':["
                      "%.17g,%.17g],'turn':%g}",
                      roll, pitch, 15.0 * round);
        bool foot = round % 4 == 3;
        judge_model(&t, "a", "red", foot ? "infantry" : "aircraft", foot ? "man" : "plane", foot ? 1480 : 1000, 1500, 0,
                    foot ? "'move':1" : "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        char text[32];
        double allowed = slope + (round % 2 ? 0.1 : -0.1);
        snprintf(text, sizeof(text), "%.17g", fmax(allowed, 0));
        judge_set(&t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", text, NULL);
        const tl_vec2 there = {1500 + 7.0 * (round % 3), 1500 - 5.0 * (round % 5)};
        tl_journey j = go(&t, &there, 1, false, 0);
        if (foot) {
            assert_int_equal(j.verdict, YES);
        } else {
            assert_near(j.flat_deg, slope, 1e-6);
            /* the lowest of 24 points of the rim */
            assert_near(j.flat_mm, 60 * tan(slope * M_PI / 180), 0.01 + 0.6 * tan(slope * M_PI / 180));
            assert_int_equal(j.flat, round % 2 ? YES : NO);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Over the table's edge, and on ground whose mesh may be off: both sides of every limit. */
static void doubtful_places(void **state) {
    (void)state;
    const struct {
        const char *asset;
        double x, height, uncertainty;
        tl_verdict verdict;
        tl_halt_kind kind;
    } cases[] = {
        {"plane", 30.5, 0, 0, YES, 0},
        {"plane", 29.5, 0, 0, NO, TL_HALT_EDGE},
        {"scan", 41.5, 0, 0, YES, 0},
        {"scan", 40.5, 0, 0, OPEN, TL_HALT_EDGE},
        {"scan", 39.5, 0, 0, OPEN, TL_HALT_EDGE},
        {"scan", 38.5, 0, 0, NO, TL_HALT_EDGE},
        {"plane", 500, 4, 0.5, YES, 0},
        {"plane", 500, 9.5, 0.5, OPEN, TL_HALT_UNEVEN},
        {"plane", 500, 10.5, 0.5, OPEN, TL_HALT_UNEVEN},
        {"plane", 500, 16, 0.5, NO, TL_HALT_UNEVEN},
        {"plane", 500, 9.5, 0, YES, 0},
        {"plane", 500, 10.5, 0, NO, TL_HALT_UNEVEN},
        {"plane", 469.5, 60, 1, OPEN, TL_HALT_UNEVEN},
        {"plane", 464, 60, 1, YES, 0},
        {"plane", 480, 60, 1, NO, TL_HALT_UNEVEN},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, PLANE);
        if (cases[k].height > 0) {
            judge_terrain(&t, "{'id':'h','kind':'ground','mesh':'box 500 1300 0 800 1700 %g','uncertainty':%g}",
                          cases[k].height, cases[k].uncertainty);
        }
        judge_model(&t, "a", "red", "aircraft", cases[k].asset, 300, 1500, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89", NULL);
        const tl_vec2 there = {cases[k].x, 1500};
        tl_journey j = go(&t, &there, 1, false, 0);
        if (j.end != cases[k].verdict || j.verdict != cases[k].verdict) {
            fail_msg("case %zu: %d, uneven by %g", k, (int)j.end, j.flat_mm);
        }
        assert_int_equal(j.stop == NULL, cases[k].verdict == YES);
        if (j.stop != NULL) {
            assert_int_equal(j.stop->kind, cases[k].kind);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A boat on land goes nowhere, from the start on (DT-SPC-15). */
static void ashore(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'sea','kind':'deep-water','disc':{'centre':[%d,1000],'radius':300}}",
                      k == 0   ? 1000
                      : k == 1 ? 1299
                               : 1301);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4,'skills':['naval']");
        judge_ready(&t);
        const tl_vec2 there = {k == 0 ? 1200 : 1100, 1000};
        tl_journey j = go(&t, &there, 1, false, 0);
        assert_int_equal(j.moving.ashore, k == 2);
        if (k == 0) {
            assert_int_equal(j.verdict, YES);
        } else if (k == 2) {
            assert_int_equal(j.verdict, NO);
            assert_int_equal(j.stop->kind, TL_HALT_ASHORE);
            assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_SHORE);
            assert_true(j.stop->plan == 0 && j.stop->cost == 0 && j.stop->latest == 0);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_gain), cmocka_unit_test(corridors),       cmocka_unit_test(turns_on_the_spot),
        cmocka_unit_test(stripes),      cmocka_unit_test(doubtful_places), cmocka_unit_test(ashore),
        cmocka_unit_test(tilted),       cmocka_unit_test(crosswise),       cmocka_unit_test(parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
