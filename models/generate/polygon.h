/* Plane polygons: triangulation by ear clipping, and insets for bevels. */
#pragma once

#include "vec.h"

double polygon_area(const vec2 *points, int count);

/* Cuts a simple polygon, wound either way round, into count - 2 triangles of `corners`.
 * Returns the number of triangles; fewer means that the outline crosses itself. */
int polygon_triangulate(const vec2 *points, int count, int *corners);

/* The same for an outline with holes. `points` holds the outline first, then each hole; `counts` their
 * lengths, loop_count of them. Gives total + 2 * (loop_count - 1) - 2 triangles. */
int polygon_triangulate_holes(const vec2 *points, const int *counts, int loop_count, int *corners);

/* Moves every edge of a counter-clockwise outline inwards by `distance`. */
void polygon_inset(const vec2 *points, int count, double distance, vec2 *result);
