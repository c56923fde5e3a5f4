/* exact_judge.h: distances and crossings in whole numbers of any size (GMP). Shares nothing with the engine. */
#ifndef TL_BENCH_EXACT_JUDGE_H
#define TL_BENCH_EXACT_JUDGE_H

#include "math/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* Triangles of one blocker or body; the corners are the owner's. */
typedef struct judge_part {
    tl_vec3 (*triangles)[3];
    size_t count;
    bool solid;
} judge_part;

/* Whether the closed segment pq has a point in common with a triangle of the part. */
bool judge_meets(const judge_part *part, tl_vec3 p, tl_vec3 q);
/* Whether a point lies within `far` of a triangle of the part (both as real numbers: far is a double). */
bool judge_point_within(const judge_part *part, tl_vec3 p, double far);
/* Whether the segment pq comes closer to a triangle of the part than `far`; `*distance` (may be NULL) gets about how
 * close, if so. */
bool judge_closer(const judge_part *part, tl_vec3 p, tl_vec3 q, double far, double *distance);
/* Whether a point lies in or on a closed part: by the parity of crossings. */
bool judge_inside(const judge_part *part, tl_vec3 p);

#endif
