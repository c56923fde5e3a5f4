/* test_visibility.c: verdicts against scenes whose truth is known in closed form, at random places and rotations;
 * witnesses against brute force; proofs against random lines inside every proved bundle; laws. */
#include "support/sight_scenes.h"
#include "support/purse.h"

#include "geom/geom.h"

#include <stdlib.h>
#include <string.h>

#define RADIUS 15.0

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

typedef struct layout {
    double distance;
    double width;     /* of the slit, gap, overlap, margin */
    double thickness; /* of plates; 0: open sheets */
    test_random *random;
} layout;

typedef void scene_fn(test_sight *sight, const layout *l);

static void plate(test_sight *sight, double near, double thickness, double y0, double y1, double z0, double z1) {
    double ys[2] = {y0, y1}, zs[2] = {z0, z1};
    bool filled[1] = {true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 2, zs, 2, filled);
    test_sight_add(sight, &mesh, thickness > 0);
}

static void holed_plate(test_sight *sight, double near, double thickness, double y0, double y1, double z0, double z1) {
    double ys[4] = {-300, y0, y1, 300}, zs[4] = {-300, z0, z1, 300};
    bool filled[9] = {true, true, true, true, false, true, true, true, true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 4, zs, 4, filled);
    test_sight_add(sight, &mesh, thickness > 0);
}

static void slit(test_sight *sight, const layout *l) {
    holed_plate(sight, l->distance * test_random_between(l->random, 0.3, 0.7), l->thickness, -l->width / 2,
                l->width / 2, -30, 30);
}

static void gap(test_sight *sight, const layout *l) {
    double x = l->distance * test_random_between(l->random, 0.3, 0.7);
    plate(sight, x, l->thickness, -300, -l->width / 2, -300, 300);
    plate(sight, x, l->thickness, l->width / 2, 300, -300, 300);
}

static void keyholes(test_sight *sight, const layout *l) {
    holed_plate(sight, 0.3 * l->distance, l->thickness, -l->width / 2, l->width / 2, -l->width / 2, l->width / 2);
    holed_plate(sight, 0.6 * l->distance, l->thickness, -l->width / 2, l->width / 2, -l->width / 2, l->width / 2);
}

static void keyholes_closed(test_sight *sight, const layout *l) {
    keyholes(sight, l);
    plate(sight, 0.8 * l->distance, l->thickness, -300, 300, -300, 300);
}

/* Both balls end at z = RADIUS; the wall's top is higher by the width. */
static void edge_above(test_sight *sight, const layout *l) {
    plate(sight, 0.5 * l->distance, l->thickness, -400, 400, -300, RADIUS + l->width);
}

static void closed_box(test_sight *sight, const layout *l) {
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){-20, -20, -20}, (tl_vec3){20 + l->width, 20 + l->width, 20 + l->width});
    test_sight_add(sight, &mesh, false);
}

/* The highest line through the first window, RADIUS below it at the first ball's far side, stays under the second. */
static void two_windows(test_sight *sight, const layout *l) {
    double x1 = 0.4 * l->distance, x2 = 0.6 * l->distance;
    double reach = 4 + (4 + RADIUS) / (x1 - RADIUS) * (x2 + l->thickness - x1) + l->width;
    holed_plate(sight, x1, l->thickness, -4, 4, -4, 4);
    holed_plate(sight, x2, l->thickness, reach, reach + 8, -4, 4);
}

/* Overlapped so far that the steepest line between the balls can't pass between the two plates, and `width` more. */
static void overlapped(test_sight *sight, const layout *l) {
    double x = 0.5 * l->distance, deep = 3 + 2 * l->thickness;
    double half = 0.5 * (2 * RADIUS / (l->distance - 2 * RADIUS) * deep + l->width);
    plate(sight, x, l->thickness, -300, half, -300, 300);
    plate(sight, x + 3 + l->thickness, l->thickness, -half, 300, -300, 300);
}

