/* bench_visibility.c: certified rulings of sight and cover: how fast, how many certified, what memory; and Embree
 * answering the same questions by sampled rays, how fast and how often wrong. */
#include "bench.h"

#include "cover/cover.h"
#include "scenes.h"
#include "support/sight_families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 300, SCENES = 4, FEW = 1024, MANY = 16384, FEW_VIEWS = 32, MANY_VIEWS = 128 };

/* Questions, told apart by their answers. */
typedef struct tally {
    double *times; /* seconds of this thread */
    size_t count, room, by_budget, certified;
    double shafts, work;
    size_t sampled, peer_wrong[2];
    double peer_seconds[2];
} tally;

/* By verdict, and all of them. */
enum { ALL = 3, VERDICTS = 4 };
typedef struct question {
    const char *name, *of[VERDICTS]; /* what the verdicts no, yes and marginal are called, and all */
    tally by[VERDICTS];
} question;

enum { FIRST_LINE, GOOD_LINE, COVER, QUESTIONS };

/* One table, or a group of families. */
typedef struct report {
    const char *name;
    question asked[QUESTIONS];
    double ray_seconds; /* of the peer's rays, all told: R is what one of them takes */
    size_t rays;
    bench_segment segments[MANY];
    uint8_t answers[MANY];
    uint64_t random;
} report;

static report *start_report(const char *name) {
    report *r = bench_need(calloc(1, sizeof(*r)));
    r->name = name;
    r->random = BENCH_SEED;
    r->asked[FIRST_LINE] = (question){.name = "sight, first line", .of = {"blocked", "visible", "marginal", "all"}};
    r->asked[GOOD_LINE] = (question){.name = "sight, good line", .of = {"blocked", "visible", "marginal", "all"}};
    r->asked[COVER] = (question){.name = "cover", .of = {"not in cover", "in cover", "marginal", "all"}};
    return r;
}

static void free_report(report *r) {
    for (int q = 0; q < QUESTIONS; q++) {
        for (int v = 0; v < VERDICTS; v++) {
            free(r->asked[q].by[v].times);
        }
    }
    free(r);
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

typedef struct pair {
    tl_context *context;
    const tl_obstacles *obstacles;
    const tl_bvh *a, *b;
    peer *rays;
    test_truth truth; /* of line of sight, when known otherwise */
} pair;

static void note(tally *t, double seconds, tl_verdict verdict, tl_why why, double shafts, double work) {
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->times = bench_need(realloc(t->times, t->room * sizeof(*t->times)));
    }
    t->times[t->count++] = seconds;
    t->certified += verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
    t->by_budget += verdict == TL_VERDICT_MARGINAL && why == TL_WHY_BUDGET ? 1U : 0U;
    t->shafts += shafts;
    t->work += work;
}

static void note_peer(question *q, tl_verdict verdict, int which, double seconds, bool wrong) {
    tally *both[2] = {&q->by[verdict], &q->by[ALL]};
    for (int i = 0; i < 2; i++) {
        both[i]->sampled += which == 0 ? 1U : 0U;
        both[i]->peer_seconds[which] += seconds;
        both[i]->peer_wrong[which] += wrong ? 1U : 0U;
    }
}

static tl_sight ask_sight(report *r, const pair *p, int which) {
    tl_sight_options options = {.prove = true, .quick = which == FIRST_LINE};
    tl_sight sight;
    double start = bench_thread_time();
    if (tl_visibility_between(p->context, p->obstacles, p->a, p->b, &options, &sight, NULL) != TL_OK) {
        bench_need(NULL);
    }
    double spent = bench_thread_time() - start;
    question *q = &r->asked[which];
    note(&q->by[sight.verdict], spent, sight.verdict, sight.why, (double)sight.shafts, (double)sight.work);
    note(&q->by[ALL], spent, sight.verdict, sight.why, (double)sight.shafts, (double)sight.work);
    return sight;
}

static tl_cover ask_cover(report *r, const pair *p) {
    tl_cover_options options = {.sight = {.prove = true}};
    tl_cover cover;
    double start = bench_thread_time();
    if (tl_cover_between(p->context, p->obstacles, p->a, p->b, &options, &cover, NULL) != TL_OK) {
        bench_need(NULL);
    }
    double spent = bench_thread_time() - start;
    question *q = &r->asked[COVER];
    note(&q->by[cover.verdict], spent, cover.verdict, cover.why, 0, (double)cover.work);
    note(&q->by[ALL], spent, cover.verdict, cover.why, 0, (double)cover.work);
    return cover;
}

/* The peer's answer to line of sight: does one of `count` random rays pass? */
static bool sampled_sight(report *r, const pair *p, size_t count, double *seconds) {
    for (size_t i = 0; i < count; i++) {
        r->segments[i] = (bench_segment){bench_body_point(p->a, &r->random), bench_body_point(p->b, &r->random)};
    }
    *seconds = peer_blocked(p->rays, r->segments, count, r->answers);
    r->ray_seconds += *seconds;
    r->rays += count;
    return memchr(r->answers, 0, count) != NULL;
}

