/* Cohesion: farthest pairs, chains, and the smallest disc that touches every base, against closed forms, nested
 * searches that know nothing of bases and weights, and limits that are met exactly. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "cohesion/cohesion.h"
#include "math/angle.h"

#include <stdlib.h>

enum { MOST = 12 };

static tl_context *context;

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_shape disc_at(double x, double y, double radius) {
    return (tl_shape){
        .kind = TL_SHAPE_DISC, .pose = tl_pose_turned((tl_vec3){x, y, 0}, 0), .radius = radius, .low = 0, .high = 3};
}

static tl_shape oval_at(double x, double y, double turn, double a, double b) {
    return (tl_shape){
        .kind = TL_SHAPE_OVAL, .pose = tl_pose_turned((tl_vec3){x, y, 0}, turn), .size = {a, b}, .low = 0, .high = 3};
}

static tl_shape box_at(double x, double y, double turn, double a, double b) {
    return (tl_shape){
        .kind = TL_SHAPE_BOX, .pose = tl_pose_turned((tl_vec3){x, y, 0}, turn), .from = {-a, -b, 0}, .to = {a, b, 3}};
}

static tl_cohesion_pairs pairs_of(const tl_shape *shapes, size_t count, tl_metric metric, double limit,
                                  double tolerance) {
    tl_volume volumes[MOST];
    for (size_t i = 0; i < count; i++) {
        volumes[i] = (tl_volume){.shape = &shapes[i]};
    }
    tl_cohesion_pairs pairs;
    tl_error error = {0};
    assert_int_equal(tl_cohesion_measure_pairs(context, volumes, count, metric, limit, tolerance, &pairs, &error),
                     TL_OK);
    return pairs;
}

static tl_cohesion_disc disc_of(const tl_shape *shapes, size_t count, double limit, double tolerance) {
    const tl_shape *list[MOST];
    for (size_t i = 0; i < count; i++) {
        list[i] = &shapes[i];
    }
    tl_cohesion_disc disc;
    tl_error error = {0};
    assert_int_equal(tl_cohesion_measure_disc(context, list, count, limit, tolerance, &disc, &error), TL_OK);
    assert_true(disc.error_mm >= 0 && disc.diameter_mm - disc.error_mm >= -1e-9);
    return disc;
}

static void a_line_of_models(void **state) {
    (void)state;
    const tl_shape line[4] = {disc_at(0, 0, 12.5), disc_at(40, 0, 12.5), disc_at(110, 0, 12.5), disc_at(140, 0, 12.5)};
    tl_cohesion_pairs pairs = pairs_of(line, 4, TL_METRIC_3D, 150, 0.05);
    assert_int_equal(pairs.verdict, TL_VERDICT_YES);
    assert_int_equal(pairs.worst.a, 0);
    assert_int_equal(pairs.worst.b, 3);
    assert_near(pairs.worst.range.distance_mm, 115, 1e-9);
    /* the longest step from model to model */
    assert_int_equal(pairs.link.a, 1);
    assert_int_equal(pairs.link.b, 2);
    assert_near(pairs.link.range.distance_mm, 45, 1e-9);
    tl_cohesion_disc disc = disc_of(line, 4, 150, 0.05);
    assert_near(disc.diameter_mm, 115, 1e-9);
    assert_near(disc.centre.x, 70, 1e-9);
    assert_near(disc.centre.y, 0, 1e-9);
    assert_int_equal(disc.support_count, 2);
    assert_int_equal(disc.verdict, TL_VERDICT_YES);
    assert_int_equal(pairs_of(line, 4, TL_METRIC_3D, 100, 0.05).verdict, TL_VERDICT_NO);
    assert_int_equal(pairs_of(line, 4, TL_METRIC_3D, 100, 0.05).beyond, 1);
    /* one model alone keeps together */
    assert_int_equal(pairs_of(line, 1, TL_METRIC_3D, 150, 0).verdict, TL_VERDICT_YES);
    disc = disc_of(line, 1, 150, 0);
    assert_near(disc.diameter_mm, 0, 0);
    assert_int_equal(disc.verdict, TL_VERDICT_YES);
}

static void floors_count_along_the_tape(void **state) {
    (void)state;
    tl_shape two[2] = {disc_at(0, 0, 12.5), disc_at(115, 0, 12.5)};
    two[1].pose.at.z = 123;
    assert_near(pairs_of(two, 2, TL_METRIC_3D, 150, 0).worst.range.distance_mm, 150, 1e-9);
    assert_near(pairs_of(two, 2, TL_METRIC_PLAN, 150, 0).worst.range.distance_mm, 90, 1e-9);
}

