/* bytes.c: bytes at places in files, and contents that are looked through. */
#include "import/bytes.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool tl_bytes_write_at(int file, uint64_t *at, const void *data, size_t size) {
    const char *bytes = data;
    while (size > 0) {
        ssize_t put = pwrite(file, bytes, size < ((size_t)1 << 30) ? size : ((size_t)1 << 30), (off_t)*at);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return false;
        }
        bytes += put;
        size -= (size_t)put;
        *at += (uint64_t)put;
    }
    return true;
}

bool tl_bytes_read_at(int file, uint64_t *at, void *data, size_t size) {
    char *bytes = data;
    while (size > 0) {
        ssize_t got = pread(file, bytes, size < ((size_t)1 << 30) ? size : ((size_t)1 << 30), (off_t)*at);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        bytes += got;
        size -= (size_t)got;
        *at += (uint64_t)got;
    }
    return true;
}

const char *tl_bytes_next_text(const char **at, const char *end) {
    const char *text = *at;
    const char *stop = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
    if (stop == NULL) {
        return NULL;
    }
    *at = stop + 1;
    return text;
}

tl_status tl_bytes_take_texts(const tl_import_answer_texts *texts, tl_import_reading *reading) {
    tl_mesh *mesh = reading->mesh;
    const char *at = texts->text;
    const char *end = texts->text + texts->size;
    uint64_t triangles = 0;
    mesh->triangle_count = 0;
    for (size_t i = 0; i < texts->pieces; i++) {
        const char *names = tl_bytes_next_text(&at, end);
        triangles += texts->counts[i];
        if (names == NULL || texts->counts[i] == 0 || triangles > texts->triangles) {
            return TL_ERROR_INTERNAL;
        }
        mesh->triangle_count = (size_t)triangles;
        if (!tl_mesh_end_piece(mesh, names, TL_ROLE_CORE)) {
            return TL_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < texts->warnings; i++) {
        const char *warning = tl_bytes_next_text(&at, end);
        if (warning == NULL) {
            return TL_ERROR_INTERNAL;
        }
        if (!tl_mesh_warn(mesh, "%s", warning)) {
            return TL_ERROR_MEMORY;
        }
    }
    reading->companions = tl_alloc_array(mesh->context, texts->companions, sizeof(*reading->companions));
    if (reading->companions == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < texts->companions; i++) {
        const char *name = tl_bytes_next_text(&at, end);
        if (name == NULL) {
            return TL_ERROR_INTERNAL;
        }
        reading->companions[i] = tl_duplicate_text(mesh->context, name);
        if (reading->companions[i] == NULL) {
            return TL_ERROR_MEMORY;
        }
        reading->companion_count++;
    }
    return at == end && triangles == texts->triangles && triangles > 0 ? TL_OK : TL_ERROR_INTERNAL;
}

bool tl_import_mesh_is_sound(const tl_mesh *mesh) {
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (!tl_is_finite(mesh->vertices[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if (mesh->triangles[i] >= mesh->vertex_count) {
            return false;
        }
    }
    return true;
}
