/* links.c: finding the edges of all faces and sorting the faces round each. */
#include "conform/links.h"

#include "conform/arrange.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FACES (UINT64_C(1) << 28)

enum { POLL_ITEMS = 16384 }; /* a fraction of a millisecond */

/* The faces while they are being joined. Points: of all that stands still, of all that moves, new ones of pieces. */
typedef struct joining {
    tl_joined *made;
    tl_context *asking;
    bool stopped;
    size_t *first_point; /* per slot */
    tl_vec3 *points;
    size_t resting_count, given_count, point_count;
    uint32_t *groups;  /* per point: only points of one group are joined */
    uint32_t *same;    /* per point: the first one of its group in the same place */
    uint32_t *corners; /* per face 3: points, then the first in each place */
    size_t resting_faces;
    uint32_t *resting; /* the faces that are made to conform */
    tl_arranged arranged;
} joining;

static uint64_t mix(uint64_t h) {
    h = (h ^ (h >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ (h >> 32);
}

static uint64_t point_hash(tl_vec3 p, uint32_t group) {
    double c[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 and 0 are one */
    uint64_t b[3];
    memcpy(b, c, sizeof(b));
    return mix(b[0] + mix(b[1] + mix(b[2] + group)));
}

static size_t table_for(size_t count) {
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    return size;
}

static uint32_t *empty_table(tl_context *context, size_t size) {
    uint32_t *table = tl_alloc(context, size * sizeof(*table));
    if (table != NULL) {
        memset(table, 0xff, size * sizeof(*table));
    }
    return table;
}

/* In a loop over everything: false, now and then, when the work should stop. */
static bool goes_on(joining *j, size_t i) {
    j->stopped = j->stopped || (i % POLL_ITEMS == POLL_ITEMS - 1 && !tl_go_on(j->asking, "joining triangles"));
    return !j->stopped;
}

/* --- Corners ----------------------------------------------------------------------------------------------------- */

static bool join_points(joining *j) {
    tl_context *context = j->made->context;
    size_t size = table_for(j->point_count);
    uint32_t *table = empty_table(context, size);
    for (size_t i = 0; table != NULL && i < j->point_count && goes_on(j, i); i++) {
        size_t at = (size_t)point_hash(j->points[i], j->groups[i]) & (size - 1);
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

static void take_points(joining *j, const tl_join_part *parts) {
    size_t n = 0;
    for (int moving = 0; moving < 2; moving++) {
        for (size_t slot = 0; slot < j->made->slot_count; slot++) {
            const tl_vec3 *own = parts[slot].own_frame;
            if (parts[slot].bvh == NULL || (own != NULL) != (moving != 0)) {
                continue;
            }
            j->first_point[slot] = n;
            memcpy(j->points + n, own != NULL ? own : tl_bvh_vertices(parts[slot].bvh),
                   tl_bvh_vertex_count(parts[slot].bvh) * sizeof(*j->points));
            for (size_t i = 0; i < tl_bvh_vertex_count(parts[slot].bvh); i++) {
                j->groups[n++] = own != NULL ? (uint32_t)slot + 1 : 0;
            }
        }
        j->resting_count = moving == 0 ? n : j->resting_count;
    }
    j->given_count = j->point_count = n;
}

static void take_corners(joining *j, const tl_join_part *parts) {
    for (size_t slot = 0; slot < j->made->slot_count; slot++) {
        size_t count = parts[slot].bvh != NULL ? tl_bvh_triangle_count(parts[slot].bvh) : 0,
               face = j->made->first[slot];
        for (size_t i = 0; i < 3 * count; i++) {
            j->corners[3 * face + i] = (uint32_t)j->first_point[slot] + tl_bvh_triangles(parts[slot].bvh)[i];
        }
        for (size_t i = 0; i < count && parts[slot].conforms && parts[slot].own_frame == NULL; i++) {
            j->resting[j->resting_faces++] = (uint32_t)(face + i);
        }
    }
}

/* --- Pieces ------------------------------------------------------------------------------------------------------ */

static tl_status arrange(joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    if (j->resting_faces == 0 || j->resting_faces > TL_CONFORM_MOST) {
        return TL_OK;
    }
    uint32_t *corners = tl_alloc_array(context, 3 * j->resting_faces, sizeof(*corners));
    if (corners == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < j->resting_faces; i++) {
        memcpy(corners + 3 * i, j->corners + 3 * (size_t)j->resting[i], 3 * sizeof(*corners));
    }
    tl_soup soup = {j->points, j->resting_count, corners, j->resting_faces};
    tl_status status = tl_arrange(j->asking, &soup, NULL, &j->arranged, error);
    tl_free(context, corners);
    return status;
}

/* A point's number here by its number in the soup. */
static uint32_t point_of(const joining *j, uint32_t point) {
    return point < j->resting_count ? point : (uint32_t)(point - j->resting_count + j->given_count);
}

/* Pieces become faces, and what they replace is marked. False without memory. */
static bool take_pieces(joining *j) {
    tl_context *context = j->made->context;
    const tl_arranged *arranged = &j->arranged;
    size_t count = arranged->triangle_count, first = j->made->face_count;
    void *points = tl_resize(context, j->points, j->given_count + arranged->new_point_count + 1, sizeof(*j->points));
    j->points = points != NULL ? points : j->points;
    void *groups = tl_resize(context, j->groups, j->given_count + arranged->new_point_count + 1, sizeof(*j->groups));
    j->groups = groups != NULL ? groups : j->groups;
    void *corners = tl_resize(context, j->corners, 3 * (first + count) + 1, sizeof(*j->corners));
    j->corners = corners != NULL ? corners : j->corners;
    j->made->parents = tl_alloc_array(context, count, sizeof(*j->made->parents));
    j->made->gaps = tl_alloc_array(context, count, sizeof(*j->made->gaps));
    if (points == NULL || groups == NULL || corners == NULL || j->made->parents == NULL || j->made->gaps == NULL) {
        return false;
    }
    for (size_t i = 0; i < arranged->new_point_count; i++) {
        j->points[j->point_count] = arranged->new_points[i];
        j->groups[j->point_count++] = 0;
    }
    for (size_t i = 0; i < arranged->replaced_count; i++) {
        uint32_t face = j->resting[arranged->replaced[i]];
        j->made->replaced[face >> 3] |= (uint8_t)(1U << (face & 7));
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++) {
            j->corners[3 * (first + i) + k] = point_of(j, arranged->corners[3 * i + k]);
        }
        j->made->parents[i] = j->resting[arranged->parents[i]];
        j->made->gaps[i] = arranged->gaps[i];
    }
    j->made->face_count += count;
    return true;
}

/* The pieces' own hierarchy, for probes. */
static tl_status build_pieces(joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    size_t first = j->made->first[j->made->slot_count], count = j->made->face_count - first, used = 0;
    if (count == 0) {
        return TL_OK;
    }
    uint32_t *number = tl_alloc(context, j->point_count * sizeof(*number));
    uint32_t *corners = tl_alloc_array(context, 3 * count, sizeof(*corners));
    tl_vec3 *points = tl_alloc_array(context, 3 * count, sizeof(*points));
    tl_status status = number != NULL && corners != NULL && points != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        memset(number, 0xff, j->point_count * sizeof(*number));
        for (size_t i = 0; i < 3 * count; i++) {
            uint32_t point = j->corners[3 * first + i];
            if (number[point] == UINT32_MAX) {
                number[point] = (uint32_t)used;
                points[used++] = j->points[point];
            }
            corners[i] = number[point];
        }
        status = tl_bvh_build(context, points, used, corners, count, NULL, &j->made->pieces, error);
    }
    tl_free(context, number);
    tl_free(context, corners);
    tl_free(context, points);
    return status;
}

/* --- Rings ------------------------------------------------------------------------------------------------------- */

static uint32_t from_corner(const joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + (edge & 3)];
}

static uint32_t to_corner(const joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + ((edge & 3) == 2 ? 0 : (edge & 3) + 1)];
}

static uint32_t third_corner(const joining *j, uint32_t edge) {
    return j->corners[3 * (edge >> 2) + ((edge & 3) == 0 ? 2 : (edge & 3) - 1)];
}

static uint32_t *link_of(const joining *j, uint32_t edge) {
    return &j->made->next[3 * (edge >> 2) + (edge & 3)];
}

static void set_link(joining *j, uint32_t edge, uint32_t next) {
    *link_of(j, edge) = next | (from_corner(j, edge) < to_corner(j, edge) ? TL_LINK_ALONG : 0);
}

/* Puts every edge into the ring of those with the same ends; `table` gets one of each ring. */
static void make_rings(joining *j, uint32_t *table, size_t size) {
    for (uint32_t face = 0; face < j->made->face_count && goes_on(j, face); face++) {
        const uint32_t *c = j->corners + 3 * (size_t)face;
        bool out = c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
                   (!tl_joined_is_piece(j->made, face) && tl_joined_replaced(j->made, face));
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 4 * face + k;
            if (out) {
                *link_of(j, edge) = TL_LINK_NONE;
                continue;
            }
            uint32_t u = from_corner(j, edge), v = to_corner(j, edge);
            uint32_t low = u < v ? u : v, high = u < v ? v : u;
            size_t at = (size_t)mix(((uint64_t)high << 32) | low) & (size - 1);
            while (table[at] != UINT32_MAX) {
                uint32_t x = from_corner(j, table[at]), y = to_corner(j, table[at]);
                if ((x == u && y == v) || (x == v && y == u)) {
                    break;
                }
                at = (at + 1) & (size - 1);
            }
            if (table[at] == UINT32_MAX) {
                table[at] = edge;
                set_link(j, edge, edge);
            } else {
                set_link(j, edge, *link_of(j, table[at]) & TL_LINK_EDGE);
                set_link(j, table[at], edge);
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

static void sort_ring(joining *j, wing *wings, size_t count) {
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

static bool sort_rings(joining *j, const uint32_t *table, size_t size) {
    tl_context *context = j->made->context;
    wing *wings = NULL;
    size_t room = 0;
    bool fits = true;
    for (size_t at = 0; at < size && fits && goes_on(j, at); at++) {
        uint32_t edge = table[at];
        if (edge == UINT32_MAX || tl_link_next(j->made, tl_link_next(j->made, edge)) == edge) {
            continue; /* one or two faces have only one order */
        }
        size_t count = 0;
        do {
            fits = tl_reserve(context, (void **)&wings, &room, count + 1, sizeof(*wings));
            if (fits) {
                wings[count++].edge = edge;
                edge = tl_link_next(j->made, edge);
            }
        } while (fits && edge != table[at]);
        if (fits) {
            sort_ring(j, wings, count);
        }
    }
    tl_free(context, wings);
    return fits;
}

static bool join_edges(joining *j) {
    tl_context *context = j->made->context;
    size_t size = table_for(2 * j->made->face_count); /* 3 edges for 2 faces, at worst 3 for each */
    uint32_t *table = empty_table(context, size);
    if (table != NULL) {
        make_rings(j, table, size);
    }
    bool fits = table != NULL && sort_rings(j, table, size);
    tl_free(context, table);
    return fits;
}

/* --- Making ------------------------------------------------------------------------------------------------------ */

static bool make_room(joining *j) {
    tl_context *context = j->made->context;
    j->points = tl_alloc_array(context, j->point_count, sizeof(*j->points));
    j->groups = tl_alloc_array(context, j->point_count, sizeof(*j->groups));
    j->first_point = tl_alloc_array(context, j->made->slot_count, sizeof(*j->first_point));
    j->corners = tl_alloc_array(context, 3 * j->made->face_count, sizeof(*j->corners));
    j->resting = tl_alloc_array(context, j->made->face_count, sizeof(*j->resting));
    j->made->replaced = tl_alloc_array(context, j->made->face_count / 8 + 1, 1);
    return j->points != NULL && j->groups != NULL && j->first_point != NULL && j->corners != NULL &&
           j->resting != NULL && j->made->replaced != NULL;
}

static tl_status link_all(joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    j->same = tl_alloc_array(context, j->point_count, sizeof(*j->same));
    j->made->next = tl_alloc_array(context, 3 * j->made->face_count, sizeof(*j->made->next));
    bool fits = j->same != NULL && j->made->next != NULL && join_points(j);
    for (size_t i = 0; fits && i < 3 * j->made->face_count; i++) {
        j->corners[i] = j->same[j->corners[i]];
    }
    fits = fits && (j->stopped || join_edges(j));
    return fits ? TL_OK : tl_fail_memory(error);
}

static tl_status join_all(joining *j, const tl_join_part *parts, tl_error *error) {
    if (!make_room(j)) {
        return tl_fail_memory(error);
    }
    take_points(j, parts);
    take_corners(j, parts);
    tl_status status = arrange(j, error);
    if (status == TL_OK && j->made->face_count + j->arranged.triangle_count > MOST_FACES) {
        status = tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "use simpler meshes", "too many triangles on one table");
    }
    if (status == TL_OK) {
        status = take_pieces(j) ? build_pieces(j, error) : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = link_all(j, error);
    }
    return status == TL_OK && j->stopped
               ? tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "joining the triangles was cancelled")
               : status;
}

static void free_joining(joining *j) {
    tl_context *context = j->made->context;
    tl_free(context, j->first_point);
    tl_free(context, j->points);
    tl_free(context, j->groups);
    tl_free(context, j->same);
    tl_free(context, j->corners);
    tl_free(context, j->resting);
    tl_arranged_free(context, &j->arranged);
}

tl_status tl_join(tl_context *context, tl_context *asking, const tl_join_part *parts, size_t slot_count,
                  tl_joined **joined, tl_error *error) {
    tl_joined *made = tl_alloc_array(context, 1, sizeof(*made));
    uint32_t *first = made != NULL ? tl_alloc_array(context, slot_count + 1, sizeof(*first)) : NULL;
    if (first == NULL) {
        tl_free(context, made);
        return tl_fail_memory(error);
    }
    *made = (tl_joined){.context = context, .slot_count = slot_count, .first = first};
    joining j = {.made = made, .asking = asking};
    for (size_t slot = 0; slot < slot_count; slot++) {
        first[slot] = (uint32_t)made->face_count;
        made->face_count += parts[slot].bvh != NULL ? tl_bvh_triangle_count(parts[slot].bvh) : 0;
        j.point_count += parts[slot].bvh != NULL ? tl_bvh_vertex_count(parts[slot].bvh) : 0;
        if (made->face_count > MOST_FACES || j.point_count >= UINT32_MAX) {
            tl_joined_destroy(made);
            return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "use simpler meshes", "too many triangles on one table");
        }
    }
    first[slot_count] = (uint32_t)made->face_count;
    tl_status status = join_all(&j, parts, error);
    free_joining(&j);
    if (status != TL_OK) {
        tl_joined_destroy(made);
        return status;
    }
    *joined = made;
    return TL_OK;
}

void tl_joined_destroy(tl_joined *joined) {
    if (joined != NULL) {
        tl_free(joined->context, joined->first);
        tl_free(joined->context, joined->next);
        tl_bvh_destroy(joined->pieces);
        tl_free(joined->context, joined->parents);
        tl_free(joined->context, joined->gaps);
        tl_free(joined->context, joined->replaced);
        tl_free(joined->context, joined);
    }
}

uint32_t tl_joined_slot(const tl_joined *joined, uint32_t face) {
    size_t low = 0, high = joined->slot_count; /* first[low] <= face < first[high] */
    face = tl_joined_origin(joined, face);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (joined->first[middle] <= face) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

/* Upwards the first face round the edge that counts, downwards the last: it comes before. */
uint32_t tl_link_twin(const tl_joined *joined, uint32_t half, uint32_t k, tl_face_counts_fn *counts, const void *user,
                      uint32_t *edge) {
    uint32_t own = 4 * (half >> 1) + k;
    bool up = tl_link_up(joined, own) == (half & 1);
    *edge = own;
    for (uint32_t e = tl_link_next(joined, own); e != own; e = tl_link_next(joined, e)) {
        if (counts(user, e >> 2)) {
            *edge = e;
            if (up) {
                break;
            }
        }
    }
    return 2 * (*edge >> 2) + (up ? 1 - tl_link_up(joined, *edge) : tl_link_up(joined, *edge));
}
