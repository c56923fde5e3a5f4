/* Outlines of area terrain: where footprints stand, what is refused; random lines and rulings against an independent
 * evaluation in long double. */
#include "support/made_area.h"

#include <stdlib.h>

/* --- Where a footprint stands --------------------------------------------------------------------------------- */

static void places(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 200, 200);
    tl_area area = {&wood, 10, 90};
    const struct {
        double x, y, low, high;
        tl_area_place place;
        double gap;
    } discs[] = {
        {100, 100, 10, 40, IN, 75},
        {25, 100, 10, 40, IN, 0} /* touches from inside */,
        {24.9, 100, 10, 40, ON, 0},
        {-25, 100, 10, 40, OUT, 0} /* touches from outside */,
        {-24.9, 100, 10, 40, ON, 0},
        {-30, 100, 10, 40, OUT, 5},
        {0, 0, 10, 40, ON, 0},
        {-15, -20, 10, 40, OUT, 0} /* touches the corner: 15, 20, 25 */,
        {-15, -19.9, 10, 40, ON, 0},
        {100, 100, 90, 120, OUT, INFINITY} /* on the roof */,
        {100, 100, 89, 120, IN, 75},
        {100, 100, 0, 10, OUT, INFINITY} /* below it */,
        {100, 100, 10, 10, IN, 75} /* a flat base on its ground */,
    };
    for (size_t i = 0; i < ARRAY_SIZE(discs); i++) {
        tl_outline base = tl_outline_disc((tl_vec2){discs[i].x, discs[i].y}, 25);
        tl_area_placement placement = tl_area_place_of(&area, &base, discs[i].low, discs[i].high);
        if (placement.place != discs[i].place || !placement.certain) {
            print_error("disc %zu: place %d, certain %d\n", i, (int)placement.place, placement.certain);
            fail();
        }
        if (isfinite(discs[i].gap)) {
            assert_near(placement.gap_mm, discs[i].gap, 1e-9);
        }
    }
    /* squares that share a wall, a corner, the whole outline; one that holds the wood */
    const struct {
        double x0, y0, x1, y1;
        tl_area_place place;
    } squares[] = {{-50, 50, 0, 100, OUT},   {-50, -50, 0, 0, OUT},  {0, 50, 50, 100, IN},
                   {0, 0, 200, 200, IN},     {-50, 50, 1, 100, ON},  {200, 0, 300, 200, OUT},
                   {-10, -10, 210, 210, ON}, {-50, -50, 250, 1, ON}, {0, 0, 200, 201, ON}};
    for (size_t i = 0; i < ARRAY_SIZE(squares); i++) {
        tl_outline base = area_rectangle(squares[i].x0, squares[i].y0, squares[i].x1, squares[i].y1);
        tl_area_placement placement = tl_area_place_of(&area, &base, 10, 40);
        if (placement.place != squares[i].place || !placement.certain) {
            print_error("square %zu: place %d, certain %d\n", i, (int)placement.place, placement.certain);
            fail();
        }
        /* the same as two triangles */
        tl_vec3 v[4] = {{squares[i].x0, squares[i].y0, 10},
                        {squares[i].x1, squares[i].y0, 10},
                        {squares[i].x1, squares[i].y1, 40},
                        {squares[i].x0, squares[i].y1, 40}};
        const uint32_t t[] = {0, 1, 2, 0, 2, 3, 1, 1, 2};
        assert_int_equal(tl_area_place_of_triangles(&area, v, t, 3, 10, 40).place, squares[i].place);
        tl_outline_free(&base);
    }
    tl_outline oval = tl_outline_oval((tl_vec2){-30, 100}, (tl_vec2){31, 0}, (tl_vec2){0, 10});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, ON);
    oval = tl_outline_oval((tl_vec2){-30, 100}, (tl_vec2){0, 31}, (tl_vec2){-10, 0});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, OUT);
    oval = tl_outline_oval((tl_vec2){32, 100}, (tl_vec2){31, 0}, (tl_vec2){0, 10});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, IN);
    tl_outline_free(&wood);

    tl_outline cloud = tl_outline_disc((tl_vec2){0, 0}, 75);
    tl_area smoke_area = {&cloud, 0, 50};
    const struct {
        double x;
        tl_area_place place;
    } rounds[] = {{0, IN}, {50, IN}, {50.1, ON}, {99.9, ON}, {100, OUT}, {140, OUT}};
    for (size_t i = 0; i < ARRAY_SIZE(rounds); i++) {
        tl_outline base = tl_outline_disc((tl_vec2){rounds[i].x, 0}, 25);
        assert_int_equal(tl_area_place_of(&smoke_area, &base, 0, 30).place, rounds[i].place);
    }
    tl_outline box = area_rectangle(60, -10, 80, 10);
    assert_int_equal(tl_area_place_of(&smoke_area, &box, 0, 30).place, ON);
    tl_outline_free(&box);
    box = area_rectangle(45, -45, 60, 45); /* its far corners are at exactly 75 */
    assert_int_equal(tl_area_place_of(&smoke_area, &box, 0, 30).place, IN);
    tl_outline_free(&box);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){74, 0, 10}), IN);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){75, 0, 10}), OUT);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){0, 0, 50}), OUT);
}

