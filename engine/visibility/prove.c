/* prove.c: is every line from one cell to another blocked? The theorem of the shell crawl (docs/math/visibility.md).
 *
 * Let S be a shell inside a convex set K that holds both cells, taken modulo 2 (a triangle with both sides in it counts
 * as none). S has no boundary inside K, since its half-faces come in matched pairs at every edge that meets K. So if S
 * stays off the hulls of both cells, the parity of crossings of a segment from one to the other with S is the same for
 * all such segments; and where it is odd, every segment meets S, whose triangles are blockers. */
#include "visibility/search.h"

#include "geom/geom.h"

#include <string.h>

enum { TRIES = 3, SHELLS = 8, EDGES = 8, SQUEEZES = 6, CROSSED = 200, DEEP_LIMIT = 6000, LIMIT = 12000 };

/* A line and the plain crossings along it. */
typedef struct probe {
    tl_vec3 p, q;
    uint32_t crossed[CROSSED]; /* triangles of the patch, in order from p */
    uint32_t facing[CROSSED];  /* the half-face that looks at p */
    size_t count;
} probe;

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
    query->meets = !tl_hulls_apart(query->points, query->count, corner, 3, query->margin);
    return !query->meets;
}

static bool box_within(tl_box3 inner, tl_box3 outer) {
    return outer.low.x < inner.low.x && inner.high.x < outer.high.x && outer.low.y < inner.low.y &&
           inner.high.y < outer.high.y && outer.low.z < inner.low.z && inner.high.z < outer.high.z;
}

/* A convex polygon that doesn't meet a surface lies inside if one of its corners does: inside a solid, or under the
 * ground where that is a plain sheet. */
static bool polygon_buried(tl_sight_search *search, const tl_vec3 *corner, size_t count) {
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
        double margin = 1e-6 + 1e-11 * search->scale;
        surface_query query = {obstacles->world, corner, count, margin, (uint32_t)slot, false};
        tl_world_in_box(obstacles->world, tl_box3_grow(box, margin), NULL, meets_surface, &query);
        search->sight->work += TL_WORK_RAY + 4 * TL_WORK_CONTACT;
        if (!query.meets) {
            tl_sight_name(search->sight, (uint32_t)slot);
            return true;
        }
    }
    return false;
}

bool tl_sight_buried(tl_sight_search *search, const tl_cell *cell) {
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = 0;
        for (uint32_t k = cell->first[i]; k < cell->first[i + 1]; k++) {
            corner[count++] = cell->points[cell->corners[k]];
        }
        if (!polygon_buried(search, corner, count)) {
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
        tl_vec3 p = patch->points[patch->corners[3 * triangle + (uint32_t)i]];
        tl_vec3 q = patch->points[patch->corners[3 * triangle + (uint32_t)((i + 1) % 3)]];
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
        top = fmax(top, part[i].z);
    }
    if (count == 0 || (shaft->above_plane && top <= 0) ||
        !tl_box3_overlap(tl_box3_grow(box, shaft->margin), cell->box)) {
        return false;
    }
    search->sight->work += TL_WORK_CONTACT + cell->point_count / 4;
    return !tl_hulls_apart(cell->points, cell->point_count, part, count, shaft->margin);
}

/* Whether live points are those outside of a slot's surface, so that between two of them it is crossed evenly. */
static bool slot_encloses(tl_sight_search *search, uint32_t slot, const tl_cell *cell) {
    const tl_obstacles *obstacles = search->obstacles;
    return (tl_sight_solid(obstacles, slot) && obstacles->blockers[slot] == TL_ROLES_ALL) ||
           ((int64_t)slot == obstacles->ground_slot && tl_sight_ground_is_sheet(search, cell->box));
}

enum { CONTACT_SLOTS = 8 };

typedef struct contact_query {
    tl_sight_search *search;
    const tl_shaft *shaft;
    const tl_cell *cell;
    uint32_t slots[CONTACT_SLOTS]; /* whose surfaces the shell holds near the cell */
    size_t slot_count;
    bool usable;
} contact_query;

