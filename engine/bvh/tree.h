/* tree.h: how a hierarchy lies in memory, for the modules that walk it (query, visibility).
 *
 * An 8-wide tree. Node 0 is the root (an empty tree has no node); children have larger indices than their parent. Boxes
 * are floats relative to `origin`, rounded outwards: the true box of everything below a child lies inside. Leaves are
 * blocks of up to 8 triangles whose corners, rounded to floats relative to `origin`, lie side by side for prefilters
 * with an error bound; decisions need the double vertices (tl_bvh_corners). What one may ask of it is in bvh.h. */
#ifndef TL_BVH_TREE_H
#define TL_BVH_TREE_H

#include "mesh/mesh.h"

#include <stdatomic.h>

#define TL_BVH_WIDTH 8
/* No path from the root to a leaf has more nodes; a walk that pushes all children needs 7 * depth + 1 places,
 * and 8 more to write whole nodes. */
#define TL_BVH_DEPTH 40
#define TL_BVH_STACK (7 * TL_BVH_DEPTH + 16)

/* A child: either the index of a node, or TL_BVH_LEAF | (triangles - 1) << 28 | index of a block. Lanes without a child
 * hold an empty box (low = INFINITY, high = -INFINITY) and TL_BVH_NONE. */
#define TL_BVH_LEAF              0x80000000U
#define TL_BVH_NONE              0xffffffffU
#define TL_BVH_LEAF_COUNT(child) ((((child) >> 28) & 7U) + 1U)
#define TL_BVH_LEAF_BLOCK(child) ((child)&0x0fffffffU)

typedef struct tl_bvh_node {
    float low[3][TL_BVH_WIDTH];
    float high[3][TL_BVH_WIDTH];
    uint32_t child[TL_BVH_WIDTH];
} tl_bvh_node;

/* corner[vertex][axis][lane], each rounded to nearest; unused lanes repeat the first triangle. */
typedef struct tl_bvh_block {
    float corner[3][3][TL_BVH_WIDTH];
    uint32_t triangle[TL_BVH_WIDTH];
    uint8_t role_bit[TL_BVH_WIDTH]; /* TL_ROLE_BIT of each */
    uint32_t unused[6];             /* keeps blocks aligned to 32 bytes */
} tl_bvh_block;

typedef struct tl_bvh {
    tl_context *context;
    atomic_uint holders; /* how many will call tl_bvh_destroy */
    tl_vec3 *vertices;
    size_t vertex_count;
    uint32_t *triangles;
    size_t triangle_count;
    uint8_t *roles;        /* NULL: all core */
    uint8_t roles_present; /* TL_ROLE_BIT of every role that occurs */
    bool all_used;         /* every vertex belongs to some triangle */
    void *memory;          /* holds nodes, blocks, places and homes; starts aligned to 64 bytes */
    size_t memory_size;
    void *corners_memory; /* corners, aligned likewise; NULL when there are none */
    tl_bvh_node *nodes;
    tl_bvh_block *blocks;
    uint32_t (
        *places)[3]; /* the vertices of the triangles, TL_BVH_WIDTH triangles a block; unused lanes repeat the first */
    uint32_t *homes; /* for each block where its box lies: node * TL_BVH_WIDTH + lane */
    tl_vec3 (*corners)[3]; /* the same triangles' corners: an exact test has them in one place that is known before the
                              block is. NULL once the hierarchy was refitted: writing them is most of a refit, and what
                              moves is small enough for its vertices to be at hand */
    size_t node_count;
    size_t block_count;
    size_t depth;
    tl_box3 box;
    tl_vec3 origin; /* the middle of the box */
    float reach;    /* no float coordinate in nodes or blocks is larger in magnitude */
} tl_bvh;

static inline uint8_t tl_bvh_role_bit(const tl_bvh *bvh, uint32_t triangle) {
    unsigned role = bvh->roles == NULL ? (unsigned)TL_ROLE_CORE : bvh->roles[triangle];
    return TL_ROLE_BIT(role);
}

/* The corners of a block's triangle; `room` may be used for them. */
static inline const tl_vec3 *tl_bvh_block_corners(const tl_bvh *bvh, const tl_bvh_block *block, int lane,
                                                  tl_vec3 room[3]) {
    size_t at = TL_BVH_WIDTH * (size_t)(block - bvh->blocks) + (size_t)lane;
    if (bvh->corners != NULL) {
        return bvh->corners[at];
    }
    for (int v = 0; v < 3; v++) {
        room[v] = bvh->vertices[bvh->places[at][v]];
    }
    return room;
}

/* A float strictly below (above) the number that `x` was rounded from, at most 2 units in the last place away: with f
 * the nearest float, |f - x| is at most half a unit, what is taken off at least one, and the number rounded to x lies
 * on x's side of every float. */
static inline float tl_float_below(double x) {
    float f = (float)x;
    return f - (fabsf(f) * 0x1p-23F + 0x1p-126F);
}
static inline float tl_float_above(double x) {
    float f = (float)x;
    return f + (fabsf(f) * 0x1p-23F + 0x1p-126F);
}

#endif
