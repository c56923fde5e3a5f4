/* contact.c: cells that touch blockers: those inside of them, and those that a shell touches. */
#include "visibility/shells.h"

#include "geom/geom.h"
#include "visibility/limits.h"

/* --- Buried cells ------------------------------------------------------------------------------------------------ */

typedef struct surface_query {
    const tl_world *world;
    const tl_vec3 *points;
    size_t count;
    double margin;
    uint32_t slot;
    bool meets;
} surface_query;

static bool meets_surface(void *user, uint32_t slot, uint32_t triangle) {
    surface_query *query = user;
    if (slot != query->slot) {
        return true;
    }
    tl_vec3 corner[3];
    tl_bvh_corners(tl_world_get(query->world, slot), triangle, corner);
    query->meets = !tl_shaft_hulls_apart(query->points, query->count, corner, 3, query->margin);
    return !query->meets;
}

static bool box_within(tl_box3 inner, tl_box3 outer) {
    return outer.low.x < inner.low.x && inner.high.x < outer.high.x && outer.low.y < inner.low.y &&
           inner.high.y < outer.high.y && outer.low.z < inner.low.z && inner.high.z < outer.high.z;
}

/* A convex polygon that doesn't meet a surface lies inside if one of its corners does: inside a solid, or under the
 * ground where that is a plain sheet. */
static bool polygon_buried(tl_sight_search *search, const tl_vec3 *corner, size_t count) {
    TL_ASSERT(count > 0, "a polygon that may be buried has corners");
    const tl_obstacles *obstacles = search->obstacles;
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, corner[i]);
    }
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        if (bvh == NULL) {
            continue;
        }
        bool inside = tl_sight_solid(obstacles, slot) && box_within(box, tl_bvh_box(bvh)) &&
                      tl_world_inside(obstacles->world, slot, corner[0]);
        bool under = !inside && (int64_t)slot == obstacles->ground_slot && tl_sight_under_mesh(obstacles, corner[0]) &&
                     tl_sight_ground_is_sheet(search, box);
        if (!inside && !under) {
            continue;
        }
        double margin = TL_SIGHT_TOUCH + TL_SIGHT_TOUCH_SHARE * search->scale + search->options.slack;
        surface_query query = {obstacles->world, corner, count, margin, (uint32_t)slot, false};
        tl_world_in_box(obstacles->world, tl_box3_grow(box, margin), NULL, meets_surface, &query);
        search->sight->work += TL_SIGHT_WORK_RAY + 4 * TL_SIGHT_WORK_CONTACT;
        if (!query.meets) {
            tl_sight_name(search, (uint32_t)slot);
            search->underground = search->underground || under;
            return true;
        }
    }
    return false;
}

bool tl_sight_buried(tl_sight_search *search, const tl_cell *cell) {
    TL_ASSERT(cell->point_count > 0 || cell->polygon_count == 0, "a cell with polygons has points");
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = 0;
        for (uint32_t k = cell->first[i]; k < cell->first[i + 1]; k++) {
            corner[count++] = cell->points[cell->corners[k]];
        }
        if (!tl_sight_poll(search) || !polygon_buried(search, corner, count)) {
            return false;
        }
    }
    return true;
}

/* --- Contact ------------------------------------------------------------------------------------------------------ */

/* The part of a triangle that matters: above the plane ground. */
static size_t triangle_part(const tl_shaft *shaft, const tl_patch *patch, uint32_t triangle, tl_vec3 out[4]) {
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        tl_vec3 p = tl_patch_corner(patch, triangle, (uint32_t)i),
                q = tl_patch_corner(patch, triangle, (uint32_t)((i + 1) % 3));
        if (!shaft->above_plane || p.z >= 0) {
            out[n++] = p;
        }
        if (shaft->above_plane && ((p.z < 0 && q.z > 0) || (p.z > 0 && q.z < 0))) {
            out[n++] = tl_lerp(p, q, p.z / (p.z - q.z));
        }
    }
    return n;
}

