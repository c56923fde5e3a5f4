/* test_cover_exhaustive.c: cover against closed forms on both sides of the tolerance, and on heaps of soup and solids
 * against rays decided by code that shares nothing with the engine. TRUELINE_ROUNDS makes it longer. */
#include "cover/cover.h"
#include "support/sight_families.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, VIEWS = 12, RAYS = 1500 };

#define RADIUS 15.0
#define SKIRT  0.6
#define BUDGET UINT64_C(4000000)

static int rounds(void) {
    const char *chosen = getenv("TRUELINE_ROUNDS");
    return chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : test_trials(ROUNDS);
}

static tl_cover ask(test_case *scene) {
    tl_cover_options options = {.sight = {.prove = true, .budget = BUDGET, .check_lines = 2}};
    tl_cover answer;
    assert_int_equal(tl_cover_between(scene->sight.context, test_case_obstacles(scene), scene->sight.a, scene->sight.b,
                                      &options, &answer, NULL),
                     TL_OK);
    assert_true(0 <= answer.visible_low && answer.visible_low <= answer.visible_high && answer.visible_high <= 1);
    return answer;
}

static bool counts(const test_case *scene, tl_vec3 q) {
    return exact_point_distance(&scene->exact, q, SKIRT + 1) > (long double)SKIRT + 1e-6L;
}

/* What is wrong with an answer, told by rays; NULL when nothing is. */
static const char *cover_wrong(const test_case *scene, const tl_cover *answer, test_random *random) {
    const exact_table *exact = &scene->exact;
    if (answer->verdict == TL_VERDICT_NO) {
        if (!answer->has_viewpoint || !exact_live(exact, answer->viewpoint) ||
            exact_body_distance(scene->sight.a, answer->viewpoint) > 1e-9L * (1 + fabs(answer->viewpoint.x))) {
            return "the viewpoint is none";
        }
        for (int i = 0; i < RAYS; i++) {
            tl_vec3 q = test_body_point(scene->sight.b, random);
            if (!exact_line_open(exact, answer->viewpoint, q, NULL) && counts(scene, q)) {
                return "not in cover, but a line is blocked";
            }
        }
    }
    if (answer->verdict == TL_VERDICT_YES && !answer->target_in_solid) {
        tl_vec3 hidden[VIEWS + 1];
        size_t count = 0;
        if (answer->has_hidden_point) {
            if (exact_line_open(exact, answer->viewpoint, answer->hidden_point, NULL)) {
                return "the hidden point is not hidden";
            }
            hidden[count++] = answer->hidden_point;
        }
        for (int view = 0; view < VIEWS; view++) {
            tl_vec3 p = test_body_point(scene->sight.a, random);
            bool found = !exact_live(exact, p);
            for (size_t i = 0; i < count && !found; i++) {
                found = !exact_line_open(exact, p, hidden[i], NULL);
            }
            for (int i = 0; i < 20 * RAYS && !found; i++) {
                tl_vec3 q = test_body_point(scene->sight.b, random);
                found = !exact_line_open(exact, p, q, NULL) && counts(scene, q);
                if (found) {
                    hidden[count++] = q;
                }
            }
            if (!found) {
                return "in cover, but a viewpoint sees everything that rays found";
            }
        }
    }
    return NULL;
}

/* --- Closed forms ------------------------------------------------------------------------------------------------- */

static void start(test_case *scene, test_random *random) {
    *scene = (test_case){.ground_slot = -1};
    tl_pose pose = test_pose_above_ground(random, 1000);
    test_sight_start(&scene->sight, &pose);
}

static void bodies(test_case *scene, tl_vec3 low, tl_vec3 high, double distance) {
    test_mesh a = {0}, b = {0};
    test_mesh_box(&a, low, high);
    test_mesh_ball(&b, (tl_vec3){distance, 0, 0}, (tl_vec3){RADIUS, RADIUS, RADIUS}, 7);
    /* before the pose is applied, corners say where the limits are */
    test_sight_bodies(&scene->sight, &a, &b);
}

static void finish(test_case *scene) {
    for (size_t i = 0; i < scene->sight.count; i++) {
        assert_true(exact_table_add(&scene->exact, scene->sight.slots[i], scene->sight.insides[i] != 0, false));
    }
    scene->exact.plane = true;
}

/* Bounds of where lines from p to the target's corners cross the plane at x, in the layout's own frame. Crossings are
 * linear-fractional in the target's point, so corners decide. */
static tl_box3 crossings(const test_case *scene, tl_vec3 p, double x) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < tl_bvh_vertex_count(scene->sight.b); i++) {
        tl_vec3 q = tl_pose_local(&scene->sight.pose, tl_bvh_vertices(scene->sight.b)[i]);
        box = tl_box3_add(box, tl_lerp(p, q, (x - p.x) / (q.x - p.x)));
    }
    return box;
}

static void tally(tl_verdict verdict, bool hidden, size_t *wrong, size_t *sure) {
    *sure += verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
    *wrong += verdict == (hidden ? TL_VERDICT_NO : TL_VERDICT_YES) ? 1U : 0U;
}

/* A box that looks over a wall at a ball below its top: its upper front edge sees most, for the crossing with the wall
 * rises with the viewpoint and, for targets below it, with its nearness. */
