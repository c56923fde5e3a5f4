/* build.h: the shape of the tree: which triangles share a leaf, which leaves a node. */
#ifndef TL_BVH_BUILD_H
#define TL_BVH_BUILD_H

#include "bvh/tree.h"

/* What the builder sees of a triangle: its box in floats and its number. */
typedef struct tl_bvh_reference {
    float low[3];
    uint32_t triangle;
    float high[3];
    float unused;
} tl_bvh_reference;

/* A run of references. */
typedef struct tl_bvh_leaf {
    uint32_t begin, count;
} tl_bvh_leaf;

typedef struct tl_bvh_topology {
    tl_context *context;
    tl_bvh_reference *references; /* reordered; a leaf is a run of them */
    uint32_t (*children)[TL_BVH_WIDTH];
    size_t node_count;
    size_t node_capacity;
    tl_bvh_leaf *leaves; /* in the order of their blocks */
    size_t leaf_count;
    size_t leaf_capacity;
    size_t depth;
    size_t total, placed; /* references, and those in leaves by now */
    bool stopped;         /* cancelled */
} tl_bvh_topology;

#define TL_BVH_BUILDING "building the hierarchy" /* what progress is told of */

/* Fills children and leaves for `count` references (at least one). False without memory, or when `stopped`; the caller
 * frees the arrays either way. */
bool tl_bvh_shape(tl_bvh_topology *topology, size_t count);

#endif
