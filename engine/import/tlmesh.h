/* tlmesh.h: `.tlmesh`, our own form of a mesh that was read once. Internal to engine/import.
 *
 * A head, then vertices, triangles, piece lengths, digests of companions and texts, as they lie in memory: for the
 * machine that wrote it, to be made again at any time. A checksum covers everything; and whatever passes it is still
 * looked through like the answer of an import child, so that a file made to harm is no mesh. */
#ifndef TL_IMPORT_TLMESH_H
#define TL_IMPORT_TLMESH_H

#include "base/digest.h"
#include "import/reading.h"

/* Raise it with every change of the layout, and with every change of what importing makes of a file. */
#define TL_TLMESH_VERSION 6

/* Writes to a new file from its start. TL_ERROR_FILE: it can't be written; TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_tlmesh_write(int file, tl_digest key, const tl_import_reading *reading);

/* Reads a file of `size` bytes that was written for `key`. Returns TL_OK; TL_ERROR_FORMAT when it is damaged, old,
 * another's, or no such file at all; TL_ERROR_MEMORY; TL_ERROR_CANCELLED. The file is read, not mapped: what was
 * checked can't change afterwards, and a file that shrinks meanwhile is damaged instead of deadly. */
tl_status tl_tlmesh_read(tl_context *context, int file, uint64_t size, tl_digest key, tl_import_reading *reading);

/* What the checksum of such a file must be, or false when it is too short: for tests that damage files behind it. */
bool tl_tlmesh_seal(void *bytes, size_t size);

#endif
