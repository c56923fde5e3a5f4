/* bvh.c: making, refitting and describing a hierarchy. */
#include "bvh/bvh.h"

#include "bvh/build.h"
#include "bvh/four.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define ALIGNMENT 64U

/* --- Boxes ------------------------------------------------------------------------------------------------------ */

static float largest(float a, float b) {
    return a > b ? a : b;
}
static float smallest(float a, float b) {
    return a < b ? a : b;
}

static void empty_lane(tl_bvh_node *node, int lane) {
    for (int k = 0; k < 3; k++) {
        node->low[k][lane] = INFINITY;
        node->high[k][lane] = -INFINITY;
    }
}

/* Rounds a block's corners to floats and puts the box of its triangles into its lane; `copy` (may be NULL) gets the
 * corners themselves. Rounding to nearest keeps the order of numbers: the least corner rounded is the least of the
 * rounded ones. */
static inline void fill_block(const tl_bvh *bvh, size_t number, tl_vec3 (*copy)[3]) {
    tl_bvh_block *block = &bvh->blocks[number];
    const uint32_t(*place)[3] = (const uint32_t(*)[3])bvh->places + TL_BVH_WIDTH * number;
    const tl_vec3 origin = bvh->origin;
    four low[3], high[3];
    for (int half = 0; half < TL_BVH_WIDTH; half += 4) {
        four m[3][4];
        for (int i = 0; i < 4; i++) {
            for (int v = 0; v < 3; v++) {
                const tl_vec3 *x = &bvh->vertices[place[half + i][v]];
                m[v][i] = four_between(origin, x);
                if (copy != NULL) {
                    copy[half + i][v] = *x;
                }
            }
        }
        for (int v = 0; v < 3; v++) {
            four_transpose(m[v]);
            for (int k = 0; k < 3; k++) {
                four_store(block->corner[v][k] + half, m[v][k]);
                low[k] = v + half == 0 ? m[v][k] : four_min(m[v][k], low[k]);
                high[k] = v + half == 0 ? m[v][k] : four_max(m[v][k], high[k]);
            }
        }
    }
    tl_bvh_node *node = &bvh->nodes[bvh->homes[number] / TL_BVH_WIDTH];
    uint32_t lane = bvh->homes[number] % TL_BVH_WIDTH;
    for (int k = 0; k < 3; k++) {
        node->low[k][lane] = tl_float_below((double)four_lowest(low[k]));
        node->high[k][lane] = tl_float_above((double)four_highest(high[k]));
    }
}

/* The box of a node's children, put into a lane of its parent. */
static void cover_node(const tl_bvh_node *below, tl_bvh_node *node, int lane) {
    for (int k = 0; k < 3; k++) {
        node->low[k][lane] = four_lowest(four_min(four_load(below->low[k]), four_load(below->low[k] + 4)));
        node->high[k][lane] = four_highest(four_max(four_load(below->high[k]), four_load(below->high[k] + 4)));
    }
}

/* Boxes and float corners of the whole tree, from the vertices: first what lies in blocks, in their order; then nodes:
 * children come after their parent, so going backwards every child is ready before it is needed. False when it may be
 * cancelled, and was. */
static bool fit(tl_bvh *bvh, bool may_stop) {
    const size_t ahead = 2;
    for (size_t b = 0; b < bvh->block_count; b++) {
        if (may_stop && b % 4096 == 0 &&
            (tl_out_of_time(bvh->context) ||
             !tl_progress(bvh->context, 0.9 + 0.1 * (double)b / (double)bvh->block_count, TL_BVH_BUILDING))) {
            return false;
        }
        for (size_t i = 0; b + ahead < bvh->block_count && i < TL_BVH_WIDTH; i++) {
            const uint32_t *place = bvh->places[TL_BVH_WIDTH * (b + ahead) + i];
            for (int v = 0; v < 3; v++) {
                __builtin_prefetch(&bvh->vertices[place[v]]); /* they lie anywhere */
            }
        }
        if (bvh->corners != NULL) {
            fill_block(bvh, b, bvh->corners + TL_BVH_WIDTH * b);
        } else {
            fill_block(bvh, b, NULL);
        }
    }
    for (size_t n = bvh->node_count; n-- > 0;) {
        tl_bvh_node *node = &bvh->nodes[n];
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            uint32_t child = node->child[lane];
            if (child != TL_BVH_NONE && (child & TL_BVH_LEAF) == 0) {
                cover_node(&bvh->nodes[child], node, lane);
            }
        }
    }
    return true;
}

