/* sweep.c: sliding contact of convex figures of the plan. */
#include "move/sweep.h"

#include "geom/geom.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "move/limits.h"

/* A span of the parameter that conditions cut down. */
typedef struct sweep_span {
    double first, last;
} sweep_span;

tl_figure tl_figure_disc(tl_vec2 centre, double radius) {
    return (tl_figure){.corner = {centre}, .count = 1, .radius = radius};
}

tl_figure tl_figure_turned(const tl_figure *figure, double cosine, double sine, tl_vec2 by) {
    tl_figure made = *figure;
    for (int i = 0; i < made.count; i++) {
        tl_vec2 p = figure->corner[i];
        made.corner[i] = (tl_vec2){cosine * p.x - sine * p.y + by.x, sine * p.x + cosine * p.y + by.y};
    }
    return made;
}

tl_figure tl_figure_grown(const tl_figure *figure, double by) {
    tl_figure grown = *figure;
    if (figure->count == 1 && (figure->radius > 0 || by <= 0)) {
        grown.radius += by;
        return grown;
    }
    tl_vec2 corner[4 * TL_FIGURE_CORNERS], hull[4 * TL_FIGURE_CORNERS + 1];
    size_t count = 0;
    for (int i = 0; i < figure->count; i++) {
        for (int k = 0; k < 4; k++) {
            corner[count++] = (tl_vec2){figure->corner[i].x + ((k & 1) != 0 ? by : -by),
                                        figure->corner[i].y + ((k & 2) != 0 ? by : -by)};
        }
    }
    count = tl_geom_convex_hull2(corner, count, hull);
    grown.count = (int)(count < TL_FIGURE_CORNERS ? count : TL_FIGURE_CORNERS);
    for (int i = 0; i < grown.count; i++) {
        grown.corner[i] = hull[i];
    }
    return grown;
}

/* Keeps what lies at least `by` to the left of the line ab. */
static int keep_left(const tl_vec2 *in, int count, tl_vec2 a, tl_vec2 b, double by, tl_vec2 *out) {
    tl_vec2 e = tl_sub2(b, a);
    double far = by * tl_length2(e);
    int made = 0;
    for (int i = 0; i < count; i++) {
        tl_vec2 p = in[i], q = in[(i + 1) % count];
        double s = tl_cross2(e, tl_sub2(p, a)) - far, t = tl_cross2(e, tl_sub2(q, a)) - far;
        if (s >= 0) {
            out[made++] = p;
        }
        if ((s > 0 && t < 0) || (s < 0 && t > 0)) {
            out[made++] = tl_lerp2(p, q, s / (s - t));
        }
    }
    return made;
}

bool tl_figure_shrunk(const tl_figure *figure, double by, tl_figure *shrunk) {
    *shrunk = *figure;
    if (by <= 0) {
        return true;
    }
    if (figure->count < 3) {
        shrunk->radius = figure->radius - by;
        return figure->count == 1 && shrunk->radius > 0;
    }
    tl_vec2 part[2][2 * TL_FIGURE_CORNERS + 2];
    int count = figure->count, now = 0;
    for (int i = 0; i < count; i++) {
        part[0][i] = figure->corner[i];
    }
    for (int i = 0; i < figure->count && count > 0; i++) {
        count =
            keep_left(part[now], count, figure->corner[i], figure->corner[(i + 1) % figure->count], by, part[1 - now]);
        now = 1 - now;
    }
    shrunk->count = count < TL_FIGURE_CORNERS ? count : TL_FIGURE_CORNERS;
    for (int i = 0; i < shrunk->count; i++) {
        shrunk->corner[i] = part[now][i];
    }
    return shrunk->count >= 3;
}

void tl_figure_box(const tl_figure *figure, tl_vec2 *low, tl_vec2 *high) {
    *low = *high = figure->corner[0];
    for (int i = 1; i < figure->count; i++) {
        *low = (tl_vec2){tl_min(low->x, figure->corner[i].x), tl_min(low->y, figure->corner[i].y)};
        *high = (tl_vec2){tl_max(high->x, figure->corner[i].x), tl_max(high->y, figure->corner[i].y)};
    }
    *low = (tl_vec2){low->x - figure->radius, low->y - figure->radius};
    *high = (tl_vec2){high->x + figure->radius, high->y + figure->radius};
}

/* Keeps the t with a + b t > 0. */
static bool keep_positive(sweep_span *s, double a, double b) {
    if (b == 0) {
        return a > 0;
    }
    double t = -a / b;
    if (b > 0) {
        s->first = tl_max(s->first, t);
    } else {
        s->last = tl_min(s->last, t);
    }
    return s->first < s->last;
}

/* --- Discs -------------------------------------------------------------------------------------------------------- */

static void add_span(sweep_span *all, const sweep_span *part) {
    all->first = tl_min(all->first, part->first);
    all->last = tl_max(all->last, part->last);
}

