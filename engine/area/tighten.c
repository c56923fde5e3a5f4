/* tighten.c: closer lower bounds of what bundles of lines measure in an area.
 *
 * Ranges of parameters times ranges of lengths forget that the two go together: a wide bundle that meets a wall head on
 * seems to hold shorter distances than it does. But what a line measures between two of its points is at least the
 * distance between the sets these points lie in: footprint or cell, walls that may be where it enters or leaves. In
 * plan such distances are bounded from below by separation along any direction; in space they are longer by the
 * lines' slope. That forgets how the two points go together: a line that comes in at a slant farther to one side meets
 * the wall elsewhere, too. So lines are also measured between planes that hold the walls, and touch the footprints
 * where the bundle leaves them (barrier.h): such bounds fall short by terms of second order alone, and near a limit few
 * bundles need be looked at. */
#include "area/barrier.h"
#include "area/limits.h"
#include "area/measure.h"

#include <float.h>

static double reach_along(const tl_area_measure *m, int end, tl_vec2 n) {
    const tl_area_end *whose = tl_area_measure_end(m, end);
    const tl_outline *footprint = whose->footprint;
    double reach = -INFINITY;
    if (whose->from_footprint && footprint != NULL) {
        if (footprint->kind == TL_OUTLINE_RINGS) {
            for (size_t i = 0; i < footprint->edge_count; i++) {
                reach = tl_max(reach, tl_dot2(n, footprint->edges[i].a));
            }
        } else if (footprint->kind != TL_OUTLINE_NONE) {
            reach = tl_dot2(n, footprint->centre) +
                    tl_hypot(tl_dot2(n, footprint->axis[0]), tl_dot2(n, footprint->axis[1]));
        }
    }
    if (!m->based[end]) {
        const tl_vec3 *points = end == 0 ? m->lines->a : m->lines->b;
        size_t count = end == 0 ? m->lines->a_count : m->lines->b_count;
        for (size_t i = 0; i < count; i++) {
            reach = tl_max(reach, tl_dot2(n, tl_plan(points[i])));
        }
    }
    return reach;
}

/* Part of the boundary, seen from above, is contained in the hull of these points. */
typedef struct wall {
    tl_vec2 points[3];
    int count;
} wall;

typedef struct walls {
    bool known; /* the point surely lies on one of these walls */
    wall items[TL_AREA_WALLS];
    size_t count;
} walls;

static double separation(const tl_area_measure *m, int end, tl_vec2 n, const wall *to) {
    double low = tl_dot2(n, to->points[0]);
    for (int i = 1; i < to->count; i++) {
        low = tl_min(low, tl_dot2(n, to->points[i]));
    }
    return low - reach_along(m, end, n);
}

/* From where an end's measuring begins to a wall: along the wall's normal, and along the shortest way from the cell. */
static double apart_from_wall(const tl_area_measure *m, int end, const wall *to) {
    tl_vec2 d = tl_sub2(to->points[1], to->points[0]);
    double length = tl_length2(d);
    if (length == 0) {
        return 0;
    }
    tl_vec2 n = {-d.y / length, d.x / length};
    tl_vec2 centre = m->lines->centre[end];
    if (tl_dot2(n, tl_sub2(to->points[0], centre)) < 0) {
        n = tl_scale2(n, -1);
    }
    double apart = separation(m, end, n, to);
    double t = tl_dot2(tl_sub2(centre, to->points[0]), d) / (length * length);
    tl_vec2 way = tl_sub2(tl_lerp2(to->points[0], to->points[1], tl_min(1, tl_max(0, t))), centre);
    length = tl_length2(way);
    if (length > 0) {
        apart = tl_max(apart, separation(m, end, tl_scale2(way, 1 / length), to));
    }
    return apart - 4 * m->lines->pad;
}

