/* ground.c: surfaces over a rectangle, put together to layers: heights that no place of the rectangle can tell apart.
 */
#include "board/region/ground.h"

#include "board/limits.h"
#include "board/region/layers.h"

#include <stdlib.h>
#include <string.h>

static tl_box3 column(tl_board_rect r, double low, double high) {
    return (tl_box3){{r.x0, r.y0, low}, {r.x1, r.y1, high}};
}

/* --- The table's mesh as a sheet ---------------------------------------------------------------------------------- */

typedef struct ground_half_edge {
    uint32_t low, high;
    uint8_t up; /* it runs from low to high */
} ground_half_edge;

/* Of one heap: the lower ends are the same. */
static int by_ends(const void *x, const void *y) {
    const ground_half_edge *a = x, *b = y;
    return a->high != b->high ? (a->high < b->high ? -1 : 1) : (int)a->up - (int)b->up;
}

/* Sorted by_ends: into a heap for each vertex, then each heap by itself. NULL without memory. */
static ground_half_edge *sorted_edges(tl_context *context, const tl_bvh *bvh) {
    size_t count = 3 * (size_t)tl_bvh_triangle_count(bvh), vertices = tl_bvh_vertex_count(bvh);
    const uint32_t *corner = tl_bvh_triangles(bvh);
    ground_half_edge *edges = tl_alloc_array(context, count, sizeof(*edges));
    size_t *end = tl_alloc_array(context, vertices + 1, sizeof(*end)); /* of a vertex's heap so far */
    if (edges == NULL || end == NULL) {
        tl_free(context, edges);
        tl_free(context, end);
        return NULL;
    }
    for (int filling = 0; filling < 2; filling++) {
        for (size_t i = 0; i < count; i++) {
            uint32_t u = corner[i], v = corner[i % 3 == 2 ? i - 2 : i + 1], low = u < v ? u : v;
            if (filling == 0) {
                end[low + 1]++;
            } else {
                edges[end[low]++] = (ground_half_edge){low, u < v ? v : u, u < v};
            }
        }
        for (size_t i = 0; filling == 0 && i < vertices; i++) {
            end[i + 1] += end[i];
        }
    }
    for (size_t first = 0, i = 0; i < vertices; first = end[i++]) {
        qsort(edges + first, end[i] - first, sizeof(*edges), by_ends);
    }
    tl_free(context, end);
    return edges;
}

/* An edge of the rim that doesn't pass over the inside of the rectangle: both ends on or beyond one of its sides. */
static bool beyond(tl_board_rect r, tl_vec3 u, tl_vec3 v) {
    return (u.x <= r.x0 && v.x <= r.x0) || (u.x >= r.x1 && v.x >= r.x1) || (u.y <= r.y0 && v.y <= r.y0) ||
           (u.y >= r.y1 && v.y >= r.y1);
}

/* Every triangle faces up and every edge over the rectangle joins two triangles, one on each side of it. Then the
 * number of sheets is the same over all of it; counted over one point, which lies on no edge. */
static bool edges_fit(const ground_half_edge *edges, size_t count, const tl_vec3 *vertices, tl_board_rect rect) {
    for (size_t i = 0; i < count;) {
        bool pair = i + 1 < count && edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high;
        bool third = pair && i + 2 < count && edges[i].low == edges[i + 2].low && edges[i].high == edges[i + 2].high;
        if (pair ? third || edges[i].up == edges[i + 1].up
                 : !beyond(rect, vertices[edges[i].low], vertices[edges[i].high])) {
            return false;
        }
        i += pair ? 2 : 1;
    }
    return true;
}

