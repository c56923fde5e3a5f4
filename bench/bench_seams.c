/* bench_seams.c: walls of two pieces that meet without sharing edges, set between bodies that saw each other on a large
 * table: every answer must be no. How many are, what a ruling costs, and what the same pair cost without the wall. */
#include "bench_conform.h"

#include "scenes.h"
#include "support/sight_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENES = 12, TRIES = 400 };

#define WIDE 220.0 /* mm: how far walls reach from the line between the bodies; no body does */

typedef struct seam {
    const char *name;
    void (*build)(test_mesh *mesh, uint64_t *state);
} seam;

static void side_by_side(test_mesh *mesh, uint64_t *state) {
    double deep = bench_random(state, 1, 6);
    test_mesh_box(mesh, (tl_vec3){0, -WIDE, -WIDE}, (tl_vec3){deep, 0, WIDE});
    test_mesh_box(mesh, (tl_vec3){0, 0, -WIDE}, (tl_vec3){deep, WIDE, WIDE});
}

static void shifted(test_mesh *mesh, uint64_t *state) {
    double by = bench_random(state, 0.02, 2);
    test_mesh_box(mesh, (tl_vec3){0, -WIDE, -WIDE}, (tl_vec3){5, 0, WIDE});
    test_mesh_box(mesh, (tl_vec3){by, 0, -WIDE - by}, (tl_vec3){5 + by, WIDE, WIDE - by});
}

static void junctions(test_mesh *mesh, uint64_t *state) {
    double left[2] = {-WIDE, 0}, right[2] = {0, WIDE}, ends[2] = {-WIDE, WIDE}, zs[9];
    bool filled[8];
    for (int i = 0; i <= 8; i++) {
        zs[i] = WIDE * (0.25 * i - 1) + (i == 0 || i == 8 ? 0 : bench_random(state, -4, 4));
        filled[i < 8 ? i : 7] = true;
    }
    test_mesh_plate(mesh, 0, 0, left, 2, ends, 2, filled);
    test_mesh_plate(mesh, 0, 0, right, 2, zs, 9, filled);
}

static void pushed_in(test_mesh *mesh, uint64_t *state) {
    double by = 0.02 * pow(100, bench_random(state, 0, 1));
    test_mesh_box(mesh, (tl_vec3){0, -WIDE, -WIDE}, (tl_vec3){5, by, WIDE});
    test_mesh_box(mesh, (tl_vec3){bench_random(state, -1, 1), 0, -WIDE - 5}, (tl_vec3){4, WIDE, WIDE + 5});
}

static void askew(test_mesh *mesh, uint64_t *state) {
    test_mesh other = {0};
    double angle = bench_random(state, -0.3, 0.3), by = 0.02 * pow(100, bench_random(state, 0, 1));
    tl_pose pose = {{cos(angle), sin(angle), 0}, {-sin(angle), cos(angle), 0}, {0, 0, 1}, {2, -by - 2, 0}};
    test_mesh_box(mesh, (tl_vec3){0, -WIDE, -WIDE}, (tl_vec3){4, 0, WIDE});
    test_mesh_box(&other, (tl_vec3){-1, 0, -WIDE - 5}, (tl_vec3){1, 1.2 * WIDE, WIDE + 5});
    test_mesh_move(&other, &pose);
    for (size_t i = 0; i < other.triangle_count; i++) {
        uint32_t v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = test_mesh_vertex(mesh, other.vertices[other.triangles[3 * i + (size_t)k]]);
        }
        test_mesh_triangle(mesh, v[0], v[1], v[2]);
    }
    test_mesh_free(&other);
}

static const seam seams[] = {{"boxes side by side", side_by_side},
                             {"boxes shifted", shifted},
                             {"T-junctions", junctions},
                             {"boxes pushed in by 0.02 to 2 mm", pushed_in},
                             {"walls pushed in askew", askew}};
enum { SEAMS = sizeof(seams) / sizeof(seams[0]) };

/* Two bodies apart that see each other. */
static bool find_pair(const bench_table *table, uint64_t *state, bench_body *a, bench_body *b) {
    for (int i = 0; i < TRIES; i++) {
        bench_random_pair(table, 600, true, state, a, b);
        tl_box3 one = tl_bvh_box(a->bvh), other = tl_bvh_box(b->bvh);
        double sizes = 0.5 * (tl_length(tl_box3_size(one)) + tl_length(tl_box3_size(other)));
        tl_sight sight;
        tl_sight_options quick = {.quick = true};
        if (tl_distance(tl_box3_centre(one), tl_box3_centre(other)) > sizes + 20 && sizes < WIDE &&
            tl_visibility_between(table->context, &table->obstacles, a->bvh, b->bvh, &quick, &sight, NULL) == TL_OK &&
            sight.verdict == TL_VERDICT_YES) {
            return true;
        }
        tl_bvh_destroy(a->bvh);
        tl_bvh_destroy(b->bvh);
    }
    return false;
}

