/* repair.c: repairs on request: drops specks, turns windings, closes holes. */
#include "scan/repair/repair.h"

#include "mesh/edges.h"
#include "scan/health/health.h"
#include "scan/health/winding.h"
#include "scan/repair/close.h"
#include "scan/repair/join.h"

#include <string.h>

/* --- Specks ------------------------------------------------------------------------------------------------------- */

/* Keeps the triangles that `keep` says, in their pieces. */
static tl_status keep_triangles(tl_mesh *mesh, const uint8_t *keep, tl_error *error) {
    size_t kept = 0;
    size_t pieces = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece piece = mesh->pieces[i];
        size_t first = kept;
        for (size_t t = piece.first_triangle; t < (size_t)piece.first_triangle + piece.triangle_count; t++) {
            if (keep[t]) {
                memmove(mesh->triangles + 3 * kept++, mesh->triangles + 3 * t, 3 * sizeof(*mesh->triangles));
            }
        }
        if (kept == first) {
            tl_free(mesh->context, piece.names);
            continue;
        }
        piece.first_triangle = (uint32_t)first;
        piece.triangle_count = (uint32_t)(kept - first);
        mesh->pieces[pieces++] = piece;
    }
    mesh->triangle_count = kept;
    mesh->piece_count = pieces;
    tl_weld_report weld = mesh->weld;
    tl_status status = tl_mesh_weld(mesh, NULL, error); /* drops the vertices that nothing uses any more */
    mesh->weld = weld;
    return status;
}

static tl_status drop_specks(tl_mesh *mesh, double size, tl_repair_report *report, tl_error *error) {
    tl_scan_health health;
    tl_status status = tl_scan_health_make(mesh, &health, error);
    if (status != TL_OK) {
        return status;
    }
    size_t specks = 0;
    for (size_t i = 0; i < health.part_count; i++) {
        specks += tl_box3_longest(health.parts[i].box) < size;
    }
    uint8_t *keep = NULL;
    if (specks > 0 && specks < health.part_count) {
        keep = tl_alloc(mesh->context, mesh->triangle_count);
        status = keep != NULL ? TL_OK : tl_fail_memory(error);
    }
    size_t dropped = 0;
    for (size_t t = 0; keep != NULL && t < mesh->triangle_count; t++) {
        keep[t] = !(tl_box3_longest(health.parts[health.part_of[t]].box) < size);
        dropped += !keep[t];
    }
    if (keep != NULL) {
        report->specks_dropped = specks;
        report->speck_triangles = dropped;
        status = keep_triangles(mesh, keep, error);
    }
    tl_free(mesh->context, keep);
    tl_scan_health_free(&health);
    return status;
}

/* --- Winding ------------------------------------------------------------------------------------------------------ */

static tl_status reorient(tl_mesh *mesh, tl_repair_report *report, tl_error *error) {
    tl_half_edges half_edges;
    tl_status status = tl_half_edges_gather(mesh, &half_edges, error);
    if (status != TL_OK) {
        return status;
    }
    tl_scan_winding winding;
    status = tl_scan_winding_find(mesh, &half_edges, &winding, error);
    for (size_t i = 0; status == TL_OK && i < mesh->triangle_count; i++) {
        if (winding.state[i] != TL_SCAN_WINDING_KEPT) {
            uint32_t *corner = mesh->triangles + 3 * i;
            uint32_t kept = corner[1];
            corner[1] = corner[2];
            corner[2] = kept;
            report->triangles_turned++;
        }
    }
    tl_scan_winding_free(&winding);
    tl_half_edges_free(mesh, &half_edges);
    return status;
}

/* --- Holes -------------------------------------------------------------------------------------------------------- */

/* Edges of the mesh with both ends on loops: two triangles that close a hole must not be the third and fourth of one.
 */
static tl_status gather_taken(const tl_mesh *mesh, const tl_scan_health *health, tl_scan_edge_set *taken,
                              tl_error *error) {
    uint8_t *on_loop = tl_alloc_array(mesh->context, mesh->vertex_count, 1);
    if (on_loop == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < health->hole_count; i++) {
        for (size_t k = 0; k < health->holes[i].count; k++) {
            on_loop[health->loops[health->holes[i].first + k]] = 1;
        }
    }
    bool room = true;
    for (size_t i = 0; room && i < 3 * mesh->triangle_count; i++) {
        uint32_t a = tl_half_edge_from(mesh, (uint32_t)i), b = tl_half_edge_to(mesh, (uint32_t)i);
        room = !on_loop[a] || !on_loop[b] || tl_scan_edge_set_add(mesh->context, taken, a, b);
    }
    tl_free(mesh->context, on_loop);
    return room ? TL_OK : tl_fail_memory(error);
}

