/* scenes.h: tables made of real meshes, for benchmarks and the oracle. */
#ifndef TL_BENCH_SCENES_H
#define TL_BENCH_SCENES_H

#include "bench.h"
#include "support/exact_check.h"
#include "visibility/visibility.h"

enum { BENCH_MODELS = 12 };

/* A table: terrain in slots, one more slot left empty for experiments, and models that may stand on it. */
typedef struct bench_table {
    const char *name;
    tl_context *context;
    tl_world *world;
    size_t slot_count; /* without the empty one, which comes last */
    size_t slot_room;
    tl_bvh **slots;
    uint8_t *blockers, *insides;
    int ground_slot;
    double width, depth;
    bench_mesh all; /* everything, for the peer */
    exact_table exact;
    tl_obstacles obstacles;
    tl_mesh *models[BENCH_MODELS]; /* cores, standing on z = 0 in the middle of their plan */
    const char *model_names[BENCH_MODELS];
    size_t model_count;
    bool exact_coordinates; /* all are multiples of 2^-20: quarter turns and shifts don't round */
} bench_table;

/* The names, NULL at the end. */
extern const char *const bench_table_names[];

/* NULL, after printing why, when a mesh is missing or the name is unknown. */
bench_table *bench_table_make(const char *name, uint64_t seed);
void bench_table_free(bench_table *table);

/* The same table turned by quarters of a circle about z and shifted, without rounding. Models are shared. */
bench_table *bench_table_moved(const bench_table *table, int quarters, tl_vec3 shift);
tl_vec3 bench_quarter_turn(tl_vec3 p, int quarters, tl_vec3 shift);

/* A model placed: its core, and how. */
typedef struct bench_body {
    tl_bvh *bvh;
    size_t model;
    double turn; /* radians */
    tl_vec3 at;
    bool pierces; /* an edge of it, above its lowest millimetre, meets terrain */
} bench_body;

/* Builds the model's hierarchy at a place; exact coordinates if the table's are. */
tl_bvh *bench_place(const bench_table *table, size_t model, double turn, tl_vec3 at);
/* A model at a random place on some surface, now and then sunk by 0.3 mm; `legal`: tries to find one that pierces
 * nothing. */
bench_body bench_random_body(const bench_table *table, bool legal, uint64_t *state);
bool bench_pierces(const bench_table *table, const tl_bvh *body);

/* A random point of a body's triangles: corners, edges and insides. */
tl_vec3 bench_body_point(const tl_bvh *body, uint64_t *state);

/* Writes what stands near the pair as OBJ files and a scene file; the folder's name, or NULL. */
const char *bench_save_pair(const bench_table *table, const tl_bvh *a, const tl_bvh *b, const char *label);

#endif
