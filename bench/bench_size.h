/* bench_size.h: large tables through the whole program, for seconds and memory. */
#ifndef TL_BENCH_SIZE_MAIN_H
#define TL_BENCH_SIZE_MAIN_H

#include <stddef.h>

/* Tables of so many triangles (0: five million) as files in a new folder in `folder` (NULL: /tmp), read, asked and
 * drawn by the `trueline` beside this program. */
int bench_size(size_t triangles, const char *folder);

/* How long progress is silent while such tables are read, and their meshes looked through. */
int bench_silence(size_t triangles);

/* What the window takes for each step of a camera or a model that moves, on the sample table and on such ones. */
int bench_frames(size_t triangles);

/* The meshes of TRUELINE_DATA as a table: time of reading, bytes per triangle, defects, repairs. */
int bench_real(void);

#endif
