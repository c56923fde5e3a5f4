/* reach.c: paths to the squares of a grid, and which squares they make certain. */
#include "judge/move/reach.h"

#include "judge/move/reach_search.h"

#include "math/angle.h"
#include "judge/move/standing.h"

#include <stdlib.h>
#include <string.h>

/* Squares in which paths are looked for, from the start to the limit; each is cut into FINE x FINE at the rim. */
enum { SQUARES = 28, FINE = 4 };
#define NOBODY SIZE_MAX

/* Once time is up it stays so. */
static bool is_late(tl_reach_search *s) {
    s->late = s->late || tl_out_of_time(s->context);
    return s->late;
}

/* What was broken off because time is up is no error. */
static void forgive_lateness(tl_reach_search *s) {
    if (s->status == TL_ERROR_CANCELLED && is_late(s)) {
        s->status = TL_OK;
        if (s->error != NULL) {
            *s->error = (tl_error){0};
        }
    }
}

/* --- Legs --------------------------------------------------------------------------------------------------------- */

static bool lay_leg(tl_reach_search *s, const tl_reach_node *from, tl_vec2 to, tl_reach_leg *l) {
    const tl_path_corner corner = {.at = to};
    s->status = tl_moving_lay(s->moving, from->at, &corner, 1, &l->laid, s->error);
    if (s->status != TL_OK) {
        forgive_lateness(s);
        return false;
    }
    const tl_path *path = &l->laid.path;
    tl_moving rim = *s->moving;
    rim.indoors_off = 1;
    l->open = !l->laid.open;
    for (size_t i = 1; i < path->count && l->open; i++) {
        double up = fabs(path->nodes[i].at.z - path->nodes[i - 1].at.z);
        l->open = s->moving->foot || path->nodes[i].rise == TL_PATH_ON ||
                  up <= TL_SURFACE_LIFT - 2 * l->laid.height_off ||
                  !tl_moving_indoors(&rim, tl_plan(path->nodes[i].at));
    }
    l->cost = l->length = path->nodes[path->count - 1].cost + l->laid.cost_off;
    l->height = path->nodes[path->count - 1].at.z;
    return true;
}

/* Whether nothing stands in the way along a leg. */
static bool nothing_stops(tl_reach_search *s, const tl_reach_leg *l) {
    tl_move_contacts contacts;
    const tl_heading heading = {1, 0};
    bool free = l->open;
    s->way.height_off = l->laid.height_off;
    if (free) {
        tl_move_way way = s->way;
        way.any_stops = true; /* costs only time */
        s->status = tl_move_find_contacts(s->context, &s->mover, &l->laid.path, &heading, &way, &contacts, s->error);
        for (size_t i = 0; s->status == TL_OK && i < contacts.count; i++) {
            free = free && contacts.items[i].opening;
        }
        if (s->status == TL_OK) {
            tl_move_contacts_free(&contacts);
        }
        free = free && s->status == TL_OK;
        forgive_lateness(s);
    }
    return free;
}

/* Whether the model can go straight from a node to a place, and how long that is. */
static bool leg_is_free(tl_reach_search *s, const tl_reach_node *from, tl_vec2 to, double *cost, double *height,
                        tl_reach_node *end) {
    tl_reach_leg l;
    if (!lay_leg(s, from, to, &l)) {
        return false;
    }
    *cost = l.cost = tl_reach_leg_cost(s, from, &l, to, 0, end);
    end->length = from->length + l.length;
    *height = l.height;
    bool free = from->cost + l.cost <= s->limit && nothing_stops(s, &l);
    tl_path_free(&l.laid.path);
    return free;
}

/* --- Squares ------------------------------------------------------------------------------------------------------ */

static tl_vec2 middle_of(const tl_reach_search *s, size_t i) {
    double half = 0.5 * (double)(s->side - 1);
    return (tl_vec2){s->start.x + ((double)(i % s->side) - half) * s->cell,
                     s->start.y + ((double)(i / s->side) - half) * s->cell};
}

/* A square takes a place of the heap, or one nearer to its top. */
static void sift_up(tl_reach_search *s, size_t at, size_t i) {
    while (at > 0 && s->nodes[s->heap[(at - 1) / 2]].cost > s->nodes[i].cost) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = i;
}

