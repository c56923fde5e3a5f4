/* outline.h: regions of the plan (seen from above): what areas cover and what distances start from. */
#ifndef TL_AREA_OUTLINE_H
#define TL_AREA_OUTLINE_H

#include "area/limits.h"
#include "base/base.h"
#include "body/body.h"

typedef enum tl_outline_kind {
    TL_OUTLINE_NONE, /* empty: nothing is in it */
    TL_OUTLINE_DISC, /* centre, radius: exact, never a polygon */
    TL_OUTLINE_OVAL, /* centre and two conjugate half-diameters; footprints only, not areas */
    TL_OUTLINE_RINGS /* polygons, concave or not; a point is inside when an odd number of rings go round it */
} tl_outline_kind;

/* One straight piece of a ring, a to b. Consecutive edges that turn by less than 30 degrees belong to one side: the
 * "edge the line cuts" of reading B of DB-ARE-04 is a side, so that a round wood has one, a house has four. */
typedef struct tl_outline_edge {
    tl_vec2 a, b;
    uint32_t side;
} tl_outline_edge;

typedef struct tl_outline_box {
    tl_vec2 low, high;
} tl_outline_box;

typedef struct tl_outline {
    tl_outline_kind kind;
    tl_outline_box box;
    tl_vec2 centre;
    double radius;
    tl_vec2 axis[2];
    /* rings only; owned, freed by tl_outline_free */
    tl_context *context;
    tl_outline_edge *edges; /* ring after ring, each in order, none of length 0 */
    size_t edge_count;
    uint32_t *ring_ends; /* one past the last edge of each ring */
    size_t ring_count;
    size_t side_count;
    tl_outline_box *runs;
    size_t run_count;
} tl_outline;

/* Values; nothing to free (tl_outline_free does no harm). `radius` and axes in mm, positive and finite. */
tl_outline tl_outline_disc(tl_vec2 centre, double radius);
tl_outline tl_outline_oval(tl_vec2 centre, tl_vec2 axis0, tl_vec2 axis1);

/* Copies `ring_count` rings: ring i has the points from ring_ends[i - 1] (0 for the first) up to, not including,
 * ring_ends[i]; the closing edge is implied; either direction. Points that repeat their neighbour are dropped.
 * TL_ERROR_ARGUMENT for coordinates that are not finite or beyond 1e9 mm, and for a ring without three distinct points
 * or without area. Rings that cross are not refused here (see tl_outline_is_simple): inside is then what an odd number
 * of rings go round. */
tl_status tl_outline_rings(tl_context *context, const tl_vec2 *points, const uint32_t *ring_ends, size_t ring_count,
                           tl_outline *outline, tl_error *error);
/* One ring. */
tl_status tl_outline_polygon(tl_context *context, const tl_vec2 *points, size_t count, tl_outline *outline,
                             tl_error *error);
/* A closed-form shape seen from above. Discs, ovals, polygons and boxes are exact; of tilted prisms it is the lower
 * face. Capsules and cylinders become a polygon round them, at most 0.01 mm (and 1/2000 of the radius) too large. */
tl_status tl_outline_of_shape(tl_context *context, const tl_shape *shape, tl_outline *outline, tl_error *error);

/* A copy of its own. */
tl_status tl_outline_copy(tl_context *context, const tl_outline *from, tl_outline *outline, tl_error *error);

/* NULL-safe; leaves an empty outline. */
void tl_outline_free(tl_outline *outline);

/* Area in mm^2; of rings that don't cross. */
double tl_outline_area(const tl_outline *outline);

/* Whether no two edges meet except neighbours in their common corner, exactly. `edge` (may be NULL) gets two that do.
 */
bool tl_outline_is_simple(const tl_outline *outline, size_t edge[2]);

/* +1 strictly inside, 0 on the boundary (discs, ovals: within rounding of it), -1 strictly outside. Exact for rings. */
int tl_outline_holds(const tl_outline *outline, tl_vec2 p);

/* Distance in mm from the closed region to a segment in plan, as certified bounds: 0 when they meet. Discs and rings
 * to about 1e-12 of the coordinates, ovals to 1e-4 of their size. */
void tl_outline_distance(const tl_outline *outline, tl_vec2 a, tl_vec2 b, double *low, double *high);

/* How far a point is from the outline's rim, on either side; INFINITY without one. */
double tl_outline_border_distance(const tl_outline *outline, tl_vec2 p);

/* Distance from a point to a closed segment in plan. */
double tl_outline_plan_distance(tl_vec2 p, tl_vec2 a, tl_vec2 b);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of an outline (base/validate.h): rings closed, boxes round their edges. */
const char *tl_outline_broken(const tl_outline *outline);
#endif

#endif
