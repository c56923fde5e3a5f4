/* join.c: vertices of open edges drawn into their nearest, within a tolerance and a bound. */
#include "scan/repair/join.h"
#include "math/hash_point.h"
#include "mesh/edges.h"
#include "mesh/slivers.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINING "joining what lies beside"

typedef struct joiner {
    tl_mesh *mesh;
    double within;
    uint8_t *open;            /* of each vertex: an end of an open edge */
    uint32_t *first, *around; /* the triangles at each vertex: around[first[v]] to around[first[v + 1]] */
    uint32_t *target;         /* of each vertex: where it goes; itself when it stays */
    uint32_t *heads, *next;   /* vertices that stay, by their cell of the grid */
    size_t size;              /* of `heads`, a power of two */
    size_t open_edges, joined;
} joiner;

/* --- The grid ----------------------------------------------------------------------------------------------------- */

static tl_vec3 cell_of(const joiner *j, tl_vec3 p) {
    return (tl_vec3){floor(p.x / j->within), floor(p.y / j->within), floor(p.z / j->within)};
}

static uint32_t *head_of(const joiner *j, tl_vec3 cell) {
    return &j->heads[(size_t)tl_vec3_hash(cell, 0) & (j->size - 1)];
}

static void put(const joiner *j, uint32_t v) {
    uint32_t *head = head_of(j, cell_of(j, j->mesh->vertices[v]));
    j->next[v] = *head;
    *head = v;
}

/* Whether a triangle at v has a corner that is joined with `to` already, or is it. */
static bool shares_triangle(const joiner *j, uint32_t v, uint32_t to) {
    for (uint32_t i = j->first[v]; i < j->first[v + 1]; i++) {
        const uint32_t *c = j->mesh->triangles + 3 * (size_t)j->around[i];
        for (int k = 0; k < 3; k++) {
            if (c[k] != v && j->target[c[k]] == to) {
                return true;
            }
        }
    }
    return false;
}

/* The nearest vertex that stays, of those in reach; TL_HASH_NOTHING: none. */
static uint32_t nearest(const joiner *j, uint32_t v) {
    const tl_vec3 p = j->mesh->vertices[v], middle = cell_of(j, p);
    uint32_t best = TL_HASH_NOTHING;
    double least = j->within;
    for (int i = 0; i < 27; i++) {
        tl_vec3 cell = tl_add(middle, (tl_vec3){i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
        for (uint32_t at = *head_of(j, cell); at != TL_HASH_NOTHING; at = j->next[at]) {
            double far = tl_length(tl_sub(j->mesh->vertices[at], p));
            bool better = far < least || (far == least && (best == TL_HASH_NOTHING || at < best));
            if (better && at != v && !shares_triangle(j, v, at)) {
                least = far;
                best = at;
            }
        }
    }
    return best;
}

/* --- Gathering ---------------------------------------------------------------------------------------------------- */

static void mark_open(joiner *j, const tl_half_edges *half_edges) {
    for (size_t begin = 0; begin < half_edges->count;) {
        size_t end = tl_half_edges_run(j->mesh, half_edges, begin);
        if (end == begin + 1) {
            uint32_t h = half_edges->order[begin];
            j->open[tl_half_edge_from(j->mesh, h)] = j->open[tl_half_edge_to(j->mesh, h)] = 1;
            j->open_edges++;
        }
        begin = end;
    }
}

/* A counting sort; `first` has two places more than there are vertices. */
static void sort_triangles(joiner *j) {
    const tl_mesh *mesh = j->mesh;
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        j->first[mesh->triangles[i] + 2]++;
    }
    for (size_t v = 2; v < mesh->vertex_count + 2; v++) {
        j->first[v] += j->first[v - 1];
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        j->around[j->first[mesh->triangles[i] + 1]++] = (uint32_t)(i / 3);
    }
}

static void let_go(joiner *j) {
    tl_context *context = j->mesh->context;
    tl_free(context, j->open);
    tl_free(context, j->first);
    tl_free(context, j->around);
    tl_free(context, j->target);
    tl_free(context, j->heads);
    tl_free(context, j->next);
}

static tl_status begin(joiner *j, tl_error *error) {
    const tl_mesh *mesh = j->mesh;
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    j->open = tl_alloc_array(mesh->context, mesh->vertex_count, 1);
    if (j->open != NULL) {
        mark_open(j, &half_edges);
    }
    tl_half_edges_free(mesh, &half_edges);
    if (j->open == NULL) {
        return tl_fail_memory(error);
    }
    if (j->open_edges == 0) {
        return TL_OK;
    }
    j->size = tl_hash_table_size(2 * j->open_edges);
    j->first = tl_alloc_array(mesh->context, mesh->vertex_count + 2, sizeof(*j->first));
    j->around = tl_alloc_array(mesh->context, 3 * mesh->triangle_count, sizeof(*j->around));
    j->target = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*j->target));
    j->heads = tl_alloc_array(mesh->context, j->size, sizeof(*j->heads));
    j->next = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*j->next));
    if (j->first == NULL || j->around == NULL || j->target == NULL || j->heads == NULL || j->next == NULL) {
        return tl_fail_memory(error);
    }
    sort_triangles(j);
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        j->target[v] = (uint32_t)v;
    }
    memset(j->heads, 0xff, j->size * sizeof(*j->heads));
    return TL_OK;
}

