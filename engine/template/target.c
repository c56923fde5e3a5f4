/* target.c: volumes seen from above: discs, outlines and triangles. */
#include "template/target.h"

#include "area/area.h"
#include "body/shape.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "math/angle.h"

#include <string.h>

/* An oval's polygon: its sagitta is a (1 - cos(180 / 512)), 2e-5 of the longer half axis. */
enum { OVAL_CORNERS = 512 };
#define OVAL_SAGITTA 1.9e-5

typedef tl_template_target template_target;

void tl_template_target_free(template_target *t) {
    tl_free(t->context, t->corner);
    tl_free(t->context, t->owned);
    tl_bvh_destroy(t->prism);
}

static tl_status target_of_polygon(template_target *t, const tl_vec2 *corner, size_t count, bool convex,
                                   tl_error *error) {
    t->corner = tl_alloc_array(t->context, count, sizeof(*t->corner));
    t->owned = tl_alloc_array(t->context, 3 * count, sizeof(*t->owned));
    if (t->corner == NULL || t->owned == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(t->corner, corner, count * sizeof(*corner));
    t->corners = count;
    t->triangles = t->owned;
    t->triangle_count = count - 2;
    bool memory = false;
    if (!convex && !tl_polygon2_triangulate(t->context, corner, count, t->owned, &memory)) {
        if (memory) {
            return tl_fail_memory(error);
        }
        convex = true; /* a face seen edge-on: no area, any triangles will do */
    }
    for (uint32_t i = 0; i + 2 < count && convex; i++) {
        t->owned[3 * i] = 0;
        t->owned[3 * i + 1] = i + 1;
        t->owned[3 * i + 2] = i + 2;
    }
    return TL_OK;
}

static tl_status target_of_face(template_target *t, const tl_pose *pose, const tl_vec2 *corner, size_t count,
                                double height, bool convex, tl_error *error) {
    tl_vec2 *placed = tl_alloc_array(t->context, count, sizeof(*placed));
    if (placed == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        placed[i] = tl_plan(tl_pose_point(pose, (tl_vec3){corner[i].x, corner[i].y, height}));
    }
    tl_status status = target_of_polygon(t, placed, count, convex, error);
    tl_free(t->context, placed);
    return status;
}

/* What is seen of the hull of some points, which are sorted in place. */
static tl_status target_of_hull(template_target *t, tl_vec2 *points, size_t count, tl_error *error) {
    tl_vec2 *hull = tl_alloc_array(t->context, count + 2, sizeof(*hull));
    if (hull == NULL) {
        return tl_fail_memory(error);
    }
    size_t corners = tl_geom_convex_hull2(points, count, hull);
    for (; corners < 3; corners++) { /* a segment, or a point */
        hull[corners] = hull[corners - 1];
    }
    tl_status status = target_of_polygon(t, hull, corners, true, error);
    tl_free(t->context, hull);
    return status;
}

/* A tilted prism is seen from above with both faces and what lies between them. */
static tl_status target_of_oval(template_target *t, const tl_shape *s, double a, double b, bool upright,
                                tl_error *error) {
    tl_vec2 corner[2 * OVAL_CORNERS];
    for (int i = 0; i < OVAL_CORNERS; i++) {
        double sine, cosine;
        tl_sincos_deg(360.0 * i / OVAL_CORNERS, &sine, &cosine);
        corner[i] = tl_plan(tl_pose_point(&s->pose, (tl_vec3){a * cosine, b * sine, s->low}));
        corner[i + OVAL_CORNERS] = tl_plan(tl_pose_point(&s->pose, (tl_vec3){a * cosine, b * sine, s->high}));
    }
    t->error = OVAL_SAGITTA * tl_max(a, b);
    return upright ? target_of_polygon(t, corner, OVAL_CORNERS, true, error)
                   : target_of_hull(t, corner, 2 * OVAL_CORNERS, error);
}

static tl_status target_of_box(template_target *t, const tl_shape *s, bool upright, tl_error *error) {
    const tl_vec2 foot[4] = {{s->from.x, s->from.y}, {s->to.x, s->from.y}, {s->to.x, s->to.y}, {s->from.x, s->to.y}};
    if (upright) {
        return target_of_face(t, &s->pose, foot, 4, s->from.z, true, error);
    }
    tl_vec2 corner[8];
    for (int i = 0; i < 8; i++) {
        tl_vec3 p = {foot[i % 4].x, foot[i % 4].y, i < 4 ? s->from.z : s->to.z};
        corner[i] = tl_plan(tl_pose_point(&s->pose, p));
    }
    return target_of_hull(t, corner, 8, error);
}

static tl_status target_of_mesh(template_target *t, const tl_bvh *mesh, tl_error *error) {
    size_t count = tl_bvh_vertex_count(mesh);
    t->corner = tl_alloc_array(t->context, count, sizeof(*t->corner));
    if (t->corner == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        t->corner[i] = tl_plan(tl_bvh_vertices(mesh)[i]);
    }
    t->corners = count;
    t->mesh = mesh;
    t->triangles = tl_bvh_triangles(mesh);
    t->triangle_count = tl_bvh_triangle_count(mesh);
    return TL_OK;
}

static tl_status target_of_shape(template_target *t, const tl_shape *s, tl_error *error) {
    tl_status status = tl_shape_check(s, "volume", error);
    if (status != TL_OK) {
        return status;
    }
    bool upright = tl_shape_is_upright(s);
    switch (s->kind) {
    case TL_SHAPE_POLYGON:
        if (upright) {
            return target_of_face(t, &s->pose, s->outline, s->outline_count, s->low, false, error);
        }
        status = tl_shape_bvh(t->context, s, &t->prism, error);
        return status == TL_OK ? target_of_mesh(t, t->prism, error) : status;
    case TL_SHAPE_BOX:
        return target_of_box(t, s, upright, error);
    case TL_SHAPE_DISC:
    case TL_SHAPE_OVAL: {
        double a = s->kind == TL_SHAPE_OVAL ? s->size.x : s->radius, b = s->kind == TL_SHAPE_OVAL ? s->size.y : a;
        t->disc = upright && a == b;
        t->centre = tl_plan(tl_pose_point(&s->pose, (tl_vec3){0, 0, s->low}));
        t->radius = a;
        return t->disc ? TL_OK : target_of_oval(t, s, a, b, upright, error);
    }
    case TL_SHAPE_CAPSULE:
    case TL_SHAPE_CYLINDER:
    case TL_SHAPE_NONE:
        break;
    }
    if (upright) {
        t->disc = true;
        t->centre = tl_plan(tl_pose_point(&s->pose, s->from));
        t->radius = s->radius;
        return TL_OK;
    }
    tl_outline outline;
    status = tl_outline_of_shape(t->context, s, &outline, error);
    if (status == TL_OK) {
        tl_vec2 *corner = tl_alloc_array(t->context, outline.edge_count, sizeof(*corner));
        status = corner != NULL ? TL_OK : tl_fail_memory(error);
        for (size_t i = 0; i < outline.edge_count && status == TL_OK; i++) {
            corner[i] = outline.edges[i].a;
        }
        t->error = 0.01 + s->radius / 2000;
        status = status == TL_OK ? target_of_polygon(t, corner, outline.edge_count, false, error) : status;
        tl_free(t->context, corner);
        tl_outline_free(&outline);
    }
    return status;
}

tl_status tl_template_target_make(tl_context *context, const tl_volume *volume, template_target *t, tl_error *error) {
    *t = (template_target){.context = context};
    if (volume->shape != NULL) {
        return target_of_shape(t, volume->shape, error);
    }
    if (volume->mesh == NULL || tl_bvh_triangle_count(volume->mesh) == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "volume", NULL, "the volume is empty");
    }
    return target_of_mesh(t, volume->mesh, error);
}
