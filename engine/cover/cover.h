/* cover.h: is there a point of one body from which the whole of another is free to see? */
#ifndef TL_COVER_COVER_H
#define TL_COVER_COVER_H

#include "cover/cover_data.h"

/* Cover of `b` from `a` (DB-COV-01, -02, -04). Obstacles: terrain and smoke as the caller's reading says. */
tl_status tl_cover_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                           const tl_cover_options *options, tl_cover *cover, tl_error *error);

#endif
