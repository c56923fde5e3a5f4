/* test_judge_flight.c: fields of fire of what flies: shares of corridors against areas in closed form and against
 * points that are drawn, exactly half, corridors of no width; bands of altitude at every limit; ranges that are longer
 * in the air, strafing from strictly below a height, who may fire at what flies, and not from under it (LW-AIR-01,
 * LW-AIR-05, LW-AIR-06, LW-AIR-07, LW-AIR-08, LW-AIR-09); the same by rules of no game (TH-FLY-01). */
#include "judge/measure/arc.h"
#include "judge/measure/flight.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "lotow-1914";
}

/* An aircraft on its stand: so wide a hull of 80, so high above the foot. */
static void plane(judge_table *t, const char *id, const char *side, double wide, double altitude, double x, double y,
                  double facing) {
    char more[200];
    judge_asset(t,
                "'p-%s':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-40,%.17g,%.17g],"
                "'max':[40,%.17g,%.17g]}}",
                id, -0.5 * wide, altitude, 0.5 * wide, altitude + 20);
    snprintf(more, sizeof(more),
             "'weapons':[{'id':'nose','range':30,'arc':'nose'},{'id':'tail','range':30,"
             "'arc':'rear-gun'},{'id':'low','range':30,'arc':'strafing'}]");
    char asset[40];
    snprintf(asset, sizeof(asset), "p-%s", id);
    judge_model(t, id, side, "aircraft", asset, x, y, facing, more);
}

static tl_pair_arc_result arc_of(const tl_inquiry *inquiry, const judge_table *t, const char *weapon, const char *a,
                                 const char *b) {
    tl_pair_arc_result arc;
    tl_error error = {0};
    char one[16], other[16];
    snprintf(one, sizeof(one), "%s1", a);
    snprintf(other, sizeof(other), "%s1", b);
    assert_int_equal(
        tl_pair_arc(inquiry, judge_who(t, one), judge_weapon(t, a, weapon), judge_who(t, other), &arc, &error), TL_OK);
    return arc;
}

