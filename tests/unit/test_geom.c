/* Nearest points against an enumeration in long double, laws, and closed forms. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"

#include "geom/convex.h"
#include "geom/exact.h"
#include "geom/geom.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "math/angle.h"
#include "math/predicates.h"

static tl_vec3 random_point(test_random *r, double reach) {
    return (tl_vec3){test_random_between(r, -reach, reach), test_random_between(r, -reach, reach),
                     test_random_between(r, -reach, reach)};
}

static void triangles_agree_with_enumeration(void **state) {
    (void)state;
    test_random r = test_random_start("triangle pairs", 21);
    int met = 0;
    double worst = 0;
    for (int n = 0; n < 40000; n++) {
        tl_vec3 a[3], b[3], on_a, on_b;
        bool grid = n % 4 == 0; /* small integers: parallel edges, shared corners, coplanar pairs, degenerate ones */
        for (int i = 0; i < 3; i++) {
            a[i] = random_point(&r, 10);
            b[i] = tl_add(random_point(&r, 10), (tl_vec3){n % 3 * 6.0, 0, 0});
            if (grid) {
                a[i] = (tl_vec3){test_random_below(&r, 4), test_random_below(&r, 4), test_random_below(&r, 3)};
                b[i] = (tl_vec3){test_random_below(&r, 4), test_random_below(&r, 4), test_random_below(&r, 3)};
            }
        }
        double d2 = tl_geom_triangle_nearest_triangle(a, b, &on_a, &on_b);
        double expected = (double)sqrtl(test_triangle_distance(a, b));
        met += d2 == 0;
        worst = fmax(worst, fabs(sqrt(d2) - expected));
        assert_near(sqrt(d2), expected, 1e-12);
        assert_true((d2 == 0) == tl_geom_triangles_meet(a, b, NULL));
        assert_near(tl_distance(on_a, on_b), sqrt(d2), 1e-12);
        assert_near(tl_distance(on_a, tl_geom_nearest_on_triangle(on_a, a)), 0, 1e-12);
        assert_near(tl_distance(on_b, tl_geom_nearest_on_triangle(on_b, b)), 0, 1e-12);
        if (d2 > 0) {
            assert_true(tl_geom_separation(a, 3, b, 3, tl_sub(on_b, on_a)) <= sqrt(d2) + 1e-12);
            assert_near(tl_geom_separation(a, 3, b, 3, tl_sub(on_b, on_a)), sqrt(d2), 1e-7);
        }
        tl_vec3 p, q;
        assert_near(sqrt(tl_geom_triangle_nearest_triangle(b, a, &p, &q)), sqrt(d2), 1e-13);
    }
    print_message("%d of 40000 meet, worst difference %.2g mm\n", met, worst);
    assert_true(met > 2000);
}

static void contact_is_exact(void **state) {
    (void)state;
    test_random r = test_random_start("contact", 22);
    for (int n = 0; n < 5000; n++) {
        /* a corner of b in a's plane z = 0, on its inside: touches; lifted by the smallest step it does not */
        tl_vec3 a[3] = {{0, 0, 0}, {16, 0, 0}, {0, 16, 0}}, on_a, on_b;
        double x = test_random_below(&r, 8), y = test_random_below(&r, 8);
        double turn = test_random_between(&r, -5, 5);
        tl_vec3 b[3] = {{x, y, 0}, {x + turn, y + 1, 7}, {x - 1, y - turn, 9}};
        assert_true(tl_geom_triangle_nearest_triangle(a, b, &on_a, &on_b) == 0);
        assert_point_near(on_a, b[0], 1e-12);
        b[0].z = 0x1p-60;
        double d2 = tl_geom_triangle_nearest_triangle(a, b, &on_a, &on_b);
        assert_true(d2 > 0);
        assert_near(sqrt(d2), 0, 1e-14);
        tl_vec3 s, t;
        assert_true(tl_geom_segment_nearest_triangle(b[0], b[1], a, &s, &t) > 0);
        b[0].z = 0;
        assert_true(tl_geom_segment_nearest_triangle(b[0], b[1], a, &s, &t) == 0);
    }
}

