/* world.c: slots and the tree over them; questions that are answered from hits. */
#include "query/world.h"

#include <string.h>

#define ALIGNMENT 64U

/* --- The tree over the slots -------------------------------------------------------------------------------------- */

static double middle_of(tl_box3 box, int axis) {
    return tl_kernel_axis_of(tl_box3_centre(box), axis);
}

/* Ascending by the middle of the boxes, then by slot: one order only, whatever the sorting method. */
static bool comes_before(const tl_world *world, uint32_t a, uint32_t b, int axis) {
    double x = middle_of(world->boxes[a], axis), y = middle_of(world->boxes[b], axis);
    return x < y || (x == y && a < b);
}

static void sort_slots(const tl_world *world, uint32_t *order, size_t count, int axis) {
    static const size_t steps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof(steps) / sizeof(steps[0]); g++) {
        size_t step = steps[g];
        for (size_t i = step; i < count; i++) {
            uint32_t moving = order[i];
            size_t j = i;
            for (; j >= step && comes_before(world, moving, order[j - step], axis); j -= step) {
                order[j] = order[j - step];
            }
            order[j] = moving;
        }
    }
}

typedef struct world_range {
    size_t begin, end;
} world_range;

static tl_box3 range_box(const tl_world *world, world_range r) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = r.begin; i < r.end; i++) {
        box = tl_box3_union(box, world->boxes[world->order[i]]);
    }
    return box;
}

static uint32_t add_slots(tl_world *world, world_range whole) {
    uint32_t index = (uint32_t)world->node_count++;
    tl_bvh_node *node = &world->nodes[index];
    world_range ranges[TL_BVH_WIDTH] = {whole};
    int count = 1;
    /* Halve the most populous range until there are eight. */
    while (count < TL_BVH_WIDTH) {
        int most = 0;
        for (int i = 1; i < count; i++) {
            if (ranges[i].end - ranges[i].begin > ranges[most].end - ranges[most].begin) {
                most = i;
            }
        }
        world_range r = ranges[most];
        if (r.end - r.begin < 2) {
            break;
        }
        tl_box3 box = tl_box3_empty();
        for (size_t i = r.begin; i < r.end; i++) {
            box = tl_box3_add(box, tl_box3_centre(world->boxes[world->order[i]]));
        }
        tl_vec3 size = tl_box3_size(box);
        int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        sort_slots(world, world->order + r.begin, r.end - r.begin, axis);
        size_t middle = r.begin + (r.end - r.begin) / 2;
        ranges[most].end = middle;
        ranges[count++] = (world_range){middle, r.end};
    }
    for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
        for (int k = 0; k < 3; k++) {
            node->low[k][lane] = INFINITY;
            node->high[k][lane] = -INFINITY;
        }
        node->child[lane] = TL_BVH_NONE;
        if (lane >= count) {
            continue;
        }
        tl_box3 box = range_box(world, ranges[lane]);
        for (int k = 0; k < 3; k++) {
            node->low[k][lane] = tl_float_below(tl_kernel_axis_of(box.low, k) - tl_kernel_axis_of(world->origin, k));
            node->high[k][lane] = tl_float_above(tl_kernel_axis_of(box.high, k) - tl_kernel_axis_of(world->origin, k));
        }
        bool single = ranges[lane].end - ranges[lane].begin == 1;
        /* Recursion writes behind this node only. */
        node->child[lane] = single ? TL_BVH_LEAF | world->order[ranges[lane].begin] : add_slots(world, ranges[lane]);
    }
    return index;
}

void tl_world_arrange(tl_world *world) {
    world->node_count = 0;
    size_t used = 0;
    tl_box3 all = tl_box3_empty();
    for (size_t i = 0; i < world->slot_count; i++) {
        if (world->slots[i] != NULL && world->slots[i]->triangle_count > 0) {
            world->order[used++] = (uint32_t)i;
            all = tl_box3_union(all, world->boxes[i]);
        }
    }
    world->only_slot = used == 1 ? world->order[0] : TL_BVH_NONE;
    if (used == 0) {
        return;
    }
    world->origin = tl_box3_centre(all);
    tl_vec3 up = tl_sub(all.high, world->origin), down = tl_sub(world->origin, all.low);
    world->reach = tl_float_above(tl_max(tl_max(tl_max(up.x, up.y), up.z), tl_max(tl_max(down.x, down.y), down.z)));
    add_slots(world, (world_range){0, used});
}

static const tl_kernels *choose_kernels(void) {
#if defined(TL_KERNELS_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt") &&
        __builtin_cpu_supports("bmi")) {
        return &tl_kernels_avx2;
    }
#endif
    return &tl_kernels_plain;
}

