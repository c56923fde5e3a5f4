/* swept.c: hulls of the parts of a body, added to a polygon that contains the disc of moves.
 *
 * Nothing here relies on the hull being right. What makes the surface of a piece an enclosure is checked on the
 * triangles made: they are a closed surface; a point c is inside by exact parity of crossings; and c and every moved
 * corner x of the part lie strictly on the inner side of every triangle's plane. Then so does all of the segment cx,
 * and of any point of the part, which is a mixture of corners; so it meets no triangle, and the point is as inside as
 * c. */
#include "visibility/swept.h"

#include "geom/hull3.h"
#include "math/angle.h"
#include "query/query.h"
#include "visibility/limits.h"

#include <stdlib.h>

/* What is being made of one piece. */
typedef struct swept_piece {
    tl_vec3 *points; /* the part's corners, all of them */
    size_t count;
    tl_vec3 offsets[2 * TL_SIGHT_SWEPT_SIDES]; /* corners of what is added to it */
    tl_vec3 *cloud;                            /* the hull's corners, each with every offset */
    tl_hull3 hull, whole;
    uint64_t tested; /* points held against triangles */
} swept_piece;

/* Triangles and vertices put together. */
typedef struct surface {
    tl_context *context;
    tl_vec3 *vertices;
    size_t vertex_count, vertex_capacity;
    uint32_t *corners;
    size_t corner_count, corner_capacity;
} surface;

static void make_offsets(double radius, tl_vec3 offsets[2 * TL_SIGHT_SWEPT_SIDES]) {
    TL_ASSERT(radius >= 0 && isfinite(radius), "the disc of moves has a radius");
    double s, c;
    tl_sincos_deg(180.0 / TL_SIGHT_SWEPT_SIDES, &s, &c);
    double out = radius / c * (1 + TL_SIGHT_SWEPT_ROUNDING) + TL_SIGHT_SWEPT_INSIDE;
    for (int i = 0; i < TL_SIGHT_SWEPT_SIDES; i++) {
        tl_sincos_deg(360.0 * i / TL_SIGHT_SWEPT_SIDES, &s, &c);
        offsets[2 * i] = (tl_vec3){out * c, out * s, -TL_SIGHT_SWEPT_THICKNESS};
        offsets[2 * i + 1] = (tl_vec3){out * c, out * s, TL_SIGHT_SWEPT_THICKNESS};
    }
}

static double highest(const tl_vec3 *points, size_t count, tl_vec3 n) {
    double best = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double d = tl_dot(n, points[i]);
        best = d > best ? d : best;
    }
    return best;
}

/* Distinct corners of a hull. */
static size_t hull_corners(const tl_hull3 *hull, const tl_vec3 *points, size_t count, tl_vec3 *out, bool *used) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        used[i] = false;
    }
    for (size_t i = 0; i < 3 * hull->count; i++) {
        uint32_t p = hull->triangles[i];
        if (!used[p]) {
            used[p] = true;
            out[n++] = points[p];
        }
    }
    return n;
}

