/* holes.c: holes found, and their caps made. */
#include "scan/repair/holes.h"

#include "mesh/edges.h"
#include "scan/health/loops.h"
#include "scan/repair/repair.h"

#include <stdlib.h>
#include <string.h>

typedef struct capper {
    const tl_mesh *mesh;
    tl_caps *caps;
    size_t item_capacity, rim_count, rim_capacity;
    uint32_t *part; /* of each triangle of the mesh */
    tl_box3 *part_box;
    size_t part_count;
    uint32_t *triangle_at; /* of each vertex: a triangle with an open edge there; UINT32_MAX: none */
    uint32_t *number;      /* of each vertex in the caps' mesh, plus one; 0: not in it */
} capper;

static tl_box3 triangle_box(const tl_mesh *mesh, size_t triangle) {
    tl_vec3 c[3];
    tl_mesh_corners(mesh, triangle, c);
    return tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), c[0]), c[1]), c[2]);
}

/* --- What is known of the mesh ------------------------------------------------------------------------------------ */

static tl_status find_parts(capper *c, const tl_half_edges *half_edges, tl_error *error) {
    tl_context *context = c->mesh->context;
    if (!tl_half_edges_components(c->mesh, half_edges, c->part, &c->part_count)) {
        return tl_fail_cancelled(error, TL_MESH_JOINING_PARTS);
    }
    c->part_box = tl_alloc_array(context, c->part_count, sizeof(*c->part_box));
    if (c->part_box == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < c->part_count; i++) {
        c->part_box[i] = tl_box3_empty();
    }
    for (size_t t = 0; t < c->mesh->triangle_count; t++) {
        c->part_box[c->part[t]] = tl_box3_union(c->part_box[c->part[t]], triangle_box(c->mesh, t));
    }
    return TL_OK;
}

static void find_rims(capper *c, const tl_half_edges *half_edges) {
    memset(c->triangle_at, 0xff, c->mesh->vertex_count * sizeof(*c->triangle_at));
    for (size_t begin = 0; begin < half_edges->count;) {
        size_t end = tl_half_edges_run(c->mesh, half_edges, begin);
        uint32_t h = half_edges->order[begin];
        if (end == begin + 1) {
            c->triangle_at[tl_half_edge_from(c->mesh, h)] = h / 3;
        }
        begin = end;
    }
}

static bool is_hole(const capper *c, const tl_scan_hole *loop, uint32_t beside, tl_box3 all) {
    double low = all.low.z + tl_max(1, 0.01 * tl_box3_size(all).z);
    return loop->closed && loop->count >= 3 && loop->box.high.z > low &&
           tl_box3_longest(loop->box) < 0.5 * tl_box3_longest(c->part_box[c->part[beside]]);
}

/* --- Making caps -------------------------------------------------------------------------------------------------- */

static tl_cap *add_item(capper *c, tl_box3 box, bool repaired) {
    tl_caps *caps = c->caps;
    if (!tl_reserve(c->mesh->context, (void **)&caps->items, &c->item_capacity, caps->count + 1,
                    sizeof(*caps->items))) {
        return NULL;
    }
    tl_cap *cap = &caps->items[caps->count++];
    *cap = (tl_cap){.across = tl_box3_longest(box),
                    .at = tl_box3_centre(box),
                    .repaired = repaired,
                    .first_triangle = (uint32_t)caps->mesh->triangle_count,
                    .first_corner = c->rim_count};
    return cap;
}

/* The triangles made since the cap began are its. */
static bool end_item(capper *c) {
    tl_caps *caps = c->caps;
    tl_cap *cap = &caps->items[caps->count - 1];
    cap->triangle_count = (uint32_t)caps->mesh->triangle_count - cap->first_triangle;
    return tl_mesh_end_piece(caps->mesh, NULL, TL_ROLE_CORE);
}

