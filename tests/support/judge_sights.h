/* judge_sights.h: sight of a pair of models of a table of judge_table.h, both ways round. */
#ifndef TL_TESTS_JUDGE_SIGHTS_H
#define TL_TESTS_JUDGE_SIGHTS_H

#include "support/judge_facts.h"

/* The slot of a piece of terrain. */
static inline size_t slot_of(const judge_table *t, const char *terrain) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, terrain) == 0) {
            return t->table->terrain[i].slot;
        }
    }
    fail_msg("there is no terrain %s", terrain);
    return 0;
}

/* What there is of sight from one to another; asked the other way round it has to be the same. */
static inline tl_pair_sight_result look(judge_table *t, const char *a, const char *b) {
    tl_pair_sight_result there, back;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, a), judge_who(t, b), &there, &error));
    ok(tl_pair_sight(&t->inquiry, judge_who(t, b), judge_who(t, a), &back, &error));
    /* whoever asks: the same line turned round (DB-LOS-07) */
    assert_int_equal(there.sight.verdict, back.sight.verdict);
    assert_int_equal(there.cause.clause, back.cause.clause);
    assert_int_equal(there.sight.has_line, back.sight.has_line);
    assert_near(there.sight.clearance, back.sight.clearance, 0);
    assert_int_equal(there.has_depth, back.has_depth);
    if (there.sight.has_line) {
        assert_point_near(there.sight.from, back.sight.to, 0);
        assert_point_near(there.sight.to, back.sight.from, 0);
    }
    if (there.has_depth) {
        assert_point_near(there.depth_from, back.depth_to, 0);
        assert_near(there.depth.margin.low, back.depth.margin.low, 0);
        assert_true(there.depth.end < 0 ? back.depth.end < 0 : there.depth.end == 1 - back.depth.end);
        assert_near(there.depth.to_far[0].low, back.depth.to_far[1].low, 0);
        assert_near(there.depth.to_near[1].high, back.depth.to_near[0].high, 0);
    }
    if (there.sight.has_attempt && back.sight.has_attempt) {
        assert_point_near(there.sight.attempt_from, back.sight.attempt_to, 0);
    }
    assert_true(there.from == judge_who(t, a) && there.to == judge_who(t, b));
    assert_true(back.from == judge_who(t, b) && back.to == judge_who(t, a));
    return there;
}

/* Two posts (cores 10 x 10, to z = 40), the first at (500, 1000), the second at (1500, 1000). */
static inline void set_posts(judge_table *t) {
    judge_begin(t);
    judge_model(t, "a", "red", "infantry", "post", 500, 1000, 0, "");
    judge_model(t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
}

#endif