/* Extent along a bundle's axis of all its points at the parameters `at`: linear between the ends. */
static tl_area_range slice_extent(const tl_area_measure *m, int axis, tl_area_range at) {
    const double *low = m->lines->axis_low[axis];
    const double *high = m->lines->axis_high[axis];
    double pad = 2 * m->lines->pad;
    return (tl_area_range){
        tl_min((1 - at.low) * low[0] + at.low * low[1], (1 - at.high) * low[0] + at.high * low[1]) - pad,
        tl_max((1 - at.low) * high[0] + at.low * high[1], (1 - at.high) * high[0] + at.high * high[1]) + pad};
}

/* The arc of a disc that lies across the bundle at `at`, on the side of the centre where the slices are: within the
 * triangle of its chord and the tangents at its ends. */
static bool arc_at(const tl_area_measure *m, tl_area_range at, wall *arc) {
    const tl_outline *disc = m->sight->area.outline;
    const tl_vec2 *axis = m->lines->axis;
    double radius = disc->radius;
    tl_area_range along = slice_extent(m, 0, at);
    tl_area_range across = slice_extent(m, 1, at);
    double centre = tl_dot2(axis[0], disc->centre);
    double low = across.low - tl_dot2(axis[1], disc->centre);
    double high = across.high - tl_dot2(axis[1], disc->centre);
    double side = along.high < centre ? -1 : along.low > centre ? 1 : 0;
    if (side == 0 || tl_max(fabs(low), fabs(high)) > TL_AREA_ARC_WIDE * radius) {
        return false;
    }
    tl_vec2 d0 = tl_add2(tl_scale2(axis[0], side * sqrt(radius * radius - low * low)), tl_scale2(axis[1], low));
    tl_vec2 d1 = tl_add2(tl_scale2(axis[0], side * sqrt(radius * radius - high * high)), tl_scale2(axis[1], high));
    double turn = 1 + tl_dot2(d0, d1) / (radius * radius);
    if (turn < 0.5) {
        return false;
    }
    tl_vec2 apex = tl_scale2(tl_add2(d0, d1), 1 / turn);
    *arc = (wall){{tl_add2(disc->centre, d0), tl_add2(disc->centre, d1), tl_add2(disc->centre, apex)}, 3};
    return true;
}

/* The walls where lines may enter or leave at the parameters `at`. */
static walls walls_at(const tl_area_measure *m, tl_area_range at) {
    const tl_area *area = &m->sight->area;
    walls found = {.known = at.low > 0 && at.high < 1};
    tl_spans heights;
    tl_spans_of_heights(m->lines, m->bottom, m->top, &heights);
    for (size_t i = 0; i < heights.count; i++) {
        found.known = found.known && (heights.items[i].low > at.high || heights.items[i].high < at.low);
    }
    if (area->outline->kind == TL_OUTLINE_DISC) {
        found.known = found.known && arc_at(m, at, &found.items[0]);
        found.count = 1;
        return found;
    }
    for (size_t i = 0; i < area->outline->edge_count && found.known; i++) {
        const tl_outline_edge *edge = &area->outline->edges[i];
        double low, high;
        if (tl_area_lines_meets(m->lines, edge->a, edge->b, &low, &high) && low <= at.high && high >= at.low) {
            found.known = found.count < sizeof(found.items) / sizeof(found.items[0]);
            if (found.known) {
                found.items[found.count++] = (wall){{edge->a, edge->b}, 2};
            }
        }
    }
    return found;
}

static double apart_from_walls(const tl_area_measure *m, int end, const walls *at) {
    double apart = INFINITY;
    for (size_t i = 0; i < at->count && at->known; i++) {
        apart = tl_min(apart, apart_from_wall(m, end, &at->items[i]));
    }
    return at->known && at->count > 0 ? apart : 0;
}

