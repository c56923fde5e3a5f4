/* test_judge_ties.c: of equals the judges tell the first, in the order of the scene (judge/measure, judge/attack,
 * judge/template, judge/move): tables that are the same in a mirror, in which whoever is told of could be the other. */
#include "judge/move/journey_steps.h"
#include "judge/attack/react.h"
#include "judge/move/journey.h"
#include "judge/sight/sight.h"
#include "judge/template/placing.h"
#include "judge/template/placing_steps.h"
#include "support/judge_attack.h"
#include "support/judge_facts.h"

#include <math.h>

/* Two on one side, so far left and right of the line from the one on the other side; who is two of both, by k. */
static void mirror(judge_table *t, int k, const char *weapons) {
    judge_begin(t);
    judge_model(t, "other", "red", "infantry", "man", 200, 200, 0, "");
    judge_unit(t,
               k == 0
                   ? "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[900,1000,0]"
                     "},{'id':'a2','asset':'man','at':[1100,1000,0]}]%s}"
                   : "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[1000,1000,0"
                     "]}]%s}",
               weapons);
    judge_unit(
        t, "%s",
        k == 0 ? "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1000,1120,0]}"
                 "]}"
               : "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1040,1120,0]}"
                 ",{'id':'b2','asset':'man','at':[960,1120,0]}]}");
    judge_ready(t);
}

/* The nearest pair, whose shot is told, and who lays a flame at whom. */
static void first_of_equals(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        mirror(&t, k, ",'weapons':[{'id':'w','range':4},{'id':'f','range':2,'template':'flame-2'}]");
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_range_result range;
        size_t a, b;
        ok(tl_pair_nearest(&t.inquiry, &from, &to, &range, &a, &b, &error));
        assert_int_equal(a, judge_who(&t, "a1"));
        assert_int_equal(b, judge_who(&t, "b1"));
        ok(tl_pair_nearest(&t.inquiry, &to, &from, &range, &b, &a, &error));
        assert_int_equal(a, judge_who(&t, "a1"));
        assert_int_equal(b, judge_who(&t, "b1"));
        asked x;
        attack(&t, "a", "b", false, &x);
        assert_int_equal(x.attack.found[0].able, k == 0 ? 2 : 1);
        assert_int_equal(x.attack.found[0].nearest, 0);
        assert_int_equal(x.attack.shots[0].nearest, judge_who(&t, "b1"));
        tl_attack_end(&x.attack);
        const tl_question q = {.shape = "flame-2", .from = "a", .toward = "b"};
        tl_placing p;
        ok(tl_placing_make(&t.inquiry, &q, &p, &error));
        assert_int_equal(p.firer, judge_who(&t, "a1"));
        assert_int_equal(p.aimed, judge_who(&t, "b1"));
        tl_placing_free(&p);
        judge_end(&t);
    }
}

/* Asked for a height midway between two floors, or two roofs, it comes to the lower one; a hair nearer to the higher
 * one it comes there. */
static void lower_of_equals(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(
            &t, "{'id':'h','kind':'building','outline':[[1100,900],[1300,900],[1300,1100],[1100,1100]],'mesh':'box "
                "1100 900 60 1300 1100 64, box 1100 900 140 1300 1100 144'}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    k & 1 ? "'move':9,'skills':['flying-infantry']" : "'move':9");
        judge_ready(&t);
        double middle = 32 + (k & 2 ? 1e-6 : 0);
        const tl_path_point there = {{1200, 1000, middle}, 3};
        const tl_question q = {.query = "move", .path = &there, .path_count = 1};
        tl_journey j;
        ok(tl_journey_make(&t.inquiry, judge_who(&t, "a1"), &q, &j, &error));
        assert_near(j.path.nodes[j.path.count - 1].at.z, k & 2 ? 64 : 0, 1e-9);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Of two lines as clear, beside walls that mirror each other, the first is shown; of two targets as far outside of an
 * arc, one to each side, the turn to the first is advised. */
static void first_line_and_turn(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        mirror(&t, k, "");
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        ok(tl_judge_sight(&t.inquiry, &from, &to, false, &found, &error));
        assert_int_equal(found.yes, 2);
        assert_true(found.pairs[0].sight.clearance == found.pairs[1].sight.clearance);
        assert_int_equal(found.told.from, judge_who(&t, "a1"));
        assert_int_equal(found.told.to, judge_who(&t, "b1"));
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0,
                    "'weapons':[{'id':'gun','range':8,'arc':'front'}]");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1000,%d]},{'"
                   "id':'b2','asset':'man','at':[1000,%d]}]}",
                   k == 0 ? 1300 : 700, k == 0 ? 700 : 1300);
        judge_ready(&t);
        tl_party a = judge_party(&t, "a"), b = judge_party(&t, "b");
        tl_reaction found;
        ok(tl_reaction_judge(&t.inquiry, &a, &b, a.unit->weapons, a.unit->weapon_count, NULL, &found, &error));
        assert_true(found.has_advice);
        assert_true(k == 0 ? found.advice_deg < 90 : found.advice_deg > 270);
        tl_reaction_free(&found);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_of_equals), cmocka_unit_test(lower_of_equals),
                                       cmocka_unit_test(first_line_and_turn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
