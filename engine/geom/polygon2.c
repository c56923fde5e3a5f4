/* polygon2.c: sides, areas, ears and boundaries of polygons of the plane. */
#include "geom/polygon2.h"

#include "geom/geom.h"
#include "math/predicates.h"

static bool on_edge(tl_vec2 a, tl_vec2 b, tl_vec2 p) {
    return tl_orient2d(a, b, p) == 0 && p.x >= tl_min(a.x, b.x) && p.x <= tl_max(a.x, b.x) && p.y >= tl_min(a.y, b.y) &&
           p.y <= tl_max(a.y, b.y);
}

tl_side2 tl_polygon2_side(const tl_vec2 *corner, size_t count, tl_vec2 p) {
    bool inside = false;
    for (size_t i = 0, j = count - 1; i < count; j = i++) {
        tl_vec2 a = corner[j], b = corner[i];
        if (on_edge(a, b, p)) {
            return TL_SIDE_BOUNDARY;
        }
        /* half-open in y, so that a corner on the ray counts once */
        if ((a.y > p.y) != (b.y > p.y)) {
            int turn = tl_orient2d(a, b, p);
            if ((b.y > a.y) == (turn > 0)) {
                inside = !inside;
            }
        }
    }
    return inside ? TL_SIDE_INSIDE : TL_SIDE_OUTSIDE;
}

double tl_polygon2_area(const tl_vec2 *corner, size_t count) {
    double twice = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        twice += tl_cross2(tl_sub2(corner[i], corner[0]), tl_sub2(corner[i + 1], corner[0]));
    }
    return 0.5 * twice;
}

tl_vec2 tl_polygon2_centroid(const tl_vec2 *corner, size_t count) {
    double twice = 0;
    tl_vec2 moment = {0, 0}, mean = {0, 0};
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = tl_sub2(corner[i], corner[0]), b = tl_sub2(corner[(i + 1) % count], corner[0]);
        double w = tl_cross2(a, b);
        twice += w;
        moment = tl_add2(moment, tl_scale2(tl_add2(a, b), w));
        mean = tl_add2(mean, tl_scale2(a, 1.0 / (double)count));
    }
    return tl_add2(corner[0], twice != 0 ? tl_scale2(moment, 1.0 / (3.0 * twice)) : mean);
}

int tl_polygon2_orientation(const tl_vec2 *corner, size_t count) {
    /* The lowest of the leftmost corners is strictly convex in a simple polygon: its neighbours can't lie on one line
     * through it on both sides (it is extreme), nor on the same side (edges would overlap). */
    size_t left = 0;
    for (size_t i = 1; i < count; i++) {
        if (corner[i].x < corner[left].x || (corner[i].x == corner[left].x && corner[i].y < corner[left].y)) {
            left = i;
        }
    }
    return tl_orient2d(corner[(left + count - 1) % count], corner[left], corner[(left + 1) % count]);
}

bool tl_polygon2_is_convex(const tl_vec2 *corner, size_t count) {
    int direction = 0;
    for (size_t i = 0; i < count; i++) {
        int turn = tl_orient2d(corner[i], corner[(i + 1) % count], corner[(i + 2) % count]);
        if (turn != 0) {
            if (direction != 0 && turn != direction) {
                return false;
            }
            direction = turn;
        }
    }
    return direction != 0;
}

bool tl_polygon2_is_simple(const tl_vec2 *corner, size_t count) {
    if (count < 3) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = corner[i], b = corner[(i + 1) % count], c = corner[(i + 2) % count];
        if (a.x == b.x && a.y == b.y) {
            return false;
        }
        /* neighbours that fold back on one another */
        if (tl_orient2d(a, b, c) == 0 && (on_edge(a, b, c) || on_edge(b, c, a))) {
            return false;
        }
        for (size_t j = i + 2; j < count; j++) {
            if (i == 0 && j == count - 1) {
                continue;
            }
            if (tl_math_segments_meet2(a, b, corner[j], corner[(j + 1) % count])) {
                return false;
            }
        }
    }
    return true;
}

static bool in_triangle(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 p) {
    return tl_orient2d(a, b, p) >= 0 && tl_orient2d(b, c, p) >= 0 && tl_orient2d(c, a, p) >= 0;
}

