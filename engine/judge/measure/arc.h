/* arc.h: whether targets lie in the fields of fire of weapons (DB-FOF). */
#ifndef TL_JUDGE_MEASURE_ARC_H
#define TL_JUDGE_MEASURE_ARC_H

#include "arc/arc.h"
#include "judge/referee.h"

/* What of a field of fire is told: the first that doesn't hold, or isn't certain, else how it lies. */
typedef enum tl_pair_arc_aspect {
    TL_PAIR_ARC_DIRECTION, /* `margin_deg` */
    TL_PAIR_ARC_CORRIDOR,  /* `share` */
    TL_PAIR_ARC_ONLY,      /* the target's class is fired at from other arcs alone */
    TL_PAIR_ARC_BAND,      /* `altitude`, `height` */
    TL_PAIR_ARC_BELOW,     /* `altitude`, `below` */
    TL_PAIR_ARC_UNDER      /* who fires stands under the target */
} tl_pair_arc_aspect;

/* One weapon's field of fire. `always`: it fires all round. */
typedef struct tl_pair_arc_result {
    tl_verdict verdict;
    bool always;
    double angle_deg, margin_deg, margin_mm;
    tl_vec3 point;
    const tl_arc_rule *field; /* the weapon's; NULL: all round */
    tl_vec3 apex;
    double axis_deg, half_deg; /* for pictures */
    tl_pair_arc_aspect aspect;
    bool corridor;
    double share, share_error; /* of a corridor: how much of the target's plan lies in it */
    double altitude[2];        /* of who fires, and of the target, mm */
    double height, below;      /* of a band; that who fires must be below; 0: not asked */
} tl_pair_arc_result;

/* What a field of fire rests on: the rule of the arc's row, or what the system cites. */
tl_cause tl_pair_arc_cause(const tl_arc_rule *field);
tl_status tl_pair_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                      tl_pair_arc_result *result, tl_error *error);
/* The same of one of a party's models (tl_party_arc) on a member. */
tl_status tl_party_arc_on(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                          const tl_document_weapon *weapon, size_t target, tl_pair_arc_result *arc, tl_error *error);
/* The same on any target volume, of which altitudes aren't asked; `whole`: all of it must lie in the arc, whatever the
 * setting says. */
tl_status tl_judge_volume_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon,
                              const tl_volume *target, bool whole, tl_pair_arc_result *result, tl_error *error);

/* The middle of a member's core in plan, and how far the core reaches from there ahead, to the left, behind and to the
 * right of where the member looks, mm. */
tl_vec2 tl_judge_hull(const tl_inquiry *inquiry, size_t member, double extent[4]);

/* The field of fire of a weapon of one of a party's models (tl_judge_volume_arc): of who is carried it may be the
 * carrier's sides, whichever lies better (DT-SPC-18). */
tl_status tl_party_arc(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                       const tl_document_weapon *weapon, const tl_volume *target, bool whole, tl_pair_arc_result *arc,
                       tl_error *error);

/* The field of fire of one model's weapon, on the target that lies best in it. */
typedef struct tl_judge_arc_shot {
    size_t attacker, target; /* members */
    tl_pair_arc_result arc;
} tl_judge_arc_shot;

/* One weapon: a shot for each model that carries it. */
typedef struct tl_judge_arc_weapon {
    const tl_document_weapon *weapon; /* the document's */
    tl_verdict verdict;               /* whether any of them has a target in its arc */
    size_t first_shot, shot_count;
} tl_judge_arc_weapon;

/* The fields of fire of a party. */
typedef struct tl_judge_arc_found {
    tl_context *context;
    tl_verdict verdict; /* whether any weapon has a target in its arc */
    tl_cause cause;
    bool unarmed; /* the unit has no weapons in the scene */
    tl_judge_arc_weapon *weapons;
    size_t weapon_count;
    tl_judge_arc_shot *shots;
} tl_judge_arc_found;

/* Looks which weapons of a party (all, or the one of that id) have a model of another in their arcs. Free with
 * tl_judge_arc_found_free, also on failure. Errors: the parties overlap, no such weapon, TL_ERROR_MEMORY. */
tl_status tl_judge_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                       tl_judge_arc_found *found, tl_error *error);
void tl_judge_arc_found_free(tl_judge_arc_found *found);

#endif
