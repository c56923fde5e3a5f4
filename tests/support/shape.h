/* shape.h: triangles for tests of worlds: boxes, soups, meshes read without the engine; and the world made of them. */
#ifndef TL_TESTS_SHAPE_H
#define TL_TESTS_SHAPE_H

#include "support/assert_geom.h"

#include "query/world.h"

/* Begins as {0}; shape_free ends it. */
typedef struct shape {
    tl_vec3 *vertices;
    uint32_t *triangles;
    uint8_t *roles; /* may be NULL */
    size_t vertex_count, triangle_count;
} shape;

uint32_t shape_vertex(shape *s, tl_vec3 v);
void shape_triangle(shape *s, uint32_t a, uint32_t b, uint32_t c);
void shape_box(shape *s, tl_vec3 low, tl_vec3 high);
/* Triangles of about `size` anywhere within +-`reach`. */
void shape_soup(shape *s, test_random *random, size_t triangles, double reach, double size);
/* Corners on a small grid of integers: everything is coplanar, collinear or coincident with something. */
void shape_grid_soup(shape *s, test_random *random, size_t triangles, int cells);
void shape_move(shape *s, tl_pose pose);
/* A file's triangles; false when there are none. */
bool shape_read_obj(shape *s, const char *path);
bool shape_read_stl(shape *s, const char *path);
void shape_free(shape *s);

/* A point within +-`reach`, and one on the grid of integers from `low` to `high`. */
tl_vec3 shape_random_point(test_random *random, double reach);
tl_vec3 shape_grid_point(test_random *random, int low, int high);

/* The caller destroys it. */
tl_bvh *shape_bvh(tl_context *context, const shape *s);
/* One shape in slot 0; the caller destroys the world and the hierarchy. */
tl_world *shape_world(tl_context *context, const shape *s, tl_bvh **bvh);
/* Whether a triangle of a slot is among the blockers (NULL: all are). */
bool world_counts(const tl_world *world, size_t slot, size_t triangle, const uint8_t *blockers);

/* The kernels this machine has; filled by world_begin, a group's set-up that makes a context in *state. */
extern const tl_kernels *world_kernels[2];
extern int world_kernel_count;
int world_begin(void **state);
int world_end(void **state);

#endif
