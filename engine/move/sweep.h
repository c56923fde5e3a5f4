/* sweep.h: when a convex figure of the plan that slides along a straight line meets another one.
 *
 * Figures are hulls of corners, or discs. Contact is told by depth: how far one would have to be moved out of the
 * other; 0 is touching. Asking for a depth above 0 forgives overlap up to it, so that sliding along a wall is no
 * collision. */
#ifndef TL_MOVE_SWEEP_H
#define TL_MOVE_SWEEP_H

#include "move/limits.h"
#include "base/base.h"
#include "math/vec.h"

/* A convex polygon of 1 to 12 corners, counter-clockwise (2 corners: a segment; straight and repeated corners do no
 * harm), or with one corner and a radius a disc. */
typedef struct tl_figure {
    tl_vec2 corner[TL_FIGURE_CORNERS];
    int count;
    double radius; /* mm; above 0 with one corner only */
} tl_figure;

tl_figure tl_figure_disc(tl_vec2 centre, double radius);
/* The figure turned about the origin, by the cosine and sine of an angle, then shifted. */
tl_figure tl_figure_turned(const tl_figure *figure, double cosine, double sine, tl_vec2 by);
/* What holds every point within `by` of the figure: a disc with a larger radius; for corners the sum with a square, so
 * that diagonally it reaches out by up to the root of two more. For figures of up to TL_FIGURE_PLAIN corners. */
tl_figure tl_figure_grown(const tl_figure *figure, double by);
/* The points of the figure that lie at least `by` inside of it; false when there are none. */
bool tl_figure_shrunk(const tl_figure *figure, double by, tl_figure *shrunk);
void tl_figure_box(const tl_figure *figure, tl_vec2 *low, tl_vec2 *high);

/* The share of `step` (0 to 1) after which the sliding figure lies deeper than `depth` (0 or more) in the other, from
 * `first` to `last`; false when it never does. Closed form: half-planes for polygons (a polygon lies deeper than d in
 * another when it does along every edge normal of both), circles and their tangents for discs; rounded, within 1e-12 of
 * the coordinates' size over the sine of the angle of impact. */
bool tl_figure_sweep(const tl_figure *mover, tl_vec2 step, const tl_figure *other, double depth, double *first,
                     double *last);

/* How deep they lie in one another where they stand: the length of the shortest shift that parts them. Negative when
 * apart: minus their distance, or for two polygons that are apart at corners, minus a lower bound of it. */
double tl_figure_depth(const tl_figure *a, const tl_figure *b);

/* The distance between two figures, 0 when they meet. */
double tl_figure_distance(const tl_figure *a, const tl_figure *b);

/* A simple polygon, counter-clockwise, cut into triangles, which are added to a growing list. TL_ERROR_MEMORY,
 * TL_ERROR_ARGUMENT when it is not simple. */
typedef struct tl_figures {
    tl_context *context;
    tl_figure *items;
    size_t count, capacity;
} tl_figures;
tl_status tl_figures_add(tl_figures *figures, const tl_figure *figure, tl_error *error);
tl_status tl_figures_add_polygon(tl_figures *figures, const tl_vec2 *corner, size_t count, tl_error *error);
void tl_figures_free(tl_figures *figures);

#endif
