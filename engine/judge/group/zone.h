/* zone.h: whether models stand wholly, partly or not in a zone of the scene's scenario, and as far from the table's
 * edge, markers and enemies as the zone asks for (DT-SCN-03 to -08, DT-FRT-01). */
#ifndef TL_JUDGE_GROUP_ZONE_H
#define TL_JUDGE_GROUP_ZONE_H

#include "judge/group/zone_place.h"
#include "judge/measure/range.h"

/* A distance that is kept to things. */
typedef struct tl_unit_zone_off {
    tl_zone_off from;
    bool any;       /* there is something of that sort */
    tl_limit limit; /* the distance to the nearest, held against the least that is asked for */
    tl_range_result range;
    size_t member; /* whose distance it is; SIZE_MAX: the terrain's that was asked about */
    size_t other;  /* the nearest member or, `from` markers and so on, piece of terrain */
} tl_unit_zone_off;

typedef struct tl_unit_zone_member {
    size_t member; /* SIZE_MAX: terrain */
    tl_region_place place;
} tl_unit_zone_member;

/* A party, or a piece of terrain, in one zone. */
typedef struct tl_unit_zone {
    const tl_inquiry *inquiry;
    const tl_document_zone *zone;
    tl_zone_region region;
    tl_party party;     /* count 0: `terrain` */
    size_t terrain;     /* index */
    tl_verdict verdict; /* all of it wholly inside, and as far away as it must be */
    tl_verdict inside;  /* all of it wholly inside */
    tl_verdict touches; /* some of it, or a part of it, inside */
    tl_unit_zone_member *members;
    size_t count, whole; /* models, and those that are certainly wholly inside */
    size_t worst;        /* the one with the least margin */
    tl_unit_zone_off off[TL_ZONE_OFFS - TL_ZONE_OFF_THINGS];
    size_t off_count;
} tl_unit_zone;

/* The zone of that name. TL_ERROR_NOT_FOUND, with the nearest; TL_ERROR_ARGUMENT: the scene has no zones. */
tl_status tl_unit_zone_named(const tl_inquiry *inquiry, const char *name, const tl_document_zone **zone,
                             tl_error *error);

/* Judges a party (NULL: the piece of terrain `terrain`) in a zone. Free with tl_unit_zone_free in any case. Errors: a
 * zone of which nothing is left, terrain that is nowhere, memory, what measuring fails with. */
tl_status tl_unit_zone_judge(const tl_inquiry *inquiry, const tl_document_zone *zone, const tl_party *party,
                             size_t terrain, tl_unit_zone *found, tl_error *error);
void tl_unit_zone_free(tl_unit_zone *found);

/* Reports models that aren't wholly inside of a zone of their side, where the scene says that they are being placed
 * (warnings). Errors: as above. */
tl_status tl_unit_zone_check(const tl_referee *referee, tl_problems *problems, tl_error *error);

#endif
