/* checkpoint.c: writes records of finished work to a file, and reads them back. */
#include "board/checkpoint.h"

#include "board/limits.h"
#include "io/file.h"

#include <stdio.h>
#include <string.h>

#define ANY   "trueline " /* as files of every version begin */
#define MAGIC ANY "checkpoint 1 "

/* What a file of a kind begins with. */
static size_t magic_of(const char *kind, char magic[TL_BOARD_CHECKPOINT_MAGIC]) {
    return (size_t)snprintf(magic, TL_BOARD_CHECKPOINT_MAGIC, "%s%s\n", MAGIC, kind);
}

/* --- Key ---------------------------------------------------------------------------------------------------------- */

static tl_digest add_text(tl_digest d, const char *text) {
    return tl_digest_add(d, text, strlen(text));
}

static tl_digest add_world(tl_digest d, const tl_table *table) {
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        const tl_bvh *bvh = tl_world_get(table->world, slot);
        d = tl_digest_add(d, &slot, sizeof(slot));
        if (bvh == NULL) {
            continue;
        }
        d = tl_digest_add(d, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh) * sizeof(tl_vec3));
        d = tl_digest_add(d, tl_bvh_triangles(bvh), 3 * tl_bvh_triangle_count(bvh) * sizeof(uint32_t));
        for (uint32_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
            uint8_t role = (uint8_t)tl_bvh_role(bvh, i);
            d = tl_digest_add(d, &role, 1);
        }
    }
    return d;
}

static tl_digest add_rules(tl_digest d, const tl_inquiry *inquiry) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    d = add_text(d, tl_ruleset_name(ruleset));
    d = tl_digest_add(d, &inquiry->game_unit, sizeof(inquiry->game_unit));
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        char value[256];
        tl_settings_text(&inquiry->settings, i, value, sizeof(value));
        d = add_text(add_text(d, tl_ruleset_setting(ruleset, i)->name), value);
    }
    uint64_t rows =
        tl_ruleset_hash(ruleset); /* classes, arcs, areas and kinds, and everything else that its files say */
    d = tl_digest_add(d, &rows, sizeof(rows));
    return d;
}