tl_status tl_world_create(tl_context *context, size_t slot_count, tl_world **world, tl_error *error) {
    if (slot_count >= TL_BVH_LEAF / 2) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, NULL, "%zu slots are too many", slot_count);
    }
    tl_world *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    made->slot_count = slot_count;
    made->only_slot = TL_BVH_NONE;
    made->kernels = choose_kernels();
    /* A node divides at least two slots, so there are fewer nodes than slots, or one. */
    size_t room = slot_count > 0 ? slot_count : 1;
    made->slots = tl_alloc_array(context, room, sizeof(*made->slots));
    made->boxes = tl_alloc_array(context, room, sizeof(*made->boxes));
    made->order = tl_alloc_array(context, room, sizeof(*made->order));
    made->memory = tl_alloc(context, room * sizeof(tl_bvh_node) + ALIGNMENT);
    if (made->slots == NULL || made->boxes == NULL || made->order == NULL || made->memory == NULL) {
        tl_world_destroy(made);
        return tl_fail_memory(error);
    }
    char *start = made->memory;
    start += (ALIGNMENT - (uintptr_t)start % ALIGNMENT) % ALIGNMENT;
    made->nodes = (tl_bvh_node *)(void *)start;
    *world = made;
    return TL_OK;
}

void tl_world_destroy(tl_world *world) {
    if (world == NULL) {
        return;
    }
    tl_free(world->context, world->slots);
    tl_free(world->context, world->boxes);
    tl_free(world->context, world->order);
    tl_free(world->context, world->memory);
    tl_free(world->context, world);
}

size_t tl_world_slot_count(const tl_world *world) {
    return world->slot_count;
}

void tl_world_put(tl_world *world, size_t slot, const tl_bvh *bvh) {
    TL_ASSERT(slot < world->slot_count, "the slot is one of the world's");
    world->slots[slot] = bvh;
    world->boxes[slot] = bvh != NULL ? tl_bvh_box(bvh) : tl_box3_empty();
}

void tl_world_set(tl_world *world, size_t slot, const tl_bvh *bvh) {
    tl_world_put(world, slot, bvh);
    tl_world_arrange(world);
}

const tl_bvh *tl_world_get(const tl_world *world, size_t slot) {
    TL_ASSERT(slot < world->slot_count, "the slot is one of the world's");
    return world->slots[slot];
}

tl_box3 tl_world_box(const tl_world *world, size_t slot) {
    TL_ASSERT(slot < world->slot_count, "the slot is one of the world's");
    return world->boxes[slot];
}

/* --- Hits --------------------------------------------------------------------------------------------------------- */

/* Where a segment that lies in the triangle's plane enters it. Plain arithmetic; the caller keeps it within sure
 * bounds. */
static double place_in_plane(tl_vec3 p, tl_vec3 d, const tl_vec3 corner[3]) {
    tl_vec3 n = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
    double enter = 0, leave = 1;
    if (tl_length_squared(n) > 0) {
        for (int i = 0; i < 3; i++) {
            tl_vec3 inward = tl_cross(n, tl_sub(corner[(i + 1) % 3], corner[i]));
            double start = tl_dot(inward, tl_sub(p, corner[i])), step = tl_dot(inward, d);
            if (step > 0) {
                enter = tl_max(enter, -start / step);
            } else if (step < 0) {
                leave = tl_min(leave, -start / step);
            }
        }
        return tl_min(enter, leave);
    }
    /* A triangle that is a segment: where the two lines are nearest. */
    tl_vec3 start = corner[0], longest = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        tl_vec3 edge = tl_sub(corner[(i + 1) % 3], corner[i]);
        if (tl_length_squared(edge) > tl_length_squared(longest)) {
            start = corner[i];
            longest = edge;
        }
    }
    tl_vec3 w = tl_sub(start, p), square = tl_cross(d, longest);
    double apart = tl_length_squared(square);
    return apart > 0 ? tl_dot(tl_cross(w, longest), square) / apart : 0;
}

double tl_world_hit_place(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]) {
    tl_vec3 d = tl_sub(q, p);
    tl_vec3 a = tl_sub(corner[0], p), b = tl_sub(corner[1], p), c = tl_sub(corner[2], p);
    /* The weights of the corners in the point met (Pluecker coordinates of the edges against the line). */
    double u = tl_dot(d, tl_cross(c, b)), v = tl_dot(d, tl_cross(a, c)), w = tl_dot(d, tl_cross(b, a));
    double sum = u + v + w, dd = tl_length_squared(d);
    double t =
        sum != 0 ? (u * tl_dot(a, d) + v * tl_dot(b, d) + w * tl_dot(c, d)) / (sum * dd) : place_in_plane(p, d, corner);
    /* The part of the segment within the triangle's box: whatever happened above, a place before the box is entered is
     * never given (the search for the nearest hit relies on it). */
    double low = 0, high = 1;
    for (int k = 0; k < 3; k++) {
        double along = tl_kernel_axis_of(d, k);
        if (along != 0) {
            double x = tl_kernel_axis_of(a, k), y = tl_kernel_axis_of(b, k), z = tl_kernel_axis_of(c, k),
                   inverse = 1 / along;
            double first = tl_min(x, tl_min(y, z)) * inverse, second = tl_max(x, tl_max(y, z)) * inverse;
            low = tl_max(low, tl_min(first, second));
            high = tl_min(high, tl_max(first, second));
        }
    }
    /* Written so that not-a-number ends at an end, too. */
    low = tl_min(1, low);
    return t > low ? (t < high ? t : tl_max(low, high)) : low;
}

