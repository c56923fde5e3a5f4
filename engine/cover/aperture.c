/* aperture.c: squares of a target, from single viewpoints.
 *
 * Yes: b's polygons are cut by the pyramid from the viewpoint over the square and taken off the square one by one,
 * nearest first, until nothing of it is left; a cone test shows every segment to what was taken to be free.
 *
 * No: pairs of cells, viewpoints and middles of patches. If a patch with its middle in cell B0 is in view from a point
 * a, so is every point b + v of the disc in the square. Over all a of cell A0 and all b of B0 the lines through b + v
 * lie in a convex set K; what they show of b lies in T, the part of b in K. Where all lines from A0 to T are proved
 * blocked, or T is empty, no patch has its middle in B0 for any viewpoint in A0. v is taken square to the line between
 * the cells and shortened so that it is still in the disc after projection from any a: seen from a along d, v has the
 * parts w along d and u square to it, and b + v projects to u L / (L + w), with |w| <= |v| sin(angle between d and the
 * cells' line). */
#include "cover/aperture.h"

#include "cover/cone.h"
#include "cover/limits.h"
#include "math/angle.h"
#include "visibility/search.h"

#include <stdlib.h>

typedef struct asked {
    tl_sight_search search;
    tl_sight sight;
    double side;
    tl_world *target; /* b alone */
    tl_cell *b;
    tl_aperture *aperture;
    uint64_t squares; /* tried */
} asked;

/* --- Yes ---------------------------------------------------------------------------------------------------------- */

/* A square seen from p: its middle and half sides. */
typedef struct aperture_square {
    tl_vec3 p, middle, u, w;
} aperture_square;

static void square_corners(const aperture_square *s, tl_vec3 corner[4]) {
    corner[0] = tl_sub(tl_sub(s->middle, s->u), s->w);
    corner[1] = tl_sub(tl_add(s->middle, s->u), s->w);
    corner[2] = tl_add(tl_add(s->middle, s->u), s->w);
    corner[3] = tl_add(tl_sub(s->middle, s->u), s->w);
}

/* Two unit vectors square to d and to one another, turned by an angle. */
static void frame(tl_vec3 d, double degrees, tl_vec3 *u, tl_vec3 *w) {
    tl_vec3 up = fabs(d.z) < TL_SIGHT_UPRIGHT ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0};
    tl_vec3 x = tl_normalise(tl_cross(d, up)), y = tl_cross(x, d);
    double s, c;
    tl_sincos_deg(degrees, &s, &c);
    *u = tl_add(tl_scale(x, c), tl_scale(y, s));
    *w = tl_sub(tl_scale(y, c), tl_scale(x, s));
}

typedef struct fragment {
    tl_vec3 corner[TL_CELL_CORNERS];
    size_t count;
    double distance;
    uint32_t number;
} fragment;

