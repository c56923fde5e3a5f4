/* Distances from lines to a world, what overlaps a box, and heights, against brute force over all triangles: long
 * doubles and another method. Every test runs with every kernel this machine has. */
#include "support/shape.h"

#include "query/gap.h"

#include <stdlib.h>
#include <string.h>

typedef struct wide {
    long double x, y, z;
} wide;

static wide wide_of(tl_vec3 a) {
    return (wide){(long double)a.x, (long double)a.y, (long double)a.z};
}
static wide wide_sub(wide a, wide b) {
    return (wide){a.x - b.x, a.y - b.y, a.z - b.z};
}
static wide wide_madd(wide a, wide b, long double s) {
    return (wide){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static long double wide_dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static wide wide_cross(wide a, wide b) {
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double point_edge(wide p, wide a, wide b) {
    wide e = wide_sub(b, a), r = wide_sub(p, a);
    long double ee = wide_dot(e, e), t = ee > 0 ? wide_dot(r, e) / ee : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wide n = wide_madd(r, e, -t);
    return sqrtl(wide_dot(n, n));
}

/* The distance to a point that truly lies in the triangle, however thin it is: never less than the distance. */
static long double point_triangle(wide p, wide a, wide b, wide c) {
    long double d = fminl(point_edge(p, a, b), fminl(point_edge(p, b, c), point_edge(p, c, a)));
    wide e = wide_sub(b, a), f = wide_sub(c, a), r = wide_sub(p, a);
    wide n = wide_cross(e, f);
    long double nn = wide_dot(n, n);
    if (nn > 0) {
        long double v = wide_dot(wide_cross(r, f), n) / nn, w = wide_dot(wide_cross(e, r), n) / nn;
        if (v >= 0 && w >= 0 && v + w <= 1) {
            wide foot = wide_madd(wide_madd(r, e, -v), f, -w);
            d = fminl(d, sqrtl(wide_dot(foot, foot)));
        }
    }
    return d;
}

/* The distance to the triangle is a convex function along the segment: golden section. */
static long double wide_distance(tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    wide from = wide_of(p), d = wide_sub(wide_of(q), from), v[3] = {wide_of(c[0]), wide_of(c[1]), wide_of(c[2])};
    const long double golden = 0.618033988749894848204586834365638L;
    long double low = 0, high = 1;
    long double s = high - golden * (high - low), t = low + golden * (high - low);
    long double fs = point_triangle(wide_madd(from, d, s), v[0], v[1], v[2]);
    long double ft = point_triangle(wide_madd(from, d, t), v[0], v[1], v[2]);
    for (int i = 0; i < 90; i++) {
        if (fs <= ft) {
            high = t;
            t = s;
            ft = fs;
            s = high - golden * (high - low);
            fs = point_triangle(wide_madd(from, d, s), v[0], v[1], v[2]);
        } else {
            low = s;
            s = t;
            fs = ft;
            t = low + golden * (high - low);
            ft = point_triangle(wide_madd(from, d, t), v[0], v[1], v[2]);
        }
    }
    return fminl(fminl(fs, ft),
                 fminl(point_triangle(from, v[0], v[1], v[2]), point_triangle(wide_of(q), v[0], v[1], v[2])));
}

static double size_of(tl_vec3 a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/* Never above the true distance, and no farther below than promised. */
static void check_clearance(double value, tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    long double expected = wide_distance(p, q, c);
    double size = fmax(fmax(size_of(p), size_of(q)), fmax(size_of(c[0]), fmax(size_of(c[1]), size_of(c[2]))));
    if (tl_math_segment_triangle(p, q, c[0], c[1], c[2]) != TL_CROSSING_NONE) {
        assert_true(value == 0);
        return;
    }
    /* The reference itself is good to 1e-17 or so of the size. */
    if ((long double)value > expected + 1e-17L * (long double)size ||
        expected - (long double)value > 1e-9L * (1 + (long double)size)) {
        print_error("clearance %.17g, distance %.21Lg, difference %.3Lg, size %g\n", value, expected,
                    (long double)value - expected, size);
        fail();
    }
}

static tl_vec3 on_line(tl_vec3 a, tl_vec3 b, double t) {
    return tl_lerp(a, b, t);
}

static void single_distances_are_certified(void **state) {
    (void)state;
    test_random random = test_random_start("distance", 27);
    int touching = 0;
    for (int i = 0; i < 30000; i++) {
        double reach = i % 7 == 0 ? 1e4 : 10;
        tl_vec3 c[3] = {shape_random_point(&random, reach), shape_random_point(&random, reach),
                        shape_random_point(&random, reach)};
        tl_vec3 p = shape_random_point(&random, reach), q = shape_random_point(&random, reach);
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
        tl_vec3 in =
            on_line(on_line(c[0], c[1], test_random_between(&random, 0, 1)), c[2], test_random_between(&random, 0, 1));
        double gap = pow(10, test_random_between(&random, -13, 0));
        switch (i % 12) {
        case 0: /* an end just above the face */
            p = tl_madd(in, n, gap);
            q = tl_add(p, tl_scale(n, 5));
            break;
        case 1: /* level with the face, just above */
            p = tl_madd(in, n, gap);
            q = tl_add(p, tl_sub(c[1], c[0]));
            break;
        case 2: { /* just past an edge */
            tl_vec3 out = tl_normalise(tl_cross(tl_sub(c[1], c[0]), n));
            tl_vec3 at = tl_madd(on_line(c[0], c[1], 0.4), out, gap);
            tl_vec3 across = tl_add(n, tl_scale(tl_sub(c[1], c[0]), test_random_between(&random, -1, 1)));
            p = tl_madd(at, across, 3);
            q = tl_madd(at, across, -2);
            break;
        }
        case 3: { /* parallel to an edge */
            tl_vec3 out = tl_normalise(tl_cross(tl_sub(c[1], c[0]), n));
            p = tl_madd(tl_madd(c[0], out, gap), n, gap);
            q = tl_add(p, tl_sub(c[1], c[0]));
            q = tl_madd(q, test_random_direction(&random), gap * 1e-3);
            break;
        }
        case 4: /* just past a corner */
            p = tl_madd(tl_madd(c[0], tl_sub(c[0], on_line(c[1], c[2], 0.5)), gap), n, 2);
            q = tl_madd(p, n, -4);
            break;
        case 5: /* a sliver */
            c[2] = tl_madd(on_line(c[0], c[1], 0.7), test_random_direction(&random), gap);
            break;
        case 6: /* a segment as triangle */
            c[2] = on_line(c[0], c[1], 0.5);
            break;
        case 7: /* a point as triangle */
            c[1] = c[2] = c[0];
            break;
        case 8: /* a point as segment */
            q = p;
            break;
        case 9: /* a sliver under a near-parallel segment */
            c[2] = tl_madd(on_line(c[0], c[1], 0.3), n, gap);
            p = tl_madd(c[0], test_random_direction(&random), gap);
            q = tl_madd(c[1], test_random_direction(&random), gap);
            break;
        default:
            break;
        }
        double place;
        double value = segment_triangle_gap(p, q, c, &place);
        touching += value == 0;
        assert_true(place >= 0 && place <= 1);
        check_clearance(value, p, q, c);
    }
    assert_true(touching > 200);
}

/* The clearance of a world of one slot, beside that of every triangle alone. */
static void check_world_clearance(tl_world *world, tl_vec3 p, tl_vec3 q, uint8_t mask, double limit) {
    const tl_bvh *bvh = tl_world_get(world, 0);
    double expected = limit, values[3] = {0, 0, 0};
    tl_hit hits[3];
    for (size_t t = 0; t < tl_bvh_triangle_count(bvh); t++) {
        double place;
        tl_vec3 c[3];
        tl_bvh_corners(bvh, (uint32_t)t, c);
        if (world_counts(world, 0, t, &mask)) {
            expected = fmin(expected, segment_triangle_gap(p, q, c, &place));
        }
    }
    for (int k = 0; k < world_kernel_count; k++) {
        world->kernels = world_kernels[k];
        tl_hit hit = {9, 9, 9, TL_CROSSING_NONE};
        double value = tl_world_clearance(world, p, q, &mask, limit, &hit);
        /* Triangles equally near may stand for one another: the last places can differ. */
        if (expected == INFINITY) {
            assert_true(value == INFINITY);
        } else {
            assert_near(value, expected, 1e-11 * (1 + size_of(p) + size_of(q)));
        }
        assert_int_equal(value == 0, tl_world_blocked(world, p, q, &mask, NULL));
        if (value < limit) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, hit.triangle, c);
            assert_int_equal(hit.slot, 0);
            check_clearance(value, p, q, c);
            assert_int_equal(hit.crossing != TL_CROSSING_NONE, value == 0);
        } else {
            assert_true(hit.slot == 9);
        }
        values[k] = value;
        hits[k] = hit;
        assert_true(values[k] == values[0] && hits[k].triangle == hits[0].triangle && hits[k].t == hits[0].t);
    }
}

static void random_roles(shape *s, test_random *random) {
    s->roles = malloc(s->triangle_count);
    for (size_t t = 0; t < s->triangle_count; t++) {
        s->roles[t] = (uint8_t)test_random_below(random, TL_ROLE_COUNT);
    }
}

static void clearances_agree_with_brute_force(void **state) {
    test_random random = test_random_start("clearance", 28);
    for (int round = 0; round < 12; round++) {
        shape s = {0};
        if (round < 8) {
            shape_soup(&s, &random, round < 4 ? 30 : 600, 20, 1);
        } else {
            shape_grid_soup(&s, &random, 200, 12);
        }
        if (round % 2 == 1) {
            shape_move(&s, test_random_pose(&random, round == 11 ? 1e7 : 1e4));
        }
        random_roles(&s, &random);
        tl_bvh *bvh;
        tl_world *world = shape_world(*state, &s, &bvh);
        tl_vec3 middle = tl_box3_centre(tl_bvh_box(bvh));
        for (int i = 0; i < 60; i++) {
            tl_vec3 p = tl_add(middle, shape_random_point(&random, 30));
            tl_vec3 q =
                i % 5 == 0 ? p : tl_madd(p, test_random_direction(&random), test_random_between(&random, 0, 30));
            uint8_t mask = i % 2 == 0 ? TL_ROLES_ALL : (uint8_t)test_random_below(&random, TL_ROLES_ALL + 1);
            double limit = i % 3 == 0 ? INFINITY : i % 3 == 1 ? 0.1 : test_random_between(&random, 0, 20);
            check_world_clearance(world, p, q, mask, limit);
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
}

/* A tube of triangles with caps round a segment: all its rings are nearly equally far, so bounds settle little. */
static void add_tube(shape *s, tl_vec3 p, tl_vec3 q, double radius, int rings, int sides) {
    tl_vec3 along = tl_normalise(tl_sub(q, p));
    tl_vec3 u = tl_normalise(tl_cross(along, fabs(along.z) < 0.9 ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0}));
    tl_vec3 v = tl_cross(along, u);
    uint32_t first = (uint32_t)s->vertex_count;
    for (int i = 0; i <= rings; i++) {
        for (int k = 0; k < sides; k++) {
            double angle = 2 * 3.14159265358979 * k / sides;
            tl_vec3 out = tl_add(tl_scale(u, radius * cos(angle)), tl_scale(v, radius * sin(angle)));
            shape_vertex(s, tl_add(tl_lerp(p, q, (double)i / rings), out));
        }
    }
    for (int i = 0; i < rings; i++) {
        for (int k = 0; k < sides; k++) {
            uint32_t a = first + (uint32_t)(i * sides + k), b = first + (uint32_t)(i * sides + (k + 1) % sides);
            shape_triangle(s, a, b, a + (uint32_t)sides);
            shape_triangle(s, b, b + (uint32_t)sides, a + (uint32_t)sides);
        }
    }
}

static void clearances_among_many_equals(void **state) {
    test_random random = test_random_start("equals", 37);
    for (int round = 0; round < 12; round++) {
        tl_vec3 p = shape_random_point(&random, 100), q = tl_madd(p, test_random_direction(&random), 40);
        double radius = test_random_between(&random, 0.5, 12);
        int sides = 3 + 4 * round;
        shape s = {0};
        add_tube(&s, tl_madd(p, tl_sub(p, q), 0.5), tl_madd(q, tl_sub(q, p), 0.5), radius, 40, sides);
        tl_bvh *bvh;
        tl_world *world = shape_world(*state, &s, &bvh);
        for (int i = 0; i < 20; i++) {
            double off = i < 4 ? 0 : pow(10, test_random_between(&random, -9, 0));
            tl_vec3 from = tl_madd(p, test_random_direction(&random), off);
            tl_vec3 to = i % 4 == 1 ? from : tl_madd(q, test_random_direction(&random), off);
            check_world_clearance(world, from, to, TL_ROLES_ALL, i % 2 == 0 ? INFINITY : 2 * radius);
            if (off == 0 && i % 4 != 1) {
                /* the sides of the tube are planes this far from its axis */
                assert_near(tl_world_clearance(world, from, to, NULL, INFINITY, NULL),
                            radius * cos(3.14159265358979 / sides), 1e-9 * 1000);
            }
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
}

/* --- Boxes and heights -------------------------------------------------------------------------------------------- */

static bool mark(void *user, uint32_t slot, uint32_t triangle) {
    uint8_t *seen = user;
    assert_int_equal(slot, 0);
    assert_int_equal(seen[triangle], 0);
    seen[triangle] = 1;
    return true;
}

static bool stop_at_third(void *user, uint32_t slot, uint32_t triangle) {
    (void)slot, (void)triangle;
    return ++*(int *)user < 3;
}

static void boxes_find_what_overlaps(void **state) {
    test_random random = test_random_start("boxes", 29);
    shape s = {0};
    shape_grid_soup(&s, &random, 700, 12);
    s.roles = malloc(s.triangle_count);
    for (size_t t = 0; t < s.triangle_count; t++) {
        s.roles[t] = (uint8_t)test_random_below(&random, TL_ROLE_COUNT);
    }
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    uint8_t *seen = malloc(s.triangle_count);
    for (int i = 0; i < 300; i++) {
        tl_vec3 a = shape_grid_point(&random, -3, 15), b = i % 4 == 0 ? a : shape_grid_point(&random, -3, 15);
        if (i % 3 == 0) {
            a = tl_add(a, shape_random_point(&random, 1e-9));
        }
        tl_box3 box = tl_box3_add(tl_box3_add(tl_box3_empty(), a), b);
        if (i % 7 == 0) {
            box.low.z = -INFINITY;
            box.high.z = INFINITY;
        }
        uint8_t mask = i % 2 == 0 ? TL_ROLES_ALL : (uint8_t)test_random_below(&random, TL_ROLES_ALL + 1);
        memset(seen, 0, s.triangle_count);
        tl_world_in_box(world, box, &mask, mark, seen);
        for (size_t t = 0; t < s.triangle_count; t++) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, (uint32_t)t, c);
            tl_box3 own = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), c[0]), c[1]), c[2]);
            assert_int_equal(seen[t], tl_box3_overlap(own, box) && world_counts(world, 0, t, &mask));
        }
    }
    int calls = 0;
    tl_world_in_box(world, tl_bvh_box(bvh), NULL, stop_at_third, &calls);
    assert_int_equal(calls, 3);
    tl_world_in_box(world, tl_box3_empty(), NULL, stop_at_third, &calls);
    assert_int_equal(calls, 3);
    free(seen);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

