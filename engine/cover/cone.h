/* cone.h: everything that one point sees of a target, by bundles of lines. */
#ifndef TL_COVER_CONE_H
#define TL_COVER_CONE_H

#include "cover/limits.h"
#include "cover/target.h"
#include "visibility/search.h"

/* A viewpoint, and the blockers that may meet its lines. The list works like a stack: who narrows it down to a part of
 * the target appends the part's own to it, and shortens it again. */
typedef struct tl_cover_view {
    tl_sight_search *search;
    tl_vec3 p;
    tl_cell *eye; /* p as a cell */
    tl_sight_triangle_list list;
} tl_cover_view;

/* A view without a list yet. Call tl_cover_view_end in any case. */
tl_status tl_cover_view_start(tl_cover_view *view, tl_sight_search *search, tl_vec3 p);
/* Lists what may meet a line from p to a box. */
tl_status tl_cover_view_list(tl_cover_view *view, tl_box3 box);
void tl_cover_view_end(tl_cover_view *view);

/* Appends those of items from..to that may meet a line from p to a box; they end at *end. False without memory. */
bool tl_cover_view_narrow(tl_cover_view *view, tl_box3 box, size_t from, size_t to, size_t *end);
/* Appends one item. False without memory. */
bool tl_cover_view_append(tl_cover_view *view, size_t item, size_t *end);
void tl_cover_view_corners(const tl_cover_view *view, size_t item, tl_vec3 corner[3]);

/* The lines from p to a convex polygon: a pyramid, from p, cut off by the polygon; or those to a box. */
typedef struct tl_cone_pyramid {
    tl_vec3 apex;
    size_t planes;
    tl_vec3 normal[TL_PYRAMID_PLANES]; /* outward, unit */
    double offset[TL_PYRAMID_PLANES];  /* of normal . (x - apex); inflated by the slack */
    double slack;
} tl_cone_pyramid;

void tl_cone_pyramid_make(tl_cone_pyramid *pyramid, tl_vec3 p, const tl_vec3 *corner, size_t count, double scale);
/* Whether a triangle is certainly outside. */
bool tl_cone_pyramid_misses(const tl_cone_pyramid *pyramid, const tl_vec3 triangle[3]);

typedef enum tl_cone {
    TL_CONE_CLEAR,   /* certain: every segment from the point to the target is free */
    TL_CONE_BLOCKED, /* certain: *hidden is a point of the target (within 1e-6) whose segment is blocked */
    TL_CONE_UNSURE   /* blockers come too near to tell */
} tl_cone;

/* Looks at a whole target, or at a node of it, from p. Exact up to an inflation of the blockers by about 1e-7, taken
 * against `clear`; a blocked point is verified exactly. */
tl_status tl_cone_look(tl_sight_search *search, tl_vec3 p, tl_target *target, uint32_t node, tl_cone *answer,
                       tl_vec3 *hidden);

/* All conditions on lines from p to the hull of some points; one that refuses surely is named by its slot. */
tl_condition_bundle tl_cover_view_conditions(const tl_cover_view *view, const tl_vec3 *points, size_t count,
                                             uint32_t *slot);

#endif
