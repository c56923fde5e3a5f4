/* bytes.c: numbers to a file and back. */
#include "board/bytes.h"

#include "io/file.h"

#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 30)

/* --- Writing ------------------------------------------------------------------------------------------------------ */

void tl_board_put(tl_board_bytes *b, const void *data, size_t size) {
    if (b->failed || !tl_reserve(b->context, (void **)&b->data, &b->capacity, b->size + size, 1)) {
        b->failed = true;
        return;
    }
    if (size > 0) {
        memcpy(b->data + b->size, data, size);
    }
    b->size += size;
}

void tl_board_put_u64(tl_board_bytes *b, uint64_t value) {
    uint8_t out[8];
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
    tl_board_put(b, out, 8);
}

void tl_board_put_double(tl_board_bytes *b, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    tl_board_put_u64(b, bits);
}

void tl_board_bytes_begin(tl_board_bytes *b, const char *magic, const char *question, tl_digest key) {
    tl_board_put(b, magic, strlen(magic));
    tl_board_put_u64(b, strlen(question));
    tl_board_put(b, question, strlen(question));
    tl_board_put_u64(b, key.a);
    tl_board_put_u64(b, key.b);
}

tl_status tl_board_bytes_save(tl_board_bytes *b, const char *path, tl_error *error) {
    tl_digest all = b->failed ? (tl_digest){0, 0} : tl_digest_add((tl_digest){0, 0}, b->data, b->size);
    tl_board_put_u64(b, all.a);
    tl_board_put_u64(b, all.b);
    tl_status status = b->failed ? tl_fail_memory(error) : tl_file_save(b->context, path, b->data, b->size, error);
    tl_free(b->context, b->data);
    b->data = NULL;
    return status;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

uint64_t tl_board_get_u64(tl_board_reader *r) {
    const uint8_t *at = tl_board_get(r, 8);
    uint64_t value = 0;
    for (int i = 0; at != NULL && i < 8; i++) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

double tl_board_get_double(tl_board_reader *r) {
    uint64_t bits = tl_board_get_u64(r);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

const uint8_t *tl_board_get(tl_board_reader *r, uint64_t size) {
    if (r->failed || size > (uint64_t)(r->end - r->at)) {
        r->failed = true;
        return NULL;
    }
    const uint8_t *at = r->at;
    r->at += size;
    return at;
}

tl_status tl_board_damaged(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "work this part out anew", "the part is damaged");
}

tl_status tl_board_foreign(const char *path, tl_error *error) {
    return tl_fail(error, TL_ERROR_FORMAT, path, NULL,
                   "give the scene, the settings and the version of the program that it was made with",
                   "the part belongs to another map, scene or question");
}

bool tl_board_is_part(const char *path) {
    static const char begins[] = "trueline ";
    char begin[sizeof(begins)] = "";
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    if (file != NULL) {
        size = fread(begin, 1, sizeof(begins) - 1, file);
        fclose(file);
    }
    return size == 0 || strcmp(begin, begins) == 0;
}

tl_status tl_board_reader_open(tl_board_reader *r, tl_context *context, const char *path, const char *magic,
                               tl_error *error) {
    size_t size, begin = strlen(magic);
    *r = (tl_board_reader){.context = context, .path = path};
    tl_status status = tl_file_read(context, path, MOST_BYTES, &r->data, &size, error);
    if (status != TL_OK) {
        return status;
    }
    if (size < begin || memcmp(r->data, magic, begin) != 0) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "name a file that `--shard` or `--resume` has written",
                       "this is no part of a map");
    }
    if (size < begin + 16) {
        return tl_board_damaged(path, error);
    }
    r->end = (const uint8_t *)r->data + size;
    r->at = r->end - 16;
    tl_digest all = tl_digest_add((tl_digest){0, 0}, r->data, size - 16), said;
    said.a = tl_board_get_u64(r);
    said.b = tl_board_get_u64(r);
    if (!tl_digest_equal(all, said)) {
        return tl_board_damaged(path, error);
    }
    r->at = (const uint8_t *)r->data + begin;
    r->end -= 16;
    uint64_t length = tl_board_get_u64(r);
    const uint8_t *question = tl_board_get(r, length);
    r->key.a = tl_board_get_u64(r);
    r->key.b = tl_board_get_u64(r);
    if (r->failed) {
        return tl_board_damaged(path, error);
    }
    r->question = tl_alloc(context, (size_t)length + 1);
    if (r->question == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(r->question, question, (size_t)length);
    r->question[length] = '\0';
    return TL_OK;
}

void tl_board_reader_close(tl_board_reader *r) {
    if (r->context != NULL) {
        tl_free(r->context, r->data);
        tl_free(r->context, r->question);
    }
    *r = (tl_board_reader){.context = NULL};
}

tl_status tl_board_bytes_question(tl_context *context, const char *path, const char *magic, char **question,
                                  tl_error *error) {
    tl_board_reader r;
    tl_status status = tl_board_reader_open(&r, context, path, magic, error);
    if (status == TL_OK) {
        *question = r.question;
        r.question = NULL;
    }
    tl_board_reader_close(&r);
    return status;
}
