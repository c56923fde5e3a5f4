/* judge_pairs.h: sight and cover of a pair of models of a table of judge_table.h. */
#ifndef TL_TESTS_JUDGE_PAIRS_H
#define TL_TESTS_JUDGE_PAIRS_H

#include "judge/cover/pair_cover.h"
#include "support/judge_facts.h"

/* What there is of sight from one to another. */
static inline tl_pair_sight_result look(const judge_table *t, const char *a, const char *b) {
    tl_pair_sight_result result;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, a), judge_who(t, b), &result, &error));
    return result;
}

/* ... and of cover from him. */
static inline tl_pair_cover_result cover(const judge_table *t, const char *a, const char *b) {
    tl_pair_cover_result result;
    ok(tl_pair_cover(&t->inquiry, judge_who(t, a), judge_who(t, b), &result, &error));
    return result;
}

#endif
