/* impact.h: what a disc's centre does to who lies under it: whether it is centred on him, and whether areas give him
 * cover from what bursts there. */
#ifndef TL_JUDGE_TEMPLATE_IMPACT_H
#define TL_JUDGE_TEMPLATE_IMPACT_H

#include "judge/referee.h"

/* Where a disc is centred. */
typedef struct tl_impact {
    tl_vec3 at;        /* on what it lies on */
    double off;        /* that may be off by so much in plan, mm */
    double height_off; /* ... in height */
} tl_impact;

/* Whether a disc's centre lies on a model's hull, or base where that is measured, seen from above; how far inside of
 * its outline goes to `margin`, mm: negative outside. Errors: memory. */
tl_status tl_impact_on_member(const tl_inquiry *inquiry, const tl_impact *impact, size_t member, tl_verdict *verdict,
                              double *margin, tl_error *error);

/* How good the cover is that areas give a model from what bursts at a disc's centre. An area that holds both gives
 * none. One that holds the centre alone, or lies in between, does; one that holds the model alone does as the setting
 * blast_cover_outside says. `grades`: bit 0 for no cover, bit g for the g-th of the system's `grades`; several where it
 * isn't decided. `shared`: some area may hold both. Errors: memory, those of measuring. */
tl_status tl_impact_cover(const tl_inquiry *inquiry, const tl_impact *impact, size_t member, uint64_t *grades,
                          bool *shared, tl_error *error);

#endif
