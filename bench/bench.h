/* bench.h: what the benchmarks share: meshes, random segments, a clock, the peer. Output is Markdown. */
#ifndef TL_BENCH_BENCH_H
#define TL_BENCH_BENCH_H

#include "query/query.h"

/* Triangles without roles, the caller's. */
typedef struct bench_mesh {
    const char *name;
    tl_vec3 *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} bench_mesh;

#define BENCH_SEED 20260101U

/* Seconds since some moment; and seconds that this thread has computed, which other programs disturb less. */
double bench_now(void);
double bench_thread_time(void);
/* splitmix64; a double in [low, high). */
double bench_random(uint64_t *state, double low, double high);

/* Adds a vertex, whose index is returned; a triangle. There must be room. */
uint32_t bench_put_vertex(bench_mesh *mesh, tl_vec3 v);
void bench_put_triangle(bench_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);

/* The memory, or the end of the program. */
void *bench_need(void *memory);

/* Ascending. */
void bench_sort(double *numbers, size_t count);

/* The meshes that are there, in order; those that are not are named on standard error. `*count` is how many. */
bench_mesh *bench_meshes(size_t *count);
void bench_meshes_free(bench_mesh *meshes, size_t count);

/* Segments of kinds that rulings ask: between points near the mesh, and (on a table scene) between eye heights. */
typedef struct bench_segment {
    tl_vec3 p, q;
} bench_segment;
bench_segment *bench_segments(const bench_mesh *mesh, size_t count, uint64_t seed);

/* Embree beside us: one thread, robust, static scene. */
typedef struct peer peer;
peer *peer_build(const bench_mesh *mesh, int threads, double *seconds, size_t *bytes);
void peer_destroy(peer *p);
/* Fills answers (1: blocked) and returns the seconds. */
double peer_blocked(peer *p, const bench_segment *segments, size_t count, uint8_t *answers);
double peer_nearest(peer *p, const bench_segment *segments, size_t count, float *places);

int bench_bvh(const bench_mesh *meshes, size_t count);
int bench_query(const bench_mesh *meshes, size_t count);
/* Loads its own models: real meshes of 700 to 20,000 triangles. */
int bench_range(void);
/* Sight and cover: `pairs` of bodies on each table of scenes.h and scenes of each adversarial family, 0: the default.
 * `only`: one table, or "families"; NULL for all. */
int bench_visibility(int pairs, const char *only);

/* How soon sight and cover end once they are told to, on one table of scenes.h (NULL: the million triangles). */
int bench_latency(const char *only);
/* How clear the line of a plain yes is beside the clearest of many random ones, and what finding it costs, for `pairs`
 * of bodies (0: the default) on one table of scenes.h, or all. */
int bench_widen(int pairs, const char *only);
/* The questions of sight that take most work. */
int bench_hard(int pairs, const char *only);
/* Whole attacks of a squad and a walker, `rounds` of them (0: the default), on one table (NULL: the million triangles).
 */
int bench_attack(int rounds, const char *only);
/* For every kind of question, or those whose name begins with `kind`: the time that a unit of work takes, and how late
 * a question ends when it is cancelled or its time is up; on one table (NULL: the crossroads). */
int bench_units(int rounds, const char *only, const char *kind);
/* Maps of the sample table and of a table by its name (NULL: that of a million triangles), beside sampling. */
int bench_board(const char *only);
/* Bodies that touch, sink into, lie in, copy or are flush with blockers, judged exactly: `scenes` of them (0: the
 * default), from number `seed` on. 1 when an answer was wrong. */
int bench_flush(size_t scenes, uint64_t seed);

#endif