static bool copy_vertex(capper *c, uint32_t vertex, uint32_t *copy) {
    if (c->number[vertex] == 0) {
        if (!tl_mesh_add_vertex(c->caps->mesh, c->mesh->vertices[vertex], copy)) {
            return false;
        }
        c->number[vertex] = *copy + 1;
    }
    *copy = c->number[vertex] - 1;
    return true;
}

static tl_status add_hole(capper *c, const tl_scan_hole *loop, const uint32_t *corners, uint32_t beside,
                          tl_error *error) {
    tl_caps *caps = c->caps;
    tl_cap *cap = add_item(c, loop->box, false);
    bool room = cap != NULL && tl_reserve(c->mesh->context, (void **)&caps->rims, &c->rim_capacity,
                                          c->rim_count + loop->count, sizeof(*caps->rims));
    for (size_t i = 0; room && i < loop->count; i++) {
        room = copy_vertex(c, corners[i], &caps->rims[c->rim_count + i]);
    }
    if (!room) {
        return tl_fail_memory(error);
    }
    cap->beside = beside;
    cap->corner_count = loop->count;
    c->rim_count += loop->count;
    caps->open_count++;
    tl_status status = tl_scan_close_loop(caps->mesh, caps->rims + cap->first_corner, loop, error);
    return status == TL_OK && !end_item(c) ? tl_fail_memory(error) : status;
}

static tl_status add_holes(capper *c, const tl_half_edges *half_edges, tl_error *error) {
    tl_scan_loops loops;
    tl_status status = tl_scan_loops_find(c->mesh, half_edges, &loops, error);
    if (status != TL_OK) {
        return status;
    }
    tl_box3 all = tl_mesh_box(c->mesh);
    find_rims(c, half_edges);
    for (size_t i = 0; i < loops.count && status == TL_OK; i++) {
        const tl_scan_hole *loop = &loops.holes[i];
        uint32_t beside = UINT32_MAX;
        for (size_t k = 0; k < loop->count && beside == UINT32_MAX; k++) {
            beside = c->triangle_at[loops.corners[loop->first + k]];
        }
        if (beside != UINT32_MAX && is_hole(c, loop, beside, all)) {
            status = add_hole(c, loop, loops.corners + loop->first, beside, error);
        }
    }
    tl_scan_loops_free(c->mesh, &loops);
    return status;
}

/* --- What repairs made -------------------------------------------------------------------------------------------- */

/* A mesh of the repairs' triangles alone, whose parts are the holes. */
static bool gather_repairs(capper *c, tl_mesh *patches) {
    bool room = true;
    memset(c->number, 0, c->mesh->vertex_count * sizeof(*c->number));
    for (size_t p = 0; p < c->mesh->piece_count; p++) {
        const tl_piece *piece = &c->mesh->pieces[p];
        for (size_t t = piece->first_triangle;
             room && tl_piece_is_repair(piece) && t < (size_t)piece->first_triangle + piece->triangle_count; t++) {
            uint32_t corner[3];
            for (int k = 0; room && k < 3; k++) {
                uint32_t v = c->mesh->triangles[3 * t + (size_t)k];
                if (c->number[v] == 0) {
                    room = tl_mesh_add_vertex(patches, c->mesh->vertices[v], &corner[k]);
                    c->number[v] = corner[k] + 1;
                }
                corner[k] = c->number[v] - 1;
            }
            room = room && tl_mesh_add_triangle(patches, corner[0], corner[1], corner[2]);
        }
    }
    return room;
}

/* One of them: the triangles of a part, with corners of their own. */
static bool add_repair(capper *c, const tl_mesh *patches, const uint32_t *part, uint32_t wanted, tl_box3 box) {
    tl_mesh *mesh = c->caps->mesh;
    bool room = add_item(c, box, true) != NULL;
    for (size_t t = 0; room && t < patches->triangle_count; t++) {
        tl_vec3 corner[3];
        uint32_t index[3];
        if (part[t] == wanted) {
            tl_mesh_corners(patches, t, corner);
            for (int k = 0; room && k < 3; k++) {
                room = tl_mesh_add_vertex(mesh, corner[k], &index[k]);
            }
            room = room && tl_mesh_add_triangle(mesh, index[0], index[1], index[2]);
        }
    }
    return room && end_item(c);
}

