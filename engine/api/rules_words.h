/* rules_words.h: the words of any rule system, for what stands behind the public wall. */
#ifndef TL_API_RULES_WORDS_H
#define TL_API_RULES_WORDS_H

#include <trueline/rules.h>

#include "api/handle.h"

/* A language by its tag, as tl_words_find takes it: English, when there is none of that tag. */
const tl_language *tl_rules_language(const char *language);
/* By what name a sort goes where words stand by their sort: "kinds". */
const char *tl_rules_section(tl_rules_sort sort);
/* What a single word of a sort is called: "kind". */
const char *tl_rules_one(tl_rules_sort sort);
/* A word of a rule system; false past the last of its sort. */
bool tl_rules_word_at(const tl_ruleset *rules, tl_rules_sort sort, size_t index, const tl_language *language,
                      tl_rules_word *found);

#endif