/* Whether the corner `at` of the ring can be cut off: it turns left, and no other corner lies in the triangle. */
static bool is_ear(const tl_vec2 *corner, const uint32_t *ring, size_t left, size_t at) {
    size_t before = (at + left - 1) % left, after = (at + 1) % left;
    tl_vec2 a = corner[ring[before]], b = corner[ring[at]], c = corner[ring[after]];
    int turn = tl_orient2d(a, b, c);
    if (turn <= 0) {
        /* a straight corner has nothing in its triangle, and goes when nothing else does (see the caller) */
        return false;
    }
    for (size_t k = 0; k < left; k++) {
        if (k != before && k != at && k != after && in_triangle(a, b, c, corner[ring[k]])) {
            return false;
        }
    }
    return true;
}

bool tl_polygon2_triangulate(tl_context *context, const tl_vec2 *corner, size_t count, uint32_t *triangles,
                             bool *memory) {
    if (memory != NULL) {
        *memory = false;
    }
    if (!tl_polygon2_is_simple(corner, count)) {
        return false;
    }
    int orientation = tl_polygon2_orientation(corner, count);
    if (orientation == 0) {
        return false;
    }
    uint32_t *ring = tl_alloc_array(context, count, sizeof(*ring));
    if (ring == NULL) {
        if (memory != NULL) {
            *memory = true;
        }
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        ring[i] = (uint32_t)(orientation > 0 ? i : count - 1 - i);
    }
    size_t left = count, made = 0;
    while (left > 2) {
        /* A simple polygon of more than 3 corners has two ears (Meisters 1975). Straight corners in the ring can leave
         * none that is strictly free, as they lie on the cut; then a straight corner itself is cut off as a triangle
         * without area, which keeps the ring simple. */
        size_t ear = left;
        for (size_t i = 0; i < left && ear == left; i++) {
            if (is_ear(corner, ring, left, i)) {
                ear = i;
            }
        }
        for (size_t i = 0; i < left && ear == left; i++) {
            if (tl_orient2d(corner[ring[(i + left - 1) % left]], corner[ring[i]], corner[ring[(i + 1) % left]]) == 0) {
                ear = i;
            }
        }
        if (ear == left) {
            break;
        }
        triangles[3 * made] = ring[(ear + left - 1) % left];
        triangles[3 * made + 1] = ring[ear];
        triangles[3 * made + 2] = ring[(ear + 1) % left];
        made++;
        for (size_t i = ear; i + 1 < left; i++) {
            ring[i] = ring[i + 1];
        }
        left--;
    }
    tl_free(context, ring);
    return left == 2;
}

double tl_polygon2_boundary_distance(const tl_vec2 *corner, size_t count, tl_vec2 p, tl_vec2 *nearest) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 q = tl_geom_nearest_on_segment2(p, corner[i], corner[(i + 1) % count]);
        double d = tl_length2(tl_sub2(p, q));
        if (d < least) {
            least = d;
            *nearest = q;
        }
    }
    return least;
}

double tl_polygon2_distance(const tl_vec2 *a, size_t a_count, const tl_vec2 *b, size_t b_count, tl_vec2 *on_a,
                            tl_vec2 *on_b) {
    double least = INFINITY;
    for (size_t i = 0; i < a_count; i++) {
        for (size_t j = 0; j < b_count; j++) {
            tl_vec2 p, q;
            double d = tl_geom_segment_nearest_segment2(a[i], a[(i + 1) % a_count], b[j], b[(j + 1) % b_count], &p, &q);
            if (d < least) {
                least = d;
                *on_a = p;
                *on_b = q;
            }
            if (d == 0) {
                return 0;
            }
        }
    }
    /* boundaries apart: one may hold the other */
    if (tl_polygon2_side(b, b_count, a[0]) != TL_SIDE_OUTSIDE) {
        *on_a = *on_b = a[0];
        return 0;
    }
    if (tl_polygon2_side(a, a_count, b[0]) != TL_SIDE_OUTSIDE) {
        *on_a = *on_b = b[0];
        return 0;
    }
    return sqrt(least);
}
