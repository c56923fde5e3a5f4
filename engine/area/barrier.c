/* barrier.c: lengths between two planes, to second order.
 *
 * Let a line run from p to q, and x be where it crosses a plane n . x = w: x = p + t (q - p), t = (w - n.p) / (n.q -
 * n.p). For a fixed unit vector U the length from x to y, on two planes, is at least U . (y - x). As a function of q
 * alone, U . x is a linear function over a linear one, M = n.q - n.p, so its second derivative along a unit vector e is
 * -2 (n.e) / M times its first. That is at most t L / M: x moves by t times an oblique projection of e along the line,
 * whose norm is L / M, L being the line's length. So second derivatives are at most 2 t L / M^2, and likewise 2 (1 - t)
 * L / M^2 as a function of p. A function whose second derivatives are at most K is, on the hull of some points, nowhere
 * lower than the least of its values there by more than K R^2 / 2, where R is the radius of a ball round them. Taking q
 * and p in turn, the least value of all pairs of corners bounds U . (y - x) up to such terms. */
#include "area/barrier.h"

#include "area/limits.h"
#include "geom/hull2.h"
#include "math/scalar.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The corners of a cell's outline in plan; of its box along the bundle's axes where there are too many. */
static size_t outline_of(const tl_area_lines *lines, int end, tl_vec3 *out) {
    const tl_vec3 *points = end == 0 ? lines->a : lines->b;
    size_t count = end == 0 ? lines->a_count : lines->b_count;
    if (count <= TL_BARRIER_HULL_POINTS) {
        tl_vec2 seen[TL_BARRIER_HULL_POINTS], outer[TL_BARRIER_HULL_POINTS + 1];
        for (size_t i = 0; i < count; i++) {
            seen[i] = tl_plan(points[i]);
        }
        size_t hull = tl_geom_convex_hull2(seen, count, outer);
        for (size_t i = 0; i < hull && hull <= TL_BARRIER_CORNERS; i++) {
            out[i] = (tl_vec3){outer[i].x, outer[i].y, 0};
        }
        if (hull <= TL_BARRIER_CORNERS) {
            return hull;
        }
    }
    for (int k = 0; k < 4; k++) {
        double along = (k & 1) != 0 ? lines->axis_high[0][end] : lines->axis_low[0][end];
        double across = (k & 2) != 0 ? lines->axis_high[1][end] : lines->axis_low[1][end];
        tl_vec2 p = tl_add2(tl_scale2(lines->axis[0], along), tl_scale2(lines->axis[1], across));
        out[k] = (tl_vec3){p.x, p.y, 0};
    }
    return 4;
}

bool tl_barrier_lines_make(const tl_area_lines *lines, bool plan, tl_barrier_lines *corners) {
    corners->pad = lines->pad;
    if (plan) {
        corners->a_count = outline_of(lines, 0, corners->a);
        corners->b_count = outline_of(lines, 1, corners->b);
        return true;
    }
    corners->a_count = lines->a_count;
    corners->b_count = lines->b_count;
    if (lines->a_count > TL_BARRIER_CORNERS || lines->b_count > TL_BARRIER_CORNERS) {
        return false;
    }
    memcpy(corners->a, lines->a, lines->a_count * sizeof(tl_vec3));
    memcpy(corners->b, lines->b, lines->b_count * sizeof(tl_vec3));
    return true;
}

/* Half the diagonal of the points' box: they lie in a ball of this radius. */
static double radius_of(const tl_vec3 *p, size_t count) {
    tl_vec3 low = p[0], high = low;
    for (size_t i = 1; i < count; i++) {
        low = (tl_vec3){tl_min(low.x, p[i].x), tl_min(low.y, p[i].y), tl_min(low.z, p[i].z)};
        high = (tl_vec3){tl_max(high.x, p[i].x), tl_max(high.y, p[i].y), tl_max(high.z, p[i].z)};
    }
    return 0.5 * tl_distance(low, high);
}

