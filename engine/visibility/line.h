/* line.h: single sight lines, for visibility and cover. */
#ifndef TL_VISIBILITY_LINE_H
#define TL_VISIBILITY_LINE_H

#include "visibility/sight.h"

/* Random numbers of a question: the same everywhere (splitmix64). */
typedef struct tl_sight_random {
    uint64_t state;
} tl_sight_random;

uint64_t tl_sight_random_bits(tl_sight_random *random);
/* In [0, 1). */
double tl_sight_random_unit(tl_sight_random *random);
/* Below `count`, which is not 0. */
uint32_t tl_sight_random_below(tl_sight_random *random, uint32_t count);

/* Whether the open-air segment pq is free in exact arithmetic: meets no blocker, both ends live, conditions hold. */
bool tl_visibility_line_free(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q);

/* The slot of the blocker nearest to a free segment; UINT32_MAX for none, or the plane ground. */
void tl_sight_nearest_blocker(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q, uint32_t *slot);

/* Whether a point can see at all: outside every solid whose inside blocks, and not underground. */
bool tl_visibility_live(const tl_obstacles *obstacles, tl_vec3 p);

/* Whether slot's inside blocks for this question: flagged, and not one of the question's own bodies. */
static inline bool tl_sight_solid(const tl_obstacles *obstacles, size_t slot) {
    return obstacles->insides != NULL && obstacles->insides[slot] != 0 && obstacles->blockers[slot] != 0;
}

/* The distance from pq to the nearest blocker, the ground included, rounded down; at most `limit`. 0 when blocked or
 * underground. `*slot` gets the nearest blocker's slot, UINT32_MAX for none or the plane ground. */
double tl_sight_clearance(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q, double limit, uint32_t *slot);

/* The plane z = 0 is the ground and the point isn't strictly above it. */
static inline bool tl_sight_below_plane(const tl_obstacles *obstacles, tl_vec3 p) {
    return obstacles->ground_slot < 0 && !(p.z > 0);
}

/* For a table's mesh: whether the point has surface above it and none below. */
bool tl_sight_under_mesh(const tl_obstacles *obstacles, tl_vec3 p);

/* The part of tl_visibility_line_free that isn't meshes: both ends live, conditions hold. */
bool tl_sight_ends_free(const tl_obstacles *obstacles, tl_vec3 p, tl_vec3 q);

#endif
