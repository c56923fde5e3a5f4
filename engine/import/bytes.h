/* bytes.h: what answers of import children and cached meshes share: bytes at places in files, and contents that are
 * looked through before anybody believes them. Internal to engine/import. */
#ifndef TL_IMPORT_BYTES_H
#define TL_IMPORT_BYTES_H

#include "import/reading.h"

/* All of `size` bytes, or false; `*at` moves behind them. */
bool tl_bytes_write_at(int file, uint64_t *at, const void *data, size_t size);
bool tl_bytes_read_at(int file, uint64_t *at, void *data, size_t size);

/* Zero-terminated strings: the names of the pieces, the warnings, the companions. `counts` holds the triangles of each
 * piece. */
typedef struct tl_import_answer_texts {
    const char *text;
    size_t size;
    const uint32_t *counts;
    size_t pieces, triangles, warnings, companions;
} tl_import_answer_texts;

/* The next of the strings in [*at, end), or NULL when there is none. */
const char *tl_bytes_next_text(const char **at, const char *end);

/* Gives the reading's mesh its pieces and warnings, and the reading its companions. TL_ERROR_INTERNAL when the strings
 * don't come out even or the pieces don't cover the triangles, TL_ERROR_MEMORY. */
tl_status tl_bytes_take_texts(const tl_import_answer_texts *texts, tl_import_reading *reading);

/* Whether every coordinate is finite and every index in range. */
bool tl_import_mesh_is_sound(const tl_mesh *mesh);

#endif