static size_t sheets_over(const tl_bvh *bvh, tl_vec2 p, bool *on_edge) {
    size_t sheets = 0;
    for (uint32_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(bvh, i, c);
        int inside = 0, on = 0;
        for (int k = 0; k < 3; k++) {
            int side = tl_orient2d(tl_plan(c[k]), tl_plan(c[(k + 1) % 3]), p);
            inside += side > 0;
            on += side == 0;
        }
        sheets += inside == 3 ? 1U : 0U;
        *on_edge = *on_edge || (on > 0 && inside + on == 3);
    }
    return sheets;
}

static tl_status is_sheet(tl_context *context, const tl_bvh *bvh, tl_board_rect rect, bool *sheet) {
    size_t triangles = tl_bvh_triangle_count(bvh);
    const uint32_t *corner = tl_bvh_triangles(bvh);
    const tl_vec3 *vertices = tl_bvh_vertices(bvh);
    *sheet = false;
    for (size_t i = 0; i < triangles; i++) {
        if (tl_orient2d(tl_plan(vertices[corner[3 * i]]), tl_plan(vertices[corner[3 * i + 1]]),
                        tl_plan(vertices[corner[3 * i + 2]])) <= 0) {
            return TL_OK;
        }
    }
    ground_half_edge *edges = sorted_edges(context, bvh);
    if (edges == NULL) {
        return TL_ERROR_MEMORY;
    }
    if (edges_fit(edges, 3 * triangles, vertices, rect)) {
        for (int k = 1; k < TL_BOARD_SHEET_TRIES && !*sheet;
             k++) { /* places that a grid of corners hardly has edges over */
            tl_vec2 p = {rect.x0 + (rect.x1 - rect.x0) * (TL_BOARD_SHEET_X + TL_BOARD_SHEET_X_STEP * k),
                         rect.y0 + (rect.y1 - rect.y0) * (TL_BOARD_SHEET_Y - TL_BOARD_SHEET_Y_STEP * k)};
            bool on_edge = false;
            size_t sheets = sheets_over(bvh, p, &on_edge);
            *sheet = !on_edge && sheets == 1;
        }
    }
    tl_free(context, edges);
    return TL_OK;
}

tl_status tl_board_terrain_make(tl_context *context, const tl_table *table, tl_board_terrain *terrain) {
    *terrain = (tl_board_terrain){.table = table, .surfaces = tl_table_surfaces(table)};
    terrain->rect = (tl_board_rect){0, 0, table->document->width, table->document->depth};
    terrain->sheet_over = column(terrain->rect, -INFINITY, INFINITY);
    if (table->ground.body == NULL) {
        return TL_OK;
    }
    terrain->only_ground = tl_alloc_array(context, 2 * table->slot_count, 1); /* caps of holes have slots, too */
    if (terrain->only_ground == NULL) {
        return TL_ERROR_MEMORY;
    }
    terrain->only_ground[0] = TL_ROLES_ALL;
    return is_sheet(context, table->ground.body->solid, terrain->rect, &terrain->sheet);
}

void tl_board_terrain_free(tl_context *context, tl_board_terrain *terrain) {
    tl_free(context, terrain->only_ground);
    terrain->only_ground = NULL;
}

/* --- What lies over the rectangle --------------------------------------------------------------------------------- */

typedef struct ground_survey {
    const tl_board_terrain *terrain;
    const tl_board_nearby *nearby;
    tl_board_rect rect;
    tl_board_layers layers;
    bool failed;  /* no memory */
    bool carpets; /* woods are looked at: they bear low down and keep nobody down */
    bool place;   /* the rectangle is a single one */
} ground_survey;

