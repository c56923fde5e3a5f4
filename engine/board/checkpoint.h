/* checkpoint.h: work that was finished, in a file, so that it can be taken up again or put together with other shares
 * of it: the tiles of a map, the rows of a study.
 *
 * One format: a magic word with the kind, the question as JSON, the key of everything that the work depends on, then
 * records, each of one piece of work by itself; a digest of all at the end. All numbers are little-endian, of 64 bits.
 */
#ifndef TL_BOARD_CHECKPOINT_H
#define TL_BOARD_CHECKPOINT_H

#include "base/base.h"
#include "base/digest.h"
#include "judge/referee.h"

/* What a file keeps. */
#define TL_CHECKPOINT_MAP   "map"
#define TL_CHECKPOINT_STUDY "study"

/* A digest of everything that an answer depends on: the version, the scene, its meshes as they stand, the rule system
 * with its settings, the question. */
tl_digest tl_checkpoint_key(const tl_inquiry *inquiry, const char *kind, const char *question);

/* One piece of work, behind which stand its bytes. */
typedef struct tl_checkpoint_record {
    tl_digest task; /* what it is a piece of, where a question has several tasks */
    uint64_t index;
    uint64_t rulings, proofs; /* that went into it */
} tl_checkpoint_record;

/* --- Writing ------------------------------------------------------------------------------------------------------ */

/* A file being written. Failed for want of memory: told when it is saved. */
typedef struct tl_checkpoint_writer {
    tl_context *context;
    uint8_t *data;
    size_t size, capacity;
    size_t open; /* where the length of the record under way stands; 0: none is */
    bool failed;
} tl_checkpoint_writer;

void tl_checkpoint_begin(tl_checkpoint_writer *w, tl_context *context, const char *kind, const char *question,
                         tl_digest key);
/* Begins a record, which ends where the next one begins; its bytes are put behind it. */
void tl_checkpoint_put_record(tl_checkpoint_writer *w, const tl_checkpoint_record *record);
void tl_checkpoint_put(tl_checkpoint_writer *w, const void *data, size_t size);
void tl_checkpoint_put_u64(tl_checkpoint_writer *w, uint64_t value);
void tl_checkpoint_put_double(tl_checkpoint_writer *w, double value);
/* Saves all or nothing; frees what was written. Errors: TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status tl_checkpoint_save(tl_checkpoint_writer *w, const char *path, tl_error *error);

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* A file being read. */
typedef struct tl_checkpoint_reader {
    tl_context *context;
    const char *path;
    char *data;
    const uint8_t *at, *record_end, *end; /* of the record under way, and of all of them */
    char *question;                       /* ends in a zero */
    tl_digest key;
    bool failed; /* it ended too early, or a record wasn't read to its end */
} tl_checkpoint_reader;

/* Reads a file and checks it. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT for a file that is none of this kind, or is
 * damaged; TL_ERROR_MEMORY. Close in any case. */
tl_status tl_checkpoint_open(tl_checkpoint_reader *r, tl_context *context, const char *path, const char *kind,
                             tl_error *error);
void tl_checkpoint_close(tl_checkpoint_reader *r);
/* The next record, whose bytes are then to be read, all of them; false: there is none more, or the file has `failed`.
 */
bool tl_checkpoint_next(tl_checkpoint_reader *r, tl_checkpoint_record *record);
/* How many bytes of the record are still to be read. */
uint64_t tl_checkpoint_left(const tl_checkpoint_reader *r);
uint64_t tl_checkpoint_get_u64(tl_checkpoint_reader *r);
double tl_checkpoint_get_double(tl_checkpoint_reader *r);
/* So many bytes of the record; NULL when there aren't. */
const uint8_t *tl_checkpoint_get(tl_checkpoint_reader *r, uint64_t size);

/* The question that a file answers; freed by the caller with tl_free. Errors as of opening. */
tl_status tl_checkpoint_question(tl_context *context, const char *path, const char *kind, char **question,
                                 tl_error *error);
/* Whether a file begins as those of a kind do. */
bool tl_checkpoint_is(const char *path, const char *kind);
/* Whether a file is empty or begins as those of any kind and version do, so that it may be written over: nobody's
 * scene. */
bool tl_checkpoint_is_any(const char *path);
/* That a file is damaged, or was made for something else: TL_ERROR_FORMAT. */
tl_status tl_checkpoint_damaged(const char *path, tl_error *error);
tl_status tl_checkpoint_foreign(const char *path, tl_error *error);

#endif
