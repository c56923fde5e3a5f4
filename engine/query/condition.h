/* condition.h: a condition on single sight lines that joins the search for a free one.
 *
 * The search for a sight line subdivides bundles of lines. Whoever knows a condition that every line must satisfy
 * (depth in a wood, say) answers for single lines and for whole bundles; the search doesn't know what it is about. */
#ifndef TL_QUERY_CONDITION_H
#define TL_QUERY_CONDITION_H

#include "math/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tl_condition_bundle {
    TL_BUNDLE_NONE, /* proved: no line of the bundle satisfies the condition */
    TL_BUNDLE_ALL,  /* proved: every line does */
    TL_BUNDLE_SPLIT /* neither is proved: ask for smaller bundles */
} tl_condition_bundle;

typedef struct tl_condition {
    const void *user;
    /* True only when the segment from p to q certainly satisfies the condition (rounding counted against it). */
    bool (*line)(const void *user, tl_vec3 p, tl_vec3 q);
    /* For all segments from a point of the convex hull of `a` to one of the convex hull of `b`. */
    tl_condition_bundle (*bundle)(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count);
    /* Whether for lines of such a bundle, as far as they are undecided, it is their plan that counts, and heights only
     * as they make lines longer: then cells are cut in plan first. NULL: no. */
    bool (*flat)(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count);
    uint32_t slot; /* the owner to name when the condition is what stands in the way */
    /* Everybody whose removal may change what the condition says, when that isn't `slot` alone; else NULL. */
    const uint32_t *owners;
    size_t owner_count;
} tl_condition;

#endif
