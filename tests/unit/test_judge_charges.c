/* Moves that end in contact, and charges that can (judge/move/journey_touch.c, judge/move/charge.c; LW-MOV-05), and
 * contact asked with within (LW-CMD-03): limits worked out by hand, random tables on which each yes is gone again as a
 * move, each no is farther than the move, and walls that close a place in. */
#include "judge/move/charge.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "lotow-1939";
}

static void man(judge_table *t, const char *id, const char *side, double x, double y, const char *more) {
    char all[160];
    snprintf(all, sizeof(all), "'move':15%s%s", more[0] != '\0' ? "," : "", more);
    judge_model(t, id, side, "infantry", "man", x, y, 0, all);
}

/* Bases touch at 25: within the tolerance that is contact, within three of it too close to call. */
static void ends(void **state) {
    (void)state;
    static const struct {
        double gap;
        const char *tolerance, *verdict;
    } cases[] = {{0, "", "yes"},
                 {0.04, "", "yes"},
                 {0.1, "", "marginal"},
                 {0.2, "", NULL},
                 {0, ",'tolerance_mm':0", "yes"},
                 {0.001, ",'tolerance_mm':0", NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000, "");
        man(&t, "b", "blue", 1125, 1000, "");
        man(&t, "f", "red", 1000, 1100, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,1000]]%s}", 1100 - cases[i].gap,
                  cases[i].tolerance);
        size_t count = made_value(&t.told, "contacts")->count;
        bool same = cases[i].verdict == NULL ? count == 0
                                             : count == 1 && is(&t, "contacts[0].verdict", cases[i].verdict) &&
                                                   is(&t, "contacts[0].id", "b1");
        if (!same || !is(&t, "verdict", "yes")) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        judge_end(&t);
    }
}

