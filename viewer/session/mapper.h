/* mapper.h: maps and firing positions worked out beside the drawing, a coarse one first, then finer ones.
 *
 * Each wish is about a clone of the shown scene as it is then (worker.h). The latest wish wins: what runs for another
 * is given up. */
#ifndef TLV_MAPPER_H
#define TLV_MAPPER_H

#include "session/worker.h"

#include <trueline/board.h>

typedef struct tlv_mapper tlv_mapper;

enum { TLV_MAP_STEPS = 3 };

typedef struct tlv_wish {
    const char *map;    /* as tl_board_question has it; NULL: firing positions */
    const char *from;   /* who looks, or moves; NULL: the zone */
    const char *target; /* of firing positions */
    bool march;         /* ... */
    bool zoned;         /* from `zone`, to `to` when `aimed` */
    bool aimed;
    tl_vec2 zone[4], to[4];
    double cells[TLV_MAP_STEPS]; /* mm: one after the other; 0: no more */
    const char *units;           /* "cm" or "inch" */
    const tl_scene *scene;       /* the one that is shown; cloned */
} tlv_wish;

typedef struct tlv_mapped {
    unsigned serial;
    tl_status status;
    tl_error error;    /* unless `status` is TL_OK */
    bool last;         /* nothing finer follows */
    tl_board_map *map; /* the taker's, as is `firing`; to be destroyed before the mapper */
    tl_firing *firing;
} tlv_mapped;

/* Starts the thread. */
tl_status tlv_mapper_create(const tlv_worker_options *options, tlv_mapper **mapper, tl_error *error);
/* Gives up what runs, and waits for the thread's end. NULL-safe. */
void tlv_mapper_destroy(tlv_mapper *mapper);
/* Copies the wish, with a clone of its scene, gives up what runs. Returns its serial number, from 1; 0 without memory.
 */
unsigned tlv_mapper_want(tlv_mapper *mapper, const tlv_wish *wish);
/* Gives up what waits and what runs. */
void tlv_mapper_drop(tlv_mapper *mapper);
/* How far what runs is, 0 to 1; negative: nobody knows. */
double tlv_mapper_progress(const tlv_mapper *mapper);
/* What was worked out last and not taken yet; false when there is nothing. Never waits. */
bool tlv_mapper_take(tlv_mapper *mapper, tlv_mapped *mapped);

#endif