bool tl_world_blocked(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit) {
    return world->kernels->blocked(world, p, q, blockers, hit);
}

bool tl_world_nearest_hit(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit) {
    tl_hit unused;
    return world->kernels->nearest(world, p, q, blockers, hit != NULL ? hit : &unused);
}

bool tl_world_each_hit(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit_fn *visit,
                       void *user) {
    return world->kernels->each_hit(world, p, q, blockers, visit, user);
}

double tl_world_clearance(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, double limit,
                          tl_hit *hit) {
    return world->kernels->clearance(world, p, q, blockers, limit, hit);
}

/* --- Inside ------------------------------------------------------------------------------------------------------- */

typedef struct parity {
    const tl_bvh *bvh;
    tl_vec3 p;
    bool odd;
    bool touched;
    bool on_surface;
} parity;

static bool count_crossing(void *user, const tl_hit *hit) {
    parity *c = user;
    if (hit->crossing != TL_CROSSING_TOUCH) {
        c->odd = !c->odd;
        return true;
    }
    tl_vec3 corner[3];
    tl_bvh_corners(c->bvh, hit->triangle, corner);
    c->touched = true;
    c->on_surface = tl_math_segment_triangle(c->p, c->p, corner[0], corner[1], corner[2]) != TL_CROSSING_NONE;
    return !c->on_surface;
}

/* The i-th of a fixed list of points outside the box: beyond one face after another (the nearest first), aside by
 * a fixed pseudo-random share of the box, so that only a few are in line with an edge. */
static tl_vec3 point_outside(tl_box3 box, tl_vec3 p, uint64_t i) {
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    double aside_a = (double)(z >> 40) * 0x1p-24 - 0.5, aside_b = (double)(z >> 16 & 0xffffffU) * 0x1p-24 - 0.5;
    tl_vec3 size = tl_box3_size(box);
    double out = 0.01 * (size.x + size.y + size.z) + 1;
    const double space[6] = {p.x - box.low.x,  p.y - box.low.y,  p.z - box.low.z,
                             box.high.x - p.x, box.high.y - p.y, box.high.z - p.z};
    int face = 0;
    for (int k = 1; k < 6; k++) {
        face = space[k] < space[face] ? k : face;
    }
    face = (int)((uint64_t)face + i) % 6;
    double aside = 0.05 * (space[face] + out);
    switch (face) {
    case 0:
        return (tl_vec3){box.low.x - out, p.y + aside_a * aside, p.z + aside_b * aside};
    case 1:
        return (tl_vec3){p.x + aside_a * aside, box.low.y - out, p.z + aside_b * aside};
    case 2:
        return (tl_vec3){p.x + aside_a * aside, p.y + aside_b * aside, box.low.z - out};
    case 3:
        return (tl_vec3){box.high.x + out, p.y + aside_a * aside, p.z + aside_b * aside};
    case 4:
        return (tl_vec3){p.x + aside_a * aside, box.high.y + out, p.z + aside_b * aside};
    default:
        return (tl_vec3){p.x + aside_a * aside, p.y + aside_b * aside, box.high.z + out};
    }
}

static bool note_any(void *user, const tl_hit *hit) {
    (void)hit;
    *(bool *)user = true;
    return false;
}

bool tl_world_slot_blocked(const tl_world *world, size_t slot, tl_vec3 p, tl_vec3 q) {
    const tl_bvh *bvh = tl_world_get(world, slot);
    bool met = false;
    if (bvh != NULL && bvh->triangle_count > 0) {
        world->kernels->each_crossing(bvh, p, q, TL_ROLES_ALL, (uint32_t)slot, note_any, &met);
    }
    return met;
}

bool tl_world_inside(const tl_world *world, size_t slot, tl_vec3 p) {
    const tl_bvh *bvh = tl_world_get(world, slot);
    if (bvh == NULL || bvh->triangle_count == 0) {
        return false;
    }
    tl_box3 box = bvh->box;
    if (p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y || p.z < box.low.z ||
        p.z > box.high.z) {
        return false;
    }
    for (uint64_t i = 0;; i++) {
        parity c = {.bvh = bvh, .p = p};
        world->kernels->each_crossing(bvh, p, point_outside(box, p, i), TL_ROLES_ALL, (uint32_t)slot, count_crossing,
                                      &c);
        if (c.on_surface) {
            return true;
        }
        if (!c.touched) {
            return c.odd;
        }
    }
}