/* The nearest; of equals the one that the heap has first, which is the same everywhere. */
static size_t pop(tl_reach_search *s) {
    size_t top = s->heap[0], last = s->heap[--s->heap_count], at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= s->heap_count) {
            break;
        }
        if (child + 1 < s->heap_count && s->nodes[s->heap[child + 1]].cost < s->nodes[s->heap[child]].cost) {
            child++;
        }
        if (s->nodes[s->heap[child]].cost >= s->nodes[last].cost) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

/* Neighbours of a square, or of the start. The outermost squares have none: no way is so long. */
static size_t neighbours(const tl_reach_search *s, size_t i, size_t out[9]) {
    size_t count = 0, middle = s->side / 2, row = i / s->side, column = i % s->side;
    bool start = i == s->side * s->side;
    row = start ? middle : row;
    column = start ? middle : column;
    for (size_t r = row - 1; r <= row + 1; r++) {
        for (size_t c = column - 1; c <= column + 1; c++) {
            if (start || r != row || c != column) {
                out[count++] = r * s->side + c;
            }
        }
    }
    return count;
}

static void offer(tl_reach_search *s, size_t from, size_t to) {
    tl_reach_node *n = &s->nodes[to];
    size_t parent = s->nodes[from].parent == NOBODY ? from : s->nodes[from].parent;
    double cost = s->nodes[parent].cost + tl_length2(tl_sub2(middle_of(s, to), tl_plan(s->nodes[parent].at)));
    if (n->settled || cost > s->limit || (n->looked && n->cost <= cost)) {
        return;
    }
    n->looked = true;
    n->parent = parent;
    n->cost = cost;
    size_t at = 0; /* where it lies, or behind the last */
    while (at < s->heap_count && s->heap[at] != to) {
        at++;
    }
    s->heap_count += at == s->heap_count;
    sift_up(s, at, to);
}

/* Settles a square by its tentative parent, or else by the best of its settled neighbours. */
static bool settle(tl_reach_search *s, size_t i) {
    tl_reach_node *n = &s->nodes[i];
    tl_vec2 to = middle_of(s, i);
    double cost, height, best = INFINITY;
    tl_reach_node end = {.facing = s->nodes[n->parent].facing, .facing_off = s->nodes[n->parent].facing_off};
    if (leg_is_free(s, &s->nodes[n->parent], to, &cost, &height, &end)) {
        best = s->nodes[n->parent].cost + cost;
        n->at = (tl_vec3){to.x, to.y, height};
        n->facing = end.facing;
        n->facing_off = end.facing_off;
        n->length = end.length;
    }
    if (best == INFINITY || s->spend != NULL) { /* where costs differ, going straight needn't be cheapest */
        size_t near[9], count = neighbours(s, i, near);
        for (size_t k = 0; k < count && s->status == TL_OK && !is_late(s); k++) {
            const tl_reach_node *m = &s->nodes[near[k]];
            end = *m;
            if (m->settled && leg_is_free(s, m, to, &cost, &height, &end) && m->cost + cost < best) {
                best = m->cost + cost;
                n->parent = near[k];
                n->at = (tl_vec3){to.x, to.y, height};
                n->facing = end.facing;
                n->facing_off = end.facing_off;
                n->length = end.length;
            }
        }
    }
    n->cost = best;
    n->settled = best <= s->limit && s->status == TL_OK;
    n->looked = n->settled; /* else another neighbour may try again */
    return n->settled;
}

static void find_paths(tl_reach_search *s) {
    size_t start = s->side * s->side, near[9], done = 0;
    s->nodes[start] = (tl_reach_node){.at = s->start, .parent = NOBODY, .settled = true, .looked = true};
    if (s->spend != NULL) {
        s->nodes[start].facing = s->moving->facing_deg;
        s->nodes[start].facing_off = s->spend->turn_off;
    }
    size_t count = neighbours(s, start, near);
    for (size_t k = 0; k < count; k++) {
        offer(s, start, near[k]);
    }
    while (s->heap_count > 0 && s->status == TL_OK && !is_late(s)) {
        size_t i = pop(s);
        if (settle(s, i)) {
            count = neighbours(s, i, near);
            for (size_t k = 0; k < count; k++) {
                offer(s, i, near[k]);
            }
        }
        bool asks = (++done & 15) == 0; /* costs only time */
        if (asks && !tl_progress(s->context, (double)done / (double)start, "reach")) {
            s->status = tl_fail(s->error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "cancelled");
        }
    }
}

