/* From where on its way a model is seen and fired at (judge/sight/watch.c; LW-LOS-03): behind a wall by the tangents
 * that two discs and its corner have in common, in range by circles, in arc by a line, and random ways against dense
 * looks. */
#include "judge/sight/watch.h"
#include "judge/variant.h"
#include "support/judge_facts.h"
#include "support/judge_told.h"

#include <math.h>

static void begin(judge_table *t) {
    judge_begin(t);
    t->rules = "lotow-1939";
}

/* Above the corner of a wall at (200, 400) from the middle of one disc, how high the middle of another must be at (400,
 * y) for a line that both touch to pass the corner. */
static double height_of_tangent(double radius) {
    double low = 0.1, high = 1.5; /* the line's angle: both discs lie below it, the corner on it */
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        *(200 * sin(middle) - 400 * cos(middle) < -radius ? &low : &high) = middle;
    }
    return 400 + (200 * sin(low) - radius) / cos(low);
}

static void behind_a_wall(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_wall(&t, "w", (tl_vec2){1000, 600}, (tl_vec2){1002, 1400}, 300);
    judge_model(&t, "a", "red", "infantry", "man", 800, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 1200, 1000, 0, "'move':200");
    judge_ready(&t);
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[1200,2200]]}");
    double seen = height_of_tangent(8);
    assert_true(is(&t, "verdict", "yes") && is(&t, "sight.verdict", "yes") && is(&t, "seen_by", "a1"));
    double until = number(&t, "sight.until_mm"), from = number(&t, "sight.from_mm");
    if (until > seen + 0.2 || from < seen - 0.2 || from - until > 6) {
        fail_msg("seen from %.17g on, and told %.17g to %.17g", seen, until, from);
    }
    /* stopping short of it, it stays hidden; nothing is fired at what isn't seen */
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[1200,%.17g]]}", 1000 + seen - 10);
    assert_true(is(&t, "verdict", "no"));
    assert_near(number(&t, "sight.until_mm"), seen - 10, 1e-6);
    judge_end(&t);
}

/* A rifle reaches 600, from base to base: 625 from middle to middle. In the open the way comes in sight at once. */
static void in_range(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 500, 1000, 0,
                "'weapons':[{'id':'r','range':60,'arc':'any'},{'id':'s','range':10,'arc':'any'}]");
    judge_model(&t, "b", "blue", "infantry", "man", 1500, 1300, 0, "'move':200");
    judge_ready(&t);
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[500,1300]]}");
    double expected = 1000 - sqrt(625.0 * 625 - 300.0 * 300);
    assert_true(is(&t, "sight.verdict", "yes") && is(&t, "fire.verdict", "yes") && is(&t, "weapon", "r"));
    assert_near(number(&t, "sight.from_mm"), 0, 1e-9);
    assert_true(number(&t, "fire.until_mm") <= expected && number(&t, "fire.until_mm") > expected - 0.5);
    assert_true(number(&t, "fire.from_mm") >= expected - 1e-6 && number(&t, "fire.from_mm") < expected + 0.5);
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[500,1300]],'weapon':'s'}");
    assert_true(is(&t, "fire.verdict", "no"));
    judge_end(&t);
}