/* The part of a triangle over a rectangle, side after side; 0: none. `in` has room for 10. */
static size_t clip(tl_vec3 *in, tl_board_rect r) {
    tl_vec3 out[TL_BOARD_CLIP_ROOM];
    size_t n = 3;
    const double side[4] = {r.x0, r.x1, r.y0, r.y1};
    for (int k = 0; k < 4 && n > 0; k++) {
        size_t m = 0, within = 0;
        double sign = (k & 1) != 0 ? 1 : -1, beyond[TL_BOARD_CLIP_ROOM];
        for (size_t i = 0; i < n; i++) {
            beyond[i] = sign * ((k < 2 ? in[i].x : in[i].y) - side[k]);
            within += beyond[i] <= 0 ? 1U : 0U;
        }
        if (within == n) {
            continue; /* nothing is cut off here */
        }
        for (size_t i = 0, j = 1; i < n; i++, j = j + 1 < n ? j + 1 : 0) {
            if (beyond[i] <= 0) {
                out[m++] = in[i];
            }
            if ((beyond[i] < 0 && beyond[j] > 0) || (beyond[i] > 0 && beyond[j] < 0)) {
                out[m++] = tl_lerp(in[i], in[j], beyond[i] / (beyond[i] - beyond[j]));
            }
        }
        n = m;
        memcpy(in, out, n * sizeof(*in));
    }
    return n;
}

/* Narrows the part [t[0], t[1]] of an edge to where it is beyond none of two parallel sides. */
static void narrow(double from, double to, double low, double high, double t[2]) {
    if (tl_max(from, to) < low || tl_min(from, to) > high) {
        t[1] = -1;
    } else if (tl_min(from, to) < low || tl_max(from, to) > high) {
        double way = to - from, u = (low - from) / way, v = (high - from) / way;
        t[0] = tl_max(t[0], tl_min(u, v));
        t[1] = tl_min(t[1], tl_max(u, v));
    }
}

/* The same where no corner of the rectangle is over or under the triangle: then the lowest and the highest point are on
 * its edges. */
static bool heights_of_edges(const tl_vec3 c[3], tl_board_rect r, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        tl_vec3 p = c[k], q = c[k == 2 ? 0 : k + 1];
        double t[2] = {0, 1};
        narrow(p.x, q.x, r.x0, r.x1, t);
        narrow(p.y, q.y, r.y0, r.y1, t);
        if (t[0] <= t[1]) {
            double u = t[0] > 0 ? p.z + t[0] * (q.z - p.z) : p.z, v = t[1] < 1 ? p.z + t[1] * (q.z - p.z) : q.z;
            *low = tl_min(*low, tl_min(u, v));
            *high = tl_max(*high, tl_max(u, v));
        }
    }
    return *low <= *high;
}

/* The heights of the part of a triangle over a rectangle; false when there is none. Worked out in doubles, a hair (1e-9
 * mm) generous. */
static bool heights_over(const tl_vec3 c[3], tl_board_rect r, double *low, double *high) {
    double x0 = tl_min(c[0].x, tl_min(c[1].x, c[2].x)), x1 = tl_max(c[0].x, tl_max(c[1].x, c[2].x));
    double y0 = tl_min(c[0].y, tl_min(c[1].y, c[2].y)), y1 = tl_max(c[0].y, tl_max(c[1].y, c[2].y));
    *low = tl_min(c[0].z, tl_min(c[1].z, c[2].z));
    *high = tl_max(c[0].z, tl_max(c[1].z, c[2].z));
    const tl_board_rect g = {r.x0 - TL_BOARD_OVER_HAIR, r.y0 - TL_BOARD_OVER_HAIR, r.x1 + TL_BOARD_OVER_HAIR,
                             r.y1 + TL_BOARD_OVER_HAIR};
    if (x0 > g.x1 || x1 < g.x0 || y0 > g.y1 || y1 < g.y0) { /* costs only time */
        return false;
    }
    if (x0 >= r.x0 && x1 <= r.x1 && y0 >= r.y0 && y1 <= r.y1) { /* costs only time */
        return true;
    }
    bool side_x = (x0 <= g.x0 && x1 >= g.x0) || (x0 <= g.x1 && x1 >= g.x1);
    bool side_y = (y0 <= g.y0 && y1 >= g.y0) || (y0 <= g.y1 && y1 >= g.y1);
    if (!(side_x && side_y)) {
        return heights_of_edges(c, g, low, high);
    }
    tl_vec3 part[TL_BOARD_CLIP_ROOM] = {c[0], c[1], c[2]};
    size_t n = clip(part, g);
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        *low = tl_min(*low, part[i].z);
        *high = tl_max(*high, part[i].z);
    }
    return n > 0;
}

