/* between_parts.h: how what stands between two ends is made, part by part. Internal to between. */
#ifndef TL_JUDGE_BETWEEN_BETWEEN_PARTS_H
#define TL_JUDGE_BETWEEN_BETWEEN_PARTS_H

#include "judge/between/region_rules.h"

/* What is being made, and of what. */
typedef struct tl_making {
    const tl_inquiry *inquiry;
    const tl_region_rules *rules; /* of the map whose regions the ends are; NULL: they are where they stand */
    const tl_between_end *end;    /* two */
    bool for_cover;
    bool depths; /* areas are asked how deep lines run (DB-ARE) */
    bool measured;
    bool from_footprint[2];
    double distance[2]; /* between the two, at least and at most, mm */
    tl_between *between;
} tl_making;

/* --- Who blocks (between.c) --------------------------------------------------------------------------------------- */

/* Marks all that stands in the way of those who stand in nothing: the ground, terrain, and with `vehicles` these, but
 * for those that a weapon sees past, whoever is asked about as if he weren't there, and members in `own` (NULL: none).
 */
void tl_between_block_all(const tl_inquiry *inquiry, bool for_cover, bool vehicles, const bool *own, uint8_t *blockers,
                          uint8_t *insides);
/* Whether vehicles stand in the way (DB-LOS-02, DB-COV-03). */
bool tl_between_vehicles_block(const tl_inquiry *inquiry, bool for_cover);
/* Whether a weapon sees past a class or kind (DT-SPC). */
bool tl_inquiry_is_seen_past(const tl_inquiry *inquiry, const char *word);
/* The obstacles that these masks make of the table. */
tl_obstacles tl_between_obstacles(const tl_inquiry *inquiry, const uint8_t *blockers, const uint8_t *insides);
/* A slot doesn't block between the two: perhaps not, so that it isn't in the least; or `surely`. Caps of its holes go
 * with it. Errors: TL_ERROR_MEMORY. */
tl_status tl_open_walls(tl_making *making, size_t slot, bool surely, tl_error *error);
/* Begins between ends where they stand: nothing blocks so far. */
tl_status tl_between_begin(tl_making *making, tl_error *error);
/* Makes what stands between regions; `least` and `most` are those of bodies that stand in nothing. */
tl_status tl_between_make(tl_making *making, tl_error *error);

/* --- Shelters (shelter.c) ----------------------------------------------------------------------------------------- */

/* Opens walls to who mans them, and finds what is seen from there (DT-FRT-04). For cover the target's own walls do hide
 * it. */
tl_status tl_shelter_open_all(tl_making *making, tl_error *error);
/* Makes conditions on lines of what is seen, behind those that are there. */
void tl_shelter_add_outlooks(tl_between *between);

/* --- Ends, and how they stand to areas (areas.c) ------------------------------------------------------------------ */

/* Whether an area gives cover to who is behind it (DB-COV-05); then lines must satisfy the condition. The prism must
 * stay where it is. */
bool tl_between_area_hides(const tl_inquiry *inquiry, const tl_referee_area *area, const tl_area *prism,
                           tl_condition *condition);

/* Makes what is measured of an end seen from above, over all its places, unless that is there; nothing of a point. */
tl_status tl_between_end_footprint(tl_making *making, int end, tl_error *error);
/* A box round all of it. */
tl_box3 tl_between_end_box(const tl_making *making, int end);

/* The box round an outline, between two heights. */
static inline tl_box3 tl_between_outline_column(const tl_outline *outline, double bottom, double top) {
    const tl_outline_box *box = &outline->box;
    return (tl_box3){{box->low.x, box->low.y, bottom}, {box->high.x, box->high.y, top}};
}

/* The ways in which an end may stand to an area, as bits; of one where it stands one alone. OVER: outside by its height
 * alone, which for who doesn't ask for depths is outside. */
enum { TL_WAY_OUT = 1, TL_WAY_STRADDLES = 2, TL_WAY_IN = 4, TL_WAY_OVER = 8, TL_WAYS = 4 };

static inline bool tl_ways_may_be_in(unsigned ways) {
    return (ways & (TL_WAY_STRADDLES | TL_WAY_IN)) != 0;
}

static inline bool tl_ways_must_be_in(unsigned ways) {
    return (ways & (TL_WAY_OUT | TL_WAY_OVER)) == 0;
}

tl_status tl_between_end_ways(tl_making *making, const tl_referee_area *area, int end, unsigned *ways, tl_error *error);
/* Whether some of a body in a region certainly lies in the area, wherever it stands. */
bool tl_region_overlaps(const tl_region_rules *rules, tl_context *context, const tl_referee_area *area,
                        const tl_region *r);

/* --- What areas ask of lines (depths.c) --------------------------------------------------------------------------- */

/* Opens buildings without rooms to who is inside, and adds what areas ask of lines. */
tl_status tl_between_meet_areas(tl_making *making, tl_error *error);
/* Makes room for what they ask. Errors: TL_ERROR_MEMORY. */
tl_status tl_between_areas_room(tl_making *making, tl_error *error);

#endif
