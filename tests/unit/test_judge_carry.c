/* Taking aboard from straight above and putting down there (DT-SPC-20), and bows that touch land (DT-SPC-21)
 * (judge/group/carry.c): overlaps and shores in closed form, random hulls against points that are drawn. */
#include "judge/group/carry.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

/* A hull of 80 x 40 on a stand, 100 up. */
static void lifter(judge_table *t, double x, double y, double facing) {
    judge_begin(t);
    judge_asset(t, "'lifter':{'core':{'shape':'box','min':[-40,-20,100],'max':[40,20,120]}}");
    judge_model(t, "a", "red", "aircraft", "lifter", x, y, facing, "'skills':['airlifter'],'move':10");
}

static void limits(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *side, *skill, *tolerance, *verdict;
    } cases[] = {{1000, "red", "airmobile", "", "yes"},
                 {1000, "red", "air-assault", "", "yes"},
                 {1089.9, "red", "airmobile", "", "yes"},
                 {1089.98, "red", "airmobile", "", "marginal"},
                 {1090.02, "red", "airmobile", "", "marginal"},
                 {1090.1, "red", "airmobile", "", "no"},
                 {1090, "red", "airmobile", ",'tolerance_mm':0", "no"},
                 {1089.999, "red", "airmobile", ",'tolerance_mm':0", "yes"},
                 {1000, "red", "amphibious", "", "no"},
                 {1000, "blue", "airmobile", "", "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[80];
        lifter(&t, 1000, 1000, 0);
        snprintf(more, sizeof(more), "'skills':['%s'],'move':6", cases[i].skill);
        judge_model(&t, "b", cases[i].side, "vehicle", "tank", cases[i].x, 1000, 0, more);
        judge_ready(&t);
        judge_ask(&t, "{'query':'carry','from':'a','to':'b'%s}", cases[i].tolerance);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        assert_near(number(&t, "depth_mm"), fmin(90 - (cases[i].x - 1000), 50), 1e-9);
        judge_end(&t);
    }
}

