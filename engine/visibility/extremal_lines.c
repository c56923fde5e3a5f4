/* extremal_lines.c: tries lines that just pass the edges of what is in the way. */
#include "visibility/shells.h"

#include "geom/geom.h"
#include "visibility/limits.h"

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
    round.radius_squared *= 1 + TL_SIGHT_BALL_ROUNDING;
    return round;
}

/* A normal of a polygon, from all of its corners: any three of them may be nearly equal or collinear. */
static tl_vec3 normal_of(const tl_vec3 *corner, size_t count) {
    tl_vec3 n = {0, 0, 0};
    for (size_t k = 1; k + 1 < count; k++) {
        n = tl_add(n, tl_cross(tl_sub(corner[k], corner[0]), tl_sub(corner[k + 1], corner[0])));
    }
    return n;
}

/* Where the line from p through m meets a polygon of the cell, beyond m: roughly, for a thin polygon's plane is not
 * known better. Whoever takes the line puts its end on the body (tl_sight_offer). */
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
        tl_vec3 n = normal_of(corner, count);
        double along = tl_dot(n, d), t = along != 0 ? tl_dot(n, tl_sub(corner[0], p)) / along : 0;
        if (!(t > 1) || !(t < TL_SIGHT_EXTREMAL_FAR)) {
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

/* From a random point of the one cell through m to the other. */
static bool seen_through(tl_sight_search *search, const tl_sight_pair *pair, const ball *balls[2], bool from_a,
                         tl_vec3 m, tl_vec3 p) {
    tl_vec3 q;
    search->sight->work += (from_a ? pair->b : pair->a)->polygon_count / 3;
    return aim(from_a ? pair->b : pair->a, balls[from_a ? 1 : 0], p, m, &q) &&
           tl_sight_try(search, from_a ? p : q, from_a ? q : p) == TL_TRY_SEEN;
}

static bool pass_through(tl_sight_search *search, const tl_sight_pair *pair, const tl_portal_rest *left,
                         const ball *balls[2]) {
    for (int k = 0; k < TL_SIGHT_REST_LINES && left->known; k++) {
        tl_vec3 m = tl_portal_point(&left->frame, tl_portal_sample(&left->portal, &search->random));
        bool from_a = (k & 1) == 0;
        tl_vec3 p = tl_cell_sample(from_a ? pair->a : pair->b, &search->random);
        if (seen_through(search, pair, balls, from_a, m, p)) {
            return true;
        }
    }
    return false;
}

/* Lines that just pass the edges which failed shells went round: beyond one edge by a little, seen from the probe that
 * it stopped, or between two of them. Random lines hardly ever do. */
static bool pass_beside(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, const tl_failure *why,
                        const ball *balls[2]) {
    tl_vec3 last = {0, 0, 0};
    for (size_t i = 0; i < why->count; i++) {
        const tl_sight_turning *edge = &why->edges[i];
        tl_vec3 on_line, on_edge;
        tl_geom_segment_nearest_segment(line->p, line->q, edge->u, edge->v, &on_line, &on_edge);
        tl_vec3 outward = tl_normalise(tl_sub(on_edge, on_line));
        double width = 0.5 * (pair->a->diameter + pair->b->diameter);
        for (int k = 0; k < TL_SIGHT_EXTREMALS; k++) {
            double little = width * (tl_sight_random_unit(&search->random) + 0.5);
            for (uint32_t halvings = tl_sight_random_below(&search->random, TL_SIGHT_EXTREMAL_HALVINGS); halvings > 0;
                 halvings--) {
                little *= 0.5;
            }
            bool between = i > 0 && (k & 2) != 0;
            tl_vec3 m = between ? tl_lerp(last, on_edge, tl_sight_random_unit(&search->random))
                                : tl_madd(on_edge, outward, little);
            bool from_a = (k & 1) == 0;
            tl_vec3 p = tl_cell_sample(from_a ? pair->a : pair->b, &search->random);
            if (seen_through(search, pair, balls, from_a, m, p)) {
                return true;
            }
        }
        last = on_edge;
    }
    return false;
}

tl_status tl_sight_extremal_lines(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line,
                                  const tl_failure *why, const tl_portal_rest *left, bool *seen) {
    TL_ASSERT(why->count <= TL_FAILURE_EDGES, "a failure has room for its edges");
    const tl_cell *cells[2] = {pair->a, pair->b};
    const ball *balls[2] = {NULL, NULL};
    *seen = false;
    if (search->only_proofs || why->count == 0 || search->sight->work >= search->give_up_at ||
        search->extremal_work > TL_SIGHT_EXTREMAL_START + search->sight->work / TL_SIGHT_EXTREMAL_SHARE) {
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
    *seen = pass_through(search, pair, left, balls) || pass_beside(search, pair, line, why, balls);
    tl_free(search->context, all);
    search->extremal_work += search->sight->work - before;
    return TL_OK;
}
