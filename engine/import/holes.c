/* holes.c: polygons with holes cut into triangles: each hole is joined to the outline by a bridge that is gone both
 * ways, then ears are cut off.
 *
 * Why the result is right wherever there is one: triangles made of a closed chain of edges cover each place as often as
 * the chain goes round it. A bridge adds nothing to that. The chain goes once round what is between, and not round
 * anything else, if and only if the holes lie as they should; so when no triangle is turned over, each place between is
 * covered once, and no other. */
#include "import/holes.h"
#include "geom/polygon2.h"
#include "math/predicates.h"

#include <string.h>

typedef struct holes_cutter {
    const tl_vec2 *corner;
    uint32_t *ring; /* numbers of corners: what is joined so far */
    size_t ring_count;
    uint32_t *hole;      /* those that are to be joined, hole after hole */
    const size_t *begin; /* of each loop, and the end of the last */
    size_t loops;
} holes_cutter;

static tl_vec2 at(const holes_cutter *c, size_t i) {
    return c->corner[c->ring[i % c->ring_count]];
}

static bool same(tl_vec2 a, tl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether two segments have a point in common that is no end of both. */
static bool cross(tl_vec2 a, tl_vec2 b, tl_vec2 p, tl_vec2 q) {
    if (same(a, p) || same(a, q) || same(b, p) || same(b, q)) {
        return false;
    }
    int pa = tl_orient2d(a, b, p), qa = tl_orient2d(a, b, q), ap = tl_orient2d(p, q, a), bp = tl_orient2d(p, q, b);
    if (pa == 0 && qa == 0) { /* on one line */
        return tl_max(tl_min(a.x, b.x), tl_min(p.x, q.x)) <= tl_min(tl_max(a.x, b.x), tl_max(p.x, q.x)) &&
               tl_max(tl_min(a.y, b.y), tl_min(p.y, q.y)) <= tl_min(tl_max(a.y, b.y), tl_max(p.y, q.y));
    }
    return pa * qa <= 0 && ap * bp <= 0;
}

/* Whether the way from the ring's corner `i` to `p` begins between its two edges. */
static bool begins_inside(const holes_cutter *c, size_t i, tl_vec2 p) {
    tl_vec2 before = at(c, i + c->ring_count - 1), own = at(c, i), after = at(c, i + 1);
    bool left_of_in = tl_orient2d(before, own, p) > 0, left_of_out = tl_orient2d(own, after, p) > 0;
    return tl_orient2d(before, own, after) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
}

/* Whether the way to `p` crosses no edge of the ring or of a hole. */
static bool is_free(const holes_cutter *c, size_t i, tl_vec2 p) {
    tl_vec2 from = at(c, i);
    for (size_t k = 0; k < c->ring_count; k++) {
        if (cross(from, p, at(c, k), at(c, k + 1))) {
            return false;
        }
    }
    for (size_t h = 1; h < c->loops; h++) {
        size_t begin = c->begin[h], size = c->begin[h + 1] - begin;
        for (size_t k = 0; k < size; k++) {
            if (cross(from, p, c->corner[begin + k], c->corner[begin + (k + 1) % size])) {
                return false;
            }
        }
    }
    return true;
}

/* The ring's corner nearest to `p` from which the way to it is free; the number of corners for none. */
static size_t find_bridge(const holes_cutter *c, tl_vec2 p) {
    size_t best = c->ring_count;
    double nearest = INFINITY;
    for (size_t i = 0; i < c->ring_count; i++) {
        double distance = tl_length2(tl_sub2(at(c, i), p));
        if (distance < nearest && begins_inside(c, i, p) && is_free(c, i, p)) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

/* Goes from the ring to the hole's corner `first`, round the hole, and back. */
static void join(holes_cutter *c, size_t bridge, const uint32_t *hole, size_t size, size_t first) {
    uint32_t *from = c->ring + bridge;
    memmove(from + size + 2, from, (c->ring_count - bridge) * sizeof(*from));
    for (size_t k = 0; k <= size; k++) {
        from[1 + k] = hole[(first + k) % size];
    }
    c->ring_count += size + 2;
}

/* Whether a corner of the ring lies in the triangle at `i`, or on its edges, and at none of its corners. */
static bool is_ear(const holes_cutter *c, size_t i) {
    tl_vec2 a = at(c, i + c->ring_count - 1), b = at(c, i), d = at(c, i + 1);
    if (tl_orient2d(a, b, d) <= 0) {
        return false;
    }
    for (size_t k = 0; k < c->ring_count; k++) {
        tl_vec2 p = at(c, k);
        if (!same(p, a) && !same(p, b) && !same(p, d) && tl_orient2d(a, b, p) >= 0 && tl_orient2d(b, d, p) >= 0 &&
            tl_orient2d(d, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

/* A corner without an angle, or one that goes back the way it came. */
static bool is_flat(const holes_cutter *c, size_t i) {
    return tl_orient2d(at(c, i + c->ring_count - 1), at(c, i), at(c, i + 1)) == 0;
}

static size_t find(const holes_cutter *c, bool (*is)(const holes_cutter *c, size_t i)) {
    size_t i = 0;
    while (i < c->ring_count && !is(c, i)) {
        i++;
    }
    return i;
}

static size_t cut_ears(holes_cutter *c, uint32_t *triangles) {
    size_t made = 0;
    while (c->ring_count > 2) {
        size_t i = find(c, is_ear);
        i = i == c->ring_count ? find(c, is_flat) : i;
        if (i == c->ring_count) {
            return 0;
        }
        uint32_t *t = triangles + 3 * made++;
        t[0] = c->ring[(i + c->ring_count - 1) % c->ring_count];
        t[1] = c->ring[i];
        t[2] = c->ring[(i + 1) % c->ring_count];
        memmove(c->ring + i, c->ring + i + 1, (c->ring_count - i - 1) * sizeof(*c->ring));
        c->ring_count--;
    }
    return made;
}

static size_t rightmost(const holes_cutter *c, const uint32_t *hole, size_t size) {
    size_t best = 0;
    for (size_t k = 1; k < size; k++) {
        tl_vec2 p = c->corner[hole[k]], q = c->corner[hole[best]];
        best = p.x > q.x || (p.x == q.x && p.y > q.y) ? k : best;
    }
    return best;
}

/* The hole that reaches farthest to the right of those that aren't joined. */
static size_t next_hole(const holes_cutter *c, const bool *joined) {
    size_t best = 0;
    double right = 0;
    for (size_t k = 1; k < c->loops; k++) {
        const uint32_t *hole = c->hole + c->begin[k];
        double own = c->corner[hole[rightmost(c, hole, c->begin[k + 1] - c->begin[k])]].x;
        if (!joined[k] && (best == 0 || own > right)) {
            best = k;
            right = own;
        }
    }
    return best;
}

static bool join_all(holes_cutter *c, bool *joined) {
    for (size_t done = 1; done < c->loops; done++) {
        size_t k = next_hole(c, joined), size = c->begin[k + 1] - c->begin[k];
        const uint32_t *hole = c->hole + c->begin[k];
        size_t first = rightmost(c, hole, size), bridge = find_bridge(c, c->corner[hole[first]]);
        if (bridge == c->ring_count) {
            return false;
        }
        join(c, bridge, hole, size, first);
        joined[k] = true;
    }
    return true;
}

/* All corners as they stand, holes clockwise. */
static void take_loops(holes_cutter *c) {
    for (size_t k = 0; k < c->loops; k++) {
        size_t begin = c->begin[k], end = c->begin[k + 1];
        bool turned = k > 0 && tl_polygon2_area(c->corner + begin, end - begin) > 0;
        for (size_t i = begin; i < end; i++) {
            c->hole[i] = (uint32_t)(turned ? begin + end - 1 - i : i);
        }
    }
    c->ring_count = c->begin[1];
    memcpy(c->ring, c->hole, c->ring_count * sizeof(*c->ring));
}

size_t tl_faces_cut_with_holes(tl_context *context, const tl_vec2 *corner, const size_t *begin, size_t loops,
                               uint32_t *triangles, bool *memory) {
    holes_cutter c = {.corner = corner, .begin = begin, .loops = loops};
    size_t count = begin[loops];
    c.ring = tl_alloc_array(context, count + 2 * loops, sizeof(*c.ring));
    c.hole = tl_alloc_array(context, count + 1, sizeof(*c.hole));
    bool *joined = tl_alloc_array(context, loops + 1, sizeof(*joined));
    size_t made = 0;
    *memory = c.ring == NULL || c.hole == NULL || joined == NULL;
    if (!*memory) {
        take_loops(&c);
        made = join_all(&c, joined) ? cut_ears(&c, triangles) : 0;
    }
    tl_free(context, c.ring);
    tl_free(context, c.hole);
    tl_free(context, joined);
    return made;
}
