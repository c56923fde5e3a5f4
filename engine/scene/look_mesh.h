/* look_mesh.h: how meshes lie in their own files, where that makes them other than players think. Internal to
 * engine/scene. */
#ifndef TL_SCENE_LOOK_MESH_H
#define TL_SCENE_LOOK_MESH_H

#include "scene/table.h"

/* What a mesh is used as. */
typedef enum tl_document_mesh_use { TL_USE_TABLE, TL_USE_ASSET, TL_USE_TERRAIN } tl_document_mesh_use;

/* Adds warnings: of a unit that the scene says against the file's own; and, but for tables, of a mesh that lies beside
 * its own origin, which is what stands at `at`. */
void tl_table_look_at_mesh(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                           tl_document_mesh_use use, tl_problems *problems);
/* Adds warnings of what reading the file has found, and of cracks that rounding has left in it. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_table_look_at_flaws(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                                 tl_problems *problems, tl_error *error);
/* Adds warnings of a base that the scene gives and that isn't at the foot of the asset's mesh. */
void tl_table_look_at_base(const tl_json *json, const tl_document_asset *asset, const tl_model *model,
                           tl_problems *problems);
/* ... of a table's mesh that leaves part of the table bare. */
void tl_table_look_at_ground(const tl_table *table, tl_problems *problems);

#endif
