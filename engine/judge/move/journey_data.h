/* journey_data.h: a move, and what is found of it while it is judged (journey.h). */
#ifndef TL_JUDGE_MOVE_JOURNEY_DATA_H
#define TL_JUDGE_MOVE_JOURNEY_DATA_H

#include "judge/move/halt.h"
#include "judge/move/spend.h"

#include <trueline/ruling.h>

enum { TL_JOURNEY_POINTS = 1000, TL_JOURNEY_HALTS = 24, TL_JOURNEY_UNCERTAIN = 8, TL_JOURNEY_DEEDS = 30 };

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
    TL_TURNING_LAST,     /* as it stood, and turns at the end */
    TL_TURNING_FIRST,    /* turns at the start */
    TL_TURNING_ALONG,    /* faces the way it goes */
    TL_TURNING_BACKWARD, /* ... backwards */
    TL_TURNING_DRIVES    /* faces its legs, or drives them backwards, so that its turns cost least */
} tl_turning_way;

/* Something that may be done after a part of a move. */
typedef struct tl_journey_deed {
    const tl_move_rule *rule;
    tl_verdict verdict;
    double used, limit; /* shares of the move: what is held against what */
    double margin;      /* mm: so much farther it may go, at its last speed; negative: too far */
} tl_journey_deed;

/* Terrain that is told, on a part of the way. */
typedef struct tl_journey_meeting {
    size_t terrain;
    const char *rule;
    tl_verdict verdict; /* yes, or marginal */
    double from, to;    /* mm as the rules count: its base lies in it */
    tl_vec3 at, out;    /* where the model stands then */
    bool begins, ends;  /* ... where the move begins, or ends */
    bool die;           /* a die is due */
} tl_journey_meeting;

/* How near it comes to an enemy. */
typedef struct tl_journey_gap {
    uint32_t slot;
    tl_verdict verdict;     /* may it, for him */
    tl_verdict engages;     /* it ends in contact with him */
    double distance, limit; /* mm: as near as it comes, on its way or at its end; as near as it may */
} tl_journey_gap;

/* An enemy that it runs over, or that has to get out of its way. */
typedef struct tl_journey_overrun {
    uint32_t slot;
    tl_verdict verdict; /* yes, or marginal */
    double from, to;    /* mm as the rules count: so long its outline lies over the enemy's */
    tl_vec3 at, out;    /* where the model stands then */
    bool has_aside;     /* there is a place beside the way, clear of it and of all others, near enough */
    tl_vec2 aside;      /* ... by how far, and where, the enemy is moved to it */
    double aside_mm;
} tl_journey_overrun;

/* An enemy that it ends in contact with, or perhaps. */
typedef struct tl_journey_touched {
    uint32_t slot;
    tl_verdict verdict;
    double distance; /* mm */
} tl_journey_touched;

/* Turning round, of who needs room for that. */
typedef struct tl_journey_round {
    const tl_skill *skill;     /* NULL: it doesn't turn round, or needs no room */
    tl_verdict turns, verdict; /* whether it turns by more than a right angle; whether it may */
    double turned_deg;
    double needed, room; /* mm: of the circle's radius; from its middle to the rim of what it keeps to */
} tl_journey_round;

/* An edge of the table. */
typedef enum tl_journey_side {
    TL_JOURNEY_WEST,
    TL_JOURNEY_EAST,
    TL_JOURNEY_SOUTH,
    TL_JOURNEY_NORTH,
    TL_JOURNEY_SIDES
} tl_journey_side;

/* A flight that stays in the air, held against what the rules ask of one. */
typedef struct tl_journey_plan {
    bool asked;
    tl_verdict verdict;
    const tl_move_rule *least, *climb, *turn; /* the rows that hold, the last of each; NULL: none */
    double altitude[2];                       /* mm: where it starts, and where it ends */
    double bands[2];                          /* it changes at least, and at most, so many */
    double flown[2];                          /* the share that counts towards the least: at least, and at most */
    tl_verdict long_enough, straight_enough;
    double turned_deg;
    bool enters, leaves; /* it starts on the edge of the table, or beyond; it ends beyond it */
    tl_verdict entry;    /* straight along its heading */
    double entry_deg;    /* from the perpendicular to that edge */
    tl_journey_side enters_by, leaves_by, nearest; /* the edge that is nearest where it starts */
    double nearest_mm, leaves_after;
    tl_verdict by_nearest; /* it leaves by that one */
} tl_journey_plan;

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
    double facing_deg; /* at the end */
    bool facing_asked; /* ... the question says so */
    tl_spend spend;    /* what its move costs, where a rule system says more than a rating */
    tl_spend_pieces pieces;
    tl_spend_pivot *pivots, *cheap_pivots; /* its turns; and those of the cheapest way to drive there */
    size_t pivot_count, cheap_count;
    tl_spend_sum dear, cheap; /* what is used, counted as dear, and as cheap, as may be */
    tl_journey_deed deeds[TL_JOURNEY_DEEDS];
    size_t deed_count;
    tl_journey_gap *gaps; /* of the enemies that are near */
    size_t gap_count, gap_capacity;
    tl_journey_meeting *meetings;
    size_t meeting_count, meeting_capacity;
    bool crosses;       /* it goes across terrain that it begins in contact with ... */
    size_t crossed;     /* ... the last of which is this (index) */
    double clear[2];    /* ... mm as the rules count: behind it, at least and at most */
    bool maybe_crosses; /* ... or perhaps doesn't */
    tl_journey_overrun *overruns;
    size_t overrun_count;
    tl_journey_touched *touched; /* of who charges */
    size_t touched_count;
    tl_journey_round round;
    tl_journey_plan plan;
    bool march, turns;      /* the model's outline turns */
    double rated;           /* mm: its rating, whatever dice make of it */
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
    double rotation_limit; /* mm: the allowance for that reading */
    double rotation_mm;    /* what the reading compares with the allowance */
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
