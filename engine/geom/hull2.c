/* hull2.c: the convex hull and the smallest circle of points in the plan. */
#include "geom/hull2.h"

#include "math/predicates.h"

#include <stdlib.h>
#include <string.h>

static int compare_points(const void *a, const void *b) {
    const tl_vec2 *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

/* Andrew's monotone chain. */
size_t tl_geom_convex_hull2(tl_vec2 *points, size_t count, tl_vec2 *hull) {
    qsort(points, count, sizeof(*points), compare_points);
    size_t n = 0;
    if (count == 0) {
        return 0;
    }
    for (int side = 0; side < 2; side++) {
        size_t start = n;
        for (size_t i = 0; i < count; i++) {
            tl_vec2 p = points[side == 0 ? i : count - 1 - i];
            while (n >= start + 2 && tl_orient2d(hull[n - 2], hull[n - 1], p) <= 0) {
                n--;
            }
            hull[n++] = p;
        }
        n--;
    }
    return n > 0 ? n : 1;
}

static bool circle_holds(tl_vec2 centre, double radius, tl_vec2 p) {
    return tl_length2(tl_sub2(p, centre)) <= radius * (1 + 1e-14);
}

static void circle_of_two(tl_vec2 a, tl_vec2 b, tl_vec2 *centre, double *radius) {
    *centre = tl_lerp2(a, b, 0.5);
    *radius = tl_max(tl_length2(tl_sub2(a, *centre)), tl_length2(tl_sub2(b, *centre)));
}

static void circle_of_three(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 *centre, double *radius) {
    tl_vec2 u = tl_sub2(b, a), v = tl_sub2(c, a);
    double d = 2 * tl_cross2(u, v);
    double uu = tl_dot2(u, u), vv = tl_dot2(v, v);
    *centre = (tl_vec2){a.x + (v.y * uu - u.y * vv) / d, a.y + (u.x * vv - v.x * uu) / d};
    *radius = tl_max(tl_length2(tl_sub2(a, *centre)),
                     tl_max(tl_length2(tl_sub2(b, *centre)), tl_length2(tl_sub2(c, *centre))));
}

tl_status tl_geom_smallest_circle(tl_context *context, const tl_vec2 *points, size_t count, tl_vec2 *centre,
                                  double *radius) {
    *centre = (tl_vec2){0, 0};
    *radius = 0;
    if (count == 0) {
        return TL_OK;
    }
    tl_vec2 *sorted = tl_alloc_array(context, 3 * count + 2, sizeof(*sorted));
    if (sorted == NULL) {
        return TL_ERROR_MEMORY;
    }
    memcpy(sorted, points, count * sizeof(*sorted));
    tl_vec2 *hull = sorted + count;
    size_t n = tl_geom_convex_hull2(sorted, count, hull);
    /* The circle is rounded: the final radius is taken over all points.
     * Welzl's incremental form on the hull: each level fixes one more point of the boundary */
    *centre = hull[0];
    for (size_t i = 1; i < n; i++) {
        if (circle_holds(*centre, *radius, hull[i])) {
            continue;
        }
        *centre = hull[i];
        *radius = 0;
        for (size_t j = 0; j < i; j++) {
            if (circle_holds(*centre, *radius, hull[j])) {
                continue;
            }
            circle_of_two(hull[i], hull[j], centre, radius);
            for (size_t k = 0; k < j; k++) {
                if (!circle_holds(*centre, *radius, hull[k])) {
                    circle_of_three(hull[i], hull[j], hull[k], centre, radius);
                }
            }
        }
    }
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = tl_max(largest, tl_length2(tl_sub2(points[i], *centre)));
    }
    *radius = nextafter(largest, INFINITY);
    tl_free(context, sorted);
    return TL_OK;
}
