/* fuzz_tlmesh.c: any bytes as a mesh that was kept. Nothing may crash, leak or hang; a mesh that is accepted keeps
 * every promise of tl_import_mesh.
 *
 * The first byte chooses: even, the bytes as they are; odd, with the key and the checksum put right first, so that what
 * lies behind them is tried too. Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness; otherwise its
 * main makes meshes and runs them and damaged copies of them through it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif

#include "import/tlmesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const tl_digest key = {UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210)};

/* Where the head holds its key: after the magic number, the checksum, the version and the size. */
enum { KEY_PLACE = 8 + 16 + 8 + 8 };

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_tlmesh: %s\n", what);
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

static void try_file(tl_context *context, const uint8_t *bytes, size_t size) {
    int file = memfd_create("kept", MFD_CLOEXEC);
    tl_import_reading reading = {0};
    if (file >= 0 && pwrite(file, bytes, size, 0) == (ssize_t)size) {
        tl_status status = tl_tlmesh_read(context, file, size, key, &reading);
        must((status == TL_OK) == (reading.mesh != NULL), "a mesh and an error, or neither");
        must(status == TL_OK || reading.companion_digests == NULL, "digests without a mesh");
    }
    if (reading.mesh != NULL) {
        check_mesh(reading.mesh);
        for (size_t i = 0; i < reading.companion_count; i++) {
            must(strlen(reading.companions[i]) < 1 << 20, "a companion without end");
        }
        tl_import_reading_free(context, &reading);
        tl_mesh_destroy(reading.mesh);
    }
    if (file >= 0) {
        close(file);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tl_context *context = tl_context_create(NULL);
    uint8_t *copy = size > 0 ? malloc(size) : NULL;
    if (context != NULL && copy != NULL) {
        memcpy(copy, data + 1, size - 1);
        if (data[0] % 2 != 0 && size > KEY_PLACE + sizeof(key)) {
            memcpy(copy + KEY_PLACE, &key, sizeof(key));
            (void)tl_tlmesh_seal(copy, size - 1);
        }
        try_file(context, copy, size - 1);
    }
    free(copy);
    tl_context_destroy(context);
    return 0;
}

#ifndef TL_FUZZER

static uint64_t next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ (z >> 29);
}

/* A kept mesh behind a choosing byte, for pieces with names, warnings and companions. */
static size_t make(tl_context *context, int way, uint8_t data[4096]) {
    int file = memfd_create("made", MFD_CLOEXEC);
    tl_mesh *mesh = tl_mesh_create(context);
    for (uint32_t i = 0; i < 6; i++) {
        must(tl_mesh_add_vertex(mesh, (tl_vec3){i, i * i, 1}, NULL), "no memory");
    }
    for (uint32_t i = 0; i < 4; i++) {
        must(tl_mesh_add_triangle(mesh, i, i + 1, i + 2), "no memory");
        must(way == 0 || tl_mesh_end_piece(mesh, "hull\tsteel\ntank", TL_ROLE_CORE), "no memory");
    }
    must(tl_mesh_end_piece(mesh, "all", TL_ROLE_CORE) && tl_mesh_warn(mesh, "careful"), "no memory");
    must(tl_mesh_note_solid(mesh, NULL) == TL_OK, "no memory");
    char a[] = "hull.mtl";
    char b[] = "sub/hull.bin";
    char *companions[] = {a, b};
    tl_digest digests[] = {{1, 2}, {3, 4}};
    const tl_import_reading reading = {mesh, companions, (size_t)way, 7, {5, 6}, digests};
    must(file >= 0 && tl_tlmesh_write(file, key, &reading) == TL_OK, "a mesh can't be kept");
    ssize_t size = pread(file, data + 1, 4095, 0);
    must(size > 0, "a kept mesh can't be read");
    tl_mesh_destroy(mesh);
    close(file);
    return (size_t)size + 1;
}

static void damage(uint8_t *copy, size_t *length, uint64_t *random) {
    static const uint8_t favourites[] = {0, 1, 0x7F, 0x80, 0xFF, 3};
    size_t at = 1 + (size_t)(next(random) % (*length - 1));
    switch (next(random) % 4) {
    case 0:
        copy[at] = (uint8_t)next(random);
        break;
    case 1:
        copy[at] = favourites[next(random) % sizeof(favourites)];
        break;
    case 2:
        *length = next(random) % 8 == 0 ? at + 1 : *length;
        break;
    default:
        memset(copy + at, favourites[next(random) % sizeof(favourites)], *length - at < 8 ? *length - at : 8);
        break;
    }
}

int main(void) {
    const char *chosen = getenv("TRUELINE_SEED");
    uint64_t random = chosen != NULL ? strtoull(chosen, NULL, 0) : 19;
    printf("seed %llu\n", (unsigned long long)random);
    tl_context *context = tl_context_create(NULL);
    must(context != NULL, "no memory");
    for (int way = 0; way < 3; way++) {
        uint8_t data[4096] = {0};
        uint8_t copy[4096];
        size_t size = make(context, way, data);
        for (int i = 0; i < 20000; i++) {
            size_t length = size;
            memcpy(copy, data, size);
            for (uint64_t k = next(&random) % 4; k > 0 && length > 2; k--) {
                damage(copy, &length, &random);
            }
            copy[0] = (uint8_t)(next(&random) % 2);
            LLVMFuzzerTestOneInput(copy, length);
        }
    }
    tl_context_destroy(context);
    return 0;
}

#endif
