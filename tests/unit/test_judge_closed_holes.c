/* test_judge_closed_holes.c: lines through holes of meshes that may be closed in truth, and through fortifications
 * taken away (judge/between/holes.c, open_walls.c): sight, cover and shares of it. */
#include "judge/sight/sight.h"
#include "judge/between/between.h"
#include "judge/cover/pair_cover.h"
#include "support/judge_facts.h"
#include "support/judge_pairs.h"

/* --- Holes -------------------------------------------------------------------------------------------------------- */

/* Sight with holes closed by the setting is that past boxes in the place of the scans, and names, blames and proves as
 * there: caps are their owners'. */
static void closed_holes(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        tl_blocking_sets blocking[2];
        size_t slots[2][2];
        for (int tube = 0; tube < 2; tube++) {
            judge_table t;
            judge_begin(&t);
            judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
            judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
            const char *shape = tube ? "tube" : "box";
            judge_terrain(&t, "{'id':'one','kind':'wall','mesh':'%s 600 930 0 900 1070 100','uncertainty':%d}", shape,
                          k & 2 ? 1 : 0);
            if (k & 1) {
                judge_terrain(&t, "{'id':'two','kind':'wall','mesh':'%s 1000 930 0 1300 1070 100'}", shape);
            }
            judge_ready(&t);
            judge_set(&t, -1, "scan_holes", "closed", NULL);
            for (int turn = 0; turn < 2; turn++) {
                tl_party from = judge_party(&t, turn ? "b" : "a"), to = judge_party(&t, turn ? "a" : "b");
                tl_judge_sight_found found;
                ok(tl_judge_sight(&t.inquiry, &from, &to, true, &found, &error));
                assert_int_equal(found.verdict, NO);
                assert_int_equal(found.cause.clause, TL_CLAUSE_SIGHT_BLOCKED);
                assert_true(found.blocking_asked && found.proof.proved);
                assert_int_equal(found.told.holes.count, 0);
                assert_true(found.told.sight.named_count >= 1);
                for (size_t i = 0; i < found.told.sight.named_count; i++) {
                    assert_true(found.told.sight.named[i] < t.table->slot_count);
                    for (size_t n = 0; n < i; n++) {
                        assert_true(found.told.sight.named[i] != found.told.sight.named[n]);
                    }
                }
                blocking[tube] = found.blocking;
                tl_judge_sight_found_free(&found);
            }
            for (int i = 0; i < 2; i++) {
                slots[tube][i] = i == 0 || k & 1 ? t.table->terrain[i].slot : SIZE_MAX;
            }
            judge_end(&t);
        }
        assert_int_equal(blocking[0].count, 1);
        assert_int_equal(blocking[1].count, 1);
        assert_int_equal(blocking[0].sets[0].count, k & 1 ? 2 : 1);
        assert_int_equal(blocking[1].sets[0].count, k & 1 ? 2 : 1);
        assert_int_equal(blocking[0].complete, blocking[1].complete);
        for (size_t i = 0; i < blocking[0].sets[0].count; i++) {
            for (int tube = 0; tube < 2; tube++) {
                uint32_t owner = blocking[tube].sets[0].owners[i];
                assert_true(owner == slots[tube][0] || owner == slots[tube][1]);
                assert_true(i == 0 || owner != blocking[tube].sets[0].owners[0]);
            }
        }
    }
}

/* Holes that are closed may be off as their scan may: behind one that may be lower than they are nothing is certain. */
static void closed_holes_in_doubt(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool low = k & 1, tube = k & 2;
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_terrain(&t, "{'id':'one','kind':'wall','mesh':'%s 800 930 0 1100 1070 100','uncertainty':%d}",
                      tube ? "tube" : "box", low ? 75 : 10);
        judge_ready(&t);
        judge_set(&t, -1, "scan_holes", "closed", NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        assert_int_equal(r.sight.verdict, low ? OPEN : NO);
        assert_int_equal(r.uncertainty.decides, low);
        assert_int_equal(r.uncertainty.count, 1);
        tl_pair_cover_result hidden = cover(&t, "a1", "b1");
        assert_int_equal(hidden.verdict, low ? OPEN : YES);
        judge_end(&t);
    }
}

