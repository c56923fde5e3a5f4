/* bench_families.c: adversarial scenes whose truth is known: counts of verdicts by family and width. */
#include "bench_oracle.h"

#include "support/sight_families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORST = 8, SCENES = 40 };

typedef struct worst_case {
    double seconds;
    const char *family;
    double width;
    uint64_t seed;
    tl_sight answer;
} worst_case;

typedef struct tally {
    size_t scenes, certified, wrong, lines, checked;
    worst_case worst[WORST];
} tally;

static void note_worst(worst_case *worst, worst_case item) {
    for (int i = 0; i < WORST; i++) {
        if (item.seconds > worst[i].seconds) {
            worst_case other = worst[i];
            worst[i] = item;
            item = other;
        }
    }
}

static const char *verdict_name(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? "yes" : verdict == TL_VERDICT_NO ? "no" : "marginal";
}

/* What is wrong with an answer, or NULL; `line` gets a line that shows it where there is one. */
static const char *find_wrong(test_case *scene, const tl_sight *answer, size_t tries, bool laws, uint64_t seed,
                              tally *t, tl_vec3 line[2]) {
    const char *why = test_case_wrong(scene, answer);
    line[0] = answer->from;
    line[1] = answer->to;
    if (why == NULL && answer->verdict == TL_VERDICT_NO && scene->truth != TEST_CLOSED) {
        test_random random = {seed};
        t->lines += tries;
        if (test_case_free_lines(scene, tries, &random, &line[0], &line[1]) > 0 &&
            test_case_refutes(scene, answer, line[0], line[1])) {
            return "no, but a sampled line is free";
        }
    }
    if (why == NULL && laws) {
        tl_sight_options options = {.prove = true, .check_lines = 10};
        tl_sight back;
        tl_visibility_between(scene->sight.context, test_case_obstacles(scene), scene->sight.b, scene->sight.a,
                              &options, &back, NULL);
        t->checked += back.checked;
        why = back.failed_checks > 0 ? "a free line in a proved bundle"
              : back.verdict != answer->verdict || back.clearance != answer->clearance ? "not symmetric"
                                                                                       : NULL;
    }
    return why;
}

/* One family and width. */
static void run_width(const bench_oracle_options *options, size_t f, int w, bool print, tally *t) {
    const test_family *family = &test_families[f];
    size_t truths[3] = {0}, verdicts[3] = {0}, bad = 0, count = (size_t)options->pairs;
    double *times = bench_need(calloc(count + 1, sizeof(*times)));
    for (size_t i = 0; i < count; i++) {
        uint64_t seed = options->seed + 1000003U * (f + 1) + 10007U * (uint64_t)w + i;
        test_case scene;
        test_case_start(&scene, family, family->widths[w], seed);
        tl_sight_options chosen = {.prove = true};
        tl_sight answer;
        double start = bench_thread_time();
        if (tl_visibility_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.a, scene.sight.b,
                                  &chosen, &answer, NULL) != TL_OK) {
            bench_need(NULL);
        }
        times[i] = bench_thread_time() - start;
        truths[scene.truth == TEST_OPEN ? 0 : scene.truth == TEST_CLOSED ? 1 : 2]++;
        verdicts[answer.verdict]++;
        tl_vec3 line[2];
        const char *why = find_wrong(&scene, &answer, (size_t)(options->rays / 10 + 100), i % 4 == 0, seed, t, line);
        if (why != NULL) {
            bad++;
            printf("\nWRONG: family %s, width %g, seed %llu: %s (verdict %s, clearance %.3g, from %.17g %.17g %.17g to "
                   "%.17g %.17g %.17g)\n\n",
                   family->name, family->widths[w], (unsigned long long)seed, why, verdict_name(answer.verdict),
                   answer.clearance, line[0].x, line[0].y, line[0].z, line[1].x, line[1].y, line[1].z);
        }
        note_worst(t->worst, (worst_case){times[i], family->name, family->widths[w], seed, answer});
        test_case_end(&scene);
    }
    size_t certified = verdicts[TL_VERDICT_YES] + verdicts[TL_VERDICT_NO];
    t->scenes += count;
    t->certified += certified;
    t->wrong += bad;
    if (print) {
        bench_sort(times, count);
        printf("| %s | %g | %zu / %zu / %zu | %zu | %zu | %zu | %.0f %% | %zu | %.2f | %.1f |\n", family->name,
               family->widths[w], truths[0], truths[1], truths[2], verdicts[TL_VERDICT_YES], verdicts[TL_VERDICT_NO],
               verdicts[TL_VERDICT_MARGINAL], 100.0 * (double)certified / (double)count, bad, 1e3 * times[count / 2],
               1e3 * times[count - 1]);
        fflush(stdout);
    }
    free(times);
}

size_t bench_families(const bench_oracle_options *chosen, bool print) {
    bench_oracle_options options = *chosen;
    options.pairs = options.pairs > 0 ? options.pairs : SCENES;
    if (print) {
        printf("\n## Adversarial families, %ld scenes each\n\nTruth: open, closed, or told by lines (unknown). A wrong "
               "verdict is a no where a line is free, a yes whose witness is not, or an overstated clearance.\n\n"
               "| family | width mm | open / closed / unknown | yes | no | marginal | certified | wrong | median ms "
               "| worst ms |\n|---|---|---|---|---|---|---|---|---|---|\n",
               options.pairs);
    }
    tally t = {.scenes = 0};
    for (size_t f = 0; f < test_family_count; f++) {
        for (int w = 0; w < TEST_WIDTHS && test_families[f].widths[w] > 0; w++) {
            if (options.family == NULL || strcmp(options.family, test_families[f].name) == 0) {
                run_width(&options, f, w, print, &t);
            }
        }
    }
    printf("%sfamilies, seed %llu: %zu scenes, %.2f %% certified, %zu lines decided exactly, %zu in proved bundles, "
           "wrong: %zu\n",
           print ? "\n" : "", (unsigned long long)options.seed, t.scenes,
           t.scenes > 0 ? 100.0 * (double)t.certified / (double)t.scenes : 0, t.lines, t.checked, t.wrong);
    if (print) {
        printf("\nThe slowest:\n\n| family | width | seed | verdict | ms | work | pairs of cells |\n"
               "|---|---|---|---|---|---|---|\n");
    }
    for (int i = 0; print && i < WORST && t.worst[i].family != NULL; i++) {
        const worst_case *w = &t.worst[i];
        printf("| %s | %g | %llu | %s | %.0f | %llu | %llu |\n", w->family, w->width, (unsigned long long)w->seed,
               verdict_name(w->answer.verdict), 1e3 * w->seconds, (unsigned long long)w->answer.work,
               (unsigned long long)w->answer.shafts);
    }
    fflush(stdout);
    return t.wrong;
}
