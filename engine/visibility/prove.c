/* prove.c: is every line from one cell to another blocked? The theorem of the shell crawl (docs/math/visibility.md).
 *
 * Let S be a shell inside a convex set K that holds both cells, taken modulo 2 (a triangle with both sides in it counts
 * as none). S has no boundary inside K, since its half-faces come in matched pairs at every edge that meets K. So if S
 * stays off the hulls of both cells, the parity of crossings of a segment from one to the other with S is the same for
 * all such segments; and where it is odd, every segment meets S, whose triangles are blockers. */
#include "visibility/search.h"

#include "geom/geom.h"

#include <string.h>

enum { SQUEEZE_START = 100000, SQUEEZE_SHARE = 4 }; /* work on squeezing: so much, and then one part in so many */

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
            tl_sight_name(search, (uint32_t)slot);
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
    return dead || tl_hulls_apart(query->cell->points, query->cell->point_count, corner, 3, query->shaft->margin);
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

#define DOUBLE_REACH 1e-8 /* mm: more than MOST_GAP and the rounding of a distance */
#define MOST_GAP     1e-9 /* mm: surfaces that conform only farther away aren't trusted to enclose */

static bool not_double(double_query *query, uint32_t face) {
    const tl_patch *patch = &query->contact->search->patch;
    if (tl_joined_origin(patch->joined, face) == query->face) {
        return true;
    }
    tl_vec3 corner[3];
    tl_patch_face_corners(patch, face, corner);
    bool inside = true;
    for (int k = 0; k < 3 && inside; k++) {
        inside = tl_distance(tl_nearest_on_triangle(corner[k], query->corner), corner[k]) <= DOUBLE_REACH;
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
    if (joined->gaps[source] > MOST_GAP) {
        tl_vec3 corner[3];
        tl_patch_face_corners(&query->search->patch, face, corner);
        query->usable = apart(query, corner);
        return query->usable;
    }
    return check_face(query, face);
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
        uint32_t slot = patch->faces[triangle].slot;
        bool known = concerns(&query, slot);
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
    tl_box3 box = tl_box3_grow(cell->box, shaft->margin);
    tl_world_in_box(search->obstacles->world, box, search->obstacles->blockers, check_solid, &query);
    if (query.usable && patch->pieces != NULL) {
        tl_world_in_box(patch->pieces, box, NULL, check_piece, &query);
    }
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
    tl_vec3 u = tl_patch_corner(&search->patch, half >> 1, k),
            v = tl_patch_corner(&search->patch, half >> 1, k == 2 ? 0 : k + 1);
    double low, high;
    if (!tl_shaft_meets(shaft, u, v, tl_shaft_code(shaft, u), tl_shaft_code(shaft, v), &low, &high)) {
        return;
    }
    tl_vec3 w = tl_sub(line->q, line->p);
    double ww = tl_dot(w, w);
    for (int i = 0; i < 2; i++) {
        tl_vec3 x = tl_lerp(u, v, i == 0 ? low : high);
        double s = ww > 0 ? tl_min(1, tl_max(0, tl_dot(tl_sub(x, line->p), w) / ww)) : 0;
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
    tl_vec3 c = tl_patch_corner(patch, half >> 1, 0);
    tl_vec3 n =
        tl_cross(tl_sub(tl_patch_corner(patch, half >> 1, 1), c), tl_sub(tl_patch_corner(patch, half >> 1, 2), c));
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
    double s = aa > 0 ? tl_min(1, tl_max(0, tl_dot(tl_sub(edge->at, shaft->from), axis) / aa)) : 0.5;
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
            *cut = (tl_pair_cut){i == 0, n, tl_min(high - quarter, tl_max(low + quarter, offset))};
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

static bool note_crossing(follower *f, const tl_hit *hit, uint32_t face) {
    probe *line = f->line;
    uint32_t triangle = tl_patch_take(&f->search->patch, face);
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

/* A triangle that was replaced blocks, but parities are counted on its pieces. */
static bool note_hit(void *user, const tl_hit *hit) {
    follower *f = user;
    const tl_joined *joined = f->search->patch.joined;
    uint32_t face = joined->first[hit->slot] + hit->triangle;
    f->any = true;
    return tl_joined_place(joined, face) == UINT32_MAX || tl_joined_replaced(joined, face) ||
           note_crossing(f, hit, face);
}

static bool note_piece(void *user, const tl_hit *hit) {
    follower *f = user;
    const tl_joined *joined = f->search->patch.joined;
    uint32_t face = joined->first[joined->slot_count] + hit->triangle;
    return !tl_patch_counts(&f->search->patch, face) || note_crossing(f, hit, face);
}

/* Collects the crossings of a line with the joined world. `plain`: there are some, and all go through the inside of a
 * face, so that parities mean something. `free_line`: no triangle as it was given blocks it. */
static void follow(tl_sight_search *search, probe *line, bool *plain, bool *free_line) {
    follower f = {.search = search, .line = line, .plain = true};
    line->count = 0;
    tl_world_each_hit(search->obstacles->world, line->p, line->q, search->obstacles->blockers, note_hit, &f);
    if (f.plain && search->patch.pieces != NULL) {
        tl_world_each_hit(search->patch.pieces, line->p, line->q, NULL, note_piece, &f);
        search->sight->work += TL_WORK_RAY / 2;
    }
    search->sight->work += TL_WORK_RAY + 4 * line->count;
    *free_line = !f.any;
    *plain = f.plain && line->count > 0;
}

static bool conditions_refuse(tl_sight_search *search, const tl_sight_pair *pair) {
    for (size_t i = 0; i < search->obstacles->condition_count; i++) {
        const tl_condition *condition = &search->obstacles->conditions[i];
        search->sight->work += TL_WORK_RAY;
        if (condition->bundle(condition->user, pair->a->points, pair->a->point_count, pair->b->points,
                              pair->b->point_count) == TL_BUNDLE_NONE) {
            tl_sight_name(search, condition->slot);
            for (size_t k = 0; k < condition->owner_count; k++) {
                tl_sight_record_owner(search, condition->owners[k]);
            }
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
        uint32_t slot;
        if (!tl_world_blocked(search->obstacles->world, p, q, search->obstacles->blockers, NULL) &&
            tl_visibility_live(search->obstacles, p) && tl_visibility_live(search->obstacles, q) &&
            tl_sight_clearance(search->obstacles, p, q, 1, &slot) > search->sight->closed_gap) {
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
        for (size_t i = 0; i < line->count && shells < SHELLS && tl_sight_poll(search); i++) {
            bool is_ground = (int64_t)patch->faces[line->crossed[i]].slot == search->obstacles->ground_slot;
            if (is_ground != (ground == 1) || done[i]) {
                continue;
            }
            size_t wrapped;
            size_t known = patch->face_count;
            tl_crawl result = tl_patch_crawl(patch, shaft, line->facing[i], limit, line->count, &wrapped);
            search->sight->work += TL_WORK_STEP * patch->queue_count + TL_WORK_TAKE * (patch->face_count - known);
            shells++;
            for (size_t k = 0; k < line->count; k++) {
                done[k] = done[k] || tl_patch_seen(patch, line->facing[k]);
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
                            tl_sight_name(search, patch->faces[line->crossed[k]].slot);
                        }
                    }
                    tl_sight_record_shell(search);
                    search->sight->closed_gap = tl_max(search->sight->closed_gap, tl_patch_gap(patch));
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

/* Round a polygon. */
typedef struct ball {
    tl_vec3 centre;
    double radius_squared; /* a hair too large */
} ball;

static ball ball_round(const tl_cell *cell, uint32_t polygon) {
    ball round = {{0, 0, 0}, 0};
    uint32_t first = cell->first[polygon], last = cell->first[polygon + 1];
    for (uint32_t k = first; k < last; k++) {
        round.centre = tl_add(round.centre, cell->points[cell->corners[k]]);
    }
    round.centre = tl_scale(round.centre, 1.0 / (last - first));
    for (uint32_t k = first; k < last; k++) {
        tl_vec3 r = tl_sub(cell->points[cell->corners[k]], round.centre);
        double far = tl_dot(r, r);
        round.radius_squared = far > round.radius_squared ? far : round.radius_squared;
    }
    round.radius_squared *= 1 + 1e-9;
    return round;
}

/* Where the line from p through m meets a polygon of the cell, beyond m. */
static bool aim(const tl_cell *cell, const ball *balls, tl_vec3 p, tl_vec3 m, tl_vec3 *q) {
    tl_vec3 d = tl_sub(m, p);
    double dd = tl_dot(d, d);
    for (uint32_t i = 0; i < cell->polygon_count; i++) {
        tl_vec3 across = tl_cross(d, tl_sub(balls[i].centre, p));
        if (tl_dot(across, across) > dd * balls[i].radius_squared) {
            continue;
        }
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
static bool squeeze_with(tl_sight_search *search, const tl_sight_pair *pair, const probe *line, const failure *why,
                         const ball *balls[2]) {
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
            search->sight->work += (from_a ? pair->b : pair->a)->polygon_count / 3;
            if (aim(from_a ? pair->b : pair->a, balls[from_a ? 1 : 0], p, m, &q) &&
                tl_sight_try(search, from_a ? p : q, from_a ? q : p) == TL_TRY_SEEN) {
                return true;
            }
        }
        last = on_edge;
    }
    return false;
}

/* Only a part of all work goes into this. */
static tl_status squeeze(tl_sight_search *search, const tl_sight_pair *pair, const probe *line, const failure *why,
                         bool *seen) {
    const tl_cell *cells[2] = {pair->a, pair->b};
    const ball *balls[2] = {NULL, NULL};
    *seen = false;
    if (search->only_proofs || why->count == 0 ||
        search->squeezing > SQUEEZE_START + search->sight->work / SQUEEZE_SHARE) {
        return TL_OK;
    }
    uint64_t before = search->sight->work;
    size_t count = (size_t)pair->a->polygon_count + pair->b->polygon_count, n = 0;
    ball *all = tl_alloc(search->context, count * sizeof(*all));
    if (all == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (int k = 0; k < 2; k++) {
        balls[k] = all + n;
        for (uint32_t i = 0; i < cells[k]->polygon_count; i++) {
            all[n++] = ball_round(cells[k], i);
        }
    }
    search->sight->work += 2 * count;
    *seen = squeeze_with(search, pair, line, why, balls);
    tl_free(search->context, all);
    search->squeezing += search->sight->work - before;
    return TL_OK;
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
    tl_status status = tl_patch_start(&search->patch, search->context, search->obstacles, &shaft);
    if (status == TL_ERROR_CANCELLED) {
        tl_patch_free(&search->patch);
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
        return tl_sight_stop_status(search);
    }
    search->has_patch = true;
    return status;
}

static tl_status prove(tl_sight_search *search, const tl_sight_pair *pair, tl_pair_state *state, tl_pair_cut *cut,
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
    tl_vec3 blocked_from = {0, 0, 0}, blocked_to = {0, 0, 0};
    failure why = {.count = 0};
    bool sampled = false, crossed = false, has_cut = false;
    double widest = tl_max(pair->a->diameter, pair->b->diameter);
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
            if (dead != NULL) {
                blocked_once = true;
                blocked_from = line.p;
                blocked_to = line.q;
            }
            continue;
        }
        blocked_once = true;
        blocked_from = line.p;
        blocked_to = line.q;
        if (plain) {
            if (shells_block(search, &shaft, pair, &line, &why)) {
                self_check(search, pair);
                return TL_OK;
            }
            bool seen;
            status = squeeze(search, pair, &line, &why, &seen);
            if (status != TL_OK || seen) {
                *state = TL_PAIR_SEEN;
                return status;
            }
            break;
        }
    }
    /* a line clearer than the widest cell would have freed every line of the pair */
    if (blocked_once && widest < 0.999 * search->options.min_clearance) {
        tl_sight_record_line(search, blocked_from, blocked_to);
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
    *bound = blocked_once ? tl_min(pair->bound, widest) : pair->bound;
    if (why.count > 0) {
        has_cut = aligned_cut(&shaft, pair, &why.edges[why.best], 0.25 * search->options.tolerance, cut);
    }
    if (!has_cut) {
        tl_sight_plain_cut(pair, cut);
    }
    return status;
}

tl_status tl_sight_prove(tl_sight_search *search, const tl_sight_pair *pair, tl_pair_state *state, tl_pair_cut *cut,
                         double *bound) {
    if (search->stopped) {
        *state = TL_PAIR_OPEN;
        *bound = pair->bound;
        tl_sight_plain_cut(pair, cut);
        return TL_OK;
    }
    tl_status status = tl_sight_conform(search, pair);
    status = status == TL_OK ? prove(search, pair, state, cut, bound) : status;
    return status == TL_OK && search->patch.failed ? TL_ERROR_MEMORY : status;
}
