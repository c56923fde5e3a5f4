/* made_gltf.h: small random glTF files for tests, and the triangles that they hold, by the specification's formulas in
 * long doubles. */
#ifndef TESTS_SUPPORT_MADE_GLTF_H
#define TESTS_SUPPORT_MADE_GLTF_H

#include "support/gltf_store.h"

enum {
    MADE_MOST_VERTICES = 14,
    MADE_MOST_INDICES = 30,
    MADE_MOST_PRIMITIVES = 3,
    MADE_MOST_MESHES = 4,
    MADE_MOST_TARGETS = 3,
    MADE_MOST_NODES = 10,
    MADE_MOST_JOINTS = 6,
    MADE_MOST_COPIES = 4,
    MADE_MOST_TRIANGLES = 4096
};

typedef long double made_vec[3];

/* An affine map, and beside each number what its error may be measured by: the sum of the products that it comes from,
 * all taken positive. */
typedef struct made_map {
    long double m[3][4], size[3][4];
} made_map;

typedef struct made_primitive {
    size_t vertex_count, index_count; /* `index_count` 0: the vertices in order */
    size_t index[MADE_MOST_INDICES];
    int mode, material; /* -1: none */
    made_vec position[MADE_MOST_VERTICES], shift[MADE_MOST_TARGETS][MADE_MOST_VERTICES];
    long double off; /* how far a packed position may be from the one here */
    size_t joint_sets, joint[MADE_MOST_VERTICES][8];
    long double weight[MADE_MOST_VERTICES][8];
    int accessor, indices, joints, weights, target; /* accessors of interest, or -1 */
} made_primitive;

typedef struct made_mesh_of_file {
    made_primitive primitives[MADE_MOST_PRIMITIVES];
    size_t primitive_count, target_count, joint_count; /* joints that a skin must have; 0: for nodes without one */
    bool weighted;
    long double weights[MADE_MOST_TARGETS];
} made_mesh_of_file;

typedef struct made_node {
    int parent, number; /* `number`: in the file */
    int tree;           /* the root above it */
    bool hidden;
    made_map local, world;
    int mesh, skin; /* or -1 */
    bool weighted;
    long double weights[MADE_MOST_TARGETS];
    size_t copy_count; /* 0: it isn't copied */
    made_map copies[MADE_MOST_COPIES];
} made_node;

typedef struct made_skin {
    size_t joint_count;
    int joints[MADE_MOST_JOINTS]; /* nodes, by our count */
    made_map inverse[MADE_MOST_JOINTS];
    int accessor; /* of the matrices, or -1 */
} made_skin;

typedef struct made_triangle {
    made_vec corner[3]; /* metres, counter-clockwise seen from outside */
    long double off;    /* how far each coordinate may be from this one */
    int node, mesh, material;
} made_triangle;

typedef struct made_gltf {
    gltf_store store;
    made_mesh_of_file meshes[MADE_MOST_MESHES];
    size_t mesh_count, material_count;
    made_node nodes[MADE_MOST_NODES];
    size_t node_count;
    made_skin skins[MADE_MOST_NODES];
    size_t skin_count;
    bool shown[MADE_MOST_NODES]; /* roots, by our count */
    made_triangle triangles[MADE_MOST_TRIANGLES];
    size_t triangle_count;
    /* What may be told in warnings, and what must. */
    bool may_warn, must_warn;
    /* A node and primitive that are seen, as numbers in the file: what damage is done to. */
    int seen_node, seen_mesh, seen_primitive, seen_skin;
    const made_primitive *seen;
} made_gltf;

/* A file that has at least one triangle, all of it chosen at random from what is `allowed` (GLTF_BIT). Its buffers are
 * not in the root yet: gltf_settle, then gltf_write. */
void made_gltf_init(made_gltf *made, test_random *random, uint64_t allowed);
void made_gltf_free(made_gltf *made);

#endif
