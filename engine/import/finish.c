/* finish.c: limits, units and the last steps of every import. */
#include "import/finish.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tl_mesh_unit tl_import_unit_of_metres(double metres, double *scale) {
    static const struct {
        double metres;
        tl_mesh_unit unit;
    } units[] = {{0.001, TL_MESH_UNIT_MM},
                 {0.01, TL_MESH_UNIT_CM},
                 {1, TL_MESH_UNIT_M},
                 {0.0254, TL_MESH_UNIT_INCH},
                 {0.3048, TL_MESH_UNIT_FOOT}};
    *scale = 1;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (fabs(metres - units[i].metres) <= 1e-6 * units[i].metres) {
            return units[i].unit;
        }
    }
    *scale = metres * 100;
    return TL_MESH_UNIT_CM;
}

tl_status tl_import_fail_without_triangles(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "export it again, with faces", "there are no triangles in it");
}

tl_status tl_import_fail_utf16(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "save it as UTF-8, or export it again", "it is text in UTF-16");
}

tl_status tl_import_fail_too_large(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "use a simplified mesh",
                   "the mesh is too large: more than %llu vertices, triangles, or %llu pieces",
                   (unsigned long long)TL_IMPORT_MOST_CORNERS, (unsigned long long)TL_IMPORT_MOST_PIECES);
}

tl_status tl_import_room(tl_mesh *mesh, const char *path, uint64_t vertices, uint64_t triangles, uint64_t pieces,
                         tl_error *error) {
    if (vertices > TL_IMPORT_MOST_CORNERS || triangles > TL_IMPORT_MOST_CORNERS || pieces > TL_IMPORT_MOST_PIECES) {
        return tl_import_fail_too_large(path, error);
    }
    if (!tl_reserve(mesh->context, (void **)&mesh->vertices, &mesh->vertex_capacity, (size_t)vertices,
                    sizeof(*mesh->vertices)) ||
        !tl_reserve(mesh->context, (void **)&mesh->triangles, &mesh->triangle_capacity, (size_t)triangles,
                    3 * sizeof(*mesh->triangles))) {
        return tl_fail_memory(error);
    }
    return TL_OK;
}

tl_status tl_import_fail_line(tl_error *error, const char *path, size_t line, const char *remedy, const char *format,
                              ...) {
    char text[sizeof(error->message)];
    bool first = error != NULL && error->status == TL_OK;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    tl_status status = tl_fail(error, TL_ERROR_FORMAT, path, NULL, remedy, "%s", text);
    if (first) {
        error->line = line < INT_MAX ? (int)line : 0;
    }
    return status;
}

size_t tl_import_check_numbers(tl_mesh *mesh, size_t base, double *wrong) {
    for (size_t i = base; i < mesh->vertex_count; i++) {
        double *c[3] = {&mesh->vertices[i].x, &mesh->vertices[i].y, &mesh->vertices[i].z};
        for (int k = 0; k < 3; k++) {
            if (!(fabs(*c[k]) <= 1e30)) {
                *wrong = *c[k];
                return i;
            }
            *c[k] = fabs(*c[k]) < 1e-60 ? 0 : *c[k];
        }
    }
    return mesh->vertex_count;
}

const char *tl_import_wrong_number(double number) {
    return isfinite(number) ? "farther away than 1e30" : "not a finite number";
}

static tl_status fail_corner(const tl_mesh *mesh, size_t triangle, uint32_t vertex, double number, const char *path,
                             tl_error *error) {
    size_t piece = tl_mesh_piece_of(mesh, triangle);
    const char *names = mesh->pieces[piece].names;
    char of[160] = "";
    if (names[strcspn(names, "\n\t")] == 0 && names[0] != 0) {
        snprintf(of, sizeof(of), " of `%.140s`", names);
    }
    bool own = mesh->vertex_count == 3 * mesh->triangle_count;
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "repair the mesh in the program it came from",
                   own ? "triangle %zu%s has a corner that is %s" : "vertex %zu%s is %s",
                   own ? triangle - mesh->pieces[piece].first_triangle + 1 : (size_t)vertex + 1, own ? of : "",
                   tl_import_wrong_number(number));
}

tl_status tl_import_check_corners(tl_mesh *mesh, const char *path, tl_error *error) {
    double wrong;
    size_t vertex = tl_import_check_numbers(mesh, 0, &wrong);
    if (vertex == mesh->vertex_count) {
        return TL_OK;
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const tl_vec3 *v = &mesh->vertices[mesh->triangles[i]];
        const double number[3] = {v->x, v->y, v->z};
        for (int k = 0; k < 3; k++) {
            if (!(fabs(number[k]) <= 1e30)) {
                return fail_corner(mesh, i / 3, mesh->triangles[i], number[k], path, error);
            }
        }
    }
    /* Nobody uses those that are wrong. */
    for (; vertex < mesh->vertex_count; vertex = tl_import_check_numbers(mesh, vertex, &wrong)) {
        mesh->vertices[vertex] = (tl_vec3){0, 0, 0};
    }
    return TL_OK;
}

/* Most programs keep positions as floats, good to 1 part in 2^24, and so do most formats. A mesh all of whose numbers
 * are floats, and which lies a thousand times its own size away from its origin, as maps and scans do, has lost digits
 * that matter. */
static bool is_of_floats(const tl_mesh *mesh) {
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const double number[3] = {mesh->vertices[i].x, mesh->vertices[i].y, mesh->vertices[i].z};
        for (int k = 0; k < 3; k++) {
            volatile float rounded = (float)number[k]; /* volatile: compilers have dropped this rounding */
            if ((double)rounded != number[k]) {
                return false;
            }
        }
    }
    return true;
}

static bool warn_of_lost_digits(tl_mesh *mesh) {
    tl_box3 box = tl_mesh_box(mesh);
    tl_vec3 size = tl_box3_size(box);
    double longest = tl_max(size.x, tl_max(size.y, size.z));
    double farthest =
        tl_max(tl_max(tl_max(-box.low.x, box.high.x), tl_max(-box.low.y, box.high.y)), tl_max(-box.low.z, box.high.z));
    return farthest <= 1000 * longest || !is_of_floats(mesh) ||
           tl_mesh_warn(mesh,
                        "it lies far from its own origin, where coordinates are only good to one part in %.0f of "
                        "its size: centre it before exporting",
                        longest / farthest * 0x1p24);
}

tl_status tl_import_finish(tl_mesh *mesh, const char *path, tl_error *error) {
    tl_status status = tl_mesh_weld(mesh, NULL, error);
    if (status == TL_OK && mesh->triangle_count == 0) {
        status = tl_fail(error, TL_ERROR_FORMAT, path, NULL, "export it again, with faces",
                         "all its triangles have no area");
    }
    if (status == TL_OK && !warn_of_lost_digits(mesh)) {
        status = tl_fail_memory(error);
    }
    return status;
}
