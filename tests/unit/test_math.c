/* Angles against closed forms, predicates against exact integer arithmetic and their own laws. */
#include "support/assert_geom.h"

#include "math/angle.h"
#include "math/predicates.h"

static void sines_are_exact_at_quarters_and_near_libm_elsewhere(void **state) {
    (void)state;
    double s, c;
    const double quarters[][3] = {{0, 0, 1}, {90, 1, 0}, {180, 0, -1}, {270, -1, 0}, {-90, -1, 0}, {720, 0, 1}};
    for (size_t i = 0; i < 6; i++) {
        tl_sincos_deg(quarters[i][0], &s, &c);
        assert_true(s == quarters[i][1] && c == quarters[i][2]);
        assert_false(signbit(s) && s == 0);
    }
    for (double d = -1000; d < 1000; d += 0.37) {
        tl_sincos_deg(d, &s, &c);
        long double r = (long double)d * 3.141592653589793238462643383279502884L / 180.0L;
        assert_near(s, (double)sinl(r), 5e-16);
        assert_near(c, (double)cosl(r), 5e-16);
    }
}

static void lesser_and_greater_pass_over_what_is_no_number(void **state) {
    (void)state;
    const double numbers[] = {-INFINITY, -3, -0.0, 0.0, 0x1p-1074, 2.5, INFINITY};
    for (size_t i = 0; i < 7; i++) {
        double x = numbers[i];
        assert_true(tl_min(x, NAN) == x && tl_max(x, NAN) == x && isnan(tl_min(NAN, x)) && isnan(tl_max(NAN, x)));
        for (size_t j = 0; j < 7; j++) {
            double y = numbers[j], low = tl_min(x, y), high = tl_max(x, y);
            assert_true(low <= x && low <= y && (low == x || low == y) && high >= x && high >= y);
            assert_true((low == x && high == y) || (low == y && high == x));
            /* of equal ones the first, so that the sign of a zero is settled */
            assert_true(x != y || (signbit(low) == signbit(x) && signbit(high) == signbit(x)));
        }
    }
}

/* Against 64 bits of precision, over every size a double can have. */
static void hypotenuses_have_a_bound_everywhere(void **state) {
    (void)state;
    test_random random = test_random_start("hypot", 5);
    assert_true(tl_hypot(3, -4) == 5 && tl_hypot(0, 0) == 0 && tl_hypot(-0.0, -7) == 7);
    assert_true(tl_hypot(INFINITY, 1) == INFINITY && isnan(tl_hypot(NAN, 1)) && tl_hypot(1.7e308, 1.7e308) == INFINITY);
    assert_true(tl_hypot(3 * 0x1p-1074, 4 * 0x1p-1074) == 5 * 0x1p-1074);
    for (int exponent = -1060; exponent <= 1020; exponent++) {
        for (int i = 0; i < 200; i++) {
            double x = ldexp(test_random_between(&random, -1, 1), exponent);
            double y = ldexp(test_random_between(&random, -1, 1), exponent - i / 4);
            long double true_length = sqrtl((long double)x * x + (long double)y * y);
            long double off = fabsl((long double)tl_hypot(x, y) - true_length);
            assert_true(off <= 0x1.001p-52L * true_length + 0x1p-1075L);
            assert_true(tl_hypot(x, y) == tl_hypot(-y, x));
        }
    }
}

static void arctangent_inverts(void **state) {
    (void)state;
    assert_true(tl_atan2_deg(1, 1) == 45 && tl_atan2_deg(1, -1) == 135 && tl_atan2_deg(-1, 0) == -90);
    assert_true(tl_atan2_deg(0, -1) == 180 && tl_atan2_deg(0, 0) == 0);
    for (double d = -179.9; d < 180; d += 0.11) {
        double s, c;
        tl_sincos_deg(d, &s, &c);
        assert_near(tl_atan2_deg(s * 7, c * 7), d, 1e-13);
    }
}

static void poses_turn_counter_clockwise(void **state) {
    (void)state;
    tl_pose pose = tl_pose_turned((tl_vec3){10, 20, 30}, 90);
    assert_point_near(tl_pose_point(&pose, (tl_vec3){1, 0, 0}), ((tl_vec3){10, 21, 30}), 0);
    tl_pose tilted = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 30, 10, 20);
    assert_point_near(tl_pose_local(&tilted, tl_pose_point(&tilted, (tl_vec3){1, 2, 3})), ((tl_vec3){1, 2, 3}), 1e-14);
}

/* Integers below 2^20: 128-bit arithmetic is exact for the 3x3 determinant. */
static int integer_orient3d(const int64_t p[4][3]) {
    __extension__ typedef __int128 wide;
    wide m[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[i][j] = p[i + 1][j] - p[0][j];
        }
    }
    wide det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    return det > 0 ? 1 : det < 0 ? -1 : 0;
}

static void orient3d_agrees_with_integers(void **state) {
    (void)state;
    test_random random = test_random_start("orient3d", 11);
    int zeros = 0;
    for (int n = 0; n < 200000; n++) {
        /* few values give many degenerate cases; an odd scale and offset far away make the filter work */
        int range = n % 2 == 0 ? 4 : 1 << 20;
        int64_t offset = n % 3 == 0 ? 1000000 : 0;
        int64_t p[4][3];
        tl_vec3 v[4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 3; j++) {
                p[i][j] = test_random_below(&random, range) + offset;
            }
            v[i] = (tl_vec3){(double)p[i][0] * 0x1p-20, (double)p[i][1] * 0x1p-20, (double)p[i][2] * 0x1p-20};
        }
        int expected = integer_orient3d((const int64_t(*)[3])p);
        zeros += expected == 0;
        assert_int_equal(tl_orient3d(v[0], v[1], v[2], v[3]), expected);
        assert_int_equal(tl_orient3d_exact(v[0], v[1], v[2], v[3]), expected);
        assert_int_equal(tl_orient3d(v[1], v[0], v[2], v[3]), -expected);
    }
    assert_true(zeros > 1000);
}