/* Whether a triangle lies over or under a rectangle that is one place. Exact. */
static bool covers_place(const tl_vec3 c[3], tl_board_rect r) {
    int sides = 0;
    for (int k = 0; k < 3; k++) {
        int side = tl_orient2d(tl_plan(c[k]), tl_plan(c[(k + 1) % 3]), (tl_vec2){r.x0, r.y0});
        sides |= side > 0 ? 1 : side < 0 ? 2 : 0;
    }
    return sides != 3;
}

/* Most triangles lie amid heights that others have been found at, and need no closer look. */
static bool note(void *user, uint32_t slot, uint32_t triangle, double low, double high) {
    ground_survey *s = user;
    bool ground = s->terrain->sheet && slot == 0;
    tl_board_layer made = {.ceils = s->carpets ? INFINITY : -INFINITY,
                           .covers = ground || (s->place && !s->carpets),
                           .carpet = s->carpets};
    if (tl_board_layers_hold(&s->layers, low, high, &made)) { /* costs only time */
        return true;
    }
    const tl_bvh *bvh = tl_world_get(s->terrain->surfaces.world, slot);
    tl_vec3 c[3];
    tl_bvh_corners(bvh, triangle, c);
    double least = tl_min(c[0].z, tl_min(c[1].z, c[2].z)); /* costs only time */
    double most = tl_max(c[0].z, tl_max(c[1].z, c[2].z));  /* costs only time */
    if (tl_board_layers_hold(&s->layers, least, most, &made)) {
        return true;
    }
    if (tl_orient2d(tl_plan(c[0]), tl_plan(c[1]), tl_plan(c[2])) == 0 ||
        !heights_over(c, s->rect, &made.low, &made.high)) {
        return true;
    }
    made.covers = ground || (made.covers && covers_place(c, s->rect));
    made.ceils = s->carpets ? INFINITY : made.low;
    if (s->carpets) {
        double limit = tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET;
        if (made.low > limit) {
            return true;
        }
        made.high = tl_min(made.high, limit);
    }
    s->failed = !tl_board_layers_add(&s->layers, &made);
    return !s->failed;
}

static void look(ground_survey *s) {
    tl_box3 all = column(s->rect, -INFINITY, INFINITY);
    tl_board_nearby_visit(s->nearby, all, false, note, s);
    s->carpets = true;
    if (!s->failed) {
        tl_board_nearby_visit(s->nearby, all, true, note, s);
    }
    if (s->terrain->surfaces.table_plane && !s->failed) {
        const tl_board_layer plane = {.covers = true};
        s->failed = !tl_board_layers_add(&s->layers, &plane);
    }
}

/* --- Layers ------------------------------------------------------------------------------------------------------- */

typedef struct solid_query {
    uint32_t slot;
    bool met;
} solid_query;

static bool note_slot(void *user, uint32_t slot, uint32_t triangle) {
    (void)triangle;
    solid_query *query = user;
    query->met = query->met || slot == query->slot;
    return !query->met;
}

typedef enum in_solid { OUTSIDE, INSIDE, UNKNOWN } in_solid;