/* The part of the line p + t d, d not 0, within `radius` of c. */
static void near_point(tl_vec2 p, tl_vec2 d, tl_vec2 c, double radius, sweep_span *all) {
    tl_vec2 w = tl_sub2(p, c);
    double a = tl_dot2(d, d), b = tl_dot2(w, d);
    tl_vec2 foot = tl_sub2(w, tl_scale2(d, b / a)); /* first, so that nothing cancels */
    double room = radius * radius - tl_dot2(foot, foot);
    if (room > 0) {
        double half = sqrt(room / a);
        sweep_span part = {-b / a - half, -b / a + half};
        add_span(all, &part);
    }
}

/* ... within `radius` of the inside of the edge ab, beside it (the corners are looked at apart). */
static void near_edge(tl_vec2 p, tl_vec2 d, tl_vec2 a, tl_vec2 b, double radius, sweep_span *all) {
    tl_vec2 along = tl_sub2(b, a);
    double length = tl_length2(along);
    if (length == 0) {
        return;
    }
    tl_vec2 u = tl_scale2(along, 1 / length), n = {-u.y, u.x}, w = tl_sub2(p, a);
    sweep_span s = {-INFINITY, INFINITY};
    if (keep_positive(&s, tl_dot2(w, u), tl_dot2(d, u)) && keep_positive(&s, length - tl_dot2(w, u), -tl_dot2(d, u)) &&
        keep_positive(&s, radius + tl_dot2(w, n), tl_dot2(d, n)) &&
        keep_positive(&s, radius - tl_dot2(w, n), -tl_dot2(d, n))) {
        add_span(all, &s);
    }
}

/* The normal of an edge. One shorter than rounding leaves it points anywhere: it has none. */
static bool edge_normal(const tl_figure *f, int i, tl_vec2 *n) {
    tl_vec2 e = tl_sub2(f->corner[(i + 1) % f->count], f->corner[i]);
    double length = tl_length2(e);
    *n = length > TL_FIGURE_LEAST_EDGE ? (tl_vec2){e.y / length, -e.x / length} : (tl_vec2){0, 0};
    return length > TL_FIGURE_LEAST_EDGE;
}

static double area_of(const tl_figure *f) {
    return f->count >= 3 ? tl_polygon2_area(f->corner, (size_t)f->count) : 0;
}

/* How deep a point lies in a polygon, or minus its distance from it. Inside, the rim is as far as the nearest of the
 * edges' lines; in line with a wall seen from above, which rounding leaves as a sliver, only the lines are near. */
static double point_depth(tl_vec2 p, const tl_figure *f) {
    double apart = INFINITY, deep = INFINITY;
    for (int i = 0; i < f->count; i++) {
        tl_vec2 a = f->corner[i], b = f->corner[(i + 1) % f->count];
        apart = tl_min(apart, tl_length2(tl_sub2(p, tl_geom_nearest_on_segment2(p, a, b))));
        tl_vec2 n;
        if (edge_normal(f, i, &n)) {
            deep = tl_min(deep, tl_dot2(tl_sub2(a, p), n));
        }
    }
    return area_of(f) > 0 && deep > 0 && apart <= deep + TL_FIGURE_SLIVER && deep < INFINITY ? deep : -apart;
}

/* The line p + t d within `radius` (above 0) of a polygon: a convex set, so its parts' spans join to one. A line that
 * passes through the inside comes by the rim on both sides, so that the rim tells all; where it stands still, its depth
 * does. */
static bool line_near(tl_vec2 p, tl_vec2 d, const tl_figure *f, double radius, sweep_span *s) {
    *s = (sweep_span){INFINITY, -INFINITY};
    if (d.x == 0 && d.y == 0) {
        if (point_depth(p, f) + radius > 0) {
            *s = (sweep_span){-INFINITY, INFINITY};
        }
        return s->first < s->last;
    }
    for (int i = 0; i < f->count; i++) {
        near_point(p, d, f->corner[i], radius, s);
        if (f->count > 1) {
            near_edge(p, d, f->corner[i], f->corner[(i + 1) % f->count], radius, s);
        }
    }
    return s->first < s->last;
}

/* --- Polygons ----------------------------------------------------------------------------------------------------- */

static void extent(const tl_figure *f, tl_vec2 n, double *low, double *high) {
    *low = *high = tl_dot2(f->corner[0], n);
    for (int i = 1; i < f->count; i++) {
        double x = tl_dot2(f->corner[i], n);
        *low = tl_min(*low, x);
        *high = tl_max(*high, x);
    }
}

static bool keep_axis(const tl_figure *a, tl_vec2 step, const tl_figure *b, tl_vec2 n, double depth, sweep_span *s) {
    double a_low, a_high, b_low, b_high, v = tl_dot2(step, n);
    extent(a, n, &a_low, &a_high);
    extent(b, n, &b_low, &b_high);
    return keep_positive(s, a_high - b_low - depth, v) && keep_positive(s, b_high - a_low - depth, -v);
}

