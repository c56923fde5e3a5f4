/* size.h: large mesh files, made up, and programs whose memory is watched while they run. */
#ifndef TL_BENCH_SIZE_H
#define TL_BENCH_SIZE_H

#include "bench.h"

/* Tables of 1800 by 1200 mm with about that many triangles: a relief as a scan of hills gives it, and one strewn with
 * stones that are sunk into it. Free with bench_meshes_free. */
bench_mesh *size_meshes(size_t triangles, size_t *count);

/* Writes a mesh by the name's ending: .stl, .ply (both binary), .obj, .glb. The bytes written, 0: it can't be. */
uint64_t size_write(const bench_mesh *mesh, const char *path);

/* A scene of squads on such a table, near one another and behind the hills: a (a1 to a5), b and c. */
bool size_scene(const char *path, const char *mesh);

/* What a program took. Memory is what lies in RAM, in bytes: its own, that of the process it started to read a mesh
 * in (with what that hands over), and most of both at one time. */
typedef struct size_run {
    double seconds, computing; /* by the clock; of all its threads and of the process that read for it */
    uint64_t own, reader, both;
    int status;     /* its exit status, -1: a signal ended it */
    char said[160]; /* how its output begins */
} size_run;

/* Runs a program, which may use so many bytes of addresses, until it ends. `arguments` ends with NULL. */
size_run size_watch(char *const arguments[], uint64_t addresses);

/* Deletes the plain files of a folder whose names don't begin with a dot. */
void bench_empty_folder(const char *folder);

#endif
