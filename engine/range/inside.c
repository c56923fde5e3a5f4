/* inside.c: shells of a mesh and crossing parity. */
#include "range/inside.h"

#include "base/forest.h"
#include "bvh/bvh.h"
#include "math/angle.h"
#include "math/predicates.h"

#include <string.h>

static void join(uint32_t *parent, uint32_t i, uint32_t j) {
    i = tl_root_of(parent, i);
    j = tl_root_of(parent, j);
    /* the lower number leads, so that numbers don't depend on the order of joins */
    if (i < j) {
        parent[j] = i;
    } else {
        parent[i] = j;
    }
}

tl_status tl_shells_find(tl_context *context, const tl_bvh *bvh, tl_shells *shells, tl_error *error) {
    *shells = (tl_shells){.context = context};
    size_t vertices = tl_bvh_vertex_count(bvh), triangles = tl_bvh_triangle_count(bvh);
    const uint32_t *t = tl_bvh_triangles(bvh);
    uint32_t *parent = tl_alloc_array(context, vertices, sizeof(*parent));
    uint32_t *member = tl_alloc_array(context, vertices, sizeof(*member));
    uint8_t *used = tl_alloc_array(context, vertices, sizeof(*used));
    if (parent == NULL || member == NULL || used == NULL) {
        tl_free(context, parent);
        tl_free(context, member);
        tl_free(context, used);
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < vertices; i++) {
        parent[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < triangles; i++) {
        join(parent, t[3 * i], t[3 * i + 1]);
        join(parent, t[3 * i], t[3 * i + 2]);
        used[t[3 * i]] = used[t[3 * i + 1]] = used[t[3 * i + 2]] = 1;
    }
    /* A root is the lowest vertex of its shell, so it is numbered before all others that point to it. The numbers take
     * the parents' place from the front; a vertex met later still finds its root's number, as roots come first. */
    for (size_t i = 0; i < vertices; i++) {
        uint32_t root = parent[i];
        if (root == i) {
            parent[i] = (uint32_t)shells->count;
            if (used[i] != 0) {
                member[shells->count++] = (uint32_t)i;
            }
        } else {
            parent[i] = parent[root];
        }
    }
    tl_free(context, used);
    shells->of_vertex = parent;
    shells->member = member;
    return TL_OK;
}

void tl_shells_free(tl_shells *shells) {
    if (shells->context != NULL) {
        tl_free(shells->context, shells->of_vertex);
        tl_free(shells->context, shells->member);
    }
    memset(shells, 0, sizeof(*shells));
}

static bool holds(tl_box3 box, tl_vec3 p) {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y && p.z >= box.low.z &&
           p.z <= box.high.z;
}

/* Flips the parity of the shells that the segment crosses; false when it touches an edge or corner. */
static bool count_crossings(const tl_shells *shells, const tl_bvh *bvh, tl_vec3 p, tl_vec3 q, uint8_t *odd) {
    memset(odd, 0, shells->count);
    tl_vec3 a = tl_sub(p, bvh->origin), b = tl_sub(q, bvh->origin);
    /* the segment's box, with the rounding of node coordinates to spare */
    float low[3] = {(float)tl_min(a.x, b.x), (float)tl_min(a.y, b.y), (float)tl_min(a.z, b.z)};
    float high[3] = {(float)tl_max(a.x, b.x), (float)tl_max(a.y, b.y), (float)tl_max(a.z, b.z)};
    for (int k = 0; k < 3; k++) {
        float slack = (fabsf(low[k]) + fabsf(high[k]) + bvh->reach) * 0x1p-20f;
        low[k] -= slack;
        high[k] += slack;
    }
    uint32_t stack[TL_BVH_STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t ref = stack[--top];
        if ((ref & TL_BVH_LEAF) == 0) {
            const tl_bvh_node *n = &bvh->nodes[ref];
            for (int l = 0; l < TL_BVH_WIDTH; l++) {
                if (n->child[l] != TL_BVH_NONE && n->low[0][l] <= high[0] && n->high[0][l] >= low[0] &&
                    n->low[1][l] <= high[1] && n->high[1][l] >= low[1] && n->low[2][l] <= high[2] &&
                    n->high[2][l] >= low[2]) {
                    stack[top++] = n->child[l];
                }
            }
            continue;
        }
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(ref)];
        for (unsigned i = 0; i < TL_BVH_LEAF_COUNT(ref); i++) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, block->triangle[i], c);
            tl_crossing crossing = tl_math_segment_triangle(p, q, c[0], c[1], c[2]);
            if (crossing == TL_CROSSING_TOUCH) {
                return false;
            }
            if (crossing != TL_CROSSING_NONE) {
                odd[shells->of_vertex[tl_bvh_triangles(bvh)[3 * (size_t)block->triangle[i]]]] ^= 1;
            }
        }
    }
    return true;
}

tl_status tl_shells_hold(const tl_shells *shells, const tl_bvh *bvh, tl_vec3 p, bool *inside, tl_error *error) {
    tl_box3 box = tl_bvh_box(bvh);
    if (shells->count == 0 || tl_box3_is_empty(box) || !holds(box, p)) {
        *inside = false;
        return TL_OK;
    }
    uint8_t *odd = tl_alloc_array(shells->context, shells->count, sizeof(*odd));
    if (odd == NULL) {
        return tl_fail_memory(error);
    }
    tl_vec3 size = tl_box3_size(box);
    double rise = box.high.z - p.z + size.z + 1;
    bool held = false;
    /* Steep rays, so that their boxes are slim; each leans another way. Only a mesh built to defeat the list could make
     * all of them touch; then the last one's count stands. */
    for (int attempt = 0; attempt < 32; attempt++) {
        double s, c;
        tl_sincos_deg(17.0 + 137.50776405003785 * attempt, &s, &c);
        double lean = (0.0007 + 0.0031 * attempt) * rise;
        tl_vec3 q = {p.x + c * lean, p.y + s * lean, p.z + rise};
        if (count_crossings(shells, bvh, p, q, odd)) {
            break;
        }
    }
    for (size_t i = 0; i < shells->count; i++) {
        held = held || odd[i] != 0;
    }
    tl_free(shells->context, odd);
    *inside = held;
    return TL_OK;
}
