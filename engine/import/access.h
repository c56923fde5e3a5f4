/* access.h: which files an importer may open: the mesh file, and those it names in the same folder. Internal to
 * engine/import.
 *
 * An OBJ names material files, a glTF its buffers. A hostile file may name anything: a secret outside its folder, a
 * pipe that blocks for ever, a device. Every open of Assimp's goes through here, in the child and without it. */
#ifndef TL_IMPORT_ACCESS_H
#define TL_IMPORT_ACCESS_H

#include "base/base.h"

#include <assimp/cfileio.h>

typedef struct tl_access {
    tl_context *context;
    const char *path;  /* the mesh file */
    char **companions; /* other files that were asked for, there or not, as paths, each once */
    size_t companion_count, companion_capacity;
    char **refusals; /* a sentence for each that was there and not given */
    size_t refusal_count, refusal_capacity;
    bool out_of_memory;
} tl_access;

void tl_access_init(tl_access *access, tl_context *context, const char *path);
void tl_access_free(tl_access *access);

/* The file access that Assimp is given; `access` must outlive its use. */
struct aiFileIO tl_access_files(tl_access *access);

/* Why a file may not be opened beside the mesh, as the rest of a sentence that begins with its name ("lies outside the
 * folder of the mesh"); NULL when it may or isn't there. */
const char *tl_access_refusal(const char *mesh, const char *path);

#endif