/* Every triangle of such a slot that may meet the cell's hull must be in the chain. */
static bool check_solid(void *user, uint32_t slot, uint32_t source) {
    contact_query *query = user;
    bool concerns = false;
    for (size_t i = 0; i < query->slot_count; i++) {
        concerns = concerns || query->slots[i] == slot;
    }
    if (!concerns) {
        return true;
    }
    uint32_t triangle = tl_patch_find(&query->search->patch, slot, source);
    if (triangle == UINT32_MAX) {
        tl_vec3 corner[3];
        tl_bvh_corners(tl_world_get(query->search->obstacles->world, slot), source, corner);
        bool dead = query->shaft->above_plane && corner[0].z <= 0 && corner[1].z <= 0 && corner[2].z <= 0;
        query->usable =
            dead || tl_hulls_apart(query->cell->points, query->cell->point_count, corner, 3, query->shaft->margin);
        return query->usable;
    }
    query->usable = tl_patch_single(&query->search->patch, triangle) ||
                    !touches_cell(query->search, query->shaft, triangle, query->cell);
    return query->usable;
}

/* Whether the last shell's parity holds for all live points of a cell: either the shell stays off its hull, or near it
 * the shell is the whole surface of some solids (or of the ground). Between two live points such a surface is crossed
 * an even number of times, so the parity against the shell is the same from both; dead points need no proof. `end` is
 * where the probe starts in the cell. */
