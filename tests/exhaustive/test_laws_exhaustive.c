/* test_laws_exhaustive.c: answers held against one another and against plain code: whatever is asked about a scene, one
 * truth must fit all answers; wanted clearances on both sides of closed forms; conditions; motion; threads. The long
 * form is `bench oracle`. TRUELINE_ROUNDS makes it longer. */
#include "support/area_check.h"
#include "support/sight_families.h"
#include "support/sight_laws.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 1, LINES = 400, WORKERS = 3 };

/* Less than the default, so that what can't be decided costs little. */
#define BUDGET UINT64_C(4000000)

static int rounds(void) {
    const char *chosen = getenv("TRUELINE_ROUNDS");
    return chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : ROUNDS;
}

static tl_sight ask(test_case *scene, bool back, tl_sight_options options) {
    tl_sight answer;
    options.prove = true;
    options.budget = options.budget > 0 ? options.budget : BUDGET;
    assert_int_equal(tl_visibility_between(scene->sight.context, &scene->sight.obstacles,
                                           back ? scene->sight.b : scene->sight.a,
                                           back ? scene->sight.a : scene->sight.b, &options, &answer, NULL),
                     TL_OK);
    return answer;
}

/* Narrows what is known; fails when nothing is left. */
static void learn(test_known *all, test_known more, double slack, const char *how, const char *family, uint64_t seed) {
    if (!test_agree(*all, more, slack)) {
        print_error("%s, seed %llu, %s: %.17g to %.17g, but %.17g to %.17g was known\n", family,
                    (unsigned long long)seed, how, more.low, more.high, all->low, all->high);
    }
    assert_true(test_agree(*all, more, slack));
    all->low = fmax(all->low, more.low);
    all->high = fmin(all->high, more.high);
}

static tl_vec3 posed(const void *user, tl_vec3 p) {
    return tl_pose_point(user, p);
}

/* Asked in every way, the scene has one best clearance. Returns what is known of it. */
static test_known ask_every_way(test_case *scene, const char *family, uint64_t seed, test_random *random) {
    test_known known = {scene->truth == TEST_OPEN ? scene->least : 0,
                        scene->truth == TEST_CLOSED ? scene->most : INFINITY};
    double slack = 1e-8; /* of the closed forms; answers agree among themselves without any */
    tl_sight plain = ask(scene, false, (tl_sight_options){0}), back = ask(scene, true, (tl_sight_options){0});
    assert_int_equal(plain.verdict, back.verdict);
    assert_true(plain.clearance == back.clearance);
    learn(&known, test_knows(&plain, 0), slack, "plain", family, seed);
    static const double tolerances[2] = {0.01, 0.4};
    for (int i = 0; i < 2; i++) {
        tl_sight again =
            ask(scene, false,
                (tl_sight_options){
                    .tolerance = tolerances[i], .seed = test_random_bits(random), .quick = i == 1, .check_lines = 4});
        assert_int_equal(again.failed_checks, 0);
        assert_true(test_agree(test_knows(&plain, 0), test_knows(&again, 0), 0));
        learn(&known, test_knows(&again, 0), slack, "again", family, seed);
    }
    double wanted[3] = {0.06, 1, plain.has_line ? plain.clearance * 1.2 : 0.5};
    for (int i = 0; i < 3; i++) {
        tl_sight wide = ask(scene, i == 1, (tl_sight_options){.min_clearance = wanted[i]});
        assert_true(wide.verdict != TL_VERDICT_YES || wide.clearance >= wanted[i]);
        assert_true(test_agree(test_knows(&plain, 0), test_knows(&wide, wanted[i]), 1e-12));
        learn(&known, test_knows(&wide, wanted[i]), slack, "with a wanted clearance", family, seed);
    }
    return known;
}

/* One blocker less: the best line is no worse. */
static void ask_with_less(test_case *scene, test_known known, const char *family, uint64_t seed) {
    for (size_t slot = 0; slot < scene->sight.count; slot++) {
        if ((int)slot == scene->ground_slot) {
            continue;
        }
        scene->sight.blockers[slot] = 0;
        tl_sight less = ask(scene, false, (tl_sight_options){.quick = true});
        scene->sight.blockers[slot] = TL_ROLES_ALL;
        test_known now = test_knows(&less, 0);
        if (now.high < known.low - 1e-8) {
            print_error("%s, seed %llu: without slot %zu at most %.17g, with it %.17g\n", family,
                        (unsigned long long)seed, slot, now.high, known.low);
        }
        assert_true(now.high >= known.low - 1e-8);
    }
}

