/* pair_sight.h: whether one model sees another, or a point, and which rule decides it (DB-LOS). */
#ifndef TL_JUDGE_SIGHT_PAIR_SIGHT_H
#define TL_JUDGE_SIGHT_PAIR_SIGHT_H

#include "cover/aperture.h"
#include "judge/between/doubt.h"
#include "judge/between/holes.h"

/* A question's own seed: the same scene and models give the same search. */
uint64_t tl_pair_seed(const tl_inquiry *inquiry, size_t a, size_t b);

/* In place of a member: the point of tl_point_sight. */
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
    tl_doubt doubt; /* what uncertain meshes leave of it */
} tl_pair_sight_result;
tl_status tl_pair_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *result, tl_error *error);
/* Whether lines between two members are looked for from b to a. Which end is the first is told by where the models
 * stand, not by the order of the scene's lists, so that neither that order nor who asks changes the answer (DB-LOS-07).
 */
bool tl_pair_turned(const tl_inquiry *inquiry, size_t a, size_t b);
/* The same with a recorder of the proof (NULL: none) and a budget (0: the usual). The recorder hears of bodies in one
 * order, whoever asks: its `from` is b when the pair is turned. */
tl_status tl_pair_sight_recorded(const tl_inquiry *inquiry, size_t a, size_t b, const tl_sight_recorder *recorder,
                                 uint64_t budget, tl_pair_sight_result *result, tl_error *error);
/* Looks for the patch that the setting min_visible_patch_mm asks for, and makes the answer that of both. */
tl_status tl_pair_patch_look(const tl_inquiry *inquiry, tl_pair_sight_result *result, tl_error *error);
/* Sight between a template's centre and a member (DB-BLA-01, -04): from the centre, or with `to_centre` to it. A member
 * whose core holds the point itself is seen by it: the line is then a point. The point may be off by `point_off`, mm.
 */
tl_status tl_point_sight(const tl_inquiry *inquiry, tl_vec3 point, double point_off, size_t member, bool to_centre,
                         tl_pair_sight_result *result, tl_error *error);

#endif
