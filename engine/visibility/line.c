/* line.c: what makes one segment a sight line. Everything here is exact, or errs against the line. */
#include "visibility/line.h"

#include "visibility/limits.h"

uint64_t tl_sight_random_bits(tl_sight_random *random) {
    uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double tl_sight_random_unit(tl_sight_random *random) {
    return (double)(tl_sight_random_bits(random) >> 11) * 0x1p-53;
}

uint32_t tl_sight_random_below(tl_sight_random *random, uint32_t count) {
    TL_ASSERT(count > 0, "one of something is drawn");
    return (uint32_t)(((tl_sight_random_bits(random) >> 32) * count) >> 32);
}

/* The vertical line is cut at the mesh's box, so both halves are ordinary segments and the answer is exact. */
bool tl_sight_under_mesh(const tl_obstacles *obstacles, tl_vec3 p) {
    if (obstacles->ground_slot == TL_SIGHT_NO_GROUND) {
        return false;
    }
    size_t ground = (size_t)obstacles->ground_slot;
    const tl_bvh *bvh = tl_world_get(obstacles->world, ground);
    if (bvh == NULL) {
        return false;
    }
    tl_box3 box = tl_bvh_box(bvh);
    if (!(box.low.x <= p.x && p.x <= box.high.x && box.low.y <= p.y && p.y <= box.high.y) || p.z > box.high.z) {
        return false;
    }
    tl_vec3 top = {p.x, p.y, box.high.z + 1};
    if (!tl_world_slot_blocked(obstacles->world, ground, p, top)) {
        return false;
    }
    tl_vec3 bottom = {p.x, p.y, box.low.z - 1};
    return p.z < box.low.z || !tl_world_slot_blocked(obstacles->world, ground, p, bottom);
}

bool tl_visibility_live(const tl_obstacles *obstacles, tl_vec3 p) {
    if (obstacles->ground_slot < 0 ? !(p.z > 0) : tl_sight_under_mesh(obstacles, p)) {
        return false;
    }
    if (obstacles->insides == NULL) {
        return true;
    }
    size_t count = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < count; slot++) {
        if (!tl_sight_solid(obstacles, slot)) {
            continue;
        }
        tl_box3 box = tl_world_box(obstacles->world, slot);
        if (box.low.x <= p.x && p.x <= box.high.x && box.low.y <= p.y && p.y <= box.high.y && box.low.z <= p.z &&
            p.z <= box.high.z && tl_world_inside(obstacles->world, slot, p)) {
            return false;
        }
    }
    return true;
}

bool tl_sight_ends_free(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q) {
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        const tl_condition *condition = &obstacles->conditions[i];
        if (!condition->line(condition->user, p, q)) {
            return false;
        }
    }
    return tl_visibility_live(obstacles, p) && tl_visibility_live(obstacles, q);
}

bool tl_visibility_line_free(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q) {
    return !tl_sight_below_plane(obstacles, p) && !tl_sight_below_plane(obstacles, q) &&
           !tl_world_blocked(obstacles->world, p, q, obstacles->blockers, NULL) && tl_sight_ends_free(obstacles, p, q);
}

double tl_sight_clearance(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q, double limit, uint32_t *slot) {
    *slot = UINT32_MAX;
    if (obstacles->ground_slot < 0) {
        limit = tl_min(limit, tl_min(p.z, q.z)); /* the segment's lowest point is an end */
    }
    if (!(limit > 0)) {
        return 0;
    }
    tl_hit hit;
    double clearance = tl_world_clearance(obstacles->world, p, q, obstacles->blockers, limit, &hit);
    if (clearance < limit) {
        *slot = hit.slot;
    }
    return clearance;
}

void tl_sight_nearest_blocker(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q, uint32_t *slot) {
    tl_sight_clearance(obstacles, p, q, TL_SIGHT_FAR_AWAY, slot);
}