/* Shifted aside, a hull of 80 x 100 lies so much in a strip of 100: 1 - shift / 100. Exactly half is out. */
static void halves(void **state) {
    (void)state;
    const struct {
        double shift, tolerance;
        tl_verdict verdict;
    } cases[] = {{0, 0.05, YES},      {49.7, 0.05, YES}, {49.98, 0.05, OPEN}, {50, 0.05, OPEN},
                 {50.02, 0.05, OPEN}, {50.3, 0.05, NO},  {50, 0, NO},         {49.99, 0, YES},
                 {50.01, 0, NO},      {100, 0, NO},      {101, 0.05, NO},     {150, 0.05, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        plane(&t, "a", "red", 100, 120, 1000, 1000, 0);
        plane(&t, "b", "blue", 100, 130, 1250, 1000 + cases[i].shift, 0);
        judge_ready(&t);
        tl_pair_arc_result arc = arc_of(judge_set(&t, cases[i].tolerance, NULL), &t, "nose", "a", "b");
        if (arc.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d, share %.9g", i, (int)arc.verdict, arc.share);
        }
        assert_near(arc.share, fmax(1 - cases[i].shift / 100, 0), 1e-6);
        assert_true(arc.corridor && arc.aspect == TL_PAIR_ARC_CORRIDOR);
        judge_end(&t);
    }
}

/* Behind the middle nothing is in it; half across the middle is half; any facing. */
static void ahead(void **state) {
    (void)state;
    for (int facing = 0; facing < 360; facing += 45) {
        double s = sin(facing * M_PI / 180), c = cos(facing * M_PI / 180);
        const double by[] = {-200, -10, 10, 200};
        for (int i = 0; i < 4; i++) {
            judge_table t;
            begin(&t);
            plane(&t, "a", "red", 100, 120, 1000, 1000, facing);
            plane(&t, "b", "blue", 60, 130, 1000 + by[i] * c, 1000 + by[i] * s, facing);
            judge_ready(&t);
            tl_pair_arc_result arc = arc_of(&t.inquiry, &t, "nose", "a", "b");
            assert_int_equal(arc.verdict, by[i] > 0 ? YES : NO);
            assert_near(arc.share, fmin(fmax(0.5 + by[i] / 80, 0), 1), 1e-6);
            judge_end(&t);
        }
    }
}

/* Random hulls: the share by a grid of points; the same answer for whoever is moved by less than the margin. */
static void shares(void **state) {
    (void)state;
    test_random r = test_random_start("shares of corridors", 84);
    int seen[3] = {0};
    for (int trial = 0; trial < test_trials(80); trial++) {
        double wide = test_random_between(&r, 30, 160), its = test_random_between(&r, 30, 160),
               facing = test_random_between(&r, 0, 360), turned = test_random_between(&r, 0, 360);
        double x = 1000 + test_random_between(&r, -160, 160), y = 1000 + test_random_between(&r, -160, 160);
        const char *width = trial % 2 == 0 ? "attacker" : "target";
        double half = 0.5 * (trial % 2 == 0 ? wide : its);
        judge_table t;
        begin(&t);
        plane(&t, "a", "red", wide, 120, 1000, 1000, facing);
        plane(&t, "b", "blue", its, 130, x, y, turned);
        judge_ready(&t);
        tl_pair_arc_result arc = arc_of(judge_set(&t, -1, "corridor_width", width, NULL), &t, "nose", "a", "b");
        int inside = 0, all = 0;
        double fs = sin(facing * M_PI / 180), fc = cos(facing * M_PI / 180), ts = sin(turned * M_PI / 180),
               tc = cos(turned * M_PI / 180);
        for (int k = 0; k < 100; k++) {
            for (int m = 0; m < 100; m++, all++) {
                double u = 80 * ((k + 0.5) / 100 - 0.5), v = its * ((m + 0.5) / 100 - 0.5);
                double px = x + u * tc - v * ts - 1000, py = y + u * ts + v * tc - 1000;
                double along = px * fc + py * fs, across = -px * fs + py * fc;
                inside += along >= 0 && fabs(across) <= half;
            }
        }
        assert_near(arc.share, (double)inside / all, 0.012);
        seen[arc.verdict]++;
        if (fabs(arc.share - 0.5) > 0.02) {
            assert_int_equal(arc.verdict, arc.share > 0.5 ? YES : NO);
            /* no move shorter than the margin changes it */
            assert_true(fabs(arc.margin_mm) <= 1000 && (arc.margin_mm > 0) == (arc.verdict == YES));
        }
        judge_end(&t);
    }
    assert_true(seen[YES] > 0 && seen[NO] > 4);
}

/* Bands of 100 mm: a limit belongs to the band above it. */
static void bands(void **state) {
    (void)state;
    const struct {
        double a, b, tolerance;
        tl_verdict verdict;
    } cases[] = {{120, 180, 0.05, YES},  {120, 199.9, 0.05, YES},     {120, 199.97, 0.05, OPEN},
                 {120, 200, 0.05, OPEN}, {120, 200.03, 0.05, OPEN},   {120, 200.1, 0.05, NO},
                 {120, 200, 0, NO},      {120, 199.999, 0, YES},      {100, 199.9, 0, YES},
                 {99.9, 100, 0, NO},     {0, 99.9, 0, YES},           {320, 390, 0.05, YES},
                 {120, 320, 0.05, NO},   {199.98, 200.02, 0.05, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int swap = 0; swap < 2; swap++) {
            judge_table t;
            begin(&t);
            plane(&t, "a", "red", 100, swap ? cases[i].b : cases[i].a, 1000, 1000, 0);
            plane(&t, "b", "blue", 100, swap ? cases[i].a : cases[i].b, 1250, 1000, 0);
            judge_ready(&t);
            const tl_inquiry *inquiry = judge_set(&t, cases[i].tolerance, NULL);
            tl_pair_arc_result arc = arc_of(inquiry, &t, "nose", "a", "b");
            if (arc.verdict != cases[i].verdict) {
                fail_msg("case %zu: %d", i, (int)arc.verdict);
            }
            assert_near(arc.altitude[swap], cases[i].a, 1e-9);
            assert_int_equal(arc.aspect, arc.verdict == YES ? TL_PAIR_ARC_CORRIDOR : TL_PAIR_ARC_BAND);
            /* behind him the gun of the tail has it so */
            assert_int_equal(arc_of(inquiry, &t, "tail", "b", "a").verdict, cases[i].verdict);
            assert_int_equal(arc_of(inquiry, &t, "tail", "a", "b").verdict, NO);
            judge_end(&t);
        }
    }
}

/* On a hill of 60 a stand is as high as on the table: the band is its own. */
static void stands(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_wall(&t, "block", (tl_vec2){1200, 900}, (tl_vec2){1400, 1100}, 60);
    plane(&t, "a", "red", 100, 120, 1000, 1000, 0);
    judge_asset(
        &t, "'q':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-40,-50,180],'max':[40,50,200]}}");
    judge_unit(&t,
               "{'id':'b','side':'blue','class':'aircraft','members':[{'id':'b1','asset':'q','at':[1300,1000,60]}]}");
    judge_ready(&t);
    tl_pair_arc_result arc = arc_of(&t.inquiry, &t, "nose", "a", "b");
    assert_near(arc.altitude[1], 180, 1e-9);
    assert_int_equal(arc.verdict, YES);
    judge_end(&t);
}

/* 30 and 20 cm in the air; strafing strictly below 20 cm; rifles never, and listed weapons not from under it. */
static void attacks(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        judge_table t;
        begin(&t);
        plane(&t, "a", "red", 100, 120, 1000, 1000, 0);
        plane(&t, "b", "blue", 100, 130, 1000 + 30 + 500 + (i == 0 ? -1 : 1), 1000, 0);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b','weapon':'nose'}");
        assert_verdict(&t.told, i == 0 ? "yes" : "no");
        judge_end(&t);
    }
    const struct {
        double altitude, tolerance;
        const char *verdict;
    } low[] = {{199, 0.05, "yes"}, {199.97, 0.05, "marginal"}, {200, 0.05, "marginal"}, {200.1, 0.05, "no"},
               {200, 0, "no"},     {199.9, 0, "yes"}};
    for (size_t i = 0; i < sizeof(low) / sizeof(low[0]); i++) {
        judge_table t;
        begin(&t);
        plane(&t, "a", "red", 100, low[i].altitude, 1000, 1000, 0);
        judge_model(&t, "m", "blue", "infantry", "man", 1200, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'arc','from':'a','to':'m','weapon':'low','tolerance_mm':%.17g}", low[i].tolerance);
        assert_verdict(&t.told, low[i].verdict);
        judge_ask(&t, "{'query':'attack','from':'a','to':'m','weapon':'low','tolerance_mm':%.17g}", low[i].tolerance);
        assert_verdict(&t.told, low[i].verdict);
        judge_end(&t);
    }
    /* a hull of 80 x 100 over them: from 40 on to its front, and the rim of a base */
    const struct {
        double away;
        const char *rifle, *gun;
    } under[] = {{0, "no", "no"},           {52.4, "no", "no"},  {52.48, "no", "marginal"},
                 {52.52, "no", "marginal"}, {52.6, "no", "yes"}, {200, "no", "yes"}};
    for (size_t i = 0; i < sizeof(under) / sizeof(under[0]); i++) {
        judge_table t;
        begin(&t);
        plane(&t, "b", "blue", 100, 120, 1000, 1000, 0);
        judge_model(&t, "m", "red", "infantry", "man", 1000 + under[i].away, 1000, 0,
                    "'weapons':[{'id':'rifle','range':60},{'id':'gun','range':60,'arc':'sky'}]");
        judge_ready(&t);
        judge_ask(&t, "{'query':'arc','from':'m','to':'b','weapon':'rifle'}");
        assert_verdict(&t.told, under[i].rifle);
        /* the class's own rule, and no number that a step would change */
        assert_string_equal(made_word(&t.told, "rule"), "LW-AIR-09");
        assert_string_equal(made_word(&t.told, "weapons[0].members[0].decided_by"), "only_in");
        assert_false(made_has(&t.told, "weapons[0].members[0].margin_mm"));
        judge_ask(&t, "{'query':'attack','from':'m','to':'b','weapon':'rifle'}");
        assert_string_equal(made_word(&t.told, "rule"), "LW-AIR-09");
        judge_ask(&t, "{'query':'arc','from':'m','to':'b','weapon':'gun'}");
        assert_verdict(&t.told, under[i].gun);
        judge_end(&t);
    }
}

/* A hull of no width has no corridor; a wider one beside it has. */
static void no_width(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_asset(&t, "'sheet':{'base':{'shape':'disc','diameter':30},'mesh':'box -40 0 120 40 0.001 140'}");
    plane(&t, "b", "blue", 100, 130, 1250, 1000, 0);
    judge_model(&t, "a", "red", "aircraft", "sheet", 1000, 1000, 0,
                "'weapons':[{'id':'nose','range':30,'arc':'nose'}]");
    judge_ready(&t);
    assert_int_equal(arc_of(&t.inquiry, &t, "nose", "a", "b").verdict, NO);
    assert_int_equal(arc_of(judge_set(&t, -1, "corridor_width", "target", NULL), &t, "nose", "a", "b").verdict, YES);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves), cmocka_unit_test(ahead),   cmocka_unit_test(shares),   cmocka_unit_test(bands),
        cmocka_unit_test(stands), cmocka_unit_test(attacks), cmocka_unit_test(no_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
