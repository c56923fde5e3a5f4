/* assert_geom.h: assertions on doubles and vectors (cmocka's own rounds to float), and printed random seeds. */
#ifndef TL_TESTS_ASSERT_GEOM_H
#define TL_TESTS_ASSERT_GEOM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "math/vec.h"

#define assert_near(value, expected, tolerance)                                                                        \
    test_assert_near((value), (expected), (tolerance), #value, __FILE__, __LINE__)
#define assert_point_near(value, expected, tolerance)                                                                  \
    test_assert_point_near((value), (expected), (tolerance), #value, __FILE__, __LINE__)

void test_assert_near(double value, double expected, double tolerance, const char *what, const char *file, int line);
void test_assert_point_near(tl_vec3 value, tl_vec3 expected, double tolerance, const char *what, const char *file,
                            int line);

/* Random numbers for tests: the same sequence everywhere. TRUELINE_SEED changes the seed; test_random_start prints it,
 * so that a failure can be repeated. */
typedef struct test_random {
    uint64_t state;
} test_random;

test_random test_random_start(const char *test, uint64_t seed);
uint64_t test_random_bits(test_random *random);
double test_random_between(test_random *random, double low, double high);
int test_random_below(test_random *random, int count);
/* A uniform direction of length 1. */
tl_vec3 test_random_direction(test_random *random);
/* A uniform rotation and a place within +-`reach`. */
tl_pose test_random_pose(test_random *random, double reach);

/* Whether sanitizers watch, which make everything several times slower. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_SANITIZED true
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED false
#endif

/* How many trials of `all` to run: every one, or under sanitizers the first quarter, rounded up. What trials are there
 * to find is wrong answers, and those the plain build finds. */
int test_trials(int all);

/* The folder of real meshes, or NULL after printing loudly that the test skips: TRUELINE_DATA, or shared/data/real
 * beside the project. */
const char *test_data_folder(void);
/* FOLDER/NAME in a static buffer. */
const char *test_data_file(const char *name);

#endif
