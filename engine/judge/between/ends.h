/* ends.h: two ends of a line of sight, and what is kept of what stands between them (between.h). */
#ifndef TL_JUDGE_BETWEEN_ENDS_H
#define TL_JUDGE_BETWEEN_ENDS_H

#include "judge/referee.h"

/* Where a body may be. */
typedef struct tl_region {
    size_t member; /* of the table, where it stands; SIZE_MAX: a body that isn't on it */
    const tl_class_rule *kind;
    bool from_base;                 /* depths start at its base */
    double measured;                /* no point of what is measured is farther from its axis in plan, mm */
    double covers;                  /* every point so near to its axis belongs to it; 0: none known */
    tl_vec2 low, high;              /* its axis is somewhere in this rectangle */
    double bottom_low, bottom_high; /* its lowest point is between these heights ... */
    double tall;                    /* ... and its highest so far above */
} tl_region;

/* One end of a sight: a member where it stands, a point such as a template's centre, or a body in a region. */
typedef struct tl_between_end {
    bool is_point;
    tl_vec3 point;
    size_t member;           /* SIZE_MAX: none of the table's */
    const tl_region *region; /* NULL: it is where it stands */
} tl_between_end;

/* What an area asks of lines between regions, for each way in which both may stand to it. */
typedef struct tl_between_asked_area {
    const tl_area_sight *sights;
    size_t count;
    bool most;  /* lines pass only if they do for all of them; else if they do for one */
    double off; /* its outline may be off so much, mm */
} tl_between_asked_area;

/* What stands between two ends. It must stay where it is: conditions point into it. Free with tl_between_free. */
typedef struct tl_between {
    tl_context *context;
    union {
        tl_obstacles least;
        tl_obstacles obstacles; /* the same between ends where they stand: then these are exact, and so is `most` */
    };
    tl_obstacles most;
    uint8_t *blockers, *insides; /* of the obstacles between ends where they stand; owned by `masks` */
    tl_condition *conditions;
    size_t sight_count;    /* areas that ask something of lines: the first conditions, in the order of the table's */
    tl_area_sight *sights; /* ... for explanation; of regions several for each area */
    size_t *area_of;       /* ... indices into the referee's areas */
    uint32_t *area_slots;
    tl_area_sum sum;
    struct tl_outlook {          /* per end: what is seen from a bunker */
        size_t slot;             /* the bunker's */
        int end;                 /* who is inside */
        tl_vec2 apex, normal[2]; /* the other end has a point p with normal . (p - apex) >= 0, for both */
    } outlook[2];
    size_t outlook_count;
    bool grain_open; /* area_grain: whether another pair of the units may pass was not decided */
    bool closed;     /* holes of meshes are closed: the obstacles are those of the table's world `closed` */
    bool near_open;  /* cover: terrain stands at the limit of cover_near_shooter */
    /* of regions */
    bool never_free; /* more may stand in the way than `most` has: that a line is free can't be proved */
    bool own_least;  /* `least` has blockers of its own: a proof can't share what others looked up */
    bool in_cover;   /* cover: wherever the target stands, the place is cover by itself */
    /* behind them */
    uint8_t *masks;
    tl_between_asked_area *asked;
    size_t prepared; /* sights */
    tl_outline footprint[2];
} tl_between;

#endif
