/* holes.h: holes of meshes on sight lines: lines that are free only because they pass through one, and lines that
 * nothing blocks but what a repair has closed one with.
 *
 * The setting scan_holes says what is made of them: `open`, they are, and answers tell when that decides; `closed`,
 * sight is ruled as if they were closed by their caps (mesh/caps.h); `ignored`, they are open and nothing is said. */
#ifndef TL_JUDGE_BETWEEN_HOLES_H
#define TL_JUDGE_BETWEEN_HOLES_H

#include "judge/between/uncertainty.h"
#include "judge/between/line_asked.h"

enum { TL_HOLES_TOLD = 6 };

/* A hole that a line meets. */
typedef struct tl_holes_met {
    uint32_t slot; /* whose mesh it is in */
    uint32_t item; /* of its model's caps */
    double t;      /* along the line */
    double across; /* its size, mm */
    tl_vec3 at;    /* its middle, on the table */
} tl_holes_met;

typedef struct tl_pair_holes {
    tl_verdict through; /* of a yes: does every line pass through a hole? yes: proved; marginal: the one found does, and
                           whether others needn't was not decided */
    bool by_repair;     /* of a no: without what repairs made there would be a line, which meets these */
    tl_holes_met met[TL_HOLES_TOLD]; /* along the line */
    size_t count, all;               /* told here, and in all */
} tl_pair_holes;

struct tl_uncertainty;
/* Looks whether an answer rests on holes. A yes whose line passes through one is asked for with the holes closed: a
 * line found then takes its place, and nothing is told. Costs one cast against caps unless the line meets one, or what
 * a repair made lies between the two. */
tl_status tl_holes_look(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                        const tl_uncertainty *uncertainty, tl_sight *sight, tl_pair_holes *holes, tl_error *error);
/* What stands in the way with its holes closed, or without what repairs made (what they closed has no inside then);
 * arrays of `other` are freed with tl_between_other_free, the rest is that of `between`. */
tl_status tl_between_otherwise(const tl_inquiry *inquiry, const tl_between *between, bool without_repairs,
                               tl_between *other, tl_error *error);
void tl_between_other_free(tl_between *other);
/* Whether holes are to be told of, where there are any. */
bool tl_holes_matter(const tl_inquiry *inquiry, const tl_between *between);
/* Whether caps of what stands in the way lie in a box: open holes, or with `repaired` what repairs made. */
bool tl_holes_near(const tl_inquiry *inquiry, const tl_between *between, tl_box3 box, bool repaired);
/* Adds the holes that a segment meets, along it. */
tl_status tl_holes_on_line(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q, double reach,
                           bool repaired, tl_pair_holes *holes, tl_error *error);

/* The line turned round. */
void tl_holes_turn(tl_pair_holes *holes);

#endif
