/* polygon2_weak.c: polygons that touch themselves, cut by their ears and verified.
 *
 * Why the verified cut is right: an ear's boundary is that of its triangle, so the boundaries of all triangles add up
 * to that of the polygon, and at any point off them the triangles' windings add up to the polygon's winding number. All
 * of them turn left and no two overlap: so that number is 1 in the triangles and 0 elsewhere, however the ears were
 * chosen (H. Edelsbrunner, Geometry and Topology for Mesh Generation, 2001, chapter 1, has the plain case). */
#include "geom/polygon2_weak.h"
#include "geom/polygon2.h"
#include "math/predicates.h"

static bool same(tl_vec2 a, tl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

typedef struct polygon2_weak_ring {
    const tl_vec2 *corner;
    uint32_t *at; /* numbers of the corners that are left */
    size_t left;
} polygon2_weak_ring;

static tl_vec2 corner_at(const polygon2_weak_ring *r, size_t i) {
    return r->corner[r->at[i % r->left]];
}

/* Whether q, seen from the corner `b` of the triangle a b c, lies strictly between the two edges there. */
static bool is_between(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 q) {
    return tl_orient2d(b, c, q) > 0 && tl_orient2d(b, q, a) > 0;
}

/* Whether corner `k` of the ring, or what is left of the ring right beside it, lies in the triangle. A corner that
 * stands in one of the triangle's is in it when an edge of the ring leaves it inwards. */
static bool is_in_ear(const polygon2_weak_ring *r, size_t k, const tl_vec2 ear[3]) {
    tl_vec2 p = corner_at(r, k);
    for (int i = 0; i < 3; i++) {
        if (same(p, ear[i])) {
            tl_vec2 before = ear[(i + 2) % 3], after = ear[(i + 1) % 3];
            return is_between(before, p, after, corner_at(r, k + 1)) ||
                   is_between(before, p, after, corner_at(r, k + r->left - 1));
        }
    }
    return tl_orient2d(ear[0], ear[1], p) >= 0 && tl_orient2d(ear[1], ear[2], p) >= 0 &&
           tl_orient2d(ear[2], ear[0], p) >= 0;
}

static bool is_ear(const polygon2_weak_ring *r, size_t at) {
    const tl_vec2 ear[3] = {corner_at(r, at + r->left - 1), corner_at(r, at), corner_at(r, at + 1)};
    if (tl_orient2d(ear[0], ear[1], ear[2]) <= 0) {
        return false;
    }
    for (size_t k = at + 2; k < at + r->left - 1; k++) {
        if (is_in_ear(r, k, ear)) {
            return false;
        }
    }
    return true;
}

/* Straight corners and the tips of spikes, which a bridge leaves when all of its hole is cut off. */
static bool is_flat(const polygon2_weak_ring *r, size_t at) {
    return tl_orient2d(corner_at(r, at + r->left - 1), corner_at(r, at), corner_at(r, at + 1)) == 0;
}

/* Corner or `left` when there is none. Spikes go first: nothing can lie in them, and they are in the way of ears. */
static size_t find_ear(const polygon2_weak_ring *r) {
    for (size_t i = 0; i < r->left; i++) {
        if (is_flat(r, i) && same(corner_at(r, i + r->left - 1), corner_at(r, i + 1))) {
            return i;
        }
    }
    for (size_t i = 0; i < r->left; i++) {
        if (is_ear(r, i)) {
            return i;
        }
    }
    for (size_t i = 0; i < r->left; i++) {
        if (is_flat(r, i)) {
            return i;
        }
    }
    return r->left;
}

/* Whether one of the edges of the triangle `a` has all of `b` on its outside. */
static bool separates(const tl_vec2 a[3], const tl_vec2 b[3]) {
    for (int i = 0; i < 3; i++) {
        bool all = true;
        for (int k = 0; all && k < 3; k++) {
            all = tl_orient2d(a[i], a[(i + 1) % 3], b[k]) <= 0;
        }
        if (all) {
            return true;
        }
    }
    return false;
}

static void take(const tl_vec2 *corner, const uint32_t *triangle, tl_vec2 p[3]) {
    for (int i = 0; i < 3; i++) {
        p[i] = corner[triangle[i]];
    }
}

/* The triangle counts: it turns left and isn't flat. */
static bool has_area(const tl_vec2 p[3]) {
    return tl_orient2d(p[0], p[1], p[2]) > 0;
}

/* Whether no two triangles share inside. Two convex shapes are apart when a line along an edge of one separates them.
 */
static bool are_apart(const tl_vec2 *corner, const uint32_t *triangles, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a[3], b[3];
        take(corner, triangles + 3 * i, a);
        for (size_t k = 0; has_area(a) && k < i; k++) {
            take(corner, triangles + 3 * k, b);
            if (has_area(b) && !separates(a, b) && !separates(b, a)) {
                return false;
            }
        }
    }
    return true;
}

bool tl_polygon2_triangulate_weak(tl_context *context, const tl_vec2 *corner, size_t count, uint32_t *triangles,
                                  bool *memory) {
    polygon2_weak_ring r = {.corner = corner, .at = tl_alloc_array(context, count, sizeof(*r.at)), .left = count};
    *memory = r.at == NULL;
    if (*memory) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        r.at[i] = (uint32_t)i;
    }
    size_t made = 0;
    bool found = true;
    while (r.left > 2 && found) {
        size_t ear = find_ear(&r);
        found = ear < r.left;
        if (found) {
            triangles[3 * made] = r.at[(ear + r.left - 1) % r.left];
            triangles[3 * made + 1] = r.at[ear];
            triangles[3 * made + 2] = r.at[(ear + 1) % r.left];
            made++;
            r.left--;
            for (size_t i = ear; i < r.left; i++) {
                r.at[i] = r.at[i + 1];
            }
        }
    }
    tl_free(context, r.at);
    return found && are_apart(corner, triangles, made);
}
