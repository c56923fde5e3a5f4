/* spare.h: by how much all of something lies under a template, or sticks out from under it. */
#ifndef TL_TEMPLATE_SPARE_H
#define TL_TEMPLATE_SPARE_H

#include "template/template.h"

/* How far a volume may be moved in the plan, any way, before the answer to "does all of it lie in the closed template?"
 * may change, mm: positive when all of it lies inside, negative when it surely doesn't. `hold` is what
 * tl_template_measure or tl_template_touch found of the same two. Of outlines that cross one another at several places
 * it may be nearer to 0 than is true. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_template_spare(tl_context *context, const tl_template *shape, const tl_volume *volume,
                            const tl_template_hold *hold, double *spare_mm, tl_error *error);

/* Whether all of it lies under the template: within `tolerance` and the outlines' error of its edge that is marginal;
 * at tolerance 0 the comparison is exact, and what ends at the edge lies under it. */
tl_verdict tl_template_whole(const tl_template_hold *hold, double spare_mm, double tolerance);

#endif
