/* health.c: finds the holes, open edges, loose parts and strays of a mesh. */
#include "scan/health/health.h"

#include "scan/health/winding.h"

#include <stdlib.h>
#include <string.h>

#define LOOKING "looking the mesh through"

/* --- Edges -------------------------------------------------------------------------------------------------------- */

static bool add_edge(const tl_mesh *mesh, tl_scan_edge **edges, size_t *count, size_t *capacity, uint32_t h) {
    if (!tl_reserve(mesh->context, (void **)edges, capacity, *count + 1, sizeof(**edges))) {
        return false;
    }
    (*edges)[(*count)++] = (tl_scan_edge){tl_half_edge_from(mesh, h), tl_half_edge_to(mesh, h)};
    return true;
}

static bool find_edges(tl_scan_health *health, const tl_half_edges *half_edges) {
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

static tl_status find_holes(tl_scan_health *health, const tl_half_edges *half_edges, tl_error *error) {
    tl_scan_loops loops;
    tl_status status = tl_scan_loops_find(health->mesh, half_edges, &loops, error);
    if (status == TL_OK) {
        health->holes = loops.holes;
        health->hole_count = loops.count;
        health->loops = loops.corners;
    }
    return status;
}

/* --- Parts -------------------------------------------------------------------------------------------------------- */

static tl_status find_parts(tl_scan_health *health, const tl_half_edges *half_edges, tl_error *error) {
    const tl_mesh *mesh = health->mesh;
    health->part_of = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*health->part_of));
    if (health->part_of == NULL) {
        return tl_fail_memory(error);
    }
    if (!tl_half_edges_components(mesh, half_edges, health->part_of, &health->part_count)) {
        return tl_fail_cancelled(error, TL_MESH_JOINING_PARTS);
    }
    health->parts = tl_alloc_array(mesh->context, health->part_count, sizeof(*health->parts));
    if (health->parts == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < health->part_count; i++) {
        health->parts[i].box = tl_box3_empty();
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        if (!tl_pace(mesh->context, t, mesh->triangle_count, LOOKING)) {
            return tl_fail_cancelled(error, LOOKING);
        }
        tl_scan_loose_part *part = &health->parts[health->part_of[t]];
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, t, corner);
        part->triangles++;
        part->box = tl_box3_add(tl_box3_add(tl_box3_add(part->box, corner[0]), corner[1]), corner[2]);
    }
    double speck = TL_SCAN_SPECK_SHARE * tl_box3_longest(tl_mesh_box(mesh));
    for (size_t i = 0; i < health->part_count; i++) {
        if (tl_box3_longest(health->parts[i].box) < speck) {
            health->specks++;
            health->speck_triangles += health->parts[i].triangles;
        }
    }
    return TL_OK;
}

/* --- What is turned over ------------------------------------------------------------------------------------------ */

typedef struct patches {
    tl_scan_health *health;
    const tl_scan_winding *winding;
    uint32_t *queue;
    size_t capacity;
} patches;

static bool is_hollow(const tl_scan_health *health, uint32_t triangle) {
    const tl_box3 box = health->parts[health->part_of[triangle]].box;
    for (size_t i = 0; i < health->part_count; i++) {
        const tl_box3 other = health->parts[i].box;
        if (other.low.x < box.low.x && other.low.y < box.low.y && other.low.z < box.low.z &&
            other.high.x > box.high.x && other.high.y > box.high.y && other.high.z > box.high.z) {
            return true;
        }
    }
    return false;
}

/* Everything that is turned and hangs together with a triangle. */
static bool gather_patch(patches *p, uint32_t start) {
    tl_scan_health *health = p->health;
    const uint8_t *state = p->winding->state;
    const uint32_t number = (uint32_t)health->turned_count;
    tl_scan_turned_patch patch = {
        .box = tl_box3_empty(), .first = start, .whole = state[start] == TL_SCAN_WINDING_INSIDE_OUT};
    size_t count = 0;
    p->queue[count++] = start;
    health->turned_of[start] = number;
    for (size_t done = 0; done < count; done++) {
        const uint32_t triangle = p->queue[done];
        tl_vec3 c[3];
        tl_mesh_corners(health->mesh, triangle, c);
        patch.box = tl_box3_add(tl_box3_add(tl_box3_add(patch.box, c[0]), c[1]), c[2]);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t other = p->winding->partner[3 * triangle + k];
            if (other != UINT32_MAX && state[other / 3] != TL_SCAN_WINDING_KEPT &&
                health->turned_of[other / 3] == UINT32_MAX) {
                health->turned_of[other / 3] = number;
                p->queue[count++] = other / 3;
            }
        }
    }
    if (patch.whole && is_hollow(health, start)) {
        for (size_t i = 0; i < count; i++) {
            health->turned_of[p->queue[i]] = UINT32_MAX - 1; /* looked at, and none */
        }
        return true;
    }
    patch.triangles = count;
    health->turned_triangles += count;
    if (!tl_reserve(health->mesh->context, (void **)&health->turned, &p->capacity, health->turned_count + 1,
                    sizeof(*health->turned))) {
        return false;
    }
    health->turned[health->turned_count++] = patch;
    return true;
}

