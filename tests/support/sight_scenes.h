/* sight_scenes.h: small made-up scenes whose true line of sight is known in closed form.
 *
 * Scenes are laid out with the first body round the origin and the second at (distance, 0, 0), then moved as a whole by
 * a random pose that keeps everything above the ground. */
#ifndef TL_TESTS_SIGHT_SCENES_H
#define TL_TESTS_SIGHT_SCENES_H

#include "support/assert_geom.h"
#include "visibility/visibility.h"

/* A growing triangle list. */
typedef struct test_mesh {
    tl_vec3 *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count, vertex_capacity, triangle_capacity;
} test_mesh;

void test_mesh_free(test_mesh *mesh);
uint32_t test_mesh_vertex(test_mesh *mesh, tl_vec3 p);
void test_mesh_triangle(test_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
/* A closed box, outward. */
void test_mesh_box(test_mesh *mesh, tl_vec3 low, tl_vec3 high);
/* A ball of `rings` times 2 `rings` facets, outward. */
void test_mesh_ball(test_mesh *mesh, tl_vec3 centre, tl_vec3 radii, int rings);
/* A plate across the x axis: cells of the grid ys x zs where filled[j * (ny - 1) + i] is true, from x = near to x =
 * far; closed with walls, or an open sheet when near = far. Joined: cells share their corners. */
void test_mesh_plate(test_mesh *mesh, double near, double far, const double *ys, int ny, const double *zs, int nz,
                     const bool *filled);
/* A height field over [x0, x1] x [y0, y1] in n x n squares; heights by a callback. */
void test_mesh_field(test_mesh *mesh, double x0, double x1, double y0, double y1, int n,
                     double (*height)(void *user, double x, double y), void *user);
void test_mesh_move(test_mesh *mesh, const tl_pose *pose);

enum { TEST_SLOTS = 64 };

/* A world of slots with what a question needs. */
typedef struct test_sight {
    tl_context *context;
    tl_world *world;
    tl_bvh *slots[TEST_SLOTS];
    uint8_t blockers[TEST_SLOTS], insides[TEST_SLOTS];
    size_t count;
    tl_pose pose; /* applied to whatever is added */
    tl_bvh *a, *b;
    tl_obstacles obstacles;
} test_sight;

/* A pose that keeps points within `reach` of the origin above the ground. */
tl_pose test_pose_above_ground(test_random *random, double reach);
void test_sight_start(test_sight *sight, const tl_pose *pose);
void test_sight_end(test_sight *sight);
/* Takes the mesh (it is freed). Returns the slot. */
uint32_t test_sight_add(test_sight *sight, test_mesh *mesh, bool solid);
/* The bodies; the meshes are freed. */
void test_sight_bodies(test_sight *sight, test_mesh *a, test_mesh *b);
/* Ready to ask: obstacles over all slots, plane ground. */
const tl_obstacles *test_sight_obstacles(test_sight *sight);

/* An upright ball-like body of about `2 * rings^2 * 2` triangles. */
void test_sight_balls(test_sight *sight, double distance, double radius, int rings);

/* Whether a segment meets no triangle of any blocking slot, by trying all of them (exact). */
bool test_sight_brute_free(const test_sight *sight, tl_vec3 p, tl_vec3 q);
/* A random point of a body's triangles. */
tl_vec3 test_body_point(const tl_bvh *body, test_random *random);
/* The distance of a point from a body's triangles. */
double test_body_distance(const tl_bvh *body, tl_vec3 p);

#endif
