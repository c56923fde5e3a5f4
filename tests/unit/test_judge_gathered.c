/* test_judge_gathered.c: units in close order and round a leader: random ones against every pair measured in closed
 * form, chains against a search of all models, limits exactly reached, leaders of the unit, of another, and not named
 * (LW-COH-01, LW-COH-02). */
#include "judge/group/cohesion.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 7 };
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

typedef struct group {
    int count;
    double x[MOST], y[MOST];
} group;

static void add_unit(judge_table *t, const char *id, const group *g, const char *more) {
    char members[MOST * 80] = "";
    for (int i = 0; i < g->count; i++) {
        size_t used = strlen(members);
        snprintf(members + used, sizeof(members) - used, "%s{'id':'%s%d','asset':'man','at':[%.17g,%.17g]}",
                 i > 0 ? "," : "", id, i + 1, g->x[i], g->y[i]);
    }
    judge_unit(t, "{'id':'%s','side':'red','class':'infantry'%s,'members':[%s]}", id, more, members);
}

/* Between the edges of two bases. */
static double apart(const group *g, int a, int b) {
    return fmax(hypot(g->x[a] - g->x[b], g->y[a] - g->y[b]) - 2 * JUDGE_RIM, 0);
}

static tl_verdict of_margin(double margin) {
    return margin > 0.05 ? YES : margin < -0.05 ? NO : OPEN;
}

/* The longest step of the best chain: the least length by which all are reached. */
static double longest_step(const group *g) {
    double best = INFINITY;
    for (int a = 0; a < g->count; a++) {
        for (int b = 0; b < g->count; b++) {
            double step = apart(g, a, b);
            bool reached[MOST] = {true}, more = true;
            while (more) {
                more = false;
                for (int i = 0; i < g->count; i++) {
                    for (int k = 0; k < g->count && !reached[i]; k++) {
                        if (reached[k] && apart(g, i, k) <= step) {
                            more = reached[i] = true;
                        }
                    }
                }
            }
            bool all = true;
            for (int i = 0; i < g->count; i++) {
                all = all && reached[i];
            }
            best = all ? fmin(best, step) : best;
        }
    }
    return best;
}

static double farthest_from(const group *g, int leader) {
    double far = 0;
    for (int i = 0; i < g->count; i++) {
        far = i != leader ? fmax(far, apart(g, leader, i)) : far;
    }
    return far;
}

static tl_unit_cohesion judged(const tl_inquiry *inquiry, const judge_table *t, const char *id) {
    tl_party party = judge_party(t, id);
    tl_unit_cohesion found;
    tl_error error = {0};
    assert_int_equal(tl_unit_cohesion_judge(inquiry, &party, &found, &error), TL_OK);
    return found;
}

static group scattered(test_random *r, double wide) {
    group g = {.count = 2 + test_random_below(r, MOST - 1)};
    for (int i = 0; i < g.count; i++) {
        g.x[i] = 1000 + test_random_between(r, 0, wide);
        g.y[i] = 1000 + test_random_between(r, 0, wide);
    }
    return g;
}

/* Random units: the chain by a search over all steps, the star round each who may lead, and the best of them. */
static void random_units(void **state) {
    (void)state;
    test_random r = test_random_start("gathered units", 83);
    int seen[2][3] = {{0}};
    for (int trial = 0; trial < test_trials(120); trial++) {
        group g = scattered(&r, test_random_between(&r, 60, 260));
        int leader = test_random_below(&r, g.count + 1) - 1; /* -1: none is named */
        char more[32] = "";
        if (leader >= 0) {
            snprintf(more, sizeof(more), ",'leader':'u%d'", leader + 1);
        }
        judge_table t;
        judge_begin(&t);
        t.rules = "lotow-1914";
        add_unit(&t, "u", &g, more);
        judge_ready(&t);
        double least = INFINITY, step = longest_step(&g);
        for (int i = 0; i < g.count; i++) {
            least = leader < 0 || leader == i ? fmin(least, farthest_from(&g, i)) : least;
        }
        tl_unit_cohesion star = judged(&t.inquiry, &t, "u");
        assert_true(star.by_star && star.star.named == (leader >= 0));
        assert_int_equal(star.verdict, of_margin(100 - least));
        assert_near(star.star.distance_mm, least, 1e-6);
        tl_unit_cohesion chain = judged(judge_set(&t, -1, "cohesion", "chain", "cohesion_mm", "40", NULL), &t, "u");
        assert_true(chain.by_chain);
        assert_int_equal(chain.verdict, of_margin(40 - step));
        assert_near(chain.decides.distance, step, 1e-6);
        assert_int_equal(judged(judge_set(&t, -1, "cohesion", "off", NULL), &t, "u").verdict, YES);
        seen[0][star.verdict]++;
        seen[1][chain.verdict]++;
        judge_end(&t);
    }
    for (int k = 0; k < 2; k++) {
        assert_true(seen[k][YES] > 2 && seen[k][NO] > 2);
    }
}