/* Across the middle between them, rolled about the line that joins their centres. */
static tl_pose across(const bench_body *a, const bench_body *b, double roll) {
    tl_vec3 from = tl_box3_centre(tl_bvh_box(a->bvh)), to = tl_box3_centre(tl_bvh_box(b->bvh));
    tl_vec3 x = tl_normalise(tl_sub(to, from)), u = tl_normalise(tl_cross((tl_vec3){0, 0, 1}, x)), v = tl_cross(x, u);
    tl_vec3 y = tl_add(tl_scale(u, cos(roll)), tl_scale(v, sin(roll)));
    return (tl_pose){x, y, tl_cross(x, y), tl_lerp(from, to, 0.5)};
}

typedef struct tally {
    double *times, *shafts;
    size_t count, certified, wrong;
} tally;

/* Asks with the wall in the table's empty slot; the world is joined before the clock starts, as rulings find it. */
static void ask(bench_table *table, const bench_body *a, const bench_body *b, tally *t) {
    tl_conform_part *parts = bench_need(calloc(table->slot_count + 1, sizeof(*parts)));
    for (size_t i = 0; i <= table->slot_count; i++) {
        parts[i] = (tl_conform_part){.bvh = tl_world_get(table->world, i), .conforms = true};
    }
    tl_obstacles obstacles = table->obstacles;
    const tl_joined *joined;
    if (tl_joiner_create(table->context, parts, table->slot_count + 1, &obstacles.joiner, NULL) != TL_OK ||
        tl_joiner_get(obstacles.joiner, table->context, &joined, NULL) != TL_OK) {
        bench_fatal("joining", NULL);
    }
    tl_sight sight;
    double start = bench_thread_time();
    if (tl_visibility_between(table->context, &obstacles, a->bvh, b->bvh,
                              &(tl_sight_options){.prove = true, .quick = true}, &sight, NULL) != TL_OK) {
        bench_need(NULL);
    }
    t->times[t->count] = bench_thread_time() - start;
    t->shafts[t->count++] = (double)sight.shafts;
    t->certified += sight.verdict != TL_VERDICT_MARGINAL ? 1U : 0U;
    t->wrong += sight.verdict == TL_VERDICT_YES && sight.clearance > 1e-8 ? 1U : 0U;
    tl_joiner_destroy(obstacles.joiner);
    free(parts);
}

static void run(bench_table *table, const seam *kind, size_t count, uint64_t *state) {
    tally t = {.times = bench_need(calloc(count, sizeof(double))), .shafts = bench_need(calloc(count, sizeof(double)))};
    for (size_t i = 0; i < count; i++) {
        bench_body a, b;
        if (!find_pair(table, state, &a, &b)) {
            bench_fatal("no two bodies see each other", NULL);
        }
        test_mesh mesh = {0};
        tl_pose pose = across(&a, &b, bench_random(state, 0, 6.28));
        kind->build(&mesh, state);
        test_mesh_move(&mesh, &pose);
        tl_bvh *wall = NULL;
        if (tl_bvh_build(table->context, mesh.vertices, mesh.vertex_count, mesh.triangles, mesh.triangle_count, NULL,
                         &wall, NULL) != TL_OK) {
            bench_need(NULL);
        }
        tl_world_set(table->world, table->slot_count, wall);
        table->blockers[table->slot_count] = TL_ROLES_ALL;
        ask(table, &a, &b, &t);
        tl_world_set(table->world, table->slot_count, NULL);
        table->blockers[table->slot_count] = 0;
        tl_bvh_destroy(wall);
        tl_bvh_destroy(a.bvh);
        tl_bvh_destroy(b.bvh);
        test_mesh_free(&mesh);
    }
    bench_sort(t.times, count);
    bench_sort(t.shafts, count);
    printf("| %s | %s | %zu | %.0f %% | %zu | %.2f | %.1f | %.0f | %.0f |\n", table->name, kind->name, count,
           100.0 * (double)t.certified / (double)count, t.wrong, 1e3 * t.times[count / 2], 1e3 * t.times[count - 1],
           t.shafts[count / 2], t.shafts[count - 1]);
    fflush(stdout);
    free(t.times);
    free(t.shafts);
}

int bench_seams(int count, const char *only) {
    uint64_t state = BENCH_SEED;
    bench_table *table = bench_table_make(only != NULL ? only : "million", BENCH_SEED);
    if (table == NULL) {
        return 4;
    }
    printf(
        "\n## Seams on a large table: %zu triangles\n\n| table | wall | scenes | certified | wrong | median ms | worst "
        "ms | median pairs of cells | most |\n|---|---|---|---|---|---|---|---|---|\n",
        table->all.triangle_count);
    for (int k = 0; k < SEAMS; k++) {
        run(table, &seams[k], count > 0 ? (size_t)count : SCENES, &state);
    }
    bench_table_free(table);
    return 0;
}
