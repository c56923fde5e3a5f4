/* bench_widen.c: how clear the line of a plain `yes` is beside the clearest of many random lines between the same
 * bodies, and what making it so costs. */
#include "bench.h"

#include "scenes.h"
#include "visibility/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 20000 };

typedef struct lines {
    peer *rays;
    bench_segment *segments;
    uint8_t *answers;
    double seconds; /* the peer's */
    size_t count;
} lines;

/* The clearance of the clearest of many random lines; 0 when none is free. */
static double brute_force(const bench_table *table, const tl_bvh *a, const tl_bvh *b, uint64_t *state, lines *l) {
    for (size_t i = 0; i < LINES; i++) {
        l->segments[i] = (bench_segment){bench_body_point(a, state), bench_body_point(b, state)};
    }
    l->seconds += peer_blocked(l->rays, l->segments, LINES, l->answers);
    l->count += LINES;
    double best = 0;
    for (size_t i = 0; i < LINES; i++) {
        uint32_t slot;
        tl_vec3 p = l->segments[i].p, q = l->segments[i].q;
        double clearance = l->answers[i] == 0 ? tl_sight_clearance(&table->obstacles, p, q, 1e6, &slot) : 0;
        if (clearance > best && tl_visibility_line_free(&table->obstacles, p, q)) {
            best = clearance;
        }
    }
    return best;
}

static double at_share(double *numbers, size_t count, double share) {
    bench_sort(numbers, count);
    return count > 0 ? numbers[(size_t)(share * (double)(count - 1))] : 0;
}

static void run(const char *name, int pairs) {
    bench_table *table = bench_table_make(name, BENCH_SEED);
    if (table == NULL) {
        return;
    }
    double built;
    size_t bytes, seen = 0, none = 0;
    lines l = {.rays = peer_build(&table->all, 1, &built, &bytes),
               .segments = bench_need(calloc(LINES, sizeof(bench_segment))),
               .answers = bench_need(calloc(LINES, 1))};
    double *ratio = bench_need(calloc((size_t)pairs, sizeof(double))),
           *first_ratio = bench_need(calloc((size_t)pairs, sizeof(double)));
    double *cost = bench_need(calloc((size_t)pairs, sizeof(double))),
           *first_cost = bench_need(calloc((size_t)pairs, sizeof(double)));
    double work = 0;
    uint64_t state = BENCH_SEED + 7;
    for (int i = 0; i < pairs; i++) {
        bench_body a = bench_random_body(table, true, &state), b = bench_random_body(table, true, &state);
        for (int k = 0; k < 20 && tl_distance(a.at, b.at) > 900; k++) {
            tl_bvh_destroy(b.bvh);
            b = bench_random_body(table, true, &state);
        }
        /* only what is found: what a proof costs, or a search in narrow passages, is told by `bench visibility` */
        tl_sight_options options = {.budget = 1}, quick = {.budget = 1, .quick = true};
        tl_sight wide, first;
        double start = bench_thread_time();
        tl_visibility_between(table->context, &table->obstacles, a.bvh, b.bvh, &quick, &first, NULL);
        double middle = bench_thread_time();
        tl_visibility_between(table->context, &table->obstacles, a.bvh, b.bvh, &options, &wide, NULL);
        double end = bench_thread_time();
        if (wide.verdict == TL_VERDICT_YES && first.verdict == TL_VERDICT_YES) {
            uint32_t slot;
            double best = brute_force(table, a.bvh, b.bvh, &state, &l);
            first_ratio[seen] =
                tl_sight_clearance(&table->obstacles, first.from, first.to, 1e6, &slot) / fmax(best, 1e-9);
            ratio[seen] = wide.clearance / fmax(best, 1e-9);
            none += best == 0 ? 1U : 0U;
            first_cost[seen] = middle - start;
            cost[seen] = end - middle - (middle - start);
            work += (double)wide.work - (double)first.work;
            seen++;
        }
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
    }
    double r = l.count > 0 ? l.seconds / (double)l.count : 1;
    printf("| %s | %zu | %zu | %.0f | %.0f | %.0f | %.1f |", name, seen, none, at_share(first_cost, seen, 0.5) / r,
           at_share(cost, seen, 0.5) / r, at_share(cost, seen, 0.9) / r, seen > 0 ? 1e-3 * work / (double)seen : 0);
    const double shares[5] = {0, 0.1, 0.25, 0.5, 0.9};
    printf(" %.2f, %.2f |", at_share(first_ratio, seen, 0.1), at_share(first_ratio, seen, 0.5));
    for (int k = 0; k < 5; k++) {
        printf(" %.2f |", at_share(ratio, seen, shares[k]));
    }
    printf("\n");
    fflush(stdout);
    free(ratio);
    free(first_ratio);
    free(cost);
    free(first_cost);
    free(l.segments);
    free(l.answers);
    peer_destroy(l.rays);
    bench_table_free(table);
}

int bench_widen(int pairs, const char *only) {
    pairs = pairs > 0 ? pairs : 100;
    printf(
        "\n## How clear the lines are\n\nThe clearance of the line of a plain `yes`, as a ratio to that of the "
        "clearest "
        "of %d random lines; pairs whose first line is found without dividing. R as in `sight`.\n\n| table | pairs | "
        "none of the random free | first line, median R | widening, median R | p90 R | work k | ratio of the first "
        "line: p10, median | worst ratio | p10 | p25 | median | p90 "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        LINES);
    for (size_t i = 0; bench_table_names[i] != NULL; i++) {
        if (only == NULL || strcmp(only, bench_table_names[i]) == 0) {
            run(bench_table_names[i], pairs);
        }
    }
    return 0;
}