static int by_ends(const void *x, const void *y) {
    const uint32_t *a = x, *b = y;
    for (int i = 0; i < 3; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Whether every edge has as many triangles on its one side as on its other. */
static tl_status is_closed(tl_context *context, const uint32_t *corners, size_t count, bool *closed) {
    uint32_t(*edges)[3] = tl_alloc_array(context, count, sizeof(*edges)); /* lower end, higher end, direction */
    if (edges == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t u = corners[i], v = corners[i % 3 == 2 ? i - 2 : i + 1];
        edges[i][0] = u < v ? u : v;
        edges[i][1] = u < v ? v : u;
        edges[i][2] = u < v;
    }
    qsort(edges, count, sizeof(*edges), by_ends);
    *closed = count > 0;
    for (size_t i = 0; i < count && *closed;) {
        size_t up = 0, down = 0, from = i;
        for (; i < count && edges[i][0] == edges[from][0] && edges[i][1] == edges[from][1]; i++) {
            up += edges[i][2] == 1;
            down += edges[i][2] == 0;
        }
        *closed = up == down;
    }
    tl_free(context, edges);
    return TL_OK;
}

/* Every moved corner strictly inside every plane, and the centre inside by parity. */
static tl_status check(tl_context *context, const swept_piece *p, const tl_vec3 *vertices, size_t vertex_count,
                       const uint32_t *corners, size_t corner_count, tl_vec3 centre, bool *sound, tl_error *error) {
    tl_status status = is_closed(context, corners, corner_count, sound);
    for (size_t i = 0; i < corner_count && *sound && status == TL_OK; i += 3) {
        tl_vec3 u = vertices[corners[i]], e = tl_sub(vertices[corners[i + 1]], u),
                f = tl_sub(vertices[corners[i + 2]], u);
        tl_vec3 n = tl_cross(e, f);
        double area = tl_length(n);
        double longest = tl_max(tl_length(e), tl_max(tl_length(f), tl_distance(e, f)));
        n = tl_scale(n, area > 0 ? 1 / area : 0);
        double reach = highest(p->points, p->count, n) + highest(p->offsets, 2 * TL_SIGHT_SWEPT_SIDES, n);
        *sound = area > TL_SIGHT_SWEPT_THINNEST * longest && reach < tl_dot(n, u) - TL_SIGHT_SWEPT_INSIDE &&
                 tl_dot(n, centre) < tl_dot(n, u) - TL_SIGHT_SWEPT_INSIDE;
    }
    if (status != TL_OK || !*sound) {
        return status != TL_OK ? tl_fail_memory(error) : TL_OK;
    }
    tl_bvh *bvh = NULL;
    tl_world *world = NULL;
    status = tl_bvh_build(context, vertices, vertex_count, corners, corner_count / 3, NULL, &bvh, error);
    if (status == TL_OK) {
        status = tl_world_create(context, 1, &world, error);
    }
    if (status == TL_OK) {
        tl_world_set(world, 0, bvh);
        *sound = tl_world_inside(world, 0, centre);
    }
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    return status;
}

/* How much the hull must grow about its centre so that it holds everything that it should with room to spare; INFINITY
 * when the centre is too near to a side. */
static double growth(const swept_piece *p, tl_vec3 centre) {
    double most = 0;
    for (size_t i = 0; i < p->whole.count; i++) {
        const uint32_t *t = p->whole.triangles + 3 * i;
        tl_vec3 u = p->cloud[t[0]];
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(p->cloud[t[1]], u), tl_sub(p->cloud[t[2]], u)));
        double depth = tl_dot(n, u) - tl_dot(n, centre);
        double out = highest(p->points, p->count, n) + highest(p->offsets, 2 * TL_SIGHT_SWEPT_SIDES, n) - tl_dot(n, u);
        most =
            depth > TL_SIGHT_SWEPT_DEPTH ? tl_max(most, (tl_max(out, 0) + TL_SIGHT_SWEPT_OUTSIDE) / depth) : INFINITY;
    }
    return most;
}

