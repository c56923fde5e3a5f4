/* slot_uncertainty.h: how far surfaces and outlines on a table may be off (docs/math/uncertainty.md). */
#ifndef TL_JUDGE_BETWEEN_SLOT_UNCERTAINTY_H
#define TL_JUDGE_BETWEEN_SLOT_UNCERTAINTY_H

#include "judge/referee.h"

/* The uncertainty of a slot's surface, mm; caps have their owner's. */
double tl_uncertainty_of_slot(const tl_table *table, size_t slot);
/* Whether an area's outline or height comes from an uncertain mesh, and how uncertain that is. */
double tl_uncertainty_of_area(const tl_inquiry *inquiry, const tl_referee_area *area);

#endif
