/* write.c: writes meshes as OBJ text and as binary STL. */
#include "mesh/write.h"
#include "io/file.h"
#include "io/json.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct output {
    tl_context *context;
    char *bytes;
    size_t size, capacity;
} output;

static bool put(output *out, const void *bytes, size_t size) {
    if (!tl_reserve(out->context, (void **)&out->bytes, &out->capacity, out->size + size, 1)) {
        return false;
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    return true;
}

/* --- OBJ ---------------------------------------------------------------------------------------------------------- */

static bool put_vertex(output *out, tl_vec3 p) {
    char line[3 * TL_JSON_NUMBER_SIZE + 4] = "v";
    size_t size = 1;
    const double c[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        line[size++] = ' ';
        size += tl_json_format_double(c[i], line + size);
    }
    line[size++] = '\n';
    return put(out, line, size);
}

/* OBJ separates the groups of a line by blanks, so a name may have none: the nearest name, blanks as underscores. */
static bool put_group(output *out, const tl_piece *piece) {
    size_t length = strcspn(piece->names, "\n\t");
    bool done = put(out, "g ", 2);
    for (size_t i = 0; i < length && done; i++) {
        char c = piece->names[i];
        done = put(out, (unsigned char)c <= ' ' ? "_" : &c, 1);
    }
    return done && (length > 0 || put(out, "unnamed", 7)) && put(out, "\n", 1);
}

static bool put_face(output *out, const uint32_t *corner) {
    char line[64];
    int size = snprintf(line, sizeof(line), "f %lu %lu %lu\n", (unsigned long)corner[0] + 1,
                        (unsigned long)corner[1] + 1, (unsigned long)corner[2] + 1);
    return put(out, line, (size_t)size);
}

static bool put_obj(output *out, const tl_mesh *mesh) {
    static const char head[] = "# Trueline\n";
    bool done = put(out, head, sizeof(head) - 1);
    for (size_t i = 0; i < mesh->vertex_count && done; i++) {
        done = put_vertex(out, mesh->vertices[i]);
    }
    size_t next = 0;
    for (size_t i = 0; i < mesh->triangle_count && done; i++) {
        if (next < mesh->piece_count && mesh->pieces[next].first_triangle == i) {
            done = put_group(out, &mesh->pieces[next++]);
        }
        done = done && put_face(out, mesh->triangles + 3 * i);
    }
    return done;
}

/* --- STL ---------------------------------------------------------------------------------------------------------- */

static void put_little_endian(unsigned char *to, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        to[i] = (unsigned char)(value >> (8 * i));
    }
}

static void put_point(unsigned char *to, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        float value = (float)c[i];
        uint32_t bits;
        memcpy(&bits, &value, sizeof(bits));
        put_little_endian(to + 4 * i, bits);
    }
}

static bool put_stl(output *out, const tl_mesh *mesh) {
    unsigned char record[84] = "Trueline";
    put_little_endian(record + 80, (uint32_t)mesh->triangle_count);
    bool done = put(out, record, 84);
    for (size_t i = 0; i < mesh->triangle_count && done; i++) {
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, i, corner);
        tl_vec3 normal = tl_normalise(tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0])));
        memset(record, 0, 50);
        put_point(record, normal);
        for (int k = 0; k < 3; k++) {
            put_point(record + 12 + 12 * k, corner[k]);
        }
        done = put(out, record, 50);
    }
    return done;
}

static tl_status check_stl(const tl_mesh *mesh, const char *path, tl_error *error) {
    tl_box3 box = tl_mesh_box(mesh);
    double farthest =
        tl_max(tl_max(tl_max(-box.low.x, box.high.x), tl_max(-box.low.y, box.high.y)), tl_max(-box.low.z, box.high.z));
    if (mesh->triangle_count > UINT32_MAX || farthest > (double)FLT_MAX) {
        return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "save it as .obj", "the mesh is too large for an STL");
    }
    return TL_OK;
}

tl_status tl_mesh_save(const tl_mesh *mesh, const char *path, tl_error *error) {
    const char *extension = tl_file_path_extension(path);
    output out = {.context = mesh->context};
    bool done;
    if (strcasecmp(extension, "obj") == 0) {
        done = put_obj(&out, mesh);
    } else if (strcasecmp(extension, "stl") == 0) {
        tl_status status = check_stl(mesh, path, error);
        if (status != TL_OK) {
            return status;
        }
        done = put_stl(&out, mesh);
    } else {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL, "end the file's name in .obj or .stl",
                       "meshes are saved as .obj or .stl");
    }
    tl_status status = done ? tl_file_save(mesh->context, path, out.bytes, out.size, error) : tl_fail_memory(error);
    tl_free(mesh->context, out.bytes);
    return status;
}
