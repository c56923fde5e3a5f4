/* judge_squares.h: the ground in reach of a1 on a table of judge_table.h held against moves, square by square. */
#ifndef TL_TESTS_JUDGE_SQUARES_H
#define TL_TESTS_JUDGE_SQUARES_H

#include "support/judge_table.h"

#include "judge/move/journey.h"
#include "judge/move/reach.h"

#include <math.h>

static tl_error error;

static inline tl_reach_map find(judge_table *t, bool march) {
    tl_reach_map map;
    if (tl_reach_find(&t->inquiry, judge_who(t, "a1"), march, &map, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return map;
}

static inline tl_vec2 middle_of(const tl_reach_map *map, size_t square) {
    return (tl_vec2){map->corner.x + ((double)(square % map->side) + 0.5) * map->size,
                     map->corner.y + ((double)(square / map->side) + 0.5) * map->size};
}

static inline tl_verdict move(judge_table *t, const tl_vec2 *corners, size_t count, bool march, double *length,
                              double *height, tl_verdict *end) {
    tl_path_point path[200];
    assert_true(count <= 200);
    for (size_t i = 0; i < count; i++) {
        path[i] = (tl_path_point){{corners[i].x, corners[i].y, 0}, 2};
    }
    const tl_question question = {.query = "move", .path = path, .path_count = count, .march = march};
    tl_journey j;
    if (tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, &j, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_verdict verdict = j.verdict;
    *length = j.length;
    *height = j.path.nodes[j.path.count - 1].at.z;
    *end = j.end;
    tl_journey_free(&j);
    return verdict;
}

/* Every so-manieth square: what is certain can be done, what is out of reach can't be gone straight. Of uncertain
 * ground a move of several legs may leave open what each leg alone is certain of: it counts what is near any of them.
 */
static inline size_t check(judge_table *t, const tl_reach_map *map, bool march, size_t every, bool uncertain) {
    size_t certain = 0, undecided = 0, looked = 0;
    double longest = 0;
    tl_vec2 corners[200];
    for (size_t i = 0; i < map->side * map->side; i++) {
        certain += map->states[i] == TL_REACH_CERTAIN;
        undecided += map->states[i] == TL_REACH_UNDECIDED;
        longest = map->states[i] == TL_REACH_CERTAIN ? fmax(longest, map->lengths[i]) : longest;
        tl_vec2 at = middle_of(map, i);
        if (i % every != 0 || at.x < 0 || at.y < 0 || at.x > 3000 || at.y > 3000) {
            continue;
        }
        double length, height;
        tl_verdict end;
        if (map->states[i] == TL_REACH_CERTAIN) {
            size_t count = tl_reach_path(map, i, corners, 200);
            for (int k = 0; k < 5; k++) {
                double by = k == 0 ? 0 : 0.499 * map->size;
                corners[count - 1] = (tl_vec2){at.x + (k & 1 ? by : -by), at.y + (k & 2 ? by : -by)};
                tl_verdict verdict = move(t, corners, count, march, &length, &height, &end);
                if (verdict == TL_VERDICT_NO || (verdict != TL_VERDICT_YES && !(uncertain && count > 1))) {
                    fail_msg("(%.17g, %.17g) is certain: %d, after %g of %g", corners[count - 1].x,
                             corners[count - 1].y, (int)verdict, length, map->own);
                }
                if (k == 0) {
                    if (fabs(map->heights[i] - height) > 1e-6) {
                        fail_msg("(%.17g, %.17g) lies at %g, not at %g", at.x, at.y, height, map->heights[i]);
                    }
                    assert_near(map->lengths[i], length, uncertain ? 100 : 1e-6);
                    assert_true(map->lengths[i] >= length - 1e-6);
                    assert_true(length <= map->own);
                    looked++;
                }
            }
        } else if (map->states[i] == TL_REACH_NO) {
            if (move(t, &at, 1, march, &length, &height, &end) == TL_VERDICT_YES) {
                fail_msg("(%.17g, %.17g) is out of reach", at.x, at.y);
            }
        }
    }
    assert_int_equal(map->certain, certain);
    assert_int_equal(map->undecided, undecided);
    assert_true(map->farthest <= map->own && map->farthest >= longest - 6 * map->size);
    return looked;
}

#endif
