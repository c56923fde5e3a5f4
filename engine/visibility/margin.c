/* margin.c: moves that change an answer are looked for; that shorter ones don't is proved: for no by hiding everything
 * that the moved bodies cover, for yes by covering the disc of moves with squares over each of which one line stays
 * free. */
#include "visibility/margin.h"

#include "math/angle.h"
#include "visibility/limits.h"
#include "visibility/search.h"
#include "visibility/swept.h"
#include "visibility/visibility.h"

#include <string.h>

typedef struct measure {
    tl_context *context;
    const tl_margin_question *q;
    tl_margin *margin;
    uint64_t budget;
    tl_bvh *moved;    /* b somewhere else; NULL: an obstacle moves */
    tl_vec3 *corners; /* scratch for that */
    tl_verdict wanted;
    bool covering;           /* what is found must hold wherever b stands */
    tl_obstacles bare, sure; /* as now, without conditions, and with those that don't depend on where b stands */
    tl_sight_search search;  /* scratch space and scale */
} measure;

static bool goes_on(const measure *m) {
    return m->margin->work < m->budget && tl_go_on(m->context, "looking how far things must move");
}

/* The body where a move puts it, and what stands in the way then. */
static tl_status stand(measure *m, tl_vec2 move, const tl_obstacles **obstacles, const tl_bvh **b, tl_error *error) {
    *b = m->q->b;
    *obstacles = m->q->obstacles;
    if (m->q->conditions_move && m->q->obstacles_at == NULL) {
        *obstacles = m->wanted == TL_VERDICT_YES ? &m->sure : &m->bare;
    }
    if (m->moved != NULL) {
        const tl_vec3 *from = tl_bvh_vertices(m->q->b);
        size_t count = tl_bvh_vertex_count(m->q->b);
        for (size_t i = 0; i < count; i++) {
            m->corners[i] = tl_add(from[i], (tl_vec3){move.x, move.y, 0});
        }
        tl_bvh_refit(m->moved, m->corners);
        *b = m->moved;
        m->margin->work += 2 * count;
    }
    return m->q->obstacles_at != NULL && !m->covering ? m->q->obstacles_at(m->q->user, move, *b, obstacles, error)
                                                      : TL_OK;
}

/* The answer after a move. `thorough`: with a proof or a longer search. */
static tl_status look_after(measure *m, tl_vec2 move, bool thorough, bool quick, tl_sight *sight, tl_error *error) {
    const tl_obstacles *obstacles;
    const tl_bvh *b;
    tl_status status = stand(m, move, &obstacles, &b, error);
    obstacles = m->covering ? &m->sure : obstacles;
    if (status == TL_OK) {
        tl_sight_options options = m->q->sight;
        options.prove = thorough || m->wanted == TL_VERDICT_NO;
        options.quick = quick;
        options.budget = options.prove ? TL_SIGHT_MARGIN_GOOD_BUDGET : TL_SIGHT_MARGIN_QUICK_BUDGET;
        if (m->wanted == TL_VERDICT_YES && !m->covering) {
            /* whoever makes the move and asks anew must find such a line, too */
            options.min_clearance = tl_max(options.min_clearance, TL_SIGHT_SURE_CLEARANCE * options.tolerance);
        }
        status = tl_visibility_between(m->context, obstacles, m->q->a, b, &options, sight, error);
        m->margin->work += sight->work + TL_SIGHT_WORK_RAY;
    }
    return status;
}

static tl_status flips(measure *m, tl_vec2 move, bool thorough, bool *flipped, tl_error *error) {
    tl_sight sight;
    *flipped = false;
    tl_status status = look_after(m, move, thorough, true, &sight, error);
    *flipped = status == TL_OK && sight.verdict == m->wanted;
    return status;
}

/* --- The shortest move found that changes the answer -------------------------------------------------------------- */

static tl_vec2 towards(double degrees, double distance) {
    double s, c;
    tl_sincos_deg(degrees, &s, &c);
    return (tl_vec2){distance * c, distance * s};
}

/* Between a distance that may be too short and one that flips, along one direction. */
static tl_status bisect(measure *m, double degrees, double low, double *high, int steps, bool thorough,
                        tl_error *error) {
    tl_status status = TL_OK;
    for (int i = 0; i < steps && status == TL_OK && goes_on(m); i++) {
        double middle = 0.5 * (low + *high);
        bool flipped;
        status = flips(m, towards(degrees, middle), thorough, &flipped, error);
        *(flipped ? high : &low) = middle;
    }
    return status;
}

