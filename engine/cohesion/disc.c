/* disc.c: the smallest disc that touches every one of some shapes, seen from above.
 *
 * The disc round p of radius g(p) = max_i d_i(p) touches them all, d_i being the distance to shape i; wanted is the
 * least g. For discs of centre c and radius r the function |p - c| - r is convex, also where it is negative, so the
 * least maximum is held by at most three of them (as in Welzl 1991, "Smallest enclosing disks"): a basis. Starting from
 * any, the shape that is violated most joins it, and the best basis among the four is kept; the value only grows.
 *
 * Dual bound. Let n_i be unit vectors and w_i >= 0 weights with sum 1 and sum w_i n_i = e. As d_i(q) >= n_i . (q - c_i)
 * - r_i for every q, g(q) >= sum w_i d_i(p) + e . (q - p) with n_i taken along p - c_i: what is left open is |e| times
 * the distance of the best q from p. The same holds for any number that p was rounded to.
 *
 * Shapes other than discs: g is 1-Lipschitz, so in a square cell round m of half side h it is at least g(m) - h sqrt 2.
 * Cells that can't beat the best centre by more than the wanted gap are dropped, the others quartered. */
#include "cohesion/cohesion.h"

#include "body/shape.h"
#include "geom/convex.h"
#include "geom/polygon2.h"

#include <float.h>
#include <string.h>

enum { MOST_CELLS = 1 << 14, MOST_STEPS = 200 };

/* A shape in plan, relative to the first shape's middle. */
typedef struct figure {
    bool round; /* a disc */
    tl_vec2 centre;
    double radius;
    const tl_vec2 *corner; /* a polygon, when not NULL ... */
    size_t corners;
    tl_vec2 lean; /* ... swept along this: where a tilted prism's upper face lies, seen from above */
    tl_vec2 *owned;
    tl_vec3 ends[2];
    tl_convex convex; /* ... else this */
} figure;

typedef struct problem {
    tl_context *context;
    figure *figures;
    size_t count;
    double size; /* no coordinate is larger in magnitude */
} problem;

/* --- Making ready ------------------------------------------------------------------------------------------------- */

/* A prism over a polygon, from `low` to `high` in its own frame. */
static tl_status make_polygon(problem *x, figure *f, const tl_vec2 *corner, size_t count, const tl_pose *pose,
                              double low, double high, tl_vec3 origin, tl_error *error) {
    f->owned = tl_alloc_array(x->context, count, sizeof(*f->owned));
    if (f->owned == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec3 p = tl_pose_point(pose, (tl_vec3){corner[i].x, corner[i].y, low});
        f->owned[i] = (tl_vec2){p.x - origin.x, p.y - origin.y};
        x->size = tl_max(x->size, tl_max(fabs(f->owned[i].x), fabs(f->owned[i].y)));
    }
    f->corner = f->owned;
    f->corners = count;
    f->lean = tl_scale2(tl_plan(pose->z), high - low);
    x->size += tl_max(fabs(f->lean.x), fabs(f->lean.y));
    return TL_OK;
}

