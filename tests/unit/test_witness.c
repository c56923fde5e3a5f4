/* test_witness.c: how good the lines are that are shown: against openings whose clearest line is known in closed form,
 * and against many random lines; and that no opening wide enough for a wanted clearance is missed. */
#include "support/sight_scenes.h"

#include "visibility/line.h"

#include <stdlib.h>
#include <string.h>

#define RADIUS   15.0
#define DISTANCE 300.0

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

/* A plate across the way with a hole from -y..y, -z..z round the axis, shifted by `aside`. */
static void holed_plate(test_sight *sight, double near, double thickness, double y, double z, double aside) {
    double ys[4] = {-300, aside - y, aside + y, 300}, zs[4] = {-300, -z, z, 300};
    bool filled[9] = {true, true, true, true, false, true, true, true, true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 4, zs, 4, filled);
    test_sight_add(sight, &mesh, thickness > 0);
}

typedef enum opening { SLIT, KEYHOLES, WINDOW, OPENINGS } opening;

/* The clearest line runs along the axis, in the middle of every hole: its clearance is half the width. */
static void start_opening(test_sight *sight, opening kind, double width, double thickness, test_random *random) {
    tl_pose pose = test_pose_above_ground(random, 1000);
    test_sight_start(sight, &pose);
    double near = DISTANCE * test_random_between(random, 0.3, 0.6);
    double aside = test_random_between(random, -3, 3);
    if (kind == SLIT) {
        holed_plate(sight, near, thickness, width / 2, 30, aside);
    } else {
        holed_plate(sight, near, thickness, width / 2, width / 2, aside);
    }
    if (kind == KEYHOLES) {
        holed_plate(sight, near + 40, thickness, width / 2, width / 2, aside);
    }
    test_sight_balls(sight, DISTANCE, RADIUS, 9);
}

static tl_sight ask(test_sight *sight, const tl_sight_options *options) {
    tl_sight answer;
    tl_error error;
    assert_int_equal(tl_visibility_between(sight->context, test_sight_obstacles(sight), sight->a, sight->b, options,
                                           &answer, &error),
                     TL_OK);
    return answer;
}

/* The line joins the bodies, is free, and as clear as is said: over all triangles, one by one. */
static void check_line(test_sight *sight, const tl_sight *answer) {
    assert_int_equal(answer->verdict, TL_VERDICT_YES);
    assert_true(test_body_distance(sight->a, answer->from) < 1e-9 * 2000);
    assert_true(test_body_distance(sight->b, answer->to) < 1e-9 * 2000);
    assert_true(test_sight_brute_free(sight, answer->from, answer->to));
    uint32_t slot;
    double clearance = tl_sight_clearance(&sight->obstacles, answer->from, answer->to, 1e6, &slot);
    assert_true(answer->clearance <= clearance + 1e-9); /* asked from the other end it is rounded otherwise */
}

/* --- How clear ---------------------------------------------------------------------------------------------------- */

static void openings_are_passed_in_the_middle(void **state) {
    (void)state;
    test_random random = test_random_start("openings_are_passed_in_the_middle", 301);
    const double widths[] = {0.1, 0.2, 0.5, 1, 2, 6};
    double worst = 1;
    for (int kind = 0; kind < OPENINGS; kind++) {
        for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
            for (int k = 0; k < 3; k++) {
                test_sight sight;
                start_opening(&sight, (opening)kind, widths[i], k == 0 ? 0 : k, &random);
                tl_sight answer = ask(&sight, &(tl_sight_options){.prove = true});
                check_line(&sight, &answer);
                double share = answer.clearance / (widths[i] / 2);
                assert_true(share <= 1 + 1e-6);
                if (share < 0.9) {
                    print_error("opening %d, width %g, %d thick: %.3f of what is possible\n", kind, widths[i], k,
                                share);
                }
                worst = fmin(worst, share);
                test_sight_end(&sight);
            }
        }
    }
    assert_true(worst > 0.9);
}

