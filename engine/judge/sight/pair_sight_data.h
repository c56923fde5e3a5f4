/* pair_sight_data.h: what is found out about sight between two models, or a model and a point (pair_sight.h). */
#ifndef TL_JUDGE_SIGHT_PAIR_SIGHT_DATA_H
#define TL_JUDGE_SIGHT_PAIR_SIGHT_DATA_H

#include "cover/aperture.h"
#include "judge/between/uncertainty.h"
#include "judge/between/holes.h"

/* In place of a member: the point of tl_pair_point_sight. */
#define TL_THE_CENTRE SIZE_MAX

/* A patch of a size that must be in view, where a setting asks for one. */
typedef struct tl_pair_patch {
    double side_mm; /* 0: none is asked for */
    bool looked;    /* else there is no line at all */
    bool decides;   /* the answer isn't yes because of it */
    size_t from;    /* who sees that much of the other */
    tl_aperture aperture;
} tl_pair_patch;

/* Sight from a to b, with the rule that decided. */
typedef struct tl_pair_sight_result {
    size_t from, to;
    tl_sight sight;
    tl_cause cause;
    bool within;    /* yes: the point lies in the member's own core */
    bool by_area;   /* no: an area's depth stands in the way, not something solid */
    bool has_depth; /* yes: the line passes an area; the one with least to spare; no: one that it is too deep in */
    tl_area_ruling depth;
    tl_vec3 depth_from, depth_to; /* the line that it was found on */
    size_t depth_terrain;
    bool has_nearest; /* a line: what it passes at `clearance` */
    uint32_t nearest; /* slot; 0 the ground */
    tl_pair_patch patch;
    tl_pair_holes holes;
    tl_uncertainty uncertainty; /* what uncertain meshes leave of it */
} tl_pair_sight_result;

#endif
