/* test_cover.c: cover against scenes whose truth is known, viewpoints and hidden points against dense rays. */
#include "cover/cover.h"
#include "support/sight_scenes.h"
#include "support/purse.h"

#include <limits.h>
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

/* The same where contact hides: points nearer than the skirt to a blocker don't count. */
static void check_viewpoint_outside_skirt(const test_sight *sight, const tl_cover *answer, test_random *random) {
    assert_true(answer->has_viewpoint);
    for (int i = 0; i < 3000; i++) {
        tl_vec3 q = test_body_point(sight->b, random);
        double distance = tl_world_clearance(sight->world, q, q, sight->blockers, 2, NULL);
        assert_true(distance < 0.6 + 1e-6 || test_sight_brute_free(sight, answer->viewpoint, q));
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

/* Over a wall's top edge a few points of the attacker see a few of the target; the viewpoint told is one of them. */
static void a_glimpse(void **state) {
    (void)state;
    test_random random = test_random_start("a_glimpse", 110);
    for (int i = 0; i < 12; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        test_sight_balls(&sight, DISTANCE, RADIUS, 7);
        plate(&sight, test_random_between(&random, 120, 180), 0.5, -300, 300, -300, RADIUS - 0.7);
        tl_cover_options options = {.sight = {.prove = true, .seed = (uint64_t)i}};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_YES);
        assert_true(answer.has_viewpoint);
        double share = sampled_share(&sight, answer.viewpoint, &random);
        assert_true(answer.visible_low > 0);
        assert_true(share > 0 || answer.visible_high < 0.002);
        assert_true(share > answer.visible_low - 0.03 && share < answer.visible_high + 0.03);
        test_sight_end(&sight);
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

/* A target on a block with a wall behind it that it touches: both contacts at once are no cover either. Where the block
 * ends short of the target's feet, the attacker, who looks down on them, doesn't see what hangs over. */
static void double_contact_is_no_cover(void **state) {
    (void)state;
    test_random random = test_random_start("double_contact_is_no_cover", 105);
    for (int i = 0; i < 6; i++) {
        tl_pose pose = i == 0 ? tl_pose_identity() : test_pose_above_ground(&random, 1000);
        pose.at.z += i == 0 ? RADIUS : 0;
        test_sight sight;
        test_sight_start(&sight, &pose);
        test_mesh a = {0}, b = {0}, block = {0};
        bool overhang = i >= 4;
        test_mesh_box(&a, (tl_vec3){-5, -5, -RADIUS}, (tl_vec3){5, 5, 60});
        test_mesh_box(&b, (tl_vec3){DISTANCE - 10, -10, 0}, (tl_vec3){DISTANCE + 10, 10, 25});
        test_sight_bodies(&sight, &a, &b);
        plate(&sight, DISTANCE + 10, 2, -300, 300, -RADIUS + 1, 100);
        double front = overhang ? DISTANCE - 5 : DISTANCE - 40;
        test_mesh_box(&block, (tl_vec3){front, -40, -RADIUS + 1}, (tl_vec3){DISTANCE + 10, 40, 0});
        test_sight_add(&sight, &block, true);
        tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_NO);
        check_viewpoint_outside_skirt(&sight, &answer, &random);
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

/* A board across the way, as a grid of n x n squares and so on, from z0 to z1. */
static void board(test_sight *sight, double x, int n, double z0, double z1) {
    double ys[33], zs[33];
    bool filled[32 * 32];
    for (int i = 0; i <= n; i++) {
        ys[i] = -60 + 120.0 * i / n;
        zs[i] = z0 + (z1 - z0) * i / n;
    }
    for (int i = 0; i < n * n; i++) {
        filled[i] = true;
    }
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, x, x, ys, n + 1, zs, n + 1, filled);
    test_sight_add(sight, &mesh, false);
}

/* A box whose front, 20 x 20 at x = distance, is all of it that faces points near the axis. */
static void boxes(test_sight *sight, tl_vec3 low, tl_vec3 high, double distance) {
    test_mesh a = {0}, b = {0};
    test_mesh_box(&a, low, high);
    test_mesh_box(&b, (tl_vec3){distance, -10, -10}, (tl_vec3){distance + 8, 10, 10});
    test_sight_bodies(sight, &a, &b);
}

/* Two boards that hide the lower and the upper part: shares by similar triangles, whoever hides more is named first. */
static void share_closed_form(void **state) {
    (void)state;
    test_random random = test_random_start("share_closed_form", 106);
    for (int i = 0; i < 12; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        double distance = test_random_between(&random, 150, 350);
        double x = distance * test_random_between(&random, 0.3, 0.8),
               y = distance * test_random_between(&random, 0.3, 0.8);
        double lower = test_random_between(&random, 0.05, 0.6), upper = test_random_between(&random, 0.05, 0.3);
        test_sight sight;
        test_sight_start(&sight, &pose);
        boxes(&sight, (tl_vec3){-0.002, -0.002, -0.002}, (tl_vec3){0.002, 0.002, 0.002}, distance);
        board(&sight, x, 1 + 5 * (i % 4), -60, (20 * lower - 10) * x / distance);
        board(&sight, y, 1 + 5 * (i % 3), (10 - 20 * upper) * y / distance, 60);
        tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_YES);
        assert_true(answer.visible_low - 1e-3 < 1 - lower - upper && 1 - lower - upper < answer.visible_high + 1e-3);
        assert_true(answer.visible_high - answer.visible_low < 0.02);
        assert_int_equal(answer.named_count, 2);
        if (fabs(lower - upper) > 0.03) {
            assert_int_equal(answer.named[0], lower > upper ? 0 : 1);
        }
        for (size_t k = 0; k < 2; k++) {
            assert_true(fabs(answer.hidden_share[k] - (answer.named[k] == 0 ? lower : upper)) < 0.02);
        }
        test_sight_end(&sight);
    }
}

/* A board hides the lower part. The attacker's upper front edge sees most: from (5, y, 9) the shadow of the board's
 * edge (x, z) ends at 9 - (9 - z) (d - 5) / (x - 5), lower than from anywhere else. */
static void hidden_share_closed_form(void **state) {
    (void)state;
    test_random random = test_random_start("hidden_share_closed_form", 107);
    for (int i = 0; i < 8; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        double distance = test_random_between(&random, 150, 350), x = distance * test_random_between(&random, 0.4, 0.8);
        double hidden = test_random_between(&random, 0.15, 0.8);
        test_sight sight;
        test_sight_start(&sight, &pose);
        boxes(&sight, (tl_vec3){-5, -5, -9}, (tl_vec3){5, 5, 9}, distance);
        board(&sight, x, 1 + i, -60, 9 - (9 - (20 * hidden - 10)) * (x - 5) / (distance - 5));
        tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}};
        options.min_fraction = hidden + 0.03;
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_NO);
        assert_true(answer.visible_low > 1 - options.min_fraction);
        assert_true(answer.visible_low < 1 - hidden + 1e-6); /* no view is better */
        assert_true(test_body_distance(sight.a, answer.viewpoint) < 1e-9);
        options.min_fraction = hidden - 0.06;
        assert_int_equal(ask(&sight, &options).verdict, TL_VERDICT_YES);
        test_sight_end(&sight);
    }
}

