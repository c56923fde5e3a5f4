/* assert_geom.c: compares doubles and points, draws random numbers from seeds that are told. */
#include "support/assert_geom.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void test_assert_near(double value, double expected, double tolerance, const char *what, const char *file, int line) {
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%s is %.17g, not %.17g within %.3g (off by %.3g)\n", what, value, expected, tolerance,
                    fabs(value - expected));
        _fail(file, line);
    }
}

void test_assert_point_near(tl_vec3 value, tl_vec3 expected, double tolerance, const char *what, const char *file,
                            int line) {
    if (!(tl_distance(value, expected) <= tolerance)) {
        print_error("%s is (%.17g, %.17g, %.17g), not (%.17g, %.17g, %.17g) within %.3g\n", what, value.x, value.y,
                    value.z, expected.x, expected.y, expected.z, tolerance);
        _fail(file, line);
    }
}

test_random test_random_start(const char *test, uint64_t seed) {
    const char *chosen = getenv("TRUELINE_SEED");
    if (chosen != NULL) {
        seed = strtoull(chosen, NULL, 0);
    }
    print_message("%s: seed %llu\n", test, (unsigned long long)seed);
    return (test_random){seed};
}

int test_trials(int all) {
    return TEST_SANITIZED ? (all + 3) / 4 : all;
}

uint64_t test_random_bits(test_random *random) {
    /* splitmix64 */
    uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double test_random_between(test_random *random, double low, double high) {
    return low + (high - low) * ((double)(test_random_bits(random) >> 11) * 0x1p-53);
}

int test_random_below(test_random *random, int count) {
    return (int)(test_random_bits(random) % (uint64_t)count);
}

tl_vec3 test_random_direction(test_random *random) {
    for (;;) {
        tl_vec3 d = {test_random_between(random, -1, 1), test_random_between(random, -1, 1),
                     test_random_between(random, -1, 1)};
        double length = tl_length(d);
        if (length > 0.1 && length <= 1) {
            return tl_scale(d, 1 / length);
        }
    }
}

tl_pose test_random_pose(test_random *random, double reach) {
    tl_vec3 x = test_random_direction(random);
    tl_vec3 y = test_random_direction(random);
    tl_vec3 z = tl_normalise(tl_cross(x, y));
    y = tl_cross(z, x);
    tl_vec3 at = {test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                  test_random_between(random, -reach, reach)};
    return (tl_pose){x, y, z, at};
}

const char *test_data_folder(void) {
    static char folder[1024];
    const char *chosen = getenv("TRUELINE_DATA");
    snprintf(folder, sizeof(folder), "%s", chosen != NULL ? chosen : TL_TEST_SOURCE_DIR "/../shared/data/real");
    struct stat info;
    if (stat(folder, &info) != 0) {
        print_message("\n*** SKIPPED: no real meshes at %s (set TRUELINE_DATA) ***\n\n", folder);
        return NULL;
    }
    return folder;
}

const char *test_data_file(const char *name) {
    static char path[2048];
    const char *folder = test_data_folder();
    snprintf(path, sizeof(path), "%s/%s", folder != NULL ? folder : ".", name);
    return path;
}
