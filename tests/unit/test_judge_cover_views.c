/* What is told of cover besides its verdict (judge/cover/pair_cover.c): random walls, woods and smoke between a tank
 * and a man. From the viewpoint that is named all of him is seen, or the point that is named isn't; who stands in an
 * area is told by where his base is, and why he is in cover by what hides him. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/cover/pair_cover.h"

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
    bool area;
} rectangle;

/* How deep a man's base reaches into a rectangle: at its rim 0. */
static double reach_into(const rectangle *r, tl_vec2 at) {
    double dx = tl_max(r->low.x - at.x, at.x - r->high.x), dy = tl_max(r->low.y - at.y, at.y - r->high.y);
    double gap = dx > 0 && dy > 0 ? hypot(dx, dy) : tl_max(dx, dy);
    return JUDGE_RIM - gap;
}

/* Whether all of the base lies in it, by how much. */
static double whole_in(const rectangle *r, tl_vec2 at) {
    return tl_min(tl_min(at.x - r->low.x, r->high.x - at.x), tl_min(at.y - r->low.y, r->high.y - at.y)) - JUDGE_RIM;
}

static tl_vec3 core_point(test_random *random, tl_vec2 at) {
    return (tl_vec3){at.x + test_random_between(random, -5, 5), at.y + test_random_between(random, -5, 5),
                     test_random_between(random, 3, 40)};
}

typedef struct tally {
    int yes, no, inside, behind, points;
} tally;

static void check(judge_table *t, test_random *random, const rectangle *pieces, int count, tl_vec2 at, bool whole,
                  tally *sum) {
    tl_pair_cover_result r;
    ok(tl_pair_cover(&t->inquiry, judge_who(t, "a1"), judge_who(t, "b1"), &r, &error));
    const tl_cover *c = &r.cover;
    bool inside = false, near = false;
    for (int i = 0; i < count; i++) {
        double by = whole ? whole_in(&pieces[i], at) : reach_into(&pieces[i], at);
        inside = inside || (pieces[i].area && by > 0);
        near = near || fabs(by) < 0.01;
    }
    if (!near) {
        assert_int_equal(r.stands_in_area, inside);
    }
    sum->inside += r.stands_in_area;
    if (r.stands_in_area) {
        assert_int_equal(r.verdict, TL_VERDICT_YES);
        assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_AREA);
    }
    assert_true(c->visible_low >= 0 && c->visible_low <= c->visible_high && c->visible_high <= 1);
    double share[2];
    tl_pair_cover_share(&r, share);
    assert_true(share[0] == c->visible_low && share[1] == c->visible_high);
    tl_between hide;
    ok(tl_between_cover(&t->inquiry, r.from, r.to, TL_BETWEEN_COVER_AREAS_HIDE, false, &hide, &error));
    if (!r.stands_in_area) {
        assert_int_equal(r.behind_area && r.verdict == TL_VERDICT_NO, false);
        bool any = false, all = c->named_count > 0;
        for (size_t k = 0; k < c->named_count; k++) {
            bool area = false;
            for (size_t i = 0; i < t->referee->area_count; i++) {
                area = area || t->table->terrain[t->referee->areas[i].terrain].slot == c->named[k];
            }
            any = any || area;
            all = all && area;
        }
        if (!r.unseen && r.verdict == TL_VERDICT_YES) {
            assert_int_equal(r.behind_area, any);
            assert_int_equal(r.cause.clause, all ? TL_CLAUSE_COVER_AREA : TL_CLAUSE_COVER_VIEW);
            sum->behind += any;
        }
        sum->yes += r.verdict == TL_VERDICT_YES;
        sum->no += r.verdict == TL_VERDICT_NO;
    }
    if (!r.stands_in_area && c->has_viewpoint && c->has_hidden_point && r.verdict == TL_VERDICT_YES) {
        assert_false(tl_visibility_line_free(&hide.obstacles, c->viewpoint, c->hidden_point));
        sum->points++;
    }
    if (r.verdict == TL_VERDICT_NO) {
        assert_true(c->has_viewpoint && c->visible_low == 1);
        for (int i = 0; i < 12; i++) {
            assert_true(tl_visibility_line_free(&hide.obstacles, c->viewpoint, core_point(random, at)));
        }
    }
    tl_between_free(&hide);
}

static void views(void **state) {
    (void)state;
    test_random random = test_random_start("judge_cover_views", 91);
    tally sum = {0};
    for (int i = 0; i < test_trials(70); i++) {
        tl_vec2 at = {1500, test_random_between(&random, 950, 1050)};
        rectangle pieces[3];
        int count = test_random_below(&random, 4);
        judge_table t;
        judge_begin(&t);
        for (int k = 0; k < count; k++) {
            bool area = test_random_below(&random, 2) == 0, close = test_random_below(&random, 3) == 0;
            double x = close ? test_random_between(&random, 1440, 1540) : test_random_between(&random, 700, 1440);
            double y = at.y + test_random_between(&random, -60, 30);
            rectangle *p = &pieces[k];
            double wide = area ? test_random_between(&random, 20, 120) : 6;
            *p = (rectangle){{x, y}, {x + wide, y + test_random_between(&random, 20, 300)}, area};
            if (!area && x < 1520 && x + wide > 1480) { /* no wall stands in him */
                p->low.x = 1470;
                p->high.x = 1474;
            }
            char id[16];
            snprintf(id, sizeof(id), "t%d", k);
            judge_area(&t, id,
                       !area                                ? "wall"
                       : test_random_below(&random, 2) == 0 ? "wood"
                                                            : "smoke",
                       p->low, p->high, area ? 200 : test_random_between(&random, 1, 50));
        }
        judge_tank(&t, "a", 600, 1000, 0);
        judge_model(&t, "b", "blue", "infantry", "post", at.x, at.y, 0, "");
        judge_ready(&t);
        bool whole = i % 3 == 2;
        judge_set(&t, -1, "area_cover_overlap", whole ? "whole" : "any", NULL);
        check(&t, &random, pieces, count, at, whole, &sum);
        judge_end(&t);
    }
    print_message("%d yes, %d no, %d in areas, %d behind them; %d points\n", sum.yes, sum.no, sum.inside, sum.behind,
                  sum.points);
    assert_true(sum.yes > 0 && sum.no > 0 && sum.inside > 0 && sum.behind > 0 && sum.points > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(views)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
