/* Outlines without what another covers (area/difference.h): closed forms, and random outlines against points. */
#include "area/difference.h"
#include "area/area.h"
#include "support/assert_geom.h"

#include <stdio.h>
#include <string.h>

static tl_context *context;

static tl_outline polygon(const tl_vec2 *points, size_t count) {
    tl_outline made;
    assert_int_equal(tl_outline_polygon(context, points, count, &made, NULL), TL_OK);
    return made;
}

static tl_outline box(double x0, double y0, double x1, double y1) {
    const tl_vec2 points[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    return polygon(points, 4);
}

/* A rectangle and another: how much is left, in how many rings. */
static void rectangles(void **state) {
    (void)state;
    const struct {
        double from[4], less[4];
        bool cut;
        double area;
        size_t rings;
    } cases[] = {
        {{0, 0, 100, 60}, {40, -10, 50, 70}, true, 90 * 60, 2},   /* a road right across */
        {{0, 0, 100, 60}, {40, 20, 50, 70}, true, 6000 - 400, 1}, /* one that ends in it */
        {{0, 0, 100, 60}, {40, 20, 50, 40}, true, 6000 - 200, 2}, /* a hole */
        {{0, 0, 100, 60}, {40, 0, 50, 60}, true, 5400, 2},        /* edges on edges */
        {{0, 0, 100, 60}, {0, 0, 50, 60}, true, 3000, 1},
        {{0, 0, 100, 60}, {-10, -10, 110, 70}, true, 0, 0}, /* all of it */
        {{0, 0, 100, 60}, {0, 0, 100, 60}, true, 0, 0},
        {{0, 0, 100, 60}, {100, 0, 200, 60}, false, 0, 0}, /* beside it */
        {{0, 0, 100, 60}, {200, 0, 300, 60}, false, 0, 0},
        {{-1000, -500, 1000.5, 499.25}, {-2000, -0.5, 2000, 0.5}, true, 2000.5 * 998.25, 2},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const double *f = cases[i].from, *l = cases[i].less;
        tl_outline from = box(f[0], f[1], f[2], f[3]), less = box(l[0], l[1], l[2], l[3]), made;
        bool cut;
        assert_int_equal(tl_outline_without(context, &from, &less, &made, &cut, NULL), TL_OK);
        assert_int_equal(cut, cases[i].cut);
        assert_int_equal(made.ring_count, cases[i].rings);
        assert_int_equal(made.kind, cases[i].rings > 0 ? TL_OUTLINE_RINGS : TL_OUTLINE_NONE);
        double area = 0; /* rings with what is inside on the left: holes count against */
        for (size_t e = 0; e < made.edge_count; e++) {
            area += 0.5 * tl_cross2(made.edges[e].a, made.edges[e].b);
        }
        assert_near(area, cases[i].area, 1e-9);
        if (made.kind == TL_OUTLINE_RINGS) {
            size_t clash[2];
            assert_true(tl_outline_is_simple(&made, clash) || cases[i].rings > 1);
        }
        tl_outline_free(&made);
        tl_outline_free(&from);
        tl_outline_free(&less);
    }
}

/* A star, concave, about a middle; or a disc. */
static tl_outline random_outline(test_random *random) {
    const tl_vec2 middle = {test_random_between(random, -60, 60), test_random_between(random, -60, 60)};
    if (test_random_below(random, 4) == 0) {
        return tl_outline_disc(middle, test_random_between(random, 5, 80));
    }
    tl_vec2 points[24];
    const int count = 3 + test_random_below(random, 21);
    const bool whole = test_random_below(random, 2) == 0; /* corners on whole millimetres meet edges of others */
    for (int i = 0; i < count; i++) {
        double s, c;
        tl_sincos_deg((360.0 * i + test_random_between(random, 0, 300)) / count, &s, &c);
        const double r = test_random_between(random, 20, 120);
        points[i] = (tl_vec2){middle.x + r * c, middle.y + r * s};
        points[i] = whole ? (tl_vec2){floor(points[i].x / 20) * 20, floor(points[i].y / 20) * 20} : points[i];
    }
    tl_outline made;
    if (tl_outline_polygon(context, points, (size_t)count, &made, NULL) != TL_OK ||
        !tl_outline_is_simple(&made, NULL)) {
        tl_outline_free(&made);
        return tl_outline_disc(middle, 30);
    }
    return made;
}

/* Two are taken from one, one after the other; every point that isn't within 0.01 mm of a rim is held against them. */
static void against_points(void **state) {
    (void)state;
    test_random random = test_random_start("against_points", 7);
    size_t inside = 0, taken = 0, outside = 0, uncut = 0;
    for (int trial = 0; trial < test_trials(1500); trial++) {
        tl_outline from = random_outline(&random), less[2] = {random_outline(&random), random_outline(&random)}, left;
        assert_int_equal(tl_outline_copy(context, &from, &left, NULL), TL_OK);
        for (int k = 0; k < 2; k++) {
            tl_outline made;
            bool cut;
            assert_int_equal(tl_outline_without(context, &left, &less[k], &made, &cut, NULL), TL_OK);
            uncut += !cut;
            if (cut) {
                tl_outline_free(&left);
                left = made;
            }
        }
        for (int i = 0; i < 200; i++) {
            const tl_vec2 p = {test_random_between(&random, -180, 180), test_random_between(&random, -180, 180)};
            if (tl_outline_border_distance(&from, p) < 0.01 || tl_outline_border_distance(&less[0], p) < 0.01 ||
                tl_outline_border_distance(&less[1], p) < 0.01) {
                continue;
            }
            const bool was = tl_outline_holds(&from, p) > 0;
            const bool gone = tl_outline_holds(&less[0], p) > 0 || tl_outline_holds(&less[1], p) > 0;
            const bool is = left.kind != TL_OUTLINE_NONE && tl_outline_holds(&left, p) > 0;
            if (is != (was && !gone)) {
                fail_msg("trial %d: (%.17g, %.17g) is %s", trial, p.x, p.y, is ? "inside" : "outside");
            }
            inside += is;
            taken += was && gone;
            outside += !was;
        }
        tl_outline_free(&left);
        tl_outline_free(&from);
        tl_outline_free(&less[0]);
        tl_outline_free(&less[1]);
    }
    printf("%zu points left, %zu taken, %zu never in it; %zu times nothing was cut\n", inside, taken, outside, uncut);
    assert_true(inside > 1000 && taken > 1000 && uncut > 40);
}

/* What is left doesn't depend on where the rings begin. */
static void begins_anywhere(void **state) {
    (void)state;
    const tl_vec2 points[6] = {{0, 0}, {90, 5}, {100, 60}, {50, 30}, {20, 80}, {-10, 40}};
    tl_outline road = box(-50, 20, 200, 35), first = {.kind = TL_OUTLINE_NONE};
    for (size_t turn = 0; turn < 6; turn++) {
        tl_vec2 turned[6];
        for (size_t i = 0; i < 6; i++) {
            turned[i] = points[(i + turn) % 6];
        }
        tl_outline from = polygon(turned, 6), made;
        bool cut;
        assert_int_equal(tl_outline_without(context, &from, &road, &made, &cut, NULL), TL_OK);
        assert_true(cut);
        if (turn == 0) {
            first = made;
        } else {
            assert_int_equal(made.edge_count, first.edge_count);
            assert_memory_equal(made.edges, first.edges, made.edge_count * sizeof(*made.edges));
            tl_outline_free(&made);
        }
        tl_outline_free(&from);
    }
    tl_outline_free(&first);
    tl_outline_free(&road);
}

static int set_up(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int tear_down(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rectangles), cmocka_unit_test(against_points),
                                       cmocka_unit_test(begins_anywhere)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