/* A box that grows: six numbers, so that they stay in registers. */
typedef struct extent {
    double low_x, low_y, low_z, high_x, high_y, high_z;
} extent;

static const extent no_extent = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY};

static inline void extend(extent *e, tl_vec3 v) {
    e->low_x = tl_min(e->low_x, v.x);
    e->low_y = tl_min(e->low_y, v.y);
    e->low_z = tl_min(e->low_z, v.z);
    e->high_x = tl_max(e->high_x, v.x);
    e->high_y = tl_max(e->high_y, v.y);
    e->high_z = tl_max(e->high_z, v.z);
}

/* Box, origin and reach, given the extent of all vertices. */
static void set_box(tl_bvh *bvh, extent e) {
    if (!bvh->all_used) {
        e = no_extent;
        for (size_t i = 0; i < 3 * bvh->triangle_count; i++) {
            extend(&e, bvh->vertices[bvh->triangles[i]]);
        }
    }
    bvh->box = (tl_box3){{e.low_x, e.low_y, e.low_z}, {e.high_x, e.high_y, e.high_z}};
    bvh->origin = (tl_vec3){0, 0, 0};
    bvh->reach = 0;
    if (bvh->triangle_count > 0) {
        bvh->origin = tl_box3_centre(bvh->box);
        tl_vec3 up = tl_sub(bvh->box.high, bvh->origin), down = tl_sub(bvh->origin, bvh->box.low);
        double reach = tl_max(tl_max(tl_max(up.x, up.y), up.z), tl_max(tl_max(down.x, down.y), down.z));
        bvh->reach = tl_float_above(reach);
    }
}

static void measure_box(tl_bvh *bvh) {
    extent e = no_extent;
    for (size_t i = 0; bvh->all_used && i < bvh->vertex_count; i++) {
        extend(&e, bvh->vertices[i]);
    }
    set_box(bvh, e);
}

/* --- Building --------------------------------------------------------------------------------------------------- */

static void make_references(const tl_bvh *bvh, tl_bvh_reference *references) {
    for (size_t t = 0; t < bvh->triangle_count; t++) {
        const uint32_t *corner = bvh->triangles + 3 * t;
        tl_vec3 a = tl_sub(bvh->vertices[corner[0]], bvh->origin);
        tl_vec3 b = tl_sub(bvh->vertices[corner[1]], bvh->origin);
        tl_vec3 c = tl_sub(bvh->vertices[corner[2]], bvh->origin);
        const float v[3][3] = {{(float)a.x, (float)a.y, (float)a.z},
                               {(float)b.x, (float)b.y, (float)b.z},
                               {(float)c.x, (float)c.y, (float)c.z}};
        tl_bvh_reference *r = &references[t];
        for (int k = 0; k < 3; k++) {
            r->low[k] = smallest(smallest(v[0][k], v[1][k]), v[2][k]);
            r->high[k] = largest(largest(v[0][k], v[1][k]), v[2][k]);
        }
        r->triangle = (uint32_t)t;
        r->unused = 0;
    }
}

/* Walks jump about in the whole tree: large pages spare them most misses of the address cache. Advice only; taking none
 * or failing changes nothing. */
static void prefer_large_pages(void *memory, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)1 << 21;
    uintptr_t begin = ((uintptr_t)memory + page - 1) & ~(page - 1), end = ((uintptr_t)memory + size) & ~(page - 1);
    if (begin < end) {
        (void)madvise((char *)memory + (begin - (uintptr_t)memory), end - begin, MADV_HUGEPAGE);
    }
