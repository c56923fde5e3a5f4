/* zone_place.h: where something lies to a region of the plan: wholly inside, partly, or outside, and by how much. */
#ifndef TL_JUDGE_GROUP_ZONE_PLACE_H
#define TL_JUDGE_GROUP_ZONE_PLACE_H

#include "judge/referee.h"

typedef struct tl_region_place {
    tl_verdict inside;  /* all of it */
    tl_verdict touches; /* some of it */
    /* How far it is from the nearest border, wholly inside; negative: it reaches over some border, at least so far. */
    double margin_mm;
    bool at_least;      /* over an outline: it may reach over farther than that */
    double gap_mm;      /* outside: how far from the region, at least; else 0 */
    double error_mm;    /* of the margin */
    double uncertainty; /* of what was measured: so much is added to the tolerance, mm */
    bool has_points;    /* ... between these two points the margin lies */
    tl_vec2 on_it, on_border;
} tl_region_place;

/* Judges a volume as seen from above. Exact for discs, rectangles, polygons and meshes; ovals, and what is tilted, to
 * `error_mm`. What the tolerance leaves open is marginal; at tolerance 0 touching a border from inside is inside,
 * touching it from outside is outside. Errors: an empty volume, memory. */
tl_status tl_region_place_of(const tl_inquiry *inquiry, const tl_zone_region *region, const tl_volume *volume,
                             tl_region_place *place, tl_error *error);

/* How far the farthest point of a volume is from `centre`, seen from above: within `error` (mm). */
double tl_region_farthest(const tl_volume *volume, tl_vec2 centre, tl_vec2 *point, double *error);

#endif
