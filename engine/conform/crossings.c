/* crossings.c: the points in which the segments of a plate cross. */
#include "conform/plates.h"

#include "math/predicates.h"

#include <stdlib.h>
#include <string.h>

static bool add_bead(tl_cutter *c, tl_conform_scratch *top, uint32_t segment, double at, uint32_t point) {
    if (!tl_reserve(c->context, (void **)&top->beads, &top->bead_capacity, top->bead_count + 1, sizeof(*top->beads))) {
        return false;
    }
    top->beads[top->bead_count++] = (struct bead){segment, point, at};
    return true;
}

/* Where three triangles cross in a point each of them has it as a crossing. A point that fewer have must be looked at
 * again. */
static bool count_crossing(tl_cutter *c, uint32_t id, bool bent) {
    if (bent || id < c->first_crossing) {
        c->complex->hot[id] = true;
        return true;
    }
    size_t n = id - c->first_crossing;
    if (n >= c->crossed_count) {
        if (!tl_reserve(c->context, (void **)&c->crossed, &c->crossed_capacity, n + 1, sizeof(uint8_t))) {
            return false;
        }
        memset(c->crossed + c->crossed_count, 0, n + 1 - c->crossed_count);
        c->crossed_count = n + 1;
    }
    c->crossed[n] = (uint8_t)(c->crossed[n] < 3 ? c->crossed[n] + 1 : 3);
    return true;
}

void tl_crossings_heat(tl_cutter *c) {
    for (size_t n = 0; n < c->crossed_count; n++) {
        if (c->crossed[n] > 0 && c->crossed[n] < 3) {
            c->complex->hot[c->first_crossing + n] = true;
        }
    }
}

/* The crossing of two segments: the same point for every triangle that has both. Its place on the triangle is rounded
 * to the grid; in space it lies between the nearest points of both. */
static bool make_crossing(tl_cutter *c, tl_conform_scratch *top, uint32_t s, uint32_t t) {
    const uint32_t *a = top->segments + 2 * s, *b = top->segments + 2 * t;
    tl_vec2 p = top->places[a[0]], d = tl_sub2(top->places[a[1]], p);
    tl_vec2 q = top->places[b[0]], e = tl_sub2(top->places[b[1]], q);
    double det = tl_cross2(d, e), at_s = tl_cross2(tl_sub2(q, p), e) / det, at_t = tl_cross2(tl_sub2(q, p), d) / det;
    if (!(at_s > 0 && at_s < 1 && at_t > 0 && at_t < 1)) {
        return true;
    }
    tl_vec2 place = tl_add2(p, tl_scale2(d, at_s));
    place = (tl_vec2){tl_plates_snap(place.x), tl_plates_snap(place.y)};
    if (!tl_plates_is_inside(place)) {
        return true;
    }
    const tl_vec3 *points = c->complex->points;
    tl_vec3 x = tl_lerp(points[top->ids[a[0]]], points[top->ids[a[1]]], at_s);
    tl_vec3 y = tl_lerp(points[top->ids[b[0]]], points[top->ids[b[1]]], at_t);
    uint32_t key[4] = {top->ids[a[0]], top->ids[a[1]], top->ids[b[0]], top->ids[b[1]]};
    if (tl_segments_order(key, key + 2) > 0) {
        uint32_t turned[4] = {key[2], key[3], key[0], key[1]};
        memcpy(key, turned, sizeof(key));
    }
    uint32_t id = tl_complex_make(c->complex, &c->crossings, key, tl_lerp(x, y, 0.5));
    uint32_t point = (uint32_t)top->point_count;
    if (id != UINT32_MAX && !count_crossing(c, id, tl_distance(x, y) > c->complex->merge)) {
        return false;
    }
    return id != UINT32_MAX && tl_conform_scratch_add_point(c, top, id, place) && add_bead(c, top, s, at_s, point) &&
           add_bead(c, top, t, at_t, point);
}

static double low_x(const tl_conform_scratch *top, uint32_t s) {
    return tl_min(top->places[top->segments[2 * s]].x, top->places[top->segments[2 * s + 1]].x);
}
static double high_x(const tl_conform_scratch *top, uint32_t s) {
    return tl_max(top->places[top->segments[2 * s]].x, top->places[top->segments[2 * s + 1]].x);
}

static bool cross_properly(const tl_conform_scratch *top, uint32_t s, uint32_t t) {
    const uint32_t *a = top->segments + 2 * s, *b = top->segments + 2 * t;
    tl_vec2 p = top->places[a[0]], q = top->places[a[1]], r = top->places[b[0]], u = top->places[b[1]];
    if (tl_min(p.y, q.y) > tl_max(r.y, u.y) || tl_max(p.y, q.y) < tl_min(r.y, u.y) || a[0] == b[0] || a[0] == b[1] ||
        a[1] == b[0] || a[1] == b[1]) {
        return false;
    }
    return tl_orient2d(p, q, r) * tl_orient2d(p, q, u) < 0 && tl_orient2d(r, u, p) * tl_orient2d(r, u, q) < 0;
}

/* Sorts segment numbers by their lowest x: a heap would do, a merge is simple. */
static void sort_segments(tl_conform_scratch *top, size_t count) {
    uint32_t *a = top->sorted, *b = top->sorted + count;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = start + 2 * width < count ? start + 2 * width : count;
            for (size_t i = start, j = middle, k = start; k < end; k++) {
                bool left = j >= end || (i < middle && low_x(top, a[i]) <= low_x(top, a[j]));
                b[k] = left ? a[i++] : a[j++];
            }
        }
        uint32_t *swap = a;
        a = b;
        b = swap;
    }
    if (a != top->sorted) {
        memcpy(top->sorted, a, count * sizeof(*a));
    }
}

static int by_place(const void *x, const void *y) {
    const struct bead *a = x, *b = y;
    int c = tl_compare_numbers(a->segment, b->segment);
    if (c == 0 && a->at != b->at) {
        c = a->at < b->at ? -1 : 1;
    }
    return c != 0 ? c : tl_compare_numbers(a->point, b->point);
}

/* Where segments cross they get a common point: every segment becomes a chain. */
bool tl_conform_segments_cross(tl_cutter *c, tl_conform_scratch *top) {
    size_t count = top->segment_count / 2;
    top->bead_count = 0;
    if (count < 2) {
        return true;
    }
    if (!tl_reserve(c->context, (void **)&top->sorted, &top->sorted_capacity, 2 * count, sizeof(uint32_t))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        top->sorted[i] = (uint32_t)i;
    }
    sort_segments(top, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t s = top->sorted[i];
        double high = high_x(top, s);
        for (size_t j = i + 1; j < count && low_x(top, top->sorted[j]) <= high; j++) {
            uint32_t t = top->sorted[j];
            if (cross_properly(top, s < t ? s : t, s < t ? t : s) &&
                !make_crossing(c, top, s < t ? s : t, s < t ? t : s)) {
                return false;
            }
        }
    }
    if (top->bead_count > 0) {
        qsort(top->beads, top->bead_count, sizeof(*top->beads), by_place);
    }
    return true;
}
