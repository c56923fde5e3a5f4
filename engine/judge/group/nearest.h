/* nearest.h: which of several models, or of the terrain that gives cover, is nearest to a model or unit: in the order
 * of their distances, each with whether it is the nearest for certain. */
#ifndef TL_JUDGE_GROUP_NEAREST_H
#define TL_JUDGE_GROUP_NEAREST_H

#include "judge/measure/range.h"
#include "judge/sight/pair_sight.h"

typedef enum tl_closest_whom {
    TL_CLOSEST_ENEMIES,
    TL_CLOSEST_FRIENDS, /* other models of its side, its own unit's too */
    TL_CLOSEST_ALL,
    TL_CLOSEST_COVER /* areas that give cover, and terrain that stops moves */
} tl_closest_whom;

/* One of them. */
typedef struct tl_closest_one {
    size_t member;      /* SIZE_MAX: terrain */
    size_t terrain;     /* index */
    size_t from;        /* measured from this model */
    double distance;    /* mm */
    double low, high;   /* that it may be, where it counts: the way to cover; INFINITY: it may not count at all */
    double uncertainty; /* of the meshes measured */
    tl_verdict sees;    /* yes where sight isn't asked */
    bool way_looked;    /* the straight way to cover was looked along ... */
    bool way_free;      /* ... and nothing stands in it */
    tl_verdict nearest;
    tl_vec3 from_point, to_point; /* of models */
    bool has_points;
} tl_closest_one;

typedef struct tl_closest {
    const tl_inquiry *inquiry;
    tl_party party;
    tl_closest_whom whom;
    bool sight;            /* only who is seen counts */
    bool path;             /* of cover: the shortest way counts (setting nearest_cover), else the straight distance */
    tl_closest_one *items; /* by distance, those that don't count left out */
    size_t count;
    size_t open;        /* how many may be the nearest */
    tl_verdict verdict; /* yes: one is, for certain; no: there are none; else marginal */
    tl_cause cause;
} tl_closest;

/* Judges who, or what, is nearest. `among`: of these units and members alone, commas between their ids; NULL: of all
 * that are meant. Free with tl_closest_free in any case. Errors: TL_ERROR_NOT_FOUND for ids; those of measuring, sight.
 */
tl_status tl_closest_judge(const tl_inquiry *inquiry, const tl_party *party, tl_closest_whom whom, bool sight,
                           const char *among, tl_closest *nearest, tl_error *error);
void tl_closest_free(tl_closest *nearest);

#endif
