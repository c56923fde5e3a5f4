/* test_visibility_exhaustive.c: random heaps of solids, sheets and soup, bodies that touch and pierce them, plane and
 * rolling ground; and closed forms near the tolerance. No sampled free line may exist where the answer is no, none of
 * the random lines in a proved bundle may be free, every witness must pass exact brute force, and adding or removing a
 * blocker may only change the answer the right way. TRUELINE_ROUNDS makes it longer. */
#include "support/sight_scenes.h"

#include "cover/cone.h"
#include "cover/cover.h"
#include "cover/skirt.h"

#include <stdlib.h>

enum { ROUNDS = 240, RAYS = 1500 };

static int rounds(void) {
    const char *chosen = getenv("TRUELINE_ROUNDS");
    return chosen != NULL ? atoi(chosen) : test_trials(ROUNDS);
}

typedef struct waves {
    double height, length, slope;
} waves;

static double wavy(void *user, double x, double y) {
    const waves *w = user;
    return w->height * (sin(x / w->length) * cos(y / (1.3 * w->length)) + 0.3 * sin(3.1 * x / w->length + y)) +
           w->slope * x;
}

static tl_vec3 random_point(test_random *random, double reach) {
    return (tl_vec3){test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                     test_random_between(random, -reach, reach)};
}

static void turn(test_mesh *mesh, test_random *random, tl_vec3 at) {
    tl_pose pose = test_random_pose(random, 1);
    pose.at = at;
    test_mesh_move(mesh, &pose);
}

/* Something to be in the way, near `at`, about `size` large. */
static void add_thing(test_sight *sight, test_random *random, tl_vec3 at, double size) {
    test_mesh mesh = {0};
    tl_vec3 half = {test_random_between(random, 0.02, 1) * size, test_random_between(random, 0.1, 1) * size,
                    test_random_between(random, 0.1, 1) * size};
    bool solid = test_random_below(random, 3) > 0;
    switch (test_random_below(random, 6)) {
    case 0: /* two boxes that share a face exactly, one mesh */
        test_mesh_box(&mesh, tl_scale(half, -1), half);
        test_mesh_box(&mesh, (tl_vec3){half.x, -half.y, -half.z}, (tl_vec3){2 * half.x, half.y, half.z});
        break;
    case 1: /* a ball inside a ball: a shell */
        test_mesh_ball(&mesh, (tl_vec3){0, 0, 0}, half, 5);
        test_mesh_ball(&mesh, (tl_vec3){0, 0, 0}, tl_scale(half, 0.8), 4);
        break;
    case 2: { /* soup */
        for (int i = 0; i < 12; i++) {
            uint32_t a = test_mesh_vertex(&mesh, random_point(random, size));
            uint32_t b = test_mesh_vertex(&mesh, random_point(random, size));
            uint32_t c = test_mesh_vertex(&mesh, random_point(random, size));
            test_mesh_triangle(&mesh, a, b, c);
        }
        solid = false;
        break;
    }
    case 3: { /* a plate with a hole, sheet or thick */
        double w = test_random_between(random, 0.05, 0.5) * size;
        double ys[4] = {-size, -w, w, size}, zs[4] = {-size, -w, w, size};
        bool filled[9] = {true, true, true, true, test_random_below(random, 3) == 0, true, true, true, true};
        double thick = test_random_below(random, 2) == 0 ? 0 : 0.1 * size;
        test_mesh_plate(&mesh, 0, thick, ys, 4, zs, 4, filled);
        solid = solid && thick > 0;
        break;
    }
    default:
        test_mesh_box(&mesh, tl_scale(half, -1), half);
        break;
    }
    if (test_random_below(random, 2) == 0) {
        turn(&mesh, random, at);
    } else {
        tl_pose pose = tl_pose_identity();
        pose.at = at;
        test_mesh_move(&mesh, &pose);
    }
    test_sight_add(sight, &mesh, solid);
}

