/* regions.h: what the rules put between bodies that may each be anywhere in a region of a map (between.h): what holds
 * for all of its regions, and what stands in the way of sight between two. */
#ifndef TL_JUDGE_BETWEEN_REGIONS_H
#define TL_JUDGE_BETWEEN_REGIONS_H

#include "judge/between/region_rules.h"

/* Members in `own` (may be NULL) block nobody's lines: they are the ones that look. With uncertain meshes
 * (docs/math/uncertainty.md) what is proved blocked must be so with slack, and what is free clear by as much: `give`,
 * and what the bodies may be off. Errors: TL_ERROR_MEMORY. Free with tl_region_rules_free in any case. */
tl_status tl_region_rules_make(const tl_inquiry *inquiry, const bool *own, tl_region_rules *rules, tl_error *error);
void tl_region_rules_free(tl_region_rules *rules);
/* Whether something that blocks has holes that lines pass. */
bool tl_region_open_holes(const tl_region_rules *rules);

/* Lines run from a to b. Errors: TL_ERROR_MEMORY. Free with tl_between_free in any case. */
tl_status tl_region_between_make(const tl_region_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_between *between, tl_error *error);
/* Whether all lines between two boxes satisfy the conditions of areas wherever their true outlines are; `ends`: the
 * bodies may be off so much. */
bool tl_region_areas_allow(const tl_between *between, tl_box3 a, tl_box3 b, double ends);

#endif
