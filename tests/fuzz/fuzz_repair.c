/* fuzz_repair.c: any soup of triangles welded, looked through and repaired. Nothing may crash, leak or hang; what comes
 * out is sound, its pieces cover it, closing holes makes no edge worse, and health is the same when asked again.
 *
 * The input: a byte for the repairs, one for how coarse the grid is, then corners, three bytes each, nine a triangle.
 * Coarse grids make points meet. Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness; otherwise it has
 * a main of its own that makes soups. */
#include "bvh/crossings.h"
#include "scan/health/health.h"
#include "scan/repair/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_repair: %s\n", what);
        abort();
    }
}

static void check_mesh(const tl_mesh *mesh) {
    size_t triangles = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        must(mesh->pieces[i].first_triangle == triangles && mesh->pieces[i].triangle_count > 0, "a gap between pieces");
        triangles += mesh->pieces[i].triangle_count;
    }
    must(triangles == mesh->triangle_count, "triangles without a piece");
    for (size_t i = 0; i < 3 * triangles; i++) {
        must(mesh->triangles[i] < mesh->vertex_count, "an index out of range");
    }
}

static double coordinate(uint8_t byte, uint8_t grid) {
    double steps = grid % 8 == 7 ? 255 : 1 + grid % 8;
    double whole = (double)(int)(byte / 255.0 * steps);
    return grid >= 128 ? whole + 0.1 * (byte % 7) : whole;
}

static tl_mesh *make(tl_context *context, const uint8_t *data, size_t size) {
    tl_mesh *mesh = tl_mesh_create(context);
    bool room = mesh != NULL;
    size_t count = (size - 2) / 9;
    for (size_t t = 0; room && t < count; t++) {
        uint32_t corner[3];
        for (size_t k = 0; room && k < 3; k++) {
            const uint8_t *c = data + 2 + 9 * t + 3 * k;
            tl_vec3 p = {coordinate(c[0], data[1]), coordinate(c[1], data[1]), coordinate(c[2], data[1])};
            room = tl_mesh_add_vertex(mesh, p, &corner[k]);
        }
        room = room && tl_mesh_add_triangle(mesh, corner[0], corner[1], corner[2]);
        if (room && (t == count - 1 || t % 37 == 36)) {
            room = tl_mesh_end_piece(mesh, "soup", TL_ROLE_CORE);
        }
    }
    must(room, "no memory");
    return mesh;
}

static tl_mesh_edges edges_of(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    must(tl_mesh_count_edges(mesh, &edges, NULL) == TL_OK, "edges can't be counted");
    return edges;
}

/* Every open edge lies on a loop or chain once. */
static void check_health(const tl_mesh *mesh) {
    tl_scan_health health;
    must(tl_scan_health_make(mesh, &health, NULL) == TL_OK, "no health");
    tl_mesh_edges edges = edges_of(mesh);
    size_t open = 0;
    for (size_t i = 0; i < health.hole_count; i++) {
        open += health.holes[i].count - (health.holes[i].closed ? 0 : 1);
    }
    must(open == edges.open, "an open edge is on no loop, or on two");
    must(health.non_manifold_count == edges.non_manifold && health.flipped_count == edges.flipped, "edges miscounted");
    tl_scan_health_free(&health);
    bool solid = false, again = true;
    must(tl_mesh_is_solid(mesh, &solid, NULL) == TL_OK && tl_mesh_is_solid(mesh, &again, NULL) == TL_OK, "no inside");
    must(solid == again && (!solid || edges.odd == 0), "solid with open edges");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 11 || size > 9000) {
        return 0;
    }
    tl_context *context = tl_context_create(NULL);
    must(context != NULL, "no memory");
    tl_mesh *mesh = make(context, data, size);
    must(tl_mesh_weld(mesh, NULL, NULL) == TL_OK, "it can't be welded");
    check_mesh(mesh);
    if (mesh->triangle_count > 0) {
        check_health(mesh);
        /* Joining may bring three open edges together; what follows may not. */
        const tl_scan_repairs joining = {.join = (data[0] & 8) != 0 ? data[0] / 128.0 : 0};
        tl_repair_report report;
        size_t open = edges_of(mesh).open;
        must(tl_scan_repair(mesh, &joining, &report, NULL) == TL_OK, "it can't be joined");
        check_mesh(mesh);
        tl_mesh_edges before = edges_of(mesh);
        must(before.open <= open, "joining opens edges");
        const tl_scan_repairs repairs = {.drop_specks = (data[0] & 1) != 0 ? data[0] / 64.0 : 0,
                                         .reorient = (data[0] & 2) != 0,
                                         .close_holes = (data[0] & 4) != 0 ? data[0] : 0};
        must(tl_scan_repair(mesh, &repairs, &report, NULL) == TL_OK, "it can't be repaired");
        check_mesh(mesh);
        check_health(mesh);
        tl_mesh_edges after = edges_of(mesh);
        must(report.specks_dropped > 0 || after.non_manifold <= before.non_manifold,
             "a patch on an edge that is taken");
        must(report.specks_dropped > 0 || after.open <= before.open, "more open edges than before");
        must(report.holes_closed == 0 || report.triangles_added >= report.holes_closed, "a hole closed with nothing");
    }
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
    return 0;
}

#ifndef TL_FUZZER

int main(void) {
    const char *chosen = getenv("TRUELINE_SEED");
    uint64_t state = chosen != NULL ? strtoull(chosen, NULL, 0) : 29;
    printf("seed %llu\n", (unsigned long long)state);
    static uint8_t data[2 + 9 * 120];
    for (int round = 0; round < 4000; round++) {
        size_t size = 2 + 9 * (size_t)(1 + round % 120);
        for (size_t i = 0; i < size; i++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            data[i] = (uint8_t)(state >> 56);
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    return 0;
}

#endif