static int nearer(const void *x, const void *y) {
    const fragment *a = x, *b = y;
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The parts of b in the pyramid, nearest first. */
static tl_status fragments_of(asked *q, const aperture_square *s, fragment **out, size_t *count) {
    tl_vec3 corner[4], d = tl_normalise(tl_sub(s->middle, s->p));
    size_t capacity = 0;
    square_corners(s, corner);
    *out = NULL;
    *count = 0;
    /* cut a little outside of the square's sides, and in front of the viewpoint */
    tl_vec3 normal[5];
    double offset[5];
    for (int k = 0; k < 5; k++) {
        tl_vec3 side = k < 4 ? tl_normalise(tl_cross(tl_sub(corner[k], s->p), tl_sub(corner[(k + 1) % 4], s->p)))
                             : tl_scale(d, -1);
        double sign = k < 4 && tl_dot(side, tl_sub(s->middle, s->p)) > 0 ? -1 : 1;
        normal[k] = tl_scale(side, sign);
        offset[k] = tl_dot(normal[k], s->p) + (k < 4 ? TL_COVER_SEAM : -TL_COVER_APERTURE_NEAR);
    }
    uint64_t clipped = 0;
    for (uint32_t i = 0; i < q->b->polygon_count; i++) {
        tl_vec3 one[2 * TL_CELL_CORNERS + 16], two[2 * TL_CELL_CORNERS + 16];
        size_t n = tl_cell_polygon(q->b, i, one);
        for (int k = 0; k < 5 && n >= 3; k++) {
            clipped += n;
            n = tl_cell_clip_polygon(one, n, normal[k], offset[k], two);
            for (size_t c = 0; c < n; c++) {
                one[c] = two[c];
            }
        }
        if (n < 3 || n > TL_CELL_CORNERS) {
            continue; /* leaving one out only makes less seen */
        }
        if (!tl_reserve(q->search.context, (void **)out, &capacity, *count + 1, sizeof(**out))) {
            return TL_ERROR_MEMORY;
        }
        fragment *f = &(*out)[(*count)++];
        *f = (fragment){.count = n, .distance = INFINITY, .number = i};
        for (size_t c = 0; c < n; c++) {
            f->corner[c] = one[c];
            f->distance = tl_min(f->distance, tl_distance(one[c], s->p));
        }
    }
    q->sight.work += TL_COVER_WORK_POLYGON * (uint64_t)q->b->polygon_count + TL_COVER_WORK_CLIP * clipped +
                     TL_COVER_WORK_FRAGMENT * *count;
    if (*count > 0) {
        qsort(*out, *count, sizeof(**out), nearer);
    }
    return TL_OK;
}

/* What is left of a square, as convex polygons in the plane of the square. */
typedef struct rest {
    tl_vec3 corner[TL_COVER_SQUARE_PIECES][TL_CELL_CORNERS];
    size_t counts[TL_COVER_SQUARE_PIECES];
    size_t count;
} rest;

/* Takes what a fragment covers, seen from p, off what is left; `took` tells whether that was anything. False when it
 * gets too many pieces. */
static bool take_off(rest *r, const aperture_square *s, const fragment *f, bool *took) {
    size_t before = r->count;
    *took = false;
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < f->count; i++) {
        middle = tl_madd(middle, f->corner[i], 1 / (double)f->count);
    }
    /* the planes through p and its edges, pushed out by the seam */
    tl_vec3 normal[TL_CELL_CORNERS];
    double offset[TL_CELL_CORNERS];
    size_t planes = 0;
    for (size_t i = 0; i < f->count; i++) {
        tl_vec3 n = tl_cross(tl_sub(f->corner[i], s->p), tl_sub(f->corner[(i + 1) % f->count], s->p));
        double size = tl_length(n), edge = tl_distance(f->corner[i], f->corner[(i + 1) % f->count]);
        if (!(size > TL_COVER_EDGE_ON * edge)) {
            if (edge > TL_COVER_SEAM) {
                return true; /* seen edge on: it covers nothing */
            }
            continue;
        }
        n = tl_scale(n, 1 / size);
        if (tl_dot(n, tl_sub(middle, s->p)) > 0) {
            n = tl_scale(n, -1);
        }
        normal[planes] = n;
        offset[planes++] = tl_dot(n, s->p) + 0.5 * TL_COVER_SEAM;
    }
    if (planes < 3) {
        return true;
    }
    for (size_t piece = 0; piece < before;) {
        tl_vec3 left[TL_CELL_CORNERS + 4], inside[2 * TL_CELL_CORNERS], outside[2 * TL_CELL_CORNERS];
        size_t n = r->counts[piece], added = r->count;
        for (size_t i = 0; i < n; i++) {
            left[i] = r->corner[piece][i];
        }
        for (size_t i = 0; i < planes && n >= 3; i++) {
            size_t out = tl_cell_clip_polygon(left, n, tl_scale(normal[i], -1), -offset[i], outside);
            size_t in = tl_cell_clip_polygon(left, n, normal[i], offset[i], inside);
            if (out >= 3) {
                if (added == TL_COVER_SQUARE_PIECES || out > TL_CELL_CORNERS) {
                    return false;
                }
                for (size_t c = 0; c < out; c++) {
                    r->corner[added][c] = outside[c];
                }
                r->counts[added++] = out;
            }
            if (in > TL_CELL_CORNERS) {
                return false;
            }
            n = in;
            for (size_t c = 0; c < n; c++) {
                left[c] = inside[c];
            }
        }
        if (n < 3) {
            piece++; /* untouched: what was added for it goes again */
            continue;
        }
        *took = true;
        /* the piece gives way to its parts outside; those added last move into its place */
        size_t parts = added - r->count;
        r->count = added;
        if (parts > 0) {
            size_t last = --r->count;
            for (size_t c = 0; c < r->counts[last]; c++) {
                r->corner[piece][c] = r->corner[last][c];
            }
            r->counts[piece] = r->counts[last];
            piece++;
        } else {
            /* nothing of it is left: the last of those not looked at, then the last of all, fill the gap */
            before--;
            size_t fill[2] = {before, r->count - 1};
            for (int k = 0; k < 2; k++) {
                size_t to = k == 0 ? piece : before;
                for (size_t c = 0; c < r->counts[fill[k]]; c++) {
                    r->corner[to][c] = r->corner[fill[k]][c];
                }
                r->counts[to] = r->counts[fill[k]];
            }
            r->count--;
        }
    }
    return true;
}

