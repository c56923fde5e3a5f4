/* swept.h: closed surfaces round everything that a body covers while it is moved about. */
#ifndef TL_VISIBILITY_SWEPT_H
#define TL_VISIBILITY_SWEPT_H

#include "visibility/limits.h"
#include "bvh/bvh.h"

/* Convex pieces, each with a closed surface of triangles. */
typedef struct tl_swept {
    tl_bvh *surface; /* of all pieces */
    size_t piece_count;
    size_t first_vertex[TL_SWEPT_PIECES + 1]; /* of each piece, in the surface's vertices */
} tl_swept;

/* Encloses all copies of a body that are moved horizontally by at most `radius`. `*sound` tells whether everything
 * about the surfaces could be checked: each is closed, and every copy lies strictly inside of one of them, part by
 * part. `*work` is raised by the units that it took. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED (also when the time is
 * up). Free with tl_swept_free in any case. */
tl_status tl_swept_make(tl_context *context, const tl_bvh *body, double radius, size_t pieces, tl_swept *swept,
                        bool *sound, uint64_t *work, tl_error *error);
void tl_swept_free(tl_swept *swept);

#endif
