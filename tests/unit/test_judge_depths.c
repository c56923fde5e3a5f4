/* What is told and drawn of lines in areas (judge/sight/pair_depth.c): random woods, smoke and houses between two men.
 * The stretch that has the number is as long as the number says, from the rim of the base it is measured from to a rim
 * of the area; every other stretch runs from rim to rim inside. Combs of many teeth, and depths that are but a dot. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/sight/pair_depth.h"
#include "judge/sight/pair_sight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

typedef struct rectangle {
    tl_vec2 low, high;
} rectangle;

/* How far a point is from the rectangle's rim, in plan, on either side. */
static double to_rim(const rectangle *r, tl_vec3 p) {
    double dx = tl_max(r->low.x - p.x, p.x - r->high.x), dy = tl_max(r->low.y - p.y, p.y - r->high.y);
    return dx > 0 && dy > 0 ? hypot(dx, dy) : fabs(tl_max(dx, dy));
}

static bool holds(const rectangle *r, tl_vec3 p, double by) {
    return p.x > r->low.x - by && p.x < r->high.x + by && p.y > r->low.y - by && p.y < r->high.y + by;
}

static double to_base(const judge_table *t, size_t member, tl_vec3 p) {
    tl_vec3 at = t->table->members[member].body->base.pose.at;
    return fabs(hypot(p.x - at.x, p.y - at.y) - JUDGE_RIM);
}

static void start(judge_table *t, const rectangle *areas, const char *const *kinds, int count, tl_vec2 a, tl_vec2 b) {
    judge_begin(t);
    for (int i = 0; i < count; i++) {
        char id[16];
        snprintf(id, sizeof(id), "t%d", i);
        judge_area(t, id, kinds[i], areas[i].low, areas[i].high, 500);
    }
    judge_man(t, "a", a.x, a.y);
    judge_man(t, "b", b.x, b.y);
    judge_ready(t);
}

typedef struct tally {
    int numbered, plain, lines, attempts, dots, ends[2], through, inside;
} tally;

static void check_shown(const judge_table *t, const rectangle *areas, const tl_pair_sight_result *sight,
                        const tl_pair_sight_shown *shown, tally *sum) {
    int numbered = 0;
    for (size_t i = 0; i < shown->stretch_count; i++) {
        const tl_depth_stretch *s = &shown->stretches[i];
        const tl_referee_area *area = &t->referee->areas[s->area];
        const rectangle *r = &areas[area->terrain];
        double length = tl_distance(s->from, s->to);
        const tl_area_ruling *depth = &sight->depth;
        bool edge = depth->clause == TL_AREA_NEAR_EDGE || depth->clause == TL_AREA_THROUGH;
        assert_true(s->slot == t->table->terrain[area->terrain].slot);
        assert_near(s->edge_mm, 100, 1e-9);
        /* on the line, in its order */
        tl_vec3 way = tl_sub(shown->to, shown->from);
        double along[2] = {tl_dot(tl_sub(s->from, shown->from), way) / tl_dot(way, way),
                           tl_dot(tl_sub(s->to, shown->from), way) / tl_dot(way, way)};
        assert_point_near(s->from, tl_lerp(shown->from, shown->to, along[0]), 1e-6);
        assert_point_near(s->to, tl_lerp(shown->from, shown->to, along[1]), 1e-6);
        assert_true(along[0] >= -1e-9 && along[1] <= 1 + 1e-9 && along[0] <= along[1]);
        numbered += s->numbered;
        if (s->numbered) {
            assert_true(sight->has_depth && area->terrain == sight->depth_terrain);
        }
        if (s->numbered && depth->distance.high < 0.05) {
            assert_near(length, 0, 0);
            sum->dots++;
        } else if (s->numbered && edge && depth->end >= 0) {
            assert_near(length, depth->distance.high, 1e-6);
            size_t owner = depth->end == 0 ? sight->from : sight->to;
            double own = depth->end == 0 ? to_base(t, owner, s->from) : to_base(t, owner, s->to);
            double other = to_rim(r, depth->end == 0 ? s->to : s->from);
            assert_true(own < 1e-6 && other < 1e-6);
            sum->numbered++;
            sum->ends[depth->end]++;
            sum->through += depth->clause == TL_AREA_THROUGH;
        } else if (!(sight->has_depth && area->terrain == sight->depth_terrain)) {
            assert_true(holds(r, tl_lerp(s->from, s->to, 0.5), 0) && holds(r, s->from, 1e-6) && holds(r, s->to, 1e-6));
            assert_true(to_rim(r, s->from) < 1e-6 || along[0] < 1e-9);
            assert_true(to_rim(r, s->to) < 1e-6 || along[1] > 1 - 1e-9);
            sum->plain++;
        }
    }
    assert_true(numbered <= 1);
}