#else
    (void)memory, (void)size;
#endif
}

/* Its part of a piece of memory whose parts start at multiples of 32 bytes. */
static void *take_part(char **start, size_t size) {
    void *part = *start;
    *start += (size + 31) / 32 * 32;
    return part;
}

static void number_block(tl_bvh *bvh, size_t number, const tl_bvh_topology *topology) {
    tl_bvh_block *block = &bvh->blocks[number];
    tl_bvh_leaf leaf = topology->leaves[number];
    memset(block, 0, sizeof(*block));
    for (uint32_t i = 0; i < TL_BVH_WIDTH; i++) {
        block->triangle[i] = topology->references[leaf.begin + (i < leaf.count ? i : 0)].triangle;
        block->role_bit[i] = tl_bvh_role_bit(bvh, block->triangle[i]);
        memcpy(bvh->places[TL_BVH_WIDTH * number + i], bvh->triangles + 3 * (size_t)block->triangle[i],
               sizeof(bvh->places[0]));
    }
}

static char *aligned(void *memory) {
    return (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
}

/* Memory for a tree, with copies of the triangles' corners or without. */
static bool make_room(tl_bvh *bvh, size_t node_count, size_t block_count, bool with_corners) {
    size_t lanes = block_count * TL_BVH_WIDTH;
    bvh->node_count = node_count;
    bvh->block_count = block_count;
    bvh->memory_size = node_count * sizeof(tl_bvh_node) + block_count * sizeof(tl_bvh_block) +
                       lanes * sizeof(*bvh->places) + block_count * sizeof(*bvh->homes) + 2 * ALIGNMENT;
    bvh->memory = tl_alloc(bvh->context, bvh->memory_size);
    bvh->corners_memory = with_corners ? tl_alloc(bvh->context, lanes * sizeof(*bvh->corners) + ALIGNMENT) : NULL;
    if (bvh->memory == NULL || (with_corners && bvh->corners_memory == NULL)) {
        return false;
    }
    prefer_large_pages(bvh->memory, bvh->memory_size);
    if (with_corners) {
        prefer_large_pages(bvh->corners_memory, lanes * sizeof(*bvh->corners));
        bvh->corners = (tl_vec3(*)[3])(void *)aligned(bvh->corners_memory);
    }
    char *start = aligned(bvh->memory);
    bvh->blocks = take_part(&start, block_count * sizeof(tl_bvh_block));
    bvh->nodes = take_part(&start, node_count * sizeof(tl_bvh_node));
    bvh->places = take_part(&start, lanes * sizeof(*bvh->places));
    bvh->homes = take_part(&start, block_count * sizeof(*bvh->homes));
    return true;
}

/* Lays the tree out in its final memory and numbers the triangles of the blocks. */
static bool lay_out(tl_bvh *bvh, const tl_bvh_topology *topology) {
    bvh->depth = topology->depth;
    if (!make_room(bvh, topology->node_count, topology->leaf_count, true)) {
        return false;
    }
    for (size_t b = 0; b < bvh->block_count; b++) {
        number_block(bvh, b, topology);
    }
    for (size_t n = 0; n < bvh->node_count; n++) {
        memcpy(bvh->nodes[n].child, topology->children[n], sizeof(bvh->nodes[n].child));
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            uint32_t child = bvh->nodes[n].child[lane];
            empty_lane(&bvh->nodes[n], lane);
            if (child != TL_BVH_NONE && (child & TL_BVH_LEAF) != 0) {
                bvh->homes[TL_BVH_LEAF_BLOCK(child)] = (uint32_t)(TL_BVH_WIDTH * n) + (uint32_t)lane;
            }
        }
    }
    return true;
}

/* Whether triangles use every vertex. False without memory. */
static bool see_use(tl_bvh *bvh) {
    size_t used = 0;
    uint8_t *seen = tl_alloc_array(bvh->context, bvh->vertex_count + 1, 1);
    for (size_t i = 0; seen != NULL && i < 3 * bvh->triangle_count; i++) {
        used += seen[bvh->triangles[i]] == 0;
        seen[bvh->triangles[i]] = 1;
    }
    bvh->all_used = used == bvh->vertex_count;
    tl_free(bvh->context, seen);
    return seen != NULL;
}