/* Within the budget, and not stopped. */
static bool may_go_on(asked *q) {
    return q->sight.work <= q->search.options.budget && tl_sight_poll(&q->search);
}

/* Whether the whole square shows b, free to see. */
static tl_status square_seen(asked *q, const aperture_square *s, bool *seen) {
    fragment *fragments;
    size_t count;
    *seen = false;
    q->squares++;
    rest *left = tl_alloc(q->search.context, sizeof(*left));
    tl_target target;
    tl_target_start(&target, q->search.context);
    tl_status status = left != NULL ? fragments_of(q, s, &fragments, &count) : TL_ERROR_MEMORY;
    if (left == NULL) {
        tl_target_free(&target);
        return status;
    }
    left->count = 1;
    left->counts[0] = 4;
    square_corners(s, left->corner[0]);
    for (size_t i = 0; i < count && status == TL_OK && left->count > 0 && may_go_on(q); i++) {
        bool took;
        q->sight.work += TL_COVER_WORK_PIECE * left->count;
        if (!take_off(left, s, &fragments[i], &took)) {
            break;
        }
        if (took && !tl_target_add(&target, fragments[i].corner, fragments[i].count)) {
            status = TL_ERROR_MEMORY;
        }
    }
    if (status == TL_OK && left->count == 0 && target.count > 0) {
        tl_cone answer = TL_CONE_UNSURE;
        tl_vec3 hidden;
        status =
            tl_target_ready(&target) ? tl_cone_look(&q->search, s->p, &target, 0, &answer, &hidden) : TL_ERROR_MEMORY;
        *seen = status == TL_OK && answer == TL_CONE_CLEAR;
    }
    tl_target_free(&target);
    tl_free(q->search.context, fragments);
    tl_free(q->search.context, left);
    return status;
}

/* Whether the nearest point of b on the line from p through x is in free view. */
static bool shows(asked *q, tl_vec3 p, tl_vec3 x) {
    tl_vec3 far = tl_madd(p, tl_normalise(tl_sub(x, p)), tl_distance(x, p) + q->b->diameter + q->side);
    tl_hit hit;
    q->sight.work += 2 * TL_SIGHT_WORK_RAY;
    if (!tl_world_nearest_hit(q->target, p, far, NULL, &hit)) {
        return false;
    }
    tl_vec3 b = tl_lerp(p, far, hit.t);
    tl_hit stop;
    if (tl_world_blocked(q->search.obstacles->world, p, b, q->search.obstacles->blockers, &stop)) {
        tl_sight_add_name(q->search.stopped_by, &q->search.stopped_count, stop.slot);
        return false;
    }
    return true;
}

/* Where the line from p through a point meets b first. */
static bool first_of_target(asked *q, tl_vec3 p, tl_vec3 through, tl_vec3 *b) {
    tl_vec3 far = tl_madd(p, tl_normalise(tl_sub(through, p)), tl_distance(through, p) + q->b->diameter + q->side);
    tl_hit hit;
    q->sight.work += TL_SIGHT_WORK_RAY;
    if (!tl_world_nearest_hit(q->target, p, far, NULL, &hit)) {
        return false;
    }
    *b = tl_lerp(p, far, hit.t);
    return true;
}

