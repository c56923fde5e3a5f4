/* thing.h: terrain as something that distances are measured to. */
#ifndef TL_JUDGE_MEASURE_THING_H
#define TL_JUDGE_MEASURE_THING_H

#include "judge/referee.h"

/* A piece of terrain (index) as a volume: its mesh; without one a column over its disc or outline, so that the plan
 * counts. `shape` holds what the volume points to. Error: it is nowhere. */
tl_status tl_judge_terrain_volume(const tl_inquiry *inquiry, size_t index, tl_volume *volume, tl_shape *shape,
                                  tl_error *error);

#endif
