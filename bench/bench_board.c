/* bench_board.c: maps of a board: a field of view at 10 mm and the exposure of one deployment zone to the other at 20
 * mm, on the sample table and on one of a million triangles; and what plain sampling with Embree would say of the same
 * cells at the same cost. */
#include "bench.h"
#include "scenes.h"

#include <trueline/board.h>
#include <trueline/trueline.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RAYS = 16, BATCH = 4096 };
/* The standard trooper of maps: a capsule over its base. */
static const double BODY_LOW = 9, BODY_HIGH = 26, BODY_RADIUS = 6;

typedef struct sampled {
    uint32_t asked, seen;
} sampled;

static tl_scene *load(tl_context *context, const char *path) {
    tl_scene *scene = NULL;
    tl_error error = {0};
    if (tl_scene_load(context, path, NULL, &scene, NULL, &error) != TL_OK) {
        bench_fatal("the scene", &error);
    }
    return scene;
}

static tl_board_map *analyze(const tl_scene *scene, const tl_board_question *question, double *seconds) {
    tl_board_map *map = NULL;
    tl_error error = {0};
    double start = bench_now();
    if (tl_scene_analyze(scene, question, &map, &error) != TL_OK) {
        bench_fatal(question->map, &error);
    }
    *seconds = bench_now() - start;
    return map;
}

/* One row of the table; the map of one thread is handed on. */
static tl_board_map *measure(const tl_scene *scene, const char *table, const char *what, tl_board_question question,
                             double *one) {
    double two;
    question.threads = 2;
    tl_board_map *map = analyze(scene, &question, &two);
    tl_board_map_destroy(map);
    question.threads = 1;
    map = analyze(scene, &question, one);
    tl_board_summary s = tl_board_map_summary(map);
    double cells = (double)(s.none + s.all + s.between);
    printf("| %s | %s | %.2f | %.2f | %.0f | %.1f | %.1f | %.1f | %.0f | %.0f to %.0f |\n", table, what, *one, two,
           cells, 100 * (double)s.none / cells, 100 * (double)s.all / cells, 100 * (double)s.between / cells,
           (double)s.rulings / *one, 100 * s.low, 100 * s.high);
    fflush(stdout);
    return map;
}

/* --- Sampling ----------------------------------------------------------------------------------------------------- */

static tl_vec3 body_point(double x, double y, double ground, uint64_t *state) {
    for (;;) {
        tl_vec3 p = {bench_random(state, -BODY_RADIUS, BODY_RADIUS), bench_random(state, -BODY_RADIUS, BODY_RADIUS),
                     bench_random(state, BODY_LOW - BODY_RADIUS, BODY_HIGH + BODY_RADIUS)};
        double over = fmax(fmax(BODY_LOW - p.z, p.z - BODY_HIGH), 0);
        if (p.x * p.x + p.y * p.y + over * over <= BODY_RADIUS * BODY_RADIUS) {
            return (tl_vec3){x + p.x, y + p.y, ground + p.z};
        }
    }
}

/* Rays from the observer to a trooper in the middle of each cell, round after round, until the time is over. */
static size_t sample(peer *rays, const tl_board_map *map, const double place[2], double ground, double seconds,
                     sampled *cells) {
    tl_board_summary s = tl_board_map_summary(map);
    size_t count = s.columns * s.rows, rounds = 0;
    uint64_t state = BENCH_SEED;
    bench_segment *segments = bench_need(malloc(BATCH * sizeof(*segments)));
    size_t *whose = bench_need(malloc(BATCH * sizeof(*whose)));
    uint8_t *answers = bench_need(malloc(BATCH));
    for (double start = bench_thread_time(); bench_thread_time() - start < seconds; rounds++) {
        size_t filled = 0;
        for (size_t i = 0; i <= count; i++) {
            double height;
            if (i < count && tl_board_map_height(map, i % s.columns, i / s.columns, &height)) {
                double x = s.x0 + ((double)(i % s.columns) + 0.5) * s.cell_mm,
                       y = s.y0 + ((double)(i / s.columns) + 0.5) * s.cell_mm;
                segments[filled] =
                    (bench_segment){body_point(place[0], place[1], ground, &state), body_point(x, y, height, &state)};
                whose[filled++] = i;
            }
            if (filled == BATCH || i == count) {
                (void)peer_blocked(rays, segments, filled, answers);
                for (size_t k = 0; k < filled; k++) {
                    cells[whose[k]].asked++;
                    cells[whose[k]].seen += answers[k] == 0;
                }
                filled = 0;
            }
        }
    }
    free(segments);
    free(whose);
    free(answers);
    return rounds;
}

