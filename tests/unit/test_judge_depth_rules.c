/* test_judge_depth_rules.c: how much of areas lies between two models (judge/between/depths.c, areas.c): depths of one
 * area, of several, of pairs and of units, which areas are asked, which are cover. Closed forms, both sides of every
 * limit. */
#include "judge/between/between.h"
#include "judge/variant.h"
#include "judge/sight/pair_sight.h"
#include "support/judge_facts.h"

#include <math.h>

/* --- Depths ------------------------------------------------------------------------------------------------------- */

/* Each setting of areas at each of its readings. */
static void area_rules(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){100, 100}, (tl_vec2){200, 200}, 90);
    judge_area(&t, "smoke", "smoke", (tl_vec2){300, 100}, (tl_vec2){400, 200}, 90);
    judge_ready(&t);
    const tl_area_rule *wood = area_of(&t, "wood")->kind->area, *smoke = area_of(&t, "smoke")->kind->area;
    tl_area_rules r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_near(r.edge_limit, 100, 1e-8);
    assert_true(r.edge_limit > 100 && r.through_limit == r.edge_limit);
    assert_near(r.inside_limit, 300, 1e-8);
    assert_true(r.inside_limit > 300);
    assert_int_equal(r.distance, TL_AREA_ALONG_LINE);
    assert_int_equal(r.through, TL_AREA_FAR_EDGE);
    assert_int_equal(r.near, TL_AREA_EITHER);
    assert_int_equal(r.cap_scope, TL_AREA_CAP_LENGTH);
    assert_int_equal(r.inside_length, TL_AREA_UNIT_DISTANCE);
    assert_int_equal(r.straddle, TL_AREA_CUT);
    assert_int_equal(r.top, TL_AREA_TOP_OUTLINE);
    r = tl_inquiry_area_rules(&t.inquiry, smoke);
    assert_true(r.inside_limit == INFINITY);
    judge_set(&t, -1, "units", "inch", NULL);
    r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_near(r.edge_limit, 101.6, 1e-8);
    assert_near(r.inside_limit, 304.8, 1e-8);
    judge_set(&t, -1, "area_distance", "perpendicular", "area_through", "chord", "area_near", "inside_only",
              "area_cap_scope", "both_inside", "area_inside_length", "in_area_length", "area_straddle", "any_overlap",
              "area_top", "edge", NULL);
    r = tl_inquiry_area_rules(&t.inquiry, wood);
    assert_int_equal(r.distance, TL_AREA_PERPENDICULAR);
    assert_int_equal(r.through, TL_AREA_CHORD);
    assert_int_equal(r.near, TL_AREA_INSIDE_ONLY);
    assert_int_equal(r.cap_scope, TL_AREA_CAP_BOTH_INSIDE);
    assert_int_equal(r.inside_length, TL_AREA_IN_AREA_LENGTH);
    assert_int_equal(r.straddle, TL_AREA_ANY_OVERLAP);
    assert_int_equal(r.top, TL_AREA_TOP_EDGE);
    judge_set(&t, -1, "area_through", "any_edge", NULL);
    assert_int_equal(tl_inquiry_area_rules(&t.inquiry, wood).through, TL_AREA_ANY_EDGE);
    judge_end(&t);
}

/* The cases of depth that can be told by hand: two men on a line across an area from x = 1000 to 1000 + width, their
 * nearer rims `before` in front of it (negative: so deep inside) and `behind` beyond its far edge (ditto). */
typedef struct depth_case {
    double before, width, behind;
    const char *kind;
    const char *set[5];
    tl_verdict verdict;
} depth_case;

