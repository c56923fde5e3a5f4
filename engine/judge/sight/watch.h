/* watch.h: from where on its way a model is in sight of others, and in the range and arc of their weapons (LW-LOS-03).
 *
 * Along the way three things are told: up to where it is proved that it isn't seen, the first place that was found at
 * which it surely is, and between the two what isn't settled. Proofs: wherever a model may be within a radius of a
 * place it stays hidden (visibility/margin.h), out of range or out of arc by more than that radius; so a stretch as
 * long as that is passed at once, and stretches are halved until nothing is left of them. While it looks otherwise on a
 * leg it has turned before. */
#ifndef TL_JUDGE_SIGHT_WATCH_H
#define TL_JUDGE_SIGHT_WATCH_H

#include "judge/move/journey_data.h"

/* One thing that is looked for along the way. Lengths in plan from its start, mm. */
typedef struct tl_watched {
    tl_verdict verdict; /* yes: it is found; no: proved that it isn't, on all of the way */
    double until;       /* up to here it surely isn't */
    double from;        /* here it surely is; INFINITY: at no place that was looked at */
} tl_watched;

typedef struct tl_watch {
    const tl_inquiry *inquiry;
    const tl_party *from;
    tl_journey journey; /* the way, judged as a move is */
    tl_watched sight;
    bool armed; /* those who watch have weapons that reach beyond close combat */
    tl_watched fire;
    const tl_document_weapon *weapon; /* that may be fired first; NULL: none is */
    size_t watcher;                   /* who sees it where it is first seen; SIZE_MAX: nobody */
} tl_watch;

/* Looks along the question's path of `member`, with all weapons of the watchers or the one it names. Free with
 * tl_watch_free in any case. Errors: those of tl_journey_make and of measuring. */
tl_status tl_watch_find(const tl_inquiry *inquiry, const tl_party *from, size_t member, const tl_question *question,
                        tl_watch *watch, tl_error *error);
void tl_watch_free(tl_watch *watch);

#endif
