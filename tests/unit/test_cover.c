/* test_cover.c: cover against scenes whose truth is known, viewpoints and hidden points against dense rays. */
#include "cover/cover.h"
#include "support/sight_scenes.h"

#include <stdlib.h>

#define RADIUS   15.0
#define DISTANCE 300.0

static void plate(test_sight *sight, double near, double thickness, double y0, double y1, double z0, double z1) {
    double ys[2] = {y0, y1}, zs[2] = {z0, z1};
    bool filled[1] = {true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 2, zs, 2, filled);
    test_sight_add(sight, &mesh, thickness > 0);
}

static tl_cover ask(test_sight *sight, const tl_cover_options *options) {
    tl_cover answer;
    assert_int_equal(
        tl_cover_between(sight->context, test_sight_obstacles(sight), sight->a, sight->b, options, &answer, NULL),
        TL_OK);
    assert_true(0 <= answer.visible_low && answer.visible_low <= answer.visible_high && answer.visible_high <= 1);
    return answer;
}

/* The share of the target's facing area that random rays from p reach. */
static double sampled_share(const test_sight *sight, tl_vec3 p, test_random *random) {
    double facing = 0, seen = 0;
    size_t count = tl_bvh_triangle_count(sight->b);
    for (int i = 0; i < 3000; i++) {
        tl_vec3 c[3];
        tl_bvh_corners(sight->b, (uint32_t)test_random_below(random, (int)count), c);
        tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
        if (tl_dot(n, tl_sub(p, c[0])) <= 0) {
            continue;
        }
        double u = test_random_between(random, 0, 1), v = test_random_between(random, 0, 1);
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        tl_vec3 q = tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v);
        facing += tl_length(n);
        seen += test_sight_brute_free(sight, p, q) ? tl_length(n) : 0;
    }
    return facing > 0 ? seen / facing : 1;
}

static void check_viewpoint(const test_sight *sight, const tl_cover *answer, test_random *random) {
    assert_true(answer->has_viewpoint);
    assert_true(test_body_distance(sight->a, answer->viewpoint) < 1e-9);
    for (int i = 0; i < 3000; i++) {
        assert_true(test_sight_brute_free(sight, answer->viewpoint, test_body_point(sight->b, random)));
    }
}

/* No point of the attacker sees everything: every one of many has a blocked ray among many. */
static void check_no_viewpoint(const test_sight *sight, test_random *random) {
    for (int i = 0; i < 40; i++) {
        tl_vec3 p = test_body_point(sight->a, random);
        bool all = true;
        for (int k = 0; k < 2000 && all; k++) {
            all = test_sight_brute_free(sight, p, test_body_point(sight->b, random));
        }
        assert_false(all);
    }
}

/* How high the top edge of a wall at x may be for the best viewpoint to see the whole target over it: balls, by their
 * corners. */
static double wall_limit(const test_sight *sight, double x, const tl_pose *pose) {
    double best = -INFINITY;
    for (size_t i = 0; i < tl_bvh_vertex_count(sight->a); i++) {
        tl_vec3 p = tl_pose_local(pose, tl_bvh_vertices(sight->a)[i]);
        double least = INFINITY;
        for (size_t k = 0; k < tl_bvh_vertex_count(sight->b); k++) {
            tl_vec3 q = tl_pose_local(pose, tl_bvh_vertices(sight->b)[k]);
            least = fmin(least, p.z + (q.z - p.z) * (x - p.x) / (q.x - p.x));
        }
        best = fmax(best, least);
    }
    return best;
}

