/* gaps.h: what terrain covers, and the ways between it: footprints at ground level, gaps, and what passes from one side
 * of the table to the other. */
#ifndef TL_BOARD_FINDINGS_GAPS_H
#define TL_BOARD_FINDINGS_GAPS_H

#include "board/limits.h"
#include "board/findings/footprint.h"
#include "judge/referee.h"

/* Between two pieces of terrain, or a piece and an edge of the table: the nearest points of their footprints. */
typedef struct tl_board_gap {
    size_t piece[2]; /* indices of terrain; TL_BOARD_EDGE + 0 to 3: the edge at low X, high X, low Y, high Y */
    double width;    /* mm, of the meshes as they are; true to TL_BOARD_GAP_ERROR */
    tl_vec2 at[2];
    double off; /* the true width is within this of it, mm: what both meshes may be off */
} tl_board_gap;

#define TL_BOARD_EDGE (SIZE_MAX / 2)

typedef struct tl_board_ways {
    double covered;      /* mm^2 of the table under terrain, seen from above; courts that are closed all round count */
    double covered_tall; /* ... under terrain that stands in the way of sight and is as high as the body */
    tl_board_gap *gaps;  /* up to TL_BOARD_GAP_MOST, the narrowest first; with nothing between */
    size_t gap_count;
    bool passes;            /* something passes from one side to the other ... */
    double widest;          /* ... a round base so wide; mm */
    double bounds[2];       /* ... between these, whatever meshes may be off */
    tl_board_gap narrowest; /* ... and this is what stops wider ones */
} tl_board_ways;

/* `along_x`: the way is along Y, and the edges at low and high X bound it. `tall`: height of the body, mm. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_LIMIT (meshes too large), TL_ERROR_CANCELLED. Free in any case. */
tl_status tl_board_ways_find(const tl_inquiry *inquiry, bool along_x, double tall, tl_board_ways *ways,
                             tl_error *error);
void tl_board_ways_free(tl_context *context, tl_board_ways *ways);

/* What a gap lies between: a terrain's name, or "table". */
const char *tl_board_gap_side(const tl_table *table, const tl_board_gap *gap, int side);

#endif