static tl_vec2 somewhere(test_random *random, double low, double high) {
    return (tl_vec2){test_random_between(random, low, high), test_random_between(random, low, high)};
}

static void stretches(void **state) {
    (void)state;
    test_random random = test_random_start("judge_depths", 61);
    static const char *const kinds[3] = {"wood", "smoke", "wood"};
    tally sum = {0};
    for (int i = 0; i < test_trials(200); i++) {
        rectangle areas[3];
        int count = 1 + i % 3;
        for (int k = 0; k < count; k++) {
            bool thin = test_random_below(&random, 2) == 0;
            areas[k].low = somewhere(&random, 900, 1300);
            areas[k].high = (tl_vec2){areas[k].low.x + test_random_between(&random, 10, thin ? 80 : 400),
                                      areas[k].low.y + test_random_between(&random, 100, 500)};
        }
        tl_vec2 a = somewhere(&random, 850, 1500), b = somewhere(&random, 850, 1500);
        if (hypot(a.x - b.x, a.y - b.y) < 60) {
            continue;
        }
        judge_table t;
        start(&t, areas, kinds, count, a, b);
        tl_pair_sight_result sight;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.kind, sight.sight.has_line ? TL_SHOWN_LINE : TL_SHOWN_ATTEMPT);
        sum.lines += shown.kind == TL_SHOWN_LINE;
        sum.attempts += shown.kind == TL_SHOWN_ATTEMPT;
        sum.inside += sight.has_depth && sight.depth.clause == TL_AREA_INSIDE_DISTANCE;
        check_shown(&t, areas, &sight, &shown, &sum);
        /* every area that the line passes is shown */
        for (size_t k = 0; k < (size_t)count; k++) {
            bool passes = false, told = false;
            for (int n = 1; n < 400; n++) {
                passes = passes || (holds(&areas[k], tl_lerp(shown.from, shown.to, n / 400.0), -0.5));
            }
            for (size_t n = 0; n < shown.stretch_count; n++) {
                told = told || t.referee->areas[shown.stretches[n].area].terrain == k;
            }
            assert_true(told || !passes);
        }
        tl_pair_sight_shown_free(&shown);
        judge_end(&t);
    }
    print_message("%d lines, %d attempts; %d numbered (%d, %d; %d through), %d plain, %d dots, %d inside\n", sum.lines,
                  sum.attempts, sum.numbered, sum.ends[0], sum.ends[1], sum.through, sum.plain, sum.dots, sum.inside);
}

/* A comb of woods in one piece: so many stretches are told, no more, each from tooth to tooth. */
static void combs(void **state) {
    (void)state;
    for (int teeth = 1; teeth < 12; teeth++) {
        judge_table t;
        judge_begin(&t);
        char outline[1200] = "[900,2000]";
        for (int k = 0; k < teeth; k++) {
            char tooth[128];
            double x = 905 + 12 * k, wide = 2 + (3 * k + 4) % 7;
            snprintf(tooth, sizeof(tooth), ",[%g,2000],[%g,900],[%g,900],[%g,2000]", x, x, x + wide, x + wide);
            strcat(outline, tooth);
        }
        char last[64];
        snprintf(last, sizeof(last), ",[%d,2000],[%d,2100],[900,2100]", 910 + 12 * teeth, 910 + 12 * teeth);
        strcat(outline, last);
        judge_terrain(&t, "{'id':'comb','kind':'smoke','outline':[%s],'height':500}", outline);
        judge_man(&t, "a", 880, 1000);
        judge_man(&t, "b", 940 + 12 * teeth, 1000);
        judge_ready(&t);
        judge_set(&t, -1, "area_through", "chord", NULL); /* lengths inside add up */
        tl_pair_sight_result sight;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        assert_int_equal(sight.sight.verdict, TL_VERDICT_YES);
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.kind, TL_SHOWN_LINE);
        assert_int_equal(shown.stretch_count, teeth < 8 ? teeth : 8);
        int numbered = 0;
        double longest = 0;
        for (size_t k = 0; k < shown.stretch_count; k++) {
            const tl_depth_stretch *s = &shown.stretches[k];
            double x = 905 + 12 * (double)k, wide = 2 + (double)((3 * k + 4) % 7);
            assert_near(s->from.x, x, 1e-6);
            assert_near(s->to.x, x + wide, 1e-6);
            numbered += s->numbered;
            longest = tl_max(longest, tl_distance(s->from, s->to));
        }
        for (size_t k = 0; k < shown.stretch_count; k++) {
            const tl_depth_stretch *s = &shown.stretches[k];
            assert_true(!s->numbered || tl_distance(s->from, s->to) >= longest - 1e-9);
        }
        assert_int_equal(numbered, 1);
        tl_pair_sight_shown_free(&shown);
        judge_end(&t);
    }
}