static void build_heap(test_sight *sight, test_random *random, int kind) {
    tl_pose pose = tl_pose_identity();
    if (kind == 0) {
        pose = test_pose_above_ground(random, 400);
    }
    test_sight_start(sight, &pose);
    if (kind == 2) {
        waves w = {test_random_between(random, 0, 6), test_random_between(random, 3, 30),
                   test_random_between(random, -0.1, 0.1)};
        test_mesh ground = {0};
        test_mesh_field(&ground, -80, 200, -140, 140, 40, wavy, &w);
        test_sight_add(sight, &ground, false);
    }
    double distance = test_random_between(random, 40, 120);
    double low = kind == 0 ? 0 : test_random_between(random, -6, 12);
    test_mesh a = {0}, b = {0};
    double r = test_random_between(random, 2, 9);
    if (test_random_below(random, 2) == 0) {
        test_mesh_box(&a, (tl_vec3){-r, -r, low - r}, (tl_vec3){r, r, low + r});
    } else {
        test_mesh_ball(&a, (tl_vec3){0, 0, low}, (tl_vec3){r, r, 1.4 * r}, 5);
    }
    test_mesh_ball(&b, (tl_vec3){distance, 0, low}, (tl_vec3){r, 1.2 * r, r}, 5);
    test_sight_bodies(sight, &a, &b);
    int things = 1 + test_random_below(random, 7);
    for (int i = 0; i < things; i++) {
        double x = test_random_between(random, -0.1, 1.1) * distance;
        tl_vec3 at = {x, test_random_between(random, -r, r), low + test_random_between(random, -r, r)};
        add_thing(sight, random, at, test_random_between(random, 0.3, 3) * r);
    }
    /* often one that nearly hides everything */
    if (test_random_below(random, 2) == 0) {
        test_mesh wall = {0};
        double top = low + r * test_random_between(random, 0.9, 1.3),
               x = distance * test_random_between(random, 0.2, 0.8);
        test_mesh_box(&wall, (tl_vec3){x, -150, low - 40}, (tl_vec3){x + 2, 150, top});
        test_sight_add(sight, &wall, true);
    }
}

static tl_sight ask(test_sight *sight, const tl_obstacles *obstacles, uint64_t seed) {
    tl_sight_options options = {.prove = true, .quick = true, .check_lines = 10, .seed = seed, .budget = 1500000};
    tl_sight answer;
    assert_int_equal(tl_visibility_between(sight->context, obstacles, sight->a, sight->b, &options, &answer, NULL),
                     TL_OK);
    return answer;
}

static void heaps(void **state) {
    (void)state;
    test_random random = test_random_start("heaps", 301);
    int counts[3] = {0}, total = rounds();
    for (int i = 0; i < total; i++) {
        uint64_t seed = random.state;
        int kind = i % 3;
        test_sight sight;
        build_heap(&sight, &random, kind);
        tl_obstacles obstacles = *test_sight_obstacles(&sight);
        obstacles.ground_slot = kind == 2 ? 0 : -1;
        tl_sight answer = ask(&sight, &obstacles, (uint64_t)i);
        counts[answer.verdict]++;
        size_t found = 0;
        if (answer.verdict == TL_VERDICT_YES) {
            assert_true(test_sight_brute_free(&sight, answer.from, answer.to));
            assert_true(tl_visibility_live(&obstacles, answer.from) && tl_visibility_live(&obstacles, answer.to));
            assert_true(test_body_distance(sight.a, answer.from) < 1e-9);
        } else if (answer.verdict == TL_VERDICT_NO) {
            for (int ray = 0; ray < RAYS; ray++) {
                tl_vec3 p = test_body_point(sight.a, &random), q = test_body_point(sight.b, &random);
                uint32_t slot;
                found += tl_visibility_line_free(&obstacles, p, q) &&
                         tl_sight_clearance(&obstacles, p, q, 1, &slot) > answer.closed_gap;
            }
        }
        if (found > 0 || answer.failed_checks > 0) {
            print_error("heap %d, state %llu: %zu free lines, %llu failed checks\n", i, (unsigned long long)seed, found,
                        (unsigned long long)answer.failed_checks);
        }
        assert_int_equal(found, 0);
        assert_int_equal(answer.failed_checks, 0);
        /* without one blocker: never less to see; its own slot is the ground's for kind 2, which stays */
        size_t gone = (kind == 2 ? 1 : 0) + (size_t)test_random_below(&random, (int)sight.count - (kind == 2 ? 1 : 0));
        sight.blockers[gone] = 0;
        tl_sight fewer = ask(&sight, &obstacles, (uint64_t)i);
        assert_false(answer.verdict == TL_VERDICT_YES && fewer.verdict == TL_VERDICT_NO);
        assert_int_equal(fewer.failed_checks, 0);
        test_sight_end(&sight);
    }
    print_message("heaps: %d blocked, %d visible, %d marginal\n", counts[TL_VERDICT_NO], counts[TL_VERDICT_YES],
                  counts[TL_VERDICT_MARGINAL]);
    assert_true(counts[TL_VERDICT_NO] > total / 20 && counts[TL_VERDICT_YES] > total / 20);
}