static bool touches_cell(tl_sight_search *search, const tl_shaft *shaft, uint32_t triangle, const tl_cell *cell) {
    tl_vec3 part[4];
    size_t count = triangle_part(shaft, &search->patch, triangle, part);
    tl_box3 box = tl_box3_empty();
    double top = 0;
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, part[i]);
        top = tl_max(top, part[i].z);
    }
    if (count == 0 || (shaft->above_plane && top <= 0) ||
        !tl_box3_overlap(tl_box3_grow(box, shaft->margin), cell->box)) {
        return false;
    }
    search->sight->work += TL_SIGHT_WORK_CONTACT + cell->point_count / 4;
    return !tl_shaft_hulls_apart(cell->points, cell->point_count, part, count, shaft->margin);
}

/* Whether live points are those outside of a slot's surface, so that between two of them it is crossed evenly. */
static bool slot_encloses(tl_sight_search *search, uint32_t slot, const tl_cell *cell) {
    const tl_obstacles *obstacles = search->obstacles;
    return (tl_sight_solid(obstacles, slot) && obstacles->blockers[slot] == TL_ROLES_ALL) ||
           ((int64_t)slot == obstacles->ground_slot && tl_sight_ground_is_sheet(search, cell->box));
}

typedef struct contact_query {
    tl_sight_search *search;
    const tl_shaft *shaft;
    const tl_cell *cell;
    uint32_t slots[TL_SIGHT_CONTACT_SLOTS]; /* whose surfaces the shell holds near the cell */
    size_t slot_count;
    bool usable;
} contact_query;

static bool concerns(const contact_query *query, uint32_t slot) {
    for (size_t i = 0; i < query->slot_count; i++) {
        if (query->slots[i] == slot) {
            return true;
        }
    }
    return false;
}

static bool apart(const contact_query *query, const tl_vec3 corner[3]) {
    bool dead = query->shaft->above_plane && corner[0].z <= 0 && corner[1].z <= 0 && corner[2].z <= 0;
    return dead || tl_shaft_hulls_apart(query->cell->points, query->cell->point_count, corner, 3, query->shaft->margin);
}

/* A face of such a slot must be in the chain, or off the cell's hull. */
static bool check_face(contact_query *query, uint32_t face) {
    const tl_patch *patch = &query->search->patch;
    uint32_t triangle = tl_patch_find(patch, face);
    if (triangle == UINT32_MAX) {
        tl_vec3 corner[3];
        tl_patch_face_corners(patch, face, corner);
        query->usable = apart(query, corner);
    } else {
        query->usable =
            tl_patch_single(patch, triangle) || !touches_cell(query->search, query->shaft, triangle, query->cell);
    }
    return query->usable;
}

/* Pieces that agree with others in all three points are kept once. Where one that belongs to a replaced triangle may
 * have been left out near the cell, the chain can't be told: some other face then lies in the triangle. */
typedef struct double_query {
    contact_query *contact;
    uint32_t face;
    tl_vec3 corner[3];
} double_query;

static bool not_double(double_query *query, uint32_t face) {
    const tl_patch *patch = &query->contact->search->patch;
    if (tl_joined_origin(patch->joined, face) == query->face) {
        return true;
    }
    tl_vec3 corner[3];
    tl_patch_face_corners(patch, face, corner);
    bool inside = true;
    for (int k = 0; k < 3 && inside; k++) {
        inside = tl_distance(tl_geom_nearest_on_triangle(corner[k], query->corner), corner[k]) <= TL_SIGHT_DOUBLE_REACH;
    }
    query->contact->usable = !inside;
    return !inside;
}

static bool not_double_triangle(void *user, uint32_t slot, uint32_t source) {
    double_query *query = user;
    const tl_joined *joined = query->contact->search->patch.joined;
    uint32_t face = joined->first[slot] + source;
    return tl_joined_replaced(joined, face) || not_double(query, face);
}

static bool not_double_piece(void *user, uint32_t slot, uint32_t source) {
    (void)slot;
    double_query *query = user;
    const tl_joined *joined = query->contact->search->patch.joined;
    return not_double(query, joined->first[joined->slot_count] + source);
}