/* DB-COH-01: three bases of radius r, each pair 15 cm apart edge to edge, share no 15 cm disc: their middle lies
 * (150 + 2 r) / sqrt 3 from each centre, a disc of 150 reaches 75 + r. */
static void the_triangle_that_readings_part_on(void **state) {
    (void)state;
    double r = 12.5, side = 150 + 2 * r - 0.2;
    const tl_shape three[3] = {disc_at(500, 300, r), disc_at(500 + side, 300, r),
                               disc_at(500 + 0.5 * side, 300 + side * sqrt(0.75), r)};
    tl_cohesion_pairs pairs = pairs_of(three, 3, TL_METRIC_3D, 150, 0.05);
    assert_int_equal(pairs.verdict, TL_VERDICT_YES);
    assert_near(pairs.worst.range.distance_mm, 149.8, 1e-9);
    tl_cohesion_disc disc = disc_of(three, 3, 150, 0.05);
    assert_int_equal(disc.verdict, TL_VERDICT_NO);
    assert_near(disc.diameter_mm, 2 * (side / sqrt(3) - r), 1e-9);
    assert_true(disc.error_mm < 1e-9);
    assert_int_equal(disc.support_count, 3);
    assert_near(disc.centre.x, 500 + 0.5 * side, 1e-9);
    assert_near(disc.centre.y, 300 + side / sqrt(12), 1e-9);
    assert_int_equal(disc_of(three, 3, disc.diameter_mm + 0.06, 0.05).verdict, TL_VERDICT_YES);
    assert_int_equal(disc_of(three, 3, disc.diameter_mm + 0.04, 0.05).verdict, TL_VERDICT_MARGINAL);
}

static void limits_are_met_exactly(void **state) {
    (void)state;
    const tl_shape two[3] = {disc_at(100, 100, 12.5), disc_at(100 + 175, 100, 12.5), disc_at(180, 120, 12.5)};
    assert_int_equal(pairs_of(two, 2, TL_METRIC_3D, 150, 0).verdict, TL_VERDICT_YES);
    assert_int_equal(pairs_of(two, 2, TL_METRIC_3D, nextafter(150, 0), 0).verdict, TL_VERDICT_NO);
    assert_int_equal(pairs_of(two, 2, TL_METRIC_3D, 150, 0.05).verdict, TL_VERDICT_MARGINAL);
    assert_int_equal(disc_of(two, 2, 150, 0).verdict, TL_VERDICT_YES);
    assert_int_equal(disc_of(two, 2, nextafter(150, 0), 0).verdict, TL_VERDICT_NO);
    assert_int_equal(disc_of(two, 3, 150, 0).verdict, TL_VERDICT_YES);
    assert_int_equal(disc_of(two, 3, nextafter(150, 0), 0).verdict, TL_VERDICT_NO);
    assert_int_equal(disc_of(two, 3, 150, 0.05).verdict, TL_VERDICT_MARGINAL);
    const tl_shape boxes[2] = {box_at(0, 0, 0, 10, 20), box_at(170, 0, 90, 20, 10)};
    assert_int_equal(pairs_of(boxes, 2, TL_METRIC_3D, 150, 0).verdict, TL_VERDICT_YES);
    assert_int_equal(disc_of(boxes, 2, 150, 0).verdict, TL_VERDICT_YES);
    assert_int_equal(disc_of(boxes, 2, nextafter(150, 0), 0).verdict, TL_VERDICT_NO);
}

/* Distance of a point to a shape, by code that shares nothing with the engine's. */
static double plain_distance(const tl_shape *s, double x, double y) {
    double dx = x - s->pose.at.x, dy = y - s->pose.at.y;
    double u = dx * s->pose.x.x + dy * s->pose.x.y, v = dx * s->pose.y.x + dy * s->pose.y.y;
    if (s->kind == TL_SHAPE_DISC) {
        return fmax(sqrt(dx * dx + dy * dy) - s->radius, 0);
    }
    if (s->kind == TL_SHAPE_BOX) {
        double a = fmax(fabs(u) - s->to.x, 0), b = fmax(fabs(v) - s->to.y, 0);
        return sqrt(a * a + b * b);
    }
    double a = s->size.x, b = s->size.y;
    if (u * u / (a * a) + v * v / (b * b) <= 1) {
        return 0;
    }
    /* the nearest point of an ellipse in its first quadrant, by bisection on the multiplier */
    u = fabs(u);
    v = fabs(v);
    double low = 0, high = fmax(a, b) * (u + v);
    for (int i = 0; i < 80; i++) {
        double t = 0.5 * (low + high), p = a * u / (a * a + t), q = b * v / (b * b + t);
        *(p * p + q * q > 1 ? &low : &high) = t;
    }
    double px = a * a * u / (a * a + low), py = b * b * v / (b * b + low);
    return hypot(u - px, v - py);
}