static void outlines_of_shapes(void **state) {
    (void)state;
    tl_outline outline;
    tl_vec2 corners[] = {{-10, -5}, {10, -5}, {10, 5}, {-10, 5}};
    tl_pose pose = tl_pose_turned((tl_vec3){100, 50, 7}, 90);
    const struct {
        tl_shape shape;
        double area, tolerance;
    } shapes[] = {
        {{.kind = TL_SHAPE_DISC, .pose = pose, .radius = 10, .high = 3}, TL_PI * 100, 1e-9},
        {{.kind = TL_SHAPE_OVAL, .pose = pose, .size = {20, 10}, .high = 3}, TL_PI * 200, 1e-9},
        {{.kind = TL_SHAPE_POLYGON, .pose = pose, .outline = corners, .outline_count = 4, .high = 3}, 200, 1e-9},
        {{.kind = TL_SHAPE_BOX, .pose = pose, .from = {0, 0, 0}, .to = {4, 5, 6}}, 20, 1e-9},
        {{.kind = TL_SHAPE_CAPSULE, .pose = pose, .from = {0, 0, 0}, .to = {0, 0, 20}, .radius = 6}, TL_PI * 36, 0.01},
        {{.kind = TL_SHAPE_CAPSULE, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 20}, .radius = 6},
         TL_PI * 36 + 360,
         0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 0}, .radius = 6}, 360, 0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {0, 0, 9}, .radius = 6}, TL_PI * 36, 0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 40}, .radius = 6},
         TL_PI * 36 * 0.8 + 360,
         0.01},
    };
    for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
        tl_error error = {0};
        assert_int_equal(tl_outline_of_shape(area_context, &shapes[i].shape, &outline, &error), TL_OK);
        assert_near(tl_outline_area(&outline), shapes[i].area, shapes[i].tolerance);
        tl_outline_free(&outline);
    }
    /* tilted by 60 degrees a disc looks half as wide */
    tl_shape tilted = {
        .kind = TL_SHAPE_DISC, .pose = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, 60, 0), .radius = 10};
    assert_int_equal(tl_outline_of_shape(area_context, &tilted, &outline, NULL), TL_OK);
    assert_int_equal(outline.kind, TL_OUTLINE_OVAL);
    assert_near(tl_outline_area(&outline), TL_PI * 50, 1e-9);
}

