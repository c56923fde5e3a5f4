/* judge_facts.h: verdicts by short names and small questions to a table of judge_table.h, for the tests of judges. */
#ifndef TL_TESTS_JUDGE_FACTS_H
#define TL_TESTS_JUDGE_FACTS_H

#include "judge/sight/pair_sight.h"
#include "support/judge_table.h"

#include <string.h>

#define YES  TL_VERDICT_YES
#define NO   TL_VERDICT_NO
#define OPEN TL_VERDICT_MARGINAL

/* What the last call that failed says. */
static tl_error error;

/* The test fails when a call has failed. */
static inline void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* An area, or a fortification, by the id of its terrain. */
static inline const tl_referee_area *area_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->referee->area_count; i++) {
        if (strcmp(t->table->terrain[t->referee->areas[i].terrain].id, id) == 0) {
            return &t->referee->areas[i];
        }
    }
    for (size_t i = 0; i < t->referee->shelter_count; i++) {
        if (strcmp(t->table->terrain[t->referee->shelters[i].terrain].id, id) == 0) {
            return &t->referee->shelters[i];
        }
    }
    fail_msg("there is no area %s", id);
    return NULL;
}

/* The index of a piece of terrain. */
static inline size_t terrain_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no terrain %s", id);
    return SIZE_MAX;
}

/* Whether one sees another; turned round it has to be the same (DB-LOS-07). */
static inline tl_verdict sees(const judge_table *t, const char *a, const char *b) {
    tl_pair_sight_result there, back;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, a), judge_who(t, b), &there, &error));
    ok(tl_pair_sight(&t->inquiry, judge_who(t, b), judge_who(t, a), &back, &error));
    assert_int_equal(there.sight.verdict, back.sight.verdict);
    return there.sight.verdict;
}

#endif