/* Hulls of walls: along the normals of either. */
static double wall_from_wall(const wall *a, const wall *b) {
    double apart = 0;
    for (int k = 0; k < 2; k++) {
        const wall *w = k == 0 ? a : b;
        tl_vec2 d = tl_sub2(w->points[1], w->points[0]);
        double length = tl_length2(d);
        for (int sign = -1; sign < 2 && length > 0; sign += 2) {
            tl_vec2 n = {-d.y * sign / length, d.x * sign / length};
            double top = -INFINITY;
            double low = INFINITY;
            for (int i = 0; i < a->count; i++) {
                top = tl_max(top, tl_dot2(n, a->points[i]));
            }
            for (int i = 0; i < b->count; i++) {
                low = tl_min(low, tl_dot2(n, b->points[i]));
            }
            apart = tl_max(apart, low - top);
        }
    }
    return apart;
}

/* --- Between planes ----------------------------------------------------------------------------------------------- */

/* Where a ray from p in direction e is last in a footprint, the normal there: nothing of it lies farther out. */
static tl_vec2 normal_where_left(const tl_outline *footprint, tl_vec2 p, tl_vec2 e) {
    tl_vec2 n = e, from = tl_sub2(p, footprint->centre);
    if (footprint->kind == TL_OUTLINE_RINGS) {
        double last = -INFINITY;
        for (size_t i = 0; i < footprint->edge_count; i++) {
            tl_vec2 a = tl_sub2(footprint->edges[i].a, p), d = tl_sub2(footprint->edges[i].b, footprint->edges[i].a);
            double det = tl_cross2(e, d);
            double t = tl_cross2(a, d) / det, u = tl_cross2(a, e) / det;
            if (det != 0 && u >= 0 && u <= 1 && t > last) {
                last = t;
                n = (tl_vec2){d.y, -d.x};
            }
        }
    } else if (footprint->kind != TL_OUTLINE_NONE) {
        bool disc = footprint->kind == TL_OUTLINE_DISC;
        tl_vec2 u = disc ? (tl_vec2){footprint->radius, 0} : footprint->axis[0];
        tl_vec2 v = disc ? (tl_vec2){0, footprint->radius} : footprint->axis[1];
        double det = tl_cross2(u, v); /* in coordinates along half-diameters it is a circle */
        tl_vec2 f = {tl_cross2(from, v) / det, tl_cross2(u, from) / det};
        tl_vec2 g = {tl_cross2(e, v) / det, tl_cross2(u, e) / det};
        double gg = tl_dot2(g, g), fg = tl_dot2(f, g), root = fg * fg - gg * (tl_dot2(f, f) - 1);
        if (root > 0) {
            tl_vec2 rim = tl_add2(f, tl_scale2(g, (sqrt(root) - fg) / gg));
            n = (tl_vec2){(rim.x * v.y - rim.y * u.y) / det, (rim.y * u.x - rim.x * v.x) / det};
        }
    }
    double length = tl_length2(n);
    n = length > 0 ? tl_scale2(n, 1 / length) : e;
    return tl_dot2(n, e) < 0 ? tl_scale2(n, -1) : n;
}

/* What measuring begins behind at an end, and surely not beyond: the line's own end, or a plane that touches its
 * footprint where the bundle leaves it. */
static tl_barrier barrier_of_end(const tl_area_measure *m, int end) {
    const tl_area_end *whose = tl_area_measure_end(m, end);
    if (!whose->from_footprint || whose->footprint == NULL) {
        return (tl_barrier){.own = true};
    }
    tl_vec2 e = end == 0 ? m->lines->axis[0] : tl_scale2(m->lines->axis[0], -1);
    tl_vec2 n = normal_where_left(whose->footprint, m->lines->centre[end], e);
    double reach = reach_along(m, end, n);
    return end == 0 ? (tl_barrier){.n = n, .at = reach} : (tl_barrier){.n = tl_scale2(n, -1), .at = -reach};
}

