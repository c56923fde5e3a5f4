/* guess.h: what a file leaves unsaid: its unit, and what is up. Guesses are told, never applied. */
#ifndef TL_SCAN_ADVICE_GUESS_H
#define TL_SCAN_ADVICE_GUESS_H

#include "scan/health/health.h"
#include "mesh/mesh.h"
#include "words/sentences.h"

/* How a mesh would measure in one unit. */
typedef struct tl_scan_unit_candidate {
    tl_mesh_unit unit;
    double longest_mm;
    double score;      /* 0 to about 1: for comparing, no probability */
    tl_sentence thing; /* "the size of a piece of terrain" */
    bool life_size;    /* the thing itself, to be scaled down: then `thing` says so */
    bool round;        /* two of its sides or more are whole quarters of an inch */
} tl_scan_unit_candidate;

enum { TL_SCAN_UNIT_CANDIDATES = 4 };

/* A candidate whose score is this share of the best or more leaves it open which is right. */
#define TL_SCAN_UNIT_OPEN 0.8

typedef struct tl_scan_unit_guess {
    tl_scan_unit_candidate
        candidates[TL_SCAN_UNIT_CANDIDATES]; /* the likeliest first; just the first one for a stated unit */
    size_t count;
    bool clear; /* no other is about as likely as the first */
} tl_scan_unit_guess;

/* By the box of a mesh in its own units, and its own axis that is up, where that is known: what is flat lies, unless it
 * is known to stand. Miniatures measure 20 to 120 mm, pieces of terrain 20 to 600, tables 600 to
 * 2500 and are flat; what is larger by far was modelled at the size of the thing itself, as files in metres are.
 * Whole quarters of an inch speak for who built in inches. A stated unit is the only candidate. */
void tl_scan_unit_guess_make(tl_box3 box, tl_mesh_unit stated, tl_axis up, tl_scan_unit_guess *guess);

#define TL_SCAN_UP_CLEAR 0.5

typedef struct tl_scan_up_guess {
    tl_axis likely;        /* as stated, or the likeliest; unstated: can't be told */
    double flat_underside; /* of `likely`: share of the outline on that side that lies in one plane, 0 to 1 */
    double lead;           /* how far ahead of the next it is, 0 to about 2; TL_SCAN_UP_CLEAR and above is clear */
    bool reasoned;         /* it is a guess, and `reason` says what speaks for it most */
    tl_sentence reason;
    bool by_habit; /* nothing in its shape tells it from the next: it is what files usually do */
} tl_scan_up_guess;

/* What was made to stand has a flat underside; an open sheet is seen from above; a landscape is thin from below to
 * above; what is alike on both sides is so to its left and right. The points are added up, and where they leave a tie
 * Z goes first, then Y: so files are usually made. */
void tl_scan_up_guess_make(const tl_scan_health *health, tl_axis stated, tl_scan_up_guess *guess);

#endif
