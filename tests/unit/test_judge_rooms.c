/* What fills a room (judge/template/filling.c; LW-LOS-02), flames that begin ahead of their weapon (LW-TPL-03), what
 * lies under a template as a condition of scores (judge/score/fact.c; LW-TPL-04, LW-TPL-09), finding who hides
 * (LW-RNG-07), guns behind their own wings (judge/measure/mask.c; LW-AIR-07) and distances to hulls in the air
 * (LW-AIR-09): closed forms, on both sides of every limit. */
#include "judge/measure/mask.h"
#include "judge/template/filling.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "lotow-1939";
}

/* A house of two rooms, with a door to each of them from the side of low x. */
static void house(judge_table *t) {
    judge_terrain(t,
                  "{'id':'h','kind':'building','mesh':'box 1000 1000 0 1004 1040 60, box 1000 1060 0 1004 1140 60, box "
                  "1000 1160 0 1004 1200 60, box 1004 1098 0 1196 1102 60, box 1004 1000 0 1196 1004 60, box 1004 1196 "
                  "0 1196 1200 60, box 1196 1000 0 1200 1200 60, box 1000 1000 60 1200 1200 64'}");
    judge_terrain(
        t, "{'id':'south','kind':'room','outline':[[1004,1004],[1196,1004],[1196,1098],[1004,1098]],'height':60}");
    judge_terrain(
        t, "{'id':'north','kind':'room','outline':[[1004,1102],[1196,1102],[1196,1196],[1004,1196]],'height':60}");
}

static void man(judge_table *t, const char *id, const char *side, double x, double y, const char *more) {
    judge_model(t, id, side, "infantry", "man", x, y, 0, more);
}

static void rooms(void **state) {
    (void)state;
    static const struct {
        double gap; /* of who throws, from the wall */
        const char *tolerance, *verdict;
    } cases[] = {{0, "", "yes"},
                 {0.04, "", "yes"},
                 {0.1, "", "marginal"},
                 {0.3, "", "no"},
                 {40, "", "no"},
                 {0, ",'tolerance_mm':0", "yes"},
                 {0.001, ",'tolerance_mm':0", "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        house(&t);
        man(&t, "a", "red", 1000 - JUDGE_RIM - cases[i].gap, 1050,
            "'weapons':[{'id':'g','kind':'grenade','range':20,'template':'grenade-indoors'}]");
        man(&t, "b", "blue", 1180, 1020, "");
        man(&t, "c", "blue", 1100, 1150, "");
        man(&t, "d", "blue", 1230, 1050, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'grenade-indoors','from':'a','at':[1060,1050]%s}",
                  cases[i].tolerance);
        if (!is(&t, "placement.verdict", cases[i].verdict) || !is(&t, "placement.fills", "south")) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "placement.verdict"), t.told.text);
        }
        if (i == 0) { /* one room, all of it, and nobody else; a shell strikes all of the house */
            assert_true(is(&t, of(&t, "b1", "hit"), "yes"));
            assert_true(!told(&t, "c1") && !told(&t, "d1"));
            judge_ask(&t, "{'query':'template','shape':'shell-indoors','at':[1060,1050]}");
            assert_true(told(&t, "b1") && told(&t, "c1") && !told(&t, "d1"));
            /* through the wall beside the door nothing is thrown: the place must be in sight */
            judge_ask(&t, "{'query':'template','shape':'grenade-indoors','from':'a','at':[1100,1150]}");
            assert_true(is(&t, "placement.verdict", "no"));
            judge_refused(&t, "inside", "{'query':'template','shape':'grenade-indoors','at':[1500,1500]}");
        }
        judge_end(&t);
    }
}

