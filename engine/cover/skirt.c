/* skirt.c: cuts off what of a target touches something, and so doesn't count for cover. */
#include "cover/skirt.h"

#include "cover/limits.h"
#include "geom/geom.h"

typedef struct skirt_cutter {
    tl_sight_search *search;
    tl_skirt *parts;
    tl_target work; /* still to be sorted in */
    double skirt;
    double slack; /* far above the rounding of distances */
    size_t pieces;
    /* what may be within the skirt of the target at all */
    tl_box3 near[TL_COVER_SKIRT_NEAR]; /* grown by the skirt */
    uint32_t near_slot[TL_COVER_SKIRT_NEAR], near_triangle[TL_COVER_SKIRT_NEAR];
    size_t near_count;
    bool many;          /* more than fit */
    tl_box3 near_all;   /* round all of them, or everything */
    bool may_be_inside; /* some solid's box, or the table's mesh, meets the target's box */
    /* sheets of the target that meet no surface lie wholly inside or outside of solids: one look at each */
    bool by_sheets;
    uint32_t *leader; /* per vertex of the target: a forest of those joined by such triangles */
    uint8_t *state;   /* per leader: 0 not looked at, 1 live, 2 dead */
    const tl_bvh *target;
} skirt_cutter;

/* --- What is near ------------------------------------------------------------------------------------------------- */

static bool note_near(void *user, uint32_t slot, uint32_t triangle) {
    skirt_cutter *c = user;
    tl_vec3 t[3];
    tl_bvh_corners(tl_world_get(c->search->obstacles->world, slot), triangle, t);
    tl_box3 box = tl_box3_grow(tl_cover_box_of_points(t, 3), c->skirt + 2 * c->slack);
    c->near_all = tl_box3_union(c->near_all, box);
    c->many = c->many || c->near_count == TL_COVER_SKIRT_NEAR;
    if (!c->many) {
        c->near_slot[c->near_count] = slot;
        c->near_triangle[c->near_count] = triangle;
        c->near[c->near_count++] = box;
    }
    return true;
}

static void look_for_near(skirt_cutter *c) {
    const tl_obstacles *obstacles = c->search->obstacles;
    tl_box3 box = tl_bvh_box(c->target);
    c->near_all = tl_box3_empty();
    tl_world_in_box(obstacles->world, tl_box3_grow(box, c->skirt + 2 * c->slack), obstacles->blockers, note_near, c);
    c->search->sight->work += TL_SIGHT_WORK_RAY + c->near_count * TL_SIGHT_WORK_STEP;
    c->may_be_inside = obstacles->ground_slot >= 0;
    c->by_sheets = !c->may_be_inside || tl_sight_ground_is_sheet(c->search, box);
    size_t slots = tl_world_slot_count(obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        const tl_bvh *bvh = tl_world_get(obstacles->world, slot);
        if (bvh != NULL && tl_sight_solid(obstacles, slot) && tl_box3_overlap(box, tl_bvh_box(bvh))) {
            c->may_be_inside = true;
            /* parts of its surface that don't block may be crossed on the way */
            c->by_sheets = c->by_sheets && obstacles->blockers[slot] == TL_ROLES_ALL;
        }
    }
}

/* --- Inside or outside -------------------------------------------------------------------------------------------- */

/* The solid that a point is in. */
static uint32_t solid_at(const tl_sight_search *search, tl_vec3 p) {
    size_t slots = tl_world_slot_count(search->obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        if (tl_world_get(search->obstacles->world, slot) != NULL && tl_sight_solid(search->obstacles, slot) &&
            tl_world_inside(search->obstacles->world, slot, p)) {
            return (uint32_t)slot;
        }
    }
    return search->obstacles->ground_slot >= 0 ? (uint32_t)search->obstacles->ground_slot : TL_SIGHT_PLANE;
}

static bool is_live(skirt_cutter *c, tl_vec3 p) {
    c->search->sight->work += TL_SIGHT_WORK_RAY;
    if (tl_visibility_live(c->search->obstacles, p)) {
        return true;
    }
    if (c->parts->dead.count == 0) {
        c->parts->solid = solid_at(c->search, p);
    }
    return false;
}

static uint32_t leader_of(skirt_cutter *c, uint32_t vertex) {
    while (c->leader[vertex] != vertex) {
        c->leader[vertex] = c->leader[c->leader[vertex]];
        vertex = c->leader[vertex];
    }
    return vertex;
}

