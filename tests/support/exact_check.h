/* exact_check.h: whether a line is free and a point can see, decided a second time.
 *
 * Shares nothing with the engine's predicates, hierarchies or searches: signs come from 80-bit intervals and, where
 * these can't tell, from whole numbers of 1,408 bits; every triangle is looked at. Where long double is no wider than
 * double the intervals only tell less often. Slow and plain on purpose. */
#ifndef TL_TESTS_EXACT_CHECK_H
#define TL_TESTS_EXACT_CHECK_H

#include "bvh/bvh.h"

typedef struct exact_part {
    size_t first, count; /* triangles */
    bool blocks;
    bool solid;
    bool ground;
    tl_box3 box;
} exact_part;

typedef struct exact_table {
    tl_vec3 (*triangles)[3];
    size_t count, capacity;
    exact_part *parts;
    size_t part_count, part_capacity;
    bool plane; /* z <= 0 is underground */
} exact_table;

void exact_table_free(exact_table *table);
/* Copies the triangles of a hierarchy as one part. False without memory. */
bool exact_table_add(exact_table *table, const tl_bvh *bvh, bool solid, bool ground);

/* The sign of det[b-a, c-a, d-a]. Coordinates up to 2^40 in size and no bit below 2^-300, else the program stops. */
int exact_side(tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d);
/* Whether a closed segment and a closed triangle have a common point. Any of both may be degenerate. */
bool exact_meets(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]);

/* Whether pq meets no blocking part; `by` (may be NULL) gets the part met. Says nothing about the ends. */
bool exact_line_open(const exact_table *table, tl_vec3 p, tl_vec3 q, size_t *by);
/* Outside every blocking solid and not underground. A point on a surface counts as inside. */
bool exact_live(const exact_table *table, tl_vec3 p);
/* Both. */
bool exact_line_free(const exact_table *table, tl_vec3 p, tl_vec3 q);

/* Distances in long double, good to about 1e-15 of the coordinates; at most `limit`. The plane counts. */
long double exact_line_distance(const exact_table *table, tl_vec3 p, tl_vec3 q, double limit);
long double exact_point_distance(const exact_table *table, tl_vec3 p, double limit);
long double exact_body_distance(const tl_bvh *body, tl_vec3 p);

#endif