static bool polygons_meet(const tl_figure *a, tl_vec2 step, const tl_figure *b, double depth, sweep_span *s) {
    *s = (sweep_span){-INFINITY, INFINITY};
    tl_vec2 n;
    for (int i = 0; i < a->count; i++) {
        if (edge_normal(a, i, &n) && !keep_axis(a, step, b, n, depth, s)) {
            return false;
        }
    }
    for (int i = 0; i < b->count; i++) {
        if (edge_normal(b, i, &n) && !keep_axis(a, step, b, n, depth, s)) {
            return false;
        }
    }
    return s->first < s->last;
}

bool tl_figure_sweep(const tl_figure *mover, tl_vec2 step, const tl_figure *other, double depth, double *first,
                     double *last) {
    sweep_span s;
    bool meets = false;
    double radius = mover->radius + other->radius - depth;
    if (mover->count == 1 && mover->radius > 0) {
        meets = radius > 0 && line_near(mover->corner[0], step, other, radius, &s);
    } else if (other->count == 1) {
        tl_vec2 back = {-step.x, -step.y};
        meets = radius > 0 && line_near(other->corner[0], back, mover, radius, &s);
    } else {
        meets = polygons_meet(mover, step, other, depth, &s);
    }
    if (!meets || s.last <= 0 || s.first >= 1) {
        return false;
    }
    *first = tl_max(s.first, 0);
    *last = tl_min(s.last, 1);
    return true;
}

/* --- Where they stand --------------------------------------------------------------------------------------------- */

double tl_figure_depth(const tl_figure *a, const tl_figure *b) {
    if (a->count == 1 || b->count == 1) {
        const tl_figure *disc = a->count == 1 ? a : b, *other = a->count == 1 ? b : a;
        return point_depth(disc->corner[0], other) + disc->radius + other->radius;
    }
    double depth = INFINITY;
    for (int k = 0; k < 2; k++) {
        const tl_figure *f = k == 0 ? a : b;
        for (int i = 0; i < f->count; i++) {
            tl_vec2 n;
            double a_low, a_high, b_low, b_high;
            if (edge_normal(f, i, &n)) {
                extent(a, n, &a_low, &a_high);
                extent(b, n, &b_low, &b_high);
                depth = tl_min(depth, tl_min(a_high - b_low, b_high - a_low));
            }
        }
    }
    return depth;
}

double tl_figure_distance(const tl_figure *a, const tl_figure *b) {
    double depth = tl_figure_depth(a, b), best = INFINITY;
    if (depth >= 0 || a->count == 1 || b->count == 1) {
        return tl_max(0, -depth);
    }
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            tl_vec2 on_a, on_b;
            best =
                tl_min(best, tl_geom_segment_nearest_segment2(a->corner[i], a->corner[(i + 1) % a->count], b->corner[j],
                                                              b->corner[(j + 1) % b->count], &on_a, &on_b));
        }
    }
    return sqrt(best);
}

/* --- Lists -------------------------------------------------------------------------------------------------------- */

tl_status tl_figures_add(tl_figures *figures, const tl_figure *figure, tl_error *error) {
    if (!tl_reserve(figures->context, (void **)&figures->items, &figures->capacity, figures->count + 1,
                    sizeof(*figures->items))) {
        return tl_fail_memory(error);
    }
    figures->items[figures->count++] = *figure;
    return TL_OK;
}

tl_status tl_figures_add_polygon(tl_figures *figures, const tl_vec2 *corner, size_t count, tl_error *error) {
    if (count <= TL_FIGURE_PLAIN && count >= 3 && tl_polygon2_is_convex(corner, count)) {
        tl_figure whole = {.count = (int)count};
        for (size_t i = 0; i < count; i++) {
            whole.corner[i] = corner[i];
        }
        return tl_figures_add(figures, &whole, error);
    }
    uint32_t *triangles = tl_alloc_array(figures->context, 3 * count, sizeof(*triangles));
    bool memory = triangles == NULL;
    tl_status status = TL_OK;
    if (triangles == NULL || count < 3 ||
        !tl_polygon2_triangulate(figures->context, corner, count, triangles, &memory)) {
        status = memory
                     ? tl_fail_memory(error)
                     : tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "mend the outline", "an outline crosses itself");
    }
    for (size_t i = 0; status == TL_OK && i + 2 < count; i++) {
        const tl_figure piece = {
            .corner = {corner[triangles[3 * i]], corner[triangles[3 * i + 1]], corner[triangles[3 * i + 2]]},
            .count = 3};
        status = tl_figures_add(figures, &piece, error);
    }
    tl_free(figures->context, triangles);
    return status;
}

void tl_figures_free(tl_figures *figures) {
    tl_free(figures->context, figures->items);
    figures->items = NULL;
    figures->count = figures->capacity = 0;
}