static void bad_outlines_are_refused(void **state) {
    (void)state;
    const tl_vec2 two[] = {{0, 0}, {1, 0}};
    const tl_vec2 flat[] = {{0, 0}, {1, 1}, {2, 2}, {0, 0}};
    const tl_vec2 twice[] = {{0, 0}, {0, 0}, {1, 1}};
    const tl_vec2 nan[] = {{0, 0}, {1, 0}, {0, NAN}};
    const tl_vec2 far[] = {{0, 0}, {2e9, 0}, {0, 1}};
    const struct {
        const tl_vec2 *points;
        size_t count;
    } bad[] = {{two, 2}, {flat, 4}, {twice, 3}, {nan, 3}, {far, 3}, {two, 0}};
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        tl_outline outline;
        tl_error error = {0};
        assert_int_equal(tl_outline_polygon(area_context, bad[i].points, bad[i].count, &outline, &error),
                         TL_ERROR_ARGUMENT);
        assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
        assert_int_equal(outline.kind, TL_OUTLINE_NONE);
    }
    const tl_vec2 bow[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    tl_outline outline = area_polygon(bow, 4);
    size_t edges[2];
    assert_false(tl_outline_is_simple(&outline, edges));
    assert_true(edges[0] == 0 && edges[1] == 2);
    tl_outline_free(&outline);
    const tl_vec2 spike[] = {{0, 0}, {10, 0}, {20, 0}, {12, 0}, {5, 8}};
    outline = area_polygon(spike, 5);
    assert_false(tl_outline_is_simple(&outline, NULL));
    tl_outline_free(&outline);
    outline = area_rectangle(0, 0, 1, 1);
    assert_true(tl_outline_is_simple(&outline, NULL));
    tl_outline_free(&outline);
}

/* --- Random lines against an independent evaluation in long double -------------------------------------------- */

static bool naive_inside(const tl_vec2 *points, size_t n, long double x, long double y) {
    bool inside = false;
    for (size_t i = 0, j = n - 1; i < n; j = i++) {
        if (tl_outline_plan_distance((tl_vec2){(double)x, (double)y}, points[i], points[j]) < 1e-10) {
            return false; /* runs along the boundary */
        }
        if ((points[i].y > y) != (points[j].y > y) && x < ((long double)points[j].x - points[i].x) * (y - points[i].y) /
                                                                  ((long double)points[j].y - points[i].y) +
                                                              points[i].x) {
            inside = !inside;
        }
    }
    return inside;
}

static int compare_long(const void *a, const void *b) {
    long double x = *(const long double *)a;
    long double y = *(const long double *)b;
    return x < y ? -1 : x > y;
}

typedef struct naive {
    long double length, first, last; /* inside; parameters of entry and exit */
    bool enters;
} naive;

static naive naive_line(const tl_vec2 *points, size_t n, double bottom, double top, tl_vec3 p, tl_vec3 q,
                        long double from, long double to) {
    long double events[128];
    size_t count = 0;
    events[count++] = 0;
    events[count++] = 1;
    events[count++] = from;
    events[count++] = to;
    long double vx = (long double)q.x - p.x;
    long double vy = (long double)q.y - p.y;
    long double vz = (long double)q.z - p.z;
    for (size_t i = 0; i < n; i++) {
        tl_vec2 a = points[i];
        tl_vec2 b = points[(i + 1) % n];
        long double dx = (long double)b.x - a.x;
        long double dy = (long double)b.y - a.y;
        long double det = vx * dy - vy * dx;
        if (det != 0) {
            long double u = (((long double)a.x - p.x) * dy - ((long double)a.y - p.y) * dx) / det;
            if (u > 0 && u < 1) {
                events[count++] = u;
            }
        }
    }
    for (int k = 0; k < 2 && vz != 0; k++) {
        long double u = ((k == 0 ? bottom : top) - (long double)p.z) / vz;
        if (u > 0 && u < 1) {
            events[count++] = u;
        }
    }
    qsort(events, count, sizeof(events[0]), compare_long);
    naive result = {0};
    long double size = sqrtl(vx * vx + vy * vy + vz * vz);
    for (size_t i = 0; i + 1 < count; i++) {
        long double u = (events[i] + events[i + 1]) / 2;
        if (events[i + 1] - events[i] < 1e-13L || u < 0 || u > 1) {
            continue;
        }
        long double z = p.z + u * vz;
        if (z > bottom && z < top && naive_inside(points, n, p.x + u * vx, p.y + u * vy)) {
            if (!result.enters) {
                result.first = events[i];
            }
            result.enters = true;
            result.last = events[i + 1];
            if (u >= from && u <= to) {
                result.length += (events[i + 1] - events[i]) * size;
            }
        }
    }
    return result;
}

