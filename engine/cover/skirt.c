/* skirt.c: cutting off what touches. */
#include "cover/skirt.h"

#include "geom/geom.h"

enum { PIECES = 6000 };

/* Polygons as a flat list. */
typedef struct pile {
    tl_vec3 *corners;
    size_t corner_count, corner_capacity;
    uint32_t *sizes;
    size_t size_count, size_capacity;
} pile;

typedef struct cutter {
    tl_sight_search *search;
    double skirt;
    pile sure, loose, work;
    tl_skirt *parts;
    size_t pieces;
} cutter;

static bool put(cutter *c, pile *p, const tl_vec3 *corner, size_t count) {
    if (!tl_reserve(c->search->context, (void **)&p->corners, &p->corner_capacity, p->corner_count + count,
                    sizeof(tl_vec3)) ||
        !tl_reserve(c->search->context, (void **)&p->sizes, &p->size_capacity, p->size_count + 1, sizeof(uint32_t))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        p->corners[p->corner_count++] = corner[i];
    }
    p->sizes[p->size_count++] = (uint32_t)count;
    return true;
}

/* The solid that a point is in. */
static uint32_t solid_at(const tl_sight_search *search, tl_vec3 p) {
    size_t slots = tl_world_slot_count(search->obstacles->world);
    for (size_t slot = 0; slot < slots; slot++) {
        if (tl_world_get(search->obstacles->world, slot) != NULL && tl_sight_solid(search->obstacles, slot) &&
            tl_world_inside(search->obstacles->world, slot, p)) {
            return (uint32_t)slot;
        }
    }
    return search->obstacles->ground_slot >= 0 ? (uint32_t)search->obstacles->ground_slot : UINT32_MAX;
}

/* A polygon that is clear of every surface lies wholly inside or outside of solids. */
static bool put_sure(cutter *c, const tl_vec3 *corner, size_t count) {
    c->search->sight->work += TL_WORK_RAY;
    if (!c->parts->in_solid && !tl_visibility_live(c->search->obstacles, corner[0])) {
        c->parts->in_solid = true;
        c->parts->solid = solid_at(c->search, corner[0]);
    }
    return put(c, &c->sure, corner, count);
}

/* What lies near a polygon. */
typedef struct surroundings {
    const tl_world *world;
    const tl_vec3 *corner;
    size_t count;
    double skirt, slack;
    bool covered; /* all of it is within the skirt of one triangle */
    bool near;    /* some triangle may be within the skirt of some of it */
    tl_vec3 nearest[3];
} surroundings;

/* The distance to a convex triangle is a convex function: what holds at the corners of a polygon holds all over it. */
static bool look_round(void *user, uint32_t slot, uint32_t triangle) {
    surroundings *s = user;
    tl_vec3 t[3];
    tl_bvh_corners(tl_world_get(s->world, slot), triangle, t);
    if (tl_hulls_apart(s->corner, s->count, t, 3, s->skirt + s->slack)) {
        return true;
    }
    s->covered = true;
    for (size_t i = 0; i < s->count && s->covered; i++) {
        s->covered = tl_distance(s->corner[i], tl_nearest_on_triangle(s->corner[i], t)) < s->skirt - s->slack;
    }
    s->near = true;
    return !s->covered;
}

/* Cuts a polygon and puts both parts back to work; false in *cut when all of it lies on one side. */
static bool cut_polygon(cutter *c, const tl_vec3 *corner, size_t count, tl_vec3 n, double offset, bool *cut) {
    tl_vec3 low[2 * TL_CELL_CORNERS], high[2 * TL_CELL_CORNERS];
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = fmin(least, tl_dot(n, corner[i]) - offset);
        most = fmax(most, tl_dot(n, corner[i]) - offset);
    }
    size_t m = tl_clip_polygon(corner, count, n, offset, low);
    size_t k = tl_clip_polygon(corner, count, tl_scale(n, -1), -offset, high);
    *cut = least < -1e-9 && most > 1e-9 && m <= TL_CELL_CORNERS && k <= TL_CELL_CORNERS;
    return !*cut || (put(c, &c->work, low, m) && put(c, &c->work, high, k));
}