static void depths(void **state) {
    (void)state;
    static const depth_case cases[] = {
        /* into an area: one of the two within one unit of the edge (DB-ARE-02, -06) */
        {200, 800, -800 + 99, "wood", {NULL}, TL_VERDICT_YES},
        {200, 800, -800 + 101, "wood", {NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 250, "wood", {NULL}, TL_VERDICT_YES},
        {101, 800, -800 + 250, "wood", {NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 250, "wood", {"area_near", "inside_only", NULL}, TL_VERDICT_NO},
        {99, 800, -800 + 90, "wood", {"area_near", "inside_only", NULL}, TL_VERDICT_YES},
        {101, 800, -800 + 250, "wood", {"units", "inch", NULL}, TL_VERDICT_YES},
        {102, 800, -800 + 250, "wood", {"units", "inch", NULL}, TL_VERDICT_NO},
        /* no more than three units inside, unless both have to be there for that (DB-ARE-03) */
        {50, 800, -800 + 299, "wood", {NULL}, TL_VERDICT_YES},
        {50, 800, -800 + 301 + 2, "wood", {NULL}, TL_VERDICT_NO},
        {50, 800, -800 + 400, "wood", {"area_cap_scope", "both_inside", NULL}, TL_VERDICT_YES},
        {50, 800, -800 + 400, "smoke", {NULL}, TL_VERDICT_YES},
        /* through it: within one unit of the far edge, of any edge, or all of it that thin (DB-ARE-05) */
        {20, 79, 500, "wood", {NULL}, TL_VERDICT_YES},
        {20, 81, 500, "wood", {NULL}, TL_VERDICT_NO},
        {500, 79, 20, "wood", {NULL}, TL_VERDICT_YES},
        {500, 81, 20, "wood", {NULL}, TL_VERDICT_NO},
        {99, 200, 500, "wood", {"area_through", "any_edge", NULL}, TL_VERDICT_YES},
        {101, 200, 500, "wood", {"area_through", "any_edge", NULL}, TL_VERDICT_NO},
        {99, 200, 500, "wood", {"area_through", "far_edge", NULL}, TL_VERDICT_NO},
        {300, 99, 300, "wood", {"area_through", "chord", NULL}, TL_VERDICT_YES},
        {300, 101, 300, "wood", {"area_through", "chord", NULL}, TL_VERDICT_NO},
        {300, 99, 300, "wood", {NULL}, TL_VERDICT_NO},
        /* both inside: three units from each other (DB-ARE-07); smoke has no such limit */
        {-100, 800, -800 + 399, "wood", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 401, "wood", {NULL}, TL_VERDICT_NO},
        {-100, 800, -800 + 500, "smoke", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 370, "building", {NULL}, TL_VERDICT_YES},
        {-100, 800, -800 + 401, "building", {NULL}, TL_VERDICT_NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const depth_case *c = &cases[i];
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "area", c->kind, (tl_vec2){1000, 100}, (tl_vec2){1000 + c->width, 2900}, 500);
        judge_man(&t, "a", 1000 - c->before - JUDGE_RIM, 1500);
        judge_man(&t, "b", 1000 + c->width + c->behind + JUDGE_RIM, 1500);
        judge_ready(&t);
        judge_set(&t, -1, c->set[0], c->set[1], NULL);
        tl_verdict verdict = sees(&t, "a1", "b1");
        if (verdict != c->verdict) {
            fail_msg("case %zu: %d", i, (int)verdict);
        }
        judge_end(&t);
    }
}

/* Two areas on one line: each by itself, or their depth together (DB-ARE-11). */
static void depths_together(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        /* a millimetre in front of the first, one behind the second: 2 times 49 or 53 */
        double width = k < 2 ? 52 : 48;
        judge_wall(&t, "off", (tl_vec2){100, 100}, (tl_vec2){200, 200}, 30);
        judge_area(&t, "one", "wood", (tl_vec2){1000, 100}, (tl_vec2){1000 + width, 2900}, 500);
        judge_area(&t, "two", "wood", (tl_vec2){1300, 100}, (tl_vec2){1300 + width, 2900}, 500);
        judge_man(&t, "a", 999 - JUDGE_RIM, 1500);
        judge_man(&t, "b", 1301 + width + JUDGE_RIM, 1500);
        judge_ready(&t);
        judge_set(&t, -1, "area_combine", k % 2 == 0 ? "each" : "sum_depth", NULL);
        assert_int_equal(sees(&t, "a1", "b1"), k == 1 ? NO : YES);
        /* together they are too deep, though neither is */
        tl_pair_sight_result result;
        ok(tl_pair_sight(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &result, &error));
        assert_int_equal(result.cause.clause, k == 1 ? TL_CLAUSE_AREA_EDGE : TL_CLAUSE_SIGHT_FREE);
        assert_int_equal(result.has_depth, k != 1);
        judge_end(&t);
    }
}

/* Of a unit's single pair nothing else is allowed: a line past the rim of a wood doesn't let others through it. */
static void depths_of_single_pairs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){700, 100}, (tl_vec2){1300, 1000}, 500);
        if (k & 1) {
            judge_wall(&t, "wall", (tl_vec2){1000, 999}, (tl_vec2){1010, 2900}, 500);
        }
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", k & 2 ? "unit" : "miniature", NULL);
        assert_int_equal(sees(&t, "a1", "b1"), k & 1 ? NO : YES);
        judge_end(&t);
    }
}

