/* aperture.h: is a patch of a given size in view? */
#ifndef TL_COVER_APERTURE_H
#define TL_COVER_APERTURE_H

#include "visibility/visibility.h"

typedef struct tl_aperture {
    tl_verdict verdict;
    tl_why why;
    tl_vec3 viewpoint;              /* yes: on a's triangles */
    tl_vec3 corner[4];              /* yes: of the square, in order */
    uint32_t named[TL_SIGHT_NAMED]; /* not yes: what hides */
    size_t named_count;
    uint64_t work;
} tl_aperture;

/* Whether some live point of `a` sees a square patch of b with sides `side`: held square to the line to its middle, at
 * the point of b which that line meets, the whole of it shows b. That is: along every line from the viewpoint through
 * the square the nearest point of b is in free view. Yes is such a viewpoint and square, checked; no is a proof that
 * not even the disc in the square is in view from anywhere. Gaps of b's own mesh narrower than a millionth of a
 * millimetre don't count. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_aperture_between(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                              double side, const tl_sight_options *options, tl_aperture *aperture, tl_error *error);

#endif
