/* test_sight_exhaustive.c: the adversarial families, decided a second time by code that shares nothing with the engine.
 * No verdict may be wrong; and what is certified today stays certified, with a margin. TRUELINE_ROUNDS is how many
 * scenes of each width are asked. The long form is `bench oracle --scene families`. */
#include "support/sight_families.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2, LINES = 300 };

/* Less than the default, so that what can't be decided costs little. */
#define BUDGET UINT64_C(8000000)

static int rounds(void) {
    const char *chosen = getenv("TRUELINE_ROUNDS");
    return chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : test_trials(ROUNDS);
}

/* Families of which at least `share` is certified from `width` on. */
static const struct {
    const char *family;
    double width, share;
} floors[] = {
    {"slit", 0.05, 1},
    {"gap", 0.05, 1},
    {"crack", 1e-8, 1},
    {"overlap", 0.2, 0.9},
    {"overlap, closed by", 0.05, 0.9},
    {"overlap, open by", 0.05, 0.9},
    {"keyholes", 0.05, 0.9},
    {"keyholes, closed", 0.02, 1},
    {"edge, closed by", 0.02, 1},
    {"edge, open by", 0.02, 1},
    {"closed box", 0.02, 1},
    {"pinhole", 0.05, 0.9},
    {"windows, closed by", 0.1, 0.85},
    {"windows, open by", 0.1, 0.9},
    {"boxes side by side", 0.5, 1},
    {"boxes shifted", 0.1, 1},
    {"T-junctions", 0.5, 1},
    {"boxes pushed in", 0.02, 1},
    {"messy sheet, slit", 0.1, 0.9},
    {"messy sheet, closed", 1, 1},
    {"body through wall, closed", 0.2, 0.9},
    {"soup", 1, 0.8},
    {"blocks", 2, 0.9},
    {"gap over ground", 0.05, 0.9},
    {"walls into ground", 0.02, 1},
    {"ridge, closed by", 0.02, 0.9},
    {"ridge, open by", 0.02, 0.9},
    {"heap on hills", 1, 0.9},
    {"table edge", 1, 0.9},
    {"torn ground", 1, 0.9},
    {"under the board", 0.1, 0.9},
    {"terraces", 1, 0.9},
    {"grazing, closed", 0.5, 1},
    {"grazing, open by", 1e-5, 1},
    {"T-junctions in floats", 0.5, 0.8}, /* far from the origin floats leave wider cracks */
    {"common planes", 0.06, 1},
    {"walls face to face", 0.5, 1},
    {"wall pushed in askew", 0.02, 1},
    {"doubled, slit", 0.06, 1},
    {"doubled, closed", 1, 1},
    {"leaves, open by", 0.06, 1},
    {"leaves, closed", 1, 1},
    {"foils, slit", 0.06, 1},
    {"foils, closed", 0.02, 1},
    {"inside out, slit", 0.06, 1},
    {"inside out, closed", 0.02, 1},
    {"torn, open by", 0.06, 1},
    {"torn beside", 0.5, 1},
    {"sieve", 1, 0.9},
    {"fins, slit", 0.06, 1},
    {"fins, closed", 1, 1},
    {"needles, slit", 0.06, 1},
    {"sunk in flock", 0.1, 1},
    {"sunk in flock, closed", 0.1, 1},
    {"on rubble", 0.5, 1},
    {"on rubble, closed", 0.5, 1},
};

