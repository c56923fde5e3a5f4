/* faces.c: polygons of mesh files cut into triangles. */
#include "import/faces.h"
#include "geom/polygon2.h"
#include "geom/polygon2_weak.h"
#include "import/holes.h"
#include "math/predicates.h"
#include "mesh/names.h"

#include <string.h>

bool tl_faces_add_corner(tl_faces *faces, uint32_t vertex) {
    if (!tl_reserve(faces->mesh->context, (void **)&faces->corners, &faces->capacity, faces->count + 1,
                    sizeof(*faces->corners))) {
        return false;
    }
    faces->corners[faces->count++] = vertex;
    return true;
}

bool tl_faces_begin_hole(tl_faces *faces) {
    tl_context *context = faces->mesh->context;
    if (!tl_reserve(context, (void **)&faces->loops, &faces->loop_capacity, faces->loop_count + 3,
                    sizeof(*faces->loops))) {
        return false;
    }
    if (faces->loop_count == 0) {
        faces->loops[faces->loop_count++] = 0;
    }
    faces->loops[faces->loop_count++] = faces->count;
    return true;
}

static bool add(tl_faces *faces, size_t a, size_t b, size_t c) {
    return tl_mesh_add_triangle(faces->mesh, faces->corners[a], faces->corners[b], faces->corners[c]);
}

/* All triangles with the corner `first`. */
static bool add_fan(tl_faces *faces, size_t first) {
    bool room = true;
    for (size_t i = 1; room && i + 1 < faces->count; i++) {
        room = add(faces, first, (first + i) % faces->count, (first + i + 1) % faces->count);
    }
    return room;
}

/* Twice the area of the polygon's outline as a vector (Newell). */
static tl_vec3 normal_of(const tl_faces *faces) {
    size_t count = faces->loop_count > 1 ? faces->loops[1] : faces->count;
    const tl_vec3 *vertices = faces->mesh->vertices;
    tl_vec3 first = vertices[faces->corners[0]], normal = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; i++) {
        tl_vec3 a = tl_sub(vertices[faces->corners[i]], first), b = tl_sub(vertices[faces->corners[i + 1]], first);
        normal = tl_add(normal, tl_cross(a, b));
    }
    return normal;
}

/* Whether a triangle of the fan has area, though all of them together have none. */
static bool has_area(const tl_faces *faces) {
    const tl_vec3 *vertices = faces->mesh->vertices;
    tl_vec3 first = vertices[faces->corners[0]];
    for (size_t i = 1; i + 1 < faces->count; i++) {
        tl_vec3 a = tl_sub(vertices[faces->corners[i]], first), b = tl_sub(vertices[faces->corners[i + 1]], first);
        tl_vec3 normal = tl_cross(a, b);
        if (tl_dot(normal, normal) > 0) {
            return true;
        }
    }
    return false;
}

/* The polygon's shadow along the axis that it faces most, counter-clockwise as far as its normal tells; false when it
 * has no normal. */
static bool flatten(tl_faces *faces) {
    tl_vec3 normal = normal_of(faces);
    const double n[3] = {normal.x, normal.y, normal.z};
    int axis = fabs(n[2]) >= tl_max(fabs(n[0]), fabs(n[1])) ? 2 : fabs(n[1]) >= fabs(n[0]) ? 1 : 0;
    if (!(fabs(n[axis]) > 0 && fabs(n[axis]) < 1e300)) {
        return false;
    }
    bool turned = n[axis] < 0;
    for (size_t i = 0; i < faces->count; i++) {
        tl_vec3 v = faces->mesh->vertices[faces->corners[i]];
        double a = axis == 0 ? v.y : axis == 1 ? v.z : v.x, b = axis == 0 ? v.z : axis == 1 ? v.x : v.y;
        faces->flat[i] = turned ? (tl_vec2){b, a} : (tl_vec2){a, b};
    }
    return true;
}

/* A quadrangle is cut at the corner that turns inwards, or its first. */
static bool add_quadrangle(tl_faces *faces) {
    const tl_vec2 *p = faces->flat;
    size_t first = 0;
    for (size_t i = 4; i-- > 0;) {
        first = tl_orient2d(p[(i + 3) % 4], p[i], p[(i + 1) % 4]) < 0 ? i : first;
    }
    for (size_t i = 1; i < 3; i++) {
        if (tl_orient2d(p[first], p[(first + i) % 4], p[(first + i + 1) % 4]) < 0) {
            faces->crossed_count++;
            break;
        }
    }
    return add_fan(faces, first);
}

