/* skirt.h: which part of a target counts for cover.
 *
 * Feet stand on the ground and rear plates lean against walls: points within the skirt of a blocker's surface don't
 * count, or every model that touches something would be in cover. The rest is found up to the tolerance, on the safe
 * side both ways. */
#ifndef TL_COVER_SKIRT_H
#define TL_COVER_SKIRT_H

#include "visibility/search.h"

typedef struct tl_skirt {
    tl_cell *sure;  /* certainly farther than the skirt from every blocker */
    tl_cell *loose; /* may be on either side of it */
    bool in_solid;  /* some of `sure` lies in a solid or underground: hidden from everywhere */
    uint32_t solid; /* the slot of that solid, UINT32_MAX for the plane ground */
} tl_skirt;

/* Both cells may be empty; release them. */
tl_status tl_skirt_cut(tl_sight_search *search, const tl_bvh *target, double skirt, tl_skirt *parts);

#endif
