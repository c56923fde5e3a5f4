/* world.h: what the files of this module share: the world's layout and the kernels that walk it. */
#ifndef TL_QUERY_WORLD_H
#define TL_QUERY_WORLD_H

#include "query/query.h"
#include "query/ray.h"

/* The same walks compiled for different instruction sets; their answers are the same. */
typedef struct tl_kernels {
    const char *name;
    bool (*blocked)(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit);
    bool (*nearest)(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit);
    bool (*each_hit)(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit_fn *visit,
                     void *user);
    /* One hierarchy alone; the hit's t is not computed. */
    bool (*each_crossing)(const tl_bvh *bvh, tl_vec3 p, tl_vec3 q, uint8_t roles, uint32_t slot, tl_hit_fn *visit,
                          void *user);
    double (*clearance)(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, double limit,
                        tl_hit *hit);
} tl_kernels;

extern const tl_kernels tl_kernels_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define TL_KERNELS_HAVE_AVX2 1
extern const tl_kernels tl_kernels_avx2;
#endif

/* A tree over the boxes of the slots, in the nodes of a hierarchy; a leaf child is TL_BVH_LEAF | slot. Coordinates are
 * relative to `origin`. */
struct tl_world {
    tl_context *context;
    size_t slot_count;
    const tl_bvh **slots;
    tl_box3 *boxes; /* as of the last tl_world_set */
    uint32_t *order;
    void *memory;
    tl_bvh_node *nodes; /* as many as there are slots, at least 1; aligned to 64 bytes */
    size_t node_count;
    uint32_t only_slot; /* the slot that has triangles when there is just one, which needs no tree; else TL_BVH_NONE */
    tl_vec3 origin;
    float reach;
    const tl_kernels *kernels;
};

/* Which triangles of a slot count; 0: none. */
static inline uint8_t tl_world_roles(const tl_world *world, uint32_t slot, const uint8_t *blockers) {
    uint8_t wanted = blockers != NULL ? blockers[slot] : TL_ROLES_ALL;
    return wanted & world->slots[slot]->roles_present;
}

/* Where a segment that meets a triangle does so: 0 at p, 1 at q; rounded, but never before the segment
 * enters the triangle's box. */
double tl_world_hit_place(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]);

#endif
