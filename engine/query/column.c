/* column.c: boxes and vertical lines: what overlaps, what lies above and below. */
#include "query/world.h"

static bool touches_box(const tl_vec3 c[3], tl_box3 box) {
    return tl_min(c[0].x, tl_min(c[1].x, c[2].x)) <= box.high.x &&
           tl_max(c[0].x, tl_max(c[1].x, c[2].x)) >= box.low.x &&
           tl_min(c[0].y, tl_min(c[1].y, c[2].y)) <= box.high.y &&
           tl_max(c[0].y, tl_max(c[1].y, c[2].y)) >= box.low.y &&
           tl_min(c[0].z, tl_min(c[1].z, c[2].z)) <= box.high.z && tl_max(c[0].z, tl_max(c[1].z, c[2].z)) >= box.low.z;
}

/* False when the visitor stopped. */
static bool visit_box(const tl_bvh *bvh, tl_box3 box, uint8_t roles, uint32_t slot, tl_world_triangle_fn *visit,
                      void *user) {
    if (bvh->node_count == 0 || !tl_box3_overlap(bvh->box, box)) {
        return true;
    }
    /* Outward floats for the question as well: nothing that overlaps is lost. Infinite sides stay infinite. */
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        double from = tl_max(tl_kernel_axis_of(box.low, k), tl_kernel_axis_of(bvh->box.low, k)) -
                      tl_kernel_axis_of(bvh->origin, k);
        double to = tl_min(tl_kernel_axis_of(box.high, k), tl_kernel_axis_of(bvh->box.high, k)) -
                    tl_kernel_axis_of(bvh->origin, k);
        low[k] = tl_float_below(from);
        high[k] = tl_float_above(to);
    }
    uint32_t stack[TL_BVH_STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top];
        if ((at & TL_BVH_LEAF) == 0) {
            const tl_bvh_node *node = &bvh->nodes[at];
            for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
                if (node->low[0][lane] <= high[0] && node->high[0][lane] >= low[0] && node->low[1][lane] <= high[1] &&
                    node->high[1][lane] >= low[1] && node->low[2][lane] <= high[2] && node->high[2][lane] >= low[2]) {
                    stack[top++] = node->child[lane];
                }
            }
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(at)];
        for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(at); i++) {
            tl_vec3 room[3];
            if ((block->role_bit[i] & roles) != 0 && touches_box(tl_bvh_block_corners(bvh, block, (int)i, room), box) &&
                !visit(user, slot, block->triangle[i])) {
                return false;
            }
        }
    }
    return true;
}

void tl_world_in_box(const tl_world *world, tl_box3 box, const uint8_t *blockers, tl_world_triangle_fn *visit,
                     void *user) {
    if (tl_box3_is_empty(box)) {
        return;
    }
    for (uint32_t slot = 0; slot < world->slot_count; slot++) {
        const tl_bvh *bvh = world->slots[slot];
        if (bvh == NULL || !tl_box3_overlap(world->boxes[slot], box)) {
            continue;
        }
        uint8_t roles = tl_world_roles(world, slot, blockers);
        if (roles != 0 && !visit_box(bvh, box, roles, slot, visit, user)) {
            return;
        }
    }
}

static bool note_one(void *user, uint32_t slot, uint32_t triangle) {
    (void)slot;
    (void)triangle;
    *(bool *)user = true;
    return false;
}

bool tl_world_any_in_box(const tl_world *world, tl_box3 box, const uint8_t *blockers) {
    bool any = false;
    tl_world_in_box(world, box, blockers, note_one, &any);
    return any;
}

/* --- Heights ------------------------------------------------------------------------------------------------------ */

#define SAME_HEIGHT 1e-9
#define ROOM        64

/* The lowest heights above `above`, ascending, those of one height merged. */
typedef struct query_column {
    const tl_world *world;
    double x, y;
    double above;
    size_t count;
    bool full; /* higher ones were dropped */
    double z[ROOM];
    bool up[ROOM];
} query_column;

static int side(tl_vec3 a, tl_vec3 b, tl_vec2 p) {
    return tl_orient2d(tl_plan(a), tl_plan(b), p);
}