static bool parity_holds(tl_sight_search *search, const tl_shaft *shaft, const tl_cell *cell, tl_vec3 end) {
    const tl_patch *patch = &search->patch;
    contact_query query = {.search = search, .shaft = shaft, .cell = cell, .usable = true};
    for (size_t i = 0; i < patch->queue_count; i++) {
        uint32_t triangle = patch->queue[i] >> 1;
        if (!tl_patch_single(patch, triangle) || !touches_cell(search, shaft, triangle, cell)) {
            continue;
        }
        uint32_t slot = patch->slots[triangle];
        bool known = false;
        for (size_t k = 0; k < query.slot_count; k++) {
            known = known || query.slots[k] == slot;
        }
        if (!known && (query.slot_count == CONTACT_SLOTS || !slot_encloses(search, slot, cell))) {
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
    tl_world_in_box(search->obstacles->world, tl_box3_grow(cell->box, shaft->margin), search->obstacles->blockers,
                    check_solid, &query);
    return query.usable;
}

/* --- Where to divide ---------------------------------------------------------------------------------------------- */

void tl_sight_plain_cut(const tl_sight_pair *pair, tl_pair_cut *cut) {
    cut->first = pair->a->diameter >= pair->b->diameter;
    const tl_cell *cell = cut->first ? pair->a : pair->b;
    tl_vec3 size = tl_box3_size(cell->box);
    cut->normal = size.x >= size.y && size.x >= size.z ? (tl_vec3){1, 0, 0}
                  : size.y >= size.z                   ? (tl_vec3){0, 1, 0}
                                                       : (tl_vec3){0, 0, 1};
    cut->offset = tl_dot(cut->normal, tl_cell_centre(cell));
}

/* An edge that a failed shell went round, where it lies farthest out. */
typedef struct turning {
    tl_vec3 u, v; /* the edge */
    tl_vec3 at;   /* a point of it in the shaft */
    double reach; /* its distance from the probe, relative to the width of the shaft there */
} turning;

static void consider_edge(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                          const probe *line, uint32_t half, uint32_t k, turning *best) {
    const uint32_t *c = search->patch.corners + 3 * (half >> 1);
    tl_vec3 u = search->patch.points[c[k]], v = search->patch.points[c[k == 2 ? 0 : k + 1]];
    double low, high;
    if (!tl_shaft_meets(shaft, u, v, tl_shaft_code(shaft, u), tl_shaft_code(shaft, v), &low, &high)) {
        return;
    }
    tl_vec3 w = tl_sub(line->q, line->p);
    double ww = tl_dot(w, w);
    for (int i = 0; i < 2; i++) {
        tl_vec3 x = tl_lerp(u, v, i == 0 ? low : high);
        double s = ww > 0 ? fmin(1, fmax(0, tl_dot(tl_sub(x, line->p), w) / ww)) : 0;
        double distance = tl_distance(x, tl_lerp(line->p, line->q, s));
        double width = (1 - s) * pair->a->diameter + s * pair->b->diameter + shaft->inflation;
        if (distance / width > best->reach) {
            *best = (turning){u, v, x, distance / width};
        }
    }
}

/* Why no shell separated a pair: what they went round. */
typedef struct failure {
    turning edges[EDGES]; /* in the order of the crossings */
    size_t count, best;
    double rank;
} failure;

/* The farthest edge on the way from the shell's start to the crossed triangle that it wrapped round to. */
static void edge_of_wrap(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                         const probe *line, size_t wrapped, turning *best) {
    const tl_patch *patch = &search->patch;
    for (size_t at = wrapped; patch->parents[at] != UINT32_MAX; at = patch->parents[at] / 4) {
        consider_edge(search, shaft, pair, line, patch->queue[patch->parents[at] / 4], patch->parents[at] & 3, best);
    }
}

static bool looks_back(const tl_patch *patch, uint32_t half, tl_vec3 w) {
    const uint32_t *c = patch->corners + 3 * (half >> 1);
    tl_vec3 n =
        tl_cross(tl_sub(patch->points[c[1]], patch->points[c[0]]), tl_sub(patch->points[c[2]], patch->points[c[0]]));
    return (tl_dot(n, w) > 0) != ((half & 1) != 0);
}

/* Without a way round: an edge where the shell turns from facing the first cell to facing the second. */
static void edge_of_turn(const tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                         const probe *line, turning *best) {
    const tl_patch *patch = &search->patch;
    tl_vec3 w = tl_sub(line->q, line->p);
    size_t stride = patch->queue_count / 512 + 1; /* a sample is enough */
    for (size_t at = 1; at < patch->queue_count; at += stride) {
        uint32_t parent = patch->queue[patch->parents[at] / 4];
        if (looks_back(patch, patch->queue[at], w) != looks_back(patch, parent, w)) {
            consider_edge(search, shaft, pair, line, parent, patch->parents[at] & 3, best);
        }
    }
}

/* Cuts one cell by the plane through the edge and the centre of the other: whichever makes the shaft narrower there. */
static bool aligned_cut(const tl_shaft *shaft, const tl_sight_pair *pair, const turning *edge, double least,
                        tl_pair_cut *cut) {
    tl_vec3 axis = tl_sub(shaft->to, shaft->from);
    double aa = tl_dot(axis, axis);
    double s = aa > 0 ? fmin(1, fmax(0, tl_dot(tl_sub(edge->at, shaft->from), axis) / aa)) : 0.5;
    tl_vec3 along = tl_sub(edge->v, edge->u);
    double best = 0;
    for (int i = 0; i < 2; i++) {
        const tl_cell *cell = i == 0 ? pair->a : pair->b;
        tl_vec3 eye = i == 0 ? shaft->to : shaft->from;
        tl_vec3 n = tl_cross(tl_normalise(along), tl_normalise(tl_sub(eye, edge->at)));
        double length = tl_length(n);
        if (!(length > 1e-3)) {
            continue;
        }
        n = tl_scale(n, 1 / length);
        double low, high;
        tl_cell_extent(cell, n, &low, &high);
        double gain = (high - low) * (i == 0 ? 1 - s : s);
        if (high - low > least && gain > best) {
            best = gain;
            double offset = tl_dot(n, edge->at), quarter = 0.25 * (high - low);
            *cut = (tl_pair_cut){i == 0, n, fmin(high - quarter, fmax(low + quarter, offset))};
        }
    }
    return best > 0;
}

/* --- Pairs ---------------------------------------------------------------------------------------------------------
 */

typedef struct follower {
    tl_sight_search *search;
    probe *line;
    double places[CROSSED];
    bool any, plain;
} follower;

static bool note_hit(void *user, const tl_hit *hit) {
    follower *f = user;
    probe *line = f->line;
    f->any = true;
    uint32_t triangle = tl_patch_find(&f->search->patch, hit->slot, hit->triangle);
    if (hit->crossing == TL_CROSSING_TOUCH || triangle == UINT32_MAX || line->count == CROSSED) {
        f->plain = false;
        return false;
    }
    size_t i = line->count++;
    /* in order along the line; ties in the order of triangles, so that the order is the same everywhere */
    for (; i > 0 && (f->places[i - 1] > hit->t || (f->places[i - 1] == hit->t && line->crossed[i - 1] > triangle));
         i--) {
        f->places[i] = f->places[i - 1];
        line->crossed[i] = line->crossed[i - 1];
        line->facing[i] = line->facing[i - 1];
    }
    f->places[i] = hit->t;
    line->crossed[i] = triangle;
    line->facing[i] = 2 * triangle + (hit->crossing == TL_CROSSING_FRONT ? 0U : 1U);
    return true;
}

/* Collects the crossings of a line. `plain`: all of them are crossings of the inside of a triangle that the patch
 * knows, so that parities mean something. */
static void follow(tl_sight_search *search, probe *line, bool *plain, bool *free_line) {
    follower f = {.search = search, .line = line, .plain = true};
    line->count = 0;
    tl_world_each_hit(search->obstacles->world, line->p, line->q, search->obstacles->blockers, note_hit, &f);
    search->sight->work += TL_WORK_RAY + 4 * line->count;
    *free_line = !f.any;
    *plain = f.plain && f.any;
}

static bool conditions_refuse(tl_sight_search *search, const tl_sight_pair *pair) {
    for (size_t i = 0; i < search->obstacles->condition_count; i++) {
        const tl_condition *condition = &search->obstacles->conditions[i];
        search->sight->work += TL_WORK_RAY;
        if (condition->bundle(condition->user, pair->a->points, pair->a->point_count, pair->b->points,
                              pair->b->point_count) == TL_BUNDLE_NONE) {
            tl_sight_name(search->sight, condition->slot);
            return true;
        }
    }
    return false;
}

/* For tests: random lines of a pair that was proved must be blocked or dead at an end. */
static void self_check(tl_sight_search *search, const tl_sight_pair *pair) {
    for (uint32_t i = 0; i < search->options.check_lines; i++) {
        tl_vec3 p = tl_cell_sample(pair->a, &search->checks), q = tl_cell_sample(pair->b, &search->checks);
        search->sight->checked++;
        if (!tl_world_blocked(search->obstacles->world, p, q, search->obstacles->blockers, NULL) &&
            tl_visibility_live(search->obstacles, p) && tl_visibility_live(search->obstacles, q)) {
            search->sight->failed_checks++;
        }
    }
}

/* Tries the shells that start at the probe's crossings; on failure `edge` tells what the best of them went round. */
static bool shells_block(tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair, const probe *line,
                         failure *why) {
    tl_patch *patch = &search->patch;
    size_t limit = pair->depth < 4 ? LIMIT : DEEP_LIMIT;
    bool done[CROSSED] = {false}; /* the crossing's side facing p lies in a shell that failed */
    size_t shells = 0;
    tl_patch_enter(patch);
    tl_patch_mark(patch, line->crossed, line->count);
    for (int ground = 0; ground < 2; ground++) {
        for (size_t i = 0; i < line->count && shells < SHELLS; i++) {
            bool is_ground = (int64_t)patch->slots[line->crossed[i]] == search->obstacles->ground_slot;
            if (is_ground != (ground == 1) || done[i]) {
                continue;
            }
            size_t wrapped;
            tl_crawl result = tl_patch_crawl(patch, shaft, line->facing[i], limit, line->count, &wrapped);
            search->sight->work += TL_WORK_STEP * patch->queue_count;
            shells++;
            for (size_t k = 0; k < line->count; k++) {
                done[k] = done[k] || patch->seen[line->facing[k]] == patch->crawl_stamp;
            }
            if (result == TL_CRAWL_DONE) {
                size_t odd = 0;
                for (size_t k = 0; k < line->count; k++) {
                    odd += tl_patch_single(patch, line->crossed[k]) ? 1U : 0U;
                }
                if ((odd & 1) != 0 && parity_holds(search, shaft, pair->a, line->p) &&
                    parity_holds(search, shaft, pair->b, line->q)) {
                    for (size_t k = 0; k < line->count; k++) {
                        if (tl_patch_single(patch, line->crossed[k])) {
                            tl_sight_name(search->sight, patch->slots[line->crossed[k]]);
                        }
                    }
                    return true;
                }
            }
            turning edge = {.reach = -1};
            if (wrapped != SIZE_MAX) {
                edge_of_wrap(search, shaft, pair, line, wrapped, &edge);
            } else {
                edge_of_turn(search, shaft, pair, line, &edge);
            }
            if (edge.reach >= 0 && why->count < EDGES) {
                why->edges[why->count] = edge;
                /* what a shell was seen to wrap round comes before mere turns, then what lies farther out */
                double rank = edge.reach + (wrapped != SIZE_MAX ? 1e9 : 0);
                if (why->count == 0 || rank > why->rank) {
                    why->best = why->count;
                    why->rank = rank;
                }
                why->count++;
            }
        }
    }
    return false;
}

/* --- Narrow passages ---------------------------------------------------------------------------------------------- */

/* Where the line from p through m meets a polygon of the cell, beyond m. */
static bool aim(const tl_cell *cell, tl_vec3 p, tl_vec3 m, tl_vec3 *q) {
    tl_vec3 d = tl_sub(m, p);
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 corner[TL_CELL_CORNERS];
        size_t count = tl_cell_polygon(cell, i, corner);
        if (count < 3) {
            continue;
        }
        tl_vec3 n = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
        double along = tl_dot(n, d), t = along != 0 ? tl_dot(n, tl_sub(corner[0], p)) / along : 0;
        if (!(t > 1) || !(t < 1e6)) {
            continue;
        }
        tl_vec3 x = tl_madd(p, d, t);
        bool inside = true;
        for (size_t k = 0; k < count && inside; k++) {
            tl_vec3 e = tl_sub(corner[(k + 1) % count], corner[k]);
            inside = tl_dot(n, tl_cross(e, tl_sub(x, corner[k]))) >= 0;
        }
        if (inside) {
            *q = x;
            return true;
        }
    }
    return false;
}

/* Lines that just pass the edges which failed shells went round: beyond one edge by a little, seen from the probe that
 * it stopped, or between two of them. Random lines hardly ever do. */
static bool squeeze(tl_sight_search *search, const tl_sight_pair *pair, const probe *line, const failure *why) {
    if (search->only_proofs || pair->a->polygon_count > 400 || pair->b->polygon_count > 400) {
        return false;
    }
    tl_vec3 last = {0, 0, 0};
    for (size_t i = 0; i < why->count; i++) {
        const turning *edge = &why->edges[i];
        tl_vec3 on_line, on_edge;
        tl_segment_nearest_segment(line->p, line->q, edge->u, edge->v, &on_line, &on_edge);
        tl_vec3 outward = tl_normalise(tl_sub(on_edge, on_line));
        double width = 0.5 * (pair->a->diameter + pair->b->diameter);
        for (int k = 0; k < SQUEEZES; k++) {
            double little = width * (tl_sight_random_unit(&search->random) + 0.5);
            for (uint32_t halvings = tl_sight_random_below(&search->random, 12); halvings > 0; halvings--) {
                little *= 0.5;
            }
            bool between = i > 0 && (k & 2) != 0;
            tl_vec3 m = between ? tl_lerp(last, on_edge, tl_sight_random_unit(&search->random))
                                : tl_madd(on_edge, outward, little);
            bool from_a = (k & 1) == 0;
            tl_vec3 p = tl_cell_sample(from_a ? pair->a : pair->b, &search->random), q;
            search->sight->work += TL_WORK_RAY;
            if (aim(from_a ? pair->b : pair->a, p, m, &q) &&
                tl_sight_try(search, from_a ? p : q, from_a ? q : p) == TL_TRY_SEEN) {
                return true;
            }
        }
        last = on_edge;
    }
    return false;
}

/* --- Wider lines -------------------------------------------------------------------------------------------------- */

/* A line with more than the wanted clearance stays free when it is moved by no more than that. So a pair holds no such
 * line if the same cells, moved that far, are proved blocked; ends that land in a solid were too near to it anyway. */
static tl_status moved_blocked(tl_sight_search *search, const tl_sight_pair *pair, const probe *line, tl_vec3 move,
                               bool *blocked, tl_pair_cut *cut, bool *has_cut) {
    tl_sight_pair moved = *pair;
    *blocked = false;
    moved.a = tl_cell_moved(&search->scratch, pair->a, move);
    moved.b = tl_cell_moved(&search->scratch, pair->b, move);
    if (moved.a != NULL && moved.b != NULL) {
        tl_shaft shaft;
        tl_shaft_make(&shaft, moved.a, moved.b, search->scale, search->obstacles->ground_slot < 0);
        search->sight->work += TL_WORK_SHAFT + (uint64_t)(pair->a->point_count + pair->b->point_count) * TL_WORK_POINT;
        probe shifted;
        shifted.p = tl_add(line->p, move);
        shifted.q = tl_add(line->q, move);
        bool plain = false, free_line;
        if (!tl_sight_below_plane(search->obstacles, shifted.p) &&
            !tl_sight_below_plane(search->obstacles, shifted.q)) {
            follow(search, &shifted, &plain, &free_line);
        }
        failure why = {.count = 0};
        *blocked = plain && shells_block(search, &shaft, &moved, &shifted, &why);
        if (!*blocked && !*has_cut && why.count > 0) {
            *has_cut = aligned_cut(&shaft, &moved, &why.edges[why.best], 0.25 * search->options.tolerance, cut);
            cut->offset -= *has_cut ? tl_dot(cut->normal, move) : 0;
        }
    }
    tl_status status = moved.a != NULL && moved.b != NULL ? TL_OK : TL_ERROR_MEMORY;
    tl_cell_release(search->context, moved.a);
    tl_cell_release(search->context, moved.b);
    return status;
}

/* Moves towards the nearest blocker, and to both sides of the edge that stopped the proof. */
static tl_status too_narrow(tl_sight_search *search, const tl_sight_pair *pair, const probe *line, bool crossed,
                            const failure *why, bool *proved, tl_pair_cut *cut, bool *has_cut) {
    double wanted = 0.99 * search->options.min_clearance;
    tl_vec3 moves[3];
    size_t count = 0;
    *proved = false;
    if (why->count > 0) {
        const turning *edge = &why->edges[why->best];
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(edge->v, edge->u), tl_sub(line->q, line->p)));
        moves[count++] = tl_scale(n, wanted);
        moves[count++] = tl_scale(n, -wanted);
    }
    tl_hit hit;
    if (!crossed && tl_world_clearance(search->obstacles->world, line->p, line->q, search->obstacles->blockers, wanted,
                                       &hit) < wanted) {
        tl_vec3 corner[3], on_line, on_triangle;
        tl_bvh_corners(tl_world_get(search->obstacles->world, hit.slot), hit.triangle, corner);
        tl_segment_nearest_triangle(line->p, line->q, corner, &on_line, &on_triangle);
        moves[count++] = tl_scale(tl_normalise(tl_sub(on_triangle, on_line)), wanted);
        search->sight->work += TL_WORK_CLEARANCE;
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK && !*proved; i++) {
        status = moved_blocked(search, pair, line, moves[i], proved, cut, has_cut);
    }
    return status;
}

