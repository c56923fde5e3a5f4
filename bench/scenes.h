/* scenes.h: tables made of real meshes, for benchmarks and the oracle. */
#ifndef TL_BENCH_SCENES_H
#define TL_BENCH_SCENES_H

#include "bench.h"
#include "support/exact_check.h"
#include "conform/joiner.h"
#include "visibility/visibility.h"

#include <stdatomic.h>
#include <stdio.h>

enum { BENCH_MODELS = 12 };

/* Bytes that a context holds, and the most it has held. */
typedef struct bench_memory {
    atomic_size_t now, peak;
} bench_memory;

/* A table: terrain in slots, one more slot left empty for experiments, and models that may stand on it. */
typedef struct bench_table {
    const char *name;
    bench_memory memory; /* of the context */
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
    tl_joiner *joiner;
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

/* Adds a hierarchy's triangles to a mesh that has room for them. */
void bench_mesh_append(bench_mesh *all, const tl_bvh *bvh);

/* While a table is being made: one more slot, its triangles copied; and the made-up battlefield (field.c). */
void bench_table_add(bench_table *table, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                     size_t triangle_count, bool solid);
void bench_field(bench_table *table, bool rolling, uint64_t *state);
/* The same with a mesh turned about z, its origin at a place. */
void bench_table_add_mesh(bench_table *table, const tl_mesh *mesh, tl_vec3 at, double turn, bool solid);
/* All slots of a table by its name, and the models that may stand on it (tables.c). False after saying why. */
bool bench_table_lay_out(bench_table *table, const char *name, uint64_t *state);
void bench_table_add_models(bench_table *table);
/* Says what can't be done, and ends the program. */
void bench_fatal(const char *what, const tl_error *error);

/* The same table moved as a whole, z kept upright; without its models. And a body moved likewise. */
bench_table *bench_table_moved(const bench_table *table, const tl_pose *motion);
tl_bvh *bench_bvh_moved(tl_context *context, const tl_bvh *bvh, const tl_pose *motion);

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
/* Two of them, if possible not farther apart than `reach`. */
void bench_random_pair(const bench_table *table, double reach, bool legal, uint64_t *state, bench_body *a,
                       bench_body *b);
bool bench_pierces(const bench_table *table, const tl_bvh *body);

/* A random point of a body's triangles: corners, edges and insides. */
tl_vec3 bench_body_point(const tl_bvh *body, uint64_t *state);

/* Writes the table as a scene with its meshes into a folder, which is made. With `write_units`,
 * which writes the units' JSON, buildings are buildings, and there are two woods and the assets `trooper` and `walker`;
 * without, nothing is there but triangles that block. */
void bench_save_scene(const bench_table *table, const char *folder, void (*write_units)(FILE *file), char *path,
                      size_t size);

/* Writes what stands near the pair as OBJ files and a scene file; the folder's name, or NULL. */
const char *bench_save_pair(const bench_table *table, const tl_bvh *a, const tl_bvh *b, const char *label);

#endif