/* Looks for a patch near a line that is free, moving its middle away from what isn't seen. `near_miss` gets which of
 * the directions round it fail at first. */
static tl_status look_near(asked *q, tl_vec3 p, tl_vec3 b, bool missing[TL_COVER_OFFSETS], bool *seen) {
    tl_status status = TL_OK;
    *seen = false;
    /* a square at the back of b would look smaller than one of its size where b is seen */
    (void)first_of_target(q, p, b, &b);
    for (int step = 0; step < TL_COVER_STEPS && status == TL_OK && !*seen; step++) {
        tl_vec3 d = tl_normalise(tl_sub(b, p)), away = {0, 0, 0};
        int fails = 0;
        for (int k = 0; k < TL_COVER_OFFSETS; k++) {
            tl_vec3 u, w;
            frame(d, 360.0 * k / TL_COVER_OFFSETS, &u, &w);
            bool miss = !shows(q, p, tl_madd(b, u, TL_COVER_RIM * q->side));
            if (step == 0) {
                missing[k] = miss;
            }
            if (miss) {
                fails++;
                away = tl_sub(away, u);
            }
        }
        if (fails == 0) {
            for (int turn = 0; turn < TL_COVER_TURNS && status == TL_OK && !*seen && may_go_on(q); turn++) {
                aperture_square s = {.p = p, .middle = b};
                frame(d, 90.0 * turn / TL_COVER_TURNS, &s.u, &s.w);
                /* a hair larger than asked for: it is in view without any doubt */
                s.u = tl_scale(s.u, 0.5 * q->side * (1 + TL_COVER_SQUARE_ROUNDING));
                s.w = tl_scale(s.w, 0.5 * q->side * (1 + TL_COVER_SQUARE_ROUNDING));
                tl_vec3 corner[4];
                square_corners(&s, corner);
                bool all = true;
                for (int k = 0; k < 4 && all; k++) {
                    all = shows(q, p, tl_lerp(s.middle, corner[k], TL_COVER_CORNER));
                }
                if (all) {
                    status = square_seen(q, &s, seen);
                }
                if (*seen) {
                    q->aperture->viewpoint = p;
                    square_corners(&s, q->aperture->corner);
                }
            }
            return status;
        }
        if (fails == TL_COVER_OFFSETS || !(tl_length(away) > TL_COVER_LEAST_AWAY)) {
            return TL_OK;
        }
        /* along the direction away from what fails, and back onto b */
        tl_vec3 next = tl_madd(b, tl_normalise(away), 0.5 * q->side / (1 + step));
        if (!first_of_target(q, p, next, &b)) {
            return TL_OK;
        }
    }
    return status;
}

/* --- No ----------------------------------------------------------------------------------------------------------- */

static double box_gap(tl_box3 a, tl_box3 b) {
    double x = tl_max(0, tl_max(a.low.x - b.high.x, b.low.x - a.high.x));
    double y = tl_max(0, tl_max(a.low.y - b.high.y, b.low.y - a.high.y));
    double z = tl_max(0, tl_max(a.low.z - b.high.z, b.low.z - a.high.z));
    return sqrt(x * x + y * y + z * z);
}

/* A range of numbers. */
typedef struct aperture_range {
    double low, high;
} aperture_range;

static aperture_range extent(const tl_cell *cell, tl_vec3 n) {
    aperture_range r;
    tl_cell_extent(cell, n, &r.low, &r.high);
    return r;
}

