/* join.h: all triangles of a world, or some of them, joined at their edges (links.h). */
#ifndef TL_CONFORM_JOIN_H
#define TL_CONFORM_JOIN_H

#include "conform/links.h"

/* Terrain of more triangles than this is joined as it is, however little of it would have to be cut: a rule by number,
 * so that the same scene is always joined in the same way. Questions that resist have what matters to them joined by
 * itself (tl_conform_join_some). */
#define TL_CONFORM_MOST 30000

/* One slot of a world. */
typedef struct tl_conform_part {
    const tl_bvh *bvh; /* NULL: nothing there */
    const tl_vec3
        *own_frame; /* for what moves: its vertices where they were before it was placed; NULL: stands still */
    uint32_t group; /* with own_frame: joined with others of that group; 0: with nobody */
    bool conforms;  /* stands still and is made to conform with all others that are to, when they have no more triangles
                       than TL_CONFORM_MOST together: more take seconds */
} tl_conform_part;

/* Joins the parts, slot by slot. `asking` (may be the same) is asked whether to go on. Errors: TL_ERROR_LIMIT above
 * 2^28 triangles, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_conform_join(tl_context *context, tl_context *asking, const tl_conform_part *parts, size_t slot_count,
                          tl_joined **joined, tl_error *error);
/* The same for some of the faces alone, given by their numbers in ascending order, whatever their parts say: all of
 * them are taken where they stand and made to conform. */
tl_status tl_conform_join_some(tl_context *context, tl_context *asking, const tl_conform_part *parts, size_t slot_count,
                               const uint32_t *faces, size_t count, tl_joined **joined, tl_error *error);

#endif
