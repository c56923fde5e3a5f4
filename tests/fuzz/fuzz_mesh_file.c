/* fuzz_mesh_file.c: any bytes as a mesh file, read by this very process: our own look into it, then our own reader, or
 * lib3mf for packages. What Assimp makes of bytes is its own affair, and happens in a child (tests/import). Nothing may
 * crash, leak or hang; a mesh that comes out is sound.
 *
 * The first byte chooses the kind. Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness; otherwise it
 * reads the files it is given, and damaged copies of them. */
#include "import/load.h"
#include "import/package.h"
#include "import/look.h"
#include "import/read.h"
#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const kinds[] = {"f.3mf", "f.stl", "f.ply", "f.glb", "f.gltf",
                                    "f.off", "f.dae", "f.obj", "f.amf", "f.fbx"};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
typedef tl_status reader(tl_access *access, tl_mesh *mesh, tl_error *error);
static reader *const readers[KINDS] = {NULL,
                                       tl_import_read_stl,
                                       tl_import_read_ply,
                                       NULL,
                                       NULL,
                                       tl_import_read_off,
                                       tl_import_read_dae,
                                       tl_import_read_obj,
                                       tl_import_read_amf,
                                       NULL};

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_mesh_file: %s\n", what);
        abort();
    }
}

static void must_be_sound(const tl_mesh *mesh) {
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        must(mesh->triangles[i] < mesh->vertex_count, "an index out of range");
    }
}

/* A reader of our own: a mesh before it is welded, whose coordinates nobody has looked at. */
static void read_own(tl_context *context, const char *name, const char *bytes, size_t size, reader *read) {
    tl_access access;
    tl_error error = {0};
    tl_mesh *mesh = tl_mesh_create(context);
    must(mesh != NULL, "no memory");
    tl_access_init(&access, context, name, bytes, size);
    tl_status status = read(&access, mesh, &error);
    must(status == error.status && (status == TL_OK || (error.message[0] != 0 && error.remedy[0] != 0)),
         "a reader without words");
    must(strpbrk(error.message, "\n\r\033") == NULL, "a message of several lines");
    must_be_sound(mesh);
    tl_access_free(&access);
    tl_mesh_destroy(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tl_context *context = size > 0 ? tl_context_create(NULL) : NULL;
    char *copy = context != NULL ? tl_alloc(context, size) : NULL;
    if (copy != NULL) {
        memcpy(copy, data + 1, size - 1);
        copy[size - 1] = 0;
        tl_import_file_facts facts;
        tl_error error = {0};
        const char *name = kinds[data[0] % KINDS];
        tl_status status = tl_import_look_into_bytes(context, name, copy, size - 1, &facts, &error);
        must(status == error.status && (status == TL_OK || (error.message[0] != 0 && error.remedy[0] != 0)),
             "a look without words");
        must(strpbrk(error.message, "\n\r\033") == NULL, "a message of several lines");
        if (status == TL_OK && readers[data[0] % KINDS] != NULL) {
            read_own(context, name, copy, size - 1, readers[data[0] % KINDS]);
        }
        if (status == TL_OK && data[0] % KINDS == 0) {
            tl_mesh *mesh = NULL;
            status = tl_import_load_package(context, name, copy, size - 1, &mesh, &error);
            must((status == TL_OK) == (mesh != NULL), "a mesh and an error, or neither");
            must(strpbrk(error.message, "\n\r\033") == NULL, "a message of several lines");
            if (mesh != NULL) {
                must_be_sound(mesh);
            }
            for (size_t i = 0; mesh != NULL && i < mesh->vertex_count; i++) {
                must(tl_is_finite(mesh->vertices[i]), "a coordinate that is not finite");
            }
            tl_mesh_destroy(mesh);
        }
    }
    if (context != NULL) {
        tl_free(context, copy);
        tl_context_destroy(context);
    }
    return 0;
}

#ifndef TL_FUZZER

int main(int argc, char **argv) {
    uint64_t state = 31;
    tl_context *context = tl_context_create(NULL);
    must(context != NULL, "no memory");
    for (int i = 1; i < argc; i++) {
        char *bytes;
        size_t size;
        for (size_t kind = 0; kind < KINDS; kind++) {
            if (!tl_import_is_kind(argv[i], tl_file_path_extension(kinds[kind])) ||
                tl_file_read(context, argv[i], 1 << 16, &bytes, &size, NULL) != TL_OK) {
                continue;
            }
            uint8_t *data = malloc(size + 2);
            must(data != NULL, "no memory");
            for (int round = 0; round < 60; round++) {
                data[0] = (uint8_t)kind;
                memcpy(data + 1, bytes, size);
                for (int k = 0; k < round % 4 && size > 0; k++) {
                    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                    data[1 + (size_t)(state >> 33) % size] = (uint8_t)(state >> 25);
                }
                LLVMFuzzerTestOneInput(data, 1 + (round % 5 == 4 ? size * (size_t)round / 60 : size));
            }
            free(data);
            tl_free(context, bytes);
        }
    }
    tl_context_destroy(context);
    return 0;
}

#endif