/* Who stands hardly inside has a dot; a wall ends what is shown of an attempt, and what stands in the way as a thing
 * isn't shown as an area, too. */
static void dots_and_walls(void **state) {
    (void)state;
    const struct {
        double in; /* the base's rim is so deep in the wood */
        bool dot;
    } depths[] = {{0.03, true}, {0.045, true}, {0.058, false}, {0.08, false}, {0.3, false}, {1.5, false}};
    for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 900}, (tl_vec2){1500, 1100}, 500);
        judge_wall(&t, "right", (tl_vec2){950, 100}, (tl_vec2){990, 999.85}, 500); /* a slit: lines run along x */
        judge_wall(&t, "left", (tl_vec2){950, 1000.15}, (tl_vec2){990, 2900}, 500);
        judge_man(&t, "a", 1000 + JUDGE_RIM + depths[i].in, 1000);
        judge_man(&t, "b", 700, 1000);
        judge_ready(&t);
        tl_pair_sight_result sight;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        assert_true(sight.has_depth && sight.depth.end == 0);
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.stretch_count, 1);
        assert_true(shown.stretches[0].numbered);
        double length = tl_distance(shown.stretches[0].from, shown.stretches[0].to);
        assert_near(length, depths[i].dot ? 0 : sight.depth.distance.high, 1e-9);
        assert_true(fabs(sight.depth.distance.high - depths[i].in) < 0.003 * (1 + depths[i].in));
        tl_pair_sight_shown_free(&shown);
        judge_end(&t);
    }
    for (int k = 0; k < 5; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){900, 100}, (tl_vec2){930, 2900}, 500);
        if (k == 0) {
            judge_wall(&t, "it", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 500);
        } else { /* ... or trees that are as they stand */
            judge_terrain(&t, "{'id':'it','kind':'%s','mesh':'box 1000 100 0 1010 2900 500'}",
                          k < 3 ? "building" : "wood");
        }
        judge_area(&t, "behind", "wood", (tl_vec2){1100, 100}, (tl_vec2){1130, 2900}, 500);
        judge_man(&t, "a", 870, 1000);
        judge_man(&t, "b", 1160, 1000);
        judge_ready(&t);
        judge_set(&t, -1, "wood_models", k < 3 ? "transparent" : "solid", NULL);
        bool back = k % 2 == 0 && k > 0;
        tl_pair_sight_result sight;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, back, !back, &sight, &error));
        assert_int_equal(sight.sight.verdict, TL_VERDICT_NO);
        assert_true(!sight.by_area && sight.sight.has_attempt);
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.kind, TL_SHOWN_ATTEMPT);
        assert_near(shown.stop.x, back ? 1010 : 1000, 1e-6);
        assert_int_equal(shown.stretch_count, 1);
        assert_string_equal(t.table->terrain[t.referee->areas[shown.stretches[0].area].terrain].id,
                            back ? "behind" : "wood");
        assert_false(shown.stretches[0].numbered);
        tl_pair_sight_shown_free(&shown);
        judge_end(&t);
    }
}

/* A line that rises out of a wood is told in plan, from the rim of a base to the wood's far rim, and drawn as long as
 * that in plan, high up as it is; where the wood's top is its edge, it ends there and is told as it runs. */