static int by_triangles(const void *a, const void *b) {
    const tl_scan_turned_patch *p = a;
    const tl_scan_turned_patch *q = b;
    if (p->triangles != q->triangles) {
        return p->triangles > q->triangles ? -1 : 1;
    }
    return p->first < q->first ? -1 : 1;
}

static tl_status find_turned(tl_scan_health *health, const tl_half_edges *half_edges, tl_error *error) {
    const tl_mesh *mesh = health->mesh;
    tl_scan_winding winding;
    tl_status status = tl_scan_winding_find(mesh, half_edges, &winding, error);
    size_t turned = 0;
    for (size_t i = 0; status == TL_OK && i < mesh->triangle_count; i++) {
        turned += winding.state[i] != TL_SCAN_WINDING_KEPT;
    }
    if (turned > 0) {
        patches p = {.health = health, .winding = &winding};
        p.queue = tl_alloc_array(mesh->context, turned, sizeof(*p.queue));
        health->turned_of = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*health->turned_of));
        bool room = p.queue != NULL && health->turned_of != NULL;
        if (room) {
            memset(health->turned_of, 0xff, mesh->triangle_count * sizeof(*health->turned_of));
        }
        for (uint32_t i = 0; room && i < mesh->triangle_count; i++) {
            room =
                winding.state[i] == TL_SCAN_WINDING_KEPT || health->turned_of[i] != UINT32_MAX || gather_patch(&p, i);
        }
        for (size_t i = 0; room && i < mesh->triangle_count; i++) {
            health->turned_of[i] = health->turned_of[i] == UINT32_MAX - 1 ? UINT32_MAX : health->turned_of[i];
        }
        if (health->turned_count > 1) {
            qsort(health->turned, health->turned_count, sizeof(*health->turned), by_triangles);
        }
        tl_free(mesh->context, p.queue);
        status = room ? TL_OK : tl_fail_memory(error);
    }
    tl_scan_winding_free(&winding);
    return status;
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
    enum { MOST_SAMPLED = 100000 };
    size_t step = mesh->vertex_count / MOST_SAMPLED + 1;
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

static bool count_far(tl_scan_health *health) {
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

tl_status tl_scan_health_make(const tl_mesh *mesh, tl_scan_health *health, tl_error *error) {
    tl_scan_health made = {.mesh = mesh};
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    status = find_holes(&made, &half_edges, error);
    if (status == TL_OK && !tl_progress(mesh->context, 0, LOOKING)) {
        status = tl_fail_cancelled(error, LOOKING);
    }
    if (status == TL_OK && !find_edges(&made, &half_edges)) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = find_parts(&made, &half_edges, error);
    }
    if (status == TL_OK && !count_far(&made)) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = find_turned(&made, &half_edges, error);
    }
    tl_half_edges_free(mesh, &half_edges);
    if (status != TL_OK) {
        tl_scan_health_free(&made);
        return status;
    }
    *health = made;
    return TL_OK;
}

/* No more pairs are listed. */
#define MOST_CROSSINGS ((size_t)100000)

tl_status tl_scan_health_cross(tl_scan_health *health, tl_error *error) {
    const tl_mesh *mesh = health->mesh;
    tl_bvh *bvh = NULL;
    tl_status status = tl_bvh_build(mesh->context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                    mesh->triangle_count, NULL, &bvh, NULL);
    if (status == TL_ERROR_ARGUMENT) {
        return TL_OK;
    }
    if (status == TL_OK) {
        status = tl_bvh_crossings(bvh, MOST_CROSSINGS, &health->crossings, &health->crossing_count,
                                  &health->crossings_limited, error);
        health->crossings_known = status == TL_OK;
    } else {
        status =
            status == TL_ERROR_CANCELLED ? tl_fail_cancelled(error, "looking for crossings") : tl_fail_memory(error);
    }
    tl_bvh_destroy(bvh);
    return status;
}

void tl_scan_health_free(tl_scan_health *health) {
    if (health != NULL && health->mesh != NULL) {
        tl_context *context = health->mesh->context;
        tl_free(context, health->holes);
        tl_free(context, health->loops);
        tl_free(context, health->non_manifold);
        tl_free(context, health->flipped);
        tl_free(context, health->turned);
        tl_free(context, health->turned_of);
        tl_free(context, health->part_of);
        tl_free(context, health->parts);
        tl_free(context, health->crossings);
        *health = (tl_scan_health){0};
    }
}