static void no_wrong_verdicts(void **state) {
    (void)state;
    test_random random = test_random_start("no_wrong_verdicts", 2101);
    size_t wrong = 0, asked[sizeof(floors) / sizeof(floors[0])] = {0},
           certified[sizeof(floors) / sizeof(floors[0])] = {0};
    for (size_t f = 0; f < test_family_count; f++) {
        const test_family *family = &test_families[f];
        for (int w = 0; w < TEST_WIDTHS && family->widths[w] > 0; w++) {
            for (int i = 0; i < rounds(); i++) {
                uint64_t seed = test_random_bits(&random);
                test_case scene;
                test_case_start(&scene, family, family->widths[w], seed);
                tl_sight_options options = {.prove = true, .budget = BUDGET, .check_lines = 3};
                tl_sight answer;
                assert_int_equal(tl_visibility_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.a,
                                                       scene.sight.b, &options, &answer, NULL),
                                 TL_OK);
                const char *why = test_case_wrong(&scene, &answer);
                tl_vec3 p, q;
                if (why == NULL && answer.verdict == TL_VERDICT_NO && scene.truth != TEST_CLOSED &&
                    test_case_free_lines(&scene, LINES, &random, &p, &q) > 0 &&
                    test_case_refutes(&scene, &answer, p, q)) {
                    why = "no, but a sampled line is free";
                }
                if (why != NULL) {
                    wrong++;
                    print_error("%s, width %g, seed %llu: %s\n", family->name, family->widths[w],
                                (unsigned long long)seed, why);
                }
                for (size_t k = 0; k < sizeof(floors) / sizeof(floors[0]); k++) {
                    if (strcmp(floors[k].family, family->name) == 0 && family->widths[w] >= floors[k].width) {
                        asked[k]++;
                        certified[k] += answer.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
                    }
                }
                test_case_end(&scene);
            }
        }
    }
    assert_int_equal(wrong, 0);
    for (size_t k = 0; k < sizeof(floors) / sizeof(floors[0]); k++) {
        assert_true(asked[k] > 0);
        /* of few scenes one may fail by chance where not all are certified */
        double slack = floors[k].share < 1 ? 1 : 0;
        if ((double)certified[k] + slack < floors[k].share * (double)asked[k]) {
            print_error("%s from %g mm on: %zu of %zu certified\n", floors[k].family, floors[k].width, certified[k],
                        asked[k]);
        }
        assert_true((double)certified[k] + slack >= floors[k].share * (double)asked[k]);
    }
}

/* Surfaces that meet without sharing edges. */
static bool has_seams(const test_family *family) {
    static const char *const names[] = {"common planes", "walls face to face", "wall pushed in askew", "crack",
                                        "doubled, closed"};
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        if (strcmp(names[n], family->name) == 0) {
            return true;
        }
    }
    return false;
}

/* Asks with terrain that conforms, or not, as on tables of millions of triangles: then what meets is cut for the
 * question that resists. All are certified; what conforms beforehand in a handful of pairs of cells. */
static bool seam_decided(const test_family *family, double width, uint64_t seed, bool conforms) {
    test_case scene;
    test_case_start(&scene, family, width, seed);
    tl_conform_part parts[TEST_SLOTS] = {{0}};
    for (size_t slot = 0; slot < scene.sight.count; slot++) {
        parts[slot] = (tl_conform_part){.bvh = scene.sight.slots[slot], .conforms = conforms};
    }
    tl_obstacles obstacles = *test_case_obstacles(&scene);
    assert_int_equal(tl_joiner_create(scene.sight.context, parts, scene.sight.count, &obstacles.joiner, NULL), TL_OK);
    tl_sight_options options = {.prove = true, .check_lines = 3};
    tl_sight answer;
    assert_int_equal(
        tl_visibility_between(scene.sight.context, &obstacles, scene.sight.a, scene.sight.b, &options, &answer, NULL),
        TL_OK);
    const char *why = test_case_wrong(&scene, &answer);
    why = why == NULL && answer.verdict == TL_VERDICT_MARGINAL ? "marginal" : why;
    why = why == NULL && conforms && answer.verdict == TL_VERDICT_NO && answer.shafts > 8 ? "many pairs of cells" : why;
    if (why != NULL) {
        print_error("%s, width %g, seed %llu, conforming %d: %s (%llu pairs)\n", family->name, width,
                    (unsigned long long)seed, conforms, why, (unsigned long long)answer.shafts);
    }
    tl_joiner_destroy(obstacles.joiner);
    test_case_end(&scene);
    return why == NULL;
}

static void seams_are_closed(void **state) {
    (void)state;
    test_random random = test_random_start("seams_are_closed", 2103);
    size_t failed = 0;
    for (size_t f = 0; f < test_family_count; f++) {
        const test_family *family = &test_families[f];
        for (int w = 0; has_seams(family) && w < TEST_WIDTHS && family->widths[w] > 0; w++) {
            for (int i = 0; i < 4 * rounds(); i++) {
                failed += seam_decided(family, family->widths[w], test_random_bits(&random), i % 2 != 0) ? 0 : 1;
            }
        }
    }
    assert_int_equal(failed, 0);
}

static tl_vec3 quarter_turn(const void *user, tl_vec3 p) {
    (void)user;
    return (tl_vec3){0.5 - p.y, p.x + 64, p.z};
}

static tl_vec3 few_bits(const void *user, tl_vec3 p) {
    return quarter_turn(
        user, (tl_vec3){round(p.x * 0x1p20) * 0x1p-20, round(p.y * 0x1p20) * 0x1p-20, round(p.z * 0x1p20) * 0x1p-20});
}