/* Whose middle is in the room is struck: on its rim that is too close to call. */
static void thresholds(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *verdict;
    } cases[] = {{1100, "yes"}, {1004.2, "yes"}, {1004.01, "marginal"}, {1003.8, "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        house(&t);
        man(&t, "b", "blue", cases[i].x, 1050, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame-indoors','at':[1150,1050]}");
        bool same = strcmp(cases[i].verdict, "no") == 0 ? !told(&t, "b1") || is(&t, of(&t, "b1", "hit"), "no")
                                                        : is(&t, of(&t, "b1", "hit"), cases[i].verdict);
        if (!same) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        judge_end(&t);
    }
}

/* The tip lies up to 15 cm from the muzzle, which is 20 from the middle. */
static void flames(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *verdict;
    } cases[] = {{1020, "yes"},  {1100, "yes"},    {1169.9, "yes"}, {1170.02, "marginal"},
                 {1170.2, "no"}, {1019.98, "yes"}, {1019, "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000,
            "'weapons':[{'id':'f','kind':'flamethrower','range':35.5,'template':'flame','muzzle':[20,0,20]}]");
        man(&t, "b", "blue", 1300, 1000, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'template','shape':'flame','from':'a1','at':[%.17g,1000],'angle':0}", cases[i].x);
        if (!is(&t, "placement.verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "placement.verdict"), t.told.text);
        }
        judge_end(&t);
    }
}

/* How much of a base of 12.5 lies in gas of 62.5: the lens of two discs. Half of it is needed. */
static double lens(double apart) {
    const double r = JUDGE_RIM, R = 62.5;
    if (apart >= r + R) {
        return 0;
    }
    if (apart <= R - r) {
        return 1;
    }
    double a = r * r * acos((apart * apart + r * r - R * R) / (2 * apart * r));
    double b = R * R * acos((apart * apart + R * R - r * r) / (2 * apart * R));
    double c = 0.5 * sqrt((r + R - apart) * (apart + r - R) * (apart - r + R) * (apart + r + R));
    return (a + b - c) / (M_PI * r * r);
}

static void shares(void **state) {
    (void)state;
    static const double fixed[] = {0, 12.5, 50, 62.5, 75, 61.6, 61.2, 80};
    test_random random = test_random_start("bases in gas", 9009);
    int in = 0, out = 0;
    for (int i = 0; i < 8 + test_trials(20); i++) {
        double apart = i < 8 ? fixed[i] : test_random_between(&random, 30, 80), share = lens(apart);
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000, "");
        man(&t, "b", "blue", 1500, 1000, "");
        judge_ready(&t);
        judge_ask(
            &t,
            "{'query':'score','from':'a','to':'b','score':'in-gas','shape':'gas-1','at':[%.17g,1000],'tolerance_mm':0}",
            1500 + apart);
        if (fabs(share - 0.5) > 1e-4) {
            bool hit = is(&t, "verdict", "yes");
            if (hit != (share >= 0.5)) {
                fail_msg("%.17g apart, a share of %.17g: %s", apart, share, t.told.text);
            }
            in += hit;
            out += !hit;
        }
        /* by a flame-like rule: wholly under it is hit whatever is rolled, partly on 4, beside it never */
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'under-flame','shape':'gas-1','at':[%.17g,1000]}",
                  1500 + apart);
        const char *verdict = fabs(apart - 75) < 0.05 ? "marginal" : apart > 75 ? "no" : "yes";
        const char *settled = fabs(apart - 50) < 0.05 ? "marginal" : apart < 50 ? "yes" : "no";
        bool same = apart < 75 ? (fabs(apart - 50) < 0.05 || is(&t, "verdict", verdict)) &&
                                     (made_has(&t.told, "scores[0].settled") ? is(&t, "scores[0].settled", settled)
                                                                             : strcmp(settled, "no") == 0)
                               : is(&t, "verdict", verdict);
        if (!same) {
            fail_msg("%.17g apart: %s\n%s", apart, made_word(&t.told, "verdict"), t.told.text);
        }
        judge_end(&t);
    }
    assert_true(in > 3 && out > 3);
    judge_table t;
    begin(&t);
    man(&t, "a", "red", 1000, 1000, "");
    man(&t, "b", "blue", 1500, 1000, "");
    judge_ready(&t); /* where nothing is laid, nothing lies under it */
    judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'in-gas'}");
    assert_true(is(&t, "verdict", "no"));
    judge_end(&t);
}

