/* Radii with conditions (judge/group/within.c): a limit that its own length doesn't reach, models of one's own unit, by
 * night alone, what another skill forbids; against distances of discs in closed form, and in random tables. */
#include "support/assert_geom.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM

static void begin(judge_table *t, bool night) {
    judge_begin(t);
    t->rules = "skirmish-1991";
    t->night = night;
}

static void says(const judge_table *t, const char *path, const char *word) {
    if (strcmp(made_word(&t->told, path), word) != 0) {
        fail_msg("%s is %s, not %s: %s", path, made_word(&t->told, path), word, made_word(&t->told, "summary"));
    }
}

/* SK-RAD-02: nearer than 20 cm, which exactly 20 cm aren't. */
static void exclusive(void **state) {
    (void)state;
    const struct {
        double apart, tolerance;
        const char *verdict;
    } cases[] = {{199.9, -1, "yes"},       {200.1, -1, "no"},   {200, -1, "marginal"}, {199.96, -1, "marginal"},
                 {200.04, -1, "marginal"}, {200, 0, "no"},      {200.5, 0, "no"},      {199.5, 0, "yes"},
                 {203, 4, "marginal"},     {197, 4, "marginal"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','skills':['lone'],"
                       "'members':[{'id':'a1','asset':'man','at':[500,500]}]}");
        judge_unit(&t,
                   "{'id':'b','side':'red','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,500]}]}",
                   500 + 2 * R + cases[i].apart);
        judge_ready(&t);
        char more[40] = "";
        if (cases[i].tolerance >= 0) {
            snprintf(more, sizeof(more), ",'tolerance_mm':%g", cases[i].tolerance);
        }
        judge_ask(&t, "{'query':'within','from':'a'%s}", more);
        says(&t, "verdict", cases[i].verdict);
        says(&t, "rule", "SK-RAD-02");
        assert_near(made_number(&t.told, "units[0].margin_mm"), 200 - cases[i].apart, 1e-9);
        /* the same length without the skill is reached by exactly itself */
        judge_ask(&t, "{'query':'within','from':'a','limit_mm':200%s}", more);
        says(&t, "verdict", cases[i].apart == 200 && cases[i].tolerance == 0 ? "yes" : cases[i].verdict);
        judge_end(&t);
    }
}

/* Models of the unit itself count where the rule says so, but for those in the middle (SK-RAD-01, SK-RAD-02). */
static void own_unit(void **state) {
    (void)state;
    for (int who = 1; who <= 3; who++) {
        judge_table t;
        begin(&t, false);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','skills':['lone'],'members':["
                       "{'id':'a1','asset':'man','at':[500,500]},{'id':'a2','asset':'man','at':[600,500]},"
                       "{'id':'a3','asset':'man','at':[900,500]}]}");
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a%d','skill':'lone'}", who);
        says(&t, "verdict", who == 3 ? "no" : "yes"); /* a2 and a3 are 275 apart, a1 and a2 75 */
        judge_ask(&t, "{'query':'within','from':'a%d','skill':'squad-leader'}", who);
        says(&t, "verdict", who == 3 ? "no" : "yes");
        judge_ask(&t, "{'query':'within','from':'a%d','to':'a%d','skill':'lone'}", who, who % 3 + 1);
        says(&t, "verdict", who == 1 ? "yes" : "no");
        judge_ask(&t, "{'query':'within','from':'a','skill':'lone'}"); /* all of it is in the middle */
        says(&t, "verdict", "no");
        judge_refused(&t, "are the same unit", "{'query':'within','from':'a%d','to':'a','skill':'lone'}", who);
        judge_refused(&t, "are the same unit", "{'query':'within','from':'a1','to':'a2','skill':'mined'}");
        judge_end(&t);
    }
}