/* A polygon that is clear of every surface lies wholly inside or outside of solids. */
static bool put_clear(skirt_cutter *c, const tl_vec3 *corner, size_t count) {
    bool live = !c->may_be_inside || is_live(c, corner[0]);
    return tl_target_add(live ? &c->parts->sure : &c->parts->dead, corner, count);
}

/* The same for a whole triangle of the target: the state of the sheet it belongs to. */
static bool put_whole(skirt_cutter *c, const uint32_t *vertices, const tl_vec3 corner[3]) {
    if (!c->may_be_inside || !c->by_sheets) {
        return put_clear(c, corner, 3);
    }
    uint8_t *state = &c->state[leader_of(c, vertices[0])];
    if (*state == 0) {
        *state = is_live(c, corner[0]) ? 1 : 2;
    }
    return tl_target_add(*state == 1 ? &c->parts->sure : &c->parts->dead, corner, 3);
}

/* --- Cutting ------------------------------------------------------------------------------------------------------ */

/* What lies near a polygon. */
typedef struct surroundings {
    const tl_world *world;
    const tl_vec3 *corner;
    size_t count;
    double skirt, slack;
    bool covered; /* all of it is within the skirt of one triangle */
    bool near;    /* some triangle may be within the skirt of some of it */
} surroundings;

/* The distance to a convex triangle is a convex function: what holds at the corners of a polygon holds all over it. */
static bool look_round(void *user, uint32_t slot, uint32_t triangle) {
    surroundings *s = user;
    tl_vec3 t[3];
    tl_bvh_corners(tl_world_get(s->world, slot), triangle, t);
    if (tl_shaft_hulls_apart(s->corner, s->count, t, 3, s->skirt + s->slack)) {
        return true;
    }
    s->covered = true;
    for (size_t i = 0; i < s->count && s->covered; i++) {
        s->covered = tl_distance(s->corner[i], tl_geom_nearest_on_triangle(s->corner[i], t)) < s->skirt - s->slack;
    }
    s->near = true;
    return !s->covered;
}

static surroundings look_at_polygon(skirt_cutter *c, const tl_vec3 *corner, size_t count, tl_box3 box) {
    surroundings round = {
        .world = c->search->obstacles->world, .corner = corner, .count = count, .skirt = c->skirt, .slack = c->slack};
    if (!tl_box3_overlap(box, c->near_all)) {
        return round;
    }
    if (c->many) {
        tl_world_in_box(round.world, tl_box3_grow(box, c->skirt + 2 * c->slack), c->search->obstacles->blockers,
                        look_round, &round);
        c->search->sight->work += TL_SIGHT_WORK_RAY;
        return round;
    }
    for (size_t i = 0; i < c->near_count && !round.covered; i++) {
        if (tl_box3_overlap(box, c->near[i])) {
            look_round(&round, c->near_slot[i], c->near_triangle[i]);
            c->search->sight->work += TL_SIGHT_WORK_STEP;
        }
    }
    return round;
}

/* Cuts a polygon and puts both parts back to work; false in *cut when all of it lies on one side. */
static bool cut_polygon(skirt_cutter *c, const tl_vec3 *corner, size_t count, tl_vec3 n, double offset, bool *cut) {
    tl_vec3 low[2 * TL_CELL_CORNERS], high[2 * TL_CELL_CORNERS];
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = tl_min(least, tl_dot(n, corner[i]) - offset);
        most = tl_max(most, tl_dot(n, corner[i]) - offset);
    }
    size_t m = tl_cell_clip_polygon(corner, count, n, offset, low);
    size_t k = tl_cell_clip_polygon(corner, count, tl_scale(n, -1), -offset, high);
    *cut = least < -TL_COVER_SKIRT_CUT && most > TL_COVER_SKIRT_CUT && m <= TL_CELL_CORNERS && k <= TL_CELL_CORNERS;
    return !*cut || (tl_target_add(&c->work, low, m) && tl_target_add(&c->work, high, k));
}

/* The plane that bounds the skirt of the triangle nearest to the middle, if it bounds it there. */
static bool cut_at_skirt(skirt_cutter *c, const tl_vec3 *corner, size_t count, tl_vec3 middle, const tl_hit *hit,
                         bool *cut) {
    tl_vec3 t[3];
    tl_bvh_corners(tl_world_get(c->search->obstacles->world, hit->slot), hit->triangle, t);
    tl_vec3 n = tl_normalise(tl_cross(tl_sub(t[1], t[0]), tl_sub(t[2], t[0])));
    n = tl_dot(n, tl_sub(middle, t[0])) < 0 ? tl_scale(n, -1) : n;
    bool fits = true;
    for (int side = 1; side >= -1 && fits && !*cut; side -= 2) {
        fits = cut_polygon(c, corner, count, n, tl_dot(n, t[0]) + c->skirt + 3 * side * c->slack, cut);
    }
    return fits;
}