/* The part of a cell where normal[k] . x <= offset[k] for all k, or more. NULL without memory. */
static tl_cell *cut_away(asked *q, const tl_cell *cell, const tl_vec3 normal[TL_COVER_OFFSETS],
                         const double offset[TL_COVER_OFFSETS]) {
    tl_vec3 *corners = NULL;
    uint32_t *sizes = NULL;
    size_t corner_count = 0, corner_capacity = 0, count = 0, size_capacity = 0;
    bool fits = true;
    q->sight.work += TL_SIGHT_WORK_STEP * cell->polygon_count;
    for (uint32_t i = 0; i < cell->polygon_count && fits; i++) {
        tl_vec3 one[2 * TL_CELL_CORNERS], two[2 * TL_CELL_CORNERS];
        size_t n = tl_cell_polygon(cell, i, one);
        for (int step = 4; step >= 1; step /= 2) {
            for (int k = step < 4 ? step : 0; k < TL_COVER_OFFSETS && n > 0; k += step < 4 ? 2 * step : 4) {
                size_t m = tl_cell_clip_polygon(one, n, normal[k], offset[k], two);
                if (m > TL_CELL_CORNERS) {
                    continue; /* uncut is larger: that is allowed */
                }
                n = m;
                for (size_t c = 0; c < n; c++) {
                    one[c] = two[c];
                }
            }
        }
        if (n > 0) {
            fits = tl_reserve(q->search.context, (void **)&corners, &corner_capacity, corner_count + n,
                              sizeof(*corners)) &&
                   tl_reserve(q->search.context, (void **)&sizes, &size_capacity, count + 1, sizeof(*sizes));
            for (size_t c = 0; c < n && fits; c++) {
                corners[corner_count++] = one[c];
            }
            if (fits) {
                sizes[count++] = (uint32_t)n;
            }
        }
    }
    tl_cell *part = fits ? tl_cell_from_polygons(&q->search.scratch, corners, sizes, count) : NULL;
    tl_free(q->search.context, corners);
    tl_free(q->search.context, sizes);
    return part;
}

/* The part of b that lines from the first cell through the second, moved by v (square to the axis), may show. NULL in
 * *part when nothing can be said. A point of such a line on b is a + t (b' - a); how far out in a direction n it is, is
 * linear in t, so bounded by the ends t_min, 1 and t_max; and t is the ratio of the lengths along the axis. What is cut
 * away shortens b along the axis, so it is cut twice. */
static tl_status shown_part(asked *q, const tl_sight_pair *pair, tl_vec3 axis, double degrees, tl_vec3 v,
                            tl_cell **part) {
    aperture_range eyes = extent(pair->a, axis), ends = extent(pair->b, axis);
    tl_vec3 normal[TL_COVER_OFFSETS];
    aperture_range from[TL_COVER_OFFSETS], to[TL_COVER_OFFSETS];
    for (int k = 0; k < TL_COVER_OFFSETS; k++) {
        tl_vec3 w;
        frame(axis, degrees + 360.0 * k / TL_COVER_OFFSETS, &normal[k],
              &w); /* the first four are that of v and square to it */
        from[k] = extent(pair->a, normal[k]);
        to[k] = extent(pair->b, normal[k]);
        to[k].high += tl_dot(normal[k], v);
    }
    *part = NULL;
    tl_cell *cell = tl_cell_share(q->b);
    for (int round = 0; round < 2 && cell->polygon_count > 0; round++) {
        aperture_range shown = extent(cell, axis);
        double offset[TL_COVER_OFFSETS];
        ends.low -= TL_COVER_SEAM;
        ends.high += TL_COVER_SEAM;
        if (!(ends.low > eyes.high + q->side) || !(shown.low > eyes.high + q->side)) {
            tl_cell_release(q->search.context, cell);
            return TL_OK;
        }
        double most =
            tl_max((shown.high - eyes.high) / (ends.low - eyes.high), (shown.high - eyes.low) / (ends.low - eyes.low));
        double least =
            tl_min((shown.low - eyes.high) / (ends.high - eyes.high), (shown.low - eyes.low) / (ends.high - eyes.low));
        most = tl_max(1, most) + TL_COVER_RATIO_ROUNDING;
        least = tl_max(0, tl_min(1, least) - TL_COVER_RATIO_ROUNDING);
        for (int k = 0; k < TL_COVER_OFFSETS; k++) {
            double high = to[k].high;
            offset[k] = tl_max(tl_max(high, high + (most - 1) * (high - from[k].low)),
                               (1 - least) * from[k].high + least * high) +
                        TL_COVER_SEAM;
        }
        q->sight.work += TL_SIGHT_WORK_SHAFT;
        tl_cell *smaller = cut_away(q, cell, normal, offset);
        tl_cell_release(q->search.context, cell);
        if (smaller == NULL) {
            return TL_ERROR_MEMORY;
        }
        cell = smaller;
    }
    *part = cell;
    return TL_OK;
}

