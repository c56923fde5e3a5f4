/* real_mesh.h: real meshes for tests, welded, scaled to a table. */
#ifndef TL_TESTS_REAL_MESH_H
#define TL_TESTS_REAL_MESH_H

#include "bvh/bvh.h"
#include "support/assert_geom.h"

/* Reads FOLDER/name, welds it, and scales it so that its box's longest side is `size` mm, standing on z = 0 with the
 * middle of its plan at the origin. NULL, after printing, when the data folder is missing. Fails the test on any error.
 */
tl_mesh *test_real_mesh(tl_context *context, const char *name, double size);

/* A hierarchy over the mesh's triangles placed by a pose. */
tl_bvh *test_placed_bvh(tl_context *context, const tl_mesh *mesh, const tl_pose *pose);

/* A hierarchy over `count` triangles of the mesh chosen at random, placed by a pose. */
tl_bvh *test_sampled_bvh(tl_context *context, const tl_mesh *mesh, const tl_pose *pose, size_t count,
                         test_random *random);

/* Squared distance of two triangles by enumerating all 49 pairs of features in long double: independent of geom. */
long double test_triangle_distance(const tl_vec3 a[3], const tl_vec3 b[3]);

/* Whether this build reads 3MF. When it doesn't, a line says that `what` is skipped. */
bool test_reads_3mf(const char *what);

#endif