/* Who hides how much behind a closed scan is as behind a box: caps are their owners', whose shares they add to. */
static void shares_of_closed_holes(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        tl_cover told[2];
        for (int tube = 0; tube < 2; tube++) {
            judge_table t;
            judge_begin(&t);
            judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
            judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
            /* along the way, turned, or with a wall beside it */
            judge_terrain(&t, "{'id':'one','kind':'wall','mesh':'%s -150 -70 0 150 70 25','at':[1300,%d,0],'turn':%d}",
                          tube ? "tube" : "box", k == 2 ? 928 : 1000, k == 1 ? 20 : 0);
            if (k == 2) {
                judge_wall(&t, "two", (tl_vec2){1400, 1000}, (tl_vec2){1410, 1200}, 25);
            }
            judge_ready(&t);
            judge_set(&t, -1, "scan_holes", "closed", "cover_min_fraction", "0.1", NULL);
            tl_pair_cover_result r = cover(&t, "a1", "b1");
            assert_int_equal(r.verdict, YES);
            assert_int_equal(r.cover.named_count, k == 2 ? 2 : 1);
            for (size_t i = 0; i < r.cover.named_count; i++) {
                assert_true(r.cover.named[i] > 0 && r.cover.named[i] < t.table->slot_count);
            }
            told[tube] = r.cover;
            judge_end(&t);
        }
        for (size_t i = 0; i < told[0].named_count; i++) {
            size_t n = told[1].named[0] == told[0].named[i] ? 0 : 1;
            assert_int_equal(told[1].named[n], told[0].named[i]);
            assert_near(told[1].hidden_share[n], told[0].hidden_share[i], 0.05);
        }
    }
}

/* Fortifications without a mesh have no walls: who is in one sees all round, and is seen. */
static void forts_without_walls(void **state) {
    (void)state;
    for (int mesh = 0; mesh < 2; mesh++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'fort','kind':'bunker',%s}",
                      mesh ? "'mesh':'box -60 -60 0 60 60 60','at':[1000,1000,0]"
                           : "'outline':[[940,940],[1060,940],[1060,1060],[940,1060]]");
        judge_unit(&t, "{'id':'in','side':'red','class':'infantry','members':[{'id':'in1','asset':'man','at':[980,1000,"
                       "0]},{'id':'mate1','asset':'man','at':[1020,1000,0]}]}");
        judge_model(&t, "ahead", "blue", "infantry", "man", 1500, 1000, 0, "");
        judge_model(&t, "behind", "blue", "infantry", "man", 500, 1000, 0, "");
        judge_ready(&t);
        static const char *const whom[3] = {"mate1", "ahead1", "behind1"};
        for (int k = 0; k < 3; k++) {
            assert_int_equal(look(&t, "in1", whom[k]).sight.verdict, mesh && k == 2 ? NO : YES);
            assert_int_equal(look(&t, whom[k], "in1").sight.verdict, mesh && k == 2 ? NO : YES);
            tl_between between;
            ok(tl_between_sight(&t.inquiry, judge_who(&t, "in1"), judge_who(&t, whom[k]), &between, &error));
            assert_int_equal(between.outlook_count, mesh || k == 0 ? 1 : 0);
            assert_int_equal(between.obstacles.condition_count, mesh && k > 0 ? 1 : 0);
            tl_between_free(&between);
            /* who isn't seen for its field of view is in cover, though nothing hides it */
            tl_pair_cover_result hidden = cover(&t, "in1", whom[k]);
            bool unseen = mesh && k == 2;
            if (k > 0) {
                assert_int_equal(hidden.verdict, unseen ? YES : NO);
                assert_int_equal(hidden.unseen, unseen);
                assert_int_equal(hidden.cause.clause, TL_CLAUSE_COVER_VIEW);
            }
        }
        judge_end(&t);
    }
}

/* Two posts before the mouth of a wide scan: a line that must be so clear lies partly in the hole, though it passes
 * beside it. Their near sides are 0.1 before the mouth, their far ones 10.1: a line 9 clear is there without the hole,
 * one 12 clear is not. */
static void wide_lines(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        static const char *const clear[4] = {"0", "9", "12", "16"};
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 994.9, 950, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 994.9, 1050, 0, "");
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'tube 1000 800 -200 2300 1200 400','at':[0,0,0]}");
        judge_ready(&t);
        judge_set(&t, -1, "min_clearance_mm", clear[k], NULL);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        assert_int_equal(r.sight.verdict, YES);
        assert_int_equal(r.holes.count, k < 2 ? 0 : 1);
        if (k >= 2) {
            assert_int_not_equal(r.holes.through, NO); /* no line that clear is proved to be none, or it is open */
            assert_int_equal(r.holes.all, 1);
            assert_point_near(r.holes.met[0].at, ((tl_vec3){1000, 1000, 100}), 1e-6);
            assert_near(r.holes.met[0].across, 600, 1e-6);
            assert_int_equal(r.holes.met[0].slot, t.table->terrain[0].slot);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_holes),          cmocka_unit_test(wide_lines),
        cmocka_unit_test(closed_holes_in_doubt), cmocka_unit_test(shares_of_closed_holes),
        cmocka_unit_test(forts_without_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