tl_status tl_sight_ready_patch(tl_sight_search *search, const tl_cell *a, const tl_cell *b) {
    if (search->has_patch) {
        return TL_OK;
    }
    tl_shaft shaft;
    tl_shaft_make(&shaft, a, b, search->scale, search->obstacles->ground_slot < 0);
    tl_shaft_grow(&shaft, search->options.min_clearance); /* cells may be moved by as much */
    tl_status status = tl_patch_gather(&search->patch, search->context, search->obstacles, &shaft);
    search->has_patch = true;
    search->sight->work += TL_WORK_GATHER * search->patch.triangle_count;
    return status;
}

tl_status tl_sight_prove(tl_sight_search *search, const tl_sight_pair *pair, tl_pair_state *state, tl_pair_cut *cut,
                         double *bound) {
    *state = TL_PAIR_BLOCKED;
    if (conditions_refuse(search, pair)) {
        return TL_OK;
    }
    tl_shaft shaft;
    tl_shaft_make(&shaft, pair->a, pair->b, search->scale, search->obstacles->ground_slot < 0);
    search->sight->work += TL_WORK_SHAFT + (uint64_t)(pair->a->point_count + pair->b->point_count) * TL_WORK_POINT;
    tl_status status = TL_OK;
    probe line;
    failure why = {.count = 0};
    bool sampled = false, crossed = false, has_cut = false;
    double widest = fmax(pair->a->diameter, pair->b->diameter);
    bool blocked_once = false;
    for (int i = 0; i < TRIES && status == TL_OK; i++) {
        line.p = tl_cell_sample(pair->a, &search->random);
        line.q = tl_cell_sample(pair->b, &search->random);
        if (tl_sight_below_plane(search->obstacles, line.p) || tl_sight_below_plane(search->obstacles, line.q)) {
            continue;
        }
        bool plain, free_line;
        follow(search, &line, &plain, &free_line);
        sampled = true;
        crossed = !free_line;
        if (free_line) {
            if (tl_sight_offer(search, line.p, line.q)) {
                *state = TL_PAIR_SEEN;
                return TL_OK;
            }
            const tl_cell *dead = !tl_visibility_live(search->obstacles, line.p)   ? pair->a
                                  : !tl_visibility_live(search->obstacles, line.q) ? pair->b
                                                                                   : NULL;
            if (dead != NULL && tl_sight_buried(search, dead)) {
                self_check(search, pair);
                return TL_OK;
            }
            blocked_once = blocked_once || dead != NULL;
            continue;
        }
        blocked_once = true;
        if (plain) {
            if (shells_block(search, &shaft, pair, &line, &why)) {
                self_check(search, pair);
                return TL_OK;
            }
            if (squeeze(search, pair, &line, &why)) {
                *state = TL_PAIR_SEEN;
                return TL_OK;
            }
            break;
        }
    }
    /* a line clearer than the widest cell would have freed every line of the pair */
    if (blocked_once && widest < 0.999 * search->options.min_clearance) {
        return status;
    }
    if (sampled && search->options.min_clearance > 0) {
        bool proved;
        status = too_narrow(search, pair, &line, crossed, &why, &proved, cut, &has_cut);
        if (status != TL_OK || proved) {
            return status;
        }
    }
    *state = TL_PAIR_OPEN;
    *bound = blocked_once ? fmin(pair->bound, widest) : pair->bound;
    if (why.count > 0) {
        has_cut = aligned_cut(&shaft, pair, &why.edges[why.best], 0.25 * search->options.tolerance, cut);
    }
    if (!has_cut) {
        tl_sight_plain_cut(pair, cut);
    }
    return status;
}