/* Rings of moves, each twice as wide as the last, until one has a move that flips. */
static tl_status first_ring(measure *m, double *degrees, double *distance, bool *found, tl_error *error) {
    tl_status status = TL_OK;
    *found = false;
    double inner = 0;
    for (double ring = TL_SIGHT_FIRST_RING; inner < m->margin->limit && !*found; inner = ring, ring *= 2) {
        ring = tl_min(ring, m->margin->limit);
        double best = ring;
        for (int i = 0; i < TL_SIGHT_MOVE_DIRECTIONS && status == TL_OK && goes_on(m); i++) {
            bool flipped;
            double angle = 360.0 * i / TL_SIGHT_MOVE_DIRECTIONS;
            status = flips(m, towards(angle, best), false, &flipped, error);
            if (status == TL_OK && flipped) {
                *found = true;
                *degrees = angle;
                status = bisect(m, angle, inner, &best, TL_SIGHT_RING_HALVINGS, false, error);
            }
        }
        *distance = best;
        if (status != TL_OK || !goes_on(m)) {
            break;
        }
    }
    return status;
}

static tl_status nearest_flip(measure *m, tl_error *error) {
    double degrees = 0, distance = 0;
    bool found = false;
    tl_status status = first_ring(m, &degrees, &distance, &found, error);
    double step = 180.0 / TL_SIGHT_MOVE_DIRECTIONS;
    for (int i = 0; i < TL_SIGHT_MOVE_TURNINGS && found && status == TL_OK; i++, step *= 0.5) {
        for (int side = -1; side <= 1 && status == TL_OK; side += 2) {
            bool flipped = true;
            while (flipped && status == TL_OK && goes_on(m)) {
                double shorter = TL_SIGHT_SHORTER_MOVE * distance;
                status = flips(m, towards(degrees + side * step, shorter), false, &flipped, error);
                if (status == TL_OK && flipped) {
                    degrees += side * step;
                    distance = shorter;
                    status = bisect(m, degrees, TL_SIGHT_MOVE_LOW * distance, &distance, TL_SIGHT_TURN_HALVINGS, false,
                                    error);
                }
            }
        }
    }
    bool flipped = found;
    for (double low = TL_SIGHT_MOVE_LOW * distance; flipped && status == TL_OK && goes_on(m);
         low = TL_SIGHT_MOVE_LOW * distance) {
        status = flips(m, towards(degrees, low), true, &flipped, error);
        distance = status == TL_OK && flipped ? low : distance;
        if (distance < TL_SIGHT_LEAST_MOVE) {
            break;
        }
        if (!flipped) {
            status = bisect(m, degrees, low, &distance, TL_SIGHT_LAST_HALVINGS, true, error);
        }
    }
    if (found && m->wanted == TL_VERDICT_NO && status == TL_OK && goes_on(m)) {
        /* just closed is too close for whoever makes the move and asks anew */
        status = flips(m, towards(degrees, distance + TL_SIGHT_SURE_MOVE), true, &flipped, error);
        distance += status == TL_OK && flipped ? TL_SIGHT_SURE_MOVE : 0;
    }
    if (found) {
        m->margin->move = towards(degrees, distance);
        m->margin->high = tl_length2(m->margin->move) * (1 + TL_SIGHT_MOVE_ROUNDING);
    }
    return status;
}

/* --- No: everything that the moved body covers is hidden ---------------------------------------------------------- */

static tl_box3 box_of(const tl_bvh *bvh) {
    return tl_box3_grow(tl_bvh_box(bvh), TL_SIGHT_BODY_ROOM);
}

/* Under a mesh that is the ground a point may be dead without anything in between, unless the mesh is a plain sheet. */
static bool ground_is_plain(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *bvh) {
    if (obstacles->ground_slot < 0 || tl_world_get(obstacles->world, (size_t)obstacles->ground_slot) == NULL) {
        return true;
    }
    tl_sight_search search;
    tl_sight sight;
    tl_sight_body body = {.bvh = bvh};
    tl_sight_search_start(&search, context, obstacles, body, body, NULL, &sight);
    bool plain = tl_sight_ground_is_sheet(&search, box_of(bvh));
    tl_sight_search_end(&search);
    return plain;
}

