/* shaping.c: brings a mesh to the table, one step after the other. */
#include "scan/shaping/shaping.h"

#include "math/angle.h"

bool tl_scan_shaping_any(const tl_scan_shaping *s) {
    return s->unit != TL_MESH_UNIT_UNSTATED || s->up != TL_AXIS_UNSTATED || s->scale != 0 || s->level ||
           s->turn_deg != 0 || !tl_same_point(s->move_mm, (tl_vec3){0, 0, 0}) || s->crops;
}

static tl_status level(tl_mesh *mesh, tl_scan_shaped *shaped, tl_error *error) {
    tl_status status = tl_scan_ground_find(mesh, &shaped->ground, error);
    if (status != TL_OK) {
        return status;
    }
    if (!shaped->ground.found) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--level", "say what is up with `--up`, or leave `--level` out",
                       "the mesh has no ground to level: its largest plane with nothing below holds %.2g %% of its "
                       "outline",
                       100 * shaped->ground.share);
    }
    tl_scan_ground_level(mesh, &shaped->ground);
    return TL_OK;
}

static void turn_and_move(tl_mesh *mesh, const tl_scan_shaping *shaping) {
    tl_pose pose = tl_pose_turned(shaping->move_mm, shaping->turn_deg);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_pose_point(&pose, mesh->vertices[i]);
        mesh->vertices[i] = (tl_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0};
    }
}

tl_status tl_scan_shape(tl_mesh *mesh, const tl_scan_shaping *shaping, tl_scan_shaped *shaped, tl_error *error) {
    const tl_frame frame = {.unit = shaping->unit != TL_MESH_UNIT_UNSTATED ? shaping->unit : mesh->unit,
                            .up = shaping->up != TL_AXIS_UNSTATED ? shaping->up : mesh->up,
                            .scale = shaping->scale};
    *shaped = (tl_scan_shaped){0};
    tl_status status = tl_mesh_to_millimetres(mesh, &frame, error);
    if (status == TL_OK && shaping->level) {
        status = level(mesh, shaped, error);
    }
    if (status == TL_OK) {
        turn_and_move(mesh, shaping);
    }
    if (status == TL_OK && shaping->crops) {
        status = tl_scan_crop_mesh(mesh, &shaping->crop, &shaped->crop, error);
    }
    return status;
}
