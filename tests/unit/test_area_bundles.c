/* Area terrain and bundles of lines: what is said of a bundle holds for the lines in it. */
#include "support/made_area.h"

#include <string.h>

/* --- Bundles -------------------------------------------------------------------------------------------------- */

static size_t random_cell(test_random *random, tl_vec3 centre, double size, tl_vec3 *points) {
    size_t n = 1 + (size_t)test_random_below(random, test_random_below(random, 2) ? 4 : 20);
    for (size_t i = 0; i < n; i++) {
        points[i] = (tl_vec3){centre.x + test_random_between(random, -size, size),
                              centre.y + test_random_between(random, -size, size),
                              centre.z + test_random_between(random, -size, size)};
    }
    return n;
}

static tl_vec3 random_mix(test_random *random, const tl_vec3 *points, size_t n) {
    if (test_random_below(random, 3) == 0) {
        return points[test_random_below(random, (int)n)];
    }
    double total = 0;
    tl_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        double w = test_random_between(random, 0, 1);
        w = w * w * w;
        total += w;
        sum = tl_madd(sum, points[i], w);
    }
    return tl_scale(sum, 1 / total);
}

typedef struct arena {
    tl_outline outline, other, base[2];
    tl_vec2 points[40];
    size_t n;
    tl_area_sight sights[2];
    tl_vec3 at[2];
} arena;

/* A random area (area_polygon or disc), ends with random bases, readings and limits. False: try again. */
static bool make_arena(test_random *random, arena *s) {
    memset(s, 0, sizeof(*s));
    s->n = area_random_polygon(random, s->points);
    if (test_random_below(random, 4) == 0) {
        s->outline = tl_outline_disc(s->points[0], test_random_between(random, 50, 200));
    } else if (tl_outline_polygon(area_context, s->points, s->n, &s->outline, NULL) != TL_OK) {
        return false;
    }
    s->other = tl_outline_disc(s->points[1], 90);
    double top = test_random_below(random, 5) == 0 ? INFINITY : 80;
    for (int k = 0; k < 2; k++) {
        s->sights[k] = (tl_area_sight){.area = {k == 0 ? &s->outline : &s->other, 0, top},
                                       .rules = area_random_rules(random),
                                       .unit_distance = test_random_between(random, 0, 400)};
        s->sights[k].rules.distance = (tl_area_distance)test_random_below(random, 2);
    }
    for (int e = 0; e < 2; e++) {
        s->at[e] = area_random_end(random, s->points, s->n);
        s->at[e].z = fabs(s->at[e].z);
        tl_vec2 centre = {s->at[e].x + test_random_between(random, -10, 10), s->at[e].y};
        s->base[e] = test_random_below(random, 2) ? tl_outline_disc(centre, 20)
                                                  : tl_outline_oval(centre, (tl_vec2){25, 10}, (tl_vec2){-4, 15});
        bool none = test_random_below(random, 4) == 0;
        for (int k = 0; k < 2; k++) {
            double foot = test_random_below(random, 4) == 0 ? 90 : 0; /* above the prism, where it has a top */
            tl_area_placement placement = tl_area_place_of(&s->sights[k].area, &s->base[e], foot, foot + 30);
            s->sights[k].end[e] = (tl_area_end){placement.place, none ? NULL : &s->base[e],
                                                test_random_below(random, 4) > 0, placement.over};
        }
    }
    return true;
}