static void random_lines_agree_with_long_double(void **state) {
    (void)state;
    test_random random = test_random_start("area lines", 41);
    size_t entered = 0;
    size_t grazes = 0;
    for (int k = 0; k < 200; k++) {
        tl_vec2 points[40];
        size_t n = area_random_polygon(&random, points);
        tl_outline outline;
        if (tl_outline_polygon(area_context, points, n, &outline, NULL) != TL_OK) {
            continue;
        }
        /* rounded to the grid a area_polygon may touch or cross itself: then a graze of two walls in one point is
         * doubtful
         */
        bool simple = tl_outline_is_simple(&outline, NULL);
        tl_area area = {&outline, 0, 80};
        for (int i = 0; i < 200; i++) {
            tl_vec3 p = area_random_end(&random, points, n);
            tl_vec3 q = area_random_end(&random, points, n);
            naive expected = naive_line(points, n, 0, 80, p, q, 0, 1);
            tl_area_sight sight = area_sight_between(&outline, 0, 80, OUT, OUT, area_dust());
            sight.rules.top = TL_AREA_TOP_EDGE;
            tl_area_ruling ruling;
            tl_area_line(&sight, p, q, &ruling);
            bool certain = ruling.clause != TL_AREA_NOT_ENTERED;
            if (expected.length > 1e-6L) {
                entered++;
                assert_true(certain);
                assert_true((long double)ruling.length.low <= expected.length + 1e-12L);
                assert_true((long double)ruling.length.high >= expected.length - 1e-12L);
                assert_near(ruling.length.low, (double)expected.length, 1e-6);
                assert_near(ruling.length.high, (double)expected.length, 1e-6);
                double size = tl_distance(p, q);
                double last = (double)expected.last * size;
                double first = (double)expected.first * size;
                assert_true(ruling.to_far[0].low <= last + 1e-6 && ruling.to_far[0].high >= last - 1e-6);
                assert_true(ruling.to_near[0].low <= first + 1e-6 && ruling.to_near[0].high >= first - 1e-6);
                if (simple) {
                    assert_near(ruling.to_far[0].low, last, 1e-6);
                    assert_near(ruling.to_far[0].high, last, 1e-6);
                    assert_near(ruling.to_far[1].high, size - first, 1e-6);
                    assert_near(ruling.to_near[0].high, first, 1e-6);
                    assert_near(ruling.to_near[1].low, size - last, 1e-6);
                }
                area_pass passes[64];
                size_t count = area_passes(&area, p, q, passes, 64);
                double sum = 0;
                for (size_t j = 0; j < count; j++) {
                    sum += passes[j].length_mm;
                }
                assert_near(sum, (double)expected.length, 1e-6);
            } else {
                assert_true(ruling.length.high <= 1e-6);
                grazes += certain && simple;
            }
            /* symmetry, to the last bit */
            tl_area_ruling back;
            tl_area_line(&sight, q, p, &back);
            assert_true(back.verdict == ruling.verdict && back.clause == ruling.clause);
            assert_true(back.margin.low == ruling.margin.low && back.margin.high == ruling.margin.high);
            assert_true(back.length.low == ruling.length.low && back.to_far[0].low == ruling.to_far[1].low &&
                        back.to_near[1].high == ruling.to_near[0].high);
            assert_true(tl_area_enters(&area, p, q) == tl_area_enters(&area, q, p));
        }
        tl_outline_free(&outline);
    }
    print_message("%zu lines entered, %zu doubtful grazes\n", entered, grazes);
    assert_true(entered > 10000 && grazes == 0);
}

/* --- Random rulings against an independent reading of the rules ----------------------------------------------- */

