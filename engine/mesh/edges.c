/* edges.c: which triangles share which edges. */
#include "mesh/edges.h"

#include "base/forest.h"
#include <string.h>

static inline uint32_t end_of(const tl_mesh *mesh, uint32_t h, bool higher) {
    uint32_t a = tl_half_edge_from(mesh, h);
    uint32_t b = tl_half_edge_to(mesh, h);
    return (a < b) == higher ? b : a;
}

#define GATHERING "gathering edges"

/* A stable counting sort of `from` into `to` by one end of the edge; `starts` is scratch for vertex_count + 1. False
 * when it was cancelled. */
static inline bool sort_by(const tl_mesh *mesh, bool higher, const uint32_t *from, uint32_t *to, size_t count,
                           uint32_t *starts) {
    memset(starts, 0, (mesh->vertex_count + 1) * sizeof(*starts));
    const double begin = higher ? 0 : 0.5;
    for (size_t i = 0; i < count; i++) {
        if (i % 65536 == 0 && !tl_progress(mesh->context, begin + 0.25 * (double)i / (double)count, GATHERING)) {
            return false;
        }
        starts[end_of(mesh, from[i], higher) + 1]++;
    }
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        starts[v + 1] += starts[v];
    }
    for (size_t i = 0; i < count; i++) {
        if (i % 65536 == 0 && !tl_progress(mesh->context, begin + 0.25 + 0.25 * (double)i / (double)count, GATHERING)) {
            return false;
        }
        to[starts[end_of(mesh, from[i], higher)]++] = from[i];
    }
    return true;
}

tl_status tl_half_edges_gather(const tl_mesh *mesh, tl_half_edges *half_edges, tl_error *error) {
    size_t count = 3 * mesh->triangle_count;
    *half_edges = (tl_half_edges){NULL, 0};
    if (!tl_progress(mesh->context, 0, GATHERING)) {
        return tl_fail_cancelled(error, GATHERING);
    }
    uint32_t *order = tl_alloc_array(mesh->context, count, sizeof(*order));
    uint32_t *other = tl_alloc_array(mesh->context, count, sizeof(*other));
    uint32_t *starts = tl_alloc_array(mesh->context, mesh->vertex_count + 1, sizeof(*starts));
    tl_status status = TL_OK;
    if (order == NULL || other == NULL || starts == NULL) {
        tl_free(mesh->context, order);
        order = NULL;
        status = tl_fail_memory(error);
    } else {
        for (size_t i = 0; i < count; i++) {
            order[i] = (uint32_t)i;
        }
        if (!sort_by(mesh, true, order, other, count, starts) || !sort_by(mesh, false, other, order, count, starts)) {
            tl_free(mesh->context, order);
            order = NULL;
            status = tl_fail_cancelled(error, GATHERING);
        }
    }
    tl_free(mesh->context, other);
    tl_free(mesh->context, starts);
    *half_edges = (tl_half_edges){order, order != NULL ? count : 0};
    return status;
}

void tl_half_edges_free(const tl_mesh *mesh, tl_half_edges *half_edges) {
    tl_free(mesh->context, half_edges->order);
    *half_edges = (tl_half_edges){NULL, 0};
}

size_t tl_half_edges_run(const tl_mesh *mesh, const tl_half_edges *half_edges, size_t begin) {
    uint32_t low = end_of(mesh, half_edges->order[begin], false);
    uint32_t high = end_of(mesh, half_edges->order[begin], true);
    size_t end = begin + 1;
    while (end < half_edges->count && end_of(mesh, half_edges->order[end], false) == low &&
           end_of(mesh, half_edges->order[end], true) == high) {
        end++;
    }
    return end;
}

bool tl_half_edges_components(const tl_mesh *mesh, const tl_half_edges *half_edges, uint32_t *component,
                              size_t *count) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        component[i] = (uint32_t)i;
    }
    for (size_t begin = 0, run = 0; begin < half_edges->count; run++) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        for (size_t i = begin + 1; i < end; i++) {
            uint32_t a = tl_root_of(component, half_edges->order[begin] / 3);
            uint32_t b = tl_root_of(component, half_edges->order[i] / 3);
            /* The lowest triangle is always the root, so roots come before what hangs on them. */
            component[a < b ? b : a] = a < b ? a : b;
        }
        begin = end;
        if ((run & 0x3fff) == 0 &&
            !tl_progress(mesh->context, 0.9 * (double)begin / (double)half_edges->count, TL_MESH_JOINING_PARTS)) {
            return false;
        }
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        component[i] = tl_root_of(component, (uint32_t)i);
    }
    *count = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        component[i] = component[i] == i ? (uint32_t)(*count)++ : component[component[i]];
    }
    return true;
}

static void count_run(const tl_mesh *mesh, const tl_half_edges *half_edges, size_t begin, size_t end,
                      tl_mesh_edges *edges) {
    size_t faces = end - begin;
    edges->edges++;
    edges->open += faces == 1;
    edges->non_manifold += faces >= 3;
    edges->odd += faces % 2;
    edges->flipped += faces == 2 && tl_half_edge_from(mesh, half_edges->order[begin]) ==
                                        tl_half_edge_from(mesh, half_edges->order[begin + 1]);
}

tl_status tl_mesh_count_edges(const tl_mesh *mesh, tl_mesh_edges *edges, tl_error *error) {
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    uint32_t *component = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*component));
    if (component == NULL) {
        status = tl_fail_memory(error);
    } else {
        tl_mesh_edges counts = {0};
        for (size_t begin = 0; begin < half_edges.count;) {
            size_t end = tl_half_edges_run(mesh, &half_edges, begin);
            count_run(mesh, &half_edges, begin, end, &counts);
            begin = end;
        }
        if (tl_half_edges_components(mesh, &half_edges, component, &counts.components)) {
            *edges = counts;
        } else {
            status = tl_fail_cancelled(error, TL_MESH_JOINING_PARTS);
        }
    }
    tl_free(mesh->context, component);
    tl_half_edges_free(mesh, &half_edges);
    return status;
}