/* --- What is certain ---------------------------------------------------------------------------------------------- */

/* Whether an aircraft's base lies even all over a square: looked at in rings of points, as moves are. */
static bool is_even(const tl_reach_search *s, tl_vec3 at, double half_diagonal) {
    enum { RINGS = 4, SPOKES = 12 };
    tl_surfaces surfaces = tl_table_surfaces(s->moving->inquiry->table);
    double reach = tl_mover_reach(&s->moving->footprint) + half_diagonal, low = INFINITY, high = -INFINITY;
    double off =
        tl_moving_surface_off(s->moving, (tl_vec2){at.x - reach, at.y - reach}, (tl_vec2){at.x + reach, at.y + reach});
    reach += off + s->moving->own_off;
    for (int i = 0; i <= RINGS * SPOKES; i++) {
        if (!tl_work_on(s->context, tl_moving_levels_work(s->moving), "reach")) {
            return false;
        }
        double sine, cosine, r = reach * ((i + SPOKES - 1) / SPOKES) / RINGS, levels[64];
        tl_sincos_deg(360.0 * i / SPOKES, &sine, &cosine);
        size_t count = tl_surface_levels(&surfaces, at.x + r * cosine, at.y + r * sine, 0, levels, 64);
        double z = count > 0 ? levels[count - 1] : 0;
        low = tl_min(low, z);
        high = tl_max(high, z);
    }
    const tl_settings *settings = &s->moving->inquiry->settings;
    high += off;
    low -= off;
    double slope = tl_atan2_deg(high - low, 2 * reach); /* a plane through the points is no steeper than that */
    return high - low <= tl_settings_number_of(settings, TL_SETTING_FLAT_TOLERANCE_MM) &&
           2 * slope <= tl_settings_number_of(settings, TL_SETTING_FLAT_TOLERANCE_DEG);
}

/* Free ground all over a square round a place: nothing in the way, nobody's base, no steps of a floor. */
static bool has_room(tl_reach_search *s, const tl_move_way *end, tl_vec3 at, double half_diagonal) {
    tl_vec2 low = {at.x - half_diagonal, at.y - half_diagonal}, high = {at.x + half_diagonal, at.y + half_diagonal};
    tl_move_way bases = *end;
    s->way.height_off = bases.height_off = tl_moving_ground_off(s->moving, low, high);
    tl_move_way way = s->way, ends = s->way;
    if (s->moving->over != NULL) { /* it may pass above, and not end in, these */
        ends.walls = s->moving->end_walls;
        ends.obstacles = s->moving->ends.items;
        ends.obstacle_count = s->moving->ends.count;
    }
    if (tl_move_clearance(s->context, &s->mover, at, &way, half_diagonal + 1) < half_diagonal ||
        (s->moving->over != NULL &&
         tl_move_clearance(s->context, &s->mover, at, &ends, half_diagonal + 1) < half_diagonal) ||
        tl_move_clearance(s->context, &s->mover, at, &bases, half_diagonal + 1) < half_diagonal) {
        return false;
    }
    if (s->moving->gaps.count > 0) { /* enemies that are kept off where it ends */
        tl_move_way kept = bases;
        kept.obstacles = s->moving->gaps.items;
        kept.obstacle_count = s->moving->gaps.count;
        if (tl_move_clearance(s->context, &s->mover, at, &kept, half_diagonal + 1) < half_diagonal) {
            return false;
        }
    }
    if (s->moving->flies) {
        return is_even(s, at, half_diagonal);
    }
    double base = tl_mover_reach(&s->moving->footprint) + half_diagonal;
    bool based = s->moving->inquiry->table->members[s->moving->member].model->base.kind != TL_SHAPE_NONE;
    if (!tl_standing_enters(s->moving, tl_plan(at), base) || (based && !tl_standing_even(s->moving, at, base)) ||
        !tl_standing_level(s->moving, at, half_diagonal)) {
        return false;
    }
    tl_moving rim = *s->moving;
    rim.indoors_off = 1;
    if (!tl_moving_indoors(&rim, tl_plan(at))) {
        return true;
    }
    double half = half_diagonal * 0.7072;
    for (int k = 0; k < 4; k++) {
        double levels[64];
        tl_vec2 corner = {at.x + (k & 1 ? half : -half), at.y + (k & 2 ? half : -half)};
        size_t count = s->ground.levels(s->ground.user, corner, levels, 64);
        bool level = false;
        for (size_t i = 0; i < count; i++) {
            level = level || fabs(levels[i] - at.z) < 0.01 - 2 * s->way.height_off; /* uncertain floors never are */
        }
        if (!level) {
            return false;
        }
    }
    return true;
}