static tl_status prove(asked *q, const tl_sight_pair *pair, bool *proved, tl_sight_pair_cut *cut) {
    tl_sight_pair_state state;
    double bound;
    tl_status status = tl_sight_prove(&q->search, pair, &state, cut, &bound);
    *proved = status == TL_OK && state == TL_SIGHT_PAIR_BLOCKED;
    return status;
}

/* No patch has its middle in the pair's second cell: for one direction. */
static tl_status prove_moved(asked *q, const tl_sight_pair *pair, double degrees, bool *proved) {
    tl_vec3 axis = tl_sub(tl_cell_centre(pair->b), tl_cell_centre(pair->a)), u, w;
    double least = box_gap(pair->a->box, pair->b->box), radius = 0.5 * q->side;
    *proved = false;
    if (!(least > q->side)) {
        return TL_OK;
    }
    double sine = tl_min(1, (pair->a->diameter + pair->b->diameter) / least);
    frame(tl_normalise(axis), degrees, &u, &w);
    tl_vec3 v = tl_scale(u, radius * (1 - radius * sine / least) - TL_COVER_SEAM);
    tl_cell *part;
    tl_status status = shown_part(q, pair, tl_normalise(axis), degrees, v, &part);
    if (status != TL_OK || part == NULL) {
        return status;
    }
    if (part->polygon_count == 0) {
        *proved = true;
    } else {
        tl_sight_pair moved = {.a = pair->a, .b = part, .depth = pair->depth, .bound = INFINITY};
        tl_sight_pair_cut cut;
        status = prove(q, &moved, proved, &cut);
    }
    tl_cell_release(q->search.context, part);
    return status;
}

/* The cut that narrows the lines of a pair most: sizes along them hardly matter. */
static void best_cut(const tl_sight_pair *pair, tl_sight_pair_cut *cut) {
    const tl_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tl_vec3 along = tl_normalise(tl_sub(tl_cell_centre(pair->b), tl_cell_centre(pair->a)));
    double best = -1;
    for (int side = 0; side < 2; side++) {
        const tl_cell *cell = side == 0 ? pair->a : pair->b;
        for (int k = 0; k < 3; k++) {
            double low, high, part = tl_dot(axes[k], along);
            tl_cell_extent(cell, axes[k], &low, &high);
            double size = (high - low) * (TL_COVER_ALONG + sqrt(tl_max(0, 1 - part * part)));
            if (size > best) {
                best = size;
                *cut = (tl_sight_pair_cut){side == 0, axes[k], 0.5 * (low + high)};
            }
        }
    }
}

/* The middle of the longest run of directions that show nothing; TL_COVER_OFFSETS when there is none. */
static int deepest(const bool missing[TL_COVER_OFFSETS]) {
    int best = TL_COVER_OFFSETS, longest = 0;
    for (int from = 0; from < TL_COVER_OFFSETS; from++) {
        int run = 0;
        while (run < TL_COVER_OFFSETS && missing[(from + run) % TL_COVER_OFFSETS]) {
            run++;
        }
        if (run > longest) {
            longest = run;
            best = (from + (run - 1) / 2) % TL_COVER_OFFSETS;
        }
    }
    return best;
}

/* One of the directions of a pair, as a point of the disc's rim round b sees it: they don't jump from line to line. */
static tl_vec3 rim(const asked *q, const tl_sight_pair *pair, tl_vec3 b, int k) {
    tl_vec3 axis = tl_normalise(tl_sub(tl_cell_centre(pair->b), tl_cell_centre(pair->a))), u, w;
    frame(axis, 360.0 * k / TL_COVER_OFFSETS, &u, &w);
    return tl_madd(b, u, TL_COVER_RIM * q->side);
}

