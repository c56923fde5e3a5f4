/* shells.h: the parts of a proof for one pair of cells: lines followed, shells crawled at their crossings, portals. */
#ifndef TL_VISIBILITY_SHELLS_H
#define TL_VISIBILITY_SHELLS_H

#include "visibility/limits.h"
#include "visibility/portal.h"
#include "visibility/search.h"

/* A line and the plain crossings along it. */
typedef struct tl_probe {
    tl_vec3 p, q;
    uint32_t crossed[TL_PROBE_CROSSED]; /* triangles of the patch, in order from p */
    uint32_t facing[TL_PROBE_CROSSED];  /* the half-face that looks at p */
    size_t count;
} tl_probe;

/* An edge that a failed shell went round, where it lies farthest out. */
typedef struct tl_sight_turning {
    tl_vec3 u, v; /* the edge */
    tl_vec3 at;   /* a point of it in the shaft */
    double reach; /* its distance from the probe, relative to the width of the shaft there */
} tl_sight_turning;

/* Why no shell separated a pair: what they went round. */
typedef struct tl_failure {
    tl_sight_turning edges[TL_FAILURE_EDGES]; /* in the order of the crossings */
    size_t count, best;
    double rank;
    bool touched; /* some shell would have separated it but for what it touches at a cell */
} tl_failure;

/* A portal that lines may pass, for all that is known. */
typedef struct tl_portal_rest {
    bool known; /* otherwise there is none */
    tl_portal_frame frame;
    tl_portal portal;
} tl_portal_rest;

/* Collects the crossings of a line with the joined world; its ends are put into the patch's limits first. `plain`:
 * there are some, and all go through the inside of a face, so that parities mean something. `free_line`: no triangle as
 * it was given blocks it. */
void tl_sight_follow(tl_sight_search *search, tl_probe *line, bool *plain, bool *free_line);

/* Tries the shells that start at the probe's crossings; on failure `why` tells what they went round. Of all lines of
 * the pair only those count that stay in the two sets of `through`, where that isn't NULL. */
bool tl_sight_shells_block(tl_sight_search *search, const tl_shaft *shaft, const tl_shaft *through,
                           const tl_sight_pair *pair, const tl_probe *line, tl_failure *why);

/* Whether the last shell's parity holds for all live points of a cell: either the shell stays off its hull, or near it
 * the shell is the whole surface of some solids (or of the ground). Between two live points such a surface is crossed
 * an even number of times, so the parity against the shell is the same from both; dead points need no proof. `end` is
 * where the probe starts in the cell. */
bool tl_sight_parity_holds(tl_sight_search *search, const tl_shaft *shaft, const tl_cell *cell, tl_vec3 end);

/* A cell moved off the last shell, every corner by the shaft's `nudge` at most. */
typedef struct tl_nudged {
    const tl_cell *cell;
    tl_vec3 move;
    tl_box3 limits; /* corners stay in it */
} tl_nudged;

/* Whether the cell, moved a little away from all that the last shell touches it with, keeps off the shell. */
bool tl_sight_nudge(tl_sight_search *search, const tl_shaft *shaft, tl_nudged *nudged);
/* A corner of the cell where it is then. */
tl_vec3 tl_sight_nudged_corner(const tl_nudged *nudged, tl_sight_random *random);

/* Cuts one cell by the plane through the edge and the centre of the other: whichever makes the shaft narrower there.
 * Cells thinner than `least` across that plane aren't cut: false when neither is. */
bool tl_sight_aligned_cut(const tl_shaft *shaft, const tl_sight_pair *pair, const tl_sight_turning *edge, double least,
                          tl_sight_pair_cut *cut);

/* Where a line has to be wider than `wanted`: whether no line of a pair is, shown by moving its cells by less than that
 * towards what is near, and to both sides of the edge that stopped the proof. `crossed`: the probe meets something.
 * Errors: TL_ERROR_MEMORY. */
tl_status tl_sight_too_narrow(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, bool crossed,
                              const tl_failure *why, double wanted, bool *proved, tl_sight_pair_cut *cut,
                              bool *has_cut);

/* Whether no line of a pair has the clearance that a yes takes (certify.h), though the pair can't be proved blocked:
 * bodies flush with what hides them, or sunk into it by a hair. `dead`: an end of the probe lies in something. Only a
 * part of all work goes into this. Errors: TL_ERROR_MEMORY. */
tl_status tl_sight_narrow(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line, bool dead,
                          const tl_failure *why, bool *narrow);

/* Divides a plane between the cells into portals until the lines through each are blocked by a shell of their own: then
 * the pair is `proved`. `first` is a line that the shells failed on, `reason` what they went round. Otherwise `left` is
 * the portal that resisted. Errors: TL_ERROR_MEMORY. */
tl_status tl_sight_portals_block(tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                                 const tl_probe *first, const tl_failure *reason, tl_portal_rest *left, bool *proved);

/* Lines through what portals have left open, and such as just pass the edges which failed shells went round. Only a
 * part of all work goes into this. Errors: TL_ERROR_MEMORY. */
tl_status tl_sight_extremal_lines(tl_sight_search *search, const tl_sight_pair *pair, const tl_probe *line,
                                  const tl_failure *why, const tl_portal_rest *left, bool *seen);

#endif