/* Boxes and balls strewn about: no random line is much clearer. */
static void no_random_line_is_much_clearer(void **state) {
    (void)state;
    test_random random = test_random_start("no_random_line_is_much_clearer", 303);
    int asked = 0, poor = 0;
    for (int round = 0; round < test_trials(30); round++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        for (int i = 0; i < 25; i++) {
            tl_vec3 at = {test_random_between(&random, 25, DISTANCE - 25), test_random_between(&random, -25, 25),
                          test_random_between(&random, -25, 25)};
            tl_vec3 half = {test_random_between(&random, 0.2, 5), test_random_between(&random, 0.2, 5),
                            test_random_between(&random, 0.2, 5)};
            test_mesh mesh = {0};
            test_mesh_box(&mesh, tl_sub(at, half), tl_add(at, half));
            test_sight_add(&sight, &mesh, true);
        }
        test_sight_balls(&sight, DISTANCE, RADIUS, 9);
        tl_sight answer = ask(&sight, &(tl_sight_options){0});
        if (answer.verdict == TL_VERDICT_YES) {
            check_line(&sight, &answer);
            double best = 0;
            for (int i = 0; i < 3000; i++) {
                uint32_t slot;
                tl_vec3 p = test_body_point(sight.a, &random), q = test_body_point(sight.b, &random);
                best = fmax(best, tl_sight_clearance(&sight.obstacles, p, q, 1e6, &slot));
            }
            asked++;
            poor += answer.clearance < 0.9 * best;
        }
        test_sight_end(&sight);
    }
    assert_true(asked >= test_trials(15));
    assert_true(poor * 10 <= asked);
}

static void a_first_line_is_only_bettered(void **state) {
    (void)state;
    test_random random = test_random_start("a_first_line_is_only_bettered", 305);
    for (int i = 0; i < 12; i++) {
        test_sight sight;
        start_opening(&sight, (opening)(i % OPENINGS), test_random_between(&random, 0.5, 12), 1, &random);
        tl_sight first = ask(&sight, &(tl_sight_options){.prove = true, .quick = true});
        tl_sight good = ask(&sight, &(tl_sight_options){.prove = true});
        check_line(&sight, &first);
        check_line(&sight, &good);
        assert_true(good.clearance >= first.clearance);
        test_sight_end(&sight);
    }
}

static bool same(tl_vec3 p, tl_vec3 q) {
    return memcmp(&p, &q, sizeof(p)) == 0;
}

static void lines_are_the_same_from_both_sides(void **state) {
    (void)state;
    test_random random = test_random_start("lines_are_the_same_from_both_sides", 307);
    for (int i = 0; i < 12; i++) {
        test_sight sight;
        start_opening(&sight, (opening)(i % OPENINGS), test_random_between(&random, 0.5, 12), 1, &random);
        tl_sight_options options = {.prove = true, .min_clearance = i % 2 == 0 ? 0 : 0.2};
        tl_sight there = ask(&sight, &options), again = ask(&sight, &options), back;
        assert_int_equal(
            tl_visibility_between(sight.context, &sight.obstacles, sight.b, sight.a, &options, &back, NULL), TL_OK);
        assert_true(same(there.from, again.from) && same(there.to, again.to) && there.clearance == again.clearance);
        assert_true(same(there.from, back.to) && same(there.to, back.from) && there.clearance == back.clearance);
        assert_true(there.work == again.work);
        test_sight_end(&sight);
    }
}

/* --- A wanted clearance ------------------------------------------------------------------------------------------- */

/* Room for a cylinder of radius 0.5 with 0.025 mm, 0.06 mm and more to spare, or that much too little. */
static void wanted_clearances_are_found(void **state) {
    (void)state;
    test_random random = test_random_start("wanted_clearances_are_found", 309);
    const double spare[] = {0.025, 0.06, 0.2, -0.06, -0.2};
    int found = 0, refused = 0;
    for (int kind = 0; kind < OPENINGS; kind++) {
        for (size_t i = 0; i < sizeof(spare) / sizeof(spare[0]); i++) {
            for (int k = 0; k < 2; k++) {
                test_sight sight;
                start_opening(&sight, (opening)kind, 2 * (0.5 + spare[i]), k, &random);
                tl_sight answer = ask(&sight, &(tl_sight_options){.prove = true, .min_clearance = 0.5});
                if (spare[i] > 0) {
                    if (answer.verdict != TL_VERDICT_YES) {
                        print_error("opening %d, %g to spare: verdict %d, best %g\n", kind, spare[i],
                                    (int)answer.verdict, answer.clearance);
                    }
                    check_line(&sight, &answer);
                    assert_true(answer.clearance > 0.5);
                    found++;
                } else {
                    assert_true(answer.verdict != TL_VERDICT_YES);
                    refused += answer.verdict == TL_VERDICT_NO;
                }
                test_sight_end(&sight);
            }
        }
    }
    assert_int_equal(found, 18);
    print_message("refused: %d of 12\n", refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_are_passed_in_the_middle), cmocka_unit_test(no_random_line_is_much_clearer),
        cmocka_unit_test(a_first_line_is_only_bettered),     cmocka_unit_test(lines_are_the_same_from_both_sides),
        cmocka_unit_test(wanted_clearances_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
