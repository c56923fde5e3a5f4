/* patch.c: listing triangles, taking up faces, crawling shells. */
#include "visibility/patch.h"

#include "bvh/tree.h"
#include "conform/join.h"
#include "visibility/limits.h"

#include <stdlib.h>
#include <string.h>

/* --- Listing ------------------------------------------------------------------------------------------------------ */

bool tl_patch_may_meet(const tl_shaft *shaft, const tl_vec3 c[3]) {
    if (shaft->above_plane && c[0].z <= 0 && c[1].z <= 0 && c[2].z <= 0) {
        return false;
    }
    return (tl_shaft_code(shaft, c[0]) & tl_shaft_code(shaft, c[1]) & tl_shaft_code(shaft, c[2])) == 0;
}

/* A node's boxes are floats relative to the tree's origin; adding the origin back rounds by less than 1e-15 of the
 * coordinates, which the shaft's inflation covers. */
static tl_status list_slot(tl_context *context, tl_sight_triangle_list *list, const tl_bvh *bvh, uint32_t slot,
                           uint8_t mask, const tl_shaft *shaft) {
    uint32_t stack[TL_BVH_STACK];
    size_t depth = 0;
    if (bvh->node_count == 0 || tl_shaft_misses_box(shaft, bvh->box)) {
        return TL_OK;
    }
    stack[depth++] = 0;
    for (size_t visited = 1; depth > 0; visited++) {
        if (visited % TL_SIGHT_POLL_NODES == 0 && !tl_go_on(context, "listing what may stand in the way")) {
            return TL_ERROR_CANCELLED;
        }
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
                if ((tl_bvh_role_bit(bvh, triangle) & mask) == 0 || !tl_patch_may_meet(shaft, corner) ||
                    (list->wanted != NULL && !list->wanted(list->user, corner))) {
                    continue;
                }
                if (list->most > 0 && list->count >= 2 * list->most) {
                    list->full = true;
                    return TL_OK;
                }
                if (!tl_reserve(context, (void **)&list->items, &list->capacity, list->count + 2, sizeof(uint32_t))) {
                    return TL_ERROR_MEMORY;
                }
                list->items[list->count++] = slot;
                list->items[list->count++] = triangle;
            }
        }
    }
    return TL_OK;
}

tl_status tl_patch_list(tl_context *context, const tl_obstacles *obstacles, const tl_shaft *shaft,
                        tl_sight_triangle_list *list) {
    TL_ASSERT(list->count % 2 == 0, "a list has slots and numbers in turn");
    size_t slots = tl_world_slot_count(obstacles->world);
    tl_status status = TL_OK;
    for (size_t slot = 0; slot < slots && status == TL_OK && !list->full; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        if (bvh != NULL && obstacles->blockers[slot] != 0) {
            status = list_slot(context, list, bvh, (uint32_t)slot, obstacles->blockers[slot], shaft);
        }
    }
    return status;
}

/* --- Taking up faces ---------------------------------------------------------------------------------------------- */

