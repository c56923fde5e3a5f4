/* picture.h: how much of a target a point sees, and what hides the rest. */
#ifndef TL_COVER_PICTURE_H
#define TL_COVER_PICTURE_H

#include "cover/limits.h"
#include "cover/skirt.h"

/* Areas are those of the target's polygons that face the point, mm^2. */
typedef struct tl_cover_picture {
    double low, high;                 /* bounds of the visible share of all that counts */
    double seen, hidden;              /* certain */
    double open;                      /* neither */
    uint32_t named[TL_PICTURE_NAMES]; /* slots that hide, most first */
    double areas[TL_PICTURE_NAMES];   /* hidden by each: the first that a line from the point to a hidden part meets */
    size_t named_count;
} tl_cover_picture;

/* What p sees; stops dividing when no more than `spread` of the area that faces p is open, or after some `effort` (work
 * units). A target of which nothing faces p counts as seen. */
tl_status tl_cover_picture_make(tl_sight_search *search, tl_vec3 p, tl_skirt *parts, double spread, uint64_t effort,
                                tl_cover_picture *picture);

#endif
