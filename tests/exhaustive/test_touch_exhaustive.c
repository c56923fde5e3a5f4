/* Sight of bodies that touch, are sunk into, lie inside of, are copies of or stand flush with what blocks. */
#include "support/touch_families.h"

#include <string.h>

/* Of scenes that closed form decides by more than 1e-6 mm so many are certified, in each family. */
#define CERTIFIED 0.95

enum { SCENES = 12, LINES = 60, BUDGET = 6000000 };

static void nothing_wrong(void **state) {
    (void)state;
    test_random random = test_random_start("nothing_wrong", 1606);
    size_t wrong = 0, scenes = 0, all_decided = 0, all_certified = 0;
    for (size_t f = 0; f < touch_family_count; f++) {
        const touch_family *family = &touch_families[f];
        size_t decided = 0, certified = 0;
        for (int i = 0; i < test_trials(SCENES); i++) {
            uint64_t seed = test_random_bits(&random);
            test_case scene;
            touch_case_start(&scene, family, seed);
            tl_sight_options options = {.prove = true, .budget = BUDGET, .check_lines = 3};
            tl_sight answer;
            assert_int_equal(tl_visibility_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.a,
                                                   scene.sight.b, &options, &answer, NULL),
                             TL_OK);
            const char *why = touch_case_wrong(&scene, &answer, LINES, &random);
            why = why == NULL && answer.failed_checks > 0 ? "a free line in a bundle that was proved blocked" : why;
            if (why != NULL) {
                wrong++;
                print_error("%s, %s, seed %llu: %s\n", family->group, family->name, (unsigned long long)seed, why);
            }
            scenes++;
            decided += scene.truth != TEST_UNKNOWN ? 1U : 0U;
            certified += scene.truth != TEST_UNKNOWN && answer.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
            test_case_end(&scene);
        }
        if ((double)certified + 1 < CERTIFIED * (double)decided) {
            wrong++;
            print_error("%s, %s: %zu of %zu certified\n", family->group, family->name, certified, decided);
        }
        all_decided += decided;
        all_certified += certified;
    }
    print_message("%zu scenes, %zu decided by more than 1e-6 mm, %zu of them certified\n", scenes, all_decided,
                  all_certified);
    assert_int_equal(wrong, 0);
    assert_true((double)all_certified >= CERTIFIED * (double)all_decided);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
