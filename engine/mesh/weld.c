/* weld.c: joining equal vertices and dropping what bounds nothing. */
#include "mesh/mesh.h"
#include "math/predicates.h"

#include <string.h>

#define NOTHING UINT32_MAX

static uint64_t mix(uint64_t h) {
    /* The finaliser of splitmix64: every input bit reaches every output bit. */
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static uint64_t hash_point(tl_vec3 p) {
    return mix(mix(mix(bits_of(p.x)) + bits_of(p.y)) + bits_of(p.z));
}

static uint64_t hash_corners(const uint32_t corner[3], size_t piece) {
    return mix(mix(mix((uint64_t)corner[0] << 32 | corner[1]) + corner[2]) + piece);
}

/* A power of two at least twice `count`, so that probing stays short. */
static size_t table_size(size_t count) {
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    return size;
}

/* Moves the first vertex of every place to the front, in order; `place[i]` becomes where vertex i went. */
static size_t join_vertices(tl_mesh *mesh, uint32_t *place, uint32_t *table, size_t size) {
    memset(table, 0xFF, size * sizeof(*table));
    size_t kept = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        p = (tl_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 becomes 0 */
        size_t slot = (size_t)hash_point(p) & (size - 1);
        while (table[slot] != NOTHING && !tl_same_point(mesh->vertices[table[slot]], p)) {
            slot = (slot + 1) & (size - 1);
        }
        if (table[slot] == NOTHING) {
            table[slot] = (uint32_t)kept;
            mesh->vertices[kept++] = p;
        }
        place[i] = table[slot];
    }
    return kept;
}

/* Zero area, exactly: collinear in all three projections. */
static bool is_flat(tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    return tl_orient2d((tl_vec2){a.x, a.y}, (tl_vec2){b.x, b.y}, (tl_vec2){c.x, c.y}) == 0 &&
           tl_orient2d((tl_vec2){a.y, a.z}, (tl_vec2){b.y, b.z}, (tl_vec2){c.y, c.z}) == 0 &&
           tl_orient2d((tl_vec2){a.z, a.x}, (tl_vec2){b.z, b.x}, (tl_vec2){c.z, c.x}) == 0;
}

static bool is_degenerate(const tl_mesh *mesh, const uint32_t c[3]) {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
           is_flat(mesh->vertices[c[0]], mesh->vertices[c[1]], mesh->vertices[c[2]]);
}

/* The same triangle with its lowest corner first; the direction stays. */
static void turn_lowest_first(const uint32_t c[3], uint32_t out[3]) {
    int first = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2);
    for (int i = 0; i < 3; i++) {
        out[i] = c[(first + i) % 3];
    }
}

/* Whether the triangle was seen since `first` (where its piece begins); remembers it as number `kept` when not. Numbers
 * only grow, so an entry below `first` belongs to an earlier piece and never matches. */
static bool seen_before(const tl_mesh *mesh, const uint32_t corner[3], size_t first, size_t kept, uint32_t *table,
                        size_t size) {
    uint32_t key[3];
    turn_lowest_first(corner, key);
    size_t slot = (size_t)hash_corners(key, first) & (size - 1);
    for (; table[slot] != NOTHING; slot = (slot + 1) & (size - 1)) {
        if (table[slot] >= first) {
            uint32_t other[3];
            turn_lowest_first(mesh->triangles + (size_t)3 * table[slot], other);
            if (memcmp(other, key, sizeof(key)) == 0) {
                return true;
            }
        }
    }
    table[slot] = (uint32_t)kept;
    return false;
}

/* Keeps the good ones of triangles [begin, end), moving them to `kept` and on; returns the new number of kept ones. */
static size_t keep_triangles(tl_mesh *mesh, size_t begin, size_t end, size_t kept, const uint32_t *place,
                             uint32_t *table, size_t size, tl_weld_report *report) {
    size_t first = kept;
    for (size_t i = begin; i < end; i++) {
        uint32_t corner[3];
        for (size_t k = 0; k < 3; k++) {
            corner[k] = place[mesh->triangles[3 * i + k]];
        }
        if (is_degenerate(mesh, corner)) {
            report->degenerate_dropped++;
        } else if (seen_before(mesh, corner, first, kept, table, size)) {
            report->duplicates_dropped++;
        } else {
            memcpy(mesh->triangles + 3 * kept, corner, sizeof(corner));
            kept++;
        }
    }
    return kept;
}

static void weld_triangles(tl_mesh *mesh, const uint32_t *place, uint32_t *table, size_t size, tl_weld_report *report) {
    memset(table, 0xFF, size * sizeof(*table));
    size_t kept = 0;
    size_t begin = 0;
    size_t pieces = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece piece = mesh->pieces[i];
        size_t first = kept;
        size_t end = begin + piece.triangle_count;
        kept = keep_triangles(mesh, begin, end, kept, place, table, size, report);
        begin = end;
        if (kept == first) {
            tl_free(mesh->context, piece.names);
            continue;
        }
        piece.first_triangle = (uint32_t)first;
        piece.triangle_count = (uint32_t)(kept - first);
        mesh->pieces[pieces++] = piece;
    }
    /* Triangles whose piece is not ended yet. */
    kept = keep_triangles(mesh, begin, mesh->triangle_count, kept, place, table, size, report);
    mesh->piece_count = pieces;
    mesh->triangle_count = kept;
}

/* `place` is scratch: what a vertex is used for, then where it goes. */
static void drop_unused(tl_mesh *mesh, uint32_t *place) {
    memset(place, 0xFF, mesh->vertex_count * sizeof(*place));
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        place[mesh->triangles[i]] = 0;
    }
    size_t kept = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (place[i] != NOTHING) {
            mesh->vertices[kept] = mesh->vertices[i];
            place[i] = (uint32_t)kept++;
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = place[mesh->triangles[i]];
    }
    mesh->vertex_count = kept;
}

tl_status tl_mesh_weld(tl_mesh *mesh, tl_weld_report *report, tl_error *error) {
    tl_weld_report counts = {0};
    size_t most = mesh->vertex_count > mesh->triangle_count ? mesh->vertex_count : mesh->triangle_count;
    size_t size = table_size(most);
    uint32_t *place = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*place));
    uint32_t *table = tl_alloc_array(mesh->context, size, sizeof(*table));
    tl_status status = TL_OK;
    if (place == NULL || table == NULL) {
        status = tl_fail_memory(error);
    } else {
        size_t kept = join_vertices(mesh, place, table, size);
        counts.vertices_joined = mesh->vertex_count - kept;
        mesh->vertex_count = kept;
        weld_triangles(mesh, place, table, size, &counts);
        drop_unused(mesh, place);
        counts.vertices_unused = kept - mesh->vertex_count;
        mesh->weld.vertices_joined += counts.vertices_joined;
        mesh->weld.vertices_unused += counts.vertices_unused;
        mesh->weld.degenerate_dropped += counts.degenerate_dropped;
        mesh->weld.duplicates_dropped += counts.duplicates_dropped;
        if (report != NULL) {
            *report = counts;
        }
    }
    tl_free(mesh->context, place);
    tl_free(mesh->context, table);
    return status;
}