static void bundles_hold_for_the_lines_in_them(void **state) {
    (void)state;
    test_random random = test_random_start("area bundles", 43);
    size_t counts[3][3] = {{0}};
    size_t lines_tried = 0;
    for (int k = 0; k < 3000; k++) {
        arena s;
        if (!make_arena(&random, &s)) {
            continue;
        }
        if (k % 2 == 0) {
            assert_int_equal(tl_area_sight_prepare(area_context, &s.sights[0], NULL), TL_OK);
        }
        tl_area_ruling middle;
        tl_area_line(&s.sights[0], s.at[0], s.at[1], &middle);
        if (k % 3 != 0 && middle.distance.high > 1) {
            /* limits close to what the lines measure: every bound counts */
            tl_area_rules *rules = &s.sights[0].rules;
            rules->edge_limit = rules->through_limit = middle.distance.high * test_random_between(&random, 0.97, 1.03);
            rules->inside_limit = middle.length.high * test_random_between(&random, 0.97, 1.2);
        }
        const double sizes[] = {0.01, 1, 8, 40};
        double size = sizes[test_random_below(&random, 4)];
        tl_vec3 a[20], b[20];
        size_t na = random_cell(&random, s.at[0], size, a);
        size_t nb = random_cell(&random, s.at[1], size, b);
        tl_area_sum sum = {s.sights, 2};
        const tl_condition conditions[3] = {tl_area_condition(&s.sights[0], 0), tl_area_sum_condition(&sum, 0),
                                            tl_area_clear_condition(&s.sights[0].area, 0)};
        tl_condition_bundle answers[3];
        for (int c = 0; c < 3; c++) {
            answers[c] = conditions[c].bundle(conditions[c].user, a, na, b, nb);
            counts[c][answers[c]]++;
        }
        tl_area_ruling whole;
        tl_area_bundle(&s.sights[0], a, na, b, nb, &whole);
        for (int i = 0; i < 40; i++) {
            tl_vec3 p = random_mix(&random, a, na);
            tl_vec3 q = random_mix(&random, b, nb);
            tl_area_ruling one;
            lines_tried++;
            tl_area_line(&s.sights[0], p, q, &one);
            if (one.clause != TL_AREA_NOT_ENTERED) {
                /* the mixture is rounded: allow for it */
                double slack = 1e-9;
                bool same = one.length.low >= whole.length.low - slack && one.length.high <= whole.length.high + slack;
                for (int e = 0; e < 2; e++) {
                    same = same && one.to_far[e].low >= whole.to_far[e].low - slack &&
                           one.to_far[e].high <= whole.to_far[e].high + slack &&
                           one.to_near[e].low >= whole.to_near[e].low - slack &&
                           one.to_near[e].high <= whole.to_near[e].high + slack;
                }
                if (!same && one.verdict != TL_VERDICT_MARGINAL && one.length.low > 1e-6) {
                    print_error("case %d, line %d: a line's numbers leave its bundle's ranges\n", k, i);
                    fail();
                }
            }
            for (int c = 0; c < 3; c++) {
                tl_verdict verdict = one.verdict;
                if (c == 1) {
                    tl_area_sum_line(&sum, p, q, &one);
                    verdict = one.verdict;
                } else if (c == 2) {
                    tl_verdict enters = tl_area_enters(&s.sights[0].area, p, q);
                    verdict = enters == TL_VERDICT_YES  ? TL_VERDICT_NO
                              : enters == TL_VERDICT_NO ? TL_VERDICT_YES
                                                        : enters;
                }
                if ((answers[c] == TL_BUNDLE_ALL && verdict == TL_VERDICT_NO) ||
                    (answers[c] == TL_BUNDLE_NONE && verdict == TL_VERDICT_YES)) {
                    print_error("case %d, condition %d: bundle says %d, a line in it %d\n", k, c, (int)answers[c],
                                (int)verdict);
                    fail();
                }
            }
        }
        tl_area_sight_release(&s.sights[0]);
        tl_outline_free(&s.outline);
    }
    for (int c = 0; c < 3; c++) {
        print_message("condition %d: none %zu, all %zu, split %zu\n", c, counts[c][TL_BUNDLE_NONE],
                      counts[c][TL_BUNDLE_ALL], counts[c][TL_BUNDLE_SPLIT]);
        assert_true(counts[c][TL_BUNDLE_NONE] > 100 && counts[c][TL_BUNDLE_ALL] > 100);
    }
    print_message("%zu lines\n", lines_tried);
}

/* As cells shrink towards a line that is strictly allowed or forbidden, the answer must come. */
static void shrinking_bundles_are_decided(void **state) {
    (void)state;
    test_random random = test_random_start("area convergence", 44);
    size_t decided = 0;
    size_t left = 0;
    for (int k = 0; k < 4000; k++) {
        arena s;
        if (!make_arena(&random, &s)) {
            continue;
        }
        tl_vec3 p = tl_madd(s.at[0], test_random_direction(&random), 5);
        tl_vec3 q = tl_madd(s.at[1], test_random_direction(&random), 5);
        tl_area_ruling line;
        tl_area_line(&s.sights[0], p, q, &line);
        bool clear = line.verdict == TL_VERDICT_NO || line.clause == TL_AREA_NOT_ENTERED ||
                     (line.verdict == TL_VERDICT_YES && line.margin.low > 0.01);
        if (clear && (line.verdict != TL_VERDICT_NO || line.margin.high < -0.01)) {
            tl_condition condition = tl_area_condition(&s.sights[0], 0);
            tl_condition_bundle answer = TL_BUNDLE_SPLIT;
            for (double size = 8; size > 1e-7 && answer == TL_BUNDLE_SPLIT; size /= 8) {
                tl_vec3 a[20], b[20];
                size_t na = random_cell(&random, p, size, a);
                size_t nb = random_cell(&random, q, size, b);
                a[0] = p;
                b[0] = q;
                answer = condition.bundle(condition.user, a, na, b, nb);
            }
            if (answer == TL_BUNDLE_SPLIT) {
                left++;
            } else {
                assert_int_equal(answer, line.verdict == TL_VERDICT_YES ? TL_BUNDLE_ALL : TL_BUNDLE_NONE);
                decided++;
            }
        }
        tl_outline_free(&s.outline);
    }
    print_message("%zu decided, %zu left\n", decided, left);
    assert_true(decided > 3000 && left == 0);
}

