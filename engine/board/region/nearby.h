/* nearby.h: what lies over a part of the plan, kept while smaller parts of it are asked about.
 *
 * A map asks for the ground of ever smaller squares, each with its neighbourhood several times over. Going down the
 * hierarchies anew for each of them takes longer than all the rest of the answer. */
#ifndef TL_BOARD_REGION_NEARBY_H
#define TL_BOARD_REGION_NEARBY_H

#include "board/limits.h"
#include "scene/place.h"

/* A rectangle of the plan. */
typedef struct tl_board_rect {
    double x0, y0, x1, y1;
} tl_board_rect;

/* Triangles by their boxes, which are a hair larger; a block of them is compared at once. */
typedef struct tl_board_near_block {
    float x0[TL_BOARD_NEAR_LANES], y0[TL_BOARD_NEAR_LANES], x1[TL_BOARD_NEAR_LANES], y1[TL_BOARD_NEAR_LANES];
    float low[TL_BOARD_NEAR_LANES], high[TL_BOARD_NEAR_LANES];
    uint32_t slot[TL_BOARD_NEAR_LANES], triangle[TL_BOARD_NEAR_LANES];
} tl_board_near_block;

/* Everything over a rectangle: what bears models, and woods. */
typedef struct tl_board_near_list {
    tl_board_rect rect;
    tl_board_near_block *blocks[2];
    size_t count[2], capacity[2]; /* triangles; blocks */
} tl_board_near_list;

/* Belongs to one thread. */
typedef struct tl_board_nearby {
    tl_context *context;
    const tl_surfaces *surfaces;
    tl_board_near_list lists[TL_BOARD_NEAR_LISTS]; /* each over a part of the one before */
    size_t count;
} tl_board_nearby;

/* The surfaces must outlive it. End it in any case. */
void tl_board_nearby_start(tl_board_nearby *nearby, tl_context *context, const tl_surfaces *surfaces);
void tl_board_nearby_end(tl_board_nearby *nearby);

/* Says that questions about this rectangle and parts of it follow. Where there is too much, or no memory for it,
 * questions go to the world: answers are the same. */
void tl_board_nearby_expect(tl_board_nearby *nearby, tl_board_rect rect);

/* A triangle, and heights that it surely lies between. Stop by returning false. */
typedef bool tl_board_near_fn(void *user, uint32_t slot, uint32_t triangle, double low, double high);

/* Calls back for the triangles that bear models (`carpets`: woods), in no certain order, whose boxes come near this
 * one: all that overlap it, and perhaps a few more. */
void tl_board_nearby_visit(const tl_board_nearby *nearby, tl_box3 box, bool carpets, tl_board_near_fn *visit,
                           void *user);

#endif
