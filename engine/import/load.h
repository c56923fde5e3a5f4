/* load.h: reading a mesh file in this very process, with Assimp or lib3mf. Internal to engine/import. */
#ifndef TL_IMPORT_LOAD_H
#define TL_IMPORT_LOAD_H

#include "import/reading.h"

/* Whether they know the kind of file, told by the path's extension. */
bool tl_import_knows(const char *extension);

/* As tl_import_mesh, without its protection, leaving `guards` as they are: on a damaged file they may abort, hang, or
 * eat all memory. The file, and each companion, is read once, into memory: what is changed meanwhile is either all of
 * it in the mesh or none. */
tl_status tl_import_load(tl_context *context, const char *path, tl_import_reading *reading, tl_error *error);

#endif
