/* tlmesh.c: `.tlmesh` files, written and read with suspicion. */
#include "import/tlmesh.h"
#include "import/bytes.h"

#include <stddef.h>
#include <string.h>

#define MAGIC UINT64_C(0x4853454d4c547e89) /* not text, and another number in another byte order */

typedef struct tlmesh_head {
    uint64_t magic;
    tl_digest checksum; /* of everything behind it */
    uint64_t version;
    uint64_t size; /* of the whole file */
    tl_digest key;
    uint64_t vertices, triangles, pieces, warnings, companions, text;
    uint64_t joined, unused, absorbed, degenerate, duplicates;
    tl_digest solid_of;
    uint32_t solid, unit, up, guards;
} tlmesh_head;

#define COVERED offsetof(tlmesh_head, version)

_Static_assert(sizeof(tlmesh_head) == 176 && sizeof(tl_vec3) == 24, "no gaps: every byte is stored");

/* --- Writing ------------------------------------------------------------------------------------------------------ */

/* A section at a time, counted into the checksum. */
typedef struct tlmesh_writer {
    tl_context *context;
    int file;
    uint64_t at, size;
    tl_digest sum;
    bool failed, stopped;
} tlmesh_writer;

#define STEP ((size_t)4 << 20) /* bytes between two questions whether to go on */

static void put(tlmesh_writer *w, const void *data, size_t size) {
    w->sum = tl_digest_add(w->sum, data, size);
    for (size_t done = 0; done < size && !w->failed && !w->stopped; done += STEP) {
        size_t part = size - done < STEP ? size - done : STEP;
        w->failed = !tl_bytes_write_at(w->file, &w->at, (const char *)data + done, part);
        w->stopped = part == STEP && !tl_progress(w->context, (double)w->at / (double)w->size, "keeping the mesh");
    }
}

static size_t text_size(const tl_import_reading *reading) {
    size_t size = 0;
    for (size_t i = 0; i < reading->mesh->piece_count; i++) {
        size += strlen(reading->mesh->pieces[i].names) + 1;
    }
    for (size_t i = 0; i < reading->mesh->warning_count; i++) {
        size += strlen(reading->mesh->warnings[i]) + 1;
    }
    for (size_t i = 0; i < reading->companion_count; i++) {
        size += strlen(reading->companions[i]) + 1;
    }
    return size;
}

static char *append_text(char *at, const char *text) {
    size_t size = strlen(text) + 1;
    memcpy(at, text, size);
    return at + size;
}

/* All strings one after the other, each with its zero; NULL without memory. */
static char *join_texts(const tl_import_reading *reading, size_t size) {
    char *text = tl_alloc(reading->mesh->context, size);
    char *at = text;
    for (size_t i = 0; text != NULL && i < reading->mesh->piece_count; i++) {
        at = append_text(at, reading->mesh->pieces[i].names);
    }
    for (size_t i = 0; text != NULL && i < reading->mesh->warning_count; i++) {
        at = append_text(at, reading->mesh->warnings[i]);
    }
    for (size_t i = 0; text != NULL && i < reading->companion_count; i++) {
        at = append_text(at, reading->companions[i]);
    }
    return text;
}

static tlmesh_head head_of(const tl_import_reading *reading, tl_digest key, size_t text) {
    const tl_mesh *mesh = reading->mesh;
    const size_t vertices = mesh->vertex_count * sizeof(*mesh->vertices);
    const size_t triangles = 3 * mesh->triangle_count * sizeof(*mesh->triangles);
    return (tlmesh_head){
        .magic = MAGIC,
        .version = TL_TLMESH_VERSION,
        .size = sizeof(tlmesh_head) + vertices + triangles + mesh->piece_count * sizeof(uint32_t) +
                reading->companion_count * sizeof(tl_digest) + text,
        .key = key,
        .vertices = mesh->vertex_count,
        .triangles = mesh->triangle_count,
        .pieces = mesh->piece_count,
        .warnings = mesh->warning_count,
        .companions = reading->companion_count,
        .text = text,
        .joined = mesh->weld.vertices_joined,
        .unused = mesh->weld.vertices_unused,
        .absorbed = mesh->weld.slivers_absorbed,
        .degenerate = mesh->weld.degenerate_dropped,
        .duplicates = mesh->weld.duplicates_dropped,
        .solid_of = mesh->solid_of,
        .solid = mesh->solid,
        .unit = (uint32_t)mesh->unit,
        .up = (uint32_t)mesh->up,
        .guards = reading->guards,
    };
}

