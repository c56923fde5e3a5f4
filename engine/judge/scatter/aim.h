/* aim.h: who throws or fires, at what, and which way: from where a deviation starts. */
#ifndef TL_JUDGE_SCATTER_AIM_H
#define TL_JUDGE_SCATTER_AIM_H

#include "judge/measure/range.h"

#include <trueline/ruling.h>

/* Lengths in mm, of the plan. */
typedef struct tl_scatter_aim {
    bool has_thrower;
    tl_party throwers; /* who was named ... */
    size_t thrower;    /* ... and the one of them that throws */
    tl_vec2 middle;    /* of the thrower */
    double middle_off; /* by how much that may be off */
    bool has_target;
    size_t target;
    tl_vec2 at;       /* where it would come down if nothing deviated; of an outline its tip */
    double at_off;    /* by how much that may be off, besides by what a turn of the aim does */
    double at_far;    /* how far from the thrower's middle it was put along the aim: what a turn of the aim moves */
    bool directed;    /* the aim has a direction: ... */
    double angle_deg; /* ... on the table */
    double turn;      /* by how much it may be turned, radians */
    bool has_level, has_height;
    size_t level;  /* the surface that it comes down on, 0 the lowest */
    double height; /* that of a target's feet, mm */
    double height_off;
} tl_scatter_aim;

/* Finds it in a question. Errors: TL_ERROR_NOT_FOUND for a unit or member that isn't there; TL_ERROR_ARGUMENT for what
 * is missing, or is too much. */
tl_status tl_scatter_aim_find(const tl_inquiry *inquiry, const tl_question *question, const tl_deviation_rule *rule,
                              const tl_template_rule *shape, tl_scatter_aim *aim, tl_error *error);

/* Whether a deviation comes down exactly as far away as its reach says (setting aim_reach). */
bool tl_scatter_aim_is_exact(const tl_inquiry *inquiry, const tl_deviation_rule *rule);

/* The distance from the thrower to the target, or to the place aimed at, held against a length. */
tl_status tl_scatter_aim_reaches(const tl_inquiry *inquiry, const tl_scatter_aim *aim, double length, tl_limit *limit,
                                 tl_error *error);

#endif
