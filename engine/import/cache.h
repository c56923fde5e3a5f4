/* cache.h: a folder of meshes that were read before, as `.tlmesh`. Internal to engine/import.
 *
 * Each lies under a key made of its file's content and name and of what read it, and remembers the files that were read
 * with it. What is missing, damaged, old or no longer true is made again without a word; a folder that can't be written
 * only costs time. Any number of processes may share one. */
#ifndef TL_IMPORT_CACHE_H
#define TL_IMPORT_CACHE_H

#include "base/digest.h"
#include "import/reading.h"

/* The folder holds at most this many bytes, unless told otherwise; what was used longest ago goes first. */
#define TL_CACHE_MOST ((uint64_t)2 << 30)

typedef struct tl_cache_key {
    tl_digest digest;
    tl_digest content; /* of the mesh file */
} tl_cache_key;

/* TL_ERROR_FILE: it can't be read, or is larger than any that is imported; TL_ERROR_CANCELLED. */
tl_status tl_cache_key_make(tl_context *context, const char *path, tl_cache_key *key);

/* When the folder holds the mesh, `*reading` gets it. TL_ERROR_NOT_FOUND, TL_ERROR_CANCELLED. */
tl_status tl_cache_find(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                        tl_import_reading *reading);

/* Puts what was read into the folder, which is made when it isn't there, all or nothing; unless it was
 * read from other bytes than the key was made of: so whatever is done to the files meanwhile, an entry is never found
 * under the key of another content. Then removes the oldest until at most `most` bytes are left. What
 * can't be kept is no error; TL_ERROR_CANCELLED leaves nothing half written. */
tl_status tl_cache_keep(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                        const tl_import_reading *reading, uint64_t most);

#endif