static tl_status make_figure(problem *x, figure *f, const tl_shape *s, tl_vec3 origin, tl_error *error) {
    tl_status status = tl_shape_check(s, "base", error);
    if (status != TL_OK) {
        return status;
    }
    const tl_pose *pose = &s->pose;
    tl_vec3 low = {0, 0, s->low}, u = {s->radius, 0, 0}, v = {0, s->radius, 0};
    switch (s->kind) {
    case TL_SHAPE_POLYGON:
        return make_polygon(x, f, s->outline, s->outline_count, pose, s->low, s->high, origin, error);
    case TL_SHAPE_BOX: {
        const tl_vec2 corner[4] = {
            {s->from.x, s->from.y}, {s->to.x, s->from.y}, {s->to.x, s->to.y}, {s->from.x, s->to.y}};
        return make_polygon(x, f, corner, 4, pose, s->from.z, s->to.z, origin, error);
    }
    case TL_SHAPE_CAPSULE:
        f->ends[0] = tl_sub(tl_pose_point(pose, s->from), origin);
        f->ends[1] = tl_sub(tl_pose_point(pose, s->to), origin);
        f->round = f->ends[0].x == f->ends[1].x && f->ends[0].y == f->ends[1].y;
        f->centre = tl_plan(f->ends[0]);
        f->radius = s->radius;
        f->convex = (tl_convex){.corner = f->ends, .corners = 2, .radius = s->radius};
        x->size = tl_max(x->size, tl_max(tl_length(f->ends[0]), tl_length(f->ends[1])) + s->radius);
        return TL_OK;
    case TL_SHAPE_CYLINDER: {
        tl_vec3 axis = tl_normalise(tl_sub(s->to, s->from));
        tl_vec3 helper = fabs(axis.z) > 0.9 ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
        u = tl_scale(tl_normalise(tl_cross(helper, axis)), s->radius);
        v = tl_cross(axis, u);
        low = s->from;
        f->convex.w = tl_scale(tl_pose_direction(pose, tl_sub(s->to, s->from)), 0.5);
        break;
    }
    case TL_SHAPE_OVAL:
        u.x = s->size.x;
        v.y = s->size.y;
        break;
    case TL_SHAPE_DISC:
    case TL_SHAPE_NONE:
        break;
    }
    bool upright = tl_shape_is_upright(s);
    if (!upright && s->kind != TL_SHAPE_CYLINDER) {
        f->convex.w = tl_scale(pose->z, 0.5 * (s->high - s->low));
    }
    f->round = upright && (s->kind != TL_SHAPE_OVAL || s->size.x == s->size.y);
    f->convex.centre = tl_add(tl_sub(tl_pose_point(pose, low), origin), f->convex.w);
    f->convex.u = tl_pose_direction(pose, u);
    f->convex.v = tl_pose_direction(pose, v);
    f->centre = tl_plan(f->convex.centre);
    f->radius = tl_length(f->convex.u);
    x->size = tl_max(x->size, tl_length(f->convex.centre) + tl_length(f->convex.u) + tl_length(f->convex.v) +
                                  tl_length(f->convex.w));
    return TL_OK;
}

/* --- Discs -------------------------------------------------------------------------------------------------------- */

static double over(const figure *f, tl_vec2 p) {
    return tl_length2(tl_sub2(p, f->centre)) - f->radius;
}

/* The value of the most distant of some discs; `which` (may be NULL) gets it. */
static double highest(const problem *x, const size_t *chosen, size_t count, tl_vec2 p, size_t *which) {
    double most = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        size_t i = chosen != NULL ? chosen[k] : k;
        double value = over(&x->figures[i], p);
        if (value > most) {
            most = value;
            if (which != NULL) {
                *which = i;
            }
        }
    }
    return most;
}

/* Points that may be the middle for a basis; their number. */
static size_t middles_of_two(const figure *a, const figure *b, tl_vec2 out[2]) {
    tl_vec2 d = tl_sub2(b->centre, a->centre);
    double length = tl_length2(d);
    if (!(length > 0)) {
        return 0;
    }
    out[0] = tl_lerp2(a->centre, b->centre, 0.5 * (length + a->radius - b->radius) / length);
    return 1;
}

/* |p - c_i| = R + r_i for three discs. With c_0 the origin and S = R + r_0, k_i = r_i - r_0 subtracting the first
 * equation from the others leaves p . d_i + S k_i = (|d_i|^2 - k_i^2) / 2, hence p = f + g S with |p| = S. */