/* Sorts one polygon in, or cuts it: where the skirt of a near triangle ends, or else in the middle. */
static bool sort_in(cutter *c, const tl_vec3 *corner, size_t count) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        box = tl_box3_add(box, corner[i]);
    }
    double slack = 1e-6 + 1e-11 * c->search->scale;
    surroundings round = {
        .world = c->search->obstacles->world, .corner = corner, .count = count, .skirt = c->skirt, .slack = slack};
    tl_world_in_box(round.world, tl_box3_grow(box, c->skirt + 2 * slack), c->search->obstacles->blockers, look_round,
                    &round);
    c->search->sight->work += TL_WORK_RAY;
    if (round.covered) {
        return true;
    }
    if (!round.near) {
        return put_sure(c, corner, count);
    }
    double diameter = tl_length(tl_box3_size(box));
    /* deep in the skirt of several triangles together; the clearance is rounded down by less than 1e-8 of the scale */
    tl_hit hit;
    double middle = tl_world_clearance(round.world, tl_box3_centre(box), tl_box3_centre(box),
                                       c->search->obstacles->blockers, 2 * c->skirt, &hit);
    if (middle + 0.5 * diameter + slack + 1e-8 * (1 + c->search->scale) < c->skirt) {
        return true;
    }
    tl_vec3 area = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; i++) {
        area = tl_add(area, tl_cross(tl_sub(corner[i], corner[0]), tl_sub(corner[i + 1], corner[0])));
    }
    /* what is small, or a strip along the end of a skirt, stays undecided */
    if (count < 3 || diameter < 2 * c->search->options.tolerance || tl_length(area) < 40 * slack * diameter ||
        c->pieces >= PIECES) {
        return put(c, &c->loose, corner, count);
    }
    c->pieces++;
    if (count > TL_CELL_CORNERS - 3) {
        /* cuts add corners: halve it across before it has too many */
        tl_vec3 rest[TL_CELL_CORNERS];
        size_t half = count / 2, n = 0;
        rest[n++] = corner[0];
        for (size_t i = half; i < count; i++) {
            rest[n++] = corner[i];
        }
        return put(c, &c->work, corner, half + 1) && put(c, &c->work, rest, n);
    }
    bool cut = false;
    if (middle < 2 * c->skirt) {
        /* the plane that bounds the skirt of the triangle nearest to the middle, if it bounds it there */
        tl_vec3 t[3];
        tl_bvh_corners(tl_world_get(round.world, hit.slot), hit.triangle, t);
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(t[1], t[0]), tl_sub(t[2], t[0])));
        n = tl_dot(n, tl_sub(tl_box3_centre(box), t[0])) < 0 ? tl_scale(n, -1) : n;
        for (int side = 1; side >= -1 && !cut; side -= 2) {
            if (!cut_polygon(c, corner, count, n, tl_dot(n, t[0]) + c->skirt + 3 * side * slack, &cut)) {
                return false;
            }
        }
    }
    tl_vec3 size = tl_box3_size(box);
    tl_vec3 axis = size.x >= size.y && size.x >= size.z ? (tl_vec3){1, 0, 0}
                   : size.y >= size.z                   ? (tl_vec3){0, 1, 0}
                                                        : (tl_vec3){0, 0, 1};
    if (!cut && !cut_polygon(c, corner, count, axis, tl_dot(axis, tl_box3_centre(box)), &cut)) {
        return false;
    }
    return cut || put(c, &c->loose, corner, count);
}

/* One triangle: the plane ground first, exactly, then whatever it touches. */
static bool cut_triangle(cutter *c, const tl_vec3 corner[3]) {
    tl_vec3 above[8];
    size_t count = 3;
    if (c->search->obstacles->ground_slot < 0) {
        tl_vec3 up = {0, 0, 1};
        double deepest = fmin(corner[0].z, fmin(corner[1].z, corner[2].z));
        if (deepest < -c->skirt) {
            c->parts->in_solid = true;
            c->parts->solid = UINT32_MAX;
        }
        count = tl_clip_polygon(corner, 3, tl_scale(up, -1), -c->skirt, above);
        if (count < 3) {
            return true;
        }
    } else {
        above[0] = corner[0];
        above[1] = corner[1];
        above[2] = corner[2];
    }
    if (!put(c, &c->work, above, count)) {
        return false;
    }
    while (c->work.size_count > 0) {
        tl_vec3 piece[TL_CELL_CORNERS];
        size_t n = c->work.sizes[--c->work.size_count];
        c->work.corner_count -= n;
        for (size_t i = 0; i < n; i++) {
            piece[i] = c->work.corners[c->work.corner_count + i];
        }
        if (!sort_in(c, piece, n)) {
            return false;
        }
    }
    return true;
}

static void empty(cutter *c, pile *p) {
    tl_free(c->search->context, p->corners);
    tl_free(c->search->context, p->sizes);
}

tl_status tl_skirt_cut(tl_sight_search *search, const tl_bvh *target, double skirt, tl_skirt *parts) {
    *parts = (tl_skirt){.solid = UINT32_MAX};
    cutter c = {.search = search, .skirt = skirt, .parts = parts};
    bool fits = true;
    for (size_t i = 0; fits && i < tl_bvh_triangle_count(target); i++) {
        tl_vec3 corner[3];
        tl_bvh_corners(target, (uint32_t)i, corner);
        fits = cut_triangle(&c, corner);
    }
    if (fits) {
        parts->sure = tl_cell_from_polygons(&search->scratch, c.sure.corners, c.sure.sizes, c.sure.size_count);
        parts->loose = tl_cell_from_polygons(&search->scratch, c.loose.corners, c.loose.sizes, c.loose.size_count);
    }
    empty(&c, &c.sure);
    empty(&c, &c.loose);
    empty(&c, &c.work);
    if (parts->sure == NULL || parts->loose == NULL) {
        tl_cell_release(search->context, parts->sure);
        tl_cell_release(search->context, parts->loose);
        parts->sure = parts->loose = NULL;
        return TL_ERROR_MEMORY;
    }
    return TL_OK;
}
