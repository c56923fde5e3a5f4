/* crossings.h: triangles of one hierarchy that pass through one another. */
#ifndef TL_BVH_CROSSINGS_H
#define TL_BVH_CROSSINGS_H

#include "bvh/bvh.h"

/* Two triangles that pass through one another. */
typedef struct tl_crossed_pair {
    uint32_t a, b;
} tl_crossed_pair;

/* Every pair of triangles of which one has an edge that passes through the inside of the other, each once, by the
 * numbers of the triangles; decided exactly. Touching is not crossing, and neither is lying in one plane. Stops, with
 * `*limited`, after `most` pairs or 2^28 tests, the same on every machine. The caller frees `*pairs` with tl_free.
 * Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_bvh_crossings(const tl_bvh *bvh, size_t most, tl_crossed_pair **pairs, size_t *count, bool *limited,
                           tl_error *error);

#endif
