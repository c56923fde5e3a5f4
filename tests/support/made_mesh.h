/* made_mesh.h: meshes put together from corners, boxes and prisms. */
#ifndef TL_TESTS_MADE_MESH_H
#define TL_TESTS_MADE_MESH_H

#include "support/assert_geom.h"

#include "mesh/mesh.h"

uint32_t made_vertex(tl_mesh *mesh, double x, double y, double z);
void made_quad(tl_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
/* Twelve triangles that share eight corners, fronts outside. */
void made_add_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 high);
/* A closed upright prism over an ellipse of so many corners, the first on the x axis. */
void made_add_prism(tl_mesh *mesh, tl_vec2 middle, tl_vec2 half, double low, double high, int corners);
/* All that isn't in a piece yet becomes one, core by its role; equal corners are welded. */
void made_finish(tl_mesh *mesh, const char *name);

#endif
