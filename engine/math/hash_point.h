/* hash_point.h: hashes of points, the same for -0 and 0. */
#ifndef TL_MATH_HASH_POINT_H
#define TL_MATH_HASH_POINT_H

#include "base/hash.h"
#include "math/vec.h"

#include <string.h>

/* `group`: equal points of other groups have other hashes. */
static inline uint64_t tl_vec3_hash(tl_vec3 p, uint64_t group) {
    double c[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0}; /* -0 becomes 0 */
    uint64_t b[3];
    memcpy(b, c, sizeof(b));
    return tl_mix_short(b[0] + tl_mix_short(b[1] + tl_mix_short(b[2] + group)));
}

#endif
