/* sees.h: one against all: whom a unit or model sees and is seen by, and who is in range of its weapons. */
#ifndef TL_JUDGE_GROUP_SEES_H
#define TL_JUDGE_GROUP_SEES_H

#include "judge/attack/attack.h"

typedef enum tl_sees_whom { TL_SEES_ENEMIES, TL_SEES_FRIENDS, TL_SEES_ALL } tl_sees_whom;

/* One of the others. */
typedef struct tl_seen {
    const tl_document_unit *unit;
    tl_party party; /* all of it, or who carries it */
    bool is_friend;
    tl_verdict sees, seen_by;  /* some model of one has sight to some model of the other, and isn't hidden from it */
    size_t from, to;           /* the nearest two models */
    tl_range_result range;     /* ... and how far apart they are */
    tl_verdict *in_range;      /* per weapon: some model that carries it has some of theirs in range */
    tl_verdict *may_fire;      /* per weapon: arc, range and sight hold for one of them */
    bool looked_at_cover;      /* they are seen, or may be */
    tl_verdict cover;          /* they are in cover from everyone who sees them */
    tl_pair_sight_result line; /* the line that tells most */
    tl_cause cause;            /* what decides whether they are seen: that line, or what hides them all the same */
} tl_seen;

typedef struct tl_sees {
    const tl_inquiry *inquiry;
    tl_party from;
    tl_sees_whom whom;
    tl_seen *others;
    size_t count, seen, open; /* others, of them seen, of them perhaps */
    tl_verdict *verdicts;     /* of all weapons and others */
    tl_verdict verdict;       /* sees some of them */
} tl_sees;

/* Judges all units of the table that are meant, in the scene's order. `from` must stay. Errors: those of sight, range
 * and arcs. Free with tl_sees_free in any case. */
tl_status tl_sees_judge(const tl_inquiry *inquiry, const tl_party *from, tl_sees_whom whom, tl_sees *sees,
                        tl_error *error);
void tl_sees_free(tl_sees *sees);

#endif