static bool add_polygon(tl_faces *faces) {
    size_t triangles = faces->count - 2;
    tl_context *context = faces->mesh->context;
    if (!tl_reserve(context, (void **)&faces->cut, &faces->cut_capacity, 3 * triangles, sizeof(*faces->cut))) {
        return false;
    }
    bool memory;
    if (!tl_polygon2_triangulate(context, faces->flat, faces->count, faces->cut, &memory) && !memory &&
        !tl_polygon2_triangulate_weak(context, faces->flat, faces->count, faces->cut, &memory)) {
        faces->crossed_count += !memory;
        return !memory && add_fan(faces, 0);
    }
    bool room = !memory;
    for (size_t i = 0; room && i < triangles; i++) {
        const uint32_t *t = faces->cut + 3 * i;
        room = add(faces, t[0], t[1], t[2]);
    }
    return room;
}

/* Holes of fewer than three corners take nothing away. */
static void drop_short_holes(tl_faces *faces) {
    size_t kept = 1;
    while (faces->loop_count > kept) {
        size_t begin = faces->loops[kept], end = kept + 1 < faces->loop_count ? faces->loops[kept + 1] : faces->count;
        if (end - begin >= 3) {
            kept++;
            continue;
        }
        memmove(faces->corners + begin, faces->corners + end, (faces->count - end) * sizeof(*faces->corners));
        faces->count -= end - begin;
        faces->loop_count--;
        for (size_t k = kept; k < faces->loop_count; k++) {
            faces->loops[k] = faces->loops[k + 1] - (end - begin);
        }
    }
}

static bool add_with_holes(tl_faces *faces) {
    tl_context *context = faces->mesh->context;
    size_t most = faces->count + 2 * faces->loop_count;
    if (!tl_reserve(context, (void **)&faces->flat, &faces->flat_capacity, faces->count, sizeof(*faces->flat)) ||
        !tl_reserve(context, (void **)&faces->cut, &faces->cut_capacity, 3 * most, sizeof(*faces->cut))) {
        return false;
    }
    faces->loops[faces->loop_count] = faces->count;
    bool memory = false;
    size_t made =
        faces->loops[1] >= 3 && faces->count <= TL_IMPORT_MOST_FACE_CORNERS && flatten(faces)
            ? tl_faces_cut_with_holes(context, faces->flat, faces->loops, faces->loop_count, faces->cut, &memory)
            : 0;
    bool room = !memory;
    faces->uncut_count += room && made == 0;
    for (size_t i = 0; room && i < made; i++) {
        const uint32_t *t = faces->cut + 3 * i;
        room = add(faces, t[0], t[1], t[2]);
    }
    return room;
}

bool tl_faces_end(tl_faces *faces) {
    bool room = true;
    drop_short_holes(faces);
    if (faces->loop_count > 1) {
        room = add_with_holes(faces);
    } else if (faces->count < 3) {
        faces->short_count++;
    } else if (faces->count == 3) {
        room = add(faces, 0, 1, 2);
    } else if (!tl_reserve(faces->mesh->context, (void **)&faces->flat, &faces->flat_capacity, faces->count,
                           sizeof(*faces->flat))) {
        room = false;
    } else if (!flatten(faces)) {
        faces->crossed_count += has_area(faces);
        room = add_fan(faces, 0);
    } else {
        room = faces->count == 4 ? add_quadrangle(faces) : add_polygon(faces);
    }
    faces->count = 0;
    faces->loop_count = 0;
    return room;
}

static bool tell(tl_mesh *mesh, size_t count, const char *one, const char *many) {
    char number[32];
    return count == 0 || (count == 1 ? tl_mesh_warn(mesh, "one face %s", one)
                                     : tl_mesh_warn(mesh, "%s faces %s", tl_mesh_grouped_text(count, number), many));
}

bool tl_faces_tell(const tl_faces *faces) {
    return tell(faces->mesh, faces->short_count, "of fewer than three corners is left out",
                "of fewer than three corners are left out") &&
           tell(faces->mesh, faces->crossed_count, "crosses itself: how it is cut into triangles is a guess",
                "cross themselves: how they are cut into triangles is a guess");
}

void tl_faces_free(tl_faces *faces) {
    tl_context *context = faces->mesh->context;
    tl_free(context, faces->corners);
    tl_free(context, faces->flat);
    tl_free(context, faces->cut);
    tl_free(context, faces->loops);
    *faces = (tl_faces){0};
}