static void one_truth(void **state) {
    (void)state;
    test_random random = test_random_start("one_truth", 2401);
    size_t asked = 0, sure = 0;
    for (size_t f = 0; f < test_family_count; f++) {
        const test_family *family = &test_families[f];
        int widths = 0;
        while (widths < TEST_WIDTHS && family->widths[widths] > 0) {
            widths++;
        }
        for (int i = 0; i < rounds(); i++) {
            uint64_t seed = test_random_bits(&random);
            test_case scene;
            test_case_start(&scene, family, family->widths[test_random_below(&random, widths)], seed);
            test_case_obstacles(&scene);
            test_known known = ask_every_way(&scene, family->name, seed, &random);
            ask_with_less(&scene, known, family->name, seed);
            /* turned about z by any angle: corners are off by some 1e-10 at 3e5 mm */
            double angle = test_random_between(&random, 0, 2 * TL_PI), c = cos(angle), s = sin(angle);
            tl_pose pose = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {test_random_between(&random, -500, 500), 77, 0}};
            test_case_map(&scene, posed, &pose);
            tl_sight moved = ask(&scene, false, (tl_sight_options){0});
            learn(&known, test_knows(&moved, 0), 1e-8, "moved", family->name, seed);
            asked++;
            sure += moved.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
            test_case_end(&scene);
        }
    }
    print_message("one truth: %zu scenes, %zu decided\n", asked, sure);
    assert_true(sure > asked / 2);
}

/* Between two edges `width` apart no line is clearer than half of it, and one straight through is that clear. */
static void both_sides_of_the_wanted_clearance(void **state) {
    (void)state;
    test_random random = test_random_start("both_sides_of_the_wanted_clearance", 2402);
    const char *const names[] = {"slit", "gap", "inside out, slit", "foils, slit", "torn, open by"};
    static const double off[4] = {-0.03, -0.1, 0.03, 0.1};
    size_t counts[2][3] = {{0}};
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        for (size_t f = 0; f < test_family_count; f++) {
            for (int i = 0; strcmp(test_families[f].name, names[n]) == 0 && i < 8 * rounds(); i++) {
                double width = i < 4 ? 0.5 : 2;
                uint64_t seed = test_random_bits(&random);
                test_case scene;
                test_case_start(&scene, &test_families[f], width, seed);
                test_case_obstacles(&scene);
                double wanted = width / 2 + off[i % 4];
                tl_sight answer = ask(&scene, false, (tl_sight_options){.min_clearance = wanted});
                bool open = wanted < width / 2;
                counts[open ? 0 : 1][answer.verdict]++;
                if (answer.verdict == (open ? TL_VERDICT_NO : TL_VERDICT_YES)) {
                    print_error("%s, width %g, seed %llu, wanted %g\n", names[n], width, (unsigned long long)seed,
                                wanted);
                }
                assert_int_not_equal(answer.verdict, open ? TL_VERDICT_NO : TL_VERDICT_YES);
                assert_true(!(answer.has_line && answer.clearance > width / 2 + 1e-8));
                assert_true(answer.verdict != TL_VERDICT_MARGINAL || answer.max_clearance >= width / 2 - 1e-8);
                test_case_end(&scene);
            }
        }
    }
    print_message("narrower than the slit: %zu yes, %zu marginal; wider: %zu no, %zu marginal\n",
                  counts[0][TL_VERDICT_YES], counts[0][TL_VERDICT_MARGINAL], counts[1][TL_VERDICT_NO],
                  counts[1][TL_VERDICT_MARGINAL]);
    assert_true(counts[0][TL_VERDICT_YES] > 0);
}

/* --- Shares ------------------------------------------------------------------------------------------------------- */

#define SKIRT 0.6

/* The share of the target's area that faces p and counts which p sees, by random points decided exactly; *slack is five
 * deviations. False when too little counts. */
