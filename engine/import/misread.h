/* misread.h: what a glTF may hold that would be read as another shape, refused by name. Internal to engine/import. */
#ifndef TL_IMPORT_MISREAD_H
#define TL_IMPORT_MISREAD_H

#include "base/base.h"

#include <jansson.h>

/* Looks at what a glTF declares and refuses, with TL_ERROR_UNSUPPORTED, what the importer would take for something else
 * or pass over without a word: version 1, extensions that are required and not known (compressed meshes among them),
 * quantized positions, instances on the GPU, weights of skins that aren't floats, skins whose joints are told apart by
 * number alone, skins without matrices, morph targets that are on. */
tl_status tl_check_misread(tl_context *context, const char *path, const json_t *root, tl_error *error);

#endif
