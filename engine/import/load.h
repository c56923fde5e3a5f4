/* load.h: reading a mesh file in this very process, with Assimp or lib3mf. Internal to engine/import. */
#ifndef TL_IMPORT_LOAD_H
#define TL_IMPORT_LOAD_H

#include "mesh/mesh.h"

/* A mesh, and how it was read. */
typedef struct tl_reading {
    tl_mesh *mesh;
    char **companions; /* files that it asked for beside its own, there or not, as paths */
    size_t companion_count;
    unsigned guards; /* TL_GUARD_..., of import.h */
} tl_reading;

/* Frees the companions, not the mesh. */
void tl_reading_free(tl_context *context, tl_reading *reading);

/* Whether they know the kind of file, told by the path's extension. */
bool tl_load_knows(const char *extension);

/* As tl_mesh_import, without its protection, leaving `guards` as they are: on a damaged file they may abort, hang, or
 * eat all memory. */
tl_status tl_load(tl_context *context, const char *path, tl_reading *reading, tl_error *error);

#endif