/* What a leg to the middle of a small square tells. */
typedef enum judged { JUDGED_CERTAIN, JUDGED_NO_ROOM, JUDGED_FAILED } judged;

/* A straight way to anywhere within `reach` of a leg's end is free: who is so much wider gets there. */
static bool nothing_stops_wider(tl_reach_search *s, const tl_reach_node *from, const tl_reach_leg *l, double reach) {
    tl_mover kept = s->mover;
    tl_figure discs[2];
    tl_mover_part parts[2];
    if (tl_move_clearance(s->context, &kept, from->at, &s->way, reach + 1) < reach) {
        return false; /* what it stands in doesn't stop a move, but might stop that one */
    }
    for (size_t i = 0; i < kept.count; i++) {
        discs[i] = tl_figure_disc((tl_vec2){0, 0}, kept.parts[i].figures[0].radius + reach);
        parts[i] = kept.parts[i];
        parts[i].figures = &discs[i];
    }
    s->mover.parts = parts;
    bool free = nothing_stops(s, l);
    s->mover = kept;
    return free;
}

static judged reaches(tl_reach_search *s, size_t from, tl_vec2 to, double half_diagonal, const tl_move_way *end,
                      double *length, double *height) {
    tl_reach_leg l;
    const tl_reach_node *n = &s->nodes[from];
    double spare = s->limit - half_diagonal - s->moving->tolerance - n->cost;
    if (tl_length2(tl_sub2(to, tl_plan(n->at))) > spare || !lay_leg(s, n, to, &l)) {
        return JUDGED_FAILED;
    }
    *height = l.height;
    judged found = JUDGED_FAILED;
    if (s->spend != NULL) {
        tl_reach_node to_there = *n;
        l.cost = tl_reach_leg_cost(s, n, &l, to, half_diagonal, &to_there);
        spare += half_diagonal;
    }
    if (l.open && l.cost <= spare &&
        s->status == TL_OK) { /* room is looked for first: it takes less time than what is on the way */
        found = !has_room(s, end, (tl_vec3){to.x, to.y, l.height}, half_diagonal) ? JUDGED_NO_ROOM
                : s->spend != NULL && s->spend->turning != NULL
                    ? (nothing_stops_wider(s, n, &l, half_diagonal) ? JUDGED_CERTAIN : JUDGED_FAILED)
                : nothing_stops(s, &l) ? JUDGED_CERTAIN
                                       : JUDGED_FAILED;
    }
    *length = s->spend != NULL ? n->length + l.length : n->cost + l.cost;
    tl_path_free(&l.laid.path);
    return found;
}

/* The settled squares from which a place is nearest, of those round it: short legs take little time. */
static size_t nearest_settled(const tl_reach_search *s, const size_t *near, size_t count, tl_vec2 at) {
    size_t best = NOBODY;
    double least = INFINITY;
    for (size_t k = 0; k < count; k++) {
        const tl_reach_node *n = &s->nodes[near[k]];
        double d = n->settled ? tl_length2(tl_sub2(at, tl_plan(n->at))) : INFINITY;
        if (d < least) {
            best = near[k];
            least = d;
        }
    }
    return best;
}

/* One small square: by a short leg from the nearest square; where that won't do, by the ways to the squares round it,
 * the most promising two. */