/* A bar of half width w behind a pillar of half width p: seen from the middle of the target's front, the pillar's
 * shadow on the bar is p d / (d - x) to either side. */
static void union_closed_form(void **state) {
    (void)state;
    test_random random = test_random_start("union_closed_form", 108);
    for (int i = 0; i < 12; i++) {
        bool hidden = i % 2 != 0;
        tl_pose pose = test_pose_above_ground(&random, 1000);
        double distance = test_random_between(&random, 150, 350), x = distance * test_random_between(&random, 0.4, 0.7);
        double shadow = test_random_between(&random, 4, 9), width = hidden ? shadow - 0.5 : shadow + 0.5;
        double half = shadow * (distance - x) / distance;
        test_sight sight;
        test_sight_start(&sight, &pose);
        boxes(&sight, (tl_vec3){-0.001, -width, -0.001}, (tl_vec3){0.001, width, 0.001}, distance);
        plate(&sight, x, 0, -half, half, -60, 60);
        tl_cover_options options = {.sight = {.prove = true, .check_lines = 10}, .union_of_views = true};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, hidden ? TL_VERDICT_YES : TL_VERDICT_NO);
        test_sight_end(&sight);
    }
}

/* Wherever memory ends, the question says so and gives back what it had; with enough the answer is the usual one. */
static void memory_ends(void **state) {
    (void)state;
    test_random random = test_random_start("memory_ends", 109);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, DISTANCE, RADIUS, 3);
    board(&sight, DISTANCE - 60, 2, -60, -4);
    const tl_cover_options options[3] = {{.sight = {.prove = true}},
                                         {.sight = {.prove = true}, .min_fraction = 0.1},
                                         {.sight = {.prove = true}, .union_of_views = true}};
    for (int i = 0; i < 3; i++) {
        tl_cover usual = ask(&sight, &options[i]);
        tl_status status = TL_ERROR_MEMORY;
        long tried = 0;
        for (long n = 0; status != TL_OK; n += 1 + n / 24) {
            test_purse p = {.left = LONG_MAX};
            tl_context *poor = tl_context_create(&(tl_context_options){
                .struct_size = sizeof(tl_context_options), .user = &p, .allocate = test_purse_allocate});
            assert_non_null(poor);
            long own = p.held;
            p.left = n;
            tl_cover answer;
            status = tl_cover_between(poor, test_sight_obstacles(&sight), sight.a, sight.b, &options[i], &answer, NULL);
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            assert_int_equal(p.held, own);
            if (status == TL_OK) {
                assert_int_equal(answer.verdict, usual.verdict);
                assert_true(answer.visible_low == usual.visible_low && answer.visible_high == usual.visible_high);
            }
            tl_context_destroy(poor);
            tried++;
        }
        assert_true(tried > 20);
    }
    test_sight_end(&sight);
}

