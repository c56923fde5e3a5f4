/* What vehicles do on their way that stops nobody else (judge/move/journey_overrun.c, journey_round.c, spend.c): walls
 * that are crossed on a die (LW-MOV-09), houses that are gone through (LW-MOV-08), enemies that are run over and how
 * far they have to move (LW-MOV-11) against closed forms and random places, speed on water and room to turn round
 * (LW-MOV-10), on both sides of every limit. */
#include "judge/move/journey.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "lotow-1939";
}

static void tank(judge_table *t, const char *skill, double x, double y, double facing) {
    char more[120];
    snprintf(more, sizeof(more), "'move':50,'locomotion':'tracked'%s%s%s", skill[0] != '\0' ? ",'skills':['" : "",
             skill, skill[0] != '\0' ? "']" : "");
    judge_model(t, "t", "red", "vehicle", "tank", x, y, facing, more);
}

/* A wall 10 thick is met by the nose at its face, and past when the tail is. */
static void walls(void **state) {
    (void)state;
    static const char *const kinds[] = {"wall", "obstacle", "engineering"};
    for (int i = 0; i < 3; i++) {
        judge_table t;
        begin(&t);
        judge_terrain(&t,
                      "{'id':'w','kind':'%s','outline':[[1200,900],[1210,900],[1210,1100],[1200,1100]],'height':20}",
                      kinds[i]);
        tank(&t, "", 1000, 1000, 0);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'t1','path':[[1400,1000]]}");
        assert_true(is(&t, "verdict", "yes") && is(&t, "meets[0].verdict", "yes"));
        assert_true(made_value(&t.told, "meets[0].die")->boolean);
        assert_near(number(&t, "meets[0].after_mm"), 150, 1e-5);
        assert_near(number(&t, "meets[0].until_mm"), 260, 1e-5);
        /* short of it nothing is due; across its end the verdict is open within the tolerance */
        judge_ask(&t, "{'query':'move','member':'t1','path':[[1149,1000]]}");
        assert_int_equal(made_value(&t.told, "meets")->count, 0);
        judge_ask(&t, "{'query':'move','member':'t1','path':[[1150.02,1000]]}");
        assert_true(is(&t, "meets[0].verdict", "marginal"));
        judge_end(&t);
    }
}

/* Without the skill a house stops a tank; with it the tank goes through, on a die. Others it stops all the same. */
static void houses(void **state) {
    (void)state;
    static const char house[] = "{'id':'h','kind':'building','mesh':'box 1200 900 0 1210 1100 80, box 1300 900 0 1310 "
                                "1100 80'}";
    for (int k = 0; k < 2; k++) {
        judge_table t;
        begin(&t);
        judge_terrain(&t, "%s", house);
        tank(&t, k == 1 ? "tank" : "", 1000, 1000, 0);
        judge_model(&t, "m", "red", "infantry", "man", 1100, 950, 0, "'move':15");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'t1','path':[[1450,1000]]}");
        assert_true(is(&t, "verdict", k == 1 ? "yes" : "no"));
        if (k == 1) {
            assert_true(is(&t, "meets[0].terrain", "h") && is(&t, "meets[0].rule", "LW-MOV-08"));
            assert_near(number(&t, "meets[0].after_mm"), 150, 1e-5);
            assert_true(made_value(&t.told, "meets[0].die")->boolean);
        } else {
            assert_near(number(&t, "stop.after_mm"), 150, 1e-5);
        }
        judge_ask(&t, "{'query':'move','member':'m1','path':[[1240,950]]}");
        assert_true(is(&t, "verdict", "no"));
        judge_end(&t);
    }
}

/* A man beside the middle of the way: met while the outlines overlap, clear when he is moved out of the corridor, which
 * is as far as its half width and his radius together less what he stands aside already. */
static void run_over(void **state) {
    (void)state;
    test_random random = test_random_start("men before a tank", 1112);
    int met = 0, missed = 0;
    for (int i = 0; i < test_trials(60); i++) {
        double facing = test_random_between(&random, 0, 360), s = sin(facing * M_PI / 180),
               c = cos(facing * M_PI / 180);
        double ahead = test_random_between(&random, 70, 350), aside = test_random_between(&random, -60, 60);
        judge_table t;
        begin(&t);
        tank(&t, "", 1000, 1000, facing);
        judge_model(&t, "b", "blue",
                    i % 3 == 0   ? "cavalry"
                    : i % 3 == 1 ? "gun"
                                 : "infantry",
                    "man", 1000 + ahead * c - aside * s, 1000 + ahead * s + aside * c, 0, "'move':15");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'t1','path':[[%.17g,%.17g]]}", 1000 + 450 * c, 1000 + 450 * s);
        size_t count = made_value(&t.told, "runs_over")->count;
        double over = fabs(aside) - JUDGE_BESIDE; /* beyond the corridor */
        if (over > JUDGE_RIM + 0.2 && count != 0) {
            fail_msg("way %d: nobody is in it, %.17g beside", i, aside);
        }
        if (over < JUDGE_RIM - 0.2) {
            double reach = over <= 0 ? JUDGE_RIM : sqrt(JUDGE_RIM * JUDGE_RIM - over * over);
            assert_int_equal(count, 1);
            assert_true(is(&t, "verdict", "yes") && is(&t, "runs_over[0].verdict", "yes"));
            assert_near(number(&t, "runs_over[0].after_mm"), ahead - JUDGE_AHEAD - reach, 1e-3);
            assert_near(number(&t, "runs_over[0].until_mm"), fmin(450, ahead + JUDGE_AHEAD + reach), 1e-3);
            assert_near(number(&t, "runs_over[0].aside_mm"), JUDGE_RIM - over, 1e-4);
            met++;
        } else {
            missed++;
        }
        judge_end(&t);
    }
    assert_true(met > 0 && (TEST_SANITIZED || missed > 3));
}

