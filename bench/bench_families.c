/* bench_families.c: adversarial scenes whose truth is known: counts of verdicts by family and width. */
#include "bench_oracle.h"

#include "support/sight_families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORST = 8 };

typedef struct worst_case {
    double seconds;
    const char *family;
    double width;
    uint64_t seed;
    tl_sight answer;
} worst_case;

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

size_t bench_families(const bench_oracle_options *options) {
    printf(
        "\n## Adversarial families, %ld scenes each\n\nTruth: open, closed, or told by rays (unknown). A wrong verdict "
        "is a no where a line is free, a yes whose witness is not, or an overstated clearance.\n\n"
        "| family | width mm | open / closed / unknown | yes | no | marginal | certified | wrong | median ms "
        "| worst ms |\n|---|---|---|---|---|---|---|---|---|---|\n",
        options->pairs);
    size_t wrong = 0, rays = 0, all = 0, certified = 0, lines = 0;
    worst_case worst[WORST] = {{0}};
    for (size_t f = 0; f < test_family_count; f++) {
        const test_family *family = &test_families[f];
        if (options->family != NULL && strcmp(options->family, family->name) != 0) {
            continue;
        }
        for (int w = 0; w < TEST_WIDTHS && family->widths[w] > 0; w++) {
            size_t truths[3] = {0}, verdicts[3] = {0}, bad = 0;
            double *times = calloc((size_t)options->pairs + 1, sizeof(*times));
            if (times == NULL) {
                return 1;
            }
            for (long i = 0; i < options->pairs; i++) {
                uint64_t seed = options->seed + 1000003U * (f + 1) + 10007U * (uint64_t)w + (uint64_t)i;
                test_case scene;
                test_case_start(&scene, family, family->widths[w], seed);
                tl_sight_options chosen = {.prove = true};
                tl_sight answer;
                double start = bench_thread_time();
                tl_status status = tl_visibility_between(scene.sight.context, test_case_obstacles(&scene),
                                                         scene.sight.a, scene.sight.b, &chosen, &answer, NULL);
                double spent = bench_thread_time() - start;
                times[i] = spent;
                truths[scene.truth == TEST_OPEN ? 0 : scene.truth == TEST_CLOSED ? 1 : 2]++;
                verdicts[answer.verdict == TL_VERDICT_YES ? 0 : answer.verdict == TL_VERDICT_NO ? 1 : 2]++;
                const char *why = status != TL_OK ? "an error" : test_case_wrong(&scene, &answer);
                tl_vec3 p = {0}, q = {0};
                if (answer.verdict == TL_VERDICT_NO && scene.truth != TEST_CLOSED && why == NULL) {
                    test_random random = {seed};
                    size_t tried = (size_t)(options->rays / 10 + 100);
                    if (test_case_free_lines(&scene, tried, &random, &p, &q) > 0) {
                        why = "no, but a sampled line is free";
                    }
                    rays += tried;
                }
                if (why == NULL && status == TL_OK && i % 4 == 0) { /* lines in proved bundles, and the same backward */
                    chosen.check_lines = 10;
                    tl_sight back;
                    tl_visibility_between(scene.sight.context, test_case_obstacles(&scene), scene.sight.b,
                                          scene.sight.a, &chosen, &back, NULL);
                    lines += back.checked;
                    why = back.failed_checks > 0 ? "a free line in a proved bundle" : why;
                    why = back.verdict != answer.verdict || back.clearance != answer.clearance ? "not symmetric" : why;
                }
                if (why != NULL) {
                    bad++;
                    printf(
                        "\nWRONG: %s, width %g, seed %llu: %s (verdict %s, clearance %.3g, from %.17g %.17g %.17g to "
                        "%.17g %.17g %.17g)\n\n",
                        family->name, family->widths[w], (unsigned long long)seed, why, verdict_name(answer.verdict),
                        answer.clearance, answer.has_line ? answer.from.x : p.x, answer.has_line ? answer.from.y : p.y,
                        answer.has_line ? answer.from.z : p.z, answer.has_line ? answer.to.x : q.x,
                        answer.has_line ? answer.to.y : q.y, answer.has_line ? answer.to.z : q.z);
                }
                note_worst(worst, (worst_case){spent, family->name, family->widths[w], seed, answer});
                test_case_end(&scene);
            }
            bench_sort(times, (size_t)options->pairs);
            all += (size_t)options->pairs;
            certified += verdicts[0] + verdicts[1];
            wrong += bad;
            printf("| %s | %g | %zu / %zu / %zu | %zu | %zu | %zu | %.0f %% | %zu | %.2f | %.1f |\n", family->name,
                   family->widths[w], truths[0], truths[1], truths[2], verdicts[0], verdicts[1], verdicts[2],
                   100.0 * (double)(verdicts[0] + verdicts[1]) / (double)options->pairs, bad,
                   1e3 * times[options->pairs / 2], 1e3 * times[options->pairs - 1]);
            fflush(stdout);
            free(times);
        }
    }
    printf("\n%zu scenes, %.2f %% certified, %zu exact oracle lines, %zu self-checked lines, wrong: %zu.\n\nThe "
           "slowest:\n\n"
           "| family | width | seed | verdict | ms | work | pairs of cells |\n|---|---|---|---|---|---|---|\n",
           all, all > 0 ? 100.0 * (double)certified / (double)all : 0, rays, lines, wrong);
    for (int i = 0; i < WORST && worst[i].family != NULL; i++) {
        printf("| %s | %g | %llu | %s | %.0f | %llu | %llu |\n", worst[i].family, worst[i].width,
               (unsigned long long)worst[i].seed, verdict_name(worst[i].answer.verdict), 1e3 * worst[i].seconds,
               (unsigned long long)worst[i].answer.work, (unsigned long long)worst[i].answer.shafts);
    }
    return wrong;
}
