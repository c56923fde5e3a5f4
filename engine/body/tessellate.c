/* tessellate.c: inscribed triangle meshes of discs, ovals, polygons, capsules, cylinders and boxes. */
#include "body/tessellate.h"

#include "geom/polygon2.h"

/* Facets round a full circle: a chord of half-angle t lies r (1 - cos t) <= r t^2 / 2 below the circle. */
static int facets_round(double radius) {
    double n = ceil(TL_PI / sqrt(2.0 * TL_TESSELLATION_SAGITTA / tl_max(radius, 1e-3)));
    int even = 4 * (int)ceil(tl_min(tl_max(n, 16.0), 512.0) / 4.0);
    return even;
}

static bool add(tl_mesh *mesh, const tl_pose *pose, tl_vec3 local, uint32_t *index) {
    return tl_mesh_add_vertex(mesh, tl_pose_point(pose, local), index);
}

static tl_status prism(tl_mesh *mesh, const tl_pose *pose, const tl_vec2 *ring, size_t count, double low, double high,
                       tl_vec2 centre) {
    uint32_t bottom, top, first = 0, index;
    if (!add(mesh, pose, (tl_vec3){centre.x, centre.y, low}, &bottom) ||
        !add(mesh, pose, (tl_vec3){centre.x, centre.y, high}, &top)) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        if (!add(mesh, pose, (tl_vec3){ring[i].x, ring[i].y, low}, &index)) {
            return TL_ERROR_MEMORY;
        }
        if (i == 0) {
            first = index;
        }
        if (!add(mesh, pose, (tl_vec3){ring[i].x, ring[i].y, high}, &index)) {
            return TL_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t a = first + 2 * (uint32_t)i;
        uint32_t b = first + 2 * (uint32_t)((i + 1) % count);
        if (!tl_mesh_add_triangle(mesh, bottom, b, a) || !tl_mesh_add_triangle(mesh, top, a + 1, b + 1) ||
            !tl_mesh_add_triangle(mesh, a, b, b + 1) || !tl_mesh_add_triangle(mesh, a, b + 1, a + 1)) {
            return TL_ERROR_MEMORY;
        }
    }
    return TL_OK;
}

/* Walls and lids of a simple counter-clockwise polygon. */
static tl_status polygon_prism(tl_mesh *mesh, const tl_shape *shape) {
    size_t n = shape->outline_count;
    if (n < 3) {
        return TL_ERROR_ARGUMENT;
    }
    tl_context *context = mesh->context;
    uint32_t *lid = tl_alloc_array(context, 3 * (n - 2), sizeof(*lid));
    if (lid == NULL) {
        return TL_ERROR_MEMORY;
    }
    bool memory = false;
    if (!tl_polygon2_triangulate(context, shape->outline, n, lid, &memory)) {
        tl_free(context, lid);
        return memory ? TL_ERROR_MEMORY : TL_ERROR_ARGUMENT;
    }
    uint32_t first = 0;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        tl_vec2 p = shape->outline[i];
        uint32_t a, b;
        ok = add(mesh, &shape->pose, (tl_vec3){p.x, p.y, shape->low}, &a) &&
             add(mesh, &shape->pose, (tl_vec3){p.x, p.y, shape->high}, &b);
        first = i == 0 && ok ? a : first;
    }
    for (size_t i = 0; i < n && ok; i++) {
        uint32_t a = first + 2 * (uint32_t)i, b = first + 2 * (uint32_t)((i + 1) % n);
        ok = tl_mesh_add_triangle(mesh, a, b, b + 1) && tl_mesh_add_triangle(mesh, a, b + 1, a + 1);
    }
    for (size_t i = 0; i + 2 < n && ok; i++) {
        uint32_t a = first + 2 * lid[3 * i], b = first + 2 * lid[3 * i + 1], c = first + 2 * lid[3 * i + 2];
        ok = tl_mesh_add_triangle(mesh, c, b, a) && tl_mesh_add_triangle(mesh, a + 1, b + 1, c + 1);
    }
    tl_free(context, lid);
    return ok ? TL_OK : TL_ERROR_MEMORY;
}

/* A frame whose z runs along the axis. */
static tl_pose axis_pose(tl_vec3 from, tl_vec3 to) {
    tl_vec3 z = tl_normalise(tl_sub(to, from));
    if (tl_length_squared(z) == 0) {
        z = (tl_vec3){0, 0, 1};
    }
    tl_vec3 helper = fabs(z.x) < 0.9 ? (tl_vec3){1, 0, 0} : (tl_vec3){0, 1, 0};
    tl_vec3 y = tl_normalise(tl_cross(z, helper));
    tl_vec3 x = tl_cross(y, z);
    return (tl_pose){x, y, z, from};
}

static tl_status ring_prism(tl_mesh *mesh, const tl_pose *pose, double rx, double ry, double low, double high) {
    enum { MOST_RING_CORNERS = 512 };
    tl_vec2 ring[MOST_RING_CORNERS];
    int n = facets_round(tl_max(rx, ry) * tl_max(rx, ry) / tl_min(rx, ry));
    for (int i = 0; i < n; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / n, &s, &c);
        ring[i] = (tl_vec2){rx * c, ry * s};
    }
    return prism(mesh, pose, ring, (size_t)n, low, high, (tl_vec2){0, 0});
}

