/* ply.h: a first look into PLY files. Internal to engine/import. */
#ifndef TL_IMPORT_PLY_H
#define TL_IMPORT_PLY_H

#include "base/base.h"

/* Fails with TL_ERROR_FORMAT on a PLY, given by its content, that holds less than its header promises: Assimp takes
 * what is there without a word, and believes the lengths of lists. `*cut_short`: it is text, and its last line has no
 * end. */
tl_status tl_look_into_ply(const char *path, const char *bytes, size_t size, bool *cut_short, tl_error *error);

#endif
