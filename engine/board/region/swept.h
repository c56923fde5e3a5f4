/* swept.h: a body that may stand anywhere in a rectangle: a convex polytope round all its places, and points of it.
 *
 * The polytope is cut by planes in fixed directions, so that moving the body over a box moves each plane by what the
 * box reaches in its direction: the case round all places is made as fast as that round one. */
#ifndef TL_BOARD_REGION_SWEPT_H
#define TL_BOARD_REGION_SWEPT_H

#include "body/body.h"
#include "body/model.h"
#include "board/limits.h"
#include "board/region/inner_boxes.h"
#include "scene/document.h"

/* A body in its own frame, as it faces: its origin is at (0, 0), its lowest point at `low`. */
typedef struct tl_board_body {
    const tl_class_rule *kind;
    bool placed;                        /* a member where it stands: its points are exact */
    double reach[TL_BOARD_CASE_PLANES]; /* of the core, along each direction */
    double low, high;                   /* of everything, in the frame's z */
    double core_low, core_high;
    double footprint;  /* no point of the base, or of what stands on the ground, is farther from the axis */
    double core_reach; /* ... of the core */
    double inner, inner_low, inner_high;  /* the core's hull holds the square of twice this side round the axis, between
                                             these heights; 0: none known */
    bool measured_from_base;              /* depths start at the base (infantry), not at the line's end */
    double measured;                      /* reach in plan of what is measured: base or core */
    double off;                           /* the core's true surface is within this of it, mm */
    double covers;                        /* ... every point so near to the axis belongs to that; 0: none known */
    tl_vec3 points[TL_BOARD_CASE_POINTS]; /* of the core, far out in many directions */
    size_t point_count;
    tl_board_inner_box inner_boxes[TL_BOARD_INNER_BOXES]; /* inside the core; none where the body itself is uncertain */
    size_t inner_count;
} tl_board_body;

/* Where a body may be: its origin is somewhere in the box. */
typedef struct tl_board_region {
    const tl_board_body *body;
    tl_box3 at;
} tl_board_region;

/* Reads a body off a model that faces so many degrees. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED; not in words. */
tl_status tl_board_body_make(tl_context *context, tl_board_body *body, const tl_model *model, double facing_deg,
                             const tl_class_rule *kind);
/* A member where it stands: its frame is the table's, so that its only place is the origin. Errors as above. */
tl_status tl_board_body_placed(tl_context *context, tl_board_body *body, const tl_body *placed,
                               const tl_class_rule *kind);

/* What the two fail with, in words; the same status. */
tl_status tl_board_body_told(tl_status status, tl_error *error);

/* A polytope as loose polygons. */
typedef struct tl_board_swept {
    tl_vec3 corners[TL_BOARD_CASE_CORNERS];
    uint32_t sizes[TL_BOARD_CASE_PLANES];
    size_t corner_count, count;
    tl_box3 box;
} tl_board_swept;

/* Round the core in all its places. Its top and bottom are those of the core to the last bit, its sides a hair
 * (1e-6 mm, and `grown`) farther out. */
void tl_board_swept_make(tl_board_swept *made, const tl_board_region *places, double grown);
#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a case (base/validate.h): convex, faces outward. */
const char *tl_board_swept_broken(const tl_board_swept *made);
#endif

/* The box in which a point of the core is, over all places. */
tl_box3 tl_board_point_box(const tl_board_region *places, size_t point);

/* What lines may aim at, by number: the points first, then the inner boxes. */
static inline size_t tl_board_aim_count(const tl_board_body *body) {
    return body->point_count + body->inner_count;
}

/* A box with, for every place, the point itself, or some point of the inner box: all of it is one point where the room
 * is as large as the box of places. */
tl_box3 tl_board_aim_box(const tl_board_region *places, size_t aim);

#endif