static void orient3d_sees_the_last_bit(void **state) {
    (void)state;
    test_random random = test_random_start("orient3d last bit", 12);
    for (int n = 0; n < 20000; n++) {
        tl_vec3 p[4];
        for (int i = 0; i < 3; i++) {
            p[i] = (tl_vec3){test_random_between(&random, -2000, 2000), test_random_between(&random, -2000, 2000),
                             test_random_between(&random, -2000, 2000)};
        }
        double s = test_random_between(&random, -1, 2), t = test_random_between(&random, -1, 2);
        p[3] = tl_madd(tl_madd(p[0], tl_sub(p[1], p[0]), s), tl_sub(p[2], p[0]), t);
        int sign = tl_orient3d_exact(p[0], p[1], p[2], p[3]);
        assert_int_equal(tl_orient3d(p[0], p[1], p[2], p[3]), sign);
        /* the laws hold for the exact one in every order */
        assert_int_equal(tl_orient3d_exact(p[3], p[0], p[1], p[2]), -sign);
        assert_int_equal(tl_orient3d_exact(p[2], p[3], p[0], p[1]), sign);
        tl_vec2 a = tl_plan(p[0]), b = tl_plan(p[1]), c = tl_plan(tl_madd(p[0], tl_sub(p[1], p[0]), s));
        assert_int_equal(tl_orient2d(a, b, c), tl_orient2d_exact(a, b, c));
        assert_int_equal(tl_orient2d_exact(b, c, a), tl_orient2d_exact(a, b, c));
    }
}

static void segments_and_triangles_by_cases(void **state) {
    (void)state;
    tl_vec3 a = {0, 0, 0}, b = {4, 0, 0}, c = {0, 4, 0};
    struct {
        tl_vec3 p, q;
        tl_crossing expected;
    } cases[] = {
        {{1, 1, 1}, {1, 1, -1}, TL_CROSSING_FRONT},  {{1, 1, -1}, {1, 1, 1}, TL_CROSSING_BACK},
        {{3, 3, 1}, {3, 3, -1}, TL_CROSSING_NONE},   {{1, 1, 2}, {1, 1, 1}, TL_CROSSING_NONE},
        {{2, 0, 1}, {2, 0, -1}, TL_CROSSING_TOUCH},  {{0, 0, 1}, {0, 0, -1}, TL_CROSSING_TOUCH},
        {{1, 1, 1}, {1, 1, 0}, TL_CROSSING_TOUCH},   {{1, 1, 0}, {1, 1, 0}, TL_CROSSING_TOUCH},
        {{-1, 1, 0}, {5, 1, 0}, TL_CROSSING_TOUCH},  {{-1, -1, 0}, {5, -1, 0}, TL_CROSSING_NONE},
        {{1, 1, 0}, {1.5, 1, 0}, TL_CROSSING_TOUCH}, {{-2, 0, 0}, {-1, 0, 0}, TL_CROSSING_NONE},
        {{2, 2, 1}, {2, 2, -1}, TL_CROSSING_TOUCH},  {{2, 2, 0}, {3, 3, 0}, TL_CROSSING_TOUCH},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(tl_math_segment_triangle(cases[i].p, cases[i].q, a, b, c), cases[i].expected);
    }
    /* degenerate triangles: a segment from (0,0,0) to (4,0,0), and a point */
    tl_vec3 m = {2, 0, 0};
    assert_int_equal(tl_math_segment_triangle((tl_vec3){3, 0, 1}, (tl_vec3){3, 0, -1}, a, m, b), TL_CROSSING_TOUCH);
    assert_int_equal(tl_math_segment_triangle((tl_vec3){5, 0, 1}, (tl_vec3){5, 0, -1}, a, m, b), TL_CROSSING_NONE);
    assert_int_equal(tl_math_segment_triangle((tl_vec3){3, 1, 1}, (tl_vec3){3, 1, -1}, a, m, b), TL_CROSSING_NONE);
    assert_int_equal(tl_math_segment_triangle((tl_vec3){2, 0, 1}, (tl_vec3){2, 0, -1}, m, m, m), TL_CROSSING_TOUCH);
    assert_int_equal(tl_math_segment_triangle((tl_vec3){2, 1, 1}, (tl_vec3){2, 0, -1}, m, m, m), TL_CROSSING_NONE);
    assert_int_equal(tl_math_segment_triangle(a, b, m, m, m), TL_CROSSING_TOUCH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_are_exact_at_quarters_and_near_libm_elsewhere),
        cmocka_unit_test(lesser_and_greater_pass_over_what_is_no_number),
        cmocka_unit_test(hypotenuses_have_a_bound_everywhere),
        cmocka_unit_test(arctangent_inverts),
        cmocka_unit_test(poses_turn_counter_clockwise),
        cmocka_unit_test(orient3d_agrees_with_integers),
        cmocka_unit_test(orient3d_sees_the_last_bit),
        cmocka_unit_test(segments_and_triangles_by_cases),
    };
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