/* The height of the plane at p, within the triangle's own heights. */
static double height_at(const tl_vec3 c[3], tl_vec2 p) {
    double u = tl_cross2(tl_sub2(tl_plan(c[1]), p), tl_sub2(tl_plan(c[2]), p));
    double v = tl_cross2(tl_sub2(tl_plan(c[2]), p), tl_sub2(tl_plan(c[0]), p));
    double w = tl_cross2(tl_sub2(tl_plan(c[0]), p), tl_sub2(tl_plan(c[1]), p));
    double low = tl_min(c[0].z, tl_min(c[1].z, c[2].z)), high = tl_max(c[0].z, tl_max(c[1].z, c[2].z));
    double sum = u + v + w;
    /* From the lowest corner up, so that a level triangle gives its height exactly. */
    double z = sum != 0 ? low + (u * (c[0].z - low) + v * (c[1].z - low) + w * (c[2].z - low)) / sum : low;
    return z > low ? (z < high ? z : high) : low;
}

static bool add_height(void *user, uint32_t slot, uint32_t triangle) {
    query_column *l = user;
    tl_vec3 c[3];
    tl_bvh_corners(l->world->slots[slot], triangle, c);
    int turn = side(c[0], c[1], tl_plan(c[2]));
    if (turn == 0) {
        return true;
    }
    tl_vec2 p = {l->x, l->y};
    /* Exact, edges and corners included: no gap between neighbours. */
    if (side(c[0], c[1], p) * turn < 0 || side(c[1], c[2], p) * turn < 0 || side(c[2], c[0], p) * turn < 0) {
        return true;
    }
    double z = height_at(c, p);
    if (z <= l->above) {
        return true;
    }
    size_t i = l->count;
    while (i > 0 && l->z[i - 1] > z) {
        i--;
    }
    if (i > 0 && l->z[i - 1] == z) {
        l->up[i - 1] = l->up[i - 1] || turn > 0;
        return true;
    }
    if (l->count == ROOM) {
        l->full = true;
        if (i == ROOM) {
            return true;
        }
        l->count--;
    }
    for (size_t j = l->count; j > i; j--) {
        l->z[j] = l->z[j - 1];
        l->up[j] = l->up[j - 1];
    }
    l->z[i] = z;
    l->up[i] = turn > 0;
    l->count++;
    return true;
}

/* `slot` below 0: all that count; else that one, and of it `roles`. */
static size_t heights_met(query_column *l, const uint8_t *blockers, int64_t slot, uint8_t roles, double *heights,
                          bool *up, size_t capacity) {
    tl_box3 line = {{l->x, l->y, -INFINITY}, {l->x, l->y, INFINITY}};
    size_t met = 0;
    double last = -INFINITY; /* the height given last */
    l->above = -INFINITY;
    do {
        l->count = 0;
        l->full = false;
        if (slot < 0) {
            tl_world_in_box(l->world, line, blockers, add_height, l);
        } else if (l->world->slots[slot] != NULL) {
            visit_box(l->world->slots[slot], line, roles, (uint32_t)slot, add_height, l);
        }
        for (size_t i = 0; i < l->count; i++) {
            if (l->z[i] - last <= SAME_HEIGHT) {
                if (up != NULL && met <= capacity && met > 0) {
                    up[met - 1] = up[met - 1] || l->up[i];
                }
                continue;
            }
            last = l->z[i];
            if (met < capacity) {
                heights[met] = l->z[i];
                if (up != NULL) {
                    up[met] = l->up[i];
                }
            }
            met++;
        }
        l->above = l->count > 0 ? l->z[l->count - 1] : INFINITY;
    } while (l->full);
    return met;
}

size_t tl_world_heights(const tl_world *world, double x, double y, const uint8_t *blockers, double *heights, bool *up,
                        size_t capacity) {
    query_column l = {.world = world, .x = x, .y = y};
    return heights_met(&l, blockers, -1, 0, heights, up, capacity);
}

size_t tl_world_slot_heights(const tl_world *world, size_t slot, uint8_t roles, double x, double y, double *heights,
                             size_t capacity) {
    query_column l = {.world = world, .x = x, .y = y};
    return heights_met(&l, NULL, (int64_t)slot, roles, heights, NULL, capacity);
}