/* Overlapped by half of what the steepest line between the balls needs. */
static void overlapped_open(test_sight *sight, const layout *l) {
    double x = 0.5 * l->distance, deep = 3 + 2 * l->thickness;
    double half = 0.25 * (2 * RADIUS / l->distance) * deep;
    plate(sight, x, l->thickness, -300, half, -300, 300);
    plate(sight, x + 3 + l->thickness, l->thickness, -half, 300, -300, 300);
}

static void boxes_touching(test_sight *sight, const layout *l) {
    double x = 0.5 * l->distance;
    test_mesh one = {0}, two = {0};
    test_mesh_box(&one, (tl_vec3){x, -300, -300}, (tl_vec3){x + 5, 0, 300});
    test_mesh_box(&two, (tl_vec3){x, 0, -300}, (tl_vec3){x + 5, 300, 300});
    test_sight_add(sight, &one, true);
    test_sight_add(sight, &two, true);
}

static void boxes_pushed(test_sight *sight, const layout *l) {
    double x = 0.5 * l->distance;
    test_mesh one = {0}, two = {0};
    test_mesh_box(&one, (tl_vec3){x, -300, -300}, (tl_vec3){x + 5, l->width, 300});
    test_mesh_box(&two, (tl_vec3){x - 0.7, 0, -310}, (tl_vec3){x + 4, 300, 305});
    test_sight_add(sight, &one, true);
    test_sight_add(sight, &two, true);
}

/* --- Checks ------------------------------------------------------------------------------------------------------- */

static double brute_clearance(const test_sight *sight, tl_vec3 p, tl_vec3 q) {
    double least = INFINITY;
    for (size_t slot = 0; slot < sight->count; slot++) {
        for (size_t i = 0; sight->blockers[slot] != 0 && i < tl_bvh_triangle_count(sight->slots[slot]); i++) {
            tl_vec3 c[3], on, at;
            tl_bvh_corners(sight->slots[slot], (uint32_t)i, c);
            least = fmin(least, tl_geom_segment_nearest_triangle(p, q, c, &on, &at));
        }
    }
    return sqrt(least) * (1 + 1e-15);
}

static void check_witness(const test_sight *sight, const tl_sight *answer) {
    assert_true(answer->has_line);
    assert_true(test_sight_brute_free(sight, answer->from, answer->to));
    assert_true(test_body_distance(sight->a, answer->from) < 1e-9);
    assert_true(test_body_distance(sight->b, answer->to) < 1e-9);
    assert_true(answer->clearance > 0);
    assert_true(answer->clearance <= brute_clearance(sight, answer->from, answer->to));
    assert_true(answer->from.z > 0 && answer->to.z > 0);
}

static tl_sight ask(test_sight *sight, const tl_sight_options *options) {
    tl_sight answer;
    assert_int_equal(
        tl_visibility_between(sight->context, test_sight_obstacles(sight), sight->a, sight->b, options, &answer, NULL),
        TL_OK);
    assert_int_equal(answer.failed_checks, 0);
    return answer;
}

static void run_family(const char *name, scene_fn *build, double width, double thickness, tl_verdict expected,
                       int count, uint64_t seed) {
    test_random random = test_random_start(name, seed);
    for (int i = 0; i < count; i++) {
        layout l = {.distance = test_random_between(&random, 200, 500),
                    .width = width,
                    .thickness = (i & 1) != 0 ? thickness : 0,
                    .random = &random};
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        build(&sight, &l);
        test_sight_balls(&sight, l.distance, RADIUS, 9);
        tl_sight_options options = {.prove = true, .seed = (uint64_t)i, .check_lines = 20};
        tl_sight answer = ask(&sight, &options);
        if (answer.verdict != expected) {
            print_error("%s, scene %d: verdict %d (why %d), work %llu, shafts %llu\n", name, i, (int)answer.verdict,
                        (int)answer.why, (unsigned long long)answer.work, (unsigned long long)answer.shafts);
        }
        assert_int_equal(answer.verdict, expected);
        if (expected == TL_VERDICT_YES) {
            check_witness(&sight, &answer);
        } else {
            assert_true(answer.named_count > 0);
            assert_true(answer.has_attempt);
            for (int ray = 0; ray < 2000; ray++) {
                assert_false(test_sight_brute_free(&sight, test_body_point(sight.a, &random),
                                                   test_body_point(sight.b, &random)));
            }
        }
        test_sight_end(&sight);
    }
}