static void heights_have_no_gaps(void **state) {
    test_random random = test_random_start("heights", 30);
    /* A bumpy ground over skew integers: every line through it, edges and corners included, meets it once. */
    shape s = {0};
    enum { N = 24 };
    for (int y = 0; y <= N; y++) {
        for (int x = 0; x <= N; x++) {
            bool rim = x == 0 || y == 0 || x == N || y == N;
            tl_vec3 aside = {test_random_between(&random, -0.3, 0.3), test_random_between(&random, -0.3, 0.3), 0};
            tl_vec3 v = {0.1 * x, 0.1 * y, test_random_between(&random, 0, 1)};
            shape_vertex(&s, rim ? v : tl_madd(v, aside, 0.1));
        }
    }
    for (uint32_t y = 0; y < N; y++) {
        for (uint32_t x = 0; x < N; x++) {
            uint32_t v = y * (N + 1) + x;
            shape_triangle(&s, v, v + 1, v + N + 1);
            shape_triangle(&s, v + 1, v + N + 2, v + N + 1);
        }
    }
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    for (int i = 0; i < 3000; i++) {
        tl_vec3 at = {test_random_between(&random, 0, 2.4), test_random_between(&random, 0, 2.4), 0};
        double expected = NAN;
        if (i % 3 == 1) {
            size_t v = (size_t)test_random_below(&random, (int)s.vertex_count);
            at = s.vertices[v];
            expected = at.z;
        } else if (i % 3 == 2) {
            const uint32_t *t = s.triangles + 3 * test_random_below(&random, (int)s.triangle_count);
            double share = test_random_between(&random, 0, 1);
            at = tl_lerp(s.vertices[t[0]], s.vertices[t[1]], share);
            at.x = fmin(fmax(at.x, 0), 0.1 * N);
            at.y = fmin(fmax(at.y, 0), 0.1 * N);
            expected = at.z;
        }
        double z[4] = {NAN, NAN, NAN, NAN};
        bool up[4] = {false, false, false, false};
        assert_int_equal(tl_world_heights(world, at.x, at.y, NULL, z, up, 4), 1);
        assert_true(up[0]);
        if (!isnan(expected)) {
            assert_near(z[0], expected, 1e-9);
        }
    }
    assert_int_equal(tl_world_heights(world, -0.001, 1, NULL, NULL, NULL, 0), 0);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

static void heights_come_sorted_and_once(void **state) {
    shape s = {0};
    /* 150 slabs: more levels than any fixed room inside; every second one doubled a hair higher. */
    for (int i = 0; i < 150; i++) {
        int level = i * 7 % 150;
        shape_box(&s, (tl_vec3){0, 0, level}, (tl_vec3){2, 2, level + 0.25});
        if (level % 2 == 0) {
            shape_box(&s, (tl_vec3){0, 0, level + 1e-10}, (tl_vec3){2, 2, level + 0.25 + 1e-10});
        }
    }
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    double z[400];
    bool up[400];
    const tl_vec2 places[] = {{0.5, 0.25}, {1, 1}, {0, 0}, {0, 1}, {2, 2}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tl_world_heights(world, places[i].x, places[i].y, NULL, z, up, 400), 300);
        for (int h = 0; h < 300; h++) {
            assert_near(z[h], h / 2 + (h % 2) * 0.25, 0);
            assert_int_equal(up[h], h % 2);
        }
        z[100] = -7;
        assert_int_equal(tl_world_heights(world, places[i].x, places[i].y, NULL, z, NULL, 100), 300);
        assert_true(z[99] == 49.25 && z[100] == -7);
    }
    uint8_t none = 0;
    assert_int_equal(tl_world_heights(world, 1, 1, &none, z, NULL, 4), 0);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_distances_are_certified), cmocka_unit_test(clearances_agree_with_brute_force),
        cmocka_unit_test(clearances_among_many_equals),   cmocka_unit_test(boxes_find_what_overlaps),
        cmocka_unit_test(heights_have_no_gaps),           cmocka_unit_test(heights_come_sorted_and_once),
    };
    return cmocka_run_group_tests_name("query clearance", tests, world_begin, world_end);
}
