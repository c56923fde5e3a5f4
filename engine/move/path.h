/* path.h: a path over the ground: how it rises and falls, and how long it is.
 *
 * Between its points a path runs straight in plan and follows the surface: whichever surface with headroom is nearest
 * in height to the one before. Between two edges of the ground's triangles that is a straight line, so the path becomes
 * a list of straight stretches, exactly; where the surface jumps (a step, a kerb, a wall's top) there are two nodes at
 * one place. */
#ifndef TL_MOVE_PATH_H
#define TL_MOVE_PATH_H

#include "move/limits.h"
#include "query/query.h"

/* Heights where the model could stand at a place, ascending; returns how many there are (`capacity` are written). */
typedef size_t tl_path_levels_fn(void *user, tl_vec2 at, double *heights, size_t capacity);
typedef bool tl_path_test_fn(void *user, tl_vec2 at);

typedef struct tl_path_ground {
    const tl_world *world;
    const uint8_t *bearing; /* per slot: triangles that may bear the model, for where the ground bends; NULL: nowhere,
                             * it keeps its height */
    tl_path_levels_fn *levels;
    tl_path_test_fn *climbs; /* is it in a building, where height counts (DB-MOV-09)? */
    double stride;           /* there a surface that is this much higher or lower is no way on: over the thickness of
                              * a wall the model keeps its height */
    void *user;
    bool along_surface; /* lengths are taken along the surface everywhere, not in plan */
} tl_path_ground;

/* A point of the path asked for. */
typedef struct tl_path_corner {
    tl_vec2 at;
    bool has_height;
    double height; /* the surface nearest to this one is meant */
} tl_path_corner;

typedef enum tl_path_rise {
    TL_PATH_ON,   /* goes on from the node before */
    TL_PATH_STEP, /* the surface jumps here */
    TL_PATH_FLOOR /* another floor was asked for here: straight up or down */
} tl_path_rise;

typedef struct tl_path_node {
    tl_vec3 at;
    double plan, cost; /* from the start, mm: seen from above; as the rules count */
    size_t leg;        /* 0: from the start to the first corner */
    tl_path_rise rise; /* from the node before */
} tl_path_node;

typedef struct tl_path {
    tl_context *context;
    tl_path_node *nodes; /* the first is the start */
    size_t count, capacity;
    size_t *corners; /* per corner: its last node */
    size_t corner_count;
    size_t bends; /* edges of the ground that it crosses */
} tl_path;

/* Lays a path from `start`. Errors: TL_ERROR_LIMIT, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. Free with tl_path_free. */
tl_status tl_path_lay(tl_context *context, const tl_path_ground *ground, tl_vec3 start, const tl_path_corner *corners,
                      size_t count, tl_path *path, tl_error *error);
void tl_path_free(tl_path *path);

/* The place after a length in plan, and what it costs to there; `cost` may be NULL. */
tl_vec3 tl_path_at_plan(const tl_path *path, double plan, double *cost);

#endif