/* With 150 to go the enemy may stand 175 away, from middle to middle. */
static void reaches(void **state) {
    (void)state;
    static const struct {
        double apart;
        const char *verdict;
    } cases[] = {{100, "yes"}, {174.8, "yes"}, {175, "marginal"}, {175.5, "no"}, {250, "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000, "");
        man(&t, "b", "blue", 1000 + 0.6 * cases[i].apart, 1000 + 0.8 * cases[i].apart, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'reach','member':'a1'}");
        if (!is(&t, "charges[0].verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, made_word(&t.told, "charges[0].verdict"));
        }
        assert_near(number(&t, "charges[0].apart_mm"), cases[i].apart - 25, 1e-9);
        assert_near(number(&t, "charges[0].margin_mm"), 175 - cases[i].apart, 1e-9);
        judge_end(&t);
    }
}

/* Whoever walls are round on all sides is near, and no way to him is found: that stays open, as what a map of squares
 * can't prove. Through a gap he can be charged, by a way round. */
static void walled_in(void **state) {
    (void)state;
    for (int open = 0; open < 2; open++) {
        judge_table t;
        begin(&t);
        judge_terrain(
            &t,
            "{'id':'h','kind':'building','mesh':'box 1040 960 0 1042 1040 80, box 1118 960 0 1120 1040 80, box "
            "1040 958 0 1120 960 80%s'}",
            open ? "" : ", box 1040 1040 0 1120 1042 80");
        man(&t, "a", "red", 1000, 1040, "");
        man(&t, "b", "blue", 1080, 990, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'reach','member':'a1'}");
        if (!is(&t, "charges[0].verdict", open ? "yes" : "marginal")) {
            fail_msg("open %d: %s", open, made_word(&t.told, "charges[0].verdict"));
        }
        judge_end(&t);
    }
}

/* Random tables: a yes is a way that may be gone, and ends in contact; a no is nowhere near. */
static void random_charges(void **state) {
    (void)state;
    test_random random = test_random_start("charges", 5105);
    int yes = 0, no = 0;
    for (int i = 0; i < test_trials(24); i++) {
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000, "");
        double x[3], y[3];
        for (int k = 0; k < 3; k++) {
            double angle = test_random_between(&random, 0, 2 * M_PI), far = test_random_between(&random, 40, 260);
            char id[4] = {'b', (char)('a' + k), 0};
            x[k] = 1000 + far * cos(angle);
            y[k] = 1000 + far * sin(angle);
            man(&t, id, "blue", x[k], y[k], "");
        }
        for (int k = 0; k < 2; k++) {
            tl_vec2 low = {1000 + test_random_between(&random, -120, 90),
                           1000 + test_random_between(&random, -120, 90)};
            if (fabs(low.x + 15 - 1000) > 30 || fabs(low.y + 15 - 1000) > 30) {
                judge_terrain(&t, "{'id':'w%d','kind':'building','mesh':'box %.17g %.17g 0 %.17g %.17g 60'}", k, low.x,
                              low.y, low.x + 30, low.y + 30);
            }
        }
        judge_ready(&t);
        size_t member = judge_who(&t, "a1");
        tl_reach_map map;
        tl_charges charges;
        ok(tl_reach_find(&t.inquiry, member, false, &map, &error));
        ok(tl_charge_find(&t.inquiry, member, false, &map, &charges, &error));
        for (size_t k = 0; k < charges.count; k++) {
            const tl_charge *c = &charges.items[k];
            tl_vec2 at = tl_plan(t.table->members[c->member].body->pose.at);
            double apart = hypot(at.x - 1000, at.y - 1000) - 2 * JUDGE_RIM;
            assert_near(c->apart, fmax(apart, 0), 1e-9);
            if (c->verdict == TL_VERDICT_YES) {
                char path[800];
                size_t used = 0;
                for (size_t p = 0; p < c->corner_count; p++) {
                    used += (size_t)snprintf(path + used, sizeof(path) - used, "%s[%.17g,%.17g]", p > 0 ? "," : "",
                                             c->corners[p].x, c->corners[p].y);
                }
                tl_vec2 last = c->corners[c->corner_count - 1];
                assert_near(hypot(last.x - at.x, last.y - at.y), 2 * JUDGE_RIM, 0.05);
                judge_ask(&t, "{'query':'move','member':'a1','path':[%s]}", path);
                assert_true(is(&t, "verdict", "yes") && made_value(&t.told, "contacts")->count > 0);
                yes++;
            } else if (c->verdict == TL_VERDICT_NO) {
                /* farther than the move, or shut off: then the straight way at least is none */
                if (apart < 149) {
                    double share = (apart + 0) / (apart + 2 * JUDGE_RIM);
                    judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,%.17g]]}", 1000 + share * (at.x - 1000),
                              1000 + share * (at.y - 1000));
                    assert_true(!is(&t, "verdict", "yes"));
                }
                no++;
            }
        }
        tl_charges_free(&charges);
        tl_reach_free(&map);
        judge_end(&t);
    }
    assert_true(yes >= 2 && no >= 1);
}

/* Whom a medic heals touches him; a commander's 30 cm stay what they were. */
static void medics(void **state) {
    (void)state;
    static const struct {
        double apart;
        const char *tolerance, *verdict;
    } cases[] = {{25, "", "yes"},
                 {25.04, "", "yes"},
                 {25.1, "", "marginal"},
                 {25.3, "", "no"},
                 {25, ",'tolerance_mm':0", "yes"},
                 {25.001, ",'tolerance_mm':0", "no"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t);
        man(&t, "a", "red", 1000, 1000, "'skills':['medic']");
        man(&t, "b", "red", 1000 + cases[i].apart, 1000, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'within','from':'a','to':'b','skill':'medic'%s}", cases[i].tolerance);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s", i, t.told.text);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends), cmocka_unit_test(reaches), cmocka_unit_test(walled_in),
                                       cmocka_unit_test(random_charges), cmocka_unit_test(medics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
