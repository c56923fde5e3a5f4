/* special.h: special rules in play: which effects a unit and its weapons have, and what they do to a question.
 *
 * What a skill does is data (ruleset/skill.h); here its effects are looked up and measured. */
#ifndef TL_JUDGE_SPECIAL_H
#define TL_JUDGE_SPECIAL_H

#include "judge/referee.h"

/* Whether an effect holds for who has these skills: by night or by day, and for want of others. */
bool tl_special_holds(const tl_inquiry *inquiry, const char *const *skills, size_t count,
                      const tl_skill_effect *effect);
/* The first effect of a kind that holds of those that a unit's skills have; `*skill` (may be NULL) is the one. NULL:
 * none has it. */
const tl_skill_effect *tl_special_unit_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                              tl_effect_kind kind, const tl_skill **skill);
/* The same for a weapon: of its own skills, then of its unit's. */
const tl_skill_effect *tl_special_weapon_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                                const tl_document_weapon *weapon, tl_effect_kind kind,
                                                const tl_skill **skill);
/* How cover counts for a unit, or for who is hit by a weapon. */
tl_effect_cover tl_special_unit_cover_effect(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                             const tl_skill **skill);
bool tl_special_weapon_ignores_cover(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                     const tl_document_weapon *weapon, const tl_skill **skill);
/* The length that an effect names, mm. */
double tl_special_effect_length(const tl_inquiry *inquiry, const tl_skill_effect *effect);
/* What counts as adjacent (DT-FRT-11), mm. */
double tl_special_adjacent_length(const tl_inquiry *inquiry);

/* Of different sides; units without a side are everybody's enemies. */
bool tl_special_are_enemies(const tl_document_unit *a, const tl_document_unit *b);
/* All models of a unit. */
tl_party tl_party_of_unit(const tl_inquiry *inquiry, const tl_document_unit *unit);

/* The inquiry for a weapon's own sight: what it sees past (DT-SPC-08) doesn't stand in its way. `weapon` may be NULL.
 */
tl_inquiry tl_inquiry_of_weapon(const tl_inquiry *inquiry, const tl_document_unit *unit,
                                const tl_document_weapon *weapon);

#endif