static tl_status add_repairs(capper *c, tl_error *error) {
    tl_context *context = c->mesh->context;
    tl_mesh *patches = tl_mesh_create(context);
    if (patches == NULL || !gather_repairs(c, patches)) {
        tl_mesh_destroy(patches);
        return tl_fail_memory(error);
    }
    tl_half_edges half_edges = {0};
    uint32_t *part = tl_alloc_array(context, patches->triangle_count, sizeof(*part));
    tl_status status = part != NULL ? tl_half_edges_gather(patches, &half_edges, error) : tl_fail_memory(error);
    size_t count = 0;
    if (status == TL_OK) {
        status = tl_half_edges_components(patches, &half_edges, part, &count)
                     ? TL_OK
                     : tl_fail_cancelled(error, TL_MESH_JOINING_PARTS);
        tl_half_edges_free(patches, &half_edges);
    }
    if (status == TL_OK) {
        tl_box3 *boxes = tl_alloc_array(context, count, sizeof(*boxes));
        bool room = boxes != NULL;
        for (size_t i = 0; room && i < count; i++) {
            boxes[i] = tl_box3_empty();
        }
        for (size_t t = 0; room && t < patches->triangle_count; t++) {
            boxes[part[t]] = tl_box3_union(boxes[part[t]], triangle_box(patches, t));
        }
        for (size_t i = 0; room && i < count; i++) {
            room = add_repair(c, patches, part, (uint32_t)i, boxes[i]);
        }
        tl_free(context, boxes);
        status = room ? TL_OK : tl_fail_memory(error);
    }
    tl_free(context, part);
    tl_mesh_destroy(patches);
    return status;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static tl_status look(capper *c, bool meant, bool repairs, tl_error *error) {
    tl_context *context = c->mesh->context;
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(c->mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    c->part = tl_alloc_array(context, c->mesh->triangle_count, sizeof(*c->part));
    c->triangle_at = tl_alloc_array(context, c->mesh->vertex_count, sizeof(*c->triangle_at));
    c->number = tl_alloc_array(context, c->mesh->vertex_count, sizeof(*c->number));
    c->caps->mesh = tl_mesh_create(context);
    if (c->part == NULL || c->triangle_at == NULL || c->number == NULL || c->caps->mesh == NULL) {
        status = tl_fail_memory(error);
    } else {
        status = find_parts(c, &half_edges, error);
    }
    if (status == TL_OK && !meant) {
        status = add_holes(c, &half_edges, error);
    }
    if (status == TL_OK && repairs) {
        status = add_repairs(c, error);
    }
    tl_half_edges_free(c->mesh, &half_edges);
    tl_free(context, c->part);
    tl_free(context, c->part_box);
    tl_free(context, c->triangle_at);
    tl_free(context, c->number);
    return status;
}

tl_status tl_scan_caps_make(const tl_mesh *mesh, bool meant, tl_caps **caps, tl_error *error) {
    bool repairs = false;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        repairs = repairs || tl_piece_is_repair(&mesh->pieces[i]);
    }
    *caps = NULL;
    if (mesh->triangle_count == 0 || (meant && !repairs)) {
        return TL_OK;
    }
    tl_caps *made = tl_alloc_array(mesh->context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    capper c = {.mesh = mesh, .caps = made};
    tl_status status = look(&c, meant, repairs, error);
    if (status != TL_OK || made->count == 0) {
        if (made->mesh == NULL) {
            tl_free(mesh->context, made->items);
            tl_free(mesh->context, made);
        } else {
            tl_caps_destroy(made);
        }
        return status;
    }
    *caps = made;
    return TL_OK;
}
