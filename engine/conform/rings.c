/* rings.c: points that are one, the edges between them, and the faces round each edge in the order of their angles. */
#include "conform/joining.h"

#include "math/hash_point.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_ITEMS = 16384 }; /* a fraction of a millisecond */

static uint32_t *empty_table(tl_context *context, size_t size) {
    uint32_t *table = tl_alloc(context, size * sizeof(*table));
    if (table != NULL) {
        memset(table, 0xff, size * sizeof(*table));
    }
    return table;
}

bool tl_joining_goes_on(tl_joining *j, size_t i) {
    j->stopped = j->stopped || (i % POLL_ITEMS == POLL_ITEMS - 1 && !tl_go_on(j->asking, "joining triangles"));
    return !j->stopped;
}

/* --- Points ------------------------------------------------------------------------------------------------------ */

static bool join_points(tl_joining *j) {
    tl_context *context = j->made->context;
    size_t size = tl_hash_table_size(j->point_count);
    uint32_t *table = empty_table(context, size);
    for (size_t i = 0; table != NULL && i < j->point_count && tl_joining_goes_on(j, i); i++) {
        size_t at = (size_t)tl_vec3_hash(j->points[i], j->groups[i]) & (size - 1);
        while (table[at] != UINT32_MAX &&
               (j->groups[table[at]] != j->groups[i] || !tl_same_point(j->points[table[at]], j->points[i]))) {
            at = (at + 1) & (size - 1);
        }
        if (table[at] == UINT32_MAX) {
            table[at] = (uint32_t)i;
        }
        j->same[i] = table[at];
    }
    tl_free(context, table);
    return table != NULL;
}

/* --- Rings ------------------------------------------------------------------------------------------------------- */

static uint32_t from_corner(const tl_joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + (edge & 3)];
}

static uint32_t to_corner(const tl_joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + ((edge & 3) == 2 ? 0 : (edge & 3) + 1)];
}

static uint32_t third_corner(const tl_joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + ((edge & 3) == 0 ? 2 : (edge & 3) - 1)];
}

static uint32_t *link_of(const tl_joining *j, uint32_t edge) {
    return &j->made->next[3 * (edge >> 2) + (edge & 3)];
}

static uint32_t next_of(const tl_joining *j, uint32_t edge) {
    return j->made->next[3 * (edge >> 2) + (edge & 3)] & TL_LINK_EDGE;
}

static void set_link(tl_joining *j, uint32_t edge, uint32_t next) {
    *link_of(j, edge) = next | (from_corner(j, edge) < to_corner(j, edge) ? TL_LINK_ALONG : 0);
}

/* One edge of each ring, by its lower point; neighbours in a mesh lie near one another in memory, too. */
typedef struct conform_rings {
    uint32_t *first; /* per point; UINT32_MAX: none */
    uint32_t *rest;  /* per edge that stands for a ring: the next one of the same point */
} conform_rings;

static uint32_t *rest_of(const conform_rings *r, uint32_t edge) {
    return &r->rest[3 * (edge >> 2) + (edge & 3)];
}

/* The ring of the edges between two points; UINT32_MAX: none yet. */
static uint32_t find_ring(const tl_joining *j, const conform_rings *r, uint32_t low, uint32_t high) {
    uint32_t edge = r->first[low];
    while (edge != UINT32_MAX && from_corner(j, edge) != high && to_corner(j, edge) != high) {
        edge = *rest_of(r, edge);
    }
    return edge;
}

/* Puts every edge into the ring of those with the same ends. */
static void make_rings(tl_joining *j, const conform_rings *r) {
    size_t pieces = j->place_count - (j->made->face_count - j->made->first[j->made->slot_count]);
    for (uint32_t place = 0; place < j->place_count && tl_joining_goes_on(j, place); place++) {
        const uint32_t *c = j->corners + 3 * (size_t)place;
        bool out = c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
                   (place < pieces && (j->made->replaced[place >> 3] >> (place & 7) & 1) != 0);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 4 * place + k;
            if (out) {
                *link_of(j, edge) = TL_LINK_NONE;
                continue;
            }
            uint32_t u = from_corner(j, edge), v = to_corner(j, edge), low = u < v ? u : v;
            uint32_t ring = find_ring(j, r, low, u < v ? v : u);
            if (ring == UINT32_MAX) {
                *rest_of(r, edge) = r->first[low];
                r->first[low] = edge;
                set_link(j, edge, edge);
            } else {
                set_link(j, edge, *link_of(j, ring) & TL_LINK_EDGE);
                set_link(j, ring, edge);
            }
        }
    }
}

