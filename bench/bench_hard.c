/* bench_hard.c: the tail of sight: which questions take longest, and what came of them. */
#include "bench.h"

#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 300, SHOWN = 12 };

/* One question: asked for the first free line or a proof. */
typedef struct asked {
    int pair;
    tl_sight sight;
    double seconds, apart;
    size_t triangles[2];
} asked;

static int longest_first(const void *x, const void *y) {
    const asked *a = x, *b = y;
    return a->sight.work != b->sight.work ? (a->sight.work < b->sight.work ? 1 : -1) : a->pair - b->pair;
}

static const char *outcome(const tl_sight *sight) {
    return sight->verdict == TL_VERDICT_YES  ? "visible"
           : sight->verdict == TL_VERDICT_NO ? "blocked"
                                             : tl_why_word(sight->why);
}

static void ask(const bench_table *table, uint64_t *random, asked *one) {
    bench_body a, b;
    bench_random_pair(table, 900, true, random, &a, &b);
    tl_sight_options options = {.prove = true, .quick = true};
    double start = bench_thread_time();
    if (tl_visibility_between(table->context, &table->obstacles, a.bvh, b.bvh, &options, &one->sight, NULL) != TL_OK) {
        bench_fatal(table->name, NULL);
    }
    one->seconds = bench_thread_time() - start;
    one->apart = tl_distance(tl_box3_centre(tl_bvh_box(a.bvh)), tl_box3_centre(tl_bvh_box(b.bvh)));
    one->triangles[0] = tl_bvh_triangle_count(a.bvh);
    one->triangles[1] = tl_bvh_triangle_count(b.bvh);
    tl_bvh_destroy(a.bvh);
    tl_bvh_destroy(b.bvh);
}

static void print_worst(const asked *list, int count) {
    printf("| pair | outcome | ms | work k | shafts | us a shaft | apart | triangles "
           "|\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < count && i < SHOWN; i++) {
        const asked *one = &list[i];
        double shafts = (double)(one->sight.shafts > 0 ? one->sight.shafts : 1);
        printf("| %d | %s | %.1f | %.0f | %.0f | %.1f | %.0f | %zu, %zu |\n", one->pair, outcome(&one->sight),
               1e3 * one->seconds, 1e-3 * (double)one->sight.work, (double)one->sight.shafts,
               1e6 * one->seconds / shafts, one->apart, one->triangles[0], one->triangles[1]);
    }
}

/* How many questions took up to so many shafts, by what came of them. */
static void print_histogram(const asked *list, int count) {
    printf("\n| shafts up to | visible | blocked | marginal | ms, all told |\n|---|---|---|---|---|\n");
    double below = -1;
    for (double limit = 0; limit < 1e6; limit = limit < 1 ? 1 : 4 * limit) {
        int by[3] = {0};
        double seconds = 0;
        for (int i = 0; i < count; i++) {
            double shafts = (double)list[i].sight.shafts;
            if (shafts > below && shafts <= limit) {
                by[list[i].sight.verdict]++;
                seconds += list[i].seconds;
            }
        }
        if (by[0] + by[1] + by[2] > 0) {
            printf("| %.0f | %d | %d | %d | %.1f |\n", limit, by[TL_VERDICT_YES], by[TL_VERDICT_NO],
                   by[TL_VERDICT_MARGINAL], 1e3 * seconds);
        }
        below = limit;
    }
    fflush(stdout);
}

int bench_hard(int pairs, const char *only) {
    pairs = pairs > 0 ? pairs : PAIRS;
    asked *list = bench_need(calloc((size_t)pairs, sizeof(*list)));
    for (size_t t = 0; bench_table_names[t] != NULL; t++) {
        bench_table *table = only == NULL || strcmp(only, bench_table_names[t]) == 0
                                 ? bench_table_make(bench_table_names[t], BENCH_SEED)
                                 : NULL;
        if (table == NULL) {
            continue;
        }
        uint64_t random = BENCH_SEED;
        for (int i = 0; i < pairs; i++) {
            list[i] = (asked){.pair = i};
            ask(table, &random, &list[i]);
        }
        qsort(list, (size_t)pairs, sizeof(*list), longest_first);
        printf("\n### %s: the questions that take most work, of %d\n\n", table->name, pairs);
        print_worst(list, pairs);
        print_histogram(list, pairs);
        bench_table_free(table);
    }
    free(list);
    return 0;
}
