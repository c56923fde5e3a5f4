/* bench_sight.c: rulings on tables of real meshes: how fast, how many certified; and Embree answering the same
 * questions by sampled rays, how fast and how often wrong. */
#include "bench.h"

#include "cover/cover.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* R: one robust any-hit ray of the peer, between the bodies of these very pairs. */
enum { FEW = 1024, MANY = 16384 };

typedef struct tally {
    double *times;
    size_t count, certified, by_budget;
    double shafts, work;
    size_t peer_wrong[2];
    double peer_seconds[2];
} tally;

static double percentile(const tally *t, double share) {
    return t->count > 0 ? t->times[(size_t)(share * (double)(t->count - 1))] : 0;
}

static void print_tally(const char *table, const char *question, tally *t, double ray) {
    double all = 0;
    for (size_t i = 0; i < t->count; i++) {
        all += t->times[i];
    }
    bench_sort(t->times, t->count);
    printf("| %s | %s | %zu | %.2f %% | %zu | %.0f | %.0f | %.0f | %.0f | %.0f | %.1f | %.0f | %.1f |", table, question,
           t->count, t->count > 0 ? 100.0 * (double)t->certified / (double)t->count : 0, t->by_budget,
           (double)t->count / all, percentile(t, 0.5) / ray, percentile(t, 0.9) / ray, percentile(t, 0.99) / ray,
           percentile(t, 1) / ray, 1e3 * percentile(t, 1), t->shafts / (double)t->count,
           1e-3 * t->work / (double)t->count);
    for (int k = 0; k < 2; k++) {
        if (t->peer_seconds[k] > 0) {
            printf(" %.2f, %zu |", 1e3 * t->peer_seconds[k] / (double)t->count, t->peer_wrong[k]);
        } else {
            printf(" |");
        }
    }
    printf("\n");
    fflush(stdout);
}

/* The peer's answer to line of sight: does one of `count` random rays pass? */
static bool sampled_sight(peer *rays, const tl_bvh *a, const tl_bvh *b, size_t count, uint64_t *state,
                          bench_segment *segments, uint8_t *answers, double *seconds) {
    for (size_t i = 0; i < count; i++) {
        segments[i] = (bench_segment){bench_body_point(a, state), bench_body_point(b, state)};
    }
    *seconds += peer_blocked(rays, segments, count, answers);
    bool seen = false;
    for (size_t i = 0; i < count; i++) {
        seen = seen || answers[i] == 0;
    }
    return seen;
}

/* The peer's answer to cover: do all rays pass from one of `views` viewpoints? As many rays each as views. */
static bool sampled_cover(peer *rays, const tl_bvh *a, const tl_bvh *b, size_t views, uint64_t *state,
                          bench_segment *segments, uint8_t *answers, double *seconds) {
    for (size_t v = 0; v < views; v++) {
        tl_vec3 eye = bench_body_point(a, state);
        for (size_t i = 0; i < views; i++) {
            segments[v * views + i] = (bench_segment){eye, bench_body_point(b, state)};
        }
    }
    *seconds += peer_blocked(rays, segments, views * views, answers);
    bool hidden = true;
    for (size_t v = 0; v < views; v++) {
        bool clear = true;
        for (size_t i = 0; i < views; i++) {
            clear = clear && answers[v * views + i] == 0;
        }
        hidden = hidden && !clear;
    }
    return hidden;
}

