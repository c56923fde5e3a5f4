/* arc.h: fields of fire: does a target lie in a sector of the plan (DB-FOF-01 to -04)?
 *
 * A sector is bounded by two rays, which may start at points of their own (hull corners), and is closed: what lies on a
 * ray is inside. */
#ifndef TL_ARC_ARC_H
#define TL_ARC_ARC_H

#include "body/body.h"

typedef enum tl_arc_kind {
    TL_ARC_ANY,   /* turret: every direction */
    TL_ARC_FRONT, /* half_width to each side of the facing */
    TL_ARC_REAR,  /* ... of straight behind */
    TL_ARC_LEFT,  /* a half-plane, see tl_arc_side */
    TL_ARC_RIGHT
} tl_arc_kind;

/* DB-FOF-03: where a side arc starts. */
typedef enum tl_arc_side {
    TL_ARC_OUTSIDE_HULL_LINE, /* at the line of the hull's side face: the strip as wide as the hull is outside */
    TL_ARC_CENTRE_LINE        /* at the line through the apex */
} tl_arc_side;

/* DB-FOF-04: how much of the target must lie in it. */
typedef enum tl_arc_part { TL_ARC_ANY_PART, TL_ARC_CENTRE, TL_ARC_WHOLE } tl_arc_part;

typedef struct tl_arc_query {
    tl_arc_kind kind;
    tl_arc_side side; /* for LEFT and RIGHT */
    tl_arc_part part;
    double facing_deg;
    double half_width_deg; /* for FRONT and REAR; 0: 45; at most 90 */
    /* Where the rays start, seen along the arc's own axis: the ray on its left and on its right. The same point twice
     * for a sector with one apex; for DB-FOF-02 C the two corners of the hull on that side. LEFT and RIGHT use the
     * middle of both. */
    tl_vec2 left_apex, right_apex;
    /* Half the hull's width: how far its side faces lie from the line through the apex along the facing (mm, >= 0). For
     * LEFT and RIGHT with TL_ARC_OUTSIDE_HULL_LINE. */
    double hull_left, hull_right;
} tl_arc_query;

typedef struct tl_arc_result {
    tl_verdict inside; /* marginal only where the arithmetic can't tell (|margin_mm| <= error_mm) */
    double angle_deg;  /* from the arc's axis to the part of the target that lies best (for WHOLE: worst), positive to
                          the  left, seen from the middle of the apexes; 0 when the axis passes through it */
    double margin_deg; /* positive: how far the shooter could turn, pivoting on the rays' starts, before the answer
                          flips; negative: how far it is from yes. 180: no turn changes it */
    double margin_mm;  /* how far `point` lies inside the boundary (negative: outside). INFINITY for ANY */
    double error_mm;   /* bound on the rounding of margin_mm */
    tl_vec3 point; /* the target's point that decides: deepest inside, or nearest to the sector when it is outside; for
                      WHOLE the one farthest out, for CENTRE the centre */
    size_t target; /* which of the targets it belongs to */
} tl_arc_result;

/* Tests the targets as one: their union (a model of several volumes; usually one volume). A target that holds an apex
 * is inside under ANY_PART, with margin_deg 180. `centre` of a mesh is the middle of its box in plan; of several
 * targets, the first one's. Errors: TL_ERROR_ARGUMENT (no target, an empty volume, numbers that are not finite, a half
 * width beyond 90, a shape that tl_shape_check refuses), TL_ERROR_MEMORY. */
tl_status tl_arc_test(tl_context *context, const tl_arc_query *query, const tl_volume *targets, size_t target_count,
                      tl_arc_result *result, tl_error *error);

#endif