/* A fence of strips: what is hidden behind it is hidden by closing the cracks between them, and the answer says so; a
 * fence of strips that join has none. Wider cracks are open. */
static void cracks_are_told(void **state) {
    (void)state;
    test_random random = test_random_start("cracks_are_told", 95);
    const double gaps[3] = {0, 1e-5, 0.2};
    for (int g = 0; g < 3; g++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        double edges[62], zs[2] = {-60, 60};
        for (int i = 0; i < 62; i++) {
            edges[i] = i - 30.5;
        }
        test_mesh mesh = {0};
        for (int i = 0; i + 1 < 62; i++) {
            double ys[2] = {i == 0 ? -60 : edges[i], i == 60 ? 60 : edges[i + 1] - gaps[g]};
            bool filled[1] = {true};
            test_mesh_plate(&mesh, 150, 150, ys, 2, zs, 2, filled);
        }
        test_sight_add(&sight, &mesh, false);
        test_sight_balls(&sight, DISTANCE, RADIUS, 6);
        tl_cover_options options = {.sight = {.prove = true}};
        tl_cover answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_YES);
        if (g < 2) {
            assert_true(answer.visible_high < 0.02);
            assert_true(g == 0 ? answer.closed_gap < 1e-9 : answer.closed_gap >= 1e-6 && answer.closed_gap <= 1e-3);
        } else {
            assert_true(answer.visible_low > 0.05 && answer.closed_gap < 1e-9);
        }
        test_sight_end(&sight);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_in_between),
        cmocka_unit_test(a_glimpse),
        cmocka_unit_test(open_and_closed),
        cmocka_unit_test(contact_is_no_cover),
        cmocka_unit_test(double_contact_is_no_cover),
        cmocka_unit_test(union_of_views),
        cmocka_unit_test(share_closed_form),
        cmocka_unit_test(hidden_share_closed_form),
        cmocka_unit_test(union_closed_form),
        cmocka_unit_test(memory_ends),
        cmocka_unit_test(cracks_are_told),
        cmocka_unit_test(shares),
    };
    return cmocka_run_group_tests_name("cover", tests, NULL, NULL);
}