/* Whether hulls of the pieces (or of the whole) of the one keep off those of the other. */
static bool pieces_apart(const tl_swept *a, const tl_bvh *whole, const tl_swept *b) {
    for (size_t k = 0; k < b->piece_count; k++) {
        const tl_vec3 *points = tl_bvh_vertices(b->surface) + b->first_vertex[k];
        size_t count = b->first_vertex[k + 1] - b->first_vertex[k];
        if (whole != NULL) {
            if (!tl_shaft_hulls_apart(tl_bvh_vertices(whole), tl_bvh_vertex_count(whole), points, count, 0)) {
                return false;
            }
            continue;
        }
        for (size_t i = 0; i < a->piece_count; i++) {
            if (!tl_shaft_hulls_apart(tl_bvh_vertices(a->surface) + a->first_vertex[i],
                                      a->first_vertex[i + 1] - a->first_vertex[i], points, count, 0)) {
                return false;
            }
        }
    }
    return true;
}

tl_status tl_margin_hidden(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                           double radius, bool both, size_t pieces, const tl_sight_options *options, bool *hidden,
                           uint64_t *work, tl_error *error) {
    TL_ASSERT(radius >= 0, "a body moves by a length");
    TL_ASSERT(pieces > 0, "a body is looked at in one piece or more");
    tl_swept from = {0}, to = {0};
    bool sound = true;
    *hidden = false;
    tl_status status = tl_swept_make(context, b, radius, pieces, &to, &sound, work, error);
    if (status == TL_OK && both && sound) {
        status = tl_swept_make(context, a, radius, pieces, &from, &sound, work, error);
    }
    if (status == TL_OK && sound && pieces_apart(&from, both ? NULL : a, &to) &&
        ground_is_plain(context, obstacles, to.surface) &&
        (!both || ground_is_plain(context, obstacles, from.surface))) {
        tl_obstacles solid = *obstacles;
        solid.condition_count = 0;
        tl_sight_options chosen = *options;
        chosen.prove = chosen.quick = true;
        chosen.budget = TL_SIGHT_MARGIN_HIDDEN_BUDGET;
        tl_sight sight;
        status = tl_visibility_between(context, &solid, both ? from.surface : a, to.surface, &chosen, &sight, error);
        *hidden = status == TL_OK && sight.verdict == TL_VERDICT_NO;
        *work += sight.work;
    }
    tl_swept_free(&from);
    tl_swept_free(&to);
    if (status == TL_ERROR_CANCELLED && tl_out_of_time(context)) {
        status = TL_OK; /* not known to be hidden: whoever asks looks at the clock, too */
        if (error != NULL) {
            *error = (tl_error){0};
        }
    }
    return status;
}

/* Narrows the bounds from below. */
static tl_status hidden_within(measure *m, tl_error *error) {
    tl_margin *margin = m->margin;
    const tl_margin_question *q = m->q;
    const tl_obstacles *obstacles = q->moves_obstacle ? q->alone : q->obstacles;
    double high = tl_min(margin->high, margin->limit);
    high = q->reach > 0 ? tl_min(high, q->reach) : high;
    size_t pieces = 1;
    double low = 0;
    tl_status status = TL_OK;
    /* the whole way at once when nothing was found that flips */
    bool whole = !isfinite(margin->high);
    while (obstacles != NULL && status == TL_OK && goes_on(m) && high - low > TL_SIGHT_HIDDEN_FINE * high &&
           high > TL_SIGHT_HIDDEN_LEAST) {
        double radius = whole ? high : 0.5 * (low + high);
        bool hidden;
        whole = false;
        status = tl_margin_hidden(m->context, obstacles, q->a, q->b, radius, q->moves_obstacle, pieces, &q->sight,
                                  &hidden, &margin->work, error);
        if (status == TL_OK && hidden) {
            low = radius;
        } else if (low == 0 && radius < TL_SIGHT_HIDDEN_PIECES * tl_min(margin->high, margin->limit) && pieces == 1) {
            pieces = TL_SIGHT_MARGIN_PIECES; /* the hull of all of it shows where the body doesn't */
            high = tl_min(margin->high, margin->limit);
            high = q->reach > 0 ? tl_min(high, q->reach) : high;
        } else {
            high = radius;
        }
    }
    margin->low = low;
    return status;
}

