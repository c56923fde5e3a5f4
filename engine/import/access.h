/* access.h: which files an importer may open: the mesh file, and those it names in the same folder. Internal to
 * engine/import.
 *
 * An OBJ names material files, a glTF its buffers. A hostile file may name anything: a secret outside its folder, a
 * pipe that blocks for ever, a device. Every open of Assimp's goes through here, in the child and without it. */
#ifndef TL_IMPORT_ACCESS_H
#define TL_IMPORT_ACCESS_H

#include "base/base.h"
#include "base/digest.h"

#include <assimp/cfileio.h>

/* A file that was asked for beside the mesh, there or not. */
typedef struct tl_access_companion {
    char *path;
    tl_digest digest; /* what it was: see tl_access_companion_is */
    char *bytes;      /* its content, once it was read; the same for whoever opens it again */
    size_t size;
} tl_access_companion;

typedef struct tl_access {
    tl_context *context;
    const char *path;  /* the mesh file */
    const char *bytes; /* its content */
    size_t size;
    tl_access_companion *companions; /* each once */
    size_t companion_count, companion_capacity;
    char **refusals; /* a sentence for each that was there and not given */
    size_t refusal_count, refusal_capacity;
    size_t served; /* how far the mesh file was read */
    bool out_of_memory, cancelled;
    bool too_many; /* companions: from then on none is given, and the mesh is to be refused */
} tl_access;

/* The content of the mesh file must outlive the access. */
void tl_access_init(tl_access *access, tl_context *context, const char *path, const char *bytes, size_t size);
void tl_access_free(tl_access *access);

/* The content of a file beside the mesh, with a zero behind it, which the access keeps; NULL when it isn't there, may
 * not be read, or memory is short (`out_of_memory`, `too_many` and the refusals tell). */
const char *tl_access_content(tl_access *access, const char *path, size_t *size);

/* The file access that Assimp is given; `access` must outlive its use. Reading asks the context whether to go on: when
 * not, nothing more is read and `cancelled` set. */
struct aiFileIO tl_access_files(tl_access *access);

/* Whether a companion, by its path, is still what its digest says that it was: its content; or that it was there, if
 * nobody read it; or missing; or why it was refused. False also when it can't be told. */
bool tl_access_companion_is(tl_context *context, const char *mesh, const char *path, tl_digest digest);

/* Why a file may not be opened beside the mesh, as the rest of a sentence that begins with its name ("lies outside the
 * folder of the mesh"); NULL when it may or isn't there. */
const char *tl_access_refusal(const char *mesh, const char *path);

#endif