/* Whether the places a little above a layer lie in solids: all of them in one, none, or it can't be told. */
static in_solid within_solids(const tl_board_terrain *terrain, tl_board_rect r, const tl_board_layer *l) {
    const tl_surfaces *surfaces = &terrain->surfaces;
    size_t slots = tl_world_slot_count(surfaces->world);
    double margin = TL_BOARD_PROBE_MARGIN * TL_BOARD_PROBE;
    tl_box3 probes = column(r, l->low + TL_BOARD_PROBE - margin, l->high + TL_BOARD_PROBE + margin);
    in_solid answer = OUTSIDE;
    for (size_t slot = 0; slot < slots && answer != INSIDE; slot++) {
        if (surfaces->solid[slot] == 0 || tl_world_get(surfaces->world, slot) == NULL ||
            !tl_box3_overlap(tl_world_box(surfaces->world, slot), probes)) {
            continue;
        }
        solid_query query = {.slot = (uint32_t)slot};
        tl_world_in_box(surfaces->world, probes, NULL, note_slot, &query);
        if (query.met) {
            answer = UNKNOWN;
        } else if (tl_world_inside(surfaces->world, slot, tl_box3_centre(probes))) {
            answer = INSIDE;
        }
    }
    return answer;
}

/* --- Lift and overlap --------------------------------------------------------------------------------------------- */

typedef struct near_query {
    const tl_board_terrain *terrain;
    tl_board_rect rect;
    double low, high; /* heights that matter */
    bool carpets, surfaces;
    bool any;    /* one that reaches them is enough */
    double best; /* the highest found of them */
} near_query;

static bool note_near(void *user, uint32_t slot, uint32_t triangle, double lowest, double highest) {
    near_query *query = user;
    if (highest <= query->best || lowest > query->high) { /* costs only time */
        return true;                                      /* no higher than what was found */
    }
    const tl_surfaces *surfaces = &query->terrain->surfaces;
    const tl_bvh *bvh = tl_world_get(surfaces->world, slot);
    tl_vec3 c[3];
    tl_bvh_corners(bvh, triangle, c);
    tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
    if (query->surfaces && (n.z == 0 || 4 * n.z * n.z < tl_length_squared(n))) {
        return true; /* too steep to stand on, as scene/place.c has it */
    }
    double low, high, top = query->high;
    if (query->carpets) {
        top = tl_min(top, tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET);
    }
    double own = tl_max(c[0].z, tl_max(c[1].z, c[2].z)); /* costs only time */
    if (tl_min(top, own) <= query->best) {               /* costs only time */
        return true;
    }
    if (!heights_over(c, query->rect, &low, &high)) {
        return true;
    }
    if (high >= query->low && low <= top) {
        query->best = tl_max(query->best, tl_min(high, top));
    }
    return !query->any || !(query->best >= query->low);
}

static tl_board_rect grown(tl_board_rect r, double by) {
    return (tl_board_rect){r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by};
}

/* Surfaces under the base lift a body by up to TL_SURFACE_LIFT: the highest that it may come to. */
static double lifted(const ground_survey *s, const tl_board_body *body, const tl_board_layer *l) {
    near_query query = {.terrain = s->terrain,
                        .rect = grown(s->rect, body->footprint),
                        .low = l->high,
                        .high = l->high + TL_SURFACE_LIFT,
                        .surfaces = true,
                        .best = l->high};
    tl_box3 box = column(query.rect, query.low, query.high);
    tl_board_nearby_visit(s->nearby, box, false, note_near, &query);
    query.carpets = true;
    tl_board_nearby_visit(s->nearby, box, true, note_near, &query);
    return query.best;
}

static bool meets(const ground_survey *s, tl_board_rect r, double low, double high) {
    near_query query = {.terrain = s->terrain, .rect = r, .low = low, .high = high, .any = true, .best = -INFINITY};
    tl_board_nearby_visit(s->nearby, column(r, low, high), false, note_near, &query);
    return query.best >= low;
}

static bool note_any(void *user, uint32_t slot, uint32_t triangle, double low, double high) {
    (void)slot;
    (void)triangle;
    (void)low;
    (void)high;
    *(bool *)user = true;
    return false;
}

