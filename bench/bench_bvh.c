/* bench_bvh.c: building and refitting beside Embree's build of the same triangles, and moving a whole model. */
#include "bench.h"
#include "body/model.h"
#include "math/angle.h"

#include <stdio.h>
#include <stdlib.h>

/* What a drag of a model costs before anything is asked: a body whose core is the whole mesh (two hierarchies) is
 * turned and put elsewhere, and the world told of it: corners are transformed, both hierarchies refitted, both slots
 * set. The median of many moves, in milliseconds of computing time. */
static double time_moves(tl_context *context, const bench_mesh *source) {
    enum { MOVES = 41 };
    double times[MOVES];
    tl_mesh *mesh = tl_mesh_create(context);
    bool whole = mesh != NULL;
    for (size_t i = 0; whole && i < source->vertex_count; i++) {
        uint32_t index;
        whole = tl_mesh_add_vertex(mesh, source->vertices[i], &index);
    }
    for (size_t i = 0; whole && i < source->triangle_count; i++) {
        const uint32_t *t = source->triangles + 3 * i;
        whole = tl_mesh_add_triangle(mesh, t[0], t[1], t[2]);
    }
    tl_model_options options = {0};
    tl_model *model = NULL;
    tl_body *body = NULL;
    tl_world *world = NULL;
    tl_pose pose = tl_pose_identity();
    if (!whole || !tl_mesh_end_piece(mesh, source->name, TL_ROLE_CORE) ||
        tl_model_create(context, mesh, &options, &model, NULL) != TL_OK ||
        tl_body_create(context, model, &pose, &body, NULL) != TL_OK ||
        tl_world_create(context, 2, &world, NULL) != TL_OK) {
        fprintf(stderr, "bench: can't place %s\n", source->name);
        exit(4);
    }
    for (int i = 0; i < MOVES; i++) {
        pose = tl_pose_turned((tl_vec3){3.7 * i, 1.1 * i, 0}, 7.3 * i);
        double start = bench_thread_time();
        (void)tl_body_move(context, body, model, &pose, NULL);
        tl_world_set(world, 0, body->solid);
        tl_world_set(world, 1, body->core);
        times[i] = 1e3 * (bench_thread_time() - start);
    }
    bench_sort(times, MOVES);
    tl_world_destroy(world);
    tl_body_destroy(context, body);
    tl_model_destroy(model);
    return times[MOVES / 2];
}

int bench_bvh(const bench_mesh *meshes, size_t count) {
    printf("\n## Building, one thread, computing time\n\n| mesh | triangles | build ms | Embree ms | ratio | refit ms "
           "| move ms | nodes | depth "
           "| bytes/triangle | Embree bytes/triangle |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    tl_context *context = tl_context_create(NULL);
    for (size_t m = 0; m < count; m++) {
        const bench_mesh *mesh = &meshes[m];
        /* Turns alternate; the best of each counts, so that neither pays for the other's cold memory. */
        double best = 1e9, best_peer = 1e9, best_refit = 1e9;
        size_t peer_bytes = 0;
        tl_bvh_statistics statistics = {0};
        for (int turn = 0; turn < 5; turn++) {
            double seconds;
            peer *other = peer_build(mesh, 1, &seconds, &peer_bytes);
            best_peer = fmin(best_peer, seconds);
            peer_destroy(other);
            tl_bvh *bvh = NULL;
            double start = bench_thread_time();
            if (tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL,
                             &bvh, NULL) != TL_OK) {
                fprintf(stderr, "bench: can't build %s\n", mesh->name);
                return 4;
            }
            best = fmin(best, bench_thread_time() - start);
            statistics = tl_bvh_measure(bvh); /* before refits, which need less */
            for (int again = 0; again < 8; again++) {
                start = bench_thread_time();
                tl_bvh_refit(bvh, mesh->vertices);
                best_refit = fmin(best_refit, bench_thread_time() - start);
            }
            tl_bvh_destroy(bvh);
        }
        double triangles = (double)mesh->triangle_count;
        printf("| %s | %zu | %.1f | %.1f | %.2f | %.2f | %.2f | %zu | %zu | %.0f | %.0f |\n", mesh->name,
               mesh->triangle_count, 1e3 * best, 1e3 * best_peer, best / best_peer, 1e3 * best_refit,
               time_moves(context, mesh), statistics.nodes, statistics.depth, (double)statistics.bytes / triangles,
               (double)peer_bytes / triangles);
    }
    tl_context_destroy(context);
    return 0;
}