static tl_reach_state judge_small(tl_reach_search *s, size_t square, tl_vec2 at, double half_diagonal,
                                  const tl_move_way *end, double *length, double *height, size_t *from) {
    size_t near[9], count = neighbours(s, square, near), best[2] = {NOBODY, NOBODY};
    double costs[2] = {INFINITY, INFINITY};
    near[count++] = square;
    size_t nearest = nearest_settled(s, near, count, at);
    *from = nearest;
    judged found = nearest != NOBODY ? reaches(s, nearest, at, half_diagonal, end, length, height) : JUDGED_NO_ROOM;
    if (found != JUDGED_FAILED) {
        return found == JUDGED_CERTAIN ? TL_REACH_CERTAIN : TL_REACH_UNDECIDED;
    }
    for (size_t k = 0; k < 2 * count; k++) {
        const tl_reach_node *n = &s->nodes[near[k / 2]];
        size_t origin = k % 2 == 0 && n->parent != NOBODY ? n->parent : near[k / 2];
        if (!n->settled || origin == nearest) {
            continue;
        }
        double cost = s->nodes[origin].cost + tl_length2(tl_sub2(at, tl_plan(s->nodes[origin].at)));
        if (origin == best[0] || origin == best[1] || cost >= costs[1]) {
            continue;
        }
        bool first = cost < costs[0];
        best[1] = first ? best[0] : origin;
        costs[1] = first ? costs[0] : cost;
        best[0] = first ? origin : best[0];
        costs[0] = first ? cost : costs[0];
    }
    for (int k = 0; k < 2 && s->status == TL_OK && found == JUDGED_FAILED; k++) {
        if (best[k] != NOBODY) {
            *from = best[k];
            found = reaches(s, best[k], at, half_diagonal, end, length, height);
        }
    }
    return found == JUDGED_CERTAIN ? TL_REACH_CERTAIN : TL_REACH_UNDECIDED;
}

/* What is passed by more than this is passed for certain. */
static double certainly_beyond(const tl_reach_search *s) {
    return tl_max(2 * s->moving->tolerance, 1e-3);
}

/* Nobody stands there: the whole square lies deep in something. */
static bool is_taken(tl_reach_search *s, const tl_move_way *end, tl_vec3 at, double half_diagonal) {
    double deep = half_diagonal + certainly_beyond(s);
    tl_move_way surely = *end;
    surely.surely = true;
    double room = tl_move_clearance(s->context, &s->core, at, &surely, 1);
    return room > -INFINITY && room < -deep;
}

/* How far a place lies inside the table; negative outside. */
static double inside_table(const tl_reach_search *s, tl_vec2 p) {
    const tl_document *document = s->moving->inquiry->table->document;
    return tl_min(tl_min(p.x, document->width - p.x), tl_min(p.y, document->depth - p.y));
}

/* Nor over the table's edge, for who stands on the table: the base keeps off it by the disc that fits into it. */
static bool is_over_edge(const tl_reach_search *s, tl_vec2 p, double half_diagonal) {
    return inside_table(s, tl_plan(s->start)) >= s->keeps &&
           inside_table(s, p) < s->keeps - half_diagonal - certainly_beyond(s);
}

