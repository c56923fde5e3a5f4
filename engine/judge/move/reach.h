/* reach.h: the ground that a model can reach with one move (DB-MOV-01, -05), from both sides.
 *
 * Squares of the plan: a square is certain when every point of it can be reached: a path of legs is known to its
 * middle, each leg judged as a move is, and there is room and length left for all of the square. It is out of reach
 * when it is farther than the allowance as the crow flies, or no model can stand in it for what stands there. Between
 * the two it is undecided: the rim of what is reached, and what lies in the shadow of obstacles when no path was found
 * short enough. Where turns cost something, or roads make it go faster, paths count what they use of the move
 * (spend.h), as dear as it may be; what is out of reach is so even for who goes fastest wherever a road might be. Paths
 * are looked for from square to square and pulled straight on the way (Nash, Koenig and Tovey 2010, Lazy Theta*). Other
 * floors than the one it stands on are not looked at; nor do hulls turn to pass: they count as round. */
#ifndef TL_JUDGE_MOVE_REACH_H
#define TL_JUDGE_MOVE_REACH_H

#include "judge/move/spend.h"

typedef enum tl_reach_state { TL_REACH_NO, TL_REACH_CERTAIN, TL_REACH_UNDECIDED } tl_reach_state;

/* Where a path bends: the way to it is straight from the stop before; the start's is itself. */
typedef struct tl_reach_stop {
    tl_vec2 at;
    size_t before;
} tl_reach_stop;

typedef struct tl_reach_map {
    tl_context *context;
    double own, in_terrain; /* allowances, mm: the first where it goes fastest */
    double open;            /* ... and where nothing makes it go faster */
    bool slows;             /* some terrain that slows lies within its own allowance */
    double farthest;        /* length of the longest path that is needed */
    tl_vec2 corner;         /* of the grid: its lowest x and y */
    double size;            /* of a square, mm */
    size_t side;            /* squares a side */
    uint8_t *states;        /* tl_reach_state, row by row */
    double *heights;        /* of the ground there, as far as it was looked at */
    double *lengths;        /* certain squares: of the path that is known to the middle */
    size_t *last;           /* ... the stop from which it goes straight there */
    tl_reach_stop *stops;
    size_t stop_count;
    size_t certain, undecided; /* squares */
} tl_reach_map;

/* Errors: those of tl_moving_make; TL_ERROR_UNSUPPORTED where ways are measured along the surface. */
tl_status tl_reach_find(const tl_inquiry *inquiry, size_t member, bool march, tl_reach_map *reach, tl_error *error);
void tl_reach_free(tl_reach_map *reach);

/* The path that is known to the middle of a certain square: corners from the first to that middle, at most `capacity`
 * are written, their number is returned. */
size_t tl_reach_path(const tl_reach_map *reach, size_t square, tl_vec2 *corners, size_t capacity);

/* The boundary of the squares of a state, as rings of corners: counter-clockwise round areas, clockwise round holes.
 * Calls back for each; stops when it returns false. False without memory, or when stopped. */
typedef bool tl_reach_ring_fn(void *user, const tl_vec2 *corners, size_t count);
bool tl_reach_rings(const tl_reach_map *reach, tl_reach_state state, tl_reach_ring_fn *ring, void *user);

#endif