/* Both inside: what a bundle says of the length from footprint to footprint holds for its lines, worked out in long
 * double, and isn't far below the shortest of them. */
static void lengths_between_footprints_are_bounded(void **state) {
    (void)state;
    test_random random = test_random_start("area lengths", 45);
    tl_outline wood = area_rectangle(-500, -500, 1000, 1000);
    size_t close = 0;
    enum { ROUNDS = 1000, LINES = 60 };
    for (int k = 0; k < ROUNDS; k++) {
        const double sizes[] = {0.01, 1, 8, 25};
        double size = sizes[test_random_below(&random, 4)];
        tl_area_sight sight = area_sight_between(&wood, 0, 200, IN, IN, area_dust());
        sight.rules.inside_length = TL_AREA_IN_AREA_LENGTH;
        tl_outline base[2];
        tl_vec3 cell[2][20];
        size_t count[2];
        for (int e = 0; e < 2; e++) {
            tl_vec3 at = {test_random_between(&random, e == 0 ? -300 : 100, e == 0 ? -100 : 300),
                          test_random_between(&random, -300, 300), test_random_between(&random, 50, 100)};
            /* now and then a cell beside its base */
            double off = test_random_below(&random, 4) == 0 ? 40 : 5;
            base[e] = tl_outline_disc((tl_vec2){at.x + test_random_between(&random, -off, off), at.y}, 20);
            sight.end[e] = (tl_area_end){IN, &base[e], true, false};
            count[e] = random_cell(&random, at, size, cell[e]);
        }
        sight.rules.inside_limit = tl_length2(tl_sub2(base[1].centre, base[0].centre)) - 40;
        tl_area_ruling whole;
        tl_area_bundle(&sight, cell[0], count[0], cell[1], count[1], &whole);
        double shortest = INFINITY;
        for (int i = 0; i < LINES; i++) {
            tl_vec3 p = random_mix(&random, cell[0], count[0]), q = random_mix(&random, cell[1], count[1]);
            long double from = area_naive_leaves(base[0].centre, 20, p, q),
                        to = 1 - area_naive_leaves(base[1].centre, 20, q, p);
            double length = (double)((to - from) * (long double)tl_distance(p, q));
            shortest = tl_min(shortest, length);
            if (length < whole.length.low - 1e-9 || length > whole.length.high + 1e-9) {
                print_error("case %d: %.12g isn't in [%.12g, %.12g]\n", k, length, whole.length.low, whole.length.high);
                fail();
            }
        }
        close += shortest - whole.length.low < 0.01 * shortest;
    }
    print_message("%zu of %d bounds within a hundredth\n", close, ROUNDS);
    assert_true(close > ROUNDS / 2);
    tl_outline_free(&wood);
}