/* False without memory, or `*stopped`. */
static bool make_tree(tl_bvh *bvh, bool *stopped) {
    measure_box(bvh);
    if (bvh->triangle_count == 0) {
        return true;
    }
    tl_bvh_topology topology = {.context = bvh->context};
    topology.references = tl_alloc_array(bvh->context, bvh->triangle_count, sizeof(*topology.references));
    bool done = false;
    if (topology.references != NULL) {
        make_references(bvh, topology.references);
        done = tl_bvh_shape(&topology, bvh->triangle_count) && lay_out(bvh, &topology);
        *stopped = topology.stopped;
    }
    tl_free(bvh->context, topology.references);
    tl_free(bvh->context, topology.children);
    tl_free(bvh->context, topology.leaves);
    return done;
}

static bool usable(tl_vec3 v) {
    return fabs(v.x) <= TL_BVH_LIMIT && fabs(v.y) <= TL_BVH_LIMIT && fabs(v.z) <= TL_BVH_LIMIT;
}

static tl_status check_input(const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                             size_t triangle_count, const uint8_t *roles, tl_error *error) {
    /* 28 bits number the blocks, each of which holds at least one triangle. */
    if (triangle_count > 0x0fffffffU || vertex_count > UINT32_MAX) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "Simplify the mesh.", "%zu triangles are too many",
                       triangle_count);
    }
    for (size_t i = 0; i < vertex_count; i++) {
        if (!usable(vertices[i])) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL,
                           "vertex %zu is not finite or farther than %g mm from the origin", i, TL_BVH_LIMIT);
        }
    }
    for (size_t i = 0; i < 3 * triangle_count; i++) {
        if (triangles[i] >= vertex_count) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "triangle %zu uses vertex %u of %zu", i / 3,
                           triangles[i], vertex_count);
        }
    }
    for (size_t i = 0; roles != NULL && i < triangle_count; i++) {
        if (roles[i] > TL_ROLE_PATCH) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "triangle %zu has the unknown role %u", i,
                           (unsigned)roles[i]);
        }
    }
    return TL_OK;
}

/* An array's copy; `*copy` stays NULL for an empty one. */
static bool copy_array(tl_context *context, const void *items, size_t count, size_t size, void **copy) {
    *copy = NULL;
    if (count == 0) {
        return true;
    }
    *copy = tl_alloc_array(context, count, size);
    if (*copy == NULL) {
        return false;
    }
    memcpy(*copy, items, count * size);
    return true;
}

tl_status tl_bvh_build(tl_context *context, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                       size_t triangle_count, const uint8_t *roles, tl_bvh **bvh, tl_error *error) {
    TL_ASSERT(bvh != NULL, "there is a place for the hierarchy");
    TL_ASSERT(triangles != NULL || triangle_count == 0, "triangles are given where there are any");
    TL_ASSERT(vertices != NULL || vertex_count == 0, "vertices are given where there are any");
    tl_status status = check_input(vertices, vertex_count, triangles, triangle_count, roles, error);
    if (status != TL_OK) {
        return status;
    }
    tl_bvh *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    atomic_init(&made->holders, 1);
    made->vertex_count = vertex_count;
    made->triangle_count = triangle_count;
    void *vertex_copy = NULL, *triangle_copy = NULL, *role_copy = NULL;
    bool copied = copy_array(context, vertices, vertex_count, sizeof(*vertices), &vertex_copy) &&
                  copy_array(context, triangles, triangle_count, 3 * sizeof(*triangles), &triangle_copy) &&
                  (roles == NULL || copy_array(context, roles, triangle_count, 1, &role_copy));
    made->vertices = vertex_copy;
    made->triangles = triangle_copy;
    made->roles = role_copy;
    if (!copied) {
        tl_bvh_destroy(made);
        return tl_fail_memory(error);
    }
    made->roles_present = triangle_count > 0 && role_copy == NULL ? TL_ROLE_BIT(TL_ROLE_CORE) : 0;
    for (size_t i = 0; role_copy != NULL && i < triangle_count; i++) {
        made->roles_present = (uint8_t)(made->roles_present | TL_ROLE_BIT(made->roles[i]));
    }
    bool stopped = false;
    bool built = see_use(made) && make_tree(made, &stopped);
    stopped = stopped || (built && !fit(made, true));
    if (!built || stopped) {
        tl_bvh_destroy(made);
        return stopped ? tl_fail_cancelled(error, TL_BVH_BUILDING) : tl_fail_memory(error);
    }
    TL_CHECK_INVARIANT(tl_bvh_broken(made));
    *bvh = made;
    return TL_OK;
}

