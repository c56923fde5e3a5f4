/* check.h: holds a scene against its rule system. */
#ifndef TL_JUDGE_CHECK_H
#define TL_JUDGE_CHECK_H

#include "ruleset/ruleset.h"
#include "scene/document.h"

/* Reports kinds of terrain, skills and sizes that the rule system doesn't know, and heights without effect (warnings,
 * with the nearest name where there is one), and carriers that aren't there or can't carry (errors). */
void tl_check_scene(const tl_document *document, const tl_ruleset *ruleset, tl_problems *problems);

#endif
