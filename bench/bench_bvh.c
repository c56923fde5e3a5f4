/* bench_bvh.c: building and refitting beside Embree's build of the same triangles. */
#include "bench.h"

#include <stdio.h>

int bench_bvh(const bench_mesh *meshes, size_t count) {
    printf("\n## Building, one thread, computing time\n\n| mesh | triangles | build ms | Embree ms | ratio | refit ms | nodes | depth "
           "| bytes/triangle | Embree bytes/triangle |\n|---|---|---|---|---|---|---|---|---|---|\n");
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
            for (int again = 0; again < 8; again++) {
                start = bench_thread_time();
                tl_bvh_refit(bvh, mesh->vertices);
                best_refit = fmin(best_refit, bench_thread_time() - start);
            }
            statistics = tl_bvh_measure(bvh);
            tl_bvh_destroy(bvh);
        }
        double triangles = (double)mesh->triangle_count;
        printf("| %s | %zu | %.1f | %.1f | %.2f | %.2f | %zu | %zu | %.0f | %.0f |\n", mesh->name, mesh->triangle_count,
               1e3 * best, 1e3 * best_peer, best / best_peer, 1e3 * best_refit, statistics.nodes, statistics.depth,
               (double)statistics.bytes / triangles, (double)peer_bytes / triangles);
    }
    tl_context_destroy(context);
    return 0;
}
