/* winding.c: turns triangles so that each part of a mesh has one winding. */
#include "scan/health/winding.h"

#define NOBODY UINT32_MAX

enum { UNMET = 3 };

typedef struct winding_turning {
    const tl_mesh *mesh;
    const uint32_t *partner;
    uint8_t *state;
    uint32_t *queue; /* one part after the other */
} winding_turning;

static bool find_partners(const tl_mesh *mesh, const tl_half_edges *half_edges, uint32_t *partner) {
    for (size_t begin = 0, i = 0; begin < half_edges->count; i++) {
        size_t end = tl_half_edges_run(mesh, half_edges, begin);
        for (size_t k = begin; k < end; k++) {
            partner[half_edges->order[k]] = NOBODY;
        }
        if (end == begin + 2) {
            uint32_t a = half_edges->order[begin];
            uint32_t b = half_edges->order[begin + 1];
            partner[a] = b;
            partner[b] = a;
        }
        begin = end;
        if ((i & 0x3fff) == 0 &&
            !tl_progress(mesh->context, 0.5 * (double)begin / (double)half_edges->count, "looking at the winding")) {
            return false;
        }
    }
    return true;
}

/* Gives everything that is connected over plain edges one winding; returns how many triangles that are. */
static size_t wind_part(const winding_turning *t, uint32_t start) {
    size_t count = 0;
    size_t done = 0;
    t->queue[count++] = start;
    t->state[start] = TL_SCAN_WINDING_KEPT;
    while (done < count) {
        uint32_t triangle = t->queue[done++];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t h = 3 * triangle + k;
            uint32_t other = t->partner[h];
            if (other == NOBODY || t->state[other / 3] != UNMET) {
                continue;
            }
            bool same_way = tl_half_edge_from(t->mesh, h) == tl_half_edge_from(t->mesh, other);
            t->state[other / 3] = same_way ? (uint8_t)(1 - t->state[triangle]) : t->state[triangle];
            t->queue[count++] = other / 3;
        }
    }
    return count;
}

/* Six times the volume under the part as it would be wound, seen from one of its corners; and whether it is closed. */
static bool is_inside_out(const winding_turning *t, size_t count, bool *closed) {
    tl_vec3 origin = t->mesh->vertices[t->mesh->triangles[3 * (size_t)t->queue[0]]];
    double volume = 0;
    *closed = true;
    for (size_t i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(t->mesh, t->queue[i], c);
        double six = tl_dot(tl_sub(c[0], origin), tl_cross(tl_sub(c[1], origin), tl_sub(c[2], origin)));
        volume += t->state[t->queue[i]] == TL_SCAN_WINDING_TURNED ? -six : six;
        for (uint32_t k = 0; k < 3; k++) {
            *closed = *closed && t->partner[3 * t->queue[i] + k] != NOBODY;
        }
    }
    return volume < 0;
}

static void settle_part(const winding_turning *t, size_t count) {
    bool closed;
    bool inside_out = is_inside_out(t, count, &closed);
    size_t turned = 0;
    for (size_t i = 0; i < count; i++) {
        turned += t->state[t->queue[i]] == TL_SCAN_WINDING_TURNED;
    }
    bool other_way = closed ? inside_out : 2 * turned > count;
    bool all = closed && turned == (other_way ? 0 : count);
    for (size_t i = 0; i < count; i++) {
        uint8_t *state = &t->state[t->queue[i]];
        bool is_turned = (*state == TL_SCAN_WINDING_TURNED) != other_way;
        *state = !is_turned ? TL_SCAN_WINDING_KEPT : all ? TL_SCAN_WINDING_INSIDE_OUT : TL_SCAN_WINDING_TURNED;
    }
}

tl_status tl_scan_winding_find(const tl_mesh *mesh, const tl_half_edges *half_edges, tl_scan_winding *winding,
                               tl_error *error) {
    const size_t count = mesh->triangle_count;
    *winding = (tl_scan_winding){.context = mesh->context};
    winding->partner = tl_alloc_array(mesh->context, 3 * count, sizeof(*winding->partner));
    winding->state = tl_alloc_array(mesh->context, count, 1);
    uint32_t *queue = tl_alloc_array(mesh->context, count, sizeof(*queue));
    tl_status status = TL_OK;
    if (winding->partner == NULL || winding->state == NULL || queue == NULL) {
        status = tl_fail_memory(error);
    } else if (!find_partners(mesh, half_edges, winding->partner)) {
        status = tl_fail_cancelled(error, "looking at the winding");
    } else {
        const winding_turning t = {mesh, winding->partner, winding->state, queue};
        for (size_t i = 0; i < count; i++) {
            t.state[i] = UNMET;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (t.state[i] == UNMET) {
                settle_part(&t, wind_part(&t, i));
            }
        }
    }
    tl_free(mesh->context, queue);
    return status;
}

void tl_scan_winding_free(tl_scan_winding *winding) {
    tl_free(winding->context, winding->partner);
    tl_free(winding->context, winding->state);
    *winding = (tl_scan_winding){0};
}
