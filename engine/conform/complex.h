/* complex.h: the triangles while they are being joined. Internal to engine/conform.
 *
 * A point is a number; what the number stands for may move, what shares it never parts. Triangles name points and the
 * triangle of the soup they are part of. */
#ifndef TL_CONFORM_COMPLEX_H
#define TL_CONFORM_COMPLEX_H

#include "base/hash.h"
#include "conform/soup.h"

/* Cubes of space with the points in them. */
typedef struct tl_conform_cubes {
    double side;
    uint32_t *table; /* first point of a chain; several cubes may share one */
    size_t size;
    uint32_t *next;
    size_t next_capacity;
} tl_conform_cubes;

typedef struct tl_complex {
    tl_context *context;
    tl_vec3 *points; /* the soup's, then new ones */
    uint32_t *same;  /* the point that each has become: lower, or itself */
    bool *hot; /* something was bent to it, or it was joined, in this round: what has it must be looked at again */
    size_t point_count, point_capacity, same_capacity, hot_capacity, given;
    double scale; /* no coordinate is larger in size */
    uint32_t *corners;
    uint32_t *parents;
    bool *fresh; /* to be looked at */
    size_t made; /* triangles from this one on are pieces of the last round */
    size_t count, corner_capacity, parent_capacity, fresh_capacity;
    size_t doubled, joined;
    tl_conform_cubes cubes;
    size_t welded; /* points looked at for welding so far */
    double merge;  /* a new point this near to another is that point */
} tl_complex;

/* Points of equal coordinates become one; triangles that lose a corner by it are left out. */
tl_status tl_complex_start(tl_complex *complex, tl_context *context, const tl_conform_soup *soup);
void tl_complex_free(tl_complex *complex);

/* Appends. False without memory, or when numbers run out. */
bool tl_complex_add_point(tl_complex *complex, tl_vec3 p, uint32_t *number);
bool tl_complex_add_triangle(tl_complex *complex, uint32_t parent, uint32_t a, uint32_t b, uint32_t c);

/* Of triangles with the same three points keeps the first: looks at pieces of the last round, what has changed, and
 * what these could lie on. False without memory. */
bool tl_complex_drop_doubles(tl_complex *complex);

/* Points at most `reach` apart become one, the one with the lowest number, which stays where it is; none moves farther.
 * Triangles that lose a corner by it are left out. Only points that came since the last time are looked at; the reach
 * must stay. False without memory. */
bool tl_complex_weld(tl_complex *complex, double reach);
/* The nearest point with a number below `below` at most `reach` away that hasn't become another one, or UINT32_MAX. */
uint32_t tl_complex_nearest(const tl_complex *complex, tl_vec3 p, double reach, uint32_t below);
/* Puts a point into the cubes, which tl_complex_weld begins. */
bool tl_complex_place(tl_complex *complex, uint32_t point);

/* Points by what made them: four numbers that no other point has. */
typedef struct tl_complex_points {
    uint32_t (*keys)[4];
    uint32_t *points;
    size_t count, key_capacity, point_capacity;
    uint32_t *table;
    size_t table_size;
} tl_complex_points;

/* The point that a key made: one that is there already within `merge` of `place`, or a new one, or UINT32_MAX without
 * memory. Free with tl_complex_points_free. */
uint32_t tl_complex_make(tl_complex *complex, tl_complex_points *made, const uint32_t key[4], tl_vec3 place);
void tl_complex_points_free(tl_context *context, tl_complex_points *made);

#endif
