/* joining.h: the faces of a world while they are being joined. Internal to engine/conform. */
#ifndef TL_CONFORM_JOINING_H
#define TL_CONFORM_JOINING_H

#include "conform/arrange.h"
#include "conform/links.h"

/* Points: of all that stands still, of all that moves, new ones of pieces. Where only some faces are joined, three for
 * each of them. */
typedef struct tl_joining {
    tl_joined *made;
    tl_context *asking;
    bool stopped;
    size_t place_count;  /* of faces; pieces included, which come last */
    size_t *first_point; /* per slot */
    tl_vec3 *points;
    size_t resting_count, given_count, point_count;
    uint32_t *groups;  /* per point: only points of one group are joined */
    uint32_t *same;    /* per point: the first one of its group in the same place */
    uint32_t *corners; /* per place 3: points, then the first in each place */
    size_t resting_faces;
    uint32_t *resting; /* the places of faces that are made to conform */
    tl_arranged arranged;
} tl_joining;

/* In a loop over everything: false, now and then, when the work should stop. */
bool tl_joining_goes_on(tl_joining *j, size_t i);

/* Finds the points that are one, and the ring of every edge. False without memory; stops early when `stopped`. */
bool tl_joining_link(tl_joining *j);

#endif