/* Adds the surface round one part. */
static tl_status enclose(surface *s, swept_piece *p, bool *sound, tl_error *error) {
    tl_context *context = s->context;
    *sound = false;
    tl_status status = tl_hull3_make(context, p->points, p->count, TL_SIGHT_SWEPT_HULL_SLACK, &p->hull, &p->tested);
    bool *used = tl_alloc_array(context, p->count, sizeof(*used));
    tl_vec3 *corner = tl_alloc_array(context, p->count, sizeof(*corner));
    size_t n = 0;
    if (status == TL_OK && used != NULL && corner != NULL) {
        /* a flat part has no hull: all of its corners are taken */
        n = p->hull.count > 0 ? hull_corners(&p->hull, p->points, p->count, corner, used) : p->count;
        const tl_vec3 *from = p->hull.count > 0 ? corner : p->points;
        p->cloud = tl_alloc_array(context, n * 2 * TL_SIGHT_SWEPT_SIDES, sizeof(*p->cloud));
        for (size_t i = 0; i < n && p->cloud != NULL; i++) {
            for (size_t k = 0; k < 2 * TL_SIGHT_SWEPT_SIDES; k++) {
                p->cloud[2 * TL_SIGHT_SWEPT_SIDES * i + k] = tl_add(from[i], p->offsets[k]);
            }
        }
    }
    if (status == TL_OK) {
        status = p->cloud != NULL ? tl_hull3_make(context, p->cloud, n * 2 * TL_SIGHT_SWEPT_SIDES,
                                                  TL_SIGHT_SWEPT_HULL_SLACK, &p->whole, &p->tested)
                                  : TL_ERROR_MEMORY;
    }
    tl_free(context, used);
    tl_free(context, corner);
    if (status != TL_OK) {
        return status == TL_ERROR_CANCELLED
                   ? tl_fail(error, status, NULL, NULL, NULL, "measuring how far things may move was cancelled")
                   : tl_fail_memory(error);
    }
    /* growth, and check once more: every corner and offset for every triangle */
    p->tested += 2 * (uint64_t)p->whole.count * (p->count + (size_t)2 * TL_SIGHT_SWEPT_SIDES);
    tl_vec3 centre = {0, 0, 0};
    for (size_t i = 0; i < p->count; i++) {
        centre = tl_madd(centre, p->points[i], 1 / (double)p->count);
    }
    double grow = growth(p, centre);
    if (p->whole.count == 0 || !(grow < TL_SIGHT_SWEPT_GROWTH)) {
        return TL_OK;
    }
    size_t first_vertex = s->vertex_count, first_corner = s->corner_count;
    size_t *index =
        tl_alloc_array(context, n * 2 * TL_SIGHT_SWEPT_SIDES, sizeof(*index)); /* number + 1 in the surface */
    bool fits = index != NULL && tl_reserve(context, (void **)&s->corners, &s->corner_capacity,
                                            s->corner_count + 3 * p->whole.count, sizeof(uint32_t));
    for (size_t i = 0; i < 3 * p->whole.count && fits; i++) {
        uint32_t t = p->whole.triangles[i];
        if (index[t] == 0) {
            fits =
                tl_reserve(context, (void **)&s->vertices, &s->vertex_capacity, s->vertex_count + 1, sizeof(tl_vec3));
            if (fits) {
                s->vertices[s->vertex_count++] = tl_madd(p->cloud[t], tl_sub(p->cloud[t], centre), grow);
                index[t] = s->vertex_count;
            }
        }
        if (fits) {
            s->corners[s->corner_count++] = (uint32_t)(index[t] - 1);
        }
    }
    tl_free(context, index);
    if (!fits) {
        return tl_fail_memory(error);
    }
    uint32_t *own = s->corners + first_corner;
    for (size_t i = 0; i < s->corner_count - first_corner; i++) {
        own[i] -= (uint32_t)first_vertex;
    }
    status = check(context, p, s->vertices + first_vertex, s->vertex_count - first_vertex, own,
                   s->corner_count - first_corner, centre, sound, error);
    for (size_t i = 0; i < s->corner_count - first_corner; i++) {
        own[i] += (uint32_t)first_vertex;
    }
    return status;
}

/* --- Parts -------------------------------------------------------------------------------------------------------- */

/* Triangles in an order in which neighbours in space are near: halved again and again across the longest side. */
typedef struct sorted {
    double key;
    uint32_t triangle;
} sorted;

