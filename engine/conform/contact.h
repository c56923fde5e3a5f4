/* contact.h: where triangles come together beside the points they share. Internal to engine/conform.
 *
 * What is found speaks of points, edges and triangles, each asked once and the same for all who share it: a point on an
 * edge, two edges that cross, a point on a triangle, an edge through a triangle. So whatever part of it is used, the
 * pieces of neighbours fit together. */
#ifndef TL_CONFORM_CONTACT_H
#define TL_CONFORM_CONTACT_H

#include "bvh/bvh.h"
#include "conform/complex.h"

/* A point on an edge; `at` grows from 0 at the edge's lower point to 1 at its higher. */
typedef struct tl_split {
    uint32_t low, high, point;
    double at;
} tl_split;

/* A point inside a triangle: the weights of its second and third corner. */
typedef struct tl_inside {
    uint32_t triangle, point;
    double b, c;
} tl_inside;

/* Two triangles with such a point. */
typedef struct tl_meeting {
    uint32_t triangle, other;
} tl_meeting;

typedef struct tl_contacts {
    tl_split *splits;
    tl_inside *insides;
    tl_meeting *meetings;
    size_t split_count, inside_count, meeting_count;
    size_t split_capacity, inside_capacity, meeting_capacity;
    tl_complex_points made; /* crossings */
    bool limited;
} tl_contacts;

/* Who may be near: a hierarchy over the triangles as they were at first, and the pieces they have now. */
typedef struct tl_neighbours {
    tl_bvh *bvh;
    uint32_t *parents; /* of the hierarchy's triangles */
    size_t parent_count;
    uint32_t *first, *pieces; /* of each parent: first[p] .. first[p + 1] */
} tl_neighbours;

/* `parent_count`: triangles of the soup. False without memory. Free in any case. */
tl_status tl_neighbours_start(tl_neighbours *neighbours, const tl_complex *complex, size_t parent_count);
void tl_neighbours_free(tl_context *context, tl_neighbours *neighbours);

/* How near is a contact, mm. */
typedef struct tl_reaches {
    double points;   /* points become one */
    double beside;   /* a point and an edge or triangle */
    double crossing; /* two edges that pass each other */
    double rounding; /* nearer than this nothing has to be bent */
    double drift;    /* how far pieces may lie from what the hierarchy holds */
} tl_reaches;

/* All contacts in which a fresh triangle takes part; new points are added to the complex, and points that something is
 * bent to are hot. A triangle has at most `most_each` meetings, all together `most`; what is beyond isn't looked at.
 * Statuses: memory, cancelled. Free in any case. */
tl_status tl_contacts_find(tl_contacts *contacts, tl_complex *complex, tl_neighbours *neighbours,
                           const tl_reaches *reach, size_t most_each, size_t most);
void tl_contacts_free(tl_context *context, tl_contacts *contacts);

#endif