static double plain_farthest(const tl_shape *shapes, size_t count, double x, double y) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, plain_distance(&shapes[i], x, y));
    }
    return most;
}

static double least_over_y(const tl_shape *shapes, size_t count, double x) {
    double low = -400, high = 400;
    while (high - low > 1e-7) {
        double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
        *(plain_farthest(shapes, count, x, a) < plain_farthest(shapes, count, x, b) ? &high : &low) =
            plain_farthest(shapes, count, x, a) < plain_farthest(shapes, count, x, b) ? b : a;
    }
    return plain_farthest(shapes, count, x, low);
}

/* The least of a convex function by nested sections. */
static double least(const tl_shape *shapes, size_t count) {
    double low = -400, high = 400;
    while (high - low > 1e-6) {
        double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
        bool left = least_over_y(shapes, count, a) < least_over_y(shapes, count, b);
        *(left ? &high : &low) = left ? b : a;
    }
    return least_over_y(shapes, count, low);
}

static void random_discs(void **state) {
    (void)state;
    test_random r = test_random_start("cohesion discs", 11);
    for (int n = 0; n < 60; n++) {
        tl_shape shapes[MOST];
        size_t count = 2 + (size_t)test_random_below(&r, MOST - 2);
        for (size_t i = 0; i < count; i++) {
            double radius = n % 3 == 0 ? 12.5 : test_random_between(&r, 5, 60);
            shapes[i] = disc_at(test_random_between(&r, -300, 300), test_random_between(&r, -300, 300), radius);
        }
        double expected = 2 * least(shapes, count);
        tl_cohesion_disc disc = disc_of(shapes, count, 150, 0.05);
        assert_near(disc.diameter_mm, expected, 1e-5);
        assert_true(disc.error_mm < 1e-9);
        /* the disc found does touch them all */
        assert_true(2 * plain_farthest(shapes, count, disc.centre.x, disc.centre.y) <= disc.diameter_mm + 1e-9);
        /* never smaller than the farthest pair demands, never larger than for the triangle: 2 / sqrt 3 with the radii
         */
        tl_cohesion_pairs pairs = pairs_of(shapes, count, TL_METRIC_PLAN, 150, 0.05);
        assert_true(disc.diameter_mm >= pairs.worst.range.distance_mm - 1e-9);
        /* far from the origin the same */
        for (size_t i = 0; i < count; i++) {
            shapes[i].pose.at.x += 65536;
        }
        assert_near(disc_of(shapes, count, 150, 0.05).diameter_mm, disc.diameter_mm, 1e-8);
    }
}

static void random_outlines(void **state) {
    (void)state;
    test_random r = test_random_start("cohesion outlines", 12);
    double widest = 0;
    for (int n = 0; n < 25; n++) {
        tl_shape shapes[MOST];
        size_t count = 2 + (size_t)test_random_below(&r, 4);
        for (size_t i = 0; i < count; i++) {
            double x = test_random_between(&r, -200, 200), y = test_random_between(&r, -200, 200);
            double turn = test_random_between(&r, 0, 360), a = test_random_between(&r, 5, 60);
            double b = test_random_between(&r, 5, 60);
            shapes[i] = test_random_below(&r, 2) == 0   ? oval_at(x, y, turn, a, b)
                        : test_random_below(&r, 2) == 0 ? box_at(x, y, turn, a, b)
                                                        : disc_at(x, y, a);
        }
        double expected = 2 * least(shapes, count);
        tl_cohesion_disc disc = disc_of(shapes, count, 150, 0.05);
        assert_true(disc.diameter_mm >= expected - 1e-5);
        assert_true(disc.diameter_mm - disc.error_mm <= expected + 1e-5);
        widest = fmax(widest, disc.error_mm);
        assert_true(2 * plain_farthest(shapes, count, disc.centre.x, disc.centre.y) <= disc.diameter_mm + 1e-6);
    }
    print_message("widest bound %.4f mm\n", widest);
    assert_true(widest < 0.02);
}

