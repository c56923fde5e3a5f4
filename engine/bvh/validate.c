/* validate.c: what holds of every hierarchy, looked at from the outside: by its boxes, its blocks and its vertices. */
#include "bvh/tree.h"

#ifdef TL_VALIDATE

#include <stdlib.h>

/* Whether a lane's box holds the corners of a block's triangles, as doubles from the origin. */
static bool holds_block(const tl_bvh *bvh, const tl_bvh_node *node, int lane, uint32_t child) {
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
    for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
        for (int v = 0; v < 3; v++) {
            tl_vec3 p = tl_sub(bvh->vertices[bvh->triangles[3 * (size_t)block->triangle[i] + (size_t)v]], bvh->origin);
            const double at[3] = {p.x, p.y, p.z};
            for (int k = 0; k < 3; k++) {
                if (!((double)node->low[k][lane] <= at[k] && at[k] <= (double)node->high[k][lane])) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool holds_node(const tl_bvh_node *node, int lane, const tl_bvh_node *below) {
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < TL_BVH_WIDTH; i++) {
            if (below->child[i] != TL_BVH_NONE &&
                !(node->low[k][lane] <= below->low[k][i] && below->high[k][i] <= node->high[k][lane])) {
                return false;
            }
        }
    }
    return true;
}

static const char *lane_broken(const tl_bvh *bvh, size_t number, int lane, uint8_t *nodes_met, uint8_t *met) {
    const tl_bvh_node *node = &bvh->nodes[number];
    uint32_t child = node->child[lane];
    if (child == TL_BVH_NONE) {
        return node->low[0][lane] > node->high[0][lane] ? NULL : "a lane without a child has an empty box";
    }
    if ((child & TL_BVH_LEAF) == 0) {
        if (child <= number || child >= bvh->node_count) {
            return "a child has a larger number than its parent";
        }
        nodes_met[child]++;
        return holds_node(node, lane, &bvh->nodes[child]) ? NULL : "a node's box holds those of its children";
    }
    if (TL_BVH_LEAF_BLOCK(child) >= bvh->block_count) {
        return "a leaf is one of the hierarchy's blocks";
    }
    if (bvh->homes[TL_BVH_LEAF_BLOCK(child)] != TL_BVH_WIDTH * number + (size_t)lane) {
        return "a block's home is the lane that names it";
    }
    const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
    for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
        if (block->triangle[i] >= bvh->triangle_count) {
            return "a block's triangles are the hierarchy's";
        }
        if (block->role_bit[i] != tl_bvh_role_bit(bvh, block->triangle[i])) {
            return "a block tells the roles of its triangles";
        }
        met[block->triangle[i]] = met[block->triangle[i]] < 2 ? met[block->triangle[i]] + 1 : 2;
    }
    return holds_block(bvh, node, lane, child) ? NULL : "a leaf's box holds the corners of its triangles";
}

static const char *tree_broken(const tl_bvh *bvh, uint8_t *nodes_met, uint8_t *met) {
    for (size_t n = 0; n < bvh->node_count; n++) {
        for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
            const char *broken = lane_broken(bvh, n, lane, nodes_met, met);
            if (broken != NULL) {
                return broken;
            }
        }
    }
    for (size_t n = 1; n < bvh->node_count; n++) {
        if (nodes_met[n] != 1) {
            return "every node but the root has one parent";
        }
    }
    for (size_t i = 0; i < bvh->triangle_count; i++) {
        if (met[i] != 1) {
            return "every triangle lies in one leaf";
        }
    }
    return NULL;
}

const char *tl_bvh_broken(const tl_bvh *bvh) {
    if (atomic_load(&bvh->holders) == 0) {
        return "somebody holds the hierarchy";
    }
    if (bvh->triangle_count > 0 && bvh->node_count == 0) {
        return "where there are triangles there is a root";
    }
    for (size_t i = 0; i < 3 * bvh->triangle_count; i++) {
        if (bvh->triangles[i] >= bvh->vertex_count) {
            return "a triangle's corners are the hierarchy's vertices";
        }
        tl_vec3 v = bvh->vertices[bvh->triangles[i]];
        if (!(bvh->box.low.x <= v.x && v.x <= bvh->box.high.x && bvh->box.low.y <= v.y && v.y <= bvh->box.high.y &&
              bvh->box.low.z <= v.z && v.z <= bvh->box.high.z)) {
            return "the box holds every triangle";
        }
    }
    uint8_t *nodes_met = calloc(bvh->node_count + 1, 1), *met = calloc(bvh->triangle_count + 1, 1);
    const char *broken = nodes_met != NULL && met != NULL ? tree_broken(bvh, nodes_met, met) : NULL;
    free(nodes_met);
    free(met);
    return broken;
}

#endif
