/* halt.h: what a move can end at. */
#ifndef TL_JUDGE_MOVE_HALT_H
#define TL_JUDGE_MOVE_HALT_H

typedef enum tl_halt_kind {
    TL_HALT_FAR,            /* farther than its rating */
    TL_HALT_BEHIND,         /* farther behind what it crosses than a die lets it go */
    TL_HALT_FORBIDDEN,      /* terrain that isn't gone through so */
    TL_HALT_TURN_COST,      /* no more of its move is left for a turn */
    TL_HALT_SLOWED,         /* farther than terrain lets it go */
    TL_HALT_BEFORE_TERRAIN, /* it has gone too far to enter terrain */
    TL_HALT_WALL,           /* walls, or terrain that nobody enters */
    TL_HALT_TRAP,           /* terrain that stops its class */
    TL_HALT_FOE,            /* an enemy that it can't pass */
    TL_HALT_NEAR,           /* nearer to an enemy than it may come */
    TL_HALT_FRIEND,         /* a friend that it can't pass */
    TL_HALT_EDGE,           /* the edge of the table */
    TL_HALT_SHORE,          /* the edge of terrain that it keeps to */
    TL_HALT_ASHORE,         /* it doesn't stand in terrain that it keeps to */
    TL_HALT_TURN,           /* no room to turn */
    TL_HALT_FLOOR_CLASS,    /* its class changes no floors */
    TL_HALT_FLOOR_OUTSIDE,  /* floors are changed in buildings alone */
    TL_HALT_IN_OPENING,     /* it ends in a window */
    TL_HALT_GROUND,         /* on which ground it goes on isn't certain */
    TL_HALT_ON_MODEL,       /* it ends on another model */
    TL_HALT_RISES,          /* something rises where it ends */
    TL_HALT_NO_END,         /* it may fly over that, but not end in it */
    TL_HALT_UNEVEN,         /* it can't come down there */
    TL_HALT_ROUND,          /* turning round takes all of its move */
    TL_HALT_ROOM,           /* no room to turn round */
    TL_HALT_KINDS
} tl_halt_kind;

#endif
