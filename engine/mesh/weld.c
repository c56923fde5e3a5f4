/* weld.c: joining equal vertices and dropping what bounds nothing. */
#include "mesh/mesh.h"
#include "base/hash.h"
#include "math/hash_point.h"
#include "mesh/slivers.h"

#include <string.h>

#define TL_DROPPING "dropping triangles"

static uint64_t hash_corners(const uint32_t corner[3], size_t piece) {
    return tl_mix(tl_mix(tl_mix((uint64_t)corner[0] << 32 | corner[1]) + corner[2]) + piece);
}

/* A table's slots lie anywhere in memory: they are sent for this many rounds before they are needed, the vertices that
 * they name half as many. Tuned: costs only time. */
enum { AHEAD = 16 };

/* Puts the first `kept` vertices, all in different places, into a table of `size`. */
static void fill_table(const tl_mesh *mesh, size_t kept, uint32_t *table, size_t size) {
    memset(table, 0xFF, size * sizeof(*table));
    for (size_t i = 0; i < kept; i++) {
        size_t slot = (size_t)tl_vec3_hash(mesh->vertices[i], 0) & (size - 1);
        while (table[slot] != TL_HASH_NOTHING) {
            slot = (slot + 1) & (size - 1);
        }
        table[slot] = (uint32_t)i;
    }
}

/* Sends for what vertex i + AHEAD needs, whose hash takes the place of that of vertex i. */
static void send_for(const tl_mesh *mesh, size_t i, uint64_t hashes[AHEAD], const uint32_t *table, size_t size) {
    if (i + AHEAD < mesh->vertex_count) {
        hashes[i % AHEAD] = tl_vec3_hash(mesh->vertices[i + AHEAD], 0);
        __builtin_prefetch(&table[hashes[i % AHEAD] & (size - 1)]);
        uint32_t likely = table[hashes[(i + AHEAD / 2) % AHEAD] & (size - 1)];
        __builtin_prefetch(&mesh->vertices[likely != TL_HASH_NOTHING ? likely : 0]);
    }
}

/* Moves the first vertex of every place to the front, in order; `place[i]` becomes where vertex i went. The table
 * begins small and grows up to `most`: of six vertices of a file of loose triangles one is new. */
