/* sight_laws.h: what answers about one scene say together.
 *
 * Every answer bounds the clearance of the best free line there is (0: there is none). However a scene is asked about,
 * the bounds must leave room for one truth; a blocker less may only raise it, one more only lower it; a rigid motion
 * changes it by no more than corners move in rounding. */
#ifndef TL_TESTS_SIGHT_LAWS_H
#define TL_TESTS_SIGHT_LAWS_H

#include "cover/cover.h"
#include "visibility/visibility.h"

typedef struct test_known {
    double low, high;
} test_known;

/* `min_clearance`: what was asked for; 0 when nothing was. */
test_known test_knows(const tl_sight *sight, double min_clearance);
/* Whether both can be true, if the scenes' best lines differ by at most `slack`. */
bool test_agree(test_known x, test_known y, double slack);

/* To the last bit, the work included: what the same question must give in any thread and any order. */
bool test_same_sight(const tl_sight *x, const tl_sight *y);
bool test_same_cover(const tl_cover *x, const tl_cover *y);

#endif
