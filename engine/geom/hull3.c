/* hull3.c: quickhull (Barber, Dobkin, Huhdanpaa 1996): every point waits at a triangle that it lies outside of; the one
 * farthest out is added next. */
#include "geom/hull3.h"

#define NOBODY UINT32_MAX

/* The plane of a triangle, normal of unit length, and the points that wait outside of it. */
typedef struct plane {
    tl_vec3 n;
    double offset;
    uint32_t outside, farthest;
    double reach; /* of the farthest */
} plane;

typedef struct hull3_edge {
    uint32_t from, to;
} hull3_edge;

typedef struct hull3_maker {
    tl_hull3 *hull;
    const tl_vec3 *points;
    double slack;
    plane *planes; /* of the hull's triangles */
    size_t plane_capacity;
    uint32_t *next; /* of a point: the next that waits at the same triangle */
    uint64_t tested;
    hull3_edge *rim;
    size_t rim_count, rim_capacity;
} hull3_maker;

static bool add_triangle(hull3_maker *m, uint32_t a, uint32_t b, uint32_t c) {
    tl_hull3 *hull = m->hull;
    if (!tl_reserve(hull->context, (void **)&hull->triangles, &hull->capacity, 3 * (hull->count + 1),
                    sizeof(uint32_t)) ||
        !tl_reserve(hull->context, (void **)&m->planes, &m->plane_capacity, hull->count + 1, sizeof(plane))) {
        return false;
    }
    uint32_t *t = hull->triangles + 3 * hull->count;
    t[0] = a;
    t[1] = b;
    t[2] = c;
    tl_vec3 p = m->points[a];
    tl_vec3 n = tl_normalise(tl_cross(tl_sub(m->points[b], p), tl_sub(m->points[c], p)));
    m->planes[hull->count++] = (plane){n, tl_dot(n, p), NOBODY, NOBODY, 0};
    return true;
}

/* Adds a directed edge of a triangle that goes; where its reverse is there, too, both lie inside of what goes. */
static bool add_rim(hull3_maker *m, uint32_t from, uint32_t to) {
    for (size_t i = 0; i < m->rim_count; i++) {
        if (m->rim[i].from == to && m->rim[i].to == from) {
            m->rim[i] = m->rim[--m->rim_count];
            return true;
        }
    }
    if (!tl_reserve(m->hull->context, (void **)&m->rim, &m->rim_capacity, m->rim_count + 1, sizeof(hull3_edge))) {
        return false;
    }
    m->rim[m->rim_count++] = (hull3_edge){from, to};
    return true;
}

/* Gives a point to a triangle, from `first` on, that it lies outside of; to none when there isn't one. */
static void give(hull3_maker *m, uint32_t index, size_t first) {
    tl_vec3 p = m->points[index];
    for (size_t i = first; i < m->hull->count; i++) {
        m->tested++;
        double out = tl_dot(m->planes[i].n, p) - m->planes[i].offset;
        if (out > m->slack) {
            m->next[index] = m->planes[i].outside;
            m->planes[i].outside = index;
            if (out > m->planes[i].reach) {
                m->planes[i].reach = out;
                m->planes[i].farthest = index;
            }
            return;
        }
    }
}

/* The triangles that a point sees give way to a fan from it to their rim; what lay outside of them is given to that. */
static bool add_point(hull3_maker *m, uint32_t index) {
    tl_hull3 *hull = m->hull;
    tl_vec3 p = m->points[index];
    uint32_t orphans = NOBODY;
    m->rim_count = 0;
    m->tested += hull->count;
    for (size_t i = 0; i < hull->count;) {
        if (tl_dot(m->planes[i].n, p) - m->planes[i].offset <= m->slack) {
            i++;
            continue;
        }
        uint32_t *t = hull->triangles + 3 * i;
        for (int k = 0; k < 3; k++) {
            if (!add_rim(m, t[k], t[(k + 1) % 3])) {
                return false;
            }
        }
        for (uint32_t q = m->planes[i].outside; q != NOBODY;) {
            uint32_t following = m->next[q];
            m->next[q] = orphans;
            orphans = q;
            q = following;
        }
        size_t last = --hull->count;
        for (int k = 0; k < 3; k++) {
            t[k] = hull->triangles[3 * last + (size_t)k];
        }
        m->planes[i] = m->planes[last];
    }
    size_t first = hull->count;
    for (size_t i = 0; i < m->rim_count; i++) {
        if (!add_triangle(m, m->rim[i].from, m->rim[i].to, index)) {
            return false;
        }
    }
    for (uint32_t q = orphans; q != NOBODY;) {
        uint32_t following = m->next[q];
        if (q != index) {
            give(m, q, first);
        }
        q = following;
    }
    return true;
}