static void finds_slits(void **state) {
    (void)state;
    run_family("slit 0.1", slit, 0.1, 0.8, TL_VERDICT_YES, 4, 11);
    run_family("slit 0.5", slit, 0.5, 0.8, TL_VERDICT_YES, 4, 12);
    run_family("slit 2", slit, 2, 0.8, TL_VERDICT_YES, 4, 13);
}

static void finds_gaps(void **state) {
    (void)state;
    run_family("gap 0.1", gap, 0.1, 0.8, TL_VERDICT_YES, 4, 21);
    run_family("gap 1", gap, 1, 0.8, TL_VERDICT_YES, 4, 22);
}

static void finds_keyholes(void **state) {
    (void)state;
    run_family("keyholes 0.5", keyholes, 0.5, 0.3, TL_VERDICT_YES, 4, 31);
    run_family("keyholes 2", keyholes, 2, 0.3, TL_VERDICT_YES, 4, 32);
}

static void proves_closed(void **state) {
    (void)state;
    run_family("keyholes closed", keyholes_closed, 1, 0.3, TL_VERDICT_NO, 4, 41);
    run_family("closed box", closed_box, 0.02, 0, TL_VERDICT_NO, 4, 42);
    run_family("edge above 0.02", edge_above, 0.02, 5, TL_VERDICT_NO, 4, 43);
    run_family("edge above 1", edge_above, 1, 5, TL_VERDICT_NO, 4, 44);
    run_family("two windows 0.06", two_windows, 0.06, 1, TL_VERDICT_NO, 4, 45);
    run_family("overlapped 1", overlapped, 1, 0.5, TL_VERDICT_NO, 2, 46);
}

/* What two blockers close only together takes a few steps, however little they overlap: dividing cells alone, it takes
 * thousands. */
static void closes_together(void **state) {
    (void)state;
    test_random random = test_random_start("closes_together", 47);
    run_family("overlapped 0.02", overlapped, 0.02, 0.5, TL_VERDICT_NO, 4, 48);
    for (int i = 0; i < 8; i++) {
        layout l = {.distance = test_random_between(&random, 200, 500), .width = 0.02, .random = &random};
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        overlapped(&sight, &l);
        test_sight_balls(&sight, l.distance, RADIUS, 9);
        tl_sight_options options = {.prove = true, .check_lines = 100};
        tl_sight answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, TL_VERDICT_NO);
        assert_in_range(answer.shafts, 1, 60);
        assert_true(answer.checked > 0);
        test_sight_end(&sight);
    }
}

static void proves_touching_boxes(void **state) {
    (void)state;
    run_family("boxes touching", boxes_touching, 0, 0, TL_VERDICT_NO, 4, 51);
    run_family("boxes pushed 1", boxes_pushed, 1, 0, TL_VERDICT_NO, 4, 52);
}

static void finds_oblique_passage(void **state) {
    (void)state;
    run_family("overlapped, open", overlapped_open, 0, 0.3, TL_VERDICT_YES, 4, 61);
}

/* --- Laws --------------------------------------------------------------------------------------------------------- */

static void same_both_ways(void **state) {
    (void)state;
    test_random random = test_random_start("same_both_ways", 71);
    scene_fn *const scenes[] = {slit, keyholes, edge_above, boxes_pushed};
    for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
        layout l = {.distance = 300, .width = 1, .thickness = 0.5, .random = &random};
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        scenes[i](&sight, &l);
        test_sight_balls(&sight, 300, RADIUS, 7);
        tl_sight_options options = {.prove = true};
        tl_sight there = ask(&sight, &options);
        tl_bvh *a = sight.a;
        sight.a = sight.b;
        sight.b = a;
        tl_sight back = ask(&sight, &options);
        assert_int_equal(there.verdict, back.verdict);
        assert_int_equal(there.work, back.work);
        assert_true(there.clearance == back.clearance);
        assert_true(tl_same_point(there.from, back.to) && tl_same_point(there.to, back.from));
        assert_true(tl_same_point(there.attempt_from, back.attempt_to));
        test_sight_end(&sight);
    }
}

