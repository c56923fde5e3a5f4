/* A table with a mesh of its own, flat but for a ridge across it (judge/between, judge/sight): it stands in the way
 * like terrain, from the height of the ridge on, but nobody can take it away or move it; and it may be uncertain. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/between/regions.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/cover/pair_cover.h"
#include "judge/sight/sight.h"

#include <math.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* Posts, to z = 40, on either side of a ridge of some height that may be off. */
static void start(judge_table *t, double height, double off, const char *more) {
    judge_begin(t);
    judge_ground(t, "'mesh':'box 0 0 -20 3000 3000 0, box 950 5 -10 1050 2995 %.17g','uncertainty':%.17g", height, off);
    judge_model(t, "a", "red", "infantry", "post", 500, 1000, 0, "");
    judge_model(t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    if (more[0] != '\0') {
        judge_terrain(t, "%s", more);
    }
    judge_ready(t);
}

static void ridges(void **state) {
    (void)state;
    const struct {
        double height, off;
        tl_verdict verdict;
    } cases[] = {{30, 0, YES}, {39.5, 0, YES}, {40.5, 0, NO}, {60, 0, NO},
                 {30, 3, YES}, {30, 15, OPEN}, {60, 5, NO},   {42, 5, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        start(&t, cases[i].height, cases[i].off, "");
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        t.inquiry.margin = true;
        ok(tl_judge_sight(&t.inquiry, &from, &to, true, &found, &error));
        if (found.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)found.verdict);
        }
        const tl_pair_sight_result *r = &found.told;
        assert_int_equal(r->uncertainty.any, cases[i].off > 0);
        assert_int_equal(r->uncertainty.ground, cases[i].off > 0);
        assert_int_equal(r->uncertainty.decides, cases[i].verdict == OPEN);
        assert_near(tl_uncertainty_of_slot(t.table, 0), cases[i].off, 0);
        if (cases[i].verdict == NO) { /* nothing that could go hides it */
            assert_int_equal(r->sight.named_count, 1);
            assert_int_equal(r->sight.named[0], 0);
            assert_true(found.blocking_asked && found.blocking.fixed && found.blocking.count == 0);
            assert_true(r->sight.has_attempt && r->cause.clause == TL_CLAUSE_SIGHT_BLOCKED);
            assert_near(r->sight.attempt_stop.x, 950, 1e-6);
            assert_true(found.proof.proved || cases[i].off > 0);
        }
        if (cases[i].verdict == YES) {
            assert_true(r->has_nearest && r->nearest == 0);
            assert_true(r->sight.clearance > cases[i].off);
        }
        assert_int_equal(found.margin.measured, cases[i].off == 0);
        assert_false(found.margin.has_blocker);
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
}

/* A wall before the ridge can go, and then the ridge hides, or doesn't. */
static void walls_before_ridges(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        start(&t, k == 0 ? 20 : 60, 0, "{'id':'wall','kind':'wall','mesh':'box 800 10 0 810 2990 70','at':[0,0,0]}");
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        ok(tl_judge_sight(&t.inquiry, &from, &to, false, &found, &error));
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.blocking.count, k == 0 ? 1 : 0);
        assert_int_equal(found.blocking.fixed, k == 1);
        assert_int_equal(found.told.sight.named[0], k == 0 ? t.table->terrain[0].slot : 0);
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
}

/* What all regions of a map share. */
static void maps(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        if (k == 0) {
            judge_begin(&t);
            judge_man(&t, "a", 200, 200);
            judge_ready(&t);
        } else {
            start(&t, 30, k == 2 ? 2.5 : 0, "");
        }
        tl_region_rules rules;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        assert_int_equal(rules.blockers[0] != 0, k > 0);
        assert_int_equal(rules.common.ground_slot, k > 0 ? 0 : -1);
        assert_int_equal(rules.ground_gives, k == 2);
        assert_int_equal(rules.unsure[0] != 0, k == 2);
        assert_near(rules.give, k == 2 ? 2.5 : 0, 0);
        tl_region_rules_free(&rules);
        tl_between between;
        ok(tl_between_sight(&t.inquiry, 0, k > 0, &between, &error));
        assert_int_equal(between.obstacles.ground_slot, k > 0 ? 0 : -1);
        assert_int_equal(between.blockers[0] != 0, k > 0);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* It gives cover as a wall does: what is hidden right behind it counts. */
static void cover_by_ridges(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        bool high = k & 1, unsure = k & 2;
        judge_ground(&t, "'mesh':'box 0 0 -20 3000 3000 0, box 1470 5 -10 1474 2995 %g','uncertainty':%g",
                     high ? 20.0 : 2.0,
                     !unsure ? 0.0
                     : high  ? 2.0
                             : 10.0);
        judge_tank(&t, "a", 500, 1000, 0);
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1500,1000,6]"
                   "}]}");
        judge_ready(&t);
        tl_pair_cover_result r;
        ok(tl_pair_cover(&t.inquiry, 0, 1, &r, &error));
        assert_int_equal(r.verdict, high ? YES : unsure ? OPEN : NO);
        assert_int_equal(r.uncertainty.ground, unsure);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ridges), cmocka_unit_test(walls_before_ridges),
                                       cmocka_unit_test(maps), cmocka_unit_test(cover_by_ridges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
