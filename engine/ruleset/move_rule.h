/* move_rule.h: what shortens a move, what of it is spent before it begins, and what may be done after a part of it, as
 * data.
 *
 * Conditions are what the scene and the question say outright: nothing is measured for them, so that they hold or
 * don't. */
#ifndef TL_RULESET_MOVE_RULE_H
#define TL_RULESET_MOVE_RULE_H

#include "io/json.h"
#include "ruleset/settings.h"

/* What must hold, all of it. */
typedef struct tl_move_when {
    const tl_json_value *classes, *locomotions, *stances; /* a word or a list of words; NULL: not asked */
    const tl_json_value *skills;                          /* it has one of them, ... */
    const tl_json_value *all_skills;                      /* ... each of them */
    int night, march, moved, fired;                       /* 1 yes, 0 no, -1 not asked */
    tl_setting_id setting;                                /* TL_SETTING_COUNT: not asked */
    size_t choice;
} tl_move_when;

typedef enum tl_move_does {
    TL_MOVE_DOES_SHARE,  /* it goes so much of its move: such rows multiply */
    TL_MOVE_DOES_SPEND,  /* so much of its move is spent before it sets out: such rows are added */
    TL_MOVE_DOES_UP_TO,  /* who has used at most so much of its move may do it afterwards (setting share_used) */
    TL_MOVE_DOES_LEAVE,  /* who has so much of its move left may do it afterwards */
    TL_MOVE_DOES_FORBID, /* it doesn't go through terrain of these kinds */
    TL_MOVE_DOES_ROLL,   /* a die says how far it goes */
    TL_MOVE_DOES_LEAST,  /* a flight is no shorter than so much of its move (setting climb_counts) */
    TL_MOVE_DOES_CLIMB,  /* a flight spends so much for each band of altitude that it changes */
    TL_MOVE_DOES_TURN,   /* a flight turns by no more degrees than this, all turns together */
    TL_MOVE_DOES_GO      /* in terrain of some kinds its whole move is so many game units */
} tl_move_does;

/* What a die says of a move. */
typedef enum tl_move_gives {
    TL_MOVE_GIVES_MORE,    /* so much farther than its move */
    TL_MOVE_GIVES_INSTEAD, /* so far, and not its move */
    TL_MOVE_GIVES_BEHIND   /* so far behind terrain that it crosses from contact */
} tl_move_gives;

typedef struct tl_move_rule {
    const char *name;
    const char *text; /* what players call it: why a move is shortened, or what may be done afterwards */
    const char *rule; /* rule id */
    tl_move_when when;
    bool has_unless;
    tl_move_when unless; /* it doesn't count when all of this holds */
    tl_move_does does;
    double amount;                /* a share of the move, 0 to 1; degrees; game units */
    const tl_json_value *forbids; /* kinds of terrain, of TL_MOVE_DOES_FORBID */
    unsigned sides;               /* of the die of TL_MOVE_DOES_ROLL: numbers from 1 */
    double each;                  /* ... a number of which is worth so many game units */
    tl_move_gives gives;
    const char *band;        /* of TL_MOVE_DOES_CLIMB: a length; "": none */
    const tl_json_value *on; /* of TL_MOVE_DOES_GO: kinds of terrain; NULL: none */
    const tl_json_value
        *not_on; /* kinds of terrain on which TL_MOVE_DOES_SHARE doesn't count; NULL: it does anywhere */
} tl_move_rule;

#endif
