/* firing.h: from where, within its move, a model sees a target: the ground that it reaches (judge/move/reach.h) as
 * cells, each a cell of a map (docs/math/maps.md), and places of them at which rulings are asked for. */
#ifndef TL_BOARD_FIRING_FIRING_H
#define TL_BOARD_FIRING_FIRING_H

#include "board/limits.h"
#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/change.h"

#include "judge/attack/attack.h"
#include "judge/move/reach.h"

/* Somebody that is looked at: a model of the target, or one that may look back. */
typedef struct tl_firing_other {
    size_t member;
    const tl_document_unit *unit;
    bool is_target;
    tl_board_body body;
    tl_board_node node;
    tl_region_rules rules;
    tl_shield_rules shields; /* others than the target */
    /* Row by row: the share of each cell's places that sees it; of others than the target, the share at which the mover
     * is in no cover from it. */
    tl_board_cell *cells;
} tl_firing_other;

/* What is known of a cell beside what the summary of it tells. */
typedef struct tl_firing_square {
    tl_firing_cell cell;
    bool lines;         /* from every place of it there is a line to the target, camouflage or not */
    uint8_t level;      /* of the surfaces that are reached */
    uint8_t own_level;  /* ... of that in its middle */
    double low, high;   /* of the ground there */
    double height;      /* of the ground in its middle, as the way comes there; NAN: it wasn't looked at */
    double least, most; /* of the ground all over it and right beside it, as ways come there */
    size_t square;      /* of the reach: that its middle lies in */
    uint64_t fires;     /* bit per weapon: certainly fires, but for what depends on the unit */
    uint32_t open;      /* other enemy units from which it is likely in no cover */
    uint32_t area;      /* cells of one area have one number, from 1 */
} tl_firing_square;

typedef struct tl_firing_loop {
    size_t first, count;
} tl_firing_loop;

typedef struct tl_firing_listed {
    tl_firing_place place;
    uint32_t area;
    uint64_t fires;  /* bit per weapon: the ruling says yes */
    uint8_t *covers; /* per other enemy unit: tl_verdict */
    tl_firing_loop *rings;
    size_t ring_count, ring_capacity;
    tl_vec2 *corners;
    size_t corner_count, corner_capacity;
    tl_vec2 *way; /* corners of a path there; the last one is the place */
    size_t way_count;
} tl_firing_listed;

struct tl_firing {
    tl_context *context;
    tl_firing_summary summary;
    tl_firing_square *candidates; /* row by row */
    tl_firing_listed *listed;
    size_t listed_count, listed_capacity;
    char *json, *text, *caption; /* caption: the text, shorter */
};

/* All that is worked with. */
typedef struct tl_firing_work {
    tl_context *context;
    const tl_referee *referee;
    const tl_firing_question *question;
    const tl_board_editor *editor;
    tl_firing *made;
    tl_inquiry inquiry;
    tl_words words; /* that it is told in */
    bool began;
    tl_board_terrain terrain;
    size_t mover;
    const tl_document_unit *unit;
    double facing;
    tl_board_body body; /* the mover's */
    tl_reach_map reach;
    tl_board_grid grid;
    size_t tile, tile_nx, tile_ny;
    tl_party target;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    uint64_t meant;          /* bit per weapon: asked about */
    bool camouflaged;        /* lines alone don't make the target seen */
    tl_firing_other *others; /* the target's models first */
    size_t other_count, target_count;
    const tl_document_unit **foes; /* other enemy units */
    size_t foe_count;
} tl_firing_work;

/* Answers a question. Errors: as tl_scene_firing. */
tl_status tl_firing_ask(const tl_referee *referee, const tl_firing_question *question, const tl_board_editor *editor,
                        tl_firing **firing, tl_error *error);

/* Its parts, in their order. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED, those of rulings.
 * firing_range.c: range, field of fire and shots of each cell that is seen from. */
tl_status tl_firing_measure(tl_firing_work *work, tl_error *error);
/* firing_places.c: areas of cells, the best place of each, rulings there. */
tl_status tl_firing_list(tl_firing_work *work, tl_error *error);
/* firing_tell.c */
tl_status tl_firing_tell(const tl_firing_work *work, tl_error *error);

/* A cell as a rectangle of the plan. */
static inline tl_board_rect tl_firing_rect(const tl_firing_work *work, size_t k) {
    return tl_board_grid_rect(&work->grid, k % work->grid.nx, k / work->grid.nx, 1);
}

#endif
