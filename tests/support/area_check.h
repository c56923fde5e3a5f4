/* area_check.h: the depth rules decided a second time, by crossings with every wall and nothing of the engine's. */
#ifndef TL_TESTS_AREA_CHECK_H
#define TL_TESTS_AREA_CHECK_H

#include "area/area.h"

enum { TEST_PRISM_CORNERS = 12, TEST_STRETCHES = TEST_PRISM_CORNERS + 3 };

/* An upright prism over a polygon, concave or not. */
typedef struct test_prism {
    tl_vec2 corner[TEST_PRISM_CORNERS];
    int count;
    double bottom, top;
} test_prism;

/* Part of a segment, as parameters. */
typedef struct test_stretch {
    double from, to;
} test_stretch;

/* The stretches of pq inside, in order; how many. */
int test_prism_stretches(const test_prism *prism, tl_vec3 p, tl_vec3 q, test_stretch out[TEST_STRETCHES]);

/* By how much (mm) pq keeps to the depth rules of `sight` (DB-ARE-02 to DB-ARE-12), whose area is the prism, whose
 * distances run along the line and whose footprints, where they count, are discs; INFINITY when it doesn't enter,
 * negative when it breaks them. */
double test_depth_to_spare(const tl_area_sight *sight, const test_prism *prism, tl_vec3 p, tl_vec3 q);
/* The same of several areas whose depths add up (DB-ARE-11). */
double test_depths_to_spare(const tl_area_sight *sights, const test_prism *prisms, int count, tl_vec3 p, tl_vec3 q);

#endif