/* Removing an occluder never takes sight away; adding never gives any. */
static void more_blocks_more(void **state) {
    (void)state;
    test_random random = test_random_start("more_blocks_more", 72);
    for (int i = 0; i < 12; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        for (int k = 0; k < 5; k++) {
            double x = test_random_between(&random, 40, 220), y = test_random_between(&random, -30, 10),
                   z = test_random_between(&random, -30, 10);
            test_mesh mesh = {0};
            test_mesh_box(
                &mesh, (tl_vec3){x, y, z},
                (tl_vec3){x + 5, y + test_random_between(&random, 5, 40), z + test_random_between(&random, 5, 40)});
            test_sight_add(&sight, &mesh, true);
        }
        test_sight_balls(&sight, 260, RADIUS, 7);
        tl_sight_options options = {.prove = true, .quick = true, .check_lines = 10};
        bool seen = true;
        /* one blocker more each time */
        for (size_t used = 0; used <= sight.count; used++) {
            for (size_t slot = 0; slot < sight.count; slot++) {
                sight.blockers[slot] = slot < used ? TL_ROLES_ALL : 0;
            }
            tl_sight answer = ask(&sight, &options);
            assert_false(answer.verdict == TL_VERDICT_YES && !seen);
            seen = answer.verdict != TL_VERDICT_NO;
            if (used == 0) {
                assert_int_equal(answer.verdict, TL_VERDICT_YES);
            }
        }
        test_sight_end(&sight);
    }
}

static void inside_solids(void **state) {
    (void)state;
    test_random random = test_random_start("inside_solids", 73);
    for (int solid = 0; solid < 2; solid++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        test_mesh mesh = {0};
        test_mesh_box(&mesh, (tl_vec3){-40, -40, -40}, (tl_vec3){40, 40, 40});
        test_sight_add(&sight, &mesh, solid == 1);
        test_sight_balls(&sight, 200, RADIUS, 7);
        tl_sight_options options = {.prove = solid == 0};
        tl_sight answer = ask(&sight, &options);
        /* a solid is noticed without proofs; a hollow box needs one */
        assert_int_equal(answer.verdict, TL_VERDICT_NO);
        assert_int_equal(answer.from_inside_solid, solid == 1);
        assert_false(answer.to_inside_solid);
        test_sight_end(&sight);
    }
}

/* A body half in a solid sees from its free half only, and its buried half proves nothing wrong. */
static void half_in_a_solid(void **state) {
    (void)state;
    test_random random = test_random_start("half_in_a_solid", 74);
    for (int walled = 0; walled < 2; walled++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        test_mesh mesh = {0};
        test_mesh_box(&mesh, (tl_vec3){-40, -40, -40}, (tl_vec3){3, 40, 41});
        test_sight_add(&sight, &mesh, true);
        if (walled != 0) {
            plate(&sight, 100, 2, -300, 300, -300, 300);
        }
        test_sight_balls(&sight, 200, RADIUS, 7);
        tl_sight_options options = {.prove = true, .check_lines = 20};
        tl_sight answer = ask(&sight, &options);
        assert_int_equal(answer.verdict, walled != 0 ? TL_VERDICT_NO : TL_VERDICT_YES);
        test_sight_end(&sight);
    }
}

