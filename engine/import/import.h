/* import.h: mesh files in. The only module that knows Assimp and lib3mf.
 *
 * They abort, hang or run out of memory on some damaged files, so by default they run in a child process with
 * limits on memory and time, which hands back a checked, compact mesh; whatever happens to it becomes one clear
 * message. */
#ifndef TL_IMPORT_IMPORT_H
#define TL_IMPORT_IMPORT_H

#include "mesh/mesh.h"

#include <trueline/import.h> /* tl_import_child_main, the child's side */

/* How a mesh was read: a sum of these. */
#define TL_GUARD_PROCESS 1U /* in a process of its own, with limits on memory and time */
#define TL_GUARD_FILES   2U /* which could open the mesh and its folder, nothing else (Landlock) */
#define TL_GUARD_CALLS   4U /* and not write files, start programs or reach a network (seccomp) */

typedef struct tl_import_facts {
    unsigned guards; /* also of a mesh that comes from the cache: when it was read */
    bool cached;
} tl_import_facts;

typedef struct tl_import_options {
    /* The program to run as import child: a path, whose main calls tl_import_child_main. NULL imports in-process.
     * `trueline` passes itself. */
    const char *helper;
    uint64_t max_memory; /* bytes the child may use; 0: 4 GiB */
    double seconds; /* of the processor's time; five times that may pass; 0: 20 s and 1 s more per megabyte of file */
    const char *cache;   /* a folder where meshes are kept once they are read, made when it isn't there; NULL: none */
    uint64_t cache_most; /* bytes it may hold; 0: 2 GiB */
    tl_import_facts *facts; /* NULL, or where to put them */
} tl_import_options;

/* Reads 3MF, AMF and any file that Assimp can read (OBJ, STL, PLY, OFF, glTF, GLB, COLLADA, FBX, ...) into a new mesh
 * in the file's own frame with `unit` and `up` as the file states them. Node transforms are applied; triangles of
 * mirrored nodes are turned right side out; points and lines are dropped; vertices are welded. Other files are only
 * read from the file's own folder and those in it; what lies elsewhere, or is no regular file, is left unread with a
 * warning, or an error where the mesh needs it. Every coordinate is finite and every index in range. The caller
 * destroys `*mesh`. Errors name the file, the place where there is one, and a remedy: TL_ERROR_FILE (missing,
 * unreadable), _FORMAT (truncated, NaN, no triangles, ...), _LIMIT (time, memory, size), _UNSUPPORTED (kind of file).
 */
tl_status tl_import_mesh(tl_context *context, const char *path, const tl_import_options *options, tl_mesh **mesh,
                         tl_error *error);

#endif
