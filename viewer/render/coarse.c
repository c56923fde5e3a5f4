/* coarse.c: joins the vertices of fine meshes cell by cell, and keeps what triangles are left. */
#include "render/coarse.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* Content below the first is drawn as it is; above it becomes about the second. */
enum { FEW_TRIANGLES = 150000, WANTED_TRIANGLES = 100000, SLOTS = 1 << 19 };

/* One vertex for each cell: the first that was met there. */
typedef struct coarse_cell {
    uint64_t key; /* 0: free */
    float position[3];
} coarse_cell;

typedef struct coarse_grid {
    tl_vec3 low;
    double step;
    coarse_cell *cells;
    size_t used;
} coarse_grid;

static uint64_t key_of(const coarse_grid *g, const float p[3]) {
    const double low[3] = {g->low.x, g->low.y, g->low.z};
    uint64_t key = 1;
    for (int i = 0; i < 3; i++) {
        double q = ((double)p[i] - low[i]) / g->step;
        key = (key << 20) | (uint64_t)(q < 0 ? 0 : q > 1048575 ? 1048575 : q);
    }
    return key;
}

/* NULL when the table is full. */
static const float *vertex_of(coarse_grid *g, uint64_t key, const float p[3]) {
    size_t at = (size_t)((key * 0x9E3779B97F4A7C15u) >> 45) & (SLOTS - 1);
    while (g->cells[at].key != 0 && g->cells[at].key != key) {
        at = (at + 1) & (SLOTS - 1);
    }
    coarse_cell *c = &g->cells[at];
    if (c->key == 0) {
        if (g->used > SLOTS * 3 / 4) {
            return NULL;
        }
        g->used++;
        c->key = key;
        memcpy(c->position, p, sizeof(c->position));
    }
    return c->position;
}

static double area_of(tlv_vertex *t) {
    vec3 normal;
    tlv_facet(t, normal);
    return 0.5 * (double)glm_vec3_norm(normal);
}

static bool add(tlv_coarse *coarse, const tlv_vertex t[3]) {
    if (!tlv_reserve((void **)&coarse->vertices, &coarse->capacity, coarse->count + 3, sizeof(tlv_vertex))) {
        return false;
    }
    memcpy(coarse->vertices + coarse->count, t, 3 * sizeof(*t));
    coarse->count += 3;
    return true;
}

/* A triangle whose corners lie in three cells, moved to what the cells hold. */
static bool add_moved(tlv_coarse *coarse, coarse_grid *g, const tlv_vertex *t) {
    const uint64_t keys[3] = {key_of(g, t[0].position), key_of(g, t[1].position), key_of(g, t[2].position)};
    if (keys[0] == keys[1] || keys[1] == keys[2] || keys[2] == keys[0]) {
        return true;
    }
    tlv_vertex moved[3];
    for (int i = 0; i < 3; i++) {
        const float *p = vertex_of(g, keys[i], t[i].position);
        if (!p) {
            return false;
        }
        moved[i] = t[i];
        memcpy(moved[i].position, p, sizeof(moved[i].position));
    }
    vec3 normal;
    tlv_facet(moved, normal);
    glm_vec3_normalize(normal);
    if (!(glm_vec3_norm2(normal) > 0)) {
        return true;
    }
    for (int i = 0; i < 3; i++) {
        moved[i].normal = tlv_pack_normal(normal);
    }
    return add(coarse, moved);
}

/* Whether the triangles of a range are so much smaller than a cell that they can go; others keep their shape. */
static bool is_fine(const tlv_content *content, const tlv_range *range, double step) {
    double area = 0;
    size_t looked = 0, stride = 3 * (range->count / 3 / 1000 + 1);
    for (size_t i = 0; i + 2 < range->count; i += stride, looked++) {
        area += area_of(content->solid + range->first + i);
    }
    return range->count > 30000 && looked > 0 && area / (double)looked < 0.25 * step * step;
}

static bool add_range(tlv_coarse *coarse, coarse_grid *g, const tlv_content *content, const tlv_range *range) {
    tlv_range made = *range;
    bool fine = is_fine(content, range, g->step), good = true;
    made.first = coarse->count;
    memset(g->cells, 0, fine ? SLOTS * sizeof(*g->cells) : 0);
    g->used = 0;
    for (size_t i = 0; i < range->count && good; i += 3) {
        const tlv_vertex *t = content->solid + range->first + i;
        good = fine ? add_moved(coarse, g, t) : add(coarse, t);
    }
    made.count = coarse->count - made.first;
    coarse->ranges[coarse->range_count++] = made;
    return good;
}

void tlv_coarse_make(tlv_coarse *coarse, const tlv_content *content) {
    coarse->made = true;
    size_t triangles = content->mark.solid / 3, stride = triangles / 200000 + 1, looked = 0;
    if (triangles < FEW_TRIANGLES) {
        return;
    }
    double area = 0;
    for (size_t i = 0; i < triangles; i += stride, looked++) {
        area += area_of(content->solid + 3 * i);
    }
    area *= (double)triangles / (double)looked;
    /* A surface of this area has so many cells, each with two triangles. */
    coarse_grid g = {.low = tlv_sub(content->mark.box.low, content->origin), .step = sqrt(2 * area / WANTED_TRIANGLES)};
    g.low = tlv_sub(g.low, (tl_vec3){1, 1, 1});
    g.cells = malloc(SLOTS * sizeof(*g.cells));
    coarse->ranges = malloc((content->mark.ranges + 1) * sizeof(*coarse->ranges));
    bool good = g.cells && coarse->ranges && g.step > 0;
    for (size_t i = 0; i < content->mark.ranges && good; i++) {
        good = add_range(coarse, &g, content, &content->ranges[i]);
    }
    free(g.cells);
    if (!good) {
        tlv_coarse_free(coarse);
        coarse->made = true;
    }
}

void tlv_coarse_free(tlv_coarse *coarse) {
    free(coarse->vertices);
    free(coarse->ranges);
    *coarse = (tlv_coarse){0};
}
