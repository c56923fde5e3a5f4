/* Discs that keep out of terrain (judge/template/placing_blast.c; DT-SPC-09): where a smoke screen may lie,
 * against the closed form of the distance to rectangles, both readings, at the rim, above roofs, without a firer. */
#include "judge/template/placing.h"
#include "judge/template/placing_steps.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RADIUS 75.0
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

typedef struct rectangle {
    tl_vec2 low, high;
} rectangle;

/* How far a point is from a rectangle; negative inside: the distance to its rim. */
static double outside(const rectangle *r, tl_vec2 p) {
    double x = fmax(r->low.x - p.x, p.x - r->high.x), y = fmax(r->low.y - p.y, p.y - r->high.y);
    return x > 0 && y > 0 ? sqrt(x * x + y * y) : fmax(x, y);
}

static const tl_placing_finding *kept_out(const tl_placing *p) {
    for (size_t i = 0; i < p->finding_count; i++) {
        if (p->findings[i].fact == TL_PLACING_KEPT_OUT) {
            return &p->findings[i];
        }
    }
    return NULL;
}

/* A smoke screen laid by the gun, or by nobody. */
static tl_placing lay(const judge_table *t, const char *shape, bool by_gun, double x, double y, double z) {
    tl_question q = {.shape = shape, .from = by_gun ? "gun" : NULL, .weapon = by_gun ? "mortar" : NULL};
    q.at[0] = x;
    q.at[1] = y;
    q.at[2] = z;
    q.at_count = 3;
    tl_placing placing;
    tl_error error = {0};
    if (tl_placing_make(&t->inquiry, &q, &placing, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return placing;
}

static void add_gun(judge_table *t) {
    judge_model(t, "gun", "red", "infantry", "man", 100, 100, 0,
                "'weapons':[{'id':'mortar','range':60,'arc':'any','template':'smoke-screen'}]");
}

/* Random houses and woods: nearest house alone counts; within the tolerance it is too close to call. */
static void random_houses(void **state) {
    (void)state;
    test_random r = test_random_start("random_houses", 20261128);
    int count[3] = {0}, wood = 0;
    for (int table = 0; table < 40; table++) {
        judge_table t;
        judge_begin(&t);
        add_gun(&t);
        rectangle house[3], trees = {{test_random_between(&r, 300, 2000), test_random_between(&r, 300, 2000)}, {0, 0}};
        trees.high = (tl_vec2){trees.low.x + 400, trees.low.y + 300};
        for (int i = 0; i < 3; i++) {
            char id[16];
            house[i].low = (tl_vec2){test_random_between(&r, 300, 2400), test_random_between(&r, 300, 2400)};
            house[i].high = (tl_vec2){house[i].low.x + test_random_between(&r, 50, 400),
                                      house[i].low.y + test_random_between(&r, 50, 400)};
            snprintf(id, sizeof(id), "h%d", i);
            judge_area(&t, id, "building", house[i].low, house[i].high, 80);
        }
        judge_area(&t, "trees", "wood", trees.low, trees.high, 80);
        judge_ready(&t);
        for (int k = 0; k < 30; k++) {
            bool whole = k % 2 == 0;
            double tolerance = k % 3 == 0 ? 20 : 0.05;
            tl_vec2 p = {test_random_between(&r, 200, 2800), test_random_between(&r, 200, 2800)};
            if (k % 5 != 0) { /* about a house */
                const rectangle *near = &house[k % 3];
                p = (tl_vec2){test_random_between(&r, near->low.x - 120, near->high.x + 120),
                              test_random_between(&r, near->low.y - 120, near->high.y + 120)};
            }
            judge_set(&t, tolerance, "template_keeps_out", whole ? "outline" : "centre", NULL);
            double room = INFINITY;
            for (int i = 0; i < 3; i++) {
                room = fmin(room, outside(&house[i], p) - (whole ? RADIUS : 0));
            }
            tl_placing by_gun = lay(&t, "smoke-screen", true, p.x, p.y, 0),
                       by_none = lay(&t, "smoke-screen", false, p.x, p.y, 0),
                       blast = lay(&t, "blast", false, p.x, p.y, 0);
            const tl_placing_finding *found = kept_out(&by_gun), *alone = kept_out(&by_none);
            tl_verdict want = room > tolerance ? YES : room < -tolerance ? NO : OPEN;
            assert_non_null(found);
            assert_int_equal(found->verdict, want);
            assert_true(fabs(found->off_mm - room) < 1e-7);
            assert_string_equal(found->cause.of_row, "DT-SPC-09");
            assert_true(by_gun.verdict == want || want == YES || by_gun.verdict == NO);
            assert_true((alone == NULL) == (want == YES));
            assert_int_equal(by_none.verdict, want);
            assert_null(kept_out(&blast));
            assert_int_equal(blast.verdict, YES);
            count[want]++;
            wood += outside(&trees, p) < -20 && want == YES;
            tl_placing_free(&by_gun);
            tl_placing_free(&by_none);
            tl_placing_free(&blast);
        }
        judge_end(&t);
    }
    printf("1200 smoke screens: %d may lie there, %d not, %d too close to call; %d of the first in a wood\n",
           count[YES], count[NO], count[OPEN], wood);
    assert_true(count[YES] > 100 && count[NO] > 100 && count[OPEN] > 20 && wood > 5);
}

/* At tolerance 0 the rim is no part of the house. */
static void on_the_rim(void **state) {
    (void)state;
    static const struct {
        const char *reading;
        double x;
        tl_verdict verdict;
    } all[] = {{"centre", 1000, YES},           {"centre", 1000 + 1e-6, NO}, {"centre", 1000 - 1e-6, YES},
               {"outline", 1000 - RADIUS, YES}, {"outline", 925 + 1e-6, NO}, {"outline", 925 - 1e-6, YES}};
    judge_table t;
    judge_begin(&t);
    add_gun(&t);
    judge_area(&t, "house", "building", (tl_vec2){1000, 1000}, (tl_vec2){1400, 1400}, 80);
    judge_ready(&t);
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        judge_set(&t, 0, "template_keeps_out", all[i].reading, NULL);
        tl_placing p = lay(&t, "smoke-screen", true, all[i].x, 1200, 0);
        assert_int_equal(kept_out(&p)->verdict, all[i].verdict);
        tl_placing_free(&p);
    }
    judge_end(&t);
}

/* What lies on the roof is in no house; just below its top it is too close to call, and deeper inside. */
static void on_the_roof(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    add_gun(&t);
    judge_terrain(&t,
                  "{'id':'house','kind':'building','mesh':'box 1000 1000 0 1400 1400 80','at':[0,0,0],'solid':false}");
    judge_ready(&t);
    judge_set(&t, 0.05, "template_keeps_out", "centre", NULL);
    const double heights[] = {0, 79, 79.97, 80, 80.5};
    const tl_verdict verdicts[] = {NO, NO, OPEN, YES, YES};
    for (size_t i = 0; i < 5; i++) {
        tl_placing p = lay(&t, "smoke-screen", false, 1200, 1200, heights[i]);
        const tl_placing_finding *found = kept_out(&p);
        assert_int_equal(found == NULL ? YES : found->verdict, verdicts[i]);
        tl_placing_free(&p);
    }
    judge_end(&t);
}

/* The answer names the place, its rule and how deep; in both languages. */
static void told(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    add_gun(&t);
    judge_area(&t, "house", "building", (tl_vec2){1000, 1000}, (tl_vec2){1400, 1400}, 80);
    judge_ready(&t);
    judge_ask(&t, "{'query':'template','shape':'smoke-screen','at':[1100,1200],'from':'gun','weapon':'mortar'}");
    assert_string_equal(made_word(&t.told, "placement.verdict"), "no");
    assert_string_equal(made_word(&t.told, "placement.reasons[3].rule"), "DT-SPC-09");
    assert_string_equal(made_word(&t.told, "placement.reasons[3].text"),
                        "It lies 10.0 cm inside house, where it may not be laid.");
    assert_true(fabs(made_number(&t.told, "placement.reasons[3].margin_mm") + 100) < 1e-9);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_houses), cmocka_unit_test(on_the_rim),
                                       cmocka_unit_test(on_the_roof), cmocka_unit_test(told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
