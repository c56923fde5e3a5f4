/* ground.c: where the table's mesh is a plain sheet, its underside is as good as the inside of a solid.
 *
 * Over a rectangle of the plan the mesh is a sheet when every triangle over it faces up, every edge over it joins
 * exactly two triangles, one on each side, and some vertical line meets it once. Then it covers the rectangle without
 * fold or rim, so the number of sheets is the same everywhere: one. A point over the rectangle is underground exactly
 * when it lies below the sheet, and a segment between two points that are not crosses it an even number of times. */
#include "visibility/search.h"

#include "base/hash.h"
#include "math/hash_point.h"
#include "visibility/limits.h"

#include <string.h>

typedef struct ground_column {
    const tl_bvh *bvh;
    uint32_t slot;
    tl_box3 box;
    uint32_t triangles[TL_SIGHT_COLUMN];
    size_t count;
    bool fits;
    uint16_t edges[TL_SIGHT_EDGE_SLOTS]; /* 3 * triangle + edge, plus 1; 0: free */
} ground_column;

static bool collect(void *user, uint32_t slot, uint32_t triangle) {
    ground_column *c = user;
    if (slot == c->slot) {
        c->fits = c->count < TL_SIGHT_COLUMN;
        if (c->fits) {
            c->triangles[c->count++] = triangle;
        }
    }
    return c->fits;
}

static void edge_of(const ground_column *c, size_t edge, tl_vec3 *u, tl_vec3 *v) {
    tl_vec3 corner[3];
    tl_bvh_corners(c->bvh, c->triangles[edge / 3], corner);
    *u = corner[edge % 3];
    *v = corner[(edge + 1) % 3 == 0 ? edge % 3 - 2 : edge % 3 + 1];
}

/* The same for both directions. */
static size_t edge_place(tl_vec3 u, tl_vec3 v) {
    return (size_t)tl_mix(tl_vec3_hash(u, 0) + tl_vec3_hash(v, 0)) & (TL_SIGHT_EDGE_SLOTS - 1);
}

static void remember_edges(ground_column *c) {
    memset(c->edges, 0, sizeof(c->edges));
    for (size_t edge = 0; edge < 3 * c->count; edge++) {
        tl_vec3 u, v;
        edge_of(c, edge, &u, &v);
        size_t at = edge_place(u, v);
        while (c->edges[at] != 0) {
            at = (at + 1) & (TL_SIGHT_EDGE_SLOTS - 1);
        }
        c->edges[at] = (uint16_t)(edge + 1);
    }
}

/* Whether exactly one other triangle of the column runs along the edge, the other way round. */
static bool joined(const ground_column *c, size_t triangle, tl_vec3 u, tl_vec3 v) {
    size_t opposite = 0, same = 0;
    for (size_t at = edge_place(u, v); c->edges[at] != 0; at = (at + 1) & (TL_SIGHT_EDGE_SLOTS - 1)) {
        tl_vec3 from, to;
        size_t edge = c->edges[at] - 1U;
        edge_of(c, edge, &from, &to);
        if (edge / 3 != triangle) {
            opposite += tl_same_point(from, v) && tl_same_point(to, u) ? 1U : 0U;
            same += tl_same_point(from, u) && tl_same_point(to, v) ? 1U : 0U;
        }
    }
    return opposite == 1 && same == 0;
}

/* Whether an edge may pass over the rectangle, its rim included: false is exact. */
static bool over(const ground_column *c, tl_vec3 u, tl_vec3 v) {
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

/* Whether the column's triangles are a sheet over its box. `*luck`: false only because the middle of the box lies over
 * an edge, where sheets can't be counted. */
static bool is_sheet(const ground_column *c, tl_vec2 middle, bool *luck) {
    size_t sheets = 0;
    for (size_t i = 0; i < c->count; i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(c->bvh, c->triangles[i], corner);
        tl_vec2 plan[3] = {tl_plan(corner[0]), tl_plan(corner[1]), tl_plan(corner[2])};
        if (tl_orient2d(plan[0], plan[1], plan[2]) <= 0) {
            return false;
        }
        int inside = 0;
        for (int e = 0; e < 3; e++) {
            int side = tl_orient2d(plan[e], plan[(e + 1) % 3], middle);
            if (side == 0) {
                *luck = true;
                return false;
            }
            inside += side > 0;
            if (over(c, corner[e], corner[(e + 1) % 3]) && !joined(c, i, corner[e], corner[(e + 1) % 3])) {
                return false;
            }
        }
        sheets += inside == 3 ? 1U : 0U;
    }
    return sheets == 1;
}

static bool holds(tl_box3 outer, tl_box3 inner) {
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && inner.high.x <= outer.high.x &&
           inner.high.y <= outer.high.y;
}

bool tl_sight_ground_is_sheet(tl_sight_search *search, tl_box3 box) {
    const tl_obstacles *obstacles = search->obstacles;
    if (obstacles->ground_slot < 0 || obstacles->ground_slot == TL_SIGHT_NO_GROUND ||
        (search->options.slack > 0 && search->options.ground_gives) ||
        obstacles->blockers[obstacles->ground_slot] != TL_ROLES_ALL) {
        return false;
    }
    ground_column c;
    c.slot = (uint32_t)obstacles->ground_slot;
    c.count = 0;
    c.fits = true;
    c.bvh = tl_world_get(obstacles->world, c.slot);
    if (c.bvh == NULL) {
        return false;
    }
    c.box = tl_box3_grow(box, TL_SIGHT_OVER + TL_SIGHT_TOUCH_SHARE * search->scale);
    search->sight->work += TL_SIGHT_WORK_STEP;
    /* part of a sheet is a sheet, and what holds a place where the mesh is none isn't one */
    if ((obstacles->sheet != NULL && holds(*obstacles->sheet, c.box)) ||
        (search->knows_sheet && holds(search->sheet, c.box))) {
        return true;
    }
    if (search->knows_no_sheet && holds(c.box, search->no_sheet)) {
        return false;
    }
    tl_box3 all = tl_bvh_box(c.bvh);
    c.box.low.z = all.low.z - 1;
    c.box.high.z = all.high.z + 1;
    tl_world_in_box(obstacles->world, c.box, obstacles->blockers, collect, &c);
    search->sight->work += TL_SIGHT_WORK_RAY + c.count * TL_SIGHT_WORK_GROUND_TRIANGLE;
    bool luck = false;
    if (c.fits) {
        remember_edges(&c);
    }
    bool sheet = c.fits && is_sheet(&c, tl_plan(tl_box3_centre(box)), &luck);
    if (sheet) {
        search->knows_sheet = true;
        search->sheet = c.box;
    } else if (!luck) {
        search->knows_no_sheet = true;
        search->no_sheet = c.box;
    }
    return sheet;
}