static void behind_the_ground(void **state) {
    (void)state;
    tl_pose pose = tl_pose_identity();
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, 200, RADIUS, 7); /* half of each ball is underground */
    tl_sight_options options = {.prove = true, .check_lines = 20};
    tl_sight answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    check_witness(&sight, &answer);
    assert_true(answer.clearance <= fmin(answer.from.z, answer.to.z));
    plate(&sight, 100, 3, -300, 300, 0, 20); /* stands on the ground exactly */
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_NO);
    test_sight_end(&sight);
    pose.at.z = -RADIUS; /* all of both */
    test_sight_start(&sight, &pose);
    test_sight_balls(&sight, 200, RADIUS, 7);
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_NO);
    assert_true(answer.from_inside_solid && answer.to_inside_solid);
    test_sight_end(&sight);
}

/* A slit of 1 mm holds a line with 0.4 mm to either side, and none with 0.6. */
static double rolling(void *user, double x, double y) {
    (void)user;
    return 100 + 0.02 * x - 0.03 * y;
}

/* However many models stand on a table, what is above its mesh is above it. */
static void above_the_mesh_of_a_crowded_table(void **state) {
    (void)state;
    enum { SLOTS = 9000 };
    static uint8_t blockers[SLOTS];
    tl_pose pose = tl_pose_identity();
    test_sight sight;
    test_sight_start(&sight, &pose);
    test_mesh mesh = {0};
    test_mesh_field(&mesh, -300, 300, -300, 300, 10, rolling, NULL);
    uint32_t ground = test_sight_add(&sight, &mesh, false);
    tl_obstacles obstacles = *test_sight_obstacles(&sight);
    tl_world *crowded = NULL;
    assert_int_equal(tl_world_create(sight.context, SLOTS, &crowded, NULL), TL_OK);
    tl_world_set(crowded, ground, sight.slots[ground]);
    memset(blockers, TL_ROLES_ALL, sizeof(blockers));
    obstacles.world = crowded;
    obstacles.blockers = blockers;
    obstacles.insides = NULL;
    obstacles.ground_slot = (int)ground;
    test_random random = test_random_start("above_the_mesh", 75);
    for (int i = 0; i < 200; i++) {
        double x = test_random_between(&random, -290, 290), y = test_random_between(&random, -290, 290);
        double off = test_random_between(&random, -40, 40);
        assert_int_equal(tl_visibility_live(&obstacles, (tl_vec3){x, y, rolling(NULL, x, y) + off}), off > 0);
    }
    tl_world_destroy(crowded);
    test_sight_end(&sight);
}

static void asked_for_wider_lines(void **state) {
    (void)state;
    test_random random = test_random_start("asked_for_wider_lines", 75);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    layout l = {.distance = 300, .width = 1, .thickness = 0.5, .random = &random};
    test_sight sight;
    test_sight_start(&sight, &pose);
    slit(&sight, &l);
    test_sight_balls(&sight, 300, RADIUS, 7);
    tl_sight_options options = {.prove = true, .min_clearance = 0.4};
    tl_sight answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    check_witness(&sight, &answer);
    assert_true(answer.clearance > 0.4 && answer.clearance <= 0.5);
    options.min_clearance = 0.6;
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_NO);
    test_sight_end(&sight);
}

static bool middle_is_high(const void *user, tl_vec3 p, tl_vec3 q) {
    return 0.5 * (p.z + q.z) > *(const double *)user + 1e-9;
}

static tl_condition_bundle middles_are_high(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                            size_t b_count) {
    double low = INFINITY, high = -INFINITY, low_b = INFINITY, high_b = -INFINITY;
    for (size_t i = 0; i < a_count; i++) {
        low = fmin(low, a[i].z);
        high = fmax(high, a[i].z);
    }
    for (size_t i = 0; i < b_count; i++) {
        low_b = fmin(low_b, b[i].z);
        high_b = fmax(high_b, b[i].z);
    }
    double limit = *(const double *)user;
    return 0.5 * (high + high_b) < limit ? TL_BUNDLE_NONE
           : 0.5 * (low + low_b) > limit ? TL_BUNDLE_ALL
                                         : TL_BUNDLE_SPLIT;
}

/* A wall up to half of the balls' height, and a condition that only lines below it meet: together they leave nothing.
 */
