/* surface.h: what models can stand on: levels, surfaces and sides at a place of the plan. */
#ifndef TL_SCENE_SURFACE_H
#define TL_SCENE_SURFACE_H

#include "body/body.h"
#include "query/query.h"

/* Surfaces within this height above the resting one lift the model; higher ones are overlaps. */
#define TL_SURFACE_LIFT 5.0
/* How thick the bearing layer of a wood is: its base plate, not the crowns. */
#define TL_SURFACE_CARPET 10.0

/* What models can stand on. */
typedef struct tl_surfaces {
    const tl_world *world;
    const uint8_t *stand;  /* per slot: role bits of triangles that bear models and limit headroom */
    const uint8_t *carpet; /* per slot: role bits of woods: only their lowest 10 mm bears, nothing limits headroom */
    const uint8_t *solid;  /* per slot: not 0 when the inside is no place to stand in */
    bool table_plane;      /* the plane z = 0 bears as well: a table without a mesh */
    const double *off;     /* per slot: the true surface lies within this of it, mm; NULL: all are as they are */
} tl_surfaces;

/* All heights at (x, y) where something `tall` can stand, ascending; at most `capacity` are written, their number is
 * returned. */
size_t tl_surface_levels(const tl_surfaces *surfaces, double x, double y, double tall, double *heights,
                         size_t capacity);

/* The highest point of any surface under a footprint (a disc, oval or polygon as placed, seen in plan) between `low`
 * and `high`; `low` when there is none. Surfaces steeper than 60 degrees are sides, not surfaces. `slot` (may be NULL)
 * gets whose it is, when there is one. */
double tl_surface_under(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high,
                        uint32_t *slot);

/* Whether sides (what is steeper than 60 degrees) come into a footprint between `low` and `high`: from which height on,
 * up to which (above `high`, too, where a side goes on), and whose the highest is. Contact is none. `tell` (may be
 * NULL) hears of every such triangle from where to where it comes in, between the two. */
typedef void tl_surface_side_fn(void *user, uint32_t slot, uint32_t triangle, double from, double to);
bool tl_surface_sides(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high, double *from,
                      double *to, uint32_t *slot, tl_surface_side_fn *tell, void *user);

/* Whether there are any. */
bool tl_surface_has_sides(const tl_surfaces *surfaces, const tl_shape *footprint, double low, double high);

/* Whether a point lies inside something solid. */
bool tl_surface_inside(const tl_surfaces *surfaces, tl_vec3 p);

#endif
