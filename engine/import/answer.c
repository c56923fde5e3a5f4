/* answer.c: meshes and errors as bytes, and back with suspicion. */
#include "import/answer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* "TLMESH" and a version: raise it with every change of the layout. */
#define MAGIC UINT64_C(0x0002004853454d4c)

_Static_assert(sizeof(tl_vec3) == 24, "stored as it lies in memory");

/* Then follow vertices, triangles, a uint32 for the triangle count of each piece, and `text` bytes of zero-terminated
 * strings: the names of the pieces, the warnings and the companions, or the four texts of an error. */
typedef struct answer_head {
    uint64_t magic;
    uint64_t size; /* of the whole answer */
    uint64_t vertices, triangles, pieces, warnings, companions, text;
    uint64_t joined, unused, absorbed, degenerate, duplicates;
    uint32_t status, unit, up;
    int32_t line, column;
    uint32_t guards;
} answer_head;

/* --- Writing ------------------------------------------------------------------------------------------------------ */

static bool write_at(int file, uint64_t *at, const void *data, size_t size) {
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

static bool write_text(int file, uint64_t *at, answer_head *head, const char *text) {
    size_t size = strlen(text) + 1;
    head->text += size;
    return write_at(file, at, text, size);
}

static bool write_reading(int file, uint64_t *at, answer_head *head, const tl_reading *reading) {
    const tl_mesh *mesh = reading->mesh;
    head->vertices = mesh->vertex_count;
    head->triangles = mesh->triangle_count;
    head->pieces = mesh->piece_count;
    head->warnings = mesh->warning_count;
    head->companions = reading->companion_count;
    head->guards = reading->guards;
    head->joined = mesh->weld.vertices_joined;
    head->unused = mesh->weld.vertices_unused;
    head->absorbed = mesh->weld.slivers_absorbed;
    head->degenerate = mesh->weld.degenerate_dropped;
    head->duplicates = mesh->weld.duplicates_dropped;
    head->unit = (uint32_t)mesh->unit;
    head->up = (uint32_t)mesh->up;
    bool done = write_at(file, at, mesh->vertices, mesh->vertex_count * sizeof(*mesh->vertices)) &&
                write_at(file, at, mesh->triangles, 3 * mesh->triangle_count * sizeof(*mesh->triangles));
    for (size_t i = 0; done && i < mesh->piece_count; i++) {
        done = write_at(file, at, &mesh->pieces[i].triangle_count, sizeof(mesh->pieces[i].triangle_count));
    }
    for (size_t i = 0; done && i < mesh->piece_count; i++) {
        done = write_text(file, at, head, mesh->pieces[i].names);
    }
    for (size_t i = 0; done && i < mesh->warning_count; i++) {
        done = write_text(file, at, head, mesh->warnings[i]);
    }
    for (size_t i = 0; done && i < reading->companion_count; i++) {
        done = write_text(file, at, head, reading->companions[i]);
    }
    return done;
}

bool tl_answer_write(int file, const tl_reading *reading, const tl_error *error) {
    answer_head head = {0};
    uint64_t at = sizeof(head);
    bool done;
    if (reading != NULL) {
        done = write_reading(file, &at, &head, reading);
    } else {
        head.status = (uint32_t)error->status;
        head.line = error->line;
        head.column = error->column;
        done = write_text(file, &at, &head, error->file) && write_text(file, &at, &head, error->place) &&
               write_text(file, &at, &head, error->message) && write_text(file, &at, &head, error->remedy);
    }
    head.magic = MAGIC;
    head.size = at;
    uint64_t start = 0;
    return done && write_at(file, &start, &head, sizeof(head));
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static bool read_at(int file, uint64_t *at, void *data, size_t size) {
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

/* Whether the counts fit the size exactly. None can exceed the size, so nothing overflows and no allocation is larger
 * than what the child really wrote. */
static bool head_is_plausible(const answer_head *head, uint64_t size) {
    return head->magic == MAGIC && head->size == size && size < ((uint64_t)1 << 48) && head->vertices <= TL_MESH_MOST &&
           head->triangles <= TL_MESH_MOST && head->pieces <= head->triangles && head->warnings <= size &&
           head->companions <= size && head->text <= size && head->status <= TL_ERROR_INTERNAL &&
           head->unit <= TL_UNIT_FOOT && head->up <= TL_AXIS_NZ && head->guards < 8 &&
           size == sizeof(*head) + head->vertices * sizeof(tl_vec3) + head->triangles * 3 * sizeof(uint32_t) +
                       head->pieces * sizeof(uint32_t) + head->text;
}

/* The next of the zero-terminated strings in [*at, end), or NULL when there is none. */
static const char *next_text(const char **at, const char *end) {
    const char *text = *at;
    const char *stop = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
    if (stop == NULL) {
        return NULL;
    }
    *at = stop + 1;
    return text;
}

static bool take_error(const answer_head *head, const char *text, tl_error *error) {
    const char *at = text;
    const char *end = text + head->text;
    const char *part[4];
    for (int i = 0; i < 4; i++) {
        part[i] = next_text(&at, end);
        if (part[i] == NULL) {
            return false;
        }
    }
    if (at != end) {
        return false;
    }
    bool first = error != NULL && error->status == TL_OK;
    tl_fail(error, (tl_status)head->status, part[0], part[1], part[3], "%s", part[2]);
    if (first) {
        error->line = head->line;
        error->column = head->column;
    }
    return true;
}

/* Names, warnings and companions; `counts` holds the triangles of each piece. */
static tl_status take_texts(const answer_head *head, const uint32_t *counts, const char *text, tl_reading *reading) {
    tl_mesh *mesh = reading->mesh;
    const char *at = text;
    const char *end = text + head->text;
    uint64_t triangles = 0;
    mesh->triangle_count = 0;
    for (uint64_t i = 0; i < head->pieces; i++) {
        const char *names = next_text(&at, end);
        triangles += counts[i];
        if (names == NULL || counts[i] == 0 || triangles > head->triangles) {
            return TL_ERROR_INTERNAL;
        }
        mesh->triangle_count = (size_t)triangles;
        if (!tl_mesh_end_piece(mesh, names, TL_ROLE_CORE)) {
            return TL_ERROR_MEMORY;
        }
    }
    for (uint64_t i = 0; i < head->warnings; i++) {
        const char *warning = next_text(&at, end);
        if (warning == NULL) {
            return TL_ERROR_INTERNAL;
        }
        if (!tl_mesh_warn(mesh, "%s", warning)) {
            return TL_ERROR_MEMORY;
        }
    }
    reading->companions = tl_alloc_array(mesh->context, (size_t)head->companions, sizeof(*reading->companions));
    if (reading->companions == NULL) {
        return TL_ERROR_MEMORY;
    }
    for (uint64_t i = 0; i < head->companions; i++) {
        const char *name = next_text(&at, end);
        if (name == NULL) {
            return TL_ERROR_INTERNAL;
        }
        reading->companions[i] = tl_duplicate_text(mesh->context, name);
        if (reading->companions[i] == NULL) {
            return TL_ERROR_MEMORY;
        }
        reading->companion_count++;
    }
    return at == end && triangles == head->triangles && triangles > 0 ? TL_OK : TL_ERROR_INTERNAL;
}

static bool contents_are_sound(const tl_mesh *mesh) {
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

static tl_status take_reading(tl_context *context, int file, uint64_t at, const answer_head *head,
                              tl_reading *reading) {
    tl_mesh *mesh = reading->mesh;
    size_t vertices = (size_t)head->vertices;
    size_t triangles = (size_t)head->triangles;
    size_t pieces = (size_t)head->pieces;
    mesh->vertices = tl_alloc(context, vertices * sizeof(*mesh->vertices));
    mesh->triangles = tl_alloc(context, triangles * 3 * sizeof(*mesh->triangles));
    uint32_t *counts = tl_alloc(context, pieces * sizeof(*counts));
    char *text = tl_alloc(context, (size_t)head->text);
    tl_status status;
    if (mesh->vertices == NULL || mesh->triangles == NULL || counts == NULL || text == NULL) {
        status = TL_ERROR_MEMORY;
    } else if (!read_at(file, &at, mesh->vertices, vertices * sizeof(*mesh->vertices)) ||
               !read_at(file, &at, mesh->triangles, triangles * 3 * sizeof(*mesh->triangles)) ||
               !read_at(file, &at, counts, pieces * sizeof(*counts)) || !read_at(file, &at, text, (size_t)head->text)) {
        status = TL_ERROR_INTERNAL;
    } else {
        mesh->vertex_count = mesh->vertex_capacity = vertices;
        mesh->triangle_capacity = triangles;
        mesh->unit = (tl_unit)head->unit;
        mesh->up = (tl_axis)head->up;
        mesh->weld = (tl_weld_report){.vertices_joined = (size_t)head->joined,
                                      .vertices_unused = (size_t)head->unused,
                                      .slivers_absorbed = (size_t)head->absorbed,
                                      .degenerate_dropped = (size_t)head->degenerate,
                                      .duplicates_dropped = (size_t)head->duplicates};
        status = take_texts(head, counts, text, reading);
        if (status == TL_OK && !contents_are_sound(mesh)) {
            status = TL_ERROR_INTERNAL;
        }
    }
    tl_free(context, counts);
    tl_free(context, text);
    return status;
}

tl_status tl_answer_read(tl_context *context, int file, uint64_t size, tl_reading *reading, tl_error *error) {
    answer_head head;
    uint64_t at = 0;
    if (size < sizeof(head) || !read_at(file, &at, &head, sizeof(head)) || !head_is_plausible(&head, size)) {
        return TL_ERROR_INTERNAL;
    }
    if (head.status != TL_OK) {
        if (head.vertices + head.triangles + head.pieces + head.warnings + head.companions != 0 || head.text > 4096) {
            return TL_ERROR_INTERNAL;
        }
        char text[4096];
        bool taken = read_at(file, &at, text, (size_t)head.text) && take_error(&head, text, error);
        return taken ? (tl_status)head.status : TL_ERROR_INTERNAL;
    }
    tl_reading made = {.mesh = tl_mesh_create(context), .guards = head.guards};
    if (made.mesh == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = take_reading(context, file, at, &head, &made);
    if (status != TL_OK) {
        tl_reading_free(context, &made);
        tl_mesh_destroy(made.mesh);
        return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
    }
    *reading = made;
    return TL_OK;
}
