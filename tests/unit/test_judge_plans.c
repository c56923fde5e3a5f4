/* Flights that stay in the air (judge/move/journey_plan.c): the least that is flown, bands of altitude and what they
 * cost, turns, entering, leaving, and the lost (LW-AIR-02, LW-AIR-03, LW-AIR-04, LW-AIR-10, LW-AIR-11), on both sides
 * of every limit, and random flights against sums worked out here. */
#include "judge/move/journey.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

/* A speed of 60 cm; its hull so high above the foot. */
static void plane(judge_table *t, double altitude, double x, double y, double facing, const char *skills) {
    char more[120];
    judge_begin(t);
    t->rules = "lotow-1914";
    judge_asset(t,
                "'plane':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-40,-50,%.17g],"
                "'max':[40,50,%.17g]}}",
                altitude, altitude + 20);
    snprintf(more, sizeof(more), "'move':60%s%s%s", skills[0] != '\0' ? ",'skills':['" : "", skills,
             skills[0] != '\0' ? "']" : "");
    judge_model(t, "p", "red", "aircraft", "plane", x, y, facing, more);
    judge_ready(t);
}

static void single_flights(void **state) {
    (void)state;
    static const struct {
        const char *skills, *path, *more, *verdict;
        double flown, bands, turned;
    } cases[] = {
        /* at least half of 600 is flown, at most all */
        {"", "[1300,1000,150]", ",'tolerance_mm':0", "yes", 0.5, 0, 0},
        {"", "[1299.9,1000,150]", ",'tolerance_mm':0", "no", 299.9 / 600, 0, 0},
        {"", "[1299.98,1000,150]", "", "marginal", 299.98 / 600, 0, 0},
        {"", "[1600,1000,150]", ",'tolerance_mm':0", "yes", 1, 0, 0},
        {"", "[1600.1,1000,150]", ",'tolerance_mm':0", "no", 600.1 / 600, 0, 0},
        /* a band costs half a move: of what is left just half may be flown */
        {"", "[1300,1000,250]", ",'tolerance_mm':0", "yes", 0.5, 1, 0},
        {"", "[1301,1000,250]", ",'tolerance_mm':0", "no", 301.0 / 600, 1, 0},
        {"", "[1300,1000,350]", ",'tolerance_mm':0", "no", 0.5, 2, 0},
        {"", "[1300,1000,50]", ",'tolerance_mm':0", "yes", 0.5, 1, 0},
        /* a band begins where the one below it ends */
        {"", "[1300,1000,200]", ",'tolerance_mm':0", "yes", 0.5, 1, 0},
        {"", "[1400,1000,199.9]", ",'tolerance_mm':0", "yes", 400.0 / 600, 0, 0},
        {"", "[1400,1000,199.99]", "", "marginal", 400.0 / 600, 1, 0},
        /* climbing may count towards the least */
        {"", "[1100,1000,250]", ",'tolerance_mm':0", "no", 100.0 / 600, 1, 0},
        {"", "[1100,1000,250]", ",'tolerance_mm':0,'set':{'climb_counts':'climbed'}", "yes", 0.5 + 100.0 / 600, 1, 0},
        /* turns: 90 degrees in all, or 180 for who turns about */
        {"", "[1200,1000],[1200,1200,150]", ",'tolerance_mm':0", "yes", 400.0 / 600, 0, 90},
        {"", "[1200,1000],[1180,1200,150]", ",'tolerance_mm':0", "no", 400.997512422418 / 600, 0, 95.7105931374997},
        {"turns-about", "[1200,1000],[1180,1200,150]", ",'tolerance_mm':0", "yes", 400.997512422418 / 600, 0,
         95.7105931374997},
        {"", "[1400,1000,150]", ",'tolerance_mm':0,'facing':80", "yes", 400.0 / 600, 0, 80},
        {"", "[1400,1000,150]", ",'tolerance_mm':0,'facing':100", "no", 400.0 / 600, 0, 100},
        /* the lost spin down over all of their move, and pay for no band */
        {"lost", "[1600,1000,0]", ",'tolerance_mm':0", "yes", 1, 0, 0},
        {"lost", "[1590,1000,0]", ",'tolerance_mm':0", "no", 590.0 / 600, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        plane(&t, 150, 1000, 1000, 0, cases[i].skills);
        judge_ask(&t, "{'query':'move','member':'p1','path':[%s]%s}", cases[i].path, cases[i].more);
        bool same =
            is(&t, "verdict", cases[i].verdict) && fabs(number(&t, "plan.flown_share") - cases[i].flown) < 1e-9 &&
            number(&t, "plan.bands") == cases[i].bands && fabs(number(&t, "plan.turned_deg") - cases[i].turned) < 1e-9;
        if (!same) {
            fail_msg("case %zu: flown %.17g, bands %g, turned %.17g\n%s", i, number(&t, "plan.flown_share"),
                     number(&t, "plan.bands"), number(&t, "plan.turned_deg"), t.told.text);
        }
        judge_end(&t);
    }
}

/* Without an altitude it lands, as before; who flew more than half, or climbed, doesn't fire. */
static void landing_and_firing(void **state) {
    (void)state;
    judge_table t;
    plane(&t, 150, 1000, 1000, 0, "");
    judge_ask(&t, "{'query':'move','member':'p1','path':[[1200,1000]]}");
    assert_true(!made_has(&t.told, "plan") && made_has(&t.told, "uneven_mm"));
    judge_ask(&t, "{'query':'move','member':'p1','path':[[1300,1000,150]],'tolerance_mm':0}");
    assert_true(is(&t, "after[0].name", "fires") && is(&t, "after[0].verdict", "yes"));
    judge_ask(&t, "{'query':'move','member':'p1','path':[[1300,1000,250]],'tolerance_mm':0}");
    assert_true(is(&t, "after[0].verdict", "no"));
    judge_end(&t);
}

/* From an edge it comes in straight along its heading, which is told from the perpendicular; beyond one it leaves. */
static void edges(void **state) {
    (void)state;
    static const struct {
        double x, y, facing;
        const char *path, *verdict, *enters, *leaves, *nearest;
        double angle;
    } cases[] = {{0, 1500, 0, "[100,1500,150]", "yes", "west", NULL, NULL, 0},
                 {0, 1500, 45, "[100,1600,150]", "yes", "west", NULL, NULL, 45},
                 {0, 1500, 0, "[100,1600,150]", "no", "west", NULL, NULL, 45},
                 {0, 1500, 0, "[100,1500],[200,1500,150]", "no", "west", NULL, NULL, 0},
                 {3000, 700, 170, "[2900,717.632698070846,150]", "yes", "east", NULL, NULL, -10},
                 {1000, 3000, -90, "[1000,2500,150]", "yes", "north", NULL, NULL, 0},
                 {1000, 0, 90, "[1000,-300,150]", "no", "south", "south", "yes", 180},
                 {200, 1000, 180, "[-200,1000,150]", "yes", NULL, "west", "yes", 0},
                 {200, 190, 180, "[-200,190,150]", "yes", NULL, "west", "no", 0},
                 {200, 200, 180, "[-200,200,150]", "yes", NULL, "west", "marginal", 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        plane(&t, 150, cases[i].x, cases[i].y, cases[i].facing, "turns-about");
        judge_ask(&t, "{'query':'move','member':'p1','path':[%s]}", cases[i].path);
        bool same = is(&t, "verdict", cases[i].verdict) &&
                    (cases[i].enters == NULL ? !made_has(&t.told, "plan.enters")
                                             : is(&t, "plan.enters", cases[i].enters) &&
                                                   fabs(number(&t, "plan.entry_deg") - cases[i].angle) < 1e-6) &&
                    (cases[i].leaves == NULL
                         ? !made_has(&t.told, "plan.leaves")
                         : is(&t, "plan.leaves", cases[i].leaves) && is(&t, "plan.by_nearest", cases[i].nearest));
        if (!same) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        judge_end(&t);
    }
}

/* Random flights of two legs: lengths, bands and turns added up here. */
static void random_flights(void **state) {
    (void)state;
    test_random random = test_random_start("flights", 30202);
    int seen[3] = {0};
    for (int i = 0; i < test_trials(60); i++) {
        double facing = test_random_between(&random, -180, 180), from = test_random_between(&random, 1, 399),
               to = test_random_between(&random, 1, 399);
        double one = test_random_between(&random, 50, 300), other = test_random_between(&random, 50, 300),
               a = facing + test_random_between(&random, -60, 60), b = a + test_random_between(&random, -60, 60);
        judge_table t;
        plane(&t, from, 1500, 1500, facing, "");
        tl_vec2 p = {1500 + one * cos(a * M_PI / 180), 1500 + one * sin(a * M_PI / 180)};
        tl_vec2 q = {p.x + other * cos(b * M_PI / 180), p.y + other * sin(b * M_PI / 180)};
        judge_ask(&t, "{'query':'move','member':'p1','path':[[%.17g,%.17g],[%.17g,%.17g,%.17g]],'tolerance_mm':0}", p.x,
                  p.y, q.x, q.y, to);
        double flown = (one + other) / 600, bands = fabs(floor(from / 100) - floor(to / 100)),
               turned = fabs(a - facing) + fabs(b - a);
        double used = flown + 0.5 * bands;
        bool may = flown >= 0.5 && used <= 1 && turned <= 90;
        if (fabs(flown - 0.5) < 1e-6 || fabs(used - 1) < 1e-6 || fabs(turned - 90) < 1e-6) {
            judge_end(&t);
            continue;
        }
        assert_near(number(&t, "plan.turned_deg"), turned, 1e-6);
        assert_true(number(&t, "plan.bands") == bands);
        if (!is(&t, "verdict", may ? "yes" : "no")) {
            fail_msg("flight %d: %s", i, t.told.text);
        }
        seen[may ? 0 : turned > 90 ? 1 : 2]++;
        judge_end(&t);
    }
    assert_true(TEST_SANITIZED || (seen[0] > 1 && seen[1] > 1 && seen[2] > 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(single_flights), cmocka_unit_test(landing_and_firing),
                                       cmocka_unit_test(edges), cmocka_unit_test(random_flights)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
