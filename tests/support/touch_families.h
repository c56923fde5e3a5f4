/* touch_families.h: bodies that touch solids, are sunk into them, lie inside, stand flush, are copies or are pierced:
 * scenes whose truth is known by how they were put together, and an exact judge of the numbers that a yes tells. */
#ifndef TL_TESTS_TOUCH_FAMILIES_H
#define TL_TESTS_TOUCH_FAMILIES_H

#include "support/sight_families.h"

typedef struct touch_layout touch_layout;

typedef struct touch_family {
    const char *group; /* touching, sunk, inside, flush, duplicate, coplanar, pierced */
    const char *name;
    /* TEST_UNKNOWN: decided by less than 1e-6 mm; else by more */
    test_truth (*build)(touch_layout *layout);
} touch_family;

extern const touch_family touch_families[];
extern const size_t touch_family_count;

/* Builds scene number `seed` of a family, turned any way (or, one in three, about z alone); the same everywhere. End
 * with test_case_end. */
void touch_case_start(test_case *scene, const touch_family *family, uint64_t seed);

/* What is wrong with an answer, or NULL. Of a yes: both ends lie within 1e-9 mm of a triangle of their body, the
 * segment between just these doubles is free and both ends are live (whole numbers), and nothing that blocks comes
 * nearer than the clearance told, which is at least 1e-6 mm (113-bit floats). Verdicts are held against the truth, and
 * a no against `lines` sampled lines that would have to be clear by 1e-6 mm. */
const char *touch_case_wrong(const test_case *scene, const tl_sight *answer, size_t lines, test_random *random);

#endif