void tl_bvh_destroy(tl_bvh *bvh) {
    TL_ASSERT(bvh == NULL || atomic_load(&bvh->holders) > 0, "who lets go of a hierarchy holds it");
    if (bvh == NULL || atomic_fetch_sub(&bvh->holders, 1) > 1) {
        return;
    }
    tl_context *context = bvh->context;
    tl_free(context, bvh->vertices);
    tl_free(context, bvh->triangles);
    tl_free(context, bvh->roles);
    tl_free(context, bvh->memory);
    tl_free(context, bvh->corners_memory);
    tl_free(context, bvh);
}

tl_bvh *tl_bvh_hold(const tl_bvh *bvh) {
    tl_bvh *same = (tl_bvh *)(uintptr_t)bvh; /* who holds it doesn't show in what it is */
    TL_ASSERT(same == NULL || atomic_load(&same->holders) > 0, "a hierarchy that is shared is held by somebody");
    if (same != NULL) {
        atomic_fetch_add(&same->holders, 1);
    }
    return same;
}

bool tl_bvh_is_shared(const tl_bvh *bvh) {
    return bvh != NULL && atomic_load(&bvh->holders) > 1;
}

tl_status tl_bvh_copy(tl_context *context, const tl_bvh *bvh, tl_bvh **copy, tl_error *error) {
    tl_bvh *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    void *vertices = NULL, *triangles = NULL, *roles = NULL;
    bool good = copy_array(context, bvh->vertices, bvh->vertex_count, sizeof(*bvh->vertices), &vertices) &&
                copy_array(context, bvh->triangles, bvh->triangle_count, 3 * sizeof(*bvh->triangles), &triangles) &&
                copy_array(context, bvh->roles, bvh->roles != NULL ? bvh->triangle_count : 0, 1, &roles);
    *made = (tl_bvh){.context = context,
                     .vertices = vertices,
                     .vertex_count = bvh->vertex_count,
                     .triangles = triangles,
                     .triangle_count = bvh->triangle_count,
                     .roles = roles,
                     .roles_present = bvh->roles_present,
                     .all_used = bvh->all_used,
                     .depth = bvh->depth,
                     .box = bvh->box,
                     .origin = bvh->origin,
                     .reach = bvh->reach};
    atomic_init(&made->holders, 1);
    if (!good || !make_room(made, bvh->node_count, bvh->block_count, false)) {
        tl_bvh_destroy(made);
        return tl_fail_memory(error);
    }
    size_t lanes = bvh->block_count * TL_BVH_WIDTH;
    memcpy(made->blocks, bvh->blocks, bvh->block_count * sizeof(*bvh->blocks));
    memcpy(made->nodes, bvh->nodes, bvh->node_count * sizeof(*bvh->nodes));
    memcpy(made->places, bvh->places, lanes * sizeof(*bvh->places));
    memcpy(made->homes, bvh->homes, bvh->block_count * sizeof(*bvh->homes));
    TL_CHECK_INVARIANT(made->corners == NULL ? NULL : "a copy, which is to be moved, has no copies of corners");
    *copy = made;
    return TL_OK;
}