/* Room straight under it: what stands there, and what nobody enters, takes it. */
static void room(void **state) {
    (void)state;
    static const struct {
        const char *terrain;
        double other; /* where another model stands */
        const char *verdict;
    } cases[] = {{"{'id':'w','kind':'building','mesh':'box 100 100 0 200 200 50'}", 1300, "yes"},
                 {"{'id':'w','kind':'building','mesh':'box 1040 990 0 1060 1010 50'}", 1300, "no"},
                 {"{'id':'w','kind':'building','mesh':'box 1051 990 0 1060 1010 50'}", 1300, "yes"},
                 {"{'id':'w','kind':'deep-water','outline':[[800,800],[1200,800],[1200,1200],[800,1200]]}", 1300, "no"},
                 {"{'id':'w','kind':'building','mesh':'box 100 100 0 200 200 50'}", 1060, "no"},
                 {"{'id':'w','kind':'building','mesh':'box 100 100 0 200 200 50'}", 1062.51, "marginal"},
                 {"{'id':'w','kind':'building','mesh':'box 100 100 0 200 200 50'}", 1063, "yes"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        lifter(&t, 1000, 1000, 0);
        judge_terrain(&t, "%s", cases[i].terrain);
        judge_model(&t, "b", "red", "vehicle", "tank", 1500, 1000, 0, "'skills':['airmobile'],'move':6");
        judge_model(&t, "c", "red", "infantry", "man", cases[i].other - (i == 5 ? 0.02 : 0), 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'carry','from':'a','to':'b'}");
        if (!is(&t, "has_room", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        assert_true(is(&t, "verdict", "no")); /* it isn't above it */
        judge_end(&t);
    }
}

/* A bow of 60 wide, 50 ahead: in water up to x = 1200 it is 150 from land when its middle is at 1000. */
static void bows(void **state) {
    (void)state;
    static const struct {
        double x, facing;
        const char *tolerance, *verdict;
        double to_land;
    } cases[] = {{1000, 0, "", "no", 150},
                 {1149.9, 0, "", "marginal", 0.1},
                 {1149.96, 0, "", "yes", 0.04},
                 {1150, 0, "", "yes", 0},
                 {1200, 0, "", "yes", -50},
                 {1150, 180, "", "no", 100},
                 {1150, 0, ",'tolerance_mm':0", "yes", 0},
                 {1149.999, 0, ",'tolerance_mm':0", "no", 0.001},
                 /* askew its corner comes first: 50 cos 30 + 30 sin 30 ahead */
                 {1130, 30, "", "no", 70 - 58.3012701892219}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'w','kind':'deep-water','outline':[[500,500],[1200,500],[1200,1500],[500,1500]]}");
        judge_model(&t, "a", "red", "vehicle", "tank", cases[i].x, 1000, cases[i].facing,
                    "'skills':['sealifter','naval'],'move':6");
        judge_ready(&t);
        judge_ask(&t, "{'query':'carry','from':'a'%s}", cases[i].tolerance);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        assert_near(number(&t, "to_land_mm"), cases[i].to_land, 1e-5);
        judge_end(&t);
    }
}

/* Between two waters that abut there is no land to be sure of; who has no such skill is refused. */
static void others(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'w','kind':'deep-water','outline':[[500,500],[1200,500],[1200,1500],[500,1500]]}");
    judge_terrain(&t, "{'id':'v','kind':'water','outline':[[1200,500],[1600,500],[1600,1500],[1200,1500]]}");
    judge_model(&t, "a", "red", "vehicle", "tank", 1150, 1000, 0, "'skills':['sealifter'],'move':6");
    judge_model(&t, "b", "red", "vehicle", "tank", 2000, 1000, 0, "'move':6");
    judge_ready(&t);
    judge_ask(&t, "{'query':'carry','from':'a'}");
    assert_true(is(&t, "verdict", "marginal"));
    judge_refused(&t, "no skill that lands", "{'query':'carry','from':'b'}");
    judge_refused(&t, "no skill that lifts", "{'query':'carry','from':'a','to':'b'}");
    judge_end(&t);
}

/* Random hulls over one another: any point that lies in both says that they overlap. */
static void overlaps(void **state) {
    (void)state;
    test_random random = test_random_start("hulls over hulls", 2020);
    int over = 0, apart = 0;
    for (int i = 0; i < test_trials(60); i++) {
        double x = 1000 + test_random_between(&random, -110, 110), y = 1000 + test_random_between(&random, -90, 90),
               facing = test_random_between(&random, 0, 360), turned = test_random_between(&random, 0, 360);
        judge_table t;
        lifter(&t, 1000, 1000, facing);
        judge_model(&t, "b", "red", "vehicle", "tank", x, y, turned, "'skills':['airmobile'],'move':6");
        judge_ready(&t);
        tl_carry carry;
        ok(tl_carry_judge(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &carry, &error));
        double fs = sin(facing * M_PI / 180), fc = cos(facing * M_PI / 180), ts = sin(turned * M_PI / 180),
               tc = cos(turned * M_PI / 180);
        bool meets = false;
        for (int k = 0; k < 120 * 120 && !meets; k++) {
            double u = 80 * ((k % 120 + 0.5) / 120 - 0.5), v = 40 * ((k / 120 + 0.5) / 120 - 0.5);
            double px = 1000 + u * fc - v * fs - x, py = 1000 + u * fs + v * fc - y;
            meets = fabs(px * tc + py * ts) < 50 && fabs(-px * ts + py * tc) < 30;
        }
        if (meets ? carry.above == NO : carry.above == YES && carry.depth > 1) {
            fail_msg("hulls %d: %d, depth %.17g", i, (int)carry.above, carry.depth);
        }
        over += carry.above == YES;
        apart += carry.above == NO;
        judge_end(&t);
    }
    assert_true(over > 3 && apart > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(limits), cmocka_unit_test(room), cmocka_unit_test(bows),
                                       cmocka_unit_test(others), cmocka_unit_test(overlaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
