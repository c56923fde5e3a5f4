/* bytes.h: numbers in a file, little-endian, with the question that they answer and a digest of all at the end. */
#ifndef TL_BOARD_BYTES_H
#define TL_BOARD_BYTES_H

#include "base/base.h"
#include "base/digest.h"

/* A file being written. Failed for want of memory: told when it is saved. */
typedef struct tl_board_bytes {
    tl_context *context;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} tl_board_bytes;

/* Begins with the magic word, the question and the key of everything that the answer depends on. */
void tl_board_bytes_begin(tl_board_bytes *b, const char *magic, const char *question, tl_digest key);
void tl_board_put(tl_board_bytes *b, const void *data, size_t size);
void tl_board_put_u64(tl_board_bytes *b, uint64_t value);
void tl_board_put_double(tl_board_bytes *b, double value);
/* Adds the digest, and saves all or nothing; frees what was written. Errors: TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status tl_board_bytes_save(tl_board_bytes *b, const char *path, tl_error *error);

/* A file being read. */
typedef struct tl_board_reader {
    tl_context *context;
    const char *path;
    char *data;
    const uint8_t *at, *end;
    char *question; /* ends in a zero */
    tl_digest key;
    bool failed; /* it ended too early */
} tl_board_reader;

/* Reads a file and checks it. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT for a file that begins otherwise, or is damaged;
 * TL_ERROR_MEMORY. Close in any case. */
tl_status tl_board_reader_open(tl_board_reader *r, tl_context *context, const char *path, const char *magic,
                               tl_error *error);
void tl_board_reader_close(tl_board_reader *r);
uint64_t tl_board_get_u64(tl_board_reader *r);
double tl_board_get_double(tl_board_reader *r);
/* So many bytes inside the file; NULL when there aren't. */
const uint8_t *tl_board_get(tl_board_reader *r, uint64_t size);
/* The question that a file answers; freed by the caller. Errors as of opening. */
tl_status tl_board_bytes_question(tl_context *context, const char *path, const char *magic, char **question,
                                  tl_error *error);
tl_status tl_board_damaged(const char *path, tl_error *error);
/* Whether a file is empty or begins as parts of any version do, so that it may be written over: nobody's scene. */
bool tl_board_is_part(const char *path);
/* That the file was made for something else. */
tl_status tl_board_foreign(const char *path, tl_error *error);

#endif