static tl_status capsule(tl_mesh *mesh, const tl_shape *shape) {
    tl_pose axis = axis_pose(shape->from, shape->to);
    tl_pose pose = tl_pose_compose(&shape->pose, &axis);
    double length = tl_distance(shape->from, shape->to);
    double r = shape->radius;
    int n = facets_round(r);
    int rings = n / 4; /* latitudes from a pole (excluded) to the equator (included) */
    uint32_t pole, index, first = 0;
    if (!add(mesh, &pose, (tl_vec3){0, 0, -r}, &pole)) {
        return TL_ERROR_MEMORY;
    }
    int rows = 0;
    for (int half = 0; half < 2; half++) {
        for (int k = 1; k <= rings; k++) {
            int latitude = half == 0 ? k : rings + 1 - k; /* distance from the nearer pole in steps */
            double s, c;
            tl_sincos_deg(90.0 * latitude / rings, &s, &c);
            double z = half == 0 ? -r * c : length + r * c;
            if (half == 1 && k == 1 && length == 0) {
                continue; /* one equator is enough for a sphere */
            }
            for (int i = 0; i < n; i++) {
                double si, ci;
                tl_sincos_deg(360.0 * i / n, &si, &ci);
                if (!add(mesh, &pose, (tl_vec3){r * s * ci, r * s * si, z}, &index)) {
                    return TL_ERROR_MEMORY;
                }
                if (rows == 0 && i == 0) {
                    first = index;
                }
            }
            rows++;
        }
    }
    uint32_t top;
    if (!add(mesh, &pose, (tl_vec3){0, 0, length + r}, &top)) {
        return TL_ERROR_MEMORY;
    }
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        uint32_t j = (uint32_t)((i + 1) % n), k = (uint32_t)i, last = first + (uint32_t)((rows - 1) * n);
        ok = tl_mesh_add_triangle(mesh, pole, first + j, first + k) &&
             tl_mesh_add_triangle(mesh, top, last + k, last + j);
        for (int row = 0; row + 1 < rows && ok; row++) {
            uint32_t a = first + (uint32_t)(row * n) + k, b = first + (uint32_t)(row * n) + j;
            ok = tl_mesh_add_triangle(mesh, a, b, b + (uint32_t)n) &&
                 tl_mesh_add_triangle(mesh, a, b + (uint32_t)n, a + (uint32_t)n);
        }
    }
    return ok ? TL_OK : TL_ERROR_MEMORY;
}

static tl_status box(tl_mesh *mesh, const tl_shape *shape) {
    static const uint8_t faces[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                         {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    tl_vec3 l = shape->from, h = shape->to;
    tl_vec3 corner[8] = {{l.x, l.y, l.z}, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {l.x, h.y, l.z},
                         {l.x, l.y, h.z}, {h.x, l.y, h.z}, {h.x, h.y, h.z}, {l.x, h.y, h.z}};
    uint32_t index[8];
    bool ok = true;
    for (int i = 0; i < 8 && ok; i++) {
        ok = add(mesh, &shape->pose, corner[i], &index[i]);
    }
    for (int i = 0; i < 12 && ok; i++) {
        ok = tl_mesh_add_triangle(mesh, index[faces[i][0]], index[faces[i][1]], index[faces[i][2]]);
    }
    return ok ? TL_OK : TL_ERROR_MEMORY;
}

tl_status tl_shape_tessellate(const tl_shape *shape, const char *name, tl_role role, tl_mesh *mesh, tl_error *error) {
    tl_status status = TL_OK;
    switch (shape->kind) {
    case TL_SHAPE_NONE:
        return TL_OK;
    case TL_SHAPE_DISC:
        status = ring_prism(mesh, &shape->pose, shape->radius, shape->radius, shape->low, shape->high);
        break;
    case TL_SHAPE_OVAL:
        status = ring_prism(mesh, &shape->pose, shape->size.x, shape->size.y, shape->low, shape->high);
        break;
    case TL_SHAPE_POLYGON:
        status = polygon_prism(mesh, shape);
        break;
    case TL_SHAPE_CAPSULE:
        status = capsule(mesh, shape);
        break;
    case TL_SHAPE_CYLINDER: {
        tl_pose axis = axis_pose(shape->from, shape->to);
        tl_pose pose = tl_pose_compose(&shape->pose, &axis);
        status = ring_prism(mesh, &pose, shape->radius, shape->radius, 0, tl_distance(shape->from, shape->to));
        break;
    }
    case TL_SHAPE_BOX:
        status = box(mesh, shape);
        break;
    }
    if (status == TL_OK && !tl_mesh_end_piece(mesh, name, role)) {
        status = TL_ERROR_MEMORY;
    }
    if (status == TL_ERROR_ARGUMENT) {
        return tl_fail(error, status, NULL, NULL, "give an outline that doesn't cross itself",
                       "the outline of `%s` is no simple polygon", name);
    }
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}