static void over_a_wall(void **state) {
    (void)state;
    test_random random = test_random_start("over_a_wall", 2201);
    const double widths[] = {0.06, 0.1, 0.3, 1, 3};
    size_t wrong = 0, sure = 0, all = 0;
    for (size_t w = 0; w < 5; w++) {
        for (int i = 0; i < 2 * rounds(); i++) {
            bool hidden = i % 2 != 0;
            test_case scene;
            start(&scene, &random);
            double distance = test_random_between(&random, 150, 400),
                   x = distance * test_random_between(&random, 0.3, 0.8);
            double top = test_random_between(&random, 16, 40);
            bodies(&scene, (tl_vec3){-8, -8, -10}, (tl_vec3){8, 8, top}, distance);
            double limit = crossings(&scene, (tl_vec3){8, 0, top}, x).low.z;
            double ys[2] = {-200, 200}, zs[2] = {-200, limit + (hidden ? widths[w] : -widths[w])};
            bool filled[1] = {true};
            test_mesh mesh = {0};
            test_mesh_plate(&mesh, x, x, ys, 2, zs, 2, filled);
            test_sight_add(&scene.sight, &mesh, false);
            finish(&scene);
            tl_cover answer = ask(&scene);
            tally(answer.verdict, hidden, &wrong, &sure);
            all++;
            const char *why = cover_wrong(&scene, &answer, &random);
            if (why != NULL) {
                print_error("wall, width %g, scene %d: %s\n", widths[w], i, why);
            }
            assert_null(why);
            test_case_end(&scene);
        }
    }
    assert_int_equal(wrong, 0);
    print_message("over a wall: %zu of %zu certified\n", sure, all);
    assert_true((double)sure >= 0.9 * (double)all);
}

/* A grain of a body that looks through a window: it sees all of the ball when the window is wider than the ball's
 * picture in it. */
static void through_a_window(void **state) {
    (void)state;
    test_random random = test_random_start("through_a_window", 2202);
    const double widths[] = {0.06, 0.1, 0.3, 1, 3}, grain = 0.002;
    size_t wrong = 0, sure = 0, all = 0;
    for (size_t w = 0; w < 5; w++) {
        for (int i = 0; i < 2 * rounds(); i++) {
            bool hidden = i % 2 != 0;
            test_case scene;
            start(&scene, &random);
            double distance = test_random_between(&random, 150, 400),
                   x = distance * test_random_between(&random, 0.3, 0.8);
            bodies(&scene, (tl_vec3){-grain, -grain, -grain}, (tl_vec3){grain, grain, grain}, distance);
            tl_box3 seen = crossings(&scene, (tl_vec3){0, 0, 0}, x);
            double edge[4] = {seen.low.y - widths[w], seen.high.y + widths[w], seen.low.z - widths[w],
                              seen.high.z + widths[w]};
            int side = test_random_below(&random, 4);
            if (hidden) {
                edge[side] += side % 2 == 0 ? 2 * widths[w] : -2 * widths[w];
            }
            double ys[4] = {-200, edge[0], edge[1], 200}, zs[4] = {-200, edge[2], edge[3], 200};
            bool filled[9] = {true, true, true, true, false, true, true, true, true};
            test_mesh mesh = {0};
            test_mesh_plate(&mesh, x, x, ys, 4, zs, 4, filled);
            test_sight_add(&scene.sight, &mesh, false);
            finish(&scene);
            tl_cover answer = ask(&scene);
            tally(answer.verdict, hidden, &wrong, &sure);
            all++;
            if (answer.verdict == TL_VERDICT_NO) {
                assert_null(cover_wrong(&scene, &answer, &random));
            }
            test_case_end(&scene);
        }
    }
    assert_int_equal(wrong, 0);
    print_message("through a window: %zu of %zu certified\n", sure, all);
    assert_true((double)sure >= 0.8 * (double)all);
}

/* --- Heaps -------------------------------------------------------------------------------------------------------- */

static void heaps(void **state) {
    (void)state;
    test_random random = test_random_start("heaps", 2203);
    const char *const names[] = {"soup", "blocks", "barricade into mound", "ridge, open by", "edge, open by"};
    size_t wrong = 0, sure = 0, all = 0, in_cover = 0;
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        for (size_t f = 0; f < test_family_count; f++) {
            const test_family *family = &test_families[f];
            /* the first is a heap of few things, so that some targets are seen whole */
            for (int w = -1; strcmp(family->name, names[n]) == 0 && w < TEST_WIDTHS && (w < 0 || family->widths[w] > 0);
                 w++) {
                for (int i = 0; i < (w < 0 ? 4 : 1) * rounds(); i++) {
                    uint64_t seed = test_random_bits(&random);
                    test_case scene;
                    test_case_start(&scene, family, w < 0 ? 0.1 * (1 + i % 3) : family->widths[w], seed);
                    tl_cover answer = ask(&scene);
                    const char *why = cover_wrong(&scene, &answer, &random);
                    tl_sight_options options = {.prove = true, .budget = BUDGET};
                    tl_sight sight;
                    assert_int_equal(tl_visibility_between(scene.sight.context, test_case_obstacles(&scene),
                                                           scene.sight.a, scene.sight.b, &options, &sight, NULL),
                                     TL_OK);
                    if (sight.verdict == TL_VERDICT_NO && answer.verdict == TL_VERDICT_NO) {
                        why = "seen whole, yet there is no line of sight";
                    }
                    if (why != NULL) {
                        wrong++;
                        print_error("%s, width %g, seed %llu: %s\n", family->name, family->widths[w],
                                    (unsigned long long)seed, why);
                    }
                    all++;
                    sure += answer.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
                    in_cover += answer.verdict == TL_VERDICT_YES ? 1U : 0U;
                    test_case_end(&scene);
                }
            }
        }
    }
    print_message("heaps: %zu of %zu certified, %zu in cover\n", sure, all, in_cover);
    assert_int_equal(wrong, 0);
    assert_true((double)sure >= 0.8 * (double)all);
    assert_true(in_cover > all / 10 && all - in_cover > all / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_a_wall),
        cmocka_unit_test(through_a_window),
        cmocka_unit_test(heaps),
    };
    return cmocka_run_group_tests_name("cover_exhaustive", tests, NULL, NULL);
}