/* The peer's answer to cover: do all rays pass from one of `views` viewpoints? As many rays each as views. */
static bool sampled_cover(report *r, const pair *p, size_t views, double *seconds) {
    for (size_t v = 0; v < views; v++) {
        tl_vec3 eye = bench_body_point(p->a, &r->random);
        for (size_t i = 0; i < views; i++) {
            r->segments[v * views + i] = (bench_segment){eye, bench_body_point(p->b, &r->random)};
        }
    }
    *seconds = peer_blocked(p->rays, r->segments, views * views, r->answers);
    for (size_t v = 0; v < views; v++) {
        if (memchr(r->answers + v * views, 1, views) == NULL) {
            return false;
        }
    }
    return true;
}

/* Wrong is what differs from the truth where that is known otherwise, else from what is certified. */
static void ask_pair(report *r, const pair *p, bool with_cover) {
    tl_verdict verdict = ask_sight(r, p, FIRST_LINE).verdict;
    ask_sight(r, p, GOOD_LINE);
    bool open = p->truth == TEST_OPEN || (p->truth == TEST_UNKNOWN && verdict == TL_VERDICT_YES);
    bool closed = p->truth == TEST_CLOSED || (p->truth == TEST_UNKNOWN && verdict == TL_VERDICT_NO);
    for (int k = 0; k < 2; k++) {
        double seconds;
        bool seen = sampled_sight(r, p, k == 0 ? FEW : MANY, &seconds);
        note_peer(&r->asked[FIRST_LINE], verdict, k, seconds, seen ? closed : open);
    }
    if (with_cover) {
        tl_cover cover = ask_cover(r, p);
        for (int k = 0; k < 2; k++) {
            double seconds;
            bool hidden = sampled_cover(r, p, k == 0 ? FEW_VIEWS : MANY_VIEWS, &seconds);
            note_peer(&r->asked[COVER], cover.verdict, k, seconds,
                      cover.verdict == (hidden ? TL_VERDICT_NO : TL_VERDICT_YES));
        }
    }
}

/* --- Printing ----------------------------------------------------------------------------------------------------- */

