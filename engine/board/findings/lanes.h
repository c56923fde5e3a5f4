/* lanes.h: fire lanes: strips of the table along which everybody in the one end sees everybody in the other. */
#ifndef TL_BOARD_FINDINGS_LANES_H
#define TL_BOARD_FINDINGS_LANES_H

#include "board/limits.h"
#include "board/findings/score.h"

/* From square to square, each `width` along its sides: whoever stands anywhere in the one sees whoever stands anywhere
 * in the other. The hull of both is a strip at least so wide. */
typedef struct tl_board_lane {
    tl_vec2 from, to;     /* the squares' middles */
    double height[2];     /* of the ground there */
    double width, length; /* mm; from middle to middle */
    bool zones;           /* from the one zone to the other */
} tl_board_lane;

typedef struct tl_board_lanes {
    tl_board_lane lanes[TL_BOARD_MOST_LANES]; /* the longest first, then the widest of those that are long enough */
    size_t count;
    size_t longest; /* so many are there for their length */
    size_t asked;   /* how often a strip was tried */
} tl_board_lanes;

/* A place in view of another through a crack alone. */
typedef struct tl_board_leak {
    tl_vec3 from, to; /* the line */
    double clearance; /* of the widest that was found: so far from everything in the way as meshes are, mm */
    tl_vec2 places[2];
} tl_board_leak;

typedef struct tl_board_leaks {
    tl_board_leak leaks[TL_BOARD_MOST_LEAKS]; /* the narrowest */
    size_t count;                             /* that are listed */
    size_t all; /* pairs of places that see each other, proved, but only through less room, proved */
    size_t asked;
    size_t left; /* less narrow ones that no proof was tried for, since there are too many */
} tl_board_leaks;

/* Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. Of the effort the part of the progress counts, for leaks also the
 * threads, the rows, and what their proofs are called there. */
tl_status tl_board_lanes_find(const tl_board_stage *stage, const tl_board_pairs *pairs, const tl_board_zones *zones,
                              const tl_board_effort *effort, tl_board_lanes *lanes, tl_error *error);
tl_status tl_board_leaks_find(const tl_board_stage *stage, const tl_board_core *core, const tl_board_pairs *pairs,
                              const tl_board_effort *effort, tl_board_leaks *leaks, tl_error *error);

#endif
