/* answer.c: meshes and errors as bytes, and back with suspicion. */
#include "import/answer.h"
#include "import/bytes.h"

#include <string.h>

/* "TLMESH" and a version: raise it with every change of the layout. */
#define MAGIC UINT64_C(0x0003004853454d4c)

_Static_assert(sizeof(tl_vec3) == 24, "stored as it lies in memory");

/* Then follow vertices, triangles, the digest of each companion, a uint32 for the triangle count of each piece, and
 * `text` bytes of zero-terminated strings: the names of the pieces, the warnings and the companions, or the four texts
 * of an error. */
typedef struct answer_head {
    uint64_t magic;
    uint64_t size; /* of the whole answer */
    uint64_t vertices, triangles, pieces, warnings, companions, text;
    uint64_t joined, unused, absorbed, degenerate, duplicates;
    tl_digest content;
    uint32_t status, unit, up;
    int32_t line, column;
    uint32_t guards;
} answer_head;

/* --- Writing ------------------------------------------------------------------------------------------------------ */

static bool write_text(int file, uint64_t *at, answer_head *head, const char *text) {
    size_t size = strlen(text) + 1;
    head->text += size;
    return tl_bytes_write_at(file, at, text, size);
}

static bool write_reading(int file, uint64_t *at, answer_head *head, const tl_import_reading *reading) {
    const tl_mesh *mesh = reading->mesh;
    head->vertices = mesh->vertex_count;
    head->triangles = mesh->triangle_count;
    head->pieces = mesh->piece_count;
    head->warnings = mesh->warning_count;
    head->companions = reading->companion_count;
    head->guards = reading->guards;
    head->content = reading->content;
    head->joined = mesh->weld.vertices_joined;
    head->unused = mesh->weld.vertices_unused;
    head->absorbed = mesh->weld.slivers_absorbed;
    head->degenerate = mesh->weld.degenerate_dropped;
    head->duplicates = mesh->weld.duplicates_dropped;
    head->unit = (uint32_t)mesh->unit;
    head->up = (uint32_t)mesh->up;
    bool done = tl_bytes_write_at(file, at, mesh->vertices, mesh->vertex_count * sizeof(*mesh->vertices)) &&
                tl_bytes_write_at(file, at, mesh->triangles, 3 * mesh->triangle_count * sizeof(*mesh->triangles)) &&
                tl_bytes_write_at(file, at, reading->companion_digests,
                                  reading->companion_count * sizeof(*reading->companion_digests));
    for (size_t i = 0; done && i < mesh->piece_count; i++) {
        done = tl_bytes_write_at(file, at, &mesh->pieces[i].triangle_count, sizeof(mesh->pieces[i].triangle_count));
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

bool tl_import_answer_write(int file, const tl_import_reading *reading, const tl_error *error) {
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
    return done && tl_bytes_write_at(file, &start, &head, sizeof(head));
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* Whether the counts fit the size exactly. None can exceed the size, so nothing overflows and no allocation is larger
 * than what the child really wrote. */
static bool head_is_plausible(const answer_head *head, uint64_t size) {
    return head->magic == MAGIC && head->size == size && size < ((uint64_t)1 << 48) && head->vertices <= TL_MESH_MOST &&
           head->triangles <= TL_MESH_MOST && head->pieces <= head->triangles && head->warnings <= size &&
           head->companions <= head->text && head->text <= size && head->status <= TL_ERROR_NO_RULE &&
           head->unit <= TL_MESH_UNIT_FOOT && head->up <= TL_AXIS_NZ && head->guards < 8 &&
           size == sizeof(*head) + head->vertices * sizeof(tl_vec3) + head->triangles * 3 * sizeof(uint32_t) +
                       head->pieces * sizeof(uint32_t) + head->companions * sizeof(tl_digest) + head->text;
}

static bool take_error(const answer_head *head, const char *text, tl_error *error) {
    const char *at = text;
    const char *end = text + head->text;
    const char *part[4];
    for (int i = 0; i < 4; i++) {
        part[i] = tl_bytes_next_text(&at, end);
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

static tl_status take_reading(tl_context *context, int file, uint64_t at, const answer_head *head,
                              tl_import_reading *reading) {
    tl_mesh *mesh = reading->mesh;
    size_t vertices = (size_t)head->vertices;
    size_t triangles = (size_t)head->triangles;
    size_t pieces = (size_t)head->pieces;
    mesh->vertices = tl_alloc(context, vertices * sizeof(*mesh->vertices));
    mesh->triangles = tl_alloc(context, triangles * 3 * sizeof(*mesh->triangles));
    size_t digests = (size_t)head->companions * sizeof(*reading->companion_digests);
    reading->companion_digests = tl_alloc(context, digests);
    uint32_t *counts = tl_alloc(context, pieces * sizeof(*counts));
    char *text = tl_alloc(context, (size_t)head->text);
    tl_status status;
    if (mesh->vertices == NULL || mesh->triangles == NULL || reading->companion_digests == NULL || counts == NULL ||
        text == NULL) {
        status = TL_ERROR_MEMORY;
    } else if (!tl_bytes_read_at(file, &at, mesh->vertices, vertices * sizeof(*mesh->vertices)) ||
               !tl_bytes_read_at(file, &at, mesh->triangles, triangles * 3 * sizeof(*mesh->triangles)) ||
               !tl_bytes_read_at(file, &at, reading->companion_digests, digests) ||
               !tl_bytes_read_at(file, &at, counts, pieces * sizeof(*counts)) ||
               !tl_bytes_read_at(file, &at, text, (size_t)head->text)) {
        status = TL_ERROR_INTERNAL;
    } else {
        mesh->vertex_count = mesh->vertex_capacity = vertices;
        mesh->triangle_capacity = triangles;
        mesh->unit = (tl_mesh_unit)head->unit;
        mesh->up = (tl_axis)head->up;
        mesh->weld = (tl_weld_report){.vertices_joined = (size_t)head->joined,
                                      .vertices_unused = (size_t)head->unused,
                                      .slivers_absorbed = (size_t)head->absorbed,
                                      .degenerate_dropped = (size_t)head->degenerate,
                                      .duplicates_dropped = (size_t)head->duplicates};
        const tl_import_answer_texts texts = {
            text, (size_t)head->text, counts, pieces, triangles, (size_t)head->warnings, (size_t)head->companions};
        status = tl_bytes_take_texts(&texts, reading);
        if (status == TL_OK && !tl_import_mesh_is_sound(mesh)) {
            status = TL_ERROR_INTERNAL;
        }
    }
    tl_free(context, counts);
    tl_free(context, text);
    return status;
}

tl_status tl_import_answer_read(tl_context *context, int file, uint64_t size, tl_import_reading *reading,
                                tl_error *error) {
    answer_head head;
    uint64_t at = 0;
    if (size < sizeof(head) || !tl_bytes_read_at(file, &at, &head, sizeof(head)) || !head_is_plausible(&head, size)) {
        return TL_ERROR_INTERNAL;
    }
    if (head.status != TL_OK) {
        if (head.vertices + head.triangles + head.pieces + head.warnings + head.companions != 0 || head.text > 4096) {
            return TL_ERROR_INTERNAL;
        }
        char text[4096];
        bool taken = tl_bytes_read_at(file, &at, text, (size_t)head.text) && take_error(&head, text, error);
        return taken ? (tl_status)head.status : TL_ERROR_INTERNAL;
    }
    tl_import_reading made = {.mesh = tl_mesh_create(context), .guards = head.guards, .content = head.content};
    if (made.mesh == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = take_reading(context, file, at, &head, &made);
    if (status != TL_OK) {
        tl_import_reading_free(context, &made);
        tl_mesh_destroy(made.mesh);
        return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
    }
    *reading = made;
    return TL_OK;
}