/* Halves it across, before cuts give it too many corners. */
static bool halve(skirt_cutter *c, const tl_vec3 *corner, size_t count) {
    tl_vec3 rest[TL_CELL_CORNERS];
    size_t half = count / 2, n = 0;
    rest[n++] = corner[0];
    for (size_t i = half; i < count; i++) {
        rest[n++] = corner[i];
    }
    return tl_target_add(&c->work, corner, half + 1) && tl_target_add(&c->work, rest, n);
}

/* Whether some corner lies well within the skirt. */
static bool has_deep_corner(skirt_cutter *c, const tl_vec3 *corner, size_t count) {
    bool deep = false;
    for (size_t i = 0; i < count && !deep; i++) {
        deep = tl_world_clearance(c->search->obstacles->world, corner[i], corner[i], c->search->obstacles->blockers,
                                  c->skirt, NULL) < c->skirt - TL_COVER_SKIRT_STRIP * c->slack;
        c->search->sight->work += TL_SIGHT_WORK_RAY;
    }
    return deep;
}

/* Cuts what is partly in the skirt: where the skirt of a near triangle ends, or else in the middle. */
static bool divide(skirt_cutter *c, const tl_vec3 *corner, size_t count, tl_box3 box) {
    tl_vec3 centre = tl_box3_centre(box), size = tl_box3_size(box);
    double diameter = tl_length(size);
    /* deep in the skirt of several triangles together; the clearance is rounded down by less than 1e-8 of the scale */
    tl_hit hit;
    double middle = tl_world_clearance(c->search->obstacles->world, centre, centre, c->search->obstacles->blockers,
                                       2 * c->skirt, &hit);
    c->search->sight->work += TL_SIGHT_WORK_RAY;
    if (middle + 0.5 * diameter + c->slack + TL_COVER_SKIRT_ROUNDING * (1 + c->search->scale) < c->skirt) {
        return true;
    }
    /* what is small, or a strip along the end of a skirt, stays undecided; but a strip that runs on into the skirt of
     * something else is cut there: its end may touch that, and would be hidden */
    bool strip = 2 * tl_length(tl_target_polygon_span(corner, count)) < TL_COVER_SKIRT_STRIP * c->slack * diameter;
    if (count < 3 || diameter < 2 * c->search->options.tolerance || c->pieces >= TL_COVER_SKIRT_PIECES ||
        (strip && !has_deep_corner(c, corner, count))) {
        return tl_target_add(&c->parts->loose, corner, count);
    }
    c->pieces++;
    if (count > TL_CELL_CORNERS - 3) {
        return halve(c, corner, count);
    }
    bool cut = false;
    if (!strip && middle < 2 * c->skirt && !cut_at_skirt(c, corner, count, centre, &hit, &cut)) {
        return false;
    }
    tl_vec3 axis = size.x >= size.y && size.x >= size.z ? (tl_vec3){1, 0, 0}
                   : size.y >= size.z                   ? (tl_vec3){0, 1, 0}
                                                        : (tl_vec3){0, 0, 1};
    if (!cut && !cut_polygon(c, corner, count, axis, tl_dot(axis, centre), &cut)) {
        return false;
    }
    return cut || tl_target_add(&c->parts->loose, corner, count);
}

static bool sort_in(skirt_cutter *c, const tl_vec3 *corner, size_t count) {
    tl_box3 box = tl_cover_box_of_points(corner, count);
    surroundings round = look_at_polygon(c, corner, count, box);
    return round.covered || (round.near ? divide(c, corner, count, box) : put_clear(c, corner, count));
}

/* The plane ground first, exactly: what lies deeper than the skirt is dead. */
static bool put_above_plane(skirt_cutter *c, const tl_vec3 corner[3]) {
    tl_vec3 part[8];
    tl_vec3 up = {0, 0, 1};
    size_t count = tl_cell_clip_polygon(corner, 3, up, -c->skirt, part);
    if (count >= 3 && !tl_target_add(&c->parts->dead, part, count)) {
        return false;
    }
    count = tl_cell_clip_polygon(corner, 3, tl_scale(up, -1), -c->skirt, part);
    return count < 3 || tl_target_add(&c->work, part, count);
}