static bool join_vertices(tl_mesh *mesh, uint32_t *place, uint32_t *table, size_t most, size_t *count) {
    size_t size = most < 1024 ? most : 1024, kept = 0;
    uint64_t hashes[AHEAD];
    fill_table(mesh, 0, table, size);
    for (size_t i = 0; i < mesh->vertex_count && i < AHEAD; i++) {
        hashes[i] = tl_vec3_hash(mesh->vertices[i], 0);
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (!tl_pace(mesh->context, i, 2 * mesh->vertex_count, TL_WELDING)) {
            return false;
        }
        tl_vec3 p = mesh->vertices[i];
        p = (tl_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 becomes 0 */
        size_t slot = (size_t)hashes[i % AHEAD] & (size - 1);
        send_for(mesh, i, hashes, table, size);
        while (table[slot] != TL_HASH_NOTHING && !tl_same_point(mesh->vertices[table[slot]], p)) {
            slot = (slot + 1) & (size - 1);
        }
        place[i] = table[slot];
        if (table[slot] == TL_HASH_NOTHING) {
            place[i] = table[slot] = (uint32_t)kept;
            mesh->vertices[kept++] = p;
            if (2 * kept > size && size < most) {
                size *= 2;
                fill_table(mesh, kept, table, size);
            }
        }
    }
    *count = kept;
    return true;
}

static bool lost_a_corner(const uint32_t c[3]) {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

/* The same triangle with its lowest corner first; the direction stays. */
static void turn_lowest_first(const uint32_t c[3], uint32_t out[3]) {
    int first = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2);
    for (int i = 0; i < 3; i++) {
        out[i] = c[(first + i) % 3];
    }
}

/* The triangles kept so far, found by their lowest corner: neighbours lie near one another in memory, which a table
 * with hashes would send all over it. Corners of many triangles, such as the middle of a fan, have the rest of theirs
 * in a table all the same. */
typedef struct triangle_index {
    const tl_mesh *mesh;
    uint32_t *newest; /* of each vertex: the last triangle kept with it as its lowest corner */
    uint32_t *before; /* of each triangle kept: the one before it */
    uint32_t *table;
    size_t size;
    bool cleared; /* the table */
} triangle_index;

/* Longer chains take more time than the table. Tuned: costs only time. */
enum { LONGEST_CHAIN = 12 };

static bool is_same(const tl_mesh *mesh, uint32_t triangle, const uint32_t key[3]) {
    uint32_t other[3];
    turn_lowest_first(mesh->triangles + (size_t)3 * triangle, other);
    return memcmp(other, key, sizeof(other)) == 0;
}

/* The same for corners whose chain is full. */
static bool seen_in_table(triangle_index *index, const uint32_t key[3], size_t first, size_t kept) {
    if (!index->cleared) {
        memset(index->table, 0xFF, index->size * sizeof(*index->table));
        index->cleared = true;
    }
    size_t slot = (size_t)hash_corners(key, first) & (index->size - 1);
    for (; index->table[slot] != TL_HASH_NOTHING; slot = (slot + 1) & (index->size - 1)) {
        if (index->table[slot] >= first && is_same(index->mesh, index->table[slot], key)) {
            return true;
        }
    }
    index->table[slot] = (uint32_t)kept;
    return false;
}

/* Whether the triangle was seen since `first` (where its piece begins); remembers it as number `kept` when not. Numbers
 * only grow, so an entry below `first` belongs to an earlier piece and never matches. */
static bool seen_before(triangle_index *index, const uint32_t corner[3], size_t first, size_t kept) {
    uint32_t key[3];
    turn_lowest_first(corner, key);
    int length = 0;
    for (uint32_t i = index->newest[key[0]]; i != TL_HASH_NOTHING && i >= first; i = index->before[i]) {
        if (is_same(index->mesh, i, key)) {
            return true;
        }
        if (++length == LONGEST_CHAIN) {
            return seen_in_table(index, key, first, kept);
        }
    }
    index->before[kept] = index->newest[key[0]];
    index->newest[key[0]] = (uint32_t)kept;
    return false;
}

/* Keeps the good ones of triangles [begin, end), moving them to `kept` and on; returns the new number of kept ones. */
static size_t keep_triangles(tl_mesh *mesh, size_t begin, size_t end, size_t kept, triangle_index *index,
                             tl_weld_report *report) {
    size_t first = kept;
    for (size_t i = begin; i < end; i++) {
        (void)tl_pace(mesh->context, i, mesh->triangle_count, TL_DROPPING); /* stopping in mid-air would leave a gap */
        const uint32_t *corner = mesh->triangles + 3 * i;
        if (lost_a_corner(corner)) {
            report->degenerate_dropped++;
        } else if (seen_before(index, corner, first, kept)) {
            report->duplicates_dropped++;
        } else {
            memmove(mesh->triangles + 3 * kept, corner, 3 * sizeof(*corner));
            kept++;
        }
    }
    return kept;
}

static void weld_triangles(tl_mesh *mesh, triangle_index *index, tl_weld_report *report) {
    memset(index->newest, 0xFF, mesh->vertex_count * sizeof(*index->newest));
    size_t kept = 0;
    size_t begin = 0;
    size_t pieces = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece piece = mesh->pieces[i];
        size_t first = kept;
        size_t end = begin + piece.triangle_count;
        kept = keep_triangles(mesh, begin, end, kept, index, report);
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
    kept = keep_triangles(mesh, begin, mesh->triangle_count, kept, index, report);
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
        if (place[i] != TL_HASH_NOTHING) {
            mesh->vertices[kept] = mesh->vertices[i];
            place[i] = (uint32_t)kept++;
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = place[mesh->triangles[i]];
    }
    mesh->vertex_count = kept;
}

/* Scratch: `place` for each vertex, `before` for each triangle, a table of `size`. */
typedef struct weld_scratch {
    uint32_t *place, *before, *table;
    size_t size;
} weld_scratch;

/* False when it was cancelled. */
static bool weld(tl_mesh *mesh, const weld_scratch *scratch, tl_slivers *slivers, tl_weld_report *report) {
    uint32_t *place = scratch->place;
    size_t kept;
    if (!join_vertices(mesh, place, scratch->table, scratch->size, &kept)) {
        return false;
    }
    report->vertices_joined = mesh->vertex_count - kept;
    mesh->vertex_count = kept;
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = place[mesh->triangles[i]];
    }
    report->slivers_absorbed = tl_slivers_absorb(mesh, slivers);
    triangle_index index = {mesh, place, scratch->before, scratch->table, scratch->size, false};
    weld_triangles(mesh, &index, report);
    bool goes_on = tl_progress(mesh->context, 0.9, TL_WELDING);
    drop_unused(mesh, place);
    report->vertices_unused = kept - mesh->vertex_count;
    return goes_on;
}

static void add_report(tl_weld_report *sum, const tl_weld_report *report) {
    sum->vertices_joined += report->vertices_joined;
    sum->vertices_unused += report->vertices_unused;
    sum->slivers_absorbed += report->slivers_absorbed;
    sum->degenerate_dropped += report->degenerate_dropped;
    sum->duplicates_dropped += report->duplicates_dropped;
}

tl_status tl_mesh_weld(tl_mesh *mesh, tl_weld_report *report, tl_error *error) {
    tl_weld_report counts = {0};
    tl_slivers slivers;
    tl_status status = tl_slivers_find(mesh, &slivers, error);
    if (status != TL_OK) {
        return status;
    }
    size_t most = mesh->vertex_count > mesh->triangle_count ? mesh->vertex_count : mesh->triangle_count;
    weld_scratch scratch = {.size = tl_hash_table_size(most)};
    /* Filled as far as they are used. */
    scratch.place = tl_alloc(mesh->context, mesh->vertex_count * sizeof(*scratch.place));
    scratch.before = tl_alloc(mesh->context, mesh->triangle_count * sizeof(*scratch.before));
    scratch.table = tl_alloc(mesh->context, scratch.size * sizeof(*scratch.table));
    if (scratch.place == NULL || scratch.before == NULL || scratch.table == NULL) {
        status = tl_fail_memory(error);
    } else if (!weld(mesh, &scratch, &slivers, &counts)) {
        status = tl_fail_cancelled(error, TL_WELDING);
    } else {
        add_report(&mesh->weld, &counts);
        if (report != NULL) {
            *report = counts;
        }
    }
    tl_free(mesh->context, scratch.place);
    tl_free(mesh->context, scratch.before);
    tl_free(mesh->context, scratch.table);
    tl_slivers_free(mesh, &slivers);
    return status;
}
