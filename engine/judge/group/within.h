/* within.h: who is within a radius of a unit, a model, a piece of terrain or a point: orders, auras, markers
 * (DT-SPC-01 to -05, -12, -13; DT-FRT-11; DT-SCN-02). */
#ifndef TL_JUDGE_GROUP_WITHIN_H
#define TL_JUDGE_GROUP_WITHIN_H

#include "judge/measure/range.h"
#include "judge/sight/pair_sight.h"
#include "judge/sight/unseen.h"
#include "judge/special.h"

/* The middle: models, or one thing that is measured to. It holds pointers into itself: don't copy it. */
typedef struct tl_within_centre {
    tl_party party; /* count 0: `volume` */
    tl_volume volume;
    tl_shape shape;
    const tl_document_unit *unit; /* NULL: terrain or a point */
    size_t terrain;               /* index; SIZE_MAX: none */
    bool is_point;
    tl_vec3 point;
    double point_off_mm; /* its height may be off by so much */
} tl_within_centre;

/* One model round it, or terrain. */
typedef struct tl_within_member {
    size_t member; /* SIZE_MAX: terrain */
    tl_verdict verdict;
    tl_limit limit; /* the distance held against the radius */
    tl_range_result range;
    size_t from;               /* measured from this model of the middle */
    bool walls;                /* ... and the walls of a fortification are between */
    bool looked;               /* sight counts, and it may be within */
    tl_verdict seen;           /* yes when sight doesn't count */
    tl_pair_sight_result line; /* when looked: that tells most; cause TL_CLAUSE_NONE: none was looked for */
} tl_within_member;

/* One unit round it, or terrain. */
typedef struct tl_within_unit {
    tl_party party; /* unit NULL: terrain */
    size_t terrain; /* index; SIZE_MAX: a unit */
    tl_verdict verdict;
    tl_within_member *members; /* of a unit: one a model of the party; of terrain: one */
    size_t count;              /* models that count, certainly */
    size_t told;               /* whose distance is told: the nearest, or the farthest when all must be within */
    size_t line;               /* whose line rests on holes, or is too uncertain: the first; SIZE_MAX: none does */
    tl_unseen unseen;          /* its camouflage, when sight counts */
    tl_verdict los;            /* some model is in sight; when sight counts */
} tl_within_unit;

typedef struct tl_within {
    const tl_inquiry *inquiry;
    tl_within_centre centre;
    const tl_skill *skill;       /* NULL: a plain radius */
    const tl_skill *reach;       /* that says how far: `skill`, or one that lifts its limits */
    double radius_mm;            /* INFINITY: anywhere */
    bool sight, each;            /* sight counts; every model must be within */
    bool exclusive;              /* who is exactly so far away isn't within */
    bool own;                    /* the other models of its own unit count, too */
    bool forbids;                /* somebody within keeps the unit from what the skill says */
    const tl_skill_effect *idle; /* the skill's effect, which doesn't hold now: nobody is within; NULL: it holds */
    bool contact;                /* they must touch */
    bool adjacent_action; /* a skill that reaches one game unit: it ends at the walls of a fortification (DT-FRT-07) */
    tl_effect_whom whom;
    /* Found: */
    tl_verdict verdict; /* somebody is within */
    tl_cause cause;
    tl_within_unit *units; /* who was asked about, in the order of the scene */
    size_t unit_count;
} tl_within;

/* The middle is a point: with 2 coordinates on the surface under it. */
void tl_within_of_point(const tl_inquiry *inquiry, const double *at, int count, tl_within_centre *centre);
/* ... a piece of terrain (index). Error: it is nowhere. */
tl_status tl_within_of_terrain(const tl_inquiry *inquiry, size_t terrain, tl_within_centre *centre, tl_error *error);
/* ... the models of a party. */
void tl_within_of_party(const tl_party *party, tl_within_centre *centre);

/* The radius: that of a skill's effect TL_EFFECT_RADIUS, or a length in millimetres instead. `skill` and `effect` may
 * be NULL when there is a length, `limit_mm` when there is a skill. `sight`: it counts whatever the skill says. */
void tl_within_set_radius(const tl_inquiry *inquiry, const tl_skill *skill, const tl_skill_effect *effect,
                          const double *limit_mm, bool sight, tl_within *within);

/* The skill has that effect, but it doesn't hold now, or not for who is in the middle. */
void tl_within_set_idle(const tl_skill *skill, const tl_skill_effect *effect, tl_within *within);

/* Judges who is within. `to` (may be NULL): this party alone is asked about; `terrain` (SIZE_MAX: none): this piece of
 * terrain alone. Middle and radius are set. Free with tl_within_free in any case. Errors: terrain that is nowhere;
 * memory; what measuring fails with. */
tl_status tl_within_judge(tl_within *within, const tl_party *to, size_t terrain, tl_error *error);
void tl_within_free(tl_within *within);

#endif