tl_digest tl_checkpoint_key(const tl_inquiry *inquiry, const char *kind, const char *question) {
    size_t size;
    const char *document = tl_document_text(inquiry->table->document, &size);
    tl_digest d = add_text(add_text((tl_digest){0, 0}, MAGIC), kind);
    d = add_text(d, tl_version());
    d = tl_digest_add(d, document, size);
    d = add_world(d, inquiry->table);
    d = add_rules(d, inquiry);
    return add_text(d, question);
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

void tl_checkpoint_put(tl_checkpoint_writer *w, const void *data, size_t size) {
    if (w->failed || !tl_reserve(w->context, (void **)&w->data, &w->capacity, w->size + size, 1)) {
        w->failed = true;
        return;
    }
    if (size > 0) {
        memcpy(w->data + w->size, data, size);
    }
    w->size += size;
}

static void to_bytes(uint64_t value, uint8_t out[8]) {
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
}

void tl_checkpoint_put_u64(tl_checkpoint_writer *w, uint64_t value) {
    uint8_t out[8];
    to_bytes(value, out);
    tl_checkpoint_put(w, out, 8);
}

void tl_checkpoint_put_double(tl_checkpoint_writer *w, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    tl_checkpoint_put_u64(w, bits);
}

void tl_checkpoint_begin(tl_checkpoint_writer *w, tl_context *context, const char *kind, const char *question,
                         tl_digest key) {
    char magic[TL_BOARD_CHECKPOINT_MAGIC];
    *w = (tl_checkpoint_writer){.context = context};
    tl_checkpoint_put(w, magic, magic_of(kind, magic));
    tl_checkpoint_put_u64(w, strlen(question));
    tl_checkpoint_put(w, question, strlen(question));
    tl_checkpoint_put_u64(w, key.a);
    tl_checkpoint_put_u64(w, key.b);
}

/* The length of a record is known where it ends. */
static void end_record(tl_checkpoint_writer *w) {
    if (w->open > 0 && !w->failed) {
        to_bytes(w->size - w->open - 8, w->data + w->open);
    }
    w->open = 0;
}

void tl_checkpoint_put_record(tl_checkpoint_writer *w, const tl_checkpoint_record *record) {
    end_record(w);
    tl_checkpoint_put_u64(w, record->task.a);
    tl_checkpoint_put_u64(w, record->task.b);
    tl_checkpoint_put_u64(w, record->index);
    tl_checkpoint_put_u64(w, record->rulings);
    tl_checkpoint_put_u64(w, record->proofs);
    w->open = w->size;
    tl_checkpoint_put_u64(w, 0);
}

tl_status tl_checkpoint_save(tl_checkpoint_writer *w, const char *path, tl_error *error) {
    end_record(w);
    tl_digest all = w->failed ? (tl_digest){0, 0} : tl_digest_add((tl_digest){0, 0}, w->data, w->size);
    tl_checkpoint_put_u64(w, all.a);
    tl_checkpoint_put_u64(w, all.b);
    tl_status status = w->failed ? tl_fail_memory(error) : tl_file_save(w->context, path, w->data, w->size, error);
    tl_free(w->context, w->data);
    w->data = NULL;
    return status;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

const uint8_t *tl_checkpoint_get(tl_checkpoint_reader *r, uint64_t size) {
    if (r->failed || size > tl_checkpoint_left(r)) {
        r->failed = true;
        return NULL;
    }
    const uint8_t *at = r->at;
    r->at += size;
    return at;
}

uint64_t tl_checkpoint_left(const tl_checkpoint_reader *r) {
    return (uint64_t)(r->record_end - r->at);
}

uint64_t tl_checkpoint_get_u64(tl_checkpoint_reader *r) {
    const uint8_t *at = tl_checkpoint_get(r, 8);
    uint64_t value = 0;
    for (int i = 0; at != NULL && i < 8; i++) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

double tl_checkpoint_get_double(tl_checkpoint_reader *r) {
    uint64_t bits = tl_checkpoint_get_u64(r);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static tl_digest get_digest(tl_checkpoint_reader *r) {
    tl_digest d = {.a = tl_checkpoint_get_u64(r)};
    d.b = tl_checkpoint_get_u64(r);
    return d;
}

bool tl_checkpoint_next(tl_checkpoint_reader *r, tl_checkpoint_record *record) {
    r->failed = r->failed || r->at != r->record_end;
    if (r->failed || r->at == r->end) {
        return false;
    }
    r->record_end = r->end;
    record->task = get_digest(r);
    record->index = tl_checkpoint_get_u64(r);
    record->rulings = tl_checkpoint_get_u64(r);
    record->proofs = tl_checkpoint_get_u64(r);
    uint64_t size = tl_checkpoint_get_u64(r);
    r->failed = r->failed || size > tl_checkpoint_left(r);
    r->record_end = r->failed ? r->at : r->at + size;
    return !r->failed;
}

tl_status tl_checkpoint_damaged(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "work this part out anew", "the part is damaged");
}

tl_status tl_checkpoint_foreign(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL,
                   "give the scene, the settings and the version of the program that it was made with",
                   "the part belongs to another map, scene or question");
}

/* Whether a file begins with those bytes; `size` gets how many of as many there are, 0 when it can't be read. */
static bool begins_with(const char *path, const char *wanted, size_t *size) {
    char begin[TL_BOARD_CHECKPOINT_MAGIC];
    FILE *file = fopen(path, "rb");
    *size = 0;
    if (file != NULL) {
        *size = fread(begin, 1, strlen(wanted), file);
        fclose(file);
    }
    return *size == strlen(wanted) && memcmp(begin, wanted, *size) == 0;
}

bool tl_checkpoint_is(const char *path, const char *kind) {
    char magic[TL_BOARD_CHECKPOINT_MAGIC];
    size_t size;
    magic_of(kind, magic);
    return begins_with(path, magic, &size);
}

bool tl_checkpoint_is_any(const char *path) {
    size_t size;
    return begins_with(path, ANY, &size) || size == 0;
}

tl_status tl_checkpoint_open(tl_checkpoint_reader *r, tl_context *context, const char *path, const char *kind,
                             tl_error *error) {
    char magic[TL_BOARD_CHECKPOINT_MAGIC];
    size_t size, begin = magic_of(kind, magic);
    *r = (tl_checkpoint_reader){.context = context, .path = path};
    tl_status status = tl_file_read(context, path, TL_BOARD_CHECKPOINT_BYTES, &r->data, &size, error);
    if (status != TL_OK) {
        return status;
    }
    if (size < begin || memcmp(r->data, magic, begin) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "name a file that `--shard` or `--resume` has written",
                       "this is no part of a map");
    }
    if (size < begin + TL_BOARD_CHECKPOINT_DIGEST) {
        return tl_checkpoint_damaged(path, error);
    }
    r->end = (const uint8_t *)r->data + size;
    r->record_end = r->end;
    r->at = r->end - TL_BOARD_CHECKPOINT_DIGEST;
    if (!tl_digest_equal(tl_digest_add((tl_digest){0, 0}, r->data, size - TL_BOARD_CHECKPOINT_DIGEST), get_digest(r))) {
        return tl_checkpoint_damaged(path, error);
    }
    r->at = (const uint8_t *)r->data + begin;
    r->end -= TL_BOARD_CHECKPOINT_DIGEST;
    r->record_end = r->end;
    uint64_t length = tl_checkpoint_get_u64(r);
    const uint8_t *question = tl_checkpoint_get(r, length);
    r->key = get_digest(r);
    if (r->failed) {
        return tl_checkpoint_damaged(path, error);
    }
    r->record_end = r->at;
    r->question = tl_alloc(context, (size_t)length + 1);
    if (r->question == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(r->question, question, (size_t)length);
    r->question[length] = '\0';
    return TL_OK;
}

void tl_checkpoint_close(tl_checkpoint_reader *r) {
    if (r->context != NULL) {
        tl_free(r->context, r->data);
        tl_free(r->context, r->question);
    }
    *r = (tl_checkpoint_reader){.context = NULL};
}

tl_status tl_checkpoint_question(tl_context *context, const char *path, const char *kind, char **question,
                                 tl_error *error) {
    tl_checkpoint_reader r;
    tl_status status = tl_checkpoint_open(&r, context, path, kind, error);
    if (status == TL_OK) {
        *question = r.question;
        r.question = NULL;
    }
    tl_checkpoint_close(&r);
    return status;
}