/* --- Yes: over every square of moves some line stays free --------------------------------------------------------- */

/* A square of moves, not covered yet. */
typedef struct margin_square {
    tl_vec2 centre;
    double half;
    double key; /* no move in it is shorter */
} margin_square;

typedef struct margin_cover {
    margin_square *squares; /* a heap, nearest first */
    size_t count, capacity;
    tl_vec3 from[TL_SIGHT_MARGIN_LINES], to[TL_SIGHT_MARGIN_LINES]; /* good lines: `to` on b where it stands */
    size_t line_count;
} margin_cover;

static double nearest_in(tl_vec2 c, double half) {
    return tl_hypot(tl_max(0, fabs(c.x) - half), tl_max(0, fabs(c.y) - half));
}

static bool before(const margin_square *a, const margin_square *b) {
    if (a->key != b->key) {
        return a->key < b->key;
    }
    return a->centre.x != b->centre.x ? a->centre.x < b->centre.x : a->centre.y < b->centre.y;
}

static bool push(measure *m, margin_cover *c, tl_vec2 centre, double half) {
    if (!tl_reserve(m->context, (void **)&c->squares, &c->capacity, c->count + 1, sizeof(margin_square))) {
        return false;
    }
    size_t i = c->count++;
    margin_square made = {centre, half, nearest_in(centre, half)};
    for (; i > 0 && before(&made, &c->squares[(i - 1) / 2]); i = (i - 1) / 2) {
        c->squares[i] = c->squares[(i - 1) / 2];
    }
    c->squares[i] = made;
    return true;
}

static margin_square pop(margin_cover *c) {
    margin_square top = c->squares[0], last = c->squares[--c->count];
    size_t i = 0;
    for (size_t child = 1; child < c->count; child = 2 * i + 1) {
        child += child + 1 < c->count && before(&c->squares[child + 1], &c->squares[child]) ? 1U : 0U;
        if (!before(&c->squares[child], &last)) {
            break;
        }
        c->squares[i] = c->squares[child];
        i = child;
    }
    c->squares[i] = last;
    return top;
}

/* With a mesh as the ground: whether a point stays out from under it, wherever within `half` it is. */
static tl_status stays_in_the_open(const measure *m, const tl_obstacles *obstacles, tl_vec3 p, double half,
                                   bool *open) {
    const tl_bvh *ground =
        obstacles->ground_slot >= 0 ? tl_world_get(obstacles->world, (size_t)obstacles->ground_slot) : NULL;
    *open = true;
    if (ground != NULL) {
        uint8_t *only = tl_alloc_array(m->context, tl_world_slot_count(obstacles->world), 1);
        if (only == NULL) {
            return TL_ERROR_MEMORY;
        }
        tl_box3 above = tl_box3_grow((tl_box3){p, p}, half + TL_SIGHT_OVER);
        above.low.z = p.z - TL_SIGHT_OVER;
        above.high.z = tl_max(p.z, tl_bvh_box(ground).high.z) + 1;
        only[obstacles->ground_slot] = TL_ROLES_ALL;
        *open = !tl_world_any_in_box(obstacles->world, above, only);
        tl_free(m->context, only);
    }
    return TL_OK;
}

/* Whether no blocker comes as near as `wanted` to the pyramid from a point over a square of ends. */
static tl_status pyramid_free(measure *m, const tl_obstacles *obstacles, tl_vec3 from, tl_vec3 to, double half,
                              double wanted, bool *is_free) {
    tl_sight_search *search = &m->search;
    const tl_vec3 hull[5] = {from,
                             {to.x - half, to.y - half, to.z},
                             {to.x + half, to.y - half, to.z},
                             {to.x + half, to.y + half, to.z},
                             {to.x - half, to.y + half, to.z}};
    const uint32_t corners = 4;
    tl_cell *eye = tl_cell_from_point(&search->scratch, from, false);
    tl_cell *ends = tl_cell_from_polygons(&search->scratch, hull + 1, &corners, 1);
    tl_sight_triangle_list list = {0};
    tl_status status = eye != NULL && ends != NULL ? TL_OK : TL_ERROR_MEMORY;
    *is_free = false;
    if (status == TL_OK) {
        tl_shaft shaft;
        tl_shaft_make(&shaft, eye, ends, search->scale, obstacles->ground_slot < 0);
        tl_shaft_grow(&shaft, wanted);
        double margin = shaft.inflation + wanted;
        status = tl_patch_list(m->context, obstacles, &shaft, &list);
        *is_free = status == TL_OK;
        for (size_t i = 0; i < list.count && *is_free; i += 2) {
            tl_vec3 corner[3];
            tl_bvh_corners(tl_world_get(obstacles->world, list.items[i]), list.items[i + 1], corner);
            *is_free = tl_shaft_hulls_apart(hull, 5, corner, 3, margin);
            m->margin->work += TL_SIGHT_WORK_CONTACT;
        }
        m->margin->work += TL_SIGHT_WORK_SHAFT;
    }
    tl_free(m->context, list.items);
    tl_cell_release(m->context, eye);
    tl_cell_release(m->context, ends);
    return status == TL_ERROR_CANCELLED ? TL_OK : status; /* not free, as far as is known; the loop ends by itself */
}

