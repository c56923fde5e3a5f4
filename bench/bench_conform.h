/* bench_conform.h: joining the triangles of whole tables. */
#ifndef TL_BENCH_CONFORM_H
#define TL_BENCH_CONFORM_H

/* `only` one table of scenes.h, or NULL for all; `weld` in mm, 0: the default. */
int bench_conform(const char *only, double weld);

/* Walls whose pieces meet without sharing edges, `count` of each kind (0: a few) on one table of scenes.h (NULL: the
 * million triangles). */
int bench_seams(int count, const char *only);

#endif