/* SK-DET-09, SK-DET-10: by night, and for want of a silencer. */
static void by_night(void **state) {
    (void)state;
    const struct {
        const char *skills, *asked;
        bool night;
        double apart;
        const char *verdict, *idle;
    } cases[] = {
        {"'flash'", "flash", true, 749, "yes", NULL},
        {"'flash'", "flash", true, 751, "no", NULL},
        {"'flash'", "flash", false, 100, "no", "day"},
        {"'flash','silencer'", "flash", true, 100, "no", "skill"},
        {"'flash','silencer'", "flash", false, 100, "no", "day"},
        {"'shot','silencer'", "shot", true, 499, "yes", NULL}, /* it is heard */
        {"'shot'", "shot", true, 501, "no", NULL},
        {"'shot'", "shot", false, 100, "no", "day"},
        {"", "explosion", true, 799, "yes", NULL},
        {"", "explosion", true, 801, "no", NULL},
        {"", "explosion", false, 100, "no", "day"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, cases[i].night);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','skills':[%s],"
                   "'members':[{'id':'a1','asset':'man','at':[500,500]}]}",
                   cases[i].skills);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,500]}]}",
                   500 + 2 * R + cases[i].apart);
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a','skill':'%s'}", cases[i].asked);
        says(&t, "verdict", cases[i].verdict);
        says(&t, "rule", "SK-DET-09");
        assert_true(made_has(&t.told, "idle") == (cases[i].idle != NULL));
        if (cases[i].idle != NULL) {
            says(&t, "idle", cases[i].idle);
        }
        judge_end(&t);
    }
}

static void orders(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        bool night = (k & 1) != 0, far = (k & 2) != 0;
        begin(&t, night);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','skills':['night-orders'],"
                       "'members':[{'id':'a1','asset':'man','at':[500,500]}]}");
        judge_unit(&t,
                   "{'id':'b','side':'red','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,500]}]}",
                   500 + 2 * R + (far ? 251 : 249));
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a'}");
        says(&t, "verdict", night && far ? "no" : "yes"); /* by day they reach everybody */
        assert_true(made_has(&t.told, "limit_mm") == night);
        judge_end(&t);
    }
}

/* SK-RAD-03, SK-RAD-04: whoever is within keeps the unit from it. */
static void forbids(void **state) {
    (void)state;
    const struct {
        const char *skill;
        double apart;
        const char *within, *allowed;
    } cases[] = {{"aims", 149, "yes", "no"},
                 {"aims", 151, "no", "yes"},
                 {"aims", 150, "marginal", "marginal"},
                 {"medic", 149, "yes", "no"},
                 {"medic", 151, "no", "yes"},
                 {"saboteur", 49, "yes", "no"},
                 {"saboteur", 51, "no", "yes"},
                 {"saboteur", 50, "marginal", "marginal"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, false);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','skills':['%s'],"
                   "'members':[{'id':'a1','asset':'man','at':[500,500]}]}",
                   cases[i].skill);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,500]}]}",
                   500 + 2 * R + cases[i].apart);
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a'}");
        says(&t, "verdict", cases[i].within);
        says(&t, "allowed", cases[i].allowed);
        judge_ask(&t, "{'query':'within','from':'b','skill':'lone'}"); /* one that forbids nothing says nothing of it */
        assert_false(made_has(&t.told, "allowed"));
        judge_end(&t);
    }
}

/* Random tables: who is nearer than 20 cm, counted by hand. */
static void random_tables(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_radii", 1901);
    int near_ones = 0, lone = 0, rounds = test_trials(100);
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double x[6], y[6];
        char members[1200] = "";
        begin(&t, false);
        for (int i = 0; i < 6; i++) {
            x[i] = test_random_between(&random, 100, 900);
            y[i] = test_random_between(&random, 100, 900);
            size_t used = strlen(members);
            snprintf(members + used, sizeof(members) - used, "%s{'id':'a%d','asset':'man','at':[%.17g,%.17g]}",
                     i > 0 ? "," : "", i, x[i], y[i]);
        }
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','skills':['lone'],'members':[%s]}", members);
        judge_ready(&t);
        for (int i = 0; i < 6; i++) {
            double least = INFINITY;
            for (int k = 0; k < 6; k++) {
                least = k != i ? fmin(least, fmax(0, hypot(x[i] - x[k], y[i] - y[k]) - 2 * R)) : least;
            }
            bool open = fabs(least - 200) < 0.05 + 1e-9;
            judge_ask(&t, "{'query':'within','from':'a%d','skill':'lone'}", i);
            says(&t, "verdict", open ? "marginal" : least < 200 ? "yes" : "no");
            near_ones += least < 200;
            lone += least > 200;
        }
        judge_end(&t);
    }
    assert_true(near_ones > rounds && lone > rounds / 4);
}