static void random_rulings_agree_with_a_second_reading(void **state) {
    (void)state;
    test_random random = test_random_start("area rulings", 42);
    size_t counts[2] = {0, 0};
    for (int k = 0; k < 12000; k++) {
        tl_vec2 points[40];
        size_t n = area_random_polygon(&random, points);
        tl_outline outline;
        if (tl_outline_polygon(area_context, points, n, &outline, NULL) != TL_OK) {
            continue;
        }
        tl_area_rules rules = area_random_rules(&random);
        rules.straddle = TL_AREA_ANY_OVERLAP; /* the other readings: test_area_edges.c */
        rules.top = TL_AREA_TOP_EDGE;
        tl_area_sight sight = {
            .area = {&outline, 0, 80}, .rules = rules, .unit_distance = test_random_between(&random, 0, 400)};
        tl_outline base[2];
        tl_vec3 at[2];
        for (int e = 0; e < 2; e++) {
            at[e] = area_random_end(&random, points, n);
            at[e].z = fabs(at[e].z);
            base[e] = tl_outline_disc((tl_vec2){at[e].x + test_random_between(&random, -10, 10), at[e].y}, 20);
            sight.end[e] = (tl_area_end){tl_area_place_of(&sight.area, &base[e], 0, 30).place, &base[e],
                                         test_random_below(&random, 4) > 0, false};
        }
        long double from = sight.end[0].from_footprint ? area_naive_leaves(base[0].centre, 20, at[0], at[1]) : 0;
        long double to = sight.end[1].from_footprint ? 1 - area_naive_leaves(base[1].centre, 20, at[1], at[0]) : 1;
        naive line = naive_line(points, n, 0, 80, at[0], at[1], from, to);
        tl_area_place a = sight.end[0].place;
        tl_area_place b = sight.end[1].place;
        double size = tl_distance(at[0], at[1]);
        double margin = INFINITY;
        if (line.enters) {
            double a_last = fmax(0, (double)(line.last - from)) * size;
            double a_first = fmax(0, (double)(line.first - from)) * size;
            double b_last = fmax(0, (double)(to - line.last)) * size;
            double b_first = fmax(0, (double)(to - line.first)) * size;
            if (a == IN && b == IN) {
                margin = rules.inside_limit -
                         (rules.inside_length == TL_AREA_UNIT_DISTANCE ? sight.unit_distance : (double)line.length);
            } else {
                double distance = 0;
                double limit = rules.edge_limit;
                if (a != ON && b != ON) {
                    if (a == IN) {
                        distance = rules.near == TL_AREA_EITHER ? fmin(a_last, b_last) : a_last;
                    } else if (b == IN) {
                        distance = rules.near == TL_AREA_EITHER ? fmin(b_first, a_first) : b_first;
                    } else {
                        limit = rules.through_limit;
                        distance = rules.through == TL_AREA_CHORD      ? (double)line.length
                                   : rules.through == TL_AREA_FAR_EDGE ? fmin(a_last, b_first)
                                                                       : fmin(a_first, b_last);
                    }
                }
                margin = limit - distance;
                if (rules.cap_scope == TL_AREA_CAP_LENGTH) {
                    margin = fmin(margin, rules.inside_limit - (double)line.length);
                }
            }
        }
        tl_area_ruling ruling;
        tl_area_line(&sight, at[0], at[1], &ruling);
        if (line.enters && line.length < 1e-6L && from < to) {
            tl_outline_free(&outline);
            continue; /* a graze */
        }
        if (fabs(margin) > 1e-6) {
            if (ruling.verdict != (margin > 0 ? TL_VERDICT_YES : TL_VERDICT_NO)) {
                print_error("case %d: verdict %d, margin %g to %g, expected %g\n", k, (int)ruling.verdict,
                            ruling.margin.low, ruling.margin.high, margin);
                fail();
            }
            counts[margin > 0]++;
            if (isfinite(margin)) {
                assert_near(ruling.margin.low, margin, 1e-6);
                assert_near(ruling.margin.high, margin, 1e-6);
            }
        }
        tl_outline_free(&outline);
    }
    print_message("%zu forbidden, %zu allowed\n", counts[0], counts[1]);
    assert_true(counts[0] > 1000 && counts[1] > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(outlines_of_shapes),
        cmocka_unit_test(bad_outlines_are_refused),
        cmocka_unit_test(random_lines_agree_with_long_double),
        cmocka_unit_test(random_rulings_agree_with_a_second_reading),
    };
    return cmocka_run_group_tests_name("area outlines", tests, area_begin, area_end);
}
