/* spend.h: how a move is spent: how fast a model goes where, what of its move is gone before it sets out and by
 * turning, and what share of it a way uses.
 *
 * A move is a whole, 1. A way is cut where the middle of the model comes upon, or leaves, terrain that matters to its
 * speed (roads). Each piece uses its length in shares of what the model goes at the speed there; turns and what is
 * spent beforehand are added. What can't be told within the tolerance (an edge of a road along which it goes, an angle
 * at the end of a slice) is counted twice: as dear, and as cheap, as it may be. */
#ifndef TL_JUDGE_MOVE_SPEND_H
#define TL_JUDGE_MOVE_SPEND_H

#include "judge/move/moving.h"
#include "judge/move/moving_row.h"

enum { TL_SPEND_ROWS = 30 };
/* What a piece of terrain does to who is on it; row i of those that hold doesn't count there: TL_SPEND_ROW << i. */
#define TL_SPEND_ROAD   1u
#define TL_SPEND_CLEARS 2u
#define TL_SPEND_ROW    4u

/* Sums of shares are exact to far less than this. */
#define TL_SPEND_ROUNDING 1e-12

/* Terrain that matters to the speed. */
typedef struct tl_spend_zone {
    const tl_outline *outline;
    tl_outline own;
    double off;    /* the outline may be off by so much, mm */
    uint32_t does; /* bits */
} tl_spend_zone;

typedef struct tl_spend {
    const tl_inquiry *inquiry;
    tl_context *context;
    const tl_move_rule *rows[TL_SPEND_ROWS]; /* those that hold, of what shortens a move and what is spent of it */
    size_t row_count;
    double rating, road;             /* mm: in a whole move beside roads, and on them */
    bool has_road;                   /* ... the scene tells them apart */
    const tl_move_rule *behind;      /* the row that says how far it goes behind what it crosses; NULL: none */
    double behind_mm;                /* ... so far; NAN: no die was given */
    double rolled_mm[TL_SPEND_ROWS]; /* per row: what its die gave, mm; 0: it has none */
    bool rolled;                     /* ... some row's did: its rating is what they make of it */
    double spent;                    /* a share of the move, before it sets out */
    double climb[2];                 /* ... of a flight, for bands of altitude that it changes: at least, and at most */
    const tl_turning_rule *turning;  /* NULL: it turns for nothing */
    double turn_off;                 /* degrees: its facing may be off by so much */
    tl_spend_zone *zones;
    size_t zone_count;
    bool counts; /* any of this is there: else a move is spent when its length is */
} tl_spend;

/* Finds what holds for a member's move, with what terrain. `dice`: what the dice show that rows ask for, in the order
 * of the rows, commas between them; NULL: none are given. Free with tl_spend_free, also when it fails. Errors:
 * TL_ERROR_ARGUMENT: a die is missing, too many, or none that it can show. */
tl_status tl_spend_make(const tl_moving *moving, bool march, const char *dice, tl_spend *spend, tl_error *error);
void tl_spend_free(tl_spend *spend);

/* How far it goes in a whole move, mm, where zones do `does`. */
double tl_spend_speed(const tl_spend *spend, uint32_t does);
/* The same without what shortens a move: its rating there. */
double tl_spend_rating(const tl_spend *spend, uint32_t does);
/* Between a place that surely is in zones that do `sure` and perhaps in others, too: the least and the most. */
double tl_spend_slowest(const tl_spend *spend, uint32_t sure, uint32_t perhaps);
double tl_spend_fastest(const tl_spend *spend, uint32_t sure, uint32_t perhaps);

/* --- Pieces of a way ---------------------------------------------------------------------------------------------- */

/* A piece of a way on which nothing changes. Lengths from the path's start, mm. */
typedef struct tl_spend_piece {
    double plan_from, plan_to; /* in plan */
    double from, to;           /* as the rules count */
    uint32_t sure, perhaps;    /* what zones do there: for certain; and those that may */
} tl_spend_piece;

typedef struct tl_spend_pieces {
    tl_context *context;
    tl_spend_piece *items; /* in order; those of no length are left out */
    size_t count, capacity;
    uint32_t end_sure, end_perhaps; /* where it ends */
} tl_spend_pieces;

/* Cuts a path. `tolerance`: nearer than that to an edge it isn't told on which side one is, mm. Errors: memory. */
tl_status tl_spend_cut(const tl_spend *spend, const tl_path *path, double tolerance, tl_spend_pieces *pieces,
                       tl_error *error);
void tl_spend_pieces_free(tl_spend_pieces *pieces);
/* What zones do at a place, or anywhere within `radius` of it: for certain everywhere there; and perhaps somewhere. */
void tl_spend_at(const tl_spend *spend, tl_vec2 at, double radius, uint32_t *sure, uint32_t *perhaps);

/* --- Turning ------------------------------------------------------------------------------------------------------ */

/* A turn by no more than the angle may be off is none. */
bool tl_spend_is_straight(double deg, double off_deg);
/* What a turn costs, in shares of the move, when its angle is off by no more than `off_deg`: at least and at most. */
void tl_spend_turn(const tl_spend *spend, double deg, double off_deg, double *low, double *high);

/* A leg of a way, for who has to face along it. */
typedef struct tl_spend_leg {
    double deg; /* its direction; NAN: it has no length, and the facing stays */
    double off; /* by how much that may be off, degrees */
} tl_spend_leg;

/* Along which legs it drives forwards and along which backwards, so that all turns together cost least: those at most
 * (`dear`), or at least. `facings`: per leg, to be filled in. `end_deg`: how it faces at the end; NAN: as on its last
 * leg. Errors: memory. */
tl_status tl_spend_drive(const tl_spend *spend, double start_deg, const tl_spend_leg *legs, size_t count,
                         double end_deg, bool dear, double *facings, tl_error *error);

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* A turn on the way. */
typedef struct tl_spend_pivot {
    double at;  /* after so much of the way, mm as the rules count */
    double deg; /* by so much, 0 to 180 */
    double low, high;
} tl_spend_pivot;

/* What is used, counted as dear or as cheap as may be. */
typedef struct tl_spend_sum {
    double used;   /* of the whole move, by the whole way; INFINITY: it goes where it has no speed */
    double way;    /* the way alone, in shares of the rating */
    double turned; /* ... by turns alone */
    double limit;  /* mm: it may go so far on this way, and farther than its end at its last speed */
    double stop;   /* ... there it must stop, at most the whole way */
    bool by_turn;  /* ... since a turn there costs too much */
    double speed;  /* mm in a whole move, where it ends */
    double road;   /* mm of the way on roads */
} tl_spend_sum;

/* `pivots` in the order of their places. */
tl_spend_sum tl_spend_add(const tl_spend *spend, const tl_spend_pieces *pieces, const tl_spend_pivot *pivots,
                          size_t pivot_count, double length, bool dear);

#endif
