/* named_rules.h: rows of a rule system by their names. */
#ifndef TL_TESTS_NAMED_RULES_H
#define TL_TESTS_NAMED_RULES_H

#include "ruleset/ruleset.h"

#include <string.h>

static inline const tl_arc_rule *named_arc(const tl_ruleset *rules, const char *name) {
    const tl_arc_rule *found = NULL;
    for (size_t i = 0; i < tl_ruleset_arc_count(rules) && found == NULL; i++) {
        found = strcmp(tl_ruleset_arc_at(rules, i)->name, name) == 0 ? tl_ruleset_arc_at(rules, i) : NULL;
    }
    return found;
}

static inline const tl_locomotion_rule *named_locomotion(const tl_ruleset *rules, const char *name) {
    const tl_locomotion_rule *found = NULL;
    for (size_t i = 0; i < tl_ruleset_locomotion_count(rules) && found == NULL; i++) {
        found = strcmp(tl_ruleset_locomotion_at(rules, i)->name, name) == 0 ? tl_ruleset_locomotion_at(rules, i) : NULL;
    }
    return found;
}

#endif