/* --- Joining ------------------------------------------------------------------------------------------------------ */

static bool choose_targets(joiner *j) {
    for (uint32_t v = 0; v < j->mesh->vertex_count; v++) {
        if (!tl_pace(j->mesh->context, v, j->mesh->vertex_count, JOINING)) {
            return false;
        }
        if (j->open[v]) {
            uint32_t to = nearest(j, v);
            if (to == TL_HASH_NOTHING) {
                put(j, v);
            } else {
                j->target[v] = to;
                j->joined++;
            }
        }
    }
    return true;
}

/* Whether a triangle at v that has an area would have none. */
static bool flattens(const joiner *j, uint32_t v) {
    for (uint32_t i = j->first[v]; i < j->first[v + 1]; i++) {
        const uint32_t *c = j->mesh->triangles + 3 * (size_t)j->around[i];
        tl_vec3 before[3], after[3];
        for (int k = 0; k < 3; k++) {
            before[k] = j->mesh->vertices[c[k]];
            after[k] = j->mesh->vertices[j->target[c[k]]];
        }
        if (tl_sliver_is_flat(after) && !tl_sliver_is_flat(before)) {
            return true;
        }
    }
    return false;
}

/* Vertices stay after all where a triangle would lose its area. What that leaves of others needs another round; meshes
 * that take many are not worth it, and stay as they were. */
static void take_back(joiner *j) {
    enum { MOST_ROUNDS = 64 };
    bool changed = true;
    for (int round = 0; changed; round++) {
        changed = false;
        if (round == MOST_ROUNDS) {
            j->joined = 0;
            return;
        }
        for (uint32_t v = 0; v < j->mesh->vertex_count; v++) {
            if (j->target[v] != v && flattens(j, v)) {
                j->target[v] = v;
                j->joined--;
                changed = true;
            }
        }
    }
}

static tl_status apply(joiner *j, tl_mesh_joined *joined, tl_error *error) {
    tl_mesh *mesh = j->mesh;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        double by = tl_length(tl_sub(mesh->vertices[j->target[v]], mesh->vertices[v]));
        joined->bound = tl_max(joined->bound, by * (1 + 1e-12));
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = j->target[mesh->triangles[i]];
    }
    const tl_weld_report weld = mesh->weld;
    tl_status status = tl_mesh_weld(mesh, NULL, error); /* triangles that are one now, vertices that nothing uses */
    mesh->weld = weld;
    tl_mesh_edges edges;
    status = status == TL_OK ? tl_mesh_count_edges(mesh, &edges, error) : status;
    if (status == TL_OK) {
        joined->vertices = j->joined;
        joined->edges = j->open_edges > edges.open ? j->open_edges - edges.open : 0;
        joined->bound = tl_min(joined->bound, j->within);
    }
    return status;
}

