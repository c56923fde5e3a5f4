/* reach_search.h: a search for the ground that a model reaches (reach.c), and what the legs of its ways cost. */
#ifndef TL_JUDGE_MOVE_REACH_SEARCH_H
#define TL_JUDGE_MOVE_REACH_SEARCH_H

#include "judge/move/spend.h"

typedef struct tl_reach_node {
    double cost; /* of the path, or tentative */
    double clear;
    double length;             /* of the path, mm: what it costs where lengths alone count */
    double facing, facing_off; /* how it faces, having come there, where turns cost something; degrees */
    tl_vec3 at;
    size_t parent;
    bool settled, looked;
} tl_reach_node;

typedef struct tl_reach_search {
    const tl_moving *moving;
    tl_context *context;
    tl_mover mover; /* discs round the outline, whatever the facing */
    tl_mover_part parts[2];
    tl_figure discs[2];
    tl_mover core; /* discs that fit into it, whatever the facing */
    tl_mover_part core_parts[2];
    tl_figure core_discs[2];
    tl_move_way way;
    tl_path_ground ground;
    double limit, cell;
    tl_vec3 start;
    size_t side;
    tl_reach_node *nodes; /* the last one is the start */
    size_t *heap, heap_count;
    tl_error *error;
    tl_status status;
    bool late;             /* time is up: what isn't known stays undecided */
    const tl_spend *spend; /* what its move costs, where that isn't the same everywhere; NULL: lengths alone */
    double fastest;        /* mm in a whole move, where it goes fastest */
    double keeps;          /* nobody's middle is nearer to the table's edge than this */
} tl_reach_search;

/* A leg over the ground: the straight way from a node to a place. */
typedef struct tl_reach_leg {
    tl_laid laid;
    double cost, length, height; /* mm; of the ground at its end */
    bool open;                   /* the ground lets the model pass: so far as it is certain */
} tl_reach_leg;

/* What a leg costs to anywhere within `reach` of its end, mm: as a length at the fastest speed. `end`: how the model
 * faces there, where turns cost something. INFINITY: it can't be gone, or an error, which the search has. */
double tl_reach_leg_cost(tl_reach_search *search, const tl_reach_node *from, const tl_reach_leg *leg, tl_vec2 to,
                         double reach, tl_reach_node *end);
/* Whether a place and all within `half_diagonal` of it is out of reach for what moves cost there: even when a road ran
 * straight from the zone nearest to the start to the one nearest to the place. False where lengths alone count. */
bool tl_reach_is_beyond(const tl_reach_search *search, tl_vec2 at, double half_diagonal);
/* How far a model goes in a whole move, mm, wherever it goes fastest. */
double tl_reach_fastest(const tl_spend *spend);

#endif
