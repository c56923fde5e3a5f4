/* shielding.h: what the rules put between two bodies that may each be anywhere in a region when cover is asked for
 * (DB-COV): obstacles that hide at least, and those that do so at most; and whether the place itself is cover.
 *
 * As in regions.h every pair of places lies between the two: what is proved holds as `tl_pair_cover` has it there. */
#ifndef TL_JUDGE_BETWEEN_SHIELDING_H
#define TL_JUDGE_BETWEEN_SHIELDING_H

#include "judge/between/regions.h"

/* What holds for all regions of a map. */
typedef struct tl_shield_rules {
    const tl_region_rules *sight; /* must outlive them */
    tl_obstacles least, most;     /* for attackers that stand in nothing */
    uint8_t *masks;               /* blockers and insides of `least`, then of `most` */
    tl_area *prisms;              /* of areas that give cover */
    tl_condition *conditions;     /* lines must stay clear of them */
    double areas_off;             /* the most that an outline of these areas may be off, mm */
    bool never_hidden; /* what hides at least can't be told: only where nothing is seen somebody is surely in cover */
    bool some_hidden;  /* hiding some part isn't enough to be in cover */
    bool holds_sight;  /* whatever blocks sight hides, too: all of a target free is sight of it */
} tl_shield_rules;

/* Errors: TL_ERROR_MEMORY. Free with tl_shield_rules_free in any case. */
tl_status tl_shield_rules_make(const tl_region_rules *sight, tl_shield_rules *rules, tl_error *error);
void tl_shield_rules_free(tl_shield_rules *rules);

/* Cover of b from a; `never_free`: it can't be proved that b is in no cover. Errors: TL_ERROR_MEMORY. Free with
 * tl_between_free in any case. */
tl_status tl_shield_between_make(const tl_shield_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_between *between, tl_error *error);

#endif
