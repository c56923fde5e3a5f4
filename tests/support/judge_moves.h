/* judge_moves.h: moves of a1 on a table of judge_table.h, judged, for the tests of journeys. */
#ifndef TL_TESTS_JUDGE_MOVES_H
#define TL_TESTS_JUDGE_MOVES_H

#include "judge/move/journey_steps.h"
#include "judge/move/journey.h"
#include "support/judge_facts.h"

#include <math.h>

/* The move of a1 along points of the plan; a height that is NAN isn't asked for. It is judged where it lies: its parts
 * point into it. */
static inline void go(judge_table *t, const tl_vec3 *points, size_t count, double facing, tl_journey *j) {
    tl_path_point path[64];
    assert_true(count <= 64);
    for (size_t i = 0; i < count; i++) {
        path[i] = (tl_path_point){{points[i].x, points[i].y, isnan(points[i].z) ? 0 : points[i].z},
                                  isnan(points[i].z) ? 2 : 3};
    }
    const tl_question question = {.query = "move",
                                  .path = path,
                                  .path_count = count,
                                  .has_facing = !isnan(facing),
                                  .facing_deg = isnan(facing) ? 0 : facing};
    if (tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, j, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* ... to one place, at the height that is there. */
static inline void go_to(judge_table *t, double x, double y, double facing, tl_journey *j) {
    const tl_vec3 there = {x, y, NAN};
    go(t, &there, 1, facing, j);
}

/* A table with a1 alone, at (1000, 1000), looking along x. */
static inline void begin(judge_table *t, const char *class, const char *asset, const char *more) {
    judge_begin(t);
    judge_model(t, "a", "red", class, asset, 1000, 1000, 0, more);
}

#endif
