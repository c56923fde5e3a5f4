/* frame.c: from a mesh's own frame to millimetres, Z up. */
#include "mesh/mesh.h"

/* Coordinates beyond this are no tabletop's, and leave no digits for tenths of a millimetre. */
#define FARTHEST 1e9
/* Below this the exact predicates may underflow (math/predicates.h). */
#define TINIEST 1e-60

static double millimetres_per(tl_unit unit) {
    switch (unit) {
    case TL_UNIT_CM:
        return 10;
    case TL_UNIT_M:
        return 1000;
    case TL_UNIT_INCH:
        return 25.4;
    case TL_UNIT_FOOT:
        return 304.8;
    case TL_UNIT_UNSTATED:
    case TL_UNIT_MM:
        break;
    }
    return 1;
}

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

static double coordinate(tl_vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static double flush(double x) {
    return fabs(x) < TINIEST ? 0.0 : x + 0.0; /* + 0.0 turns -0 into 0 */
}

tl_status tl_mesh_to_millimetres(tl_mesh *mesh, const tl_frame *frame, tl_error *error) {
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
    double factor = millimetres_per(frame->unit) * scale;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_scale(mesh->vertices[i], factor);
        if (!(fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "check the mesh's `unit` and `scale`",
                           "vertex %zu lies at (%g, %g, %g) mm, farther than 1000 km from the origin", i, p.x, p.y,
                           p.z);
        }
    }
    /* +Y is up x forward. With axes numbered cyclically, axis u x axis f is +-the third one. */
    int s = 3 - u - f;
    double sf = axis_sign(forward) * factor;
    double su = axis_sign(up) * factor;
    double ss = axis_sign(forward) * axis_sign(up) * ((u + 1) % 3 == f ? 1 : -1) * factor;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        mesh->vertices[i] =
            (tl_vec3){flush(sf * coordinate(p, f)), flush(ss * coordinate(p, s)), flush(su * coordinate(p, u))};
    }
    mesh->unit = TL_UNIT_MM;
    mesh->up = TL_AXIS_PZ;
    return TL_OK;
}
