/* obstacle.h: what stands in the way of a model that slides over the ground: slices of meshes at its height, and
 * figures.
 *
 * Models move as upright prisms: parts with an outline of the plan and an interval of heights above the ground. A mesh
 * stands in their way with what of it lies between these heights. */
#ifndef TL_MOVE_OBSTACLE_H
#define TL_MOVE_OBSTACLE_H

#include "move/sweep.h"
#include "query/query.h"

/* A part of the model that moves, relative to the point that is moved along the path and to the ground there. */
typedef struct tl_mover_part {
    const tl_figure *figures; /* borrowed; for a facing of 0 */
    size_t count;
    double low, high; /* heights above the ground, low < high */
} tl_mover_part;

typedef struct tl_mover {
    const tl_mover_part *parts;
    size_t count;
    bool round; /* every figure is a disc round the moved point: facing is all the same */
} tl_mover;

/* Something that stands still and isn't a mesh: another model's part, the edge of deep water. */
typedef struct tl_obstacle {
    tl_figure figure;
    double low, high; /* heights in the world */
    uint32_t slot;    /* whose it is */
    uint8_t kind;     /* the caller's */
    double off;       /* it may be off by so much to every side, mm */
} tl_obstacle;

/* How far the mover reaches from the moved point in plan, over all parts; and how far the figures that hold the point
 * itself reach at least to every side (0 when none holds it): discs round the point that cover, and that are covered
 * by, the mover however it is turned. */
double tl_mover_reach(const tl_mover *mover);
double tl_mover_core_radius(const tl_mover_part *part);
/* Of each part that has such a disc within it, that disc: what of the mover goes along however it turns. `discs` and
 * `parts` have room for one of each part, belong to the caller, and must outlive what is returned. */
tl_mover tl_mover_core(const tl_mover *mover, tl_figure *discs, tl_mover_part *parts);

/* The part of a triangle between two heights, seen from above; false when there is none. */
bool tl_mover_slice_triangle(const tl_vec3 corner[3], double low, double high, tl_figure *slice);

#endif