/* The point farthest from the origin of a measure; `distance` gets how far. */
static uint32_t farthest(const hull3_maker *m, size_t count, double (*measure)(tl_vec3 p, const tl_vec3 *from),
                         const tl_vec3 *from, double *distance) {
    uint32_t best = 0;
    *distance = -1;
    for (size_t i = 0; i < count; i++) {
        double d = measure(m->points[i], from);
        if (d > *distance) {
            *distance = d;
            best = (uint32_t)i;
        }
    }
    return best;
}

static double from_point(tl_vec3 p, const tl_vec3 *from) {
    return tl_distance(p, from[0]);
}

static double from_line(tl_vec3 p, const tl_vec3 *from) {
    tl_vec3 along = tl_normalise(tl_sub(from[1], from[0]));
    return tl_length(tl_cross(along, tl_sub(p, from[0])));
}

static double from_plane(tl_vec3 p, const tl_vec3 *from) {
    tl_vec3 n = tl_normalise(tl_cross(tl_sub(from[1], from[0]), tl_sub(from[2], from[0])));
    return fabs(tl_dot(n, tl_sub(p, from[0])));
}

/* Four points that span space; false when there are none. */
static bool first_four(const hull3_maker *m, size_t count, uint32_t corner[4]) {
    tl_vec3 at[4];
    double distance;
    corner[0] = farthest(m, count, from_point, m->points, &distance);
    at[0] = m->points[corner[0]];
    corner[1] = farthest(m, count, from_point, at, &distance);
    at[1] = m->points[corner[1]];
    if (!(distance > m->slack)) {
        return false;
    }
    corner[2] = farthest(m, count, from_line, at, &distance);
    at[2] = m->points[corner[2]];
    if (!(distance > m->slack)) {
        return false;
    }
    corner[3] = farthest(m, count, from_plane, at, &distance);
    at[3] = m->points[corner[3]];
    if (!(distance > m->slack)) {
        return false;
    }
    tl_vec3 n = tl_cross(tl_sub(at[1], at[0]), tl_sub(at[2], at[0]));
    if (tl_dot(n, tl_sub(at[3], at[0])) > 0) {
        uint32_t swap = corner[1];
        corner[1] = corner[2];
        corner[2] = swap;
    }
    return true;
}

enum { ASK_EVERY = 100000 }; /* tests of a point against a triangle */

tl_status tl_hull3_make(tl_context *context, const tl_vec3 *points, size_t count, double slack, tl_hull3 *hull,
                        uint64_t *tested) {
    *hull = (tl_hull3){.context = context};
    hull3_maker m = {.hull = hull, .points = points, .slack = slack};
    m.next = tl_alloc(context, (count + 1) * sizeof(*m.next));
    uint32_t c[4];
    bool fits = m.next != NULL, goes_on = true;
    if (fits && count >= 4 && count < NOBODY && first_four(&m, count, c)) {
        fits = add_triangle(&m, c[0], c[1], c[2]) && add_triangle(&m, c[0], c[3], c[1]) &&
               add_triangle(&m, c[1], c[3], c[2]) && add_triangle(&m, c[2], c[3], c[0]);
        for (size_t i = 0; i < count && fits; i++) {
            give(&m, (uint32_t)i, 0);
        }
        /* the last triangles first: what came before them keeps its place until it is seen */
        uint64_t ask_at = ASK_EVERY;
        for (size_t i = hull->count; i > 0 && fits && goes_on && hull->count <= 2 * count;) {
            i = i > hull->count ? hull->count : i;
            if (m.planes[i - 1].outside == NOBODY) {
                i--;
                continue;
            }
            fits = add_point(&m, m.planes[i - 1].farthest);
            i = hull->count;
            if (m.tested > ask_at) {
                ask_at = m.tested + ASK_EVERY;
                goes_on = tl_go_on(context, "wrapping up what moves");
            }
        }
        hull->count = hull->count <= 2 * count ? hull->count : 0; /* Euler: 2n - 4 of n points */
    }
    *tested += m.tested;
    tl_free(context, m.planes);
    tl_free(context, m.rim);
    tl_free(context, m.next);
    return !fits ? TL_ERROR_MEMORY : goes_on ? TL_OK : TL_ERROR_CANCELLED;
}

void tl_hull3_free(tl_hull3 *hull) {
    tl_free(hull->context, hull->triangles);
    *hull = (tl_hull3){.context = hull->context};
}