static void out_of_woods(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        bool edge = k & 1, back = k & 2;
        double near = 5, wide = 40 + 8 * (k / 4), top = 26;
        judge_table t;
        judge_begin(&t);
        /* a flat body: up to the wood lines rise to at most 5 + 0.6 (8 + 17.5), up to its far rim to more than 30 */
        judge_asset(
            &t, "'flat':{'core':{'shape':'box','min':[-8,-8,3],'max':[8,8,5]},'base':{'shape':'disc','diameter':25}}");
        double rim = 1000 + JUDGE_RIM + near;
        judge_area(&t, "wood", "wood", (tl_vec2){rim, 100}, (tl_vec2){rim + wide, 2900}, top);
        judge_model(&t, "a", "red", "infantry", "flat", 1000, 1000, 0, "");
        judge_unit(&t,
                   "{'id':'f','side':'blue','class':'aircraft','members':[{'id':'f1','asset':'flyer','at':[1500,1000,"
                   "300]}]}");
        judge_ready(&t);
        judge_set(&t, -1, "area_top", edge ? "edge" : "outline", NULL);
        size_t a = judge_who(&t, back ? "f1" : "a1"), b = judge_who(&t, back ? "a1" : "f1");
        tl_pair_sight_result sight;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, a, b, &sight, &error));
        assert_int_equal(sight.sight.verdict, TL_VERDICT_YES);
        assert_true(sight.has_depth && sight.depth.end == (back ? 1 : 0));
        assert_int_equal(sight.depth.in_plan, !edge);
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.stretch_count, 1);
        assert_true(shown.stretches[0].numbered);
        tl_vec3 p = shown.stretches[0].from, q = shown.stretches[0].to, far = back ? p : q;
        double in_plan = tl_length2(tl_sub2(tl_plan(q), tl_plan(p)));
        assert_near(edge ? tl_distance(p, q) : in_plan, sight.depth.distance.high, 1e-6);
        assert_near(edge ? far.z : far.x, edge ? top : rim + wide, 1e-6);
        assert_true(tl_distance(p, q) > 1.1 * in_plan); /* it is steep */
        tl_pair_sight_shown_free(&shown);
        judge_end(&t);
    }
}

/* Where lines may touch things (DB-LOS-03), no is said of what areas alone forbid, and not of what a wall that is just
 * touched hides, whatever areas allow. */
static void touching(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool deep = k & 1, wall = k & 2, clear = k & 4;
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){700, 100}, (tl_vec2){deep ? 1300 : 720, 2900}, 500);
        if (wall) { /* as high as they are */
            judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 40);
        }
        judge_model(&t, "a", "red", "infantry", "post", 680, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "los_touch", clear ? "clear" : "blocked", NULL);
        tl_pair_sight_result sight;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        tl_verdict verdict = deep   ? TL_VERDICT_NO
                             : wall ? (clear ? TL_VERDICT_MARGINAL : TL_VERDICT_NO)
                                    : TL_VERDICT_YES;
        if (sight.sight.verdict != verdict) {
            fail_msg("%d: %d", k, (int)sight.sight.verdict);
        }
        judge_end(&t);
    }
}

/* Of a line that is too deep the one is told that comes nearest to being allowed: no deeper than the straight one
 * between the places where two hulls are nearest. */
static void nearest_lines(void **state) {
    (void)state;
    test_random random = test_random_start("judge_depths_nearest", 62);
    int told = 0;
    for (int i = 0; i < test_trials(40); i++) {
        double ax = test_random_between(&random, 700, 900), bx = test_random_between(&random, 1300, 1500);
        double ay = test_random_between(&random, 900, 1100), by = test_random_between(&random, 900, 1100);
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'low':{'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,%g]}}",
                    test_random_between(&random, 10, 60));
        judge_asset(&t, "'high':{'core':{'shape':'box','min':[-50,-30,%g],'max':[50,30,200]}}",
                    test_random_between(&random, 70, 150));
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 100},
                   (tl_vec2){1000 + test_random_between(&random, 150, 280), 2900}, 900);
        judge_model(&t, "a", "red", "vehicle", "low", ax, ay, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "high", bx, by, 0, "");
        judge_ready(&t);
        tl_pair_sight_result sight;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        if (sight.sight.verdict == TL_VERDICT_NO) {
            tl_box3 p = tl_bvh_box(t.table->members[0].body->core), q = tl_bvh_box(t.table->members[1].body->core);
            /* nearest are points of the facing sides, at the same y where both have it */
            tl_vec3 from = {p.high.x, tl_max(p.low.y, tl_min(p.high.y, q.low.y)), p.high.z};
            tl_vec3 to = {q.low.x, tl_max(q.low.y, tl_min(q.high.y, from.y)), q.low.z};
            tl_between between;
            ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
            tl_pair_sight_result straight = {.has_depth = false};
            tl_pair_depth_explain(&t.inquiry, &between, &straight, from, to);
            assert_true(straight.has_depth && straight.depth.verdict == TL_VERDICT_NO);
            assert_true(sight.has_depth && sight.by_area);
            assert_true(sight.depth.margin.high >= straight.depth.margin.high - 1e-6);
            tl_between_free(&between);
            told++;
        }
        judge_end(&t);
    }
    assert_true(told > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stretches),      cmocka_unit_test(combs),
                                       cmocka_unit_test(dots_and_walls), cmocka_unit_test(nearest_lines),
                                       cmocka_unit_test(touching),       cmocka_unit_test(out_of_woods)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