static void needles_are_bounded_from_below(void **state) {
    (void)state;
    test_random r = test_random_start("needles", 23);
    double worst = 0;
    for (int n = 0; n < 20000; n++) {
        tl_vec3 a[3], b[3], on_a, on_b;
        double thin = pow(10, -test_random_between(&r, 2, 12));
        tl_vec3 d = tl_scale(test_random_direction(&r), 100);
        a[0] = random_point(&r, 50);
        a[1] = tl_add(a[0], d);
        a[2] = tl_madd(tl_madd(a[0], d, test_random_between(&r, 0, 1)), random_point(&r, 100), thin);
        for (int i = 0; i < 3; i++) {
            b[i] = tl_add(random_point(&r, 50), (tl_vec3){n % 2 * 60.0, 0, 0});
        }
        double d1 = sqrt(tl_geom_triangle_nearest_triangle(a, b, &on_a, &on_b));
        if (d1 > 0) {
            double low = tl_geom_separation(a, 3, b, 3, tl_sub(on_b, on_a));
            worst = fmax(worst, d1 - low);
        }
        assert_near(d1, (double)sqrtl(test_triangle_distance(a, b)), 1e-7);
    }
    print_message("widest certificate of a needle: %.2g mm\n", worst);
}

static void limits_are_compared_exactly(void **state) {
    (void)state;
    test_random r = test_random_start("exact limits", 28);
    int exact = 0;
    for (int n = 0; n < 3000; n++) {
        /* squared distances of grid triangles that are whole numbers can be known exactly: limits that are their roots
         */
        tl_vec3 a[3], b[3];
        bool grid = n % 2 == 0;
        for (int i = 0; i < 3; i++) {
            a[i] = grid ? (tl_vec3){test_random_below(&r, 30), test_random_below(&r, 30), test_random_below(&r, 3)}
                        : random_point(&r, 10);
            b[i] = grid ? (tl_vec3){40 + test_random_below(&r, 30), test_random_below(&r, 60), test_random_below(&r, 3)}
                        : tl_add(random_point(&r, 10), (tl_vec3){21, 0, 0});
        }
        double d = (double)sqrtl(test_triangle_distance(a, b));
        assert_int_equal(tl_geom_triangles_within(a, b, (double[]){d * (1 + 1e-12)}, 1), TL_VERDICT_YES);
        assert_int_equal(tl_geom_triangles_within(a, b, (double[]){d * (1 - 1e-12)}, 1), TL_VERDICT_NO);
        if (d == rint(d)) {
            exact++;
            assert_int_equal(tl_geom_triangles_within(a, b, (double[]){d}, 1), TL_VERDICT_YES);
            assert_int_equal(tl_geom_triangles_within(a, b, (double[]){nextafter(d, 0)}, 1), TL_VERDICT_NO);
            /* a sum whose last part is far below the first one's last bit */
            assert_int_equal(tl_geom_triangles_within(a, b, (double[]){d, -0x1p-80}, 2), TL_VERDICT_NO);
            assert_int_equal(tl_geom_triangles_within(a, b, (double[]){d - 7, 7, 0x1p-80}, 3), TL_VERDICT_YES);
        }
    }
    print_message("%d whole distances\n", exact);
    assert_true(exact > 5);
    tl_vec3 p[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, q[3] = {{3, 4, 0}, {3, 4, 0}, {3, 4, 12}};
    assert_int_equal(tl_geom_triangles_within(p, q, (double[]){5}, 1), TL_VERDICT_YES);
    assert_int_equal(tl_geom_triangles_within(p, q, (double[]){5, -0x1p-200}, 2), TL_VERDICT_NO);
    assert_int_equal(tl_geom_triangles_within(p, p, (double[]){0}, 1), TL_VERDICT_YES);
    assert_int_equal(tl_geom_triangles_within(p, p, (double[]){-1}, 1), TL_VERDICT_NO);
}

static void segments_agree_with_sampling(void **state) {
    (void)state;
    test_random r = test_random_start("segments", 24);
    for (int n = 0; n < 3000; n++) {
        tl_vec3 p1 = random_point(&r, 10), q1 = random_point(&r, 10), p2 = random_point(&r, 10),
                q2 = random_point(&r, 10);
        if (n % 3 == 0) { /* nearly parallel */
            q2 = tl_madd(tl_add(p2, tl_sub(q1, p1)), random_point(&r, 1), pow(10, -test_random_between(&r, 1, 16)));
        }
        tl_vec3 a, b;
        double d = sqrt(tl_geom_segment_nearest_segment(p1, q1, p2, q2, &a, &b));
        /* the distance to a segment is convex along the other: a golden section finds its minimum */
        double low = 0, high = 1;
        for (int i = 0; i < 200; i++) {
            double x = low + (high - low) * 0.382, y = low + (high - low) * 0.618;
            tl_vec3 px = tl_lerp(p1, q1, x), py = tl_lerp(p1, q1, y);
            double fx = tl_distance(px, tl_geom_nearest_on_segment(px, p2, q2));
            double fy = tl_distance(py, tl_geom_nearest_on_segment(py, p2, q2));
            if (fx < fy) {
                high = y;
            } else {
                low = x;
            }
        }
        tl_vec3 p = tl_lerp(p1, q1, 0.5 * (low + high));
        assert_near(d, tl_distance(p, tl_geom_nearest_on_segment(p, p2, q2)), 2e-8);
        assert_true(d <= tl_distance(p, tl_geom_nearest_on_segment(p, p2, q2)) + 1e-13);
    }
}

static void convex_bodies_have_certified_gaps(void **state) {
    (void)state;
    test_random r = test_random_start("convex", 25);
    double worst = 0;
    int met = 0;
    for (int n = 0; n < 20000; n++) {
        tl_pose pa = test_random_pose(&r, 60), pb = test_random_pose(&r, 60);
        tl_vec3 corner[3] = {random_point(&r, 40), random_point(&r, 40), random_point(&r, 40)};
        tl_convex a = {.centre = pa.at,
                       .u = tl_scale(pa.x, test_random_between(&r, 1, 40)),
                       .v = tl_scale(pa.y, test_random_between(&r, 1, 40)),
                       .w = tl_scale(pa.z, test_random_between(&r, 0, 20))};
        tl_convex b = {.centre = pb.at, .u = tl_scale(pb.x, 12), .v = tl_scale(pb.y, 30), .w = tl_scale(pb.z, 3)};
        if (n % 2 == 0) {
            b = (tl_convex){.corner = corner,
                            .corners = 1 + (size_t)test_random_below(&r, 3),
                            .radius = test_random_between(&r, 0, 5)};
        }
        bool plan = n % 5 == 0;
        tl_convex_gap gap = tl_convex_distance(&a, &b, plan, INFINITY);
        met += gap.upper == 0;
        worst = fmax(worst, gap.upper - gap.lower);
        assert_true(gap.lower <= gap.upper);
        assert_near(gap.upper, gap.lower, 1e-9);
        tl_vec3 d = tl_sub(gap.on_b, gap.on_a);
        if (plan) {
            d.z = 0;
        }
        assert_near(tl_length(d), gap.upper, 1e-9);
        /* no sampled pair of points is nearer */
        for (int k = 0; k < 5 && gap.upper > 0; k++) {
            tl_vec3 e = tl_add(tl_normalise(d), tl_scale(test_random_direction(&r), 0.02));
            if (plan) {
                e.z = 0;
            }
            tl_vec3 x = tl_sub(tl_convex_support(&b, tl_scale(e, -1)), tl_convex_support(&a, e));
            if (plan) {
                x.z = 0;
            }
            assert_true(tl_length(x) >= gap.lower - 1e-9);
        }
        tl_convex_gap back = tl_convex_distance(&b, &a, plan, INFINITY);
        assert_near(back.upper, gap.upper, 2e-9);
    }
    print_message("widest gap %.2g mm, %d of 20000 overlap\n", worst, met);
    assert_true(met > 500);
}

static void polygons_by_cases(void **state) {
    (void)state;
    const tl_vec2 c[] = {{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 4}, {6, 4}, {6, 6}, {0, 6}}; /* a C */
    assert_int_equal(tl_polygon2_side(c, 8, (tl_vec2){4, 3}), TL_SIDE_OUTSIDE);
    assert_int_equal(tl_polygon2_side(c, 8, (tl_vec2){1, 3}), TL_SIDE_INSIDE);
    assert_int_equal(tl_polygon2_side(c, 8, (tl_vec2){2, 3}), TL_SIDE_BOUNDARY);
    assert_int_equal(tl_polygon2_side(c, 8, (tl_vec2){2, 2}), TL_SIDE_BOUNDARY);
    assert_near(tl_polygon2_area(c, 8), 28, 0);
    assert_int_equal(tl_polygon2_orientation(c, 8), 1);
    assert_false(tl_polygon2_is_convex(c, 8));
    assert_true(tl_polygon2_is_simple(c, 8));
    const tl_vec2 bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    assert_false(tl_polygon2_is_simple(bow, 4));
    const tl_vec2 spike[] = {{0, 0}, {4, 0}, {2, 0}, {2, 3}};
    assert_false(tl_polygon2_is_simple(spike, 4));
    const tl_vec2 inner[] = {{3, 2.5}, {5, 2.5}, {5, 3.5}, {3, 3.5}};
    tl_vec2 p, q;
    assert_near(tl_polygon2_distance(c, 8, inner, 4, &p, &q), 0.5, 0);
    const tl_vec2 held[] = {{0.5, 1}, {1, 1}, {1, 2}};
    assert_true(tl_polygon2_distance(c, 8, held, 3, &p, &q) == 0);
    const tl_vec2 touching[] = {{6, 2}, {9, 2}, {9, 3}};
    assert_true(tl_polygon2_distance(c, 8, touching, 3, &p, &q) == 0);
    assert_near(tl_polygon2_centroid(c, 8).y, 3, 1e-15);
}

static void triangulation_covers_the_polygon(void **state) {
    (void)state;
    test_random r = test_random_start("triangulation", 26);
    tl_context *context = tl_context_create(NULL);
    for (int n = 0; n < 400; n++) {
        /* star-shaped about the origin, some corners straight or on the grid, either direction */
        tl_vec2 c[40];
        size_t count = 3 + (size_t)test_random_below(&r, 37);
        for (size_t i = 0; i < count; i++) {
            double s, k;
            tl_sincos_deg(360.0 * (double)i / (double)count, &s, &k);
            double radius = n % 2 == 0 ? test_random_between(&r, 1, 50) : 4.0 + test_random_below(&r, 3);
            c[i] = (tl_vec2){rint(radius * k * 64) / 64, rint(radius * s * 64) / 64};
        }
        if (n % 3 == 0) {
            for (size_t i = 0; i < count / 2; i++) {
                tl_vec2 t = c[i];
                c[i] = c[count - 1 - i];
                c[count - 1 - i] = t;
            }
        }
        uint32_t t[3 * 40];
        bool memory;
        if (!tl_polygon2_is_simple(c, count)) {
            assert_false(tl_polygon2_triangulate(context, c, count, t, &memory));
            continue;
        }
        assert_true(tl_polygon2_triangulate(context, c, count, t, &memory));
        double area = 0;
        for (size_t i = 0; i + 2 < count; i++) {
            assert_true(tl_orient2d(c[t[3 * i]], c[t[3 * i + 1]], c[t[3 * i + 2]]) >= 0);
            tl_vec2 face[3] = {c[t[3 * i]], c[t[3 * i + 1]], c[t[3 * i + 2]]};
            area += tl_polygon2_area(face, 3);
        }
        assert_near(area, fabs(tl_polygon2_area(c, count)), 1e-10);
    }
    const tl_vec2 flat[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}};
    uint32_t t[12];
    assert_true(tl_polygon2_triangulate(context, flat, 6, t, NULL));
    tl_context_destroy(context);
}