static void conditions_join(void **state) {
    (void)state;
    tl_pose pose = tl_pose_identity();
    pose.at.z = 100;
    for (int reverse = 0; reverse < 2; reverse++) {
        test_sight sight;
        test_sight_start(&sight, &pose);
        plate(&sight, 100, 2, -300, 300, reverse != 0 ? 3.0 : -300.0, reverse != 0 ? 300.0 : 3.0);
        test_sight_balls(&sight, 200, RADIUS, 7);
        double limit = 105;
        tl_condition condition = {.user = &limit, .line = middle_is_high, .bundle = middles_are_high, .slot = 7};
        test_sight_obstacles(&sight);
        sight.obstacles.conditions = &condition;
        sight.obstacles.condition_count = 1;
        tl_sight_options options = {.prove = true};
        tl_sight answer;
        assert_int_equal(
            tl_visibility_between(sight.context, &sight.obstacles, sight.a, sight.b, &options, &answer, NULL), TL_OK);
        assert_int_equal(answer.verdict, reverse != 0 ? TL_VERDICT_NO : TL_VERDICT_YES);
        if (reverse != 0) {
            bool wall = false, named = false;
            for (size_t i = 0; i < answer.named_count; i++) {
                wall = wall || answer.named[i] == 0;
                named = named || answer.named[i] == 7;
            }
            assert_true(wall && named);
        } else {
            assert_true(middle_is_high(&limit, answer.from, answer.to));
        }
        test_sight_end(&sight);
    }
}

static void from_a_point(void **state) {
    (void)state;
    test_random random = test_random_start("from_a_point", 76);
    for (int closed = 0; closed < 2; closed++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        holed_plate(&sight, 100, 1, -1, 1, -1, 1);
        if (closed != 0) {
            plate(&sight, 60, 0, -300, 300, -300, 300);
        }
        test_sight_balls(&sight, 200, RADIUS, 7);
        tl_vec3 eye = tl_pose_point(&pose, (tl_vec3){0, 0, 0});
        tl_sight_options options = {.prove = true, .check_lines = 10};
        tl_sight answer;
        assert_int_equal(tl_visibility_from_point(sight.context, test_sight_obstacles(&sight), eye, sight.b, &options,
                                                  &answer, NULL),
                         TL_OK);
        assert_int_equal(answer.verdict, closed != 0 ? TL_VERDICT_NO : TL_VERDICT_YES);
        if (closed == 0) {
            assert_true(tl_same_point(answer.from, eye));
            assert_true(test_sight_brute_free(&sight, answer.from, answer.to));
        }
        test_sight_end(&sight);
    }
}

static void widened_lines_are_wide(void **state) {
    (void)state;
    test_random random = test_random_start("widened_lines_are_wide", 77);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    holed_plate(&sight, 150, 1, -10, 10, -10, 10); /* the best line has a clearance of 10 */
    test_sight_balls(&sight, 300, RADIUS, 9);
    tl_sight_options options = {.prove = true};
    tl_sight answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_YES);
    assert_true(answer.clearance > 8);
    check_witness(&sight, &answer);
    test_sight_end(&sight);
}

/* --- Limits ------------------------------------------------------------------------------------------------------- */

static void honest_about_limits(void **state) {
    (void)state;
    test_random random = test_random_start("honest_about_limits", 81);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    layout l = {.distance = 300, .width = 1, .thickness = 0.5, .random = &random};
    test_sight sight;
    test_sight_start(&sight, &pose);
    overlapped(&sight, &l);
    test_sight_balls(&sight, 300, RADIUS, 7);
    tl_sight_options options = {.prove = true, .budget = 3000};
    tl_sight answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_MARGINAL);
    assert_int_equal(answer.why, TL_WHY_BUDGET);
    assert_true(answer.max_clearance > 0);
    assert_true(answer.named_count > 0);
    options = (tl_sight_options){.prove = false};
    answer = ask(&sight, &options);
    assert_int_equal(answer.verdict, TL_VERDICT_MARGINAL);
    test_sight_end(&sight);
}