static size_t middles_of_three(const figure *a, const figure *b, const figure *c, tl_vec2 out[2]) {
    tl_vec2 d = tl_sub2(b->centre, a->centre), e = tl_sub2(c->centre, a->centre);
    double kd = b->radius - a->radius, ke = c->radius - a->radius;
    double det = tl_cross2(d, e);
    if (det == 0) {
        return 0;
    }
    double hd = 0.5 * (tl_dot2(d, d) - kd * kd), he = 0.5 * (tl_dot2(e, e) - ke * ke);
    tl_vec2 f = {(hd * e.y - he * d.y) / det, (he * d.x - hd * e.x) / det};
    tl_vec2 g = {-(kd * e.y - ke * d.y) / det, -(ke * d.x - kd * e.x) / det};
    double qa = tl_dot2(g, g) - 1, qb = tl_dot2(f, g), qc = tl_dot2(f, f);
    double root = qb * qb - qa * qc;
    double s[2];
    size_t count = 0;
    if (qa == 0) {
        if (qb != 0) {
            s[count++] = -0.5 * qc / qb;
        }
    } else if (root >= 0) {
        double q = -(qb + copysign(sqrt(root), qb));
        s[count++] = q / qa;
        if (q != 0) {
            s[count++] = qc / q;
        }
    }
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(s[i])) {
            out[made++] = tl_add2(a->centre, tl_add2(f, tl_scale2(g, s[i])));
        }
    }
    return made;
}

typedef struct basis {
    size_t member[TL_COHESION_SUPPORT];
    size_t count;
    tl_vec2 p;
    double value; /* of the discs it was found among */
} basis;

/* The best middle for up to four discs: some basis of one, two or three of them has it. */
static basis solve_few(const problem *x, const size_t *chosen, size_t count) {
    basis best = {.value = INFINITY};
    for (unsigned mask = 1; mask < 1U << count; mask++) {
        basis b = {.count = 0};
        bool fits = true;
        for (size_t i = 0; i < count; i++) {
            if ((mask >> i & 1U) != 0) {
                fits = fits && b.count < TL_COHESION_SUPPORT;
                if (fits) {
                    b.member[b.count++] = chosen[i];
                }
            }
        }
        const figure *a = &x->figures[b.member[0]];
        tl_vec2 point[2] = {a->centre, {0, 0}};
        size_t points = !fits          ? 0
                        : b.count == 1 ? 1
                        : b.count == 2 ? middles_of_two(a, &x->figures[b.member[1]], point)
                                       : middles_of_three(a, &x->figures[b.member[1]], &x->figures[b.member[2]], point);
        for (size_t i = 0; i < points; i++) {
            b.p = point[i];
            b.value = highest(x, chosen, count, b.p, NULL);
            /* of equals the smaller basis */
            if (b.value < best.value || (b.value == best.value && b.count < best.count)) {
                best = b;
            }
        }
    }
    return best;
}

/* The dual bound of a basis: a proof that no disc is smaller. */
static double lower_bound(const problem *x, const basis *b, double reach) {
    tl_vec2 n[TL_COHESION_SUPPORT];
    double w[TL_COHESION_SUPPORT] = {1, 0, 0}, sum = 0, bound = 0;
    for (size_t i = 0; i < b->count; i++) {
        const figure *f = &x->figures[b->member[i]];
        tl_vec2 d = tl_sub2(b->p, f->centre);
        double length = tl_length2(d);
        n[i] = length > 0 ? tl_scale2(d, 1 / length) : (tl_vec2){0, 0};
    }
    if (b->count == 2) {
        w[0] = w[1] = 0.5;
    } else if (b->count == 3) {
        for (size_t i = 0; i < 3; i++) {
            w[i] = tl_cross2(n[(i + 1) % 3], n[(i + 2) % 3]);
        }
        double sign = w[0] + w[1] + w[2] < 0 ? -1 : 1;
        for (size_t i = 0; i < 3; i++) {
            w[i] = tl_max(w[i] * sign, 0);
        }
    }
    tl_vec2 e = {0, 0};
    for (size_t i = 0; i < b->count; i++) {
        sum += w[i];
    }
    if (!(sum > 0)) {
        return 0;
    }
    for (size_t i = 0; i < b->count; i++) {
        e = tl_add2(e, tl_scale2(n[i], w[i] / sum));
        bound += w[i] / sum * over(&x->figures[b->member[i]], b->p);
    }
    return bound - tl_length2(e) * reach;
}

