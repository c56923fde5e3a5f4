/* skirt.h: which part of a target counts for cover.
 *
 * Feet stand on the ground and rear plates lean against walls: points within the skirt of a blocker's surface don't
 * count, or every model that touches something would be in cover. The rest is found up to the tolerance, on the safe
 * side both ways. */
#ifndef TL_COVER_SKIRT_H
#define TL_COVER_SKIRT_H

#include "cover/target.h"
#include "visibility/search.h"

typedef struct tl_skirt {
    tl_target sure;  /* certainly farther than the skirt from every blocker, and in the open */
    tl_target loose; /* may be on either side of the skirt */
    tl_target dead;  /* farther than the skirt inside a solid or underground: hidden from everywhere */
    uint32_t solid;  /* the slot of a solid that holds some of `dead`; TL_SIGHT_PLANE: the plane ground */
} tl_skirt;

/* All three are ready and may be empty; release them. */
tl_status tl_skirt_cut(tl_sight_search *search, const tl_bvh *target, double skirt, tl_skirt *parts);
void tl_skirt_free(tl_skirt *parts);

#endif
