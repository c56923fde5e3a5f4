/* package_build.h: what the build of a 3MF declares, by a look of our own beside lib3mf. Internal to engine/import. */
#ifndef TL_IMPORT_PACKAGE_BUILD_H
#define TL_IMPORT_PACKAGE_BUILD_H

#include "base/base.h"
#include "math/vec.h"

typedef struct tl_package_build {
    uint64_t triangles; /* of all that build items place, without supports */
    tl_box3 box;        /* of their corners, in the model's unit */
    uint64_t unplaced;  /* meshes of the model that no build item places */
} tl_package_build;

/* Adds up what the build items of the package's model place, through components and other model parts (3MF Core
 * Specification 1.3, 3.4 and 4; Production Extension 1.1). TL_ERROR_FORMAT where one names what isn't there, _MEMORY.
 */
tl_status tl_import_look_into_build(tl_context *context, const char *path, const char *bytes, size_t size,
                                    tl_package_build *build, tl_error *error);

#endif
