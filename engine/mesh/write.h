/* write.h: writing meshes to files, as OBJ or STL. */
#ifndef TL_MESH_WRITE_H
#define TL_MESH_WRITE_H

#include "mesh/mesh.h"

/* Saves a mesh atomically, as Wavefront OBJ (`.obj`: pieces become groups, coordinates read back exactly) or as binary
 * STL (`.stl`: coordinates are rounded to float32, names are lost), told by the extension in upper or lower case. The
 * mesh is written as it is, in its own frame. Errors: TL_ERROR_UNSUPPORTED (another extension), TL_ERROR_LIMIT (too
 * many triangles, or coordinates beyond float32, for STL), TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status tl_mesh_save(const tl_mesh *mesh, const char *path, tl_error *error);

#endif