/* A slanting bundle of fixed shape must be decided at a fair size, not only in the limit. */
static void bundles_of_real_size_are_decided(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 400, 400);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
    const tl_vec3 a[] = {{-500, 180, 20}, {-500, 200, 20}, {-490, 190, 50}};
    const tl_vec3 near[] = {{60, 180, 10}, {60, 200, 10}, {70, 190, 40}};
    const tl_vec3 deep[] = {{160, 180, 10}, {160, 200, 10}, {170, 190, 40}};
    const tl_vec3 mid[] = {{90, 180, 10}, {90, 200, 10}, {110, 190, 40}};
    tl_condition condition = tl_area_condition(&sight, 0);
    assert_int_equal(condition.bundle(condition.user, a, 3, near, 3), TL_BUNDLE_ALL);
    assert_int_equal(condition.bundle(condition.user, a, 3, deep, 3), TL_BUNDLE_NONE);
    assert_int_equal(condition.bundle(condition.user, a, 3, mid, 3), TL_BUNDLE_SPLIT);
    /* head on, a hair beyond the limit: no line of the whole bundle is shorter than its distance from the wall */
    const tl_vec3 hair[] = {{100.001, 180, 10}, {100.001, 200, 10}, {110, 190, 40}, {100.001, 190, 30}};
    assert_int_equal(condition.bundle(condition.user, a, 3, hair, 4), TL_BUNDLE_NONE);
    tl_outline base = tl_outline_disc((tl_vec2){125.001, 190}, 25);
    tl_outline oval = tl_outline_oval((tl_vec2){125.001, 190}, (tl_vec2){0, 10}, (tl_vec2){25, 0});
    const tl_outline *footprints[] = {&base, &oval};
    for (int k = 0; k < 2; k++) {
        const tl_vec3 core[] = {{119, 185, 10}, {131, 185, 10}, {125, 195, 40}};
        sight.end[1] = (tl_area_end){IN, footprints[k], true, false};
        assert_int_equal(condition.bundle(condition.user, a, 3, core, 3), TL_BUNDLE_NONE);
        sight.rules.edge_limit = 100.002;
        assert_int_equal(condition.bundle(condition.user, a, 3, core, 3), TL_BUNDLE_SPLIT);
        sight.rules.edge_limit = 100;
    }
    sight.end[1] = (tl_area_end){OUT, NULL, false, false};
    sight.rules.through = TL_AREA_CHORD;
    sight.rules.through_limit = 399.999;
    const tl_vec3 across[] = {{500, 180, 10}, {500, 200, 10}, {510, 190, 40}};
    assert_int_equal(condition.bundle(condition.user, a, 3, across, 3), TL_BUNDLE_NONE);
    sight.rules = area_dust();
    const tl_vec3 behind[] = {{460, 180, 10}, {460, 200, 10}, {470, 190, 40}};
    const tl_vec3 beside[] = {{-400, 600, 10}, {-400, 700, 10}, {-300, 590, 40}};
    assert_int_equal(condition.bundle(condition.user, a, 3, behind, 3), TL_BUNDLE_NONE);
    assert_int_equal(condition.bundle(condition.user, a, 3, beside, 3), TL_BUNDLE_ALL);
    /* both inside: no line is shorter than the way from footprint to footprint, 300.001 mm */
    tl_outline bases[] = {tl_outline_disc((tl_vec2){40, 190}, 12.5), tl_outline_disc((tl_vec2){365.001, 190}, 12.5)};
    sight = area_sight_between(&wood, 0, 90, IN, IN, area_dust());
    sight.rules.inside_length = TL_AREA_IN_AREA_LENGTH;
    const tl_vec3 cores[2][3] = {{{34, 185, 10}, {46, 185, 10}, {40, 196, 40}},
                                 {{359, 185, 10}, {371, 185, 10}, {365, 196, 40}}};
    for (int k = 0; k < 2; k++) {
        sight.end[k] = (tl_area_end){IN, &bases[k], true, false};
    }
    assert_int_equal(condition.bundle(condition.user, cores[0], 3, cores[1], 3), TL_BUNDLE_NONE);
    sight.rules.inside_limit = 300.002;
    assert_int_equal(condition.bundle(condition.user, cores[0], 3, cores[1], 3), TL_BUNDLE_SPLIT);
    tl_outline_free(&wood);
}

/* The stretches that pictures show, where they can be told by hand: straight through, over the top, into a bay. */
static void stretches_are_where_the_line_is_inside(void **state) {
    (void)state;
    double inside[4][2];
    tl_outline square = area_rectangle(0, 0, 100, 100);
    const tl_area wood = {&square, 0, 40};
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, 50, 10}, (tl_vec3){150, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.25, 1e-9);
    assert_near(inside[0][1], 0.75, 1e-9);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){150, 50, 10}, (tl_vec3){50, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.5, 1e-9);
    assert_near(inside[0][1], 1, 1e-9);
    /* from above down into it: below its top from a quarter of the way on */
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){10, 50, 50}, (tl_vec3){90, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.25, 1e-9);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, 50, 45}, (tl_vec3){150, 50, 45}, inside, 4), 0);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, -1, 10}, (tl_vec3){150, -1, 10}, inside, 4), 0);
    const tl_vec2 bay[] = {{0, 0}, {100, 0}, {100, 100}, {60, 100}, {60, 20}, {40, 20}, {40, 100}, {0, 100}};
    tl_outline concave = area_polygon(bay, ARRAY_SIZE(bay));
    const tl_area two = {&concave, 0, 40};
    assert_int_equal(tl_area_stretches(&two, (tl_vec3){0, 50, 10}, (tl_vec3){100, 50, 10}, inside, 4), 2);
    assert_near(inside[0][1], 0.4, 1e-9);
    assert_near(inside[1][0], 0.6, 1e-9);
    assert_int_equal(tl_area_stretches(&two, (tl_vec3){0, 50, 10}, (tl_vec3){100, 50, 10}, inside, 1), 1);
    tl_outline_free(&square);
    tl_outline_free(&concave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundles_hold_for_the_lines_in_them),     cmocka_unit_test(shrinking_bundles_are_decided),
        cmocka_unit_test(lengths_between_footprints_are_bounded), cmocka_unit_test(bundles_of_real_size_are_decided),
        cmocka_unit_test(stretches_are_where_the_line_is_inside),
    };
    return cmocka_run_group_tests_name("area bundles", tests, area_begin, area_end);
}
