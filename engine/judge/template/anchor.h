/* anchor.h: the middle of a model and its outline, against which flames are laid (DB-FLM-02). */
#ifndef TL_JUDGE_TEMPLATE_ANCHOR_H
#define TL_JUDGE_TEMPLATE_ANCHOR_H

#include "judge/referee.h"

/* The middle of a model in plan: of its base (infantry) or of its core. */
tl_status tl_member_middle(const tl_inquiry *inquiry, size_t member, tl_vec2 *middle, tl_error *error);
/* By how much that may be off, mm. */
double tl_member_middle_off(const tl_inquiry *inquiry, size_t member);
/* How far from its middle a model's measured outline reaches in a direction (of length 1), mm. */
double tl_member_reach(const tl_inquiry *inquiry, size_t member, tl_vec2 middle, tl_vec2 direction);

/* Where a member lays its flames from: at its outline, or at the end of its weapon (DB-FLM-02); then how far from its
 * middle that is, mm, whichever way the weapon is swung, and whether it is guessed from the mesh. */
typedef struct tl_flame_anchor {
    bool muzzle, guessed;
    double reach;
} tl_flame_anchor;
/* `weapon` may be NULL: none in particular. */
tl_status tl_member_anchor(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon,
                           tl_flame_anchor *anchor, tl_error *error);
/* By how much the end of the weapon may be off, seen from the middle, mm: found on the gear, it is the mesh's. */
double tl_member_muzzle_off(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon);

#endif