static bool sort_in_work(skirt_cutter *c) {
    bool fits = true;
    while (c->work.count > 0 && fits && tl_sight_poll(c->search)) {
        tl_vec3 piece[TL_CELL_CORNERS];
        size_t count = tl_target_take(&c->work, piece);
        fits = sort_in(c, piece, count);
    }
    return fits;
}

/* A whole triangle that is clear of everything. */
static bool is_whole(skirt_cutter *c, const tl_vec3 corner[3]) {
    double least = c->skirt + 2 * c->slack;
    if (c->search->obstacles->ground_slot < 0 &&
        (corner[0].z <= least || corner[1].z <= least || corner[2].z <= least)) {
        return false;
    }
    return !look_at_polygon(c, corner, 3, tl_cover_box_of_points(corner, 3)).near;
}

static void join(skirt_cutter *c, const uint32_t *vertices) {
    for (int k = 1; k < 3; k++) {
        c->leader[leader_of(c, vertices[k])] = leader_of(c, vertices[0]);
    }
}

/* False when the search is to stop: asked every few thousand triangles. */
static bool goes_on(skirt_cutter *c, size_t i) {
    tl_sight_search *search = c->search;
    if (!search->stopped && (i & (TL_COVER_TRIANGLES_AT_ONCE - 1)) == TL_COVER_TRIANGLES_AT_ONCE - 1 &&
        !tl_work_on(search->context, TL_COVER_TRIANGLES_AT_ONCE * TL_COVER_WORK_TRIANGLE, "looking at a body")) {
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
    }
    return !search->stopped;
}

static bool cut_all(skirt_cutter *c, uint8_t *whole) {
    size_t count = tl_bvh_triangle_count(c->target);
    const uint32_t *vertices = tl_bvh_triangles(c->target);
    for (size_t i = 0; i < count && goes_on(c, i); i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(c->target, (uint32_t)i, corner);
        whole[i] = is_whole(c, corner) ? 1 : 0;
        if (whole[i] != 0 && c->may_be_inside && c->by_sheets) {
            join(c, vertices + 3 * i);
        }
    }
    bool fits = true;
    for (size_t i = 0; i < count && fits && goes_on(c, i); i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(c->target, (uint32_t)i, corner);
        if (whole[i] != 0) {
            fits = put_whole(c, vertices + 3 * i, corner);
        } else {
            fits =
                c->search->obstacles->ground_slot < 0 ? put_above_plane(c, corner) : tl_target_add(&c->work, corner, 3);
            fits = fits && sort_in_work(c);
        }
    }
    return fits;
}

tl_status tl_skirt_cut(tl_sight_search *search, const tl_bvh *target, double skirt, tl_skirt *parts) {
    TL_ASSERT(skirt > 0, "the skirt is a length");
    skirt_cutter c = {.search = search,
                      .parts = parts,
                      .skirt = skirt,
                      .slack = TL_COVER_SKIRT_SLACK + TL_COVER_SKIRT_SLACK_SHARE * search->scale,
                      .target = target};
    parts->solid = TL_SIGHT_PLANE;
    tl_target_start(&parts->sure, search->context);
    tl_target_start(&parts->loose, search->context);
    tl_target_start(&parts->dead, search->context);
    tl_target_start(&c.work, search->context);
    size_t vertices = tl_bvh_vertex_count(target);
    c.leader = tl_alloc_array(search->context, vertices, sizeof(uint32_t));
    c.state = tl_alloc_array(search->context, vertices, sizeof(uint8_t));
    uint8_t *whole = tl_alloc_array(search->context, tl_bvh_triangle_count(target), sizeof(uint8_t));
    bool fits = c.leader != NULL && c.state != NULL && whole != NULL;
    for (size_t i = 0; fits && i < vertices; i++) {
        c.leader[i] = (uint32_t)i;
    }
    if (fits) {
        look_for_near(&c);
        fits = cut_all(&c, whole);
        fits = fits && (search->stopped || (tl_target_ready(&parts->sure) && tl_target_ready(&parts->loose) &&
                                            tl_target_ready(&parts->dead)));
    }
    tl_target_free(&c.work);
    tl_free(search->context, c.leader);
    tl_free(search->context, c.state);
    tl_free(search->context, whole);
    return fits ? TL_OK : TL_ERROR_MEMORY;
}

void tl_skirt_free(tl_skirt *parts) {
    tl_target_free(&parts->sure);
    tl_target_free(&parts->loose);
    tl_target_free(&parts->dead);
}