/* Exactly at the limit, a tolerance beside it, and beyond. */
static void limits(void **state) {
    (void)state;
    const struct {
        double off, tolerance;
        tl_verdict verdict;
    } cases[] = {{0, 0, YES},        {-1e-9, 0, YES},     {1e-9, 0, NO},    {0, 0.05, OPEN},
                 {0.04, 0.05, OPEN}, {-0.04, 0.05, OPEN}, {0.06, 0.05, NO}, {-0.06, 0.05, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int chain = 0; chain < 2; chain++) {
            double limit = chain ? 10 : 100;
            group g = {.count = 3, .x = {1000, 1020, 1000 + 25 + limit + cases[i].off}, .y = {1000, 1015, 1000}};
            g.x[1] = chain ? 980 : 1020; /* in a chain he stands behind the first */
            judge_table t;
            judge_begin(&t);
            t.rules = chain ? "lotow-colonial" : "lotow-1939";
            add_unit(&t, "u", &g, ",'leader':'u1'");
            judge_ready(&t);
            tl_unit_cohesion found = judged(judge_set(&t, cases[i].tolerance, NULL), &t, "u2");
            if (found.verdict != cases[i].verdict) {
                fail_msg("case %zu, chain %d: %d", i, chain, (int)found.verdict);
            }
            judge_end(&t);
        }
    }
}

/* From middle to middle; a leader of another unit, also of a unit of one model; what is told. */
static void leaders(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "lotow-1939";
    const group g = {.count = 2, .x = {1000, 1200}, .y = {1000, 1000}}, one = {.count = 1, .x = {1110}, .y = {1000}};
    const group far = {.count = 1, .x = {1700}, .y = {1000}};
    add_unit(&t, "u", &g, ",'leader':'chief1'");
    add_unit(&t, "v", &far, ",'leader':'chief1'");
    add_unit(&t, "chief", &one, "");
    judge_ready(&t);
    judge_ask(&t, "{'query':'cohesion','unit':'u'}");
    assert_verdict(&t.told, "yes"); /* 85 and 65 mm from him */
    assert_string_equal(made_word(&t.told, "star.leader"), "chief1");
    assert_string_equal(made_word(&t.told, "star.farthest"), "u1");
    assert_near(made_number(&t.told, "star.farthest_mm"), 85, 1e-9);
    assert_string_equal(made_word(&t.told, "rule"), "LW-COH-02");
    judge_ask(&t, "{'query':'cohesion','unit':'u','set':{'cohesion_from':'centre'}}");
    assert_verdict(&t.told, "no");
    assert_near(made_number(&t.told, "star.farthest_mm"), 110, 1e-9);
    judge_ask(&t,
              "{'query':'cohesion','unit':'u','set':{'cohesion_from':'centre','cohesion_mm':110,'tolerance_mm':0}}");
    assert_verdict(&t.told, "yes");
    judge_ask(&t, "{'query':'cohesion','unit':'v'}");
    assert_verdict(&t.told, "no");
    judge_ask(&t, "{'query':'cohesion','unit':'chief'}");
    assert_verdict(&t.told, "yes");
    judge_end(&t);
}

/* Whatever keeps units together, or nothing: vehicles needn't, and who stands near does. */
static void free_units(void **state) {
    (void)state;
    static const struct {
        const char *rules, *cohesion;
    } ways[] = {{"dust-battlefield", "pairwise"}, {"dust-battlefield", "disc"}, {"lotow-colonial", "chain"},
                {"lotow-colonial", "off"},        {"lotow-modern", "leader"},   {"lotow-modern", "chain"},
                {"lotow-modern", "off"}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        for (int k = 0; k < 4; k++) {
            bool vehicle = (k & 1) != 0, far = (k & 2) != 0, off = strcmp(ways[i].cohesion, "off") == 0;
            double step = far ? 900 : 25.2;
            judge_table t;
            judge_begin(&t);
            t.rules = ways[i].rules;
            judge_unit(&t,
                       "{'id':'u','side':'red','class':'%s','members':[{'id':'u1','asset':'man','at':[300,500]},"
                       "{'id':'u2','asset':'man','at':[%g,500]},{'id':'u3','asset':'man','at':[%g,500]}]}",
                       vehicle ? "vehicle" : "infantry", 300 + step, 300 + 2 * step);
            judge_ready(&t);
            tl_unit_cohesion found = judged(judge_set(&t, 0.05, "cohesion", ways[i].cohesion, NULL), &t, "u");
            if (found.free != (vehicle || off)) {
                fail_msg("%s, %s: vehicles %d are free: %d", ways[i].rules, ways[i].cohesion, vehicle, found.free);
            }
            if (found.verdict != (far && !vehicle && !off ? TL_VERDICT_NO : TL_VERDICT_YES)) {
                fail_msg("%s, %s: vehicles %d, far %d: %d", ways[i].rules, ways[i].cohesion, vehicle, far,
                         (int)found.verdict);
            }
            if (!off && found.decides.verdict != (far ? TL_VERDICT_NO : TL_VERDICT_YES)) { /* it is told all the same */
                fail_msg("%s, %s: vehicles %d, far %d: decides %d", ways[i].rules, ways[i].cohesion, vehicle, far,
                         (int)found.decides.verdict);
            }
            judge_end(&t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(free_units), cmocka_unit_test(random_units),
                                       cmocka_unit_test(limits), cmocka_unit_test(leaders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