static void memory_runs_out(void **state) {
    (void)state;
    test_random random = test_random_start("memory_runs_out", 82);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    layout l = {.distance = 300, .width = 1, .thickness = 0.5, .random = &random};
    test_sight sight;
    test_sight_start(&sight, &pose);
    two_windows(&sight, &l);
    test_sight_balls(&sight, 300, RADIUS, 5);
    tl_sight_options options = {.prove = true};
    bool finished = false;
    for (long allowed = 0; !finished && allowed < 400; allowed += allowed < 40 ? 1 : 13) {
        test_purse m = {allowed, 0};
        tl_context_options chosen = {
            .struct_size = sizeof(tl_context_options), .user = &m, .allocate = test_purse_allocate};
        m.left = allowed + 1; /* the context itself */
        tl_context *context = tl_context_create(&chosen);
        assert_non_null(context);
        tl_sight answer;
        tl_error error = {0};
        tl_status status =
            tl_visibility_between(context, test_sight_obstacles(&sight), sight.a, sight.b, &options, &answer, &error);
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
        finished = status == TL_OK;
        if (finished) {
            assert_int_equal(answer.verdict, TL_VERDICT_NO);
        } else {
            assert_int_equal(answer.verdict, TL_VERDICT_MARGINAL);
        }
        m.left = 1;
        tl_context_destroy(context);
        assert_int_equal(m.held, 0);
    }
    test_sight_end(&sight);
}

/* A joiner that leaves triangles as they are, as on a table of millions. */
static tl_joiner *plain_joiner(const test_sight *sight) {
    tl_conform_part parts[TEST_SLOTS] = {{0}};
    for (size_t slot = 0; slot < sight->count; slot++) {
        parts[slot].bvh = sight->slots[slot];
    }
    tl_joiner *joiner = NULL;
    assert_int_equal(tl_joiner_create(sight->context, parts, sight->count, &joiner, NULL), TL_OK);
    return joiner;
}

/* Seams on a table that is too large to be made to conform: what resists has its own triangles cut. Memory may run out
 * at any point of that. */
static void seams_of_large_tables(void **state) {
    (void)state;
    test_random random = test_random_start("seams_of_large_tables", 84);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    layout l = {.distance = 300, .width = 1, .thickness = 0.5, .random = &random};
    test_sight sight;
    test_sight_start(&sight, &pose);
    boxes_pushed(&sight, &l);
    test_sight_balls(&sight, 300, RADIUS, 5);
    tl_joiner *joiner = plain_joiner(&sight);
    tl_obstacles obstacles = *test_sight_obstacles(&sight);
    obstacles.joiner = joiner;
    const tl_joined *joined;
    assert_int_equal(tl_joiner_get(joiner, sight.context, &joined, NULL), TL_OK);
    assert_null(joined->pieces);
    tl_sight_options options = {.prove = true, .check_lines = 20};
    bool finished = false;
    size_t failures = 0;
    for (long allowed = 10; !finished; allowed += 3) {
        test_purse m = {allowed, 0};
        tl_context_options chosen = {
            .struct_size = sizeof(tl_context_options), .user = &m, .allocate = test_purse_allocate};
        tl_context *context = tl_context_create(&chosen);
        assert_non_null(context);
        tl_sight answer;
        tl_status status = tl_visibility_between(context, &obstacles, sight.a, sight.b, &options, &answer, NULL);
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
        finished = status == TL_OK;
        failures += finished ? 0 : 1;
        assert_int_equal(answer.verdict, finished ? TL_VERDICT_NO : TL_VERDICT_MARGINAL);
        if (finished) {
            assert_true(answer.checked > 0 && answer.failed_checks == 0 && answer.shafts < 300);
        }
        m.left = 1;
        tl_context_destroy(context);
        assert_int_equal(m.held, 0);
    }
    assert_true(failures > 10);
    tl_joiner_destroy(joiner);
    test_sight_end(&sight);
}

/* Of surfaces that lie on each other terrain that conforms keeps one. Where its owner doesn't count for a question the
 * other's is there none the less: walls built twice, each alone blocks, and without both one sees. */
