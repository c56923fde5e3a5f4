/* slivers.c: splitting the neighbours of triangles without area. */
#include "mesh/slivers.h"
#include "base/hash.h"
#include "math/predicates.h"

#include <string.h>

/* Slivers that share a neighbour, or stand on each other, take one round each; more deserve no patience. */
#define MOST_ROUNDS 64

/* Collinear in all three projections. */
bool tl_sliver_is_flat(const tl_vec3 p[3]) {
    return tl_orient2d((tl_vec2){p[0].x, p[0].y}, (tl_vec2){p[1].x, p[1].y}, (tl_vec2){p[2].x, p[2].y}) == 0 &&
           tl_orient2d((tl_vec2){p[0].y, p[0].z}, (tl_vec2){p[1].y, p[1].z}, (tl_vec2){p[2].y, p[2].z}) == 0 &&
           tl_orient2d((tl_vec2){p[0].z, p[0].x}, (tl_vec2){p[1].z, p[1].x}, (tl_vec2){p[2].z, p[2].x}) == 0;
}

static bool is_sliver(const tl_vec3 p[3]) {
    return tl_sliver_is_flat(p) && !tl_same_point(p[0], p[1]) && !tl_same_point(p[1], p[2]) &&
           !tl_same_point(p[2], p[0]);
}

/* The corner between the others, 0 to 2. Along a line that is not constant in an axis, that axis tells all apart. */
static int middle_corner(const tl_vec3 p[3]) {
    double t[3] = {p[0].x, p[1].x, p[2].x};
    if (t[0] == t[1]) {
        bool y = p[0].y != p[1].y;
        for (int i = 0; i < 3; i++) {
            t[i] = y ? p[i].y : p[i].z;
        }
    }
    return (t[1] < t[0]) != (t[2] < t[0]) ? 0 : (t[0] < t[1]) != (t[2] < t[1]) ? 1 : 2;
}

tl_status tl_slivers_find(const tl_mesh *mesh, tl_slivers *slivers, tl_error *error) {
    *slivers = (tl_slivers){0};
    bool room = true;
    for (size_t i = 0; i < mesh->triangle_count && room; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, i, corner);
        if (is_sliver(corner)) {
            room = tl_reserve(mesh->context, (void **)&slivers->triangles, &slivers->capacity, slivers->count + 1,
                              sizeof(*slivers->triangles));
            if (room) {
                slivers->triangles[slivers->count++] = (uint32_t)i;
            }
        }
    }
    if (room && slivers->count > 0) {
        slivers->table_size = tl_hash_table_size(slivers->count);
        slivers->table = tl_alloc_array(mesh->context, slivers->table_size, sizeof(*slivers->table));
        slivers->match = tl_alloc_array(mesh->context, slivers->count, sizeof(*slivers->match));
        room = slivers->table != NULL && slivers->match != NULL;
    }
    if (!room) {
        tl_slivers_free(mesh, slivers);
        return tl_fail_memory(error);
    }
    return TL_OK;
}

void tl_slivers_free(const tl_mesh *mesh, tl_slivers *slivers) {
    tl_free(mesh->context, slivers->triangles);
    tl_free(mesh->context, slivers->table);
    tl_free(mesh->context, slivers->match);
    *slivers = (tl_slivers){0};
}

/* The ends of the edge opposite to the middle corner. */
static void long_edge(const tl_mesh *mesh, uint32_t triangle, uint32_t ends[2]) {
    tl_vec3 corner[3];
    tl_mesh_corners(mesh, triangle, corner);
    int middle = middle_corner(corner);
    const uint32_t *c = mesh->triangles + (size_t)3 * triangle;
    ends[0] = c[(middle + 1) % 3];
    ends[1] = c[(middle + 2) % 3];
}

static size_t slot_of(const tl_slivers *slivers, uint32_t a, uint32_t b) {
    uint64_t low = a < b ? a : b;
    uint64_t high = a < b ? b : a;
    return (size_t)tl_mix(low << 32 | high) & (slivers->table_size - 1);
}

static bool same_edge(const uint32_t ends[2], uint32_t a, uint32_t b) {
    return (ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a);
}

/* Puts slivers [begin, end) into the table, by their long edges. */
static void fill_table(const tl_mesh *mesh, tl_slivers *slivers, size_t begin, size_t end) {
    memset(slivers->table, 0xFF, slivers->table_size * sizeof(*slivers->table));
    for (size_t i = begin; i < end; i++) {
        slivers->match[i] = TL_HASH_NOTHING;
        uint32_t ends[2];
        long_edge(mesh, slivers->triangles[i], ends);
        size_t slot = slot_of(slivers, ends[0], ends[1]);
        while (slivers->table[slot] != TL_HASH_NOTHING) {
            slot = (slot + 1) & (slivers->table_size - 1);
        }
        slivers->table[slot] = (uint32_t)i;
    }
}