static void wall_in_between(void **state) {
    (void)state;
    test_random random = test_random_start("wall_in_between", 101);
    for (int i = 0; i < 6; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        double x = test_random_between(&random, 60, 240);
        for (int hidden = 0; hidden < 2; hidden++) {
            test_sight sight;
            test_sight_start(&sight, &pose);
            test_sight_balls(&sight, DISTANCE, RADIUS, 7);
            double limit = wall_limit(&sight, x, &pose);
            plate(&sight, x, i & 1 ? 0.5 : 0, -300, 300, -300, hidden != 0 ? limit + 0.5 : limit - 0.5);
            tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
            tl_cover answer = ask(&sight, &options);
            assert_int_equal(answer.verdict, hidden != 0 ? TL_VERDICT_YES : TL_VERDICT_NO);
            if (hidden == 0) {
                check_viewpoint(&sight, &answer, &random);
                assert_true(answer.visible_low == 1);
            } else {
                check_no_viewpoint(&sight, &random);
                assert_int_equal(answer.named_count, 1);
                assert_int_equal(answer.named[0], 0);
                assert_true(answer.has_hidden_point);
                assert_false(test_sight_brute_free(&sight, answer.viewpoint, answer.hidden_point));
                assert_true(test_body_distance(sight.b, answer.hidden_point) < 1e-6);
                double share = sampled_share(&sight, answer.viewpoint, &random);
                assert_true(share > answer.visible_low - 0.05 && share < answer.visible_high + 0.05);
                assert_true(answer.visible_high - answer.visible_low < 0.3);
            }
            test_sight_end(&sight);
        }
    }
}

static void open_and_closed(void **state) {
    (void)state;
    test_random random = test_random_start("open_and_closed", 102);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, DISTANCE, RADIUS, 7);
    tl_cover_options options = {.sight = {.prove = true}};
    tl_cover answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_NO);
    check_viewpoint(&sight, &answer, &random);
    plate(&sight, 150, 1, -300, 300, -300, 300); /* no sight at all */
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    assert_true(answer.visible_high < 0.01);
    test_sight_end(&sight);
}

/* Feet on the ground and a plate touching the back don't hide; a foot deep in a block does. */
static void contact_is_no_cover(void **state) {
    (void)state;
    for (int sunk = 0; sunk < 2; sunk++) {
        tl_pose pose = tl_pose_identity();
        pose.at.z = RADIUS;
        test_sight sight;
        test_sight_start(&sight, &pose);
        test_mesh a = {0}, b = {0}, block = {0};
        test_mesh_box(&a, (tl_vec3){-5, -5, -RADIUS}, (tl_vec3){5, 5, 40});
        test_mesh_box(&b, (tl_vec3){DISTANCE - 10, -10, -RADIUS}, (tl_vec3){DISTANCE + 10, 10, 10});
        test_sight_bodies(&sight, &a, &b);
        plate(&sight, DISTANCE + 10, 2, -300, 300, -RADIUS, 100);
        test_mesh_box(&block, (tl_vec3){DISTANCE - 9, 10 - 3 * sunk, -RADIUS}, (tl_vec3){DISTANCE + 9, 40, 30});
        test_sight_add(&sight, &block, true);
        tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, sunk != 0 ? TL_VERDICT_YES : TL_VERDICT_NO);
        assert_int_equal(answer.target_in_solid, sunk != 0);
        test_sight_end(&sight);
    }
}

/* A pillar hides a strip of the target from every single point, but not the same strip. */
static void union_of_views(void **state) {
    (void)state;
    test_random random = test_random_start("union_of_views", 103);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, DISTANCE, RADIUS, 7);
    plate(&sight, 0.5 * DISTANCE, 1, -3, 3, -300, 300);
    tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
    tl_cover answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    check_no_viewpoint(&sight, &random);
    options.union_of_views = true;
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_NO);
    plate(&sight, DISTANCE - 20, 1, -3, 3, -300, 300); /* close in front: some of it nobody sees */
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    test_sight_end(&sight);
}

static void shares(void **state) {
    (void)state;
    test_random random = test_random_start("shares", 104);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, DISTANCE, RADIUS, 7);
    plate(&sight, DISTANCE - 20, 1, -300, 300, -300, -10); /* hides a small part low down */
    tl_cover_options options = {.sight = {.prove = true}, .min_fraction = 0};
    assert_int_equal(ask(&sight, &options).verdict, TL_VERDICT_YES);
    options.min_fraction = 0.5;
    assert_int_equal(ask(&sight, &options).verdict, TL_VERDICT_NO);
    options = (tl_cover_options){.sight = {.prove = false}};
    assert_int_equal(ask(&sight, &options).verdict, TL_VERDICT_MARGINAL);
    test_sight_end(&sight);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_in_between), cmocka_unit_test(open_and_closed), cmocka_unit_test(contact_is_no_cover),
        cmocka_unit_test(union_of_views),  cmocka_unit_test(shares),
    };
    return cmocka_run_group_tests_name("cover", tests, NULL, NULL);
}
