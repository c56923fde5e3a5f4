/* load.h: reading a mesh file in this very process, with Assimp or lib3mf. Internal to engine/import. */
#ifndef TL_IMPORT_LOAD_H
#define TL_IMPORT_LOAD_H

#include "mesh/mesh.h"

/* Whether they know the kind of file, told by the path's extension. */
bool tl_load_knows(const char *extension);

/* As tl_mesh_import, without its protection: on a damaged file they may abort, hang, or eat all memory. */
tl_status tl_load(tl_context *context, const char *path, tl_mesh **mesh, tl_error *error);

#endif