/* Random walls, watchers and ways: up to `until` nobody sees it at any place looked at, at `from` somebody does. */
static void random_ways(void **state) {
    (void)state;
    enum { LOOKS = 40 };
    test_random random = test_random_start("ways under watch", 10303);
    int hidden = 0, seen = 0;
    for (int i = 0; i < test_trials(24); i++) {
        judge_table t;
        begin(&t);
        for (int k = 0; k < 3; k++) {
            tl_vec2 low = {test_random_between(&random, 900, 1200), test_random_between(&random, 800, 1200)};
            char id[4] = {'w', (char)('a' + k), 0};
            judge_wall(
                &t, id, low,
                (tl_vec2){low.x + test_random_between(&random, 5, 60), low.y + test_random_between(&random, 60, 260)},
                200);
        }
        judge_model(&t, "a", "red", "infantry", "man", test_random_between(&random, 700, 850),
                    test_random_between(&random, 800, 1200), 0, "");
        double x = test_random_between(&random, 1300, 1400), y = test_random_between(&random, 850, 1100);
        tl_vec2 to = {x + test_random_between(&random, -30, 200), y + test_random_between(&random, 60, 400)};
        judge_model(&t, "b", "blue", i % 2 == 0 ? "infantry" : "cavalry", i % 2 == 0 ? "man" : "post", x, y, 0,
                    "'move':200");
        judge_ready(&t);
        const tl_path_point path[1] = {{{to.x, to.y, 0}, 2}};
        const tl_question question = {.query = "watch", .path = path, .path_count = 1};
        tl_party from = judge_party(&t, "a");
        tl_watch w;
        ok(tl_watch_find(&t.inquiry, &from, judge_who(&t, "b1"), &question, &w, &error));
        double length = hypot(to.x - x, to.y - y);
        for (int n = 0; n <= LOOKS; n++) {
            double share = (double)n / LOOKS;
            tl_variant v;
            tl_pair_sight_result line;
            const tl_pose pose = tl_pose_turned((tl_vec3){x + share * (to.x - x), y + share * (to.y - y),
                                                          t.table->members[judge_who(&t, "b1")].body->pose.at.z},
                                                0);
            ok(tl_variant_begin(&v, &t.inquiry, t.context, judge_who(&t, "b1"), &error));
            ok(tl_variant_move(&v, &pose, &error));
            ok(tl_pair_sight(&v.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &line, &error));
            if (share * length < w.sight.until - 1e-6 && line.sight.verdict != TL_VERDICT_NO) {
                fail_msg("way %d: hidden up to %.17g, and seen at %.17g", i, w.sight.until, share * length);
            }
            hidden += line.sight.verdict == TL_VERDICT_NO;
            seen += line.sight.verdict == TL_VERDICT_YES;
            if (w.sight.verdict == TL_VERDICT_NO) {
                assert_int_equal(line.sight.verdict, TL_VERDICT_NO);
            }
            tl_variant_end(&v);
        }
        assert_true(w.sight.until <= w.sight.from);
        if (w.sight.verdict == TL_VERDICT_YES && w.sight.from > 0 && w.sight.from < INFINITY) {
            double share = w.sight.from / length;
            tl_variant v;
            tl_pair_sight_result line;
            const tl_pose pose = tl_pose_turned((tl_vec3){x + share * (to.x - x), y + share * (to.y - y),
                                                          t.table->members[judge_who(&t, "b1")].body->pose.at.z},
                                                0);
            ok(tl_variant_begin(&v, &t.inquiry, t.context, judge_who(&t, "b1"), &error));
            ok(tl_variant_move(&v, &pose, &error));
            ok(tl_pair_sight(&v.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &line, &error));
            assert_int_equal(line.sight.verdict, TL_VERDICT_YES);
            tl_variant_end(&v);
        }
        tl_watch_free(&w);
        judge_end(&t);
    }
    assert_true(hidden > 20 && seen > 20);
}

/* A corner on the way, a model that moves on a march, smoke that hides from who isn't in it: all told, none refused. */
static void others(void **state) {
    (void)state;
    judge_table t;
    begin(&t);
    judge_wall(&t, "w", (tl_vec2){1000, 900}, (tl_vec2){1020, 1100}, 300);
    judge_model(&t, "a", "red", "infantry", "man", 800, 1000, 0, "'weapons':[{'id':'r','range':60,'arc':'any'}]");
    judge_model(&t, "b", "blue", "vehicle", "tank", 1200, 1000, 90, "'move':80");
    judge_ready(&t);
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[1200,1010],[1210,1300]]}");
    assert_true(is(&t, "verdict", "yes") && number(&t, "sight.until_mm") >= 0);
    judge_ask(&t, "{'query':'watch','from':'a','to':'b1','path':[[1200,1000]]}");
    if (!is(&t, "verdict", "no")) {
        fail_msg("%s", t.told.text);
    }
    judge_refused(&t, "two different", "{'query':'watch','from':'a','to':'a1','path':[[1200,1000]]}");
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(behind_a_wall), cmocka_unit_test(in_range),
                                       cmocka_unit_test(random_ways), cmocka_unit_test(others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
