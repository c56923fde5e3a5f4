/* cache.h: a folder of meshes that were read before, as `.tlmesh`. Internal to engine/import.
 *
 * Each lies under a key made of its file's content and name and of what read it, and remembers the files that were read
 * with it. What is missing, damaged, old or no longer true is made again without a word; a folder that can't be written
 * only costs time. Any number of processes may share one. */
#ifndef TL_IMPORT_CACHE_H
#define TL_IMPORT_CACHE_H

#include "base/digest.h"
#include "import/load.h"

/* The folder holds at most this many bytes, unless told otherwise; what was used longest ago goes first. */
#define TL_CACHE_MOST ((uint64_t)2 << 30)

typedef struct tl_cache_key {
    tl_digest digest;
    uint64_t size;                /* of the mesh file */
    int64_t seconds, nanoseconds; /* when it was changed last */
} tl_cache_key;

/* False when the file can't be read, or is larger than any that is imported. */
bool tl_cache_key_make(tl_context *context, const char *path, tl_cache_key *key);

/* Whether the folder holds the mesh; then `*reading` has it. */
bool tl_cache_find(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                   tl_reading *reading);

/* Puts what was read into the folder, which is made when it isn't there, all or nothing; unless the mesh file has
 * changed since the key was made. Then removes the oldest until at most `most` bytes are left. */
void tl_cache_keep(tl_context *context, const char *folder, const char *path, const tl_cache_key *key,
                   const tl_reading *reading, uint64_t most);

#endif