/* Whether the conditions hold for every line to a square of ends. */
static bool all_allowed(const tl_obstacles *obstacles, tl_vec3 from, tl_vec3 to, double half) {
    const tl_vec3 ends[4] = {{to.x - half, to.y - half, to.z},
                             {to.x + half, to.y - half, to.z},
                             {to.x + half, to.y + half, to.z},
                             {to.x - half, to.y + half, to.z}};
    for (size_t i = 0; i < obstacles->condition_count; i++) {
        const tl_condition *condition = &obstacles->conditions[i];
        if (condition->bundle(condition->user, &from, 1, ends, 4) != TL_BUNDLE_ALL) {
            return false;
        }
    }
    return true;
}

/* Whether the line stays free while its end moves over a square. Once one of these lines is free to its end, and
 * nothing meets their pyramid, no end can have come into a solid. */
static tl_status line_covers(measure *m, const tl_obstacles *obstacles, tl_vec3 from, tl_vec3 to, double half,
                             bool *covers) {
    double wanted = m->q->sight.min_clearance;
    *covers = false;
    if (tl_sight_below_plane(obstacles, from) || tl_sight_below_plane(obstacles, to) ||
        (wanted > 0 && obstacles->ground_slot < 0 && tl_min(from.z, to.z) <= wanted)) {
        return TL_OK;
    }
    m->margin->work += TL_SIGHT_WORK_RAY;
    if (tl_world_blocked(obstacles->world, from, to, obstacles->blockers, NULL) ||
        !tl_sight_ends_free(obstacles, from, to) || !all_allowed(obstacles, from, to, half)) {
        return TL_OK;
    }
    bool open;
    tl_status status = stays_in_the_open(m, obstacles, to, half, &open);
    return status == TL_OK && open ? pyramid_free(m, obstacles, from, to, half, wanted, covers) : status;
}

static tl_status is_covered(measure *m, margin_cover *c, const margin_square *s, bool *covered, tl_error *error) {
    const tl_obstacles *obstacles = &m->sure;
    tl_vec3 move = {s->centre.x, s->centre.y, 0};
    tl_status status = TL_OK;
    *covered = false;
    for (size_t i = 0; i < c->line_count && status == TL_OK && !*covered; i++) {
        status = line_covers(m, obstacles, c->from[i], tl_add(c->to[i], move), s->half, covered);
        if (*covered && i > 0) { /* the useful ones first */
            tl_vec3 from = c->from[i], to = c->to[i];
            memmove(c->from + 1, c->from, i * sizeof(from));
            memmove(c->to + 1, c->to, i * sizeof(to));
            c->from[0] = from;
            c->to[0] = to;
        }
    }
    if (status != TL_OK || *covered) {
        return status;
    }
    tl_sight sight;
    status = look_after(m, s->centre, false, false, &sight, error);
    if (status == TL_OK && sight.verdict == TL_VERDICT_YES) {
        status = line_covers(m, obstacles, sight.from, sight.to, s->half, covered);
        size_t at = c->line_count < TL_SIGHT_MARGIN_LINES ? c->line_count++ : TL_SIGHT_MARGIN_LINES - 1;
        memmove(c->from + 1, c->from, at * sizeof(*c->from));
        memmove(c->to + 1, c->to, at * sizeof(*c->to));
        c->from[0] = sight.from;
        c->to[0] = tl_sub(sight.to, move);
    }
    return status;
}