static void run(const char *name, int pairs) {
    double start = bench_now(), seconds = 0, ray = 0;
    bench_table *table = bench_table_make(name, BENCH_SEED);
    if (table == NULL) {
        return;
    }
    double made = bench_now() - start;
    size_t peer_bytes = 0, bytes = 0;
    for (size_t i = 0; i < table->slot_count; i++) {
        bytes += tl_bvh_measure(table->slots[i]).bytes;
    }
    peer *rays = peer_build(&table->all, 1, &seconds, &peer_bytes);
    bench_segment *segments = calloc(MANY, sizeof(*segments));
    uint8_t *answers = calloc(MANY, 1);
    tally sight = {.times = calloc((size_t)pairs, sizeof(double))},
          quick = {.times = calloc((size_t)pairs, sizeof(double))},
          cover = {.times = calloc((size_t)pairs, sizeof(double))};
    if (segments == NULL || answers == NULL || sight.times == NULL || quick.times == NULL || cover.times == NULL) {
        exit(4);
    }
    uint64_t state = BENCH_SEED;
    size_t ray_count = 0;
    for (int i = 0; i < pairs; i++) {
        bench_body a = bench_random_body(table, true, &state), b = bench_random_body(table, true, &state);
        for (int k = 0; k < 20 && tl_distance(a.at, b.at) > 900; k++) {
            tl_bvh_destroy(b.bvh);
            b = bench_random_body(table, true, &state);
        }
        tl_sight_options options = {.prove = true};
        tl_sight answer;
        double from = bench_thread_time();
        tl_visibility_between(table->context, &table->obstacles, a.bvh, b.bvh, &options, &answer, NULL);
        sight.times[sight.count++] = bench_thread_time() - from;
        sight.shafts += (double)answer.shafts;
        sight.work += (double)answer.work;
        sight.certified += answer.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
        sight.by_budget += answer.verdict == TL_VERDICT_MARGINAL && answer.why == TL_WHY_BUDGET ? 1U : 0U;
        options.quick = true;
        from = bench_thread_time();
        tl_sight soon;
        tl_visibility_between(table->context, &table->obstacles, a.bvh, b.bvh, &options, &soon, NULL);
        quick.times[quick.count++] = bench_thread_time() - from;
        quick.shafts += (double)soon.shafts;
        quick.work += (double)soon.work;
        quick.certified += soon.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
        quick.by_budget += soon.verdict == TL_VERDICT_MARGINAL && soon.why == TL_WHY_BUDGET ? 1U : 0U;
        options.quick = false;
        for (int k = 0; k < 2; k++) {
            size_t count = k == 0 ? FEW : MANY;
            double spent = 0;
            bool seen = sampled_sight(rays, a.bvh, b.bvh, count, &state, segments, answers, &spent);
            sight.peer_seconds[k] += spent;
            ray += spent;
            ray_count += count;
            sight.peer_wrong[k] += answer.verdict == (seen ? TL_VERDICT_NO : TL_VERDICT_YES) ? 1U : 0U;
        }
        if (i % 3 == 0) {
            tl_cover_options cover_options = {.sight = options};
            tl_cover covered;
            from = bench_thread_time();
            tl_cover_between(table->context, &table->obstacles, a.bvh, b.bvh, &cover_options, &covered, NULL);
            cover.times[cover.count++] = bench_thread_time() - from;
            cover.work += (double)covered.work;
            cover.certified += covered.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
            cover.by_budget += covered.verdict == TL_VERDICT_MARGINAL && covered.why == TL_WHY_BUDGET ? 1U : 0U;
            for (int k = 0; k < 2; k++) {
                bool hidden = sampled_cover(rays, a.bvh, b.bvh, k == 0 ? 32 : 128, &state, segments, answers,
                                            &cover.peer_seconds[k]);
                cover.peer_wrong[k] += covered.verdict == (hidden ? TL_VERDICT_NO : TL_VERDICT_YES) ? 1U : 0U;
            }
        }
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
    }
    double one = ray / (double)ray_count;
    char label[128];
    snprintf(label, sizeof(label), "%s, %.2f M, R = %.0f ns, %.0f + %.0f bytes a triangle, made in %.1f s", name,
             1e-6 * (double)table->all.triangle_count, 1e9 * one, (double)bytes / (double)table->all.triangle_count,
             (double)peer_bytes / (double)table->all.triangle_count, made);
    print_tally(label, "sight", &sight, one);
    print_tally(name, "sight, first line", &quick, one);
    print_tally(name, "cover", &cover, one);
    free(sight.times);
    free(quick.times);
    free(cover.times);
    free(segments);
    free(answers);
    peer_destroy(rays);
    bench_table_free(table);
}

int bench_sight(const char *only, int pairs) {
    pairs = pairs > 0 ? pairs : 300;
    printf(
        "\n## Sight and cover on tables of real meshes, legal poses, one thread, tolerance 0.05 mm\n\nTimes in R, one "
        "robust any-hit ray of Embree between the same bodies in the same run; bytes a triangle: ours + Embree's. "
        "Embree's own answers by 1,024 and 16,384 rays: milliseconds each, and how many differ from a certified "
        "answer. `first line` takes the first witness without "
        "widening it.\n\n| table | question | asked | certified | by budget | a second | median R | p90 R | p99 R | "
        "worst R "
        "| worst ms | shafts | work k | 1,024 rays: ms, wrong | 16,384 rays: ms, wrong "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    fflush(stdout);
    for (size_t i = 0; bench_table_names[i] != NULL; i++) {
        if (only == NULL || strcmp(only, bench_table_names[i]) == 0) {
            run(bench_table_names[i], pairs);
        }
    }
    return 0;
}