/* A man by himself may what he may with any of the others. */
static void depths_of_one_and_many(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1200, 2900}, 500);
        judge_man(&t, "a", 800, 1500);
        judge_unit(&t,
                   "{'id':'u','side':'blue','class':'infantry','members':[{'id':'m','asset':'man','at':[1400,1500]},{"
                   "'id':'n','asset':'man','at':[%d,1700]}]}",
                   k & 1 ? 1220 : 1400);
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", k & 2 ? "unit" : "miniature", "area_through", "any_edge", NULL);
        assert_int_equal(sees(&t, "a1", "m"), k == 3 ? YES : NO);
        assert_int_equal(sees(&t, "a1", "n"), k & 1 ? YES : NO);
        judge_end(&t);
    }
}

/* What one pair of models may, all of their units may, where the setting says so (DB-ARE-08). */
static void depths_of_units(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool near = k & 1, unit = k & 2, foe = k & 4; /* somebody stands near the edge; whose */
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100}, (tl_vec2){1200, 2900}, 500);
        const double x[2] = {800, 1400};
        for (int s = 0; s < 2; s++) {
            bool here = near && (s == 1) == foe;
            judge_unit(
                &t,
                "{'id':'u%d','side':'%s','class':'infantry','members':[{'id':'m%d','asset':'man','at':[%g,1500]},"
                "{'id':'n%d','asset':'man','at':[%g,1700]}]}",
                s, s ? "blue" : "red", s, x[s], s, here ? (s ? 1220 : 980) : x[s]);
        }
        judge_ready(&t);
        judge_set(&t, -1, "area_grain", unit ? "unit" : "miniature", "area_through", "any_edge", NULL);
        assert_int_equal(sees(&t, "m0", "m1"), near && unit ? YES : NO);
        assert_int_equal(sees(&t, foe ? "m0" : "n0", foe ? "n1" : "m1"), near ? YES : NO);
        /* a model isn't seen past itself, and points have no unit */
        tl_between between;
        const tl_between_end end[2] = {{.is_point = true, .point = {800, 1500, 10}}, {.member = judge_who(&t, "m1")}};
        ok(tl_between_ends(&t.inquiry, end, &between, &error));
        assert_int_equal(between.sight_count, 1);
        assert_false(between.grain_open);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* Areas that no line comes near are left out, unless a margin is asked for; those that are seen past, or removed. */
