/* query.h: rays, nearest points and overlaps against many owners at once.
 *
 * A world is a list of owners (slots), each with one hierarchy. Which parts of which owner count is said per question
 * by a blocker mask: one byte of role bits per slot (TL_ROLE_BIT); 0 makes the slot transparent; no array (NULL): all
 * triangles of all slots. That is how a body never
 * blocks its own line: by ownership, not by trimming ends. */
#ifndef TL_QUERY_QUERY_H
#define TL_QUERY_QUERY_H

#include "bvh/bvh.h"
#include "math/predicates.h"

typedef struct tl_world tl_world;

tl_status tl_world_create(tl_context *context, size_t slot_count, tl_world **world, tl_error *error);
/* NULL-safe; the hierarchies are not destroyed. */
void tl_world_destroy(tl_world *world);
size_t tl_world_slot_count(const tl_world *world);
/* Puts a hierarchy into a slot (NULL empties it). The world keeps the pointer; the caller keeps owning it. Call again
 * after a refit or rebuild of that hierarchy: the top level is then brought up to date. */
void tl_world_set(tl_world *world, size_t slot, const tl_bvh *bvh);
/* The same for many slots: after the last tl_world_put, tl_world_arrange brings the top level up to date; nothing may
 * be asked in between. */
void tl_world_put(tl_world *world, size_t slot, const tl_bvh *bvh);
void tl_world_arrange(tl_world *world);
const tl_bvh *tl_world_get(const tl_world *world, size_t slot);
/* The box of a slot's hierarchy as of tl_world_set, without going there; empty for an empty slot. */
tl_box3 tl_world_box(const tl_world *world, size_t slot);

typedef struct tl_hit {
    uint32_t slot;
    uint32_t triangle;
    double t; /* along the segment: 0 at its start, 1 at its end; rounded, for ordering and display */
    tl_crossing crossing;
} tl_hit;

/* Whether the closed segment pq has a point in common with a triangle that counts. Exact. `hit` (may be NULL) gets one
 * such triangle (not always the nearest, but always the same one for the same input). */
bool tl_world_blocked(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit);

/* The triangle met first going from p to q (smallest rounded t; ties: lowest slot, then triangle). False if none. */
bool tl_world_nearest_hit(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hit);

/* Calls back for every triangle that the closed segment meets, in an order that is the same everywhere but not sorted;
 * stop by returning false. Returns false when stopped. */
typedef bool tl_hit_fn(void *user, const tl_hit *hit);
bool tl_world_each_hit(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit_fn *visit,
                       void *user);

/* Whether a point lies inside a slot's closed mesh: odd crossing parity of a ray, exact (a ray that touches an edge is
 * replaced by another). A point on the surface counts as inside. For meshes that are not closed the answer has no
 * meaning. */
bool tl_world_inside(const tl_world *world, size_t slot, tl_vec3 p);

/* Whether the closed segment pq has a point in common with any triangle of one slot. Exact, whatever else the world
 * holds. */
bool tl_world_slot_blocked(const tl_world *world, size_t slot, tl_vec3 p, tl_vec3 q);

/* The distance between the closed segment pq and the nearest triangle that counts, rounded down (a certified lower
 * bound that is at most 1e-9 * (1 + size of the coordinates) too small); at most `limit`, which is returned when
 * everything is farther. 0 when blocked. `hit` (may be NULL) gets the nearest triangle when the result is below
 * `limit`. */
double tl_world_clearance(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, double limit,
                          tl_hit *hit);

/* Calls back for every triangle of the slots that count whose box overlaps `box`; stop by returning false. */
typedef bool tl_world_triangle_fn(void *user, uint32_t slot, uint32_t triangle);
void tl_world_in_box(const tl_world *world, tl_box3 box, const uint8_t *blockers, tl_world_triangle_fn *visit,
                     void *user);
/* Whether there is one. */
bool tl_world_any_in_box(const tl_world *world, tl_box3 box, const uint8_t *blockers);

/* Heights at which the vertical line through (x, y) meets a slot's triangles, ascending, vertical triangles left out;
 * at most `capacity` are written, the number met is returned. Heights within 1e-9 of one another come once. `up`
 * (may be NULL) tells for each whether the triangle faces upward. */
size_t tl_world_heights(const tl_world *world, double x, double y, const uint8_t *blockers, double *heights, bool *up,
                        size_t capacity);
/* The same for one slot alone, and of it the triangles of some roles. */
size_t tl_world_slot_heights(const tl_world *world, size_t slot, uint8_t roles, double x, double y, double *heights,
                             size_t capacity);

#endif
