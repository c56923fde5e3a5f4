/* answer.h: what an import child hands back, as bytes. Internal to engine/import.
 *
 * Written and read by the same program on the same machine, so numbers are stored as they lie in memory. The reader
 * trusts nothing: a child that a damaged file has driven mad may write anything. */
#ifndef TL_IMPORT_ANSWER_H
#define TL_IMPORT_ANSWER_H

#include "import/reading.h"

/* The child's descriptors: where the answer goes, and a pipe that does nothing but close when the child ends. */
#define TL_IMPORT_ANSWER_FILE 3
#define TL_PIPE_FILE          4

/* Writes what was read, or (`reading` NULL) an error report, to a file descriptor that can be sought. The head comes
 * last, so that an interrupted answer is no answer. False when it can't be written. */
bool tl_import_answer_write(int file, const tl_import_reading *reading, const tl_error *error);

/* Reads an answer of `size` bytes from the start of a file descriptor. Returns TL_OK and a mesh that keeps every
 * promise of tl_import_mesh, with its companions, or the child's error in `error`, or TL_ERROR_INTERNAL with `error`
 * unchanged when the bytes are no complete and consistent answer, or TL_ERROR_MEMORY. */
tl_status tl_import_answer_read(tl_context *context, int file, uint64_t size, tl_import_reading *reading,
                                tl_error *error);

#endif
