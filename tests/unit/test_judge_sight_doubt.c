/* test_judge_sight_doubt.c: sight of a patch of some size, and of what may be off (judge/sight/pair_patch.c,
 * judge/between/uncertainty.c): gaps, walls and areas that are uncertain, and who is named for it. */
#include "judge/between/uncertainty.h"
#include "judge/between/slot_uncertainty.h"
#include "support/judge_facts.h"
#include "support/judge_sights.h"

#include <math.h>
#include <stdlib.h>

/* --- A patch of a size -------------------------------------------------------------------------------------------- */

/* A tank behind a low wall at its very front: of its face a band above the wall is in view, of the post all, ten wide.
 */
static void patches(void **state) {
    (void)state;
    const struct {
        double wall;
        const char *side;
        tl_verdict verdict;
    } cases[] = {{27, "0", YES}, {27, "12", YES}, {34, "12", NO},  {29, "9", YES},
                 {41, "9", NO},  {41, "0", NO},   {10, "25", YES}, {34, "25", NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int turn = 0; turn < 2; turn++) { /* whoever of the two comes first in the scene */
            judge_table t;
            judge_begin(&t);
            judge_wall(&t, "wall", (tl_vec2){2400 - JUDGE_AHEAD - 1.2, 100}, (tl_vec2){2400 - JUDGE_AHEAD - 1, 2400},
                       cases[i].wall);
            for (int k = 0; k < 2; k++) {
                if ((k == 0) == (turn == 0)) {
                    judge_model(&t, "a", "red", "infantry", "post", 300, 1000, 0, "");
                } else {
                    judge_model(&t, "v", "blue", "vehicle", "tank", 2400, 1000, 0, "");
                }
            }
            judge_ready(&t);
            judge_set(&t, -1, "min_visible_patch_mm", cases[i].side, NULL);
            tl_pair_sight_result r = look(&t, "a1", "v1");
            if (r.sight.verdict != cases[i].verdict) {
                fail_msg("case %zu: %d", i, (int)r.sight.verdict);
            }
            bool asked = strtod(cases[i].side, NULL) > 0 && cases[i].wall < 40;
            assert_int_equal(r.patch.looked, asked);
            assert_int_equal(r.patch.decides, asked && cases[i].verdict == NO);
            assert_int_equal(r.cause.clause, asked && cases[i].verdict == NO ? TL_CLAUSE_SIGHT_PATCH
                                             : cases[i].verdict == NO        ? TL_CLAUSE_SIGHT_BLOCKED
                                                                             : TL_CLAUSE_SIGHT_FREE);
            assert_int_equal(r.sight.has_line, cases[i].verdict == YES);
            if (asked && cases[i].verdict == YES) {
                bool small = strtod(cases[i].side, NULL) < 10; /* then the post itself is enough */
                assert_true(r.patch.from == judge_who(&t, "a1") || (small && r.patch.from == judge_who(&t, "v1")));
                assert_int_equal(r.patch.aperture.verdict, YES);
            }
            judge_end(&t);
        }
    }
}

/* A patch lies where the body is seen, not at its back, where it would look smaller: of a band of 11 mm on the front of
 * a long hull nobody sees 12. */
static void patches_of_long_hulls(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "wall", (tl_vec2){1000 - JUDGE_AHEAD - 1.2, 100}, (tl_vec2){1000 - JUDGE_AHEAD - 1, 2400}, 29);
    judge_model(&t, "a", "red", "infantry", "post", 300, 1000, 0, "");
    judge_model(&t, "v", "blue", "vehicle", "tank", 1000, 1000, 0, "");
    judge_ready(&t);
    judge_set(&t, -1, "min_visible_patch_mm", "12", NULL);
    assert_int_not_equal(look(&t, "a1", "v1").sight.verdict, YES);
    judge_set(&t, -1, "min_visible_patch_mm", "10.5", NULL);
    assert_int_equal(look(&t, "a1", "v1").sight.verdict, YES);
    judge_end(&t);
}