/* After a move: everything that follows from the vertices. */
static void follow(tl_bvh *bvh, extent e) {
    tl_free(bvh->context, bvh->corners_memory);
    bvh->corners_memory = NULL;
    bvh->corners = NULL;
    set_box(bvh, e);
    (void)fit(bvh, false);
    TL_CHECK_INVARIANT(tl_bvh_broken(bvh));
}

void tl_bvh_refit(tl_bvh *bvh, const tl_vec3 *vertices) {
    TL_ASSERT(vertices != NULL || bvh->vertex_count == 0, "there is a new place for every vertex");
    extent e = no_extent;
    for (size_t i = 0; i < bvh->vertex_count; i++) {
        TL_ASSERT(usable(vertices[i]), "vertices are finite and within TL_BVH_LIMIT");
        bvh->vertices[i] = vertices[i];
        extend(&e, vertices[i]);
    }
    follow(bvh, e);
}

void tl_bvh_place(tl_bvh *bvh, const tl_vec3 *own, const tl_pose *pose) {
    TL_ASSERT(!tl_bvh_is_shared(bvh), "what has several holders isn't placed");
    TL_ASSERT(own != NULL || bvh->vertex_count == 0, "there is an own place for every vertex");
    extent e = no_extent;
    const tl_pose by = *pose;
    for (size_t i = 0; i < bvh->vertex_count; i++) {
        tl_vec3 v = tl_bvh_placed_vertex(&by, own[i]);
        TL_ASSERT(usable(v), "placed vertices are finite and within TL_BVH_LIMIT");
        bvh->vertices[i] = v;
        extend(&e, v);
    }
    follow(bvh, e);
}

/* --- Description ------------------------------------------------------------------------------------------------- */

size_t tl_bvh_triangle_count(const tl_bvh *bvh) {
    return bvh->triangle_count;
}

size_t tl_bvh_vertex_count(const tl_bvh *bvh) {
    return bvh->vertex_count;
}

const tl_vec3 *tl_bvh_vertices(const tl_bvh *bvh) {
    return bvh->vertices;
}

const uint32_t *tl_bvh_triangles(const tl_bvh *bvh) {
    return bvh->triangles;
}

tl_role tl_bvh_role(const tl_bvh *bvh, uint32_t triangle) {
    TL_ASSERT(triangle < bvh->triangle_count, "the triangle is one of the hierarchy's");
    return bvh->roles == NULL ? TL_ROLE_CORE : (tl_role)bvh->roles[triangle];
}

void tl_bvh_corners(const tl_bvh *bvh, uint32_t triangle, tl_vec3 corner[3]) {
    TL_ASSERT(triangle < bvh->triangle_count, "the triangle is one of the hierarchy's");
    const uint32_t *t = bvh->triangles + 3 * (size_t)triangle;
    corner[0] = bvh->vertices[t[0]];
    corner[1] = bvh->vertices[t[1]];
    corner[2] = bvh->vertices[t[2]];
}

tl_box3 tl_bvh_box(const tl_bvh *bvh) {
    return bvh->box;
}

tl_bvh_statistics tl_bvh_measure(const tl_bvh *bvh) {
    return (tl_bvh_statistics){
        .triangles = bvh->triangle_count,
        .nodes = bvh->node_count,
        .leaves = bvh->block_count,
        .depth = bvh->depth,
        .bytes = sizeof(*bvh) + bvh->vertex_count * sizeof(tl_vec3) + 3 * bvh->triangle_count * sizeof(uint32_t) +
                 (bvh->roles != NULL ? bvh->triangle_count : 0) + bvh->memory_size +
                 (bvh->corners != NULL ? TL_BVH_WIDTH * bvh->block_count * sizeof(*bvh->corners) + ALIGNMENT : 0),
    };
}

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

