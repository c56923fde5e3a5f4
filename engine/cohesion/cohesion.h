/* cohesion.h: how far a unit's models stand apart (DB-COH-01): farthest pair, best chain, and the smallest disc that
 * touches them all. */
#ifndef TL_COHESION_COHESION_H
#define TL_COHESION_COHESION_H

#include "range/range.h"

/* Two of the volumes, by index, and the tape between them. */
typedef struct tl_cohesion_pair {
    size_t a, b; /* a < b; both 0 when there is but one volume */
    tl_range_result range;
} tl_cohesion_pair;

typedef struct tl_cohesion_pairs {
    tl_verdict verdict;     /* is every pair within the limit? */
    tl_cohesion_pair worst; /* the pair farthest apart; of equals the first */
    size_t beyond;          /* pairs that are certainly farther apart than the limit */
    size_t undecided;       /* pairs that are too close to call */
    tl_cohesion_pair link;  /* the longest link of the best chain: the least length such that stepping from model to
                               model by no more than it reaches them all */
} tl_cohesion_pairs;

/* Measures all pairs of `count` volumes (at least one) against `limit` mm, inclusive. Within `tolerance` of the limit,
 * or the measurement's own error, a pair is marginal; with tolerance 0 the comparison is exact (tl_range_within).
 * Errors: those of tl_range_between. */
tl_status tl_cohesion_measure_pairs(tl_context *context, const tl_volume *volumes, size_t count, tl_metric metric,
                                    double limit, double tolerance, tl_cohesion_pairs *pairs, tl_error *error);

#define TL_COHESION_SUPPORT 3

typedef struct tl_cohesion_disc {
    tl_verdict verdict; /* does some disc of the given diameter touch every shape? Contact is enough, as limits
                           are inclusive; two models then agree with the reading by pairs */
    double diameter_mm; /* of the smallest disc found that touches them all; 0 when they have a common point */
    double error_mm;    /* the smallest possible diameter lies in [diameter_mm - error_mm, diameter_mm] */
    tl_vec2 centre;     /* of that disc */
    size_t support[TL_COHESION_SUPPORT]; /* the shapes that hold the disc apart ... */
    size_t support_count;                /* ... at most three; 0 when they have a common point */
} tl_cohesion_disc;

/* The smallest disc of the plan that touches every shape's projection (at least one shape, each in closed form).
 * Upright discs are solved in closed form, with a dual bound (error_mm some 1e-12 of the coordinates); among others a
 * search that cuts the plan into cells narrows the diameter down to `TL_COHESION_SEARCH` mm (error_mm tells how far it
 * got). `limit` is the diameter to be judged, `tolerance` as above; with tolerance 0 the verdict is marginal only where
 * error_mm leaves it open, and two discs are compared exactly. Errors: TL_ERROR_ARGUMENT for a shape that
 * tl_shape_check refuses, TL_ERROR_MEMORY. */
tl_status tl_cohesion_measure_disc(tl_context *context, const tl_shape *const *shapes, size_t count, double limit,
                                   double tolerance, tl_cohesion_disc *disc, tl_error *error);

#define TL_COHESION_SEARCH 1e-3

#endif