static void print_head(void) {
    printf("| question | answer | asked | certified | by budget | a second | median R | p90 R | p99 R | worst R "
           "| median ms | worst ms | shafts | work k | 1,024 rays: ms, wrong | 16,384 rays: ms, wrong |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

static void print_row(const question *q, int verdict, double ray) {
    const tally *t = &q->by[verdict];
    if (t->count == 0) {
        return;
    }
    bench_sort(t->times, t->count);
    double sum = 0, last = (double)(t->count - 1), count = (double)t->count;
    for (size_t i = 0; i < t->count; i++) {
        sum += t->times[i];
    }
    double median = t->times[(size_t)(0.5 * last)], worst = t->times[t->count - 1];
    printf("| %s | %s | %zu |", q->name, q->of[verdict], t->count);
    if (verdict == ALL) {
        printf(" %.2f %% | %zu |", 100.0 * (double)t->certified / count, t->by_budget);
    } else {
        printf(" | %zu |", t->by_budget);
    }
    printf(" %.0f | %.0f | %.0f | %.0f | %.0f | %.3f | %.1f | %.1f | %.1f |", count / sum, median / ray,
           t->times[(size_t)(0.9 * last)] / ray, t->times[(size_t)(0.99 * last)] / ray, worst / ray, 1e3 * median,
           1e3 * worst, t->shafts / count, 1e-3 * t->work / count);
    for (int k = 0; k < 2; k++) {
        if (t->sampled > 0) {
            printf(" %.2f, %zu |", 1e3 * t->peer_seconds[k] / (double)t->sampled, t->peer_wrong[k]);
        } else {
            printf(" |");
        }
    }
    printf("\n");
}

static void print_rows(const report *r) {
    double ray = r->ray_seconds / (double)(r->rays > 0 ? r->rays : 1);
    print_head();
    for (int q = 0; q < QUESTIONS; q++) {
        static const int order[VERDICTS] = {ALL, TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_MARGINAL};
        for (int v = 0; v < VERDICTS; v++) {
            print_row(&r->asked[q], order[v], ray);
        }
    }
    fflush(stdout);
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static void run_table(const char *name, int pairs) {
    double start = bench_now(), seconds = 0;
    bench_table *table = bench_table_make(name, BENCH_SEED);
    if (table == NULL) {
        return;
    }
    double made = bench_now() - start, triangles = (double)table->all.triangle_count;
    size_t peer_bytes = 0, bytes = 0;
    for (size_t i = 0; i < table->slot_count; i++) {
        bytes += tl_bvh_measure(table->slots[i]).bytes;
    }
    report *r = start_report(name);
    pair p = {.context = table->context,
              .obstacles = &table->obstacles,
              .rays = peer_build(&table->all, 1, &seconds, &peer_bytes)};
    size_t held = atomic_load(&table->memory.now);
    atomic_store(&table->memory.peak, held);
    for (int i = 0; i < pairs; i++) {
        bench_body a, b;
        bench_random_pair(table, 900, true, &r->random, &a, &b);
        p.a = a.bvh;
        p.b = b.bvh;
        ask_pair(r, &p, i % 3 == 0);
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
    }
    printf("\n### %s: %zu triangles\n\nR = %.0f ns. Bytes a triangle: hierarchies %.0f (Embree %.0f), all that is held "
           "%.0f, most while asking %.0f (%.0f MB). Made in %.1f s.\n\n",
           name, table->all.triangle_count, 1e9 * r->ray_seconds / (double)r->rays, (double)bytes / triangles,
           (double)peer_bytes / triangles, (double)held / triangles,
           (double)atomic_load(&table->memory.peak) / triangles, 1e-6 * (double)atomic_load(&table->memory.peak), made);
    print_rows(r);
    free_report(r);
    peer_destroy(p.rays);
    bench_table_free(table);
}

/* --- Families ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *families[6];
    double least;
} groups[] = {
    {"slits and gaps from 0.06 mm", {"slit", "gap", "messy sheet, slit", "gap over ground"}, 0.06},
    {"edges that overlap, or don't, from 0.06 mm",
     {"overlap, closed by", "overlap, open by", "edge, closed by", "edge, open by", "windows, closed by",
      "windows, open by"},
     0.06},
    {"keyholes from 0.06 mm", {"keyholes", "keyholes, closed", "pinhole"}, 0.06},
};

static bench_mesh merged(const test_sight *sight) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < sight->count; i++) {
        vertices += tl_bvh_vertex_count(sight->slots[i]);
        triangles += tl_bvh_triangle_count(sight->slots[i]);
    }
    bench_mesh all = {.name = "scene",
                      .vertices = bench_need(malloc((vertices + 1) * sizeof(tl_vec3))),
                      .triangles = bench_need(malloc((triangles + 1) * 3 * sizeof(uint32_t)))};
    for (size_t i = 0; i < sight->count; i++) {
        bench_mesh_append(&all, sight->slots[i]);
    }
    return all;
}

static void run_scene(report *r, const test_family *family, double width, uint64_t seed) {
    test_case scene;
    test_case_start(&scene, family, width, seed);
    bench_mesh all = merged(&scene.sight);
    double seconds;
    size_t bytes;
    pair p = {.context = scene.sight.context,
              .obstacles = test_case_obstacles(&scene),
              .a = scene.sight.a,
              .b = scene.sight.b,
              .rays = peer_build(&all, 1, &seconds, &bytes),
              .truth = scene.truth};
    ask_pair(r, &p, false);
    peer_destroy(p.rays);
    free(all.vertices);
    free(all.triangles);
    test_case_end(&scene);
}

static void run_group(size_t group, int scenes) {
    report *r = start_report(groups[group].name);
    for (size_t f = 0; f < test_family_count; f++) {
        const test_family *family = &test_families[f];
        bool chosen = false;
        for (int k = 0; k < 6 && groups[group].families[k] != NULL; k++) {
            chosen = chosen || strcmp(groups[group].families[k], family->name) == 0;
        }
        for (int w = 0; chosen && w < TEST_WIDTHS && family->widths[w] > 0; w++) {
            for (int i = 0; i < scenes && family->widths[w] >= groups[group].least; i++) {
                run_scene(r, family, family->widths[w], BENCH_SEED + 1009 * (uint64_t)w + (uint64_t)i);
            }
        }
    }
    printf("\n### %s: %d scenes of each width\n\nR = %.0f ns.\n\n", r->name, scenes,
           1e9 * r->ray_seconds / (double)r->rays);
    print_rows(r);
    free_report(r);
}

int bench_visibility(int pairs, const char *only) {
    pairs = pairs > 0 ? pairs : PAIRS;
    printf(
        "\n## Sight and cover, one thread, tolerance 0.05 mm\n\nRandom legal poses. Times in R, one robust any-hit ray "
        "of Embree between the same bodies in the same run. The last columns: Embree's own answers by 1,024 and "
        "16,384 rays, and how many of them are wrong.\n");
    fflush(stdout);
    for (size_t i = 0; bench_table_names[i] != NULL; i++) {
        if (only == NULL || strcmp(only, bench_table_names[i]) == 0) {
            run_table(bench_table_names[i], pairs);
        }
    }
    for (size_t g = 0; (only == NULL || strcmp(only, "families") == 0) && g < sizeof(groups) / sizeof(groups[0]); g++) {
        run_group(g, only == NULL || pairs == PAIRS ? SCENES : pairs);
    }
    return 0;
}
