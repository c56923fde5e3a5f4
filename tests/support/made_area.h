/* made_area.h: area terrain for tests: outlines, usual rules, random polygons and lines. */
#ifndef TL_TESTS_MADE_AREA_H
#define TL_TESTS_MADE_AREA_H

#include "support/assert_geom.h"

#include "area/area.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define OUT TL_AREA_OUTSIDE
#define IN  TL_AREA_INSIDE
#define ON  TL_AREA_STRADDLES

/* Made by area_begin, destroyed by area_end: a group's set-up and tear-down. */
extern tl_context *area_context;
int area_begin(void **state);
int area_end(void **state);

/* Outlines; the caller frees them with tl_outline_free. The test fails when there is none. */
tl_outline area_polygon(const tl_vec2 *points, size_t count);
tl_outline area_rectangle(double x0, double y0, double x1, double y1);

/* Limits of 100 from an edge and through the whole; 300 with both ends inside, or none for smoke. */
tl_area_rules area_dust(void);
tl_area_rules area_smoke(void);

/* Sight between two ends without footprints that stand there. The outline is borrowed. */
tl_area_sight area_sight_between(const tl_outline *outline, double bottom, double top, tl_area_place from,
                                 tl_area_place to, tl_area_rules rules);
tl_verdict area_verdict(const tl_area_sight *sight, tl_vec3 p, tl_vec3 q);

/* A stretch of a segment inside a prism: parameters, 0 at p and 1 at q, and where it begins. */
typedef struct area_pass {
    double entry, exit, length_mm;
    tl_vec3 entry_point;
} area_pass;
/* The stretches of tl_area_stretches, in order; how many. */
size_t area_passes(const tl_area *area, tl_vec3 p, tl_vec3 q, area_pass *passes, size_t most);

/* A random polygon, mostly concave: corners (of which `points` holds up to 32) at growing angles round a centre. It may
 * cross itself where it is on a grid. Returns how many. */
size_t area_random_polygon(test_random *random, tl_vec2 *points);
/* An end of a line somewhere about, often on the grid or at one of the n corners. */
tl_vec3 area_random_end(test_random *random, const tl_vec2 *points, size_t n);
tl_area_rules area_random_rules(test_random *random);

/* Where a segment from p leaves a disc about `centre`; 0 when it never meets it. In long double, by nothing of the
 * engine's. */
long double area_naive_leaves(tl_vec2 centre, double radius, tl_vec3 p, tl_vec3 q);

#endif
