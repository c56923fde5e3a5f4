/* difference.h: an outline without what another covers: a zone without the road that crosses it. */
#ifndef TL_AREA_DIFFERENCE_H
#define TL_AREA_DIFFERENCE_H

#include "area/outline.h"

/* What of `from` isn't covered by `less`, in rings that don't cross. `*cut` false: they have nothing in common, and
 * `made` is empty: `from` stays as it is. True with `made` of kind NONE: nothing is left. Discs become polygons, inside
 * of them by at most 0.001 mm. Points are put on a grid of 2^-10 mm (coarser only beyond 8 m): none moves by more than
 * 0.71 of its step, so the boundary is within 0.002 mm of the true one. Neither may be an oval. Free `made` with
 * tl_outline_free. Errors: TL_ERROR_MEMORY; TL_ERROR_CANCELLED; TL_ERROR_LIMIT for outlines of too many corners, or
 * ones too far out for a grid. */
tl_status tl_outline_without(tl_context *context, const tl_outline *from, const tl_outline *less, tl_outline *made,
                             bool *cut, tl_error *error);

#endif
