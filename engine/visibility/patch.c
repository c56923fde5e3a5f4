/* patch.c: gathering triangles, matching half-faces at edges, crawling shells. */
#include "visibility/patch.h"

#include "bvh/tree.h"

#include <stdlib.h>
#include <string.h>

/* --- Gathering --------------------------------------------------------------------------------------------------- */

bool tl_patch_may_meet(const tl_shaft *shaft, const tl_vec3 c[3]) {
    if (shaft->above_plane && c[0].z <= 0 && c[1].z <= 0 && c[2].z <= 0) {
        return false;
    }
    return (tl_shaft_code(shaft, c[0]) & tl_shaft_code(shaft, c[1]) & tl_shaft_code(shaft, c[2])) == 0;
}

/* A node's boxes are floats relative to the tree's origin; adding the origin back rounds by less than 1e-15 of the
 * coordinates, which the shaft's inflation covers. */
static bool gather_slot(tl_context *context, tl_triangle_list *list, const tl_bvh *bvh, uint32_t slot, uint8_t mask,
                        const tl_shaft *shaft) {
    uint32_t stack[TL_BVH_STACK];
    size_t depth = 0;
    if (bvh->node_count == 0 || tl_shaft_misses_box(shaft, bvh->box)) {
        return true;
    }
    stack[depth++] = 0;
    while (depth > 0) {
        const tl_bvh_node *node = &bvh->nodes[stack[--depth]];
        for (int lane = TL_BVH_WIDTH - 1; lane >= 0; lane--) {
            uint32_t child = node->child[lane];
            if (child == TL_BVH_NONE) {
                continue;
            }
            tl_box3 box = {{bvh->origin.x + (double)node->low[0][lane], bvh->origin.y + (double)node->low[1][lane],
                            bvh->origin.z + (double)node->low[2][lane]},
                           {bvh->origin.x + (double)node->high[0][lane], bvh->origin.y + (double)node->high[1][lane],
                            bvh->origin.z + (double)node->high[2][lane]}};
            if (tl_shaft_misses_box(shaft, box)) {
                continue;
            }
            if ((child & TL_BVH_LEAF) == 0) {
                stack[depth++] = child;
                continue;
            }
            const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
            for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
                uint32_t triangle = block->triangle[i];
                tl_vec3 corner[3];
                tl_bvh_corners(bvh, triangle, corner);
                if ((tl_bvh_role_bit(bvh, triangle) & mask) == 0 || !tl_patch_may_meet(shaft, corner)) {
                    continue;
                }
                if (!tl_reserve(context, (void **)&list->items, &list->capacity, list->count + 2, sizeof(uint32_t))) {
                    return false;
                }
                list->items[list->count++] = slot;
                list->items[list->count++] = triangle;
            }
        }
    }
    return true;
}

