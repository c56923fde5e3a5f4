/* sight_layout.h: what adversarial scenes are put together from. The first body lies round the origin, the second at
 * (distance, 0, 0); what is in the way stands across the x axis. Internal to the families. */
#ifndef TL_TESTS_SIGHT_LAYOUT_H
#define TL_TESTS_SIGHT_LAYOUT_H

#include "support/sight_families.h"

#define TEST_RADIUS 15.0
#define TEST_WIDE   60.0 /* plates reach this far: lines between the bodies stay within TEST_RADIUS of the axis */

enum { TEST_RINGS = 14 };

/* About the x axis. */
void test_turned(test_mesh *mesh, double angle);
/* From x = near on: a plate over y0..y1 and z0..z1; the whole cross-section but for a hole. Thickness 0: open sheets.
 */
void test_add_plate(test_case *scene, double near, double thickness, double y0, double y1, double z0, double z1,
                    double angle);
void test_add_holed(test_case *scene, double near, double thickness, double y0, double y1, double z0, double z1,
                    double angle);
void test_add_box(test_case *scene, tl_vec3 low, tl_vec3 high);
/* Both bodies: balls, ellipsoids at height z, balls of TEST_RADIUS. */
void test_add_bodies(test_case *scene, double distance, tl_vec3 radii, double z);
void test_add_balls(test_case *scene, double distance);
/* Somewhere between the bodies. */
double test_place(test_random *random, double distance);

/* The families of flawed and awkward meshes (sight_flaws.c). */
#define TEST_FAMILY(name)                                                                                              \
    test_truth name(test_case *scene, double width, double distance, double thickness, test_random *random)
TEST_FAMILY(test_float_junction);
TEST_FAMILY(test_doubled_slit);
TEST_FAMILY(test_doubled_closed);
TEST_FAMILY(test_leaves_open);
TEST_FAMILY(test_leaves_closed);
TEST_FAMILY(test_foils_open);
TEST_FAMILY(test_foils_closed);
TEST_FAMILY(test_coplanar_closed);
TEST_FAMILY(test_abutting_closed);
TEST_FAMILY(test_askew_closed);
TEST_FAMILY(test_grazing_closed);
TEST_FAMILY(test_grazing_open);
TEST_FAMILY(test_inverted_slit);
TEST_FAMILY(test_inverted_closed);
TEST_FAMILY(test_torn_open);
TEST_FAMILY(test_torn_beside);
TEST_FAMILY(test_sieve);
TEST_FAMILY(test_fins_slit);
TEST_FAMILY(test_fins_closed);
TEST_FAMILY(test_needles_slit);
TEST_FAMILY(test_flock_open);
TEST_FAMILY(test_flock_closed);
TEST_FAMILY(test_rubble_open);
TEST_FAMILY(test_rubble_closed);

#endif