/* Exactly: every segment from p to what counts of the target is free. */
static bool all_of_it_seen(test_sight *sight, const tl_obstacles *obstacles, tl_vec3 p) {
    tl_sight_search search;
    tl_sight unused;
    tl_skirt parts;
    tl_sight_search_start(&search, sight->context, obstacles, (tl_sight_body){.bvh = sight->a},
                          (tl_sight_body){.bvh = sight->b}, NULL, &unused);
    assert_int_equal(tl_skirt_cut(&search, sight->b, 0.6, &parts), TL_OK);
    bool all = parts.dead.count == 0;
    tl_target *targets[2] = {&parts.sure, &parts.loose};
    for (int i = 0; i < 2 && all; i++) {
        tl_cone answer;
        tl_vec3 hidden;
        assert_int_equal(tl_cone_look(&search, p, targets[i], 0, &answer, &hidden), TL_OK);
        all = answer == TL_CONE_CLEAR;
    }
    tl_skirt_free(&parts);
    tl_sight_search_end(&search);
    return all;
}

/* Cover in the same heaps: a viewpoint must see all sampled points outside of the skirt; where the answer is "in cover"
 * no sampled viewpoint may see them all. */
static void heaps_for_cover(void **state) {
    (void)state;
    test_random random = test_random_start("heaps_for_cover", 302);
    int counts[3] = {0}, total = rounds() / 2;
    for (int i = 0; i < total; i++) {
        int kind = i % 3;
        uint64_t seed = random.state;
        test_sight sight;
        build_heap(&sight, &random, kind);
        tl_obstacles obstacles = *test_sight_obstacles(&sight);
        obstacles.ground_slot = kind == 2 ? 0 : -1;
        tl_cover_options options = {.sight = {.prove = true, .budget = 1500000}};
        tl_cover answer;
        assert_int_equal(tl_cover_between(sight.context, &obstacles, sight.a, sight.b, &options, &answer, NULL), TL_OK);
        counts[answer.verdict]++;
        int looks = answer.verdict == TL_VERDICT_NO ? 1 : answer.verdict == TL_VERDICT_YES ? 30 : 0;
        for (int look = 0; look < looks; look++) {
            tl_vec3 p = answer.verdict == TL_VERDICT_NO ? answer.viewpoint : test_body_point(sight.a, &random);
            bool all = tl_visibility_live(&obstacles, p);
            for (int ray = 0; ray < RAYS && all; ray++) {
                tl_vec3 q = test_body_point(sight.b, &random);
                tl_hit hit;
                /* points in the skirt, and for the plane ground those near it, don't count */
                bool counts_here = tl_world_clearance(sight.world, q, q, sight.blockers, 1, &hit) > 0.6001 &&
                                   (kind == 2 || q.z > 0.6001 || q.z < -0.6001);
                all = !counts_here || tl_visibility_line_free(&obstacles, p, q);
            }
            if (answer.verdict == TL_VERDICT_YES && all) {
                /* what is hidden may be too small for samples: the exact test decides */
                all = all_of_it_seen(&sight, &obstacles, p);
                if (all) {
                    print_error("cover in heap %d, state %llu, solid %d: (%.17g %.17g %.17g) sees all\n", i,
                                (unsigned long long)seed, answer.target_in_solid, p.x, p.y, p.z);
                }
            }
            assert_int_equal(all, answer.verdict == TL_VERDICT_NO);
        }
        test_sight_end(&sight);
    }
    print_message("heaps_for_cover: %d not in cover, %d in cover, %d marginal\n", counts[TL_VERDICT_NO],
                  counts[TL_VERDICT_YES], counts[TL_VERDICT_MARGINAL]);
    assert_true(counts[TL_VERDICT_NO] > 0 && counts[TL_VERDICT_YES] > total / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(heaps), cmocka_unit_test(heaps_for_cover)};
    return cmocka_run_group_tests_name("visibility_exhaustive", tests, NULL, NULL);
}
