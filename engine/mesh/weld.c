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

/* Moves the first vertex of every place to the front, in order; `place[i]` becomes where vertex i went. */
static bool join_vertices(tl_mesh *mesh, uint32_t *place, uint32_t *table, size_t size, size_t *count) {
    memset(table, 0xFF, size * sizeof(*table));
    size_t kept = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (!tl_pace(mesh->context, i, 2 * mesh->vertex_count, TL_WELDING)) {
            return false;
        }
        tl_vec3 p = mesh->vertices[i];
        p = (tl_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 becomes 0 */
        size_t slot = (size_t)tl_hash_point(p, 0) & (size - 1);
        while (table[slot] != TL_NOTHING && !tl_same_point(mesh->vertices[table[slot]], p)) {
            slot = (slot + 1) & (size - 1);
        }
        if (table[slot] == TL_NOTHING) {
            table[slot] = (uint32_t)kept;
            mesh->vertices[kept++] = p;
        }
        place[i] = table[slot];
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

/* Whether the triangle was seen since `first` (where its piece begins); remembers it as number `kept` when not. Numbers
 * only grow, so an entry below `first` belongs to an earlier piece and never matches. */
static bool seen_before(const tl_mesh *mesh, const uint32_t corner[3], size_t first, size_t kept, uint32_t *table,
                        size_t size) {
    uint32_t key[3];
    turn_lowest_first(corner, key);
    size_t slot = (size_t)hash_corners(key, first) & (size - 1);
    for (; table[slot] != TL_NOTHING; slot = (slot + 1) & (size - 1)) {
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
static size_t keep_triangles(tl_mesh *mesh, size_t begin, size_t end, size_t kept, uint32_t *table, size_t size,
                             tl_weld_report *report) {
    size_t first = kept;
    for (size_t i = begin; i < end; i++) {
        (void)tl_pace(mesh->context, i, mesh->triangle_count, TL_DROPPING); /* stopping in mid-air would leave a gap */
        const uint32_t *corner = mesh->triangles + 3 * i;
        if (lost_a_corner(corner)) {
            report->degenerate_dropped++;
        } else if (seen_before(mesh, corner, first, kept, table, size)) {
            report->duplicates_dropped++;
        } else {
            memmove(mesh->triangles + 3 * kept, corner, 3 * sizeof(*corner));
            kept++;
        }
    }
    return kept;
}

static void weld_triangles(tl_mesh *mesh, uint32_t *table, size_t size, tl_weld_report *report) {
    memset(table, 0xFF, size * sizeof(*table));
    size_t kept = 0;
    size_t begin = 0;
    size_t pieces = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece piece = mesh->pieces[i];
        size_t first = kept;
        size_t end = begin + piece.triangle_count;
        kept = keep_triangles(mesh, begin, end, kept, table, size, report);
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
    kept = keep_triangles(mesh, begin, mesh->triangle_count, kept, table, size, report);
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
        if (place[i] != TL_NOTHING) {
            mesh->vertices[kept] = mesh->vertices[i];
            place[i] = (uint32_t)kept++;
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = place[mesh->triangles[i]];
    }
    mesh->vertex_count = kept;
}

/* False when it was cancelled. */
static bool weld(tl_mesh *mesh, uint32_t *place, uint32_t *table, size_t size, tl_slivers *slivers,
                 tl_weld_report *report) {
    size_t kept;
    if (!join_vertices(mesh, place, table, size, &kept)) {
        return false;
    }
    report->vertices_joined = mesh->vertex_count - kept;
    mesh->vertex_count = kept;
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = place[mesh->triangles[i]];
    }
    report->slivers_absorbed = tl_slivers_absorb(mesh, slivers);
    weld_triangles(mesh, table, size, report);
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
    size_t size = tl_table_size(most);
    uint32_t *place = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*place));
    uint32_t *table = tl_alloc_array(mesh->context, size, sizeof(*table));
    if (place == NULL || table == NULL) {
        status = tl_fail_memory(error);
    } else if (!weld(mesh, place, table, size, &slivers, &counts)) {
        status = tl_fail_cancelled(error, TL_WELDING);
    } else {
        add_report(&mesh->weld, &counts);
        if (report != NULL) {
            *report = counts;
        }
    }
    tl_free(mesh->context, place);
    tl_free(mesh->context, table);
    tl_slivers_free(mesh, &slivers);
    return status;
}
