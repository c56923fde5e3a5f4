/* target.h: what lies under a template, seen from above: a volume made ready to be measured. Internal to template.
 *
 * Two kinds are left: a disc, and triangles of the plan (of a polygon's outline or of a mesh; triangles may be
 * degenerate, being the segments or points they are). */
#ifndef TL_TEMPLATE_TARGET_H
#define TL_TEMPLATE_TARGET_H

#include "body/body.h"

typedef struct tl_template_target {
    tl_context *context;
    bool disc;
    tl_vec2 centre;
    double radius;
    tl_vec2 *corner; /* owned: polygon or vertices of the mesh in plan */
    size_t corners;
    uint32_t *owned;
    const uint32_t *triangles;
    size_t triangle_count;
    const tl_bvh *mesh; /* whose triangles these are; NULL: a polygon's */
    tl_bvh *prism;      /* owned: the same, of a tilted prism; else NULL */
    double error;       /* the outline is at most so far from the true one, mm */
    uint64_t work;      /* units spent on measuring it */
    bool stopped;       /* by the caller or the clock: nothing is known */
} tl_template_target;

/* Free with tl_template_target_free, also when it fails. Errors: TL_ERROR_ARGUMENT for an empty volume,
 * TL_ERROR_MEMORY. */
tl_status tl_template_target_make(tl_context *context, const tl_volume *volume, tl_template_target *target,
                                  tl_error *error);
void tl_template_target_free(tl_template_target *target);

#endif