/* SK-DET-04: the whole table of detection, SK-RAD-01 and SK-RAD-02 as amounts, and the sides of SK-VEH-04. */
static void scores(void **state) {
    (void)state;
    const struct {
        const char *from, *to, *at, *score, *terrain;
        bool night;
        double total; /* NAN: there is none */
    } cases[] = {
        {"'raw','on-patrol'", "", "[900,500]", "detection", NULL, false, 8},
        {"'raw','on-patrol','seasoned'", "", "[900,500]", "detection", NULL, false, 6},
        {"'seasoned','on-patrol','veteran'", "", "[900,500]", "detection", NULL, false, 4},
        {"'seasoned'", "", "[900,500]", "detection", NULL, false, NAN},  /* only who is on patrol detects */
        {"'on-patrol'", "", "[900,500]", "detection", NULL, false, NAN}, /* of what experience? */
        {"'seasoned','on-patrol'", "", "[1124,500]", "detection", NULL, false, 6},
        {"'seasoned','on-patrol'", "", "[1126,500]", "detection", NULL, false, NAN},
        {"'seasoned','on-patrol'", "", "[774,500]", "detection", NULL, true, 10}, /* night, enemies within 25 cm */
        {"'seasoned','on-patrol'", "", "[776,500]", "detection", NULL, true, NAN},
        {"'seasoned','on-patrol'", "", "[774,500]", "detection", "rough", false, 8},
        {"'seasoned','on-patrol'", "", "[776,500]", "detection", "dense", false, NAN},
        {"'seasoned','on-patrol'", "", "[776,500]", "detection", "sparse", false, 6},
        {"'seasoned','on-patrol','no-contact-yet'", "'sniper','stealthy','mimicry'", "[900,500]", "detection", NULL,
         false, 10},
        {"'seasoned','on-patrol'", "'saboteur','silencer'", "[900,500]", "detection", NULL, false, 5},
        {"", "", "[674,500]", "command", NULL, false, 0},
        {"", "", "[676,500]", "command", NULL, false, -2},
        {"", "", "[726,500]", "command", NULL, false, -4}, /* nobody nearer than 20 cm either */
        {"", "", "[674,500]", "command", "rough", false, -1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, cases[i].night);
        bool friends = strcmp(cases[i].score, "command") == 0;
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','skills':[%s],"
                   "'members':[{'id':'a1','asset':'man','at':[500,500]}]}",
                   cases[i].from);
        judge_unit(
            &t, "{'id':'b','side':'%s','class':'infantry','skills':[%s],'members':[{'id':'b1','asset':'man','at':%s}]}",
            friends ? "red" : "blue", cases[i].to, cases[i].at);
        if (cases[i].terrain != NULL) {
            judge_area(&t, "zone", cases[i].terrain, (tl_vec2){660, 300}, (tl_vec2){1300, 700}, 60);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','score':'%s','from':'a','to':'b'}", cases[i].score);
        if (isnan(cases[i].total)) {
            says(&t, "verdict", "no");
        } else if (strcmp(made_word(&t.told, "verdict"), "yes") != 0 ||
                   made_number(&t.told, "scores[0].total[0]") != cases[i].total) {
            fail_msg("case %zu: %s %g", i, made_word(&t.told, "verdict"), made_number(&t.told, "scores[0].total[0]"));
        }
        judge_end(&t);
    }
}

/* SK-VEH-04: quadrants about the facing of who is attacked, all round, by the angle alone. */
static void sides(void **state) {
    (void)state;
    test_random random = test_random_start("test_judge_radii sides", 537);
    int rounds = test_trials(200), seen[3] = {0};
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double facing = test_random_between(&random, -180, 180), from = test_random_between(&random, 0, 360);
        double rad = from * M_PI / 180, off = remainder(from - facing, 360);
        begin(&t, false);
        judge_unit(
            &t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[%.17g,%.17g]}]}",
            800 + 2 * R * cos(rad), 800 + 2 * R * sin(rad));
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[800,800],'"
                   "facing':%.17g}]}",
                   facing);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','score':'melee','from':'a','to':'b'}");
        double edge = fabs(fabs(fabs(off) - 90) - 45) * M_PI / 180 * 2 * R; /* to the nearest edge of a quadrant */
        int side = fabs(off) < 45 ? 0 : fabs(off) > 135 ? 2 : 1;
        const double totals[] = {1, 3, 5};
        if (edge > 0.1) {
            assert_near(made_number(&t.told, "scores[0].total[0]"), totals[side], 1e-12);
            assert_near(made_number(&t.told, "scores[0].total[1]"), totals[side], 1e-12);
            seen[side]++;
        }
        judge_end(&t);
    }
    assert_true(seen[0] > rounds / 10 && seen[1] > rounds / 5 && seen[2] > rounds / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exclusive), cmocka_unit_test(own_unit), cmocka_unit_test(by_night),
        cmocka_unit_test(orders),    cmocka_unit_test(forbids),  cmocka_unit_test(random_tables),
        cmocka_unit_test(scores),    cmocka_unit_test(sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
