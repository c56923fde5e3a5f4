/* settle.c: where something comes to rest on surfaces that are only good to so much. */
#include "scene/settle.h"

#include "body/shape.h"
#include "geom/hull2.h"

#include <string.h>

enum { SPOKES = 16, MOST_LEVELS = 64, MOST_OUTLINE = 128, MOST_CORNERS = 4 * MOST_OUTLINE };

/* Points on a circle stand for all of it: on a slope the lowest of them misses the circle's by less than this share. */
#define BETWEEN_SPOKES 1.05

double tl_surfaces_uncertainty(const tl_surfaces *surfaces, tl_vec2 at, double reach) {
    double off = 0;
    size_t slots = surfaces->off != NULL ? tl_world_slot_count(surfaces->world) : 0;
    for (size_t slot = 0; slot < slots; slot++) {
        double by = surfaces->stand[slot] != 0 || surfaces->carpet[slot] != 0 ? surfaces->off[slot] : 0;
        if (by > off) {
            tl_box3 box = tl_world_box(surfaces->world, slot);
            double far = reach + by;
            bool near = box.low.x <= at.x + far && box.high.x >= at.x - far && box.low.y <= at.y + far &&
                        box.high.y >= at.y - far;
            off = near ? by : off;
        }
    }
    return off;
}

/* The height that a level has; the highest where there is no such level, and the plane where there is none at all. */
static double level_height(const tl_surfaces *surfaces, tl_vec2 at, double tall, size_t level) {
    double heights[MOST_LEVELS];
    size_t count = tl_surface_levels(surfaces, at.x, at.y, tall, heights, MOST_LEVELS);
    if (count == 0) {
        count = tl_surface_levels(surfaces, at.x, at.y, 0, heights, MOST_LEVELS);
        level = MOST_LEVELS;
    }
    count = count < MOST_LEVELS ? count : MOST_LEVELS;
    return count == 0 ? 0 : heights[level < count ? level : count - 1];
}

typedef struct settle_heights {
    double low, high;
} settle_heights;

/* What a level's height at a place may be in truth: that of some point of the surface within `by` of it, and as much
 * higher or lower. */
static settle_heights heights_near(const tl_surfaces *surfaces, tl_vec2 at, double tall, size_t level, double by) {
    settle_heights h = {INFINITY, -INFINITY};
    for (int i = -1; i < SPOKES; i++) {
        double s = 0, c = 0;
        if (i >= 0) {
            tl_sincos_deg(360.0 * i / SPOKES, &s, &c);
        }
        tl_vec2 p = {at.x + by * BETWEEN_SPOKES * c, at.y + by * BETWEEN_SPOKES * s};
        for (int k = -1; k <= 1; k++) { /* headroom may be more, or less */
            double z = level_height(surfaces, p, tl_max(0, tall + 2 * k * by), level);
            h.low = tl_min(h.low, z);
            h.high = tl_max(h.high, z);
        }
    }
    return (settle_heights){h.low - BETWEEN_SPOKES * by, h.high + BETWEEN_SPOKES * by};
}

double tl_surface_off(const tl_surfaces *surfaces, tl_vec2 at, double tall, size_t level, double height) {
    double by = tl_surfaces_uncertainty(surfaces, at, 0);
    if (by == 0) {
        return 0;
    }
    settle_heights h = heights_near(surfaces, at, tall, level, by);
    return tl_max(h.high - height, height - h.low);
}

/* A footprint of another size; a polygon's corners go into `corner`. False when there is none so small, or a polygon of
 * too many corners. */
static bool resized(const tl_shape *footprint, double by, tl_vec2 *corner, tl_shape *made) {
    *made = *footprint;
    made->radius += by;
    made->size = (tl_vec2){footprint->size.x + by, footprint->size.y + by};
    if (footprint->kind == TL_SHAPE_DISC) {
        return made->radius > 0;
    }
    if (footprint->kind == TL_SHAPE_OVAL) {
        return made->size.x > 0 && made->size.y > 0;
    }
    if (footprint->kind != TL_SHAPE_POLYGON || footprint->outline_count > MOST_OUTLINE) {
        return false;
    }
    tl_vec2 wide[MOST_CORNERS];
    size_t count = footprint->outline_count, now = 0;
    made->outline = corner;
    if (by >= 0) { /* the hull of squares round its corners */
        for (size_t i = 0; i < 4 * count; i++) {
            tl_vec2 p = footprint->outline[i / 4];
            wide[i] = (tl_vec2){p.x + ((i & 1) != 0 ? by : -by), p.y + ((i & 2) != 0 ? by : -by)};
        }
        made->outline_count = tl_geom_convex_hull2(wide, 4 * count, corner);
        return true;
    }
    /* what lies far enough inside of every edge; less than there is, where it isn't convex */
    tl_vec2 part[2][MOST_CORNERS];
    memcpy(part[0], footprint->outline, count * sizeof(*corner));
    for (size_t i = 0; i < footprint->outline_count && count > 0; i++) {
        tl_vec2 a = footprint->outline[i], e = tl_sub2(footprint->outline[(i + 1) % footprint->outline_count], a);
        double far = -by * tl_length2(e);
        size_t kept = 0;
        for (size_t k = 0; k < count && kept + 2 < MOST_CORNERS; k++) {
            tl_vec2 p = part[now][k], q = part[now][(k + 1) % count];
            double s = tl_cross2(e, tl_sub2(p, a)) - far, t = tl_cross2(e, tl_sub2(q, a)) - far;
            if (s >= 0) {
                part[1 - now][kept++] = p;
            }
            if ((s > 0 && t < 0) || (s < 0 && t > 0)) {
                part[1 - now][kept++] = tl_lerp2(p, q, s / (s - t));
            }
        }
        count = kept;
        now = 1 - now;
    }
    memcpy(corner, part[now], count * sizeof(*corner));
    made->outline_count = count;
    return count >= 3;
}

static double reach_of(const tl_shape *footprint) {
    double reach = tl_max(footprint->radius, tl_max(footprint->size.x, footprint->size.y));
    for (size_t i = 0; footprint->kind == TL_SHAPE_POLYGON && i < footprint->outline_count; i++) {
        reach = tl_max(reach, tl_length2(footprint->outline[i]));
    }
    return reach;
}

double tl_surface_rest_off(const tl_settling *x, double top) {
    double by = tl_surfaces_uncertainty(x->surfaces, x->centre, reach_of(x->footprint));
    if (by == 0) {
        return 0;
    }
    settle_heights h = heights_near(x->surfaces, x->centre, x->tall, x->level, by);
    double low = h.low, high = h.high;
    tl_vec2 corner[MOST_CORNERS + 1];
    tl_shape footprint;
    if (x->lifted) {
        /* what is lifted at most: by what may come under the footprint ... */
        high = h.high + TL_SURFACE_LIFT;
        if (resized(x->footprint, by, corner, &footprint)) {
            double under = tl_surface_under(x->surfaces, &footprint, h.low, high + by, NULL) + by;
            high = tl_max(h.high, tl_min(under, high));
        }
        /* ... and at least: by what lies under it for certain, and is no overlap for certain */
        double most = h.low + TL_SURFACE_LIFT - by;
        if (most > h.low && resized(x->footprint, -by, corner, &footprint)) {
            low = tl_max(h.low, tl_surface_under(x->surfaces, &footprint, h.low, most, NULL) - by);
        }
    }
    return tl_max(0, tl_max(high - top, top - low));
}