static bool sampled_share(const test_case *scene, tl_vec3 p, int count, test_random *random, double *share,
                          double *slack) {
    const tl_bvh *b = scene->sight.b;
    size_t triangles = tl_bvh_triangle_count(b);
    double *sum = calloc(triangles + 1, sizeof(*sum));
    assert_non_null(sum);
    for (size_t i = 0; i < triangles; i++) {
        tl_vec3 v[3];
        tl_bvh_corners(b, (uint32_t)i, v);
        tl_vec3 n = tl_cross(tl_sub(v[1], v[0]), tl_sub(v[2], v[0]));
        sum[i + 1] = sum[i] + (tl_dot(n, tl_sub(p, v[0])) > 0 ? 0.5 * tl_length(n) : 0);
    }
    int taken = 0, seen = 0;
    for (int k = 0; sum[triangles] > 0 && k < count; k++) {
        double at = test_random_between(random, 0, sum[triangles]);
        size_t i = 0;
        while (i + 1 < triangles && sum[i + 1] <= at) {
            i++;
        }
        tl_vec3 v[3];
        tl_bvh_corners(b, (uint32_t)i, v);
        double x = test_random_between(random, 0, 1), y = test_random_between(random, 0, 1);
        bool over = x + y > 1;
        tl_vec3 q = tl_madd(tl_madd(v[0], tl_sub(v[1], v[0]), over ? 1 - x : x), tl_sub(v[2], v[0]), over ? 1 - y : y);
        if (exact_point_distance(&scene->exact, q, SKIRT + 0.1) > (long double)SKIRT) {
            taken++;
            seen += exact_line_open(&scene->exact, p, q, NULL) && !(scene->exact.plane && !(q.z > 0)) ? 1 : 0;
        }
    }
    free(sum);
    *share = (double)seen / (taken > 0 ? taken : 1);
    *slack = 5 * sqrt(0.25 / (taken > 0 ? taken : 1));
    return taken >= count / 4;
}

/* The visible share in an answer about cover, against samples. */
static void shares_hold(void **state) {
    (void)state;
    test_random random = test_random_start("shares_hold", 2405);
    const char *const names[] = {"sieve", "soup",          "sieve", "blocks",
                                 "sieve", "edge, open by", "sieve", "leaves, open by"};
    size_t checked = 0, between = 0;
    for (int i = 0; i < 96 * rounds(); i++) {
        size_t f = 0;
        while (strcmp(test_families[f].name, names[i % 8]) != 0) {
            f++;
        }
        uint64_t seed = test_random_bits(&random);
        test_case scene;
        test_case_start(&scene, &test_families[f], 2, seed);
        tl_cover_options options = {.sight = {.prove = true, .budget = BUDGET}};
        tl_cover cover;
        assert_int_equal(tl_cover_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.a,
                                          scene.sight.b, &options, &cover, NULL),
                         TL_OK);
        double share, slack;
        if (cover.has_viewpoint && !cover.target_in_solid &&
            sampled_share(&scene, cover.viewpoint, 800, &random, &share, &slack)) {
            checked++;
            between += share > 0 && share < 1 ? 1U : 0U;
            if (share < cover.visible_low - slack || share > cover.visible_high + slack) {
                print_error("%s, seed %llu: %.4f sampled, %.4f to %.4f certified\n", names[i % 8],
                            (unsigned long long)seed, share, cover.visible_low, cover.visible_high);
            }
            assert_true(share >= cover.visible_low - slack && share <= cover.visible_high + slack);
        }
        test_case_end(&scene);
    }
    print_message("shares: %zu checked, %zu of them between none and all\n", checked, between);
    assert_true(between > 5);
}

/* --- Conditions --------------------------------------------------------------------------------------------------- */

