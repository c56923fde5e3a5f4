/* mesh.c: making, copying and measuring meshes. */
#include "mesh/mesh.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

tl_mesh *tl_mesh_create(tl_context *context) {
    tl_mesh *mesh = tl_alloc_array(context, 1, sizeof(*mesh));
    if (mesh != NULL) {
        mesh->context = context;
    }
    return mesh;
}

void tl_mesh_destroy(tl_mesh *mesh) {
    if (mesh == NULL) {
        return;
    }
    tl_context *context = mesh->context;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_free(context, mesh->pieces[i].names);
    }
    for (size_t i = 0; i < mesh->warning_count; i++) {
        tl_free(context, mesh->warnings[i]);
    }
    tl_free(context, mesh->vertices);
    tl_free(context, mesh->triangles);
    tl_free(context, mesh->pieces);
    tl_free(context, mesh->warnings);
    tl_free(context, mesh);
}

/* A copy of `count` items of `size` bytes, with `*capacity` set to match. */
static bool copy_array(tl_context *context, void **to, size_t *capacity, const void *from, size_t count, size_t size) {
    if (count == 0) {
        return true;
    }
    *to = tl_alloc_array(context, count, size);
    if (*to == NULL) {
        return false;
    }
    memcpy(*to, from, count * size);
    *capacity = count;
    return true;
}

static bool copy_pieces(tl_mesh *copy, const tl_mesh *mesh) {
    if (!tl_reserve(copy->context, (void **)&copy->pieces, &copy->piece_capacity, mesh->piece_count,
                    sizeof(*copy->pieces))) {
        return false;
    }
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece piece = mesh->pieces[i];
        piece.names = tl_duplicate_text(copy->context, piece.names);
        if (piece.names == NULL) {
            return false;
        }
        copy->pieces[copy->piece_count++] = piece;
    }
    return true;
}

tl_mesh *tl_mesh_copy(const tl_mesh *mesh) {
    tl_mesh *copy = tl_mesh_create(mesh->context);
    if (copy == NULL) {
        return NULL;
    }
    bool done = copy_array(mesh->context, (void **)&copy->vertices, &copy->vertex_capacity, mesh->vertices,
                           mesh->vertex_count, sizeof(*mesh->vertices)) &&
                copy_array(mesh->context, (void **)&copy->triangles, &copy->triangle_capacity, mesh->triangles,
                           mesh->triangle_count, 3 * sizeof(*mesh->triangles)) &&
                copy_pieces(copy, mesh);
    for (size_t i = 0; done && i < mesh->warning_count; i++) {
        done = tl_mesh_warn(copy, "%s", mesh->warnings[i]);
    }
    if (!done) {
        tl_mesh_destroy(copy);
        return NULL;
    }
    copy->vertex_count = mesh->vertex_count;
    copy->triangle_count = mesh->triangle_count;
    copy->unit = mesh->unit;
    copy->up = mesh->up;
    copy->weld = mesh->weld;
    return copy;
}

bool tl_mesh_add_vertex(tl_mesh *mesh, tl_vec3 vertex, uint32_t *index) {
    if (mesh->vertex_count >= TL_MESH_MOST ||
        !tl_reserve(mesh->context, (void **)&mesh->vertices, &mesh->vertex_capacity, mesh->vertex_count + 1,
                    sizeof(*mesh->vertices))) {
        return false;
    }
    if (index != NULL) {
        *index = (uint32_t)mesh->vertex_count;
    }
    mesh->vertices[mesh->vertex_count++] = vertex;
    return true;
}

bool tl_mesh_add_triangle(tl_mesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
    TL_ASSERT(a < mesh->vertex_count && b < mesh->vertex_count && c < mesh->vertex_count,
              "a triangle's corners are vertices that are there");
    if (mesh->triangle_count >= TL_MESH_MOST ||
        !tl_reserve(mesh->context, (void **)&mesh->triangles, &mesh->triangle_capacity, mesh->triangle_count + 1,
                    3 * sizeof(*mesh->triangles))) {
        return false;
    }
    uint32_t *corner = mesh->triangles + 3 * mesh->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    return true;
}

bool tl_mesh_end_piece(tl_mesh *mesh, const char *names, tl_role role) {
    size_t first = 0;
    if (mesh->piece_count > 0) {
        const tl_piece *last = &mesh->pieces[mesh->piece_count - 1];
        first = (size_t)last->first_triangle + last->triangle_count;
    }
    if (first == mesh->triangle_count) {
        return true;
    }
    if (!tl_reserve(mesh->context, (void **)&mesh->pieces, &mesh->piece_capacity, mesh->piece_count + 1,
                    sizeof(*mesh->pieces))) {
        return false;
    }
    char *copy = tl_duplicate_text(mesh->context, names != NULL ? names : "");
    if (copy == NULL) {
        return false;
    }
    tl_tame_text(copy, "\t\n");
    mesh->pieces[mesh->piece_count++] = (tl_piece){.names = copy,
                                                   .first_triangle = (uint32_t)first,
                                                   .triangle_count = (uint32_t)(mesh->triangle_count - first),
                                                   .role = role};
    return true;
}

bool tl_mesh_warn(tl_mesh *mesh, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    tl_tame_text(text, "");
    for (size_t i = 0; i < mesh->warning_count; i++) {
        if (strcmp(mesh->warnings[i], text) == 0) {
            return true;
        }
    }
    if (!tl_reserve(mesh->context, (void **)&mesh->warnings, &mesh->warning_capacity, mesh->warning_count + 1,
                    sizeof(*mesh->warnings))) {
        return false;
    }
    char *copy = tl_duplicate_text(mesh->context, text);
    if (copy == NULL) {
        return false;
    }
    mesh->warnings[mesh->warning_count++] = copy;
    return true;
}

double tl_mesh_single_error(const tl_mesh *mesh) {
    double square = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 v = mesh->vertices[i];
        volatile float x = (float)v.x, y = (float)v.y, z = (float)v.z; /* volatile: gcc 12 drops such roundings */
        square = tl_max(square, tl_length_squared(tl_sub(v, (tl_vec3){(double)x, (double)y, (double)z})));
    }
    return sqrt(square) * (1 + 1e-12);
}

tl_box3 tl_mesh_box(const tl_mesh *mesh) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        box = tl_box3_add(box, mesh->vertices[mesh->triangles[i]]);
    }
    return box;
}

double tl_mesh_volume(const tl_mesh *mesh) {
    /* Tetrahedra from the box's centre: far from the origin their volumes would drown the sum in rounding. */
    tl_box3 box = tl_mesh_box(mesh);
    if (tl_box3_is_empty(box)) {
        return 0;
    }
    tl_vec3 centre = tl_box3_centre(box);
    double six = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, i, corner);
        tl_vec3 a = tl_sub(corner[0], centre);
        six += tl_dot(a, tl_cross(tl_sub(corner[1], centre), tl_sub(corner[2], centre)));
    }
    return six / 6;
}

size_t tl_mesh_piece_of(const tl_mesh *mesh, size_t triangle) {
    TL_ASSERT(triangle < mesh->triangle_count && mesh->piece_count > 0,
              "the triangle is one of the mesh's, and in a piece");
    size_t low = 0;
    size_t high = mesh->piece_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (mesh->pieces[middle].first_triangle <= triangle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
