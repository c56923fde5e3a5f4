/* sight_families.h: adversarial scenes in families, at random places and rotations, whose truth is known in closed form
 * wherever it can be (design of visibility, "adversarial families"). */
#ifndef TL_TESTS_SIGHT_FAMILIES_H
#define TL_TESTS_SIGHT_FAMILIES_H

#include "support/exact_check.h"
#include "support/sight_scenes.h"

typedef enum test_truth {
    TEST_UNKNOWN, /* rays must tell */
    TEST_OPEN,    /* a free line exists */
    TEST_CLOSED   /* none exists (up to rounding of 1e-9) */
} test_truth;

typedef struct test_case {
    test_sight sight;
    int ground_slot;
    test_truth truth;
    double least; /* open: some line is at least this clear, mm (0: nothing is known) */
    double most;  /* closed: no line is clearer; 1e-8 where nothing but rounding leaves cracks */
    exact_table exact;
} test_case;

enum { TEST_WIDTHS = 8 };

typedef struct test_family {
    const char *name;
    test_truth (*build)(test_case *scene, double width, double distance, double thickness, test_random *random);
    double widths[TEST_WIDTHS]; /* up to the first 0 */
    bool upright;               /* has a ground of its own: turned about z only */
} test_family;

extern const test_family test_families[];
extern const size_t test_family_count;

/* Builds scene number `index` of a family; the same numbers give the same scene. */
void test_case_start(test_case *scene, const test_family *family, double width, uint64_t seed);
void test_case_end(test_case *scene);
const tl_obstacles *test_case_obstacles(test_case *scene);

/* Moves all corners of everything; `exact` stays behind. */
void test_case_map(test_case *scene, tl_vec3 (*map)(const void *user, tl_vec3 p), const void *user);

/* Random lines between the bodies, half of them through two points of blockers' edges, that are free by the exact
 * check: how many of `count` tried. The last free one goes to *p, *q. */
size_t test_case_free_lines(const test_case *scene, size_t count, test_random *random, tl_vec3 *p, tl_vec3 *q);

/* Whether a free line shows that a `no` is wrong: not when it passes a crack that the proof closed and told of. */
bool test_case_refutes(const test_case *scene, const tl_sight *answer, tl_vec3 p, tl_vec3 q);

/* What is wrong with an answer, or NULL. Looks at witnesses with the exact check. */
const char *test_case_wrong(const test_case *scene, const tl_sight *answer);

#endif
