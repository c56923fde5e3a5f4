/* regions.h: what the rules put between two bodies that may each be anywhere in a region: obstacles that stand in the
 * way at least, and those that do so at most.
 *
 * Where somebody stands decides what areas and walls are to them. Where a region leaves that open, both ways are kept:
 * a line is proved blocked only if it is so with the fewest obstacles and every way to stand, and proved free only if
 * it is so with all of them. So what is proved holds for each place, as `tl_between_sight` has it there. */
#ifndef TL_RULING_REGIONS_H
#define TL_RULING_REGIONS_H

#include "judge/referee.h"

/* Where a body may be. */
typedef struct tl_region {
    size_t member; /* of the table, where it stands; SIZE_MAX: a body that isn't on it */
    tl_unit_class kind;
    bool from_base;                 /* depths start at its base */
    double measured;                /* no point of what is measured is farther from its axis in plan, mm */
    double covers;                  /* every point so near to its axis belongs to it; 0: none known */
    tl_vec2 low, high;              /* its axis is somewhere in this rectangle */
    double bottom_low, bottom_high; /* its lowest point is between these heights ... */
    double tall;                    /* ... and its highest so far above */
} tl_region;

/* What holds for all regions of a map. */
typedef struct tl_region_rules {
    const tl_inquiry *inquiry;
    tl_obstacles common;         /* for bodies that stand in nothing */
    size_t slots;                /* of its world: twice those of the table where holes of meshes are closed */
    uint8_t *blockers, *insides; /* of it */
    tl_area *prisms;             /* per area of the referee, then per shelter, as the settings have them */
    tl_area_rules *depths;       /* per area: its rules, of those that have a depth */
    bool grain, sum;             /* settings: area_grain unit, area_combine sum_depth */
    double give;                 /* the most that a surface that blocks may be off, mm; 0: all are as they are */
    uint8_t *unsure;             /* ... blockers of these surfaces alone */
    bool ground_gives;           /* ... the table's mesh is one of them */
    double *area_off;            /* per area: the most that its outline may be off */
    bool *own;                   /* per member: asks, so that it doesn't block */
    double clearance;            /* lines must stay so far from blockers */
    bool grown;      /* lines that touch may pass: proofs that nothing is seen need bodies a little larger */
    bool never_free; /* a setting asks for more than a line */
} tl_region_rules;

/* Members in `own` (may be NULL) block nobody's lines: they are the ones that look. With uncertain meshes
 * (docs/math/uncertainty.md) what is proved blocked must be so with slack, and what is free clear by as much: `give`,
 * and what the bodies may be off. Errors: TL_ERROR_MEMORY. Free with tl_region_rules_free in any case. */
tl_status tl_region_rules_make(const tl_inquiry *inquiry, const bool *own, tl_region_rules *rules, tl_error *error);
void tl_region_rules_free(tl_region_rules *rules);
/* Whether something that blocks has holes that lines pass. */
bool tl_region_open_holes(const tl_region_rules *rules);

/* The ways in which a body may stand to an area, as bits: places that can't be told apart give several. */
enum { TL_REGION_OUT = 1, TL_REGION_STRADDLES = 2, TL_REGION_IN = 4 };

/* Errors: TL_ERROR_MEMORY. */
tl_status tl_region_ways(const tl_region_rules *rules, tl_context *context, const tl_table_area *area,
                         const tl_region *r, unsigned *ways, tl_error *error);
/* Whether some of the body certainly lies in the area, wherever it stands. */
bool tl_region_overlaps(const tl_region_rules *rules, tl_context *context, const tl_table_area *area,
                        const tl_region *r);

/* An area between two regions, for each way in which both may stand to it. */
typedef struct tl_region_area {
    tl_area_sight sights[16];
    size_t count;
    double off; /* its outline may be off so much */
} tl_region_area;

typedef struct tl_region_between {
    const tl_region_rules *rules;
    tl_obstacles least; /* for proofs that nothing is seen */
    tl_obstacles most;  /* ... that all is */
    bool never_free;    /* what stands in the way at most isn't known: all can't be proved to be seen */
    bool own_least;     /* `least` has blockers of its own: a proof can't share what others looked up */
    /* behind them; room for the areas of the table */
    tl_region_area *relaxed, *strict;
    tl_condition *conditions; /* relaxed ones first */
    size_t area_count;
    bool any_off; /* some area's outline is uncertain */
    uint8_t *masks;
    tl_outline footprint[2];
} tl_region_between;

/* Lines run from a to b. Errors: TL_ERROR_MEMORY. Free with tl_region_between_free in any case. */
tl_status tl_region_between_make(const tl_region_rules *rules, tl_context *context, const tl_region *a,
                                 const tl_region *b, tl_region_between *between, tl_error *error);
/* Whether all lines between two boxes satisfy the conditions of areas wherever their true outlines are; `ends`: the
 * bodies may be off so much. */
bool tl_region_areas_allow(const tl_region_between *between, tl_box3 a, tl_box3 b, double ends);
void tl_region_between_free(tl_context *context, tl_region_between *between);

#endif