/* A star-shaped area somewhere on the way, everything with its own random limits. */
static tl_area_sight random_area(test_random *random, const test_case *scene, test_prism *prism, tl_outline *outline,
                                 tl_outline footprints[2]) {
    tl_box3 a = tl_bvh_box(scene->sight.a), b = tl_bvh_box(scene->sight.b);
    tl_vec3 at = tl_lerp(tl_box3_centre(a), tl_box3_centre(b), test_random_between(random, -0.1, 1.1));
    *prism = (test_prism){.count = 3 + test_random_below(random, TEST_PRISM_CORNERS - 2),
                          .bottom = at.z - test_random_between(random, 0, 60),
                          .top = at.z + test_random_between(random, 2, 60)};
    double radius = test_random_between(random, 10, 120);
    for (int i = 0; i < prism->count; i++) {
        double angle = 2 * TL_PI * i / prism->count, r = radius * test_random_between(random, 0.3, 1);
        prism->corner[i] = (tl_vec2){at.x + r * cos(angle), at.y + r * sin(angle)};
    }
    assert_int_equal(tl_outline_polygon(scene->sight.context, prism->corner, (size_t)prism->count, outline, NULL),
                     TL_OK);
    tl_area_sight sight = {.area = {outline, prism->bottom, prism->top},
                           .unit_distance = test_random_between(random, 100, 400)};
    for (int end = 0; end < 2; end++) {
        tl_box3 box = end == 0 ? a : b;
        footprints[end] = tl_outline_disc((tl_vec2){tl_box3_centre(box).x, tl_box3_centre(box).y},
                                          test_random_between(random, 1, 25));
        tl_area_placement placement = tl_area_place_of(&sight.area, &footprints[end], box.low.z, box.high.z);
        sight.end[end] = (tl_area_end){.place = placement.place,
                                       .footprint = &footprints[end],
                                       .from_footprint = test_random_below(random, 2) != 0,
                                       .over = placement.over};
    }
    sight.rules = (tl_area_rules){
        .edge_limit = test_random_between(random, 5, 200),
        .through_limit = test_random_between(random, 5, 200),
        .inside_limit = test_random_below(random, 2) != 0 ? INFINITY : test_random_between(random, 20, 250),
        .distance = TL_AREA_ALONG_LINE,
        .through = (tl_area_through)test_random_below(random, 3),
        .near = (tl_area_near)test_random_below(random, 2),
        .cap_scope = (tl_area_cap_scope)test_random_below(random, 2),
        .inside_length = (tl_area_inside_length)test_random_below(random, 2),
        .straddle = (tl_area_straddle)test_random_below(random, 2),
        .top = (tl_area_top)test_random_below(random, 2)};
    return sight;
}

static double spare_of(const tl_area_sight *areas, const test_prism *prisms, int count, tl_vec3 p, tl_vec3 q) {
    return count == 1 ? test_depth_to_spare(areas, prisms, p, q) : test_depths_to_spare(areas, prisms, count, p, q);
}

static void conditions_hold(void **state) {
    (void)state;
    test_random random = test_random_start("conditions_hold", 2403);
    const char *const names[] = {"soup", "blocks", "slit", "leaves, open by", "on rubble"};
    size_t counts[3] = {0}, lines = 0;
    for (int i = 0; i < 120 * rounds(); i++) {
        size_t f = 0;
        while (strcmp(test_families[f].name, names[i % 5]) != 0) {
            f++;
        }
        uint64_t seed = test_random_bits(&random);
        test_case scene;
        test_case_start(&scene, &test_families[f], 2, seed);
        test_case_obstacles(&scene);
        test_prism prisms[2];
        tl_outline outlines[2], footprints[2][2];
        tl_area_sight areas[2];
        for (int k = 0; k < 2; k++) {
            areas[k] = random_area(&random, &scene, &prisms[k], &outlines[k], footprints[k]);
        }
        int count = i % 2 == 0 ? 1 : 2; /* of two the depths add up */
        tl_area_sum sum = {areas, (size_t)count};
        tl_condition condition = count == 1 ? tl_area_condition(&areas[0], 0) : tl_area_sum_condition(&sum, 0);
        scene.sight.obstacles.conditions = &condition;
        scene.sight.obstacles.condition_count = 1;
        tl_sight answer = ask(&scene, false, (tl_sight_options){0});
        counts[answer.verdict]++;
        if (answer.has_line) {
            assert_true(exact_line_free(&scene.exact, answer.from, answer.to));
            assert_true(spare_of(areas, prisms, count, answer.from, answer.to) >= -1e-6);
        }
        test_random choice = {seed}; /* apart, so that no scene depends on the answers before it */
        for (int k = 0; answer.verdict == TL_VERDICT_NO && k < LINES; k++) {
            tl_vec3 p = test_body_point(scene.sight.a, &choice), q = test_body_point(scene.sight.b, &choice);
            bool keeps = spare_of(areas, prisms, count, p, q) > 1e-6;
            lines += keeps ? 1U : 0U;
            if (keeps && exact_line_free(&scene.exact, p, q)) {
                print_error("%s, seed %llu, round %d: %.17g %.17g %.17g to %.17g %.17g %.17g\n", names[i % 5],
                            (unsigned long long)seed, i, p.x, p.y, p.z, q.x, q.y, q.z);
                fail_msg("no, but this line is free and keeps to the depth rules");
            }
        }
        tl_outline_free(&outlines[0]);
        tl_outline_free(&outlines[1]);
        test_case_end(&scene);
    }
    print_message("conditions: %zu yes, %zu no, %zu marginal; %zu lines that kept to them were blocked\n",
                  counts[TL_VERDICT_YES], counts[TL_VERDICT_NO], counts[TL_VERDICT_MARGINAL], lines);
    assert_true(counts[TL_VERDICT_YES] > 0 && counts[TL_VERDICT_NO] > 0 && lines > 0);
}

