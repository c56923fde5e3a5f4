/* open_walls.h: walls that don't stand in the way of those inside (DT-FRT-04), and of whom. */
#ifndef TL_JUDGE_BETWEEN_OPEN_WALLS_H
#define TL_JUDGE_BETWEEN_OPEN_WALLS_H

#include "judge/referee.h"

/* How walls are open to those inside. */
typedef enum tl_open_walls_kind {
    TL_OPEN_WALLS_ABSTRACT, /* a house without rooms (`interior`) */
    TL_OPEN_WALLS_AHEAD,    /* a shelter that looks out to one side */
    TL_OPEN_WALLS_AROUND    /* a shelter that looks out all round */
} tl_open_walls_kind;

typedef struct tl_open_walls {
    bool any; /* somebody of the party is inside */
    tl_open_walls_kind kind;
    tl_cause cause;
    size_t member; /* the first of the party's models that is inside */
    size_t terrain;
} tl_open_walls;

/* How many pieces of terrain there are to ask about. */
size_t tl_open_walls_count(const tl_referee *referee);
/* Whether the walls of one of them (0 to the count: shelters first, then areas) don't stand in the way of some of a
 * party's models. */
tl_status tl_open_walls_find(const tl_inquiry *inquiry, const tl_party *party, size_t index, tl_open_walls *found,
                             tl_error *error);

#endif