/* A plane that holds a wall, or what of it comes first on the lines' way (`first`), else last. */
static tl_barrier barrier_of_wall(const tl_area_measure *m, const wall *w, bool first) {
    tl_vec2 d = tl_sub2(w->points[1], w->points[0]);
    double length = tl_length2(d);
    tl_barrier made = {.n = length > 0 ? (tl_vec2){-d.y / length, d.x / length} : m->lines->axis[0]};
    made.n = tl_dot2(made.n, m->lines->axis[0]) < 0 ? tl_scale2(made.n, -1) : made.n;
    made.at = tl_dot2(made.n, w->points[0]);
    for (int i = 1; i < w->count; i++) {
        double at = tl_dot2(made.n, w->points[i]);
        made.at = first ? tl_min(made.at, at) : tl_max(made.at, at);
    }
    return made;
}

static double between_end_and_walls(const tl_area_measure *m, const tl_barrier_lines *corners, int end,
                                    const walls *at) {
    double apart = INFINITY;
    tl_barrier own = barrier_of_end(m, end);
    for (size_t i = 0; i < at->count && at->known && apart > 0; i++) {
        tl_barrier other = barrier_of_wall(m, &at->items[i], end == 0);
        apart = tl_min(apart, end == 0 ? tl_barrier_apart(corners, own, other) : tl_barrier_apart(corners, other, own));
    }
    return at->known && at->count > 0 ? apart : 0;
}

static double between_walls(const tl_area_measure *m, const tl_barrier_lines *corners, const walls *entry,
                            const walls *exit) {
    double apart = INFINITY;
    for (size_t i = 0; i < entry->count && apart > 0; i++) {
        for (size_t k = 0; k < exit->count && apart > 0; k++) {
            apart = tl_min(apart, tl_barrier_apart(corners, barrier_of_wall(m, &entry->items[i], false),
                                                   barrier_of_wall(m, &exit->items[k], true)));
        }
    }
    return entry->known && exit->known && isfinite(apart) ? apart : 0;
}

static double walls_apart(const tl_area_measure *m, const walls *entry, const walls *exit) {
    double apart = INFINITY;
    for (size_t i = 0; i < entry->count; i++) {
        for (size_t k = 0; k < exit->count; k++) {
            apart = tl_min(apart, wall_from_wall(&entry->items[i], &exit->items[k]));
        }
    }
    return entry->known && exit->known && isfinite(apart) ? apart - 4 * m->lines->pad : 0;
}

static tl_vec2 middle_of(const tl_area_measure *m, int end) {
    const tl_area_end *whose = tl_area_measure_end(m, end);
    const tl_outline *footprint = whose->footprint;
    bool round = footprint != NULL && (footprint->kind == TL_OUTLINE_DISC || footprint->kind == TL_OUTLINE_OVAL);
    return whose->from_footprint && round ? footprint->centre : m->lines->centre[end];
}

static double ends_apart_along(const tl_area_measure *m, tl_vec2 way) {
    double length = tl_length2(way);
    if (length == 0) {
        return 0;
    }
    tl_vec2 n = tl_scale2(way, 1 / length);
    return -reach_along(m, 1, tl_scale2(n, -1)) - reach_along(m, 0, n);
}

/* From where measuring begins to where it ends: along the ways from footprint to footprint and from cell to cell. */
static double ends_apart(const tl_area_measure *m) {
    const tl_vec2 *centre = m->lines->centre;
    double based = ends_apart_along(m, tl_sub2(middle_of(m, 1), middle_of(m, 0)));
    double free = ends_apart_along(m, tl_sub2(centre[1], centre[0]));
    return tl_max(0, tl_max(based, free) - 4 * m->lines->pad);
}

static void raise(tl_area_range *range, double low) {
    /* rounding may put the bound a little over the top of a range that is already tight */
    range->low = tl_max(range->low, tl_min(low, range->high));
}

/* What lower bounds are taken of: lengths between planes, in plan and, of bundles that rise or fall, in space. */
typedef struct rulers {
    double slope; /* lines in space are longer than in plan by at least this */
    tl_barrier_lines plan, space;
    bool in_space;
} rulers;

