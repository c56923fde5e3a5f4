/* What is told and drawn of lines in areas (judge/sight/pair_depth.c): random woods, smoke and houses between two men.
 * The stretch that has the number is as long as the number says, from the rim of the base it is measured from to a rim
 * of the area; every other stretch runs from rim to rim inside. Combs of many teeth, and depths that are but a dot. */
#include "support/judge_table.h"

#include "judge/sight/pair_depth.h"

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
                        const tl_sight_shown *shown, tally *sum) {
    int numbered = 0;
    for (size_t i = 0; i < shown->stretch_count; i++) {
        const tl_depth_stretch *s = &shown->stretches[i];
        const tl_table_area *area = &t->referee->areas[s->area];
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
        tl_sight_shown shown;
        ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
        ok(tl_sight_show(&t.inquiry, &sight, &shown, &error));
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
        tl_sight_shown_free(&shown);
        judge_end(&t);
    }
    print_message("%d lines, %d attempts; %d numbered (%d, %d; %d through), %d plain, %d dots, %d inside\n", sum.lines,
                  sum.attempts, sum.numbered, sum.ends[0], sum.ends[1], sum.through, sum.plain, sum.dots, sum.inside);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stretches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