/* Whoever hides within 25 cm is found on 4, a dog adds two, a sentinel one, a sniper takes one. */
static void finding(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
        double apart, total;
        bool may;
    } cases[] = {{"", "", 200, 0, true},
                 {"'skills':['sentinel']", "", 200, 1, true},
                 {"'skills':['dog']", "'skills':['sniper']", 200, 1, true},
                 {"", "'skills':['sniper']", 274.9, -1, true},
                 {"", "", 275.2, 0, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        judge_wall(&t, "w", (tl_vec2){1090, 900}, (tl_vec2){1100, 1100}, 100); /* sight isn't needed */
        man(&t, "a", "red", 1000, 1000, cases[i].from);
        man(&t, "b", "blue", 1000 + cases[i].apart, 1000, cases[i].to);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'to-find'}");
        assert_true(is(&t, "verdict", cases[i].may ? "yes" : "no"));
        if (cases[i].may) {
            assert_near(number(&t, "scores[0].total[0]"), cases[i].total, 0);
        }
        judge_end(&t);
    }
}

/* --- In the air --------------------------------------------------------------------------------------------------- */

/* A biplane whose gun looks back over a tail that is 30 high and 20 wide, 30 behind it. */
static void aircraft(judge_table *t, const char *id, const char *side, double x, double y, double altitude) {
    char asset[40], mesh[300];
    snprintf(asset, sizeof(asset), "p-%s", id);
    snprintf(mesh, sizeof(mesh), "box -40 -10 %.17g 40 10 %.17g, box -60 -10 %.17g -50 10 %.17g", altitude,
             altitude + 10, altitude, altitude + 40);
    judge_asset(t, "'%s':{'mesh':'%s','base':{'shape':'disc','diameter':30}}", asset, mesh);
    char more[200];
    snprintf(more, sizeof(more),
             "'move':60,'weapons':[{'id':'tail','range':60,'arc':'rear-gun','muzzle':[-20,0,%.17g]}]", altitude + 20);
    judge_model(t, id, side, "aircraft", asset, x, y, 0, more);
}

static void masks(void **state) {
    (void)state;
    static const struct {
        double x, y;
        const char *verdict;
    } cases[] = {{700, 1000, "no"}, {700, 1200, "yes"}, {950, 1200, "yes"}, {1300, 1000, "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "lotow-1914";
        aircraft(&t, "a", "red", 1000, 1000, 120);
        judge_asset(
            &t, "'foe':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-5,-5,%d],'max':[5,5,%d]}}",
            132, 142);
        judge_model(&t, "b", "blue", "aircraft", "foe", cases[i].x, cases[i].y, 0, "'move':60");
        judge_ready(&t);
        judge_ask(&t, "{'query':'arc','from':'a','to':'b'}");
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        judge_end(&t);
    }
}

/* From a base edge to a hull of 80 x 100 whose lowest point is 150 up: the slope, or along the table to the foot. */
static void hulls(void **state) {
    (void)state;
    for (int stand = 0; stand < 2; stand++) {
        for (int k = -1; k <= 1; k += 2) {
            double reach = 600 + 0.3 * k, flat = stand ? reach : sqrt(reach * reach - (150.0 - 3) * (150 - 3));
            double x = 1000 + JUDGE_RIM + flat + (stand ? 15 : 40);
            judge_table t;
            judge_begin(&t);
            t.rules = "lotow-1914";
            judge_asset(&t, "'plane':{'base':{'shape':'disc','diameter':30},'core':{'shape':'box','min':[-40,-50,150],"
                            "'max':[40,50,170]}}");
            judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                        "'weapons':[{'id':'m','range':60,'arc':'sky'}]");
            judge_model(&t, "b", "blue", "aircraft", "plane", x, 1000, 0, "'move':60");
            judge_ready(&t);
            judge_ask(&t, "{'query':'attack','from':'a','to':'b','set':{'air_distance':'%s'}}",
                      stand ? "stand" : "hull");
            if (!is(&t, "verdict", k < 0 ? "yes" : "no")) {
                fail_msg("stand %d, %d: %s", stand, k, t.told.text);
            }
            judge_end(&t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rooms),  cmocka_unit_test(thresholds), cmocka_unit_test(flames),
                                       cmocka_unit_test(shares), cmocka_unit_test(finding),    cmocka_unit_test(masks),
                                       cmocka_unit_test(hulls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