/* Friends stop it as before, and where it ends an enemy doesn't; turning on the spot it meets whom its corners sweep;
 * whom a wall of others hems in is told to have no place. */
static void more_of_running_over(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    tank(&t, "", 1000, 1000, 0);
    judge_model(&t, "b", "blue", "infantry", "man", 1200, 1000, 0, "'move':15");
    judge_model(&t, "v", "red", "vehicle", "tank", 1400, 1000, 0, "'move':15");
    judge_model(&t, "e", "blue", "vehicle", "tank", 1000, 1300, 0, "'move':15");
    judge_model(&t, "c", "blue", "infantry", "man", 1000, 1050, 0, "'move':15");
    judge_ready(&t);
    judge_ask(&t, "{'query':'move','member':'t1','path':[[1200,1000]]}");
    assert_true(is(&t, "verdict", "yes") && is(&t, "runs_over[0].id", "b1") && is(&t, "end", "yes"));
    judge_ask(&t, "{'query':'move','member':'t1','path':[[1450,1000]]}");
    assert_true(is(&t, "verdict", "no") && is(&t, "stop.by", "v1"));
    /* an enemy vehicle isn't run over */
    judge_ask(&t, "{'query':'move','member':'t1','path':[[1000,1320]],'facing':90,'set':{'turn_cost':'proportional'}}");
    assert_true(is(&t, "verdict", "no"));
    /* its corner passes 58.3 from the middle: the man at 50 is met where it stands, within his rim of its side */
    judge_ask(&t, "{'query':'move','member':'t1','path':[[1000,1000]],'facing':90}");
    assert_true(made_value(&t.told, "runs_over")->count == 1 && is(&t, "runs_over[0].id", "c1"));
    assert_near(number(&t, "runs_over[0].after_mm"), 0, 1e-9);
    judge_end(&t);
}

/* On water an amphibious vehicle goes 10 cm in a whole move: 200 beside and 40 on it are 0.4 and 0.4 of one of 50. */
static void swimming(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_terrain(&t, "{'id':'w','kind':'water','outline':[[1200,900],[1500,900],[1500,1100],[1200,1100]]}");
    judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':50,'skills':['amphibious']");
    judge_model(&t, "n", "red", "vehicle", "tank", 1000, 1200, 0, "'move':50");
    judge_ready(&t);
    judge_set(&t, 0, NULL);
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1240,1000]],'tolerance_mm':0}");
    assert_true(is(&t, "verdict", "yes"));
    assert_near(number(&t, "spent.share"), 0.8, 1e-12);
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1260,1000]],'tolerance_mm':0}");
    assert_true(is(&t, "verdict", "yes"));
    assert_near(number(&t, "spent.share"), 1, 1e-12);
    judge_ask(&t, "{'query':'move','member':'a1','path':[[1260.001,1000]],'tolerance_mm':0}");
    assert_true(is(&t, "verdict", "no"));
    judge_ask(&t, "{'query':'move','member':'n1','path':[[1260,1000]]}");
    assert_true(is(&t, "verdict", "no")); /* others stay out of it */
    judge_end(&t);
}

/* The middle of a hull of 100 in a channel: to turn round it has to be 50 from either bank. For any other turn the
 * hull's corners, which pass 58 from its middle, have to stay off the bank. */
static void turning_round(void **state) {
    (void)state;
    static const struct {
        double off, facing, x;
        const char *set, *verdict;
    } cases[] = {{0, 180, 1000, "", "yes"},        {49, 180, 1000, "", "yes"},
                 {50.2, 180, 1000, "", "no"},      {50.02, 180, 1000, "", "marginal"},
                 {50.2, 90, 1000, "", "marginal"}, {50.2, 45, 1000, "", "marginal"},
                 {0, 180, 1010, "", "no"},         {0, 0, 1010, "", "yes"},
                 {0, 120, 1000, "", "yes"},        {60, 180, 1000, ",'set':{'boat_turn':'free'}", "marginal"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "lotow-1914"; /* where turns cost nothing */
        judge_terrain(&t, "{'id':'w','kind':'water','outline':[[500,900],[1500,900],[1500,1100],[500,1100]]}");
        judge_model(&t, "b", "red", "vehicle", "tank", 1000, 1000 + cases[i].off, 0, "'move':15,'skills':['boat']");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'b1','path':[[%g,%.17g]],'facing':%g%s}", cases[i].x,
                  1000 + cases[i].off, cases[i].facing, cases[i].set);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        if (cases[i].facing == 180 && cases[i].set[0] == '\0') {
            assert_near(number(&t, "round.room_mm"), 100 - cases[i].off, 1e-9);
            assert_near(number(&t, "round.needed_mm"), 50, 1e-9);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(walls),    cmocka_unit_test(houses),
                                       cmocka_unit_test(run_over), cmocka_unit_test(more_of_running_over),
                                       cmocka_unit_test(swimming), cmocka_unit_test(turning_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
