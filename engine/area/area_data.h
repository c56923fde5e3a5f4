/* area_data.h: area terrain as data: the prism, how its limits are read, and how two ends stand to it (area.h). */
#ifndef TL_AREA_AREA_DATA_H
#define TL_AREA_AREA_DATA_H

#include "area/outline.h"

/* A prism over a disc or rings. `top` may be INFINITY, `bottom` -INFINITY. The outline is borrowed. */
typedef struct tl_area {
    const tl_outline *outline;
    double bottom, top;
} tl_area;

/* Where a unit stands (its measuring footprint and its height). */
typedef enum tl_area_place {
    TL_AREA_OUTSIDE,   /* no overlap, in plan or in height: a model on the roof above the prism is outside */
    TL_AREA_STRADDLES, /* the boundary passes under it (DB-ARE-12) */
    TL_AREA_INSIDE     /* its footprint lies wholly in the outline, and some of its height in the prism */
} tl_area_place;

typedef struct tl_area_placement {
    tl_area_place place;
    bool certain;  /* false: contact within rounding (or an oval's approximation): `place` is the better guess */
    double gap_mm; /* distance in plan between footprint and the area's boundary, 0 when it straddles; INFINITY when
                      heights alone keep them apart. A small one means that a push could change the place. */
    bool over;     /* outside by its height alone: above or below the prism, or perhaps */
} tl_area_placement;

/* --- Readings ------------------------------------------------------------------------------------------------- */

typedef enum tl_area_distance {
    TL_AREA_ALONG_LINE,   /* DB-ARE-04 A */
    TL_AREA_PERPENDICULAR /* B: plan distance from the unit to the side that is crossed there; where the line passes
                             through the prism's top or bottom there is no side, and the length along the line counts */
} tl_area_distance;

typedef enum tl_area_through {
    TL_AREA_FAR_EDGE, /* DB-ARE-05 A: some end is within the limit of the edge on the far side of the area from it */
    TL_AREA_CHORD,    /* B: the length inside is within the limit */
    TL_AREA_ANY_EDGE  /* C: some end is within the limit of the nearest edge */
} tl_area_through;

typedef enum tl_area_near {
    TL_AREA_EITHER,     /* DB-ARE-06 A: with one unit inside, either may be near the edge */
    TL_AREA_INSIDE_ONLY /* B: only the one inside */
} tl_area_near;

typedef enum tl_area_cap_scope {
    TL_AREA_CAP_LENGTH,     /* DB-ARE-06: the inside limit caps every line's length inside */
    TL_AREA_CAP_BOTH_INSIDE /* it holds only when both units are inside */
} tl_area_cap_scope;

typedef enum tl_area_inside_length {
    TL_AREA_UNIT_DISTANCE, /* DB-ARE-07: both inside: the distance between the miniatures counts */
    TL_AREA_IN_AREA_LENGTH /* the line's length inside counts */
} tl_area_inside_length;

typedef enum tl_area_straddle {
    TL_AREA_CUT, /* DB-ARE-12: a straddler is inside or outside as the line's end is, and at distance 0 from the edge
                    on lines that cut it under its footprint */
    TL_AREA_ANY_OVERLAP /* ... at distance 0 from the edge whatever the line cuts */
} tl_area_straddle;

typedef enum tl_area_top {
    TL_AREA_TOP_OUTLINE, /* DB-ARE-09: the top is no edge. A line that enters the prism, or that ends at somebody who
                            stands in it, is measured as if the prism went on upwards */
    TL_AREA_TOP_EDGE     /* the top is an edge like the walls */
} tl_area_top;

/* Limits in mm, inclusive; INFINITY: no such limit. Distances are compared with certified bounds: who wants lines that
 * stand at the limit to the last bit counted in passes a limit a rounding (1e-9) larger. */
typedef struct tl_area_rules {
    double edge_limit;    /* one unit inside: from the edge (1 U) */
    double through_limit; /* both outside, line through the area: same rule, own number (1 U in DB) */
    double inside_limit;  /* 3 U; INFINITY for smoke */
    tl_area_distance distance;
    tl_area_through through;
    tl_area_near near;
    tl_area_cap_scope cap_scope;
    tl_area_inside_length inside_length;
    tl_area_straddle straddle;
    tl_area_top top;
} tl_area_rules;

/* --- One area between two ends -------------------------------------------------------------------------------- */

typedef struct tl_area_end {
    tl_area_place place;
    const tl_outline *footprint; /* measuring footprint in plan, borrowed; NULL: the line's end itself */
    bool from_footprint;         /* distances start where the line last leaves the footprint (infantry), else at the
                                    line's end (vehicles, points); the footprint is then used for TL_AREA_PERPENDICULAR
                                    and for straddlers alone */
    bool over;                   /* outside by its height alone: where the line ends in plan says if it is inside */
} tl_area_end;

typedef struct tl_area_sight {
    tl_area area;
    tl_area_end end[2];   /* 0: of the lines' first points, 1: of their second points */
    double unit_distance; /* mm between the miniatures; used when both are inside (DB-ARE-07) */
    tl_area_rules rules;
    /* Set by tl_area_sight_prepare; zero before. */
    tl_context *context;
    double *side_distance[2]; /* per side of the outline: low and high bound of the footprint's distance */
} tl_area_sight;

/* What a number lies between. */
typedef struct tl_area_range {
    double low, high;
} tl_area_range;

#endif
