/* descent.h: the float side of the walk: down one or two hierarchies, dropping whatever lies beyond reach. Internal to
 * range; compiled once per instruction set, with the same answers in each.
 *
 * All floats are coordinates in a's frame (relative to its origin) or sums of them. With u = 2^-24 and R the sum of
 * both trees' reaches and of the largest coordinate of the shift between them, no coordinate is larger than R, and each
 * is off by at most 3 u R (b's: rounded itself, the shift rounded, the sum rounded).
 *
 * Every plane that is tried as a separator has a direction of length at most 1, made so on purpose. A product of a
 * corner with it is off by at most 3 sqrt(3) u R for the corner and 3 sqrt(3) u R for the five operations, the
 * difference of two such products by twice that and a last rounding of 2 sqrt(3) u R: 24.3 u R together. The gap of two
 * boxes is off by less. A slack of 48 u R covers all of it, whatever the direction: an inaccurate normal or nearest
 * point separates worse, but never wrongly. */
#ifndef TL_RANGE_DESCENT_H
#define TL_RANGE_DESCENT_H

#include "bvh/tree.h"

typedef struct tl_descent_box {
    float low[3], high[3];
} tl_descent_box;

typedef struct tl_descent tl_descent;

/* Takes a pair that may matter; for a hierarchy and a body `b` is 0. May change what follows it in the descent. */
typedef void tl_descent_pair(tl_descent *descent, uint32_t a, uint32_t b);

/* A leaf's extents along the current direction, kept because the same leaf meets several others in a row. */
typedef struct tl_descent_extents {
    uint32_t leaf;
    uint32_t aimed; /* which direction they belong to */
    _Alignas(32) float first[TL_BVH_WIDTH];
    _Alignas(32) float last[TL_BVH_WIDTH];
    float lowest, highest;
} tl_descent_extents;

struct tl_descent {
    const tl_bvh *a, *b;             /* b: NULL against a body */
    tl_descent_box whole_a, whole_b; /* the body's box in place of b's */
    float shift[3];                  /* from a's frame to b's origin */
    float z_counts;                  /* 1, or 0 in plan */
    tl_descent_pair *pair;
    /* What `pair` may change. */
    float best;         /* what is proved farther than this can't matter; slack included */
    float cut;          /* its square, rounded up */
    float direction[3]; /* of the best pair, from a to b, of length at most 1 */
    uint32_t aimed;     /* counts the directions */
    float body_start;   /* where the body begins along the direction */
    bool stop;
    /* The descent's own. */
    tl_descent_extents leaf_a, leaf_b;
};

/* Directions are this much shorter than 1, which covers the rounding of making them so. */
#define TL_DESCENT_UNIT 0.999999f

typedef struct tl_descent_kernels {
    const char *name;
    void (*trees)(tl_descent *descent);
    void (*body)(tl_descent *descent);
} tl_descent_kernels;

extern const tl_descent_kernels tl_descent_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define TL_DESCENT_HAS_AVX2 1
extern const tl_descent_kernels tl_descent_avx2;
#endif

/* Those for this processor. */
const tl_descent_kernels *tl_descent_choose(void);

#endif