/* When the question's time is up, what hasn't been looked at stays undecided: a leg takes up to a millisecond. */
static void mark(tl_reach_search *s, tl_reach_map *reach, double out_of_reach) {
    size_t fine = s->side * FINE, first_stop = reach->stop_count - (s->side * s->side + 1);
    s->keeps = tl_max(0, tl_mover_core_radius(&s->moving->footprint_part) - s->moving->own_off);
    double half = 0.5 * s->cell, coarse_diagonal = half * 1.41422, small = s->cell / FINE,
           diagonal = 0.5 * small * 1.41422;
    tl_move_way end = s->way;
    uint8_t *none = tl_alloc_array(s->context, s->moving->inquiry->table->slot_count, 1);
    if (none == NULL) {
        s->status = tl_fail_memory(s->error);
        return;
    }
    end.walls = none;
    end.obstacles = s->moving->models.items;
    end.obstacle_count = s->moving->models.count;
    for (size_t i = 0; i < s->side * s->side && s->status == TL_OK; i++) {
        tl_vec2 at = middle_of(s, i);
        const tl_reach_node *n = &s->nodes[i];
        bool beyond = tl_length2(tl_sub2(at, tl_plan(s->start))) - coarse_diagonal > out_of_reach; /* costs only time */
        if (beyond) {
            continue;
        }
        bool whole = s->spend == NULL && n->settled && n->cost + coarse_diagonal + s->moving->tolerance <= s->limit &&
                     !is_late(s) && has_room(s, &end, n->at, coarse_diagonal);
        if (whole) {
            reach->farthest = tl_max(reach->farthest, n->cost);
        }
        for (size_t k = 0; k < FINE * FINE && s->status == TL_OK; k++) {
            size_t row = (i / s->side) * FINE + k / FINE, column = (i % s->side) * FINE + k % FINE;
            uint8_t *state = &reach->states[row * fine + column];
            tl_vec2 p = {at.x - half + ((double)(k % FINE) + 0.5) * small,
                         at.y - half + ((double)(k / FINE) + 0.5) * small};
            double height = n->settled ? n->at.z : s->start.z;
            double length = whole ? n->cost + tl_length2(tl_sub2(p, at)) : 0;
            if (*state == TL_REACH_CERTAIN || tl_length2(tl_sub2(p, tl_plan(s->start))) - diagonal > out_of_reach ||
                is_over_edge(s, p, diagonal) || tl_reach_is_beyond(s, p, diagonal)) {
                continue;
            }
            size_t from = i;
            bool late = is_late(s);
            *state = whole  ? TL_REACH_CERTAIN
                     : late ? TL_REACH_UNDECIDED
                            : (uint8_t)judge_small(s, i, p, diagonal, &end, &length, &height, &from);
            if (!whole && *state == TL_REACH_CERTAIN) {
                reach->farthest = tl_max(reach->farthest, length);
            }
            if (*state == TL_REACH_UNDECIDED && !is_late(s) &&
                is_taken(s, &end, (tl_vec3){p.x, p.y, height}, diagonal)) {
                *state = TL_REACH_NO;
            }
            reach->heights[row * fine + column] = height;
            reach->lengths[row * fine + column] = length;
            reach->last[row * fine + column] = first_stop + from;
        }
        bool asks = (i & 15) == 0; /* costs only time */
        if (asks && !tl_progress(s->context, (double)i / (double)(s->side * s->side), "reach")) {
            s->status = tl_fail(s->error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "cancelled");
        }
    }
    tl_free(s->context, none);
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* The squares' middles and the start as stops of paths, behind those of an earlier search. */
static void keep_stops(tl_reach_search *s, tl_reach_map *reach) {
    size_t count = s->side * s->side + 1, first = reach->stop_count;
    tl_reach_stop *grown = tl_resize(s->context, reach->stops, first + count, sizeof(*grown));
    if (grown == NULL) {
        s->status = tl_fail_memory(s->error);
        return;
    }
    reach->stops = grown;
    reach->stop_count = first + count;
    for (size_t i = 0; i < count; i++) {
        const tl_reach_node *n = &s->nodes[i];
        bool led = n->settled && n->parent != NOBODY;
        grown[first + i] = (tl_reach_stop){tl_plan(n->at), first + (led ? n->parent : i)};
    }
}

/* One search: to a limit, with more obstacles or not. */
static tl_status look(const tl_moving *moving, const tl_spend *spend, tl_reach_map *reach,
                      const tl_moving_obstacles *stops, double limit, double out_of_reach, tl_error *error) {
    tl_reach_search s = {.moving = moving,
                         .context = moving->context,
                         .way = tl_moving_way(moving),
                         .ground = tl_moving_ground(moving),
                         .limit = limit,
                         .cell = reach->size * FINE,
                         .start = moving->start,
                         .side = reach->side / FINE,
                         .spend = spend->zone_count > 0 || spend->turning != NULL ? spend : NULL,
                         .fastest = tl_reach_fastest(spend),
                         .error = error};
    s.way.obstacles = stops->items;
    s.way.obstacle_count = stops->count;
    for (size_t i = 0; i < moving->mover.count; i++) {
        tl_mover one = {.parts = &moving->mover.parts[i], .count = 1};
        s.discs[i] = tl_figure_disc((tl_vec2){0, 0}, tl_mover_reach(&one));
        s.parts[i] = moving->mover.parts[i];
        s.parts[i].figures = &s.discs[i];
        s.parts[i].count = 1;
    }
    s.mover = (tl_mover){s.parts, moving->mover.count, true};
    s.core = tl_mover_core(&moving->mover, s.core_discs, s.core_parts);
    s.nodes = tl_alloc_array(s.context, s.side * s.side + 1, sizeof(*s.nodes));
    s.heap = tl_alloc_array(s.context, s.side * s.side + 1, sizeof(*s.heap));
    s.status = s.nodes != NULL && s.heap != NULL ? TL_OK : tl_fail_memory(error);
    if (s.status == TL_OK) {
        find_paths(&s);
    }
    if (s.status == TL_OK) {
        keep_stops(&s, reach);
    }
    if (s.status == TL_OK) {
        mark(&s, reach, out_of_reach);
    }
    tl_free(s.context, s.nodes);
    tl_free(s.context, s.heap);
    return s.status;
}

/* Whether the model is in terrain that slows where it stands: marginal when it touches it, or may. */
static tl_verdict begins_in_terrain(const tl_moving *m) {
    double reach = tl_mover_reach(&m->footprint) + m->own_off;
    double inner = tl_mover_core_radius(&m->footprint_part) - m->tolerance - m->own_off;
    tl_verdict found = TL_VERDICT_NO;
    for (size_t i = 0; i < m->region_count; i++) {
        double low, high;
        tl_vec2 at = tl_plan(m->start);
        tl_outline_distance(m->regions[i].outline, at, at, &low, &high);
        if (tl_moving_is_closed(&m->regions[i]) || low > reach + m->tolerance + m->regions[i].off) {
            continue;
        }
        if (high < inner - m->regions[i].off) {
            return TL_VERDICT_YES;
        }
        found = TL_VERDICT_MARGINAL;
    }
    return found;
}

/* Whether terrain that slows is near enough to matter. */
static bool meets_terrain(const tl_moving *m, double rating) {
    double reach = rating + tl_mover_reach(&m->footprint) + m->own_off + m->tolerance;
    for (size_t i = 0; i < m->region_count; i++) {
        const tl_moving_region *region = &m->regions[i];
        double low, high;
        if (!tl_moving_is_closed(region)) {
            tl_outline_distance(region->outline, tl_plan(m->start), tl_plan(m->start), &low, &high);
            if (low <= reach + region->off || tl_outline_holds(region->outline, tl_plan(m->start)) >= 0) {
                return true;
            }
        }
    }
    return false;
}

/* The longer search keeps out of terrain altogether. */
static tl_status look_outside(const tl_moving *m, const tl_spend *spend, tl_reach_map *reach, tl_error *error) {
    tl_moving_obstacles all = {.context = m->context};
    size_t count = m->stops.count + m->edges.count;
    tl_status status = TL_OK;
    all.items = tl_alloc_array(m->context, count, sizeof(*all.items));
    if (all.items == NULL) {
        return tl_fail_memory(error);
    }
    all.count = count;
    memcpy(all.items, m->stops.items, m->stops.count * sizeof(*all.items));
    if (m->edges.count > 0) {
        memcpy(all.items + m->stops.count, m->edges.items, m->edges.count * sizeof(*all.items));
    }
    status = look(m, spend, reach, &all, reach->own, reach->own, error);
    tl_free(m->context, all.items);
    return status;
}

tl_status tl_reach_find(const tl_inquiry *inquiry, size_t member, bool march, tl_reach_map *reach, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    *reach = (tl_reach_map){.context = inquiry->context};
    if (tl_settings_is_at(&inquiry->settings, TL_SETTING_SLOPE_DISTANCE, TL_CHOICE_SLOPE_DISTANCE_SURFACE)) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, NULL, "slope_distance",
                       "leave the setting `slope_distance` at plan",
                       "how far a model reaches is measured in plan only");
    }
    tl_moving moving;
    tl_spend spend = {.context = inquiry->context};
    const tl_document_unit *unit = tl_table_unit_of(inquiry->table, member);
    double rating = (march ? unit->march : tl_max(unit->move, unit->move_road)) * inquiry->game_unit;
    tl_vec2 at = tl_plan(inquiry->table->members[member].body->pose.at);
    tl_status status =
        tl_moving_make_asked(inquiry, member, (tl_vec2){at.x - rating, at.y - rating},
                             (tl_vec2){at.x + rating, at.y + rating}, (tl_moving_asked){false, march}, &moving, error);
    if (status == TL_OK) {
        status = tl_moving_allowance(&moving, march, &reach->own, &reach->in_terrain, error);
    }
    if (status == TL_OK) {
        status = tl_spend_make(&moving, march, NULL, &spend, error);
    }
    bool near = false;
    if (status == TL_OK && moving.gap > 0) {
        status = tl_moving_keep_off(&moving, &near, error);
    }
    reach->open = reach->own;
    if (status == TL_OK && spend.counts) {
        double left = tl_max(0, 1 - spend.spent);
        reach->in_terrain *= spend.rating > 0 ? left * tl_spend_speed(&spend, 0) / spend.rating : 0;
        reach->open = left * tl_spend_speed(&spend, 0);
        reach->own = left * tl_reach_fastest(&spend);
    }
    if (status == TL_OK) {
        reach->own = moving.ashore ? 0 : reach->own; /* out of its element it goes nowhere */
        /* it flies over everything (DB-MOV-11), or over terrain (DT-SPC-14) */
        reach->in_terrain = moving.flies || moving.over != NULL ? reach->own : reach->in_terrain;
    }
    if (status == TL_OK && reach->own > 0) {
        reach->side = (2 * SQUARES + 3) * FINE;
        reach->size = reach->own / (SQUARES * FINE);
        double half = 0.5 * (double)reach->side * reach->size;
        reach->corner = (tl_vec2){moving.start.x - half, moving.start.y - half};
        reach->states = tl_alloc_array(inquiry->context, reach->side * reach->side, 1);
        reach->heights = tl_alloc_array(inquiry->context, reach->side * reach->side, sizeof(*reach->heights));
        reach->lengths = tl_alloc_array(inquiry->context, reach->side * reach->side, sizeof(*reach->lengths));
        reach->last = tl_alloc_array(inquiry->context, reach->side * reach->side, sizeof(*reach->last));
        status = reach->states != NULL && reach->heights != NULL && reach->lengths != NULL && reach->last != NULL
                     ? TL_OK
                     : tl_fail_memory(error);
        bool inside = tl_settings_is_at(&inquiry->settings, TL_SETTING_TERRAIN_CAP, TL_CHOICE_TERRAIN_CAP_INSIDE_PART);
        bool capped = !moving.flies && reach->in_terrain < reach->open;
        bool bare = !capped && spend.counts; /* nothing but what it spends shortens its way */
        tl_verdict begins = capped ? begins_in_terrain(&moving) : TL_VERDICT_NO;
        bool slowed = begins == TL_VERDICT_YES && !inside;
        reach->slows = capped && meets_terrain(&moving, reach->own);
        if (status == TL_OK) {
            status = look(&moving, &spend, reach, &moving.stops,
                          near                   ? 0
                          : moving.flies || bare ? reach->own
                                                 : reach->in_terrain,
                          slowed ? reach->in_terrain : reach->own, error);
        }
        if (status == TL_OK && capped && !near && begins == TL_VERDICT_NO && !tl_out_of_time(inquiry->context)) {
            status = look_outside(&moving, &spend, reach, error);
        }
    }
    for (size_t i = 0; status == TL_OK && i < reach->side * reach->side; i++) {
        reach->certain += reach->states[i] == TL_REACH_CERTAIN;
        reach->undecided += reach->states[i] == TL_REACH_UNDECIDED;
    }
    tl_spend_free(&spend);
    tl_moving_free(&moving);
    return status;
}

void tl_reach_free(tl_reach_map *reach) {
    tl_free(reach->context, reach->states);
    tl_free(reach->context, reach->heights);
    tl_free(reach->context, reach->lengths);
    tl_free(reach->context, reach->last);
    tl_free(reach->context, reach->stops);
}

size_t tl_reach_path(const tl_reach_map *reach, size_t square, tl_vec2 *corners, size_t capacity) {
    size_t bends = 0, row = square / reach->side, column = square % reach->side, at = reach->last[square];
    for (size_t i = at; reach->stops[i].before != i; i = reach->stops[i].before) {
        bends++;
    }
    for (size_t k = bends; k > 0; k--) { /* the last one first */
        if (k <= capacity) {
            corners[k - 1] = reach->stops[at].at;
        }
        at = reach->stops[at].before;
    }
    if (bends < capacity) {
        corners[bends] = (tl_vec2){reach->corner.x + ((double)column + 0.5) * reach->size,
                                   reach->corner.y + ((double)row + 0.5) * reach->size};
    }
    return bends + 1;
}
