/* ground.h: the heights at which a body may stand in a rectangle, and whether it can stand there at all.
 *
 * What a single place gives is scene/place.h. Here a whole rectangle is asked about: the answer holds every height that
 * any of its places gives, and perhaps more. */
#ifndef TL_BOARD_REGION_GROUND_H
#define TL_BOARD_REGION_GROUND_H

#include "board/region/swept.h"
#include "board/region/nearby.h"
#include "scene/table.h"

typedef enum tl_board_standing {
    TL_BOARD_NOWHERE,   /* certain: nobody can stand at any place of it */
    TL_BOARD_PARTLY,    /* at some places perhaps not */
    TL_BOARD_EVERYWHERE /* certain */
} tl_board_standing;

typedef struct tl_board_ground {
    tl_board_standing standing;
    double low, high; /* of the surfaces that the body rests on, lift included; meaningless with NOWHERE */
    bool over_ground; /* the table's mesh lies below every place, for sure */
    bool plain;       /* nothing but the plane z = 0 is anywhere near: all parts of the rectangle are the same */
} tl_board_ground;

/* What all questions about one table share. */
typedef struct tl_board_terrain {
    const tl_table *table;
    tl_surfaces surfaces;
    tl_board_rect rect;   /* the table */
    bool sheet;           /* its mesh is one plain sheet over all of the table: every vertical line meets it once */
    tl_box3 sheet_over;   /* ... the table */
    uint8_t *only_ground; /* per slot, roles of the table's mesh alone; NULL without one */
} tl_board_terrain;

/* Errors: TL_ERROR_MEMORY. Free with tl_board_terrain_free in any case. */
tl_status tl_board_terrain_make(tl_context *context, const tl_table *table, tl_board_terrain *terrain);
void tl_board_terrain_free(tl_context *context, tl_board_terrain *terrain);

/* A body whose origin may be anywhere in the rectangle, on a level (0 the lowest, tl_surface_rest_model). `nearby`: of
 * the terrain's surfaces; parts of the rectangle that are asked about next are told sooner. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_ground_of(tl_board_nearby *nearby, const tl_board_terrain *terrain, const tl_board_body *body,
                             tl_board_rect rect, size_t level, tl_board_ground *ground);

/* Says that the ground of parts of the rectangle is asked about next. */
void tl_board_ground_expect(tl_board_nearby *nearby, const tl_board_body *body, tl_board_rect rect);

/* Nothing but the table's plane is anywhere near, so that all parts of the rectangle have the same ground. */
bool tl_board_ground_is_bare(const tl_board_nearby *nearby, const tl_board_body *body, tl_board_rect rect);

/* The same as tl_board_ground_of, of a rectangle by itself. */
tl_status tl_board_ground_once(tl_context *context, const tl_board_terrain *terrain, const tl_board_body *body,
                               tl_board_rect rect, size_t level, tl_board_ground *ground);

/* The places of a body in a rectangle. */
tl_board_region tl_board_region_on(const tl_board_body *body, tl_board_rect rect, const tl_board_ground *ground);

#endif