static uint64_t mix(uint64_t h) {
    h = (h ^ (h >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ (h >> 32);
}

static uint64_t point_hash(tl_vec3 p) {
    double c[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
    uint64_t b[3];
    memcpy(b, c, sizeof(b));
    return mix(b[0] + mix(b[1] + mix(b[2])));
}

static size_t table_for(size_t count) {
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    return size;
}

/* --- Joining ----------------------------------------------------------------------------------------------------- */

static bool join_points(tl_patch *patch, const tl_obstacles *obstacles, const tl_triangle_list *list) {
    size_t most = list->count / 2;
    size_t size = table_for(3 * most);
    uint32_t *table = tl_alloc(patch->context, size * sizeof(*table));
    patch->points = tl_alloc_array(patch->context, 3 * most, sizeof(tl_vec3));
    patch->corners = tl_alloc_array(patch->context, 3 * most, sizeof(uint32_t));
    patch->slots = tl_alloc_array(patch->context, most, sizeof(uint32_t));
    patch->sources = tl_alloc_array(patch->context, most, sizeof(uint32_t));
    bool fits = table != NULL && patch->points != NULL && patch->corners != NULL && patch->slots != NULL &&
                patch->sources != NULL;
    for (size_t i = 0; fits && i < size; i++) {
        table[i] = UINT32_MAX;
    }
    for (size_t i = 0; fits && i < most; i++) {
        uint32_t slot = list->items[2 * i], source = list->items[2 * i + 1];
        tl_vec3 corner[3];
        tl_bvh_corners(tl_world_get(obstacles->world, slot), source, corner);
        uint32_t *c = patch->corners + 3 * patch->triangle_count;
        for (int k = 0; k < 3; k++) {
            size_t at = (size_t)point_hash(corner[k]) & (size - 1);
            while (table[at] != UINT32_MAX && !tl_same_point(patch->points[table[at]], corner[k])) {
                at = (at + 1) & (size - 1);
            }
            if (table[at] == UINT32_MAX) {
                table[at] = (uint32_t)patch->point_count;
                patch->points[patch->point_count++] = corner[k];
                double largest = fmax(fabs(corner[k].x), fmax(fabs(corner[k].y), fabs(corner[k].z)));
                patch->scale = fmax(patch->scale, largest);
            }
            c[k] = table[at];
        }
        /* a triangle with two corners in one point has no inside that a segment could cross plainly */
        if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) {
            patch->slots[patch->triangle_count] = slot;
            patch->sources[patch->triangle_count] = source;
            patch->triangle_count++;
        }
    }
    tl_free(patch->context, table);
    return fits;
}

/* Numbers the edges; `users` counts the triangles at each. */
static bool find_edges(tl_patch *patch) {
    size_t most = 3 * patch->triangle_count;
    size_t size = table_for(most);
    uint32_t *table = tl_alloc(patch->context, size * sizeof(*table));
    uint32_t *ends = tl_alloc_array(patch->context, 2 * most, sizeof(*ends));
    patch->edges = tl_alloc_array(patch->context, most, sizeof(uint32_t));
    bool fits = table != NULL && ends != NULL && patch->edges != NULL;
    for (size_t i = 0; fits && i < size; i++) {
        table[i] = UINT32_MAX;
    }
    for (size_t i = 0; fits && i < most; i++) {
        uint32_t u = patch->corners[i], v = patch->corners[i % 3 == 2 ? i - 2 : i + 1];
        uint32_t low = u < v ? u : v, high = u < v ? v : u;
        size_t at = (size_t)mix(((uint64_t)high << 32) | low) & (size - 1);
        while (table[at] != UINT32_MAX && (ends[2 * table[at]] != low || ends[2 * table[at] + 1] != high)) {
            at = (at + 1) & (size - 1);
        }
        if (table[at] == UINT32_MAX) {
            table[at] = (uint32_t)patch->edge_count;
            ends[2 * patch->edge_count] = low;
            ends[2 * patch->edge_count + 1] = high;
            patch->edge_count++;
        }
        patch->edges[i] = table[at];
    }
    tl_free(patch->context, table);
    tl_free(patch->context, ends);
    return fits;
}

/* A triangle at an edge. */
typedef struct wing {
    uint32_t triangle;
    uint32_t k;    /* which of the triangle's edges it is */
    double around; /* grows with the angle round the edge, seen along it from its lower point to its higher */
} wing;

static int by_angle(const void *x, const void *y) {
    const wing *a = x, *b = y;
    if (a->around != b->around) {
        return a->around < b->around ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/* A measure in [0, 4) that grows with the angle of (x, y). */
static double diamond(double x, double y) {
    double sum = fabs(x) + fabs(y);
    if (!(sum > 0)) {
        return 0;
    }
    double t = y / sum;
    return x >= 0 ? (y >= 0 ? t : 4 + t) : 2 - t;
}

static void sort_wings(const tl_patch *patch, wing *wings, size_t count) {
    const uint32_t *c = patch->corners + 3 * wings[0].triangle;
    uint32_t i = c[wings[0].k], j = c[(wings[0].k + 1) % 3];
    tl_vec3 from = patch->points[i < j ? i : j], to = patch->points[i < j ? j : i];
    tl_vec3 axis = tl_sub(to, from);
    tl_vec3 side = fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z) ? (tl_vec3){1, 0, 0}
                   : fabs(axis.y) <= fabs(axis.z)                               ? (tl_vec3){0, 1, 0}
                                                                                : (tl_vec3){0, 0, 1};
    tl_vec3 u = tl_normalise(tl_cross(axis, side)), v = tl_normalise(tl_cross(axis, u));
    for (size_t w = 0; w < count; w++) {
        uint32_t third = patch->corners[3 * wings[w].triangle + (wings[w].k + 2) % 3];
        tl_vec3 r = tl_sub(patch->points[third], from);
        wings[w].around = diamond(tl_dot(r, u), tl_dot(r, v));
    }
    qsort(wings, count, sizeof(*wings), by_angle);
}

/* The half-face of a wing that faces growing angles (or, with `down`, falling ones). Along an edge from its lower to
 * its higher point the normal of a triangle that runs the same way turns towards growing angles. */
static uint32_t facing(const tl_patch *patch, const wing *w, bool down) {
    const uint32_t *c = patch->corners + 3 * w->triangle;
    bool along = c[w->k] < c[(w->k + 1) % 3];
    return 2 * w->triangle + (along != down ? 0U : 1U);
}

static void match(tl_patch *patch, wing *wings, size_t count) {
    if (count > 2) {
        sort_wings(patch, wings, count);
    }
    for (size_t i = 0; i < count; i++) {
        const wing *this = &wings[i], *next = &wings[i + 1 < count ? i + 1 : 0];
        uint32_t up = facing(patch, this, false), down = facing(patch, next, true);
        patch->twins[3 * up + this->k] = down;
        patch->twins[3 * down + next->k] = up;
    }
}

static bool match_edges(tl_patch *patch) {
    size_t uses = 3 * patch->triangle_count;
    uint32_t *first = tl_alloc_array(patch->context, patch->edge_count + 2, sizeof(*first));
    wing *wings = tl_alloc_array(patch->context, uses, sizeof(*wings));
    patch->twins = tl_alloc_array(patch->context, 2 * uses, sizeof(uint32_t));
    bool fits = first != NULL && wings != NULL && patch->twins != NULL;
    if (fits) {
        for (size_t i = 0; i < uses; i++) {
            first[patch->edges[i] + 2]++;
        }
        for (size_t i = 2; i < patch->edge_count + 2; i++) {
            first[i] += first[i - 1];
        }
        for (size_t i = 0; i < uses; i++) {
            wings[first[patch->edges[i] + 1]++] = (wing){.triangle = (uint32_t)(i / 3), .k = (uint32_t)(i % 3)};
        }
        for (size_t e = 0; e < patch->edge_count; e++) {
            match(patch, wings + first[e], first[e + 1] - first[e]);
        }
    }
    tl_free(patch->context, first);
    tl_free(patch->context, wings);
    return fits;
}

static bool make_table(tl_patch *patch) {
    patch->table_size = table_for(patch->triangle_count);
    patch->table = tl_alloc(patch->context, patch->table_size * sizeof(uint32_t));
    if (patch->table == NULL) {
        return false;
    }
    for (size_t i = 0; i < patch->table_size; i++) {
        patch->table[i] = UINT32_MAX;
    }
    for (size_t t = 0; t < patch->triangle_count; t++) {
        size_t at = (size_t)mix(((uint64_t)patch->slots[t] << 32) | patch->sources[t]) & (patch->table_size - 1);
        while (patch->table[at] != UINT32_MAX) {
            at = (at + 1) & (patch->table_size - 1);
        }
        patch->table[at] = (uint32_t)t;
    }
    return true;
}

static bool make_stamps(tl_patch *patch) {
    patch->point_stamps = tl_alloc_array(patch->context, patch->point_count, sizeof(uint32_t));
    patch->codes = tl_alloc_array(patch->context, patch->point_count, sizeof(uint64_t));
    patch->edge_stamps = tl_alloc_array(patch->context, patch->edge_count, sizeof(uint32_t));
    patch->edge_roots = tl_alloc_array(patch->context, patch->edge_count, sizeof(uint8_t));
    patch->marks = tl_alloc_array(patch->context, patch->triangle_count, sizeof(uint32_t));
    patch->seen = tl_alloc_array(patch->context, 2 * patch->triangle_count, sizeof(uint32_t));
    patch->queue = tl_alloc_array(patch->context, 2 * patch->triangle_count, sizeof(uint32_t));
    patch->parents = tl_alloc_array(patch->context, 2 * patch->triangle_count, sizeof(uint32_t));
    return patch->point_stamps != NULL && patch->codes != NULL && patch->edge_stamps != NULL && patch->marks != NULL &&
           patch->seen != NULL && patch->queue != NULL && patch->parents != NULL;
}

bool tl_patch_list(tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft, tl_triangle_list *list) {
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        if (bvh != NULL && obstacles->blockers[slot] != 0 &&
            !gather_slot(context, list, bvh, (uint32_t)slot, obstacles->blockers[slot], shaft)) {
            return false;
        }
    }
    return true;
}

tl_status tl_patch_gather(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft) {
    *patch = (tl_patch){.context = context, .root = *shaft};
    tl_triangle_list list = {0};
    bool fits = tl_patch_list(context, obstacles, shaft, &list);
    fits = fits && list.count / 2 < UINT32_MAX / 16 && join_points(patch, obstacles, &list) && find_edges(patch) &&
           match_edges(patch) && make_table(patch) && make_stamps(patch);
    tl_free(context, list.items);
    return fits ? TL_OK : TL_ERROR_MEMORY;
}

void tl_patch_free(tl_patch *patch) {
    tl_context *context = patch->context;
    tl_free(context, patch->points);
    tl_free(context, patch->corners);
    tl_free(context, patch->edges);
    tl_free(context, patch->twins);
    tl_free(context, patch->slots);
    tl_free(context, patch->sources);
    tl_free(context, patch->table);
    tl_free(context, patch->point_stamps);
    tl_free(context, patch->codes);
    tl_free(context, patch->edge_stamps);
    tl_free(context, patch->edge_roots);
    tl_free(context, patch->marks);
    tl_free(context, patch->seen);
    tl_free(context, patch->queue);
    tl_free(context, patch->parents);
    *patch = (tl_patch){.context = context};
}

uint32_t tl_patch_find(const tl_patch *patch, uint32_t slot, uint32_t source) {
    size_t at = (size_t)mix(((uint64_t)slot << 32) | source) & (patch->table_size - 1);
    for (; patch->table[at] != UINT32_MAX; at = (at + 1) & (patch->table_size - 1)) {
        uint32_t t = patch->table[at];
        if (patch->slots[t] == slot && patch->sources[t] == source) {
            return t;
        }
    }
    return UINT32_MAX;
}

/* --- Crawling ---------------------------------------------------------------------------------------------------- */

void tl_patch_enter(tl_patch *patch) {
    patch->shaft_stamp++;
}

void tl_patch_mark(tl_patch *patch, const uint32_t *crossed, size_t count) {
    patch->mark_stamp++;
    for (size_t i = 0; i < count; i++) {
        patch->marks[crossed[i]] = patch->mark_stamp;
    }
}

static uint64_t code_of(tl_patch *patch, const tl_shaft *shaft, uint32_t point) {
    if (patch->point_stamps[point] != patch->shaft_stamp) {
        patch->point_stamps[point] = patch->shaft_stamp;
        patch->codes[point] = tl_shaft_code(shaft, patch->points[point]);
    }
    return patch->codes[point];
}

static bool edge_meets(tl_patch *patch, const tl_shaft *shaft, uint32_t edge, uint32_t u, uint32_t v) {
    uint32_t stamp = patch->edge_stamps[edge];
    if (stamp >> 1 != patch->shaft_stamp) {
        bool meets = tl_shaft_meets(shaft, patch->points[u], patch->points[v], code_of(patch, shaft, u),
                                    code_of(patch, shaft, v), NULL, NULL);
        if (meets && patch->edge_roots[edge] == 0) {
            patch->edge_roots[edge] = tl_shaft_meets(&patch->root, patch->points[u], patch->points[v],
                                                     tl_shaft_code(&patch->root, patch->points[u]),
                                                     tl_shaft_code(&patch->root, patch->points[v]), NULL, NULL)
                                          ? 1
                                          : 2;
        }
        meets = meets && patch->edge_roots[edge] == 1;
        stamp = 2 * patch->shaft_stamp + (meets ? 1U : 0U);
        patch->edge_stamps[edge] = stamp;
    }
    return (stamp & 1) != 0;
}

tl_crawl tl_patch_crawl(tl_patch *patch, const tl_shaft *shaft, uint32_t start, size_t limit, size_t crossed_count,
                        size_t *wrapped) {
    uint32_t stamp = ++patch->crawl_stamp;
    *wrapped = SIZE_MAX;
    patch->queue[0] = start;
    patch->parents[0] = UINT32_MAX;
    patch->queue_count = 1;
    patch->seen[start] = stamp;
    size_t sides = 1; /* of crossed triangles */
    for (size_t at = 0; at < patch->queue_count; at++) {
        uint32_t half = patch->queue[at];
        const uint32_t *c = patch->corners + 3 * (half >> 1);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t twin = patch->twins[3 * half + k];
            if (patch->seen[twin] == stamp ||
                !edge_meets(patch, shaft, patch->edges[3 * (half >> 1) + k], c[k], c[k == 2 ? 0 : k + 1])) {
                continue;
            }
            patch->seen[twin] = stamp;
            patch->parents[patch->queue_count] = (uint32_t)at * 4 + k;
            patch->queue[patch->queue_count++] = twin;
            if (patch->marks[twin >> 1] == patch->mark_stamp) {
                sides++;
                *wrapped = *wrapped == SIZE_MAX ? patch->queue_count - 1 : *wrapped;
            }
            if (sides == 2 * crossed_count) {
                return TL_CRAWL_EVEN;
            }
            if (patch->queue_count > limit) {
                return TL_CRAWL_LIMIT;
            }
        }
    }
    return TL_CRAWL_DONE;
}

bool tl_patch_single(const tl_patch *patch, uint32_t triangle) {
    bool front = patch->seen[2 * triangle] == patch->crawl_stamp,
         back = patch->seen[2 * triangle + 1] == patch->crawl_stamp;
    return front != back;
}
