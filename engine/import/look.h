/* look.h: a first look into mesh files, before Assimp or lib3mf gets them. Internal to engine/import.
 *
 * It finds what they say badly or not at all: truncation, counts that lie, files that are missing. */
#ifndef TL_IMPORT_LOOK_H
#define TL_IMPORT_LOOK_H

#include "import/fbx.h"
#include "mesh/mesh.h"

/* What a file says about itself. */
typedef struct tl_import_file_facts {
    tl_fbx_facts fbx;      /* FBX: what it declares */
    double unit_in_metres; /* X3D: what its head says of lengths; 0: nothing */
} tl_import_file_facts;

/* Fails on a file, given by its content with a zero behind it, that is plainly damaged, saying what is wrong with it.
 * The path tells its kind. */
tl_status tl_import_look_into_bytes(tl_context *context, const char *path, const char *bytes, size_t size,
                                    tl_import_file_facts *facts, tl_error *error);

/* Whether the path's extension is `extension`, in upper or lower case. */
bool tl_import_is_kind(const char *path, const char *extension);

#endif