static bool check_replaced(contact_query *query, uint32_t face) {
    const tl_patch *patch = &query->search->patch;
    double_query doubled = {.contact = query, .face = face};
    tl_patch_face_corners(patch, face, doubled.corner);
    if (apart(query, doubled.corner)) {
        return true;
    }
    tl_box3 box = tl_box3_grow(query->cell->box, query->shaft->margin);
    tl_world_in_box(query->search->obstacles->world, box, NULL, not_double_triangle, &doubled);
    if (query->usable && patch->pieces != NULL) {
        tl_world_in_box(patch->pieces, box, NULL, not_double_piece, &doubled);
    }
    return query->usable;
}

/* Every triangle of such a slot that may meet the cell's hull must be in the chain, itself or in pieces. */
static bool check_solid(void *user, uint32_t slot, uint32_t source) {
    contact_query *query = user;
    const tl_joined *joined = query->search->patch.joined;
    uint32_t face = joined->first[slot] + source;
    return !concerns(query, slot) ||
           (tl_joined_replaced(joined, face) ? check_replaced(query, face) : check_face(query, face));
}

static bool check_piece(void *user, uint32_t slot, uint32_t source) {
    (void)slot;
    contact_query *query = user;
    const tl_joined *joined = query->search->patch.joined;
    uint32_t face = joined->first[joined->slot_count] + source;
    if (!concerns(query, tl_joined_slot(joined, face))) {
        return true;
    }
    if (joined->gaps[source] > TL_SIGHT_MOST_GAP) {
        tl_vec3 corner[3];
        tl_patch_face_corners(&query->search->patch, face, corner);
        query->usable = apart(query, corner);
        return query->usable;
    }
    return check_face(query, face);
}

bool tl_sight_parity_holds(tl_sight_search *search, const tl_shaft *shaft, const tl_cell *cell, tl_vec3 end) {
    const tl_patch *patch = &search->patch;
    contact_query query = {.search = search, .shaft = shaft, .cell = cell, .usable = true};
    for (size_t i = 0; i < patch->queue_count; i++) {
        uint32_t triangle = patch->queue[i] >> 1;
        if (!tl_patch_single(patch, triangle) || !touches_cell(search, shaft, triangle, cell)) {
            continue;
        }
        uint32_t slot = patch->faces[triangle].slot;
        bool known = concerns(&query, slot);
        if (!known && (query.slot_count == TL_SIGHT_CONTACT_SLOTS || !slot_encloses(search, slot, cell))) {
            return false;
        }
        if (!known) {
            query.slots[query.slot_count++] = slot;
        }
    }
    if (query.slot_count == 0) {
        return true;
    }
    if (!tl_visibility_live(search->obstacles, end)) {
        return false;
    }
    tl_box3 box = tl_box3_grow(cell->box, shaft->margin);
    tl_world_in_box(search->obstacles->world, box, search->obstacles->blockers, check_solid, &query);
    if (query.usable && patch->pieces != NULL) {
        tl_world_in_box(patch->pieces, box, NULL, check_piece, &query);
    }
    return query.usable;
}

/* --- Nudging ------------------------------------------------------------------------------------------------------ */

/* Feet on a floor, a back against a wall: what a body rests against lies on the other side of a plane, or of a few.
 * There the cell can be moved off the shell by a hair, for which the shaft has room, and parity needs no solids: floors
 * of many tiles and open sheets do as well. */

static tl_vec3 nudged(const tl_nudged *n, tl_vec3 p) {
    tl_vec3 q = tl_add(p, n->move);
    q.x = tl_min(tl_max(q.x, n->limits.low.x), n->limits.high.x);
    q.y = tl_min(tl_max(q.y, n->limits.low.y), n->limits.high.y);
    q.z = tl_min(tl_max(q.z, n->limits.low.z), n->limits.high.z);
    return q;
}

tl_vec3 tl_sight_nudged_corner(const tl_nudged *n, tl_sight_random *random) {
    return nudged(n, n->cell->points[tl_sight_random_below(random, n->cell->point_count)]);
}

