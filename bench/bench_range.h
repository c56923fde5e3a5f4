/* bench_range.h: what the two benchmarks of distances share. */
#ifndef TL_BENCH_RANGE_H
#define TL_BENCH_RANGE_H

#include "bench.h"

tl_vec3 bench_direction(uint64_t *state);
/* A random turn, and a place on the table within `reach` of its middle. */
tl_pose bench_pose(uint64_t *state, double reach);

/* A real mesh, its middle at the origin, its longest side of this size. False when it is not there. */
bool bench_range_load(tl_context *context, const char *name, double size, bench_mesh *mesh);

/* Meshes of one size at one distance, row by row. */
void bench_range_sizes(tl_context *context);

#endif
