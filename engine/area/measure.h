/* measure.h: what is measured of a bundle of lines against one area. Internal to area.
 *
 * All ranges hold for every line of the bundle that enters the area. "End" 0 is the lines' first end here. */
#ifndef TL_AREA_MEASURE_H
#define TL_AREA_MEASURE_H

#include "area/area_data.h"
#include "area/spans.h"

/* What an end is to the lines of a bundle. */
typedef enum tl_area_standing {
    TL_AREA_STANDING_OUT,
    TL_AREA_STANDING_IN,
    TL_AREA_STANDING_EITHER, /* to some the one, to others the other; or it isn't known */
    TL_AREA_STANDING_ON      /* on the edge, whatever the line cuts */
} tl_area_standing;

typedef struct tl_area_measure {
    const tl_area_sight *sight;
    const tl_area_lines *lines;
    bool flip;                  /* the lines' first end is the sight's end 1 */
    double bottom, top;         /* of what is measured: the prism, or all above and below it */
    bool may_enter, must_enter; /* ... lines that are subject to the rules, too */
    tl_area_standing standing[2];
    bool space, plan;  /* some lines may be measured in space, some in plan */
    bool one_pass;     /* every line that enters is inside from its entry to its exit */
    bool based[2];     /* every line's measuring begins in the end's footprint */
    bool over_edge[2]; /* an end's hull lies, or may lie, over the edge where lines cut it: distances of 0 */
    /* parameters */
    tl_area_range start, stop; /* where measuring begins and ends */
    tl_area_range entry, exit;
    /* mm */
    tl_area_range length;
    tl_area_range to_far[2], to_near[2];
} tl_area_measure;

/* Limits of what lengths of lines times shares of them come to. */
static inline tl_area_range tl_area_measure_scale(const tl_area_measure *m) {
    return (tl_area_range){m->plan ? m->lines->plan_low : m->lines->length_low,
                           m->space ? m->lines->length_high : m->lines->plan_high};
}

static inline const tl_area_end *tl_area_measure_end(const tl_area_measure *m, int end) {
    return &m->sight->end[m->flip ? 1 - end : end];
}

/* Bounds of the lesser of two lengths. */
static inline tl_area_range tl_area_range_min(tl_area_range a, tl_area_range b) {
    return (tl_area_range){tl_min(a.low, b.low), tl_min(a.high, b.high)};
}

/* Fills everything but `sight`, `lines` and `flip`, which the caller has set (the rest is zero). */
void tl_area_measure_take(tl_area_measure *m);

/* Raises lower bounds, for bundles all of whose lines enter: dearer, so only for those that are not decided. */
void tl_area_measure_tighten(tl_area_measure *m);

/* From an end to the far edge, or to the first one it meets, along the line or to its side as the rules say. */
tl_area_range tl_area_measure_distance(const tl_area_measure *m, int end, bool far);

#endif