static void solve_discs(const problem *x, tl_cohesion_disc *disc) {
    size_t chosen[TL_COHESION_SUPPORT + 1] = {0};
    basis best = solve_few(x, chosen, 1), kept = best;
    double high = INFINITY;
    for (int step = 0; step < MOST_STEPS; step++) {
        size_t far = 0;
        double value = highest(x, NULL, x->count, best.p, &far);
        if (value < high) {
            high = value;
            kept = best;
        }
        bool known = false;
        for (size_t i = 0; i < best.count; i++) {
            known = known || best.member[i] == far;
        }
        if (known || value <= best.value) {
            break; /* nobody outside the basis is farther */
        }
        memcpy(chosen, best.member, sizeof(best.member));
        chosen[best.count] = far;
        best = solve_few(x, chosen, best.count + 1);
    }
    /* rounding: a few operations on coordinates of this size */
    double rounding = 64 * DBL_EPSILON * (x->size + fabs(high));
    *disc = (tl_cohesion_disc){.centre = kept.p};
    if (high < rounding) {
        /* a common point, or so near to one that nobody can tell */
        disc->diameter_mm = disc->error_mm = high < -rounding ? 0 : 4 * rounding;
        return;
    }
    /* the best middle and p both lie within g(p) + r of a disc's centre, and so this far from one another at most */
    double reach = 2 * (high + x->figures[0].radius + rounding);
    double low = tl_max(lower_bound(x, &kept, reach) - rounding, 0);
    disc->diameter_mm = 2 * (high + rounding);
    disc->error_mm = disc->diameter_mm - 2 * low;
    disc->support_count = kept.count;
    memcpy(disc->support, kept.member, sizeof(kept.member));
}

/* --- Other shapes ------------------------------------------------------------------------------------------------- */

static double distance_to(const figure *f, tl_vec2 p) {
    if (f->round) {
        return tl_max(over(f, p), 0);
    }
    if (f->corner != NULL && (f->lean.x != 0 || f->lean.y != 0)) {
        const tl_vec2 back[2] = {p, tl_sub2(p, f->lean)};
        tl_vec2 on[2];
        return tl_polygon2_distance(f->corner, f->corners, back, 2, &on[0], &on[1]);
    }
    if (f->corner != NULL) {
        tl_vec2 nearest;
        return tl_polygon2_side(f->corner, f->corners, p) != TL_SIDE_OUTSIDE
                   ? 0
                   : tl_polygon2_boundary_distance(f->corner, f->corners, p, &nearest);
    }
    tl_vec3 point = {p.x, p.y, 0};
    tl_convex at = {.corner = &point, .corners = 1};
    return tl_convex_distance(&at, &f->convex, true, INFINITY).upper;
}

/* The distance of the farthest figure, or of any that is farther than `enough`. */
static double farthest(const problem *x, tl_vec2 p, double enough) {
    double most = 0;
    for (size_t i = 0; i < x->count && most <= enough; i++) {
        most = tl_max(most, distance_to(&x->figures[i], p));
    }
    return most;
}

typedef struct disc_cell {
    tl_vec2 m;
    double value;
} disc_cell;

static tl_status search(const problem *x, tl_cohesion_disc *disc, tl_error *error) {
    disc_cell *cells = tl_alloc_array(x->context, 2 * (size_t)MOST_CELLS, sizeof(*cells));
    if (cells == NULL) {
        return tl_fail_memory(error);
    }
    disc_cell *next = cells + MOST_CELLS;
    double half = x->size * 1.0001, rounding = 64 * DBL_EPSILON * x->size;
    size_t count = 1;
    cells[0] = (disc_cell){{0, 0}, farthest(x, (tl_vec2){0, 0}, INFINITY)};
    disc_cell best = cells[0];
    double gap = 0.5 * TL_COHESION_SEARCH, low = tl_max(cells[0].value - half * sqrt(2), 0);
    for (int level = 0; level < 60 && count > 0 && best.value > 0; level++) {
        size_t made = 0;
        half *= 0.5;
        /* whatever was dropped before could not beat the best by more than the gap */
        for (size_t i = 0; i < count; i++) {
            for (int k = 0; k < 4; k++) {
                disc_cell c = {.m = {cells[i].m.x + (k & 1 ? half : -half), cells[i].m.y + (k & 2 ? half : -half)}};
                c.value = farthest(x, c.m, best.value + half * sqrt(2));
                best = c.value < best.value ? c : best;
                if (c.value - half * sqrt(2) < best.value - gap && made < MOST_CELLS) {
                    next[made++] = c;
                }
            }
        }
        if (made == MOST_CELLS) {
            break; /* too many to go on: `low` stands as it was */
        }
        double least = tl_max(best.value - gap, 0);
        count = 0;
        for (size_t i = 0; i < made; i++) {
            if (next[i].value - half * sqrt(2) < best.value - gap) {
                cells[count++] = next[i];
                least = tl_min(least, next[i].value - half * sqrt(2));
            }
        }
        low = tl_max(low, least);
    }
    tl_free(x->context, cells);
    double high = best.value > 0 ? best.value + rounding : 0;
    low = best.value > 0 ? tl_max(low - rounding, 0) : 0;
    *disc = (tl_cohesion_disc){.diameter_mm = 2 * high, .error_mm = 2 * (high - low), .centre = best.m};
    /* who holds it apart: those that are as far as the farthest, up to the gap */
    for (size_t i = 0; i < x->count && disc->support_count < TL_COHESION_SUPPORT && best.value > 0; i++) {
        if (distance_to(&x->figures[i], best.m) >= best.value - 2 * gap) {
            disc->support[disc->support_count++] = i;
        }
    }
    return TL_OK;
}

