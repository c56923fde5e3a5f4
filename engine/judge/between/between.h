/* between.h: what stands between two ends under the rules (DB-LOS, DB-ARE, DB-COV, DT-FRT), at least and at most.
 *
 * An end is a member where it stands, a point, or a body of which only a region is known that it is somewhere in. Where
 * somebody stands decides what walls and areas are to them; where a region leaves that open, both ways are kept:
 *
 * - the least is what stands in the way wherever the two may be. A line that it blocks is blocked at every pair of
 *   places: with it is proved that nothing is seen.
 * - the most is all that may stand in the way somewhere. A line that it lets pass is free at every pair of places: with
 *   it is proved that all is seen.
 *
 * So what stands in the way at any one pair of places lies between the two: a wall that may be open isn't in the least,
 * one that may be closed is in the most; of an area the least refuses a line when it is refused for every way in which
 * both may stand to it, the most when it is for some. A member where it stands and a point are regions of no size: how
 * they stand is certain, and least and most are the same. */
#ifndef TL_JUDGE_BETWEEN_BETWEEN_H
#define TL_JUDGE_BETWEEN_BETWEEN_H

#include "judge/between/ends.h"

/* For sight (DB-LOS) between two ends where they stand. A vehicle that a point lies on does not stand in its way
 * (DB-BLA-04). Errors: TL_ERROR_MEMORY, and those of measuring; then there is nothing to free. */
tl_status tl_between_ends(const tl_inquiry *inquiry, const tl_between_end end[2], tl_between *between, tl_error *error);
/* For sight from member a to member b. */
tl_status tl_between_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_between *between, tl_error *error);
/* What areas do to lines that are asked for cover. */
typedef enum tl_between_cover_areas {
    TL_BETWEEN_COVER_AREAS_HIDE,        /* they stop every line that enters them (DB-COV-05) */
    TL_BETWEEN_COVER_AREAS_AS_FOR_SIGHT /* they let through what they let through for sight (DB-ARE), to tell what is in
                                           view */
} tl_between_cover_areas;

/* For cover (DB-COV): terrain, wrecks and smoke stand in the way, vehicles as the setting says; what a leans on is left
 * out where the setting says so, and with `drop_open` also what stands at that limit. */
tl_status tl_between_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_between_cover_areas areas, bool drop_open,
                           tl_between *between, tl_error *error);
void tl_between_free(tl_between *between);

/* Whether a piece of terrain (index) stands in the way of lines, of sight or for cover, to those who aren't in it. */
bool tl_between_terrain_blocks(const tl_inquiry *inquiry, size_t terrain, bool for_cover);
/* The limits and readings of a kind of area under the inquiry's settings. */
tl_area_rules tl_inquiry_area_rules(const tl_inquiry *inquiry, const tl_area_rule *rule);
/* The height interval of an area under the inquiry's settings. */
tl_area tl_inquiry_area(const tl_inquiry *inquiry, const tl_referee_area *area);
/* What lines must keep out of to be subject to none of its rules (tl_area_asked_of). */
tl_area tl_inquiry_column(const tl_inquiry *inquiry, const tl_referee_area *area);
/* How a member stands to an area: by its measured volume's footprint and its whole height. */
tl_status tl_inquiry_place_in(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member,
                              tl_area_placement *placement, tl_error *error);
/* The shelter (index) that a member of infantry stands in, at least in part; SIZE_MAX: none. */
tl_status tl_inquiry_shelter(const tl_inquiry *inquiry, size_t member, size_t *shelter, tl_error *error);
/* Whether the plan of a member's core holds a point, its edges included; exact. An aircraft whose hull is above the
 * point doesn't hold it. */
bool tl_between_member_holds(const tl_inquiry *inquiry, size_t member, tl_vec3 point);
/* A point as something to measure to, kept in `shape`. */
tl_volume tl_between_volume_of_point(tl_vec3 point, tl_shape *shape);

#endif