/* The unit normal of a triangle that looks to where the cell's middle lies. */
static tl_vec3 normal_towards(const tl_patch *patch, uint32_t triangle, tl_vec3 middle) {
    tl_vec3 a = tl_patch_corner(patch, triangle, 0), b = tl_patch_corner(patch, triangle, 1),
            c = tl_patch_corner(patch, triangle, 2);
    tl_vec3 n = tl_normalise(tl_cross(tl_sub(b, a), tl_sub(c, a)));
    return tl_dot(n, tl_sub(middle, a)) < 0 ? tl_scale(n, -1) : n;
}

/* A direction that leads away from all of them, if one is found: turned towards the one it leads away from least. */
static bool away_from(const tl_vec3 *normals, size_t count, tl_vec3 *away) {
    tl_vec3 n = normals[0];
    for (int turn = 0; turn < TL_SIGHT_NUDGE_TURNS; turn++) {
        size_t worst = 0;
        double least = INFINITY;
        for (size_t i = 0; i < count; i++) {
            double dot = tl_dot(n, normals[i]);
            if (dot < least) {
                least = dot;
                worst = i;
            }
        }
        if (least >= TL_SIGHT_NUDGE_COSINE) {
            *away = n;
            return true;
        }
        n = tl_normalise(tl_madd(n, normals[worst], 0.5));
    }
    return false;
}

/* Whether points lie beyond a triangle along its normal. Near contact the search for a separating direction drowns in
 * rounding, and this one is known. */
static bool beyond(const tl_vec3 *points, size_t count, const tl_vec3 corner[3], tl_vec3 normal, double margin) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = tl_min(low, tl_dot(normal, tl_sub(points[i], corner[0])));
    }
    for (int k = 0; k < 3; k++) {
        high = tl_max(high, tl_dot(normal, tl_sub(corner[k], corner[0])));
    }
    return low - high > margin;
}

static bool keeps_off(tl_sight_search *search, const tl_shaft *shaft, const tl_nudged *n) {
    const tl_patch *patch = &search->patch;
    tl_vec3 *points = tl_alloc_array(search->context, n->cell->point_count, sizeof(*points));
    bool off = points != NULL;
    for (uint32_t i = 0; i < n->cell->point_count && off; i++) {
        points[i] = nudged(n, n->cell->points[i]);
    }
    for (size_t i = 0; i < patch->queue_count && off; i++) {
        uint32_t triangle = patch->queue[i] >> 1;
        if (tl_patch_single(patch, triangle) && touches_cell(search, shaft, triangle, n->cell)) {
            const tl_vec3 corner[3] = {tl_patch_corner(patch, triangle, 0), tl_patch_corner(patch, triangle, 1),
                                       tl_patch_corner(patch, triangle, 2)};
            double margin = TL_SIGHT_NUDGE_OFF * shaft->inflation;
            tl_vec3 normal = normal_towards(patch, triangle, tl_cell_centre(n->cell));
            off = beyond(points, n->cell->point_count, corner, normal, margin) ||
                  tl_shaft_hulls_apart(points, n->cell->point_count, corner, 3, margin);
        }
    }
    tl_free(search->context, points);
    return off;
}

bool tl_sight_nudge(tl_sight_search *search, const tl_shaft *shaft, tl_nudged *n) {
    const tl_patch *patch = &search->patch;
    tl_vec3 normals[TL_SIGHT_NUDGE_FACES], middle = tl_cell_centre(n->cell), away;
    size_t count = 0;
    tl_shaft wide = *shaft; /* what may be met on the way */
    wide.margin += shaft->nudge;
    for (size_t i = 0; i < patch->queue_count; i++) {
        uint32_t triangle = patch->queue[i] >> 1;
        if (tl_patch_single(patch, triangle) && touches_cell(search, &wide, triangle, n->cell)) {
            if (count == TL_SIGHT_NUDGE_FACES) {
                return false;
            }
            normals[count++] = normal_towards(patch, triangle, middle);
        }
    }
    if (count == 0 || !away_from(normals, count, &away)) {
        return false;
    }
    n->move = tl_scale(away, shaft->nudge);
    n->limits = patch->limits;
    if (patch->unlimited) {
        n->limits = (tl_box3){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    }
    return keeps_off(search, &wide, n);
}