/* Whether a lane's box holds the corners of a block's triangles, as doubles from the origin. */
static bool holds_block(const tl_bvh *bvh, const tl_bvh_node *node, int lane, uint32_t child) {
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
    for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
        for (int v = 0; v < 3; v++) {
            tl_vec3 p = tl_sub(bvh->vertices[bvh->triangles[3 * (size_t)block->triangle[i] + (size_t)v]], bvh->origin);
            const double at[3] = {p.x, p.y, p.z};
            for (int k = 0; k < 3; k++) {
                if (!((double)node->low[k][lane] <= at[k] && at[k] <= (double)node->high[k][lane])) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool holds_node(const tl_bvh_node *node, int lane, const tl_bvh_node *below) {
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < TL_BVH_WIDTH; i++) {
            if (below->child[i] != TL_BVH_NONE &&
                !(node->low[k][lane] <= below->low[k][i] && below->high[k][i] <= node->high[k][lane])) {
                return false;
            }
        }
    }
    return true;
}

static const char *lane_broken(const tl_bvh *bvh, size_t number, int lane, uint8_t *nodes_met, uint8_t *met) {
    const tl_bvh_node *node = &bvh->nodes[number];
    uint32_t child = node->child[lane];
    if (child == TL_BVH_NONE) {
        return node->low[0][lane] > node->high[0][lane] ? NULL : "a lane without a child has an empty box";
    }
    if ((child & TL_BVH_LEAF) == 0) {
        if (child <= number || child >= bvh->node_count) {
            return "a child has a larger number than its parent";
        }
        nodes_met[child]++;
        return holds_node(node, lane, &bvh->nodes[child]) ? NULL : "a node's box holds those of its children";
    }
    if (TL_BVH_LEAF_BLOCK(child) >= bvh->block_count) {
        return "a leaf is one of the hierarchy's blocks";
    }
    if (bvh->homes[TL_BVH_LEAF_BLOCK(child)] != TL_BVH_WIDTH * number + (size_t)lane) {
        return "a block's home is the lane that names it";
    }
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
    for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
        if (block->triangle[i] >= bvh->triangle_count) {
            return "a block's triangles are the hierarchy's";
        }
        if (block->role_bit[i] != tl_bvh_role_bit(bvh, block->triangle[i])) {
            return "a block tells the roles of its triangles";
        }
        met[block->triangle[i]] = met[block->triangle[i]] < 2 ? met[block->triangle[i]] + 1 : 2;
    }
    return holds_block(bvh, node, lane, child) ? NULL : "a leaf's box holds the corners of its triangles";
}

static const char *tree_broken(const tl_bvh *bvh, uint8_t *nodes_met, uint8_t *met) {
    for (size_t n = 0; n < bvh->node_count; n++) {
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            const char *broken = lane_broken(bvh, n, lane, nodes_met, met);
            if (broken != NULL) {
                return broken;
            }
        }
    }
    for (size_t n = 1; n < bvh->node_count; n++) {
        if (nodes_met[n] != 1) {
            return "every node but the root has one parent";
        }
    }
    for (size_t i = 0; i < bvh->triangle_count; i++) {
        if (met[i] != 1) {
            return "every triangle lies in one leaf";
        }
    }
    return NULL;
}

const char *tl_bvh_broken(const tl_bvh *bvh) {
    if (atomic_load(&bvh->holders) == 0) {
        return "somebody holds the hierarchy";
    }
    if (bvh->triangle_count > 0 && bvh->node_count == 0) {
        return "where there are triangles there is a root";
    }
    for (size_t i = 0; i < 3 * bvh->triangle_count; i++) {
        if (bvh->triangles[i] >= bvh->vertex_count) {
            return "a triangle's corners are the hierarchy's vertices";
        }
        tl_vec3 v = bvh->vertices[bvh->triangles[i]];
        if (!(bvh->box.low.x <= v.x && v.x <= bvh->box.high.x && bvh->box.low.y <= v.y && v.y <= bvh->box.high.y &&
              bvh->box.low.z <= v.z && v.z <= bvh->box.high.z)) {
            return "the box holds every triangle";
        }
    }
    uint8_t *nodes_met = calloc(bvh->node_count + 1, 1), *met = calloc(bvh->triangle_count + 1, 1);
    const char *broken = nodes_met != NULL && met != NULL ? tree_broken(bvh, nodes_met, met) : NULL;
    free(nodes_met);
    free(met);
    return broken;
}

#endif