/* Whether any surface that bears or keeps down is over a rectangle. */
static bool anything_near(const tl_board_nearby *nearby, tl_board_rect r) {
    bool found = false;
    tl_box3 all = column(r, -INFINITY, INFINITY);
    tl_board_nearby_visit(nearby, all, false, note_any, &found);
    if (!found) {
        tl_board_nearby_visit(nearby, all, true, note_any, &found);
    }
    return found;
}

typedef struct off_query {
    const double *off; /* per slot */
    double most;
} off_query;

static bool note_off(void *user, uint32_t slot, uint32_t triangle) {
    (void)triangle;
    off_query *query = user;
    query->most = tl_max(query->most, query->off[slot]);
    return true;
}

/* The most that surfaces which bear or keep down may be off over a rectangle. */
static double off_near(const tl_board_terrain *terrain, tl_board_rect r) {
    const tl_surfaces *s = &terrain->surfaces;
    off_query query = {.off = s->off};
    double most = 0;
    size_t slots = s->off != NULL ? terrain->table->slot_count : 0;
    for (size_t slot = 0; slot < slots; slot++) {
        most = tl_max(most, s->off[slot]);
    }
    if (most > 0) {
        tl_box3 all = column(grown(r, most), -INFINITY, INFINITY);
        tl_world_in_box(s->world, all, s->stand, note_off, &query);
        tl_world_in_box(s->world, all, s->carpet, note_off, &query);
    }
    return query.most;
}

/* The heights that true surfaces may give besides (docs/math/uncertainty.md, What rests on it): a point that bears may
 * come from `off` beside, on a slope of no more than 60 degrees, and what is just too high to lift a body may do so. */
static void give_way(tl_board_ground *g, double off) {
    g->low -= TL_BOARD_GIVE_HEIGHT * off;
    g->high += TL_BOARD_GIVE_HEIGHT * off + TL_SURFACE_LIFT;
    g->plain = false;
}

