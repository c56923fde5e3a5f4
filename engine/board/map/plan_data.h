/* plan_data.h: what a map is to tell, of what, and for whom, as data (plan.h). */
#ifndef TL_BOARD_MAP_PLAN_DATA_H
#define TL_BOARD_MAP_PLAN_DATA_H

#include "board/limits.h"
#include "board/region/uncovered.h"

#include <trueline/board.h>

/* What a map tells of each cell. */
typedef enum tl_board_kind {
    TL_BOARD_FOV,      /* share of the cell's places that somebody who looks sees */
    TL_BOARD_DEAD,     /* ... that nobody sees */
    TL_BOARD_EXPOSURE, /* share of the places to look from that see each place of the cell */
    TL_BOARD_HEIGHT,   /* mm above the ground: the lowest height that somebody who looks sees at each place */
    TL_BOARD_NEAREST,  /* mm from each place to the nearest one that nobody sees */
    TL_BOARD_LENGTH,   /* mm from each place to the farthest one to look from that sees it */
    TL_BOARD_MUTUAL,   /* two zones: share of the other one that each place of a cell sees */
    TL_BOARD_COVER,    /* share of the cell's places that nobody who looks sees without cover */
    TL_BOARD_KINDS
} tl_board_kind;

/* Whether a map tells lengths, not shares. */
static inline bool tl_board_in_mm(tl_board_kind kind) {
    return kind == TL_BOARD_HEIGHT || kind == TL_BOARD_NEAREST || kind == TL_BOARD_LENGTH;
}

/* Somebody who looks: a member, or a body anywhere in a square; squares have four parts, down to the grid's cells. */
typedef struct tl_board_node {
    tl_board_end end;
    double area;       /* of its cells, mm^2; members: 1 */
    bool partly;       /* perhaps nobody can stand at some of its places */
    uint32_t child[4]; /* 0: none (the first node is nobody's child) */
    bool divided;
} tl_board_node;

typedef struct tl_board_nodes {
    tl_board_node *items;
    size_t count, capacity;
    uint32_t *roots;
    size_t root_count, root_capacity;
    double surely, perhaps; /* area where one can stand */
} tl_board_nodes;

/* A grid of cells over part of the table. */
typedef struct tl_board_grid {
    double x0, y0, x1, y1; /* mm */
    double cell;
    size_t nx, ny;
} tl_board_grid;

/* The triangles of a body's core in its own frame, as it faces. */
typedef struct tl_board_core {
    tl_context *context;
    tl_model *model; /* held */
    tl_vec3 *vertices;
    const uint32_t *triangles;
    size_t vertex_count, triangle_count;
} tl_board_core;

/* All that is decided before the work begins. */
typedef struct tl_board_plan {
    tl_context *context;
    tl_inquiry inquiry;
    tl_words words; /* that it is told in */
    bool began;
    tl_region_rules rules;
    tl_shield_rules shields; /* TL_BOARD_COVER */
    tl_board_terrain terrain;
    tl_board_kind kind;
    tl_board_grid grid;
    size_t level;
    double effort;                 /* so many times the usual work goes into proofs */
    size_t tile, tile_nx, tile_ny; /* cells along a tile's side, a power of two; tiles */
    int refine;                    /* so often a cell itself may be divided */
    tl_board_body target;
    tl_board_body posts[TL_BOARD_POSTS]; /* TL_BOARD_HEIGHT: what is looked at instead */
    bool *inside;                        /* per cell: is to be mapped; NULL: all are */
    uint8_t *stands;                     /* TL_BOARD_MUTUAL: per cell to be mapped, a tl_board_standing */
    double surely, perhaps;              /* ... area of these where one can stand */
    double most;                         /* of lengths that can't be told: the table's diagonal */
    tl_board_body observer;              /* of zones and places */
    tl_board_body *members;              /* of the members that look */
    size_t member_count;
    tl_board_nodes nodes; /* who looks */
    tl_box3 from, to;     /* boxes round all cores that look, and that are looked at */
} tl_board_plan;

/* What a tile's work gives, besides its cells row by row. */
typedef struct tl_board_work {
    uint64_t rulings, proofs;
} tl_board_work;

/* What is known of a place: the areas it surely sees, or surely doesn't; of these, where perhaps nobody can stand; and
 * of the rest, what it likely sees. */
typedef struct tl_board_seen {
    double seen, seen_partly, unseen, unseen_partly, likely;
} tl_board_seen;

#endif
