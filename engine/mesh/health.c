/* health.c: holes, edges, parts, strays. */
#include "mesh/health.h"
#include "mesh/edges.h"
#include "mesh/loops.h"

#include <stdlib.h>
#include <string.h>

/* --- Edges -------------------------------------------------------------------------------------------------------- */

static bool add_edge(const tl_mesh *mesh, tl_edge **edges, size_t *count, size_t *capacity, uint32_t h) {
    if (!tl_reserve(mesh->context, (void **)edges, capacity, *count + 1, sizeof(**edges))) {
        return false;
    }
    (*edges)[(*count)++] = (tl_edge){tl_half_edge_from(mesh, h), tl_half_edge_to(mesh, h)};
    return true;
}

static bool find_edges(tl_mesh_health *health, const tl_half_edges *half_edges) {
    const tl_mesh *mesh = health->mesh;
    size_t capacity[2] = {0, 0};
    bool room = true;
    for (size_t begin = 0; room && begin < half_edges->count;) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        uint32_t h = half_edges->order[begin];
        if (end - begin >= 3) {
            room = add_edge(mesh, &health->non_manifold, &health->non_manifold_count, &capacity[0], h);
        } else if (end - begin == 2 &&
                   tl_half_edge_from(mesh, h) == tl_half_edge_from(mesh, half_edges->order[begin + 1])) {
            room = add_edge(mesh, &health->flipped, &health->flipped_count, &capacity[1], h);
        }
        begin = end;
    }
    return room;
}

/* --- Holes -------------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const tl_hole *p = a;
    const tl_hole *q = b;
    if (p->perimeter != q->perimeter) {
        return p->perimeter > q->perimeter ? -1 : 1;
    }
    return p->first < q->first ? -1 : 1;
}

static tl_status find_holes(tl_mesh_health *health, const tl_half_edges *half_edges, tl_error *error) {
    tl_loops loops;
    tl_status status = tl_loops_find(health->mesh, half_edges, &loops, error);
    if (status == TL_OK) {
        health->holes = loops.holes;
        health->hole_count = loops.count;
        health->loops = loops.corners;
        if (loops.count > 1) {
            qsort(health->holes, health->hole_count, sizeof(*health->holes), by_size);
        }
    }
    return status;
}

/* --- Parts -------------------------------------------------------------------------------------------------------- */

static bool find_parts(tl_mesh_health *health, const tl_half_edges *half_edges) {
    const tl_mesh *mesh = health->mesh;
    health->part_of = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*health->part_of));
    if (health->part_of == NULL) {
        return false;
    }
    health->part_count = tl_half_edges_components(mesh, half_edges, health->part_of);
    health->parts = tl_alloc_array(mesh->context, health->part_count, sizeof(*health->parts));
    if (health->parts == NULL) {
        return false;
    }
    for (size_t i = 0; i < health->part_count; i++) {
        health->parts[i].box = tl_box3_empty();
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_loose_part *part = &health->parts[health->part_of[t]];
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, t, corner);
        part->triangles++;
        part->box = tl_box3_add(tl_box3_add(tl_box3_add(part->box, corner[0]), corner[1]), corner[2]);
    }
    double speck = TL_SPECK_SHARE * tl_box3_longest(tl_mesh_box(mesh));
    for (size_t i = 0; i < health->part_count; i++) {
        if (tl_box3_longest(health->parts[i].box) < speck) {
            health->specks++;
            health->speck_triangles += health->parts[i].triangles;
        }
    }
    return true;
}

/* --- Strays ------------------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    const double *p = a;
    const double *q = b;
    return (*p > *q) - (*p < *q);
}

/* The box of what is left when the outer twentieth is taken away on every side, of a hundred thousand vertices at most,
 * spread evenly. */
static bool find_body(const tl_mesh *mesh, tl_box3 *body) {
    enum { MOST = 100000 };
    size_t step = mesh->vertex_count / MOST + 1;
    size_t count = mesh->vertex_count / step;
    double *values = tl_alloc_array(mesh->context, count, sizeof(*values));
    if (values == NULL) {
        return false;
    }
    double low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < count; i++) {
            const tl_vec3 *v = &mesh->vertices[i * step];
            values[i] = axis == 0 ? v->x : axis == 1 ? v->y : v->z;
        }
        qsort(values, count, sizeof(*values), by_value);
        low[axis] = values[count / 20];
        high[axis] = values[count - 1 - count / 20];
    }
    *body = (tl_box3){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    tl_free(mesh->context, values);
    return true;
}

static bool count_far(tl_mesh_health *health) {
    const tl_mesh *mesh = health->mesh;
    tl_box3 body;
    if (mesh->vertex_count < 20) {
        return true; /* too few to tell a body from strays */
    }
    if (!find_body(mesh, &body)) {
        return false;
    }
    double away = 5 * tl_box3_longest(body);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 v = mesh->vertices[i];
        health->far_vertices += v.x < body.low.x - away || v.x > body.high.x + away || v.y < body.low.y - away ||
                                v.y > body.high.y + away || v.z < body.low.z - away || v.z > body.high.z + away;
    }
    return true;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

tl_status tl_mesh_health_make(const tl_mesh *mesh, tl_mesh_health *health, tl_error *error) {
    tl_mesh_health made = {.mesh = mesh};
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    status = find_holes(&made, &half_edges, error);
    if (status == TL_OK && (!find_edges(&made, &half_edges) || !find_parts(&made, &half_edges) || !count_far(&made))) {
        status = tl_fail_memory(error);
    }
    tl_half_edges_free(mesh, &half_edges);
    if (status != TL_OK) {
        tl_mesh_health_free(&made);
        return status;
    }
    *health = made;
    return TL_OK;
}

void tl_mesh_health_free(tl_mesh_health *health) {
    if (health != NULL && health->mesh != NULL) {
        tl_context *context = health->mesh->context;
        tl_free(context, health->holes);
        tl_free(context, health->loops);
        tl_free(context, health->non_manifold);
        tl_free(context, health->flipped);
        tl_free(context, health->part_of);
        tl_free(context, health->parts);
        tl_free(context, health->crossings);
        *health = (tl_mesh_health){0};
    }
}