/* --- The answer --------------------------------------------------------------------------------------------------- */

static tl_status judge(const problem *x, const tl_shape *const *shapes, bool round, double limit, double tolerance,
                       tl_cohesion_disc *disc, tl_error *error) {
    double high = limit - disc->diameter_mm; /* to spare, at least */
    double low = high + disc->error_mm;      /* and at most */
    if (tolerance > 0) {
        disc->verdict = high > tolerance ? TL_VERDICT_YES : low < -tolerance ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
        return TL_OK;
    }
    disc->verdict = high >= 0 ? TL_VERDICT_YES : low < 0 ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    if (disc->verdict == TL_VERDICT_MARGINAL && disc->support_count == 2 && (round || x->count == 2)) {
        /* the two are as far apart as the disc is wide, when everybody else is nearer by more than the middle is wrong
         */
        for (size_t i = 0; i < x->count; i++) {
            bool holds = i == disc->support[0] || i == disc->support[1];
            if (!holds && distance_to(&x->figures[i], disc->centre) > 0.5 * disc->diameter_mm - disc->error_mm - 1e-6) {
                return TL_OK;
            }
        }
        tl_volume a = {.shape = shapes[disc->support[0]]}, b = {.shape = shapes[disc->support[1]]};
        tl_range_decision decision;
        tl_status status = tl_range_within(x->context, &a, &b, TL_METRIC_PLAN, limit, &decision, error);
        disc->verdict = decision.verdict;
        return status;
    }
    return TL_OK;
}

tl_status tl_cohesion_measure_disc(tl_context *context, const tl_shape *const *shapes, size_t count, double limit,
                                   double tolerance, tl_cohesion_disc *disc, tl_error *error) {
    problem x = {.context = context, .figures = tl_alloc_array(context, count, sizeof(*x.figures)), .count = count};
    tl_status status = x.figures != NULL ? TL_OK : tl_fail_memory(error);
    tl_vec3 origin = shapes[0]->pose.at;
    bool round = true;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = make_figure(&x, &x.figures[i], shapes[i], origin, error);
        round = round && x.figures[i].round;
    }
    if (status == TL_OK && round) {
        solve_discs(&x, disc);
    } else if (status == TL_OK) {
        status = search(&x, disc, error);
    }
    if (status == TL_OK) {
        /* moving to the local origin rounded every coordinate once */
        double moved = 2 * DBL_EPSILON * (fabs(origin.x) + fabs(origin.y) + x.size);
        if (disc->diameter_mm > 0) {
            disc->diameter_mm += moved;
            disc->error_mm += 2 * moved;
        }
        status = judge(&x, shapes, round, limit, tolerance, disc, error);
        disc->centre = tl_add2(disc->centre, tl_plan(origin));
    }
    for (size_t i = 0; i < count && x.figures != NULL; i++) {
        tl_free(context, x.figures[i].owned);
    }
    tl_free(context, x.figures);
    return status;
}