/* On an uncertain mesh no patch is certain. */
static void uncertain_patches(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':1}");
    judge_model(&t, "a", "red", "infantry", "post", 300, 1000, 0, "");
    judge_model(&t, "v", "blue", "vehicle", "scan", 1000, 1000, 0, "");
    judge_ready(&t);
    assert_int_equal(look(&t, "a1", "v1").sight.verdict, YES);
    judge_set(&t, -1, "min_visible_patch_mm", "5", NULL);
    tl_pair_sight_result r = look(&t, "a1", "v1");
    assert_int_equal(r.sight.verdict, OPEN);
    assert_int_equal(r.sight.why, TL_WHY_UNCERTAINTY);
    assert_true(r.patch.decides);
    judge_end(&t);
}

/* --- Doubt -------------------------------------------------------------------------------------------------------- */

/* A gap between walls of which the one may be off by so much: the line must be clearer than that. */
static void uncertain_gaps(void **state) {
    (void)state;
    const struct {
        double width, off, ends;
        tl_verdict verdict;
    } cases[] = {{9, 0, 0, YES}, {9, 4, 0, YES},    {9, 9.5, 0, OPEN},   {9, 3, 1, YES},     {9, 5, 4.5, OPEN},
                 {9, 0, 4, YES}, {9, 0, 4.8, OPEN}, {0.8, 0, 0.5, OPEN}, {1.4, 0, 0.5, YES}, {0.8, 0, 0.3, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -5 -5 0 5 5 40','uncertainty':%g}", cases[i].ends);
        judge_model(&t, "a", "red", "vehicle", "scan", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "scan", 1500, 1000, 0, "");
        judge_terrain(&t, "{'id':'right','kind':'wall','mesh':'box 1000 100 -100 1010 %.17g 500','uncertainty':%g}",
                      1000 - cases[i].width / 2, cases[i].off);
        judge_terrain(&t, "{'id':'left','kind':'wall','mesh':'box 1000 %.17g -100 1010 2900 500'}",
                      1000 + cases[i].width / 2);
        judge_ready(&t);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.sight.verdict);
        }
        assert_int_equal(r.uncertainty.any, cases[i].off > 0 || cases[i].ends > 0);
        assert_int_equal(r.uncertainty.decides, cases[i].verdict == OPEN);
        assert_near(r.uncertainty.ends, cases[i].ends, 1e-12);
        assert_near(r.uncertainty.needed, cases[i].off + cases[i].ends, 1e-12);
        assert_int_equal(r.uncertainty.count, cases[i].off > 0);
        if (cases[i].off > 0) {
            assert_int_equal(r.uncertainty.slots[0], slot_of(&t, "right"));
        }
        if (cases[i].verdict == OPEN) {
            assert_int_equal(r.sight.why, TL_WHY_UNCERTAINTY);
            assert_true(r.sight.max_clearance == INFINITY);
        }
        assert_near(tl_uncertainty_of_slot(t.table, slot_of(&t, "right")), cases[i].off, 1e-12);
        assert_near(tl_uncertainty_of_slot(t.table, slot_of(&t, "left")), 0, 0);
        assert_near(tl_uncertainty_of_slot(t.table, t.table->members[0].slot), cases[i].ends, 1e-12);
        judge_end(&t);
    }
}

/* A wall that may be lower: hidden for certain only when it is that much higher; or when another wall hides as well. */
static void uncertain_walls(void **state) {
    (void)state;
    const struct {
        double height, off;
        bool other;
        tl_verdict verdict;
    } cases[] = {
        {60, 10, false, NO}, {60, 21, true, NO}, {41, 0, false, NO}, {20, 10, false, YES}, {20, 25, false, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_posts(&t);
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'box 1000 0 -100 1100 3000 %g','uncertainty':%g}",
                      cases[i].height, cases[i].off);
        if (cases[i].other) {
            judge_wall(&t, "other", (tl_vec2){1200, 0}, (tl_vec2){1210, 3000}, 60);
        }
        judge_ready(&t);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.sight.verdict);
        }
        assert_int_equal(r.uncertainty.decides, cases[i].verdict == OPEN);
        judge_end(&t);
    }
}