/* A face at an edge. */
typedef struct wing {
    uint32_t edge;
    double around; /* grows with the angle round the edge, seen along it from its lower point to its higher */
} wing;

static int by_angle(const void *x, const void *y) {
    const wing *a = x, *b = y;
    if (a->around != b->around) {
        return a->around < b->around ? -1 : 1;
    }
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

/* A measure in [0, 4) that grows with the angle of (x, y). */
static double diamond(double x, double y) {
    double sum = fabs(x) + fabs(y);
    if (!(sum > 0)) {
        return 0;
    }
    double t = y / sum;
    return x >= 0 ? (y >= 0 ? t : 4 + t) : 2 - t;
}

static void sort_ring(tl_joining *j, wing *wings, size_t count) {
    uint32_t a = from_corner(j, wings[0].edge), b = to_corner(j, wings[0].edge);
    tl_vec3 from = j->points[a < b ? a : b], to = j->points[a < b ? b : a];
    tl_vec3 axis = tl_sub(to, from);
    tl_vec3 side = fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z) ? (tl_vec3){1, 0, 0}
                   : fabs(axis.y) <= fabs(axis.z)                               ? (tl_vec3){0, 1, 0}
                                                                                : (tl_vec3){0, 0, 1};
    tl_vec3 u = tl_normalise(tl_cross(axis, side)), v = tl_normalise(tl_cross(axis, u));
    for (size_t i = 0; i < count; i++) {
        tl_vec3 r = tl_sub(j->points[third_corner(j, wings[i].edge)], from);
        wings[i].around = diamond(tl_dot(r, u), tl_dot(r, v));
    }
    qsort(wings, count, sizeof(*wings), by_angle);
    for (size_t i = 0; i < count; i++) {
        set_link(j, wings[i].edge, wings[i + 1 < count ? i + 1 : 0].edge);
    }
}

/* One ring, from one of its edges on. */
static bool sort_from(tl_joining *j, uint32_t first, wing **wings, size_t *room) {
    if (next_of(j, next_of(j, first)) == first) {
        return true; /* one or two faces have only one order */
    }
    size_t count = 0;
    uint32_t edge = first;
    do {
        if (!tl_reserve(j->made->context, (void **)wings, room, count + 1, sizeof(**wings))) {
            return false;
        }
        (*wings)[count++].edge = edge;
        edge = next_of(j, edge);
    } while (edge != first);
    sort_ring(j, *wings, count);
    return true;
}

static bool sort_rings(tl_joining *j, const conform_rings *r) {
    wing *wings = NULL;
    size_t room = 0;
    bool fits = true;
    for (size_t i = 0; i < j->point_count && fits && tl_joining_goes_on(j, i); i++) {
        for (uint32_t edge = r->first[i]; edge != UINT32_MAX && fits; edge = *rest_of(r, edge)) {
            fits = sort_from(j, edge, &wings, &room);
        }
    }
    tl_free(j->made->context, wings);
    return fits;
}

static bool join_edges(tl_joining *j) {
    tl_context *context = j->made->context;
    conform_rings r = {empty_table(context, j->point_count), tl_alloc(context, 3 * j->place_count * sizeof(uint32_t))};
    bool fits = r.first != NULL && r.rest != NULL;
    if (fits) {
        make_rings(j, &r);
    }
    fits = fits && sort_rings(j, &r);
    tl_free(context, r.first);
    tl_free(context, r.rest);
    return fits;
}

bool tl_joining_link(tl_joining *j) {
    bool fits = join_points(j);
    for (size_t i = 0; fits && i < 3 * j->place_count; i++) {
        j->corners[i] = j->same[j->corners[i]];
    }
    return fits && (j->stopped || join_edges(j));
}
