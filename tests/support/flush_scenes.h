/* flush_scenes.h: random scenes of bodies that touch, sink into, lie in, are flush with, copy or are pierced by
 * blockers, whose line of sight is known in closed form. */
#ifndef TL_TESTS_FLUSH_SCENES_H
#define TL_TESTS_FLUSH_SCENES_H

#include "support/sight_scenes.h"

typedef enum flush_truth {
    FLUSH_UNKNOWN, /* decided by less than 1e-6 mm, or not known */
    FLUSH_OPEN,    /* some line is free, by more than 1e-6 mm */
    FLUSH_CLOSED   /* none is, by more than 1e-6 mm, or nothing but touching lines are left out by construction */
} flush_truth;

/* NULL past the last. */
const char *flush_family(int family);
/* Starts the scene of that family and number, ready to ask; the same numbers give the same scene. End it with
 * test_sight_end. */
flush_truth flush_scene(test_sight *sight, int family, uint64_t number);

#endif