/* The most uncertain come first; what is far from the way, or doesn't block, doesn't count. */
static void who_is_uncertain(void **state) {
    (void)state;
    judge_table t;
    set_posts(&t);
    static const double off[6] = {1, 3, 2, 0, 5, 4};
    for (int i = 0; i < 6; i++) {
        judge_terrain(&t, "{'id':'w%d','kind':'wall','mesh':'box %d 900 -50 %d 1100 10','uncertainty':%g}", i,
                      600 + 100 * i, 610 + 100 * i, off[i]);
    }
    judge_terrain(&t, "{'id':'far','kind':'wall','mesh':'box 1000 2000 -50 1010 2100 10','uncertainty':20}");
    judge_terrain(&t, "{'id':'wire','kind':'wire','mesh':'box 1300 900 -50 1310 1100 10','uncertainty':30}");
    judge_ready(&t);
    tl_pair_sight_result r = look(&t, "a1", "b1");
    assert_int_equal(r.sight.verdict, YES);
    assert_int_equal(r.uncertainty.count, 5);
    static const char *const order[5] = {"w4", "w5", "w1", "w2", "w0"};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(r.uncertainty.slots[i], slot_of(&t, order[i]));
    }
    assert_near(r.uncertainty.needed, 5, 1e-12);
    judge_end(&t);
}

/* Outlines that come from uncertain meshes: lines that may touch them are no certain yes, nor do they hide for certain.
 */
static void uncertain_areas(void **state) {
    (void)state;
    const struct {
        double off, wood; /* where it ends beside the way, which runs along y = 1000 */
        tl_verdict verdict;
    } cases[] = {{0, 990, YES}, {0, 1200, NO}, {2, 990, YES}, {2, 1200, OPEN}, {30, 990, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_posts(&t);
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 800 100 -50 1200 %g 500','uncertainty':%g}",
                      cases[i].wood, cases[i].off);
        judge_ready(&t);
        tl_pair_sight_result r = look(&t, "a1", "b1");
        if (r.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.sight.verdict);
        }
        assert_near(tl_uncertainty_of_area(&t.inquiry, &t.referee->areas[0]), cases[i].off, 1e-12);
        judge_end(&t);
    }
    /* an outline and height of its own are certain whatever the mesh is */
    for (int k = 0; k < 3; k++) {
        judge_table t;
        set_posts(&t);
        judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 800 100 -50 1200 1200 500','uncertainty':2%s%s}",
                      k != 1 ? ",'outline':[[800,100],[1200,100],[1200,1200],[800,1200]]" : "",
                      k != 0 ? ",'height':500" : "");
        judge_ready(&t);
        assert_near(tl_uncertainty_of_area(&t.inquiry, &t.referee->areas[0]), k == 2 ? 0 : 2, 1e-12);
        assert_int_equal(look(&t, "a1", "b1").sight.verdict, k == 2 ? NO : OPEN);
        judge_end(&t);
    }
}

/* A wood that certainly hides does so whatever beside it is uncertain, named before it or after it; two uncertain ones
 * make no certain no. */
static void certain_beside_uncertain_areas(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        set_posts(&t);
        for (int i = 0; i < 2; i++) {
            bool deep = i == k % 2;
            judge_terrain(&t, "{'id':'wood%d','kind':'wood','mesh':'box %d 100 -50 %d 1200 500','uncertainty':%d}", i,
                          deep ? 800 : 600, deep ? 1200 : 750, deep && k < 2 ? 0 : 2);
        }
        judge_ready(&t);
        assert_int_equal(look(&t, "a1", "b1").sight.verdict, k < 2 ? NO : OPEN);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches),
        cmocka_unit_test(uncertain_patches),
        cmocka_unit_test(patches_of_long_hulls),
        cmocka_unit_test(uncertain_gaps),
        cmocka_unit_test(uncertain_walls),
        cmocka_unit_test(who_is_uncertain),
        cmocka_unit_test(uncertain_areas),
        cmocka_unit_test(certain_beside_uncertain_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
