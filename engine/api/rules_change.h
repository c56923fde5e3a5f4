/* rules_change.h: another rule system for a scene, for what stands behind the public wall. */
#ifndef TL_API_RULES_CHANGE_H
#define TL_API_RULES_CHANGE_H

#include "api/handle.h"

#include <trueline/rules.h>

/* The other rule system. Lives as long as the change. */
const tl_ruleset *tl_rules_change_system(const tl_rules_change *change);
/* Whether the other system has all words and settings that the scene's `as` says for it, also those that nothing in the
 * scene needs: TL_ERROR_SCENE with the place of the first that it doesn't have. */
tl_status tl_rules_change_check(const tl_rules_change *change, tl_error *error);
/* What the scene says that a word of its own system is there: false when it says nothing; *word NULL: nothing. */
bool tl_rules_change_said(const tl_rules_change *change, tl_rules_sort sort, const char *own, const char **word);
/* The same of a weapon, as its own `as` has it. */
bool tl_rules_change_weapon_said(const tl_rules_change *change, const tl_document_weapon *weapon);

#endif