/* Whether a direction shows nothing on a few lines of the pair. */
static bool promising(asked *q, const tl_sight_pair *pair, int k) {
    for (int i = 0; i < TL_COVER_OFFSET_SAMPLES; i++) {
        tl_vec3 p = tl_cell_sample(pair->a, &q->search.random), b = tl_cell_sample(pair->b, &q->search.random);
        if (shows(q, p, rim(q, pair, b, k))) {
            return false;
        }
    }
    return true;
}

/* One pair: proved, seen, or to be divided. */
static tl_status visit(asked *q, const tl_sight_pair *pair, bool *proved, bool *seen, tl_sight_pair_cut *cut) {
    tl_status status = prove(q, pair, proved, cut);
    best_cut(pair, cut);
    if (status != TL_OK || *proved) {
        return status;
    }
    tl_vec3 p = tl_cell_sample(pair->a, &q->search.random), b = tl_cell_sample(pair->b, &q->search.random);
    bool missing[TL_COVER_OFFSETS], others[TL_COVER_OFFSETS];
    for (int k = 0; k < TL_COVER_OFFSETS; k++) {
        missing[k] = !shows(q, p, rim(q, pair, b, k));
    }
    int k = deepest(missing);
    if (k == TL_COVER_OFFSETS || pair->depth % TL_COVER_LOOK_EVERY == TL_COVER_LOOK_EVERY - 1) {
        if (tl_sight_may_view(q->search.obstacles, &q->search.a, p)) {
            status = look_near(q, p, b, others, seen);
        }
    }
    if (status == TL_OK && !*seen && k < TL_COVER_OFFSETS && promising(q, pair, k)) {
        status = prove_moved(q, pair, 360.0 * k / TL_COVER_OFFSETS, proved);
        if (status == TL_OK && !*proved &&
            missing[(k + TL_COVER_OFFSETS / 2) % TL_COVER_OFFSETS]) { /* and straight across */
            status = prove_moved(q, pair, 360.0 * (k + TL_COVER_OFFSETS / 2) / TL_COVER_OFFSETS, proved);
        }
    }
    return status;
}

static tl_status divide(asked *q, tl_sight_pairs *pairs, const tl_sight_pair *pair, const tl_sight_pair_cut *cut) {
    tl_cell *half[2];
    tl_cell *keep = cut->first ? pair->b : pair->a;
    if (!tl_cell_split(&q->search.scratch, cut->first ? pair->a : pair->b, cut->normal, cut->offset, &half[0],
                       &half[1])) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (int i = 0; i < 2; i++) {
        if (half[i]->polygon_count == 0 || status != TL_OK) {
            tl_cell_release(q->search.context, half[i]);
            continue;
        }
        tl_cell *a = cut->first ? half[i] : keep, *b = cut->first ? keep : half[i];
        tl_cell_share(keep);
        if (!tl_sight_pairs_push(pairs, a, b, -tl_max(a->diameter, b->diameter), INFINITY, pair->depth + 1)) {
            status = TL_ERROR_MEMORY;
        }
    }
    return status;
}

static tl_status search_pairs(asked *q, tl_cell *a, bool *seen, bool *open) {
    tl_sight_pairs pairs = {.context = q->search.context};
    tl_status status =
        tl_sight_pairs_push(&pairs, tl_cell_share(a), tl_cell_share(q->b), 0, INFINITY, 0) ? TL_OK : TL_ERROR_MEMORY;
    tl_sight_pair pair;
    while (status == TL_OK && !*seen && !*open && tl_sight_pairs_pop(&pairs, &pair)) {
        bool proved = false;
        tl_sight_pair_cut cut;
        if (q->sight.work > q->search.options.budget) {
            q->aperture->why = TL_WHY_BUDGET;
            *open = true;
        } else if (!tl_sight_poll(&q->search)) {
            q->aperture->why = TL_WHY_TIME;
            *open = true;
            status = tl_sight_stop_status(&q->search);
        } else {
            status = visit(q, &pair, &proved, seen, &cut);
        }
        if (status == TL_OK && !proved && !*seen && !*open) {
            if (tl_max(pair.a->diameter, pair.b->diameter) <= TL_COVER_LEAST_PAIR * q->search.options.tolerance) {
                *open = true; /* one such pair is enough to leave the question open */
            } else {
                status = divide(q, &pairs, &pair, &cut);
            }
        }
        tl_cell_release(q->search.context, pair.a);
        tl_cell_release(q->search.context, pair.b);
    }
    tl_sight_pairs_free(&pairs);
    return status;
}

