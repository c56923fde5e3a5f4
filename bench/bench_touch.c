/* bench_touch.c: bodies that touch, lie in or copy what blocks, by the hundred thousand: verdicts by family, and every
 * yes judged in exact arithmetic. */
#include "bench_oracle.h"

#include "support/touch_families.h"

#include <stdio.h>
#include <string.h>

enum { SCENES = 2000, LINES = 100 };

typedef struct touch_tally {
    size_t scenes, yes, no, by_tolerance, by_budget, decided, certified, wrong;
    double slowest;
} touch_tally;

static void ask_touch(const touch_family *family, uint64_t seed, touch_tally *t) {
    test_random random = {seed ^ 0x5eed};
    test_case scene;
    touch_case_start(&scene, family, seed);
    tl_sight_options options = {.prove = true, .check_lines = 3};
    tl_sight answer;
    double start = bench_thread_time();
    if (tl_visibility_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.a, scene.sight.b, &options,
                              &answer, NULL) != TL_OK) {
        bench_need(NULL);
    }
    double taken = bench_thread_time() - start;
    const char *why = touch_case_wrong(&scene, &answer, LINES, &random);
    why = why == NULL && answer.failed_checks > 0 ? "a free line in a bundle that was proved blocked" : why;
    if (why != NULL) {
        printf("WRONG: %s, %s, seed %llu: %s\n", family->group, family->name, (unsigned long long)seed, why);
        t->wrong++;
    }
    bool marginal = answer.verdict == TL_VERDICT_MARGINAL, decided = scene.truth != TEST_UNKNOWN;
    t->scenes++;
    t->yes += answer.verdict == TL_VERDICT_YES ? 1U : 0U;
    t->no += answer.verdict == TL_VERDICT_NO ? 1U : 0U;
    t->by_budget += marginal && answer.why == TL_WHY_BUDGET ? 1U : 0U;
    t->by_tolerance += marginal && answer.why != TL_WHY_BUDGET ? 1U : 0U;
    t->decided += decided ? 1U : 0U;
    t->certified += decided && !marginal ? 1U : 0U;
    t->slowest = taken > t->slowest ? taken : t->slowest;
    test_case_end(&scene);
}

static void print_tally(const char *group, const char *name, const touch_tally *t) {
    double share = t->decided > 0 ? 100.0 * (double)t->certified / (double)t->decided : 100;
    printf("%-10s %-24s %7zu %7zu %7zu %7zu %7zu %7zu  %6.2f %% %5zu %8.1f\n", group, name, t->scenes, t->yes, t->no,
           t->by_tolerance, t->by_budget, t->decided, share, t->wrong, 1e3 * t->slowest);
    fflush(stdout);
}

int bench_touch(size_t scenes, uint64_t seed) {
    touch_tally all = {0};
    scenes = scenes > 0 ? scenes : SCENES;
    printf("%-10s %-24s %7s %7s %7s %7s %7s %7s %9s %5s %8s\n", "group", "family", "scenes", "yes", "no", "toler.",
           "budget", "decided", "certified", "wrong", "worst ms");
    for (size_t f = 0; f < touch_family_count; f++) {
        touch_tally t = {0};
        size_t count = scenes / touch_family_count + (f < scenes % touch_family_count ? 1 : 0);
        for (size_t i = 0; i < count; i++) {
            ask_touch(&touch_families[f], seed + 1000003U * f + 7919U * i, &t);
        }
        print_tally(touch_families[f].group, touch_families[f].name, &t);
        all.scenes += t.scenes, all.yes += t.yes, all.no += t.no, all.by_tolerance += t.by_tolerance;
        all.by_budget += t.by_budget, all.decided += t.decided, all.certified += t.certified, all.wrong += t.wrong;
        all.slowest = t.slowest > all.slowest ? t.slowest : all.slowest;
    }
    print_tally("all", "", &all);
    return all.wrong > 0;
}
