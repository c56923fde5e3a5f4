/* loose_mesh.h: meshes of triangles with corners of their own, as files have them, before they are welded. */
#ifndef TL_TESTS_LOOSE_MESH_H
#define TL_TESTS_LOOSE_MESH_H

#include "support/assert_geom.h"

#include "mesh/mesh.h"

/* An empty mesh of the context in `*state`. */
tl_mesh *loose_start(void **state);
void loose_triangle(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c);
void loose_quad(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d);
/* Faces outward; 12 triangles. */
void loose_box(tl_mesh *mesh, tl_vec3 l, tl_vec3 h);
/* All of it becomes one piece and is welded. */
tl_weld_report loose_finish(tl_mesh *mesh);
tl_mesh_edges loose_edges(const tl_mesh *mesh);
bool loose_is_solid(const tl_mesh *mesh);

#endif
