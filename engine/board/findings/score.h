/* score.h: what pairs of squares say of two zones and two halves of a table. */
#ifndef TL_BOARD_FINDINGS_SCORE_H
#define TL_BOARD_FINDINGS_SCORE_H

#include "board/findings/pairs.h"

/* Which squares belong where, by their middles. */
enum { TL_BOARD_IN_A = 1, TL_BOARD_IN_B = 2, TL_BOARD_LEFT = 4, TL_BOARD_RIGHT = 8 };

typedef struct tl_board_zones {
    tl_vec2 *corners[2]; /* borrowed, or `own` */
    size_t count[2];
    tl_vec2 own[2][4];
    bool along_x;     /* the line from zone to zone runs along Y, so that left and right are halves along X */
    uint8_t *classes; /* per square; owned */
} tl_board_zones;

/* Zones that aren't given (NULL) are strips along the table's two long sides, a quarter of it deep. Errors:
 * TL_ERROR_ARGUMENT (no zone on the table, two that have squares in common, one without any), TL_ERROR_MEMORY. */
tl_status tl_board_zones_make(const tl_board_pairs *pairs, const tl_board_rect table, const tl_vec2 *const zone[2],
                              const size_t count[2], tl_board_zones *zones, tl_error *error);
void tl_board_zones_free(tl_context *context, tl_board_zones *zones);

/* What shares are taken of. */
typedef enum tl_board_group {
    TL_BOARD_VIEW_A,  /* a place of zone A, a place outside of both zones */
    TL_BOARD_VIEW_B,  /* the same of zone B */
    TL_BOARD_BETWEEN, /* a place of zone A, one of zone B */
    TL_BOARD_VIEW_LEFT,
    TL_BOARD_VIEW_RIGHT, /* a place of this half, any other */
    TL_BOARD_ANYWHERE,   /* any two */
    TL_BOARD_GROUPS
} tl_board_group;

typedef struct tl_board_score {
    tl_board_tally tally[TL_BOARD_GROUPS];
    tl_board_bounds share[TL_BOARD_GROUPS];
    tl_board_bounds zones, sides; /* fairness, from 0 to 1: how much the lesser of two views is of the greater */
} tl_board_score;

/* Whether a pair of squares counts for a group. */
bool tl_board_pair_in(const tl_board_zones *zones, size_t i, size_t j, tl_board_group group);
tl_board_score tl_board_score_of(const tl_board_pairs *pairs, const tl_board_zones *zones);
/* The lesser of two shares as a part of the greater; both nothing: 1. */
tl_board_bounds tl_board_fairness(tl_board_bounds a, tl_board_bounds b);

#endif