tl_status tl_scan_join(tl_mesh *mesh, double within, tl_mesh_joined *joined, tl_error *error) {
    joiner j = {.mesh = mesh, .within = within};
    *joined = (tl_mesh_joined){0};
    if (!(within > 0)) {
        return TL_OK;
    }
    tl_status status = begin(&j, error);
    if (status == TL_OK && j.open_edges > 0) {
        status = choose_targets(&j) ? TL_OK : tl_fail_cancelled(error, JOINING);
        if (status == TL_OK) {
            take_back(&j);
            status = j.joined > 0 ? apply(&j, joined, error) : TL_OK;
        }
    }
    let_go(&j);
    return status;
}

/* --- Cracks ------------------------------------------------------------------------------------------------------- */

/* The widest gap that rounding can have made: a share of the size, or of what single precision leaves far out. */
static double widest_crack(const tl_mesh *mesh) {
    const tl_box3 box = tl_mesh_box(mesh);
    const tl_vec3 size = tl_box3_size(box);
    double far = tl_max(tl_length(box.low), tl_length(box.high));
    return tl_max(TL_SCAN_CRACK_SHARE * tl_max(size.x, tl_max(size.y, size.z)), 4 * (double)FLT_EPSILON * far);
}

static double two_digits(double x) {
    char digits[32];
    snprintf(digits, sizeof(digits), "%.1e", x);
    return strtod(digits, NULL);
}

/* A length rounded up to two digits, by no less than a hundredth, so that what is as long as it lies within. */
static double rounded_up(double x) {
    double by = 1.01;
    while (two_digits(x * by) < x * 1.01) {
        by += 0.01;
    }
    return two_digits(x * by);
}

double tl_scan_cracks_within(const tl_scan_cracks *cracks, double mm) {
    return two_digits(cracks->within * mm);
}

/* What joining a copy gives; its edges are counted anew. */
static tl_status try_joining(const tl_mesh *mesh, double within, bool judge, tl_scan_cracks *cracks, tl_error *error) {
    tl_mesh *copy = tl_mesh_copy(mesh);
    tl_mesh_joined joined;
    tl_mesh_edges edges;
    if (copy == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = tl_scan_join(copy, within, &joined, error);
    if (status == TL_OK && joined.edges > 0) {
        status = tl_mesh_count_edges(copy, &edges, error);
        if (status == TL_OK && judge) {
            status = tl_mesh_is_solid(copy, &cracks->solid_after, error);
        }
        cracks->edges = joined.edges;
        cracks->left = status == TL_OK ? edges.open : 0;
        cracks->width = joined.bound;
    }
    tl_mesh_destroy(copy);
    return status;
}

tl_status tl_scan_cracks_find(const tl_mesh *mesh, double mm, tl_scan_cracks *cracks, tl_error *error) {
    *cracks = (tl_scan_cracks){0};
    const double widest = widest_crack(mesh);
    if (mesh->triangle_count == 0 || !(widest > 0) || !(mm > 0)) {
        return TL_OK;
    }
    tl_status status = try_joining(mesh, widest, false, cracks, error);
    if (status == TL_OK && cracks->edges > 0) {
        /* told is what the rounded length gives, not what the widest would */
        double within = rounded_up(cracks->width * mm);
        *cracks = (tl_scan_cracks){.within = within / mm};
        status = try_joining(mesh, within / mm, true, cracks, error);
    }
    if (status != TL_OK || cracks->edges == 0) {
        *cracks = (tl_scan_cracks){0};
    }
    return status;
}
