/* arc.h: whether targets lie in the fields of fire of weapons (DB-FOF). */
#ifndef TL_JUDGE_MEASURE_ARC_H
#define TL_JUDGE_MEASURE_ARC_H

#include "judge/measure/arc_data.h"
#include "judge/measure/hull.h"

/* What a field of fire rests on: the rule of the row that decides, or what the system cites. */
tl_cause tl_pair_arc_cause(const tl_pair_arc_result *result);
tl_status tl_pair_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                      tl_pair_arc_result *result, tl_error *error);
/* The same of one of a party's models (tl_party_arc) on a member. */
tl_status tl_party_arc_on(const tl_inquiry *inquiry, const tl_party *party, size_t member,
                          const tl_document_weapon *weapon, size_t target, tl_pair_arc_result *arc, tl_error *error);
/* The same on any target volume, of which altitudes aren't asked; `whole`: all of it must lie in the arc, whatever the
 * setting says. */
tl_status tl_judge_volume_arc(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon,
                              const tl_volume *target, bool whole, tl_pair_arc_result *result, tl_error *error);

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