/* The disc that touches two bases is as wide as they are apart on the plan, however they are tilted. */
static void tilted_bases_are_seen_whole(void **state) {
    (void)state;
    static tl_vec2 outline[6] = {{0, 0}, {60, 0}, {60, 10}, {10, 10}, {10, 60}, {0, 60}};
    test_random r = test_random_start("cohesion tilted", 13);
    for (int n = 0; n < 60; n++) {
        tl_shape shapes[2];
        for (int i = 0; i < 2; i++) {
            double a = test_random_between(&r, 5, 40), b = test_random_between(&r, 5, 40);
            int kind = (int)test_random_below(&r, 4);
            shapes[i] = kind == 0   ? disc_at(0, 0, a)
                        : kind == 1 ? oval_at(0, 0, 0, a, b)
                        : kind == 2 ? box_at(0, 0, 0, a, b)
                                    : (tl_shape){.kind = TL_SHAPE_POLYGON, .outline = outline, .outline_count = 6};
            shapes[i].high = kind == 3 ? 5 : shapes[i].high;
            tl_vec3 at = {150 * i, test_random_between(&r, -20, 20), 0};
            shapes[i].pose =
                tl_pose_turned_tilted(at, test_random_between(&r, 0, 360), test_random_between(&r, -90, 90),
                                      n % 10 == 0 ? 90 : test_random_between(&r, -90, 90));
        }
        tl_cohesion_disc disc = disc_of(shapes, 2, 150, 0.05);
        double apart = pairs_of(shapes, 2, TL_METRIC_PLAN, 150, 0.05).worst.range.distance_mm;
        assert_true(disc.diameter_mm >= apart - 1e-6 && disc.diameter_mm - disc.error_mm <= apart + 1e-6);
        assert_true(disc.error_mm < 0.01);
    }
}

/* A base that is not convex: an L, whose notch a disc may dip into. */
static void a_notched_base(void **state) {
    (void)state;
    static tl_vec2 outline[6] = {{0, 0}, {60, 0}, {60, 10}, {10, 10}, {10, 60}, {0, 60}};
    tl_shape l = {.kind = TL_SHAPE_POLYGON,
                  .pose = tl_pose_turned((tl_vec3){100, 100, 0}, 0),
                  .low = 0,
                  .high = 3,
                  .outline = outline,
                  .outline_count = 6};
    /* a small base on the notch's diagonal: nearest to the edges, not to the inner corner */
    tl_shape shapes[2] = {l, disc_at(150, 150, 5)};
    tl_cohesion_disc disc = disc_of(shapes, 2, 150, 0.05);
    assert_true(disc.diameter_mm >= 35 - 1e-9 && disc.diameter_mm - disc.error_mm <= 35 + 1e-9);
    assert_true(disc.error_mm < 0.01);
}

static void memory_may_run_out(void **state) {
    (void)state;
    test_purse purse = {-1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &purse, .allocate = test_purse_allocate};
    tl_context *poor = tl_context_create(&options);
    const tl_shape shapes[3] = {box_at(0, 0, 10, 20, 10), oval_at(90, 0, 30, 20, 10), disc_at(0, 100, 12)};
    const tl_shape *list[3] = {&shapes[0], &shapes[1], &shapes[2]};
    const tl_volume volumes[3] = {{.shape = list[0]}, {.shape = list[1]}, {.shape = list[2]}};
    bool done = false;
    for (size_t n = 0; n < 200 && !done; n++) {
        tl_cohesion_disc disc;
        tl_cohesion_pairs pairs;
        tl_error error = {0};
        purse.left = (long)n;
        tl_status status = tl_cohesion_measure_disc(poor, list, 3, 150, 0, &disc, &error);
        if (status == TL_OK) {
            status = tl_cohesion_measure_pairs(poor, volumes, 3, TL_METRIC_3D, 150, 0, &pairs, &error);
        }
        done = status == TL_OK;
        assert_true(done || status == TL_ERROR_MEMORY);
    }
    assert_true(done);
    purse.left = -1;
    tl_context_destroy(poor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_models),
        cmocka_unit_test(floors_count_along_the_tape),
        cmocka_unit_test(the_triangle_that_readings_part_on),
        cmocka_unit_test(limits_are_met_exactly),
        cmocka_unit_test(random_discs),
        cmocka_unit_test(random_outlines),
        cmocka_unit_test(tilted_bases_are_seen_whole),
        cmocka_unit_test(a_notched_base),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("cohesion", tests, setup, teardown);
}