/* --- Threads ------------------------------------------------------------------------------------------------------ */

enum { SCENES = 10 };

typedef struct worker {
    test_case *scenes;
    const tl_sight *sights;
    const tl_cover *covers;
    int index;
    bool same;
    pthread_t thread;
} worker;

static void *work(void *user) {
    worker *w = user;
    for (int i = 0; i < SCENES && w->same; i++) {
        int k = w->index % 2 == 0 ? (i + 3 * w->index) % SCENES : SCENES - 1 - i;
        test_case *scene = &w->scenes[k];
        tl_sight_options options = {.prove = true, .budget = BUDGET};
        tl_cover_options cover_options = {.sight = options};
        tl_sight sight;
        tl_cover cover;
        w->same = tl_visibility_between(scene->sight.context, &scene->sight.obstacles, scene->sight.a, scene->sight.b,
                                        &options, &sight, NULL) == TL_OK &&
                  test_same_sight(&sight, &w->sights[k]) &&
                  tl_cover_between(scene->sight.context, &scene->sight.obstacles, scene->sight.a, scene->sight.b,
                                   &cover_options, &cover, NULL) == TL_OK &&
                  test_same_cover(&cover, &w->covers[k]);
    }
    return NULL;
}

/* The same bytes from every thread, in whatever order, while others ask about the same scenes. */
static void any_thread_any_order(void **state) {
    (void)state;
    test_random random = test_random_start("any_thread_any_order", 2404);
    test_case scenes[SCENES];
    tl_sight sights[SCENES];
    tl_cover covers[SCENES];
    worker workers[WORKERS];
    for (int i = 0; i < SCENES; i++) {
        const test_family *family = &test_families[(size_t)i * test_family_count / SCENES];
        test_case_start(&scenes[i], family, family->widths[1] > 0 ? family->widths[1] : family->widths[0],
                        test_random_bits(&random));
        test_case_obstacles(&scenes[i]);
        sights[i] = ask(&scenes[i], false, (tl_sight_options){0});
        tl_cover_options options = {.sight = {.prove = true, .budget = BUDGET}};
        assert_int_equal(tl_cover_between(scenes[i].sight.context, &scenes[i].sight.obstacles, scenes[i].sight.a,
                                          scenes[i].sight.b, &options, &covers[i], NULL),
                         TL_OK);
    }
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (worker){.scenes = scenes, .sights = sights, .covers = covers, .index = i, .same = true};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    for (int i = 0; i < WORKERS; i++) {
        assert_true(workers[i].same);
    }
    for (int i = 0; i < SCENES; i++) {
        test_case_end(&scenes[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_truth),
        cmocka_unit_test(both_sides_of_the_wanted_clearance),
        cmocka_unit_test(shares_hold),
        cmocka_unit_test(conditions_hold),
        cmocka_unit_test(any_thread_any_order),
    };
    return cmocka_run_group_tests_name("laws_exhaustive", tests, NULL, NULL);
}
