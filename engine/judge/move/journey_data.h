/* journey_data.h: a move, and what is found of it while it is judged (journey.h). */
#ifndef TL_JUDGE_MOVE_JOURNEY_DATA_H
#define TL_JUDGE_MOVE_JOURNEY_DATA_H

#include "judge/move/halt.h"
#include "judge/move/moving.h"

#include <trueline/ruling.h>

enum { TL_JOURNEY_POINTS = 1000, TL_JOURNEY_HALTS = 24, TL_JOURNEY_UNCERTAIN = 8 };

/* Something that ends the move, or may. */
typedef struct tl_halt {
    tl_cause cause;
    tl_verdict verdict; /* no, or marginal */
    tl_halt_kind kind;
    double plan, cost; /* there the model must stop */
    double latest;     /* at this plan length it is certainly too late; INFINITY when marginal */
    uint32_t slot;     /* what is in the way */
    bool has_slot;
} tl_halt;

/* The edge of a piece of terrain is crossed. */
typedef struct tl_journey_crossing {
    size_t terrain;
    bool leaves;
    double cost;
    tl_vec3 at;
    bool rolls; /* for bogging (DB-MOV-06) */
} tl_journey_crossing;

/* How the model turned on its way. */
typedef enum tl_turning_way {
    TL_TURNING_LAST,    /* as it stood, and turns at the end */
    TL_TURNING_FIRST,   /* turns at the start */
    TL_TURNING_ALONG,   /* faces the way it goes */
    TL_TURNING_BACKWARD /* ... backwards */
} tl_turning_way;

typedef struct tl_journey {
    const tl_inquiry *inquiry;
    tl_moving moving;
    tl_path path;
    double height_off, cost_off; /* the path's, by how much they may be off, mm */
    bool way_open;               /* on which surface it goes on depends on that */
    tl_heading *headings;        /* per leg */
    double *facings;             /* ... in degrees */
    tl_turning_way way;
    tl_move_contacts contacts;
    double facing_deg;      /* at the end */
    bool march, turns;      /* the model's outline turns */
    double own, in_terrain; /* allowances, mm */
    double allowance;       /* the one that holds */
    double length;
    bool in_terrain_counts; /* terrain is met */
    double terrain_after;   /* ... after this cost */
    size_t terrain;         /* ... index */
    double inside;          /* cost inside terrain */
    tl_verdict length_verdict;
    bool rotation_looked;
    tl_verdict rotation;
    double rotation_mm; /* what the reading compares with the allowance */
    tl_journey_crossing *crossings;
    size_t crossing_count, crossing_capacity;
    tl_verdict end; /* may it end there: other models, the place */
    uint32_t end_slot;
    tl_verdict flat;
    double flat_mm, flat_deg;                 /* aircraft: of the place it comes down on */
    uint32_t uncertain[TL_JOURNEY_UNCERTAIN]; /* slots whose meshes' uncertainty may matter */
    size_t uncertain_count;
    double uncertainty; /* of the most uncertain, mm */
    tl_halt halts[TL_JOURNEY_HALTS];
    size_t halt_count;
    tl_verdict verdict;
    const tl_halt *stop; /* the first certain halt, else the first that may be one; NULL: none */
} tl_journey;

#endif