/* Lines likely to have room round them. */
static tl_status first_tries(asked *q, const tl_cell *a, bool *seen) {
    tl_status status = TL_OK;
    for (int i = 0; i < TL_COVER_FIRST_TRIES && status == TL_OK && !*seen && tl_sight_poll(&q->search); i++) {
        tl_vec3 p = tl_cell_sample(a, &q->search.random), b = tl_cell_sample(q->b, &q->search.random);
        bool missing[TL_COVER_OFFSETS];
        if (tl_sight_may_view(q->search.obstacles, &q->search.a, p) && shows(q, p, b)) {
            status = look_near(q, p, b, missing, seen);
        }
    }
    return status;
}

tl_status tl_aperture_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                              double side, const tl_sight_options *options, tl_aperture *aperture, tl_error *error) {
    TL_ASSERT(side > 0, "a patch has a side");
    TL_ASSERT(a != NULL && b != NULL, "there are two bodies");
    *aperture = (tl_aperture){.verdict = TL_VERDICT_MARGINAL, .why = TL_WHY_TOLERANCE};
    uint64_t least = tl_sight_budget(TL_COVER_APERTURE_BUDGET, options != NULL ? options->effort : 0);
    asked q = {.side = side, .aperture = aperture};
    tl_sight_search_start(&q.search, context, obstacles, (tl_sight_body){.bvh = a}, (tl_sight_body){.bvh = b}, options,
                          &q.sight);
    q.search.only_proofs = true;
    q.search.options.prove = true;
    q.search.options.min_clearance = 0;
    q.search.options.recorder = NULL;
    q.search.options.budget = q.search.options.budget > least ? q.search.options.budget : least;
    bool seen = false, open = false;
    tl_cell *eyes = tl_sight_body_cell(&q.search, &q.search.a);
    q.b = tl_sight_body_cell(&q.search, &q.search.b);
    bool ready = eyes != NULL && q.b != NULL;
    tl_status status = ready              ? tl_world_create(context, 1, &q.target, error)
                       : q.search.stopped ? tl_sight_stop_status(&q.search)
                                          : TL_ERROR_MEMORY;
    if (!ready && status == TL_OK) { /* nothing was looked at */
        open = true;
        aperture->why = TL_WHY_TIME;
    } else if (status == TL_OK && eyes->polygon_count > 0 && q.b->polygon_count > 0) {
        tl_world_set(q.target, 0, b);
        status = first_tries(&q, eyes, &seen);
        if (status == TL_OK && !seen) {
            status = tl_sight_ready_patch(&q.search, eyes, q.b);
        }
        if (status == TL_OK && !seen) {
            status = search_pairs(&q, eyes, &seen, &open);
        }
    }
    if (status == TL_OK) {
        status = tl_sight_stop_status(&q.search);
        aperture->verdict = seen ? TL_VERDICT_YES : open ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
        aperture->why = open && !seen ? aperture->why : TL_WHY_NONE;
        for (size_t i = 0; i < q.search.stopped_count && !seen; i++) {
            tl_sight_add_name(aperture->named, &aperture->named_count, q.search.stopped_by[i]);
        }
    }
    aperture->work = q.sight.work;
    tl_world_destroy(q.target);
    tl_cell_release(context, eyes);
    tl_cell_release(context, q.b);
    tl_sight_search_end(&q.search);
    if (status == TL_ERROR_CANCELLED) {
        return tl_fail(error, status, NULL, NULL, NULL, "the search for a patch in view was cancelled");
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}