/* The same answer whoever asks, and wherever a quarter turn about z and a shift put everything: the layout has few
 * bits, so that nothing rounds. */
static void same_anywhere(void **state) {
    (void)state;
    test_random random = test_random_start("same_anywhere", 2102);
    const char *const names[] = {"slit", "overlap", "keyholes, closed", "closed box", "soup", "blocks"};
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        for (size_t f = 0; f < test_family_count; f++) {
            const test_family *family = &test_families[f];
            if (strcmp(family->name, names[n]) != 0) {
                continue;
            }
            test_case scene;
            test_case_start(&scene, family, family->widths[3], test_random_bits(&random));
            tl_verdict verdicts[5];
            for (int k = 0; k < 5; k++) {
                if (k > 0) { /* the fourth is the identity again but for the shift */
                    test_case_map(&scene, k == 1 ? few_bits : quarter_turn, NULL);
                }
                tl_sight_options options = {.prove = true, .budget = BUDGET};
                tl_sight answer, back;
                const tl_obstacles *obstacles = test_case_obstacles(&scene);
                assert_int_equal(tl_visibility_between(scene.sight.context, obstacles, scene.sight.a, scene.sight.b,
                                                       &options, &answer, NULL),
                                 TL_OK);
                assert_int_equal(tl_visibility_between(scene.sight.context, obstacles, scene.sight.b, scene.sight.a,
                                                       &options, &back, NULL),
                                 TL_OK);
                assert_int_equal(answer.verdict, back.verdict);
                assert_true(answer.clearance == back.clearance);
                verdicts[k] = answer.verdict;
                for (int m = 1; m < k; m++) { /* rounding may turn the first: it is left out */
                    assert_true(verdicts[m] == verdicts[k] || verdicts[m] == TL_VERDICT_MARGINAL ||
                                verdicts[k] == TL_VERDICT_MARGINAL);
                }
            }
            test_case_end(&scene);
        }
    }
}

/* The exact check against what is known about single triangles. */
static void the_check_itself(void **state) {
    (void)state;
    const tl_vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, flat[3] = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    assert_true(exact_meets((tl_vec3){1, 1, -1}, (tl_vec3){1, 1, 1}, t));
    assert_true(exact_meets((tl_vec3){2, 2, -1}, (tl_vec3){2, 2, 1}, t)); /* an edge */
    assert_true(exact_meets((tl_vec3){0, 0, -1}, (tl_vec3){0, 0, 0}, t)); /* a corner, by its end */
    assert_false(exact_meets((tl_vec3){2, nextafter(2, 3), -1}, (tl_vec3){2, nextafter(2, 3), 1}, t));
    assert_false(exact_meets((tl_vec3){1, 1, 0x1p-200}, (tl_vec3){1, 1, 1}, t));
    assert_true(exact_meets((tl_vec3){-1, 1, 0}, (tl_vec3){9, 1, 0}, t)); /* in its plane */
    assert_false(exact_meets((tl_vec3){-1, 5, 0}, (tl_vec3){5, nextafter(-1, 0), 0}, t));
    assert_false(exact_meets((tl_vec3){4.5, 0, 0}, (tl_vec3){9, 0, 0}, t));
    assert_true(exact_meets((tl_vec3){1, 1, 0}, (tl_vec3){1.5, 1, 0}, t)); /* all of it inside */
    assert_true(exact_meets((tl_vec3){2, 2, 0}, (tl_vec3){2, 2, 4}, flat));
    assert_false(exact_meets((tl_vec3){2, 2.5, 0}, (tl_vec3){2, 2.5, 4}, flat));
    assert_false(exact_meets((tl_vec3){0, 1, 0}, (tl_vec3){1, 0, 0}, flat)); /* askew */
    /* collinear but for the last bit */
    tl_vec3 a = {0.1, 0.1, 0.1}, b = {0.3, 0.3, 0.3}, c = {0.7, 0.7, 0.7}, d = {1.1, -3, 7};
    assert_int_equal(exact_side(a, b, c, d), 0);
    c.y = nextafter(c.y, 1);
    assert_true(exact_side(a, b, c, d) != 0);
    assert_int_equal(exact_side(a, b, c, d), -exact_side(a, c, b, d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_check_itself),
        cmocka_unit_test(no_wrong_verdicts),
        cmocka_unit_test(seams_are_closed),
        cmocka_unit_test(same_anywhere),
    };
    return cmocka_run_group_tests_name("sight_exhaustive", tests, NULL, NULL);
}