/* Whether the core meets terrain: at no place, at every place, or it can't be told. */
static tl_board_standing room_for(const ground_survey *s, const tl_board_body *body, const tl_board_ground *g,
                                  double off) {
    tl_board_rect r = s->rect;
    double base_low = g->low - body->low, base_high = g->high - body->low;
    if (!meets(s, grown(r, body->core_reach + off), base_low + body->core_low + TL_BOARD_SAME,
               base_high + body->core_high)) {
        return TL_BOARD_EVERYWHERE;
    }
    double x = body->inner - 0.5 * (r.x1 - r.x0), y = body->inner - 0.5 * (r.y1 - r.y0);
    double low = base_high + body->inner_low, high = base_low + body->inner_high;
    if (x > 0 && y > 0 && low < high && !(off > 0)) {
        double cx = 0.5 * (r.x0 + r.x1), cy = 0.5 * (r.y0 + r.y1);
        if (meets(s, (tl_board_rect){cx - x, cy - y, cx + x, cy + y}, low, high)) {
            return TL_BOARD_NOWHERE;
        }
    }
    return TL_BOARD_PARTLY;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

/* Which of the layers may be the level asked for: `least` to `most` levels lie below the one looked at. */
typedef struct count {
    size_t least, most;
    bool any;  /* some layer may be it */
    bool sure; /* ... and there is one at every place */
} count;

static void consider(const ground_survey *s, const tl_board_body *body, const tl_board_layer *l, double ceiling,
                     size_t level, count *c, tl_board_ground *g) {
    double tall = body->high - body->low;
    bool thick = l->high - l->low >= tall;
    /* a place may have several levels in it: beneath one another, or in woods, which keep nobody down */
    size_t besides = thick || (l->carpet && l->high - l->low > TL_SURFACE_LIFT) ? TL_BOARD_LAYER_LEVELS : 0;
    in_solid in = within_solids(s->terrain, s->rect, l);
    if (in == INSIDE) {
        return; /* no level anywhere */
    }
    bool sure = in == OUTSIDE && l->covers && !thick && ceiling - l->high >= tall;
    if (level >= c->least && level <= c->most + besides) {
        double high = lifted(s, body, l);
        g->low = c->any ? tl_min(g->low, l->low) : l->low;
        g->high = c->any ? tl_max(g->high, high) : high;
        g->over_ground = s->terrain->sheet; /* whoever stands on something else is above it, too */
        c->sure = sure && !c->any && c->least == level && c->most == level;
        c->any = true;
    }
    c->least += sure ? 1U : 0U;
    c->most += besides + 1;
}

/* Whatever a body in the rectangle may meet. */
static tl_board_rect around(const tl_board_body *body, tl_board_rect r) {
    return grown(r, tl_max(body->footprint, body->core_reach) + 1);
}

bool tl_board_ground_is_bare(const tl_board_nearby *nearby, const tl_board_body *body, tl_board_rect rect) {
    return !anything_near(nearby, around(body, rect));
}

static void tell(const ground_survey *s, const tl_board_body *body, size_t level, tl_board_ground *ground) {
    const tl_board_terrain *terrain = s->terrain;
    count c = {0, 0, false, false};
    const tl_board_layers *layers = &s->layers;
    for (size_t at = 0; at < layers->count && level >= c.least; at++) {
        double ceiling = INFINITY;
        for (size_t i = at + 1; i < layers->count && ceiling == INFINITY; i++) {
            ceiling = layers->items[i].ceils;
        }
        consider(s, body, &layers->items[at], ceiling, level, &c, ground);
    }
    if (!c.any) {
        return;
    }
    ground->plain = terrain->surfaces.table_plane && tl_board_ground_is_bare(s->nearby, body, s->rect);
    double off = off_near(terrain, around(body, s->rect));
    if (off > 0) {
        give_way(ground, off);
        c.sure = false;
    }
    tl_board_standing room = room_for(s, body, ground, off > 0 ? off + body->off : body->off);
    ground->standing = room == TL_BOARD_EVERYWHERE && !c.sure ? TL_BOARD_PARTLY : room;
}

void tl_board_ground_expect(tl_board_nearby *nearby, const tl_board_body *body, tl_board_rect rect) {
    double by = tl_max(body->footprint, body->core_reach + body->off) + 1; /* costs only time */
    tl_board_nearby_expect(nearby, grown(rect, by));
}

tl_status tl_board_ground_of(tl_board_nearby *nearby, const tl_board_terrain *terrain, const tl_board_body *body,
                             tl_board_rect rect, size_t level, tl_board_ground *ground) {
    *ground = (tl_board_ground){.standing = TL_BOARD_NOWHERE};
    tl_board_ground_expect(nearby, body, rect);
    ground_survey s = {.terrain = terrain,
                       .nearby = nearby,
                       .rect = rect,
                       .layers = {.context = nearby->context},
                       .place = rect.x0 == rect.x1 && rect.y0 == rect.y1};
    look(&s);
    if (!s.failed) {
        tell(&s, body, level, ground);
    }
    tl_free(nearby->context, s.layers.items);
    return s.failed ? TL_ERROR_MEMORY : TL_OK;
}

tl_status tl_board_ground_once(tl_context *context, const tl_board_terrain *terrain, const tl_board_body *body,
                               tl_board_rect rect, size_t level, tl_board_ground *ground) {
    tl_board_nearby nearby;
    tl_board_nearby_start(&nearby, context, &terrain->surfaces);
    tl_status status = tl_board_ground_of(&nearby, terrain, body, rect, level, ground);
    tl_board_nearby_end(&nearby);
    return status;
}

tl_board_region tl_board_region_on(const tl_board_body *body, tl_board_rect rect, const tl_board_ground *ground) {
    return (tl_board_region){
        body, {{rect.x0, rect.y0, ground->low - body->low}, {rect.x1, rect.y1, ground->high - body->low}}};
}
