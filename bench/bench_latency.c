/* bench_latency.c: how soon a question ends once it is told to: by its caller, and by its own time limit. */
#include "base/base.h"
#include "bench.h"
#include "cover/cover.h"
#include "scenes.h"

#include <stdio.h>
#include <string.h>

enum { PAIRS = 40, STOPS = 6, WAYS = 2, QUESTIONS = 2, MOST = PAIRS * STOPS };

static const char *const way_names[WAYS] = {"cancelled", "time limit"};
static const char *const question_names[QUESTIONS] = {"sight", "cover"};

/* Stops work once its thread has computed until `at`. */
typedef struct stopper {
    double at;
    bool stopped;
} stopper;

static bool go_on(void *user, double done, const char *what) {
    (void)done;
    (void)what;
    stopper *s = user;
    s->stopped = s->stopped || bench_thread_time() >= s->at;
    return !s->stopped;
}

static tl_status ask(tl_context *context, const bench_table *table, const bench_body *a, const bench_body *b,
                     int question) {
    if (question == 0) {
        tl_sight_options options = {.prove = true};
        tl_sight sight;
        return tl_visibility_between(context, &table->obstacles, a->bvh, b->bvh, &options, &sight, NULL);
    }
    tl_cover_options options = {.sight = {.prove = true}};
    tl_cover cover;
    return tl_cover_between(context, &table->obstacles, a->bvh, b->bvh, &options, &cover, NULL);
}

typedef struct delays {
    double milliseconds[MOST];
    size_t count;
} delays;

/* One question, stopped at a share of the time that it takes. */
static void stop_one(const bench_table *table, const bench_body *a, const bench_body *b, int way, int question,
                     double after, delays *d) {
    stopper s = {.at = INFINITY};
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .user = &s, .progress = go_on};
    tl_context *context = bench_need(tl_context_create(&options));
    tl_context limited = tl_context_limited(context, way == 1 ? 1e3 * after : 0);
    double wall = bench_now(), start = bench_thread_time();
    s.at = way == 0 ? start + after : INFINITY;
    tl_status status = ask(&limited, table, a, b, question);
    double late = way == 0 ? bench_thread_time() - s.at : bench_now() - wall - after;
    if (status == TL_ERROR_CANCELLED || (way == 1 && late > 0)) {
        d->milliseconds[d->count++] = 1e3 * late;
    } else if (status != TL_OK) {
        bench_need(NULL);
    }
    tl_context_destroy(context);
}

int bench_latency(const char *only) {
    const char *name = only != NULL ? only : "million";
    bench_table *table = bench_table_make(name, BENCH_SEED);
    if (table == NULL) {
        return 2;
    }
    static delays all[WAYS][QUESTIONS];
    memset(all, 0, sizeof(all));
    uint64_t random = BENCH_SEED;
    for (int i = 0; i < PAIRS; i++) {
        bench_body a, b;
        bench_random_pair(table, i % 2 == 0 ? 900 : 1e9, true, &random, &a, &b);
        for (int question = 0; question < QUESTIONS; question++) {
            double start = bench_thread_time();
            ask(table->context, table, &a, &b, question);
            double whole = bench_thread_time() - start;
            for (int k = 0; k < STOPS; k++) {
                double after = whole * bench_random(&random, 0, 1);
                for (int way = 0; way < WAYS; way++) {
                    stop_one(table, &a, &b, way, question, after, &all[way][question]);
                }
            }
        }
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
    }
    printf(
        "\n### Stopping on %s: %zu triangles\n\nMilliseconds from being told to having returned. Cancelled: computing "
        "time of the thread; time limit: by the clock.\n\n| question | told by | stopped | median | p90 | p99 | most "
        "|\n"
        "|---|---|---|---|---|---|---|\n",
        name, table->all.triangle_count);
    for (int question = 0; question < QUESTIONS; question++) {
        for (int way = 0; way < WAYS; way++) {
            delays *d = &all[way][question];
            bench_sort(d->milliseconds, d->count);
            if (d->count > 0) {
                printf("| %s | %s | %zu | %.2f | %.2f | %.2f | %.2f |\n", question_names[question], way_names[way],
                       d->count, d->milliseconds[d->count / 2], d->milliseconds[d->count * 9 / 10],
                       d->milliseconds[d->count * 99 / 100], d->milliseconds[d->count - 1]);
            }
        }
    }
    bench_table_free(table);
    return 0;
}
