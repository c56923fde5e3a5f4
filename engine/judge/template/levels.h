/* levels.h: the levels of buildings at a place of the table, and the building itself (DB-BLA-05, DB-BLA-09). */
#ifndef TL_JUDGE_TEMPLATE_LEVELS_H
#define TL_JUDGE_TEMPLATE_LEVELS_H

#include "judge/referee.h"

/* Surfaces that differ by more than this in height, mm, are not certainly one level: less than a soldier needs to
 * stand. */
#define TL_STOREY 40.0

/* Which level (0: the lowest; 1 for the roof of a building that has no room below it) of the surfaces at (x, y) with
 * room for something `tall` a height belongs to: the highest that is not above it. */
size_t tl_level_at(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall);
/* ... that is nearest to it. */
size_t tl_level_near(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall);

/* The height of a level at (x, y) with room for something `tall`; the table's own where there is no surface at all.
 * `*off`: by how much it may be off, mm. TL_ERROR_ARGUMENT when there is no such level. */
tl_status tl_level_height(const tl_inquiry *inquiry, tl_vec2 p, size_t level, double tall, double *height, double *off,
                          tl_error *error);

/* The building area that a point of the plan lies in, or NULL; `other`: what that would be where the point may be off
 * by `slack` (mm), the same when all such points agree. */
const tl_referee_area *tl_level_building_at(const tl_inquiry *inquiry, tl_vec2 p, double slack,
                                            const tl_referee_area **other);

#endif
