/* range.h: the shortest distance between two measuring volumes, in space or in plan (DB-MSR-01 to -03).
 *
 * Every answer carries a bound on its own error: triangles, discs, capsules and upright prisms over them come from
 * closed forms (rounding only, some 1e-12 mm on a table); pairs of other round shapes from a convex minimisation that
 * ends with a certificate, the two nearest points from above and a separating plane from below. */
#ifndef TL_RANGE_RANGE_H
#define TL_RANGE_RANGE_H

#include "body/body.h"

typedef enum tl_metric {
    TL_METRIC_3D,  /* as the tape lies */
    TL_METRIC_PLAN /* between the projections on the table */
} tl_metric;

typedef struct tl_range_result {
    double distance_mm; /* 0 when they touch, overlap, or one lies inside the other */
    double error_mm;    /* the true distance lies within this of distance_mm */
    tl_vec3 from, to;   /* the nearest points, on (or in) a and b; the same point, or one above the other, at 0 */
    double plan_mm;     /* horizontal distance of `from` and `to` */
    double height_mm;   /* vertical distance of `from` and `to` */
    tl_metric metric;
    bool contained; /* 0 because one lies wholly inside the other's closed mesh */
} tl_range_result;

/* The distance between a and b. Symmetric: swapping the two swaps `from` and `to` and changes no bit of anything else.
 * Meshes count as their triangles, and with `mesh_closed` as what these enclose (every closed shell on its own, so
 * shells may overlap); in plan a mesh is the union of its projected triangles. Nearest points that are not unique
 * (parallel faces) are chosen by fixed rules from the triangles' order, apart from contact, where any common point may
 * come. Errors: TL_ERROR_ARGUMENT for a volume that is empty (no shape and no triangles) or a shape that tl_shape_check
 * refuses; TL_ERROR_MEMORY. */
tl_status tl_range_between(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric,
                           tl_range_result *result, tl_error *error);

typedef struct tl_range_decision {
    tl_verdict verdict; /* yes: distance <= limit; no: distance > limit; marginal: the arithmetic can't tell */
    double low_mm;      /* the distance is at least this ... */
    double high_mm;     /* ... and at most this; INFINITY when it is known only to be beyond the limit */
} tl_range_decision;

/* Whether the distance is at most `limit` (mm, >= 0): decided, not rounded. Where the bounds of the distance leave it
 * open, pairs of triangles, discs and upright prisms are compared again in exact arithmetic, so that models set exactly
 * at a limit are within it. Faster than tl_range_between when they are far apart. */
tl_status tl_range_within(tl_context *context, const tl_volume *a, const tl_volume *b, tl_metric metric, double limit,
                          tl_range_decision *decision, tl_error *error);

#endif