static void doubled_walls_block_each_alone(void **state) {
    (void)state;
    test_random random = test_random_start("doubled_walls_block_each_alone", 85);
    for (int i = 0; i < 12; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        layout l = {.distance = 300, .thickness = i % 3 == 0 ? 0 : 2, .random = &random};
        test_sight sight;
        test_sight_start(&sight, &pose);
        for (int copy = 0; copy < 2; copy++) {
            if (i % 3 == 2) { /* the same surface, divided otherwise */
                plate(&sight, 150, l.thickness, -300, 20.0 * copy - 10, -300, 300);
                plate(&sight, 150, l.thickness, 20.0 * copy - 10, 300, -300, 300);
            } else {
                plate(&sight, 150, l.thickness, -300, 300, -300, 300);
            }
        }
        size_t half = sight.count / 2;
        test_sight_balls(&sight, 300, RADIUS, 5);
        tl_obstacles obstacles = *test_sight_obstacles(&sight);
        for (int without = 0; without < 4; without++) {
            for (size_t slot = 0; slot < sight.count; slot++) {
                sight.blockers[slot] = (without >> (slot < half ? 0 : 1) & 1) != 0 ? 0 : TL_ROLES_ALL;
            }
            tl_sight_options options = {.prove = true, .check_lines = 20};
            tl_sight answer;
            assert_int_equal(
                tl_visibility_between(sight.context, &obstacles, sight.a, sight.b, &options, &answer, NULL), TL_OK);
            assert_int_equal(answer.verdict, without == 3 ? TL_VERDICT_YES : TL_VERDICT_NO);
            assert_int_equal(answer.failed_checks, 0);
            assert_true(answer.shafts < 300);
        }
        test_sight_end(&sight);
    }
}

static bool stop_at_once(void *user, double done, const char *what) {
    (void)user;
    (void)done;
    (void)what;
    return false;
}

static void cancelled(void **state) {
    (void)state;
    test_random random = test_random_start("cancelled", 83);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    layout l = {.distance = 300, .width = 0.2, .thickness = 0.5, .random = &random};
    test_sight sight;
    test_sight_start(&sight, &pose);
    overlapped(&sight, &l);
    test_sight_balls(&sight, 300, RADIUS, 7);
    tl_context_options chosen = {.struct_size = sizeof(tl_context_options), .progress = stop_at_once};
    tl_context *context = tl_context_create(&chosen);
    tl_sight_options options = {.prove = true};
    tl_sight answer;
    assert_int_equal(
        tl_visibility_between(context, test_sight_obstacles(&sight), sight.a, sight.b, &options, &answer, NULL),
        TL_ERROR_CANCELLED);
    assert_int_equal(answer.verdict, TL_VERDICT_MARGINAL);
    assert_int_equal(answer.why, TL_WHY_CANCELLED);
    tl_context_destroy(context);
    test_sight_end(&sight);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_slits),
        cmocka_unit_test(finds_gaps),
        cmocka_unit_test(finds_keyholes),
        cmocka_unit_test(finds_oblique_passage),
        cmocka_unit_test(proves_closed),
        cmocka_unit_test(closes_together),
        cmocka_unit_test(proves_touching_boxes),
        cmocka_unit_test(same_both_ways),
        cmocka_unit_test(more_blocks_more),
        cmocka_unit_test(inside_solids),
        cmocka_unit_test(half_in_a_solid),
        cmocka_unit_test(behind_the_ground),
        cmocka_unit_test(above_the_mesh_of_a_crowded_table),
        cmocka_unit_test(asked_for_wider_lines),
        cmocka_unit_test(conditions_join),
        cmocka_unit_test(from_a_point),
        cmocka_unit_test(widened_lines_are_wide),
        cmocka_unit_test(honest_about_limits),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(seams_of_large_tables),
        cmocka_unit_test(doubled_walls_block_each_alone),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests_name("visibility", tests, NULL, NULL);
}
