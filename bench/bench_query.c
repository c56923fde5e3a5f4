/* bench_query.c: single segments on one thread, beside Embree's single-ray calls (robust scenes), the same segments in
 * the same order. Embree answers in floats, so a few answers may differ; ours are exact. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#define SEGMENTS 200000
/* Ours and the peer take turns on slices; of each slice the best turn counts, so that other programs disturb little. */
#define SLICE 10000
#define TURNS 7

static double ours_blocked(const tl_world *world, const bench_segment *s, size_t count, uint8_t *answers) {
    double start = bench_thread_time();
    for (size_t i = 0; i < count; i++) {
        answers[i] = tl_world_blocked(world, s[i].p, s[i].q, NULL, NULL);
    }
    return bench_thread_time() - start;
}

static double ours_nearest(const tl_world *world, const bench_segment *s, size_t count, float *places) {
    double start = bench_thread_time();
    for (size_t i = 0; i < count; i++) {
        tl_hit hit;
        places[i] = tl_world_nearest_hit(world, s[i].p, s[i].q, NULL, &hit) ? (float)hit.t : 2;
    }
    return bench_thread_time() - start;
}

static bool count_hit(void *user, const tl_hit *hit) {
    (void)hit;
    ++*(size_t *)user;
    return true;
}

int bench_query(const bench_mesh *meshes, size_t count) {
    tl_context *context = tl_context_create(NULL);
    uint8_t *answers[2] = {calloc(SEGMENTS, 1), calloc(SEGMENTS, 1)};
    float *places[2] = {calloc(SEGMENTS, sizeof(float)), calloc(SEGMENTS, sizeof(float))};
    printf("\n## Segments, one thread, million a second\n\n| mesh | blocked share | any hit | Embree | ratio "
           "| same answers of %d | nearest hit | Embree | ratio | same within 1e-4 | all hits | hits each "
           "| clearance |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
           SEGMENTS);
    for (size_t m = 0; m < count; m++) {
        const bench_mesh *mesh = &meshes[m];
        tl_bvh *bvh = NULL;
        tl_world *world = NULL;
        if (tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL, &bvh,
                         NULL) != TL_OK ||
            tl_world_create(context, 1, &world, NULL) != TL_OK) {
            fprintf(stderr, "bench: can't build %s\n", mesh->name);
            return 4;
        }
        tl_world_set(world, 0, bvh);
        double seconds;
        size_t bytes;
        peer *other = peer_build(mesh, 1, &seconds, &bytes);
        bench_segment *segments = bench_segments(mesh, SEGMENTS, BENCH_SEED + m);
        double any[2] = {0, 0}, nearest[2] = {0, 0}, all = 1e9, clear = 1e9;
        size_t hits = 0;
        for (size_t i = 0; i < SEGMENTS; i += SLICE) {
            double a[2] = {1e9, 1e9}, n[2] = {1e9, 1e9};
            for (int turn = 0; turn < TURNS; turn++) {
                a[0] = fmin(a[0], ours_blocked(world, segments + i, SLICE, answers[0] + i));
                a[1] = fmin(a[1], peer_blocked(other, segments + i, SLICE, answers[1] + i));
            }
            for (int turn = 0; turn < TURNS; turn++) {
                n[0] = fmin(n[0], ours_nearest(world, segments + i, SLICE, places[0] + i));
                n[1] = fmin(n[1], peer_nearest(other, segments + i, SLICE, places[1] + i));
            }
            for (int k = 0; k < 2; k++) {
                any[k] += a[k];
                nearest[k] += n[k];
            }
        }
        for (int turn = 0; turn < 2; turn++) {
            hits = 0;
            double start = bench_thread_time();
            for (size_t i = 0; i < SEGMENTS; i++) {
                tl_world_each_hit(world, segments[i].p, segments[i].q, NULL, count_hit, &hits);
            }
            all = fmin(all, bench_thread_time() - start);
        }
        size_t same = 0, near = 0, blocked = 0;
        for (size_t i = 0; i < SEGMENTS; i++) {
            blocked += answers[0][i];
            same += answers[0][i] == answers[1][i];
            near += fabsf(places[0][i] - places[1][i]) <= 1e-4F;
        }
        /* Of free segments, as they are asked for witnesses. */
        size_t asked = 0;
        double start = bench_thread_time();
        for (size_t i = 0; i < SEGMENTS && asked < 1000; i++) {
            if (!answers[0][i]) {
                asked++;
                tl_world_clearance(world, segments[i].p, segments[i].q, NULL, INFINITY, NULL);
            }
        }
        clear = bench_thread_time() - start;
        double count_m = 1e-6 * SEGMENTS;
        printf("| %s | %.2f | %.2f | %.2f | %.2f | %zu | %.2f | %.2f | %.2f | %zu | %.2f | %.1f | %.3f |\n", mesh->name,
               (double)blocked / SEGMENTS, count_m / any[0], count_m / any[1], any[1] / any[0], same,
               count_m / nearest[0], count_m / nearest[1], nearest[1] / nearest[0], near, count_m / all,
               (double)hits / SEGMENTS, 1e-6 * (double)asked / clear);
        free(segments);
        peer_destroy(other);
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
    }
    for (int i = 0; i < 2; i++) {
        free(answers[i]);
        free(places[i]);
    }
    tl_context_destroy(context);
    return 0;
}