/* The ring that is to be filled: what closes a loop runs against the triangles beside it. */
static void turn_ring(uint32_t *corners, const tl_scan_hole *hole) {
    size_t count = hole->count;
    for (size_t i = 0; !hole->against && i < count / 2; i++) {
        uint32_t kept = corners[i];
        corners[i] = corners[count - 1 - i];
        corners[count - 1 - i] = kept;
    }
}

static bool add_patch(tl_mesh *mesh, const tl_scan_patch *patch) {
    bool room = true;
    for (size_t i = 0; room && i < patch->count; i++) {
        const uint32_t *t = patch->triangles[i];
        room = tl_mesh_add_triangle(mesh, t[0], t[1], t[2]);
    }
    return room;
}

static bool add_fan(tl_mesh *mesh, const uint32_t *ring, size_t count) {
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, mesh->vertices[ring[i]], 1 / (double)count);
    }
    uint32_t centre;
    bool room = tl_mesh_add_vertex(mesh, middle, &centre);
    for (size_t i = 0; room && i < count; i++) {
        room = tl_mesh_add_triangle(mesh, ring[i], ring[(i + 1) % count], centre);
    }
    return room;
}

tl_status tl_scan_close_loop(tl_mesh *mesh, uint32_t *corners, const tl_scan_hole *hole, tl_error *error) {
    tl_scan_edge_set taken = {0};
    tl_scan_patch patch = {0};
    turn_ring(corners, hole);
    tl_status status = tl_scan_patch_make(mesh, corners, hole->count, &taken, &patch, error);
    if (status == TL_OK && !(patch.count > 0 ? add_patch(mesh, &patch) : add_fan(mesh, corners, hole->count))) {
        status = tl_fail_memory(error);
    }
    tl_free(mesh->context, taken.keys);
    tl_free(mesh->context, patch.triangles);
    return status;
}

static tl_status close_hole(tl_mesh *mesh, uint32_t *corners, const tl_scan_hole *hole, tl_scan_edge_set *taken,
                            tl_scan_patch *patch, tl_repair_report *report, tl_error *error) {
    turn_ring(corners, hole);
    tl_status status = tl_scan_patch_make(mesh, corners, hole->count, taken, patch, error);
    if (status != TL_OK || patch->count == 0) {
        report->holes_left += status == TL_OK;
        return status;
    }
    report->holes_closed++;
    report->triangles_added += patch->count;
    bool room = add_patch(mesh, patch);
    room = tl_mesh_end_piece(mesh, TL_CLOSED_HOLE, TL_ROLE_CORE) && room;
    return room ? TL_OK : tl_fail_memory(error);
}

static tl_status close_holes(tl_mesh *mesh, double size, tl_repair_report *report, tl_error *error) {
    tl_scan_health health;
    tl_status status = tl_scan_health_make(mesh, &health, error);
    if (status != TL_OK) {
        return status;
    }
    tl_scan_edge_set taken = {0};
    tl_scan_patch patch = {0};
    status = gather_taken(mesh, &health, &taken, error);
    for (size_t i = 0; status == TL_OK && i < health.hole_count; i++) {
        const tl_scan_hole *hole = &health.holes[i];
        patch.share = (double)i / (double)health.hole_count;
        if (!(tl_box3_longest(hole->box) <= size)) {
            continue;
        }
        if (hole->closed && hole->count >= 3) {
            status = close_hole(mesh, health.loops + hole->first, hole, &taken, &patch, report, error);
        } else {
            report->holes_left++;
        }
    }
    tl_free(mesh->context, taken.keys);
    tl_free(mesh->context, patch.triangles);
    tl_scan_health_free(&health);
    return status;
}

tl_status tl_scan_repair(tl_mesh *mesh, const tl_scan_repairs *repairs, tl_repair_report *report, tl_error *error) {
    tl_status status = TL_OK;
    *report = (tl_repair_report){0};
    if (repairs->join > 0) {
        status = tl_scan_join(mesh, repairs->join, &report->joined, error);
    }
    if (status == TL_OK && repairs->drop_specks > 0) {
        status = drop_specks(mesh, repairs->drop_specks, report, error);
    }
    if (status == TL_OK && repairs->reorient) {
        status = reorient(mesh, report, error);
    }
    if (status == TL_OK && repairs->close_holes > 0) {
        status = close_holes(mesh, repairs->close_holes, report, error);
    }
    return status;
}
