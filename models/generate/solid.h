/* The mesh building kit. Every function adds one closed, outward wound shell to the current part of the
 * model, in the current placement; lengths are millimetres.
 */
#pragma once

#include "model.h"

/* Skins `sections` outlines of `count` points each, one after the other, and closes both ends: with the
 * point where one is given, else flat. */
void solid_loft(model *m, const vec3 *points, int sections, int count, const vec3 *first_tip, const vec3 *last_tip);

/* The same, but the last outline is joined to the first: links, tyres, track runs. */
void solid_ring(model *m, const vec3 *points, int sections, int count);

void solid_box(model *m, vec3 low, vec3 high);

/* A box whose twelve edges are chamfered. */
void solid_bevel_box(model *m, vec3 low, vec3 high, double bevel);

/* A counter-clockwise outline in x, y raised from z0 to z1, with chamfered rims (0: sharp). */
void solid_plate(model *m, const vec2 *outline, int count, double z0, double z1, double bevel_low, double bevel_high);

/* An outline with holes raised from z0 to z1; `points` and `counts` as for polygon_triangulate_holes. */
void solid_slab(model *m, const vec2 *points, const int *counts, int loop_count, double z0, double z1);

/* Turns a profile of (radius, z) about the z axis. A radius of 0 is allowed at both ends. */
void solid_lathe(model *m, const vec2 *profile, int count, int sides);

/* A round bar that tapers from `a` to `b`. */
void solid_bar(model *m, vec3 a, vec3 b, double radius_a, double radius_b, int sides);

/* A round tube along a path; `rounded` domes both ends beyond the path. */
void solid_tube(model *m, const vec3 *path, const double *radii, int count, int sides, bool rounded);

/* A faceted ball (an icosahedron split `level` times), its corners moved by up to `rough` of the radius. */
void solid_blob(model *m, vec3 centre, vec3 radii, int level, double rough, uint32_t seed);

/* The same, cut off flat at z = 0. */
void solid_rock(model *m, vec3 centre, vec3 radii, int level, double rough, uint32_t seed);

/* An armour shell along x: chamfered trapezoid cross-sections, symmetrical in y. */
typedef struct rib {
    double x;
    double half_low, half_high; /* half widths at z0 and at z1 */
    double z0, z1;
    double chamfer;
} rib;
void solid_ribs(model *m, const rib *ribs, int count);

/* An armour shell along z: chamfered trapezoid floor plans, symmetrical in y. */
typedef struct storey {
    double z;
    double x0, x1;
    double half_back, half_front; /* half widths at x0 and at x1 */
    double chamfer;
} storey;
void solid_storeys(model *m, const storey *storeys, int count);

/* Cells of an uneven grid: `filled(i, j, k)` says which are solid, `shape` (may be NULL) moves the corners. */
typedef struct cell_grid {
    const double *x, *y, *z;
    int nx, ny, nz; /* corners, one more than cells */
    bool (*filled)(const struct cell_grid *grid, int i, int j, int k);
    vec3 (*shape)(const struct cell_grid *grid, vec3 corner, int i, int j, int k);
    const void *data;
} cell_grid;
void solid_cells(model *m, const cell_grid *grid);

/* Rivet heads from `a` to `b`, raised along `out`. */
void solid_rivets(model *m, vec3 a, vec3 b, int count, vec3 out, double radius);

/* A wheel about the y axis at (x, y, z), `width` wide, with a dished face towards +y. */
void solid_wheel(model *m, vec3 centre, double radius, double width, int sides);

/* A round base: 3 mm high, chamfered top. */
void solid_base(model *m, double diameter);