static int by_key(const void *x, const void *y) {
    const sorted *a = x, *b = y;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static void halve(const tl_bvh *body, sorted *items, size_t count, size_t parts) {
    if (parts < 2 || count < 2) {
        return;
    }
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, items[i].triangle, c);
        box = tl_box3_add(box, tl_scale(tl_add(tl_add(c[0], c[1]), c[2]), 1.0 / 3));
    }
    tl_vec3 size = tl_box3_size(box);
    for (size_t i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, items[i].triangle, c);
        tl_vec3 sum = tl_add(tl_add(c[0], c[1]), c[2]);
        items[i].key = size.x >= size.y && size.x >= size.z ? sum.x : size.y >= size.z ? sum.y : sum.z;
    }
    qsort(items, count, sizeof(*items), by_key);
    size_t half = count / 2;
    halve(body, items, half, parts / 2);
    halve(body, items + half, count - half, parts - parts / 2);
}

static void part_of(size_t count, size_t parts, size_t part, size_t *first, size_t *end) {
    *first = 0;
    *end = count;
    while (parts > 1) {
        size_t half = (*end - *first) / 2, lower = parts / 2;
        if (part < lower) {
            *end = *first + half;
            parts = lower;
        } else {
            *first += half;
            part -= lower;
            parts -= lower;
        }
    }
}

tl_status tl_swept_make(tl_context *context, const tl_bvh *body, double radius, size_t pieces, tl_swept *swept,
                        bool *sound, uint64_t *work, tl_error *error) {
    *swept = (tl_swept){0};
    *sound = true;
    size_t count = tl_bvh_triangle_count(body);
    pieces = pieces < 1 || count < 4 * pieces ? 1 : pieces > TL_SWEPT_PIECES ? TL_SWEPT_PIECES : pieces;
    surface s = {.context = context};
    sorted *items = tl_alloc_array(context, count, sizeof(*items));
    tl_vec3 *points = tl_alloc_array(context, 3 * count, sizeof(*points));
    uint8_t *taken =
        tl_alloc_array(context, tl_bvh_vertex_count(body), sizeof(*taken)); /* by which part last, from 1 */
    tl_status status = items != NULL && points != NULL && taken != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        items[i].triangle = (uint32_t)i;
    }
    if (status == TL_OK) {
        halve(body, items, count, pieces);
    }
    for (size_t k = 0; k < pieces && status == TL_OK && *sound; k++) {
        swept_piece p = {.points = points, .hull = {.context = context}, .whole = {.context = context}};
        size_t first, end;
        part_of(count, pieces, k, &first, &end);
        for (size_t i = first; i < end; i++) {
            for (size_t c = 0; c < 3; c++) {
                uint32_t vertex = tl_bvh_triangles(body)[3 * items[i].triangle + c];
                if (taken[vertex] != k + 1) {
                    taken[vertex] = (uint8_t)(k + 1);
                    points[p.count++] = tl_bvh_vertices(body)[vertex];
                }
            }
        }
        make_offsets(radius, p.offsets);
        swept->first_vertex[k] = s.vertex_count;
        status = enclose(&s, &p, sound, error);
        swept->first_vertex[k + 1] = s.vertex_count;
        *work += p.tested / TL_SIGHT_SWEPT_TESTS_A_UNIT + TL_SIGHT_SWEPT_SURFACE_WORK;
        tl_free(context, p.cloud);
        tl_hull3_free(&p.hull);
        tl_hull3_free(&p.whole);
    }
    swept->piece_count = pieces;
    if (status == TL_OK && *sound) {
        status = tl_bvh_build(context, s.vertices, s.vertex_count, s.corners, s.corner_count / 3, NULL, &swept->surface,
                              error);
    }
    tl_free(context, items);
    tl_free(context, points);
    tl_free(context, taken);
    tl_free(context, s.vertices);
    tl_free(context, s.corners);
    return status;
}

void tl_swept_free(tl_swept *swept) {
    tl_bvh_destroy(swept->surface);
    *swept = (tl_swept){0};
}
