/* gap.h: how near to enemies a model comes on its way, where a rule system keeps it off those that it doesn't engage.
 *
 * Distances run between the outlines of the models, in plan; with the setting `range_metric` at 3d from height to
 * height, too. On a straight way the distance from a convex outline first only falls and then only grows, so that its
 * least is found to the last bits. Who stands nearer where it starts may stay as near; whom it ends in contact with it
 * engages. */
#ifndef TL_JUDGE_MOVE_GAP_H
#define TL_JUDGE_MOVE_GAP_H

#include "judge/move/journey_data.h"

/* What is measured of a way's distance from one model. */
typedef struct tl_gap_least {
    double least, start, end; /* mm: the least on the way, where it starts, where it ends */
    double at;                /* in plan from the path's start: where the least is */
    double first,
        latest; /* ... where it is first nearer than a limit; and than that less a tolerance; INFINITY: never */
    double off; /* the least may be smaller by so much */
} tl_gap_least;

/* The outlines of another model, as obstacles; its slot tells them apart. */
typedef struct tl_gap_other {
    const tl_obstacle *items;
    size_t count;
} tl_gap_other;

/* Measures a way: with what of a mover, how it faces on its legs (degrees, one a leg) and at the end; `limit` and
 * `tolerance`: for `first` and `latest`. `spatial`: heights count. */
tl_gap_least tl_gap_measure(const tl_mover *mover, const tl_path *path, const double *facings, double start_deg,
                            double end_deg, const tl_gap_other *other, bool spatial, double limit, double tolerance);
/* The same of a mover that stands somewhere: its distance. */
double tl_gap_standing(const tl_mover *mover, tl_vec3 at, double facing_deg, const tl_gap_other *other, bool spatial);

/* Whether a way that ends so far from somebody ends in contact with him, when outlines may be off by so much. */
tl_verdict tl_gap_engages(const tl_inquiry *inquiry, double end, double off);

/* Looks at every enemy near a journey's way: fills in `gap`, and adds halts. Errors: memory. */
tl_status tl_gap_look(tl_journey *journey, tl_error *error);

#endif