/* Gives half-edge h to the first sliver on its edge that has no match yet. */
static bool offer(const tl_mesh *mesh, tl_slivers *slivers, uint32_t h) {
    uint32_t a = mesh->triangles[h];
    uint32_t b = mesh->triangles[h % 3 == 2 ? h - 2 : h + 1];
    for (size_t slot = slot_of(slivers, a, b); slivers->table[slot] != TL_HASH_NOTHING;
         slot = (slot + 1) & (slivers->table_size - 1)) {
        uint32_t i = slivers->table[slot];
        uint32_t ends[2];
        long_edge(mesh, slivers->triangles[i], ends);
        if (slivers->match[i] == TL_HASH_NOTHING && same_edge(ends, a, b)) {
            slivers->match[i] = h;
            return true;
        }
    }
    return false;
}

/* The triangle of half-edge h: a, c, d becomes a, b, d in its own place and b, c, d in that of the sliver. */
static void split(tl_mesh *mesh, uint32_t h, uint32_t sliver) {
    tl_vec3 corner[3];
    tl_mesh_corners(mesh, sliver, corner);
    uint32_t *gone = mesh->triangles + (size_t)3 * sliver;
    uint32_t b = gone[middle_corner(corner)];
    uint32_t *c = mesh->triangles + (h - h % 3);
    size_t from = h % 3;
    size_t to = (from + 1) % 3;
    memcpy(gone, c, 3 * sizeof(*gone));
    c[to] = b;
    gone[from] = b;
}

/* Two corners in one: such a triangle is about to be dropped, and a sliver that it took would stay, turned over. */
static bool is_collapsed(const tl_mesh *mesh, uint32_t t) {
    const uint32_t *c = mesh->triangles + (size_t)3 * t;
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

/* One round over a piece: every triangle with area may take one sliver. */
static size_t absorb_round(tl_mesh *mesh, const tl_piece *piece, tl_slivers *slivers, size_t begin, size_t end) {
    fill_table(mesh, slivers, begin, end);
    size_t next = begin; /* the first sliver not before the triangle */
    for (uint32_t t = piece->first_triangle; t < piece->first_triangle + piece->triangle_count; t++) {
        while (next < end && slivers->triangles[next] < t) {
            next++;
        }
        if ((next < end && slivers->triangles[next] == t) || is_collapsed(mesh, t)) {
            continue;
        }
        for (uint32_t k = 0; k < 3 && !offer(mesh, slivers, 3 * t + k); k++) {
        }
    }
    size_t absorbed = 0;
    size_t kept = begin;
    for (size_t i = begin; i < end; i++) {
        if (slivers->match[i] != TL_HASH_NOTHING) {
            split(mesh, slivers->match[i], slivers->triangles[i]);
            absorbed++;
        } else {
            slivers->triangles[kept++] = slivers->triangles[i];
        }
    }
    return absorbed; /* those are triangles with area now, and gone from the list */
}

size_t tl_slivers_absorb(tl_mesh *mesh, tl_slivers *slivers) {
    size_t absorbed = 0;
    size_t begin = 0;
    for (size_t p = 0; p < mesh->piece_count && begin < slivers->count; p++) {
        const tl_piece *piece = &mesh->pieces[p];
        size_t stop = begin;
        while (stop < slivers->count && slivers->triangles[stop] < piece->first_triangle + piece->triangle_count) {
            stop++;
        }
        size_t end = stop;
        size_t more = end > begin ? 1 : 0;
        for (int round = 0; round < MOST_ROUNDS && more > 0; round++) {
            more = absorb_round(mesh, piece, slivers, begin, end);
            absorbed += more;
            end -= more;
        }
        for (size_t i = begin; i < end; i++) {
            uint32_t *corner = mesh->triangles + (size_t)3 * slivers->triangles[i];
            corner[1] = corner[0];
        }
        begin = stop;
    }
    /* Those whose piece is not ended yet are dropped. */
    for (size_t i = begin; i < slivers->count; i++) {
        uint32_t *corner = mesh->triangles + (size_t)3 * slivers->triangles[i];
        corner[1] = corner[0];
    }
    return absorbed;
}