static void areas_on_the_way(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "on", "wood", (tl_vec2){900, 1000}, (tl_vec2){950, 2000}, 500);
    judge_area(&t, "beside", "smoke", (tl_vec2){900, 2150}, (tl_vec2){950, 2200}, 500);
    judge_area(&t, "close", "smoke", (tl_vec2){900, 2000}, (tl_vec2){950, 2050}, 500);
    judge_man(&t, "a", 400, 1950);
    judge_man(&t, "b", 1400, 1950);
    judge_ready(&t);
    const struct {
        bool margin, past, removed;
        size_t count;
    } cases[] = {{false, false, false, 2}, {true, false, false, 3}, {false, true, false, 1}, {false, false, true, 1}};
    for (size_t i = 0; i < 4; i++) {
        static const char *const words[] = {"wood"};
        const tl_skill_effect past = {.kind = TL_EFFECT_SEES_PAST, .words = (const char **)words, .word_count = 1};
        uint8_t removed[64] = {0};
        removed[t.table->terrain[terrain_of(&t, "on")].slot] = cases[i].removed;
        tl_inquiry other = tl_inquiry_without(&t.inquiry, removed);
        other.margin = cases[i].margin;
        other.past = cases[i].past ? &past : NULL;
        tl_between between;
        ok(tl_between_sight(&other, judge_who(&t, "a1"), judge_who(&t, "b1"), &between, &error));
        assert_int_equal(between.sight_count, cases[i].count);
        assert_int_equal(between.obstacles.condition_count, cases[i].count);
        for (size_t k = 0; k < between.sight_count; k++) {
            const tl_referee_area *area = &t.referee->areas[between.area_of[k]];
            assert_int_equal(between.area_slots[k], t.table->terrain[area->terrain].slot);
            assert_near(between.sights[k].unit_distance, 1000 - 2 * JUDGE_RIM, 1e-6);
            for (int e = 0; e < 2; e++) {
                assert_int_equal(between.sights[k].end[e].place, TL_AREA_OUTSIDE);
                assert_true(between.sights[k].end[e].from_footprint);
                assert_ptr_equal(between.sights[k].end[e].footprint, &between.footprint[e]);
            }
        }
        tl_between_free(&between);
    }
    judge_end(&t);
}

/* Ends as the depth rules have them: bases, hulls only where they lie over an edge or perpendiculars are asked. */
static void depth_ends(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){1500, 2000}, 30);
    judge_tank(&t, "v", 700, 1500, 0);
    judge_tank(&t, "rim", 1000, 1500, 0);
    judge_man(&t, "m", 1200, 1500);
    judge_unit(
        &t, "{'id':'up','side':'red','class':'infantry','members':[{'id':'up1','asset':'man','at':[700,1700,150]}]}");
    judge_ready(&t);
    tl_between between;
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "v1"), judge_who(&t, "m1"), &between, &error));
    assert_null(between.sights[0].end[0].footprint);
    assert_false(between.sights[0].end[0].from_footprint);
    assert_int_equal(between.sights[0].end[1].place, TL_AREA_INSIDE);
    assert_near(between.sights[0].unit_distance, 500 - JUDGE_AHEAD - JUDGE_RIM, 1e-9);
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "rim1"), judge_who(&t, "m1"), &between, &error));
    assert_int_equal(between.sights[0].end[0].place, TL_AREA_STRADDLES);
    assert_non_null(between.sights[0].end[0].footprint);
    assert_false(between.sights[0].end[0].from_footprint);
    tl_between_free(&between);
    /* the distance of the ends in space, or on the plan */
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "up1"), judge_who(&t, "m1"), &between, &error));
    double plan = hypot(500, 200) - 2 * JUDGE_RIM;
    assert_near(between.sights[0].unit_distance, hypot(plan, 147), 1e-6);
    tl_between_free(&between);
    judge_set(&t, -1, "range_metric", "plan", "area_straddle", "any_overlap", NULL);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "up1"), judge_who(&t, "m1"), &between, &error));
    assert_near(between.sights[0].unit_distance, plan, 1e-6);
    tl_between_free(&between);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "rim1"), judge_who(&t, "m1"), &between, &error));
    assert_null(between.sights[0].end[0].footprint);
    tl_between_free(&between);
    judge_set(&t, -1, "area_distance", "perpendicular", NULL);
    ok(tl_between_sight(&t.inquiry, judge_who(&t, "v1"), judge_who(&t, "m1"), &between, &error));
    assert_non_null(between.sights[0].end[0].footprint);
    assert_int_equal(between.sights[0].end[0].footprint->edge_count, 4);
    tl_between_free(&between);
    /* points: in the area, above it, beside it */
    const struct {
        tl_vec3 point;
        tl_area_place place;
        bool over;
    } points[] = {{{1200, 1500, 10}, TL_AREA_INSIDE, false},
                  {{1200, 1500, 40}, TL_AREA_OUTSIDE, true},
                  {{800, 1500, 10}, TL_AREA_OUTSIDE, false}};
    for (size_t i = 0; i < 3; i++) {
        const tl_between_end end[2] = {{.is_point = true, .point = points[i].point}, {.member = judge_who(&t, "m1")}};
        ok(tl_between_ends(&t.inquiry, end, &between, &error));
        assert_int_equal(between.sights[0].end[0].place, points[i].place);
        assert_int_equal(between.sights[0].end[0].over, points[i].over);
        assert_null(between.sights[0].end[0].footprint);
        tl_between_free(&between);
    }
    judge_end(&t);
}

