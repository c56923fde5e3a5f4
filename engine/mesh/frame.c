/* frame.c: from a mesh's own frame to millimetres, Z up. */
#include "mesh/frame.h"
#include "mesh/names.h"

/* Coordinates beyond this are no tabletop's, and leave no digits for tenths of a millimetre. */
#define FARTHEST 1e9
/* Below this the exact predicates may underflow (math/predicates.h). */
#define TINIEST 1e-60

/* 0, 1, 2 for x, y, z; the sign beside it. */
static int axis_index(tl_axis axis) {
    return ((int)axis - (int)TL_AXIS_PX) / 2;
}

static double axis_sign(tl_axis axis) {
    return ((int)axis - (int)TL_AXIS_PX) % 2 == 0 ? 1 : -1;
}

static tl_axis default_forward(tl_axis up) {
    switch (axis_index(up)) {
    case 0:
        return TL_AXIS_PY;
    case 1:
        return TL_AXIS_PZ;
    default:
        return TL_AXIS_PX;
    }
}

static double flush(double x) {
    return fabs(x) < TINIEST ? 0.0 : x + 0.0; /* + 0.0 turns -0 into 0 */
}

tl_status tl_frame_map_make(const tl_frame *frame, tl_frame_map *map, tl_error *error) {
    tl_axis up = frame->up == TL_AXIS_UNSTATED ? TL_AXIS_PZ : frame->up;
    tl_axis forward = frame->forward == TL_AXIS_UNSTATED ? default_forward(up) : frame->forward;
    double scale = frame->scale == 0 ? 1 : frame->scale;
    int f = axis_index(forward);
    int u = axis_index(up);
    if (f == u) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "forward", "name an axis across `up`",
                       "`forward` lies along `up`");
    }
    if (!(scale > 0) || !isfinite(scale)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "scale", "give a scale such as 1 or 0.5",
                       "the scale is %g, not a positive number", scale);
    }
    double factor = tl_mesh_unit_mm(frame->unit) * scale;
    /* +Y is up x forward. With axes numbered cyclically, axis u x axis f is +-the third one. */
    double across = axis_sign(forward) * axis_sign(up) * ((u + 1) % 3 == f ? 1 : -1);
    *map = (tl_frame_map){{f, 3 - u - f, u}, {axis_sign(forward) * factor, across * factor, axis_sign(up) * factor}};
    return TL_OK;
}

tl_status tl_mesh_to_millimetres(tl_mesh *mesh, const tl_frame *frame, tl_error *error) {
    tl_frame_map map;
    tl_status status = tl_frame_map_make(frame, &map, error);
    if (status != TL_OK) {
        return status;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_frame_map_point(&map, mesh->vertices[i]);
        if (!(fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "check the mesh's `unit` and `scale`",
                           "vertex %zu lies at (%g, %g, %g) mm, farther than 1000 km from the origin", i, p.x, p.y,
                           p.z);
        }
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_frame_map_point(&map, mesh->vertices[i]);
        mesh->vertices[i] = (tl_vec3){flush(p.x), flush(p.y), flush(p.z)};
    }
    mesh->unit = TL_MESH_UNIT_MM;
    mesh->up = TL_AXIS_PZ;
    return TL_OK;
}
