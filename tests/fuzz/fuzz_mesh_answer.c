/* fuzz_mesh_answer.c: any bytes as the answer of an import child, and any bytes as a mesh file at its first look.
 * Nothing may crash, leak or hang; a mesh that is accepted keeps every promise of tl_import_mesh.
 *
 * The first byte chooses: 0 an answer, others a kind of file. Built with -fsanitize=fuzzer and TL_FUZZER it is a
 * libFuzzer harness. Otherwise it has a main of its own: it makes answers, and reads the files it is given, and runs
 * them and damaged copies of them through the harness. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif

#include "import/answer.h"
#include "import/look.h"
#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const kinds[] = {"", "f.stl", "f.ply", "f.glb", "f.gltf", "f.off", "f.dae", "f.obj", "f.3mf"};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_mesh_answer: %s\n", what);
        abort();
    }
}

static void check_mesh(const tl_mesh *mesh) {
    size_t triangles = 0;
    must(mesh->triangle_count > 0 && mesh->piece_count > 0, "an empty mesh");
    for (size_t i = 0; i < mesh->piece_count; i++) {
        must(mesh->pieces[i].first_triangle == triangles && mesh->pieces[i].triangle_count > 0, "a gap between pieces");
        must(strlen(mesh->pieces[i].names) < 1 << 20, "a name without end");
        triangles += mesh->pieces[i].triangle_count;
    }
    must(triangles == mesh->triangle_count, "triangles without a piece");
    for (size_t i = 0; i < 3 * triangles; i++) {
        must(mesh->triangles[i] < mesh->vertex_count, "an index out of range");
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        must(tl_is_finite(mesh->vertices[i]), "a coordinate that is not finite");
    }
}

static void try_answer(tl_context *context, const uint8_t *data, size_t size) {
    int file = memfd_create("answer", MFD_CLOEXEC);
    tl_import_reading reading = {0};
    tl_error error = {0};
    if (file >= 0 && pwrite(file, data, size, 0) == (ssize_t)size) {
        tl_status status = tl_import_answer_read(context, file, size, &reading, &error);
        must((status == TL_OK) == (reading.mesh != NULL), "a mesh and an error, or neither");
        must(error.status == TL_OK || error.status == status, "another error than was reported");
    }
    if (reading.mesh != NULL) {
        check_mesh(reading.mesh);
        tl_import_reading_free(context, &reading);
        tl_mesh_destroy(reading.mesh);
    }
    if (file >= 0) {
        close(file);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    tl_context *context = tl_context_create(NULL);
    if (context == NULL) {
        return 0;
    }
    if (data[0] % KINDS == 0) {
        try_answer(context, data + 1, size - 1);
    } else {
        char *copy = tl_alloc(context, size);
        if (copy != NULL) {
            memcpy(copy, data + 1, size - 1);
            copy[size - 1] = 0;
            tl_import_file_facts facts;
            tl_error error = {0};
            tl_status status =
                tl_import_look_into_bytes(context, kinds[data[0] % KINDS], copy, size - 1, &facts, &error);
            must(status == error.status, "a look without its error");
            tl_free(context, copy);
        }
    }
    tl_context_destroy(context);
    return 0;
}

#ifndef TL_FUZZER

static uint64_t next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ (z >> 29);
}

/* The input itself, then copies with some bytes changed, cut off or doubled. `data` has room for twice its size. */
static void run_damaged(uint8_t *data, size_t size, int copies, uint64_t *random) {
    LLVMFuzzerTestOneInput(data, size);
    uint8_t *copy = malloc(2 * size);
    must(copy != NULL, "no memory");
    for (int i = 0; i < copies; i++) {
        memcpy(copy, data, size);
        size_t length = size;
        for (uint64_t k = 1 + next(random) % 4; k > 0; k--) {
            size_t at = 1 + (size_t)(next(random) % size);
            static const uint8_t favourites[] = {0, 1, 0x7F, 0x80, 0xFF, '0', '9', '-', '\n', ' ', '{', '"'};
            switch (next(random) % 4) {
            case 0:
                copy[at % length] = (uint8_t)next(random);
                break;
            case 1:
                copy[at % length] = favourites[next(random) % sizeof(favourites)];
                break;
            case 2:
                length = at < length ? at + 1 : length;
                break;
            default:
                memmove(copy + at % length, copy + (size_t)(next(random) % length) / 2, (length - at % length) / 2);
                break;
            }
        }
        copy[0] = data[0];
        LLVMFuzzerTestOneInput(copy, length);
    }
    free(copy);
}

static void run_answers(tl_context *context, uint64_t *random) {
    for (int way = 0; way < 3; way++) {
        int file = memfd_create("made", MFD_CLOEXEC);
        tl_mesh *mesh = tl_mesh_create(context);
        tl_error error = {.status = TL_ERROR_FORMAT, .message = "a message", .remedy = "a remedy"};
        for (uint32_t i = 0; i < 6; i++) {
            must(tl_mesh_add_vertex(mesh, (tl_vec3){i, i * i, 1}, NULL), "no memory");
        }
        for (uint32_t i = 0; i < 4; i++) {
            must(tl_mesh_add_triangle(mesh, i, i + 1, i + 2), "no memory");
            must(way == 0 || tl_mesh_end_piece(mesh, "hull\tsteel\ntank", TL_ROLE_CORE), "no memory");
        }
        must(tl_mesh_end_piece(mesh, "all", TL_ROLE_CORE) && tl_mesh_warn(mesh, "careful"), "no memory");
        char companion[] = "hull.mtl";
        char *companions[] = {companion};
        tl_digest digests[] = {{1, 2}};
        const tl_import_reading reading = {mesh, companions, way == 1, 7, {3, 4}, digests};
        must(file >= 0 && tl_import_answer_write(file, way < 2 ? &reading : NULL, &error),
             "an answer can't be written");
        uint8_t data[2048] = {0};
        ssize_t size = pread(file, data + 1, sizeof(data) - 1, 0);
        must(size > 0, "an answer can't be read");
        run_damaged(data, (size_t)size + 1, 20000, random);
        tl_mesh_destroy(mesh);
        close(file);
    }
}

static void run_file(tl_context *context, const char *path, uint64_t *random) {
    char *bytes;
    size_t size;
    for (size_t kind = 1; kind < KINDS; kind++) {
        if (tl_import_is_kind(path, tl_file_path_extension(kinds[kind])) &&
            tl_file_read(context, path, 1 << 20, &bytes, &size, NULL) == TL_OK) {
            uint8_t *data = malloc(size + 1);
            must(data != NULL, "no memory");
            data[0] = (uint8_t)kind;
            memcpy(data + 1, bytes, size);
            run_damaged(data, size + 1, 500, random);
            free(data);
            tl_free(context, bytes);
        }
    }
}

int main(int argc, char **argv) {
    const char *chosen = getenv("TRUELINE_SEED");
    uint64_t random = chosen != NULL ? strtoull(chosen, NULL, 0) : 17;
    printf("seed %llu\n", (unsigned long long)random);
    tl_context *context = tl_context_create(NULL);
    must(context != NULL, "no memory");
    run_answers(context, &random);
    for (int i = 1; i < argc; i++) {
        run_file(context, argv[i], &random);
    }
    tl_context_destroy(context);
    return 0;
}

#endif