static void hull_is_exact(void **state) {
    (void)state;
    test_random r = test_random_start("hull", 27);
    for (int n = 0; n < 300; n++) {
        tl_vec2 p[60], all[60], hull[61];
        size_t count = 1 + (size_t)test_random_below(&r, 59);
        for (size_t i = 0; i < count; i++) {
            all[i] = p[i] = n % 2 == 0 ? (tl_vec2){test_random_below(&r, 5) * 0.1, test_random_below(&r, 5) * 0.1}
                                       : (tl_vec2){test_random_between(&r, 0, 1), test_random_between(&r, 0, 1)};
        }
        size_t size = tl_geom_convex_hull2(p, count, hull);
        assert_true(size >= 1);
        for (size_t i = 0; i < size && size >= 3; i++) {
            assert_int_equal(tl_orient2d(hull[i], hull[(i + 1) % size], hull[(i + 2) % size]), 1);
            for (size_t k = 0; k < count; k++) {
                assert_true(tl_orient2d(hull[i], hull[(i + 1) % size], all[k]) >= 0);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_agree_with_enumeration),
        cmocka_unit_test(contact_is_exact),
        cmocka_unit_test(needles_are_bounded_from_below),
        cmocka_unit_test(segments_agree_with_sampling),
        cmocka_unit_test(limits_are_compared_exactly),
        cmocka_unit_test(convex_bodies_have_certified_gaps),
        cmocka_unit_test(polygons_by_cases),
        cmocka_unit_test(triangulation_covers_the_polygon),
        cmocka_unit_test(hull_is_exact),
    };
    return cmocka_run_group_tests_name("geom", tests, NULL, NULL);
}