tl_status tl_tlmesh_write(int file, tl_digest key, const tl_import_reading *reading) {
    const tl_mesh *mesh = reading->mesh;
    size_t size = text_size(reading);
    char *text = join_texts(reading, size);
    if (text == NULL) {
        return TL_ERROR_MEMORY;
    }
    tlmesh_head head = head_of(reading, key, size);
    tlmesh_writer w = {.context = mesh->context, .file = file, .at = COVERED, .size = head.size};
    put(&w, &head.version, sizeof(head) - COVERED);
    put(&w, mesh->vertices, mesh->vertex_count * sizeof(*mesh->vertices));
    put(&w, mesh->triangles, 3 * mesh->triangle_count * sizeof(*mesh->triangles));
    for (size_t i = 0; i < mesh->piece_count; i++) {
        put(&w, &mesh->pieces[i].triangle_count, sizeof(uint32_t));
    }
    put(&w, reading->companion_digests, reading->companion_count * sizeof(*reading->companion_digests));
    put(&w, text, size);
    tl_free(mesh->context, text);
    head.checksum = w.sum;
    uint64_t start = 0;
    if (w.stopped) {
        return TL_ERROR_CANCELLED;
    }
    return !w.failed && tl_bytes_write_at(file, &start, &head, COVERED) ? TL_OK : TL_ERROR_FILE;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* Whether the counts fit the size exactly: then none can exceed it, nothing overflows, and no allocation is larger than
 * the file. */
static bool head_is_plausible(const tlmesh_head *head, uint64_t size, tl_digest key) {
    return head->magic == MAGIC && head->version == TL_TLMESH_VERSION && head->size == size &&
           size < (uint64_t)1 << 48 && tl_digest_equal(head->key, key) && head->vertices <= TL_MESH_MOST &&
           head->triangles <= TL_MESH_MOST && head->triangles > 0 && head->pieces <= head->triangles &&
           head->pieces > 0 && head->warnings <= head->text && head->companions <= head->text && head->text <= size &&
           head->solid <= 1 && head->unit <= TL_MESH_UNIT_FOOT && head->up <= TL_AXIS_NZ && head->guards < 8 &&
           size == sizeof(*head) + head->vertices * sizeof(tl_vec3) + head->triangles * 3 * sizeof(uint32_t) +
                       head->pieces * sizeof(uint32_t) + head->companions * sizeof(tl_digest) + head->text;
}

typedef struct tlmesh_reader {
    tl_context *context;
    int file;
    uint64_t at, size;
    tl_digest sum;
    bool stopped;
} tlmesh_reader;

static bool take(tlmesh_reader *r, void *data, size_t size) {
    bool taken = true;
    for (size_t done = 0; done < size && taken; done += STEP) {
        size_t part = size - done < STEP ? size - done : STEP;
        taken = tl_bytes_read_at(r->file, &r->at, (char *)data + done, part);
        r->stopped =
            part == STEP && !tl_progress(r->context, (double)r->at / (double)r->size, "taking the mesh from the cache");
        taken = taken && !r->stopped;
    }
    r->sum = taken ? tl_digest_add(r->sum, data, size) : r->sum;
    return taken;
}

/* Read in the sections, and the pieces of the sections, that they were written in: the checksum counts them so. */
static bool take_counts(tlmesh_reader *r, uint32_t *counts, size_t pieces) {
    if (!tl_bytes_read_at(r->file, &r->at, counts, pieces * sizeof(*counts))) {
        return false;
    }
    for (size_t i = 0; i < pieces; i++) {
        r->sum = tl_digest_add(r->sum, &counts[i], sizeof(*counts));
    }
    return true;
}

static tl_status take_all(tl_context *context, tlmesh_reader *r, const tlmesh_head *head, tl_import_reading *reading) {
    tl_mesh *mesh = reading->mesh;
    const size_t vertices = (size_t)head->vertices;
    const size_t triangles = (size_t)head->triangles;
    mesh->vertices = tl_alloc(context, vertices * sizeof(*mesh->vertices));
    mesh->triangles = tl_alloc(context, 3 * triangles * sizeof(*mesh->triangles));
    const size_t digests = (size_t)head->companions * sizeof(*reading->companion_digests);
    reading->companion_digests = tl_alloc(context, digests);
    uint32_t *counts = tl_alloc(context, (size_t)head->pieces * sizeof(*counts));
    char *text = tl_alloc(context, (size_t)head->text);
    tl_status status = TL_ERROR_FORMAT;
    if (mesh->vertices == NULL || mesh->triangles == NULL || reading->companion_digests == NULL || counts == NULL ||
        text == NULL) {
        status = TL_ERROR_MEMORY;
    } else if (take(r, mesh->vertices, vertices * sizeof(*mesh->vertices)) &&
               take(r, mesh->triangles, 3 * triangles * sizeof(*mesh->triangles)) &&
               take_counts(r, counts, (size_t)head->pieces) && take(r, reading->companion_digests, digests) &&
               take(r, text, (size_t)head->text) && tl_digest_equal(r->sum, head->checksum)) {
        mesh->vertex_count = mesh->vertex_capacity = vertices;
        mesh->triangle_capacity = triangles;
        const tl_import_answer_texts texts = {text,
                                              (size_t)head->text,
                                              counts,
                                              (size_t)head->pieces,
                                              triangles,
                                              (size_t)head->warnings,
                                              (size_t)head->companions};
        status = tl_bytes_take_texts(&texts, reading);
        status = status == TL_ERROR_INTERNAL ? TL_ERROR_FORMAT : status;
        if (status == TL_OK && !tl_import_mesh_is_sound(mesh)) {
            status = TL_ERROR_FORMAT;
        }
    }
    tl_free(context, counts);
    tl_free(context, text);
    return status;
}

tl_status tl_tlmesh_read(tl_context *context, int file, uint64_t size, tl_digest key, tl_import_reading *reading) {
    tlmesh_head head;
    uint64_t start = 0;
    if (size < sizeof(head) || !tl_bytes_read_at(file, &start, &head, sizeof(head)) ||
        !head_is_plausible(&head, size, key)) {
        return TL_ERROR_FORMAT;
    }
    tl_import_reading made = {.mesh = tl_mesh_create(context), .guards = head.guards};
    tl_status status = TL_ERROR_MEMORY;
    if (made.mesh != NULL) {
        tlmesh_reader r = {.context = context, .file = file, .at = sizeof(head), .size = size};
        r.sum = tl_digest_add(r.sum, &head.version, sizeof(head) - COVERED);
        status = take_all(context, &r, &head, &made);
        status = r.stopped ? TL_ERROR_CANCELLED : status;
    }
    if (status != TL_OK) {
        tl_import_reading_free(context, &made);
        tl_mesh_destroy(made.mesh);
        return status;
    }
    made.mesh->unit = (tl_mesh_unit)head.unit;
    made.mesh->up = (tl_axis)head.up;
    made.mesh->solid_of = head.solid_of;
    made.mesh->solid = head.solid != 0;
    made.mesh->weld = (tl_weld_report){.vertices_joined = (size_t)head.joined,
                                       .vertices_unused = (size_t)head.unused,
                                       .slivers_absorbed = (size_t)head.absorbed,
                                       .degenerate_dropped = (size_t)head.degenerate,
                                       .duplicates_dropped = (size_t)head.duplicates};
    *reading = made;
    return TL_OK;
}

bool tl_tlmesh_seal(void *bytes, size_t size) {
    tlmesh_head head;
    if (size < sizeof(head)) {
        return false;
    }
    char *at = bytes;
    memcpy(&head, at, sizeof(head));
    const uint64_t sections[] = {sizeof(head) - COVERED, head.vertices * sizeof(tl_vec3), head.triangles * 12};
    const uint64_t rest[] = {head.companions * sizeof(tl_digest), head.text};
    size_t place = COVERED;
    tl_digest sum = {0, 0};
    for (int i = 0; i < 3 && sections[i] <= size - place; i++) {
        sum = tl_digest_add(sum, at + place, (size_t)sections[i]);
        place += (size_t)sections[i];
    }
    for (uint64_t i = 0; i < head.pieces && size - place >= 4; i++) {
        sum = tl_digest_add(sum, at + place, 4);
        place += 4;
    }
    for (int i = 0; i < 2 && rest[i] <= size - place; i++) {
        sum = tl_digest_add(sum, at + place, (size_t)rest[i]);
        place += (size_t)rest[i];
    }
    head.checksum = sum;
    memcpy(at, &head, sizeof(head));
    return true;
}
