/* bench_attack.c: what a player waits for when a whole attack is asked: a squad of five and a walker fire with all
 * their weapons at a squad and a walker, on a table of a million triangles, through the public header. */
#include "bench.h"
#include "scenes.h"

#include <trueline/trueline.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUAD = 5, ROUNDS = 40, UNITS = 4, RAYS = 4096 };

static const char *const unit_names[UNITS] = {"squad", "walker", "their-squad", "their-walker"};

typedef struct attacks {
    const bench_table *table;
    tl_context *context;
    tl_scene *scene;
    double ray; /* seconds */
    uint64_t random;
} attacks;

static void write_unit(FILE *file, int u) {
    static const char *const squad =
        "{ \"id\": \"rifle\", \"range\": 4 }, { \"id\": \"gun\", \"range\": 6 }, "
        "{ \"id\": \"rocket\", \"range\": [1, 8] }, { \"id\": \"knife\", \"range\": \"C\" }";
    static const char *const walker = "{ \"id\": \"main\", \"range\": 14, \"arc\": \"front\" }, "
                                      "{ \"id\": \"mg\", \"range\": 8, \"arc\": \"turret\" }, "
                                      "{ \"id\": \"claw\", \"range\": \"C\" }";
    bool is_squad = u % 2 == 0;
    fprintf(file, "%s\n{ \"id\": \"%s\", \"side\": \"%c\", \"class\": \"%s\", \"weapons\": [%s], \"members\": [",
            u > 0 ? "," : "", unit_names[u], u < 2 ? 'a' : 'b', is_squad ? "infantry" : "vehicle",
            is_squad ? squad : walker);
    for (int m = 0; m < (is_squad ? SQUAD : 1); m++) {
        fprintf(file, "%s{ \"id\": \"%s-%d\", \"asset\": \"%s\", \"at\": [%d, %d] }", m > 0 ? ", " : "", unit_names[u],
                m + 1, is_squad ? "trooper" : "walker", 200 + 300 * u, 200 + 60 * m);
    }
    fprintf(file, "] }");
}

static void write_units(FILE *file) {
    for (int u = 0; u < UNITS; u++) {
        write_unit(file, u);
    }
}

static tl_ruling *ask(attacks *a, const char *line) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    if (tl_scene_ask_json(a->scene, line, strlen(line), &ruling, &error) != TL_OK) {
        bench_fatal(line, &error);
    }
    return ruling;
}

/* A unit round a random legal place: the leader as any model, the others within a hand of it. */
static void place_unit(attacks *a, int u) {
    size_t model = u % 2 == 0 ? 0 : 3; /* trooper, walker */
    bench_body leader = {0};
    do {
        tl_bvh_destroy(leader.bvh);
        leader = bench_random_body(a->table, true, &a->random);
    } while (leader.pierces || (leader.model <= 2) != (model == 0));
    for (int m = 0; m < (u % 2 == 0 ? SQUAD : 1); m++) {
        tl_vec3 at = leader.at;
        for (int attempt = 0; m > 0 && attempt < 50; attempt++) {
            at = tl_add(leader.at, (tl_vec3){bench_random(&a->random, -70, 70), bench_random(&a->random, -70, 70), 0});
            tl_bvh *bvh = bench_place(a->table, model, leader.turn, at);
            bool pierces = bench_pierces(a->table, bvh);
            tl_bvh_destroy(bvh);
            if (!pierces) {
                break;
            }
        }
        char line[300];
        snprintf(line, sizeof(line),
                 "{\"query\":\"place\",\"member\":\"%s-%d\",\"at\":[%.17g,%.17g,%.17g],\"facing\":%.17g}",
                 unit_names[u], m + 1, fmin(fmax(at.x, 1), a->table->width - 1),
                 fmin(fmax(at.y, 1), a->table->depth - 1), at.z, leader.turn * 180 / 3.14159265358979);
        tl_ruling_destroy(ask(a, line));
    }
    tl_bvh_destroy(leader.bvh);
}

/* Seconds of this thread for one attack. */
static double attack(attacks *a, int from, int to, tl_verdict *verdict) {
    char line[200];
    snprintf(line, sizeof(line), "{\"query\":\"attack\",\"from\":\"%s\",\"to\":\"%s\"}", unit_names[from],
             unit_names[to]);
    double start = bench_thread_time();
    tl_ruling *ruling = ask(a, line);
    double seconds = bench_thread_time() - start;
    *verdict = tl_ruling_verdict(ruling);
    tl_ruling_destroy(ruling);
    return seconds;
}

