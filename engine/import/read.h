/* read.h: the readers of our own, each for one format. Internal to engine/import.
 *
 * All of them take the mesh file from `access` (its path, its content with a zero behind it, and what lies beside it),
 * append to an empty mesh, set its unit and up axis where the format states them, and leave welding to
 * tl_import_finish. Coordinates are the file's own numbers, rounded once to doubles. What the format forbids, and what
 * they can't read, is refused by name and place: TL_ERROR_FORMAT, _LIMIT; TL_ERROR_MEMORY; TL_ERROR_CANCELLED. What is
 * left out without changing the shape is told in a warning of the mesh. */
#ifndef TL_IMPORT_READ_H
#define TL_IMPORT_READ_H

#include "import/access.h"
#include "mesh/mesh.h"

/* Text and binary STL. One piece for each solid. */
tl_status tl_import_read_stl(tl_access *access, tl_mesh *mesh, tl_error *error);
/* Wavefront OBJ: the polygons. One piece for each object, group and material that occur together. */
tl_status tl_import_read_obj(tl_access *access, tl_mesh *mesh, tl_error *error);
/* PLY, text and binary of both byte orders: polygons and triangle strips. */
tl_status tl_import_read_ply(tl_access *access, tl_mesh *mesh, tl_error *error);
/* OFF of Geomview, as text, with or without colours, normals and texture coordinates. */
tl_status tl_import_read_off(tl_access *access, tl_mesh *mesh, tl_error *error);
/* AMF, as text or in a ZIP archive: its objects where its constellations put them. One piece for each volume. */
tl_status tl_import_read_amf(tl_access *access, tl_mesh *mesh, tl_error *error);
/* COLLADA 1.4 and 1.5: the scene that it shows, skins and morphs as they stand. One piece for each primitive of each
 * instance. */
tl_status tl_import_read_dae(tl_access *access, tl_mesh *mesh, tl_error *error);
/* glTF 2.0 and GLB. One piece for each primitive of each node. */
tl_status tl_import_read_gltf(tl_access *access, tl_mesh *mesh, tl_error *error);

#endif
