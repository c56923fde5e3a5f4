/* range.h: distances between models as the rules say, and limits held against them (DB-MSR). */
#ifndef TL_JUDGE_MEASURE_RANGE_H
#define TL_JUDGE_MEASURE_RANGE_H

#include "judge/referee.h"

/* A limit held against a measurement. Within the tolerance it is marginal; at tolerance 0 the comparison is exact. */
typedef struct tl_limit {
    tl_verdict verdict;
    double distance;
    double limit;
    double margin;      /* positive: to spare */
    double uncertainty; /* of the meshes measured: so much is added to the tolerance, mm */
} tl_limit;

/* How distances are measured: the setting range_metric. */
tl_metric tl_inquiry_metric(const tl_inquiry *inquiry);

/* The distance between two members' measured volumes under the setting range_metric. */
tl_status tl_pair_range(const tl_inquiry *inquiry, size_t a, size_t b, tl_range_result *range, tl_error *error);
/* Whether it is at most `limit` (or, with `at_least`, at least). */
tl_status tl_pair_within(const tl_inquiry *inquiry, size_t a, size_t b, const tl_range_result *range, double limit,
                         bool at_least, tl_limit *result, tl_error *error);
/* The same for any two volumes. */
tl_status tl_judge_volumes_within(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                  const tl_range_result *range, double limit, bool at_least, tl_limit *result,
                                  tl_error *error);
/* Whether it is less than `limit`: a limit that isn't reached by exactly its length. */
tl_status tl_judge_volumes_nearer(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                  const tl_range_result *range, double limit, tl_limit *result, tl_error *error);
/* What tolerance 0 asks for: the comparison itself, exact and inclusive, under any metric. */
tl_status tl_judge_volumes_within_exactly(const tl_inquiry *inquiry, const tl_volume *a, const tl_volume *b,
                                          tl_metric metric, double limit, bool at_least, tl_verdict *verdict,
                                          tl_error *error);

/* The nearest pair of models of two parties (DB-MSR-04), the first of several. */
tl_status tl_pair_nearest(const tl_inquiry *inquiry, const tl_party *a, const tl_party *b, tl_range_result *range,
                          size_t *from, size_t *to, tl_error *error);

/* The range of two parties. */
typedef struct tl_judge_range_found {
    tl_verdict verdict; /* within the limit; yes when none was asked about */
    tl_cause cause;     /* what decides */
    size_t from, to;    /* the nearest models */
    tl_range_result range;
    tl_cause measured;  /* from what they are measured */
    double uncertainty; /* of the meshes measured, mm */
    bool has_limit;
    tl_limit limit; /* the distance held against it */
} tl_judge_range_found;

/* Measures two parties, and holds the distance against a limit where one is asked about (DB-MSR-05). Errors: the
 * parties overlap; those of the measurement. */
tl_status tl_judge_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                         double limit_mm, tl_judge_range_found *found, tl_error *error);

#endif