static tl_status seen_within(measure *m, const tl_sight *sight, tl_error *error) {
    tl_margin *margin = m->margin;
    double high = tl_min(margin->high, margin->limit);
    high = m->q->reach > 0 ? tl_min(high, m->q->reach) : high;
    margin_cover c = {.line_count = 1, .from = {sight->from}, .to = {sight->to}};
    tl_status status = push(m, &c, (tl_vec2){0, 0}, high) ? TL_OK : tl_fail_memory(error);
    double low = 0;
    size_t cells = 0;
    m->wanted = TL_VERDICT_YES;
    m->covering = true;
    while (status == TL_OK && c.count > 0) {
        margin_square s = pop(&c);
        low = s.key;
        if (low > TL_SIGHT_SEEN_FINE * high || s.half < TL_SIGHT_SEEN_LEAST || ++cells > TL_SIGHT_MARGIN_CELLS ||
            !goes_on(m)) {
            break;
        }
        bool covered;
        status = is_covered(m, &c, &s, &covered, error);
        for (int i = 0; i < 4 && !covered && status == TL_OK; i++) {
            double half = 0.5 * s.half;
            tl_vec2 centre = {s.centre.x + (i & 1 ? half : -half), s.centre.y + (i & 2 ? half : -half)};
            status = push(m, &c, centre, half) ? TL_OK : tl_fail_memory(error);
        }
        low = c.count == 0 && covered ? high : low;
    }
    margin->low = status == TL_OK ? tl_min(high, low) * (1 - TL_SIGHT_MOVE_ROUNDING) : 0;
    tl_free(m->context, c.squares);
    return status;
}

/* --- The question ------------------------------------------------------------------------------------------------- */

tl_status tl_margin_measure(tl_context *context, const tl_margin_question *question, const tl_sight *sight,
                            tl_margin *margin, tl_error *error) {
    TL_ASSERT(question->a != NULL && question->b != NULL, "there are two bodies");
    TL_ASSERT(question->limit >= 0 && question->reach >= 0, "limit and reach are lengths");
    *margin = (tl_margin){.high = INFINITY, .limit = question->limit > 0 ? question->limit : TL_SIGHT_MARGIN_LIMIT};
    if (sight->verdict == TL_VERDICT_MARGINAL) {
        return TL_OK;
    }
    bool no = sight->verdict == TL_VERDICT_NO;
    measure m = {.context = context,
                 .q = question,
                 .margin = margin,
                 .budget = question->budget > 0 ? question->budget : TL_SIGHT_MARGIN_BUDGET,
                 .wanted = no ? TL_VERDICT_YES : TL_VERDICT_NO};
    tl_sight scratch;
    tl_sight_search_start(&m.search, context, question->obstacles, (tl_sight_body){.bvh = question->a},
                          (tl_sight_body){.bvh = question->b}, &question->sight, &scratch);
    m.search.scale += margin->limit;
    m.bare = m.sure = *question->obstacles;
    m.bare.condition_count = 0;
    if (question->conditions_move) {
        m.sure.conditions = question->sure;
        m.sure.condition_count = question->sure_count;
    }
    tl_status status = TL_OK;
    if (!question->moves_obstacle) {
        m.corners = tl_alloc_array(context, tl_bvh_vertex_count(question->b), sizeof(*m.corners));
        status = m.corners == NULL ? tl_fail_memory(error)
                                   : tl_bvh_build(context, tl_bvh_vertices(question->b),
                                                  tl_bvh_vertex_count(question->b), tl_bvh_triangles(question->b),
                                                  tl_bvh_triangle_count(question->b), NULL, &m.moved, error);
    }
    if (status == TL_OK) {
        status = nearest_flip(&m, error);
    }
    if (status == TL_OK && no) {
        status = hidden_within(&m, error);
    } else if (status == TL_OK && question->moves_obstacle) {
        /* every point of the line keeps off by that much */
        margin->low = tl_max(0, tl_min(sight->clearance - question->sight.min_clearance, margin->high));
    } else if (status == TL_OK) {
        status = seen_within(&m, sight, error);
    }
    tl_sight_search_end(&m.search);
    tl_bvh_destroy(m.moved);
    tl_free(context, m.corners);
    return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
}
