/* collada.h: what a COLLADA file declares, looked up before Assimp gets it. Internal to engine/import. */
#ifndef TL_IMPORT_COLLADA_H
#define TL_IMPORT_COLLADA_H

#include "import/look.h"

/* The document's unit and up axis (COLLADA 1.4.1, chapter 5, <asset>). Fails where an array of numbers holds more or
 * fewer than it counts, or an accessor reaches beyond its array: Assimp takes the counts at their word and reads memory
 * that isn't the file's. `bytes` end with a zero. */
tl_status tl_look_into_collada(tl_context *context, const char *path, const char *bytes, size_t size,
                               tl_file_facts *facts, tl_error *error);

#endif
