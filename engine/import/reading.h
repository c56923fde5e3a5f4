/* reading.h: a mesh as it was read: with what was asked for beside it, and what stands for its bytes. Internal to
 * engine/import. */
#ifndef TL_IMPORT_READING_H
#define TL_IMPORT_READING_H

#include "base/digest.h"
#include "mesh/mesh.h"

/* A mesh, and how it was read. */
typedef struct tl_import_reading {
    tl_mesh *mesh;
    char **companions; /* files that it asked for beside its own, there or not, as paths */
    size_t companion_count;
    unsigned guards;              /* TL_GUARD_..., of import.h */
    tl_digest content;            /* of the very bytes that were made a mesh of (tl_import_content_digest) */
    tl_digest *companion_digests; /* what each companion was when it was asked for (access.h) */
} tl_import_reading;

/* Stands for a file's content: a megabyte after the other, so that it can be made while reading. */
tl_digest tl_import_content_digest(const void *bytes, size_t size);
#define TL_CONTENT_CHUNK ((size_t)1 << 20)

/* Frees the companions and their digests, not the mesh. */
void tl_import_reading_free(tl_context *context, tl_import_reading *reading);

#endif
