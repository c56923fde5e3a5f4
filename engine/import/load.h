/* load.h: reading a mesh file in this very process, with Assimp or lib3mf. Internal to engine/import. */
#ifndef TL_IMPORT_LOAD_H
#define TL_IMPORT_LOAD_H

#include "base/digest.h"
#include "mesh/mesh.h"

/* A mesh, and how it was read. */
typedef struct tl_reading {
    tl_mesh *mesh;
    char **companions; /* files that it asked for beside its own, there or not, as paths */
    size_t companion_count;
    unsigned guards;              /* TL_GUARD_..., of import.h */
    tl_digest content;            /* of the very bytes that were made a mesh of (tl_content_digest) */
    tl_digest *companion_digests; /* what each companion was when it was asked for (access.h) */
} tl_reading;

/* What progress is told of. */
#define TL_PARSING "reading the mesh"
#define TL_TAKING  "taking faces"

/* Stands for a file's content: a megabyte after the other, so that it can be made while reading. */
tl_digest tl_content_digest(const void *bytes, size_t size);
#define TL_CONTENT_CHUNK ((size_t)1 << 20)

/* Frees the companions and their digests, not the mesh. */
void tl_reading_free(tl_context *context, tl_reading *reading);

/* Whether they know the kind of file, told by the path's extension. */
bool tl_load_knows(const char *extension);

/* As tl_mesh_import, without its protection, leaving `guards` as they are: on a damaged file they may abort, hang, or
 * eat all memory. The file, and each companion, is read once, into memory: what is changed meanwhile is either all of
 * it in the mesh or none. */
tl_status tl_load(tl_context *context, const char *path, tl_reading *reading, tl_error *error);

#endif
