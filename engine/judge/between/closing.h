/* closing.h: holes of meshes closed by their caps (mesh/caps.h): in what stands in the way, and in what is told of it.
 */
#ifndef TL_JUDGE_BETWEEN_CLOSING_H
#define TL_JUDGE_BETWEEN_CLOSING_H

#include "judge/between/ends.h"

/* Per slot what its caps block, for the slots that these blockers are of: with `repaired` those that repairs made, else
 * the others. */
void tl_between_caps_mask(const tl_inquiry *inquiry, const uint8_t *blockers, bool repaired, uint8_t *mask);

/* Closes the holes of what stands in the way, when there are any. */
void tl_between_close(const tl_inquiry *inquiry, tl_between *between);
/* Whether the setting says so. */
bool tl_holes_closed(const tl_inquiry *inquiry);
/* The blockers of the table's slots with those of their caps behind them, in an array of twice as many. */
void tl_holes_mask(const tl_inquiry *inquiry, uint8_t *blockers);
/* Makes obstacles with these blockers those of the world with its holes closed. There are any. */
void tl_holes_close(const tl_inquiry *inquiry, uint8_t *blockers, tl_obstacles *obstacles);
/* Closes them where the setting says so. */
void tl_between_close_as_set(const tl_inquiry *inquiry, tl_between *between);

/* A recorder that hands on what it hears of the world with its holes closed as if it were the open one: caps are their
 * owners'. It lives as long as `record`. */
typedef struct tl_between_open_record {
    const tl_table *table;
    const tl_sight_recorder *inner;
} tl_between_open_record;
tl_sight_recorder tl_between_open_recorder(tl_between_open_record *record);
/* The same for who is named. */
void tl_between_open_names(const tl_table *table, tl_sight *sight);

#endif
