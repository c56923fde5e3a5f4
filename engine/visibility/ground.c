/* ground.c: where the table's mesh is a plain sheet, its underside is as good as the inside of a solid.
 *
 * Over a rectangle of the plan the mesh is a sheet when every triangle over it faces up, every edge over it joins
 * exactly two triangles, one on each side, and some vertical line meets it once. Then it covers the rectangle without
 * fold or rim, so the number of sheets is the same everywhere: one. A point over the rectangle is underground exactly
 * when it lies below the sheet, and a segment between two points that are not crosses it an even number of times. */
#include "visibility/search.h"

enum { COLUMN = 256 };

typedef struct column {
    const tl_bvh *bvh;
    uint32_t slot;
    tl_box3 box;
    uint32_t triangles[COLUMN];
    size_t count;
    bool fits;
} column;

static bool collect(void *user, uint32_t slot, uint32_t triangle) {
    column *c = user;
    if (slot == c->slot) {
        c->fits = c->count < COLUMN;
        if (c->fits) {
            c->triangles[c->count++] = triangle;
        }
    }
    return c->fits;
}

static bool same_end(tl_vec3 a, tl_vec3 b) {
    return tl_same_point(a, b);
}

/* Whether exactly one other triangle of the column runs along the edge, the other way round. */
static bool joined(const column *c, size_t i, tl_vec3 u, tl_vec3 v) {
    size_t opposite = 0, same = 0;
    for (size_t k = 0; k < c->count; k++) {
        tl_vec3 corner[3];
        tl_bvh_corners(c->bvh, c->triangles[k], corner);
        for (int e = 0; e < 3 && k != i; e++) {
            opposite += same_end(corner[e], v) && same_end(corner[(e + 1) % 3], u) ? 1U : 0U;
            same += same_end(corner[e], u) && same_end(corner[(e + 1) % 3], v) ? 1U : 0U;
        }
    }
    return opposite == 1 && same == 0;
}

/* Whether an edge may pass over the rectangle, its rim included: false is exact. */
static bool over(const column *c, tl_vec3 u, tl_vec3 v) {
    tl_vec3 low = c->box.low, high = c->box.high;
    if (tl_min(u.x, v.x) > high.x || tl_max(u.x, v.x) < low.x || tl_min(u.y, v.y) > high.y ||
        tl_max(u.y, v.y) < low.y) {
        return false;
    }
    int side = tl_orient2d(tl_plan(u), tl_plan(v), (tl_vec2){low.x, low.y});
    return side == 0 || tl_orient2d(tl_plan(u), tl_plan(v), (tl_vec2){high.x, low.y}) != side ||
           tl_orient2d(tl_plan(u), tl_plan(v), (tl_vec2){high.x, high.y}) != side ||
           tl_orient2d(tl_plan(u), tl_plan(v), (tl_vec2){low.x, high.y}) != side;
}

bool tl_sight_ground_is_sheet(tl_sight_search *search, tl_box3 box) {
    const tl_obstacles *obstacles = search->obstacles;
    if (obstacles->ground_slot < 0 || obstacles->ground_slot == TL_NO_GROUND ||
        (search->options.slack > 0 && search->options.ground_gives) ||
        obstacles->blockers[obstacles->ground_slot] != TL_ROLES_ALL) {
        return false;
    }
    column c = {.slot = (uint32_t)obstacles->ground_slot, .fits = true};
    c.bvh = tl_world_get(obstacles->world, c.slot);
    if (c.bvh == NULL) {
        return false;
    }
    c.box = tl_box3_grow(box, 1e-6 + 1e-11 * search->scale);
    const tl_box3 *sheet = obstacles->sheet;
    if (sheet != NULL && c.box.low.x >= sheet->low.x && c.box.low.y >= sheet->low.y && c.box.high.x <= sheet->high.x &&
        c.box.high.y <= sheet->high.y) {
        return true;
    }
    tl_box3 all = tl_bvh_box(c.bvh);
    c.box.low.z = all.low.z - 1;
    c.box.high.z = all.high.z + 1;
    tl_world_in_box(obstacles->world, c.box, obstacles->blockers, collect, &c);
    search->sight->work += c.count * TL_WORK_STEP;
    size_t sheets = 0;
    tl_vec2 middle = tl_plan(tl_box3_centre(box));
    for (size_t i = 0; c.fits && i < c.count; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(c.bvh, c.triangles[i], corner);
        tl_vec2 plan[3] = {tl_plan(corner[0]), tl_plan(corner[1]), tl_plan(corner[2])};
        if (tl_orient2d(plan[0], plan[1], plan[2]) <= 0) {
            return false;
        }
        int inside = 0;
        for (int e = 0; e < 3; e++) {
            int side = tl_orient2d(plan[e], plan[(e + 1) % 3], middle);
            if (side == 0) {
                return false; /* over an edge: the sheets can't be counted here */
            }
            inside += side > 0;
            if (over(&c, corner[e], corner[(e + 1) % 3]) && !joined(&c, i, corner[e], corner[(e + 1) % 3])) {
                return false;
            }
        }
        sheets += inside == 3 ? 1U : 0U;
    }
    return c.fits && sheets == 1;
}