static rulers make_rulers(const tl_area_measure *m) {
    const tl_area_lines *lines = m->lines;
    rulers r = {.slope = 1};
    double rise = tl_max(0, tl_max(lines->z_low[1] - lines->z_high[0], lines->z_low[0] - lines->z_high[1]));
    double run = 0;
    for (int k = 0; k < 2; k++) {
        double far =
            tl_max(lines->axis_high[k][1] - lines->axis_low[k][0], lines->axis_high[k][0] - lines->axis_low[k][1]);
        run = tl_hypot(run, far + 2 * lines->pad);
    }
    if (run > 0 && !m->plan) {
        r.slope = sqrt(1 + (rise / run) * (rise / run)) * (1 - 8 * DBL_EPSILON);
    }
    (void)tl_barrier_lines_make(lines, true, &r.plan);
    r.in_space = rise > 0 && !m->plan && tl_barrier_lines_make(lines, false, &r.space);
    return r;
}

static double end_to_walls(const tl_area_measure *m, const rulers *r, int end, const walls *at) {
    double low = r->slope * tl_max(apart_from_walls(m, end, at), between_end_and_walls(m, &r->plan, end, at));
    return r->in_space ? tl_max(low, between_end_and_walls(m, &r->space, end, at)) : low;
}

static double wall_to_wall(const tl_area_measure *m, const rulers *r, const walls *entry, const walls *exit) {
    double low = r->slope * tl_max(walls_apart(m, entry, exit), between_walls(m, &r->plan, entry, exit));
    return r->in_space ? tl_max(low, between_walls(m, &r->space, entry, exit)) : low;
}

static double end_to_end(const tl_area_measure *m, const rulers *r) {
    tl_barrier from = barrier_of_end(m, 0), to = barrier_of_end(m, 1);
    double low = r->slope * tl_max(ends_apart(m), tl_barrier_apart(&r->plan, from, to));
    return r->in_space ? tl_max(low, tl_barrier_apart(&r->space, from, to)) : low;
}

/* For bundles all of whose lines enter: raises the lower bounds. */
void tl_area_measure_tighten(tl_area_measure *m) {
    const rulers r = make_rulers(m);
    walls entry = walls_at(m, m->entry);
    walls exit = walls_at(m, m->exit);
    /* only where measuring surely begins before what it measures to: otherwise the distance counts as 0 */
    if (m->start.high <= m->exit.low && !m->over_edge[0]) {
        raise(&m->to_far[0], end_to_walls(m, &r, 0, &exit));
    }
    if (m->stop.low >= m->entry.high && !m->over_edge[1]) {
        raise(&m->to_far[1], end_to_walls(m, &r, 1, &entry));
    }
    if (m->start.high <= m->entry.low && !m->over_edge[0]) {
        raise(&m->to_near[0], end_to_walls(m, &r, 0, &entry));
    }
    if (m->stop.low >= m->exit.high && !m->over_edge[1]) {
        raise(&m->to_near[1], end_to_walls(m, &r, 1, &exit));
    }
    if (!m->one_pass) {
        return;
    }
    /* the length inside reaches from the entry, or where measuring begins, to the exit, or where it ends: from the
     * later to the earlier, so it is the least of the four; whoever stands inside has no wall to begin at */
    bool entry_may = m->start.low < m->entry.high, start_may = m->entry.low <= m->start.high;
    bool exit_may = m->exit.low < m->stop.high, stop_may = m->stop.low <= m->exit.high;
    double low = entry_may && exit_may ? wall_to_wall(m, &r, &entry, &exit) : INFINITY;
    low = entry_may && stop_may ? tl_min(low, m->to_far[1].low) : low;
    low = start_may && exit_may ? tl_min(low, m->to_far[0].low) : low;
    if (start_may && stop_may) {
        low = tl_min(low, m->start.high <= m->stop.low ? end_to_end(m, &r) : 0);
    }
    raise(&m->length, low);
}