/* R: robust any-hit rays across the table, at the height of eyes. */
static double time_rays(const bench_table *table) {
    double seconds;
    size_t bytes;
    peer *rays = peer_build(&table->all, 1, &seconds, &bytes);
    bench_segment *segments = bench_segments(&table->all, RAYS, BENCH_SEED);
    uint8_t *answers = bench_need(malloc(RAYS));
    double best = INFINITY;
    for (int i = 0; i < 9; i++) {
        best = fmin(best, peer_blocked(rays, segments, RAYS, answers) / RAYS);
    }
    free(answers);
    free(segments);
    peer_destroy(rays);
    return best;
}

static void print_row(const attacks *a, const char *what, double *times, size_t count, const size_t verdicts[3]) {
    bench_sort(times, count);
    double median = times[count / 2], worst = times[count - 1], p90 = times[count * 9 / 10];
    printf("| %s | %zu | %zu, %zu, %zu | %.1f | %.1f | %.1f | %.0f | %.0f | %.0f |\n", what, count,
           verdicts[TL_VERDICT_YES], verdicts[TL_VERDICT_NO], verdicts[TL_VERDICT_MARGINAL], 1e3 * median, 1e3 * p90,
           1e3 * worst, median / a->ray, p90 / a->ray, worst / a->ray);
}

int bench_attack(int rounds, const char *only) {
    char path[600];
    attacks a = {.random = BENCH_SEED};
    bench_table *table = bench_table_make(only != NULL ? only : "million", BENCH_SEED);
    if (table == NULL) {
        return 2;
    }
    a.table = table;
    rounds = rounds > 0 ? rounds : ROUNDS;
    bench_save_scene(table, "bench-attack", write_units, path, sizeof(path));
    a.ray = time_rays(table);
    a.context = bench_need(tl_context_create(NULL));
    tl_error error = {0};
    double start = bench_now();
    if (tl_scene_load(a.context, path, NULL, &a.scene, NULL, &error) != TL_OK) {
        bench_fatal("the scene", &error);
    }
    double load = bench_now() - start;
    printf("\n## Whole attacks on %s: %zu triangles\n\nR = %.0f ns; loading %.1f s. Each attack after all units were "
           "placed "
           "anew, with every weapon; times of the asking thread.\n\n| attack | asked | yes, no, marginal | median ms | "
           "p90 ms | worst ms | median R | p90 R | worst R |\n|---|---|---|---|---|---|---|---|---|\n",
           table->name, table->all.triangle_count, 1e9 * a.ray, load);
    static const int who[4][2] = {{0, 2}, {0, 3}, {1, 2}, {1, 3}};
    double *times[4], *again = bench_need(malloc(4 * sizeof(double) * (size_t)rounds)), cold = 0;
    size_t verdicts[4][3] = {{0}}, all[3] = {0};
    for (int k = 0; k < 4; k++) {
        times[k] = bench_need(malloc(sizeof(double) * (size_t)rounds));
    }
    for (int i = 0; i < rounds; i++) {
        for (int u = 0; u < UNITS; u++) {
            place_unit(&a, u);
        }
        for (int k = 0; k < 4; k++) {
            tl_verdict verdict;
            cold = i == 0 && k == 0 ? attack(&a, 0, 2, &verdict) : cold;
            times[k][i] = attack(&a, who[k][0], who[k][1], &verdict);
            verdicts[k][verdict]++;
            all[verdict]++;
            again[4 * i + k] = attack(&a, who[k][0], who[k][1], &verdict);
        }
    }
    static const char *const labels[4] = {"squad of five at a squad", "squad of five at a walker", "walker at a squad",
                                          "walker at a walker"};
    print_row(&a, "the first one of all", &cold, 1, (size_t[3]){0});
    for (int k = 0; k < 4; k++) {
        print_row(&a, labels[k], times[k], (size_t)rounds, verdicts[k]);
        free(times[k]);
    }
    print_row(&a, "the same once more", again, 4 * (size_t)rounds, all);
    free(again);
    tl_scene_destroy(a.scene);
    tl_context_destroy(a.context);
    bench_table_free(table);
    return 0;
}