/* What is known of the crossings with one plane. */
typedef struct crossings {
    double a[TL_BARRIER_CORNERS], b[TL_BARRIER_CORNERS]; /* n . x of the corners */
    double least;                                        /* of n.q - n.p */
    double share, other;                                 /* the most that |t| and |1 - t| are */
} crossings;

static bool cross(const tl_barrier_lines *lines, const tl_barrier *barrier, crossings *c) {
    double high = -INFINITY, low = INFINITY;
    for (size_t i = 0; i < lines->a_count; i++) {
        c->a[i] = tl_dot2(barrier->n, tl_plan(lines->a[i]));
        high = tl_max(high, c->a[i]);
    }
    for (size_t j = 0; j < lines->b_count; j++) {
        c->b[j] = tl_dot2(barrier->n, tl_plan(lines->b[j]));
        low = tl_min(low, c->b[j]);
    }
    c->least = low - high - 2 * lines->pad;
    c->share = c->other = 1;
    return c->least > 0;
}

static double share_at(const tl_barrier *barrier, crossings *c, size_t i, size_t j) {
    double t = (barrier->at - c->a[i]) / (c->b[j] - c->a[i]);
    c->share = tl_max(c->share, fabs(t));
    c->other = tl_max(c->other, fabs(1 - t));
    return t;
}

/* The way of the bundle as a whole, and the longest of its lines; false: it has none. */
static bool way_of(const tl_barrier_lines *lines, tl_vec3 *way, double *longest) {
    *way = (tl_vec3){0, 0, 0};
    *longest = 0;
    for (size_t i = 0; i < lines->a_count; i++) {
        for (size_t j = 0; j < lines->b_count; j++) {
            tl_vec3 d = tl_sub(lines->b[j], lines->a[i]);
            *way = tl_add(*way, d);
            *longest = tl_max(*longest, tl_dot(d, d));
        }
    }
    *longest = sqrt(*longest);
    double length = tl_length(*way);
    *way = length > 0 ? tl_scale(*way, 1 / length) : *way;
    return length > 0;
}

double tl_barrier_apart(const tl_barrier_lines *lines, tl_barrier from, tl_barrier to) {
    TL_ASSERT(lines->a_count <= TL_BARRIER_CORNERS && lines->b_count <= TL_BARRIER_CORNERS,
              "there are no more corners than there is room for");
    crossings c[2];
    const tl_barrier *barrier[2] = {&from, &to};
    tl_vec3 way;
    double longest, least = INFINITY;
    for (int k = 0; k < 2; k++) {
        if (!barrier[k]->own && !cross(lines, barrier[k], &c[k])) {
            return -INFINITY;
        }
    }
    if (!way_of(lines, &way, &longest)) {
        return -INFINITY;
    }
    for (size_t i = 0; i < lines->a_count; i++) {
        for (size_t j = 0; j < lines->b_count; j++) {
            double along = tl_dot(way, tl_sub(lines->b[j], lines->a[i]));
            if (!(along > 0)) {
                return -INFINITY;
            }
            double begin = from.own ? 0 : share_at(&from, &c[0], i, j), end = to.own ? 1 : share_at(&to, &c[1], i, j);
            least = tl_min(least, along * (end - begin));
        }
    }
    double ra = radius_of(lines->a, lines->a_count), rb = radius_of(lines->b, lines->b_count), bend = 0;
    double blur = TL_BARRIER_ROUNDING * (lines->pad + DBL_EPSILON * longest);
    for (int k = 0; k < 2; k++) {
        if (!barrier[k]->own) {
            double ratio = longest / c[k].least, most = tl_max(c[k].share, c[k].other);
            bend += ratio / c[k].least * (c[k].share * rb * rb + c[k].other * ra * ra);
            blur += TL_BARRIER_ROUNDING * most * ratio * (lines->pad + DBL_EPSILON * fabs(barrier[k]->at));
        }
    }
    return least - bend * (1 + TL_BARRIER_BEND_ROUNDING * DBL_EPSILON) - blur;
}