static void beside_sampling(const bench_table *table, const tl_board_map *map, const double place[2], double seconds) {
    double build;
    size_t bytes, wrong_none = 0, missed = 0, none = 0, all = 0, between[2] = {0};
    peer *rays = peer_build(&table->all, 1, &build, &bytes);
    tl_board_summary s = tl_board_map_summary(map);
    double ground = 0;
    size_t column = (size_t)((place[0] - s.x0) / s.cell_mm), row = (size_t)((place[1] - s.y0) / s.cell_mm);
    (void)tl_board_map_height(map, column, row, &ground);
    sampled *cells = bench_need(calloc(s.columns * s.rows, sizeof(*cells)));
    size_t rounds = sample(rays, map, place, ground, seconds, cells);
    for (size_t i = 0; i < s.columns * s.rows; i++) {
        tl_board_cell cell = tl_board_map_cell(map, i % s.columns, i / s.columns);
        bool seen = cells[i].seen > 0;
        if (cells[i].asked == 0 || !cell.standing) {
            continue;
        }
        if (cell.high == 0) {
            none++;
            wrong_none += seen;
        } else if (cell.low == 1) {
            all++;
            missed += !seen;
        } else {
            between[seen]++;
        }
    }
    printf(
        "\nSampling for as long as one thread took (%.2f s): %zu rays a cell, from random points of the trooper who "
        "looks to random points of one in the cell's middle. Of %zu cells proved to see nothing it found a line in "
        "%zu; of %zu proved to be seen everywhere it found none in %zu; of %zu left between it found a line in %zu.\n",
        seconds, rounds, none, wrong_none, all, missed, between[0] + between[1], between[1]);
    free(cells);
    peer_destroy(rays);
}

/* Somewhere near the middle where a trooper can stand. */
static void find_place(const tl_scene *scene, const bench_table *table, double place[2]) {
    uint64_t state = BENCH_SEED;
    tl_board_map *map = NULL;
    for (int i = 0; i < 100 && map == NULL; i++) {
        place[0] = 10 * floor(table->width * bench_random(&state, 0.035, 0.065)) +
                   5; /* the middle of a cell: its height is known */
        place[1] = 10 * floor(table->depth * bench_random(&state, 0.035, 0.065)) + 5;
        const tl_board_question coarse = {.struct_size = sizeof(tl_board_question),
                                          .map = "fov",
                                          .has_place = true,
                                          .place = {place[0], place[1]},
                                          .cell_mm = 400};
        (void)tl_scene_analyze(scene, &coarse, &map, NULL);
    }
    if (map == NULL) {
        bench_fatal("there is nowhere to stand", NULL);
    }
    tl_board_map_destroy(map);
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

int bench_board(const char *only) {
    tl_context *context = bench_need(tl_context_create(NULL));
    printf("\n## Maps of a board\n\n| table | map | 1 thread s | 2 threads s | cells | none %% | all %% | between %% | "
           "rulings a second | mean %% |\n|---|---|---|---|---|---|---|---|---|---|\n");
    double seconds;
    if (only == NULL) {
        static const tl_vec2 near[4] = {{0, 0}, {1800, 0}, {1800, 200}, {0, 200}}, far[2] = {{0, 1000}, {1800, 1200}};
        tl_scene *sample_table = load(context, BENCH_SOURCE_DIR "/terrain/crossroads.scene.json");
        static const char *const who[3] = {"mastiff-1", "foxes-1", "badgers-1"};
        for (int i = 0; i < 3; i++) {
            tl_board_question fov = {
                .struct_size = sizeof(tl_board_question), .map = "fov", .from = who[i], .cell_mm = 10};
            char what[64];
            snprintf(what, sizeof(what), "field of view of %s, 10 mm", who[i]);
            tl_board_map_destroy(measure(sample_table, "crossroads", what, fov, &seconds));
        }
        tl_board_question exposure = {.struct_size = sizeof(tl_board_question),
                                      .map = "exposure",
                                      .zone = near,
                                      .zone_count = 4,
                                      .area = far,
                                      .cell_mm = 20};
        tl_board_map_destroy(
            measure(sample_table, "crossroads", "exposure of zone to zone, 20 mm", exposure, &seconds));
        tl_scene_destroy(sample_table);
    }
    bench_table *table = bench_table_make(only != NULL ? only : "million", BENCH_SEED);
    if (table == NULL) {
        return 2;
    }
    char path[600], name[80];
    bench_save_scene(table, "bench-board", NULL, path, sizeof(path));
    tl_scene *scene = load(context, path);
    double place[2];
    find_place(scene, table, place);
    tl_board_question fov = {.struct_size = sizeof(tl_board_question),
                             .map = "fov",
                             .has_place = true,
                             .place = {place[0], place[1]},
                             .cell_mm = 10};
    snprintf(name, sizeof(name), "%s, %zu triangles", table->name, table->all.triangle_count);
    tl_board_map *map = measure(scene, name, "field of view of a trooper, 10 mm", fov, &seconds);
    beside_sampling(table, map, place, seconds);
    tl_board_map_destroy(map);
    tl_scene_destroy(scene);
    bench_table_free(table);
    tl_context_destroy(context);
    return 0;
}
