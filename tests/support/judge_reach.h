/* judge_reach.h: the ground in reach of a1 on a table of judge_table.h. */
#ifndef TL_TESTS_JUDGE_REACH_H
#define TL_TESTS_JUDGE_REACH_H

#include "judge/move/reach.h"
#include "support/judge_facts.h"

/* What a1 may reach; the caller frees it. */
static inline tl_reach_map find(judge_table *t) {
    tl_reach_map map;
    if (tl_reach_find(&t->inquiry, judge_who(t, "a1"), false, &map, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return map;
}

/* The same when no time is left from the start: nothing but limits is known. */
static inline tl_reach_map find_late(judge_table *t) {
    tl_context *kept = t->inquiry.context;
    tl_context late = *kept;
    late.deadline = 1;
    t->inquiry.context = &late;
    tl_reach_map map = find(t);
    t->inquiry.context = map.context = kept;
    return map;
}

/* The middle of a square of the map. */
static inline tl_vec2 middle_of(const tl_reach_map *map, size_t square) {
    return (tl_vec2){map->corner.x + ((double)(square % map->side) + 0.5) * map->size,
                     map->corner.y + ((double)(square / map->side) + 0.5) * map->size};
}

#endif
