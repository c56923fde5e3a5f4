/* Patches in view: windows, slits, edges and narrow targets whose true answer follows from similar triangles, in any
 * position; squares found are held against every triangle along many lines. */
#include "cover/aperture.h"

#include "support/sight_scenes.h"

#include <stdio.h>
#include <stdlib.h>

enum { EYE = 5, FAR = 400, NEAR = 200 };

typedef struct window {
    double width, height; /* the opening in a large plate half way */
    double target_width;  /* of the target, a plate 40 high */
    double shift;         /* of the opening, sideways */
} window;

/* The viewer is a box of 2 EYE at the origin, 2 x 2 across; the target's front is FAR away. */
static void build(test_sight *sight, const window *w, const tl_pose *pose) {
    test_sight_start(sight, pose);
    const double ys[4] = {-300, w->shift - 0.5 * w->width, w->shift + 0.5 * w->width, 300};
    const double zs[4] = {-300, -0.5 * w->height, 0.5 * w->height, 300};
    const bool filled[9] = {true, true, true, true, false, true, true, true, true};
    test_mesh wall = {0}, a = {0}, b = {0};
    test_mesh_plate(&wall, NEAR, NEAR + 0.25, ys, 4, zs, 4, filled);
    test_sight_add(sight, &wall, true);
    test_mesh_box(&a, (tl_vec3){-EYE, -1, -1}, (tl_vec3){EYE, 1, 1});
    test_mesh_box(&b, (tl_vec3){FAR, -0.5 * w->target_width, -20}, (tl_vec3){FAR + 4, 0.5 * w->target_width, 20});
    test_sight_bodies(sight, &a, &b);
}

/* Every line through the square shows the target, free: tried one by one, exactly. */
static void check_square(test_sight *sight, const tl_aperture *found, double side, test_random *random) {
    tl_world *world = NULL;
    assert_int_equal(tl_world_create(sight->context, 1, &world, NULL), TL_OK);
    tl_world_set(world, 0, sight->b);
    tl_vec3 e = tl_sub(found->corner[1], found->corner[0]), f = tl_sub(found->corner[3], found->corner[0]);
    tl_vec3 middle = tl_madd(tl_madd(found->corner[0], e, 0.5), f, 0.5);
    assert_near(tl_length(e), side, 1e-6);
    assert_near(tl_length(f), side, 1e-6);
    assert_near(tl_dot(e, f), 0, 1e-6);
    assert_near(tl_dot(tl_normalise(tl_sub(middle, found->viewpoint)), tl_normalise(e)), 0, 1e-6);
    assert_near(tl_dot(tl_normalise(tl_sub(middle, found->viewpoint)), tl_normalise(f)), 0, 1e-6);
    assert_true(test_body_distance(sight->a, found->viewpoint) < 1e-9);
    assert_true(test_body_distance(sight->b, middle) < 1e-6);
    for (int i = 0; i < 400; i++) {
        double u = i < 4 ? (i & 1) : test_random_between(random, 0, 1),
               v = i < 4 ? (i >> 1) : test_random_between(random, 0, 1);
        tl_vec3 x = tl_madd(tl_madd(found->corner[0], e, u), f, v);
        tl_vec3 end = tl_madd(found->viewpoint, tl_sub(x, found->viewpoint), 1.2);
        tl_hit hit;
        assert_true(tl_world_nearest_hit(world, found->viewpoint, end, NULL, &hit));
        assert_true(test_sight_brute_free(sight, found->viewpoint, tl_lerp(found->viewpoint, end, hit.t * (1 - 1e-9))));
    }
    tl_world_destroy(world);
}

static tl_verdict ask(const window *w, double side, test_random *random) {
    tl_pose pose = test_pose_above_ground(random, 700);
    test_sight sight;
    build(&sight, w, &pose);
    tl_aperture found;
    tl_sight_options options = {.tolerance = 0.05};
    assert_int_equal(tl_aperture_between(sight.context, test_sight_obstacles(&sight), sight.a, sight.b, side, &options,
                                         &found, NULL),
                     TL_OK);
    if (found.verdict == TL_VERDICT_YES) {
        check_square(&sight, &found, side, random);
    }
    if (getenv("TRUELINE_APERTURE") != NULL) {
        printf("%g x %g at %g, target %g: %d, work %.1f M\n", w->width, w->height, w->shift, w->target_width,
               found.verdict, 1e-6 * (double)found.work);
    }
    test_sight_end(&sight);
    return found.verdict;
}

/* How much of the target's plane a window shows, per mm of it, from the nearest and the farthest viewpoint. */
static double most_shown(void) {
    return (FAR - EYE) / (double)(NEAR - EYE);
}

static double least_shown(void) {
    return (FAR + EYE) / (NEAR + EYE + 0.25);
}

static void windows(void **state) {
    (void)state;
    test_random random = test_random_start("aperture-windows", 21);
    int proved = 0;
    for (int i = 0; i < 4; i++) {
        double side = test_random_between(&random, 2, 5);
        double fits = side / least_shown() * test_random_between(&random, 1.04, 1.3);
        double short_of = side / most_shown() * test_random_between(&random, 0.4, 0.85);
        double more = test_random_between(&random, 1, 4), shift = test_random_between(&random, -3, 3);
        const window yes = {fits, fits * more, 40, shift}, narrow = {short_of, fits * more, 40, shift},
                     low = {fits * more, short_of, 40, shift}, both = {short_of, short_of, 40, shift};
        assert_int_equal(ask(&yes, side, &random), TL_VERDICT_YES);
        const window *const hidden[3] = {&narrow, &low, &both};
        for (int k = 0; k < 3; k++) {
            tl_verdict verdict = ask(hidden[k], side, &random);
            assert_int_not_equal(verdict, TL_VERDICT_YES);
            proved += verdict == TL_VERDICT_NO;
        }
    }
    /* never yes; how many are proved within the budget is a floor */
    printf("windows too small: %d of 12 proved\n", proved);
    assert_true(proved >= 1);
}

/* A target that is itself too narrow shows no patch, however open the view. */
static void narrow_targets(void **state) {
    (void)state;
    test_random random = test_random_start("aperture-targets", 22);
    int proved = 0;
    for (int i = 0; i < 4; i++) {
        double side = test_random_between(&random, 2, 5);
        const window thin = {120, 120, 0.6 * side, 0}, thick = {120, 120, 1.3 * side, 0};
        /* the target is 4 deep: seen from the side a little it is hardly wider */
        tl_verdict verdict = ask(&thin, side, &random);
        assert_int_not_equal(verdict, TL_VERDICT_YES);
        proved += verdict == TL_VERDICT_NO;
        assert_int_equal(ask(&thick, side, &random), TL_VERDICT_YES);
    }
    printf("narrow targets: %d of 4 proved\n", proved);
    assert_true(proved >= 2);
}

/* Nothing at all in view, and everything. */
static void plain_cases(void **state) {
    (void)state;
    test_random random = test_random_start("aperture-plain", 23);
    const window open = {400, 400, 40, 0}, aside = {10, 10, 40, 150};
    assert_int_equal(ask(&open, 3, &random), TL_VERDICT_YES);
    assert_int_equal(ask(&open, 30, &random), TL_VERDICT_YES);
    assert_int_equal(ask(&aside, 3, &random), TL_VERDICT_NO);
    assert_int_not_equal(ask(&open, 41, &random), TL_VERDICT_YES); /* larger than the target */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows),
        cmocka_unit_test(narrow_targets),
        cmocka_unit_test(plain_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
