/* findings.c: looks at a mesh for its report: sizes, parts, what is up, the unit, the base. */
#include "scan/report/findings.h"

#include "mesh/frame.h"

static tl_box3 box_of_range(const tl_mesh *mesh, size_t first, size_t count) {
    tl_mesh part = *mesh;
    part.triangles = mesh->triangles + 3 * first;
    part.triangle_count = count;
    return tl_mesh_box(&part);
}

/* Axes go to axes, so corners go to corners. */
static tl_box3 map_box(const tl_frame_map *map, tl_box3 box) {
    return tl_box3_add(tl_box3_add(tl_box3_empty(), tl_frame_map_point(map, box.low)),
                       tl_frame_map_point(map, box.high));
}

tl_status tl_scan_report_make(const tl_mesh *mesh, const char *file, const tl_scan_source *source,
                              tl_scan_report *report, tl_error *error) {
    tl_scan_report made = {.mesh = mesh, .file = file};
    tl_frame_map map;
    tl_status status = tl_frame_map_make(&(tl_frame){.unit = mesh->unit, .up = mesh->up}, &map, error);
    if (status == TL_OK) {
        status = tl_mesh_count_edges(mesh, &made.edges, error);
    }
    if (status == TL_OK) {
        status = tl_mesh_is_solid(mesh, &made.solid, error);
    }
    if (status != TL_OK) {
        return status;
    }
    made.piece_boxes_mm = tl_alloc_array(mesh->context, mesh->piece_count, sizeof(*made.piece_boxes_mm));
    if (made.piece_boxes_mm == NULL) {
        return tl_fail_memory(error);
    }
    made.box = tl_mesh_box(mesh);
    made.box_mm = map_box(&map, made.box);
    made.volume_mm3 = tl_mesh_volume(mesh) * fabs(map.factor[0] * map.factor[1] * map.factor[2]);
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        made.piece_boxes_mm[i] = map_box(&map, box_of_range(mesh, piece->first_triangle, piece->triangle_count));
    }
    made.source = source != NULL ? *source
                                 : (tl_scan_source){.stated_unit = mesh->unit,
                                                    .unit = mesh->unit,
                                                    .stated_up = mesh->up,
                                                    .up = mesh->up,
                                                    .box = made.box};
    tl_scan_unit_guess_make(made.source.box, made.source.stated_unit, made.source.up, &made.unit_guess);
    *report = made;
    return TL_OK;
}

/* A mesh that was turned up as asked, or as its file states, has Z up for certain. Where nothing was said, its axes are
 * still those of the file. */
void tl_scan_report_set_health(tl_scan_report *report, const tl_scan_health *health) {
    report->health = health;
    tl_scan_up_guess_make(health, report->source.up != TL_AXIS_UNSTATED ? report->mesh->up : TL_AXIS_UNSTATED,
                          &report->up_guess);
    if (report->source.up != TL_AXIS_UNSTATED) {
        report->up_guess.likely = report->source.up;
    }
}

void tl_scan_report_free(tl_scan_report *report) {
    if (report != NULL && report->mesh != NULL) {
        tl_free(report->mesh->context, report->piece_boxes_mm);
        *report = (tl_scan_report){0};
    }
}