static size_t place_of(uint32_t number, size_t size) {
    return (size_t)(((uint64_t)number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (size - 1);
}

/* Room in a table for one entry more; `key` tells the number that an entry stands under. */
static bool table_room(tl_patch *patch, uint32_t **table, size_t *size, size_t count,
                       uint32_t (*key)(const tl_patch *, uint32_t)) {
    if (2 * (count + 1) < *size) {
        return true;
    }
    size_t larger = *size == 0 ? TL_SIGHT_PATCH_TABLE : 4 * *size;
    uint32_t *fresh = tl_alloc(patch->context, larger * sizeof(*fresh));
    if (fresh == NULL) {
        patch->failed = true;
        return false;
    }
    memset(fresh, 0xff, larger * sizeof(*fresh));
    for (uint32_t i = 0; i < count; i++) {
        size_t at = place_of(key(patch, i), larger);
        while (fresh[at] != UINT32_MAX) {
            at = (at + 1) & (larger - 1);
        }
        fresh[at] = i;
    }
    tl_free(patch->context, *table);
    *table = fresh;
    *size = larger;
    return true;
}

static uint32_t point_key(const tl_patch *patch, uint32_t point) {
    return patch->points[point].vertex;
}

static uint32_t face_key(const tl_patch *patch, uint32_t face) {
    return patch->faces[face].face;
}

/* The patch's number of a vertex; UINT32_MAX without memory. */
static uint32_t take_point(tl_patch *patch, uint32_t vertex, tl_vec3 at) {
    if (!table_room(patch, &patch->point_table, &patch->point_table_size, patch->point_count, point_key)) {
        return UINT32_MAX;
    }
    size_t mask = patch->point_table_size - 1, place = place_of(vertex, patch->point_table_size);
    for (; patch->point_table[place] != UINT32_MAX; place = (place + 1) & mask) {
        if (patch->points[patch->point_table[place]].vertex == vertex) {
            return patch->point_table[place];
        }
    }
    if (!tl_reserve(patch->context, (void **)&patch->points, &patch->point_capacity, patch->point_count + 1,
                    sizeof(*patch->points))) {
        patch->failed = true;
        return UINT32_MAX;
    }
    uint32_t made = (uint32_t)patch->point_count++;
    patch->points[made] = (tl_patch_point){.at = at, .vertex = vertex};
    patch->point_table[place] = made;
    return made;
}

static size_t find_place(const tl_patch *patch, uint32_t face) {
    size_t mask = patch->face_table_size - 1, place = place_of(face, patch->face_table_size);
    while (patch->face_table[place] != UINT32_MAX && patch->faces[patch->face_table[place]].face != face) {
        place = (place + 1) & mask;
    }
    return place;
}

/* Where a face's corners are; `owner` gets its slot, or the number of slots for a piece. */
static const tl_bvh *hierarchy_of(const tl_patch *patch, uint32_t face, uint32_t slot, uint32_t *owner,
                                  uint32_t *triangle) {
    bool piece = tl_joined_is_piece(patch->joined, face);
    *owner = piece ? (uint32_t)patch->joined->slot_count : slot;
    *triangle = face - patch->joined->first[*owner];
    return piece ? patch->joined->pieces : tl_world_get(patch->obstacles->world, slot);
}

static uint32_t take_face(tl_patch *patch, uint32_t slot, uint32_t face) {
    if (!table_room(patch, &patch->face_table, &patch->face_table_size, patch->face_count, face_key)) {
        return UINT32_MAX;
    }
    size_t place = find_place(patch, face);
    if (patch->face_table[place] != UINT32_MAX) {
        return patch->face_table[place];
    }
    uint32_t owner, triangle;
    const tl_bvh *bvh = hierarchy_of(patch, face, slot, &owner, &triangle);
    const uint32_t *c = bvh->triangles + 3 * (size_t)triangle;
    tl_patch_face made = {.face = face, .slot = slot};
    for (int k = 0; k < 3; k++) {
        made.points[k] = take_point(patch, patch->first_vertex[owner] + c[k], bvh->vertices[c[k]]);
    }
    memset(made.twins, 0xff, sizeof(made.twins));
    if (patch->failed || !tl_reserve(patch->context, (void **)&patch->faces, &patch->face_capacity,
                                     patch->face_count + 1, sizeof(*patch->faces))) {
        patch->failed = true;
        return UINT32_MAX;
    }
    patch->faces[patch->face_count] = made;
    patch->face_table[place] = (uint32_t)patch->face_count;
    return (uint32_t)patch->face_count++;
}

uint32_t tl_patch_take(tl_patch *patch, uint32_t face) {
    TL_ASSERT(face < patch->joined->face_count, "the face is one of the joined world's");
    return tl_joined_has(patch->joined, face) ? take_face(patch, tl_joined_slot(patch->joined, face), face)
                                              : UINT32_MAX;
}

uint32_t tl_patch_find(const tl_patch *patch, uint32_t face) {
    return patch->face_count == 0 ? UINT32_MAX : patch->face_table[find_place(patch, face)];
}

void tl_patch_face_corners(const tl_patch *patch, uint32_t face, tl_vec3 corner[3]) {
    uint32_t owner, triangle;
    const tl_bvh *bvh = hierarchy_of(patch, face, tl_joined_slot(patch->joined, face), &owner, &triangle);
    tl_bvh_corners(bvh, triangle, corner);
}

/* --- Neighbours --------------------------------------------------------------------------------------------------- */

/* The slot of a face, most likely `near`. */
static uint32_t slot_of(const tl_patch *patch, uint32_t face, uint32_t near) {
    const uint32_t *first = patch->joined->first;
    return first[near] <= face && face < first[near + 1] ? near : tl_joined_slot(patch->joined, face);
}

static bool counts_in(const tl_patch *patch, uint32_t face, uint32_t slot) {
    const tl_bvh *bvh = tl_world_get(patch->obstacles->world, slot);
    uint32_t origin = tl_joined_origin(patch->joined, face);
    uint8_t mask = patch->obstacles->blockers[slot];
    return bvh != NULL && (tl_bvh_role_bit(bvh, origin - patch->joined->first[slot]) & mask) != 0;
}

bool tl_patch_counts(const tl_patch *patch, uint32_t face) {
    return counts_in(patch, face, tl_joined_slot(patch->joined, face));
}

/* A patch as its joined world sees it. */
typedef struct neighbourhood {
    const tl_patch *patch;
    uint32_t near; /* the slot that most neighbours belong to */
} neighbourhood;

static bool counts(const void *user, uint32_t face) {
    const neighbourhood *n = user;
    return counts_in(n->patch, face, slot_of(n->patch, face, n->near));
}

#ifdef TL_VALIDATE
/* Two half-faces that are matched run along the same two points. */
static const char *twin_broken(const tl_patch *patch, uint32_t half, uint32_t k, uint32_t twin, uint32_t edge) {
    tl_vec3 u = tl_patch_corner(patch, half >> 1, k), v = tl_patch_corner(patch, half >> 1, k == 2 ? 0 : k + 1);
    tl_vec3 x = tl_patch_corner(patch, twin >> 1, edge),
            y = tl_patch_corner(patch, twin >> 1, edge == 2 ? 0 : edge + 1);
    bool same = (tl_same_point(u, x) && tl_same_point(v, y)) || (tl_same_point(u, y) && tl_same_point(v, x));
    return same ? NULL : "half-faces that are matched have the same end points";
}
#endif

/* Looks up the half-face matched with a half-face at its edge k. UINT32_MAX without memory. */
static uint32_t find_twin(tl_patch *patch, uint32_t half, uint32_t k) {
    neighbourhood n = {patch, patch->faces[half >> 1].slot};
    uint32_t edge;
    uint32_t found = tl_joined_twin(patch->joined, 2 * patch->faces[half >> 1].face + (half & 1), k, counts, &n, &edge);
    uint32_t face = take_face(patch, slot_of(patch, found >> 1, n.near), found >> 1);
    if (face == UINT32_MAX) {
        return UINT32_MAX;
    }
    uint32_t twin = 2 * face + (found & 1);
    TL_CHECK_INVARIANT(twin_broken(patch, half, k, twin, edge & 3));
    patch->faces[half >> 1].twins[3 * (half & 1) + k] = twin;
    patch->faces[face].twins[3 * (twin & 1) + (edge & 3)] = half;
    return twin;
}

/* --- A question's patch ------------------------------------------------------------------------------------------- */

/* Whether the joined world at hand is this one. */
static bool joins_world(const tl_joined *joined, const tl_obstacles *obstacles) {
    size_t slots = tl_world_slot_count(obstacles->world);
    bool same = joined != NULL && joined->slot_count == slots;
    for (size_t slot = 0; slot < slots && same; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        same = bvh == NULL || obstacles->blockers[slot] == 0 ||
               joined->first[slot + 1] - joined->first[slot] == bvh->triangle_count;
    }
    return same;
}

static tl_status join_world(tl_patch *patch) {
    size_t slots = tl_world_slot_count(patch->obstacles->world);
    tl_conform_part *parts = tl_alloc_array(patch->context, slots, sizeof(*parts));
    if (parts == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t slot = 0; slot < slots; slot++) {
        parts[slot].bvh = tl_world_get(patch->obstacles->world, slot);
        parts[slot].conforms = true;
    }
    tl_status status = tl_conform_join(patch->context, patch->context, parts, slots, &patch->own, NULL);
    tl_free(patch->context, parts);
    patch->joined = patch->own;
    return status;
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* The listed triangles alone, each once. */
static tl_status join_some(tl_patch *patch, tl_sight_triangle_list *list) {
    size_t slots = tl_world_slot_count(patch->obstacles->world), faces = 0, count = list->count / 2, kept = 0;
    tl_conform_part *parts = tl_alloc_array(patch->context, slots, sizeof(*parts));
    uint32_t *first = tl_alloc_array(patch->context, slots, sizeof(*first));
    tl_status status = parts != NULL && first != NULL ? TL_OK : TL_ERROR_MEMORY;
    for (size_t slot = 0; slot < slots && status == TL_OK; slot++) {
        parts[slot].bvh = tl_world_get(patch->obstacles->world, slot);
        first[slot] = (uint32_t)faces;
        faces += parts[slot].bvh != NULL ? parts[slot].bvh->triangle_count : 0;
    }
    if (status == TL_OK && count > 0) {
        for (size_t i = 0; i < count; i++) {
            list->items[i] = first[list->items[2 * i]] + list->items[2 * i + 1];
        }
        qsort(list->items, count, sizeof(*list->items), by_number);
        for (size_t i = 0; i < count; i++) {
            if (kept == 0 || list->items[kept - 1] != list->items[i]) {
                list->items[kept++] = list->items[i];
            }
        }
        list->count = 2 * kept;
    }
    if (status == TL_OK) {
        status =
            tl_conform_join_some(patch->context, patch->context, parts, slots, list->items, kept, &patch->own, NULL);
    }
    tl_free(patch->context, parts);
    tl_free(patch->context, first);
    patch->joined = patch->own;
    return status;
}

/* Numbers of vertices. */
static tl_status start(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *root) {
    *patch = (tl_patch){.context = context,
                        .obstacles = obstacles,
                        .root = *root,
                        .limits = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}}};
    size_t slots = tl_world_slot_count(obstacles->world), vertices = 0;
    patch->first_vertex = tl_alloc_array(context, slots + 1, sizeof(*patch->first_vertex));
    if (patch->first_vertex == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        patch->first_vertex[slot] = (uint32_t)vertices;
        vertices += bvh != NULL ? bvh->vertex_count : 0;
    }
    patch->first_vertex[slots] = (uint32_t)vertices;
    return TL_OK;
}

/* A world of the pieces alone. */
static tl_status place_pieces(tl_patch *patch) {
    tl_status status = TL_OK;
    if (patch->joined->pieces != NULL) {
        status = tl_world_create(patch->context, 1, &patch->pieces, NULL);
    }
    if (patch->pieces != NULL) {
        tl_world_set(patch->pieces, 0, patch->joined->pieces);
    }
    return status;
}

tl_status tl_patch_start(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *root) {
    TL_ASSERT(root->count > 0, "the shaft that crawls stay in is made");
    tl_status status = start(patch, context, obstacles, root);
    if (status != TL_OK) {
        return status;
    }
    status = obstacles->joiner != NULL ? tl_joiner_get(obstacles->joiner, context, &patch->joined, NULL) : TL_OK;
    if (status == TL_OK && !joins_world(patch->joined, obstacles)) {
        status = join_world(patch);
    }
    return status == TL_OK ? place_pieces(patch) : status;
}

tl_status tl_patch_start_some(tl_patch *patch, tl_context *context, const tl_obstacles *obstacles, const tl_shaft *root,
                              tl_sight_triangle_list *list) {
    tl_status status = start(patch, context, obstacles, root);
    status = status == TL_OK ? join_some(patch, list) : status;
    return status == TL_OK ? place_pieces(patch) : status;
}

void tl_patch_free(tl_patch *patch) {
    tl_context *context = patch->context;
    tl_world_destroy(patch->pieces);
    tl_joined_destroy(patch->own);
    tl_free(context, patch->first_vertex);
    tl_free(context, patch->points);
    tl_free(context, patch->faces);
    tl_free(context, patch->point_table);
    tl_free(context, patch->face_table);
    tl_free(context, patch->queue);
    tl_free(context, patch->parents);
    *patch = (tl_patch){.context = context};
}

/* --- Crawling ---------------------------------------------------------------------------------------------------- */

void tl_patch_enter(tl_patch *patch, const tl_shaft *through) {
    patch->shaft_stamp++;
    patch->through = through;
}

/* Whether the part of an edge between two parameters may meet the union, and which part of it does. */
static bool meets_either(const tl_shaft through[2], tl_vec3 u, tl_vec3 v, double *low, double *high) {
    double first = INFINITY, last = -INFINITY;
    for (int k = 0; k < 2; k++) {
        double from, to;
        if (tl_shaft_meets(&through[k], u, v, tl_shaft_code(&through[k], u), tl_shaft_code(&through[k], v), &from,
                           &to)) {
            from = tl_max(from, *low);
            to = tl_min(to, *high);
            if (from <= to + TL_SIGHT_PLACE_SLACK) { /* slack as in tl_shaft_meets */
                first = tl_min(first, from);
                last = tl_max(last, to);
            }
        }
    }
    *low = first;
    *high = last;
    return first <= last + TL_SIGHT_PLACE_SLACK;
}

bool tl_patch_edge_meets(const tl_patch *patch, const tl_shaft *shaft, tl_vec3 u, tl_vec3 v, uint64_t cu, uint64_t cv,
                         double *low, double *high) {
    return tl_shaft_meets(shaft, u, v, cu, cv, low, high) &&
           (patch->through == NULL || meets_either(patch->through, u, v, low, high));
}

void tl_patch_mark(tl_patch *patch, const uint32_t *crossed, size_t count) {
    TL_ASSERT(crossed != NULL || count == 0, "crossed faces are given where there are any");
    patch->mark_stamp++;
    for (size_t i = 0; i < count; i++) {
        patch->faces[crossed[i]].mark = patch->mark_stamp;
    }
}

static uint64_t code_of(tl_patch *patch, const tl_shaft *shaft, uint32_t point) {
    tl_patch_point *p = &patch->points[point];
    if (p->stamp != patch->shaft_stamp) {
        p->stamp = patch->shaft_stamp;
        p->code = tl_shaft_code(shaft, p->at);
    }
    return p->code;
}

/* Whether a segment lies on a side of the box or beyond it: exact. */
static bool beyond_limits(tl_box3 box, tl_vec3 u, tl_vec3 v) {
    return (u.x >= box.high.x && v.x >= box.high.x) || (u.x <= box.low.x && v.x <= box.low.x) ||
           (u.y >= box.high.y && v.y >= box.high.y) || (u.y <= box.low.y && v.y <= box.low.y) ||
           (u.z >= box.high.z && v.z >= box.high.z) || (u.z <= box.low.z && v.z <= box.low.z);
}

static bool edge_meets(tl_patch *patch, const tl_shaft *shaft, tl_patch_face *face, uint32_t k) {
    if (face->edge_stamp != patch->shaft_stamp) {
        face->edge_stamp = patch->shaft_stamp;
        face->edge_bits &= ~(uint32_t)TL_SIGHT_EDGE_SHAFT_BITS;
    }
    if ((face->edge_bits >> k & 1) != 0) {
        return (face->edge_bits >> (3 + k) & 1) != 0;
    }
    uint32_t u = face->points[k], v = face->points[k == 2 ? 0 : k + 1];
    tl_vec3 from = patch->points[u].at, to = patch->points[v].at;
    double low, high;
    bool meets =
        tl_patch_edge_meets(patch, shaft, from, to, code_of(patch, shaft, u), code_of(patch, shaft, v), &low, &high);
    if (meets && (face->edge_bits >> (TL_SIGHT_EDGE_ROOT_KNOWN + k) & 1) == 0) {
        bool in_root = tl_shaft_meets(&patch->root, from, to, tl_shaft_code(&patch->root, from),
                                      tl_shaft_code(&patch->root, to), NULL, NULL);
        face->edge_bits |= 1U << (TL_SIGHT_EDGE_ROOT_KNOWN + k) | (in_root ? 1U << (TL_SIGHT_EDGE_ROOT_MEETS + k) : 0);
    }
    meets = meets && (face->edge_bits >> (TL_SIGHT_EDGE_ROOT_MEETS + k) & 1) != 0 &&
            (patch->unlimited || !beyond_limits(patch->limits, from, to));
    face->edge_bits |= 1U << k | (meets ? 1U << (3 + k) : 0);
    return meets;
}

static bool queue_room(tl_patch *patch, size_t wanted) {
    if (!tl_reserve(patch->context, (void **)&patch->queue, &patch->queue_capacity, wanted, sizeof(*patch->queue)) ||
        !tl_reserve(patch->context, (void **)&patch->parents, &patch->parent_capacity, wanted,
                    sizeof(*patch->parents))) {
        patch->failed = true;
        return false;
    }
    return true;
}

tl_crawl tl_patch_crawl(tl_patch *patch, const tl_shaft *shaft, uint32_t start, size_t limit, size_t crossed_count,
                        size_t *wrapped) {
    TL_ASSERT(start >> 1 < patch->face_count, "a crawl begins at a face of the patch");
    TL_ASSERT(limit > 0, "a shell may have a half-face");
    uint32_t stamp = ++patch->crawl_stamp;
    *wrapped = SIZE_MAX;
    patch->queue_count = 0;
    if (!queue_room(patch, limit + 2)) {
        return TL_CRAWL_LIMIT;
    }
    patch->queue[0] = start;
    patch->parents[0] = UINT32_MAX;
    patch->queue_count = 1;
    patch->faces[start >> 1].seen[start & 1] = stamp;
    size_t sides = 1; /* of crossed faces */
    for (size_t at = 0; at < patch->queue_count; at++) {
        uint32_t half = patch->queue[at];
        for (uint32_t k = 0; k < 3; k++) {
            tl_patch_face *face = &patch->faces[half >> 1];
            uint32_t twin = face->twins[3 * (half & 1) + k];
            if (twin != UINT32_MAX && patch->faces[twin >> 1].seen[twin & 1] == stamp) {
                continue;
            }
            if (!edge_meets(patch, shaft, face, k)) {
                continue;
            }
            if (twin == UINT32_MAX) {
                twin = find_twin(patch, half, k);
                if (twin == UINT32_MAX) {
                    return TL_CRAWL_LIMIT;
                }
            }
            tl_patch_face *other = &patch->faces[twin >> 1];
            if (other->seen[twin & 1] == stamp) {
                continue;
            }
            other->seen[twin & 1] = stamp;
            patch->parents[patch->queue_count] = (uint32_t)at * 4 + k;
            patch->queue[patch->queue_count++] = twin;
            if (other->mark == patch->mark_stamp) {
                sides++;
                *wrapped = *wrapped == SIZE_MAX ? patch->queue_count - 1 : *wrapped;
            }
            if (sides == 2 * crossed_count || (sides > 1 && patch->until_wrapped)) {
                return TL_CRAWL_EVEN;
            }
            if (patch->queue_count > limit) {
                return TL_CRAWL_LIMIT;
            }
        }
    }
    return TL_CRAWL_DONE;
}

#ifdef TL_VALIDATE

/* Whether a half-face was reached over the edge that its parent names. */
static bool has_parent(const tl_patch *patch, size_t at) {
    uint32_t parent = patch->parents[at];
    return at == 0 ? parent == UINT32_MAX
                   : parent / 4 < at && (parent & 3) < 3 &&
                         patch->faces[patch->queue[parent / 4] >> 1]
                                 .twins[3 * (patch->queue[parent / 4] & 1) + (parent & 3)] == patch->queue[at];
}

const char *tl_shell_broken(tl_patch *patch, const tl_shaft *shaft) {
    for (size_t at = 0; at < patch->queue_count; at++) {
        uint32_t half = patch->queue[at];
        if (half >> 1 >= patch->face_count || !tl_patch_seen(patch, half)) {
            return "every half-face of a shell was reached";
        }
        if (!tl_patch_counts(patch, patch->faces[half >> 1].face)) {
            return "every face of a shell counts for the question";
        }
        if (!has_parent(patch, at)) {
            return "every half-face of a shell but the first was reached from one before it";
        }
        for (uint32_t k = 0; k < 3; k++) {
            tl_patch_face *face = &patch->faces[half >> 1];
            uint32_t twin = face->twins[3 * (half & 1) + k];
            if (!edge_meets(patch, shaft, face, k)) {
                continue;
            }
            if (twin == UINT32_MAX || !tl_patch_seen(patch, twin)) {
                return "a shell is closed: over every edge in the shaft it goes on";
            }
            const uint32_t *back = patch->faces[twin >> 1].twins + 3 * (twin & 1);
            if (back[0] != half && back[1] != half && back[2] != half) {
                return "half-faces of a shell are matched with one another";
            }
        }
    }
    return NULL;
}

#endif

double tl_patch_gap(const tl_patch *patch) {
    double gap = 0;
    for (size_t i = 0; i < patch->queue_count && patch->pieces != NULL; i++) {
        uint32_t face = patch->faces[patch->queue[i] >> 1].face,
                 first = patch->joined->first[patch->joined->slot_count];
        if (face >= first && tl_patch_single(patch, patch->queue[i] >> 1)) {
            gap = tl_max(gap, patch->joined->gaps[face - first]);
        }
    }
    return gap;
}