/* Areas in cover hide whatever passes them (DB-COV-05): those whose kind gives cover, and not what one leans on. */
static void cover_areas(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){1100, 2000}, 500);
    judge_terrain(
        &t, "{'id':'wall','kind':'wall','outline':[[1200,1000],[1210,1000],[1210,2000],[1200,2000]],'height':20}");
    judge_man(&t, "a", 1000 - JUDGE_RIM - 30, 1500);
    judge_man(&t, "w", 1200 - JUDGE_RIM - 30, 1500);
    judge_man(&t, "b", 1500, 1500);
    judge_man(&t, "in", 1050, 1500);
    judge_ready(&t);
    size_t slot = t.table->terrain[terrain_of(&t, "wall")].slot;
    const struct {
        const char *from, *reach;
        double tolerance;
        bool drop, wood, wall, open;
    } cases[] = {
        {"a1", "counts", 0.05, false, true, true, false},  {"a1", "29.9", 0.05, false, true, true, false},
        {"a1", "30.1", 0.05, false, false, true, false},   {"a1", "30", 0.05, false, true, true, true},
        {"a1", "30", 0.05, true, false, true, true},       {"a1", "30", 0, false, false, true, false},
        {"w1", "29.9", 0.05, false, true, true, false},    {"w1", "30.1", 0.05, false, true, false, false},
        {"w1", "30", 0.05, false, true, true, true},       {"w1", "30", 0.05, true, true, false, true},
        {"w1", "30", 0, false, true, false, false},        {"in1", "1", 0.05, false, false, true, false},
        {"in1", "counts", 0.05, false, true, true, false}, {"in1", "0", 0, false, false, true, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_set(&t, cases[i].tolerance, "cover_near_shooter", cases[i].reach, NULL);
        tl_between between;
        ok(tl_between_cover(&t.inquiry, judge_who(&t, cases[i].from), judge_who(&t, "b1"), TL_BETWEEN_COVER_AREAS_HIDE,
                            cases[i].drop, &between, &error));
        if ((between.sight_count == 1) != cases[i].wood || (between.blockers[slot] != 0) != cases[i].wall ||
            (between.insides[slot] != 0) != cases[i].wall || between.near_open != cases[i].open) {
            fail_msg("case %zu: %zu areas, wall %d, open %d", i, between.sight_count, between.blockers[slot],
                     between.near_open);
        }
        assert_int_equal(between.obstacles.condition_count, between.sight_count);
        tl_between_free(&between);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area_rules),
        cmocka_unit_test(depths),
        cmocka_unit_test(depths_together),
        cmocka_unit_test(depths_of_single_pairs),
        cmocka_unit_test(depths_of_one_and_many),
        cmocka_unit_test(depths_of_units),
        cmocka_unit_test(areas_on_the_way),
        cmocka_unit_test(depth_ends),
        cmocka_unit_test(cover_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
